"""Runs the programs: benchmark by benchmark, the columns of each in turn, round by round."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spawnc.bench.catalogue import Benchmark, Size
from spawnc.bench.columns import FLAT, Column, Kind, Program
from spawnc.bench.programs import Made, program_name
from spawnc.bench.results import Cell, Run
from spawnc.cpu.run import Schedule, capture_on_cpu
from spawnc.report.counters import Counters, read_counters
from spawnc.report.region_counters import read_regions

#: Seconds for a process; the program as written takes that long where its children are many.
_LIMIT, _LIMIT_AS_WRITTEN, _LIMIT_MAKING_GRAPH, _LIMIT_ON_CPU = 20, 30, 120, 120
_TIMES = re.compile(r"first ([\d.]+) ms, median ([\d.]+) ms")
NO_TIME_LEFT = "no time left"


@dataclass(frozen=True, slots=True)
class Bench:
    """How often programs run, and where they are."""

    programs: Mapping[tuple[str, str], Made]
    graphs: Path
    size: Size
    on_gpu: bool
    rounds: int
    repeats: int
    #: When to stop, by time.monotonic().
    deadline: float
    #: Is told each process that has ended.
    done: Callable[[str], None]

    def command(self, benchmark: Benchmark, column: Column) -> list[str]:
        made = self.programs[benchmark.sample, program_name(column)]
        words = [str(made.path), *benchmark.arguments(self.size), *column.arguments]
        if graph := benchmark.graph(self.size):
            words += ["--graph", str(self.graphs / graph)]
        pending = benchmark.pending[self.size]
        if column.as_written or (benchmark.is_deep and column.program is Program.LAUNCH and pending):
            words += ["--pending-limit", str(pending)]
        return [*words, "--repeats", str(min(self.repeats, 3) if column.as_written else self.repeats)]

    def key(self, benchmark: Benchmark, column: Column) -> str:
        """What a cell's figures depend on, the graph's folder aside."""
        words = [word for word in self.command(benchmark, column) if not word.startswith(str(self.graphs))]
        words[0] = Path(words[0]).name
        return hashlib.sha256(repr((words, column.variables, self.rounds)).encode()).hexdigest()[:16]

    def run(self, benchmark: Benchmark, column: Column, threshold: int = 0, report: str = "") -> Run:
        """One process; `report` is the file for its counters."""
        made = self.programs[benchmark.sample, program_name(column)]
        if made.error:
            return Run("does not build", threshold=threshold)
        if time.monotonic() > self.deadline:
            return Run(NO_TIME_LEFT, threshold=threshold)
        environment = column.variables
        if threshold:
            environment["SPAWN_POLICY"] = f"threshold={threshold}"
        if not self.on_gpu and column.kind is Kind.GRAPH:
            # the emulator's runs are too few, and its times mean nothing
            environment["SPAWN_GRAPH_AFTER"] = "1"
        if report:
            environment["SPAWN_REPORT"] = report
        limit = _LIMIT_AS_WRITTEN if column.as_written else _LIMIT
        run = _execute(self.command(benchmark, column), environment, limit if self.on_gpu else None)
        self.done(f"{benchmark.title}, {column.name}{f' {threshold}' if threshold else ''}")
        return replace(run, threshold=threshold)


def make_graphs(benchmarks: Sequence[Benchmark], bench: Bench) -> None:
    """Writes the files that the benchmarks read. One that fails is made again, and shown, by the first run."""
    bench.graphs.mkdir(parents=True, exist_ok=True)
    for benchmark in benchmarks:
        graph = benchmark.graph(bench.size)
        if graph and not (bench.graphs / graph).exists() and (benchmark.sample, program_name(FLAT)) in bench.programs:
            command = [*bench.command(benchmark, FLAT)[:-1], "1"]
            _execute(command, {}, _LIMIT_MAKING_GRAPH if bench.on_gpu else None)


def measure(benchmark: Benchmark, columns: Sequence[Column], bench: Bench, known: Sequence[Cell]) -> Iterator[Cell]:
    """The cells of a benchmark, for the columns that fit; those of `known` with the same key are taken from there."""
    columns = [column for column in columns if benchmark.fits(column)]
    kept = {cell.column: cell for cell in known if cell.benchmark == benchmark.name and not _is_cut_off(cell)}
    cells: dict[str, Cell] = {}
    for column in columns:
        key = bench.key(benchmark, column)
        old = kept.get(column.name)
        cells[column.name] = old if old and old.key == key else Cell(benchmark.name, column.name, key)
    open_columns = [column for column in columns if not cells[column.name].runs and not cells[column.name].sweep]
    runnable = [
        column
        for column in open_columns
        if (benchmark.pending[bench.size] or not column.as_written)
        and not bench.programs[benchmark.sample, program_name(column)].refused
    ]
    for column in runnable:
        if column.sweeps:
            sweep = tuple(bench.run(benchmark, column, 2**k) for k in benchmark.exponents)
            cells[column.name] = replace(cells[column.name], sweep=sweep)
    # the program as written comes last: one that hangs takes the time of all others
    quick, slow = ([c for c in runnable if c.as_written is as_written] for as_written in (False, True))
    for number, some in enumerate([*[quick] * bench.rounds, slow]):
        for column in some:
            cell = cells[column.name]
            if any(run.answer != "ok" for run in cell.runs) or (column.sweeps and not cell.best):
                continue
            last = number == bench.rounds - 1
            cells[column.name] = _with_run(benchmark, column, bench, cell, counts=last and column.counts)
    yield from cells.values()


def _with_run(benchmark: Benchmark, column: Column, bench: Bench, cell: Cell, *, counts: bool) -> Cell:
    threshold = cell.best.threshold if cell.best else 0
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        report = str(Path(folder, "counters.json")) if counts else ""
        run = bench.run(benchmark, column, threshold, report)
        if report and run.answer == "ok":
            cell = replace(cell, children=_children(report), regions=read_regions(report))
    return replace(cell, runs=(*cell.runs, run))


def _children(report: str) -> tuple[tuple[str, int], ...]:
    sites: list[Counters] = list(read_counters(report).values())
    return tuple((name, sum(getattr(site, name) for site in sites)) for name in ("launched", "queued", "serial"))


def _is_cut_off(cell: Cell) -> bool:
    return any(run.answer == NO_TIME_LEFT for run in (*cell.sweep, *cell.runs))


def _execute(command: Sequence[str], environment: Mapping[str, str], limit: float | None) -> Run:
    """`limit` in seconds; None: on the emulator."""
    if limit is None:
        schedule = Schedule(0, _LIMIT_ON_CPU, variables=tuple(environment.items()))
        result = capture_on_cpu(Path(command[0]), command[1:], schedule)
        code, said = result.exit_code, (result.stdout + result.stderr).decode("utf-8", "replace")
    else:
        try:
            done = subprocess.run(
                command, env=os.environ | environment, capture_output=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return Run(f"takes over {limit:g} s")
        except OSError as error:
            return Run(f"can't be run: {error.strerror}")
        code, said = done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")
    times = _TIMES.search(said)
    if not times:
        return Run(f"exit {code}: {said.strip()[-200:]}")
    return Run("ok" if code == 0 else "WRONG", float(times[1]), float(times[2]))
