"""`spawnc bench`: how time grows with the input, and where it goes."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from spawnc.bench import plots, scale_plots
from spawnc.bench.bandwidth import measure_memory
from spawnc.bench.catalogue import BENCHMARKS, Benchmark, Size, chosen
from spawnc.bench.columns import AUTO, COLUMNS, FLAT
from spawnc.bench.page import render_page
from spawnc.bench.phases import Split, phase_table, splits
from spawnc.bench.programs import Made, Target
from spawnc.bench.results import Cell, Results, Run, read_json
from spawnc.bench.scale import Point, points, scale_table
from spawnc.cli import app
from spawnc.errors import ToolError

POINTS = [benchmark for benchmark in BENCHMARKS if benchmark.scale]


def expected_memory(benchmark: Benchmark) -> float:
    """GB of the arrays that a sample has on the device."""
    words = benchmark.arguments(Size.PAPER)
    option = {words[i]: int(words[i + 1]) for i in range(0, len(words), 2) if words[i + 1].isdigit()}
    if benchmark.sample == "join":
        # the keys of both tables, the right rows, count and written: 4 bytes; begin: 8; 64 pairs of 8 bytes
        return option["--rows"] * (5 * 4 + 8 + 64 * 8) / 1e9
    vertices = 2 ** option["--power-law"]
    # a degree is rounded down, and those above `most` are cut off: Pareto's law with 1.5, from a third of the mean
    mean = option.get("--edge-factor", 16)
    most = 1024 if benchmark.sample == "tc" else vertices
    edges = vertices * (mean - 0.5 - mean * (mean / 3 / most) ** 0.5)
    of_vertex, of_edge = {"bfs": (8 + 4, 4), "sssp": (8 + 4 + 4, 8), "tc": (8, 4)}[benchmark.sample]
    return (vertices * of_vertex + edges * of_edge) / 1e9


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_memory_of_points(point: Benchmark) -> None:
    assert point.scale is not None
    assert point.scale.memory == pytest.approx(expected_memory(point), rel=0.03)
    assert point.scale.memory < 20
    assert point.groups == ("scale",)


def test_series_have_four_sizes() -> None:
    series: dict[str, list[float]] = {}
    for point in POINTS:
        assert point.scale is not None
        series.setdefault(point.scale.series, []).append(point.scale.memory)
    assert set(series) == {"BFS", "SSSP", "triangles", "join"}
    for sizes in series.values():
        assert len(sizes) == 4
        assert sizes == sorted(sizes)
        assert sizes[0] < 0.05
        assert sizes[-1] > 17


def results_of(*cells: Cell, bandwidth: float = 2e12) -> Results:
    return Results("a GPU", "2026-01-01", "1", "paper", "spawnc bench", True, cells, bandwidth)


def cell_of(name: str, column: str, ms: float, count: int, moved: int) -> Cell:
    return Cell(name, column, "k", (Run("ok", ms, ms, runs=3, count=count, unit="edges", bytes=moved),))


BFS = (
    cell_of("bfs-power-law-18", "flat", 4, 1_000_000, 12_000_000),
    cell_of("bfs-power-law-18", "auto", 1, 1_000_000, 10_000_000),
    cell_of("bfs-power-law-21", "auto", 2, 8_000_000, 96_000_000),
    Cell("bfs-power-law-24", "auto", "k", (Run("WRONG", 1, 1),)),
)


def test_points_are_times_of_an_edge() -> None:
    found = points(results_of(*BFS), POINTS, COLUMNS)
    assert found == [
        Point("BFS", "edges", 1_000_000, 0.0362, (("flat", 4.0), ("auto", 1.0)), 0.005),
        Point("BFS", "edges", 8_000_000, 0.289, (("auto", 0.25),), 0.006),
    ]


def test_table_of_points() -> None:
    assert scale_table(results_of(*BFS), POINTS, COLUMNS) == (
        "| ns per edge or row | GB | millions | flat | auto | limit |\n"
        "|---|--:|--:|--:|--:|--:|\n"
        "| BFS | 0.0362 | 1.00 | 4.00 | 1.00 | 0.00500 |\n"
        "| BFS | 0.289 | 8.00 | - | 0.250 | 0.00600 |\n"
        "\n"
        "limit: the bytes that a run has to move at least, at the 2000 GB/s of a copy on this device"
    )
    assert "| 1.00 | - |" in scale_table(results_of(*BFS, bandwidth=0), POINTS, COLUMNS)
    assert scale_table(results_of(), POINTS, COLUMNS) == ""


PHASES = (
    Cell("tree", "phases", "k", (Run("ok", 5, 5, runs=2),), (), (), (("parents", 1.0), ("drains", 3.0))),
    Cell("tree", "auto", "k", (Run("ok", 4.5, 4.5),)),
    Cell("mm-small", "phases", "k", (Run("ok", 1, 1, runs=2),), (), (), (("parents", 0.75), ("drains", 0.5))),
    Cell("tc", "phases", "k", (Run("WRONG", 5, 5),)),
)


def test_table_of_phases() -> None:
    found = splits(results_of(*PHASES), chosen(["tree", "mm-small", "tc"]))
    assert found == [
        Split("tree of grids", 1.0, 3.0, 1.0, 4.5),
        # no time is below zero: a median may be less than the mean of its parts
        Split("sparse product, small", 0.75, 0.5, 0.0, 0),
    ]
    table = phase_table(results_of(*PHASES), chosen(["tree", "mm-small"]))
    assert table.splitlines()[2:] == [
        "| tree of grids | 1.00 | 3.00 | 1.00 | 5.00 | 4.50 |",
        "| sparse product, small | 0.750 | 0.500 | 0 | 1.25 | - |",
    ]


def test_page_has_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "can_plot", lambda: False)
    page = render_page(results_of(*BFS, *PHASES), BENCHMARKS, (FLAT, AUTO))
    assert "<tr><td>BFS<td>0.0362<td>1.00<td>4.00<td>1.00<td>0.00500</tr>" in page
    assert "<tr><td>tree of grids<td>1.00<td>3.00<td>1.00<td>5.00<td>4.50</tr>" in page


def test_pictures() -> None:
    pytest.importorskip("matplotlib")
    assert scale_plots.scale([]) == scale_plots.phases([]) == ""
    for svg, texts in (
        (scale_plots.scale(points(results_of(*BFS), POINTS, COLUMNS)), {"BFS", "edges", "flat", "auto"}),
        (scale_plots.phases(splits(results_of(*PHASES), chosen(["tree", "tc"]))), {"tree of grids", "drains", "5 ms"}),
    ):
        tree = ElementTree.fromstring(svg)
        shown = {"".join(element.itertext()).strip() for element in tree.iter() if element.tag.endswith("text")}
        assert texts <= shown
    page = render_page(results_of(*BFS, *PHASES), BENCHMARKS, (FLAT, AUTO))
    assert page.count("<svg") == 2


def test_a_copy_on_the_emulator(tmp_path: Path) -> None:
    memory = measure_memory(tmp_path, Target(None))
    assert memory.bandwidth > 0
    assert memory.free > 0
    (program,) = tmp_path.iterdir()
    program.write_text("#!/bin/sh\necho no device >&2\nexit 2\n")
    with pytest.raises(ToolError, match="can't be measured"):
        measure_memory(tmp_path, Target(None))


def test_points_without_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bandwidth that can't be measured is told, and all else goes on."""
    monkeypatch.setattr("spawnc.bench.session.measure_memory", Mock(side_effect=ToolError("no copy")))
    monkeypatch.setattr("spawnc.bench.session.build_all", lambda *_: {("join", "null"): Made(tmp_path, "no nvcc")})
    arguments = ["join-rows-16", "--columns", "flat", "--on", "cpu", "--size", "small", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert (done.exit_code, "s  no copy\n" in done.stderr) == (1, True)
    assert "| join, 2^16 rows | does not build |" in done.stdout


def test_points_on_the_emulator(tmp_path: Path) -> None:
    arguments = ["bfs-power-law-18", "tc-power-law-22", "--on", "cpu", "--size", "small", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, ["bench", *arguments, "--columns", "flat,auto,cdp"])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[2:] == [
        "| BFS, power law 18 | ok | - | ok |",
        "| triangles, power law 22 | ok | - | ok |",
    ]
    # what no column of a point needs is not built
    assert not list((tmp_path / "programs").glob("*-fire_and_forget-*"))
    results = read_json(tmp_path / "results.json")
    assert results is not None
    assert results.bandwidth > 0
    found = points(results, POINTS, COLUMNS)
    assert [(point.series, point.unit) for point in found] == [("BFS", "edges"), ("triangles", "edges")]
    # 64 vertices, and 128: a distance a level, a row twice and a distance once, and the edges
    run = results.cells[0].runs[0]
    levels = (run.bytes - 64 * 12 - run.count * 4) / (64 * 4)
    assert levels in range(2, 8)
    assert results.cell("tc-power-law-22", "flat").runs[0].bytes == 128 * 8 + found[1].count * 4  # type: ignore[union-attr]


def test_phases_on_the_emulator(tmp_path: Path) -> None:
    arguments = ["tree", "--on", "cpu", "--size", "small", "--columns", "auto,phases", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert done.exit_code == 0, done.output
    assert "phases" not in done.stdout
    results = read_json(tmp_path / "results.json")
    assert results is not None
    (split,) = splits(results, chosen(["tree"]))
    assert split.parents > 0
    assert split.drains > 0
    assert split.parents + split.drains < 1.5 * split.whole
    source = (tmp_path / "programs" / "auto" / "tree.cu").read_text()
    with_events = (tmp_path / "programs" / "phases" / "tree.cu").read_text()
    assert re.sub("^#define SPAWN_PHASES 1\n", "", with_events) == source
