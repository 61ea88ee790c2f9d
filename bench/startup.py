"""What a call of spawnc costs: time and memory of whole processes, as a build sees them.

python bench/startup.py [--runs N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

#: A kernel pair, as code has them: the child by its workload, the parent for a range of parents.
_PAIR = """\
__global__ void child_{index}(float *out, const float *in, int count) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {{
    out[i] = in[i] * 0.5f + {index}.0f;
  }}
}}

__global__ void parent_{index}(float *out, const float *in, const int *counts, int n) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{
    child_{index}<<<(counts[i] + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(out, in, counts[i]);
  }}
}}

"""
#: More launches of the same child, a function each.
_LAUNCH = """\
// the same child once more, {copy}
__device__ void visit_{index}_{copy}(float *out, const float *in, int count) {{
  child_{index}<<<(count + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(out, in, count);
}}

"""


@dataclass(frozen=True, slots=True)
class Cost:
    """One process."""

    wall_s: float
    cpu_s: float
    peak_mib: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="the best of so many runs is shown (default: 5)")
    runs = parser.parse_args().runs
    print(f"{'command':<44} {'wall s':>8} {'cpu s':>8} {'peak MiB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, divisor in _commands(Path(folder)):
            best = min((_cost_of(arguments) for _ in range(max(1, runs // divisor))), key=lambda cost: cost.wall_s)
            print(f"{name:<44} {best.wall_s:8.2f} {best.cpu_s:8.2f} {best.peak_mib:9.0f}", flush=True)


def _commands(folder: Path) -> Iterator[tuple[str, Sequence[str], int]]:
    """Name, arguments, and how many times fewer runs are enough."""
    small, large = folder / "small.cu", folder / "large.cu"
    small.write_text(_source(pairs=13, launches=13))
    large.write_text(_source(pairs=250, launches=5000))
    yield "--version", ["--version"], 1
    yield "--help", ["--help"], 1
    for path in (small, large):
        text = path.read_text()
        size = f"{text.count(chr(10))} lines, {text.count('<<<')} launches, {len(text) / 1e6:.2f} MB"
        divisor = 1 if path is small else 5
        yield f"rewrite -o: {size}", ["rewrite", str(path), "-q", "-o", str(folder / "out.cu")], divisor
        yield f"rewrite --diff: {size}", ["rewrite", str(path), "-q", "--diff"], divisor
        yield f"list: {size}", ["list", str(path)], divisor


def _source(*, pairs: int, launches: int) -> str:
    """CUDA text with so many launches, spread evenly over kernel pairs."""
    pieces = []
    for index in range(pairs):
        pieces.append(_PAIR.format(index=index))
        pieces += [_LAUNCH.format(index=index, copy=copy) for copy in range(launches // pairs - 1)]
    return "".join(pieces)


def _cost_of(arguments: Sequence[str]) -> Cost:
    begin = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "spawnc", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"spawnc {' '.join(arguments)} failed with exit code {process.returncode}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
