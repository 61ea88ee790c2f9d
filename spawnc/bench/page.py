"""The results as one HTML page, which needs no network and no other file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.bench import plots, scale_plots
from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import Column
from spawnc.bench.families import Family, families
from spawnc.bench.phases import HEADER as PHASE_HEADER
from spawnc.bench.phases import SAID as PHASES_SAID
from spawnc.bench.phases import phase_rows, splits
from spawnc.bench.regions import REGION_HEADER, region_rows
from spawnc.bench.regions import SAID as REGIONS_SAID
from spawnc.bench.results import SKIPPED, Cell, Results
from spawnc.bench.scale import limit_text, points, scale_rows
from spawnc.bench.tables import failures, figure, means, text_of
from spawnc.report.html import environment


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    css: str
    #: Of the rounds, shown where the mouse is.
    spread: str


@dataclass(frozen=True, slots=True)
class _Row:
    title: str
    cells: tuple[_Cell, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    columns: tuple[Column, ...]
    rows: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class _Picture:
    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class _Text:
    """A table of text."""

    title: str
    said: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def render_page(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> str:
    """Without matplotlib, the page has no pictures."""
    return (
        environment()
        .get_template("bench.html.j2")
        .render(
            results=results,
            tables=[_table(results, family) for family in families(benchmarks, columns)],
            means=means(results, benchmarks),
            pictures=_pictures(results, benchmarks, columns) if plots.can_plot() and results.on_gpu else [],
            texts=_texts(results, benchmarks, columns),
            failures=list(failures(results, benchmarks)),
        )
    )


def _texts(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> list[_Text]:
    header, rows = scale_rows(points(results, benchmarks, columns), columns)
    timed = (
        _Text("Milliseconds of a run, with events", PHASES_SAID, PHASE_HEADER, phase_rows(splits(results, benchmarks))),
        _Text("Nanoseconds per edge or row", f"The limit: {limit_text(results)}.", header, rows),
    )
    counted = _Text(
        "Regions of host code", REGIONS_SAID, ("", *REGION_HEADER), region_rows(results, benchmarks, columns)
    )
    return [text for text in (*(timed if results.on_gpu else ()), counted) if text.rows]


def _table(results: Results, family: Family) -> _Table:
    rows = (_row(results, benchmark, family.columns) for benchmark in family.benchmarks)
    return _Table(family.title, family.columns, tuple(rows))


def _row(results: Results, benchmark: Benchmark, columns: Sequence[Column]) -> _Row:
    cells = [results.cell(benchmark.name, column.name) for column in columns]
    best = min((cell.ms for cell in cells if cell and cell.answer == "ok"), default=0)
    return _Row(benchmark.title, tuple(_shown(cell, best, on_gpu=results.on_gpu) for cell in cells))


def _shown(cell: Cell | None, best: float, *, on_gpu: bool) -> _Cell:
    text = text_of(cell, on_gpu=on_gpu)
    if cell is None or cell.answer != "ok":
        return _Cell(text, "wrong" if cell and cell.answer != SKIPPED else "", "")
    if not on_gpu:
        return _Cell(text, "", "")
    fastest, slowest = cell.spread
    return _Cell(text, "best" if cell.ms == best else "", f"{figure(fastest)} to {figure(slowest)}")


def _pictures(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> list[_Picture]:
    single = [benchmark for benchmark in benchmarks if not benchmark.scale]
    bars = ((family.base.name, plots.speedups(results, family)) for family in families(single, columns))
    found = (
        *(_Picture(f"How many times as fast as {name}", svg) for name, svg in bars),
        _Picture("Thresholds, and the controller", plots.sweeps(results, single)),
        _Picture("Where the children ran", plots.children(results, single)),
        _Picture("Where the time goes, with the queue", scale_plots.phases(splits(results, single))),
        _Picture("How time grows with the input", scale_plots.scale(points(results, benchmarks, columns))),
    )
    return [picture for picture in found if picture.svg]
