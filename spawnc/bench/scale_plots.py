"""Pictures of how time grows with the input, and of where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from spawnc.bench.phases import Split
from spawnc.bench.plots import save_svg, use_pyplot
from spawnc.bench.scale import Point

_COLOURS = {"flat": "#6b7280", "auto": "#2563eb"}
_PHASES = {"parents": "#2563eb", "drains": "#93c5fd", "rest": "#d1d5db"}


def scale(points: Sequence[Point]) -> str:
    """A plot a series: nanoseconds for one edge or row by how many there are. "" without points."""
    if not points:
        return ""
    pyplot = use_pyplot()
    series = [(name, list(group)) for name, group in groupby(points, key=lambda point: point.series)]
    wide = min(2, len(series))
    high = -(-len(series) // wide)
    size = (4.6 * wide, 3.2 * high)
    figure, grid = pyplot.subplots(high, wide, figsize=size, layout="constrained", squeeze=False)
    labels = {}
    for axis, (name, own) in zip(grid.flat, series, strict=False):
        columns = dict.fromkeys(column for point in own for column, _ in point.ns)
        for column in columns:
            shown = [(point.count, dict(point.ns)[column]) for point in own if column in dict(point.ns)]
            (labels[column],) = axis.plot(*zip(*shown, strict=True), "o-", color=_COLOURS.get(column))
        limits = [(point.count, point.limit_ns) for point in own if point.limit_ns]
        if limits:
            (labels["limit: bytes over a copy's bandwidth"],) = axis.plot(*zip(*limits, strict=True), "k--")
        axis.set(
            xscale="log", yscale="log", title=name, xlabel=own[0].unit, ylabel=f"ns per {own[0].unit.removesuffix('s')}"
        )
        axis.grid(alpha=0.3)
    for axis in grid.flat[len(series) :]:
        axis.set_axis_off()
    figure.legend(labels.values(), labels.keys(), frameon=False, ncols=len(labels), loc="outside upper center")
    return save_svg(figure)


def phases(splits: Sequence[Split]) -> str:
    """Bars: the share of parents, drains and the rest of a run, with the milliseconds. "" without any."""
    if not splits:
        return ""
    pyplot = use_pyplot()
    figure, axis = pyplot.subplots(figsize=(9, 0.3 * len(splits) + 1), layout="constrained")
    left = [0.0] * len(splits)
    for what, colour in _PHASES.items():
        shares = [100 * getattr(split, what) / split.whole if split.whole else 0 for split in splits]
        axis.barh([split.title for split in splits], shares, left=left, color=colour, label=what)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    for place, split in enumerate(splits):
        axis.text(101, place, f"{split.whole:.3g} ms", va="center", fontsize="small")
    axis.margins(y=0.01)
    axis.invert_yaxis()
    axis.set(xlabel="% of a run", xlim=(0, 100))
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, ncols=len(_PHASES), loc="lower center", bbox_to_anchor=(0.5, 1))
    return save_svg(figure)
