"""Preprocessed text, with the parts that come from system headers put aside."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from spawnc.source import Location

# `# 12 "bfs.cu" 2 3 4`; flag 1 enters a file, 2 returns to one, 3 marks a system header (or a macro of one)
_MARKER = re.compile(rb'^# (\d+) "((?:[^"\\\n]|\\.)*)"((?: \d)*)[ \t]*$', re.MULTILINE)

#: Stands for what is put aside.
_PLACEHOLDER = re.compile(rb"/\*@\d+@\*/\n")

#: A letter of a name that is not ASCII, as g++ -E spells it; strings are matched to be passed over.
_LETTER = re.compile(rb'"(?:\\.|[^"\\\n])*"|\\U([0-9a-f]{8})')


@dataclass(frozen=True)
class Preprocessed:
    """The user's part of g++'s preprocessed output, in which every other part is a numbered comment."""

    text: bytes = field(repr=False)
    #: What the comments stand for: system headers and line markers.
    aside: tuple[bytes, ...] = field(repr=False)
    #: Where a line marker ends in `text`, and the file and line that it announces.
    _places: tuple[tuple[int, str, int], ...] = field(repr=False)

    def location(self, offset: int) -> Location:
        """The place in the user's file that a byte of `text` comes from."""
        index = bisect_right(self._places, (offset, "\U0010ffff", 0)) - 1
        if index < 0:
            return Location("?", 1, 1)
        begin, path, line = self._places[index]
        before = self.text[begin:offset]
        return Location(path, line + before.count(b"\n"), offset - (begin + before.rfind(b"\n") + 1) + 1)


def split_preprocessed(data: bytes, own_headers: bytes) -> Preprocessed:
    """Puts aside what comes from system headers and from headers below the folder `own_headers`."""
    pieces: list[bytes] = []
    aside: list[bytes] = []
    places: list[tuple[int, str, int]] = []
    length = 0

    def put_aside(piece: bytes) -> None:
        nonlocal length
        placeholder = b"/*@%d@*/\n" % len(aside)
        aside.append(piece)
        pieces.append(placeholder)
        length += len(placeholder)

    for marker, body in _sections(data, own_headers):
        if marker is None:
            put_aside(body)
            continue
        put_aside(marker.group() + b"\n")
        body = _LETTER.sub(_as_utf8, body)
        places.append((length, marker[2].decode("utf-8", "surrogateescape"), int(marker[1])))
        pieces.append(body)
        length += len(body)
    return Preprocessed(b"".join(pieces), tuple(aside), tuple(places))


def join_preprocessed(parts: Preprocessed, text: bytes) -> bytes:
    """The whole text again, with `text` in the place of the user's part."""
    return _PLACEHOLDER.sub(lambda match: parts.aside[int(match[0][3:-4])], text)


def _as_utf8(match: re.Match[bytes]) -> bytes:
    return chr(int(match[1], 16)).encode() if match[1] else match[0]


def line_breaks(stretch: bytes) -> bytes:
    """What has to stay of a stretch of text that is replaced, so that the lines after it keep their numbers."""
    markers = _PLACEHOLDER.findall(stretch)
    breaks = b"\n" * (stretch.count(b"\n") - len(markers))
    return breaks + (b"\n" + b"".join(markers) if markers else b"")


def on_one_line(stretch: bytes) -> bytes:
    """A stretch of text that is moved elsewhere."""
    return _PLACEHOLDER.sub(b" ", stretch).replace(b"\n", b" ")


def _sections(data: bytes, own_headers: bytes) -> Iterator[tuple[re.Match[bytes] | None, bytes]]:
    """The stretches between line markers: a user's with its marker, all others with None."""
    system: dict[bytes, bool] = {}
    pending: list[bytes] = []
    begin, marker = 0, None
    for following in [*_MARKER.finditer(data), None]:
        end = following.start() if following else len(data)
        if marker is not None and _is_user(marker, system, own_headers):
            if pending:
                yield None, b"".join(pending)
                pending.clear()
            yield marker, data[marker.end() + 1 : end]
        else:
            pending.append(data[begin:end])
        begin, marker = end, following
    if pending:
        yield None, b"".join(pending)


def _is_user(marker: re.Match[bytes], system: dict[bytes, bool], own_headers: bytes) -> bool:
    path, flags = marker[2], marker[3].split()
    if path not in system or b"1" in flags:
        # a user's file keeps its name in markers with flag 3, where a system header's macro is expanded
        entered_as_system = b"1" in flags and b"3" in flags
        system[path] = path.startswith((b"<", own_headers)) or entered_as_system
    return not system[path]
