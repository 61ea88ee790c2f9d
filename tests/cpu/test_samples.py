"""The samples give the right answers, as written, flat and rewritten, and notice wrong ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spawnc.cpu.verify import POLICIES, Equal, Verification, verify
from tests.cpu.backend import build, run
from tests.cpu.test_graph_samples import INPUTS as OF_REGIONS
from tests.once import folder_of_run, made_once

SAMPLES = Path(__file__).parents[2] / "samples"
#: Small inputs for each of them.
INPUTS = {
    "bfs": ("--grid 10 --repeats 2", "--citations 200 --repeats 2", "--power-law 7 --repeats 2"),
    "sssp": (
        "--scale 8 --repeats 2",
        "--grid 10 --repeats 2",
        "--citations 200 --repeats 2",
        "--power-law 7 --repeats 2",
    ),
    "frontier": ("--scale 8 --repeats 2", "--grid 10 --repeats 2", "--power-law 7 --repeats 2"),
    "tree": ("--depth 5 --work 7 --repeats 2",),
    "mandelbrot": ("--width 64 --dwell 32 --smallest 4 --repeats 1",),
    "gc": ("--scale 6 --repeats 1", "--citations 100 --repeats 1"),
    "amr": ("--depth 3 --fronts 1 --repeats 1", "--depth 2 --fronts 5 --seed 3 --repeats 1"),
    "join": ("--rows 512 --rows-per-key 4 --repeats 1", "--rows 256 --keys uniform --rows-per-key 8 --repeats 1"),
    "sa": ("--bases 30000 --reads 12 --repeats 1", "--genome random --bases 50000 --reads 20 --repeats 1"),
    "mm": ("--rows 96 --repeats 1", "--rows 40 --seed 3 --repeats 2"),
    "tc": ("--scale 8 --repeats 2", "--citations 300 --repeats 1", "--power-law 7 --repeats 1"),
    "quicksort": ("--keys 5000 --repeats 2", "--keys 3000 --distinct 3 --repeats 1", "--keys 7 --repeats 1"),
    "quadtree": ("--points 700 --repeats 2", "--points 60 --leaf 1 --repeats 1", "--points 10 --repeats 1"),
    "bt": ("--curves 50 --repeats 2", "--curves 100 --tolerance 1000 --repeats 1"),
    "mst": ("--scale 7 --repeats 2", "--grid 10 --max-weight 3 --repeats 1"),
    "sp": ("--variables 60 --iterations 4 --repeats 2", "--variables 40 --uniform --iterations 3 --repeats 1"),
}
#: Times, how many rounds a search takes that may see distances of its own round, and the bytes that they move.
VARYING = tuple(re.compile(pattern) for pattern in (rb"[0-9.]+ ms", rb"[0-9]+ rounds", rb"[0-9]+ bytes"))


def source_of(name: str) -> Path:
    return SAMPLES / name / f"{name}.cu"


@pytest.fixture
def as_written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A sample as written; the first test that asks for it builds it, for those of other processes too."""
    folder = folder_of_run(tmp_path_factory)

    def built(name: str) -> Path:
        program = folder / f"sample-{name}"
        return made_once(program, lambda: build(source_of(name), program, checks=False))

    return built


def test_all_samples_are_here() -> None:
    assert {path.stem for path in SAMPLES.glob("*/*.cu")} == INPUTS.keys() | OF_REGIONS.keys()


@pytest.mark.parametrize("name", INPUTS)
def test_right_as_written_flat_and_rewritten(name: str, as_written: Callable[[str], Path], tmp_path: Path) -> None:
    original = as_written(name)
    rewritten = build(source_of(name), tmp_path / "rewritten", original=False, checks=False)
    queueing = build(source_of(name), tmp_path / "queueing", original=False, carrier="auto", checks=False)
    for inputs in INPUTS[name]:
        arguments = tuple(inputs.split())
        flat = run(original, *arguments, "--flat")
        assert (flat.exit_code, flat.stderr) == (0, b"")
        assert re.match(
            rb"%b: ok .*; first [0-9.]+ ms, median [0-9.]+ ms, best [0-9.]+ ms$" % name.encode(), flat.stdout
        )
        outcome = verify(Verification(original, rewritten, arguments=arguments, queueing=queueing, ignore=VARYING))
        assert isinstance(outcome, Equal), outcome
        assert outcome.exit_code == 0
        assert outcome.runs > 1 + len(POLICIES)
        for program in (original, rewritten, queueing):
            assert run(program, *arguments, seed=1).exit_code == 0


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("bfs", "--scale 9"),
        ("bfs", "--power-law 9"),
        ("frontier", "--scale 9"),
        ("sssp", "--scale 9"),
        ("sssp", "--power-law 9"),
        ("tc", "--scale 9"),
        ("tc", "--power-law 9"),
        ("mst", "--scale 9"),
        *((name, INPUTS[name][0]) for name in ("gc", "amr", "join", "mm", "sa")),
    ],
)
def test_a_dropped_launch_is_noticed(name: str, inputs: str, as_written: Callable[[str], Path]) -> None:
    result = run(as_written(name), *inputs.split(), "--pending-limit", "4")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{name}: WRONG".encode())


