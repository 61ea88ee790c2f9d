"""Preprocessor conditions inside a region: a graph is right for the code that was read, and for no other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spawnc.model import Node
from spawnc.regions.facts import Loop, Region
from spawnc.regions.host import HostCode
from spawnc.regions.statements import Branched, Decided, Grouped, Repeated, Statement
from spawnc.source import Span

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(\w*)[ \t]*((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_PUNCTUATION = frozenset({b";", b"{", b"}"})
_NAME = re.compile(rb"(?:defined[ \t]*\(?[ \t]*)?([A-Za-z_]\w*)[ \t]*\)?[ \t]*(?://.*)?\r?")


def conditions_in(code: HostCode, span: Span) -> tuple[str, ...] | None:
    """What has to hold for a region's text to be what was read: `!defined(TIMING)`; None where that can't be told.

    A block between `#ifdef` and `#endif` was compiled where it left something in the tree. One that left nothing though
    it was compiled counts as skipped: its region is no graph then, which is always right."""
    found: dict[str, None] = {}
    open_blocks: list[tuple[bytes, bytes, int]] = []
    for match in _DIRECTIVE.finditer(code.source.data, span.begin, span.end):
        word, rest = match[1], match[2]
        if word in (b"ifdef", b"ifndef", b"if"):
            open_blocks.append((word, rest, match.end()))
        elif word == b"endif" and open_blocks:
            kind, tested, begin = open_blocks.pop()
            compiled = _holds_nodes(code.body, Span(begin, match.start()))
            if kind == b"if" and tested.strip() == b"0" and not compiled:
                continue
            name = _NAME.fullmatch(tested.strip())
            if name is None or (kind == b"if" and b"defined" not in tested):
                return None
            is_defined = compiled if kind != b"ifndef" else not compiled
            found[f"{'' if is_defined else '!'}defined({name[1].decode()})"] = None
        elif word != b"pragma":
            return None
    return None if open_blocks else tuple(found)


def hidden_text(code: HostCode, span: Span) -> Span | None:
    """The first word in a region's blocks that is part of no statement of the tree: of a macro that stands for nothing,
    or of a statement that the parser gave up on."""
    for block in (node for node in code.body.walk() if node.kind == "COMPOUND_STMT" and _meets(node.span, span)):
        if not code.source.data.startswith((b"{", b"<%", b"??<"), block.span.begin):
            # a macro's, of which the text has no statements
            continue
        position = block.span.begin + 1
        ends = [*((child.span.begin, code.whole(child).end) for child in block.children), (block.span.end - 1, 0)]
        for begin, end in ends:
            gap = Span(max(position, span.begin), min(begin, span.end))
            for token in code.tokens(gap) if gap.begin < gap.end else ():
                where = Span(token.begin, token.end)
                if token.text not in _PUNCTUATION and not _is_skipped(code, where):
                    return where
            position = max(position, end)
    return None


def _is_skipped(code: HostCode, where: Span) -> bool:
    """Whether a word stands in a directive, or between two where nothing was compiled."""
    data = code.source.data
    line = data[data.rfind(b"\n", 0, where.begin) + 1 : where.begin]
    if line.lstrip().startswith(b"#") or data[where.begin : where.begin + 1] == b"#":
        return True
    open_blocks: list[int] = []
    for match in _DIRECTIVE.finditer(data, code.body.span.begin, code.body.span.end):
        if match[1] in (b"ifdef", b"ifndef", b"if"):
            open_blocks.append(match.end())
        elif match[1] == b"endif" and open_blocks:
            block = Span(open_blocks.pop(), match.start())
            if where.begin in block and not _holds_nodes(code.body, block):
                return True
    return False


def _meets(one: Span, other: Span) -> bool:
    return one.begin < other.end and other.begin < one.end


def follows_a_pragma(code: HostCode, span: Span) -> bool:
    """Whether a line before a region says something about it, as `#pragma omp parallel for` does."""
    before = code.source.data[code.body.span.begin : span.begin]
    lines = [line.strip() for line in _COMMENT.sub(b"", before).splitlines() if line.strip()]
    pragma = re.match(rb"#\s*pragma\s+(\w+)", lines[-1]) if lines else None
    return pragma is not None and pragma[1] != b"spawn"


def splits_a_statement(code: HostCode, region: Region) -> bool:
    """Whether a directive stands inside a statement whose text is made anew."""
    statements = region.kept if isinstance(region, Loop) else region.statements
    return any(_DIRECTIVE.search(code.source.data, each.span.begin, each.span.end) for each in _leaves(statements))


def _leaves(statements: Sequence[Statement]) -> list[Statement]:
    found: list[Statement] = []
    for statement in statements:
        match statement:
            case Decided(branch=branch):
                found += _leaves([branch])
            case Branched(branches=branches):
                found += [leaf for branch in branches for leaf in _leaves(branch)]
            case Repeated(body=body) | Grouped(body=body):
                found += _leaves(body)
            case _:
                found.append(statement)
    return found


def _holds_nodes(node: Node, span: Span) -> bool:
    return any(inner.span.begin in span for inner in node.walk() if inner.span.end > inner.span.begin)
