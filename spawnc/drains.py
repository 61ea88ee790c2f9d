"""The drains of a parent's queues, and their order: part of the plan.

A drain has blocks of one size, so children that need whole blocks of different sizes have a queue and a drain each. One
drain runs after the other, once: what it runs may push into its own queue, and into those that are drained later. No
order fits where launches lead from blocks of one size to another, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from spawnc.decisions import QueuedChild

#: The expressions for the size of a block; none where warps can run a child.
Size = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """Entries that are run alike: a child, and its blocks."""

    child: QueuedChild
    block: Size = ()


@dataclass(frozen=True, slots=True)
class Order:
    """The kinds of each drain, with its size, and those that no drain can run."""

    drains: tuple[tuple[Size, tuple[Kind, ...]], ...]
    left: tuple[Kind, ...] = ()


def order_drains(pushes: Mapping[Kind, Sequence[Kind]]) -> Order:
    """Drains for all kinds of a parent, each with what it pushes. What warps can run is run as early as can be: where
    all has been that pushes it, directly or through others."""
    reached = {kind: _reached(kind, pushes) for kind in pushes if kind.block}
    above: dict[Size, set[Size]] = {kind.block: set() for kind in reached}
    for kind, others in reached.items():
        for other in others:
            if other.block and other.block != kind.block:
                above[other.block].add(kind.block)
    turns = _turns(above) or [()]

    def turn(kind: Kind) -> int:
        if kind.block:
            return turns.index(kind.block)
        pushing = {other.block for other, others in reached.items() if kind in others}
        return max((number for number, size in enumerate(turns) if size in pushing), default=0)

    placed = {kind: turn(kind) for kind in pushes if not kind.block or kind.block in turns}
    drains = (
        (size, tuple(kind for kind, other in placed.items() if other == number)) for number, size in enumerate(turns)
    )
    return Order(tuple(drains), tuple(kind for kind in pushes if kind not in placed))


def _reached(kind: Kind, pushes: Mapping[Kind, Sequence[Kind]]) -> set[Kind]:
    """All that may come of an entry."""
    found: set[Kind] = set()
    stack = [kind]
    while stack:
        new = set(pushes[stack.pop()]) - found
        found |= new
        stack += new
    return found


def _turns(above: Mapping[Size, set[Size]]) -> list[Size]:
    """Sizes after those that lead to them; of a circle, the one that comes last in the text is left out."""
    # what stands first in the text comes first, where it may
    order = list(above)
    sorter = TopologicalSorter({size: sorted(sizes, key=order.index) for size, sizes in above.items()})
    try:
        return list(sorter.static_order())
    except CycleError as error:
        out = max(error.args[1], key=order.index)
        return _turns({size: sizes - {out} for size, sizes in above.items() if size != out})
