"""`spawnc list` as text: one line a launch, columns aligned, nothing wrapped, so that grep and cut work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spawnc.report.inventory import Site, Verdict
from spawnc.report.text import cell_width, paint, printable, shorten

_HEADER = ("place", "parent", "child", "depth", "grid, block", "stream", "policy", "decision")
_NAME_CELLS = 32
_CONFIGURATION_CELLS = 40
_STYLES = {Verdict.HOST: "", Verdict.GUARDED: "green", Verdict.KEPT: "yellow", Verdict.REFUSED: "red"}


def render_table(sites: Sequence[Site], *, reasons: bool = False, colour: bool = False) -> str:
    """A row for each launch; with `reasons`, a line below it says why."""
    rows = [_HEADER, *(_row(site) for site in sites)]
    widths = [max(cell_width(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = [paint(_aligned(_HEADER, widths), "bold", colour=colour)]
    for site, row in zip(sites, rows[1:], strict=True):
        style = _STYLES[site.verdict]
        text = _aligned(row, widths)
        lines.append(paint(text, style, colour=colour) if style else text)
        if reasons and site.why:
            lines.append(f"    {printable(site.why)}")
    return "\n".join(lines)


def depth_of(site: Site) -> str:
    """The nesting depth in words; `any` where it has no bound."""
    text = "any" if site.depth is None else str(site.depth)
    return f"{text}, recursive" if site.recursive else text


def configuration_of(site: Site) -> str:
    """Grid, block and shared bytes as written."""
    parts = (site.configuration.grid, site.configuration.block, site.configuration.shared_bytes)
    return ", ".join(part for part in parts if part)


def _row(site: Site) -> tuple[str, ...]:
    return (
        printable(str(site.place.location)),
        _cell(site.parent, _NAME_CELLS),
        _cell(" | ".join(site.children), _NAME_CELLS),
        depth_of(site),
        _cell(configuration_of(site), _CONFIGURATION_CELLS),
        _cell(site.configuration.stream, _NAME_CELLS),
        site.guard.policy if site.guard else "-",
        f"{site.verdict.value} {site.rule}".rstrip(),
    )


def _cell(text: str, cells: int) -> str:
    return shorten(printable(text), cells) or "-"


def _aligned(row: Iterable[str], widths: Iterable[int]) -> str:
    padded = (text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
