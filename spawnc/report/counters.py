"""What a program counted at its guarded launches: the JSON that SPAWN_REPORT=FILE.json makes it write.

`counters.schema.json` in this folder documents it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spawnc.errors import UsageError

#: The version that this reader understands.
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class SiteKey:
    """A launch as the runtime names it: "bfs.cu:52:5", and the kernel that holds it."""

    id: str
    parent: str


@dataclass(frozen=True, slots=True)
class Counters:
    """Counts of launches and items; times are the runtime's estimates."""

    launched: int = 0
    #: Those that became entries of a queue.
    queued: int = 0
    serial: int = 0
    #: Of the serial ones: those that found no pending slot, or no room in the queue.
    refused: int = 0
    failed: int = 0
    dropped: int = 0
    launched_items: int = 0
    queued_items: int = 0
    serial_items: int = 0
    item_ns: float = 0
    cta_ns: float = 0
    delay_us: float = 0

    @property
    def offered(self) -> int:
        return self.launched + self.queued + self.serial + self.failed + self.dropped


@dataclass(frozen=True, slots=True)
class Phases:
    """How long the parents that have a queue ran, and their drains; of a program that was built with SPAWN_PHASES."""

    launches: int = 0
    parent_ms: float = 0
    drain_ms: float = 0


def read_phases(path: str) -> Phases:
    """Of one run; zeros where the program doesn't measure them. Raises UsageError when the file is not a report."""
    try:
        found = json.loads(Path(path).read_bytes()).get("phases", {})
        return Phases(**found)
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}: is not a report of a rewritten program") from error


def read_counters(path: str) -> dict[SiteKey, Counters]:
    """The counters of one run. Raises UsageError when the file is not a report."""
    try:
        document = json.loads(Path(path).read_bytes())
        if document["version"] != FORMAT_VERSION:
            raise UsageError(f"{path}: version {document['version']!r} of SPAWN_REPORT's JSON is not known")
        found: dict[SiteKey, Counters] = {}
        for site in document["sites"]:
            # a template that several units instantiate has a table entry in each
            key = SiteKey(str(site["id"]), str(site["parent"]))
            found[key] = add(found.get(key, Counters()), _counters(site))
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path}: is not a report of a rewritten program",
            hint="run the program with SPAWN_REPORT=out.json and name that file",
        ) from error
    return found


def add_runs(runs: Iterable[Mapping[SiteKey, Counters]]) -> dict[SiteKey, Counters]:
    """The counters of several runs together."""
    total: dict[SiteKey, Counters] = {}
    for run in runs:
        for key, counters in run.items():
            total[key] = add(total.get(key, Counters()), counters)
    return total


def add(one: Counters, other: Counters) -> Counters:
    """Both together; times are those of the one with more work, as the runtime does it with several devices."""
    busier = max(one, other, key=lambda counters: counters.launched + counters.queued + counters.serial)
    return Counters(
        launched=one.launched + other.launched,
        queued=one.queued + other.queued,
        serial=one.serial + other.serial,
        refused=one.refused + other.refused,
        failed=one.failed + other.failed,
        dropped=one.dropped + other.dropped,
        launched_items=one.launched_items + other.launched_items,
        queued_items=one.queued_items + other.queued_items,
        serial_items=one.serial_items + other.serial_items,
        item_ns=busier.item_ns,
        cta_ns=busier.cta_ns,
        delay_us=busier.delay_us,
    )


def _counters(site: Mapping[str, Any]) -> Counters:
    return Counters(
        launched=int(site["launched"]),
        # absent in the reports of programs that were built before there were queues
        queued=int(site.get("queued", 0)),
        serial=int(site["serial"]),
        refused=int(site["refused"]),
        failed=int(site["failed"]),
        dropped=int(site["dropped"]),
        launched_items=int(site["launched_items"]),
        queued_items=int(site.get("queued_items", 0)),
        serial_items=int(site["serial_items"]),
        item_ns=float(site["item_ns"]),
        cta_ns=float(site["cta_ns"]),
        delay_us=float(site["delay_us"]),
    )
