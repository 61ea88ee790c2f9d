"""Runs the programs: columns of a benchmark in turn, round by round."""

from __future__ import annotations

import hashlib
import math
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from spawnc.bench.catalogue import Benchmark, Size
from spawnc.bench.columns import FLAT, Column, Kind, Program
from spawnc.bench.phases import per_run
from spawnc.bench.programs import Made, program_name
from spawnc.bench.results import NO_ROOM, NO_TIME_LEFT, TOO_LONG, Cell, Run
from spawnc.bench.sweep import sweep
from spawnc.cpu.run import TIMED_OUT, Schedule, capture_on_cpu
from spawnc.errors import UsageError
from spawnc.report.counters import Counters, read_counters, read_phases
from spawnc.report.region_counters import read_regions

#: Seconds for a process; the program as written takes that long where its children are many.
_LIMIT, _LIMIT_AS_WRITTEN, _LIMIT_MAKING_GRAPH, _LIMIT_ON_CPU = 20, 30, 120, 120
_LIMIT_SCALE = 40
_TIMES = re.compile(r"first (\d+(?:\.\d+)?) ms, median (\d+(?:\.\d+)?) ms")
_WORK = re.compile(r"(\d{1,18}) runs?(?: of (\d{1,18}) (\w+) and (\d{1,18}) bytes)?; first ")


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
    #: What the device has free, in GB.
    memory: float
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

    def run(
        self, benchmark: Benchmark, column: Column, threshold: int = 0, report: str = "", expected: float = 0
    ) -> Run:
        """One process; `report` is the file for its counters, `expected` the seconds that it takes at least."""
        made = self.programs[benchmark.sample, program_name(column)]
        if made.error:
            return Run("does not build", threshold=threshold)
        if benchmark.scale and benchmark.scale.memory > self.memory and self.size is not Size.SMALL:
            return Run(f"{NO_ROOM} {benchmark.scale.memory:g} GB, {self.memory:.3g} are free")
        left = self.deadline - time.monotonic()
        if left <= expected:
            return Run(NO_TIME_LEFT, threshold=threshold)
        environment = column.variables
        if threshold:
            environment["SPAWN_POLICY"] = f"threshold={threshold}"
        if not self.on_gpu and column.kind is Kind.GRAPH:
            # the emulator's runs are too few, and its times mean nothing
            environment["SPAWN_GRAPH_AFTER"] = "1"
        if report:
            environment["SPAWN_REPORT"] = report
        if column.phases:
            # code that is loaded at the first launch would count for the parent
            environment["CUDA_MODULE_LOADING"] = "EAGER"
        environment = {name: value for name, value in environment.items() if value}
        limit = _LIMIT_AS_WRITTEN if column.as_written else _LIMIT_SCALE if benchmark.scale else _LIMIT
        limit = limit if self.on_gpu else _LIMIT_ON_CPU
        start = time.monotonic()
        run = self.execute(self.command(benchmark, column), environment, min(limit, left))
        if run.answer.startswith(TOO_LONG) and left < limit:
            run = Run(NO_TIME_LEFT)
        self.done(f"{benchmark.title}, {column.name}{f' {threshold}' if threshold else ''}: {run.answer}")
        return replace(run, threshold=threshold, seconds=round(time.monotonic() - start, 3))

    def execute(self, command: Sequence[str], environment: Mapping[str, str], limit: float) -> Run:
        """`limit` in seconds."""
        return (_execute if self.on_gpu else _emulate)(command, environment, limit)


def make_graphs(benchmarks: Sequence[Benchmark], bench: Bench) -> None:
    """Writes the files that the benchmarks read. One that fails is made again, and shown, by the first run."""
    bench.graphs.mkdir(parents=True, exist_ok=True)
    for benchmark in benchmarks:
        graph = benchmark.graph(bench.size)
        made = bench.programs.get((benchmark.sample, program_name(FLAT)))
        left = bench.deadline - time.monotonic()
        if graph and not (bench.graphs / graph).exists() and made and not made.error and left > 0:
            command = [*bench.command(benchmark, FLAT)[:-1], "1"]
            bench.execute(command, {}, min(_LIMIT_MAKING_GRAPH, left))


