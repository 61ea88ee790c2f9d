"""Long answers: what a rule means, and what was decided about one launch or region."""

from __future__ import annotations

import re
from textwrap import fill

from spawnc.diagnostics import RULES
from spawnc.report.inventory import Site, Verdict
from spawnc.report.places import Message
from spawnc.report.regions import RegionEntry, RegionVerdict
from spawnc.report.table import carrier_of, configuration_of, depth_of
from spawnc.report.text import paint, printable, render_message

_WIDTH = 90
_ASK = "--graphs, or `#pragma spawn graph` before it"


def render_rule(rule: str, *, colour: bool = False) -> str:
    """A rule of the table: its text, why it exists, what to do about it."""
    entry = RULES[rule]
    # `{child}` is filled in a message; here it stands for any name
    text = re.sub(r"\{(\w+)\}", r"<\1>", entry.text)
    paragraphs = [
        f"{paint(rule, 'bold', colour=colour)} {entry.severity.value}: {text}",
        _filled(entry.why),
    ]
    if entry.advice:
        paragraphs.append(_filled(f"What to do: {entry.advice}"))
    return "\n\n".join(paragraphs)


def render_site(site: Site, messages: tuple[Message, ...], *, colour: bool = False) -> str:
    """What was decided about a launch and why; `messages` are all that was said about it."""
    children = " or ".join(site.children) or "an unknown kernel"
    lines = [
        f"{paint(printable(f'{site.place.location}:'), 'bold', colour=colour)} launch of {printable(children)}",
        *(f"  {name + ':':<15}{printable(text)}" for name, text in _facts(site) if text),
    ]
    if site.rule:
        lines.append(f"  {'more:':<15}spawnc explain {site.rule}")
    blocks = ["\n".join(lines), *(render_message(message, colour=colour) for message in messages)]
    return "\n\n".join(blocks)


def render_region(region: RegionEntry, *, colour: bool = False) -> str:
    """What would become of a region of host code and why."""
    begin, message = region.place.location.line, region.message
    kind = f"{region.kind} of host code" if region.kind != "region" else "region of host code"
    lines = "" if region.last_line == begin else f", to line {region.last_line}"
    facts = [
        ("decision", f"{region.verdict.value} {f'[{message.rule}]' if message else ''}".rstrip()),
        ("why", "" if message else region.why),
        ("function", region.function),
        ("mode", region.mode),
        ("launches", str(region.launches)),
        ("ask for it", _ASK if region.verdict is RegionVerdict.POSSIBLE else ""),
    ]
    text = [
        f"{paint(printable(f'{region.place.location}:'), 'bold', colour=colour)} {kind}{lines}",
        *(f"  {name + ':':<15}{printable(text)}" for name, text in facts if text),
    ]
    if message is None:
        return "\n".join(text)
    text.append(f"  {'more:':<15}spawnc explain {message.rule}")
    return "\n\n".join(["\n".join(text), render_message(message, colour=colour)])


def _filled(text: str) -> str:
    # an option such as --in-root stays in one piece
    return fill(text, _WIDTH, break_on_hyphens=False)


def _facts(site: Site) -> list[tuple[str, str]]:
    # policy and order, which follow, are the reasons for a guard
    why = "" if site.guard else site.why
    facts = [
        ("decision", f"{site.verdict.value} {f'[{site.rule}]' if site.rule else ''}".rstrip()),
        ("why", why or "host launches are not rewritten" if site.verdict is Verdict.HOST else why),
        ("parent", site.parent),
        ("depth", depth_of(site)),
        ("configuration", configuration_of(site)),
        ("stream", site.configuration.stream or "the NULL stream (none is given)"),
    ]
    if site.guard:
        guard = site.guard
        facts += [
            ("policy", guard.policy),
            ("carrier", carrier_of(guard)),
            ("workload", guard.workload or "the number of threads that the launch has work for"),
            ("order", f"{guard.order}: {guard.order_because}" if guard.order_because else guard.order),
            *(("serial body", text) for text in guard.serial_bodies),
        ]
    return facts
