"""Launches that stay as written: which of them take the turn of their warp."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import CarrierChoice, Settings

BEFORE = """
#include <cuda_runtime.h>
#define SAME(x) x
#define CREATES(s) cudaStreamCreateWithFlags(s, 0)
struct Pair { int a, b; };
__device__ int twice(int n) { return 2 * n; }
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void last(int n, Pair pair = {}) {}
__device__ int launches(int n) { last<<<1, 1, 0, cudaStreamTailLaunch>>>(n); return n; }
__device__ int creates(int n) { cudaStream_t s; CREATES(&s); return n; }
"""
GUARDED = "child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);"
RAW = "last<<<1, 1, 0, cudaStreamTailLaunch>>>"


def raw(folder: Path, body: str) -> list[str]:
    path = folder / "case.cu"
    path.write_text(
        f"{BEFORE}__global__ void parent(int* d, int n) {{ {body} }}\nvoid run() {{ parent<<<1, 1>>>(nullptr, 1); }}\n"
    )
    made = plan_views(parse_views(str(path), arch=900), Settings(carrier=CarrierChoice.LAUNCH))
    begin = path.read_text().index("void parent")
    text = made.files[str(path)].data
    spans = [launch.span for launch in made.raw_launches if launch.span.begin > begin]
    return [text[span.begin : span.end].decode() for span in spans]


@pytest.mark.parametrize("arguments", ["n", "twice(n)", "SAME(n + twice(n))", "n, Pair{n, 2}", "(int)sizeof(int)"])
def test_beside_a_guarded_launch(arguments: str, tmp_path: Path) -> None:
    assert raw(tmp_path, f"{GUARDED} {RAW}({arguments});") == [f"{RAW}({arguments})"]


def test_beside_a_call_that_takes_turns(tmp_path: Path) -> None:
    body = f"cudaStream_t s; cudaStreamCreateWithFlags(&s, 0); {RAW}(n); if (n > 9) launches(n);"
    assert raw(tmp_path, body) == []
    other = f"__global__ void other(int* d) {{ {GUARDED} }} void start(int* d) {{ other<<<1, 1>>>(d); }}\n"
    path = tmp_path / "case.cu"
    path.write_text(
        f"{BEFORE}{other}__global__ void parent(int* d, int n) {{ {body} }}\n"
        "void run() { parent<<<1, 1>>>(nullptr, 1); }\n"
    )
    made = plan_views(parse_views(str(path), arch=900), Settings(carrier=CarrierChoice.LAUNCH))
    assert len(made.raw_launches) == 2


@pytest.mark.parametrize("arguments", ["launches(n)", "creates(n)", "[&] { return n; }()", "SAME(launches(n))"])
def test_what_may_ask_for_a_turn_itself_has_none(arguments: str, tmp_path: Path) -> None:
    assert raw(tmp_path, f"{GUARDED} {RAW}({arguments});") == []


def test_alone_in_its_kernel(tmp_path: Path) -> None:
    assert raw(tmp_path, f"{RAW}(n);") == []
