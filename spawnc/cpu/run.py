"""Runs programs that were built for the CPU, under schedules that a seed picks."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from spawnc.errors import ToolError

#: Exit codes of the emulation itself; all others are the program's own.
STOPPED, TIMED_OUT = 86, 124

_ADDR_NO_RANDOMIZE = 0x0040000
_QUERY = 0xFFFFFFFF
#: The program ends itself at its timeout, with a message; this is how much later it is killed if it doesn't.
_GRACE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Schedule:
    """What CUDA leaves open: 0 is the natural order of everything."""

    seed: int = 0
    #: Seconds; None for no limit.
    timeout: int | None = None
    #: Policy of all sites, in place of the one chosen at build time.
    policy: str = ""
    #: More of the environment.
    variables: tuple[tuple[str, str], ...] = ()

    def environment(self) -> dict[str, str]:
        variables = {"SPAWN_CPU_SEED": str(self.seed), "SPAWN_CPU_TIMEOUT": str(self.timeout or 0)}
        policy = {"SPAWN_POLICY": self.policy} if self.policy else {}
        return {**variables, **policy, **dict(self.variables)}


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run ended, and what it printed."""

    exit_code: int
    stdout: bytes
    stderr: bytes


def run_on_cpu(program: Path, arguments: Sequence[str] = (), schedule: Schedule | None = None) -> int:
    """Runs a program in the foreground. Returns its exit code, 128 + n when signal n ended it, as shells do."""
    return _run(program, arguments, schedule or Schedule(), capture=False).exit_code


def capture_on_cpu(program: Path, arguments: Sequence[str] = (), schedule: Schedule | None = None) -> RunResult:
    """Runs a program and keeps what it prints."""
    return _run(program, arguments, schedule or Schedule(), capture=True)


def run_seeds(program: Path, arguments: Sequence[str], *, seed: int, seeds: int, timeout: int | None) -> int:
    """Runs the schedules `seed`, `seed + 1`, ..., prints the first one's output, and says which one differs.

    Returns the first one's exit code; 1 if that is 0 and another differs."""
    schedules = [Schedule(seed + index, timeout) for index in range(seeds)]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda schedule: capture_on_cpu(program, arguments, schedule), schedules))
    first = results[0]
    sys.stdout.buffer.write(first.stdout)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(first.stderr)
    sys.stderr.buffer.flush()
    for schedule, result in zip(schedules[1:], results[1:], strict=True):
        if difference := first_difference(first, result):
            print(f"spawnc: seed {schedule.seed} differs from seed {seed}: {difference}", file=sys.stderr)
            return first.exit_code or 1
    print(f"spawnc: the same output for all {seeds} seeds", file=sys.stderr)
    return first.exit_code


def first_difference(expected: RunResult, got: RunResult) -> str:
    """In words; "" when exit code and stdout are the same. The standard error of the run that failed is added."""
    if expected.exit_code != got.exit_code:
        said = got.stderr.decode("utf-8", "replace").strip()
        return f"exit code {got.exit_code} instead of {expected.exit_code}" + (f"\n{said}" if said else "")
    return first_different_line(expected.stdout, got.stdout, "stdout")


def first_different_line(expected: bytes, got: bytes, name: str) -> str:
    """In words; "" when there is none."""
    if expected == got:
        return ""
    lines, others = expected.splitlines(), got.splitlines()
    for number, (line, other) in enumerate(zip(lines, others, strict=False), 1):
        if line != other:
            return f"{name} line {number}\n  expected: {_shown(line)}\n  got:      {_shown(other)}"
    if len(lines) == len(others):
        return f"{name}: the line endings differ"
    return f"{name} has {len(others)} lines instead of {len(lines)}"


def _shown(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace")[:200]


def _run(program: Path, arguments: Sequence[str], schedule: Schedule, *, capture: bool) -> RunResult:
    environment: Mapping[str, str] = {**os.environ, **schedule.environment(), "ASAN_OPTIONS": _sanitizer_options()}
    pipe = subprocess.PIPE if capture else None
    command = [str(program.absolute()), *arguments]
    try:
        with _same_addresses():
            process = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe)
    except OSError as error:
        raise ToolError(f"can't run '{program}': {error.strerror}") from error
    with process:
        try:
            limit = schedule.timeout + _GRACE_SECONDS if schedule.timeout else None
            stdout, stderr = process.communicate(timeout=limit)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            stdout, stderr = process.communicate()
            code = TIMED_OUT
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            raise
    return RunResult(code if code >= 0 else 128 - code, stdout or b"", stderr or b"")


def _sanitizer_options() -> str:
    """The user's, after a limit that ends a program before the machine's memory is used up."""
    limit = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    # "max" where a container has no limit of its own
    with suppress(OSError, ValueError):
        limit = min(limit, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return f"hard_rss_limit_mb={(limit * 3 // 4) >> 20}:{os.environ.get('ASAN_OPTIONS', '')}"


@contextmanager
def _same_addresses() -> Iterator[None]:
    """Processes started inside have the same addresses in every run, where the machine allows it.

    A run can then be repeated exactly; AddressSanitizer also fails with some kernels' address layouts."""
    libc = ctypes.CDLL(None)
    before = libc.personality(_QUERY)
    if before != -1:
        libc.personality(before | _ADDR_NO_RANDOMIZE)
    try:
        yield
    finally:
        if before != -1:
            libc.personality(before)
