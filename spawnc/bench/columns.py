"""The ways to run a benchmark, each a column of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from spawnc.errors import UsageError


class Kind(Enum):
    """What a benchmark has to have for a column to fit it; the words of benchmarks.toml."""

    #: Launches in device code.
    DEVICE = "device"
    #: Host code that becomes CUDA graphs.
    GRAPH = "graph"
    #: Of that, loops.
    LOOP = "loop"
    #: The same graph written by hand.
    PLACEHOLDERS = "placeholders"


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
    #: The same, or the source as it stands where nothing is rewritten; and `spawnc rewrite --graphs`.
    PLAIN = "plain"
    GRAPHS = "graphs"


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
    kind: Kind = Kind.DEVICE
    #: SPAWN_LOOP, if any.
    loop: str = ""

    @property
    def variables(self) -> dict[str, str]:
        """Of the environment."""
        named = {"SPAWN_POLICY": self.policy, "SPAWN_LOOP": self.loop}
        return {name: value for name, value in named.items() if value}

    @property
    def counts(self) -> bool:
        """Whether spawnc made the program, so that it says what it did."""
        return self.sweeps or bool(self.policy) or self.program is Program.GRAPHS


def _loop(mode: str) -> Column:
    whole, plus, _ = mode.partition("+")
    name, _, steps = whole.partition(":")
    title = _LOOPS[name] + (f", of {steps} trips at a time" if steps else "") + (", blocks in turns" if plus else "")
    return Column(f"loop-{mode}", title, Program.GRAPHS, kind=Kind.LOOP, loop=mode)


_LOOPS = {
    "host": "rewritten, but the host runs each trip",
    "block": "a graph launch after the other",
    "while": "the loop is a WHILE node",
}
#: The modes of a loop that the runtime takes: 1 to 1024 steps.
_LOOP_MODE = re.compile(r"loop-((?:while|(?:while|block):(?:[1-9]\d{0,2}|10[01]\d|102[0-4]))(?:\+turns)?)")
FLAT = Column("flat", "without dynamic parallelism, written by hand", Program.NULL_STREAM, ("--flat",))
THRESHOLD = Column("threshold", "device launches, the best threshold of a sweep", Program.LAUNCH, sweeps=True)
AUTO = Column("auto", "the queue, where it can be used", Program.AUTO, policy="spawn")
PHASES = Column("phases", "auto, with events around parents and drains", Program.PHASES, policy="spawn", phases=True)
PLAIN = Column("plain", "host code as written, kernels rewritten without graphs", Program.PLAIN, kind=Kind.GRAPH)
COLUMNS = (
    FLAT,
    Column("cdp", "every launch as written, into the NULL stream", Program.NULL_STREAM, as_written=True),
    Column("cdp-ff", "every launch as written, fire-and-forget", Program.FIRE_AND_FORGET, as_written=True),
    THRESHOLD,
    Column("spawn", "device launches, the controller", Program.LAUNCH, policy="spawn"),
    AUTO,
    Column("serial", "no launch: serial bodies alone", Program.LAUNCH, policy="never"),
    PHASES,
    PLAIN,
    Column(
        "placeholders",
        "a graph written by hand, with copies into its buffers",
        Program.PLAIN,
        ("--placeholders",),
        kind=Kind.PLACEHOLDERS,
    ),
    Column("graphs", "host code as CUDA graphs, the mode of loops measured", Program.GRAPHS, kind=Kind.GRAPH),
    *map(_loop, ("host", "block:16", "while", "while:16")),
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
    # the name of the program is none of Program's
    return External(Column(name, command, f"column-{name}"), command)


def chosen(names: str | None, externals: Sequence[External]) -> list[Column]:
    """The columns of `--columns a,b`, in the order of the table; all without it. Raises UsageError.

    `loop-while:K` and `loop-block:K` are columns for any K that the runtime takes, also with `+turns`."""
    all_columns = [*COLUMNS, *(external.column for external in externals)]
    wanted = [name.strip() for name in names.split(",")] if names is not None else [c.name for c in all_columns]
    known = [column.name for column in all_columns]
    if twice := next((name for name in known if known.count(name) > 1), ""):
        raise UsageError(f"--column: there are two columns '{twice}'")
    modes = [mode[1] for name in dict.fromkeys(wanted) if name not in known and (mode := _LOOP_MODE.fullmatch(name))]
    all_columns += map(_loop, modes)
    known += [f"loop-{mode}" for mode in modes]
    for name in wanted:
        if name not in known:
            close = get_close_matches(name, known)
            hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(known)}"
            raise UsageError(f"--columns: no column is named '{name}'", hint=hint)
    return [column for column in all_columns if column.name in wanted]
