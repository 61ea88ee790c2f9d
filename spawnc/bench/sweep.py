"""The sweep over thresholds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from spawnc.bench.results import Run, best_of

#: Sweeps over more thresholds than that skip every other one, but for those beside the best.
_ALL = 7


def sweep(exponents: range, known: Sequence[Run], measure: Callable[[int], Run]) -> Iterator[tuple[Run, ...]]:
    """Runs with thresholds of 2 to the power of `exponents`, in that order: all so far, after each one.
    `known`: those that were run before.

    It goes from large thresholds to small ones, and ends where a run takes too long: with a smaller one more launches
    are made, which take longer still."""
    runs = {run.threshold: run for run in known}
    step = 1 if len(exponents) <= _ALL else 2
    for exponent in reversed(exponents[::step]):
        yield from _try(2**exponent, runs, measure)
        if runs[2**exponent].is_unfinished:
            break
    best = best_of(runs.values())
    if step > 1 and best:
        for threshold in (best.threshold * 2, best.threshold // 2):
            if threshold in (2**k for k in exponents):
                yield from _try(threshold, runs, measure)


def _try(threshold: int, runs: dict[int, Run], measure: Callable[[int], Run]) -> Iterator[tuple[Run, ...]]:
    if threshold not in runs:
        runs[threshold] = replace(measure(threshold), threshold=threshold)
        yield tuple(runs[each] for each in sorted(runs))
