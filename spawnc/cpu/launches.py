"""Launches in preprocessed text: where the expression before `<<<` begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from spawnc.cpu.brackets import matching_back
from spawnc.cpu.preprocessed import Preprocessed, line_breaks, on_one_line
from spawnc.errors import SourceError
from spawnc.lexer import Chevrons, Token, find_chevrons
from spawnc.source import Edit, Span

#: Words that stand before an expression, and are no part of it.
_KEYWORDS = frozenset(b"return else do case throw co_return and or not goto typename template new".split())
#: Words with a condition in parentheses.
_STATEMENTS = frozenset(b"if while for switch constexpr".split())


def edit_launches(parts: Preprocessed, tokens: list[Token]) -> Iterator[Edit]:
    """`k<T><<<grid, block>>>(a)` -> `(spawn_cpu::configure(grid, block), k<T>(a))`."""
    for launch in find_chevrons(parts.text):
        if launch.close is None or launch.parentheses is None:
            raise SourceError(
                f"{parts.location(launch.open.begin)}: can't read this launch",
                hint="`<<<` needs a kernel before it, and `>>>` and arguments after it",
            )
        callee = callee_span(tokens, launch)
        moved = Span(callee.begin, launch.open.end)
        breaks = line_breaks(parts.text[moved.begin : moved.end])
        yield Edit(moved, b"(spawn_cpu::configure(" + breaks)
        yield Edit(launch.close, b"), " + on_one_line(parts.text[callee.begin : callee.end]))
        yield Edit.insert(launch.parentheses.end, b")")


def callee_span(tokens: list[Token], launch: Chevrons) -> Span:
    """The expression before `<<<`: `::a::k<T>`, `(*f)`, `table[0]`, `object.kernel`."""
    at = bisect_left(tokens, launch.open.begin, key=attrgetter("begin"))
    if launch.name is not None:
        begin = bisect_left(tokens, launch.name.begin, key=attrgetter("begin"))
    else:
        begin = _postfix_begin(tokens, at - 1)
    begin = _with_qualifiers(tokens, begin)
    return Span(tokens[begin].begin, tokens[at - 1].end)


def _postfix_begin(tokens: list[Token], index: int) -> int:
    """Where the primary expression with its calls and subscripts begins that ends at `index`."""
    while tokens[index].text in (b")", b"]", b":>"):
        opening = matching_back(tokens, index)
        if opening is None:
            return index
        if opening == 0 or not _ends_operand(tokens, opening - 1):
            return opening
        index = opening - 1
    return index


def _ends_operand(tokens: list[Token], index: int) -> bool:
    """Whether a parenthesis after this token calls it, other than after `if (c)` or `return`."""
    token = tokens[index]
    if token.text == b")":
        opening = matching_back(tokens, index)
        return not opening or tokens[opening - 1].text not in _STATEMENTS
    return token.text == b"]" or (token.kind == "name" and token.text not in _KEYWORDS)


def _with_qualifiers(tokens: list[Token], index: int) -> int:
    while index > 0:
        before = tokens[index - 1].text
        if before == b"template":
            index -= 1
        elif before in (b".", b"->"):
            index = _postfix_begin(tokens, index - 2)
        elif before == b"::":
            index -= 1
            qualifier = tokens[index - 1] if index > 0 else None
            if qualifier is None:
                return index
            if qualifier.text in (b">", b">>"):
                index = _template_begin(tokens, index - 1)
            elif qualifier.kind == "name" and qualifier.text not in _KEYWORDS:
                index -= 1
        else:
            return index
    return index


def _template_begin(tokens: list[Token], index: int) -> int:
    """Index of the name whose template argument list ends at `index`."""
    depth = 0
    while index > 0:
        text = tokens[index].text
        depth += len(text) if text in (b">", b">>") else 0
        depth -= text == b"<"
        index -= 1
        if depth == 0:
            return index
    return index
