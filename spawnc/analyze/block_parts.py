"""The parts of a block: what each thread does between two barriers, and what is done once in between.

A sequence of statements is cut at its barriers and at the statements that the whole block runs once: control flow
around barriers, and statements on uniform variables that live longer than one part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from spawnc.analyze.block_text import BodyText
from spawnc.analyze.uniform import (
    LOOPS,
    has_barrier,
    is_barrier,
    is_structure,
    is_uniform_statement,
    leaves,
    returns,
)
from spawnc.analyze.variable_uses import Mode, uses
from spawnc.model import Node
from spawnc.source import Span

_TYPES = {
    *("TYPEDEF_DECL", "TYPE_ALIAS_DECL", "TYPE_ALIAS_TEMPLATE_DECL", "STRUCT_DECL", "CLASS_DECL", "UNION_DECL"),
    *("ENUM_DECL", "STATIC_ASSERT", "USING_DIRECTIVE", "USING_DECLARATION", "NAMESPACE_ALIAS"),
}
_KEYWORDS = {"IF_STMT": b"if", "FOR_STMT": b"for", "WHILE_STMT": b"while", "DO_STMT": b"do", "COMPOUND_STMT": b"{"}


class CutError(Exception):
    """A reason why a body can't be cut into parts; `fission` makes a refusal of it."""

    def __init__(self, what: str, offset: int, rule: str = "SP040") -> None:
        super().__init__(what)
        self.what, self.offset, self.rule = what, offset, rule


class Kind(Enum):
    """What becomes of a statement."""

    BARRIER = "ends a part"
    #: Types, shared variables, statements on uniform variables.
    ONCE = "stays between parts, once for the block"
    STRUCTURE = "control flow around barriers"
    THREADS = "belongs to a part"
    EMPTY = "a lone semicolon"


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement of a sequence, or some of the variables that a declaration statement declares."""

    kind: Kind
    node: Node
    span: Span
    variables: tuple[Node, ...] = ()
    #: Variables named in it, by key.
    mentions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Part:
    """Statements that each thread runs without meeting a barrier."""

    pieces: tuple[Piece, ...]
    #: Where the part opens: after what came before it.
    opens_at: int
    #: Where it closes: its last statement's end, or the text of the barrier that ends it.
    closes_at: Span


@dataclass(slots=True)
class Layout:
    """A body cut into parts."""

    parts: list[Part] = field(default_factory=list)
    barriers: list[Piece] = field(default_factory=list)
    #: Statements without braces under a control statement: they get some.
    to_brace: list[Span] = field(default_factory=list)
    #: Pieces that declare variables of the user's, shared ones left out.
    declarations: list[Piece] = field(default_factory=list)
    #: Name and scope of the variables that parts can see, by key.
    scopes: dict[str, tuple[str, Span]] = field(default_factory=dict)

    def is_hidden(self, key: str) -> bool:
        """Whether another variable has the same name where this one is visible."""
        name, scope = self.scopes[key]
        return any(
            other != key and other_name == name and scope.begin < other_scope.end and other_scope.begin < scope.end
            for other, (other_name, other_scope) in self.scopes.items()
        )


def cut(
    text: BodyText,
    body: Node,
    uniform: frozenset[str],
    names_in: dict[Span, frozenset[str]],
    keys_of: dict[str, set[str]],
) -> Layout:
    """Cut a kernel's body. `names_in` are names that stand where the AST has nothing (launch configurations)."""
    cutter = _Cutter(text, uniform, names_in, keys_of)
    cutter.sequence(body.children, Span(text.span.begin + 1, text.span.end - 1), loops=0)
    return cutter.layout


