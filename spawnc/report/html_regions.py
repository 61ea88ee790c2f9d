"""Regions of host code on the HTML page: rows of their table, which stand below their first lines, too."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spawnc.report.html_source import Piece, prose
from spawnc.report.places import Message
from spawnc.report.region_counters import RegionCounters
from spawnc.report.regions import RegionEntry, RegionVerdict
from spawnc.report.text import printable

#: Classes of the launches with the same colour, and symbols.
_LOOKS = {
    RegionVerdict.GRAPH: ("guarded", "✓"),
    RegionVerdict.POSSIBLE: ("host", "○"),
    RegionVerdict.KEPT: ("kept", "="),
    RegionVerdict.REFUSED: ("refused", "✕"),
}
#: Notes that say what the region's row says.
_NOTES = ("SP100", "SP101")


@dataclass(frozen=True, slots=True)
class RegionRow:
    """A region."""

    place: str
    anchor: str
    #: "lines 21 to 33", or "line 21".
    lines: str
    function: str
    kind: str
    launches: str
    css: str
    symbol: str
    decision: str
    rule: str
    why: tuple[Piece, ...]
    #: Of what stands in the way; "" without it.
    why_line: str
    why_anchor: str
    advice: tuple[Piece, ...]
    #: What runs counted: name and value; empty without counters.
    counted: tuple[tuple[str, str], ...]


def region_row(entry: RegionEntry, file_anchor: str, counters: Mapping[str, RegionCounters]) -> RegionRow:
    """`counters` are by the region's name at run time."""
    location, message = entry.place.location, entry.message
    css, symbol = _LOOKS[entry.verdict]
    first, last = location.line, entry.last_line
    line = str(message.place.location.line) if message else ""
    own = counters.get(region_id(entry))
    return RegionRow(
        place=printable(str(location)),
        anchor=f"{file_anchor}-{first}",
        lines=f"line {first}" if first == last else f"lines {first} to {last}",
        function=printable(entry.function) or "–",
        kind=f"{entry.kind}, {entry.mode}" if entry.mode else entry.kind,
        launches=f"{entry.launches:,}",
        css=css,
        symbol=symbol,
        decision=entry.verdict.value,
        rule=message.rule if message else "",
        why=prose(printable(entry.why)),
        why_line=line,
        # a place in a macro's definition may be in another file, which has no anchor here
        why_anchor=f"{file_anchor}-{line}" if message and _same_file(entry, message) else "",
        advice=prose(message.advice if message else ""),
        counted=_counted(own) if own else (),
    )


def region_id(entry: RegionEntry) -> str:
    """The name that a region has at run time."""
    location = entry.place.location
    return f"{Path(location.path).name}:{location.line}"


def is_told(message: Message, entries: Sequence[RegionEntry]) -> bool:
    """Whether a region's row says it already."""
    return any(
        message == entry.message or (message.rule in _NOTES and message.place == entry.place) for entry in entries
    )


def _same_file(entry: RegionEntry, message: Message) -> bool:
    one, other = entry.place.location.path, message.place.location.path
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def _counted(counters: RegionCounters) -> tuple[tuple[str, str], ...]:
    facts = (
        ("mode", counters.mode),
        ("graph launches", f"{counters.launches:,}"),
        ("as written", f"{counters.plain:,}"),
        ("trips", f"{counters.trips:,}" if counters.trips else ""),
        ("graphs", f"{counters.built:,} built, {counters.rebuilt:,} rebuilt, {counters.evicted:,} evicted"),
        ("nodes patched", f"{counters.patched:,}"),
        ("device memory", f"{counters.bytes / 1024:,.0f} KiB"),
    )
    return tuple((name, text) for name, text in facts if text)
