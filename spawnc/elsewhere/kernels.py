"""What is known of a unit's children that other sources define."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from spawnc.source import SourceFile, Span

if TYPE_CHECKING:
    from spawnc.command import CompileCommand
    from spawnc.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Source:
    """A source of the run and how it is compiled."""

    path: str
    command: CompileCommand


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A kernel whose definition stands at the end of a unit's text, which it is no part of."""

    key: str
    #: The unit's main file.
    path: str
    #: Everything that was appended for it.
    appended: Span
    #: The definition in it.
    definition: Span
    #: Where the definition comes from.
    origin: SourceFile
    origin_begin: int
    #: Where what is made of it goes: before the first launch.
    place: int
    #: The namespaces around it.
    scope: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The children of a unit that other sources of the run define."""

    borrowed: tuple[Borrowed, ...] = ()
    #: Why the others can't be borrowed, by key.
    problems: Mapping[str, Diagnostic] = field(default_factory=lambda: MappingProxyType({}))

    def original(self, source: SourceFile) -> bytes:
        """A file's own bytes, without what was appended to it."""
        ends = [kernel.appended.begin for kernel in self.borrowed if kernel.path == source.path]
        return source.data[: min(ends, default=len(source.data))]


#: Of units that are read by themselves.
NOTHING = Elsewhere()
