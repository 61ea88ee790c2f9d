"""How time grows with the input: the points of series, beside what the device's memory allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import Column
from spawnc.bench.results import Cell, Results
from spawnc.bench.tables import figure, table_lines


@dataclass(frozen=True, slots=True)
class Point:
    """One size of a series; times are nanoseconds for one of what is counted."""

    series: str
    #: "edges", for example, and how many.
    unit: str
    count: int
    #: GB on the device.
    memory: float
    #: By column, where it was measured.
    ns: tuple[tuple[str, float], ...]
    #: What it takes to move the bytes that have to be moved as fast as a copy does; 0 where no copy was measured.
    limit_ns: float


def points(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> list[Point]:
    """Those that were measured, by series, in the order of the benchmarks."""
    found = []
    for benchmark in benchmarks:
        cells = [results.cell(benchmark.name, column.name) for column in columns] if benchmark.scale else []
        right = [cell for cell in cells if cell and cell.answer == "ok" and cell.runs[0].count]
        if benchmark.scale and right:
            found.append(_point(benchmark.scale.series, benchmark.scale.memory, right, results.bandwidth))
    return found


def _point(series: str, memory: float, cells: Sequence[Cell], bandwidth: float) -> Point:
    run = cells[0].runs[0]
    # a column whose search takes more rounds moves more; the least of them is a limit for all
    moved = min(cell.runs[0].bytes for cell in cells)
    ns = tuple((cell.column, cell.ms * 1e6 / run.count) for cell in cells)
    return Point(series, run.unit, run.count, memory, ns, moved / bandwidth * 1e9 / run.count if bandwidth else 0)


def scale_rows(found: Sequence[Point], columns: Sequence[Column]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """A table of text: its header, and a line a point."""
    known = {name for point in found for name, _ in point.ns}
    shown = [column.name for column in columns if column.name in known]
    rows = [
        (
            point.series,
            f"{point.memory:.3g}",
            figure(point.count / 1e6),
            *(figure(dict(point.ns)[name]) if name in dict(point.ns) else "-" for name in shown),
            figure(point.limit_ns) if point.limit_ns else "-",
        )
        for point in found
    ]
    return ("ns per edge or row", "GB", "millions", *shown, "limit"), rows


def scale_table(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> str:
    """Markdown; "" where nothing of it was measured, or only emulated."""
    found = points(results, benchmarks, columns)
    if not found or not results.on_gpu:
        return ""
    header, rows = scale_rows(found, columns)
    return "\n".join([*table_lines(header, rows), "", f"limit: {limit_text(results)}"])


def limit_text(results: Results) -> str:
    return (
        f"the bytes that a run has to move at least, at the {results.bandwidth / 1e9:.0f} GB/s of a copy on this device"
        if results.bandwidth
        else "not measured"
    )
