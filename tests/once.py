"""What one test makes for all of a run, in whichever process they are."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that all processes of a run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def made_once(file: Path, make: Callable[[], object]) -> Path:
    """The file, which the first one that asks for it makes; others wait."""
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            make()
    return file
