"""Generated programs print the same on a GPU, as written and rewritten, under every policy."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.toolchain import require_toolchain
from tests.differential.batch import POLICIES, rewrite, write_programs
from tests.differential.generator import generate

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]

#: A file of eight programs takes nvcc about as long as two of one.
FILES, PROGRAMS_EACH = 12, 8
#: What the environment adds to a policy, so that children that would like to go out can't.
LIMITS = ("", "1", "12")


def run(program: Path, policy: str = "", pending: str = "") -> dict[str, str]:
    """What each program of the file printed; one that hangs fails the test."""
    limits = {"SPAWN_PENDING_LAUNCHES": pending} if pending else {}
    environment = os.environ | limits | ({"SPAWN_POLICY": policy} if policy else {})
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=30, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("program_")]
    assert done.returncode == 0, f"{policy} {pending}\n{done.stdout}{done.stderr}"
    return {line.partition(" ")[0]: line for line in lines}


@pytest.mark.parametrize("number", range(FILES))
def test_same_answers(number: int, tmp_path: Path) -> None:
    programs = [generate(1000 + number * PROGRAMS_EACH + i) for i in range(PROGRAMS_EACH)]
    source = write_programs(programs, tmp_path)
    copy = tmp_path / "rewritten.cu"
    copy.write_bytes(rewrite(source).rewritten[str(source)])
    command = parse_command(["-O1"], sources=[source], environment={})
    toolchain = require_toolchain()
    compile_program([source], tmp_path / "original", toolchain, command)
    compile_program([copy], tmp_path / "rewritten", toolchain, command)
    expected = run(tmp_path / "original")
    assert len(expected) == PROGRAMS_EACH
    for policy in POLICIES:
        for pending in LIMITS:
            assert run(tmp_path / "rewritten", policy, pending) == expected, f"{policy} {pending}"
