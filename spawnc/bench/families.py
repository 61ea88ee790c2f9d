"""What is compared with what: the benchmarks with device launches in one table, those of graphs in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import FLAT, PLAIN, Column, Kind


@dataclass(frozen=True, slots=True)
class Family:
    """A table: its rows, its columns, and the column that the others are compared with."""

    title: str
    base: Column
    benchmarks: tuple[Benchmark, ...]
    columns: tuple[Column, ...]


def families(benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> tuple[Family, ...]:
    """Those that have something to show: of the benchmarks, what one of the columns fits, and the other way round."""
    device = [column for column in columns if column.kind is Kind.DEVICE]
    graphs = [column for column in columns if column.kind is not Kind.DEVICE]
    found = (
        _family("Device launches", FLAT, benchmarks, device),
        _family("Host code as CUDA graphs", PLAIN, benchmarks, graphs),
    )
    return tuple(family for family in found if family.columns)


def _family(title: str, base: Column, benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> Family:
    return Family(
        title,
        base,
        tuple(benchmark for benchmark in benchmarks if any(map(benchmark.fits, columns))),
        tuple(column for column in columns if any(benchmark.fits(column) for benchmark in benchmarks)),
    )
