"""Loops that end when a scalar, copied back from the device in each trip, says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node
from spawnc.regions.arguments import Varying, is_shared
from spawnc.regions.effects import effect
from spawnc.regions.facts import (
    Condition,
    Counter,
    Derived,
    Flag,
    Loop,
    Reset,
    StepLaunch,
    Swap,
)
from spawnc.regions.flag import (
    derivation,
    find_reading,
    flattened,
    is_exit,
    is_flag,
    read_flag,
)
from spawnc.regions.header import Header, read_header
from spawnc.regions.host import HostCode, keys_read
from spawnc.regions.inline_checks import stray
from spawnc.regions.kernels import Kernels
from spawnc.regions.loop_condition import Deciding, read_condition
from spawnc.regions.reading import body_of, read_statement
from spawnc.regions.refusal import Refusal, refuse, require
from spawnc.regions.resets import copied_reset
from spawnc.regions.resuming import check_copied, check_head, check_names
from spawnc.regions.scalars import SCALARS
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Checked,
    Copied,
    Counted,
    Decided,
    Declared,
    DeviceWork,
    Filled,
    Grouped,
    Launched,
    Left,
    NotUnderstood,
    Repeated,
    Statement,
    Swapped,
    Waited,
)
from spawnc.regions.step_launches import StepReader
from spawnc.regions.trip_grids import TripGrids
from spawnc.regions.trips import exchange, what_varies


def read_loop(code: HostCode, loop: Repeated, kernels: Kernels) -> Loop | Diagnostic | None:
    """What is known of a loop; why it is no graph; None for one that nothing of the device's ends."""
    body = list(flattened(loop.body))
    reading = find_reading(code, loop, body)
    if reading is None:
        return None
    try:
        inner = {each.ref.key for each in body_of(loop.node).walk() if each.kind == "VAR_DECL" and each.ref}
        flag = read_flag(code, reading, inner)
        header = read_header(code, loop)
        varying = what_varies(code, loop, body, header, flag)
        grids = TripGrids(code, flag, varying, inner)
        return _Reader(code, loop, body, kernels, reading, flag, header, inner, varying, grids).read()
    except Refusal as refusal:
        return refusal.problem


