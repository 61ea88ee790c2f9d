"""`spawnc list` as text: one line a launch, columns aligned, nothing wrapped, so that grep and cut work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spawnc.report.inventory import Guard, Site, Verdict
from spawnc.report.text import cell_width, paint, printable, shorten

_HEADER = ("place", "parent", "child", "depth", "grid, block", "stream", "policy", "decision")
_CARRIER = "carrier"
_NAME_CELLS = 32
_CONFIGURATION_CELLS = 40
_STYLES = {Verdict.HOST: "", Verdict.GUARDED: "green", Verdict.KEPT: "yellow", Verdict.REFUSED: "red"}


def render_table(sites: Sequence[Site], *, reasons: bool = False, colour: bool = False) -> str:
    """A row for each launch; with `reasons`, lines below it say why.

    Carriers are shown unless nothing but device launches was asked for."""
    carriers = has_carriers(sites)
    header = (*_HEADER[:-1], _CARRIER, _HEADER[-1]) if carriers else _HEADER
    rows = [header, *(_row(site, carriers=carriers) for site in sites)]
    widths = [max(cell_width(row[column]) for row in rows) for column in range(len(header))]
    lines = [paint(_aligned(header, widths), "bold", colour=colour)]
    for site, row in zip(sites, rows[1:], strict=True):
        style = _STYLES[site.verdict]
        text = _aligned(row, widths)
        lines.append(paint(text, style, colour=colour) if style else text)
        if reasons and site.why:
            lines.append(f"    {printable(site.why)}")
        if reasons and site.guard and site.guard.carrier_because:
            lines.append(f"    no queue: {printable(site.guard.carrier_because)}")
    return "\n".join(lines)


def has_carriers(sites: Iterable[Site]) -> bool:
    """Whether there is anything to say of carriers: more than device launches, which were asked for."""
    return any(site.guard and (site.guard.carrier != "launch" or site.guard.carrier_because) for site in sites)


def depth_of(site: Site) -> str:
    """The nesting depth in words; `any` where it has no bound."""
    text = "any" if site.depth is None else str(site.depth)
    return f"{text}, recursive" if site.recursive else text


def carrier_of(guard: Guard) -> str:
    """How the work of a guarded launch leaves the launching thread, and why it is not the queue."""
    return f"{guard.carrier}; no queue: {guard.carrier_because}" if guard.carrier_because else guard.carrier


def configuration_of(site: Site) -> str:
    """Grid, block and shared bytes as written."""
    parts = (site.configuration.grid, site.configuration.block, site.configuration.shared_bytes)
    return ", ".join(part for part in parts if part)


def _row(site: Site, *, carriers: bool) -> tuple[str, ...]:
    return (
        printable(str(site.place.location)),
        _cell(site.parent, _NAME_CELLS),
        _cell(" | ".join(site.children), _NAME_CELLS),
        depth_of(site),
        _cell(configuration_of(site), _CONFIGURATION_CELLS),
        _cell(site.configuration.stream, _NAME_CELLS),
        site.guard.policy if site.guard else "-",
        *((site.guard.carrier if site.guard else "-",) if carriers else ()),
        f"{site.verdict.value} {site.rule}".rstrip(),
    )


def _cell(text: str, cells: int) -> str:
    return shorten(printable(text), cells) or "-"


def _aligned(row: Iterable[str], widths: Iterable[int]) -> str:
    padded = (text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
