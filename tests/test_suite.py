"""The tests themselves: none is passed over."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_every_folder_is_searched(pytestconfig: pytest.Config) -> None:
    patterns = pytestconfig.getini("norecursedirs")
    folders = {part for path in HERE.rglob("test_*.py") for part in path.relative_to(HERE).parent.parts}
    assert "build" in folders
    assert not [(folder, pattern) for folder in folders for pattern in patterns if fnmatch(folder, pattern)]
