"""Source text for the HTML page: lines of coloured pieces, with marks where launches are."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from spawnc.source import BOM

if TYPE_CHECKING:
    from pygments.lexer import Lexer

#: Characters of a line that are shown; generated code has lines of a megabyte.
_LIMIT = 1000
#: ... of them before the first mark.
_BEFORE = 200
#: Tokens of pygments, the special ones first, and their class on the page.
_CLASSES = {
    "Token.Comment.Preproc": "pp",
    "Token.Comment": "co",
    "Token.Keyword.Type": "ty",
    "Token.Keyword": "kw",
    "Token.Literal.String": "st",
    "Token.Literal.Number": "nu",
    "Token.Name.Function": "fn",
    "Token.Name.Builtin": "kw",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `begin` to `end` (from 0) of a line stand out as `css`."""

    begin: int
    end: int
    css: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one look; `mark` is the class of a mark, or ""."""

    text: str
    css: str = ""
    mark: str = ""


def prose(text: str) -> tuple[Piece, ...]:
    """Text with code between backticks."""
    return tuple(Piece(part, "code-words" if index % 2 else "") for index, part in enumerate(text.split("`")) if part)


def source_lines(data: bytes, marks: Mapping[int, Sequence[Mark]]) -> list[tuple[Piece, ...]]:
    """The lines of a source; `marks` are by line, from 1."""
    lines = [_shown(line.rstrip(b"\r")) for line in data.removeprefix(BOM).split(b"\n")]
    if lines and not lines[-1]:
        lines.pop()
    windows = [_window(line, marks.get(number, ())) for number, line in enumerate(lines, start=1)]
    coloured = _coloured([line[begin : begin + _LIMIT] for line, begin in zip(lines, windows, strict=True)])
    return [
        (
            *_elision(begin),
            *_marked(pieces, [_moved(mark, -begin) for mark in marks.get(number, ())]),
            *_elision(len(line) - begin - _LIMIT),
        )
        for number, (line, begin, pieces) in enumerate(zip(lines, windows, coloured, strict=True), start=1)
    ]


def _shown(line: bytes) -> str:
    """A character for each one of the line, none of which moves, hides or reorders others."""
    return "".join(map(_visible, line.decode("utf-8", "replace")))


def _visible(character: str) -> str:
    if character == "\t" or unicodedata.category(character)[0] != "C":
        return character
    # the Unicode pictures of control characters
    return chr(0x2400 + ord(character)) if ord(character) < 0x20 else "\ufffd"


def _window(line: str, marks: Sequence[Mark]) -> int:
    """Where the part of a line that is shown begins."""
    if len(line) <= _LIMIT or not marks:
        return 0
    return max(0, min(marks[0].begin - _BEFORE, len(line) - _LIMIT))


def _elision(characters: int) -> tuple[Piece, ...]:
    return (Piece(f" … {characters:,} more characters … ", "el"),) if characters > 0 else ()


def _moved(mark: Mark, by: int) -> Mark:
    return replace(mark, begin=mark.begin + by, end=mark.end + by)


def _coloured(lines: Sequence[str]) -> list[list[Piece]]:
    result: list[list[Piece]] = [[] for _ in lines]
    number = 0
    for kind, text in _lexer().get_tokens("\n".join(lines)):
        css = _class_of(str(kind))
        for index, part in enumerate(text.split("\n")):
            number += index > 0
            if part:
                result[number].append(Piece(part, css))
    return result


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
    from pygments.lexers.c_like import CudaLexer

    return CudaLexer(stripnl=False, ensurenl=False)


@cache
def _class_of(kind: str) -> str:
    return next((css for prefix, css in _CLASSES.items() if f"{kind}.".startswith(f"{prefix}.")), "")


def _marked(pieces: Sequence[Piece], marks: Sequence[Mark]) -> Iterator[Piece]:
    """The pieces, cut where marks begin and end."""
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        cuts = sorted({at, end, *(cut for mark in marks for cut in (mark.begin, mark.end) if at < cut < end)})
        for low, high in pairwise(cuts):
            css = next((mark.css for mark in marks if mark.begin <= low < mark.end), "")
            yield replace(piece, text=piece.text[low - at : high - at], mark=css)
        at = end
