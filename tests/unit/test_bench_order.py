"""`spawnc bench` with a limited time: what comes first, what is not started, what goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from spawnc.bench.catalogue import BENCHMARKS, Benchmark, Size, chosen
from spawnc.bench.columns import AUTO, COLUMNS, FLAT, PHASES, THRESHOLD, Column, External, read_external
from spawnc.bench.measure import Bench, expected_seconds, make_graphs, measure
from spawnc.bench.programs import Made, program_name
from spawnc.bench.results import NO_TIME_LEFT, Cell, Run
from spawnc.bench.stages import Stage, is_measured, steps
from spawnc.bench.sweep import sweep

CDP = next(column for column in COLUMNS if column.name == "cdp")
TREE = chosen(["tree"])[0]
SAYS = 'echo "tree: ok x, 4 runs of 10 edges and 80 bytes; first 9.5 ms, median 2.5 ms, best 2 ms"'


def test_what_says_most_comes_first() -> None:
    found = steps(chosen(["bfs-citation", "gc-citation", "tc", "scale"]), COLUMNS)
    stages = [step.stage for step in found]
    assert stages == sorted(stages)
    assert set(stages) == set(Stage)
    names = {stage: [step.benchmark.name for step in found if step.stage is stage] for stage in Stage}
    assert names[Stage.TIMES] == ["bfs-citation", "gc-citation", "tc"]
    # by what they launch
    assert names[Stage.AS_WRITTEN] == ["gc-citation", "tc", "bfs-citation"]
    # by what they take of the memory
    assert names[Stage.SCALE][:2] == ["tc-power-law-19", "join-rows-16"]
    columns = {step.stage: [column.name for column in step.columns] for step in found}
    assert columns == {
        Stage.TIMES: ["flat", "spawn", "auto", "serial"],
        Stage.SWEEPS: ["threshold"],
        Stage.PHASES: ["phases"],
        Stage.SCALE: ["flat", "auto"],
        Stage.AS_WRITTEN: ["cdp", "cdp-ff"],
    }


def test_each_cell_is_in_one_step() -> None:
    mine: External = read_external("mine=mycc {source} -o {program}")
    columns = (*COLUMNS, mine.column)
    cells = [(step.benchmark.name, column.name) for step in steps(BENCHMARKS, columns) for column in step.columns]
    assert len(cells) == len(set(cells))
    assert set(cells) == {(b.name, c.name) for b in BENCHMARKS for c in columns if is_measured(b, c)}
    assert is_measured(chosen(["join-rows-16"])[0], mine.column)


def timed(ms_of: dict[int, float]) -> tuple[Callable[[int], Run], list[int]]:
    """A program that takes `ms_of` by threshold; those that are not there hang."""
    tried: list[int] = []

    def measure_one(threshold: int) -> Run:
        tried.append(threshold)
        return Run("ok", 1, ms_of[threshold]) if threshold in ms_of else Run("takes over 20 s")

    return measure_one, tried


def test_sweeps_go_down_and_look_beside_the_best() -> None:
    run, tried = timed({2**k: abs(k - 7) + 1 for k in range(2, 15)})
    *_, found = sweep(range(2, 15), (), run)
    # 256 and 64 are as good: what is beside the first of them is tried
    assert tried == [16384, 4096, 1024, 256, 64, 16, 4, 512, 128]
    assert [each.threshold for each in found] == [4, 16, 64, 128, 256, 512, 1024, 4096, 16384]
    run, tried = timed({2**k: abs(k - 10) + 1 for k in range(2, 15)})
    list(sweep(range(2, 15), (), run))
    assert tried[7:] == [2048, 512]
    run, tried = timed({1: 3, 2: 2, 4: 1, 8: 5})
    assert [each.threshold for each in list(sweep(range(4), (), run))[-1]] == [1, 2, 4, 8]
    assert tried == [8, 4, 2, 1]


def test_sweeps_end_where_a_run_hangs() -> None:
    run, tried = timed({16384: 5, 4096: 4, 1024: 3, 2048: 6})
    *_, found = sweep(range(2, 15), (), run)
    assert tried == [16384, 4096, 1024, 256, 2048, 512]
    assert [each.threshold for each in found if each.answer == "ok"] == [1024, 2048, 4096, 16384]


def test_sweeps_go_on_where_they_were() -> None:
    run, tried = timed({1: 3, 2: 2, 4: 1, 8: 5})
    known = (Run("ok", 1, 5, 8), Run("WRONG", 0, 0, 4))
    assert [(each.threshold, each.answer) for each in list(sweep(range(4), known, run))[-1]] == [
        (1, "ok"),
        (2, "ok"),
        (4, "WRONG"),
        (8, "ok"),
    ]
    assert tried == [2, 1]


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    def make(script: str, seconds: float = 60, **changes: object) -> Bench:
        program = tmp_path / "tree"
        program.write_text(f'#!/bin/sh\necho "$SPAWN_POLICY $*" >> "{tmp_path}/log"\n{script}\n')
        program.chmod(0o755)
        programs = {(b.sample, program_name(c)): Made(program) for b in BENCHMARKS for c in COLUMNS}
        deadline = time.monotonic() + seconds
        made = Bench(programs, tmp_path / "graphs", Size.PAPER, True, 2, 3, deadline, 100, lambda _: None)
        return replace(made, **changes)

    return make


def cells_of(
    bench: Bench, columns: tuple[Column, ...], known: tuple[Cell, ...] = (), of: Benchmark = TREE
) -> list[Cell]:
    return list({cell.column: cell for cell in measure(of, columns, bench, known)}.values())


def test_what_a_process_says(bench: Callable[..., Bench]) -> None:
    (cell,) = cells_of(bench(SAYS), (FLAT,))
    assert [(run.ms, run.runs, run.count, run.unit, run.bytes) for run in cell.runs] == [(2.5, 4, 10, "edges", 80)] * 2
    assert all(0 < run.seconds < 10 for run in cell.runs)


def test_nothing_is_started_that_has_no_time(bench: Callable[..., Bench], tmp_path: Path) -> None:
    known = Cell("tree", "flat", "other", (Run("ok", 1, 1, seconds=5), Run("ok", 1, 1, seconds=4)))
    assert expected_seconds([known]) == 4
    (cell,) = cells_of(bench(SAYS, seconds=3.5), (AUTO,), (known,))
    assert cell.answer == NO_TIME_LEFT
    assert not (tmp_path / "log").exists()
    (cell,) = cells_of(bench(SAYS, seconds=60), (AUTO,), (known,))
    assert cell.answer == "ok"
    # of another benchmark, or where nothing has ended, nothing is known
    assert expected_seconds([Cell("tree", "flat", "", (Run("takes over 20 s", seconds=20),))]) == 0


def test_the_end_of_the_time_ends_a_process(bench: Callable[..., Bench]) -> None:
    start = time.monotonic()
    cells = cells_of(bench("exec sleep 30", seconds=1), (FLAT, AUTO))
    assert time.monotonic() - start < 10
    assert [cell.answer for cell in cells] == [NO_TIME_LEFT] * 2


def test_one_that_hangs_is_told_and_left(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("spawnc.bench.measure._LIMIT", 1)
    script = f'case "$SPAWN_POLICY" in spawn) exec sleep 30 ;; never) kill -SEGV $$ ;; *) {SAYS} ;; esac'
    serial = next(column for column in COLUMNS if column.name == "serial")
    cells = {cell.column: cell for cell in cells_of(bench(script), (FLAT, AUTO, serial))}
    assert cells["auto"].answer == "takes over 1 s"
    assert cells["serial"].answer == "exit -11: "
    assert (cells["flat"].answer, len(cells["flat"].runs)) == ("ok", 2)
    # one round of what fails, two of what doesn't
    policies = [line.split()[0] for line in (tmp_path / "log").read_text().splitlines() if line.startswith(("s", "n"))]
    assert policies == ["spawn", "never"]
    # nor is it run again the next time
    again = cells_of(bench(script), (FLAT, AUTO, serial), tuple(cells.values()))
    assert again == list(cells.values())


def test_rounds_and_sweeps_go_on_where_they_were(bench: Callable[..., Bench], tmp_path: Path) -> None:
    whole = {cell.column: cell for cell in cells_of(bench(SAYS), (FLAT, THRESHOLD))}
    flat = replace(whole["flat"], runs=(whole["flat"].runs[0], Run(NO_TIME_LEFT)))
    swept = whole["threshold"].sweep
    threshold = replace(whole["threshold"], sweep=(*swept[1:], Run(NO_TIME_LEFT, threshold=2)), runs=())
    (tmp_path / "log").unlink()
    found = {cell.column: cell for cell in cells_of(bench(SAYS), (FLAT, THRESHOLD), (flat, threshold))}
    assert [cell.answer for cell in found.values()] == ["ok", "ok"]
    assert found["flat"].runs[0] == flat.runs[0]
    assert found["threshold"].sweep[1:] == swept[1:]
    # the threshold of which nothing was known, the two rounds of the best, and the second round of flat
    assert len((tmp_path / "log").read_text().splitlines()) == 4


def test_slow_columns_run_once(bench: Callable[..., Bench]) -> None:
    assert [len(cell.runs) for cell in cells_of(bench(SAYS), (CDP, FLAT))] == [1, 2]


def test_phases_are_those_of_one_run(bench: Callable[..., Bench]) -> None:
    report = '{"version": 1, "sites": [], "phases": {"launches": 8, "parent_ms": 6, "drain_ms": 2}}'  # of four runs
    (cell,) = cells_of(bench(f"echo '{report}' > \"$SPAWN_REPORT\"; {SAYS}"), (PHASES,))
    assert cell.phases == (("parents", 1.5), ("drains", 0.5))
    assert len(cell.runs) == 1


def test_a_point_that_the_device_has_no_room_for(bench: Callable[..., Bench], tmp_path: Path) -> None:
    point = chosen(["join-rows-25"])[0]
    (cell,) = cells_of(bench(SAYS, memory=16), (FLAT,), of=point)
    assert cell.answer == "needs 18.1 GB, 16 are free"
    assert not (tmp_path / "log").exists()
    assert cells_of(bench(SAYS, memory=20), (FLAT,), of=point)[0].answer == "ok"


def test_room_is_asked_for_again(bench: Callable[..., Bench]) -> None:
    point = chosen(["join-rows-25"])[0]
    told = cells_of(bench(SAYS, memory=16), (FLAT,), of=point)
    assert cells_of(bench(SAYS, memory=20), (FLAT,), tuple(told), point)[0].answer == "ok"


def test_each_process_is_kept(bench: Callable[..., Bench]) -> None:
    """A run that is interrupted goes on behind the last process that ended."""
    whole = list(measure(TREE, (FLAT, THRESHOLD), bench(SAYS), ()))
    seen = [(cell.column, len(cell.sweep), len(cell.runs)) for cell in whole]
    assert seen == [
        *(("flat", 0, 0), ("threshold", 0, 0)),
        *(("threshold", 1, 0), ("threshold", 2, 0), ("threshold", 3, 0)),
        *(("flat", 0, 1), ("threshold", 3, 1), ("flat", 0, 2), ("threshold", 3, 2)),
    ]


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        ('echo "tree: ok; first 1.2.3 ms, median . ms"', "exit 0: tree: ok; first 1.2.3 ms, median . ms"),
        ('echo "tree: ok; first 0 ms, median 0.000 ms"', "exit 0: tree: ok; first 0 ms, median 0.000 ms"),
        ("printf '\\377\\000; first 1 ms, median'", "exit 0: \ufffd\0; first 1 ms, median"),
        (f"{SAYS}; exit 1", "WRONG"),
        # an answer that is right, and an error behind it
        (f"{SAYS} > /dev/null; echo 'first 2 ms, median 2 ms'; exit 2", "exit 2: first 2 ms, median 2 ms"),
        ("echo 'first 2 ms, median 2 ms'; kill -SEGV $$", "exit -11: first 2 ms, median 2 ms"),
    ],
)
def test_garbage_is_no_time(bench: Callable[..., Bench], script: str, answer: str) -> None:
    (cell,) = cells_of(bench(script), (FLAT,))
    assert cell.answer == answer


def test_a_policy_of_the_user_is_none_of_the_columns(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPAWN_POLICY", "never")
    cells_of(bench(SAYS), (FLAT, AUTO))
    policies = [line.partition(" ")[0] for line in (tmp_path / "log").read_text().splitlines()]
    assert policies == ["", "spawn"] * 2


def test_graphs_are_made_in_time(bench: Callable[..., Bench]) -> None:
    start = time.monotonic()
    make_graphs(chosen(["bfs", "sssp"]), bench("exec sleep 30", seconds=1))
    assert time.monotonic() - start < 10


def test_the_end_of_the_time_ends_an_emulated_process(bench: Callable[..., Bench]) -> None:
    made = bench("exec sleep 30", seconds=1, on_gpu=False, size=Size.SMALL)
    start = time.monotonic()
    (cell,) = cells_of(made, (FLAT,))
    assert time.monotonic() - start < 15
    assert cell.answer == NO_TIME_LEFT


def test_counters_that_are_cut_off_are_told(bench: Callable[..., Bench]) -> None:
    (cell,) = cells_of(bench(f'[ "$SPAWN_REPORT" ] && echo \'{{"sites\' > "$SPAWN_REPORT"; {SAYS}'), (AUTO,))
    assert (cell.answer, cell.children) == ("its counters can't be read: is a disk full?", ())


def test_graphs_of_a_program_that_does_not_build(bench: Callable[..., Bench], tmp_path: Path) -> None:
    made = bench(SAYS, on_gpu=False, size=Size.SMALL)
    made = replace(made, programs=dict.fromkeys(made.programs, Made(tmp_path / "none", "nvcc failed")))
    benchmark = chosen(["bfs-grid"])[0]
    make_graphs([benchmark], made)
    (cell,) = cells_of(made, (FLAT,), of=benchmark)
    assert cell.answer == "does not build"
