"""A drawing of who launches whom: functions in columns by nesting, launches as curves between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spawnc.report.inventory import Site, Verdict
from spawnc.report.nesting import strongly_connected
from spawnc.report.text import printable, shorten

#: More functions than this are a table, not a drawing.
MAX_NODES = 200
_UNKNOWN = "unknown kernel"
_NAME_CELLS = 30
#: All in CSS pixels.
_CHARACTER, _PADDING, _HEIGHT = 7.4, 14, 32
_ROW_GAP, _COLUMN_GAP, _MARGIN, _LOOP = 30, 120, 16, 40
#: The least that was done for an edge's launches names its look.
_ORDER = (Verdict.REFUSED, Verdict.KEPT, Verdict.GUARDED, Verdict.HOST)


@dataclass(frozen=True, slots=True)
class Node:
    """A function; `x` and `y` are its upper left corner."""

    name: str
    title: str
    x: float
    y: float
    width: float
    height: float
    #: "host" or "device".
    css: str

    @property
    def text_x(self) -> float:
        return self.x + self.width / 2

    @property
    def text_y(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Edge:
    """All launches of one function by another."""

    #: For the attribute `d` of an SVG path.
    path: str
    label: str
    label_x: float
    label_y: float
    css: str
    title: str


@dataclass(frozen=True, slots=True)
class Graph:
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float


_Pair = tuple[str, str]
_Point = tuple[float, float]


def layout_graph(sites: Sequence[Site], symbols: Mapping[Verdict, str]) -> Graph | None:
    """The drawing; None without launches in functions, and for more than `MAX_NODES` functions."""
    launches: dict[_Pair, list[Site]] = defaultdict(list)
    for site in sites:
        for child in site.children or (_UNKNOWN,):
            if site.parent:
                launches[site.parent, child].append(site)
    names = list(dict.fromkeys(name for pair in launches for name in pair))
    if not names or len(names) > MAX_NODES:
        return None
    column, component = _columns(names, launches)
    nodes = _place(names, column, launches)
    return Graph(
        tuple(nodes.values()),
        tuple(
            _edge(nodes[parent], nodes[child], found, component[parent] == component[child], symbols)
            for (parent, child), found in launches.items()
        ),
        width=max(node.x + node.width for node in nodes.values()) + _MARGIN + _LOOP,
        height=max(node.y + node.height for node in nodes.values()) + _MARGIN,
    )


def _columns(names: Sequence[str], launches: Mapping[_Pair, object]) -> tuple[dict[str, int], dict[str, int]]:
    """The column of each function, by the longest way to it, and the number of its cycle."""
    graph: dict[str, list[str]] = {name: [] for name in names}
    for parent, child in launches:
        graph[parent].append(child)
    components = strongly_connected(graph)
    component = {name: number for number, members in enumerate(components) for name in members}
    column = dict.fromkeys(names, 0)
    for number, members in enumerate(components):
        # the functions of a cycle stand below each other
        deepest = max(column[name] for name in members)
        column.update(dict.fromkeys(members, deepest))
        for child in (child for name in members for child in graph[name]):
            if component[child] != number:
                column[child] = max(column[child], deepest + 1)
    return column, component


def _place(
    names: Sequence[str], column: Mapping[str, int], launches: Mapping[_Pair, Sequence[Site]]
) -> dict[str, Node]:
    hosts = {site.parent for found in launches.values() for site in found if site.verdict is Verdict.HOST}
    parents: dict[str, list[str]] = defaultdict(list)
    for parent, child in launches:
        parents[child].append(parent)
    nodes: dict[str, Node] = {}
    x: float = _MARGIN
    for number in range(max(column.values()) + 1):
        members = [name for name in names if column[name] == number]
        # beside what launches them
        rows = {name: [nodes[parent].y for parent in parents[name] if parent in nodes] for name in members}
        members.sort(key=lambda name: sum(rows[name]) / len(rows[name]) if rows[name] else 0)
        # room for the arrow of a function that launches itself
        y: float = _MARGIN + _ROW_GAP
        for name in members:
            shown = shorten(printable(name), _NAME_CELLS)
            width = len(shown) * _CHARACTER + 2 * _PADDING
            css = "host" if name in hosts else "device"
            nodes[name] = Node(shown, printable(name), x, y, width, _HEIGHT, css)
            y += _HEIGHT + _ROW_GAP
        x = max(nodes[name].x + nodes[name].width for name in members) + _COLUMN_GAP
    return nodes


def _edge(parent: Node, child: Node, sites: Sequence[Site], cyclic: bool, symbols: Mapping[Verdict, str]) -> Edge:
    verdict = next(verdict for verdict in _ORDER if any(site.verdict is verdict for site in sites))
    places = ", ".join(str(site.place.location) for site in sites)
    text = symbols[verdict] if len(sites) == 1 else f"{symbols[verdict]} {len(sites)}"
    title = f"{parent.title} launches {child.title}: {verdict.value}, {places}"
    css = verdict.value
    if cyclic:
        css, title, text = f"{css} recursive", f"{title}; recursive", f"{text} ↻"
    right, middle = parent.x + parent.width, parent.text_y
    points: tuple[_Point, ...]
    if parent is child:
        # an arc over the upper right corner
        top = parent.y
        points = (right - 30, top), (right - 30, top - 46), (right + 50, top - 26), (right + 2, middle)
    elif cyclic:
        # down or up, beside the column
        end = child.x + child.width + 2
        bend = max(right, end) + _LOOP
        points = (right, middle), (bend, middle), (bend, child.text_y), (end, child.text_y)
    else:
        bend = (right + child.x) / 2
        points = (right, middle), (bend, middle), (bend, child.text_y), (child.x - 2, child.text_y)
    begin, *others = (f"{x:.1f} {y:.1f}" for x, y in points)
    label_x, label_y = _halfway(points)
    if parent is child:
        label_y -= 13
    return Edge(f"M{begin} C{' '.join(others)}", text, label_x, label_y, css, title)


def _halfway(points: Sequence[_Point]) -> _Point:
    """The middle of a cubic Bezier curve."""
    weights = (1 / 8, 3 / 8, 3 / 8, 1 / 8)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
    return round(x, 1), round(y, 1)
