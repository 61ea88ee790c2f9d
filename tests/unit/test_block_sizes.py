"""Block sizes that are constants, and kernels that whole blocks of a queue's drain can run."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.analyze.block_sizes import constant_block
from spawnc.analyze.facts import FactBook
from spawnc.analyze.whole_blocks import problem_in_blocks, tolerated
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
    assert problem_in_blocks(made, function, book) == WHOLE[body]


@pytest.mark.parametrize("body", GROUPS)
def test_cooperative_groups_within_a_block(body: str, tmp_path: Path) -> None:
    made, book = kernel(tmp_path, body)
    (function,) = made.by_name["kernel"]
    obstacles = book.of(function).obstacles
    assert obstacles
    assert all(tolerated(obstacle) for obstacle in obstacles) == GROUPS[body]
