"""Launches that stay as written beside what takes turns (guarded launches, calls of CUDA's device runtime): those that
can take the turn of their warp, too.

In CUDA's device runtime there may be one lane of a warp at a time, see spawn/in_turn.cuh: a launch without the turn,
while other lanes of its warp launch in theirs, keeps the program from ending. Measured (H200, CUDA 13.0, driver
580.159): a kernel of 26 threads with guarded launches and one tail launch hung in two of fifteen runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from spawnc.analyze.block_text import macro_bodies
from spawnc.analyze.launch_graph import LaunchGraph, place_of
from spawnc.analyze.order import OrderFacts
from spawnc.analyze.reach import Reach
from spawnc.decisions import Decision, Guarded, HostLaunch, RawLaunch, Turns
from spawnc.lexer import tokens
from spawnc.model import Function, Launch, Space, Unit
from spawnc.source import Span, as_text

#: What may be called in arguments while a lane holds its warp's turn, besides functions that do nothing of the kind.
_TYPES = {"dim3", "static_cast", "sizeof"}


def raw_launches(
    decisions: Iterable[Decision],
    turns: Iterable[Turns],
    views: tuple[Unit, ...],
    orders: Mapping[str, OrderFacts],
    graph: LaunchGraph,
) -> tuple[RawLaunch, ...]:
    """The launches in device code that are left, where a thread of some kernel may take a turn as well."""
    decisions, turns = tuple(decisions), tuple(turns)
    guarded = {place_of(decision.launch) for decision in decisions if isinstance(decision, Guarded)}
    beside: set[tuple[str, int]] = set()
    for unit in views:
        for key, function in unit.functions.items():
            reached = orders[unit.view].reach.reachable(function) if function.space is Space.GLOBAL else ()
            if graph.held_among(key, guarded) or any(_takes_turns(other, turns) for other in reached):
                beside |= {place_of(launch) for launch in graph.held_launches(key)}
    found = []
    for decision in decisions:
        launch = decision.launch
        if isinstance(decision, Guarded | HostLaunch) or place_of(launch) not in beside or not _is_plain(launch):
            continue
        if all(_calls_nothing_in_turn(unit, orders[unit.view].reach, launch) for unit in views):
            chevrons = launch.chevrons
            if chevrons.name is not None and chevrons.parentheses is not None:
                found.append(RawLaunch(launch.path, Span(chevrons.name.begin, chevrons.parentheses.end)))
    return tuple(found)


def _takes_turns(function: Function, turns: Iterable[Turns]) -> bool:
    definition = function.definition
    return definition is not None and any(
        taken.path == definition.path and taken.begin in definition.span for taken in turns
    )


def _is_plain(launch: Launch) -> bool:
    """Whether the whole expression stands in the text, with the kernel's unqualified name at its beginning."""
    chevrons = launch.chevrons
    whole = chevrons.name is not None and chevrons.close is not None and chevrons.parentheses is not None
    return whole and launch.seen and launch.nested_in is None and not (chevrons.in_define or chevrons.spliced)


def _calls_nothing_in_turn(unit: Unit, reach: Reach, launch: Launch) -> bool:
    """Whether configuration and arguments may be evaluated by a lane that holds the turn: what they call must not ask
    for it again. Nor may they hold what a lambda can't."""
    chevrons = launch.chevrons
    if chevrons.parentheses is None:
        return False
    source = unit.files[launch.path]
    words = list(tokens(source.data, Span(chevrons.open.begin, chevrons.parentheses.end)))
    before = next(_before(source.data, launch), b"")
    if before in (b"::", b".", b"->", b">") or any(word.text in (b"[", b"co_await") for word in words):
        return False
    for word, following in pairwise(words):
        name = as_text(word.text)
        if word.kind != "name" or following.text not in (b"(", b"<", b"{") or name in _TYPES:
            continue
        written = _written_by(unit, name)
        functions = [function for each in (name, *written) for function in unit.by_name.get(each, ())]
        # what is neither a function nor a macro of the user's, nor a type in `Pair{1, 2}`, may be anything
        known = bool(functions) or bool(written) or following.text == b"{"
        if not known or any(each.startswith("cuda") for each in written):
            return False
        if any(_may_take_turn(reach, function) for function in functions):
            return False
    return True


def _written_by(unit: Unit, name: str) -> frozenset[str]:
    """The words that a macro of this name writes, and those that macros among them write."""
    bodies: dict[str, set[str]] = defaultdict(set)
    for macro, words in macro_bodies(unit):
        bodies[as_text(macro)].update(map(as_text, words))
    found, more = set[str](), bodies.get(name, set())
    while more:
        found |= more
        more = {word for each in more for word in bodies.get(each, ())} - found
    return frozenset(found)


def _before(data: bytes, launch: Launch) -> Iterator[bytes]:
    """The last token before a launch on its line."""
    name = launch.chevrons.name
    if name is None:
        return
    line = data.rfind(b"\n", 0, name.begin) + 1
    found = [token.text for token in tokens(data, Span(line, name.begin))]
    yield from found[-1:]


def _may_take_turn(reach: Reach, function: Function) -> bool:
    for reached in reach.reachable(function):
        facts = reach.body(reached)
        if facts is None or facts.hidden or reach.launches_in(reached):
            return True
        if any(call.name.startswith("cuda") for call in facts.calls):
            return True
    return False
