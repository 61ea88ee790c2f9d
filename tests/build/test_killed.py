"""Runs over a whole project that end at any moment: no file is half written, and the next run is as good as ever."""

from __future__ import annotations

import faulthandler
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from spawnc import units
from spawnc.command import parse_command
from spawnc.requests import UnitRequest
from spawnc.settings import Settings

UNITS = 12
HEADER = """\
#pragma once
__device__ inline int twice(int n) { return 2 * n; }
"""
#: Files of many pages.
UNIT = """\
#include "twice.cuh"
__global__ void child(int *out, int n) {{ if (threadIdx.x < n) out[threadIdx.x] = twice(n); }}
__global__ void parent(int *out, int n) {{ child<<<1, 32 + {index}, 0, cudaStreamFireAndForget>>>(out, n); }}
// {filler}
"""
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Project:
    """A project in a folder of its own, and what a run that nobody ends makes of it."""

    folder: Path
    sources: Files
    complete: Files
    #: Of that run.
    seconds: float


def write_project(folder: Path) -> Files:
    """Small units, and a header that they share."""
    folder.mkdir()
    units = {f"unit_{index:02}.cu": UNIT.format(index=index, filler="filler " * 20000) for index in range(UNITS)}
    for name, text in {**units, "twice.cuh": HEADER}.items():
        (folder / name).write_text(text)
    entries = [{"directory": str(folder), "file": name, "command": f"nvcc -c {name}"} for name in units]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return files_in(folder)


def files_in(folder: Path) -> Files:
    """The project's files; temporary ones of runs that were killed are hidden."""
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".cu", ".cuh")}


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")] if folder.is_dir() else []


def start(folder: Path, *destination: str) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-m", "spawnc", "rewrite", "-q", "-j", "2", "-p", ".", *destination)
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, start_new_session=True)


def run_to_the_end(folder: Path, *destination: str) -> None:
    process = start(folder, *destination)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("killed") / "project"
    sources = write_project(folder)
    begin = time.monotonic()
    run_to_the_end(folder, "--out-root", "../complete")
    seconds = time.monotonic() - begin
    complete = files_in(folder.parent / "complete")
    assert complete.keys() == sources.keys()
    assert {name for name, text in sources.items() if complete[name] == text} == {"twice.cuh"}
    return Project(folder, sources, complete, seconds)


def end(process: subprocess.Popen[bytes], number: signal.Signals, *, group: bool = True) -> bytes:
    """Send a signal to the process or to all of its group; what it said."""
    send = os.killpg if group else os.kill
    send(process.pid, number)
    _, err = process.communicate(timeout=60)
    return err


def wait_for_output(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Until files are being written, which takes some milliseconds of the second that a run takes."""
    before = len(list(folder.iterdir()))
    while process.poll() is None and len(list(folder.iterdir())) == before:
        time.sleep(0.0002)


def kill_at_random(process: subprocess.Popen[bytes], folder: Path, moment: float, *, writing: bool) -> None:
    """`moment` is in seconds after the start, or after the first output."""
    if writing:
        wait_for_output(process, folder)
    time.sleep(moment)
    end(process, signal.SIGKILL)


def check(found: Files, allowed: Sequence[Files]) -> None:
    for name, data in found.items():
        assert any(data == state.get(name) for state in allowed), f"{name} is half written"


def test_out_root(project: Project) -> None:
    random_moment = random.Random(1)
    out = project.folder.parent / "out"
    old = dict.fromkeys(project.sources, b"// of another version\n")
    partial = 0
    for attempt in range(7):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        for name, data in old.items() if attempt % 2 else ():
            (out / name).write_bytes(data)
        writing = attempt >= 2
        moment = random_moment.uniform(0, 0.006 if writing else project.seconds)
        kill_at_random(start(project.folder, "--out-root", "../out"), out, moment, writing=writing)
        found = files_in(out)
        check(found, [project.complete, old])
        partial += bool(left_in(out)) or not (found == project.complete or found in ({}, old))
    # otherwise no run was killed while it wrote, and this test shows nothing
    assert partial
    run_to_the_end(project.folder, "--out-root", "../out")
    assert files_in(out) == project.complete
    assert files_in(project.folder) == project.sources


def test_in_place(project: Project) -> None:
    random_moment = random.Random(2)
    copy = project.folder.parent / "copy"
    write_project(copy)
    # `#line` has the folder
    here, there = (str(folder).encode() for folder in (copy, project.folder))
    complete = {name: data.replace(there, here) for name, data in project.complete.items()}
    for attempt in range(5):
        for name, data in project.sources.items():
            (copy / name).write_bytes(data)
        writing = attempt >= 1
        moment = random_moment.uniform(0, 0.006 if writing else project.seconds)
        kill_at_random(start(copy, "--in-place"), copy, moment, writing=writing)
        found = files_in(copy)
        assert found.keys() == project.sources.keys()
        check(found, [complete, project.sources])
    # what is rewritten stays, the others follow
    run_to_the_end(copy, "--in-place")
    assert files_in(copy) == complete


@pytest.mark.parametrize(
    ("number", "group", "writing"),
    [(signal.SIGINT, True, True), (signal.SIGTERM, False, True), (signal.SIGTERM, True, False)],
)
def test_signals_that_ask_leave_nothing(
    project: Project, tmp_path: Path, number: signal.Signals, group: bool, writing: bool
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    process = start(project.folder, "--out-root", str(out))
    if writing:
        wait_for_output(process, out)
    else:
        time.sleep(project.seconds * 0.7)
    err = end(process, number, group=group)
    # a signal that comes when all is done, and Python ends, is the system's
    assert process.returncode in (0, 128 + number, -number)
    assert b"Traceback" not in err
    assert left_in(out) == []
    assert len(files_in(out)) in (0, UNITS + 1)
    check(files_in(out), [project.complete])


class _Timer:
    """Pickled last, it ends its process a moment later: while that writes what was pickled."""

    def __reduce__(self) -> tuple[type[_Timer], tuple[()]]:
        threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return _Timer, ()


def die_while_answering(*_: object) -> object:
    return bytes(1 << 27), _Timer()


def test_a_process_that_is_killed_while_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a system that is short of memory."""
    monkeypatch.setattr(units, "run_unit", die_while_answering)
    request = UnitRequest("a.cu", parse_command([], sources=[Path("a.cu")], environment={}))
    faulthandler.dump_traceback_later(60, exit=True)
    (outcome,) = units._run_in_processes([units._Task(request)], Settings(), (), 1, lambda: None)
    faulthandler.cancel_dump_traceback_later()
    assert isinstance(outcome, units.UnitFailure)


def test_no_process_outlives_a_run_that_is_killed(project: Project, tmp_path: Path) -> None:
    process = start(project.folder, "--out-root", str(tmp_path / "out"))
    children: list[str] = []
    # the two of the pool, and one that multiprocessing has for itself
    while process.poll() is None and len(children) < 3:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    end(process, signal.SIGKILL, group=False)
    assert len(children) == 3
    deadline = time.monotonic() + 20
    while any(map(is_alive, children)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(process: str) -> bool:
    try:
        # the state comes after the name; the dead may wait for an init that never looks
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
