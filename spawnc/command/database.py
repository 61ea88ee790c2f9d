"""compile_commands.json: where it is, and the CUDA compilations in it."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from spawnc.command.compile import CompileCommand, parse_command
from spawnc.errors import SourceError, UsageError

FILE_NAME = "compile_commands.json"
_HINT = "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; other build systems: use `bear -- make`"


def find_compile_commands(source: Path) -> Path | None:
    """The nearest compile_commands.json in the folder of `source` or above it."""
    folder = source.absolute().parent
    return next((path for at in (folder, *folder.parents) if (path := at / FILE_NAME).is_file()), None)


def load_compile_commands(path: Path) -> tuple[CompileCommand, ...]:
    """The CUDA compilations of a compile_commands.json, or of the one in folder `path`, in order.

    Each has one source; a source that is compiled twice is there twice. Raises UsageError when there is
    no such file, SourceError when its content isn't a compilation database.
    """
    file = path / FILE_NAME if path.is_dir() else path
    try:
        entries = json.loads(file.read_bytes())
    except OSError as error:
        raise UsageError(f"can't read '{file}': {error.strerror}", hint=_HINT) from error
    except ValueError as error:
        raise SourceError(f"'{file}' is not JSON: {error}") from error
    if not isinstance(entries, list):
        raise SourceError(f"'{file}' is not a compilation database: it holds no list")
    return tuple(_cuda_commands(file, entries))


def _cuda_commands(file: Path, entries: list[Any]) -> Iterator[CompileCommand]:
    for number, entry in enumerate(entries, start=1):
        try:
            directory = file.absolute().parent / entry["directory"]
            source = directory / entry["file"]
            arguments = entry.get("arguments") or shlex.split(entry["command"])
            command = parse_command(arguments, directory=directory)
        except (TypeError, AttributeError, KeyError, ValueError) as error:
            raise SourceError(
                f"'{file}', entry {number}: expected 'directory', 'file', and 'command' or 'arguments'"
            ) from error
        if command.sources:
            # The entry's own name of the file: the command may spell it differently.
            yield replace(command, sources=(source,))
