"""Loops that end only when another thread makes progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from spawnc.model import Node, Ref

_LOOPS = {"WHILE_STMT", "DO_STMT", "FOR_STMT"}
_TAKES = re.compile(r"atomic(CAS|Exch)(_block|_system)?$|__ld(cv|cg|relaxed|acquire)\w*$|load$|test_and_set$|wait$")
_MAY_POLL = re.compile(r"atomic(Add|Sub|Or|And|Xor|Max|Min)(_block|_system)?$")
_NO_WORK = re.compile(rb"[{};\s]|__threadfence(_block|_system)?\(\)|__nanosleep\([^()]*\)|continue")


_MAY_SPIN = re.compile(r"(^|::)(load|test_and_set|wait)$")


def polls(body: Node, data: bytes) -> bool:
    """Whether a function reads memory in a way that other threads may change."""
    return any(_polls(node, data) for node in body.walk())


def waiting_loops(body: Node, data: bytes, polling: Callable[[Ref], bool] = lambda _: False) -> Iterator[int]:
    """Offsets of loops that may wait for another thread.

    Such a loop reads memory in its condition in a way that other threads may change: a volatile read, an atomic
    exchange or compare-and-swap, a poll by an atomic that adds nothing; or it sleeps, or does nothing but test. A
    compare-and-swap loop that tests the value it got back (`while (old != assumed)`) makes progress alone.

    `polling` tells of the functions that are called whether they read memory so. A `goto` may make a loop too."""
    may_poll: bool | None = None
    for node in body.walk():
        if node.kind == "GOTO_STMT":
            # most functions have none, and thousands are asked about
            may_poll = polls(body, data) if may_poll is None else may_poll
            if may_poll:
                yield node.span.begin
        elif node.kind in _LOOPS and node.children and _waits(node, data, polling):
            yield node.span.begin


def _waits(loop: Node, data: bytes, polling: Callable[[Ref], bool]) -> bool:
    inner = loop.children[0] if loop.kind == "DO_STMT" else loop.children[-1]
    header = [child for child in loop.children if child is not inner]
    if any(_polls(node, data) for part in header for node in part.walk()):
        return True
    if not _counts(loop) and any(_spins(node, data) for node in inner.walk()):
        return True
    if not _counts(loop) and any(
        node.kind == "CALL_EXPR" and node.ref is not None and polling(node.ref) for node in loop.walk()
    ):
        return True
    if any(node.kind == "CALL_EXPR" and node.name == "__nanosleep" for node in inner.walk()):
        return True
    if any(_breaks_on_poll(node, data) for node in inner.walk()):
        return True
    return _reads_memory(header) and not _NO_WORK.sub(b"", data[inner.span.begin : inner.span.end])


def _counts(loop: Node) -> bool:
    """A `for` with a declaration or a condition and a step: it ends by itself."""
    return loop.kind == "FOR_STMT" and len(loop.children) > 2


def _spins(node: Node, data: bytes) -> bool:
    """A poll in the body of a loop; a compare-and-swap there is how threads make progress."""
    if node.kind == "CALL_EXPR" and _TAKES.search(node.name):
        return bool(_MAY_SPIN.search(node.name))
    return _polls(node, data)


def _polls(node: Node, data: bytes) -> bool:
    if node.kind == "CALL_EXPR" and _TAKES.search(node.name):
        return True
    if node.kind == "CALL_EXPR" and _MAY_POLL.search(node.name) and len(node.children) > 2:
        last = node.children[-1].span
        return data[last.begin : last.end].strip() in (b"0", b"0u", b"0U", b"0ull", b"0.0f")
    if node.ref is not None and node.ref.kind in ("VAR_DECL", "PARM_DECL", "FIELD_DECL"):
        # the built-in variables of the toolkit's headers are not volatile, the shim's neither
        return "volatile" in node.ref.type
    return node.kind.endswith("CAST_EXPR") and b"volatile" in data[node.span.begin : node.span.end]


def _breaks_on_poll(node: Node, data: bytes) -> bool:
    if node.kind != "IF_STMT" or not node.children:
        return False
    condition, *branches = node.children
    leaves = any(inner.kind in ("BREAK_STMT", "GOTO_STMT") for branch in branches for inner in branch.walk())
    return leaves and any(_polls(inner, data) for inner in condition.walk())


def _reads_memory(header: list[Node]) -> bool:
    return any(
        node.kind == "ARRAY_SUBSCRIPT_EXPR" or node.kind == "UNARY_OPERATOR" for part in header for node in part.walk()
    )
