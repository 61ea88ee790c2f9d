"""`spawnc verify`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spawnc.command import CompileCommand
from spawnc.commands import options
from spawnc.commands.analysis import analyse
from spawnc.commands.base import tail_of
from spawnc.commands.program import make_cpu_program, make_program, read_command, root_of
from spawnc.config import make_settings
from spawnc.cpu.run import RunResult, Schedule, capture_on_cpu
from spawnc.cpu.verify import POLICIES, Different, Equal, Verification, reproducing_command
from spawnc.cpu.verify import verify as run_verification
from spawnc.errors import ExitCode, UsageError
from spawnc.report import terminal
from spawnc.requests import UnitRequest
from spawnc.toolchain import find_gpu, require_toolchain
from spawnc.units import distinct_sites

if TYPE_CHECKING:
    from spawnc.settings import Settings


def verify(
    ctx: typer.Context,
    files: options.Files = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--files", metavar="FILE", help="A file that the program writes, to be compared too. May be given again."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore",
            metavar="REGEX",
            help="Text that may differ, such as '[0-9.]+ ms'. May be given again; `^` and `$` are ends of lines.",
        ),
    ] = None,
    on: Annotated[
        str,
        typer.Option("--on", metavar="auto|gpu|cpu", help="Where to run. Default: on the GPU, if there is one."),
    ] = "auto",
    seed: options.Seed = 0,
    seeds: options.Seeds = 5,
    timeout: options.Timeout = 60,
    unchecked: options.Unchecked = False,
    nvcc_args: options.NvccArgs = "",
    carrier: options.CarrierText = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Run a program as written and rewritten, with every policy, and compare what it prints and writes.

    Where children can wait in queues, the rewritten program runs with device launches and with queues, unless a
    carrier is chosen. On the CPU, each runs under several schedules. Exit code 0 says that all runs agree with the
    first run of the original; 1, that one does not: it is shown, with the command that repeats it."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    if on not in ("auto", "gpu", "cpu"):
        raise UsageError(f"--on: unknown choice '{on}'", hint="choices are auto, gpu and cpu")
    patterns = tuple(_pattern(text) for text in ignore or ())
    place = on if on != "auto" else "gpu" if find_gpu() else "cpu"
    command = read_command(files or (), options.split_nvcc_args(nvcc_args))
    config = options.configure(command.sources[0], carrier=carrier, headers=headers, in_root=in_root)
    queueing = make_settings(config, root_of(command, config.in_root))
    chosen = config.carrier or config.launch_free
    settings = queueing if chosen else make_settings(replace(config, carrier="launch"), queueing.in_root)
    has_queues = _has_queues(command, queueing, jobs=jobs)
    arguments = tail_of(ctx) or ()
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        original, rewritten, with_queues = (Path(folder, name) for name in ("original", "rewritten", "with queues"))
        programs: dict[Path, Settings | None] = {original: None}
        if not (has_queues and chosen):
            programs[rewritten] = settings
        if has_queues:
            programs[with_queues] = queueing
        for program, how in programs.items():
            if place == "cpu":
                make_cpu_program(command, program, how, checks=not unchecked, jobs=jobs, quiet=quiet, verbose=verbose)
            else:
                toolchain = require_toolchain()
                make_program(command, program, toolchain, how, jobs=jobs, quiet=quiet, verbose=verbose)
        outcome = run_verification(
            Verification(
                original,
                rewritten if rewritten in programs else None,
                arguments,
                queueing=with_queues if has_queues else None,
                files=tuple(map(Path, compare or ())),
                ignore=patterns,
                seeds=seeds,
                first_seed=seed,
                timeout=timeout,
                run=capture_on_cpu if place == "cpu" else _capture_on_gpu,
            )
        )
    match outcome:
        case Equal(runs=runs, exit_code=code):
            queues = "" if not has_queues else " with queues" if chosen else ", without and with queues"
            what = f"original and {', '.join(POLICIES)}{queues}"
            terminal.print_result(f"equal: {what}: {runs} runs on the {place.upper()}, exit code {code}")
        case Different():
            if has_queues and not chosen:
                carrier = "auto" if outcome.run.variant.queueing else "launch"
            terminal.print_result(_explain(outcome, command.sources, arguments, place, carrier))
            raise typer.Exit(ExitCode.CHANGES)


def _has_queues(command: CompileCommand, settings: Settings, *, jobs: int | None) -> bool:
    """Whether some launch of the rewritten program uses a queue. What else there is to say is said when it is built."""
    requests = [UnitRequest(str(source), command) for source in command.sources]
    sites = distinct_sites(analyse(requests, settings, jobs=options.number_of_jobs(jobs), quiet=True))
    return any(site.guard is not None and site.guard.carrier == "queue" for site in sites)


def _explain(
    outcome: Different, sources: Sequence[Path], arguments: Sequence[str], place: str, carrier: str | None
) -> str:
    files = [str(source) for source in sources]
    repeat = reproducing_command(files, outcome.run, arguments, on=place, carrier=carrier)
    how = f"{outcome.run.variant}, run or seed {outcome.run.schedule.seed}"
    if outcome.by_itself:
        head = f"the original program's output is not always the same ({how}), so rewriting can't be judged by it"
        return f"{head}: {outcome.difference}\nrepeat with: {repeat}"
    return f"different ({how}): {outcome.difference}\nrepeat with: {repeat}"


def _pattern(text: str) -> re.Pattern[bytes]:
    try:
        return re.compile(text.encode(), re.MULTILINE)
    except re.error as error:
        raise UsageError(f"--ignore '{text}' is not a regular expression: {error}") from None


def _capture_on_gpu(program: Path, arguments: Sequence[str], schedule: Schedule) -> RunResult:
    environment = {**os.environ, **schedule.environment()}
    try:
        done = subprocess.run(
            [str(program.absolute()), *arguments],
            check=False,
            capture_output=True,
            env=environment,
            timeout=schedule.timeout,
        )
    except subprocess.TimeoutExpired:
        return RunResult(124, b"", b"no end\n")
    return RunResult(done.returncode if done.returncode >= 0 else 128 - done.returncode, done.stdout, done.stderr)
