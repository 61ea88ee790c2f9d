"""The doctor tells apart what is there, what is missing, and what spawnc can do without."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from spawnc import toolchain
from spawnc.doctor import Status, run_checks, run_doctor
from spawnc.errors import ExitCode, ToolError
from spawnc.toolchain import Gpu, Nvcc


def status_by_name() -> dict[str, Status]:
    return {check.name: check.status for check in run_checks(compile_test=False)}


def printed(*, width: int = 200) -> tuple[ExitCode, str]:
    text = io.StringIO()
    code = run_doctor(Console(file=text, width=width), compile_test=False)
    return code, text.getvalue()


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "find_nvcc", lambda: None)
    monkeypatch.setattr(toolchain, "find_gpu", lambda: None)
    monkeypatch.setattr(toolchain, "toolkit_include_paths", tuple)


def test_parse_is_tried_for_real() -> None:
    checks = {check.name: check for check in run_checks(compile_test=False)}
    assert checks["libclang"].status is Status.OK
    assert checks["parse"].found == "2 launches found and resolved in a test program"


@pytest.mark.usefixtures("bare_machine")
def test_rewriting_needs_no_cuda() -> None:
    statuses = status_by_name()
    for name in ("CUDA headers", "nvcc", "GPU"):
        assert statuses[name] is Status.WARNING
    code, text = printed()
    assert code is ExitCode.OK
    assert "nvcc: set CUDA_HOME to a CUDA toolkit's folder, or get nvcc from PyPI: pip install 'spawnc[cuda]'" in text


def test_nothing_goes_without_libclang(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ToolError("no libclang", hint="get [one]")

    monkeypatch.setattr(toolchain, "require_libclang", fail)
    code, text = printed(width=40)
    assert code is ExitCode.TOOL
    assert "libclang: get [one]" in text


@pytest.mark.parametrize(("driver", "expected"), [("12.8", Status.WARNING), ("13.0", Status.OK), ("14.1", Status.OK)])
def test_driver_older_than_nvcc(monkeypatch: pytest.MonkeyPatch, driver: str, expected: Status) -> None:
    monkeypatch.setattr(toolchain, "find_nvcc", lambda: Nvcc(Path("/cuda/bin/nvcc"), "13.2", Path("/cuda")))
    monkeypatch.setattr(toolchain, "find_gpu", lambda: Gpu("Made Up", "sm_90", driver))
    assert status_by_name()["GPU"] is expected


@pytest.mark.nvcc
def test_device_launch_is_tried_for_real() -> None:
    checks = {check.name: check for check in run_checks()}
    assert checks["device launch"].found.startswith("a test program compiles")
