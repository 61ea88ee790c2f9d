"""From sources to a program, by way of their rewritten copies."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from spawnc.build import compile_program
from spawnc.command import CompileCommand, parse_command
from spawnc.commands.analysis import analyse, distinct_messages, has_errors, print_counts, print_messages
from spawnc.commands.base import print_error
from spawnc.commands.destination import files_below, make_folders, place_below
from spawnc.commands.options import number_of_jobs
from spawnc.cpu.build import build_for_cpu
from spawnc.errors import ExitCode, UsageError
from spawnc.report import terminal
from spawnc.requests import UnitRequest, project_root
from spawnc.toolchain import Toolchain
from spawnc.units import merge_files
from spawnc.write import write_outputs

if TYPE_CHECKING:
    from spawnc.settings import Settings


def read_command(files: Sequence[str], nvcc_arguments: Sequence[str]) -> CompileCommand:
    """The command that makes one program of all sources."""
    command = parse_command(nvcc_arguments, sources=[Path(file) for file in files])
    if not command.sources:
        raise UsageError("no source file is named", hint="name the CUDA sources of the program")
    missing = next((source for source in command.sources if not source.is_file()), None)
    if missing is not None:
        raise UsageError(f"no such file: '{missing}'")
    return command


def make_program(
    command: CompileCommand,
    program: Path,
    toolchain: Toolchain,
    settings: Settings | None,
    *,
    jobs: int | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Rewrite the sources into a temporary folder and compile them there; without settings, compile them as they are.

    `settings.in_root` is the project."""
    if settings is None:
        _compile(command.sources, command, program, toolchain, quiet=quiet)
        return
    with rewritten(command, settings, jobs=jobs, quiet=quiet, verbose=verbose) as (copies, seeing):
        _compile(copies, seeing, program, toolchain, quiet=quiet, launch_free=settings.launch_free)


def make_cpu_program(
    command: CompileCommand,
    program: Path,
    settings: Settings | None,
    *,
    checks: bool,
    jobs: int | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """The same for the CPU backend."""
    if settings is None:
        build_for_cpu(command.sources, command, program, checks=checks)
        return
    with rewritten(command, settings, jobs=jobs, quiet=quiet, verbose=verbose) as (copies, seeing):
        build_for_cpu(copies, seeing, program, checks=checks)


@contextmanager
def rewritten(
    command: CompileCommand, settings: Settings, *, jobs: int | None, quiet: bool, verbose: bool
) -> Iterator[tuple[list[Path], CompileCommand]]:
    """The rewritten sources, in a temporary folder, and the command that compiles them there.

    `settings.in_root` is the project."""
    requests = [UnitRequest(str(source), command) for source in command.sources]
    results = analyse(requests, settings, jobs=number_of_jobs(jobs), quiet=quiet, verbose=verbose)
    messages = distinct_messages(results)
    print_messages(messages, quiet=quiet, verbose=verbose)
    if not quiet:
        print_counts(dict.fromkeys(map(str, command.sources)), results, with_regions=settings.graphs)
    if has_errors(messages):
        print_error("nothing was compiled")
        raise typer.Exit(ExitCode.SOURCE)
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        outputs = list(files_below(merge_files(results), root=settings.in_root, folder=folder))
        make_folders(outputs)
        write_outputs(outputs)
        copies = _copies(command.sources, settings.in_root, folder)
        # the copies of include folders are searched before the originals
        includes = _copies(command.include_paths, settings.in_root, folder)
        yield (
            copies,
            replace(
                command,
                include_paths=(*includes, *command.include_paths),
                nvcc_arguments=(*(f"-I{path}" for path in includes), *command.nvcc_arguments),
            ),
        )


def root_of(command: CompileCommand, in_root: str | None) -> str:
    """The project's folder for a program of several sources."""
    return project_root([UnitRequest(str(source), command) for source in command.sources], in_root)


def _compile(
    sources: Sequence[Path],
    command: CompileCommand,
    program: Path,
    toolchain: Toolchain,
    *,
    quiet: bool,
    launch_free: bool = False,
) -> None:
    said = compile_program(sources, program, toolchain, command, launch_free=launch_free)
    if said and not quiet:
        terminal.print_message(said.rstrip())


def _copies(paths: Sequence[Path], root: str, folder: str) -> list[Path]:
    copies = (place_below(path, root=root, folder=folder) for path in paths)
    return [copy for copy in copies if copy is not None]
