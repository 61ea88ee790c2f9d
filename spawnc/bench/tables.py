"""The results as tables of text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import Column
from spawnc.bench.families import Family, families
from spawnc.bench.regions import REGION_HEADER, region_rows
from spawnc.bench.results import SKIPPED, Cell, Results, geometric_mean, ratios

#: What the means are of: a column, and the one that it is compared to.
_MEANS = (
    *((own, over) for own in ("spawn", "auto") for over in ("flat", "cdp", "cdp-ff", "threshold")),
    *(("graphs", over) for over in ("plain", "placeholders", "loop-host")),
)


@dataclass(frozen=True, slots=True)
class Mean:
    """How many times as fast a column is as another one, over all benchmarks where both gave right answers."""

    column: str
    over: str
    mean: float
    worst: float
    count: int


def means(results: Results, benchmarks: Sequence[Benchmark]) -> list[Mean]:
    names = [benchmark.name for benchmark in benchmarks if not benchmark.scale] if results.on_gpu else []
    found = [(own, over, ratios(results, names, own, over)) for own, over in _MEANS]
    return [Mean(own, over, geometric_mean(each), min(each), len(each)) for own, over, each in found if each]


def text_of(cell: Cell | None, *, on_gpu: bool) -> str:
    """Milliseconds, and the threshold in brackets; what was wrong, where something was. No times of the emulator."""
    if cell is None or cell.answer == SKIPPED:
        return "-"
    if cell.answer != "ok" or not on_gpu:
        return cell.answer.partition(":")[0]
    return f"{figure(cell.ms)} ({cell.best.threshold})" if cell.best else figure(cell.ms)


def figure(ms: float) -> str:
    """Three digits that count."""
    if ms <= 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(ms)))
    return f"{ms:.{digits}f}"


def markdown(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> str:
    """A line a benchmark; then the means, and each run that went wrong; then what regions did by themselves."""
    tables = [_times(results, family) for family in families(benchmarks, columns)]
    said = [
        f"- {mean.column} is {mean.mean:.2f} times as fast as {mean.over} "
        f"(geometric mean of {mean.count}; the least is {mean.worst:.2f})"
        for mean in means(results, benchmarks)
    ]
    # the page has those whose mode was set, too
    regions = region_rows(results, benchmarks, [column for column in columns if not column.loop])
    parts = [*tables, [*said, *failures(results, benchmarks)], table_lines(("regions", *REGION_HEADER), regions)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _times(results: Results, family: Family) -> list[str]:
    names = [column.name for column in family.columns]
    rows = [
        (benchmark.title, *(text_of(results.cell(benchmark.name, name), on_gpu=results.on_gpu) for name in names))
        for benchmark in family.benchmarks
    ]
    return table_lines(("ms" if results.on_gpu else "answers", *names), rows)


def table_lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of Markdown; none without rows."""
    head = [f"| {' | '.join(header)} |", f"|---|{'--:|' * (len(header) - 1)}"]
    return [*head, *(f"| {' | '.join(row)} |" for row in rows)] if rows else []


def failures(results: Results, benchmarks: Sequence[Benchmark]) -> Iterator[str]:
    titles = {benchmark.name: benchmark.title for benchmark in benchmarks}
    for cell in results.cells:
        for run in cell.failed if cell.benchmark in titles else ():
            threshold = f"={run.threshold}" if run.threshold else ""
            yield f"- {titles[cell.benchmark]}, {cell.column}{threshold}: {' '.join(run.answer.split())}"
