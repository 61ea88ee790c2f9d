"""`spawnc bench`, with programs that only say how long they took."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from spawnc.bench import plots
from spawnc.bench.catalogue import BENCHMARKS, Size, chosen, samples_dir, source_of
from spawnc.bench.columns import COLUMNS, FLAT, Kind, Program
from spawnc.bench.columns import chosen as columns_of
from spawnc.bench.families import families
from spawnc.bench.folder import own_folder
from spawnc.bench.programs import Made, NotRewrittenError, Target, _text, make_programs
from spawnc.bench.results import Cell, Results, Run, geometric_mean, read_json, write_csv, write_json
from spawnc.bench.tables import figure, markdown, text_of
from spawnc.cli import app
from spawnc.errors import ToolError
from spawnc.report.region_counters import RegionCounters
from spawnc.toolchain import Gpu, HostCompiler, Nvcc, Toolchain

#: Samples without device launches, which no column of the benchmarks is about.
OF_REGIONS = {"jacobi", "cg", "decoder", "early_exit"}
#: In the place of what nvcc makes: its time depends on how it was made, and on what it is run with.
PROGRAM = """\
#!/bin/sh
case "${0##*/} $SPAWN_POLICY$SPAWN_LOOP $*" in
  gc-plain*) ms=12 ;;
  gc-auto*) ms=4 ;;
  gc-graphs*" while:16 "*) ms=3 ;;
  gc-graphs*" while "*) ms=4 ;;
  gc-graphs*" block:64 "*) ms=6 ;;
  gc-graphs*" host "*) ms=12.5 ;;
  gc-graphs*) ms=3.2 ;;
  *--flat*) ms=8 ;;
  tree-null*) echo "tree: WRONG; first 9 ms, median 9 ms, best 9 ms"; exit 1 ;;
  tree-fire_and_forget*) echo "no room | at all" >&2; exit 2 ;;
  tree-column-*) ms=4 ;;
  *threshold=8*) ms=2 ;;
  *threshold*) ms=3 ;;
  *never*) ms=16 ;;
  tree-launch*) ms=2.5 ;;
  tree-auto*) ms=0.5 ;;
  tree-phases*) ms=0.75 ;;
esac
case "$0" in
  *-graphs-*) regions='{"id": "gc.cu:86", "mode": "while:16", "launches": 7, "plain": 1, "trips": 1200, "built": 1,
    "patched": 5, "rebuilt": 2, "evicted": 3, "bytes": 24576}' ;;
esac
echo "$*" >> "${0%/*}/log"
if [ "$SPAWN_REPORT" ]; then
  echo '{"version": 1, "sites": [{"id": "tree.cu:1:1", "parent": "p", "child": "c", "policy": "spawn", "offered": 10,
    "launched": 3, "queued": 0, "serial": 7, "refused": 0, "failed": 0, "dropped": 0, "launched_items": 0,
    "queued_items": 0, "serial_items": 0, "item_ns": 0, "cta_ns": 0, "delay_us": 0}],
    "regions": ['"${regions}"']}' > "$SPAWN_REPORT"
fi
echo "tree: ok, 7 runs of 10 edges and 80 bytes; first $ms ms, median $ms ms, best $ms ms"
"""


#: The columns of the table of device launches.
TIMED = [column for column in COLUMNS if column.kind is Kind.DEVICE and not column.phases]


class Bench(Protocol):
    """What the command did: exit code, and what it printed."""

    def __call__(self, *arguments: str) -> Any: ...


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bench:
    """Calls the command, as on a machine with a GPU."""

    def compile_program(sources: Sequence[Path], program: Path, *_: object) -> str:
        assert b"__global__" in sources[0].read_bytes()
        program.write_text(PROGRAM)
        program.chmod(0o755)
        return ""

    monkeypatch.setattr("spawnc.bench.programs.compile_program", compile_program)
    monkeypatch.setattr("spawnc.commands.bench.require_toolchain", Mock(name="toolchain"))
    monkeypatch.setattr("spawnc.commands.bench.require_gpu", Mock())
    monkeypatch.setattr("spawnc.bench.session._machine", lambda _on_gpu: "a GPU")
    # its SVG is looked at where matplotlib is there
    monkeypatch.setattr(plots, "can_plot", lambda: False)

    def call(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["bench", "--out", str(tmp_path / "out"), *arguments])

    return call


TABLE = """\
| ms | flat | cdp | cdp-ff | threshold | spawn | auto | serial |
|---|--:|--:|--:|--:|--:|--:|--:|
| tree of grids | 8.00 | WRONG | exit 2 | 2.00 (8) | 2.50 | 0.500 | 16.0 |

