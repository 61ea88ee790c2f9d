"""`spawnc list --format json`; `list.schema.json` in this folder documents it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from spawnc import __version__
from spawnc.report.failures import Failure
from spawnc.report.inventory import Guard, Inventory, Site
from spawnc.report.places import Message, Place
from spawnc.report.regions import region_json
from spawnc.report.summary import Counts, count_sites

#: Grows when a reader of the old form would be wrong about the new one.
FORMAT_VERSION = 1


def render_json(units: Sequence[tuple[str, Inventory]], sites: Sequence[Site], failures: Sequence[Failure] = ()) -> str:
    """The inventories of some units by path; `sites` has each launch once, however many units read it."""
    document = {
        "version": FORMAT_VERSION,
        "spawnc": __version__,
        "units": [_unit(path, inventory) for path, inventory in units],
        "failures": [_failure(failure) for failure in failures],
        "totals": _counts(count_sites(sites)),
    }
    # a path may have bytes that are not UTF-8: ASCII escapes carry them through any terminal
    return json.dumps(document, indent=2, ensure_ascii=True)


def _unit(path: str, inventory: Inventory) -> dict[str, Any]:
    return {
        "path": path,
        "launches": [_site(site) for site in inventory.sites],
        "regions": [region_json(region) for region in inventory.regions],
        "diagnostics": [_message(message) for message in inventory.messages],
        "totals": _counts(count_sites(inventory.sites)),
    }


def _failure(failure: Failure) -> dict[str, Any]:
    location = failure.location
    return {
        "unit": failure.unit,
        "path": failure.path,
        "line": location.line if location else None,
        "column": location.column if location else None,
        "text": failure.text,
        "advice": failure.advice or None,
    }


def _site(site: Site) -> dict[str, Any]:
    return {
        **_place(site.place),
        "last_line": site.last_line,
        "parent": site.parent,
        "children": list(site.children),
        "depth": site.depth,
        "recursive": site.recursive,
        "configuration": {
            "grid": site.configuration.grid,
            "block": site.configuration.block,
            "shared_bytes": site.configuration.shared_bytes or None,
            "stream": site.configuration.stream or None,
        },
        "decision": site.verdict.value,
        "rule": site.rule or None,
        "why": site.why or None,
        "guard": _guard(site.guard) if site.guard else None,
    }


def _guard(guard: Guard) -> dict[str, Any]:
    return {
        "policy": guard.policy,
        "order": guard.order,
        "order_because": guard.order_because,
        "workload": guard.workload or None,
        "serial_bodies": list(guard.serial_bodies),
        "carrier": guard.carrier,
        "carrier_because": guard.carrier_because or None,
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        **_place(message.place),
        "rule": message.rule,
        "severity": message.severity.value,
        "text": message.text,
        "advice": message.advice or None,
        "notes": [{**_place(note.place), "text": note.text} for note in message.notes],
    }


def _place(place: Place) -> dict[str, Any]:
    location = place.location
    return {"path": location.path, "line": location.line, "column": location.column}


def _counts(counts: Counts) -> dict[str, int]:
    return {
        "launches": counts.launches,
        "host": counts.host,
        "guarded": counts.guarded,
        "kept": counts.kept,
        "refused": counts.refused,
    }
