"""Launches that stay as written beside what takes turns (guarded launches, calls of CUDA's device runtime): those that
can take the turn of their warp, too.

In CUDA's device runtime there may be one lane of a warp at a time, see spawn/in_turn.cuh: a launch without the turn,
while other lanes of its warp launch in theirs, keeps the program from ending. Measured (H200, CUDA 13.0, driver
580.159): a kernel of 26 threads with guarded launches and one tail launch hung in two of fifteen runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from spawnc.analyze.block_text import MacroWords
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
    left = [
        (decision.launch, span)
        for decision in decisions
        if not isinstance(decision, Guarded | HostLaunch) and (span := _whole(decision.launch)) is not None
    ]
    guarded = {place_of(decision.launch) for decision in decisions if isinstance(decision, Guarded)}
    if not left or not (guarded or turns):
        return ()
    beside: set[tuple[str, int]] = set()
    for unit in views:
        for key, function in unit.functions.items():
            reached = orders[unit.view].reach.reachable(function) if function.space is Space.GLOBAL else ()
            if graph.held_among(key, guarded) or any(_takes_turns(other, turns) for other in reached):
                beside |= {place_of(launch) for launch in graph.held_launches(key)}
    macros = {unit.view: MacroWords(unit) for unit in views}
    return tuple(
        RawLaunch(launch.path, span)
        for launch, span in left
        if place_of(launch) in beside
        and all(
            _calls_nothing_in_turn(unit, orders[unit.view].reach, macros[unit.view], span, launch) for unit in views
        )
    )


def _takes_turns(function: Function, turns: Iterable[Turns]) -> bool:
    definition = function.definition
    return definition is not None and any(
        taken.path == definition.path and taken.begin in definition.span for taken in turns
    )


def _whole(launch: Launch) -> Span | None:
    """From the kernel's name to the last parenthesis, where the whole expression stands in the text."""
    chevrons = launch.chevrons
    if chevrons.name is None or chevrons.close is None or chevrons.parentheses is None:
        return None
    if not launch.seen or launch.nested_in is not None or chevrons.in_define or chevrons.spliced:
        return None
    return Span(chevrons.name.begin, chevrons.parentheses.end)


def _calls_nothing_in_turn(unit: Unit, reach: Reach, macros: MacroWords, span: Span, launch: Launch) -> bool:
    """Whether configuration and arguments may be evaluated by a lane that holds the turn: what they call must not ask
    for it again. Nor may they hold what a lambda can't, or the kernel's name be a qualified one."""
    data = unit.files[launch.path].data
    words = list(tokens(data, Span(launch.chevrons.open.begin, span.end)))
    if _before(data, span.begin) in (b"::", b".", b"->", b">"):
        return False
    if any(word.text in (b"[", b"co_await") for word in words):
        return False
    for word, following in pairwise(words):
        name = as_text(word.text)
        if word.kind != "name" or following.text not in (b"(", b"<", b"{") or name in _TYPES:
            continue
        written = macros.written_by(name)
        functions = [function for each in (name, *written) for function in unit.by_name.get(each, ())]
        # what is neither a function nor a macro of the user's, nor a type in `Pair{1, 2}`, may be anything
        known = bool(functions) or bool(written) or following.text == b"{"
        if not known or any(each.startswith("cuda") for each in written):
            return False
        if any(_may_take_turn(reach, function) for function in functions):
            return False
    return True


def _before(data: bytes, begin: int) -> bytes:
    """The last token before an offset on its line."""
    line = data.rfind(b"\n", 0, begin) + 1
    return next((token.text for token in reversed(list(tokens(data, Span(line, begin))))), b"")


def _may_take_turn(reach: Reach, function: Function) -> bool:
    for reached in reach.reachable(function):
        facts = reach.body(reached)
        if facts is None or facts.hidden or reach.launches_in(reached):
            return True
        if any(call.name.startswith("cuda") for call in facts.calls):
            return True
    return False
