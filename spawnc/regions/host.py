"""The body of one host function: its text, its launches, and what its expressions do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.model import Function, Launch, Node, Unit
from spawnc.source import SourceFile, Span

VARIABLES = frozenset({"VAR_DECL", "PARM_DECL"})
#: Operators that are words.
_ALTERNATIVES = frozenset(b"and or not xor bitand bitor compl not_eq sizeof".split())
#: Characters of the user's text in a message.
_QUOTED = 60


@dataclass(frozen=True)
class HostCode:
    """One host function whose body is here."""

    unit: Unit
    function: Function
    source: SourceFile
    body: Node
    #: By the end of each one's call.
    launches: Mapping[int, Launch]
    #: Statements for which a pragma wants a graph.
    wished: frozenset[int] = frozenset()

    def text(self, span: Span) -> str:
        return self.source.text(span)

    def tokens(self, span: Span) -> list[Token]:
        return list(tokens(self.source.data, span))

    def short(self, span: Span) -> str:
        """A piece of text on one line, for messages."""
        words = " ".join(self.source.text(span).split())
        return words if len(words) < _QUOTED else f"{words[: _QUOTED - 4]}..."

    def spelled(self, span: Span) -> str:
        """Tokens with one blank between them: equal for texts that differ in blanks and comments alone."""
        return (
            self.source.text(span)
            if span.end <= span.begin
            else " ".join(t.text.decode("utf-8", "backslashreplace") for t in self.tokens(span))
        )

    def launch_of(self, node: Node) -> Launch | None:
        """The launch that a call stands for."""
        launch = self.launches.get(node.span.end) if node.kind == "CALL_EXPR" else None
        return launch if launch is not None and launch.call is node else None

    def launches_in(self, node: Node) -> list[Launch]:
        """The launches below a node, in source order."""
        return [launch for inner in node.walk() if (launch := self.launch_of(inner)) is not None]

    def whole(self, node: Node) -> Span:
        """A statement with its semicolon."""
        end = node.span.end
        if self.source.data[end - 1 : end] not in (b";", b"}") or node.kind not in ("DECL_STMT", "COMPOUND_STMT"):
            following = next(tokens(self.source.data, Span(end, min(len(self.source.data), end + 200))), None)
            if following is not None and following.text == b";":
                end = following.end
        return Span(node.span.begin, end)

    def refuse(self, rule: str, node: Node | Span, **details: str) -> Diagnostic:
        """A diagnostic at a place in the body."""
        span = node.span if isinstance(node, Node) else node
        return diagnose(rule, self.source.path, span.begin, notes=(), **details)

    def operator(self, node: Node) -> str:
        """The operator of a unary or binary expression; "" where a macro wrote it."""
        if len(node.children) == 2:
            between = Span(node.children[0].span.end, node.children[1].span.begin)
            return _operator(self.tokens(between) if between.begin < between.end else [])
        if len(node.children) == 1:
            inner = node.children[0].span
            before = self.tokens(Span(node.span.begin, inner.begin)) if node.span.begin < inner.begin else []
            after = self.tokens(Span(inner.end, node.span.end)) if inner.end < node.span.end else []
            return _operator([*before, *after])
        return ""

    def in_macro(self, node: Node) -> bytes | None:
        """What the macro stands for of whose use a node is a part; None where it is not found."""
        first = next(iter(self.tokens(node.span)), None)
        if first is None or first.kind != "name":
            return None
        return self.macro(first.text)

    def macro(self, name: bytes) -> bytes | None:
        """What the first definition of a macro in the user's files stands for; None where there is none."""
        return next(iter(self.macros(name)), None)

    def macros(self, name: bytes) -> list[bytes]:
        """What the definitions of a macro in the user's files stand for."""
        return [macro.body for macro in macros_of_files(self.unit.files.values(), name)]


def _operator(found: list[Token]) -> str:
    is_one = len(found) == 1 and (found[0].kind == "punctuation" or found[0].text in _ALTERNATIVES)
    return found[0].text.decode() if is_one else ""


def read(node: Node) -> Iterator[Node]:
    """The references to variables below a node."""
    return (
        inner for inner in node.walk() if inner.kind == "DECL_REF_EXPR" and inner.ref and inner.ref.kind in VARIABLES
    )


def keys_read(node: Node) -> set[str]:
    return {inner.ref.key for inner in read(node) if inner.ref is not None}


def bare(node: Node) -> Node:
    """An expression without parentheses around it."""
    while node.kind == "PAREN_EXPR" and len(node.children) == 1:
        node = node.children[0]
    return node
