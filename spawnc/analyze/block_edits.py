"""From the parts of a block to edits on the kernel's text."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.analyze.block_locals import Crossing, element_type, expanded_in, is_repeatable, needed_in
from spawnc.analyze.block_parts import CutError, Kind, Layout, Part, Piece, comma_end
from spawnc.analyze.block_text import BodyText
from spawnc.analyze.uniform import initialiser, returns
from spawnc.emit.block import (
    alias_expanded,
    close_part,
    declare_expanded,
    declare_returned,
    note_return,
    open_part,
    skip_returned,
)
from spawnc.model import Node
from spawnc.source import Edit, Span, as_bytes


def block_edits(
    text: BodyText,
    body: Node,
    layout: Layout,
    found: dict[str, Crossing],
    shared: tuple[Node, ...],
    uniform: frozenset[str],
) -> Iterator[Edit]:
    """The edits of a whole body, each in its place: no two of them overlap."""
    writer = _Writer(text, layout, found, uniform)
    yield from _shared_edits(text, body, shared)
    yield from writer.edits()


class _Writer:
    def __init__(self, text: BodyText, layout: Layout, found: dict[str, Crossing], uniform: frozenset[str]) -> None:
        self._text, self._layout, self._found, self._uniform = text, layout, found, uniform
        unused = [list(self._unused(part)) for part in layout.parts]
        #: Parts that do something.
        self._emitted = [
            len(pieces) < sum(piece.kind is Kind.THREADS for piece in part.pieces)
            for part, pieces in zip(layout.parts, unused, strict=True)
        ]
        #: Declarations that are left out where they stand.
        self._dropped = {
            piece
            for part, pieces, emitted in zip(layout.parts, unused, self._emitted, strict=True)
            for piece in (self._unused(part, only_crossing=True) if emitted else pieces)
        }
        last = max((index for index, emitted in enumerate(self._emitted) if emitted), default=-1)
        returning = (
            index
            for index, part in enumerate(layout.parts)
            if index < last and any(True for piece in part.pieces for _ in returns(piece.node))
        )
        #: The first part from which a thread may return while others go on; past the end when there is none.
        self._first_return = next(returning, len(layout.parts))
        self._last = last

    def edits(self) -> Iterator[Edit]:
        text = self._text
        if self._first_return < self._last:
            yield _insert(text.span.begin + 1, declare_returned())
        ended = {part.closes_at for index, part in enumerate(self._layout.parts) if self._emitted[index]}
        for barrier in self._layout.barriers:
            yield Edit(barrier.span, close_part().lstrip().encode() if barrier.span in ended else b"")
        # insertions at one place keep this order: a part closes, braces close and open, a part opens
        for index, part in enumerate(self._layout.parts):
            if self._emitted[index] and part.closes_at.begin == part.closes_at.end:
                yield _insert(part.closes_at.begin, close_part())
        for span in self._layout.to_brace:
            yield _insert(span.end, " }")
        for span in self._layout.to_brace:
            yield _insert(span.begin, "{ ")
        for index, part in enumerate(self._layout.parts):
            yield from self._part(index, part)
        yield from self._declarators()

    def _part(self, index: int, part: Part) -> Iterator[Edit]:
        arrays = "".join(
            declare_expanded(element_type(crossing), crossing.variable.name)
            for crossing in expanded_in(self._found, index)
        )
        for piece in part.pieces:
            if piece in self._dropped:
                yield Edit(piece.span, self._text.data[piece.span.begin : piece.span.end].count(b"\n") * b"\n")
        if not self._emitted[index]:
            if arrays:
                yield _insert(part.opens_at, arrays)
            return
        prologue = [skip_returned()] if index > self._first_return else []
        prologue += [self._again(crossing) for crossing in needed_in(part, self._found, index)]
        yield _insert(part.opens_at, arrays + open_part(" ".join(prologue)))
        if index < self._last:
            for leaving in (found for piece in part.pieces for found in returns(piece.node)):
                if leaving.children:
                    raise CutError("a `return` has an operand", leaving.span.begin)
                keyword = Span(leaving.span.begin, leaving.span.begin + len(b"return"))
                yield Edit(keyword, note_return().encode())

    def _again(self, crossing: Crossing) -> str:
        """A variable of an earlier part, for one more part."""
        variable, statement = crossing.variable, crossing.statement
        if crossing.is_expanded:
            return alias_expanded(crossing.type, variable.name) + ";"
        if crossing.is_fresh:
            return f"{element_type(crossing)} {variable.name};"
        if len(statement.children) == 1:
            return self._text.get(Span(statement.span.begin, variable.span.end)) + ";"
        value = self._text.get(Span(variable.name_offset + len(variable.name), variable.span.end))
        return f"{variable.type} {variable.name}{' ' if value.startswith('=') else ''}{value};"

    def _unused(self, part: Part, *, only_crossing: bool = False) -> Iterator[Piece]:
        """Declarations without an effect of variables that nothing else in the part names, last ones first.

        `only_crossing`: those of variables that live in this part alone stay, and name others."""
        named: set[str] = set()
        for piece in reversed(part.pieces):
            keys = {variable.ref.key for variable in piece.variables if variable.ref}
            stays = only_crossing and not keys <= self._found.keys()
            unused = keys and not keys & named and all(self._has_no_effect(variable) for variable in piece.variables)
            if unused and not stays:
                yield piece
            else:
                named |= piece.mentions

    def _has_no_effect(self, variable: Node) -> bool:
        crossing = self._found.get(variable.ref.key) if variable.ref else None
        if crossing is not None and crossing.is_expanded and initialiser(variable):
            return False
        return is_repeatable(self._text, variable, self._uniform)

    def _declarators(self) -> Iterator[Edit]:
        """Declarations whose variables go to different places: one declaration for each variable."""
        statements: dict[int, list[Piece]] = {}
        for piece in self._layout.declarations:
            statements.setdefault(piece.node.span.begin, []).append(piece)
        for pieces in statements.values():
            variables = [(variable, piece) for piece in pieces for variable in piece.variables]
            expanded = any(self._expanded(variable) for variable, _ in variables)
            separate = len(pieces) > 1 or (len(variables) > 1 and expanded)
            before: Node | None = None
            for variable, piece in variables:
                if piece not in self._dropped:
                    yield from self._declarator(variable, piece, before if separate else None)
                    if separate and variable is not variables[-1][0]:
                        comma = comma_end(self._text, variable)
                        yield Edit(Span(comma - 1, comma), b";")
                before = variable

    def _expanded(self, variable: Node) -> Crossing | None:
        crossing = self._found.get(variable.ref.key) if variable.ref else None
        return crossing if crossing is not None and crossing.is_expanded else None

    def _declarator(self, variable: Node, piece: Piece, before: Node | None) -> Iterator[Edit]:
        """`float x = 1` becomes `float& x = spawn_x[...] = 1` when `x` is expanded."""
        crossing = self._expanded(variable)
        name_end = variable.name_offset + len(variable.name)
        begin = comma_end(self._text, before) if before is not None else piece.node.span.begin
        if crossing is not None:
            alias = alias_expanded(crossing.type, variable.name)
            yield Edit(Span(begin, name_end), f" {alias}".encode() if before else alias.encode())
            following = self._text.next_token(name_end)
            if following is not None and following.text in (b"(", b"{"):
                yield _insert(name_end, " = ")
        elif before is not None:
            if "(" in variable.type or "lambda" in variable.type:
                raise CutError(f"the declaration of '{variable.name}' can't be taken apart", variable.span.begin)
            yield Edit(Span(begin, variable.name_offset), f" {variable.type.partition('[')[0].rstrip()} ".encode())


def _shared_edits(text: BodyText, body: Node, shared: tuple[Node, ...]) -> Iterator[Edit]:
    """`__shared__` goes; a declaration that is not at the beginning of the kernel goes there: it lives as long."""
    names = [node.name for node in body.walk() if node.kind in ("VAR_DECL", "PARM_DECL")]
    statements = {node.span.begin: node for node in body.walk() if node.kind == "DECL_STMT" and _declares(node, shared)}
    at_top = {node.span.begin for node in body.children}
    for begin, statement in statements.items():
        span = Span(begin, text.statement_end(statement))
        words = [token for token in text.within(span) if token.text in (b"__shared__", b"static")]
        if not any(token.text == b"__shared__" for token in words):
            raise CutError("a macro writes `__shared__`", begin, rule="SP050")
        if begin in at_top:
            for token in words:
                after = token.end + (text.data[token.end : token.end + 1] in (b" ", b"\t"))
                yield Edit(Span(token.begin, after), b"")
            continue
        for variable in statement.children:
            local = any(
                below.ref and below.ref.kind == "VAR_DECL" and not below.ref.is_global and below is not variable
                for below in variable.walk()
            )
            if local or names.count(variable.name) > 1 or text.nesting(begin):
                what = f"shared '{variable.name}' can't be declared at the beginning of the kernel"
                raise CutError(what, begin, rule="SP050")
        moved = text.get(span)
        for word in ("__shared__", "static"):
            moved = moved.replace(f"{word} ", "")
        yield _insert(text.span.begin + 1, f" {moved}")
        yield Edit(span, text.data[span.begin : span.end].count(b"\n") * b"\n")


def _declares(statement: Node, shared: tuple[Node, ...]) -> bool:
    return any(child is variable for child in statement.children for variable in shared)


def _insert(offset: int, inserted: str) -> Edit:
    return Edit.insert(offset, as_bytes(inserted))
