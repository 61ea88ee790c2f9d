"""Random host loops and sequences do the same as written and as graphs, in every mode."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from unittest import mock

import pytest

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.cpu.build import build_for_cpu
from spawnc.cpu.run import Schedule, capture_on_cpu
from spawnc.pipeline import rewrite_unit
from spawnc.regions.decisions import Graphed
from spawnc.regions.facts import Region, Sequence
from spawnc.settings import Settings
from spawnc.toolchain import require_toolchain, toolkit_include_paths
from tests.cpu.backend import unoptimised
from tests.differential.regions import RegionProgram, generate_region, generate_worklist, source_of

#: The same in every run, and some that no run had before.
SEEDS = (*range(40), *(random.SystemRandom().randrange(1 << 30) for _ in range(8)))
WORKLIST_SEEDS = (*range(16), *(random.SystemRandom().randrange(1 << 30) for _ in range(8)))
ERRORS = Path(__file__).parent / "differential" / "region_errors.cu"
#: Of loops, and of branches.
MODES = (
    ("auto", "auto"),
    ("host", "node"),
    ("block:4", "predicate"),
    ("while", "node"),
    ("while:4+turns", "predicate"),
)
WORKLISTS = {f"worklist, {kind}" for kind in ("do", "while", "for", "for break", "endless")}
KINDS = WORKLISTS | {
    "loop, do",
    "loop, while",
    "loop, for",
    "loop, for break",
    "loop, endless",
    "sequence",
    "waiting",
    "branch",
}


@pytest.fixture(scope="module")
def programs() -> list[RegionProgram]:
    return [*map(generate_region, SEEDS), *map(generate_worklist, WORKLIST_SEEDS)]


@pytest.fixture(scope="module")
def sources(programs: list[RegionProgram], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The program as written, and with graphs."""
    folder = tmp_path_factory.mktemp("regions")
    source = folder / "regions.cu"
    source.write_text(source_of(programs))
    command = parse_command([], sources=[source], environment={})
    include = tuple(str(path) for path in toolkit_include_paths())
    outcome = rewrite_unit(command, str(source), Settings(graphs=True, in_root=str(folder)), toolkit_include=include)
    regions = outcome.plan.regions
    graphed = {
        each.code.function.name.removesuffix("_of"): each.region
        for each in regions.decisions
        if isinstance(each, Graphed)
    }
    assert regions.diagnostics == ()
    assert graphed.keys() == {program.name for program in programs}
    assert all(_has_branch(graphed[program.name]) == (program.kind == "branch") for program in programs)
    copy = folder / "graphs" / source.name
    copy.parent.mkdir()
    copy.write_bytes(outcome.rewritten[str(source)])
    return source, copy


@pytest.fixture(scope="module")
def built(sources: tuple[Path, Path]) -> tuple[Path, Path]:
    """Both for the CPU."""
    for path in sources:
        command = parse_command([], sources=[path], environment={})
        with unoptimised():
            build_for_cpu([path], command, path.with_suffix(""), checks=False)
    return sources[0].with_suffix(""), sources[1].with_suffix("")


@pytest.fixture(scope="module")
def built_with_errors(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A program whose launches fail now and then, as written and with graphs, for the CPU."""
    folder = tmp_path_factory.mktemp("errors")
    source = shutil.copy(ERRORS, folder / "original.cu")
    command = parse_command([], sources=[source], environment={})
    include = tuple(str(path) for path in toolkit_include_paths())
    outcome = rewrite_unit(command, str(source), Settings(graphs=True, in_root=str(folder)), toolkit_include=include)
    assert all(isinstance(each, Graphed) for each in outcome.plan.regions.decisions)
    graphs = folder / "graphs.cu"
    graphs.write_bytes(outcome.rewritten[str(source)])
    for path in (source, graphs):
        with unoptimised():
            build_for_cpu([path], parse_command([], sources=[path], environment={}), path.with_suffix(""), checks=False)
    return source.with_suffix(""), graphs.with_suffix("")


def _has_branch(region: Region) -> bool:
    return isinstance(region, Sequence) and bool(region.decisions)


def _check_ended(lines: list[str]) -> None:
    """All regions have run, those among them whose trips come to have no work."""
    assert sum(" counters " in line for line in lines) == 4 * (len(SEEDS) + len(WORKLIST_SEEDS))
    assert any(line.startswith("worklist") and "invalid" in line for line in lines)


def test_all_kinds_are_drawn(programs: list[RegionProgram]) -> None:
    assert Counter(program.kind for program in programs).keys() >= KINDS


@pytest.mark.parametrize(("mode", "branches"), MODES)
def test_same_answers(built: tuple[Path, Path], mode: str, branches: str, tmp_path: Path) -> None:
    original, graphs = built
    expected = capture_on_cpu(original, (), Schedule(0, 60))
    log = tmp_path / "graphs.txt"
    settings = {"SPAWN_LOOP": mode, "SPAWN_COND": branches, "SPAWN_GRAPH_AFTER": "0", "SPAWN_CPU_GRAPHS": str(log)}
    with mock.patch.dict(os.environ, settings):
        result = capture_on_cpu(graphs, (), Schedule(0, 60))
    assert (result.exit_code, result.stderr) == (0, b"")
    assert result.stdout.decode().splitlines() == expected.stdout.decode().splitlines()
    _check_ended(expected.stdout.decode().splitlines())
    assert "launch" in log.read_text()


@pytest.mark.parametrize("mode", ["host", "while", "block:4"])
def test_same_errors(built_with_errors: tuple[Path, Path], mode: str, tmp_path: Path) -> None:
    """Checks that stand behind a region tell of what they told of in it."""
    original, graphs = built_with_errors
    expected = capture_on_cpu(original, (), Schedule(0, 60))
    log = tmp_path / "graphs.txt"
    with mock.patch.dict(os.environ, {"SPAWN_LOOP": mode, "SPAWN_GRAPH_AFTER": "0", "SPAWN_CPU_GRAPHS": str(log)}):
        result = capture_on_cpu(graphs, (), Schedule(0, 60))
    assert (expected.exit_code, expected.stderr) == (result.exit_code, result.stderr) == (0, b"")
    assert result.stdout.decode().splitlines() == expected.stdout.decode().splitlines()
    assert expected.stdout.count(b"invalid argument") == 2 * 4
    assert "launch" in log.read_text()


@pytest.mark.gpu
@pytest.mark.nvcc
def test_same_answers_on_a_gpu(sources: tuple[Path, Path]) -> None:
    outputs: list[list[str]] = []
    for path in sources:
        command = parse_command(["-O2"], sources=[path], environment={})
        program = path.with_suffix(".gpu")
        compile_program([path], program, require_toolchain(), command, launch_free=True)
        for mode, branches in MODES if outputs else MODES[:1]:
            settings = {"SPAWN_LOOP": mode, "SPAWN_COND": branches, "SPAWN_GRAPH_AFTER": "0"}
            ended = subprocess.run(
                [program], env={**os.environ, **settings}, capture_output=True, text=True, check=True, timeout=300
            )
            outputs.append(ended.stdout.splitlines())
    _check_ended(outputs[0])
    assert all(lines == outputs[0] for lines in outputs)
