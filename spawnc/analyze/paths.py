"""The ways through one function body: what stands in a loop, and what excludes each other.

Nodes are numbered in the order of the tree, which is the order of the text after macro expansion; offsets would not
do, because everything that a macro writes has the offset of the macro's use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spawnc.lexer import tokens
from spawnc.model import Node
from spawnc.source import Span

LOOPS = frozenset({"FOR_STMT", "WHILE_STMT", "DO_STMT", "CXX_FOR_RANGE_STMT"})
#: What runs when it is called, not where it stands.
INNER_BODIES = frozenset({"LAMBDA_EXPR", "STRUCT_DECL", "CLASS_DECL", "UNION_DECL"})


@dataclass(frozen=True, slots=True)
class Paths:
    """A body with its nodes in a row."""

    data: bytes
    nodes: tuple[Node, ...]
    #: Number of each node's parent; -1 for the body itself.
    parents: tuple[int, ...]
    #: Number of the last node under each node.
    lasts: tuple[int, ...]
    #: First and last number of what a `goto` may run again.
    goto_loops: tuple[tuple[int, int], ...]
    has_goto: bool

    def ancestors(self, number: int) -> Iterator[int]:
        """The nodes around one, innermost first."""
        number = self.parents[number]
        while number >= 0:
            yield number
            number = self.parents[number]


def read_paths(body: Node, data: bytes) -> Paths:
    """Number the nodes of a body, and find the loops that `goto` makes."""
    nodes: list[Node] = []
    parents: list[int] = []
    stack = [(body, -1)]
    while stack:
        node, parent = stack.pop()
        number = len(nodes)
        nodes.append(node)
        parents.append(parent)
        stack.extend((child, number) for child in reversed(node.children))
    lasts = list(range(len(nodes)))
    for number in range(len(nodes) - 1, 0, -1):
        lasts[parents[number]] = max(lasts[parents[number]], lasts[number])
    return Paths(
        data,
        tuple(nodes),
        tuple(parents),
        tuple(lasts),
        goto_loops=tuple(_goto_loops(nodes, data)),
        has_goto=any(node.kind in ("GOTO_STMT", "INDIRECT_GOTO_STMT") for node in nodes),
    )


def _goto_loops(nodes: list[Node], data: bytes) -> Iterator[tuple[int, int]]:
    labels = {_first_name(data, node.span): number for number, node in enumerate(nodes) if node.kind == "LABEL_STMT"}
    for number, node in enumerate(nodes):
        if node.kind == "INDIRECT_GOTO_STMT":
            yield 0, len(nodes)
        elif node.kind == "GOTO_STMT":
            name = _first_name(data, node.children[0].span) if node.children else b""
            # a label that a macro wrote can't be read: it may stand anywhere
            begin = labels.get(name, 0)
            if begin < number:
                yield begin, number


def _first_name(data: bytes, span: Span) -> bytes:
    return next((token.text for token in tokens(data, span)), b"")


def inner_body(paths: Paths, number: int) -> int:
    """The innermost lambda or local class around a node; -1 when it stands directly in the function."""
    return next((around for around in paths.ancestors(number) if paths.nodes[around].kind in INNER_BODIES), -1)


def loops_around(paths: Paths, number: int) -> list[tuple[int, int]]:
    """First and last node of every loop around a node: whatever runs it again runs through one of them."""
    found = [
        (around, paths.lasts[around])
        for around in paths.ancestors(number)
        if paths.nodes[around].kind in LOOPS and not _runs_once(paths, around)
    ]
    return found + [(begin, end) for begin, end in paths.goto_loops if begin <= number <= end]


def _runs_once(paths: Paths, loop: int) -> bool:
    """`do { ... } while (0)`, written out."""
    node = paths.nodes[loop]
    if node.kind != "DO_STMT" or len(node.children) != 2:
        return False
    condition = node.children[1].span
    return paths.data[condition.begin : condition.end] in (b"0", b"false")


def in_branch(paths: Paths, number: int) -> bool:
    """Whether a thread may pass the function without running this node, or run it more than once.

    An earlier `return` counts for nothing here: a thread that has left waits for nobody."""
    return bool(loops_around(paths, number)) or any(
        paths.nodes[around].kind in ("IF_STMT", "SWITCH_STMT", "CONDITIONAL_OPERATOR", "BINARY_OPERATOR")
        for around in paths.ancestors(number)
    )


def exclusive(paths: Paths, one: int, other: int) -> bool:
    """Whether one pass through the body runs at most one of two nodes.

    Shown for the two branches of `if`/`else` and `?:`, and for code after a branch that surely returns. A `goto` could
    jump into a branch, and the cases of a `switch` fall through: nothing is shown there."""
    if paths.has_goto or inner_body(paths, one) >= 0 or inner_body(paths, other) >= 0:
        return False
    earlier, later = sorted((one, other))
    if later <= paths.lasts[earlier]:
        return False
    around_later = set(paths.ancestors(later))
    below = earlier
    for common in paths.ancestors(earlier):
        if common in around_later:
            sibling = later
            while paths.parents[sibling] != common:
                sibling = paths.parents[sibling]
            return _are_branches(paths, common, below, sibling) or _never_completes(paths, earlier, below)
        below = common
    return False


def _are_branches(paths: Paths, common: int, below: int, sibling: int) -> bool:
    node = paths.nodes[common]
    last_two = [id(child) for child in node.children[-2:]]
    if [id(paths.nodes[below]), id(paths.nodes[sibling])] != last_two:
        return False
    if node.kind == "CONDITIONAL_OPERATOR":
        return len(node.children) == 3
    if node.kind != "IF_STMT":
        return False
    # a condition and its branch stand side by side as well: only the text tells
    between = Span(node.children[-2].span.end, node.children[-1].span.begin)
    return between.begin <= between.end and any(token.text == b"else" for token in tokens(paths.data, between))


def _never_completes(paths: Paths, start: int, statement: int) -> bool:
    """Whether control that runs `start` inside `statement` leaves the function before `statement` is done."""
    below, returns = start, False
    while True:
        kind = paths.nodes[below].kind
        # `break` and `continue` would skip the `return` that follows
        if kind in LOOPS or kind == "SWITCH_STMT":
            return False
        returns = returns or kind == "RETURN_STMT"
        if below == statement:
            return returns
        parent = paths.parents[below]
        if paths.nodes[parent].kind == "COMPOUND_STMT":
            returns = returns or _some_return(paths, paths.lasts[below] + 1, paths.lasts[parent])
        below = parent


def _some_return(paths: Paths, begin: int, last: int) -> bool:
    """Whether one of the statements in a row, the first of which is `begin`, surely returns."""
    while begin <= last:
        kind = paths.nodes[begin].kind
        if kind == "RETURN_STMT":
            return True
        if kind == "COMPOUND_STMT" and _some_return(paths, begin + 1, paths.lasts[begin]):
            return True
        begin = paths.lasts[begin] + 1
    return False
