"""What a whole project costs: `spawnc rewrite -p` against parsing alone, and the memory of every process.

python bench/many_units.py [--units N] [--launches N] [--jobs N] [--runs N] [--markdown]

A project is generated: units with device-side launches, and headers that all of them include, one with a child kernel.
Parsing alone is spawnc's own frontend, in as many processes as the command has, and they end without a result."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from multiprocessing import get_context
from pathlib import Path

from spawnc.command import CompileCommand, clang_arguments
from spawnc.frontend import parse_views
from spawnc.requests import select_units
from spawnc.toolchain import toolkit_include_paths

#: The most that the whole way may cost, as a multiple of parsing alone.
_MOST_TIMES_PARSING = 1.3
#: The most memory that a worker may take.
_MOST_MIB = 600
_HEADERS = {
    "types.h": """\
#pragma once
#include <cstddef>

struct Graph {
  const int *row, *column;
  int vertices;
};
struct Weights {
  float *out;
  const float *in;
};
""",
    "helpers.cuh": """\
#pragma once
#include "types.h"

__host__ __device__ inline int blocks_for(int count, int block) { return (count + block - 1) / block; }
__device__ inline float blend(float a, float b, float t) { return a + (b - a) * t; }
template <typename T>
__device__ T clamp_to(T value, T low, T high) {
  return value < low ? low : (value > high ? high : value);
}
""",
    "scale.cuh": """\
#pragma once
#include "helpers.cuh"

static __global__ void scale(float *out, const float *in, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = clamp_to(in[i] * factor, -1.0f, 1.0f);
}
""",
}
_HEAD = """\
#include <cstdio>

#include <cuda_runtime.h>

#include "helpers.cuh"
#include "scale.cuh"

namespace unit_{unit} {{

"""
#: A child, a parent with two launches of it, and a function with one of the header's child.
_GROUP = """\
__global__ void relax_{index}(Weights weights, const int *column, int degree, float t) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree) {{
    const int at = column[i];
    float value = weights.in[at];
    for (int step = 0; step < {index} + 2; ++step) value = blend(value, weights.in[i], t);
    weights.out[i] = value;
  }}
}}

__device__ void visit_{index}(Weights weights, int begin, int count) {{
  if (count > {index})
    scale<<<blocks_for(count, 64), 64, 0, cudaStreamFireAndForget>>>(weights.out + begin, weights.in, count, 0.5f);
}}

__global__ void expand_{index}(Graph graph, Weights weights, float t) {{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= graph.vertices) return;
  const int begin = graph.row[v], degree = graph.row[v + 1] - begin;
  if (degree > 0) {{
    const int *column = graph.column + begin;
    relax_{index}<<<blocks_for(degree, 128), 128, 0, cudaStreamFireAndForget>>>(weights, column, degree, t);
  }}
{launches}  visit_{index}(weights, begin, degree);
}}

void start_{index}(Graph graph, Weights weights) {{
  expand_{index}<<<blocks_for(graph.vertices, 256), 256>>>(graph, weights, 0.25f);
  if (cudaDeviceSynchronize() != cudaSuccess) std::printf("expand_{index} failed\\n");
}}

