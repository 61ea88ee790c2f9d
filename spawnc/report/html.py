"""One HTML page about a project: every launch and region, what was decided and why, and what a run counted there.

The page needs no network, no script, and no other file."""

from __future__ import annotations

import os
from collections import Counter as Multiset
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from spawnc import __version__
from spawnc.diagnostics import RULES
from spawnc.report.counters import Counters, SiteKey, add_runs
from spawnc.report.html_graph import Graph, layout_graph
from spawnc.report.html_regions import RegionRow, is_told, region_row
from spawnc.report.html_source import Mark, Piece, prose, source_lines
from spawnc.report.inventory import Site, Verdict
from spawnc.report.places import Message
from spawnc.report.region_counters import RegionCounters, add_region_runs
from spawnc.report.regions import RegionEntry, render_region_counts
from spawnc.report.summary import count_sites
from spawnc.report.table import carrier_of, configuration_of, depth_of, has_carriers
from spawnc.report.text import printable

if TYPE_CHECKING:
    import jinja2

SYMBOLS = {Verdict.HOST: "▷", Verdict.GUARDED: "✓", Verdict.KEPT: "=", Verdict.REFUSED: "✕"}
_NAMES = {
    Verdict.HOST: "host launches",
    Verdict.GUARDED: "guarded",
    Verdict.KEPT: "kept as asked",
    Verdict.REFUSED: "refused",
}


@dataclass(frozen=True, slots=True)
class Number:
    """One of the large numbers at the top."""

    value: str
    name: str
    #: Class of its colour: a verdict, or "".
    css: str = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a bar."""

    css: str
    percent: str
    text: str


@dataclass(frozen=True, slots=True)
class Counted:
    """What runs counted at one launch."""

    offered: str
    #: Launched, queued and serial, as parts of what was offered.
    shares: tuple[Share, ...]
    #: Name and value.
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A launch."""

    place: str
    anchor: str
    parent: str
    children: str
    depth: str
    configuration: str
    stream: str
    css: str
    symbol: str
    decision: str
    rule: str
    policy: str
    carrier: str
    advice: tuple[Piece, ...]
    #: Name and text.
    facts: tuple[tuple[str, tuple[Piece, ...]], ...]
    counted: Counted | None


