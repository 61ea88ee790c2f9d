"""compute-sanitizer, for one test at a time."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

#: Two at a time on one GPU, graphs fail in it, a WHILE node of two kernels written by hand too: in 6 of 10 runs (H200,
#: version 2025.3.1).
LOCK = Path(tempfile.gettempdir()) / "spawnc-compute-sanitizer.lock"
TIMEOUT_S = 120


def sanitized(tool: str, program: Path, *arguments: str, **environment: str) -> tuple[int, list[str]]:
    """How a program ended, and its lines among those of the tool."""
    sanitizer = shutil.which("compute-sanitizer")
    if sanitizer is None:
        pytest.skip("no compute-sanitizer")
    command = [sanitizer, "--tool", tool, program, *arguments]
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            command, env=os.environ | environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


def is_clean(said: Iterable[str]) -> bool:
    """Whether the tool found nothing."""
    return any(re.search(r"(ERROR|RACECHECK) SUMMARY: 0 (errors|hazards)", line) for line in said)
