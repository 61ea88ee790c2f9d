"""What spawnc decided: one `Decision` a `<<<`, and what has to be written for the guarded ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from spawnc.diagnostics import Diagnostic
from spawnc.elsewhere.kernels import NOTHING, Elsewhere
from spawnc.model import Function, Launch, Unit
from spawnc.regions.decisions import Regions
from spawnc.source import Edit, SourceFile, Span


class PolicyKind(Enum):
    """Who decides at run time; the words are those of the command line, the pragma and SPAWN_POLICY."""

    SPAWN = "spawn"
    THRESHOLD = "threshold"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Policy:
    """A launch policy; `threshold` counts for THRESHOLD only: launch from this workload on."""

    kind: PolicyKind = PolicyKind.SPAWN
    threshold: int = 0

    def __str__(self) -> str:
        if self.kind is PolicyKind.THRESHOLD:
            return f"threshold={self.threshold}"
        return str(self.kind.value)


class Carrier(Enum):
    """How the work of a guarded launch leaves the launching thread."""

    LAUNCH = "launch"
    QUEUE = "queue"


class Order(Enum):
    """What a serial child may overtake."""

    INDEPENDENT = "independent"
    IN_ORDER = "in order"


@dataclass(frozen=True, slots=True)
class ByThread:
    """The launching thread runs the child, whatever the policy: someone waits for it."""


@dataclass(frozen=True, slots=True)
class ByBlock:
    """The whole block of the launching thread runs the child, at the barrier that follows the wait."""

    #: From the `if` that holds the launch to the barrier behind it.
    span: Span
    #: How the parent spells the type that holds the child's arguments.
    type_name: str


@dataclass(frozen=True, slots=True)
class ByTail:
    """The block that launches its own kernel as the last thing that it does goes on as the child."""


Join = ByThread | ByBlock | ByTail


@dataclass(frozen=True, slots=True)
class Guarded:
    """The launch becomes a guarded branch."""

    launch: Launch
    #: Position in the site table of its file.
    index: int
    parent: Function
    children: tuple[Function, ...]
    policy: Policy
    order: Order
    #: Why the order is what it is, for people.
    because: str
    #: Expression of `#pragma spawn workload(...)`; "" when the child's own bound or the grid is used.
    workload: str = ""
    #: What `#pragma spawn queue` or `launch` asks for.
    wanted: Carrier | None = None
    #: Where the parent has a queue. Its other copy, for host launches that spawnc does not see, launches.
    carrier: Carrier = Carrier.LAUNCH
    #: Why it is not the queue, for people; "" when nobody asked for it.
    not_queued: str = ""
    #: Why a child has no serial body. It is run by whole blocks from a queue, then; without one, the launch is refused.
    not_serial: Diagnostic | None = None
    #: How the child runs in place, where someone waits for it: there is no launch then.
    join: Join | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """The user asked for the launch as it is."""

    launch: Launch
    because: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It could not be shown that the launch may be rewritten."""

    launch: Launch
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class HostLaunch:
    """A launch in host code. `prepares` when it starts a kernel that reaches a guarded launch; `queued` when it starts
    the copy of its kernel that has a queue."""

    launch: Launch
    prepares: bool = False
    queued: bool = False
    #: Why it starts the kernel without a queue although there is a copy with one, for people.
    not_queued: str = ""


Decision = Guarded | Kept | Refused | HostLaunch


@dataclass(frozen=True, slots=True)
class ThreadBody:
    """A serial body that runs the child's body once a thread."""


@dataclass(frozen=True, slots=True)
class BlockBody:
    """A serial body that runs a whole block, part by part between its barriers (loop fission).

    `edits` turn the child's body into the body of one block; `bodies` says where its parts come from."""

    edits: tuple[Edit, ...]
    #: It calls atomic functions, perhaps on shared variables, which are locals now.
    atomics: bool = False


@dataclass(frozen=True, slots=True)
class NoSerialBody:
    """No serial body: what does not wait in the queue is launched."""


Body = ThreadBody | BlockBody | NoSerialBody


@dataclass(frozen=True, slots=True)
class Child:
    """A kernel that gets a guarded branch."""

    function: Function
    body: Body
    #: Number of threads along x that do anything, as an expression over the parameters; "" when all may.
    useful: str = ""
    #: ... or of items that its threads share in a grid-stride loop.
    strided: bool = False
    #: Calls in the body whose callee gets a clone: offsets of the callee's name token.
    helper_calls: tuple[int, ...] = ()
    #: Where the body names `__ldg`, or macros that do.
    read_only_loads: tuple[int, ...] = ()
    #: The kernel can reach itself through serial bodies, which get the depth as a template parameter.
    recursive: bool = False
    #: Some parent pushes it into a queue.
    queued: bool = False
    #: The type of what waits there.
    entry: str = ""
    #: It holds guarded launches, itself or through functions.
    launches: bool = False
    #: Some launch of it has a guard.
    guarded: bool = True
    #: Some launch of it is run in place,
    joined: bool = False
    #: ... by a whole block.
    joined_by_block: bool = False


