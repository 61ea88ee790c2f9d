"""The NULL stream as the thread of one function uses it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spawnc.analyze.calls import BodyFacts, DeviceCall
from spawnc.analyze.meetings import Frame, Meeting, MeetingPoint, meeting_points
from spawnc.analyze.named import STREAM_WORK, MadeHere, NamedStream, named_streams
from spawnc.analyze.paths import exclusive, inner_body, loops_around
from spawnc.analyze.reach import Reach
from spawnc.analyze.streams import Stream, StreamKind, macros_with_commas, read_stream
from spawnc.model import Function, Launch, Unit

#: Where a launch is: path and offset of its `<<<`.
Position = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Rival:
    """Something in a body that launches into the NULL stream, or may: a launch, a call; None: a launch of a macro."""

    number: int
    end: int
    what: Launch | DeviceCall | None


@dataclass(frozen=True, slots=True)
class NullStream:
    """What a body puts into the NULL stream."""

    rivals: tuple[Rival, ...]
    #: Numbers of the rivals that a thread may reach more than once, or together with another one.
    crowded: frozenset[int]
    #: The stretch of the body from the first rival to the last, with the loops around them.
    begin: int
    end: int


class StreamUse:
    """How the functions of a unit use streams, and where their threads meet; found when first asked for."""

    def __init__(self, unit: Unit, reach: Reach, promised: frozenset[Position]) -> None:
        self._unit, self._reach, self._promised = unit, reach, promised
        self._commas = macros_with_commas(unit.files.values())
        self._named: dict[str, dict[int, NamedStream]] = {}
        self._null: dict[str, NullStream] = {}
        self._launches_null: dict[str, bool] = {}
        self._meetings: dict[str, tuple[MeetingPoint, ...]] = {}

    def stream(self, launch: Launch) -> Stream:
        """The stream as the text spells it."""
        return read_stream(self._unit.files[launch.path], launch.chevrons, self._commas)

    def is_promised(self, launch: Launch) -> bool:
        """Whether the user declared the launch independent."""
        return (launch.path, launch.chevrons.open.begin) in self._promised

    def named(self, function: Function) -> dict[int, NamedStream]:
        """The streams that launches of the body name, by the number of the launch."""
        known = self._named.get(function.key)
        if known is None:
            facts = self._reach.body(function)
            sites = [(number, launch, self.stream(launch)) for number, launch in facts.launches] if facts else []
            known = self._named[function.key] = named_streams(facts, sites) if facts else {}
        return known

    def null(self, function: Function) -> NullStream:
        """What the function's thread puts into the NULL stream."""
        known = self._null.get(function.key)
        if known is None:
            facts = self._reach.body(function)
            rivals = (*self._own_rivals(function), *self._call_rivals(facts)) if facts else ()
            known = self._null[function.key] = (
                _null_stream(facts, sorted(rivals, key=lambda rival: rival.number))
                if facts and rivals
                else NullStream((), frozenset(), 0, 0)
            )
        return known

    def frame(self, function: Function, on_the_way: int) -> Frame:
        """Where the function's threads may meet; what is `on_the_way` to a launch has a frame of its own."""
        null = self.null(function)
        points = tuple(point for point in self._meeting_points(function) if point.number != on_the_way)
        begin = null.end if [rival.number for rival in null.rivals] == [on_the_way] else null.begin
        return Frame(begin, null.end, points)

    def stream_work(self, function: Function) -> str:
        """Events, copies and the like that the function's thread may put into the NULL stream; "" for none."""
        for reached in self._reach.reachable(function):
            for call in self._reach.device_calls(reached):
                # whatever stream it names: events tie streams together
                if STREAM_WORK.fullmatch(call.name):
                    return f"{call.name}()"
        return ""

    def _own_rivals(self, function: Function) -> Iterable[Rival]:
        facts = self._reach.body(function)
        if facts is None:
            return
        lasts, named = facts.paths.lasts, self.named(function)
        for number in facts.hidden:
            yield Rival(number, lasts[number], None)
        for call in facts.calls:
            if not call.known and call.number not in facts.hidden:
                yield Rival(call.number, lasts[call.number], call)
        for number, launch in facts.launches:
            apart = self.stream(launch).kind in (StreamKind.FIRE_AND_FORGET, StreamKind.TAIL)
            own = isinstance(named.get(number), MadeHere)
            if not (apart or own or self.is_promised(launch)):
                yield Rival(number, lasts[number], launch)

    def _call_rivals(self, facts: BodyFacts) -> Iterable[Rival]:
        for call in facts.calls:
            if call.known and call.number not in facts.hidden and any(map(self._may_launch_null, call.targets)):
                yield Rival(call.number, facts.paths.lasts[call.number], call)

    def _may_launch_null(self, function: Function) -> bool:
        return any(map(self._launches_null_itself, self._reach.reachable(function)))

    def _launches_null_itself(self, function: Function) -> bool:
        known = self._launches_null.get(function.key)
        if known is None:
            known = self._launches_null[function.key] = any(True for _ in self._own_rivals(function))
        return known

    def _meeting_points(self, function: Function) -> tuple[MeetingPoint, ...]:
        facts = self._reach.body(function)
        if facts is None:
            return ()
        inherited = (
            MeetingPoint(call.number, point.meeting, point.what, divergent=point.meeting is Meeting.FENCE)
            for call in facts.calls
            for point in self._points_in(call.targets)
        )
        return (*self._own_points(function), *inherited)

    def _points_in(self, functions: tuple[Function, ...]) -> Iterable[MeetingPoint]:
        """One point of each kind that the functions, or those that they call, have."""
        found: dict[Meeting, MeetingPoint] = {}
        for function in functions:
            for reached in self._reach.reachable(function):
                for point in self._own_points(reached):
                    found.setdefault(point.meeting, point)
        return found.values()

    def _own_points(self, function: Function) -> tuple[MeetingPoint, ...]:
        known = self._meetings.get(function.key)
        if known is None:
            facts = self._reach.body(function)
            known = self._meetings[function.key] = meeting_points(facts) if facts else ()
        return known


def _null_stream(facts: BodyFacts, rivals: list[Rival]) -> NullStream:
    paths = facts.paths
    loops = {rival.number: loops_around(paths, rival.number) for rival in rivals}
    crowded = frozenset(
        rival.number
        for position, rival in enumerate(rivals)
        if loops[rival.number]
        or inner_body(paths, rival.number) >= 0
        # neighbours first: they are the likely ones to follow each other
        or not all(
            exclusive(paths, rival.number, other.number)
            for other in (*rivals[position + 1 : position + 2], *reversed(rivals[:position]), *rivals[position + 2 :])
        )
    )
    around = [loop for found in loops.values() for loop in found]
    # a launch happens when its arguments are done; threads may meet in a call that launches too
    begins = [rival.end if isinstance(rival.what, Launch) else rival.number - 1 for rival in rivals]
    return NullStream(
        tuple(rivals),
        crowded,
        begin=min([*begins, *(begin for begin, _ in around)]),
        end=max([*(rival.end for rival in rivals), *(end for _, end in around)]),
    )
