"""Programs for the CPU, built once and run as often as a test likes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from spawnc.commands.program import make_cpu_program, read_command, root_of
from spawnc.config import Config, make_settings
from spawnc.cpu import build as cpu_build
from spawnc.cpu.run import RunResult, Schedule, capture_on_cpu

#: Natural order, and some that are not.
SEEDS = (0, 1, 2, 3, 4)


#: AddressSanitizer's checks as calls: the same ones, and a quarter less to compile than when they stand in the code.
_CHECKS_AS_CALLS = ("--param", "asan-instrumentation-with-call-threshold=0")


@contextmanager
def unoptimised() -> Iterator[None]:
    """Programs are compiled without optimisation: it takes longer than all runs of most of them."""
    flags = tuple("-O0" if flag == "-O1" else flag for flag in cpu_build._COMPILE_FLAGS) + _CHECKS_AS_CALLS
    with mock.patch.object(cpu_build, "_COMPILE_FLAGS", flags):
        yield


def build(
    source: Path,
    program: Path,
    *more: Path,
    original: bool = True,
    checks: bool = True,
    carrier: str = "launch",
    graphs: bool = False,
) -> Path:
    """Makes a program of its sources, as written or rewritten."""
    command = read_command([str(source), *map(str, more)], [])
    settings = None if original else make_settings(Config(carrier=carrier, graphs=graphs), root_of(command, None))
    with unoptimised():
        make_cpu_program(command, program, settings, checks=checks, jobs=1, quiet=True, verbose=False)
    return program


def run(program: Path, *arguments: str, seed: int = 0, policy: str = "", timeout: int = 20) -> RunResult:
    """Runs it under one schedule."""
    return capture_on_cpu(program, arguments, Schedule(seed, timeout, policy))


def notes(source: Path, word: str) -> list[str]:
    """The texts of the lines `// WORD: text` in a source."""
    prefix = f"// {word}: "
    lines = source.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(prefix) for line in lines if line.startswith(prefix)]
