"""Options of the tests; skips those whose tools this machine lacks."""

from __future__ import annotations

import functools
import signal
from typing import Any

import pytest

from spawnc.toolchain import find_gpu, find_nvcc

# a shell starts jobs in the background with Ctrl-C ignored, and so would everything that a test starts
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


#: Files whose tests share what takes long to make: one process runs all of them.
ONE_PROCESS = {
    "tests/build/test_killed.py",
    "tests/build/test_wheels.py",
    "tests/cpu/test_graph_samples.py",
    "tests/cpu/test_regions.py",
    "tests/test_generated_programs.py",
    "tests/unit/test_bench.py",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write the expected parts of the golden cases anew; review the difference before you commit it",
    )


@functools.cache
def is_missing(marker: str) -> bool:
    return (find_nvcc() if marker == "nvcc" else find_gpu()) is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for marker in ("nvcc", "gpu"):
            if item.get_closest_marker(marker) and is_missing(marker):
                item.add_marker(pytest.mark.skip(reason=f"no {marker} found"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """`--dist loadgroup`, by file: marks of groups are lost between pytest-xdist 3.8 and pytest 9.2, where a test's
    name is no longer what the one writes into it."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    class ByFile(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file in ONE_PROCESS else nodeid

    return ByFile(config, log)
