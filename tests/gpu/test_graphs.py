"""Regions on a GPU: the programs of the CPU tests in every mode, their counters, and what only a driver can show."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compiled import INCLUDE
from tests.cpu.backend import notes
from tests.cpu.test_regions import NEED_RDC, PROGRAMS, SETTINGS, regions_of
from tests.gpu.sanitizer import sanitized
from tests.once import folder_of_run, made_once

CAPTURE = Path(__file__).parent / "region_in_a_capture.cu"
#: An older driver can't be had for the asking.
MODES = {name: setting for name, setting in SETTINGS.items() if "SPAWN_CPU_DRIVER" not in setting}
AT_ONCE = {"SPAWN_GRAPH_AFTER": "1"}

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]


Programs = Callable[[str], Path]


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """Programs by their names; each is built once, whoever of the workers asks first."""
    folder = folder_of_run(tmp_path_factory) / "regions"
    folder.mkdir(exist_ok=True)
    sources = {source.stem: source for source in [*PROGRAMS, CAPTURE]}

    def build(name: str, program: Path) -> None:
        # regions need no -rdc=true
        rdc = ["-rdc=true", "-lcudadevrt"] if name in NEED_RDC else []
        command = ["nvcc", "-O2", "-std=c++17", "-arch=native", f"-I{INCLUDE}", *rdc, sources[name], "-o"]
        done = subprocess.run([*command, program], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def built(name: str) -> Path:
        program = folder / name
        return made_once(program, lambda: build(name, program))

    return built


def run(*command: Path | str, **environment: str) -> tuple[int, list[str], str]:
    """How it ended, and what it said; a hang is a failure."""
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=20, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("setting", MODES)
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_same_answers_in_every_mode(source: Path, setting: str, programs: Programs) -> None:
    for _ in range(2 if setting == "auto" else 1):
        assert run(programs(source.stem), **MODES[setting]) == (0, notes(source, "prints"), "")


def test_counters_are_those_of_the_cpu(programs: Programs, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert run(programs("region_sequences"), SPAWN_REPORT=str(report), **AT_ONCE)[0] == 0
    pipeline = regions_of(report)["pipeline"]
    assert (pipeline["built"], pipeline["launches"], pipeline["plain"]) == (14, 134, 0)
    assert (pipeline["rebuilt"], pipeline["evicted"]) == (0, 0)
    for mode in ("while", "while:16", "block:16"):
        assert run(programs("region_loops"), SPAWN_REPORT=str(report), SPAWN_LOOP=mode)[0] == 0
        norm = regions_of(report)["norm"]
        assert (norm["trips"], norm["mode"], norm["built"], norm["rebuilt"]) == (16, mode, 1, 0)


def test_kernels_that_launch_are_refused_in_loops(programs: Programs, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert run(programs("region_launches"), SPAWN_REPORT=str(report), SPAWN_LOOP="while", **AT_ONCE)[0] == 0
    loop = regions_of(report)["loop"]
    assert (loop["built"], loop["plain"]) == (0, 1)


def test_auto_runs_all_trips(programs: Programs, tmp_path: Path) -> None:
    """In which mode is the GPU's to say."""
    report = tmp_path / "report.json"
    assert run(programs("region_loops"), SPAWN_REPORT=str(report))[0] == 0
    assert regions_of(report)["norm"]["trips"] == 16


def test_regions_in_a_capture(programs: Programs) -> None:
    assert run(programs(CAPTURE.stem), **AT_ONCE) == (0, notes(CAPTURE, "prints"), "")


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("region_loops", "while-16"),
        ("region_loops", "block-5"),
        ("region_worklists", "while-16"),
        ("region_worklists", "block-5"),
        ("region_branches", "while-16"),
        ("region_sequences", "while"),
        ("region_queue", "block-5"),
    ],
)
def test_memory(name: str, setting: str, programs: Programs) -> None:
    _, said = sanitized("memcheck", programs(name), **MODES[setting])
    source = next(path for path in PROGRAMS if path.stem == name)
    assert set(notes(source, "prints")) <= set(said)
    assert "ERROR SUMMARY: 0 errors" in "\n".join(said)
