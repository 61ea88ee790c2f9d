"""Block sizes that are constants, and kernels that whole blocks of a queue's drain can run."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.analyze.block_sizes import constant_block
from spawnc.analyze.facts import FactBook
from spawnc.analyze.whole_blocks import problem_in_blocks, shared_bytes, tolerated
from spawnc.frontend import parse_views
from spawnc.model import Unit

CONSTANTS = """
#define TILE 16
#define TWICE (TILE * 2)
#define ITSELF ITSELF
#define REDEFINED 8
#undef REDEFINED
constexpr int kWide = 64, kHalf = kWide / 2;
static const unsigned kOther = kWide / 2;
int not_constant = 3;
extern const int elsewhere;
__device__ int in_device_memory = 4;
__global__ void child() {}
template <int N> __global__ void parent(int n) {
  const int own = 8;
  int changed = 3;
  ++changed;
  int kept = 4;
  const dim3 block(TILE, TILE);
  dim3 third{kWide}, reshaped(4, 4);
  reshaped.y = n;
  const int hidden = n;
"""
SIZES = {
    "128": ("128",),
    "0x40u": ("0x40u",),
    "TILE": ("TILE",),
    "dim3(TILE, TWICE, 2)": ("TILE", "TWICE", "2"),
    "dim3(TILE, 1, 1)": ("TILE",),
    "dim3(1, 1, 4)": ("1", "1", "4"),
    "dim3(1, 1)": ("1",),
    "{kWide, kOther}": ("kWide", "kOther"),
    "kHalf": ("kHalf",),
    "block": ("TILE", "TILE"),
    "third": ("kWide",),
    "own * (kWide + 1)": ("8 * (kWide + 1)",),
    "kept": ("4",),
    **dict.fromkeys(("n", "changed", "not_constant", "elsewhere", "in_device_memory", "N", "ITSELF", "REDEFINED"), ()),
    **dict.fromkeys(
        ("blockDim", "blockDim.x", "dim3(n, 2)", "reshaped", "sizeof(int)", "hidden", "1 < 2", "kWide >> 1"), ()
    ),
}

KERNELS = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(int x) { for (int d = 16; d; d /= 2) x += __shfl_down_sync(~0u, x, d); return x; }
__device__ int some(int v) { return threadIdx.x < v ? 0 : __shfl_sync(~0u, v, 0); }
__device__ int twice(int x) { return 2 * sum(x); }
"""
WHOLE = {
    "__shared__ int s[4]; if (blockIdx.x >= n) return; s[threadIdx.x & 3] = 1; __syncthreads(); x[0] = s[1];": "",
    "__syncthreads(); if (threadIdx.x > 3) return; x[0] = 1;": "",
    "x[0] = twice(x[1]); if (threadIdx.x >= n) return; x[1] = 2;": "",
    "const int m = n / 2; if (m > 3) { if (gridDim.x == 1) return; } __syncthreads();": "",
    "auto leaves = [&] { if (threadIdx.x) return 1; return 2; }; __syncthreads(); x[0] = leaves();": "",
    "if (threadIdx.x >= n) return; __syncthreads();": "threads may return before others meet",
    "if (threadIdx.x >= n) return; x[0] = twice(x[1]);": "threads may return before others meet",
    "if (x[n]) return; __syncwarp();": "threads may return before others meet",
    "for (int i = 0; i < n; ++i) { __syncthreads(); if (x[i]) return; }": "threads may return before others meet",
    "int m = threadIdx.x; if (m > 3) return; cg::this_thread_block().sync();": "threads may return before others meet",
    "extern __shared__ int s[]; s[0] = n;": "the size of its shared memory is not known",
}
PASSED_BY = {
    # what others pass by, with nothing behind it, they would leave behind
    "if (threadIdx.x < n) { __syncthreads(); x[0] = 1; }": False,
    "if (threadIdx.x < 16) x[0] = __shfl_down_sync(~0u, x[1], 1);": False,
    "for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = __shfl_sync(~0u, x[i], 0);": False,
    "for (int i = 0; i < n; ++i) { if (x[threadIdx.x]) break; __syncthreads(); }": False,
    "do { if (threadIdx.x >= n) break; __syncthreads(); } while (false);": False,
    "if (threadIdx.x >= n) goto done; __syncthreads(); done:;": False,
    "int m = 0; if (threadIdx.x) m = 3; if (m) __syncthreads();": False,
    "switch (threadIdx.x) { case 0: __syncwarp(); }": False,
    "x[0] = threadIdx.x < n ? twice(x[1]) : 0;": False,
    "x[0] = threadIdx.x < n && __any_sync(~0u, 1);": False,
    "auto f = [&] { __syncthreads(); }; f();": False,
    "if (atomicAdd(x, 1) == n) __syncthreads();": False,
    "x[0] = some(x[1]);": False,
    "if (threadIdx.x < n) cg::this_thread_block().sync();": False,
    # with a barrier behind it, all of them wait
    "if (threadIdx.x < n) { __syncwarp(); } __syncthreads(); x[0] = 1;": True,
    "if (threadIdx.x < n) { __syncwarp(); } if (n > 1) __syncthreads();": False,
    "if (threadIdx.x < n) { __syncwarp(); } if (n > 1) return; __syncthreads();": False,
    "for (int i = 0; i < n; ++i) { if (threadIdx.x < i) __syncwarp(); __syncthreads(); }": True,
    "if (n) { if (threadIdx.x) __syncwarp(); } else { __syncthreads(); }": False,
    "x[0] = some(x[1]); __syncthreads();": True,
    # the same for all
    "for (int step = blockDim.x / 2; step > 0; step /= 2) { if (threadIdx.x < step) ++x[0]; __syncthreads(); }": True,
    "for (int step = 16; step > 0; step /= 2) x[0] += __shfl_down_sync(~0u, x[0], step);": True,
    "for (int i = x[blockIdx.x]; i < x[blockIdx.x + 1]; i += 32) { __syncthreads(); x[i + threadIdx.x] = 0; }": True,
    "__shared__ bool last; if (threadIdx.x == 0) last = n; __syncthreads(); if (last) __syncthreads();": True,
    "int m = threadIdx.x; const int k = n; m += 1; if (k) __syncthreads(); x[m] = __activemask();": True,
    # the same for all of a warp
    "if (threadIdx.x < 32) { for (int s = 16; s > 0; s /= 2) x[0] += __shfl_down_sync(~0u, x[0], s); }": True,
    "const int warp = threadIdx.x / 32; if (warp == 0) x[0] = twice(x[1]);": True,
    "const int i = threadIdx.x; if (i >> 5 == n) __syncwarp();": True,
    "if (threadIdx.x < 32) __syncthreads();": False,
    "if (threadIdx.x / 32 < n) { int s = 0; if (threadIdx.x == 1) s = 1; if (s) __syncwarp(); }": False,
    "int warp = threadIdx.x / 32; warp += n; if (warp == 0) __syncwarp();": False,
}
#: What a function is given may decide where its threads meet; what only a reference names may have other names.
IN_FUNCTIONS = {
    "fold(x, n);": True,
    "if (n > 3) fold(x, blockIdx.x);": True,
    "int rounds = n; fold(x, rounds + 1);": True,
    "fold(x, threadIdx.x);": False,
    "int rounds = n; if (threadIdx.x == 0) ++rounds; fold(x, rounds);": False,
    "if (threadIdx.x < 8) fold(x, n);": False,
    "int rounds = n; fold_by_reference(x, rounds);": False,
    "fold_twice(x, n);": True,
    "fold_twice(x, threadIdx.x);": False,
}
FUNCTIONS = """
__device__ void fold(int* x, int rounds) {
  for (int i = 0; i < rounds; ++i) { x[threadIdx.x] += x[threadIdx.x + i]; __syncthreads(); }
}
__device__ void fold_by_reference(int* x, int& rounds) { for (; rounds > 0; --rounds) __syncthreads(); }
__device__ void fold_twice(int* x, int rounds) { fold(x, rounds); fold(x, 2); }
"""
GROUPS = {
    "cg::thread_block b = cg::this_thread_block(); b.sync(); x[0] = b.thread_rank() + b.size();": True,
    "auto t = cg::tiled_partition<32>(cg::this_thread_block()); x[0] = t.shfl(x[1], 3) + t.any(n);": True,
    "x[0] = cg::this_thread_block().group_index().x;": False,
    "x[0] = cg::this_grid().thread_rank();": False,
}


def unit(folder: Path, text: str) -> Unit:
    path = folder / "case.cu"
    path.write_text(text)
    return parse_views(str(path), ["-std=c++17"])[0]


def test_constant_block_sizes(tmp_path: Path) -> None:
    launches = "".join(f"  child<<<1, {size}>>>();\n" for size in SIZES)
    made = unit(tmp_path, f"{CONSTANTS}{launches}}}\n")
    assert dict(zip(SIZES, (constant_block(made, launch) for launch in made.launches), strict=True)) == SIZES


def kernel(folder: Path, body: str) -> tuple[Unit, FactBook]:
    made = unit(folder, f"{KERNELS}__global__ void kernel(int* x, int n) {{ {body} }}\n")
    return made, FactBook(made)


@pytest.mark.parametrize("body", WHOLE)
def test_threads_that_leave(body: str, tmp_path: Path) -> None:
    made, book = kernel(tmp_path, body)
    (function,) = made.by_name["kernel"]
    assert problem_in_blocks(made, function, book, in_rows=True) == WHOLE[body]


@pytest.mark.parametrize("body", PASSED_BY)
def test_threads_that_pass_by(body: str, tmp_path: Path) -> None:
    made, book = kernel(tmp_path, body)
    (function,) = made.by_name["kernel"]
    why = "" if PASSED_BY[body] else "threads may come to its end while others meet"
    assert problem_in_blocks(made, function, book, in_rows=True) == why


@pytest.mark.parametrize("body", IN_FUNCTIONS)
def test_barriers_in_functions(body: str, tmp_path: Path) -> None:
    made = unit(tmp_path, f"{FUNCTIONS}__global__ void kernel(int* x, int n) {{ {body} }}\n")
    (function,) = made.by_name["kernel"]
    why = "" if IN_FUNCTIONS[body] else "threads may come to its end while others meet"
    assert problem_in_blocks(made, function, FactBook(made), in_rows=True) == why


def test_shared_memory_of_functions_counts(tmp_path: Path) -> None:
    text = """
struct Pair { char a; double b; };
__device__ void twice() { __shared__ Pair pairs[2]; __shared__ int n; }
__device__ void once() { twice(); __shared__ float x; }
__global__ void kernel() { __shared__ Pair pair; once(); twice(); }
__global__ void dynamic() { extern __shared__ int x[]; }
"""
    made = unit(tmp_path, text)
    sizes = [shared_bytes(made, made.by_name[name][0], FactBook(made)) for name in ("kernel", "dynamic")]
    assert sizes == [16 + 2 * 16 + 4 + 4, None]


def test_whole_warps_need_blocks_of_one_dimension(tmp_path: Path) -> None:
    made, book = kernel(tmp_path, "if (threadIdx.x < 32) __syncwarp();")
    (function,) = made.by_name["kernel"]
    assert problem_in_blocks(made, function, book, in_rows=False) == "threads may come to its end while others meet"


@pytest.mark.parametrize("body", GROUPS)
def test_cooperative_groups_within_a_block(body: str, tmp_path: Path) -> None:
    made, book = kernel(tmp_path, body)
    (function,) = made.by_name["kernel"]
    obstacles = book.of(function).obstacles
    assert obstacles
    assert all(tolerated(obstacle) for obstacle in obstacles) == GROUPS[body]
