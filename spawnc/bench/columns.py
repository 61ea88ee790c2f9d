"""The ways to run a benchmark, each a column of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from spawnc.errors import UsageError


class Program(Enum):
    """What is made of a sample's source, by `spawnc.bench.programs`."""

    #: As it stands, but with its device launches in the NULL stream.
    NULL_STREAM = "null"
    FIRE_AND_FORGET = "fire_and_forget"
    #: `spawnc rewrite --carrier launch`, and `--carrier auto`.
    LAUNCH = "launch"
    AUTO = "auto"
    #: AUTO, with SPAWN_PHASES.
    PHASES = "phases"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    title: str
    #: A name for what an external command makes.
    program: Program | str
    arguments: tuple[str, ...] = ()
    #: SPAWN_POLICY, if any.
    policy: str = ""
    #: The program as written: needs its pending limit raised, and takes long.
    as_written: bool = False
    #: The policy is threshold=N, for the best N of a sweep.
    sweeps: bool = False
    #: Says how long parents and drains take, which makes it slower: its times are no times of the program.
    phases: bool = False


FLAT = Column("flat", "without dynamic parallelism, written by hand", Program.NULL_STREAM, ("--flat",))
THRESHOLD = Column("threshold", "device launches, the best threshold of a sweep", Program.LAUNCH, sweeps=True)
AUTO = Column("auto", "the queue, where it can be used", Program.AUTO, policy="spawn")
PHASES = Column("phases", "auto, with events around parents and drains", Program.PHASES, policy="spawn", phases=True)
COLUMNS = (
    FLAT,
    Column("cdp", "every launch as written, into the NULL stream", Program.NULL_STREAM, as_written=True),
    Column("cdp-ff", "every launch as written, fire-and-forget", Program.FIRE_AND_FORGET, as_written=True),
    THRESHOLD,
    Column("spawn", "device launches, the controller", Program.LAUNCH, policy="spawn"),
    AUTO,
    Column("serial", "no launch: serial bodies alone", Program.LAUNCH, policy="never"),
    PHASES,
)


@dataclass(frozen=True, slots=True)
class External:
    """A column whose program a command makes: `{source}` and `{program}` stand in it for the paths."""

    column: Column
    command: str


def read_external(text: str) -> External:
    """Of `--column NAME=COMMAND`."""
    name, equals, command = text.partition("=")
    if not re.fullmatch(r"[\w.+-]+", name) or not equals or "{source}" not in command or "{program}" not in command:
        raise UsageError(
            f"--column: no column is described by '{text}'",
            hint="for example: --column mine='mycc {source} -o {program}'",
        )
    if any(name == column.name for column in COLUMNS):
        raise UsageError(f"--column: there is a column '{name}' already")
    return External(Column(name, command, name), command)


def chosen(names: str | None, externals: Sequence[External]) -> list[Column]:
    """The columns of `--columns a,b`, in the order of the table; all without it. Raises UsageError."""
    all_columns = [*COLUMNS, *(external.column for external in externals)]
    known = [column.name for column in all_columns]
    wanted = known if names is None else [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in known:
            close = get_close_matches(name, known)
            hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(known)}"
            raise UsageError(f"--columns: no column is named '{name}'", hint=hint)
    return [column for column in all_columns if column.name in wanted]
