"""The benchmarks: a sample and its input each, in three sizes. They stand in benchmarks.toml."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import Any

from spawnc.bench.columns import Column, Kind
from spawnc.errors import UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_PENDING_SMALL = 1 << 15
#: The group that stands for the columns of graphs, as the others do for those of device launches.
_GRAPHS = "graphs"


class Size(Enum):
    """Of the inputs: for the emulator, as papers have them, and as large as shows how time grows."""

    SMALL = "small"
    PAPER = "paper"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Scale:
    """A point of a series: one program and one kind of input, in several sizes."""

    series: str
    #: What the program takes of the device's memory, in GB.
    memory: float


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A sample and its input."""

    name: str
    title: str
    sample: str
    #: Command lines.
    inputs: Mapping[Size, str]
    #: `cudaLimitDevRuntimePendingLaunchCount` that the program as written needs; 0: not run as written.
    pending: Mapping[Size, int]
    #: Launches nest deeper than serial bodies do.
    is_deep: bool
    #: Thresholds to try are 2 to the power of these.
    exponents: range
    #: The sample keeps its graph in a file, see `--graph`.
    has_graph: bool
    #: Names for several benchmarks together.
    groups: tuple[str, ...]
    scale: Scale | None
    #: Of the columns that fit.
    kinds: frozenset[Kind]

    def fits(self, column: Column) -> bool:
        return column.kind in self.kinds

    def arguments(self, size: Size) -> list[str]:
        return self.inputs[size].split()

    def graph(self, size: Size) -> str:
        """The name of the graph's file. Samples that are given the same graph share it."""
        return "-".join(self.inputs[size].replace("--", "").split()) if self.has_graph else ""


def _read(name: str, table: Mapping[str, Any]) -> Benchmark:
    first, last = table.get("exponents", (2, 14))
    kinds = frozenset(map(Kind, table.get("columns", ["device"])))
    paper, large = table["pending"] if Kind.DEVICE in kinds else (0, 0)
    return Benchmark(
        name,
        table["title"],
        table["sample"],
        {size: table[size.value] for size in Size},
        {Size.SMALL: _PENDING_SMALL, Size.PAPER: paper, Size.LARGE: large},
        table.get("deep", False),
        range(first, last + 1),
        table.get("graph", False),
        tuple(table["groups"]),
        Scale(table["series"], table["memory"]) if "series" in table else None,
        kinds,
    )


def _benchmarks() -> tuple[Benchmark, ...]:
    text = files(__package__).joinpath("benchmarks.toml").read_text(encoding="utf-8")
    return tuple(_read(name, table) for name, table in tomllib.loads(text).items())


BENCHMARKS = _benchmarks()


def chosen(names: Sequence[str]) -> list[Benchmark]:
    """Those of the names, each of a benchmark, a sample or a group; all without a name. Raises UsageError.

    A group is about one thing: what only groups name is without the columns of the other."""
    answering = defaultdict(list)
    for benchmark in BENCHMARKS:
        for name in {benchmark.name, benchmark.sample, *benchmark.groups}:
            answering[name].append(benchmark)
    for name in names:
        if name not in answering:
            close = get_close_matches(name, answering)
            hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(sorted(answering))}"
            raise UsageError(f"no benchmark is named '{name}'", hint=hint)
    if not names:
        return list(BENCHMARKS)
    kinds: dict[str, frozenset[Kind]] = defaultdict(frozenset)
    for name in names:
        for benchmark in answering[name]:
            kinds[benchmark.name] |= benchmark.kinds & _meant(name, benchmark)
    return [replace(benchmark, kinds=kinds[benchmark.name]) for benchmark in BENCHMARKS if benchmark.name in kinds]


def _meant(name: str, benchmark: Benchmark) -> frozenset[Kind]:
    if name in (benchmark.name, benchmark.sample):
        return benchmark.kinds
    return frozenset(Kind) - {Kind.DEVICE} if name == _GRAPHS else frozenset({Kind.DEVICE})


def samples_dir() -> Path:
    """The samples, in the package as it is installed, else beside it in the repository."""
    package = Path(__file__).parents[1]
    return next(folder for folder in (package / "samples", package.parent / "samples") if folder.is_dir())


def source_of(sample: str) -> Path:
    return samples_dir() / sample / f"{sample}.cu"
