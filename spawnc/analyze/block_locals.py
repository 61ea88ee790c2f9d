"""Local variables of a thread that live across a barrier.

Such a variable is computed again in each part that uses it, where that gives the same value, or it gets one element
for each thread of the block (MCUDA calls this selective replication). Either way the user's statements stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spawnc.analyze.block_parts import CutError, Layout, Part
from spawnc.analyze.block_shared import MAX_BLOCK_THREADS, size_of
from spawnc.analyze.block_text import BodyText
from spawnc.analyze.uniform import initialiser, is_uniform
from spawnc.analyze.variable_uses import VARIABLES, Mode, binary_operator, uses
from spawnc.model import Node

_OTHER_BUILTINS = frozenset({"threadIdx"})


@dataclass(frozen=True, slots=True)
class Crossing:
    """A variable that is declared in one part and used in another one."""

    variable: Node
    #: The declaration statement.
    statement: Node
    #: Index of the part that declares it.
    part: int
    #: Crossing variables that its value is made of; None when it can't be computed again.
    made_of: tuple[str, ...] | None
    #: Every part that uses it gives it a value first: nothing is kept from one part to the next.
    is_fresh: bool = False

    @property
    def is_expanded(self) -> bool:
        """Each thread of the block keeps its value."""
        return self.made_of is None and not self.is_fresh

    @property
    def type(self) -> str:
        """The type of one element."""
        return re.sub(r"\s*\b__restrict\b", "", self.variable.type)

    @property
    def bytes(self) -> int:
        return (size_of(self.type) or 0) * MAX_BLOCK_THREADS if self.is_expanded else 0


def crossings(text: BodyText, body: Node, layout: Layout, uniform: frozenset[str]) -> dict[str, Crossing]:
    """The variables that live across parts, by key, in the order of their declaration."""
    changed = _changes(text, body)
    found: dict[str, Crossing] = {}
    for index, part in enumerate(layout.parts):
        for piece in part.pieces:
            for variable in piece.variables:
                key = variable.ref.key if variable.ref else ""
                others = [other for other in layout.parts if other is not part and _names(other, key)]
                if not others:
                    continue
                _check_name(layout, key, variable)
                made_of = _made_of(text, body, variable, found, changed, uniform, layout)
                if made_of is not None and any(
                    text.nesting(other.opens_at) != text.nesting(variable.span.begin) for other in others
                ):
                    made_of = None
                is_fresh = made_of is None and all(_is_set_first(text, other, key) for other in others)
                crossing = Crossing(variable, piece.node, index, made_of, is_fresh)
                if crossing.is_expanded:
                    _check_expandable(crossing)
                found[key] = crossing
    return found


def needed_in(part: Part, found: dict[str, Crossing], index: int) -> list[Crossing]:
    """What a part has to have before its own statements, in the order of declaration."""
    named = {key for piece in part.pieces for key in piece.mentions}
    own = {key for key, crossing in found.items() if crossing.part == index}
    for key in reversed(found):
        if key in named and key not in own:
            named |= set(found[key].made_of or ())
    return [crossing for key, crossing in found.items() if key in named and key not in own]


def is_repeatable(text: BodyText, variable: Node, uniform: frozenset[str]) -> bool:
    """Whether declaring a variable has no effect but its value, and reads no memory."""
    if variable.is_static or "&" in variable.type or "volatile" in variable.type:
        return False
    known = uniform | _thread_index(variable)
    known |= {
        n.ref.key
        for n in variable.walk()
        if n.kind == "DECL_REF_EXPR"
        and n.ref
        and n.ref.kind in VARIABLES
        and not n.ref.is_global
        and not n.ref.annotations
    }
    values = initialiser(variable)
    changes = any(use.mode is Mode.WRITE for use in uses(text, variable))
    return not changes and all(is_uniform(text, value, known) for value in values)


def _made_of(
    text: BodyText,
    body: Node,
    variable: Node,
    found: dict[str, Crossing],
    changed: dict[str, list[int]],
    uniform: frozenset[str],
    layout: Layout,
) -> tuple[str, ...] | None:
    """The crossing variables in an initialiser that gives the same value wherever the variable is visible."""
    key = variable.ref.key if variable.ref else ""
    values = initialiser(variable)
    if not values or changed.get(key) or "[" in variable.type or "&" in variable.type:
        return None
    repeatable = {other for other, crossing in found.items() if crossing.made_of is not None}
    known = uniform | repeatable | _thread_index(variable)
    if not all(is_uniform(text, value, known) for value in values):
        return None
    made_of: list[str] = []
    for below in variable.walk():
        if below is variable or below.ref is None or below.ref.kind not in VARIABLES or below.ref.is_global:
            continue
        other = below.ref.key
        if changed.get(other) and not _only_in_header(body, changed[other], variable):
            return None
        if other in layout.scopes and layout.is_hidden(other):
            return None
        if other in repeatable:
            made_of.append(other)
    return tuple(made_of)


def _thread_index(variable: Node) -> frozenset[str]:
    return frozenset(
        below.ref.key
        for below in variable.walk()
        if below.ref and below.ref.is_system and below.ref.is_global and below.ref.name in _OTHER_BUILTINS
    )


def _changes(text: BodyText, body: Node) -> dict[str, list[int]]:
    """Where each variable may change after its declaration."""
    changed: dict[str, list[int]] = {}
    for use in uses(text, body):
        if use.mode is not Mode.READ and "shared" not in use.ref.annotations:
            changed.setdefault(use.ref.key, []).append(use.node.span.begin)
    return changed


def _only_in_header(body: Node, places: list[int], variable: Node) -> bool:
    """Whether all changes stand in headers of `for` loops whose body declares the variable.

    Such a body runs with the loop's variable as it is: what is computed from it again is the same."""
    loops = [node for node in body.walk() if node.kind == "FOR_STMT" and node.children[-1].span.covers(variable.span)]
    return all(any(place in loop.span and place not in loop.children[-1].span for loop in loops) for place in places)


