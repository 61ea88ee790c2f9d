"""Depth and recursion of launches."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from spawnc.command import CompileCommand
from spawnc.report.nesting import strongly_connected
from spawnc.requests import UnitRequest
from spawnc.settings import Settings
from spawnc.units import UnitResult, run_units

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


def test_depths_over_the_borders_of_units(tmp_path: Path) -> None:
    kernels = "".join(f"__global__ void {name}(int n);\n" for name in "abcd") + "__device__ void go(int n);\n"
    texts = {
        "a": "__global__ void a(int n) { b<<<1, 1>>>(n); go(n); }",
        "b": "__global__ void b(int n) { if (n > 0) c<<<1, 1>>>(n - 1); }",
        "c": "__global__ void c(int n) { b<<<1, 1>>>(n); }",
        "go": "__device__ void go(int n) { d<<<1, 1>>>(n); }",
        "main": "int main() { a<<<1, 1>>>(3); }",
    }
    requests = []
    for name, text in texts.items():
        path = tmp_path / f"{name}.cu"
        path.write_text(kernels + text + "\n")
        requests.append(UnitRequest(str(path), CompileCommand.for_file(path)))
    depths = {}
    for outcome in run_units(requests, Settings(in_root=str(tmp_path)), jobs=1):
        assert isinstance(outcome, UnitResult)
        for site in outcome.inventory.sites:
            depths[f"{site.parent} {site.children[0]}"] = (site.depth, site.recursive)
    assert depths == {
        "a b": (1, False),
        "b c": (None, True),
        "c b": (None, True),
        # called at depth 0, by a kernel of another unit
        "go d": (1, False),
        "main a": (0, False),
    }
