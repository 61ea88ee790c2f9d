"""What is measured first: a run that has no time for all has the columns that say most of all benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.columns import AUTO, FLAT, Column


class Stage(IntEnum):
    """In the order in which they are measured."""

    #: One program with one policy each: in turn, so that they are compared in the same minute.
    TIMES = 0
    #: Programs that are run with many thresholds.
    SWEEPS = 1
    PHASES = 2
    #: The points of series: large, so that each takes long.
    SCALE = 3
    #: Programs as written, where a launch takes a microsecond: as long as all else together.
    AS_WRITTEN = 4


@dataclass(frozen=True, slots=True)
class Step:
    """Columns of a benchmark that are measured in turn."""

    stage: Stage
    benchmark: Benchmark
    columns: tuple[Column, ...]


def steps(benchmarks: Sequence[Benchmark], columns: Sequence[Column]) -> list[Step]:
    """All that is measured, in order; within a stage in that of the benchmarks, but the fewest launches first."""
    found = []
    for stage in Stage:
        for benchmark in _in_order(benchmarks, stage):
            own = tuple(column for column in columns if _stage_of(benchmark, column) is stage)
            if own:
                found.append(Step(stage, benchmark, own))
    return found


def is_measured(benchmark: Benchmark, column: Column) -> bool:
    return _stage_of(benchmark, column) is not None


def _stage_of(benchmark: Benchmark, column: Column) -> Stage | None:
    """None: the column is not for this benchmark."""
    if not benchmark.fits(column):
        return None
    if benchmark.scale:
        return Stage.SCALE if column in (FLAT, AUTO) or isinstance(column.program, str) else None
    if column.as_written:
        return Stage.AS_WRITTEN
    if column.sweeps:
        return Stage.SWEEPS
    return Stage.PHASES if column.phases else Stage.TIMES


def _in_order(benchmarks: Sequence[Benchmark], stage: Stage) -> list[Benchmark]:
    if stage is Stage.AS_WRITTEN:
        return sorted(benchmarks, key=lambda benchmark: max(benchmark.pending.values()))
    if stage is Stage.SCALE:
        return sorted(benchmarks, key=lambda benchmark: benchmark.scale.memory if benchmark.scale else 0)
    return list(benchmarks)
