"""The drains of a program's queues are what an architecture allows, whatever the sizes of their blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.command import parse_command
from spawnc.pipeline import rewrite_unit
from spawnc.settings import Settings
from tests.compiled import fast, nvcc

SOURCE = Path(__file__).parents[1] / "cpu" / "programs" / "queue_sizes.cu"


@pytest.mark.nvcc
@pytest.mark.parametrize("architecture", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_compiles_without_warnings(architecture: str, tmp_path: Path) -> None:
    outcome = rewrite_unit(
        parse_command([], sources=[SOURCE], environment={}), str(SOURCE), Settings(), toolkit_include=()
    )
    assert [len(parent.drains) for parent in outcome.plan.queued_parents] == [6]
    (tmp_path / "sizes.cu").write_bytes(outcome.rewritten[str(SOURCE)])
    flags = (f"-arch={architecture}", "-Werror", "all-warnings")
    status, said = nvcc(tmp_path, "sizes.cu", *flags, phase=("-cubin", *fast()))
    assert status == 0, said
