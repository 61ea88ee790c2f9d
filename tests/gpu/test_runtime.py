"""What the runtime header promises, checked on a GPU with the hand-written emitted file of tests/runtime."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNITS = [ROOT / "tests" / "runtime" / f"{unit}.cu" for unit in ("handwritten", "other_unit")]
INCLUDE = ROOT / "spawnc" / "include"

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("handwritten") / "handwritten"
    command = [
        "nvcc",
        "-O3",
        "-std=c++17",
        "-arch=native",
        "-rdc=true",
        f"-I{INCLUDE}",
        *UNITS,
        "-o",
        out,
        "-lcudadevrt",
    ]
    subprocess.run(command, check=True, capture_output=True)
    return out


def run(program: Path, check: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """One check; a hang is a failure."""
    return subprocess.run(
        [program, check], env=os.environ | environment, capture_output=True, text=True, timeout=20, check=False
    )


def report_of(program: Path, check: str, path: Path, **environment: str) -> dict[str, dict[str, int]]:
    """The counters of each site after a check that went well."""
    done = run(program, check, SPAWN_REPORT=str(path), **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return {site["id"]: site for site in json.loads(path.read_text())["sites"]}


@pytest.mark.parametrize("policy", ["spawn", "always", "never", "threshold=20"])
@pytest.mark.parametrize(
    "check",
    ["flood", "loops", "paces", "turns", "own_streams", "streams", "recursion", "blocks", "units", "order"],
)
def test_answers_under_every_policy(program: Path, check: str, policy: str) -> None:
    done = run(program, check, SPAWN_POLICY=policy)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{check}: ok" in done.stdout


@pytest.mark.parametrize("check", ["invalid", "unprepared", "one_stream", "policies"])
def test_promises(program: Path, check: str) -> None:
    assert f"{check}: ok" in run(program, check).stdout


def test_a_million_offered_launches_at_the_default_limit(program: Path, tmp_path: Path) -> None:
    site = report_of(program, "flood", tmp_path / "report.json")["hand.cu:1:3"]
    assert site["offered"] == site["launched"] + site["serial"] == 1 << 20
    assert site["failed"] == site["dropped"] == 0
    assert 0 < site["refused"] <= site["serial"]


@pytest.mark.parametrize("slots", ["1", "12", "30", "200", "1024"])
@pytest.mark.parametrize("check", ["loops", "paces", "turns", "own_streams", "streams"])
def test_any_number_of_slots(program: Path, check: str, slots: str) -> None:
    done = run(program, check, SPAWN_POLICY="always", SPAWN_PENDING_LAUNCHES=slots)
    assert f"{check}: ok" in done.stdout


def test_first_prepare_inside_a_capture(program: Path) -> None:
    """Without children: cudaDeviceSynchronize() does not wait for those of a graph, see spawn.cuh."""
    assert "capture: ok" in run(program, "capture", SPAWN_POLICY="never").stdout


def test_one_site_from_the_environment(program: Path, tmp_path: Path) -> None:
    sites = report_of(program, "flood", tmp_path / "report.json", SPAWN_SITE_hand_cu_1="never")
    assert sites["hand.cu:1:3"]["launched"] == 0
    sites = report_of(
        program, "flood", tmp_path / "report.json", SPAWN_SITE_hand_cu_1="never", SPAWN_SITE_hand_cu_1_3="always"
    )
    assert sites["hand.cu:1:3"]["launched"] > 0


@pytest.mark.parametrize("variable", ["SPAWN_POLICY", "SPAWN_SITE_hand_cu_1_3"])
@pytest.mark.parametrize("value", ["sometimes", "threshold=", "threshold=1x", "threshold=-1"])
def test_bad_policies_are_named_and_ignored(program: Path, variable: str, value: str) -> None:
    done = run(program, "units", **{variable: value})
    assert done.returncode == 0
    assert f"spawn: {variable}={value} ignored" in done.stderr


def test_report_as_a_table(program: Path) -> None:
    done = run(program, "units", SPAWN_REPORT="1")
    assert "other.cu:7:3" in done.stderr
    assert "hand.cu:6:3" in done.stderr


# not `invalid`: memcheck finds invalid writes in unmodified programs, too, where a launch has an invalid configuration
@pytest.mark.parametrize("tool", ["memcheck", "racecheck"])
@pytest.mark.parametrize("check", ["blocks", "order", "recursion"])
def test_sanitizer(program: Path, tool: str, check: str) -> None:
    sanitizer = shutil.which("compute-sanitizer")
    if sanitizer is None:
        pytest.skip("no compute-sanitizer")
    command = [sanitizer, "--tool", tool, program, check]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert f"{check}: ok" in done.stdout
    # racecheck warns that it does not support dynamic parallelism, and counts that as a hazard displayed
    assert "ERROR SUMMARY: 0 errors" in done.stdout or "(0 errors, 1 warning)" in done.stdout, done.stdout