@dataclass(frozen=True, slots=True)
class Helper:
    """A `__device__` function that is cloned because it reads built-ins, or calls `__ldg`."""

    function: Function
    helper_calls: tuple[int, ...] = ()
    read_only_loads: tuple[int, ...] = ()
    #: It launches kernels that can reach themselves.
    recursive: bool = False
    #: It launches for children in a queue, too.
    queued: bool = False


@dataclass(frozen=True, slots=True)
class QueuedChild:
    """What may wait in a queue."""

    function: Function
    #: As in its `Child`.
    entry: str
    #: Of a template, as the parent's head spells them.
    template_arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drain:
    """What runs children of a parent, and theirs."""

    children: tuple[QueuedChild, ...]
    #: Constant expressions for the size of its blocks; none where no child is run by whole blocks.
    block: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QueuedParent:
    """A kernel that gets a copy with queues."""

    function: Function
    #: One for each queue, in the order in which they run.
    drains: tuple[Drain, ...]
    #: Children push while a queue is drained, or are run by whole blocks.
    grows: bool = False
    #: Calls in it of functions that launch for it: offsets of the callee's name token.
    helper_calls: tuple[int, ...] = ()
    #: These functions, with such calls in each.
    helpers: Mapping[Function, tuple[int, ...]] = field(default_factory=dict)

    @property
    def children(self) -> tuple[QueuedChild, ...]:
        """All that may wait in its queues, each once."""
        return tuple(dict.fromkeys(child for drain in self.drains for child in drain.children))


@dataclass(frozen=True, slots=True)
class Turns:
    """A body of device code whose calls of CUDA's device runtime take the turn of their warp."""

    path: str
    #: After its opening brace.
    begin: int
    #: What it calls by plain names.
    names: tuple[str, ...]
    #: Where it says `::` before such a name.
    qualified: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RawLaunch:
    """A launch that stays as written, and takes the turn of its warp: from the kernel's name to the last bracket."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Pragma:
    """One `#pragma spawn` line; it is made blank in the output."""

    path: str
    span: Span
    #: It is about a region of host code.
    of_region: bool = False


class Replacement(Enum):
    """What stands in the place of a function of CDP1, which the device runtime of today lacks."""

    JOINED = "joined"
    JOINED_AT_END = "joined_at_end"
    SET_LIMIT = "set_limit"
    GET_LIMIT = "get_limit"


@dataclass(frozen=True, slots=True)
class Replaced:
    """The name of a function that is called, which becomes one of the runtime's."""

    path: str
    span: Span
    by: Replacement


@dataclass(frozen=True)
class Plan:
    """Every `<<<` of a unit's user files with what happens to it."""

    unit: Unit
    #: Every user file of every view.
    files: dict[str, SourceFile]
    decisions: tuple[Decision, ...]
    children: tuple[Child, ...] = ()
    helpers: tuple[Helper, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    turns: tuple[Turns, ...] = ()
    #: Parents that hold a launch whose order matters: they get a `spawn::StreamOrder`.
    ordered_parents: tuple[Function, ...] = ()
    #: Kernels that hold a guarded branch, themselves or through functions, and have no launch bounds of their own.
    unbounded: tuple[Function, ...] = ()
    #: Kernels that get a copy with a queue.
    queued_parents: tuple[QueuedParent, ...] = ()
    #: What other sources define.
    elsewhere: Elsewhere = NOTHING
    #: Launches that stay as written beside guarded ones.
    raw_launches: tuple[RawLaunch, ...] = ()
    #: Guarded branches make no device launch.
    launch_free: bool = False
    #: Host code that may become graphs.
    regions: Regions = field(default_factory=Regions)
    #: Calls of CDP1.
    replaced: tuple[Replaced, ...] = ()
    #: Warnings and notes that belong to no single decision.
    diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def unbounded_keys(self) -> frozenset[str]:
        return frozenset(kernel.key for kernel in self.unbounded)

    @cached_property
    def guarded(self) -> tuple[Guarded, ...]:
        return tuple(decision for decision in self.decisions if isinstance(decision, Guarded))

    @cached_property
    def guarded_by_child(self) -> dict[str, list[Launch]]:
        """The guarded launches of all kernels that share a qualified name."""
        by_child: dict[str, list[Launch]] = defaultdict(list)
        for decision in self.guarded:
            for name in {child.qualified_name for child in decision.children}:
                by_child[name].append(decision.launch)
        return by_child

    @cached_property
    def _guarded_by_path(self) -> dict[str, list[Guarded]]:
        by_path: dict[str, list[Guarded]] = defaultdict(list)
        for decision in self.guarded:
            by_path[decision.launch.path].append(decision)
        return by_path

    def guarded_in(self, path: str, span: Span) -> list[Guarded]:
        """The guarded launches inside a span of a file, in text order."""
        own = self._guarded_by_path.get(path, [])

        def begins(decision: Guarded) -> int:
            return decision.launch.chevrons.open.begin

        return own[bisect_left(own, span.begin, key=begins) : bisect_left(own, span.end, key=begins)]

    def counts(self) -> Counter[str]:
        """How many `<<<` ended where; the values add up to the number of `<<<`."""
        return Counter(type(decision).__name__ for decision in self.decisions)
