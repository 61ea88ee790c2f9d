"""What regions cost and save on this GPU, as Markdown tables, and whether the promises of docs/graphs.md hold.

    bench/graphs.py [--runs N] [--json FILE]

Builds bench/gpu/graphs.cu and runs it, one process for each setting. Ends with 1 when an answer is wrong or a promise
is not kept. Needs nvcc and a GPU."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "bench" / "gpu" / "graphs.cu"
GRIDS = [(16, 16), (64, 64), (1024, 8), (256, 256), (1024, 1024)]
#: Columns of the table of loops, by what SPAWN_LOOP says; the first one runs the statements as written.
MODES = ["host", "while", "while:4", "while:16", "block:4", "block:16", "block:64", "auto"]
SIZES = {"16 KiB": 1 << 14, "1 MiB": 1 << 20, "4 MiB": 1 << 22, "64 MiB": 1 << 26, "128 MiB": 1 << 27}
HOWS = ["plain", "placeholders", "region"]
#: Loops of so many trips, with kernels of so many microseconds: what auto must decline, or not.
SHORT = [(trips, work) for trips in (1, 2, 3, 5, 10, 100) for work in (1, 20, 500)]
SHAPES = 1000
#: Of one process.
TIMEOUT_S = 20
#: For all loops of one kind: short ones need fewer to be known.
BUDGET_US, SHORT_BUDGET_US = 300_000, 30_000
#: Processes of short loops, of which the fastest counts: in some, every call takes 6 us more, whatever the mode.
ROUNDS = 5

Row = Sequence[object]
Measurement = tuple[object, ...]


class Bench:
    """The program, and what its runs have printed."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.points: dict[str, list[float]] = {}
        self.wrong: list[str] = []

    def run(self, measurements: Sequence[Measurement], **environment: str) -> list[list[float]]:
        """The numbers of each, in one process; `nan` for those that went wrong, or that it did not come to."""
        words = [str(word) for measurement in measurements for word in (*measurement, "/")][:-1]
        settings = [f"{key}={value}" for key, value in environment.items()]
        begin = time.monotonic()
        try:
            done = subprocess.run(
                [self.program, *words],
                env=os.environ | environment,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
            said, why = done.stdout, f"exit {done.returncode}: {done.stderr.decode().strip()[-200:]}"
        except subprocess.TimeoutExpired as error:
            said, why = error.stdout or b"", f"takes over {TIMEOUT_S} s"
        lines = said.decode().splitlines()
        print(f"{time.monotonic() - begin:5.1f} s: {' '.join([*settings, *words])}", file=sys.stderr)
        found = []
        for index, measurement in enumerate(measurements):
            name = " ".join([*settings, *map(str, measurement)])
            line = lines[index].split() if index < len(lines) else []
            if line[-1:] != ["ok"]:
                self.wrong.append(f"{name}: {' '.join(line) or why}")
                found.append([float("nan")] * 3)
                continue
            self.points[name] = [float(word) for word in line[:-1]]
            found.append(self.points[name])
        return found


def table(title: str, header: Sequence[str], rows: Iterable[Row]) -> None:
    print(f"\n{title}\n\n| {' | '.join(header)} |\n|---|{'--:|' * (len(header) - 1)}")
    for row in rows:
        cells = [f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row]
        print(f"| {' | '.join(cells)} |", flush=True)


def runs_of(microseconds: float, budget_us: float, most: int) -> int:
    """How often something is run; warm-up takes as many."""
    return max(10, min(most, int(budget_us / microseconds)))


def loops(bench: Bench, runs: int) -> list[str]:
    what = [("loop", width, height, runs_of(20 * (width + height), BUDGET_US, runs)) for width, height in GRIDS]
    columns = [[numbers[0] for numbers in bench.run(what, SPAWN_LOOP=mode)] for mode in MODES]
    rows, broken = [], []
    for (width, height), times in zip(GRIDS, zip(*columns, strict=True), strict=True):
        rows.append([f"{width}x{height}", *times, times[0] / times[-1]])
        if not times[-1] <= 1.03 * times[0]:
            broken.append(f"loop on {width}x{height}: auto takes {times[-1]:.2f} us a trip, host {times[0]:.2f}")
        if not 3 * min(times) <= times[0]:
            broken.append(f"loop on {width}x{height}: the best is {times[0] / min(times):.2f} times as fast, not 3")
    table("Breadth-first search on a grid, us a trip", ["grid", *MODES, "host / auto"], rows)
    return broken


def short_loops(bench: Bench, runs: int) -> list[str]:
    what = [("trips", trips, work, runs_of(trips * (work + 15), SHORT_BUDGET_US, 4 * runs)) for trips, work in SHORT]
    rounds = [
        [[numbers[0] for numbers in bench.run(what, SPAWN_LOOP=mode)] for mode in ("host", "auto")]
        for _ in range(ROUNDS)
    ]
    # one that went wrong is in bench.wrong
    hosts, autos = ([min(times) for times in zip(*each, strict=True)] for each in zip(*rounds, strict=True))
    rows, broken = [], []
    for (trips, work), host, auto in zip(SHORT, hosts, autos, strict=True):
        rows.append([trips, work, host, auto, host / auto])
        if not auto <= 1.03 * host:
            broken.append(f"{trips} trips of {work} us: auto takes {auto:.1f} us, host {host:.1f}")
    table("Loops of few trips, us a loop", ["trips", "us of work", "host", "auto", "host / auto"], rows)
    return broken


def sequences(bench: Bench, calls: int) -> list[str]:
    times = {
        how: [numbers[0] for numbers in bench.run([("sequence", how, size, calls) for size in SIZES.values()])]
        for how in HOWS
    }
    ratios = [plain / region for plain, region in zip(times["plain"], times["region"], strict=True)]
    table(
        "50 kernels, us a call, by size of each of the changing buffers",
        ["", *SIZES],
        [*([how, *times[how]] for how in HOWS), ["plain / region", *ratios]],
    )
    broken = [
        f"50 kernels, {size}: {ratio:.2f} times as fast as plain, not 2.5"
        for size, ratio in zip(SIZES, ratios, strict=True)
        if not ratio >= 2.5
    ]
    if not max(times["region"]) <= 1.3 * min(times["region"]):
        broken.append("50 kernels: a region's time is not flat in the size")
    return broken


def issues(bench: Bench, calls: int) -> list[str]:
    hows = ["plain", "same", "rotating", "grids"]
    found = bench.run([("issue", how, calls) for how in hows])
    rows = [[how, mine, bare] for how, (mine, bare, *_) in zip(hows, found, strict=True)]
    table("Issue of 50 kernels, us of the host a call", ["calls", "us", "cudaGraphLaunch alone"], rows)
    mine, bare = found[1][:2]
    return [] if mine <= 6 else [f"issue: {mine:.2f} us a call, not 6; cudaGraphLaunch() alone takes {bare:.2f}"]


def shapes(bench: Bench) -> list[str]:
    what = [("shapes", 1), ("shapes", SHAPES), ("shapes-each", 1), ("shapes-each", SHAPES)]
    found = [bench.run([measurement])[0] for measurement in what]
    rows = [
        ["region" if kind == "shapes" else "a graph for each", count, *numbers]
        for (kind, count), numbers in zip(what, found, strict=True)
    ]
    table("Memory of 50 kernels, MiB", ["", "shapes", "device", "host", "us a call"], rows)
    one, many = found[0], found[1]
    # what is below a granule of the driver's is not to be seen
    if not (many[0] <= 2 * max(one[0], 2) and many[1] <= 2 * max(one[1], 2)):
        return [f"{SHAPES} shapes take {many[0]:.1f} and {many[1]:.1f} MiB, one takes {one[0]:.1f} and {one[1]:.1f}"]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=60, help="loops a median is made of")
    parser.add_argument("--calls", type=int, default=200, help="calls of a sequence a median is made of")
    parser.add_argument("--json", type=Path, help="all numbers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "graphs"
        include = ROOT / "spawnc" / "include"
        command = ["nvcc", "-std=c++17", "-O3", "-arch=native", f"-I{include}", SOURCE, "-o", program]
        subprocess.run(command, check=True)
        bench = Bench(program)
        broken = [
            *loops(bench, options.runs),
            *short_loops(bench, options.runs),
            *sequences(bench, options.calls),
            *issues(bench, 5 * options.calls),
            *shapes(bench),
        ]
    if options.json:
        options.json.write_text(json.dumps(bench.points, indent=1) + "\n")
    print()
    for line in [*bench.wrong, *broken]:
        print(f"- {line}")
    return 1 if bench.wrong or broken else 0


if __name__ == "__main__":
    sys.exit(main())
