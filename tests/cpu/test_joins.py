"""Programs that wait for their children in device code, as CDP1 had it: none of them builds for sm_90 as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cpu.backend import SEEDS, build, notes, run

FOLDER = Path(__file__).parent
PROGRAMS = sorted(FOLDER.glob("joins/*.cu"))
REPORTS = FOLDER.parent / "reports"
POLICIES = ("always", "never", "spawn", "threshold=16")


@pytest.mark.parametrize("carrier", ["launch", "auto"])
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_answers_under_every_policy_and_schedule(source: Path, carrier: str, tmp_path: Path) -> None:
    program = build(source, tmp_path / "program", original=False, carrier=carrier)
    for policy in POLICIES:
        for seed in SEEDS:
            result = run(program, seed=seed, policy=policy)
            assert (result.exit_code, result.stderr) == (0, b""), f"{policy}, seed {seed}"
            assert result.stdout.decode().splitlines() == notes(source, "prints"), f"{policy}, seed {seed}"


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_the_program_as_written_can_not_wait(source: Path, tmp_path: Path) -> None:
    result = run(build(source, tmp_path / "program"))
    assert result.exit_code != 0


@pytest.mark.parametrize(
    ("report", "output"),
    [
        ("01_device_sync_removed", "85344\n"),
        ("02_join_by_tail_launch", "85344\n"),
        ("04_sync_depth_limit_on_host", "sync depth: cudaSuccess\nrun: cudaSuccess\n"),
    ],
)
def test_reported_programs(report: str, output: str, tmp_path: Path) -> None:
    program = build(REPORTS / f"{report}.cu", tmp_path / "program", original=False)
    for policy in POLICIES:
        result = run(program, policy=policy)
        assert (result.exit_code, result.stdout.decode()) == (0, output), policy