@pytest.mark.parametrize(
    ("name", "right", "mistake", "arguments"),
    [
        ("bfs", "  if (i >= degree) return;", "  if (i + 1 >= degree) return;", ()),
        ("bfs", "for (long long i = row[vertex]; i <", "for (long long i = row[vertex] + 1; i <", ("--flat",)),
        ("frontier", "if (i < degree) visit(", "if (i + 1 < degree) visit(", ()),
        ("frontier", "if (i < degree) visit(neighbours[i], level,", "visit(neighbours[0], level + 1,", ()),
        ("frontier", "edge = row[vertex]; edge <", "edge = row[vertex] + 1; edge <", ("--flat",)),
        ("sssp", "if (i < degree) relax(neighbours[i], distance + weights[i],", "relax(neighbours[0], distance,", ()),
        ("sssp", "relax(column[i], distance + weight[i], round", "relax(column[i], distance + 1, round", ("--flat",)),
        ("tree", "value_of(values[node], child, work)", "value_of(values[node], node, work)", ()),
        ("mandelbrot", "size, common[0], picture)", "size, common[0] + 1, picture)", ()),
        ("mandelbrot", "dwell_of(left + x, top + y, picture);", "dwell_of(left + y, top + x, picture);", ("--flat",)),
        ("gc", "if (bit >= 0 && bit < kColours) atomicOr", "if (bit > 0 && bit < kColours) atomicOr", ()),
        ("gc", "waits = state.priority[column[i]] > priority;", "waits = column[i] > vertex;", ("--flat",)),
        ("amr", "mesh.blocks[block].y + threadIdx.y * width;", "mesh.blocks[block].y + threadIdx.x * width;", ()),
        ("amr", "*count_on_host, mesh.capacity);", "*count_on_host, mesh.capacity) - 1;", ("--flat",)),
        ("join", "{row, index.row[start + i]}", "{row, start + i}", ()),
        ("join", "result.pairs[next++] = {row, index.row[i]};", "result.pairs[next++] = {i, row};", ("--flat",)),
        ("mm", "values[i] * b.value[j], start,", "values[i] + b.value[j], start,", ()),
        ("mm", "values[slot] += a.value[i]", "values[slot] = a.value[i]", ("--flat",)),
        ("sa", "align(read, places[i] - offset, genome)", "align(read, places[i], genome)", ()),
        ("sa", "if (here < least) least = here;", "if (i % 4 == 0 && here < least) least = here;", ("--flat",)),
        ("tc", "common += left == right;", "common += left <= right;", ()),
        ("tc", "triangles_at(vertex, graph.column[i], graph);", "triangles_at(vertex, vertex, graph);", ("--flat",)),
        ("quicksort", "sort_part(to, from, begin, parts.less, memory);", "", ()),
        ("quicksort", "if (counts.leaves > 0) sort_leaves", "if (counts.leaves > 8) sort_leaves", ("--flat",)),
        ("quadtree", "if (threadIdx.x < 4 && is_split", "if (threadIdx.x < 3 && is_split", ()),
        ("quadtree", "task.next[quadrant] = place;", "task.next[quadrant] = place + 1;", ("--flat",)),
        ("bt", "if (i < curve->points)", "if (i + 1 < curve->points)", ()),
        ("bt", "point_at(curve, point);", "point_at(curve, point > 0 ? point : 1);", ("--flat",)),
        ("mst", "if (i >= degree || !leaves", "if (i + 1 >= degree || !leaves", ()),
        ("mst", "cheapest = min(cheapest, graph.edges[i].key);", "cheapest = graph.edges[i].key;", ("--flat",)),
        ("sp", "state.logs[variable] = {{0, 0}};", "", ()),
        ("sp", "refusal_at(place, state.logs[variable]", "refusal_at(place, state.logs[0]", ()),
        ("sp", "if (variable < variables) answer_all", "if (variable < variables - 1) answer_all", ("--flat",)),
    ],
)
def test_a_mistake_is_noticed(name: str, right: str, mistake: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    text = source_of(name).read_text(encoding="utf-8")
    assert text.count(right) == 1
    source = tmp_path / name / f"{name}.cu"
    source.parent.mkdir()
    (tmp_path / "common").symlink_to(SAMPLES / "common")
    source.write_text(text.replace(right, mistake), encoding="utf-8")
    program = build(source, tmp_path / "mistaken", checks=False)
    result = run(program, *INPUTS[name][0].split(), *arguments)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{name}: WRONG".encode())


def test_a_graph_is_kept(as_written: Callable[[str], Path], tmp_path: Path) -> None:
    file = tmp_path / "graph"
    arguments = ("--scale", "6", "--flat", "--repeats", "1", "--graph", str(file))
    bfs, sssp = as_written("bfs"), as_written("sssp")
    unfinished = file.with_name("graph.new")
    unfinished.symlink_to("/dev/full")
    failed = run(bfs, *arguments)
    assert (failed.exit_code, b"cannot write" in failed.stderr, file.exists()) == (2, True, False)
    unfinished.unlink()
    assert run(bfs, *arguments).exit_code == 0
    assert not unfinished.exists()
    kept = file.stat()
    # the same graph, which nobody writes again
    assert run(sssp, *arguments).exit_code == 0
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (kept.st_mtime_ns, kept.st_ino)
    file.write_bytes(file.read_bytes()[:-4])
    assert run(bfs, *arguments).exit_code == 0
    assert file.stat().st_size == kept.st_size
