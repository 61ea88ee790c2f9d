"""What bench/queue_columns.py compares: the inputs, its rows, and the ways to run each, its columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The kernels that the samples launch into the NULL stream.
CHILDREN = {"bfs": "visit_neighbours", "sssp": "relax_edges"}
_FIRE_AND_FORGET = ", 0, cudaStreamFireAndForget>>>"


@dataclass(frozen=True, slots=True)
class Row:
    """A sample and its input."""

    title: str
    sample: str
    arguments: tuple[str, ...] = ()
    #: The file that keeps the graph, or "".
    graph: str = ""
    #: `cudaLimitDevRuntimePendingLaunchCount` for the program as written; 0 where that takes minutes.
    pending_launches: int = 0
    #: Repeats of the program as written.
    repeats: int = 3
    #: Thresholds to try are 2 to the power of these. Those below the smallest child and above the largest say nothing.
    exponents: range = range(4, 15)

    @property
    def source(self) -> Path:
        return ROOT / "samples" / self.sample / f"{self.sample}.cu"

    def thresholds(self, *, quick: bool) -> list[int]:
        return [2**k for k in self.exponents[:: 2 if quick else 1]]


ROWS = (
    Row("BFS R-MAT 18", "bfs", ("--scale", "18"), "rmat18", 1 << 19),
    Row("BFS R-MAT 20", "bfs", ("--scale", "20"), "rmat20", 1 << 21),
    Row("BFS R-MAT 21", "bfs", ("--scale", "21"), "rmat21", exponents=range(8, 15)),
    Row("BFS R-MAT 22", "bfs", ("--scale", "22"), "rmat22", exponents=range(8, 15)),
    Row("BFS grid 2048", "bfs", ("--grid", "2048"), "grid2048", 1 << 16, repeats=1, exponents=range(4)),
    Row("SSSP R-MAT 18", "sssp", ("--scale", "18"), "rmat18", 1 << 19),
    Row("SSSP R-MAT 20", "sssp", ("--scale", "20"), "rmat20", 1 << 21, repeats=1),
    Row("SSSP grid 1024", "sssp", ("--grid", "1024"), "grid1024", 1 << 21, repeats=1, exponents=range(4)),
    Row("tree, 87,381 grids", "tree", (), "", 1 << 18, exponents=range(1, 4)),
    # the launch of the kernel itself, if spawnc leaves it as written, needs room besides the guarded ones
    Row("Mandelbrot 4096", "mandelbrot", ("--pending-limit", "65536"), "", 1 << 16, exponents=range(9, 20)),
)


@dataclass(frozen=True, slots=True)
class Column:
    """A program of `PROGRAMS`, and how it is run."""

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    #: The program as written needs its pending limit raised, and is slow: it is run once.
    as_written: bool = False


#: For the best threshold, the environment is made for each row.
THRESHOLD = "threshold"
COLUMNS = (
    Column("flat", "null", ("--flat",)),
    Column("cdp", "null", as_written=True),
    Column("cdp-ff", "fire_and_forget", as_written=True),
    Column(THRESHOLD, "launch"),
    Column("spawn+launch", "launch", environment={"SPAWN_POLICY": "spawn"}),
    Column("auto", "auto", environment={"SPAWN_POLICY": "spawn"}),
)
#: Each is made of the one source: two by `stream_variant`, two by `spawnc rewrite --carrier`.
PROGRAMS = ("null", "fire_and_forget", "launch", "auto")


def stream_variant(sample: str, text: str, program: str) -> str:
    """The sample with its device launches in the NULL stream, or all of them fire-and-forget."""
    if program == "null":
        return text.replace(_FIRE_AND_FORGET, ">>>")
    if sample not in CHILDREN:
        return text
    changed, launches = re.subn(rf"({CHILDREN[sample]}<<<[^>]*)>>>", rf"\1{_FIRE_AND_FORGET}", text)
    if launches != 1:
        raise ValueError(f"{sample}: {launches} launches of {CHILDREN[sample]}, not one")
    return changed


def chosen_rows(only: Sequence[str]) -> list[Row]:
    """The rows whose title holds one of the texts, or all."""
    return [row for row in ROWS if not only or any(text.lower() in row.title.lower() for text in only)]


def arguments_of(row: Row, column: Column, graphs: Path, repeats: int) -> list[str]:
    """The command line of one cell, without the program."""
    arguments = [*row.arguments, *column.arguments]
    if row.graph:
        arguments += ["--graph", str(graphs / row.graph)]
    if column.as_written:
        arguments += ["--pending-limit", str(row.pending_launches)]
    return [*arguments, "--repeats", str(min(repeats, row.repeats) if column.as_written else repeats)]
