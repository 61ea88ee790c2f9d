"""Depth and recursion of launches."""

from hypothesis import given
from hypothesis import strategies as st

from spawnc.report.nesting import strongly_connected

GRAPHS = st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=4), max_size=8).map(
    lambda graph: {str(node): [str(successor) for successor in found] for node, found in graph.items()}
)


def reached(graph: dict[str, list[str]], start: str) -> set[str]:
    found: set[str] = set()
    stack = [start]
    while stack:
        for successor in graph.get(stack.pop(), []):
            if successor not in found:
                found.add(successor)
                stack.append(successor)
    return found


@given(GRAPHS)
def test_components_are_the_cycles_in_order(graph: dict[str, list[str]]) -> None:
    components = strongly_connected(graph)
    number = {node: index for index, members in enumerate(components) for node in members}
    nodes = set(graph) | {successor for found in graph.values() for successor in found}
    assert set(number) == nodes
    assert sum(map(len, components)) == len(nodes)
    for one in nodes:
        for other in reached(graph, one):
            assert number[one] <= number[other]
            assert (number[one] == number[other]) == (one == other or one in reached(graph, other))


def test_long_chains_do_not_exhaust_the_stack() -> None:
    graph = {str(index): [str(index + 1)] for index in range(50_000)}
    assert len(strongly_connected(graph)) == 50_001
