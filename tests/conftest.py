"""Skips the tests whose tools this machine lacks."""

import functools

import pytest

from spawnc.toolchain import find_gpu, find_nvcc


@functools.cache
def is_missing(marker: str) -> bool:
    return (find_nvcc() if marker == "nvcc" else find_gpu()) is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for marker in ("nvcc", "gpu"):
            if item.get_closest_marker(marker) and is_missing(marker):
                item.add_marker(pytest.mark.skip(reason=f"no {marker} found"))
