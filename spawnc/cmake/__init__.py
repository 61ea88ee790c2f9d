"""The CMake package, which `find_package(spawnc)` reads."""

from __future__ import annotations

from pathlib import Path


def cmake_dir() -> Path:
    """The folder for CMAKE_PREFIX_PATH."""
    return Path(__file__).parent