- spawn is 3.20 times as fast as flat (geometric mean of 1; the least is 3.20)
- spawn is 0.80 times as fast as threshold (geometric mean of 1; the least is 0.80)
- auto is 16.00 times as fast as flat (geometric mean of 1; the least is 16.00)
- auto is 4.00 times as fast as threshold (geometric mean of 1; the least is 4.00)
- tree of grids, cdp: WRONG
- tree of grids, cdp-ff: exit 2: no room | at all
"""


def test_every_cell_of_a_row(bench: Bench, tmp_path: Path) -> None:
    done = bench("tree", "--rounds", "2")
    assert (done.exit_code, done.stdout) == (1, TABLE)
    assert "tree of grids, threshold 8" in done.stderr
    results = read_json(tmp_path / "out" / "results.json")
    assert results is not None
    cells = {cell.column: cell for cell in results.cells}
    assert [(run.threshold, run.ms) for run in cells["threshold"].sweep] == [(2, 3), (4, 3), (8, 2)]
    # what fails and what is slow is not run again
    runs = {"flat": 2, "cdp": 1, "cdp-ff": 1, "threshold": 2, "spawn": 2, "auto": 2, "serial": 2, "phases": 1}
    assert {name: len(cell.runs) for name, cell in cells.items()} == runs
    assert cells["spawn"].children == (("launched", 3), ("queued", 0), ("serial", 7))
    assert cells["flat"].children == ()
    lines = (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "benchmark,column,threshold,round,answer,first_ms,median_ms,seconds,runs,count,unit,bytes"
    assert any(re.fullmatch(r"tree,threshold,8,1,ok,2.0,2.0,[\d.]+,7,10,edges,80", line) for line in lines)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert '<td class="best" title="0.500 to 0.500">0.500' in page
    assert "no room | at all" in page


GRAPHS = """\
| ms | plain | graphs | loop-host | loop-while | loop-while:16 | loop-block:64 |
|---|--:|--:|--:|--:|--:|--:|
| colouring, citation | 12.0 | 3.20 | 12.5 | 4.00 | 3.00 | 6.00 |

- graphs is 3.75 times as fast as plain (geometric mean of 1; the least is 3.75)
- graphs is 3.91 times as fast as loop-host (geometric mean of 1; the least is 3.91)

