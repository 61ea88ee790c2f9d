"""What programs are built for and run on: the emulator on the CPU, or a GPU."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from unittest import mock

from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.cpu.build import build_for_cpu
from spawnc.cpu.run import RunResult, Schedule, capture_on_cpu
from spawnc.settings import CarrierChoice
from spawnc.toolchain import require_toolchain
from tests.cpu.backend import unoptimised

ORIGINAL = "original"
POLICIES = ("always", "never", "spawn", "threshold=4", "threshold=20")
#: Policies, the most launches that may be pending, and the slots of a queue; 0: as many as there are.
_CROWDED = {
    CarrierChoice.LAUNCH: (("always", 1, 0), ("always", 3, 0), ("always", 12, 0), ("threshold=6", 2, 0)),
    CarrierChoice.AUTO: (("always", 3, 1), ("always", 0, 2), ("always", 12, 7), ("threshold=6", 2, 64)),
}
#: A file of programs takes a GPU well below a second; one that hangs is not to hold it for long.
_TIMEOUT_SECONDS, _GPU_TIMEOUT_SECONDS = 60, 30


@dataclass(frozen=True, slots=True)
class Run:
    """One way to run a program: "original", or a policy, the most launches that may be pending, and the slots of a
    queue."""

    policy: str
    seed: int = 0
    pending: int = 0
    slots: int = 0

    def __str__(self) -> str:
        limit = f", at most {self.pending} pending" if self.pending else ""
        slots = f", {self.slots} slots in a queue" if self.slots else ""
        return f"{self.policy}, seed {self.seed}{limit}{slots}"

    @property
    def environment(self) -> dict[str, str]:
        """The limits, as the runtime header reads them."""
        pending = {"SPAWN_PENDING_LAUNCHES": str(self.pending)} if self.pending else {}
        return pending | ({"SPAWN_QUEUE_SLOTS": str(self.slots)} if self.slots else {})


def runs(seed: int, carrier: CarrierChoice = CarrierChoice.LAUNCH) -> tuple[Run, ...]:
    """On the CPU, in natural order and by schedules that `seed` picks: fewer with queues, as drains are slow there."""
    schedules = (0, *range(seed + 1, seed + (5 if carrier is CarrierChoice.LAUNCH else 3)))
    plain = [Run(policy, number) for number in schedules for policy in (ORIGINAL, *POLICIES)]
    # with few slots, children that would like to go out can't; runs are cheap, building is not
    crowded = [Run(policy, number, *limits) for number in schedules for policy, *limits in _CROWDED[carrier]]
    return (*plain, *crowded)


def gpu_runs(_seed: int, carrier: CarrierChoice) -> tuple[Run, ...]:
    """On a GPU, whose schedules nobody picks."""
    all_slots = (0, 1, 2, 7) if carrier is CarrierChoice.AUTO else (0,)
    limits = product(POLICIES, (0, 1, 12), all_slots)
    return (Run(ORIGINAL), *(Run(policy, 0, pending, slots) for policy, pending, slots in limits))


@dataclass(frozen=True, slots=True)
class Machine:
    """`compile(source, program)` raises SpawncError when the compiler fails."""

    compile: Callable[[Path, Path], None]
    execute: Callable[[Path, Run, Sequence[str]], RunResult]
    #: The runs of a file for a seed and a carrier, the original first.
    runs: Callable[[int, CarrierChoice], tuple[Run, ...]]


def _compile_for_cpu(source: Path, program: Path) -> None:
    with unoptimised():
        build_for_cpu([source], parse_command([], sources=[source], environment={}), program)


def _run_on_cpu(program: Path, run: Run, arguments: Sequence[str]) -> RunResult:
    policy = "" if run.policy == ORIGINAL else run.policy
    with mock.patch.dict(os.environ, run.environment):
        return capture_on_cpu(program, arguments, Schedule(run.seed, _TIMEOUT_SECONDS, policy))


def _compile_for_gpu(source: Path, program: Path) -> None:
    compile_program([source], program, require_toolchain(), parse_command([], sources=[source], environment={}))


def _run_on_gpu(program: Path, run: Run, arguments: Sequence[str]) -> RunResult:
    policy = {} if run.policy == ORIGINAL else {"SPAWN_POLICY": run.policy}
    environment = os.environ | run.environment | policy
    try:
        done = subprocess.run(
            [program, *arguments], env=environment, capture_output=True, timeout=_GPU_TIMEOUT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as expired:
        return RunResult(-1, expired.stdout or b"", f"no end after {_GPU_TIMEOUT_SECONDS} s".encode())
    return RunResult(done.returncode, done.stdout, done.stderr)


CPU = Machine(_compile_for_cpu, _run_on_cpu, runs)
GPU = Machine(_compile_for_gpu, _run_on_gpu, gpu_runs)
