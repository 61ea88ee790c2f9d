"""The samples of host regions: each region becomes a graph, and does in every mode what is written."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.pipeline import Outcome, rewrite_unit
from spawnc.regions.decisions import Graphed
from spawnc.regions.facts import Loop
from spawnc.settings import Settings
from spawnc.toolchain import require_toolchain, toolkit_include_paths
from tests.compiled import nvcc
from tests.cpu.backend import build, run

SAMPLES = Path(__file__).parents[2] / "samples"
#: Small inputs for each of them.
INPUTS = {
    "jacobi": ("--n 7 --digits 2 --repeats 2", "--n 18 --limit 5 --seed 3 --repeats 1"),
    "cg": ("--n 6 --digits 6 --repeats 2", "--n 12 --limit 7 --seed 3 --repeats 1"),
    "decoder": (
        "--tokens 6 --batch 3 --layers 2 --width 16 --heads 2 --vocabulary 40 --repeats 2",
        "--tokens 5 --batch 4 --layers 1 --width 12 --heads 3 --vocabulary 150 --seed 4 --repeats 1",
    ),
    "early_exit": (
        "--queries 8 --width 16 --early 3 --classes 5 --repeats 2",
        "--queries 5 --width 40 --early 2 --percent 20 --seed 3 --repeats 1",
    ),
    "frontier": ("--grid 9 --repeats 2", "--scale 7 --repeats 1", "--grid 9 --flat --repeats 1"),
}
#: Functions whose regions become graphs, with what is in them: a loop, a sequence, a sequence with a branch.
REGIONS = {
    "jacobi": {"solve": "loop"},
    "cg": {"start": "sequence", "solve": "loop"},
    "decoder": {"write_tokens": "sequence"},
    "early_exit": {"classify": "branch"},
    "frontier": {"main": "loop"},
}
#: Their kernels launch: what more they need on a GPU as they are written.
LAUNCHING = {"frontier": ("--pending-limit", "524288")}
#: Launches of graphs made by hand in a run of the first input: one for each token or query, two for half the queries.
BY_HAND = {"decoder": 6, "early_exit": 8 + 4}
#: Of loops, and of branches.
MODES = {
    "as-written": {"SPAWN_GRAPHS": "0"},
    "host": {"SPAWN_LOOP": "host"},
    "while": {"SPAWN_LOOP": "while", "SPAWN_COND": "node"},
    "while-4": {"SPAWN_LOOP": "while:4", "SPAWN_COND": "predicate"},
    "block-5": {"SPAWN_LOOP": "block:5", "SPAWN_COND": "predicate"},
    "auto": {},
    "no-conditions": {"SPAWN_CPU_DRIVER": "12020", "SPAWN_LOOP": "while"},
}


def source_of(name: str) -> Path:
    return SAMPLES / name / f"{name}.cu"


def without_times(output: bytes) -> str:
    return re.sub(r"[0-9.]+ ms", "", output.decode())


def rewritten(name: str) -> Outcome:
    source = source_of(name)
    command = parse_command([], sources=[source], environment={})
    include = tuple(str(path) for path in toolkit_include_paths())
    return rewrite_unit(command, str(source), Settings(graphs=True, in_root=str(SAMPLES)), toolkit_include=include)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Path]]:
    """A sample as written, and with graphs; each is built once."""

    @cache
    def built(name: str) -> tuple[Path, Path]:
        folder = tmp_path_factory.mktemp(name)
        original = build(source_of(name), folder / "original", checks=False)
        graphs = build(source_of(name), folder / "graphs", original=False, checks=False, graphs=True, carrier="auto")
        return original, graphs

    return built


@pytest.mark.parametrize("name", INPUTS)
def test_regions_become_graphs(name: str) -> None:
    regions = rewritten(name).plan.regions
    assert regions.diagnostics == ()
    kinds = {}
    for each in regions.decisions:
        assert isinstance(each, Graphed)
        is_loop = isinstance(each.region, Loop)
        kind = "loop" if is_loop else "branch" if each.region.decisions else "sequence"
        kinds[each.code.function.name] = kind
    assert kinds == REGIONS[name]


@pytest.mark.parametrize("name", INPUTS)
def test_answers_in_every_mode(
    name: str, programs: Callable[[str], tuple[Path, Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, graphs = programs(name)
    report = tmp_path / "report.json"
    monkeypatch.setenv("SPAWN_GRAPH_AFTER", "1")
    monkeypatch.setenv("SPAWN_REPORT", str(report))
    for inputs in INPUTS[name]:
        arguments = tuple(inputs.split())
        expected = run(original, *arguments)
        assert (expected.exit_code, expected.stderr) == (0, b"")
        line = r"%s: ok .*; first [0-9.]+ ms, median [0-9.]+ ms, best [0-9.]+ ms$"
        assert re.match(line % name, expected.stdout.decode())
        for mode, settings in MODES.items():
            with monkeypatch.context() as patch:
                for variable, value in settings.items():
                    patch.setenv(variable, value)
                result = run(graphs, *arguments, seed=1)
            assert (result.exit_code, result.stderr) == (0, b""), mode
            assert without_times(result.stdout) == without_times(expected.stdout), mode
            check_counters(name, mode, result.stdout.decode(), report)


def check_counters(name: str, mode: str, output: str, report: Path) -> None:
    """Graphs ran where they should have, and made as many trips as the program says."""
    regions = json.loads(report.read_text(encoding="utf-8"))["regions"]
    assert len(regions) == len(REGIONS[name])
    kinds = REGIONS[name].values()
    for region in regions:
        if mode == "as-written":
            assert region["launches"] == 0
        elif "loop" not in kinds:
            assert region["launches"] > 0, mode
    said = re.search(r"(\d+) (sweeps|iterations|levels)", output)
    if mode in ("while", "while-4", "block-5") and "loop" in kinds:
        assert said is not None
        # runs end early where they take long
        runs, rest = divmod(sum(region["trips"] for region in regions), int(said[1]))
        assert (1 <= runs <= 2, rest) == (True, 0), mode
        assert mode.replace("-", ":") in {region["mode"] for region in regions}


@pytest.mark.parametrize("name", BY_HAND)
def test_graphs_made_by_hand(
    name: str, programs: Callable[[str], tuple[Path, Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, _ = programs(name)
    for inputs in INPUTS[name]:
        expected = run(original, *inputs.split())
        with monkeypatch.context() as patch:
            patch.setenv("SPAWN_CPU_GRAPHS", str(tmp_path / f"{inputs}.txt"))
            result = run(original, *inputs.split(), "--placeholders", seed=1)
        assert (result.exit_code, result.stderr) == (0, b"")
        assert without_times(result.stdout).replace(", placeholders", "") == without_times(expected.stdout)
    log = tmp_path / f"{INPUTS[name][0]}.txt"
    runs, rest = divmod(len(re.findall("^launch", log.read_text(), re.MULTILINE)), BY_HAND[name])
    assert (1 <= runs <= 2, rest) == (True, 0)


def placed(name: str, text: bytes, folder: Path) -> Path:
    """A text in the place of a sample."""
    source = folder / name / f"{name}.cu"
    source.parent.mkdir(parents=True)
    (folder / "common").symlink_to(SAMPLES / "common")
    source.write_bytes(text)
    return source


@pytest.mark.parametrize(
    ("name", "right", "mistake", "arguments"),
    [
        ("jacobi", "y + 1 < n ? from[i + n] : 0", "y + 2 < n ? from[i + n] : 0", ()),
        ("jacobi", "half = kBlock / 2; half > 0;", "half = kBlock / 2; half > 1;", ()),
        ("cg", "x[i] += *scalars.step * p[i]", "x[i] += *scalars.step * r[i]", ()),
        ("cg", "*scalars.direction = residual / *scalars.residual;", "*scalars.direction = 0;", ()),
        ("decoder", "if (other > at(place)) return;", "if (other >= at(place)) return;", ()),
        ("decoder", "own[i] /= sum;", "own[i] /= 2 * sum;", ()),
        ("decoder", "while (lengths[batch - 1] <= place) --batch;", "", ()),
        ("decoder", "placeholders.places + place, sizeof", "placeholders.places, sizeof", ("--placeholders",)),
        ("early_exit", "width, late + 3 * size, there,", "width, late + 2 * size, there,", ()),
        ("early_exit", "if (confidence < threshold) {", "if (confidence > threshold) {", ()),
        ("early_exit", "if (scores[i] > scores[label]) label = i;", "if (scores[i] < scores[label]) label = i;", ()),
        ("early_exit", "if (*placeholders.confidence < threshold)", "if (threshold > 0)", ("--placeholders",)),
    ],
)
def test_a_mistake_is_noticed(name: str, right: str, mistake: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    text = source_of(name).read_text(encoding="utf-8")
    assert text.count(right) == 1
    source = placed(name, text.replace(right, mistake).encode(), tmp_path)
    program = build(source, tmp_path / "mistaken", checks=False)
    result = run(program, *INPUTS[name][0].split(), *arguments)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{name}: WRONG".encode())


@pytest.mark.gpu
@pytest.mark.nvcc
@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("has_graphs", [False, True], ids=["as-written", "graphs"])
def test_answers_on_a_gpu(name: str, has_graphs: bool, tmp_path: Path) -> None:
    program = compiled(name, tmp_path, has_graphs=has_graphs)
    options = ((), ("--placeholders",)) if name in BY_HAND else ((),)
    if name in LAUNCHING and not has_graphs:
        options = (LAUNCHING[name],)
    for mode in ("while", "while-4", "block-5", "auto") if has_graphs else ("as-written",):
        for inputs in (*INPUTS[name], "--repeats 3"):
            for more in options:
                command = [program, *inputs.split(), *more]
                done = subprocess.run(
                    command, env=os.environ | MODES[mode], capture_output=True, text=True, check=False
                )
                assert (done.returncode, done.stderr) == (0, ""), (mode, command)


def compiled(name: str, folder: Path, *, has_graphs: bool) -> Path:
    source = source_of(name)
    text = rewritten(name).rewritten[str(source)] if has_graphs else source.read_bytes()
    copy = placed(name, text, folder)
    command = parse_command(["-O3"], sources=[copy], environment={})
    launch_free = name not in LAUNCHING
    compile_program([copy], folder / "program", require_toolchain(), command, launch_free=launch_free)
    return folder / "program"


@pytest.mark.nvcc
@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("has_graphs", [False, True], ids=["as-written", "graphs"])
def test_nvcc_has_nothing_to_say(name: str, has_graphs: bool, tmp_path: Path) -> None:
    source = source_of(name)
    text = rewritten(name).rewritten[str(source)] if has_graphs else source.read_bytes()
    copy = placed(name, text, tmp_path)
    assert nvcc(copy.parent, copy.name, "-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas") == (0, "")
