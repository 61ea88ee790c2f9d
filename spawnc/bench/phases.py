"""What of a run's time are parents, what drains, and what the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import AUTO, PHASES
from spawnc.bench.results import Results, Run
from spawnc.bench.tables import figure, table_lines
from spawnc.report.counters import Phases


@dataclass(frozen=True, slots=True)
class Split:
    """Milliseconds of a run in the program with events."""

    title: str
    parents: float
    drains: float
    #: Kernels without children, copies, and the device's waiting for the host.
    rest: float
    #: Of the same program without events.
    without_events: float

    @property
    def whole(self) -> float:
        return self.parents + self.drains + self.rest


#: What the table shows, for people.
SAID = (
    "Parents: from an event before each to one after it; drains: from there to one after the last. The rest: kernels "
    "without children, copies, and waiting for the host. Events take time of their own: compare the whole with auto."
)
HEADER = ("ms a run", "parents", "drains", "rest", "whole", "auto, without events")


def phase_rows(found: Sequence[Split]) -> list[tuple[str, ...]]:
    """A line of text a benchmark."""
    return [
        (
            split.title,
            *(figure(ms) for ms in (split.parents, split.drains, split.rest, split.whole)),
            figure(split.without_events) if split.without_events else "-",
        )
        for split in found
    ]


def phase_table(results: Results, benchmarks: Sequence[Benchmark]) -> str:
    """Markdown; "" where nothing of it was measured, or only emulated."""
    rows = phase_rows(splits(results, benchmarks)) if results.on_gpu else []
    return "\n".join(table_lines(HEADER, rows))


def per_run(phases: Phases, run: Run) -> tuple[tuple[str, float], ...]:
    """The means over the runs of a process; none where no launch was measured."""
    if not phases.launches or not run.runs:
        return ()
    return ("parents", phases.parent_ms / run.runs), ("drains", phases.drain_ms / run.runs)


def splits(results: Results, benchmarks: Sequence[Benchmark]) -> list[Split]:
    """Of the benchmarks where it was measured."""
    found = []
    for benchmark in benchmarks:
        cell, auto = (results.cell(benchmark.name, column.name) for column in (PHASES, AUTO))
        if not cell or cell.answer != "ok" or not cell.phases:
            continue
        parents, drains = (dict(cell.phases)[name] for name in ("parents", "drains"))
        rest = max(0.0, cell.ms - parents - drains)
        found.append(Split(benchmark.title, parents, drains, rest, auto.ms if auto and auto.answer == "ok" else 0))
    return found
