"""Kernels whose blocks may take turns on the blocks of a launch that has fewer of them.

A graph launches kernels with the grid that it was recorded with. Where a trip's grid depends on what the device found,
the blocks of a clone run the kernel's blocks, one after the other: each is given its place in the grid."""

from __future__ import annotations

from spawnc.analyze.facts import FactBook
from spawnc.analyze.obstacles import close_over
from spawnc.analyze.whole_blocks import problem_in_turns, tolerated
from spawnc.diagnostics import Note
from spawnc.model import Function, Unit

#: What is another one in each turn.
_OF_GRID = frozenset({"blockIdx", "gridDim"})


def meets_between_turns(unit: Unit, kernel: Function, book: FactBook, *, in_rows: bool) -> bool | Note:
    """Whether the threads of a block have to wait for each other between two turns; why its blocks can't take turns.
    `in_rows`: the blocks have one dimension."""
    facts = book.of(kernel)
    place = kernel.definition or kernel.declarations[0]
    closure = close_over(book, kernel)
    meets = closure.obstacle is not None or bool(facts.barriers or facts.shared)
    if meets:
        closure = close_over(book, kernel, tolerated)
    if (obstacle := closure.obstacle) is not None:
        does = obstacle.text.removeprefix(f"child kernel '{kernel.name}' ")
        because = f"it {does.partition(', ')[0]}" if does != obstacle.text else obstacle.text
        return Note(obstacle.path, obstacle.offset, because)
    for helper in closure.helpers:
        if book.of(helper).launches or _asks_for_grid(unit, helper):
            because = f"it calls '{helper.name}', which asks for the place in the grid, or launches"
            return Note(place.path, place.name.begin, because)
    if meets and (because := problem_in_turns(unit, kernel, book, in_rows=in_rows)):
        return Note(place.path, place.name.begin, because)
    return meets


def _asks_for_grid(unit: Unit, function: Function) -> bool:
    """Whether a function's own text may name the block's place in the grid, or the grid's size."""
    body = unit.body_of(function)
    has_default = any(parameter.default for each in function.declarations for parameter in each.parameters)
    named = (node.ref for node in body.walk() if node.ref is not None) if body is not None else ()
    return body is None or has_default or any(ref.is_global and ref.name in _OF_GRID for ref in named)
