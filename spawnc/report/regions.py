"""Regions of host code, as plain data for reports, and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from spawnc.decisions import Plan
from spawnc.regions.decisions import Barred, Graphed, Plain, RegionDecision
from spawnc.regions.said import how, kind_of
from spawnc.report.places import Message, Place, Places
from spawnc.report.text import cell_width, paint, printable, shorten

_HEADER = ("region", "function", "kind", "launches", "decision")
_NAME_CELLS = 32


class RegionVerdict(Enum):
    """What happens to a region; the words of the table and of the JSON report."""

    GRAPH = "graph"
    POSSIBLE = "possible"
    KEPT = "kept"
    REFUSED = "refused"


_STYLES = {
    RegionVerdict.GRAPH: "green",
    RegionVerdict.POSSIBLE: "",
    RegionVerdict.KEPT: "yellow",
    RegionVerdict.REFUSED: "red",
}


@dataclass(frozen=True, slots=True)
class RegionEntry:
    """One region of the main file's host code."""

    place: Place
    last_line: int
    verdict: RegionVerdict
    function: str
    #: "loop" or "sequence"; "region" where it is neither for sure.
    kind: str
    #: `<<<` in its text.
    launches: int
    #: How it runs, or why it does not.
    why: str
    #: Of a loop that a pragma gives one.
    mode: str = ""
    #: What is said against it.
    message: Message | None = None

    @property
    def is_graph(self) -> bool:
        return self.verdict is RegionVerdict.GRAPH


def region_entries(plan: Plan, places: Places) -> Iterator[RegionEntry]:
    """Every region of a plan, in text order."""
    for decision in plan.regions.decisions:
        code, span = decision.code, decision.span
        launches = sum(1 for launch in code.launches.values() if launch.offset in span)
        verdict, kind, why, mode = _verdict(decision)
        yield RegionEntry(
            place=places.place(code.source.path, span.begin),
            last_line=code.source.line(span.end - 1),
            verdict=verdict,
            function=code.function.qualified_name,
            kind=kind,
            launches=launches,
            why=why,
            mode=mode,
            message=places.message(decision.diagnostic) if isinstance(decision, Barred) else None,
        )


def _verdict(decision: RegionDecision) -> tuple[RegionVerdict, str, str, str]:
    """Verdict, kind, reason, mode."""
    match decision:
        case Graphed(region=region, mode=mode):
            return RegionVerdict.GRAPH, kind_of(region), how(region), mode
        case Plain(region=region, because=because) if because:
            return RegionVerdict.KEPT, kind_of(region), because, ""
        case Plain(region=region):
            return RegionVerdict.POSSIBLE, kind_of(region), how(region) if region is not None else "", ""
        case Barred(diagnostic=diagnostic):
            return RegionVerdict.REFUSED, kind_of(None), diagnostic.text, ""


def render_regions(entries: Sequence[RegionEntry], *, reasons: bool = False, colour: bool = False) -> str:
    """A row for each region; below it why it is refused, with `reasons` also what it would do."""
    rows = [_HEADER, *map(_row, entries)]
    widths = [max(cell_width(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = [paint(_aligned(_HEADER, widths), "bold", colour=colour)]
    for entry, row in zip(entries, rows[1:], strict=True):
        style = _STYLES[entry.verdict]
        text = _aligned(row, widths)
        lines.append(paint(text, style, colour=colour) if style else text)
        if entry.message is not None:
            lines.append(f"    line {entry.message.place.location.line}: {printable(entry.why)}")
        elif reasons and entry.why:
            lines.append(f"    {printable(entry.why)}")
    return "\n".join(lines)


def render_region_counts(entries: Iterable[RegionEntry]) -> str:
    """`3 regions of host code: 1 graph, 0 possible, 0 kept, 2 refused`."""
    verdicts = Counter(entry.verdict for entry in entries)
    number = sum(verdicts.values())
    counted = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in RegionVerdict)
    return f"{number} {'region' if number == 1 else 'regions'} of host code: {counted}"


def region_json(entry: RegionEntry) -> dict[str, Any]:
    """A region in the JSON report."""
    location = entry.place.location
    return {
        "path": location.path,
        "line": location.line,
        "column": location.column,
        "last_line": entry.last_line,
        "function": entry.function,
        "kind": entry.kind,
        "launches": entry.launches,
        "decision": entry.verdict.value,
        "mode": entry.mode or None,
        "rule": entry.message.rule if entry.message is not None else None,
        "why": entry.why or None,
        "why_line": entry.message.place.location.line if entry.message is not None else None,
        "advice": entry.message.advice if entry.message is not None else None,
    }


def _row(entry: RegionEntry) -> tuple[str, ...]:
    rule = entry.message.rule if entry.message is not None else ""
    mode = f", {entry.mode}" if entry.mode else ""
    return (
        printable(str(entry.place.location)),
        shorten(printable(entry.function), _NAME_CELLS) or "-",
        f"{entry.kind}{mode}",
        str(entry.launches),
        f"{entry.verdict.value} {rule}".rstrip(),
    )


def _aligned(row: Iterable[str], widths: Iterable[int]) -> str:
    padded = (text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
