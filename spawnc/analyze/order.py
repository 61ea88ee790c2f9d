"""May a serial child overtake an earlier launch of the same stream?

CUDA C++ Programming Guide, dynamic parallelism: launches of one block into the NULL stream, which is the block's own,
run in order, and so do launches into one named stream; launches into cudaStreamFireAndForget are independent of
everything; cudaStreamTailLaunch waits for the parent and all its other children; a grid is complete only when its
children are. A kernel that launches itself does so in another grid, with NULL streams of its own: that is no loop."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spawnc.analyze.calls import DeviceCall
from spawnc.analyze.meetings import ordering_point
from spawnc.analyze.named import MadeHere, NotMadeHere, OtherUse
from spawnc.analyze.paths import inner_body
from spawnc.analyze.reach import Reach
from spawnc.analyze.rivals import NullStream, Position, StreamUse
from spawnc.analyze.routes import NoRoute, Route, routes_to
from spawnc.analyze.streams import Stream, StreamKind
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import Function, Launch, Space


@dataclass(frozen=True, slots=True)
class Independent:
    """A serial child overtakes nothing."""

    because: str


@dataclass(frozen=True, slots=True)
class InOrder:
    """The order is kept at run time, by a thread-local object of the function that holds all of `launches`.

    Once one of them really went out, the later ones go out too. So each of them has to pass that object: when one
    of them can't be guarded, none can."""

    because: str
    launches: tuple[Launch, ...]


@dataclass(frozen=True, slots=True)
class OrderUnknown:
    """Nothing could be shown: the launch stays as it is."""

    diagnostic: Diagnostic


