"""One call of `spawnc bench`: makes the programs, runs what is not measured yet, and keeps the results as it goes."""

from __future__ import annotations

import datetime
import hashlib
import math
import platform
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from spawnc import __version__
from spawnc.bench.bandwidth import Memory, measure_memory
from spawnc.bench.catalogue import Benchmark, Size, samples_dir
from spawnc.bench.columns import FLAT, Column, External
from spawnc.bench.measure import Bench, make_graphs, measure
from spawnc.bench.programs import Made, Target, make_programs, program_name
from spawnc.bench.results import Results, read_json, write_json
from spawnc.bench.stages import is_measured, steps
from spawnc.errors import SpawncError


@dataclass(frozen=True, slots=True)
class Request:
    benchmarks: Sequence[Benchmark]
    columns: Sequence[Column]
    externals: Sequence[External]
    size: Size
    target: Target
    #: For the programs, the graphs and the results.
    folder: Path
    rounds: int
    repeats: int
    seconds: float
    #: As the user wrote it.
    command: str


def run_session(request: Request, say: Callable[[str], None]) -> Results:
    """What the folder has already, of the same programs on the same machine, is not measured again."""
    on_gpu = request.target.toolchain is not None
    deadline = time.monotonic() + request.seconds
    programs = build_all(request, say)
    memory = _memory(request, say)
    bench = Bench(
        programs,
        _graphs(request.folder),
        request.size,
        on_gpu,
        request.rounds,
        request.repeats,
        deadline,
        memory.free if memory else math.inf,
        say,
    )
    make_graphs(request.benchmarks, bench)
    path = request.folder / "results.json"
    results = _earlier(path, on_gpu, request, say)
    if memory:
        results = replace(results, bandwidth=memory.bandwidth)
    for step in steps(request.benchmarks, request.columns):
        for cell in measure(step.benchmark, step.columns, bench, results.cells):
            results = results.with_cell(cell)
            write_json(results, path)
    return results


def _graphs(folder: Path) -> Path:
    """Where the graphs are that this state of the samples makes."""
    digest = hashlib.sha256((samples_dir() / "common" / "graph.h").read_bytes()).hexdigest()
    return folder / f"graphs-{digest[:8]}"


def _memory(request: Request, say: Callable[[str], None]) -> Memory | None:
    """None where nothing is compared with the bandwidth of the device's memory, or it can't be measured."""
    if not any(benchmark.scale for benchmark in request.benchmarks):
        return None
    try:
        return measure_memory(request.folder / "programs", request.target)
    except SpawncError as error:
        say(str(error))
        return None


def build_all(request: Request, say: Callable[[str], None]) -> dict[tuple[str, str], Made]:
    """The programs of all columns, and the hand-written one that makes the graphs."""
    wanted = [
        (benchmark.sample, program_name(column))
        for benchmark in request.benchmarks
        for column in (*request.columns, FLAT)
        if is_measured(benchmark, column) or (benchmark.has_graph and column is FLAT)
    ]
    folder = request.folder / "programs"
    return make_programs(wanted, request.externals, folder, request.target, lambda name: say(f"built {name}"))


def _earlier(path: Path, on_gpu: bool, request: Request, say: Callable[[str], None]) -> Results:
    """What is measured already. Results of another size or machine, or that can't be read, are put aside."""
    now = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    fresh = Results(_machine(on_gpu), now, __version__, request.size.value, request.command, on_gpu)
    found = read_json(path)
    same = found is not None and (found.machine, found.size) == (fresh.machine, fresh.size)
    if found is not None and same:
        return replace(fresh, cells=found.cells, bandwidth=found.bandwidth)
    if path.exists():
        aside = next(new for i in count(1) if not (new := path.with_stem(f"{path.stem}-{i}")).exists())
        path.replace(aside)
        say(f"results of another size, machine or version are now in {aside}")
    return fresh


def _machine(on_gpu: bool) -> str:
    """The GPU and its driver; the processor where programs are emulated."""
    if not on_gpu:
        return f"emulated on {platform.machine()}"
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return "unknown GPU"
    name, _, driver = said.partition("\n")[0].partition(", ")
    return f"{name}, driver {driver}"