def _is_set_first(text: BodyText, part: Part, key: str) -> bool:
    """Whether the first statement of a part that names a variable is `x = value`, with another value than its own."""
    first = next(piece.node for piece in part.pieces if key in piece.mentions)
    if first.kind != "BINARY_OPERATOR" or binary_operator(text, first) != "=":
        return False
    target, value = first.children
    is_target = target.kind == "DECL_REF_EXPR" and target.ref is not None and target.ref.key == key
    return is_target and not any(below.ref is not None and below.ref.key == key for below in value.walk())


def _names(part: Part, key: str) -> bool:
    return any(key in piece.mentions for piece in part.pieces)


def _check_name(layout: Layout, key: str, variable: Node) -> None:
    if variable.name_offset < 0 or not key:
        raise CutError(f"a macro declares '{variable.name}', which lives across it", variable.span.begin)
    if layout.is_hidden(key):
        raise CutError(
            f"'{variable.name}' lives across it, and there is another variable of that name", variable.span.begin
        )


def _check_expandable(crossing: Crossing) -> None:
    variable = crossing.variable
    if "(lambda" in variable.type:
        what = f"each thread's lambda '{variable.name}' lives across a barrier"
    elif "[" in variable.type:
        what = f"each thread's array '{variable.name}' lives across a barrier"
    elif size_of(crossing.type) is None:
        what = f"each thread's '{variable.name}' ({variable.type}) lives across a barrier, and its size is not known"
    else:
        return
    raise CutError(what, variable.span.begin, rule="SP050")


def element_type(crossing: Crossing) -> str:
    """The type of the array's elements, which are assigned to."""
    name = crossing.type
    return name.removesuffix("const").rstrip() if "*" in name else re.sub(r"\bconst\b\s*", "", name)


def expanded_in(found: dict[str, Crossing], index: int) -> Iterator[Crossing]:
    """The expanded variables that a part declares."""
    return (crossing for crossing in found.values() if crossing.part == index and crossing.is_expanded)
