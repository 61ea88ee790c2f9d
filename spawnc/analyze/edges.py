"""Who leads where, for any number of functions, without recursion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")
#: By key, the keys that it leads to.
Edges = Mapping[str, Iterable[str]]


def turned(edges: Edges) -> dict[str, list[str]]:
    """The edges the other way."""
    back: dict[str, list[str]] = defaultdict(list)
    for key, targets in edges.items():
        for target in targets:
            back[target].append(key)
    return dict(back)


def spread(found: Mapping[str, T], edges: Edges) -> dict[str, T]:
    """What is found for some keys, for all that those lead to, too: the nearest there is."""
    known, waiting = dict(found), list(found)
    for key in waiting:
        for target in edges.get(key, ()):
            if target not in known:
                known[target] = known[key]
                waiting.append(target)
    return known


def groups(edges: Edges) -> dict[str, str]:
    """By key, one of those that it leads to and that lead to it, the same for all of them (Kosaraju's algorithm).

    Every key that is led to has edges of its own, or none."""
    finished: list[str] = []
    met: set[str] = set()
    for start in edges:
        stack = [(start, False)]
        while stack:
            key, is_done = stack.pop()
            if is_done:
                finished.append(key)
            elif key not in met:
                met.add(key)
                stack.append((key, True))
                stack.extend((target, False) for target in edges[key])
    back = turned(edges)
    group: dict[str, str] = {}
    for first in reversed(finished):
        waiting = [first]
        while waiting:
            key = waiting.pop()
            if key not in group:
                group[key] = first
                waiting.extend(back.get(key, ()))
    return group
