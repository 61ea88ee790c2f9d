"""How the threads of kernels get to a place in a `__device__` function."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.analyze.reach import Reach
from spawnc.diagnostics import Note
from spawnc.lexer import tokens
from spawnc.model import Declaration, Function, Space
from spawnc.source import Span

_INLINE = {b"inline", b"__inline__", b"__inline", b"__forceinline__", b"constexpr"}

#: The functions on the way, the kernel first, each with the node that leads on: a call, at last the place itself.
Route = tuple[tuple[Function, int], ...]


@dataclass(frozen=True, slots=True)
class NoRoute:
    """The ways can't be counted; `note` says why."""

    note: Note


def routes_to(reach: Reach, function: Function, numbers: tuple[int, ...]) -> tuple[Route, ...] | NoRoute:
    """The one route from each kernel to nodes of a function's body; NoRoute when there may be more than one.

    Of the functions on the way, nothing but the calls that this unit shows may count: their names are invisible to
    other units (or other units have copies of their own), and their addresses are not taken."""
    if function.space is Space.GLOBAL:
        return tuple(((function, number),) for number in numbers)
    if len(numbers) != 1:
        return NoRoute(_note(function, "a macro repeats the launch"))
    routes: list[Route] = []
    waiting: list[Route] = [((function, numbers[0]),)]
    while waiting:
        route = waiting.pop()
        head = route[0][0]
        if head.space is Space.GLOBAL:
            routes.append(route)
            continue
        obstacle = unknown_callers(reach, head)
        if obstacle is not None:
            return NoRoute(obstacle)
        for caller, number in reach.callers[head.key]:
            if any(step.key == caller.key for step, _ in route):
                return NoRoute(_note(head, f"'{head.name}' is recursive"))
            waiting.append(((caller, number), *route))
        starts = [route[0][0].key for route in (*routes, *waiting)]
        if len(set(starts)) < len(starts):
            return NoRoute(_note(head, f"'{head.name}' is called more than once"))
    return tuple(routes)


def unknown_callers(reach: Reach, function: Function) -> Note | None:
    """Why a `__device__` function may have callers that this unit does not show; None when it has none."""
    name = function.name
    if function.kind not in ("FUNCTION_DECL", "FUNCTION_TEMPLATE"):
        return _note(function, f"the calls of member function '{name}' can't be followed")
    if not _is_local(reach, function):
        return _note(function, f"'{name}' may be called by other translation units: declare it static")
    if function.key in reach.addresses or name in reach.names_outside:
        return _note(function, f"'{name}' is named without being called")
    if not reach.callers.get(function.key):
        return _note(function, f"no kernel of this unit reaches '{name}'")
    return None


def _is_local(reach: Reach, function: Function) -> bool:
    return function.is_template or any(
        declaration.is_static or declaration.in_anonymous_namespace or _is_inline(reach, declaration)
        for declaration in function.declarations
    )


def _is_inline(reach: Reach, declaration: Declaration) -> bool:
    # not every version of libclang tells
    before_name = Span(declaration.span.begin, declaration.name.begin)
    data = reach.unit.files[declaration.path].data
    return any(token.text in _INLINE for token in tokens(data, before_name))


def _note(function: Function, text: str) -> Note:
    declaration = function.definition or function.declarations[0]
    return Note(declaration.path, declaration.name.begin, text)
