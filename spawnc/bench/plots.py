"""The results as pictures: SVG, for the page and for documents."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from spawnc.bench.catalogue import Benchmark
from spawnc.bench.families import Family
from spawnc.bench.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Of how many times as fast; bars that go further down end at the edge.
_LEAST_SHOWN = 0.02
_CHILDREN = {"launched": "#d97706", "queued": "#2563eb", "serial": "#9ca3af"}


def can_plot() -> bool:
    return importlib.util.find_spec("matplotlib") is not None


def speedups(results: Results, family: Family) -> str:
    """Bars: how many times as fast as the family's base each column is. "" where none can be compared with it."""
    base = family.base.name
    own = [benchmark for benchmark in family.benchmarks if _ms(results, benchmark, base)]
    others = [column.name for column in family.columns if column.name != base]
    if not own or not others:
        return ""
    pyplot = use_pyplot()
    from matplotlib.ticker import LogFormatter

    width = 0.8 / len(others)
    # wide enough for the bars, and for the legend above them; no wider than a page
    size = (min(max(1.1 * len(own) + 2, 1.4 * len(others) + 1), 16), 5.2)
    figure, axis = pyplot.subplots(figsize=size, layout="constrained")
    for number, name in enumerate(others):
        bars = [(place, _ms(results, b, base), _ms(results, b, name)) for place, b in enumerate(own)]
        shown = [(place + (number - (len(others) - 1) / 2) * width, whole / ms) for place, whole, ms in bars if ms]
        # from 1, so that what is slower than the base hangs below the line
        axis.bar([x for x, _ in shown], [ratio - 1 for _, ratio in shown], width, bottom=1, label=name)
    axis.axhline(1, color="black", linewidth=0.8)
    axis.set(yscale="log", ylabel=f"times as fast as {base}")
    # one that is a thousand times slower would leave no room for the others
    axis.set_ylim(bottom=max(axis.get_ylim()[0], _LEAST_SHOWN))
    axis.yaxis.set_major_formatter("{x:g}")
    axis.yaxis.set_minor_formatter(LogFormatter(minor_thresholds=(1.5, 0.7)))
    axis.set_xticks(range(len(own)), [benchmark.title for benchmark in own], rotation=30, ha="right")
    axis.grid(axis="y", alpha=0.3)
    axis.legend(frameon=False, ncols=len(others), loc="lower center", bbox_to_anchor=(0.5, 1))
    return save_svg(figure)


def sweeps(results: Results, benchmarks: Sequence[Benchmark]) -> str:
    """Curves: the time by threshold, and the controller's as lines across. "" where nothing was swept."""
    pyplot = use_pyplot()
    cells = [(benchmark, results.cell(benchmark.name, "threshold")) for benchmark in benchmarks]
    swept = [(benchmark, cell) for benchmark, cell in cells if cell and cell.best]
    if not swept:
        return ""
    wide = min(4, len(swept))
    high = -(-len(swept) // wide)
    size = (3 * wide, 2.4 * high)
    figure, grid = pyplot.subplots(high, wide, figsize=size, layout="constrained", squeeze=False)
    for axis, (benchmark, cell) in zip(grid.flat, swept, strict=False):
        right = [run for run in cell.sweep if run.answer == "ok"]
        axis.plot([run.threshold for run in right], [run.ms for run in right], ".-", color="#6b7280")
        for name, colour in (("spawn", _CHILDREN["launched"]), ("auto", _CHILDREN["queued"])):
            if ms := _ms(results, benchmark, name):
                axis.axhline(ms, color=colour, label=name)
        axis.set(xscale="log", yscale="log", title=benchmark.title)
        axis.set_xscale("log", base=2)
        axis.grid(alpha=0.3)
    for axis in grid.flat[len(swept) :]:
        axis.set_axis_off()
    grid[-1][0].set(xlabel="threshold, items", ylabel="ms")
    grid[0][0].legend(frameon=False)
    return save_svg(figure)


def children(results: Results, benchmarks: Sequence[Benchmark]) -> str:
    """Bars: the share of children that were launched, queued and run serially. "" where nothing was counted."""
    pyplot = use_pyplot()
    found = [(b.title, name, results.cell(b.name, name)) for b in benchmarks for name in ("spawn", "auto")]
    counted = [(f"{title}, {name}", dict(cell.children)) for title, name, cell in found if cell and cell.children]
    if not counted:
        return ""
    figure, axis = pyplot.subplots(figsize=(9, 0.3 * len(counted) + 1), layout="constrained")
    left = [0.0] * len(counted)
    for what, colour in _CHILDREN.items():
        shares = [100 * counts[what] / max(sum(counts.values()), 1) for _, counts in counted]
        axis.barh([name for name, _ in counted], shares, left=left, color=colour, label=what)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axis.margins(y=0.01)
    axis.invert_yaxis()
    axis.set(xlabel="% of the children", xlim=(0, 100))
    axis.legend(frameon=False, ncols=len(_CHILDREN), loc="lower center", bbox_to_anchor=(0.5, 1))
    return save_svg(figure)


def _ms(results: Results, benchmark: Benchmark, column: str) -> float:
    """0 where there is no right answer."""
    cell = results.cell(benchmark.name, column)
    return cell.ms if cell and cell.answer == "ok" else 0


def use_pyplot() -> Any:
    import matplotlib

    matplotlib.use("svg")
    # text as text, and the same file for the same results
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "spawnc"})
    from matplotlib import pyplot

    return pyplot


def save_svg(figure: Figure) -> str:
    from matplotlib import pyplot

    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    text = out.getvalue()
    return text[text.index("<svg") :]