def measure(benchmark: Benchmark, columns: Sequence[Column], bench: Bench, known: Sequence[Cell]) -> Iterator[Cell]:
    """The cells of some columns of a benchmark, round by round: all as they are known, then each that a process has
    changed. What `known` has of the same key is not run again."""
    own = [cell for cell in known if cell.benchmark == benchmark.name]
    expected = expected_seconds(own)
    cells = {column.name: _begun(benchmark, column, bench, own) for column in columns}
    yield from cells.values()
    runnable = [
        column
        for column in columns
        if (benchmark.pending[bench.size] or not column.as_written)
        and not bench.programs[benchmark.sample, program_name(column)].refused
    ]
    for column in runnable:
        if column.sweeps:
            cell = cells[column.name]
            run = partial(bench.run, benchmark, column, expected=expected)
            for found in sweep(benchmark.exponents, cell.sweep, run):
                cells[column.name] = replace(cell, sweep=found)
                yield cells[column.name]
    for number in range(bench.rounds):
        for column in runnable:
            cell = cells[column.name]
            is_done = len(cell.runs) > number or (number > 0 and (column.as_written or column.phases))
            if is_done or any(run.answer != "ok" for run in cell.runs) or (column.sweeps and not cell.best):
                continue
            counts = column.phases or (column.counts and number == bench.rounds - 1)
            cells[column.name] = _with_run(benchmark, column, bench, cell, counts=counts, expected=expected)
            yield cells[column.name]


def expected_seconds(cells: Iterable[Cell]) -> float:
    """What a process of a benchmark takes at least, by those that have ended: most of it is making the input and
    checking the answer, which all columns have in common. 0 where nothing is known."""
    runs = (run for cell in cells for run in (*cell.sweep, *cell.runs))
    return min((run.seconds for run in runs if run.answer == "ok"), default=0)


def _begun(benchmark: Benchmark, column: Column, bench: Bench, known: Sequence[Cell]) -> Cell:
    """The cell as it is known, without what was put off; an empty one, where what it depends on is another."""
    key = bench.key(benchmark, column)
    cell = next((cell for cell in known if (cell.column, cell.key) == (column.name, key)), None)
    if cell is None:
        return Cell(benchmark.name, column.name, key)
    found, runs = (tuple(run for run in runs if not run.is_put_off) for runs in (cell.sweep, cell.runs))
    return replace(cell, sweep=found, runs=runs)


def _with_run(benchmark: Benchmark, column: Column, bench: Bench, cell: Cell, *, counts: bool, expected: float) -> Cell:
    threshold = cell.best.threshold if cell.best else 0
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        report = str(Path(folder, "counters.json")) if counts else ""
        run = bench.run(benchmark, column, threshold, report, expected)
        if report and run.answer == "ok" and Path(report).exists():
            try:
                phases = per_run(read_phases(report), run) if column.phases else ()
                cell = replace(cell, children=_children(report), regions=read_regions(report), phases=phases)
            except UsageError:
                run = replace(run, answer="its counters can't be read: is a disk full?")
    return replace(cell, runs=(*cell.runs, run))


def _children(report: str) -> tuple[tuple[str, int], ...]:
    sites: list[Counters] = list(read_counters(report).values())
    return tuple((name, sum(getattr(site, name) for site in sites)) for name in ("launched", "queued", "serial"))


def _execute(command: Sequence[str], environment: Mapping[str, str], limit: float) -> Run:
    # a policy of the user's is none of the column's
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SPAWN_")}
    try:
        done = subprocess.run(
            command, env={**inherited, **environment}, capture_output=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return Run(f"{TOO_LONG} {limit:g} s")
    except OSError as error:
        return Run(f"can't be run: {error.strerror}")
    return _run_of(done.returncode, done.stdout + done.stderr)


def _emulate(command: Sequence[str], environment: Mapping[str, str], limit: float) -> Run:
    schedule = Schedule(0, math.ceil(limit), variables=tuple(environment.items()))
    result = capture_on_cpu(Path(command[0]), command[1:], schedule)
    if result.exit_code == TIMED_OUT:
        return Run(f"{TOO_LONG} {limit:g} s")
    return _run_of(result.exit_code, result.stdout + result.stderr)


def _run_of(code: int, printed: bytes) -> Run:
    """What a process told by its exit code, 1 where its answer is wrong, and by its line."""
    said = printed.decode("utf-8", "replace")
    times = _TIMES.search(said)
    if code not in (0, 1) or not times or float(times[2]) == 0:
        return Run(f"exit {code}: {said.strip()[-200:]}")
    run = Run("ok" if code == 0 else "WRONG", float(times[1]), float(times[2]))
    work = _WORK.search(said)
    if work:
        run = replace(run, runs=int(work[1]))
    if work and work[4]:
        run = replace(run, count=int(work[2]), unit=work[3], bytes=int(work[4]))
    return run