"""
_LAUNCH = (
    "  relax_{index}<<<1 + degree / {block}, {block}>>>(weights, graph.column + begin, degree, {number}.0f * t);\n"
)
_LAUNCHES_OF_A_GROUP = 5


@dataclass(frozen=True, slots=True)
class Cost:
    """One command: its time, that of the processors, and the peak memory of its own process and of each worker."""

    seconds: float
    cpu_seconds: float
    main_mib: float
    worker_mib: tuple[float, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=500)
    parser.add_argument("--launches", type=int, default=20, help="device-side launches of a unit (default: 20)")
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3, help="medians of so many are shown (default: 3)")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/builds.md")
    parser.add_argument("--parse-only", metavar="DIR", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.parse_only:
        _parse_all(options.parse_only, options.jobs)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _generate(folder, units=options.units, launches=options.launches)
        jobs = ("-j", str(options.jobs))
        out = str(folder / "out")
        rewrite = (sys.executable, "-m", "spawnc", "rewrite", "-p", name, "--in-root", name, "--out-root", out, *jobs)
        parse = (sys.executable, __file__, "--parse-only", name, *jobs)
        pairs = []
        for _ in range(options.runs):
            pairs.append((_cost_of(parse), _cost_of(rewrite)))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    now = datetime.now(timezone.utc).date()
    print(f"{options.units} units, {options.launches} device launches each, -j {options.jobs}; {now}, {_cores()} cores")
    _print_table([parsing for parsing, _ in pairs], [whole for _, whole in pairs], markdown=options.markdown)


def _print_table(parsing: Sequence[Cost], whole: Sequence[Cost], *, markdown: bool) -> None:
    rows = [("", "s", "times parsing", "CPU s", "times parsing", "largest worker, MiB", "own process, MiB")]
    for name, costs in (("parsing alone", parsing), ("`rewrite --out-root`", whole)):
        seconds, cpu = (
            statistics.median(cost.seconds for cost in costs),
            statistics.median(cost.cpu_seconds for cost in costs),
        )
        # each run against the one before it: machines are not equally fast all the time
        times = statistics.median(one.seconds / base.seconds for base, one in zip(parsing, costs, strict=True))
        cpu_times = statistics.median(
            one.cpu_seconds / base.cpu_seconds for base, one in zip(parsing, costs, strict=True)
        )
        memory = max(max(cost.worker_mib) for cost in costs), max(cost.main_mib for cost in costs)
        numbers = (f"{seconds:.1f}", f"{times:.2f}", f"{cpu:.1f}", f"{cpu_times:.2f}")
        rows.append((name, *numbers, *(f"{mib:.0f}" for mib in memory)))
    rows.append(("at most", "", f"{_MOST_TIMES_PARSING}", "", "", f"{_MOST_MIB}", ""))
    separator = " | " if markdown else "  "
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [separator.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if markdown:
        lines.insert(1, separator.join("-" * width for width in widths))
        lines = [f"| {line} |" for line in lines]
    print("\n".join(lines))


def _generate(folder: Path, *, units: int, launches: int) -> None:
    """Units, headers and compile_commands.json."""
    (folder / "include").mkdir()
    (folder / "src").mkdir()
    for name, text in _HEADERS.items():
        (folder / "include" / name).write_text(text)
    command = "nvcc -std=c++17 -arch=sm_90 -rdc=true -Iinclude -c"
    entries = []
    for unit in range(units):
        name = f"src/unit_{unit:03}.cu"
        text = _unit(unit, launches)
        (folder / name).write_text(text)
        entries.append({"directory": str(folder), "file": name, "command": f"{command} {name} -o {name}.o"})
    (folder / "compile_commands.json").write_text(json.dumps(entries))


def _unit(unit: int, launches: int) -> str:
    pieces = [_HEAD.format(unit=unit)]
    groups, rest = divmod(launches, _LAUNCHES_OF_A_GROUP)
    if rest:
        sys.exit(f"--launches has to be a multiple of {_LAUNCHES_OF_A_GROUP}")
    for index in range(groups):
        # one launch is the function's, one the condition's
        more = [_LAUNCH.format(index=index, block=32 << number, number=number) for number in range(3)]
        pieces.append(_GROUP.format(index=index, launches="".join(more)))
    return "".join([*pieces, f"}}  // namespace unit_{unit}\n"])


def _parse_all(build: str, jobs: int) -> None:
    requests = select_units((), build=build)
    toolkit = tuple(str(path) for path in toolkit_include_paths())
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in [pool.submit(_parse, request.path, request.command, toolkit) for request in requests]:
            future.result()


def _parse(path: str, command: CompileCommand, toolkit: tuple[str, ...]) -> None:
    parse_views(path, clang_arguments(command), toolkit_include=toolkit, arch=command.arch * 10)


def _cost_of(command: Sequence[str]) -> Cost:
    """Run a command that writes nothing worth reading, and watch its processes."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peaks: dict[int, float] = {}
    while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
        for worker in _workers(process.pid):
            # the kernel keeps the peak, so that looking now and then is enough
            peaks[worker] = max(peaks.get(worker, 0), _peak_mib(worker))
        time.sleep(0.1)
    seconds = time.perf_counter() - begin
    _, status, usage = ended
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed with exit code {process.returncode}")
    # what the command waited for counts too
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, tuple(peaks.values()))


def _workers(parent: int) -> list[int]:
    """The pool's processes; multiprocessing has one more, which tracks resources."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:
        return []


def _peak_mib(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def _cores() -> int:
    return len(os.sched_getaffinity(0))


if __name__ == "__main__":
    main()
