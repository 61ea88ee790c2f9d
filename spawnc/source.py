"""Bytes of source files, places in them, and edits that leave every other byte alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from spawnc.errors import InternalError, SourceError

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of byte offsets in one file."""

    begin: int
    end: int

    def __contains__(self, offset: int) -> bool:
        return self.begin <= offset < self.end

    def covers(self, other: Span) -> bool:
        """Whether `other` lies wholly inside."""
        return self.begin <= other.begin and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Location:
    """A place as a person reads it: the path in the user's spelling, 1-based line, 1-based byte column."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True)
class SourceFile:
    """The bytes of one file; `path` is spelled as the user gave it and appears in messages and `#line`."""

    path: str
    data: bytes = field(repr=False)

    @staticmethod
    def read(path: str | Path) -> SourceFile:
        """The file's bytes, undecoded."""
        try:
            return SourceFile(str(path), Path(path).read_bytes())
        except FileNotFoundError:
            raise SourceError(f"{path}: no such file") from None
        except IsADirectoryError:
            raise SourceError(f"{path}: is a directory, not a source file") from None
        except OSError as error:
            raise SourceError(f"{path}: can't be read: {error.strerror}") from None

    @cached_property
    def newline(self) -> bytes:
        """The file's own line ending, from its first line."""
        first = self.data.find(b"\n")
        return b"\r\n" if first > 0 and self.data[first - 1 : first] == b"\r" else b"\n"

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.data.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.data.find(b"\n", position + 1)
        return starts

    def line(self, offset: int) -> int:
        """1-based number of the line that holds `offset`."""
        return bisect_right(self._line_starts, offset)

    def line_span(self, line: int) -> Span:
        """The bytes of a 1-based line, without its line ending."""
        begin = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.data)
        return Span(begin, begin + len(self.data[begin:end].rstrip(b"\r\n")))

    def location(self, offset: int) -> Location:
        """Where `offset` is. A byte-order mark takes no column."""
        line = self.line(offset)
        begin = self._line_starts[line - 1]
        if line == 1 and self.data.startswith(BOM) and offset >= len(BOM):
            begin = len(BOM)
        return Location(self.path, line, offset - begin + 1)

    def text(self, span: Span) -> str:
        """The bytes of a span for display; bytes that are not UTF-8 are shown escaped."""
        return self.data[span.begin : span.end].decode("utf-8", "backslashreplace")


def as_text(data: bytes) -> str:
    """Source bytes as text, for templates and comparisons with names; `as_bytes` gives the same bytes back."""
    return data.decode("utf-8", "surrogateescape")


def text_of(source: SourceFile, span: Span) -> str:
    """The bytes of a span as `as_text` gives them."""
    return as_text(source.data[span.begin : span.end])


def as_bytes(text: str) -> bytes:
    """The bytes that `as_text` made text of."""
    return text.encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes of `span` by `text`. An empty span is an insertion.

    Insertions at one offset keep the order in which they were made."""

    span: Span
    text: bytes

    @staticmethod
    def insert(offset: int, text: bytes) -> Edit:
        return Edit(Span(offset, offset), text)


def apply_edits(data: bytes, edits: Iterable[Edit], within: Span | None = None) -> bytes:
    """The bytes of `within` (default: all) after `edits`; bytes under no edit come out unchanged.

    Raises InternalError when two edits overlap or one leaves `within`."""
    window = within or Span(0, len(data))
    pieces: list[bytes] = []
    position = window.begin
    for edit in _in_order(edits):
        if edit.span.begin < position or edit.span.end > window.end:
            raise InternalError(f"edit of bytes {edit.span.begin}..{edit.span.end} overlaps another")
        pieces += (data[position : edit.span.begin], edit.text)
        position = edit.span.end
    pieces.append(data[position : window.end])
    return b"".join(pieces)


def edits_within(edits: Iterable[Edit], span: Span) -> Iterator[Edit]:
    """The edits that lie wholly inside a span."""
    return (edit for edit in edits if span.covers(edit.span))


def _in_order(edits: Iterable[Edit]) -> list[Edit]:
    return sorted(edits, key=lambda edit: (edit.span.begin, edit.span.end))
