"""Where some threads of a block may pass by while others of it meet: at a barrier or a warp operation.

Such a thread of a kernel goes on to its end, and nobody waits for it any more. Where threads are used again after the
kernel's body, nobody may rely on that.

A value varies when it may be another one in another thread: it comes from threadIdx, from calls whose result is not a
matter of their arguments alone, from what only some of the threads have assigned. What is loaded from one address does
not: all threads find the same there, or they race for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from spawnc.analyze.block_text import BodyText
from spawnc.analyze.uniform import LOOPS, is_pure_call
from spawnc.analyze.variable_uses import VARIABLES, Mode, binary_operator, uses
from spawnc.model import Node
from spawnc.source import Span

_LOOPS = LOOPS | {"CXX_FOR_RANGE_STMT"}
_BRANCHES = _LOOPS | {"IF_STMT", "SWITCH_STMT"}
_LEAVES = {"BREAK_STMT", "CONTINUE_STMT", "RETURN_STMT", "GOTO_STMT", "INDIRECT_GOTO_STMT"}
_STATEMENTS = {"COMPOUND_STMT", "DECL_STMT", "CASE_STMT", "DEFAULT_STMT", "LABEL_STMT", "UNEXPOSED_STMT"}
_OPAQUE = {"LAMBDA_EXPR", "ASM_STMT", "MS_ASM_STMT", "StmtExpr"}
#: The number of a thread's warp, and numbers of threads that are those of whole warps; blocks in one row.
_WARP = re.compile(r"threadIdx\.x(/(32|warpSize)|>>5)")
_THREADS = re.compile(r"(0|[1-9][0-9]*)[uU]?")


class Divergence:
    """Which statements of a body threads of a block may come to differently."""

    def __init__(self, text: BodyText, root: Node, body: Node, *, varying: frozenset[str], in_rows: bool) -> None:
        """`varying`: keys of the parameters that vary. `in_rows`: blocks have one dimension, so that 32 values of
        threadIdx.x in a row are a warp."""
        self._text, self._body, self._in_rows = text, body, in_rows
        self._declared = {node.ref.key: node for node in root.walk() if node.kind in VARIABLES and node.ref}
        self._varying = set(varying)
        self._apart: set[int] = set()
        jumps = any(node.kind in ("GOTO_STMT", "INDIRECT_GOTO_STMT") for node in body.walk())
        self._all_apart = jumps
        self._changed = {use.ref.key for use in uses(text, body) if use.mode is not Mode.READ}
        known = -1
        while known != len(self._varying) + len(self._apart):
            known = len(self._varying) + len(self._apart)
            self._scan(body, None, ())

    def around(self, offset: int, *, of_warp: bool) -> Span | None:
        """The outermost statement around a meeting that threads may pass by. `of_warp`: those of a warp meet, so
        warps may differ."""
        path = self.path(offset)
        if self._all_apart or not path:
            return self._body.span
        for node, below in pairwise(path):
            if self._parts(node, below) and not (of_warp and self._is_by_warp(node)):
                return node.span
        return None

    def is_met_after(self, span: Span, barrier: int) -> bool:
        """Whether all that pass by a statement, and all that don't, come to a barrier."""
        path = self.path(barrier)
        if not path or barrier < span.end:
            return False
        for node, below in pairwise(path):
            if not (below.span.begin <= span.begin and span.end <= below.span.end) and node.kind != "COMPOUND_STMT":
                return False
        between = Span(span.end, barrier)
        return not any(node.kind in _LEAVES and node.span.begin in between for node in self._body.walk())

    def varies(self, expression: Node) -> bool:
        """Whether threads may find different values."""
        return self._all_apart or self._varies(expression)

    def path(self, offset: int) -> tuple[Node, ...]:
        """What stands around the call at an offset, from the body to the call itself."""
        return next(_paths(self._body, offset), ())

    def _scan(self, node: Node, within: Node | None, around: tuple[Node, ...]) -> None:
        """`within`: the innermost statement around that threads come to differently."""
        kind = node.kind
        if kind in _BRANCHES:
            if self._is_apart(node):
                within = node
            for child in node.children:
                self._scan(child, within, (*around, node))
        elif kind in _STATEMENTS:
            for child in node.children:
                self._scan(child, within, around)
        elif kind in _LEAVES:
            if within is not None:
                self._leave(kind, within, around)
        else:
            varies = self._varies(node)
            if kind == "VAR_DECL" and node.ref is not None and varies:
                self._varying.add(node.ref.key)
            for use in uses(self._text, node):
                key = use.ref.key
                differs = varies or self._is_outside(key, within)
                # another place of a shared array is another variable; a place that several write to is theirs
                if "shared" not in use.ref.annotations and (
                    use.mode is Mode.OPEN or (use.mode is Mode.WRITE and differs)
                ):
                    self._varying.add(key)

    def _leave(self, kind: str, within: Node, around: tuple[Node, ...]) -> None:
        """Some threads leave loops or a switch, which the others go on with."""
        for node in reversed(around):
            inside = node.span.begin <= within.span.begin and within.span.end <= node.span.end
            if inside and node.kind in _BRANCHES - {"IF_STMT"}:
                self._apart.add(node.span.begin)
            if node.kind in _LOOPS and kind != "RETURN_STMT":
                return

    def _is_outside(self, key: str, within: Node | None) -> bool:
        if within is None:
            return False
        declared = self._declared.get(key)
        return declared is None or not within.span.begin <= declared.span.begin < within.span.end

    def _is_apart(self, node: Node) -> bool:
        if node.span.begin in self._apart and node.kind != "IF_STMT":
            return True
        return any(self._varies(part) for part in _header(node))

    def _parts(self, node: Node, below: Node) -> bool:
        """Whether threads may come differently from a node to one below it."""
        if node.kind in _OPAQUE:
            return True
        if node.kind in _BRANCHES:
            in_header = node.kind == "IF_STMT" and any(below is part for part in _header(node))
            return not in_header and self._is_apart(node)
        chooses = node.kind == "CONDITIONAL_OPERATOR" or (
            node.kind == "BINARY_OPERATOR" and binary_operator(self._text, node) in ("&&", "||", "")
        )
        return chooses and below is not node.children[0] and self._varies(node.children[0])

    def _varies(self, root: Node) -> bool:
        for node in root.walk():
            if node.kind in _OPAQUE or (node.kind == "CALL_EXPR" and not is_pure_call(node)):
                return True
            ref = node.ref
            if ref is None:
                continue
            if ref.key in self._varying or "volatile" in ref.type:
                return True
            if ref.kind == "VAR_DECL" and ref.is_global and ref.is_system and ref.name == "threadIdx":
                return True
        return False

    def _is_by_warp(self, node: Node) -> bool:
        """Whether the threads of each warp take the same branch of an `if`."""
        condition = node.children[0] if node.kind == "IF_STMT" else None
        if not self._in_rows or condition is None or condition.kind != "BINARY_OPERATOR":
            return False
        operator = binary_operator(self._text, condition)
        left, right = (self._written_out(child) for child in condition.children)
        if operator in ("==", "!=", "<", ">", "<=", ">=") and _WARP.fullmatch(left):
            return not self._varies(condition.children[1])
        if operator not in ("<", ">=") or left != "threadIdx.x":
            return False
        number = _THREADS.fullmatch(right)
        return right == "warpSize" or (number is not None and int(number[1]) % 32 == 0)

    def _written_out(self, node: Node) -> str:
        """An expression without blanks; a variable that nothing changes is the value that it began with."""
        while node.kind == "DECL_REF_EXPR" and node.ref and node.ref.key in self._declared:
            declared = self._declared[node.ref.key]
            if declared.kind != "VAR_DECL" or node.ref.key in self._changed or not declared.children:
                break
            node = declared.children[-1]
        if node.kind == "PAREN_EXPR" and len(node.children) == 1:
            return self._written_out(node.children[0])
        if node.kind == "BINARY_OPERATOR" and binary_operator(self._text, node):
            left, right = node.children
            # `>>` is two tokens
            between = self._text.get(Span(left.span.end, right.span.begin))
            return self._written_out(left) + re.sub(r"[\s()]", "", between) + self._written_out(right)
        return re.sub(r"[\s()]", "", self._text.get(node.span))


def _paths(node: Node, offset: int) -> Iterator[tuple[Node, ...]]:
    for child in node.children:
        if child.kind == "CALL_EXPR" and child.span.begin == offset:
            yield (node, child)
        for below in _paths(child, offset):
            yield (node, *below)


def _header(node: Node) -> Sequence[Node]:
    """What decides about the statements in a branch or a loop."""
    children = node.children
    if not children:
        return ()
    if node.kind == "DO_STMT":
        return children[1:]
    if node.kind == "IF_STMT":
        return children[:2] if children[0].kind in ("DECL_STMT", "VAR_DECL") else children[:1]
    return children[:-1]
