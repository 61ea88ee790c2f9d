"""Loops that end when a scalar, copied back from the device in each trip, says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying, varied_arguments
from spawnc.regions.condition import condition_problem
from spawnc.regions.configuration import configuration_problem, names_of, reads_memory
from spawnc.regions.facts import Condition, Counter, Flag, Loop, Reset, StepLaunch, Swap
from spawnc.regions.host import VARIABLES, HostCode, bare, keys_read
from spawnc.regions.kernels import Kernels
from spawnc.regions.sizes import SCALARS, is_size_of, pointee
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Checked,
    Copied,
    Counted,
    Declared,
    Filled,
    Grouped,
    Launched,
    Left,
    NotUnderstood,
    Repeated,
    Statement,
    Swapped,
    Waited,
    body_of,
    is_pointed_to,
    is_variable,
    read_statement,
)
from spawnc.source import Span

_TO_HOST, _TO_DEVICE, _ON_DEVICE = "cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToDevice"


class _Refused(Exception):  # noqa: N818 - it is no error: it carries the reason out of the walk
    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.text)
        self.problem = problem


def read_loop(code: HostCode, loop: Repeated, kernels: Kernels) -> Loop | Diagnostic | None:
    """What is known of a loop; why it is no graph; None for one that no copied scalar ends."""
    body = list(_flat(loop.body))
    back = _copy_back(code, loop, body)
    if back is None:
        return None
    try:
        return _Reader(code, loop, body, kernels, back).read()
    except _Refused as refused:
        return refused.problem


def _flat(statements: Sequence[Statement]) -> Iterator[Statement]:
    for statement in statements:
        if isinstance(statement, Grouped):
            yield from _flat(statement.body)
        else:
            yield statement


def _copy_back(code: HostCode, loop: Repeated, body: list[Statement]) -> Copied | None:
    """The copy to a variable of the host that decides whether the loop goes on."""
    decides = set()
    for node in loop.header:
        decides |= keys_read(node)
    for statement in body:
        if isinstance(statement, Branched) and any(
            isinstance(part, Left) for branch in statement.branches for part in _flat(branch)
        ):
            decides |= keys_read(statement.condition)
    for statement in body:
        if isinstance(statement, Copied) and statement.kind == _TO_HOST:
            variable = _host_variable(code, statement.arguments[0])
            if variable is not None and variable.key in decides:
                return statement
    return None


def _host_variable(code: HostCode, node: Node) -> Ref | None:
    """The x of `&x`, or the pointer p."""
    inner = bare(node)
    if inner.kind == "UNARY_OPERATOR" and code.operator(inner) == "&" and is_variable(inner.children[0]):
        return bare(inner.children[0]).ref
    return inner.ref if is_variable(inner) else None


@dataclass
class _Reader:
    """One walk over the statements of a loop, in order."""

    code: HostCode
    loop: Repeated
    body: list[Statement]
    kernels: Kernels
    back: Copied
    kept: list[Statement] = field(default_factory=list)
    resets: list[Reset] = field(default_factory=list)
    launches: list[StepLaunch] = field(default_factory=list)
    counters: dict[str, Counter] = field(default_factory=dict)
    swaps: list[Swap] = field(default_factory=list)
    varying: Varying = field(default_factory=Varying)
    #: Variables that the body, or the whole loop, declares.
    inner: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)
    streams: dict[str, Statement] = field(default_factory=dict)
    pending: Span | None = None
    waits: Waited | None = None
    waits_early: bool = False
    leave: Node | None = None
    is_over: bool = False

    def read(self) -> Loop:
        code, node = self.code, self.loop.node
        self.flag = self._read_flag()
        init, go_on, increment = self._header()
        self._collect(increment)
        position = 0
        while position < len(self.body):
            position += self._statement(position)
        if increment is not None:
            self._count(increment, is_late=True)
        if not self.is_over or not self.launches:
            raise _Refused(code.refuse("SP114", self.back.call))
        condition = self._condition(go_on)
        problem = condition_problem(code, condition, self.flag, self.varying)
        if problem is not None:
            raise _Refused(problem)
        return Loop(
            code=code,
            node=node,
            span=code.whole(node),
            stream=self._stream(),
            flag=self.flag,
            condition=condition,
            init=init,
            kept=tuple(self.kept),
            resets=tuple(self.resets),
            launches=tuple(self.launches),
            counters=tuple(self.counters.values()),
            swaps=tuple(self.swaps),
            waits=self.waits,
            waits_early=self.waits_early,
        )

    # --- the scalar ---

    def _read_flag(self) -> Flag:
        code, (host, device, size) = self.code, self.back.arguments
        variable = _host_variable(code, host)
        assert variable is not None
        pointed = bare(host).kind != "UNARY_OPERATOR"
        of = pointee(variable.canonical) if pointed else variable.canonical
        type_name = (of or "").removeprefix("const ")
        spelling = f"*{variable.name}" if pointed else variable.name
        if type_name not in SCALARS or not is_size_of(code, size, type_name, spelling, variable):
            raise _Refused(code.refuse("SP120", self.back.call, what=code.text(host.span)))
        self._device_pointer(device, type_name)
        self.inner = {
            inner.ref.key for inner in body_of(self.loop.node).walk() if inner.kind == "VAR_DECL" and inner.ref
        }
        self.own = {*self.inner}
        if keys_read(device) & self.inner:
            raise _Refused(code.refuse("SP119", device, what="a scalar whose address is computed in the loop"))
        return Flag(variable, spelling, pointed, type_name, device, is_local=variable.key in self.own)

    def _device_pointer(self, node: Node, type_name: str) -> None:
        """The device's copy has to be known to be of the same type."""
        inner = bare(node)
        found = ""
        if inner.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and inner.ref is not None:
            found = pointee(inner.ref.canonical) or ""
        if inner.kind == "UNARY_OPERATOR" and self.code.operator(inner) == "&":
            target = bare(inner.children[0])
            base = bare(target.children[0]) if target.kind == "ARRAY_SUBSCRIPT_EXPR" else target
            found = pointee(base.ref.canonical) or "" if base.ref is not None and base is not target else ""
        if found.removeprefix("const ") != type_name:
            raise _Refused(self.code.refuse("SP120", node, what=self.code.text(node.span)))

    # --- the head ---

    def _header(self) -> tuple[Span | None, Node | None, Statement | None]:
        """The text of `for`'s first part, the condition, and the last part."""
        code, loop = self.code, self.loop.node
        header = self.loop.header
        if loop.kind != "FOR_STMT":
            return None, None if _is_true(code, header[0]) else header[0], None
        found = code.tokens(Span(loop.span.begin, body_of(loop).span.begin))
        depth, ends = 0, []
        for token in found:
            depth += (token.text in (b"(", b"[", b"{")) - (token.text in (b")", b"]", b"}"))
            if token.text == b";" and depth == 1:
                ends.append(token)
        if len(ends) != 2:
            raise _Refused(code.refuse("SP118", loop, what="for"))
        init = next((child for child in header if child.span.begin < ends[0].begin), None)
        go_on = next((child for child in header if ends[0].begin < child.span.begin < ends[1].begin), None)
        last = next((child for child in header if child.span.begin > ends[1].begin), None)
        if init is not None:
            self._check_init(init)
        increment = read_statement(code, last) if last is not None else None
        if increment is not None and not isinstance(increment, Counted):
            raise _Refused(code.refuse("SP115", increment.span, what=code.text(increment.span)))
        text = Span(init.span.begin, ends[0].begin) if init is not None else None
        return text, None if go_on is None or _is_true(code, go_on) else go_on, increment

    def _check_init(self, init: Node) -> None:
        """It runs a second time where the loop runs as it was: it has to give the same."""
        statement = read_statement(self.code, init)
        match statement:
            case Declared(variables=variables):
                self.own |= {variable.ref.key for variable in variables if variable.ref}
                reads = set().union(*(keys_read(child) for variable in variables for child in variable.children))
            case Assigned(target=target, value=value) if is_variable(target):
                reads = keys_read(value)
            case NotUnderstood(problem=problem):
                raise _Refused(problem)
            case _:
                raise _Refused(self.code.refuse("SP118", init, what=self.code.text(init.span)))
        written = (
            {variable.ref.key for variable in init.children if variable.ref}
            if isinstance(statement, Declared)
            else keys_read(init.children[0])
        )
        if reads & written:
            raise _Refused(self.code.refuse("SP118", init, what=self.code.text(init.span)))

    # --- what changes from trip to trip ---

    def _collect(self, increment: Statement | None) -> None:
        """Names of all that changes, before the first use is looked at."""
        for position, statement in enumerate([*self.body, *([increment] if increment else [])]):
            if (swap := self._exchange(position)) is not None:
                self._pair(swap.first, swap.second)
            match statement:
                case Counted(variable=variable, step=step):
                    self.varying.add(variable)
                    self.varying.steps[variable.key] = step
                case Swapped(first=first, second=second):
                    self._pair(first, second)
                case Assigned(target=target) if is_variable(target) and target.ref is not None:
                    self.varying.add(target.ref)
                case _:
                    pass
        if not self.flag.is_pointed_to:
            self.varying.add(self.flag.variable)
        else:
            self.varying.pointed.add(self.flag.variable.key)
        for launch in self.code.launches_in(self.loop.node):
            for argument in launch.call.children[1:] if launch.call else ():
                if is_variable(argument) and bare(argument).ref:
                    self.varying.handed.add(bare(argument).ref.key)  # type: ignore[union-attr]
        for node in self.code.body.walk():
            if node.kind == "VAR_DECL" and node.type.rstrip().endswith("&"):
                for child in node.children:
                    if keys_read(child) & self.varying.keys:
                        raise _Refused(self.code.refuse("SP115", node, what=node.name))

    def _pair(self, first: Ref, second: Ref) -> None:
        for one, other in ((first, second), (second, first)):
            self.varying.add(one)
            self.varying.swapped[one.key] = other

    def _constant(self, *nodes: Node) -> None:
        """Refuse what is not the same in all trips."""
        for node in nodes:
            if (problem := self.varying.problem(self.code, node)) is not None:
                raise _Refused(problem)

    # --- statements ---

    def _statement(self, position: int) -> int:
        """Read the statement at a position, and say how many were read."""
        statement = self.body[position]
        code = self.code
        if (swap := self._exchange(position)) is not None:
            self._swap(swap)
            return 3
        match statement:
            case Launched() | Filled():
                self._work(statement)
                self.kept.append(statement)
            case Copied():
                self._copy(statement)
            case Checked():
                pass
            case Waited(stream=stream):
                if stream is None:
                    self.waits = statement
                else:
                    self.streams.setdefault(stream, statement)
            case Assigned(target=target, value=value) if self._is_flag(target) and not self.is_over:
                self._constant(value)
                self.pending = value.span
            case Counted():
                self._count(statement, is_late=self.leave is not None)
            case Swapped(first=first, second=second, span=span):
                self._swap(Swap(first, second, (span,), is_late=self.leave is not None))
            case Declared(variables=variables):
                self._constant(*(child for variable in variables for child in variable.children))
                self.kept.append(statement)
            case Branched(condition=condition, branches=branches):
                if any(isinstance(part, Left) for branch in branches for part in _flat(branch)):
                    self._leave(statement)
                else:
                    self._constant(condition)
                    for part in (part for branch in branches for part in _flat(branch)):
                        self._inner(part)
                    self.kept.append(statement)
            case Repeated():
                self._counted_loop(statement)
                self.kept.append(statement)
            case Grouped():
                pass
            case Assigned(span=span, target=target):
                raise _Refused(code.refuse("SP115", span, what=code.text(target.span)))
            case Left(span=span, word=word):
                raise _Refused(code.refuse("SP108", span, what=word))
            case NotUnderstood(problem=problem):
                raise _Refused(problem)
        return 1

    def _inner(self, statement: Statement) -> None:
        """A statement below an `if` or in a counted loop: it may only put work into the stream."""
        code = self.code
        match statement:
            case Launched() | Filled():
                self._work(statement)
            case Copied(kind=kind) if kind == _ON_DEVICE:
                self._work(statement)
            case Copied(call=call):
                raise _Refused(code.refuse("SP114", call))
            case Checked():
                pass
            case Declared(variables=variables):
                self._constant(*(child for variable in variables for child in variable.children))
            case Branched(condition=condition, branches=branches):
                self._constant(condition)
                for branch in branches:
                    for part in _flat(branch):
                        self._inner(part)
            case Repeated():
                self._counted_loop(statement)
            case NotUnderstood(problem=problem):
                raise _Refused(problem)
            case Left(span=span, word=word):
                raise _Refused(code.refuse("SP108", span, what=word))
            case Waited(span=span) | Assigned(span=span) | Counted(span=span) | Swapped(span=span) | Grouped(span=span):
                raise _Refused(code.refuse("SP115", span, what=code.text(span)))

    def _counted_loop(self, loop: Repeated) -> None:
        """A loop in the loop that makes the same number of trips each time."""
        for node in loop.header:
            statement = read_statement(self.code, node)
            if isinstance(statement, Counted) and statement.variable.key not in self._declared_in(loop):
                raise _Refused(self.code.refuse("SP115", node, what=self.code.text(node.span)))
            if isinstance(statement, NotUnderstood) and (problem := self.code.effect(node)) is not None:
                raise _Refused(problem)
            self._constant(node)
        for part in _flat(loop.body):
            self._inner(part)

    def _declared_in(self, loop: Repeated) -> set[str]:
        return {
            inner.ref.key for node in loop.header for inner in node.walk() if inner.kind == "VAR_DECL" and inner.ref
        }

    def _work(self, work: Launched | Filled | Copied) -> None:
        """What goes into the stream."""
        code = self.code
        if self.is_over:
            raise _Refused(code.refuse("SP114", self.back.call))
        self.streams.setdefault(work.stream, work)
        self.waits_early = self.waits is not None
        if not isinstance(work, Launched):
            self._constant(*work.arguments)
            return
        launch = work.launch
        problem = self.kernels.unfit_for_loops(code, launch) or configuration_problem(code, launch)
        if problem is not None:
            raise _Refused(problem)
        for span in launch.chevrons.configuration[:3]:
            if names_of(code, span) & self.varying.names or reads_memory(code, span):
                raise _Refused(code.refuse("SP113", span, what=code.text(span)))
        kernel = self.kernels.function(launch)
        assert kernel is not None
        varied, problem = varied_arguments(code, work, kernel, self.varying)
        if problem is not None:
            raise _Refused(problem)
        uncloned = self.kernels.uncloned(code.source.path, kernel)
        if varied and uncloned is not None:
            raise _Refused(
                code.refuse("SP113", work.node, what=code.text(work.node.children[1 + varied[0].index].span))
            )
        self.launches.append(StepLaunch(launch, kernel, varied, has_clone=uncloned is None))

    def _copy(self, copy: Copied) -> None:
        code = self.code
        if copy is self.back:
            self.streams.setdefault(copy.stream, copy)
            self._constant(copy.arguments[1])
            self.is_over = True
            return
        if copy.kind == _ON_DEVICE:
            self._work(copy)
            self.kept.append(copy)
            return
        host = _host_variable(code, copy.arguments[1])
        if (
            copy.kind == _TO_DEVICE
            and host is not None
            and host.key == self.flag.variable.key
            and self.pending
            and not self.is_over
        ):
            self._device_pointer(copy.arguments[0], self.flag.type)
            if not is_size_of(code, copy.arguments[2], self.flag.type, self.flag.spelling, self.flag.variable):
                raise _Refused(code.refuse("SP120", copy.call, what=code.text(copy.arguments[2].span)))
            self._constant(copy.arguments[0])
            self.streams.setdefault(copy.stream, copy)
            self.resets.append(Reset(copy.span, copy.arguments[0], self.pending))
            self.kept.append(copy)
            return
        raise _Refused(code.refuse("SP114", copy.call))

    def _is_flag(self, target: Node) -> bool:
        if not self.flag.is_pointed_to:
            return is_variable(target) and target.ref is not None and target.ref.key == self.flag.variable.key
        return is_pointed_to(self.code, target) and self.flag.variable.key in keys_read(target)

    def _leave(self, statement: Branched) -> None:
        """`if (done) break;`, which has to be the last thing that a trip decides."""
        parts = [part for branch in statement.branches for part in _flat(branch)]
        if (
            not self.is_over
            or self.leave is not None
            or len(parts) != 1
            or not isinstance(parts[0], Left)
            or parts[0].word != "break"
        ):
            raise _Refused(self.code.refuse("SP108", statement.span, what="break"))
        self.leave = statement.condition

    def _count(self, counted: Counted, *, is_late: bool) -> None:
        variable = counted.variable
        known = self.counters.get(variable.key)
        if known is not None or any(variable.key in (swap.first.key, swap.second.key) for swap in self.swaps):
            raise _Refused(self.code.refuse("SP115", counted.span, what=variable.name))
        is_local = variable.key in self.own
        if is_local and not self._in_header(variable):
            raise _Refused(self.code.refuse("SP115", counted.span, what=variable.name))
        self.counters[variable.key] = Counter(variable, counted.step, is_late, is_local)
        self.varying.ahead[variable.key] = counted.step

    def _in_header(self, variable: Ref) -> bool:
        return any(
            inner.kind == "VAR_DECL" and inner.ref and inner.ref.key == variable.key
            for node in self.loop.header
            for inner in node.walk()
        )

    def _exchange(self, position: int) -> Swap | None:
        """`T* t = a; a = b; b = t;`"""
        three = self.body[position : position + 3]
        match three:
            case [
                Declared(span=one, variables=(kept,)),
                Assigned(span=two, target=a, value=b),
                Assigned(span=last, target=c, value=d),
            ]:
                start = bare(kept.children[-1]) if kept.children else kept
                names = [bare(node) for node in (start, a, b, c, d)]
                if not all(is_variable(node) for node in names) or kept.ref is None:
                    return None
                s, a_key, b_key, c_key, d_key = (node.ref.key for node in names if node.ref)
                if s == a_key and b_key == c_key and d_key == kept.ref.key and names[1].ref and names[2].ref:
                    return Swap(names[1].ref, names[2].ref, (one, two, last), is_late=self.leave is not None)
        return None

    def _swap(self, swap: Swap) -> None:
        keys = {swap.first.key, swap.second.key}
        if (
            any(keys & {other.first.key, other.second.key} for other in self.swaps)
            or keys & self.counters.keys()
            or keys & self.own
        ):
            raise _Refused(self.code.refuse("SP115", swap.spans[0], what=swap.first.name))
        if len(keys) < 2 or swap.first.canonical != swap.second.canonical or "*" not in swap.first.canonical:
            raise _Refused(self.code.refuse("SP115", swap.spans[0], what=swap.first.name))
        self.swaps.append(swap)
        self.varying.flipped |= keys

    # --- the end ---

    def _condition(self, go_on: Node | None) -> Condition:
        nodes = [node for node in (self.leave, go_on) if node is not None]
        if not nodes:
            raise _Refused(self.code.refuse("SP108", self.loop.node, what="nothing but the end of the program"))
        refs = {
            inner.ref.key: inner.ref
            for node in nodes
            for inner in node.walk()
            if inner.kind == "DECL_REF_EXPR" and inner.ref and inner.ref.kind in VARIABLES
        }
        counters = tuple(counter for key, counter in self.counters.items() if key in refs)
        captured = tuple(ref for key, ref in refs.items() if key not in self.counters and key != self.flag.variable.key)
        local = next((ref for ref in captured if ref.key in self.inner), None)
        if local is not None:
            because = f"'{local.name}' is declared in the loop"
            raise _Refused(self.code.refuse("SP116", nodes[0], what=self.code.text(nodes[0].span), because=because))
        late = {counter.variable.key for counter in self.counters.values() if counter.is_late}
        to_tell = any(swap.is_late for swap in self.swaps) or any(not self.counters[key].is_local for key in late)
        if self.leave is not None and to_tell and keys_read(self.leave) & late:
            because = "the loop is left before a variable in it is counted"
            raise _Refused(self.code.refuse("SP116", self.leave, what=self.code.text(self.leave.span), because=because))
        return Condition(self.leave, go_on, captured, counters)

    def _stream(self) -> str:
        """The one stream of all work."""
        code = self.code
        if len(self.streams) > 1:
            one, other = list(self.streams.items())[:2]
            raise _Refused(code.refuse("SP107", other[1].span, one=one[0] or "NULL", other=other[0] or "NULL"))
        stream = next(iter(self.streams), "")
        if "(" in stream or set(stream.split()) & (self.varying.names | {name.rpartition("@")[2] for name in self.own}):
            raise _Refused(
                code.refuse("SP107", next(iter(self.streams.values())).span, one=stream, other="another one")
            )
        return stream


def _is_true(code: HostCode, node: Node) -> bool:
    return code.text(bare(node).span) in ("true", "1")
