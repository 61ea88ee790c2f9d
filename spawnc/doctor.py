"""`spawnc doctor`: looks for all that spawnc needs, tries it, and says how to get what is missing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from spawnc import toolchain
from spawnc.build import compile_program, run_program
from spawnc.command import CompileCommand
from spawnc.errors import ExitCode, SpawncError, ToolError

if TYPE_CHECKING:
    from rich.console import Console

    from spawnc.model import Unit

#: One device launch, as small as it gets.
PROGRAM = """\
__global__ void child(int* out) { out[threadIdx.x] = 1; }
__global__ void parent(int* out) { child<<<1, 32>>>(out); }
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  parent<<<1, 1>>>(out);
  return cudaDeviceSynchronize();
}
"""


class Status(Enum):
    OK = "ok"
    #: spawnc rewrites without it; `help` says what doesn't work.
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    status: Status
    #: What was found, or what is wrong.
    found: str
    #: How to get what is missing; "" when nothing is.
    help: str = ""


def run_doctor(console: Console, *, compile_test: bool = True) -> ExitCode:
    """Prints all checks as a table. The exit code is TOOL when something is missing without which nothing works."""
    from rich.table import Table
    from rich.text import Text

    styles = {Status.OK: "green", Status.WARNING: "yellow", Status.MISSING: "bold red"}
    checks = list(run_checks(compile_test=compile_test))
    table = Table(box=None, pad_edge=False)
    table.add_column("check", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("found", overflow="fold")
    for check in checks:
        table.add_row(check.name, Text(check.status.value, styles[check.status]), Text(check.found))
    console.print(table)
    for check in checks:
        if check.help:
            console.print(f"{check.name}: {check.help}", style=styles[check.status], markup=False, soft_wrap=True)
    return ExitCode.TOOL if any(check.status is Status.MISSING for check in checks) else ExitCode.OK


def run_checks(*, compile_test: bool = True) -> Iterator[Check]:
    """All checks in turn. `compile_test=False` leaves out the one that takes seconds: nvcc's."""
    yield _attempt("libclang", _libclang)
    yield _attempt("parse", _parse)
    yield _attempt("C++ headers", _cxx_headers, otherwise=Status.WARNING)
    yield _toolkit_headers()
    yield _attempt("host compiler", _host_compiler, otherwise=Status.WARNING)
    yield _attempt("nvcc", _nvcc, otherwise=Status.WARNING)
    if compile_test:
        yield _attempt("device launch", _device_launch, otherwise=Status.WARNING)
    yield _gpu()


def _attempt(name: str, find: Callable[[], str], *, otherwise: Status = Status.MISSING) -> Check:
    try:
        return Check(name, Status.OK, find())
    except SpawncError as error:
        return Check(name, otherwise, str(error), error.hint)


def _libclang() -> str:
    libclang = toolchain.require_libclang()
    return f"{libclang.version}, {libclang.library}"


def _parse() -> str:
    launches = _parse_text(PROGRAM).launches
    if not all(launch.seen and launch.targets for launch in launches):
        raise ToolError("libclang doesn't resolve a launch", hint="unset SPAWNC_LIBCLANG, or try another version")
    return f"{len(launches)} launches found and resolved in a test program"


def _cxx_headers() -> str:
    _parse_text("#include <vector>\n")
    return "<vector> is found"


def _parse_text(text: str) -> Unit:
    from spawnc.frontend import parse_views

    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        source = Path(folder, "test.cu")
        source.write_text(text)
        return parse_views(str(source))[0]


def _toolkit_headers() -> Check:
    folders = toolchain.toolkit_include_paths()
    if folders:
        return Check("CUDA headers", Status.OK, ", ".join(map(str, folders)))
    return Check(
        "CUDA headers",
        Status.WARNING,
        "none; sources that use CUB, cooperative groups and the like won't parse",
        "set CUDA_HOME, or: pip install 'spawnc[cuda]'",
    )


def _host_compiler() -> str:
    compiler = toolchain.require_host_compiler()
    return f"{compiler.version}, {compiler.path}"


def _nvcc() -> str:
    nvcc = toolchain.require_nvcc()
    return f"CUDA {nvcc.version}, {nvcc.path}"


def _device_launch() -> str:
    tools = toolchain.require_toolchain()
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        source, program = Path(folder, "test.cu"), Path(folder, "test")
        source.write_text(PROGRAM)
        compile_program([source], program, tools, CompileCommand.for_file(source))
        if tools.gpu is None:
            return "a test program compiles and links"
        if code := run_program(program):
            raise ToolError(f"a test program ends with CUDA error {code}", hint="does nvidia-smi show a problem?")
    return "a test program compiles, links and runs"


def _gpu() -> Check:
    gpu = toolchain.find_gpu()
    if gpu is None:
        return Check("GPU", Status.WARNING, "none; programs can be built here, but not run")
    found = f"{gpu.name}, {gpu.arch}, driver for CUDA {gpu.driver}"
    nvcc = toolchain.find_nvcc()
    # A driver runs programs of its own major version whatever their minor one, and all older ones.
    if nvcc is not None and _major(nvcc.version) > _major(gpu.driver):
        advice = f"programs of nvcc {nvcc.version} won't run: update the driver, or use nvcc {_major(gpu.driver)}"
        return Check("GPU", Status.WARNING, found, advice)
    return Check("GPU", Status.OK, found)


def _major(version: str) -> int:
    return int(version.partition(".")[0])
