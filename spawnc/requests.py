"""Which translation units a command line names, and how each is compiled."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spawnc.command import CompileCommand, find_compile_commands, load_compile_commands, parse_command
from spawnc.errors import UsageError


@dataclass(frozen=True, slots=True)
class UnitRequest:
    """One source and how it is compiled; `path` is spelled as the user gave it."""

    path: str
    command: CompileCommand


def select_units(
    files: Sequence[str], *, build: str | None = None, nvcc_arguments: Sequence[str] | None = None
) -> tuple[UnitRequest, ...]:
    """The units that a command line names; a file that is named twice is one unit.

    Flags come from `nvcc_arguments`, else from the compile_commands.json of `build` (which also names the files when
    the command line has none), else from the nearest one above each file, else there are none."""
    if build is not None:
        if nvcc_arguments is not None:
            raise UsageError("-p and arguments after `--` exclude each other", hint="both say how to compile")
        return tuple(_from_database(files, Path(build)))
    if nvcc_arguments is not None:
        command = parse_command(nvcc_arguments, sources=[Path(file) for file in files])
        # sources among nvcc's arguments count: `spawnc rewrite --diff -- nvcc -c bfs.cu`
        paths = [*files, *(str(path) for path in command.sources if path not in {Path(file) for file in files})]
        requests = [UnitRequest(path, command) for path in _distinct(paths)]
    else:
        requests = [request for path in _distinct(files) for request in _with_nearest_flags(path)]
    if not requests:
        raise UsageError("no source file is named", hint="name FILE..., or use -p BUILD for a whole project")
    return tuple(requests)


def project_root(requests: Sequence[UnitRequest], in_root: str | None) -> str:
    """The folder whose files may be edited: `in_root`, or the one that all sources share.

    Raises UsageError when a source is not in it."""
    paths = [Path(request.path).absolute() for request in requests]
    if in_root is None:
        root = os.path.commonpath([path.parent for path in paths])
        if len(set(paths)) > 1 and root == os.path.sep:
            raise UsageError("the sources share no folder", hint="name the project's folder: --in-root DIR")
        return root
    if not Path(in_root).is_dir():
        raise UsageError(f"--in-root: no such folder: '{in_root}'")
    for request, path in zip(requests, paths, strict=True):
        if not path.resolve().is_relative_to(Path(in_root).resolve()):
            raise UsageError(f"'{request.path}' is not in the folder of --in-root, '{in_root}'")
    return str(Path(in_root).absolute())


def _distinct(paths: Iterable[str]) -> list[str]:
    return list({os.path.realpath(path): path for path in reversed(list(paths))}.values())[::-1]


def _with_nearest_flags(path: str) -> Iterator[UnitRequest]:
    # a missing file gets its own message later, without a look at databases
    database = find_compile_commands(Path(path)) if Path(path).is_file() else None
    found = [] if database is None else list(_commands_of(path, load_compile_commands(database)))
    for command in found or [CompileCommand.for_file(Path(path))]:
        yield UnitRequest(path, command)


def _from_database(files: Sequence[str], build: Path) -> Iterator[UnitRequest]:
    commands = load_compile_commands(build)
    if not commands:
        raise UsageError(f"no CUDA source in the compile_commands.json of '{build}'")
    if not files:
        yield from (UnitRequest(str(command.sources[0]), command) for command in commands)
    for path in _distinct(files):
        found = list(_commands_of(path, commands))
        if not found:
            raise UsageError(
                f"'{path}' is not among the {len(commands)} CUDA sources of '{build}'",
                hint="a header comes with the sources that include it; without -p, pass flags after `--`",
            )
        yield from (UnitRequest(path, command) for command in found)


def _commands_of(path: str, commands: Iterable[CompileCommand]) -> Iterator[CompileCommand]:
    wanted = os.path.realpath(path)
    for command in commands:
        if os.path.realpath(command.sources[0]) == wanted:
            yield replace(command, sources=(Path(path),))
