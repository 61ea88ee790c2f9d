"""Shows that rewriting a program keeps its meaning: the same output, exit code and files, whatever the policy."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from spawnc.cpu.run import RunResult, Schedule, capture_on_cpu, first_difference, first_different_line

#: What a rewritten program is run with.
POLICIES = ("spawn", "always", "never", "threshold=64")


@dataclass(frozen=True, slots=True)
class Verification:
    """What to run, and what to compare."""

    #: The program as written, and rewritten.
    original: Path
    rewritten: Path | None = None
    arguments: tuple[str, ...] = ()
    #: The program rewritten with queues.
    queueing: Path | None = None
    #: Files that the program writes.
    files: tuple[Path, ...] = ()
    #: What may differ: text that one of these matches is left out of the comparison.
    ignore: tuple[re.Pattern[bytes], ...] = ()
    seeds: int = 1
    first_seed: int = 0
    timeout: int | None = None
    #: Runs a program once; that of the CPU by default.
    run: Callable[[Path, Sequence[str], Schedule], RunResult] = capture_on_cpu


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the programs, with a policy if it is a rewritten one."""

    program: Path
    policy: str = ""
    queueing: bool = False

    def __str__(self) -> str:
        return f"{self.policy}, queue" if self.queueing else self.policy or "original"


@dataclass(frozen=True, slots=True)
class Observed:
    """What one run left behind, without what may differ."""

    variant: Variant
    schedule: Schedule
    result: RunResult
    #: Content of each file; None for one that was not written.
    files: tuple[bytes | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Equal:
    """All runs agree."""

    runs: int
    exit_code: int


@dataclass(frozen=True, slots=True)
class Different:
    """The first run that does not agree with the original in natural order."""

    run: Observed
    difference: str

    @property
    def by_itself(self) -> bool:
        """The original program gives other answers under another schedule."""
        return not self.run.variant.policy


def verify(verification: Verification) -> Equal | Different:
    """Runs the original and every policy over all seeds; compares with the original's first run."""
    reference: Observed | None = None
    runs = 0
    for observed in _observe_all(verification):
        runs += 1
        if reference is None:
            reference = observed
        elif difference := _difference(verification, reference, observed):
            return Different(observed, difference)
    assert reference is not None
    return Equal(runs, reference.result.exit_code)


def reproducing_command(
    files: Sequence[str], run: Observed, arguments: Sequence[str], *, on: str, carrier: str | None = None
) -> str:
    """What to type to see a run again; `carrier` is what its program was rewritten with where nothing else says so."""
    variant = run.variant
    how = ["--policy", variant.policy] if variant.policy else ["--original"]
    if variant.policy and carrier:
        how += ["--carrier", carrier]
    seed = ["--seed", str(run.schedule.seed)] if on == "cpu" else []
    tail = ["--", *arguments] if arguments else []
    return shlex.join(["spawnc", "run", "--on", on, *how, *seed, *files, *tail])


def _observe_all(verification: Verification) -> Iterator[Observed]:
    schedules = [
        (variant, Schedule(seed, verification.timeout, variant.policy))
        for variant in _variants(verification)
        for seed in range(verification.first_seed, verification.first_seed + verification.seeds)
    ]
    # programs that write the same file can't run side by side
    workers = 1 if verification.files else len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from pool.map(lambda item: _observe(verification, *item), schedules)
        finally:
            pool.shutdown(cancel_futures=True)


def _variants(verification: Verification) -> Iterator[Variant]:
    yield Variant(verification.original)
    for program, queueing in ((verification.rewritten, False), (verification.queueing, True)):
        if program is not None:
            yield from (Variant(program, policy, queueing) for policy in POLICIES)


def _observe(verification: Verification, variant: Variant, schedule: Schedule) -> Observed:
    for file in verification.files:
        file.unlink(missing_ok=True)
    result = verification.run(variant.program, verification.arguments, schedule)
    files = tuple(
        _without(file.read_bytes(), verification.ignore) if file.is_file() else None for file in verification.files
    )
    stdout = _without(result.stdout, verification.ignore)
    return Observed(variant, schedule, RunResult(result.exit_code, stdout, result.stderr), files)


def _without(text: bytes, patterns: Sequence[re.Pattern[bytes]]) -> bytes:
    for pattern in patterns:
        text = pattern.sub(b"", text)
    return text


def _difference(verification: Verification, expected: Observed, got: Observed) -> str:
    if difference := first_difference(expected.result, got.result):
        return difference
    for file, before, after in zip(verification.files, expected.files, got.files, strict=True):
        if before == after:
            continue
        if before is None or after is None:
            return f"{file} is {'not ' if after is None else ''}written"
        return first_different_line(before, after, str(file))
    return ""
