"""The results of bench/queue_columns.py, as a table and as a plot."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.columns import COLUMNS, THRESHOLD

SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Run:
    """How a process ended, its median in milliseconds, and its threshold if it had one."""

    answer: str
    ms: float = 0
    threshold: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One column of one row: a run a round, and before them those of a sweep over thresholds."""

    row: str
    column: str
    runs: list[Run] = field(default_factory=list)
    sweep: list[Run] = field(default_factory=list)

    @property
    def answer(self) -> str:
        """ "ok" if all rounds were right, else what was wrong with the first one that was not."""
        runs = self.runs or self.sweep
        return next((run.answer for run in runs if run.answer != "ok"), "ok" if runs else SKIPPED)

    @property
    def ms(self) -> float:
        return statistics.median(run.ms for run in self.runs)

    @property
    def best(self) -> Run | None:
        """The fastest run of the sweep."""
        return min((run for run in self.sweep if run.answer == "ok"), key=lambda run: run.ms, default=None)

    @property
    def failed(self) -> list[Run]:
        return [run for run in (*self.sweep, *self.runs) if run.answer != "ok"]


def read_cell(found: Mapping[str, Any]) -> Cell:
    """A cell out of JSON."""
    runs, sweep = ([Run(**run) for run in found[name]] for name in ("runs", "sweep"))
    return Cell(found["row"], found["column"], runs, sweep)


def text_of(cell: Cell) -> str:
    if cell.answer == SKIPPED:
        return ""
    if cell.answer != "ok":
        return cell.answer.partition(":")[0]
    figure = f"{cell.ms:.4g}" if cell.ms < 1000 else f"{cell.ms:.0f}"
    return f"{figure} ({cell.best.threshold})" if cell.best else figure


def table(cells: Sequence[Cell]) -> str:
    """Markdown: a line a row, then each run that went wrong."""
    lines = [f"| ms | {' | '.join(column.name for column in COLUMNS)} |", f"|---|{'--:|' * len(COLUMNS)}"]
    for title in dict.fromkeys(cell.row for cell in cells):
        own = {cell.column: text_of(cell) for cell in cells if cell.row == title}
        lines.append(f"| {title} | {' | '.join(own[column.name] for column in COLUMNS)} |")
    return "\n".join([*lines, "", *_failures(cells)]).rstrip()


def _failures(cells: Sequence[Cell]) -> Iterator[str]:
    for cell in cells:
        for run in cell.failed:
            threshold = f"={run.threshold}" if cell.column == THRESHOLD else ""
            yield f"- {cell.row}, {cell.column}{threshold}: {' '.join(run.answer.split())}"


def plot(cells: Sequence[Cell], path: Path) -> None:
    """Bars: how many times as fast as flat each column is."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "queue_columns"})
    from matplotlib import pyplot

    titles = list(dict.fromkeys(cell.row for cell in cells))
    flat = {cell.row: cell.ms for cell in cells if cell.column == "flat" and cell.answer == "ok"}
    others = [column.name for column in COLUMNS if column.name != "flat"]
    width = 0.8 / len(others)
    figure, axis = pyplot.subplots(figsize=(1.1 * len(titles) + 2, 4.4), layout="constrained")
    for number, name in enumerate(others):
        own = [cell for cell in cells if cell.column == name and cell.answer == "ok" and cell.row in flat]
        places = [titles.index(cell.row) + (number - (len(others) - 1) / 2) * width for cell in own]
        # from 1, so that what is slower than flat hangs below the line
        axis.bar(places, [flat[cell.row] / cell.ms - 1 for cell in own], width, bottom=1, label=name)
    axis.axhline(1, color="black", linewidth=0.8)
    axis.set(yscale="log", ylabel="times as fast as flat")
    axis.set_xticks(range(len(titles)), titles, rotation=30, ha="right")
    axis.grid(axis="y", alpha=0.3)
    axis.legend(frameon=False, ncols=len(others), loc="lower center", bbox_to_anchor=(0.5, 1))
    figure.savefig(path, metadata={"Date": None})
