"""Regions, handwritten as spawnc emits them: the same answers in every mode, and graphs as they should be."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cpu.backend import build, notes, run

HERE = Path(__file__).parent
PROGRAMS = sorted(HERE.glob("programs/region_*.cu"))
GRAPHS = HERE / "graphs"
STRUCTURES = GRAPHS / "structures.cu"
SCHEMA = HERE.parents[1] / "spawnc" / "report" / "counters.schema.json"
#: Those that need nvcc's -rdc=true: a kernel of theirs launches, or guarded launches are beside the regions.
NEED_RDC = ("region_launches", "region_queue")

AT_ONCE = {"SPAWN_GRAPH_AFTER": "1"}
#: What a region may be told, by what it is called in a test's name.
SETTINGS = {
    "as-written": {"SPAWN_GRAPHS": "0"},
    "host": {"SPAWN_LOOP": "host"},
    "while": AT_ONCE | {"SPAWN_LOOP": "while"},
    "while-2": AT_ONCE | {"SPAWN_LOOP": "while:2", "SPAWN_COND": "node"},
    "while-16": AT_ONCE | {"SPAWN_LOOP": "while:16", "SPAWN_COND": "predicate"},
    "block-1": AT_ONCE | {"SPAWN_LOOP": "block:1"},
    "block-5": AT_ONCE | {"SPAWN_LOOP": "block:5", "SPAWN_COND": "predicate"},
    "while-2-turns": AT_ONCE | {"SPAWN_LOOP": "while:2+turns", "SPAWN_COND": "node"},
    "block-5-turns": AT_ONCE | {"SPAWN_LOOP": "block:5+turns", "SPAWN_COND": "predicate"},
    "auto": AT_ONCE,
    "no-conditions": AT_ONCE | {"SPAWN_CPU_DRIVER": "12020", "SPAWN_LOOP": "while"},
    "no-else": AT_ONCE | {"SPAWN_CPU_DRIVER": "12040", "SPAWN_LOOP": "while"},
    "no-room": AT_ONCE | {"SPAWN_GRAPH_BYTES": "100"},
    "little-room": AT_ONCE | {"SPAWN_GRAPH_BYTES": "60000", "SPAWN_LOOP": "while"},
}
#: Those that lead to graphs of other structures.
STRUCTURED = ("while", "while-2", "block-5", "no-else")


def regions_of(report: Path) -> dict[str, dict[str, int | str]]:
    """The counters of each region, by what follows the name of its file."""
    regions = json.loads(report.read_text(encoding="utf-8"))["regions"]
    return {region["id"].partition(":")[2]: region for region in regions}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    folder = tmp_path_factory.mktemp("regions")
    return {source: build(source, folder / source.stem) for source in PROGRAMS}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_same_answers_in_every_mode(
    source: Path, setting: str, built: dict[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SETTINGS[setting].items():
        monkeypatch.setenv(name, value)
    for seed in (0, 1, 2):
        result = run(built[source], seed=seed)
        assert (result.exit_code, result.stderr) == (0, b""), f"seed {seed}"
        assert result.stdout.decode().splitlines() == notes(source, "prints"), f"seed {seed}"


def counters(
    program: Path, report: Path, monkeypatch: pytest.MonkeyPatch, **environment: str
) -> dict[str, dict[str, int | str]]:
    with monkeypatch.context() as patch:
        for name, value in {"SPAWN_REPORT": str(report), **environment}.items():
            patch.setenv(name, value)
        assert run(program).exit_code == 0
    return regions_of(report)


def program_named(name: str, built: dict[Path, Path]) -> Path:
    return next(program for source, program in built.items() if source.stem == name)


def test_topologies_are_built_once_and_patched(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named("region_sequences", built)
    region = counters(program, tmp_path / "r.json", monkeypatch, **AT_ONCE)["pipeline"]
    # stages 0 to 9 in one stream, 60 and 61, and 4 in two more streams
    assert (region["built"], region["launches"], region["plain"]) == (14, 134, 0)
    assert (region["rebuilt"], region["evicted"], region["mode"]) == (0, 0, "graph")
    assert region["bytes"] >= 14 * 4096


def test_rare_topologies_run_as_written(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named("region_sequences", built)
    region = counters(program, tmp_path / "r.json", monkeypatch, SPAWN_GRAPH_AFTER="8")["pipeline"]
    # of 3 and 5 stages, and of 4 in two streams, which begin anew there
    assert region["built"] == 4
    assert region["plain"] + region["launches"] == 134
    assert region["plain"] == 2 * 7 + 8 * 4 + 2 * 3 + 2 * 7


def test_budget_evicts_the_oldest(built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_named("region_sequences", built)
    little = counters(program, tmp_path / "r.json", monkeypatch, SPAWN_GRAPH_BYTES="90000", **AT_ONCE)["pipeline"]
    assert 0 < little["bytes"] <= 90000
    assert little["evicted"] > 0
    # 60 stages have no room whatever goes
    assert little["plain"] >= 6
    none = counters(program, tmp_path / "r.json", monkeypatch, SPAWN_GRAPH_BYTES="100", **AT_ONCE)["pipeline"]
    assert (none["built"], none["launches"], none["plain"], none["bytes"]) == (0, 0, 134, 0)


def test_threads_make_room_for_each_other(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named("region_threads", built)
    budget = {"SPAWN_GRAPH_BYTES": "50000", "SPAWN_LOOP": "while"}
    regions = counters(program, tmp_path / "r.json", monkeypatch, **AT_ONCE, **budget)
    assert regions["prepare"]["evicted"] + regions["count"]["evicted"] > 0
    for region in regions.values():
        assert region["launches"] + region["plain"] == 48


def test_room_is_made_in_other_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = GRAPHS / "rooms.cu"
    program = build(source, tmp_path / "program")
    for name, value in (AT_ONCE | {"SPAWN_GRAPH_BYTES": "20000", "SPAWN_REPORT": str(tmp_path / "r.json")}).items():
        monkeypatch.setenv(name, value)
    result = run(program)
    assert (result.exit_code, result.stdout.decode().splitlines()) == (0, notes(source, "prints"))
    regions = regions_of(tmp_path / "r.json")
    # the first thread's graph goes, and is not there again at once
    assert [regions["first"][name] for name in ("built", "evicted", "launches", "plain")] == [1, 1, 3, 1]
    # while a region is between begin() and end(), nobody takes its graph
    assert [regions["second"][name] for name in ("built", "evicted", "launches", "plain")] == [1, 0, 2, 1]


def test_trips_are_counted_and_modes_named(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named("region_loops", built)
    for mode in ("while", "while:16", "block:16"):
        regions = counters(program, tmp_path / "r.json", monkeypatch, SPAWN_LOOP=mode)
        assert (regions["norm"]["trips"], regions["norm"]["mode"], regions["norm"]["built"]) == (16, mode, 1)
        # three searches, and eight more
        assert regions["do"]["trips"] == 17 + 22 + 12 + sum(max(i, 10 - i) + 12 for i in range(8))
        # kernels without a clone can't be predicated
        assert regions["while"]["mode"] == "while"
    host = counters(program, tmp_path / "r.json", monkeypatch, SPAWN_LOOP="host")
    assert all(region["trips"] == region["built"] == 0 for region in host.values())


def test_what_cuda_refuses_runs_as_written(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = counters(program_named("region_launches", built), tmp_path / "r.json", monkeypatch, SPAWN_LOOP="while")
    assert (loop["loop"]["built"], loop["loop"]["plain"]) == (0, 1)
    pageable = counters(program_named("region_errors", built), tmp_path / "r.json", monkeypatch, **AT_ONCE)["pageable"]
    assert (pageable["built"], pageable["plain"]) == (0, 3)


def test_a_loop_goes_through_the_modes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All three graphs are tried within one loop, and it goes on in one of the four modes; see graph_choice.cuh."""
    source = GRAPHS / "learning.cu"
    program = build(source, tmp_path / "program", checks=False)
    report, graphs = tmp_path / "r.json", tmp_path / "graphs.txt"
    monkeypatch.setenv("SPAWN_REPORT", str(report))
    monkeypatch.setenv("SPAWN_CPU_GRAPHS", str(graphs))
    result = run(program)
    assert (result.exit_code, result.stdout.decode().splitlines()) == (0, notes(source, "prints"))
    assert result.stderr.decode() == "spawn: learning.cu:mistold=while:many ignored: expected a mode of loops\n"
    told = regions_of(report)["told"]
    assert (told["mode"], told["built"], told["trips"]) == ("while:2", 1, 7)
    once = regions_of(report)["once"]
    assert (once["built"], once["rebuilt"], once["trips"], once["plain"]) == (3, 0, 4000, 0)
    # each was launched to be measured: the first time for nothing, and three times
    launched = graphs.read_text().splitlines()
    assert all(launched.count(f"launch {graph}") >= 4 for graph in (1, 2, 3))
    jsonschema.validate(json.loads(report.read_text()), json.loads(SCHEMA.read_text()))


