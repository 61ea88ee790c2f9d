"""A program without device launches needs no device runtime."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from spawnc.build import compile_program, include_dir, nvcc_command
from spawnc.command import parse_command
from spawnc.pipeline import rewrite_unit
from spawnc.settings import CarrierChoice, Settings
from spawnc.toolchain import require_nvcc, require_toolchain

pytestmark = pytest.mark.nvcc

#: Samples that can't do without device launches yet.
LAUNCHING = {
    "amr": pytest.mark.xfail(reason="SP090: a kernel that launches itself, deeper than serial bodies go"),
    "quadtree": pytest.mark.xfail(reason="SP040: a child with barriers that launches itself"),
    "quicksort": pytest.mark.xfail(reason="SP040: barriers in device functions, which only blocks of a queue can keep"),
    "mandelbrot": pytest.mark.xfail(reason="SP052: a child with barriers that launches itself"),
    "tree": pytest.mark.xfail(reason="SP090: a kernel that launches itself, deeper than serial bodies go"),
}
SAMPLES = [
    pytest.param(path, id=path.stem, marks=LAUNCHING.get(path.stem, ()))
    for path in sorted((Path(__file__).parents[2] / "samples").glob("*/*.cu"))
]
#: A child that waits in a queue, one whose order matters, and one with barriers.
PROGRAM = """\
__global__ void add(int* d, int n) { const int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] += i; }
__global__ void turn(int* d) {
  __shared__ int s[32];
  s[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void parent(int* d, int n) {
  add<<<(n + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(d + threadIdx.x * n, n);
  turn<<<1, 32>>>(d);
  turn<<<1, 32>>>(d + 32);
}
int main() {
  int* d = nullptr;
  if (cudaMalloc(&d, 1 << 20) != cudaSuccess) return 1;
  parent<<<1, 32>>>(d, 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
"""


def rewrite(source: Path, folder: Path) -> Path:
    """The program without device launches, in a folder."""
    settings = Settings(carrier=CarrierChoice.AUTO, launch_free=True, in_root=str(source.parent))
    command = parse_command([], sources=[source], environment={})
    outcome = rewrite_unit(command, str(source), settings, toolkit_include=())
    assert not [message for message in outcome.plan.diagnostics if message.rule == "SP090"]
    copy = folder / "free.cu"
    # of a program that has none anyway, nothing is rewritten
    copy.write_bytes(outcome.rewritten.get(str(source), source.read_bytes()))
    return copy


@pytest.mark.parametrize("source", [*SAMPLES, pytest.param(None, id="program")])
def test_no_device_launch_is_left(source: Path | None, tmp_path: Path) -> None:
    if source is None:
        source = tmp_path / "program.cu"
        source.write_text(PROGRAM)
    copy = rewrite(source, tmp_path)
    ptx = tmp_path / "free.ptx"
    folders = [f"-I{include_dir()}", f"-I{source.parent}"]
    command = [require_nvcc().path, "-std=c++17", "-arch=sm_90", *folders, "-ptx", copy, "-o", ptx]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    text = ptx.read_text()
    assert ".entry" in text
    assert "cudaCDP" not in text
    assert "cudaLaunchDevice" not in text


def test_links_without_the_device_runtime(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    copy = rewrite(source, tmp_path)
    command, toolchain = parse_command([], sources=[source], environment={}), require_toolchain()
    words = nvcc_command([copy], tmp_path / "free", toolchain, command, launch_free=True)
    assert not {"-rdc=true", "-lcudadevrt"} & set(words)
    compile_program([copy], tmp_path / "free", toolchain, command, launch_free=True)
    assert (tmp_path / "free").is_file()
