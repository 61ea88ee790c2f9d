"""Serial bodies read what their parent wrote: nvcc makes no load of theirs one through the read-only cache.

A load in the read-only cache's way (`ld.global.nc`) may give a value that is older than a store of the same grid (PTX
ISA). Children as written have such loads; a parent that runs them in its own grid may not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spawnc.command import parse_command
from spawnc.settings import Settings
from tests import case as cases
from tests.compiled import nvcc

pytestmark = pytest.mark.nvcc

#: What the children read with: their own __ldg(), that of a function, a promise of `__restrict__`.
CHILDREN = {
    "plainly named": "__global__ void child(const int* in, int* out) { out[threadIdx.x] = __ldg(in + threadIdx.x); }",
    "qualified": "__global__ void child(const int* in, int* out) { if (out[9])return; out[1] = 2 *::__ldg(in); }",
    "in a function": """\
template <class T> __device__ T get(const T* p) { return::__ldg(p); }
__global__ void child(const int* in, int* out) { out[threadIdx.x] = get(in + threadIdx.x); }""",
    "in a macro": """\
#define GET(p, i) __ldg(&(p)[i])
__global__ void child(const int* in, int* out) { out[threadIdx.x] = GET(in, threadIdx.x); }""",
    "of a vector": """\
__global__ void child(const int* in, int* out) {
  const int4 v = __ldg((const int4*)in + threadIdx.x);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}""",
    "of half precision": """\
#include <cuda_fp16.h>
__global__ void child(const int* in, int* out) { out[threadIdx.x] = (int)__ldg((const __half*)in + threadIdx.x); }""",
    "where a template decides": """\
template <class T> __device__ void move(const T* in, T* out) {
  const auto get = [](const T* p) { return __ldg(p); };
  *out = __ldg(in) + get(in + 1);
}
__global__ void child(const int* in, int* out) { move(in + threadIdx.x, out + threadIdx.x); }""",
    "with barriers": """\
__global__ void child(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = __ldg(in + threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x] + ::__ldg(in);
}""",
    "from parameters": """\
__global__ void child(const int* __restrict__ in, int* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }""",
    "from a function's parameters": """\
__device__ int get(const int* __restrict__ p, int i) { return p[i]; }
__global__ void child(const int* in, int* __restrict__ out) { out[threadIdx.x] = get(in, threadIdx.x); }""",
    "from a method's parameters": """\
struct Row { __device__ static int get(const int* __restrict__ p, int i) { return p[i]; } };
__global__ void child(const int* in, int* __restrict__ out) { out[threadIdx.x] = Row::get(in, threadIdx.x); }""",
    "from local variables": """\
__global__ void child(const int* in, int* out) {
  const int* __restrict__ from = in;
  int* __restrict__ to = out;
  to[threadIdx.x] = from[threadIdx.x];
}""",
}
#: Another pointer may be to the same memory: nothing but the child's own promise says that `in` is only read.
PARENT = """
__global__ void parent(int* written, const int* in, int* out, int n) {
  written[threadIdx.x] = n;
  if (n > 3) child<<<1, 32, 0, cudaStreamFireAndForget>>>(in, out);
}
"""


def read_only_loads(ptx: str) -> dict[str, int]:
    """How many each kernel has, by its name in the source."""
    kernels = re.split(r"^(?:\.visible )?\.entry ", ptx, flags=re.MULTILINE)[1:]
    names = [re.match(r"\w*?\d(child__launched|child|parent)", text) for text in kernels]
    return {name[1]: text.count("ld.global.nc") for name, text in zip(names, kernels, strict=True) if name}


@pytest.mark.parametrize("child", CHILDREN.values(), ids=CHILDREN)
def test_parent_has_none(child: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cu").write_text(child + PARENT)
    result = cases.rewrite("a.cu", parse_command([], sources=[Path("a.cu")], environment={}), Settings())
    (tmp_path / "a.cu").write_bytes(result.outputs["a.cu"])
    status, said = nvcc(tmp_path, "a.cu", phase=("-ptx",))
    assert status == 0, said
    loads = read_only_loads((tmp_path / "a.out").read_text())
    assert loads["parent"] == 0
    assert loads["child"] > 0
