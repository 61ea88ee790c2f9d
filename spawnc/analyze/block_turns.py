"""Kernels whose blocks may take turns on the blocks of a launch that has fewer of them.

A graph launches kernels with the grid that it was recorded with. Where a trip's grid depends on what the device found,
the blocks of a clone run the kernel's blocks, one after the other: each is given its place in the grid."""

from __future__ import annotations

from spawnc.analyze.facts import FactBook
from spawnc.analyze.obstacles import close_over, depends_on_thread
from spawnc.analyze.whole_blocks import problem_in_turns, tolerated
from spawnc.diagnostics import Note
from spawnc.model import Function, Unit


def meets_between_turns(unit: Unit, kernel: Function, book: FactBook) -> bool | Note:
    """Whether the threads of a block have to wait for each other between two turns; why its blocks can't take turns."""
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
        if depends_on_thread(book, helper):
            because = f"it calls '{helper.name}', which reads built-ins or launches"
            return Note(place.path, place.name.begin, because)
    if meets and (because := problem_in_turns(unit, kernel, book, in_rows=False)):
        return Note(place.path, place.name.begin, because)
    return meets