Ordering = Independent | InOrder | OrderUnknown


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A rule that forbids something, whichever launch asks."""

    rule: str
    details: dict[str, str]
    notes: tuple[Note, ...] = ()

    def at(self, launch: Launch) -> OrderUnknown:
        return OrderUnknown(diagnose(self.rule, launch.path, launch.offset, notes=self.notes, **self.details))


class OrderFacts:
    """What the launches of one view of a unit mean for each other; each body is read once.

    `promised` are the launches that the user declared independent: they bind no other launch."""

    def __init__(self, reach: Reach, promised: Iterable[Position] = ()) -> None:
        self.reach = reach
        unit = reach.unit
        self._use = StreamUse(unit, self.reach, frozenset(promised))
        self._kept: dict[str, InOrder | _Refusal] = {}

    def stream(self, launch: Launch) -> Stream:
        """The stream of a launch, as the text spells it."""
        return self._use.stream(launch)

    def stream_order(self, launch: Launch) -> Ordering:
        """What a serial child in the place of this device-side launch may overtake.

        Asks for a launch that this view compiles."""
        stream = self.stream(launch)
        answer = self._answer(launch, stream)
        return answer.at(launch) if isinstance(answer, _Refusal) else answer

    def _answer(self, launch: Launch, stream: Stream) -> Independent | InOrder | _Refusal:
        promised = self._use.is_promised(launch)
        match stream.kind:
            case StreamKind.TAIL:
                # no promise helps: the child would run before its parent's other children
                return _Refusal("SP063", {"child": _child_name(launch)})
            case _ if promised:
                return Independent("`#pragma spawn independent`")
            case StreamKind.FIRE_AND_FORGET:
                return Independent("fire-and-forget stream")
            case StreamKind.NULL:
                return self._in_null_stream(launch)
            case StreamKind.VARIABLE:
                return self._in_named_stream(launch, stream)
            case StreamKind.CONSTANT | StreamKind.EXPRESSION:
                return _foreign(stream)

    def _in_named_stream(self, launch: Launch, stream: Stream) -> Independent | InOrder | _Refusal:
        function = launch.enclosing
        facts = self.reach.body(function) if function else None
        if function is None or facts is None:
            return _foreign(stream)
        # a launch that a macro repeats has one stream
        number = next(iter(facts.numbers(launch)), -1)
        match self._use.named(function).get(number, NotMadeHere()):
            case NotMadeHere():
                return _foreign(stream)
            case OtherUse(what=what):
                return _Refusal("SP065", {"parent": function.name, "what": what})
            case MadeHere(for_each_launch=True):
                return Independent("stream made for this launch")
            case MadeHere(launches=launches):
                bound = tuple(other for other in launches if not self._use.is_promised(other))
                return self._launching_child(bound) or InOrder(
                    f"the order of the launches into '{stream.spelling}' is kept at run time", bound
                )

    def _in_null_stream(self, launch: Launch) -> Independent | InOrder | _Refusal:
        function = launch.enclosing
        facts = self.reach.body(function) if function else None
        if function is None or facts is None:
            return _many_times("a function that can't be read")
        numbers = facts.numbers(launch)
        if any(inner_body(facts.paths, number) >= 0 for number in numbers):
            return _many_times(_inner_name(function))
        routes = routes_to(self.reach, function, numbers)
        if isinstance(routes, NoRoute):
            return _many_times(function.name, routes.note)
        for route in routes:
            crowded = next((step for step, number in route if number in self._use.null(step).crowded), None)
            if crowded is not None and function.space is Space.GLOBAL:
                return self._kept_in_order(function)
            if crowded is not None:
                text = f"a thread of '{crowded.name}' may get here more than once, or to another launch"
                return _many_times(function.name, _note(crowded, text))
            refusal = self._ordered_otherwise(route)
            if refusal is not None:
                return refusal
        return Independent("a thread reaches this launch once, and no other of its stream")

    def _kept_in_order(self, kernel: Function) -> InOrder | _Refusal:
        known = self._kept.get(kernel.key)
        if known is None:
            null = self._use.null(kernel)
            bound = self._bound_launches(kernel, null)
            known = self._kept[kernel.key] = (
                bound
                if isinstance(bound, _Refusal)
                else self._launching_child(bound)
                or self._ordered_otherwise(((kernel, -1),))
                or InOrder("the order of the thread's launches is kept at run time", bound)
            )
        return known

    def _bound_launches(self, kernel: Function, null: NullStream) -> tuple[Launch, ...] | _Refusal:
        """The launches that one object in the kernel's body has to see; refused when there are others to see."""
        facts = self.reach.body(kernel)
        assert facts is not None
        bound: dict[int, Launch] = {}
        for rival in null.rivals:
            if rival.number not in null.crowded:
                continue
            match rival.what:
                case Launch() as launch:
                    begin = launch.chevrons.open.begin
                    note = Note(launch.path, begin, "this launch may be in the same stream")
                    stream = self.stream(launch)
                    if stream.kind is not StreamKind.NULL:
                        return _foreign(stream, note)
                    if inner_body(facts.paths, rival.number) >= 0:
                        return _many_times(_inner_name(kernel), note)
                    bound[begin] = launch
                case DeviceCall(known=True) as call:
                    return _many_times(call.name, _note(kernel, f"'{call.name}' is called here", call.node.span.begin))
                case DeviceCall(name=name):
                    what = f"a call of '{name}', which is not known here"
                    return _Refusal("SP062", {"parent": kernel.name, "what": what})
                case None:
                    begin = facts.paths.nodes[rival.number].span.begin
                    note = _note(kernel, "a launch that has no `<<<` in this place", begin)
                    return _foreign(Stream(StreamKind.EXPRESSION, "of a macro or library"), note)
        return tuple(bound.values())

    def _launching_child(self, launches: tuple[Launch, ...]) -> _Refusal | None:
        """A child that is not complete when its serial body is done."""
        for launch in launches:
            for child in (child for target in launch.targets for child in self.reach.resolve(target)):
                if self.reach.may_launch(child):
                    note = Note(launch.path, launch.chevrons.open.begin, f"'{child.name}' is launched here")
                    return _Refusal("SP061", {"child": child.name}, (note,))
        return None

    def _ordered_otherwise(self, route: Route) -> _Refusal | None:
        """Work besides launches in the NULL stream, or other threads, that may tell in which order launches came."""
        root = route[0][0]
        work = self._use.stream_work(root)
        if work:
            return _Refusal("SP065", {"parent": root.name, "what": work})
        point = ordering_point([self._use.frame(function, number) for function, number in route])
        if point is not None:
            return _Refusal("SP062", {"parent": root.name, "what": point.what})
        return None


def _foreign(stream: Stream, *notes: Note) -> _Refusal:
    return _Refusal("SP060", {"stream": stream.spelling}, notes)


def _many_times(function: str, *notes: Note) -> _Refusal:
    return _Refusal("SP064", {"function": function}, notes)


def _inner_name(function: Function) -> str:
    return f"a lambda or local class of {function.name}"


def _note(function: Function, text: str, offset: int | None = None) -> Note:
    declaration = function.definition or function.declarations[0]
    return Note(declaration.path, declaration.name.begin if offset is None else offset, text)


def _child_name(launch: Launch) -> str:
    return launch.targets[0].name if launch.targets else "?"
