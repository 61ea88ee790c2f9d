"""Children that wait in queues, on a GPU: the programs of the CPU tests, and stream capture."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.pipeline import rewrite_unit
from spawnc.settings import CarrierChoice, Settings
from spawnc.toolchain import require_toolchain
from tests.cpu.backend import notes
from tests.cpu.test_queue import PROGRAMS, runs
from tests.gpu.sanitizer import is_clean, sanitized

GRAPH = Path(__file__).parent / "queues_in_a_graph.cu"

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]


def build(source: Path, folder: Path, *, launch_free: bool = False) -> Path:
    """The program as rewritten, with queues."""
    command = parse_command(["-O2"], sources=[source], environment={})
    settings = Settings(carrier=CarrierChoice.AUTO, launch_free=launch_free)
    copy = folder / source.name
    copy.write_bytes(rewrite_unit(command, str(source), settings, toolkit_include=()).rewritten[str(source)])
    compile_program([copy], folder / "program", require_toolchain(), command, launch_free=launch_free)
    return folder / "program"


def run(*command: Path | str, **environment: str) -> tuple[int, list[str], str]:
    """How it ended, and what it said; a hang is a failure."""
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_known_answers(source: Path, tmp_path: Path) -> None:
    program = build(source, tmp_path)
    for policy, environment, _ in runs():
        ended = run(program, SPAWN_POLICY=policy, **environment)
        assert ended == (0, notes(source, "prints"), ""), f"{policy}, {environment}"


@pytest.mark.parametrize("slots", ["64", "300", "100000"])
def test_in_a_graph(slots: str, tmp_path: Path) -> None:
    """Without device launches: cudaDeviceSynchronize() does not wait for those of a graph, see spawn.cuh."""
    ended = run(build(GRAPH, tmp_path), SPAWN_POLICY="always", SPAWN_QUEUE_SLOTS=slots)
    assert ended == (0, notes(GRAPH, "prints"), "")


def clean(tool: str, program: Path, source: Path) -> None:
    """The right answers, and nothing to say about them."""
    _, said = sanitized(tool, program, SPAWN_POLICY="always")
    assert set(notes(source, "prints")) <= set(said)
    assert is_clean(said), said


def source_named(name: str) -> Path:
    return next(path for path in PROGRAMS if path.stem == name)


def test_memory(tmp_path: Path) -> None:
    source = source_named("queue_sizes")
    clean("memcheck", build(source, tmp_path), source)


@pytest.mark.parametrize("name", ["queue_shapes", "queue_functions", "queue_arguments"])
@pytest.mark.parametrize("tool", ["racecheck", "synccheck"])
def test_races(tool: str, name: str, tmp_path: Path) -> None:
    """These tools don't support programs that launch on the device."""
    source = source_named(name)
    clean(tool, build(source, tmp_path, launch_free=True), source)
