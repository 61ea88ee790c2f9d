"""Diagnostics and errors as text for people: `path:line:col: warning: ...`, the source line, a caret."""

from __future__ import annotations

import re
import unicodedata

from spawnc.diagnostics import Severity
from spawnc.report.places import Message, Place

#: Cells of a source line that are shown, and where the caret stands at most.
_WIDTH = 100
_CARET_LIMIT = 60
_TAB = 4
_CODES = {
    "bold": "1",
    "red": "1;31",
    "green": "32",
    "yellow": "33",
    "magenta": "1;35",
    "cyan": "36",
    "caret": "1;32",
}
_LABELS = {
    Severity.ERROR: "red",
    Severity.WARNING: "magenta",
    Severity.NOTE: "cyan",
}


def paint(text: str, style: str, *, colour: bool) -> str:
    """`text` in one of the styles above, or as it is without colour."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour else text


def render_message(message: Message, *, colour: bool = False) -> str:
    """A diagnostic with its excerpts, its notes and its advice."""
    lines = [
        _headline(message.place, message.severity, f"{message.text} [{message.rule}]", colour=colour),
        *_excerpt(message.place, colour=colour),
    ]
    for note in message.notes:
        lines += [
            _headline(note.place, Severity.NOTE, note.text, colour=colour),
            *_excerpt(note.place, colour=colour),
        ]
    # a note tells what was done: there is nothing to help with
    if message.advice and message.severity is not Severity.NOTE:
        lines.append(f"{paint('help:', 'green', colour=colour)} {message.advice}")
    return "\n".join(lines)


def render_error(text: str, hint: str = "", *, colour: bool = False) -> str:
    """An error of the whole command."""
    lines = [f"{paint('spawnc: error:', 'red', colour=colour)} {printable(text)}"]
    if hint:
        lines.append(f"{paint('hint:', 'green', colour=colour)} {printable(hint)}")
    return "\n".join(lines)


def printable(text: str) -> str:
    """`text` without characters that move the cursor, reorder the line or can't be encoded."""
    return "".join(_visible(character) for character in text)


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes."""
    return sum(_cells(character) for character in text)


def shorten(text: str, cells: int) -> str:
    """At most `cells` cells of `text`, with `...` where something was cut."""
    if cell_width(text) <= cells:
        return text
    return f"{_first(text, cells - 3)}..."


def _headline(place: Place, severity: Severity, text: str, *, colour: bool) -> str:
    where = paint(f"{printable(str(place.location))}:", "bold", colour=colour)
    label = paint(f"{severity.value}:", _LABELS[severity], colour=colour)
    return f"{where} {label} {printable(text)}"


def _excerpt(place: Place, *, colour: bool) -> list[str]:
    column = place.location.column - 1
    # a line may be a megabyte long: no more than what could be shown is decoded
    before = _decode(place.line[max(0, column - 4 * _WIDTH) : column])
    after = _decode(place.line[column : column + 4 * _WIDTH])
    left = _expand(before, 0)
    right = _expand(after, cell_width(left))
    if cell_width(left) > _CARET_LIMIT:
        left = "..." + _last(left, _CARET_LIMIT - 3)
    marked = re.match(r"<<<|\w+", right)
    room = _WIDTH - cell_width(left)
    underline = "^" + "~" * (min(room, cell_width(marked[0]) if marked else 1) - 1)
    gutter = f"{place.location.line:>5} | "
    return [
        f"{gutter}{left}{shorten(right, room)}".rstrip(),
        f"{' ' * (len(gutter) - 2)}| {' ' * cell_width(left)}{paint(underline, 'caret', colour=colour)}",
    ]


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _expand(text: str, begin: int) -> str:
    """Tabs made spaces, for text that starts in cell `begin`, and the rest made printable."""
    pieces: list[str] = []
    cell = begin
    for character in text:
        piece = " " * (_TAB - cell % _TAB) if character == "\t" else _visible(character)
        pieces.append(piece)
        cell += cell_width(piece)
    return "".join(pieces)


def _visible(character: str) -> str:
    # Cc, Cf, Cs, Co, Cn: control, format (bidirectional overrides), surrogates, private, unassigned
    if character in "\n " or unicodedata.category(character)[0] not in "CZ":
        return character
    if character == "\t" or unicodedata.category(character) == "Zs":
        return " "
    return ascii(character)[1:-1]


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _first(text: str, cells: int) -> str:
    end = 0
    for character in text:
        cells -= _cells(character)
        if cells < 0:
            break
        end += 1
    return text[:end]


def _last(text: str, cells: int) -> str:
    return _first(text[::-1], cells)[::-1]