@dataclass(frozen=True, slots=True)
class Remark:
    """A message that belongs to no launch."""

    css: str
    rule: str
    text: str
    advice: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    anchor: str
    pieces: tuple[Piece, ...]
    #: Class and symbol of the first launch that begins here; "" without one.
    css: str
    symbol: str
    #: Regions that begin here, launches of device code that end here, and remarks.
    regions: tuple[RegionRow, ...]
    rows: tuple[Row, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class File:
    name: str
    anchor: str
    summary: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule, and how many launches it refuses."""

    rule: str
    count: str
    text: tuple[Piece, ...]
    advice: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """report.html.j2"""

    title: str
    version: str
    numbers: tuple[Number, ...]
    shares: tuple[Share, ...]
    #: What runs counted, all launches together; empty without counters.
    run_numbers: tuple[Number, ...]
    run_shares: tuple[Share, ...]
    refusals: tuple[Refusal, ...]
    graph: Graph | None
    #: Whether there is anything to tell apart.
    carriers: bool
    rows: tuple[Row, ...]
    region_counts: str
    regions: tuple[RegionRow, ...]
    files: tuple[File, ...]


def render_html(
    title: str,
    sources: Mapping[str, bytes],
    sites: Sequence[Site],
    regions: Sequence[RegionEntry],
    messages: Sequence[Message],
    runs: Sequence[Mapping[SiteKey, Counters]],
    region_runs: Sequence[Sequence[RegionCounters]] = (),
) -> str:
    """The page of some sources by path; `runs` and `region_runs` are what runs of the rewritten program counted."""
    counters = add_runs(runs) if any(runs) else None
    page = _page(title, sources, sites, regions, messages, counters, add_region_runs(region_runs))
    values = {field.name: getattr(page, field.name) for field in fields(page)}
    return environment().get_template("report.html.j2").render(values)


def site_key(site: Site) -> SiteKey:
    """The name that a launch has at run time."""
    location = site.place.location
    return SiteKey(f"{Path(location.path).name}:{location.line}:{location.column}", site.parent)


def environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("templates", ""),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )


def _page(
    title: str,
    sources: Mapping[str, bytes],
    sites: Sequence[Site],
    regions: Sequence[RegionEntry],
    messages: Sequence[Message],
    counters: Mapping[SiteKey, Counters] | None,
    region_counters: Mapping[str, RegionCounters],
) -> Page:
    told = {site.message for site in sites}
    remarks = [message for message in messages if message not in told and not is_told(message, regions)]
    regions_by_path: dict[str, list[RegionEntry]] = defaultdict(list)
    for region in regions:
        regions_by_path[os.path.realpath(region.place.location.path)].append(region)
    by_path: dict[str, list[Site]] = defaultdict(list)
    for site in sites:
        by_path[os.path.realpath(site.place.location.path)].append(site)
    remarks_by_path: dict[str, list[Message]] = defaultdict(list)
    for remark in remarks:
        remarks_by_path[os.path.realpath(remark.place.location.path)].append(remark)
    files: list[File] = []
    rows: dict[Site, Row] = {}
    region_rows: list[RegionRow] = []
    for path, data in sources.items():
        real = os.path.realpath(path)
        if by_path[real] or regions_by_path[real] or remarks_by_path[real]:
            anchor = f"file-{len(files) + 1}"
            own = {site: _row(site, anchor, counters) for site in by_path[real]}
            rows |= own
            own_regions = [region_row(region, anchor, region_counters) for region in regions_by_path[real]]
            region_rows += own_regions
            files.append(_file(path, anchor, data, own, own_regions, remarks_by_path[real]))
    total = [counters[key] for key in map(site_key, sites) if key in counters] if counters is not None else []
    return Page(
        title=printable(title),
        version=__version__,
        numbers=_numbers(sites),
        shares=_verdict_shares(sites),
        run_numbers=_run_numbers(total) if counters is not None else (),
        run_shares=_run_shares(total),
        refusals=_refusals(sites),
        graph=layout_graph(sites, SYMBOLS),
        carriers=has_carriers(sites),
        rows=tuple(rows[site] for site in sites if site in rows),
        region_counts=render_region_counts(regions),
        regions=tuple(region_rows),
        files=tuple(files),
    )


def _numbers(sites: Sequence[Site]) -> tuple[Number, ...]:
    counts = count_sites(sites)
    of = {verdict: getattr(counts, verdict.value) for verdict in Verdict}
    return (
        Number(f"{counts.launches:,}", "launches"),
        *(Number(f"{of[verdict]:,}", _NAMES[verdict], verdict.value, SYMBOLS[verdict]) for verdict in Verdict),
    )


def _verdict_shares(sites: Sequence[Site]) -> tuple[Share, ...]:
    found = Multiset(site.verdict for site in sites)
    return _shares((verdict.value, found[verdict], _NAMES[verdict]) for verdict in Verdict)


def _run_numbers(counters: Sequence[Counters]) -> tuple[Number, ...]:
    queued = sum(one.queued for one in counters)
    items = sum(one.launched_items + one.queued_items + one.serial_items for one in counters)
    return (
        Number(f"{sum(one.offered for one in counters):,}", "launches offered"),
        Number(f"{sum(one.launched for one in counters):,}", "went out", "launched", "↗"),
        *((Number(f"{queued:,}", "waited in a queue", "queued", "≡"),) if queued else ()),
        Number(f"{sum(one.serial for one in counters):,}", "ran serially", "serial", "↻"),
        Number(f"{sum(one.refused for one in counters):,}", "of them for want of room"),
        Number(f"{items:,}", "items"),
    )


def _run_shares(counters: Sequence[Counters]) -> tuple[Share, ...]:
    return _shares(
        (
            ("launched", sum(one.launched for one in counters), "went out"),
            ("queued", sum(one.queued for one in counters), "waited in a queue"),
            ("serial", sum(one.serial for one in counters), "ran serially"),
            ("refused", sum(one.failed + one.dropped for one in counters), "failed or dropped"),
        )
    )


def _shares(parts: Iterable[tuple[str, int, str]]) -> tuple[Share, ...]:
    """Class, amount and name of parts, as parts of a bar; those that are nothing are left out."""
    known = [(css, amount, name) for css, amount, name in parts if amount]
    whole = sum(amount for _, amount, _ in known)
    return tuple(
        Share(css, f"{100 * amount / whole:.2f}", f"{amount:,} {name} ({100 * amount / whole:.1f} %)")
        for css, amount, name in known
    )


def _refusals(sites: Sequence[Site]) -> tuple[Refusal, ...]:
    found: dict[str, list[Site]] = defaultdict(list)
    for site in sites:
        if site.verdict is Verdict.REFUSED:
            found[site.rule].append(site)
    return tuple(
        Refusal(rule, f"{len(members):,}", prose(RULES[rule].why), prose(RULES[rule].advice))
        for rule, members in sorted(found.items(), key=lambda item: -len(item[1]))
    )


def _row(site: Site, file_anchor: str, counters: Mapping[SiteKey, Counters] | None) -> Row:
    configuration = site.configuration
    own = counters.get(site_key(site)) if counters is not None else None
    facts = [("why", "" if site.guard else site.why)]
    if site.guard:
        order = f"{site.guard.order}: {site.guard.order_because}" if site.guard.order_because else site.guard.order
        facts = [
            ("policy", site.guard.policy),
            ("carrier", carrier_of(site.guard)),
            ("order", order),
            ("workload", site.guard.workload),
            *(("serial body", text) for text in site.guard.serial_bodies),
        ]
    return Row(
        place=printable(str(site.place.location)),
        anchor=f"{file_anchor}-{site.place.location.line}",
        parent=printable(site.parent) or "–",
        children=printable(" or ".join(site.children)) or "unknown",
        depth=depth_of(site),
        configuration=printable(configuration_of(site)),
        stream=printable(configuration.stream) or "–",
        css=site.verdict.value,
        symbol=SYMBOLS[site.verdict],
        decision=site.verdict.value,
        rule=site.rule,
        policy=site.guard.policy if site.guard else "–",
        carrier=site.guard.carrier if site.guard else "–",
        advice=prose(site.message.advice if site.message and site.verdict is Verdict.REFUSED else ""),
        facts=tuple((name, prose(printable(text))) for name, text in facts if text),
        counted=_counted(own) if own else None,
    )


def _counted(counters: Counters) -> Counted:
    queued = f"{counters.queued_items:,} queued, " if counters.queued else ""
    facts = [
        ("went out", f"{counters.launched:,}"),
        *((("queued", f"{counters.queued:,}"),) if queued else ()),
        ("ran serially", f"{counters.serial:,}"),
        ("no room", f"{counters.refused:,}"),
        ("items", f"{counters.launched_items:,} launched, {queued}{counters.serial_items:,} serial"),
        ("estimates", f"{counters.item_ns:,.1f} ns/item serially, {counters.cta_ns:,.0f} ns/block launched"),
        ("start delay", f"{counters.delay_us:,.1f} µs"),
    ]
    if counters.failed or counters.dropped:
        facts.append(("lost", f"{counters.failed:,} failed, {counters.dropped:,} dropped"))
    return Counted(f"{counters.offered:,}", _run_shares([counters]), tuple(facts))


def _file(
    path: str,
    anchor: str,
    data: bytes,
    rows: Mapping[Site, Row],
    regions: Sequence[RegionRow],
    remarks: Sequence[Message],
) -> File:
    begins: dict[int, list[Site]] = defaultdict(list)
    ends: dict[int, list[Row]] = defaultdict(list)
    for site, row in rows.items():
        begins[site.place.location.line].append(site)
        if site.verdict is not Verdict.HOST:
            ends[site.last_line].append(row)
    said: dict[int, list[Remark]] = defaultdict(list)
    for message in remarks:
        remark = Remark(message.severity.value, message.rule, printable(message.text), prose(message.advice))
        said[message.place.location.line].append(remark)
    regions_of: dict[str, list[RegionRow]] = defaultdict(list)
    for region in regions:
        regions_of[region.anchor].append(region)
    marks = {line: [_mark(site) for site in sites] for line, sites in begins.items()}
    counts = count_sites(rows)
    return File(
        name=printable(path),
        anchor=anchor,
        summary=", ".join(f"{getattr(counts, verdict.value)} {verdict.value}" for verdict in Verdict),
        lines=tuple(
            Line(
                number,
                f"{anchor}-{number}",
                pieces,
                css=begins[number][0].verdict.value if number in begins else "",
                symbol=SYMBOLS[begins[number][0].verdict] if number in begins else "",
                regions=tuple(regions_of.get(f"{anchor}-{number}", ())),
                rows=tuple(ends.get(number, ())),
                remarks=tuple(said.get(number, ())),
            )
            for number, pieces in enumerate(source_lines(data, marks), start=1)
        ),
    )


def _mark(site: Site) -> Mark:
    begin = site.place.character - 1
    return Mark(begin, begin + len(site.place.word), site.verdict.value)
