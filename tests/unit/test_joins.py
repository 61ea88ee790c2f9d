"""Which waits in device code matter to anyone, and which launches a block can run together."""

from pathlib import Path

import pytest

from spawnc.analyze.block_joins import block_join
from spawnc.analyze.facts import FactBook
from spawnc.analyze.limits import limit_calls
from spawnc.analyze.reach import Reach
from spawnc.analyze.tails import launches_itself_last
from spawnc.analyze.waits import is_last, waits_in
from spawnc.source import SourceFile
from tests.unit.test_order import unit_of

CHILD = "__global__ void child(int* d) { d[threadIdx.x] += 1; }\n"
CHECK = (
    '#include <cstdio>\n#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) printf("%d", e); } while (0)\n'
)
WAIT = "cudaDeviceSynchronize()"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"child<<<1, 1>>>(d); {WAIT};", True, id="at-the-end"),
        pytest.param(f"child<<<1, 1>>>(d); {WAIT}; return;", True, id="return"),
        pytest.param(f"if (threadIdx.x == 0) {{ child<<<1, 1>>>(d); {WAIT}; }} __syncthreads();", True, id="barrier"),
        pytest.param(f"if (d[0]) {{ {WAIT}; }} else {{ d[1] = 2; }}", True, id="other-branch"),
        pytest.param(f"CHECK({WAIT});", True, id="checked"),
        pytest.param(f"cudaError_t e; e = ::{WAIT}; if (e != cudaSuccess) return;", True, id="status"),
        pytest.param(f"if ({WAIT} != cudaSuccess) __trap();", True, id="condition"),
        pytest.param(f"do {{ {WAIT}; }} while (0);", True, id="once"),
        pytest.param(f"{WAIT}; d[1] = d[0];", False, id="memory"),
        pytest.param(f"{WAIT}; child<<<1, 1>>>(d);", False, id="launch"),
        pytest.param(f"for (int i = 0; i < 2; ++i) {{ child<<<1, 1>>>(d); {WAIT}; }}", False, id="loop"),
        pytest.param(f"d[0] = {WAIT};", False, id="status-stored"),
        pytest.param(f"if ({WAIT} == cudaSuccess) d[0] = 1;", False, id="condition-of-work"),
        pytest.param(f"again: {WAIT}; if (d[0]) goto again;", False, id="goto"),
        pytest.param(f"auto wait = [] {{ {WAIT}; }}; wait(); d[1] = d[0];", False, id="lambda"),
        pytest.param(f"{WAIT}; free(d);", False, id="free"),
        pytest.param(f'{WAIT}; printf("%d", d[0]);', False, id="printed"),
    ],
)
def test_nothing_follows(body: str, expected: bool, tmp_path: Path) -> None:
    unit = unit_of(tmp_path, f"{CHECK}{CHILD}__global__ void parent(int* d) {{ {body} }}")
    reach = Reach(unit)
    parent = unit.by_name["parent"][0]
    (wait,) = waits_in(reach, parent)
    assert is_last(reach, wait) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"if (t == 0) {{ L; {WAIT}; }} __syncthreads();", True, id="idiom"),
        pytest.param(f"if (t == 0) L; {WAIT}; __syncthreads();", True, id="wait-of-all"),
        pytest.param(f"if (t == 0) {{ L; CHECK({WAIT}); }} __syncthreads();", True, id="checked"),
        pytest.param(f"if (t == 0) {{ L; {WAIT}; }} else d[1] = 1; __syncthreads();", True, id="else"),
        pytest.param(f"do {{ if (t == 0) {{ L; {WAIT}; }} __syncthreads(); }} while (*d);", True, id="in-a-loop"),
        pytest.param(f"if (t == 0) {{ L; {WAIT}; d[1] = d[0]; }} __syncthreads();", False, id="used-before"),
        pytest.param(f"if (t == 0) {{ L; {WAIT}; return; }} __syncthreads();", False, id="returns"),
        pytest.param(f"if (t == 0) {{ L; L; {WAIT}; }} __syncthreads();", False, id="two-launches"),
        pytest.param(f"if (t == 0) {{ for (;;) L; {WAIT}; }} __syncthreads();", False, id="loop-of-launches"),
        pytest.param(f"if (t == 0) {{ L; {WAIT}; }} d[1] = 1; __syncthreads();", False, id="something-between"),
        pytest.param(f"if (t == 0) {{ L; {WAIT}; }}", False, id="no-barrier"),
        pytest.param("if (t == 0) L; __syncthreads();", False, id="no-wait"),
        pytest.param(f"L; {WAIT}; __syncthreads();", False, id="every-thread"),
        pytest.param(f"switch (t) {{ case 0: if (*d) {{ L; {WAIT}; }} __syncthreads(); }}", False, id="under-a-label"),
    ],
)
def test_run_by_the_block(body: str, expected: bool, tmp_path: Path) -> None:
    text = body.replace("L;", "child<<<1, 32>>>(d);")
    unit = unit_of(tmp_path, f"{CHECK}{CHILD}__global__ void parent(int* d, int t) {{ {text} d[0] += 1; }}")
    assert (block_join(Reach(unit), unit.launches[0]) is not None) is expected


