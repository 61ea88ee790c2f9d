"""Times the samples flat, with launches as written and with each carrier, in one interleaved run; prints one table.

    python -m bench.queue_columns [--only TEXT]... [--quick] [--json FILE] [--plot FILE.svg]
    python -m bench.queue_columns --programs FOLDER --arch sm_90 --build-only        builds on a machine without a GPU
    python -m bench.queue_columns --read FILE [--plot FILE.svg]     prints and draws what an earlier run has written

    flat            a loop in the thread, or a loop of host launches, written by hand
    cdp, cdp-ff     every launch as written, into the NULL stream and fire-and-forget, pending limit raised
    threshold       device launches with the best threshold of a sweep over powers of two, which stands in brackets
    spawn+launch    `spawnc rewrite --carrier launch`, the default policy
    auto            `spawnc rewrite --carrier auto`, the default policy

Milliseconds: the median of the rounds' medians, each round a process of its own. The program as written is run once,
after the rounds, and a cell that fails is not run again. The JSON has the medians of all rounds and the whole sweep.
Needs nvcc and a GPU, for about six minutes on an H200; the plot needs matplotlib."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

from bench.bfs_sweep import build, time_one
from bench.columns import COLUMNS, PROGRAMS, ROOT, THRESHOLD, Column, Row, arguments_of, chosen_rows, stream_variant
from bench.columns_output import Cell, Run, plot, read_cell, table

#: Seconds for a process; the program as written takes that long where its children are many.
LIMIT, LIMIT_AS_WRITTEN, LIMIT_MAKING_GRAPH = 15, 25, 120
NO_TIME_LEFT = "no time left"


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the programs are, and how often they run."""

    programs: Path
    graphs: Path
    #: The programs that nvcc or spawnc failed to make.
    missing: frozenset[str]
    #: When to stop, by time.monotonic().
    deadline: float
    rounds: int
    repeats: int
    quick: bool

    def run(self, row: Row, column: Column, threshold: int = 0) -> Run:
        """One process."""
        program = f"{row.sample}-{column.program}"
        if program in self.missing:
            return Run("does not build", threshold=threshold)
        if time.monotonic() > self.deadline:
            return Run(NO_TIME_LEFT, threshold=threshold)
        environment = {"SPAWN_POLICY": f"threshold={threshold}"} if threshold else dict(column.environment)
        arguments = arguments_of(row, column, self.graphs, self.repeats)
        limit = LIMIT_AS_WRITTEN if column.as_written else LIMIT
        result = time_one(self.programs / program, arguments, environment, limit)
        print(f"{row.title}, {column.name} {threshold or ''}: {result}", file=sys.stderr, flush=True)
        return Run(str(result["answer"]), float(result.get("median_ms", 0)), threshold)


def build_programs(samples: Sequence[str], folder: Path, architecture: str) -> frozenset[str]:
    """Makes each SAMPLE-PROGRAM that is not there yet, side by side, and returns those that don't build."""

    def make(sample: str, program: str) -> None:
        written = ROOT / "samples" / sample / f"{sample}.cu"
        source = folder / program / f"{sample}.cu"
        source.parent.mkdir(parents=True, exist_ok=True)
        if program in ("launch", "auto"):
            command: list[str | Path] = [sys.executable, "-m", "spawnc", "rewrite", "-q", written, "-o", source]
            subprocess.run([*command, "--carrier", program], check=True, cwd=ROOT)
        else:
            source.write_text(stream_variant(sample, written.read_text(encoding="utf-8"), program), encoding="utf-8")
        build(source, folder / f"{sample}-{program}", architecture)

    wanted = [(sample, program) for sample in samples for program in PROGRAMS]
    with ThreadPoolExecutor() as pool:
        made = {
            name: pool.submit(make, sample, program)
            for sample, program in wanted
            if not (folder / (name := f"{sample}-{program}")).exists()
        }
    missing = {name: future.exception() for name, future in made.items() if future.exception()}
    for name, error in missing.items():
        print(f"{name}: {error}", file=sys.stderr)
    return frozenset(missing)


def make_graphs(rows: Sequence[Row], bench: Bench) -> None:
    """Writes the files that the rows read. One that fails is made again, and shown, by the first run that needs it."""
    needed = {row.graph: row for row in rows if row.graph and not (bench.graphs / row.graph).exists()}
    flat = COLUMNS[0]
    with ThreadPoolExecutor() as pool:
        for row in needed.values():
            program = bench.programs / f"{row.sample}-{flat.program}"
            pool.submit(time_one, program, arguments_of(row, flat, bench.graphs, 1), {}, LIMIT_MAKING_GRAPH)


def measure(rows: Sequence[Row], bench: Bench) -> list[Cell]:
    cells = {(row.title, column.name): Cell(row.title, column.name) for row in rows for column in COLUMNS}
    carriers = [column for column in COLUMNS if not column.as_written]
    # last, since a program that hangs takes the time of all others
    as_written = [column for column in COLUMNS if column.as_written]
    for columns in [*[carriers] * bench.rounds, as_written]:
        for row, column in product(rows, columns):
            cell = cells[row.title, column.name]
            if any(run.answer != "ok" for run in cell.runs) or (column.as_written and not row.pending_launches):
                continue
            if column.name == THRESHOLD and not cell.sweep:
                cell.sweep.extend(bench.run(row, column, number) for number in row.thresholds(quick=bench.quick))
            if cell.sweep and not cell.best:
                continue
            run = bench.run(row, column, cell.best.threshold if cell.best else 0)
            if run.answer != NO_TIME_LEFT or not cell.runs:
                cell.runs.append(run)
    return list(cells.values())


def about_machine() -> str:
    """The GPU and its driver."""
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="the rows whose title holds it")
    parser.add_argument("--quick", action="store_true", help="one round, every other threshold")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=7, help="searches of a process")
    parser.add_argument("--seconds", type=float, default=360, help="no run is started after that, building included")
    parser.add_argument("--graphs", type=Path, help="a folder that keeps the graphs")
    parser.add_argument(
        "--programs", type=Path, help="a folder that keeps the programs: those that are there are not built again"
    )
    parser.add_argument("--arch", default="native", help="nvcc's -arch")
    parser.add_argument("--build-only", action="store_true", help="fill the folder of --programs, and run nothing")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args(arguments)
    if not chosen_rows(options.only):
        parser.error(f"no row's title holds {' or '.join(options.only)}")
    if options.rounds < 1 or options.repeats < 1:
        parser.error("--rounds and --repeats need positive numbers")
    if options.build_only and not options.programs:
        parser.error("--build-only needs --programs")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_options(arguments)
    if options.read:
        found = json.loads(options.read.read_text(encoding="utf-8"))
        cells = [read_cell(cell) for cell in found["cells"]]
    else:
        deadline = time.monotonic() + options.seconds
        rows = chosen_rows(options.only)
        with tempfile.TemporaryDirectory() as folder:
            programs, graphs = (path.resolve() if path else Path(folder) for path in (options.programs, options.graphs))
            missing = build_programs(sorted({row.sample for row in rows}), programs, options.arch)
            if options.build_only:
                return 1 if missing else 0
            rounds = 1 if options.quick else options.rounds
            bench = Bench(programs, graphs, missing, deadline, rounds, options.repeats, options.quick)
            make_graphs(rows, bench)
            cells = measure(rows, bench)
    print(table(cells))
    if options.json:
        found = {"machine": about_machine(), "cells": [asdict(cell) for cell in cells]}
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.plot:
        plot(cells, options.plot)
    return 1 if any(cell.failed for cell in cells) else 0


if __name__ == "__main__":
    raise SystemExit(main())