| regions | column | region | mode | launches | plain | trips | built | patched | rebuilt | evicted | bytes |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| colouring, citation | graphs | gc.cu:86 | while:16 | 7 | 1 | 1,200 | 1 | 5 | 2 | 3 | 24,576 |
"""
GRAPH_COLUMNS = "plain,placeholders,graphs,loop-host,loop-while,loop-while:16,loop-block:64"


def test_columns_of_graphs(bench: Bench, tmp_path: Path) -> None:
    done = bench("gc-citation", "--rounds", "2", "--columns", GRAPH_COLUMNS)
    # what does not fit is no column of the table, and fails nothing
    assert (done.exit_code, done.stdout) == (0, GRAPHS)
    results = read_json(tmp_path / "out" / "results.json")
    assert results is not None
    cells = {cell.column: cell for cell in results.cells}
    assert {name: len(cell.regions) for name, cell in cells.items()} == {
        "plain": 0,
        "graphs": 1,
        "loop-host": 1,
        "loop-while": 1,
        "loop-while:16": 1,
        "loop-block:64": 1,
    }
    assert cells["graphs"].regions[0].patched == 5
    assert all(len(cell.runs) == 2 for cell in cells.values())
    lines = (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("gc-citation,loop-block:64,,2,ok,6.0,6.0,") for line in lines)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert '<td class="best" title="3.00 to 3.00">3.00' in page
    assert page.count("<td>1,200<td>1<td>5<td>2<td>3<td>24,576") == 5


def test_both_tables(bench: Bench, tmp_path: Path) -> None:
    done = bench("gc-citation", "tree", "--columns", "flat,auto,plain,graphs")
    assert done.stdout.splitlines()[:8] == [
        "| ms | flat | auto |",
        "|---|--:|--:|",
        "| tree of grids | 8.00 | 0.500 |",
        "| colouring, citation | 8.00 | 4.00 |",
        "",
        "| ms | plain | graphs |",
        "|---|--:|--:|",
        "| colouring, citation | 12.0 | 3.20 |",
    ]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert re.findall("<h3>(.*)</h3>", page) == ["Device launches", "Host code as CUDA graphs"]


def test_a_group_is_about_one_thing() -> None:
    device, graphs = chosen(["paper"]), chosen(["graphs"])
    assert {kind for benchmark in device for kind in benchmark.kinds} == {Kind.DEVICE}
    assert all(Kind.GRAPH in benchmark.kinds and Kind.DEVICE not in benchmark.kinds for benchmark in graphs)
    (both,) = chosen(["gc-citation"])
    assert both.kinds == {Kind.DEVICE, Kind.GRAPH, Kind.LOOP}
    assert next(each for each in chosen(["graphs", "paper"]) if each.name == "gc-citation") == both
    assert all(each == both for each in chosen(["graphs", "gc"]) if each.name == "gc-citation")


def test_which_columns_fit() -> None:
    for benchmark in BENCHMARKS:
        # every benchmark has a table, loops and graphs by hand are compared with what --graphs makes of the source
        assert benchmark.kinds & {Kind.DEVICE, Kind.GRAPH}, benchmark.name
        assert Kind.GRAPH in benchmark.kinds or not benchmark.kinds & {Kind.LOOP, Kind.PLACEHOLDERS}, benchmark.name
        assert (Kind.GRAPH in benchmark.kinds) == ("graphs" in benchmark.groups), benchmark.name
        assert Kind.DEVICE in benchmark.kinds or set(benchmark.groups) == {"graphs"}, benchmark.name
        by_hand = b"--placeholders" in source_of(benchmark.sample).read_bytes()
        assert (Kind.PLACEHOLDERS in benchmark.kinds) == by_hand, benchmark.name


def test_pictures_of_graphs() -> None:
    pytest.importorskip("matplotlib")
    own = chosen(["graphs"])[:2]
    cells = [
        Cell(benchmark.name, name, "", (Run("ok", 1, ms),))
        for benchmark in own
        for name, ms in (("plain", 9.0), ("graphs", 3.0), ("loop-while:16", 2.0))
    ]
    results = Results("a GPU", "2026-01-01", "1", "paper", "spawnc bench", True, tuple(cells))
    (family,) = families(own, columns_of("plain,graphs,loop-while:16", ()))
    svg = plots.speedups(results, family)
    assert "times as fast as plain" in svg
    assert all(f">{text}</text>" in svg for text in ("graphs", "loop-while:16", own[0].title, own[1].title))
    # nothing to compare with
    assert plots.speedups(results, replace(family, base=FLAT)) == ""


@pytest.mark.parametrize("mode", ["while:1", "while:16", "while:1024", "block:2", "while+turns", "block:16+turns"])
def test_loops_of_any_number_of_steps(mode: str) -> None:
    (column,) = columns_of(f"loop-{mode}", ())
    assert (column.kind, column.variables) == (Kind.LOOP, {"SPAWN_LOOP": mode})


def test_a_run_goes_on_where_it_stopped(bench: Bench, tmp_path: Path) -> None:
    assert f"| tree of grids |{' no time left |' * len(TIMED)}\n" in bench("tree", "--seconds", "0").stdout
    log = tmp_path / "out" / "programs" / "log"
    assert not log.exists()
    columns = ("tree", "--columns", "flat,auto")
    assert bench(*columns).exit_code == 0
    ran = log.read_text()
    assert bench(*columns).exit_code == 0
    assert log.read_text() == ran
    # other arguments are other figures
    assert bench(*columns, "--repeats", "3").exit_code == 0
    assert log.read_text() != ran


def test_results_of_something_else_are_put_aside(bench: Bench, tmp_path: Path) -> None:
    columns = ("tree", "--columns", "flat")
    assert bench(*columns).exit_code == 0
    results, first = (tmp_path / "out" / name for name in ("results.json", "results-1.json"))
    paper = results.read_text()
    done = bench(*columns, "--size", "large")
    assert done.exit_code == 0
    assert "results of another size, machine or version are now in " in done.stderr
    assert first.read_text() == paper
    results.write_text("of the version to come")
    assert bench(*columns).exit_code == 0
    assert (tmp_path / "out" / "results-2.json").read_text() == "of the version to come"
    assert first.read_text() == paper


def test_a_folder_is_for_one_call(bench: Bench, tmp_path: Path) -> None:
    with own_folder(tmp_path / "out"):
        for more in ((), ("--build-only",)):
            done = bench("tree", "--columns", "flat", *more)
            assert (done.exit_code, "--out: another run works in" in done.stderr) == (2, True)
    assert bench("tree", "--columns", "flat").exit_code == 0


def test_a_full_disk(bench: Bench, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert bench("tree", "--columns", "flat").exit_code == 0
    kept = (out / "results.json").read_text()
    (out / "results.new").symlink_to("/dev/full")
    done = bench("tree", "--columns", "flat,auto")
    assert (done.exit_code, "can't write in" in done.stderr, "No space left" in done.stderr) == (2, True, True)
    assert (out / "results.json").read_text() == kept


def test_a_column_of_another_compiler(bench: Bench, tmp_path: Path) -> None:
    script = tmp_path / "mycc"
    script.write_text(f'#!/bin/sh\ngrep -q __global__ "$1" && cat > "$2" <<"E"\n{PROGRAM}E\nchmod +x "$2"\n')
    script.chmod(0o755)
    column = ("--column", f"mine={script} {{source}} {{program}}")
    done = bench("tree", "--columns", "flat,mine", *column)
    assert done.exit_code == 0, done.output
    assert "| tree of grids | 8.00 | 4.00 |" in done.stdout
    # one that has the name of what spawnc makes: the programs of other columns stay what they are
    launch = ("--column", f"launch={script} {{source}} {{program}}")
    assert "| tree of grids | 2.50 | 4.00 |" in bench("tree", "--columns", "spawn,launch", *launch).stdout
    done = bench("tree", *launch, *launch)
    assert (done.exit_code, "there are two columns 'launch'" in done.stderr) == (2, True)
    script.write_text('#!/bin/sh\necho half > "$2"\nexit 1\n')
    half = ("tree", "--columns", "half", "--column", f"half={script} {{source}} {{program}}", "--build-only")
    assert [bench(*half).exit_code for _ in range(2)] == [1, 1]
    done = bench("tree", "--columns", "mine", "--column", "mine=false {source} {program}")
    assert (done.exit_code, "| tree of grids | does not build |" in done.stdout) == (1, True)


def test_programs_that_do_not_build_are_shown(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spawnc.bench.programs.compile_program", Mock(side_effect=ToolError("nvcc failed")))
    done = bench("tree")
    assert done.exit_code == 1
    assert f"| tree of grids |{' does not build |' * len(TIMED)}\n" in done.stdout
    done = bench("tree", "--build-only", "--columns", "flat")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (1, "tree, null: nvcc failed")


def test_programs_are_kept(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert bench("tree", "--build-only", "--arch", "sm_90").exit_code == 0
    made = sorted(path.name.rsplit("-", 1)[0] for path in (tmp_path / "out" / "programs").glob("tree-*"))
    assert made == ["tree-auto", "tree-fire_and_forget", "tree-launch", "tree-null", "tree-phases"]
    monkeypatch.delattr("spawnc.bench.programs.compile_program")
    assert bench("tree", "--build-only", "--arch", "sm_90").exit_code == 0


def test_programs_of_another_target_are_others() -> None:
    nvcc, host = Nvcc(Path("nvcc"), "13.0", Path()), HostCompiler(Path("g++"), "g++ 13")
    toolchain = Toolchain(nvcc, Path(), host, None)
    hopper = replace(toolchain, gpu=Gpu("H200", "sm_90", "13.0"))
    targets = [
        *(Target(None), Target(toolchain, "sm_80"), Target(hopper)),
        Target(replace(hopper, nvcc=replace(nvcc, version="12.9"))),
        Target(replace(hopper, gpu=Gpu("B200", "sm_100", "13.0"))),
    ]
    assert len({target.identity for target in targets}) == len(targets)
    # what was built beforehand, for the GPU that it is run on
    assert Target(toolchain, "sm_90").identity == Target(hopper).identity == Target(hopper, "sm_90").identity


def test_no_program_is_begun_after_an_interrupt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[str] = []

    def make(sample: str, *_: object) -> Made:
        made.append(sample)
        if sample == "0":
            raise KeyboardInterrupt
        time.sleep(0.1)
        return Made(tmp_path)

    monkeypatch.setattr("spawnc.bench.programs._make", make)
    wanted = [(str(number), "null") for number in range(200)]
    with pytest.raises(KeyboardInterrupt):
        make_programs(wanted, (), tmp_path, Target(None), lambda _: None)
    assert len(made) < 200


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["quicksrot"], "no benchmark is named 'quicksrot'"),
        (["--columns", "flatt"], "no column is named 'flatt'"),
        (["--columns", "loop-while:0"], "no column is named 'loop-while:0'"),
        (["--columns", "loop-block:1025"], "no column is named 'loop-block:1025'"),
        (["tree", "--columns", "plain,graphs"], "none of them fits a benchmark that was named"),
        (["scale", "--columns", "spawn,threshold"], "none of them fits a benchmark that was named"),
        (["--column", "mine"], "no column is described by 'mine'"),
        (["--column", "flat=cc {source} {program}"], "there is a column 'flat' already"),
        (["--size", "huge"], "--size: unknown choice 'huge'"),
        (["--on", "tpu"], "--on: unknown choice 'tpu'"),
        (["--on", "cpu"], "--on cpu is for --size small"),
        (["--column", "a/b=cc {source} {program}"], "no column is described by 'a/b"),
        (["--out", "/dev/null/x"], "--out: can't make the folder"),
    ],
)
def test_mistakes(bench: Bench, arguments: list[str], message: str) -> None:
    done = bench(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_names() -> None:
    assert {benchmark.sample for benchmark in chosen(["bfs", "tree"])} == {"bfs", "tree"}
    assert chosen([]) == list(BENCHMARKS)
    assert all("paper" in benchmark.groups for benchmark in chosen(["paper"]))
    assert [benchmark.name for benchmark in chosen(["sssp-grid", "tree"])] == ["sssp-grid", "tree"]
    assert len(chosen(["paper"])) == 14
    assert {benchmark.sample for benchmark in BENCHMARKS} | OF_REGIONS == {
        path.stem for path in samples_dir().glob("*/*.cu")
    }
    names = [benchmark.name for benchmark in BENCHMARKS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "sample", sorted({benchmark.sample for benchmark in BENCHMARKS if Kind.DEVICE in benchmark.kinds})
)
def test_streams_of_the_samples(sample: str) -> None:
    source = source_of(sample)
    target = Target(None)
    null = _text(source, Program.NULL_STREAM, target)
    assert b"cudaStreamFireAndForget>>>" not in null
    changed = _text(source, Program.FIRE_AND_FORGET, target)
    assert changed.count(b", 0, cudaStreamFireAndForget>>>(") > 0
    assert changed.replace(b", 0, cudaStreamFireAndForget", b"") == null


@pytest.mark.parametrize("sample", sorted({benchmark.sample for benchmark in chosen(["graphs"])}))
def test_programs_of_graphs(sample: str) -> None:
    source = source_of(sample)
    has_device = any(each.sample == sample and Kind.DEVICE in each.kinds for each in BENCHMARKS)
    plain = _text(source, Program.PLAIN, Target(None))
    without = b"#define SPAWN_GRAPHS 0\n"
    expected = without + _text(source, Program.AUTO, Target(None)) if has_device else source.read_bytes()
    assert plain == expected
    # loops have columns of their own
    loops = {each.sample for each in BENCHMARKS if Kind.LOOP in each.kinds}
    assert (b".loop(" in _text(source, Program.GRAPHS, Target(None))) == (sample in loops)
    assert b"#if SPAWN_GRAPHS" in _text(source, Program.GRAPHS, Target(None))


def test_a_source_without_graphs() -> None:
    with pytest.raises(NotRewrittenError):
        _text(source_of("tree"), Program.GRAPHS, Target(None))


def test_figures() -> None:
    texts = {1234.5: "1234", 123.4: "123", 12.34: "12.3", 1.234: "1.23", 0.01234: "0.0123", 0: "0"}
    assert {ms: figure(ms) for ms in texts} == texts
    cell = Cell("b", "threshold", "", (Run("ok", 1, 5, 16), Run("ok", 1, 1), Run("ok", 1, 2)), (Run("ok", 1, 1, 16),))
    assert text_of(cell, on_gpu=True) == "2.00 (16)"
    assert text_of(cell, on_gpu=False) == "ok"
    assert text_of(None, on_gpu=True) == text_of(Cell("b", "c", ""), on_gpu=True) == "-"
    assert geometric_mean([1, 4]) == 2


def test_results_are_kept(tmp_path: Path) -> None:
    region = RegionCounters("tree.cu:9", "graph", 5, 1, 0, 1, 2, 0, 0, 4096)
    cell = Cell("tree", "auto", "k", (Run("ok", 1.5, 1.25),), (), (("queued", 3),), regions=(region,))
    results = Results("a GPU", "2026-01-01", "1", "paper", "spawnc bench", True, (cell,))
    write_json(results, tmp_path / "results.json")
    assert read_json(tmp_path / "results.json") == results
    write_csv(results, tmp_path / "results.csv")
    assert (tmp_path / "results.csv").read_text().splitlines()[1] == "tree,auto,,1,ok,1.5,1.25,0,0,0,,0"
    for broken in ({"cells": [{}]}, None, "x", []):
        (tmp_path / "results.json").write_text(json.dumps(broken))
        assert read_json(tmp_path / "results.json") is None
    assert markdown(results, chosen(["tree"]), TIMED).splitlines()[2] == f"| tree of grids |{' - |' * 5} 1.25 | - |"


def test_answers_on_the_cpu(tmp_path: Path) -> None:
    """The real thing, small."""
    arguments = [
        "tree",
        "--on",
        "cpu",
        "--size",
        Size.SMALL.value,
        "--columns",
        "flat,cdp,spawn",
        "--out",
        str(tmp_path),
    ]
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[2] == "| tree of grids | ok | ok | ok |"
    assert "Emulated on the CPU" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_graphs_on_the_cpu(tmp_path: Path) -> None:
    """Each column runs what it says."""
    arguments = ["bfs-grid", "--on", "cpu", "--size", "small", "--columns", GRAPH_COLUMNS, "--out", str(tmp_path)]
    done = CliRunner().invoke(app, ["bench", *arguments])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[2] == "| BFS, grid |" + " ok |" * 6
    results = read_json(tmp_path / "results.json")
    assert results is not None
    modes = {cell.column: [region.mode for region in cell.regions] for cell in results.cells}
    assert modes.pop("graphs") in (["while"], ["while:16"], ["block:16"])
    assert modes == {
        "plain": [],
        "loop-host": ["plain"],
        "loop-while": ["while"],
        "loop-while:16": ["while:16"],
        "loop-block:64": ["block:64"],
    }
