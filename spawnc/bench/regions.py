"""What the programs did with their regions of host code, as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import Column
from spawnc.bench.results import Results

_COUNTS = ("launches", "plain", "trips", "built", "patched", "rebuilt", "evicted", "bytes")
#: Behind the benchmark's title.
REGION_HEADER = ("column", "region", "mode", *_COUNTS)
#: What the table shows, for people.
SAID = (
    "Counted in the last round, all runs of the process together: launches of graphs, plain runs as written, trips of "
    "loops, executables built, rebuilt and evicted, nodes patched, the most bytes of device memory."
)


def region_rows(results: Results, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> list[tuple[str, ...]]:
    """A row a region, for each benchmark and column in which one was counted."""
    return [
        (benchmark.title, column.name, region.id, region.mode, *(f"{getattr(region, name):,}" for name in _COUNTS))
        for benchmark in benchmarks
        for column in columns
        if benchmark.fits(column) and (cell := results.cell(benchmark.name, column.name))
        for region in cell.regions
    ]
