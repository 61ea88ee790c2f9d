"""What a kernel's body does that a serial body could not."""

from pathlib import Path

import pytest

from spawnc.analyze.facts import FactBook, Facts
from spawnc.frontend import parse_views

HELPERS = """\
__device__ int lane(int a) { return threadIdx.x + a; }
__device__ int plain(int a) { return a + 1; }
struct Walker { __device__ int index() { return threadIdx.x; } };
template <class F> __device__ int call(F f) { return f(1); }
"""


def facts_of(folder: Path, body: str) -> Facts:
    path = folder / "kernel.cu"
    path.write_text(f"{HELPERS}__global__ void kernel(int* d, int (*f)(int)) {{ {body} }}\n")
    (unit,) = parse_views(str(path))
    assert unit.problems == ()
    return FactBook(unit).of(unit.by_name["kernel"][0])


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        ("d[0] = __shfl_sync(~0u, 1, 0);", ["SP030"]),
        ("if (__any_sync(~0u, d[0])) d[1] = __activemask();", ["SP030", "SP030"]),
        ('asm volatile("bar.sync 0;");', ["SP032"]),
        ("d[::blockIdx.x] = 1;", ["SP033"]),
        ("static int once; d[0] = once++;", ["SP034"]),
        ("while (atomicCAS(d, 0, 1)) {}", ["SP036"]),
        ("volatile int* v = d; while (*v == 0) {}", ["SP036"]),
        ("extern __shared__ int s[]; d[0] = 1;", ["SP038"]),
        ("d[0] = __syncthreads_or(d[0]);", ["SP040"]),
        ("auto g = [] { return threadIdx.x; }; d[g()] = 1;", ["SP042"]),
        ("using ::__ldg; d[0] = __ldg(d);", ["SP056"]),
        ("d[0] = f(1);", ["SP045"]),
        # and what is no obstacle
        ("static const int table[2] = {1, 2}; d[0] = table[d[0]];", []),
        ("auto g = [=] { return threadIdx.x; }; d[g()] = 1;", []),
        ("atomicAdd(d, 1); d[0] = atomicExch(d, 2);", []),
        ("int old = *d, seen; do { seen = old; old = atomicCAS(d, seen, seen + 1); } while (seen != old);", []),
        ("d[lane(1)] = plain(2);", []),
        ("auto g = [](const int* p) { return ::__ldg(p); }; d[0] = __ldg(d) + (__ldg)(d + 1) + g(d);", []),
        ("while (d[threadIdx.x] < 9) d[threadIdx.x] += 1;", []),
    ],
)
def test_obstacles(body: str, rules: list[str], tmp_path: Path) -> None:
    assert [obstacle.rule for obstacle in facts_of(tmp_path, body).obstacles] == rules


@pytest.mark.parametrize(
    ("before", "rules"),
    [
        ("", []),
        ("#define LDG(p) __ldg(p)", []),
        ("#define NOTE(p) ::note(p)", []),
        ("#define LDG(p) ::__ldg(p)", ["SP056"]),
        ("#define CALL(f, p) ::f(p)", ["SP056"]),
        ("#define GLOBAL ::", ["SP056"]),
        ("struct Pair { int a, b; }; __device__ Pair __ldg(const Pair* p) { return *p; }", ["SP056"]),
    ],
)
def test_what_else_may_be_meant_by_ldg(before: str, rules: list[str], tmp_path: Path) -> None:
    path = tmp_path / "kernel.cu"
    path.write_text(f"{before}\n__global__ void kernel(int* d) {{ d[0] = __ldg(d + 1); }}\n")
    (unit,) = parse_views(str(path))
    facts = FactBook(unit).of(unit.by_name["kernel"][0])
    assert [obstacle.rule for obstacle in facts.obstacles] == rules
    (offset,) = facts.read_only_loads
    assert path.read_bytes().startswith(b"__ldg(d + 1)", offset)


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("d[threadIdx.x] = 1;", True),
        ("d[0] = gridDim.y;", True),
        ("struct { int x; } threadIdx = {3}; d[threadIdx.x] = 1;", False),
        ("d[warpSize] = 1;", False),
        # a helper's reads are the helper's
        ("d[lane(1)] = 1;", False),
    ],
)
def test_reads_of_builtins(body: str, reads: bool, tmp_path: Path) -> None:
    assert facts_of(tmp_path, body).reads_builtins is reads


@pytest.mark.parametrize(
    ("body", "name", "address_taken"),
    [
        ("d[lane(1)] = 1;", "lane", False),
        ("d[(lane)(1)] = 1;", "lane", False),
        ("int (*g)(int) = lane; d[0] = g != f;", "lane", True),
        ("d[call(lane)] = 1;", "lane", True),
        ("d[Walker().index()] = 1;", "index", False),
    ],
)
def test_calls(body: str, name: str, address_taken: bool, tmp_path: Path) -> None:
    found = [call for call in facts_of(tmp_path, body).calls if call.name == name]
    assert [call.address_taken for call in found] == [address_taken]


def test_barriers_and_shared_variables(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, "__shared__ int a, b[4]; a = 1; __syncthreads(); b[0] = a; __syncthreads();")
    assert facts.shared == ("a", "b")
    assert len(facts.barriers) == 2
    assert facts.obstacles == ()
