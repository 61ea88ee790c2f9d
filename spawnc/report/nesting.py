"""How deep launches nest: depth and recursion from the launch graph of a unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from spawnc.decisions import HostLaunch, Plan
from spawnc.model import Space


@dataclass(frozen=True, slots=True)
class Edge:
    """One function may launch or call another, by key."""

    caller: str
    callee: str
    is_launch: bool


@dataclass(frozen=True, slots=True)
class Nesting:
    #: Depth at which a function runs, by key: 0 for kernels that only the host launches, None for no bound.
    _depths: Mapping[str, int | None]
    #: Number of the strongly connected component of a function.
    _components: Mapping[str, int]

    def depth(self, parent: str) -> int | None:
        """Depth of what `parent` launches, by the longest way down to it."""
        depth = self._depths.get(parent, 0)
        return None if depth is None else depth + 1

    def is_recursive(self, parent: str, child: str) -> bool:
        """Whether `child` reaches `parent` again."""
        return parent in self._components and self._components[parent] == self._components.get(child)


def nesting_of(graph: Iterable[Edge]) -> Nesting:
    """Depths and cycles of a launch graph; calls of device functions are followed, at no depth of their own."""
    edges: dict[str, list[Edge]] = defaultdict(list)
    for edge in graph:
        edges[edge.caller].append(edge)
    ordered = strongly_connected({key: [edge.callee for edge in found] for key, found in edges.items()})
    components = {key: number for number, members in enumerate(ordered) for key in members}
    entered: dict[int, int | None] = defaultdict(int)
    for number, members in enumerate(ordered):
        outgoing = [(components[edge.callee], edge.is_launch) for key in members for edge in edges.get(key, ())]
        # a launch inside the component can be made again from what it launches
        if (number, True) in outgoing:
            entered[number] = None
        for callee, is_launch in outgoing:
            if callee != number:
                entered[callee] = _deeper(entered[callee], _below(entered[number], is_launch))
    return Nesting({key: entered[number] for key, number in components.items()}, components)


def strongly_connected(graph: Mapping[str, list[str]]) -> list[list[str]]:
    """The strongly connected components of a graph, each before those that it leads to."""
    finished = list(_by_finish(graph, list(graph)))
    backward: dict[str, list[str]] = defaultdict(list)
    for node, successors in graph.items():
        for successor in successors:
            backward[successor].append(node)
    placed: set[str] = set()
    # the walks share `placed`: each takes what no earlier one reached
    return [list(_by_finish(backward, [node], placed)) for node in reversed(finished) if node not in placed]


def _by_finish(graph: Mapping[str, list[str]], roots: list[str], seen: set[str] | None = None) -> Iterator[str]:
    """Nodes below `roots` in the order in which a depth-first walk leaves them; `seen` nodes are left out."""
    seen = set() if seen is None else seen
    # no recursion: a chain of kernels may be longer than Python's stack
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(graph.get(root, ())))]
        while stack:
            node, successors = stack[-1]
            for successor in successors:
                if successor not in seen:
                    seen.add(successor)
                    stack.append((successor, iter(graph.get(successor, ()))))
                    break
            else:
                stack.pop()
                yield node


def edges_of(plan: Plan) -> Iterator[Edge]:
    """The launch graph of a unit."""
    # only where a function launches does it matter who calls what: bodies are costly to read
    matters = any(
        function.space in (Space.DEVICE, Space.HOST_DEVICE)
        and function.kind == "FUNCTION_DECL"
        and not function.definition
        for function in plan.unit.functions.values()
    )
    for decision in plan.decisions:
        parent = decision.launch.enclosing
        if parent is None or isinstance(decision, HostLaunch):
            continue
        matters = matters or parent.space is not Space.GLOBAL
        yield from (Edge(parent.key, target.key, is_launch=True) for target in decision.launch.targets)
    if matters:
        yield from (Edge(caller, callee, is_launch=False) for caller, callee in _device_calls(plan))


def _device_calls(plan: Plan) -> Iterator[tuple[str, str]]:
    functions = plan.unit.functions
    for key, function in functions.items():
        body = plan.unit.body_of(function) if function.space.on_device and function.definition else None
        for node in body.walk() if body else ():
            callee = functions.get(node.ref.key) if node.kind == "CALL_EXPR" and node.ref else None
            # what looks like a call of a kernel is a launch
            if callee is not None and callee.space in (Space.DEVICE, Space.HOST_DEVICE):
                yield key, callee.key


def _below(depth: int | None, is_launch: bool) -> int | None:
    return None if depth is None else depth + is_launch


def _deeper(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)
