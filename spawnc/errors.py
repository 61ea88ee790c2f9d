"""What can go wrong, in two families, and the exit code that each ends with."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spawnc.source import Location


class ExitCode(IntEnum):
    """The exit codes of every command; tests and scripts may rely on them."""

    #: Done.
    OK = 0
    #: `--check` found something to rewrite, or `--strict` found a refused launch site.
    CHANGES = 1
    #: The command line or the configuration is wrong.
    USAGE = 2
    #: A source file is missing, unreadable, or could not be parsed; nothing was written.
    SOURCE = 3
    #: spawnc itself failed: please report it.
    INTERNAL = 4
    #: A tool that the command needs (libclang, nvcc, a GPU) is missing or failed.
    TOOL = 5


class SpawncError(Exception):
    """The user's input or machine stands in the way. `hint` names the next step.

    `location` is a place in a source that the message begins with."""

    exit_code = ExitCode.SOURCE

    def __init__(self, message: str, *, hint: str = "", location: Location | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.location = location


class UsageError(SpawncError):
    """Options that contradict each other, or that make no sense for this input."""

    exit_code = ExitCode.USAGE


class SourceError(SpawncError):
    """A source file that can't be read or parsed."""

    exit_code = ExitCode.SOURCE


class ToolError(SpawncError):
    """libclang, nvcc or a GPU is missing, or it failed."""

    exit_code = ExitCode.TOOL


class InternalError(Exception):
    """A broken promise inside spawnc; never the user's fault."""
