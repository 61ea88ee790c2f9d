"""What a program did with its regions of host code: `regions` in the JSON that SPAWN_REPORT=FILE.json makes it write.

`counters.schema.json` in this folder documents it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from spawnc.errors import UsageError


@dataclass(frozen=True, slots=True)
class RegionCounters:
    """One region, all threads and devices together."""

    #: "bfs.cu:28"
    id: str
    #: How it ran last.
    mode: str
    launches: int
    plain: int
    trips: int
    built: int
    patched: int
    rebuilt: int
    evicted: int
    #: The most device memory that its executables took.
    bytes: int


def read_regions(path: str) -> tuple[RegionCounters, ...]:
    """Those of one run, by place. Raises UsageError when the file is not a report."""
    try:
        found = json.loads(Path(path).read_bytes()).get("regions", [])
        return tuple(sorted(map(_region, found), key=lambda region: region.id))
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}: is not a report of a rewritten program") from error


def add_region_runs(runs: Iterable[Sequence[RegionCounters]]) -> dict[str, RegionCounters]:
    """Several runs together, by the regions' ids: the mode is that of the last one, bytes are those of the largest."""
    total: dict[str, RegionCounters] = {}
    for run in runs:
        for region in run:
            known = total.get(region.id)
            total[region.id] = _added(known, region) if known else region
    return total


def _added(one: RegionCounters, other: RegionCounters) -> RegionCounters:
    return replace(
        other,
        launches=one.launches + other.launches,
        plain=one.plain + other.plain,
        trips=one.trips + other.trips,
        built=one.built + other.built,
        patched=one.patched + other.patched,
        rebuilt=one.rebuilt + other.rebuilt,
        evicted=one.evicted + other.evicted,
        bytes=max(one.bytes, other.bytes),
    )


def _region(found: Mapping[str, Any]) -> RegionCounters:
    names = RegionCounters.__dataclass_fields__
    return RegionCounters(**{name: found[name] for name in names})
