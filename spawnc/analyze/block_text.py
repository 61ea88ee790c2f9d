"""The text of a kernel's body, and the places in it where a part of the block may begin or end.

Statements come from the AST, edits go into the text; what macros and `#if` do in between is looked at here."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.model import Node, Unit
from spawnc.source import Span, as_text

_OPENS = {b"if", b"ifdef", b"ifndef"}
_DIVIDES = {b"else", b"elif", b"elifdef", b"elifndef"}
#: A macro with one of these in its body may change a variable or hold it by address.
_CHANGES = {b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=", b"++", b"--", b"&"}


@dataclass(frozen=True, slots=True)
class BodyText:
    """The bytes of a file and the tokens of one body in it, preprocessor lines left out."""

    data: bytes
    #: The braces and all between.
    span: Span
    tokens: tuple[Token, ...]
    begins: tuple[int, ...]
    directives: tuple[Span, ...]
    #: Uses of the user's macros that may change what they are given, and of those that can't.
    changing_macros: tuple[Span, ...]
    reading_macros: tuple[Span, ...]

    def get(self, span: Span) -> str:
        """A piece of the text on one line, for messages and for copies: comments and line breaks left out."""
        pieces: list[bytes] = []
        end = span.begin
        for token in self.tokens[bisect_left(self.begins, span.begin) :]:
            if token.begin >= span.end:
                break
            pieces += [b" " if token.begin > end and pieces else b"", token.text]
            end = token.end
        return as_text(b"".join(pieces))

    def next_token(self, offset: int) -> Token | None:
        """The first token that begins at `offset` or later."""
        index = bisect_left(self.begins, offset)
        return self.tokens[index] if index < len(self.tokens) else None

    def within(self, span: Span) -> tuple[Token, ...]:
        """The tokens that begin in a span."""
        return self.tokens[bisect_left(self.begins, span.begin) : bisect_left(self.begins, span.end)]

    def statement_span(self, node: Node) -> Span:
        """A statement with its semicolon. One that stands in a macro's arguments has the whole macro as its text."""
        for use in sorted((*self.changing_macros, *self.reading_macros)):
            if use.begin < node.span.begin < use.end:
                following = self.next_token(use.end)
                ended = following is not None and following.text == b";"
                return Span(use.begin, following.end if ended and following else use.end)
        return Span(node.span.begin, self.statement_end(node))

    def statement_end(self, node: Node) -> int:
        """Where a statement ends, its semicolon included."""
        following = self.next_token(node.span.end)
        if following is None or following.text != b";" or self.data[node.span.end - 1 : node.span.end] == b";":
            return node.span.end
        if self.data[node.span.end - 1 : node.span.end] == b"}" and node.kind in _BRACED:
            return node.span.end
        return following.end

    def nesting(self, offset: int) -> tuple[int, ...]:
        """Which branches of `#if` are around a place: equal for two places that are compiled together."""
        branches: list[int] = []
        for directive in self.directives:
            if directive.begin >= offset:
                break
            word = _word(self.data, directive)
            if word in _OPENS:
                branches.append(directive.begin)
            elif word in _DIVIDES and branches:
                branches[-1] = directive.begin
            elif word == b"endif" and branches:
                branches.pop()
        return tuple(branches)


_BRACED = {
    *("COMPOUND_STMT", "IF_STMT", "FOR_STMT", "WHILE_STMT", "SWITCH_STMT", "CXX_FOR_RANGE_STMT", "UNEXPOSED_STMT"),
}


def read_body(unit: Unit, path: str, span: Span) -> BodyText:
    """The body of a function defined in `path`."""
    data = unit.files[path].data
    directives = _directives(data, span)
    all_tokens = tuple(
        token for token in tokens(data, span) if not any(token.begin in directive for directive in directives)
    )
    changing, reading = _macros(unit)
    return BodyText(
        data,
        span,
        all_tokens,
        tuple(token.begin for token in all_tokens),
        directives,
        _macro_uses(all_tokens, changing),
        _macro_uses(all_tokens, reading),
    )


def _directives(data: bytes, span: Span) -> tuple[Span, ...]:
    found: list[Span] = []
    for token in tokens(data, span):
        line = data.rfind(b"\n", 0, token.begin) + 1
        if token.kind != "directive" or data[line : token.begin].strip():
            continue
        end = token.begin
        while True:
            newline = data.find(b"\n", end)
            end = len(data) if newline < 0 else newline + 1
            if newline < 0 or not data[:newline].rstrip(b"\r").endswith(b"\\"):
                break
        found.append(Span(token.begin, min(end, span.end)))
    return tuple(found)


def _word(data: bytes, directive: Span) -> bytes:
    match = re.match(rb"#[ \t]*(\w*)", data[directive.begin : directive.end])
    return match.group(1) if match else b""


def compound_of(body: Node) -> Node | None:
    """The braces of a function's body and all between; None where the tree has none."""
    return next((child for child in reversed(body.children) if child.kind == "COMPOUND_STMT"), None)


def macro_bodies(unit: Unit) -> Iterator[tuple[bytes, tuple[bytes, ...]]]:
    """Name, and tokens of all that follows, of each macro of the user's files."""
    for macro in macros_of_files(unit.files.values()):
        yield macro.name.text, tuple(token.text for token in tokens(macro.text))


class MacroWords:
    """The words that the user's macros of a unit write; their text is read when first asked for."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    @cached_property
    def _bodies(self) -> dict[str, set[str]]:
        bodies: dict[str, set[str]] = defaultdict(set)
        for name, words in macro_bodies(self._unit):
            bodies[as_text(name)].update(map(as_text, words))
        return dict(bodies)

    def written_by(self, macro: str) -> set[str]:
        """What a macro of this name writes, and the macros in there; nothing for a name that is no macro's."""
        found, more = set[str](), self._bodies.get(macro, set())
        while more:
            found |= more
            more = {word for name in more for word in self._bodies.get(name, ())} - found
        return found


def _macros(unit: Unit) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Names of the macros of the user's files: those that may change a variable, and the others."""
    bodies = {name: set(words) for name, words in macro_bodies(unit)}
    changing = {name for name, words in bodies.items() if words & _CHANGES}
    while more := {name for name, words in bodies.items() if words & changing} - changing:
        changing |= more
    return frozenset(changing), frozenset(bodies.keys() - changing)


def _macro_uses(all_tokens: tuple[Token, ...], names: frozenset[bytes]) -> tuple[Span, ...]:
    uses: list[Span] = []
    for index, token in enumerate(all_tokens):
        if token.kind == "name" and token.text in names:
            uses.append(Span(token.begin, _arguments_end(all_tokens, index)))
    return tuple(uses)


def _arguments_end(all_tokens: tuple[Token, ...], index: int) -> int:
    if index + 1 >= len(all_tokens) or all_tokens[index + 1].text != b"(":
        return all_tokens[index].end
    depth = 0
    for token in all_tokens[index + 1 :]:
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0:
            return token.end
    return all_tokens[-1].end
