"""Sources that several units of a run read: each file has one new text, and graphs are made of main files alone."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spawnc.units import UnitResult


def shared_sources(results: Mapping[int, UnitResult]) -> tuple[int, ...]:
    """The numbers of the units whose main file gets graphs that another unit, which reads it too, does not make: as a
    header, or with other macros."""
    with_graphs = [
        number for number, result in results.items() if any(region.is_graph for region in result.inventory.regions)
    ]
    if not with_graphs or len(results) < 2:
        return ()
    real_path = cache(os.path.realpath)
    main_files = {real_path(results[number].path) for number in with_graphs}
    texts: dict[str, set[bytes]] = defaultdict(set)
    for result in results.values():
        for path, original in result.originals.items():
            if real_path(path) in main_files:
                texts[real_path(path)].add(result.rewritten.get(path, original))
    return tuple(number for number in with_graphs if len(texts[real_path(results[number].path)]) > 1)
