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
#: More room above a function that launches itself, for the arrow and its label.
_LOOP_ROOM = 16
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
    begins = {column[name]: node.x for name, node in nodes.items()}
    # a label stands before the next column, where no function does
    gap = {name: begins.get(number + 1, 0) - _COLUMN_GAP / 2 for name, number in column.items()}
    return Graph(
        tuple(nodes.values()),
        tuple(
            _edge(nodes[parent], nodes[child], found, component[parent] == component[child], symbols, gap[parent])
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
        y: float = _MARGIN + _ROW_GAP
        for name in members:
            y += _LOOP_ROOM if (name, name) in launches else 0
            shown = shorten(printable(name), _NAME_CELLS)
            width = len(shown) * _CHARACTER + 2 * _PADDING
            css = "host" if name in hosts else "device"
            nodes[name] = Node(shown, printable(name), x, y, width, _HEIGHT, css)
            y += _HEIGHT + _ROW_GAP
        x = max(nodes[name].x + nodes[name].width for name in members) + _COLUMN_GAP
    return nodes


def _edge(
    parent: Node, child: Node, sites: Sequence[Site], cyclic: bool, symbols: Mapping[Verdict, str], gap: float
) -> Edge:
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
    label_x, label_y = _at(points, 1 / 2) if cyclic else _at(points, _where(points, gap))
    if parent is child:
        label_y -= 13
    return Edge(f"M{begin} C{' '.join(others)}", text, label_x, label_y, css, title)


def _at(points: Sequence[_Point], part: float) -> _Point:
    """The point of a cubic Bezier curve at a part of its way, 0 to 1."""
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
    return round(x, 1), round(y, 1)


def _where(points: Sequence[_Point], x: float) -> float:
    """The part of the way at which a curve that leads to the right passes `x`."""
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if _at(points, middle)[0] < x else (low, middle)
    return low