def test_what_auto_chooses(tmp_path: Path) -> None:
    source = GRAPHS / "choices.cu"
    result = run(build(source, tmp_path / "program", checks=False))
    assert (result.exit_code, result.stdout.decode().splitlines()) == (0, notes(source, "prints"))


def test_first_runs_of_a_sequence_are_done_at_once(tmp_path: Path) -> None:
    source = GRAPHS / "at_once.cu"
    result = run(build(source, tmp_path / "program", checks=False))
    assert (result.exit_code, result.stdout.decode().splitlines()) == (0, notes(source, "prints"))


def test_report_as_a_table(built: dict[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPAWN_REPORT", "1")
    monkeypatch.setenv("SPAWN_LOOP", "while:3")
    lines = run(program_named("region_loops", built)).stderr.decode().splitlines()
    assert " ".join(lines[0].split()) == "region mode launches plain trips built patched rebuilt evicted bytes"
    norm = next(line.split() for line in lines if line.startswith("region_loops.cu:norm"))
    assert norm[1:6] == ["while:3", "2", "0", "16", "1"]


def test_what_cannot_be_patched_is_built_once_more(
    built: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named("region_random", built)
    for version, rebuilt in (("12040", True), ("12080", False)):
        loops = counters(
            program, tmp_path / "r.json", monkeypatch, SPAWN_LOOP="while", SPAWN_CPU_DRIVER=version, **AT_ONCE
        )["loops"]
        assert (loops["rebuilt"] > 0) == rebuilt
        # as kernels, memsets can be
        assert loops["rebuilt"] < loops["built"]


@pytest.mark.parametrize("setting", STRUCTURED)
def test_structure(
    setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    graphs = tmp_path / "graphs.txt"
    for name, value in (SETTINGS[setting] | {"SPAWN_CPU_GRAPHS": str(graphs)}).items():
        monkeypatch.setenv(name, value)
    result = run(build(STRUCTURES, tmp_path / "program"))
    assert (result.exit_code, result.stderr) == (0, b"")
    golden = GRAPHS / f"structures.{setting}.txt"
    if request.config.getoption("--update-cases"):
        golden.write_text(graphs.read_text())
    assert graphs.read_text() == golden.read_text()


def test_recording_allocates_nothing(tmp_path: Path) -> None:
    source = GRAPHS / "steady.cu"
    result = run(build(source, tmp_path / "program", checks=False))
    assert (result.exit_code, result.stdout.decode().splitlines()) == (0, notes(source, "prints"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((("SPAWN_LOOP", mode)) for mode in ("while:", "block", "while:0", "block:1x", "")),
        *(("SPAWN_COND", "nodes"), ("SPAWN_GRAPH_BYTES", "1G"), ("SPAWN_GRAPH_AFTER", "-1"), ("SPAWN_GRAPHS", "")),
    ],
)
def test_bad_settings_are_named_and_ignored(
    name: str, value: str, built: dict[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    source = next(path for path in PROGRAMS if path.stem == "region_branches")
    result = run(built[source])
    assert result.stderr.decode().startswith(f"spawn: {name}={value} ignored: expected ")
    assert result.stdout.decode().splitlines() == notes(source, "prints")
