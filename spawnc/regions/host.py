"""The body of one host function: its text, its launches, and what its expressions do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.model import Function, Launch, Node, Unit, Upkeep
from spawnc.regions.unwritten import is_open_type, unwritten_functions
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

    @cached_property
    def types(self) -> dict[str, frozenset[str]]:
        """Types without typedefs of the variables of the function, by name."""
        types: dict[str, set[str]] = defaultdict(set)
        for node in self.body.walk():
            if node.kind in VARIABLES and node.ref is not None:
                types[node.name].add(node.ref.canonical)
        return {name: frozenset(each) for name, each in types.items()}

    @cached_property
    def untyped(self) -> frozenset[str]:
        """Names to which the parser shows no type: in `auto [a, b] = ...` and in `[a = ...]`."""
        names, found = set[str](), self.tokens(self.body.span)
        for position, token in enumerate(found):
            if token.text != b"[":
                continue
            before = [each.text for each in found[max(0, position - 2) : position] if each.text not in (b"&", b"&&")]
            is_binding = before[-1:] == [b"auto"]
            for at in range(position + 1, len(found)):
                if found[at].text == b"]":
                    break
                if found[at].kind == "name" and (is_binding or found[at + 1].text in (b"=", b"(", b"{")):
                    names.add(found[at].word)
        return frozenset(names)

    @cached_property
    def has_classes(self) -> bool:
        """It declares classes, of whose members nothing is known."""
        return any(node.kind in ("STRUCT_DECL", "CLASS_DECL", "UNION_DECL") for node in self.body.walk())

    @cached_property
    def unwritten(self) -> tuple[Function, ...]:
        """Functions of the user's that may run where no call is written: constructors, conversions, operators."""
        return unwritten_functions(self.unit)

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
        return self.source.text(span) if span.end <= span.begin else " ".join(t.word for t in self.tokens(span))

    def may_run_unwritten(self, node: Node) -> bool:
        """Whether code of the user's may run for a node itself, where its value is made, copied, read or ended."""
        if node.upkeep is Upkeep.OWN:
            return True
        is_open = node.upkeep is Upkeep.OPEN
        if node.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and node.ref is not None:
            is_open = is_open_type(node.ref.canonical)
        return is_open and bool(self.unwritten)

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
