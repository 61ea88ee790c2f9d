"""Generated programs print the same on a GPU, as written and rewritten, under every policy."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.settings import CarrierChoice
from spawnc.toolchain import require_toolchain
from tests.differential.batch import POLICIES, carrier_of, rewrite, write_programs
from tests.differential.generator import generate

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]

#: A file of eight programs takes nvcc about as long as two of one.
FILES, PROGRAMS_EACH = 12, 8
#: What the environment adds to a policy, so that children that would like to go out can't.
LIMITS: tuple[dict[str, str], ...] = ({}, {"SPAWN_PENDING_LAUNCHES": "1"}, {"SPAWN_PENDING_LAUNCHES": "12"})
SLOTS: tuple[dict[str, str], ...] = ({}, {"SPAWN_QUEUE_SLOTS": "1"}, {"SPAWN_QUEUE_SLOTS": "64"})


def run(program: Path, policy: str = "", limits: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """What each program of the file printed; one that hangs fails the test."""
    environment = os.environ | dict(limits) | ({"SPAWN_POLICY": policy} if policy else {})
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=30, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("program_")]
    assert done.returncode == 0, f"{policy} {limits}\n{done.stdout}{done.stderr}"
    return {line.partition(" ")[0]: line for line in lines}


@pytest.mark.parametrize("number", range(FILES))
def test_same_answers(number: int, tmp_path: Path) -> None:
    programs = [generate(1000 + number * PROGRAMS_EACH + i) for i in range(PROGRAMS_EACH)]
    source = write_programs(programs, tmp_path)
    copy = tmp_path / "rewritten.cu"
    carrier = carrier_of(number)
    copy.write_bytes(rewrite(source, carrier).rewritten[str(source)])
    command = parse_command(["-O1"], sources=[source], environment={})
    toolchain = require_toolchain()
    compile_program([source], tmp_path / "original", toolchain, command)
    compile_program([copy], tmp_path / "rewritten", toolchain, command)
    expected = run(tmp_path / "original")
    assert len(expected) == PROGRAMS_EACH
    for policy in POLICIES:
        for pending in LIMITS:
            for slots in SLOTS if carrier is CarrierChoice.AUTO else SLOTS[:1]:
                limits = pending | slots
                assert run(tmp_path / "rewritten", policy, limits) == expected, f"{carrier} {policy} {limits}"
