"""bench/queue_columns.py, with programs that only say how long they took."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bench.columns import COLUMNS, ROWS, Row, arguments_of, chosen_rows, stream_variant
from bench.columns_output import Cell, Run, read_cell, table
from bench.queue_columns import main

#: In the place of what nvcc makes: its time depends on how it was made, and on what it is run with.
PROGRAM = """\
#!/bin/sh
case "${0##*/} $SPAWN_POLICY $*" in
  *--flat*) ms=8 ;;
  tree-null*) echo "tree: WRONG; first 9 ms, median 9 ms, best 9 ms"; exit 1 ;;
  tree-fire_and_forget*) echo "no room | at all" >&2; exit 2 ;;
  *threshold=8*) ms=2 ;;
  *threshold*) ms=3 ;;
  tree-launch*) ms=2.5 ;;
  tree-auto*) ms=0.5 ;;
esac
echo "tree: ok; first $ms ms, median $ms ms, best $ms ms"
"""


@pytest.fixture(autouse=True)
def no_nvcc(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(source: Path, program: Path, architecture: str) -> None:
        assert "__global__" in source.read_text(encoding="utf-8")
        assert architecture in ("native", "sm_90")
        program.write_text(PROGRAM)
        program.chmod(0o755)

    monkeypatch.setattr("bench.queue_columns.build", build)


def test_every_cell_of_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.json"
    assert main(["--only", "tree", "--rounds", "2", "--json", str(results)]) == 1
    printed = capsys.readouterr().out
    assert printed == (
        "| ms | flat | cdp | cdp-ff | threshold | spawn+launch | auto |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n"
        "| tree, 87,381 grids | 8 | WRONG | exit 2 | 2 (8) | 2.5 | 0.5 |\n"
        "\n"
        "- tree, 87,381 grids, cdp: WRONG\n"
        "- tree, 87,381 grids, cdp-ff: exit 2: no room | at all\n"
    )
    cells = {cell["column"]: cell for cell in json.loads(results.read_text(encoding="utf-8"))["cells"]}
    assert [(run["threshold"], run["ms"]) for run in cells["threshold"]["sweep"]] == [(2, 3), (4, 3), (8, 2)]
    # what fails and what is slow is not run again
    runs = {"flat": 2, "cdp": 1, "cdp-ff": 1, "threshold": 2, "spawn+launch": 2, "auto": 2}
    assert {name: len(cell["runs"]) for name, cell in cells.items()} == runs
    assert main(["--read", str(results)]) == 1
    assert capsys.readouterr().out == printed


def test_no_time_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "tree", "--seconds", "0"]) == 1
    assert f"| tree, 87,381 grids |{' no time left |' * len(COLUMNS)}\n" in capsys.readouterr().out


def test_a_program_that_does_not_build_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(source: Path, program: Path, architecture: str) -> None:
        raise subprocess.CalledProcessError(1, ["nvcc", f"-arch={architecture}", str(source), "-o", str(program)])

    monkeypatch.setattr("bench.queue_columns.build", build)
    assert main(["--only", "tree", "--quick"]) == 1
    assert f"| tree, 87,381 grids |{' does not build |' * len(COLUMNS)}\n" in capsys.readouterr().out


def test_programs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ["--only", "tree", "--programs", str(tmp_path)]
    assert main([*folder, "--arch", "sm_90", "--build-only"]) == 0
    names = ("tree-null", "tree-fire_and_forget", "tree-launch", "tree-auto")
    assert all((tmp_path / name).exists() for name in names)
    monkeypatch.delattr("bench.queue_columns.build")
    assert main([*folder, "--build-only"]) == 0


def test_cells() -> None:
    cells = [Cell("row", column.name, [Run("ok", 1234.5)]) for column in COLUMNS]
    cells[1] = Cell("row", "cdp")
    cells[3] = Cell("row", "threshold", [Run("ok", 1.23456, 16)], [Run("takes over 15 s", 0, 8), Run("ok", 1, 16)])
    cells[5] = Cell("row", "auto", [Run("ok", 1), Run("ok", 5), Run("ok", 2)])
    assert table(cells).splitlines()[2:] == [
        "| row | 1234 |  | 1234 | 1.235 (16) | 1234 | 2 |",
        "",
        "- row, threshold=8: takes over 15 s",
    ]
    assert read_cell({"row": "r", "column": "c", "runs": [{"answer": "ok", "ms": 2}], "sweep": []}).ms == 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_streams_of_the_samples(row: Row) -> None:
    text = row.source.read_text(encoding="utf-8")
    assert "cudaStreamFireAndForget>>>" not in stream_variant(row.sample, text, "null")
    changed = stream_variant(row.sample, text, "fire_and_forget")
    launches = {"bfs": 1, "sssp": 1, "tree": 1, "mandelbrot": 3}
    assert changed.count(", 0, cudaStreamFireAndForget>>>(") == launches[row.sample]
    assert changed.replace(", 0, cudaStreamFireAndForget", "") == stream_variant(row.sample, text, "null")


def test_arguments() -> None:
    (row,) = chosen_rows(["sssp r-mat 20"])
    flat, cdp, *_ = COLUMNS
    common = ["--scale", "20"]
    graph = ["--graph", "graphs/rmat20"]
    assert arguments_of(row, flat, Path("graphs"), 7) == [*common, "--flat", *graph, "--repeats", "7"]
    limit = ["--pending-limit", "2097152"]
    assert arguments_of(row, cdp, Path("graphs"), 7) == [*common, *graph, *limit, "--repeats", "1"]


def test_unknown_rows_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "quicksort"])
    assert "no row's title holds quicksort" in capsys.readouterr().err
