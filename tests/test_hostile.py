"""A few of the texts of bench/hostile.py, which has thousands: whatever they are, spawnc ends with a message."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spawnc.errors import ExitCode

ROOT = Path(__file__).parent.parent


def test_mutants_and_monsters() -> None:
    command = [sys.executable, "bench/hostile.py", "--count", "30", "--sizes"]
    done = subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("statement", "code", "message"),
    [
        # libclang overflows its stack
        ("n = (n" + ", n" * 20_000 + ");", ExitCode.TOOL, "'case.cu' died (SIGSEGV)"),
        # libclang's bindings would lose what is nested deepest without a word
        ("n = n" + " + n" * 5_000 + ";", ExitCode.SOURCE, "case.cu: too deeply nested"),
    ],
    ids=["libclang", "spawnc"],
)
def test_too_deep(tmp_path: Path, statement: str, code: ExitCode, message: str) -> None:
    kernel = f"__global__ void child(int* d, int n) {{ {statement} d[0] = n; }}\n"
    text = kernel + "__global__ void parent(int* d, int n) { child<<<1, 1>>>(d, n); }\n"
    (tmp_path / "case.cu").write_text(text)
    command = [sys.executable, "-m", "spawnc", "rewrite", "case.cu", "--in-place"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "case.cu").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["case.cu"]