@dataclass
class _Reader:
    """One walk over the statements of a loop, in order. Its methods raise Refusal."""

    code: HostCode
    loop: Repeated
    body: Sequence[Statement]
    kernels: Kernels
    reading: Copied | Node
    flag: Flag
    header: Header
    #: Keys of what the body declares.
    inner: set[str]
    varying: Varying
    grids: TripGrids
    kept: list[Statement] = field(default_factory=list)
    resets: list[Reset] = field(default_factory=list)
    checks: list[Checked] = field(default_factory=list)
    launches: list[StepLaunch] = field(default_factory=list)
    counters: dict[str, Counter] = field(default_factory=dict)
    swaps: list[Swap] = field(default_factory=list)
    streams: dict[str, Statement] = field(default_factory=dict)
    #: What the scalar was last set to on the host.
    pending: Assigned | None = None
    waits: Waited | None = None
    waits_early: bool = False
    leave: Node | None = None
    derived: list[Derived] = field(default_factory=list)
    #: The scalar has been read: no work may follow.
    is_over: bool = False
    #: Statements around the walk: branches, inner loops.
    depth: int = 0

    def read(self) -> Loop:
        position = 0
        while position < len(self.body):
            swap = exchange(self.body, position, is_late=self.leave is not None)
            if swap is not None:
                self._swap(swap)
            else:
                self._statement(self.body[position])
            position += len(swap.spans) if swap is not None else 1
        if self.header.increment is not None:
            self._count(self.header.increment, is_late=True)
        self._left_away()
        if not self.is_over or not self.launches:
            refuse(self.code, "SP114", self.loop.node)
        condition = self._condition()
        if any(step.takes_scalar for step in self.launches):
            check_copied(self.code, self.flag, self.derived)
        if self.grids.each:
            check_head(self.code, self.loop.node, self.header, self.varying, self.counters)
            check_names(self.code, self.loop.node, condition, self.flag, self.grids.variables())
        return Loop(
            code=self.code,
            node=self.loop.node,
            span=self.code.whole(self.loop.node),
            stream=self._stream(),
            flag=self.flag,
            condition=condition,
            init=self.header.init,
            kept=tuple(self.kept),
            resets=tuple(self.resets),
            launches=tuple(self.launches),
            counters=tuple(self.counters.values()),
            swaps=tuple(self.swaps),
            waits=self.waits,
            waits_early=self.waits_early,
            grids=self.grids.found(),
        )

    def _statement(self, statement: Statement) -> None:
        """A statement of the body itself."""
        match statement:
            case Copied() if statement is self.reading:
                self._constant(statement.arguments[1])
                self.streams.setdefault(statement.stream, statement)
                self.is_over = True
            case Copied(kind="cudaMemcpyHostToDevice"):
                self._reset_by_copy(statement)
            case Waited(stream=stream):
                if stream is None:
                    self.waits = statement
                else:
                    self.streams.setdefault(stream, statement)
                self.is_over = self.is_over or (self.flag.is_shared and bool(self.launches))
            case Assigned(is_plain=True, target=target, value=value) if (
                is_flag(self.code, target, self.flag) and not self.is_over
            ):
                self._constant(value)
                if self.flag.is_shared:
                    self.resets.append(Reset(statement.span, self.flag.device, value.span))
                    self.kept.append(statement)
                else:
                    self.pending = statement
                    self.grids.is_reset = True
            case Assigned(is_plain=True) | Declared() if self._derives(statement):
                pass
            case Declared() if self._gives_scalar() and self.grids.declares(statement):
                pass
            case Counted():
                self._count(statement, is_late=self.leave is not None)
            case Branched() if is_exit(statement):
                self._leave(statement)
            case Grouped():
                pass
            case _:
                self._work(statement)
                if not isinstance(statement, Checked):
                    self.kept.append(statement)

    def _work(self, statement: Statement) -> None:
        """A statement that may also stand below an `if` or in an inner loop: it puts work into the stream."""
        match statement:
            case Launched() | Filled() | Copied(kind="cudaMemcpyDeviceToDevice"):
                self._put(statement)
            case Checked():
                self.checks.append(statement)
            case Grouped(body=()):
                pass
            case Declared(variables=variables):
                self._constant(*(child for variable in variables for child in variable.children))
            case Branched(condition=condition, branches=branches):
                self._constant(condition)
                self.depth += 1
                for part in (part for branch in branches for part in flattened(branch)):
                    self._work(part)
                self.depth -= 1
            case Repeated():
                self._counted_loop(statement)
            case NotUnderstood(problem=problem):
                raise Refusal(problem)
            case Copied(call=call) | Waited(call=call):
                refuse(self.code, "SP114", call)
            case Left(span=span, word=word):
                refuse(self.code, "SP108", span, what=word)
            case Assigned(target=target):
                refuse(self.code, "SP115", target)
            case Decided(span=span):
                refuse(self.code, "SP108", span)
            case Counted(span=span) | Swapped(span=span) | Grouped(span=span):
                refuse(self.code, "SP115", span)

    def _put(self, work: DeviceWork) -> None:
        code = self.code
        if self.is_over:
            refuse(code, "SP114", work.span)
        self.streams.setdefault(work.stream, work)
        self.waits_early = self.waits is not None
        if not isinstance(work, Launched):
            self._constant(*work.arguments)
            return
        step = StepReader(code, self.kernels, self.varying, self.flag, self.grids)
        gives_scalar = self._gives_scalar()
        self.launches.append(step.read(work, gives_scalar=gives_scalar, is_nested=self.depth > 0))

    def _gives_scalar(self) -> bool:
        """Whether launches may take the scalar that was copied back in the trip before."""
        return not (self.is_over or self.flag.is_shared or self.flag.is_local)

    def _counted_loop(self, loop: Repeated) -> None:
        """A loop in the loop that makes the same trips each time."""
        own = {each.ref.key for node in loop.header for each in node.walk() if each.kind == "VAR_DECL" and each.ref}
        for node in loop.header:
            statement = read_statement(self.code, node)
            if isinstance(statement, Counted) and statement.variable.key not in own:
                refuse(self.code, "SP115", node)
            if isinstance(statement, NotUnderstood):
                require(effect(self.code, node))
            elif not isinstance(statement, Counted | Declared):
                refuse(self.code, "SP115", node)
            self._constant(node)
        self.depth += 1
        for part in flattened(loop.body):
            self._work(part)
        self.depth -= 1

    def _reset_by_copy(self, copy: Copied) -> None:
        if self.is_over:
            refuse(self.code, "SP114", copy.call)
        self.resets.append(copied_reset(self.code, copy, self.flag, self.pending, self.varying))
        self._constant(copy.arguments[0])
        self.streams.setdefault(copy.stream, copy)
        self.kept.append(copy)

    def _derives(self, statement: Statement) -> bool:
        """`error = sqrt(error);`, behind the copy of the scalar and before the decision."""
        found = derivation(statement)
        if found is None or not self.is_over or self.leave is not None:
            return False
        known = {self.flag.variable.key, *(each.variable.key for each in self.derived)}
        if not (found.variable.key in known or keys_read(found.value) & known):
            return False
        if found.variable.canonical.removeprefix("const ") not in SCALARS or is_shared(found.variable):
            refuse(self.code, "SP115", statement.span, what=found.variable.name)
        # of the scalar, and of what stays: nothing of the trips before
        if keys_read(found.value) & (self.varying.keys - known) or found.variable.key in self.varying.steps:
            refuse(self.code, "SP113", statement.span)
        self.derived.append(found)
        return True

    def _left_away(self) -> None:
        """The checks are not recorded: nothing may ask for what they set."""
        for check in self.checks:
            if check.inline is not None and check.inline.is_kept and not check.inline.is_declared:
                refuse(self.code, "SP118", check.span, what=self.code.short(check.span))
        if (place := stray(self.code, self.code.whole(self.loop.node), self.checks)) is not None:
            refuse(self.code, "SP118", place, what=self.code.text(place))

    def _constant(self, *nodes: Node) -> None:
        """Refuse what is not the same in all trips."""
        for node in nodes:
            require(self.varying.problem(self.code, node))

    def _leave(self, statement: Branched) -> None:
        """`if (done) break;`, after which a trip decides nothing more."""
        first, *others = (tuple(flattened(branch)) for branch in statement.branches)
        words = [part.word for branch in (first, *others) for part in branch if isinstance(part, Left)]
        is_break = len(first) == 1 and isinstance(first[0], Left) and words == ["break"] and not any(others)
        if not self.is_over or self.leave is not None or not is_break:
            refuse(self.code, "SP108", statement.span, what=words[0])
        self.leave = statement.condition

    def _count(self, counted: Counted, *, is_late: bool) -> None:
        variable = counted.variable
        of_header = any(variable.key == ref.key for ref in self.header.declared)
        others = {self.flag.variable.key, *self.counters, *self.varying.pairs, *self.inner}
        if variable.key in others:
            refuse(self.code, "SP115", counted.span, what=variable.name)
        self.counters[variable.key] = Counter(variable, counted.step, is_late, is_local=of_header)
        self.varying.ahead[variable.key] = counted.step

    def _swap(self, swap: Swap) -> None:
        keys = {swap.first.key, swap.second.key}
        others = {key for other in self.swaps for key in (other.first.key, other.second.key)}
        is_plain = swap.first.canonical == swap.second.canonical and swap.first.canonical.endswith("*")
        if len(keys) < 2 or not is_plain or keys & (others | self.counters.keys() | self.inner):
            refuse(self.code, "SP115", swap.spans[0])
        self.swaps.append(swap)
        self.varying.flipped |= keys

    def _condition(self) -> Condition:
        deciding = Deciding(
            self.flag,
            self.varying,
            self.leave,
            self.header.go_on,
            tuple(self.derived),
            self.counters,
            tuple(self.swaps),
            self.inner,
        )
        return read_condition(self.code, self.loop.node, deciding)

    def _stream(self) -> str:
        """The one stream of all work."""
        if len(self.streams) > 1:
            one, other = list(self.streams)[:2]
            refuse(self.code, "SP107", self.streams[other].span, one=one or "NULL", other=other or "NULL")
        stream = next(iter(self.streams), "")
        inner = {name.rpartition("@")[2] for name in self.inner}
        if "(" in stream or set(stream.split()) & (self.varying.names | inner):
            refuse(self.code, "SP107", self.streams[stream].span, one=stream, other="another one")
        return stream
