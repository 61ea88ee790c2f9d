"""Launches that stay as written beside what takes turns (guarded launches, calls of CUDA's device runtime): those that
can take the turn of their warp, too, and those that can't.

In CUDA's device runtime there may be one lane of a warp at a time, see spawn/in_turn.cuh: a launch without the turn,
while other lanes of its warp launch in theirs, keeps the program from ending. Measured (H200, CUDA 13.0, driver
580.159): a kernel of 26 threads with guarded launches and one tail launch hung in two of fifteen runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
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
_IS_HARMLESS = re.compile(
    r"dim3|static_cast|reinterpret_cast|const_cast|sizeof|alignof|if|min|max|abs|fabsf?|sqrtf?|ceilf?|floorf?"
    r"|make_\w+|__popc(ll)?|__ffs(ll)?|__clz(ll)?|__ldg|atomic(Add|Sub|Exch|Min|Max|Inc|Dec|And|Or|Xor|CAS)"
)


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A launch that stays as written and can't take turns, so that no launch of its warp may be guarded."""

    path: str
    offset: int
    child: str
    because: str


def raw_launches(
    decisions: Iterable[Decision],
    turns: Iterable[Turns],
    views: tuple[Unit, ...],
    orders: Mapping[str, OrderFacts],
    graph: LaunchGraph,
    only_in: str = "",
) -> tuple[tuple[RawLaunch, ...], tuple[InTheWay, ...]]:
    """The launches in device code that are left, where a thread of some kernel may take a turn as well.

    `only_in`: the file that may be edited for them; "" for all."""
    decisions, turns = tuple(decisions), tuple(turns)
    left = [decision.launch for decision in decisions if not isinstance(decision, Guarded | HostLaunch)]
    guarded = {place_of(decision.launch) for decision in decisions if isinstance(decision, Guarded)}
    if not left or not (guarded or turns):
        return (), ()
    beside: set[tuple[str, int]] = set()
    for unit in views:
        for key, function in unit.functions.items():
            reached = orders[unit.view].reach.reachable(function) if function.space is Space.GLOBAL else ()
            if graph.held_among(key, guarded) or any(_takes_turns(other, turns) for other in reached):
                beside |= {place_of(launch) for launch in graph.held_launches(key)}
    macros = {unit.view: MacroWords(unit) for unit in views}
    taking, in_the_way = [], []
    for launch in left:
        if place_of(launch) not in beside:
            continue
        span = _whole(views[0], launch)
        if only_in and launch.path != only_in:
            because = "it stands in a header, which other sources read"
        elif isinstance(span, str):
            because = span
        else:
            each = (_problem(unit, orders[unit.view].reach, macros[unit.view], span, launch) for unit in views)
            because = next((text for text in each if text), "")
            if not because:
                taking.append(RawLaunch(launch.path, span))
        if because:
            child = launch.targets[0].name if launch.targets else "a kernel"
            in_the_way.append(InTheWay(*place_of(launch), child, because))
    return tuple(taking), tuple(in_the_way)


def guarded_beside(
    in_the_way: Iterable[InTheWay],
    decisions: Iterable[Decision],
    views: tuple[Unit, ...],
    orders: Mapping[str, OrderFacts],
    graph: LaunchGraph,
) -> Iterator[tuple[Guarded, InTheWay]]:
    """The guarded launches of kernels whose threads may come to a launch that is in the way."""
    barring = {(each.path, each.offset): each for each in in_the_way}
    guarded = {place_of(each.launch): each for each in decisions if isinstance(each, Guarded)}
    found: dict[tuple[str, int], InTheWay] = {}
    for unit in views:
        for key, function in unit.functions.items():
            if function.space is not Space.GLOBAL or graph.held_among(key, guarded) is None:
                continue
            launch = graph.held_among(key, barring)
            raw = barring[place_of(launch)] if launch else _hidden_launch(function, orders[unit.view].reach)
            if raw is not None:
                for held in graph.held_launches(key):
                    found.setdefault(place_of(held), raw)
    yield from ((guarded[place], found[place]) for place in guarded if place in found)


