"""What the compiler launcher adds to each compile: wall and CPU time, against the compiler alone.

python bench/launcher.py [--runs N] [--markdown]

The compiler of the first part does nothing, so that what is left is the launcher; that of the second part is nvcc."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spawnc.toolchain import require_nvcc

_FLAGS = ("-std=c++17", "-arch=sm_90", "-rdc=true", "-Iinclude")
_TREE = Path(__file__).parent.parent / "tests" / "projects" / "tree"
_HOST_PAIR = """\
__global__ void kernel_{index}(float* out, const float* in, int n) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.5f + {index}.0f;
}}
void run_{index}(float* out, const float* in, int n) {{
  kernel_{index}<<<(n + 127) / 128, 128>>>(out, in, n);
}}
"""


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    arguments: Sequence[str]


@dataclass(frozen=True, slots=True)
class Times:
    wall_ms: float
    cpu_ms: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=21, help="the best of so many is shown; nvcc runs a fifth as often")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/builds.md")
    options = parser.parse_args()
    launcher = str(Path(sys.executable).with_name("spawnc-cc"))
    nvcc = str(require_nvcc().path)
    separator = " | " if options.markdown else "  "
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        rows: list[tuple[str, ...]] = [("", "compiler", "wall ms", "added", "CPU ms", "added")]
        for case in _cases(Path(folder)):
            for compiler, runs in (("true", options.runs), (nvcc, max(3, options.runs // 5))):
                # turn by turn, since machines are not equally fast all the time
                alone, launched = _compare([[compiler, *case.arguments], [launcher, compiler, *case.arguments]], runs)
                wall, cpu = launched.wall_ms - alone.wall_ms, launched.cpu_ms - alone.cpu_ms
                name = Path(compiler).name
                rows.append((case.name, name, *(f"{ms:.0f}" for ms in (alone.wall_ms, wall, alone.cpu_ms, cpu))))
                print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [separator.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if options.markdown:
        lines.insert(1, separator.join("-" * width for width in widths))
        lines = [f"| {line} |" for line in lines]
    print("\n".join(lines))


def _cases(folder: Path) -> Iterator[Case]:
    for name in ("include/visit.cuh", "src/walk.cu", "src/walk.cuh"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((_TREE / name).read_bytes())
    headers = [f"include/h{index}.cuh" for index in range(50)]
    for header in headers:
        (folder / header).write_text("#pragma once\n" + "inline int unused_in_a_header();\n" * 300)
    plain = "__global__ void kernel(int* d) { d[0] = 1; }\n"
    (folder / "plain.cu").write_text(plain)
    (folder / "many.cu").write_text("".join(f"#include <{Path(header).name}>\n" for header in headers) + plain)
    (folder / "host.cu").write_text("".join(_HOST_PAIR.format(index=index) for index in range(300)))
    compile_to = ("-c", "-o", "out.o")
    yield Case("no launch", [*_FLAGS, *compile_to, "plain.cu"])
    yield Case("no launch, 50 headers", [*_FLAGS, *compile_to, "many.cu"])
    yield Case("300 host launches", [*_FLAGS, *compile_to, "host.cu"])
    yield Case("device launch: rewritten", [*_FLAGS, *compile_to, "src/walk.cu"])


def _compare(commands: Sequence[Sequence[str]], runs: int) -> list[Times]:
    samples: list[list[Times]] = [[] for _ in commands]
    for _ in range(runs):
        for command, found in zip(commands, samples, strict=True):
            found.append(_time(command))
    # other jobs of the machine make times longer, and never shorter
    return [Times(min(time.wall_ms for time in found), min(time.cpu_ms for time in found)) for found in samples]


def _time(command: Sequence[str]) -> Times:
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed with exit code {done.returncode}:\n{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Times(wall * 1000, cpu * 1000)


if __name__ == "__main__":
    main()