class _Cutter:
    def __init__(
        self,
        text: BodyText,
        uniform: frozenset[str],
        names_in: dict[Span, frozenset[str]],
        keys_of: dict[str, set[str]],
    ) -> None:
        self._text, self._uniform = text, uniform
        self._names_in, self._keys_of = names_in, keys_of
        self.layout = Layout()

    def sequence(self, statements: Sequence[Node], span: Span, loops: int) -> None:
        """Statements in braces, or the one statement of a body without them."""
        pieces = self._pieces(statements, span)
        run: list[Piece] = []
        opens_at = span.begin
        for piece in pieces:
            if piece.kind is Kind.THREADS or (piece.kind is Kind.EMPTY and run):
                run.append(piece)
                continue
            if piece.kind is Kind.EMPTY:
                continue
            self._end_part(run, opens_at, piece, loops)
            run, opens_at = [], piece.span.end
            if piece.kind is Kind.BARRIER:
                self.layout.barriers.append(piece)
            elif piece.kind is Kind.STRUCTURE:
                self._structure(piece.node, loops)
        self._end_part(run, opens_at, None, loops)

    def _end_part(self, run: list[Piece], opens_at: int, ended_by: Piece | None, loops: int) -> None:
        if not run:
            return
        end = run[-1].span.end
        by_barrier = ended_by is not None and ended_by.kind is Kind.BARRIER
        closes_at = ended_by.span if by_barrier and ended_by is not None else Span(end, end)
        if self._text.nesting(opens_at) != self._text.nesting(closes_at.begin):
            raise CutError("an #if stands around one end of the code between two barriers", run[0].span.begin)
        for piece in run:
            for leaving in leaves(piece.node):
                raise CutError("threads may leave the loop around it at different times", leaving.span.begin)
        if loops:
            for leaving in (found for piece in run for found in returns(piece.node)):
                raise CutError("threads may return from the loop around it at different times", leaving.span.begin)
        self.layout.parts.append(Part(tuple(run), opens_at, closes_at))

    # --- control flow around barriers ---------------------------------------------------------------------------

    def _structure(self, node: Node, loops: int) -> None:
        if node.kind == "UNEXPOSED_STMT":
            if len(node.children) != 1:
                raise CutError("it stands in a statement that can't be followed", node.span.begin)
            self._structure(node.children[0], loops)
            return
        token = self._text.next_token(node.span.begin)
        if token is None or token.begin != node.span.begin or token.text != _KEYWORDS.get(node.kind):
            raise CutError("a macro writes the control flow around it", node.span.begin)
        if self._text.nesting(node.span.begin) != self._text.nesting(node.span.end):
            raise CutError("an #if stands around a part of the statement that holds it", node.span.begin)
        if node.kind == "COMPOUND_STMT":
            self.sequence(node.children, self._inside(node), loops)
            return
        bodies = self._bodies(node)
        for child in node.children:
            if not any(child is body for body in bodies):
                self._header(node, child)
        for body in bodies:
            self._body(node, body, loops + (node.kind in LOOPS))

    def _bodies(self, node: Node) -> tuple[Node, ...]:
        children = node.children
        if node.kind == "DO_STMT":
            return children[:1]
        if node.kind != "IF_STMT":
            return children[-1:]
        if len(children) not in (2, 3) or children[0].kind in ("VAR_DECL", "DECL_STMT"):
            raise CutError("it stands under an `if` that declares a variable", node.span.begin)
        return children[1:]

    def _header(self, node: Node, part: Node) -> None:
        if part.kind == "VAR_DECL":
            raise CutError("it stands in a loop whose condition declares a variable", part.span.begin)
        if not is_uniform_statement(self._text, part, self._uniform):
            if not has_barrier(node):
                shown = _shortened(self._text.get(part.span))
                what = f"threads may leave the loop around it at different times: `{shown}`"
                raise CutError(what, part.span.begin)
            word = _KEYWORDS[node.kind].decode()
            shown = _shortened(self._text.get(part.span).rstrip(";"))
            place = "under" if node.kind == "IF_STMT" else "in a loop with"
            shown = f"{word} ({shown})" if node.kind != "FOR_STMT" else shown
            raise CutError(f"it stands {place} `{shown}`, which threads may decide differently", part.span.begin)
        for variable in part.children if part.kind == "DECL_STMT" else ():
            self._declare(variable, node.span)

    def _body(self, node: Node, body: Node, loops: int) -> None:
        if body.kind == "COMPOUND_STMT":
            token = self._text.next_token(body.span.begin)
            if token is None or token.begin != body.span.begin or token.text != b"{":
                raise CutError("a macro writes the control flow around it", body.span.begin)
            self.sequence(body.children, self._inside(body), loops)
            return
        span = Span(body.span.begin, self._text.statement_end(body))
        if not node.span.begin < span.begin:
            raise CutError("a macro writes the control flow around it", node.span.begin)
        self.layout.to_brace.append(span)
        self.sequence((body,), span, loops)

    def _inside(self, compound: Node) -> Span:
        if self._text.data[compound.span.end - 1 : compound.span.end] != b"}":
            raise CutError("a macro writes the braces around it", compound.span.begin)
        return Span(compound.span.begin + 1, compound.span.end - 1)

    # --- pieces -------------------------------------------------------------------------------------------------

    def _pieces(self, statements: Sequence[Node], span: Span) -> list[Piece]:
        whole = [self._piece(statement, span) for statement in statements]
        self._check_gaps(whole, span)
        kept_once = self._uniform - self._inside_one_part(whole)
        pieces: list[Piece] = []
        for piece in whole:
            if piece.variables and not _is_shared(piece):
                split = self._split(piece, kept_once)
                self.layout.declarations += split
                pieces += split
            elif piece.kind is Kind.ONCE and not self._is_fixed(piece) and not self._targets(piece) & kept_once:
                pieces.append(Piece(Kind.THREADS, piece.node, piece.span, piece.variables, piece.mentions))
            else:
                pieces.append(piece)
        return pieces

    def _piece(self, node: Node, scope: Span) -> Piece:
        span = self._text.statement_span(node)
        variables = (
            tuple(child for child in node.children if child.kind == "VAR_DECL") if node.kind == "DECL_STMT" else ()
        )
        for variable in variables:
            self._declare(variable, scope)
        return Piece(self._kind(node), node, span, variables, self._mentions(node, span))

    def _kind(self, node: Node) -> Kind:
        if is_barrier(node):
            return Kind.BARRIER
        if node.kind == "NULL_STMT":
            return Kind.EMPTY
        if node.kind == "DECL_STMT" and not has_barrier(node):
            kinds = {child.kind for child in node.children}
            if not kinds <= _TYPES | {"VAR_DECL"} or (kinds & _TYPES and "VAR_DECL" in kinds):
                raise CutError("a declaration beside it can't be followed", node.span.begin)
            if kinds & _TYPES or any("shared" in child.annotations for child in node.children):
                return Kind.ONCE
        if is_uniform_statement(self._text, node, self._uniform):
            return Kind.ONCE
        if is_structure(node):
            return Kind.STRUCTURE
        if has_barrier(node):
            raise CutError(
                "it stands inside an expression or a statement that is not if, for, while or do", node.span.begin
            )
        return Kind.THREADS

    def _check_gaps(self, pieces: list[Piece], span: Span) -> None:
        """Between statements the text may have nothing else: a macro would stand for more than one of them."""
        end = span.begin
        for piece in pieces:
            if piece.span.begin < end or self._has_code(Span(end, piece.span.begin)):
                raise CutError("a macro writes some of the statements beside it", piece.span.begin)
            end = piece.span.end
        if end > span.end or self._has_code(Span(end, span.end)):
            raise CutError("a macro writes some of the statements beside it", end)

    def _has_code(self, gap: Span) -> bool:
        """Whether a gap between statements has tokens, those aside that an #if takes out of this build."""
        around = {self._text.nesting(gap.begin), self._text.nesting(gap.end)}
        return any(token.text != b";" and self._text.nesting(token.begin) in around for token in self._text.within(gap))

    def _inside_one_part(self, pieces: list[Piece]) -> frozenset[str]:
        """Uniform variables that no piece but those of one part names: each thread may have its own."""
        inner: dict[str, tuple[int, int]] = {}
        for index, piece in enumerate(pieces):
            for variable in piece.variables:
                if variable.ref and variable.ref.key in self._uniform and not _is_shared(piece):
                    key = variable.ref.key
                    inner[key] = (
                        index,
                        max(i for i, other in enumerate(pieces) if i == index or key in other.mentions),
                    )
        while True:
            found = frozenset(inner)
            for key, (first, last) in list(inner.items()):
                if not all(self._may_be_threads(piece, found) for piece in pieces[first : last + 1]):
                    del inner[key]
            if len(inner) == len(found):
                return found

    def _may_be_threads(self, piece: Piece, inner: frozenset[str]) -> bool:
        if piece.kind is Kind.ONCE:
            return self._targets(piece) <= inner and not self._is_fixed(piece)
        return piece.kind in (Kind.THREADS, Kind.EMPTY) and not self._targets(piece) & self._uniform - inner

    def _is_fixed(self, piece: Piece) -> bool:
        """Stays between parts whatever it names: types, shared variables, and what leaves a loop or the block."""
        if piece.node.kind == "DECL_STMT":
            return not piece.variables or _is_shared(piece)
        return any(leaves(piece.node)) or any(returns(piece.node))

    def _targets(self, piece: Piece) -> frozenset[str]:
        """Uniform variables that a piece declares or changes."""
        declared = {variable.ref.key for variable in piece.variables if variable.ref}
        changed = {use.ref.key for use in uses(self._text, piece.node) if use.mode is not Mode.READ}
        return frozenset(declared | changed) & self._uniform

    def _split(self, piece: Piece, kept_once: frozenset[str]) -> list[Piece]:
        """A declaration whose variables go to different places, as one piece a run of variables of a kind."""

        def kind(variable: Node) -> Kind:
            return Kind.ONCE if variable.ref and variable.ref.key in kept_once else Kind.THREADS

        groups: list[list[Node]] = []
        for variable in piece.variables:
            if groups and kind(groups[-1][0]) is kind(variable):
                groups[-1].append(variable)
            else:
                groups.append([variable])
        pieces: list[Piece] = []
        begin = piece.span.begin
        for position, group in enumerate(groups):
            end = piece.span.end if position == len(groups) - 1 else comma_end(self._text, group[-1])
            mentions = frozenset(key for variable in group for key in self._mentions(variable, Span(begin, end)))
            pieces.append(Piece(kind(group[0]), piece.node, Span(begin, end), tuple(group), mentions))
            begin = end
        return pieces

    def _mentions(self, node: Node, span: Span) -> frozenset[str]:
        named = {below.ref.key for below in node.walk() if below.ref is not None}
        for place, names in self._names_in.items():
            if span.covers(place):
                named |= {key for name in names for key in self._keys_of.get(name, ())}
        return frozenset(named)

    def _declare(self, variable: Node, scope: Span) -> None:
        if variable.ref is not None:
            self.layout.scopes[variable.ref.key] = (variable.name, scope)


def comma_end(text: BodyText, variable: Node) -> int:
    """Where the next declarator of a declaration begins: after the comma."""
    token = text.next_token(variable.span.end)
    if token is None or token.text != b",":
        raise CutError(f"the declaration of '{variable.name}' is written by a macro", variable.span.begin)
    return token.end


def _is_shared(piece: Piece) -> bool:
    return any("shared" in variable.annotations for variable in piece.variables)


def _shortened(shown: str) -> str:
    return shown if len(shown) <= 60 else shown[:57] + "..."