def _hidden_launch(kernel: Function, reach: Reach) -> InTheWay | None:
    """One that a macro or a library writes, of those that a thread of the kernel may come to."""
    for function in reach.reachable(kernel):
        definition, facts = function.definition, reach.body(function)
        if definition is None or facts is None or not facts.hidden:
            continue
        call = next(call for call in facts.calls if call.number in facts.hidden)
        child = call.name or "a kernel"
        return InTheWay(definition.path, call.node.span.begin, child, "a macro or a library writes it")
    return None


def _takes_turns(function: Function, turns: Iterable[Turns]) -> bool:
    definition = function.definition
    return definition is not None and any(
        taken.path == definition.path and taken.begin in definition.span for taken in turns
    )


def _whole(unit: Unit, launch: Launch) -> Span | str:
    """From the kernel's name, with its scopes, to the last parenthesis; or why that does not stand in the text."""
    chevrons = launch.chevrons
    if chevrons.in_define:
        return "a macro writes it"
    if launch.nested_in is not None:
        return "it stands in the configuration of another launch"
    if chevrons.name is None or not chevrons.complete or chevrons.parentheses is None:
        return "its text is not plain"
    begin = _with_scopes(unit.files[launch.path].data, chevrons.name.begin)
    return "its kernel is not named plainly" if begin is None else Span(begin, chevrons.parentheses.end)


def _with_scopes(data: bytes, begin: int) -> int | None:
    """Where `one::two::` before a name on its line begins; None where something else belongs to the name."""
    line = data.rfind(b"\n", 0, begin) + 1
    before = list(tokens(data, Span(line, begin)))
    while before and before[-1].text == b"::":
        begin = before.pop().begin
        if before and before[-1].kind == "name":
            begin = before.pop().begin
        elif before and before[-1].text == b">":
            return None
    if before:
        return None if before[-1].text in (b".", b"->") else begin
    return begin if _begins_statement(data, line) else None


def _begins_statement(data: bytes, line: int) -> bool:
    """Whether what stands at the beginning of a line can't belong to what stands above it; directives aside."""
    while line > 0:
        above = data.rfind(b"\n", 0, line - 1) + 1
        text = data[above:line].strip()
        if text and not text.startswith((b"#", b"//")):
            return text[-1:] in b";{}),:" and not text.endswith(b"::")
        line = above
    return True


def _problem(unit: Unit, reach: Reach, macros: MacroWords, span: Span, launch: Launch) -> str:
    """Why configuration and arguments can't be evaluated by a lane that holds the turn: what they call must not ask for
    it again, nor may they hold what a lambda can't. "" when they can."""
    words = list(tokens(unit.files[launch.path].data, Span(launch.chevrons.open.begin, span.end)))
    for word, following in pairwise(words):
        name = as_text(word.text)
        if following.text == b"[" and word.kind != "name" and word.text not in (b")", b"]"):
            return "its arguments hold a lambda"
        if name == "co_await":
            return "its arguments wait"
        if word.kind != "name" or following.text not in (b"(", b"<", b"{") or _IS_HARMLESS.fullmatch(name):
            continue
        written = macros.written_by(name)
        functions = [function for each in (name, *written) for function in unit.by_name.get(each, ())]
        # what is neither a function nor a macro of the user's, nor a type in `Pair{1, 2}`, may be anything
        known = bool(functions) or bool(written) or following.text == b"{"
        if not known or any(each.startswith("cuda") for each in written):
            return f"its arguments call '{name}', which may launch"
        if any(_may_take_turn(reach, function) for function in functions):
            return f"its arguments call '{name}', which may launch"
    for node in launch.call.walk() if launch.call else ():
        # operators, conversions and copies have no name in the text
        called = reach.resolve(node.ref) if node.kind == "CALL_EXPR" and node.ref and node is not launch.call else ()
        if any(_may_take_turn(reach, function) for function in called if function.space is not Space.GLOBAL):
            return "its arguments call what may launch"
        if node.ref is not None and node.ref.kind == "UNEXPOSED_DECL":
            return f"its arguments hold '{node.name}', which a lambda of C++17 can't capture"
    return ""


def _may_take_turn(reach: Reach, function: Function) -> bool:
    for reached in reach.reachable(function):
        facts = reach.body(reached)
        if facts is None or facts.hidden or reach.launches_in(reached):
            return True
        if any(call.name.startswith("cuda") for call in facts.calls):
            return True
    return False