TAIL = "if (threadIdx.x == 0) { k<<<1, n / 2>>>(d, n / 2); cudaDeviceSynchronize(); }"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"__global__ void k(int* d, int n) {{ __syncthreads(); {TAIL} __syncthreads(); }}", True, id="k"),
        pytest.param(f"__global__ void k(int* d, int n) {{ d[0] = __any_sync(~0u, n); {TAIL} }}", True, id="warp"),
        pytest.param(f"__global__ void k(int* d, int n) {{ if (!n) return; {TAIL} }}", True, id="returns-before"),
        pytest.param(f"__global__ void k(int* d, int n) {{ {TAIL} return; }}", False, id="returns-after"),
        pytest.param(f"__global__ void k(int* __restrict__ d, int n) {{ {TAIL} }}", False, id="restrict"),
        pytest.param(f"__global__ void k(int* d, int n) {{ n = __ldg(d); {TAIL} }}", False, id="ldg"),
        pytest.param(f"__global__ void k(int* d, int n) {{ while (n--) {{ {TAIL} }} }}", False, id="loop"),
        pytest.param(f"__global__ void k(int* d, int n) {{ {TAIL} {TAIL} }}", False, id="two"),
        pytest.param(
            f"__device__ int i() {{ return blockIdx.x; }}\n__global__ void k(int* d, int n) {{ d[i()] = 1; {TAIL} }}",
            False,
            id="built-ins-elsewhere",
        ),
        pytest.param(
            f"__global__ void k(int* d, int n) {{ extern __shared__ int s[]; s[0] = 1; {TAIL} }}", False, id="dynamic"
        ),
        pytest.param(
            f"__global__ void k(int* d, int n) {{ while (*(volatile int*)d) {{ }} {TAIL} }}", False, id="polls"
        ),
    ],
)
def test_goes_on_as_the_child(text: str, expected: bool, tmp_path: Path) -> None:
    unit = unit_of(tmp_path, text)
    assert launches_itself_last(Reach(unit), FactBook(unit), unit.launches[0]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)", [0]),
        ("CHECK(::cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth))", [8]),
        ("#define SET(n) cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, n)", [15]),
        ("cudaDeviceSetLimit(cudaLimitStackSize, 4); f(cudaLimitDevRuntimeSyncDepth)", []),
        ("// cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)", []),
        ("object.cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)", []),
        ("auto f = cudaDeviceSetLimit; auto l = cudaLimitDevRuntimeSyncDepth;", []),
    ],
)
def test_calls_about_the_limit(text: str, expected: list[int]) -> None:
    assert [span.begin for span in limit_calls(SourceFile("a.cu", text.encode()))] == expected
