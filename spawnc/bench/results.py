"""What a benchmark run found, and the file that keeps it."""

from __future__ import annotations

import csv
import json
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from spawnc.report.region_counters import RegionCounters

SKIPPED = "skipped"
NO_TIME_LEFT = "no time left"
TOO_LONG = "takes over"
NO_ROOM = "needs"
_MEASURED = ("answer", "first_ms", "median_ms", "seconds", "runs", "count", "unit", "bytes")


@dataclass(frozen=True, slots=True)
class Run:
    """How a process ended, its times in milliseconds, and its threshold if it had one."""

    #: "ok", or what was wrong.
    answer: str
    first_ms: float = 0
    ms: float = 0
    threshold: int = 0
    #: Of the whole process, with what the host does before and after.
    seconds: float = 0
    #: How often the sample ran within the process.
    runs: int = 0
    #: What one of these had to do at least: how many "edges", for example, and the bytes to and from memory; 0 if it
    #: doesn't say.
    count: int = 0
    unit: str = ""
    bytes: int = 0

    @property
    def is_unfinished(self) -> bool:
        return self.answer == NO_TIME_LEFT or self.answer.startswith(TOO_LONG)

    @property
    def is_put_off(self) -> bool:
        """Another call may have the time, or the memory."""
        return self.answer == NO_TIME_LEFT or self.answer.startswith(NO_ROOM)


@dataclass(frozen=True, slots=True)
class Cell:
    """One column of one benchmark: a run a round, and before them those of a sweep over thresholds."""

    benchmark: str
    column: str
    #: Of the program, its arguments and its environment: a cell that has another one is measured again.
    key: str
    runs: tuple[Run, ...] = ()
    sweep: tuple[Run, ...] = ()
    #: Children that were launched, queued and run serially, all rounds and repeats of a process together.
    children: tuple[tuple[str, int], ...] = ()
    #: Milliseconds that parents and drains took in the mean of all runs of a process.
    phases: tuple[tuple[str, float], ...] = ()
    #: What the same run did with its regions of host code.
    regions: tuple[RegionCounters, ...] = ()

    @property
    def answer(self) -> str:
        """ "ok" if all rounds were right, else what was wrong with the first one that was not."""
        runs = self.runs or self.sweep
        return next((run.answer for run in runs if run.answer != "ok"), "ok" if self.runs else SKIPPED)

    @property
    def ms(self) -> float:
        """The median of the rounds' medians."""
        return statistics.median(run.ms for run in self.runs)

    @property
    def spread(self) -> tuple[float, float]:
        """The fastest and the slowest round."""
        return min(run.ms for run in self.runs), max(run.ms for run in self.runs)

    @property
    def best(self) -> Run | None:
        """The fastest run of the sweep."""
        return best_of(self.sweep)

    @property
    def failed(self) -> tuple[Run, ...]:
        return tuple(run for run in (*self.sweep, *self.runs) if run.answer != "ok")


@dataclass(frozen=True, slots=True)
class Results:
    """`machine`: the GPU and its driver."""

    machine: str
    date: str
    version: str
    size: str
    command: str
    on_gpu: bool
    cells: tuple[Cell, ...] = ()
    #: Bytes that a copy within the device reads and writes in a second; 0: not measured.
    bandwidth: float = 0

    def cell(self, benchmark: str, column: str) -> Cell | None:
        return next((cell for cell in self.cells if (cell.benchmark, cell.column) == (benchmark, column)), None)

    def with_cell(self, new: Cell) -> Results:
        """With a cell in the place of the one that was known."""
        cells = {(cell.benchmark, cell.column): cell for cell in (*self.cells, new)}
        return replace(self, cells=tuple(cells.values()))


def best_of(runs: Iterable[Run]) -> Run | None:
    return min((run for run in runs if run.answer == "ok"), key=lambda run: run.ms, default=None)


def geometric_mean(ratios: Iterable[float]) -> float:
    logarithms = [math.log(ratio) for ratio in ratios]
    return math.exp(statistics.fmean(logarithms)) if logarithms else math.nan


def ratios(results: Results, benchmarks: Sequence[str], column: str, over: str) -> list[float]:
    """How many times as fast as `over` a column is, of the benchmarks where both gave right answers."""
    pairs = ((results.cell(name, column), results.cell(name, over)) for name in benchmarks)
    return [other.ms / cell.ms for cell, other in pairs if cell and other and cell.answer == other.answer == "ok"]


def write_json(results: Results, path: Path) -> None:
    """In one piece: a run that is ended while it writes leaves the file as it was."""
    text = json.dumps(asdict(results), indent=1) + "\n"
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def read_json(path: Path) -> Results | None:
    """None where there is none, or one that another version wrote."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        cells = tuple(_cell(cell) for cell in found.pop("cells"))
        return Results(cells=cells, **found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _cell(found: Mapping[str, Any]) -> Cell:
    runs, sweep = (tuple(Run(**run) for run in found[name]) for name in ("runs", "sweep"))
    children = tuple((name, count) for name, count in found["children"])
    regions = tuple(RegionCounters(**region) for region in found["regions"])
    phases = tuple((name, ms) for name, ms in found["phases"])
    return Cell(found["benchmark"], found["column"], found["key"], runs, sweep, children, phases, regions)


def write_csv(results: Results, path: Path) -> None:
    """A line a process."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("benchmark", "column", "threshold", "round", *_MEASURED))
        for cell in results.cells:
            rounds = [("sweep", run) for run in cell.sweep] + [(str(i), run) for i, run in enumerate(cell.runs, 1)]
            for number, run in rounds:
                threshold = run.threshold or ""
                figures = (run.answer, run.first_ms, run.ms, run.seconds, run.runs, run.count, run.unit, run.bytes)
                writer.writerow((cell.benchmark, cell.column, threshold, number, *figures))
