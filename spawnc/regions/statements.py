"""Statements of host code, as far as a graph may stand in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spawnc.diagnostics import Diagnostic
from spawnc.model import Launch, Node, Ref
from spawnc.source import Span

if TYPE_CHECKING:
    from spawnc.regions.facts import Condition, Flag


@dataclass(frozen=True, slots=True)
class Launched:
    """`k<<<grid, block>>>(x);`"""

    span: Span
    node: Node
    launch: Launch
    stream: str
    #: Of `CHECK((k<<<grid, block>>>(x)));`, a macro that looks for errors behind what it is given.
    check: Checked | None = None


@dataclass(frozen=True, slots=True)
class Filled:
    """`cudaMemsetAsync(p, 0, n, stream);` `call` holds the call, in the argument of a macro that checks it."""

    span: Span
    call: Node
    arguments: tuple[Node, ...]
    stream: str
    #: The call returns when the memory is filled, in some cases.
    may_wait: bool


@dataclass(frozen=True, slots=True)
class Copied:
    """`cudaMemcpyAsync(q, p, n, kind, stream);` of any kind."""

    span: Span
    call: Node
    arguments: tuple[Node, ...]
    kind: str
    stream: str
    may_wait: bool


@dataclass(frozen=True, slots=True)
class Inline:
    """A check that is written out in the function."""

    #: The variable that gets the error.
    error: Ref | None
    #: The check declares it.
    is_declared: bool
    #: Its value may be read behind the check.
    is_kept: bool
    #: An error ends the function or the program.
    leaves: bool
    #: Its words without strings: what a check has in common with others that do the same.
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """`CHECK(cudaGetLastError());` `call` is the call of CUDA alone."""

    span: Span
    call: Node
    #: `CHECK_LAST();`: the call is in the body of the function, or the text of the macro.
    is_hidden: bool = False
    #: Of `if (cudaGetLastError()) ...`, which looks for the error itself as hidden ones do.
    inline: Inline | None = None


@dataclass(frozen=True, slots=True)
class Waited:
    """`cudaStreamSynchronize(stream);`; `stream` is None for a wait for the device."""

    span: Span
    call: Node
    stream: str | None


@dataclass(frozen=True, slots=True)
class Assigned:
    """`x = value;`, `x *= value;`, of a variable or of what a pointer points to."""

    span: Span
    target: Node
    value: Node
    #: By `=` alone.
    is_plain: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """`++x;`, `x += 2;`: an integer variable that changes by a constant."""

    span: Span
    variable: Ref
    step: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """`std::swap(a, b);` of two variables."""

    span: Span
    first: Ref
    second: Ref


@dataclass(frozen=True, slots=True)
class Declared:
    """Local variables, with values that are computed."""

    span: Span
    variables: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Branched:
    """`if`, whose condition does nothing."""

    span: Span
    node: Node
    condition: Node
    branches: tuple[tuple[Statement, ...], ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A copy of a scalar to the host, and the `if` that asks for nothing else."""

    span: Span
    back: Copied
    waits: tuple[Waited, ...]
    #: Between the copy and the `if`.
    checks: tuple[Checked, ...]
    branch: Branched
    flag: Flag
    condition: Condition


@dataclass(frozen=True, slots=True)
class Repeated:
    """A loop. `header` are the statements and expressions of its head."""

    span: Span
    node: Node
    header: tuple[Node, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Grouped:
    """`{ ... }`, or nothing at all."""

    span: Span
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """`break` or `continue`."""

    span: Span
    word: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Anything else."""

    span: Span
    problem: Diagnostic


Statement = (
    Launched
    | Filled
    | Copied
    | Checked
    | Waited
    | Assigned
    | Counted
    | Swapped
    | Declared
    | Branched
    | Decided
    | Repeated
    | Grouped
    | Left
    | NotUnderstood
)
#: What a graph has a node for.
DeviceWork = Launched | Filled | Copied
