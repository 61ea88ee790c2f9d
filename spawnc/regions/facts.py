"""What is known of a region of host code that may become a graph."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.model import Function, Launch, Node, Ref
from spawnc.regions.host import HostCode
from spawnc.regions.statements import Checked, Decided, DeviceWork, Statement, Waited
from spawnc.source import Span


@dataclass(frozen=True, slots=True)
class Moving:
    """An argument that is the counter, plus something that stays: the clone adds what the trips have added."""

    #: Of the parameter.
    index: int
    step: int
    #: What the counter has grown by in the trip when the launch is reached, and where the argument names it.
    ahead: int
    names: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Alternating:
    """An argument that is one of two variables, in turns: the clone gets both."""

    index: int
    argument: Span
    even: str
    odd: str


@dataclass(frozen=True, slots=True)
class FromScalar:
    """An argument that is the loop's scalar: the clone takes it from what the trip begins with."""

    index: int
    #: Of the scalar, without typedefs.
    type: str


Varied = Moving | Alternating | FromScalar


@dataclass(frozen=True, slots=True)
class TripGrid:
    """A grid that depends on the loop's scalar."""

    #: Among those of the loop.
    number: int
    #: Threads of a block wait for each other before they run the next one.
    meets: bool


@dataclass(frozen=True, slots=True)
class StepLaunch:
    """A launch in the body of a loop."""

    launch: Launch
    kernel: Function
    varied: tuple[Varied, ...]
    #: A clone that knows of trips can stand beside the kernel.
    has_clone: bool
    #: None where the grid stays.
    grid: TripGrid | None = None
    #: The grid stays, and its blocks may take turns, none of which waits for the threads of another.
    in_turns: bool = False

    @property
    def has_block(self) -> bool:
        """Whether its clone runs the blocks that it is given."""
        return self.grid is not None or self.in_turns

    @property
    def takes_scalar(self) -> bool:
        return self.grid is not None or any(isinstance(each, FromScalar) for each in self.varied)


@dataclass(frozen=True, slots=True)
class Reset:
    """`flag = 0; cudaMemcpy(d_flag, &flag, ...);`: a constant that each trip writes."""

    span: Span
    device: Node
    value: Span


@dataclass(frozen=True, slots=True)
class Flag:
    """The scalar that is copied back."""

    #: The variable, or the pointer to it.
    variable: Ref
    #: `flag`, or `*flag`.
    spelling: str
    is_pointed_to: bool
    #: Without typedefs.
    type: str
    device: Node
    #: It is declared in the loop.
    is_local: bool
    #: Host and device look at the same memory.
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Counter:
    """An integer that grows by `step` in each trip."""

    variable: Ref
    step: int
    #: It grows after the place where the loop may be left.
    is_late: bool
    is_local: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """Two variables that each trip exchanges; `spans` are the statements that do."""

    first: Ref
    second: Ref
    spans: tuple[Span, ...]
    #: It stands after the place where the loop may be left.
    is_late: bool


@dataclass(frozen=True, slots=True)
class Derived:
    """`error = sqrt(error);`, `double left = error / first;`: a number that the host computes of the scalar."""

    span: Span
    variable: Ref
    value: Node
    #: The loop's body declares it.
    is_local: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """The host's decision to go on, as a function of the scalar and the number of trips."""

    #: Leaves the loop where it holds: of `if (...) break;`.
    leave: Node | None
    #: Goes on where it holds; None for `true`.
    go_on: Node | None
    #: Variables whose values stay.
    captured: tuple[Ref, ...]
    counters: tuple[Counter, ...]
    #: What is computed between the copy of the scalar and the decision, in order.
    derived: tuple[Derived, ...] = ()


@dataclass(frozen=True, slots=True)
class Grids:
    """The grids that depend on a loop's scalar, as text for the device."""

    each: tuple[str, ...]
    #: Statements that declare what they are made of; functions that they call.
    locals: tuple[str, ...]
    functions: tuple[str, ...]
    #: Variables whose values stay.
    captured: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that ends when a scalar, copied back from the device in each trip, says so."""

    code: HostCode
    node: Node
    #: With its semicolon.
    span: Span
    stream: str
    flag: Flag
    condition: Condition
    #: Of `for`: what stands before its first semicolon.
    init: Span | None
    #: The statements that are recorded, in order.
    kept: tuple[Statement, ...]
    resets: tuple[Reset, ...]
    launches: tuple[StepLaunch, ...]
    counters: tuple[Counter, ...]
    swaps: tuple[Swap, ...]
    #: It waits for the whole device, and puts work into the stream after that.
    waits: Waited | None
    waits_early: bool
    grids: Grids

    @property
    def takes_scalar(self) -> bool:
        return any(step.takes_scalar for step in self.launches)

    @property
    def captured(self) -> tuple[Ref, ...]:
        """Variables whose values stay, of the condition and of grids."""
        return tuple({ref.key: ref for ref in (*self.condition.captured, *self.grids.captured)}.values())


@dataclass(frozen=True, slots=True)
class Sequence:
    """Launches, copies and fills of one stream, with nothing but host arithmetic between."""

    code: HostCode
    span: Span
    stream: str
    statements: tuple[Statement, ...]
    work: tuple[DeviceWork, ...]
    checks: tuple[Checked, ...]
    has_loop: bool
    #: Those in branches that the device decides about.
    launches: tuple[StepLaunch, ...]
    decisions: tuple[Decided, ...]
    #: In the loop at its end, of which the trips look at nothing that the device has written.
    waits: tuple[Waited, ...]


Region = Loop | Sequence
