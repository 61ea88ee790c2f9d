"""Options of the tests; skips those whose tools this machine lacks."""

import functools
import signal

import pytest

from spawnc.toolchain import find_gpu, find_nvcc

# a shell starts jobs in the background with Ctrl-C ignored, and so would everything that a test starts
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
