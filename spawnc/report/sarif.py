"""Diagnostics as SARIF 2.1.0, which editors and code hosts read; docs/reports.md says how it is filled."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from spawnc import __version__
from spawnc.diagnostics import RULES, Severity
from spawnc.report.diff import LineChange, line_changes, split_lines
from spawnc.report.failures import Failure
from spawnc.report.inventory import Site, Verdict
from spawnc.report.places import Message, Place
from spawnc.source import BOM

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
#: The folder in which spawnc was called: relative paths start there.
_BASE = "SRCROOT"


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after a rewrite."""

    path: str
    old: bytes
    new: bytes


def render_sarif(
    messages: Sequence[Message],
    sites: Sequence[Site],
    fixes: Sequence[Sequence[FileChange]],
    failures: Sequence[Failure] = (),
) -> str:
    """All messages of a run, and the sources that have none because they could not be read.

    Each of `fixes` holds files that only change together; it is told once, at the first guarded launch in them, so
    that whoever applies all fixes applies each edit once."""
    rules = sorted({message.rule for message in messages})
    of_message = {site.message: site for site in sites if site.message}
    # a file is a key only where it has a fix
    fix_of = {change.path: number for number, changes in enumerate(fixes) for change in changes}
    given: dict[int, Site] = {}
    results = []
    for message in messages:
        site = of_message.get(message)
        result = _result(message, site, rules.index(message.rule))
        number = fix_of.get(message.place.location.path)
        if site and number is not None and site.verdict is Verdict.GUARDED:
            if number not in given:
                result["fixes"] = [_fix(fixes[number])]
            else:
                # the launch that this one is guarded with
                result["properties"] = {"fixedWith": str(given[number].place.location)}
            given.setdefault(number, site)
        results.append(result)
    run = {
        "tool": {
            "driver": {
                "name": "spawnc",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "invocations": [_invocation(failures)],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder in which spawnc was called."}}},
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=True)


def _invocation(failures: Sequence[Failure]) -> dict[str, Any]:
    told = [
        {"level": "error", "message": {"text": failure.said}, "locations": [_place_of(failure)]} for failure in failures
    ]
    return {"executionSuccessful": not told, **({"toolExecutionNotifications": told} if told else {})}


def _place_of(failure: Failure) -> dict[str, Any]:
    # the line only: its text, by which columns would be counted, may be what can't be read
    region = {"region": {"startLine": failure.location.line}} if failure.location else {}
    return {"physicalLocation": {"artifactLocation": _artifact(failure.path), **region}}


def _rule(rule: str) -> dict[str, Any]:
    entry = RULES[rule]
    help_text = f"{entry.advice}. `spawnc explain {rule}` tells more." if entry.advice else f"spawnc explain {rule}"
    return {
        "id": rule,
        # a rule's text has holes such as {child}
        "shortDescription": {"text": re.sub(r"\{(\w+)\}", r"<\1>", entry.text)},
        "fullDescription": {"text": entry.why},
        "help": {"text": help_text},
        "helpUri": f"urn:spawnc:rule:{rule}",
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
    }


def _result(message: Message, site: Site | None, rule_index: int) -> dict[str, Any]:
    text = f"{message.text}. What to do: {message.advice}" if message.advice else message.text
    related = [*_related(message, site)]
    return {
        "ruleId": message.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[message.severity],
        "message": {"text": text},
        "locations": [_location(message.place)],
        **({"relatedLocations": related} if related else {}),
    }


def _related(message: Message, site: Site | None) -> Iterator[dict[str, Any]]:
    """Where an obstacle was met, and the child kernels of a launch."""
    notes = [(note.place, note.text) for note in message.notes]
    if site:
        told = {place for place, _ in notes}
        notes += [(place, "the child kernel") for place in site.child_places if place not in told]
    for number, (place, text) in enumerate(notes, start=1):
        yield {"id": number, "message": {"text": text}, **_location(place)}


def _location(place: Place) -> dict[str, Any]:
    begin = place.character
    region = {"startLine": place.location.line, "startColumn": begin, "endColumn": begin + len(place.word)}
    return {"physicalLocation": {"artifactLocation": _artifact(place.location.path), "region": region}}


def _artifact(path: str) -> Mapping[str, str]:
    # names are bytes; those that are not UTF-8 survive as percent escapes
    uri = quote(os.fsencode(os.path.normpath(path)))
    return {"uri": f"file://{uri}"} if PurePath(path).is_absolute() else {"uri": uri, "uriBaseId": _BASE}


def _fix(changes: Sequence[FileChange]) -> dict[str, Any]:
    names = ", ".join(change.path for change in changes)
    return {
        "description": {"text": f"Guard the launches of {names}, as `spawnc rewrite` does."},
        "artifactChanges": [
            {"artifactLocation": _artifact(change.path), "replacements": list(_replacements(change))}
            for change in changes
        ],
    }


def _replacements(change: FileChange) -> Iterator[dict[str, Any]]:
    """Whole lines, so that no reader has to count columns; bytes where a file is not UTF-8."""
    # a byte-order mark is not part of SARIF's text
    old, new = change.old.removeprefix(BOM), change.new.removeprefix(BOM)
    try:
        lines = [line.decode() for line in split_lines(old)]
    except UnicodeDecodeError:
        starts = [0, *accumulate(map(len, split_lines(change.old)))]
        for one in line_changes(change.old, change.new):
            yield _byte_replacement(one, starts)
    else:
        for one in line_changes(old, new):
            yield _text_replacement(one, lines)


def _text_replacement(change: LineChange, lines: Sequence[str]) -> dict[str, Any]:
    region = {"startLine": change.begin + 1, "startColumn": 1, "endLine": change.end + 1, "endColumn": 1}
    if change.end == len(lines) > 0 and not lines[-1].endswith("\n"):
        # the last line has no successor to end at
        region |= {"endLine": len(lines), "endColumn": len(lines[-1]) + 1}
    return {"deletedRegion": region, "insertedContent": {"text": change.text.decode()}}


def _byte_replacement(change: LineChange, starts: Sequence[int]) -> dict[str, Any]:
    begin, end = starts[change.begin], starts[change.end]
    return {
        "deletedRegion": {"byteOffset": begin, "byteLength": end - begin},
        "insertedContent": {"binary": b64encode(change.text).decode()},
    }
