"""The benchmarks: a sample and its input each, in three sizes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path

from spawnc.errors import UsageError


class Size(Enum):
    """Of the inputs: for the emulator, as papers have them, and as large as shows how time grows."""

    SMALL = "small"
    PAPER = "paper"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A sample and its input."""

    name: str
    title: str
    sample: str
    #: Command lines.
    inputs: Mapping[Size, str]
    #: `cudaLimitDevRuntimePendingLaunchCount` that the program as written needs. 0 where that takes minutes, or more
    #: launches than fit the device's memory.
    pending: Mapping[Size, int]
    #: Thresholds to try are 2 to the power of these. Those below the smallest child and above the largest say nothing.
    exponents: range = range(2, 15)
    #: The sample keeps its graph in a file, see `--graph`.
    has_graph: bool = False
    #: Names for several benchmarks together. "paper": SPAWN (Tang et al., HPCA 2017) was measured with this pair of
    #: program and kind of input; "queue": the table of docs/queue.md; "scale": an input in four sizes.
    groups: tuple[str, ...] = ("paper",)

    def arguments(self, size: Size) -> list[str]:
        return self.inputs[size].split()

    def graph(self, size: Size) -> str:
        """The name of the graph's file. Samples that are given the same graph share it."""
        return "-".join(self.inputs[size].replace("--", "").split()) if self.has_graph else ""


def _sizes(small: str, paper: str, large: str) -> dict[Size, str]:
    return {Size.SMALL: small, Size.PAPER: paper, Size.LARGE: large}


def _pending(paper: int, large: int = 0) -> dict[Size, int]:
    return {Size.SMALL: 1 << 15, Size.PAPER: paper, Size.LARGE: large}


def _larger(program: str, title: str, scale: int, groups: tuple[str, ...], first_exponent: int = 6) -> Benchmark:
    """An R-MAT graph of another size than that of the papers."""
    return Benchmark(
        f"{program}-graph500-{scale}",
        f"{title}, graph500 {scale}",
        program,
        _sizes("--scale 9", f"--scale {scale}", f"--scale {scale}"),
        {Size.SMALL: 1 << 15, Size.PAPER: 1 << 21 if scale == 20 else 0, Size.LARGE: 0},
        exponents=range(first_exponent, 15),
        has_graph=True,
        groups=groups,
    )


BENCHMARKS = (
    Benchmark(
        "bfs-citation",
        "BFS, citation",
        "bfs",
        _sizes("--citations 300", "--citations 300000", "--citations 3000000"),
        _pending(1 << 20),
        has_graph=True,
    ),
    Benchmark(
        "bfs-graph500",
        "BFS, graph500",
        "bfs",
        _sizes("--scale 8", "--scale 18", "--scale 22"),
        _pending(1 << 19),
        has_graph=True,
        groups=("paper", "queue", "scale"),
    ),
    _larger("bfs", "BFS", 20, ("queue", "scale")),
    _larger("bfs", "BFS", 21, ("queue",), 8),
    _larger("bfs", "BFS", 22, ("queue", "scale"), 8),
    Benchmark(
        "bfs-grid",
        "BFS, grid",
        "bfs",
        _sizes("--grid 10", "--grid 2048", "--grid 2048"),
        _pending(1 << 16),
        exponents=range(4),
        has_graph=True,
        groups=("queue",),
    ),
    Benchmark(
        "sssp-citation",
        "SSSP, citation",
        "sssp",
        _sizes("--citations 300", "--citations 300000", "--citations 3000000"),
        _pending(1 << 20),
        has_graph=True,
    ),
    Benchmark(
        "sssp-graph500",
        "SSSP, graph500",
        "sssp",
        _sizes("--scale 8", "--scale 18", "--scale 22"),
        _pending(1 << 19),
        has_graph=True,
        groups=("paper", "queue", "scale"),
    ),
    _larger("sssp", "SSSP", 20, ("queue", "scale")),
    Benchmark(
        "sssp-grid",
        "SSSP, grid",
        "sssp",
        _sizes("--grid 10", "--grid 1024", "--grid 1024"),
        _pending(0),
        exponents=range(4),
        has_graph=True,
        groups=("queue",),
    ),
    Benchmark(
        "tree",
        "tree of grids",
        "tree",
        _sizes("--depth 5 --work 7", "--depth 9", "--depth 11"),
        _pending(1 << 18),
        exponents=range(1, 4),
        groups=("queue",),
    ),
    Benchmark(
        "mandelbrot",
        "Mandelbrot",
        "mandelbrot",
        _sizes("--width 64 --dwell 32 --smallest 4", "--width 4096", "--width 16384"),
        _pending(1 << 16, 1 << 18),
        exponents=range(9, 20),
        groups=("paper", "queue"),
    ),
)


def chosen(names: Sequence[str]) -> list[Benchmark]:
    """Those of the names, each of a benchmark, a sample or a group; all without a name. Raises UsageError."""
    answering = defaultdict(list)
    for benchmark in BENCHMARKS:
        for name in {benchmark.name, benchmark.sample, *benchmark.groups}:
            answering[name].append(benchmark)
    for name in names:
        if name not in answering:
            close = get_close_matches(name, answering)
            hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(sorted(answering))}"
            raise UsageError(f"no benchmark is named '{name}'", hint=hint)
    wanted = {benchmark.name for name in names for benchmark in answering[name]}
    return [benchmark for benchmark in BENCHMARKS if not names or benchmark.name in wanted]


def samples_dir() -> Path:
    """The samples, in the package as it is installed, else beside it in the repository."""
    package = Path(__file__).parents[1]
    return next(folder for folder in (package / "samples", package.parent / "samples") if folder.is_dir())


def source_of(benchmark: Benchmark) -> Path:
    return samples_dir() / benchmark.sample / f"{benchmark.sample}.cu"
