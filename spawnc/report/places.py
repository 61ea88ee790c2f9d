"""Offsets as places that a person can read, and diagnostics with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spawnc.diagnostics import RULES, Diagnostic, Severity
from spawnc.elsewhere.kernels import Elsewhere
from spawnc.model import Function
from spawnc.source import BOM, Location, SourceFile


@dataclass(frozen=True, slots=True)
class Place:
    """A location with the bytes of its line, without byte-order mark and line ending."""

    location: Location
    line: bytes

    @property
    def character(self) -> int:
        """The 1-based column in characters, for readers that do not count bytes."""
        return len(self.line[: self.location.column - 1].decode("utf-8", "replace")) + 1

    @property
    def word(self) -> str:
        """The name or the `<<<` that stands there, or one character."""
        rest = self.line[self.location.column - 1 :]
        found = re.match(rb"<<<|[\w\x80-\xff]+|.?", rest, re.DOTALL)
        return found[0].decode("utf-8", "replace") if found else ""


@dataclass(frozen=True, slots=True)
class PlacedNote:
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A diagnostic whose places are resolved."""

    rule: str
    place: Place
    text: str
    notes: tuple[PlacedNote, ...] = ()

    @property
    def severity(self) -> Severity:
        return RULES[self.rule].severity

    @property
    def advice(self) -> str:
        return RULES[self.rule].advice


class Places:
    """Turns offsets into places; files that are not the user's are read when first asked for."""

    def __init__(self, files: dict[str, SourceFile], elsewhere: Elsewhere) -> None:
        self._files, self._borrowed = dict(files), elsewhere.borrowed
        self._lines: dict[tuple[str, int], bytes] = {}
        self._ranks = {path: rank for rank, path in enumerate(files)}

    def source(self, path: str) -> SourceFile:
        if path not in self._files:
            self._files[path] = SourceFile.read(path)
        return self._files[path]

    def place(self, path: str, offset: int) -> Place:
        for borrowed in self._borrowed:
            if path == borrowed.path and offset in borrowed.definition:
                path, offset = borrowed.origin.path, offset - borrowed.definition.begin + borrowed.origin_begin
        source = self.source(path)
        location = source.location(offset)
        key = (path, location.line)
        # a line of thousands of launches is one object for all of them, also when it goes to another process
        if key not in self._lines:
            span = source.line_span(location.line)
            line = source.data[span.begin : span.end]
            self._lines[key] = line.removeprefix(BOM) if location.line == 1 else line
        return Place(location, self._lines[key])

    def message(self, diagnostic: Diagnostic) -> Message:
        notes = tuple(PlacedNote(self.place(note.path, note.offset), note.text) for note in diagnostic.notes)
        return Message(diagnostic.rule, self.place(diagnostic.path, diagnostic.offset), diagnostic.text, notes)

    def definitions(self, functions: Iterable[Function]) -> Iterator[Place]:
        """Where the names of functions stand in their definitions."""
        for function in functions:
            if (definition := function.definition) is not None:
                yield self.place(definition.path, definition.name.begin)

    def order(self, place: Place) -> tuple[int, int, int]:
        location = place.location
        return self._ranks.get(location.path, len(self._ranks)), location.line, location.column
