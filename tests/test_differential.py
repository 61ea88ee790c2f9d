"""Generated programs do the same as written and rewritten, whatever the policy and the schedule."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from spawnc.cpu.run import first_difference
from spawnc.settings import CarrierChoice
from tests.differential.batch import (
    Difference,
    build_file,
    carrier_of,
    decisions,
    execute,
    first_differing,
    rewrite,
    write_programs,
)
from tests.differential.generator import generate
from tests.differential.machine import ORIGINAL, Run, runs
from tests.differential.program import Program, features, source_text
from tests.differential.shrink import shrink

#: What was found, made small; or what it came down to.
CASES = sorted((Path(__file__).parent / "differential" / "cases").glob("*.cu"))

#: 200 programs, as many to a file as compile at once without much memory.
BATCH, BATCHES = 20, 10
#: Programs of a seed that no run had before.
FRESH = 5
SHRINK_SECONDS = 120


#: What the programs of CI have to hold, by kind.
FEATURES = {
    "bound": ("if", "odd", "return", "stride"),
    "form": ("comma", "label", "lambda", "pragma", "return", "run", "switch", "ternary", "unbraced"),
    "helper": (
        "declared before",
        "default argument",
        "non-type template",
        "overloaded",
        "plain",
        "reads built-ins",
        "recursive",
        "reference",
        "template",
        "transitive",
    ),
    "kernel": ("barrier", "thread"),
    "parameter": ("depth", "extra", "pack", "pair", "slot", "value"),
    "pragma": ("always", "independent", "keep", "serial", "spawn", "threshold", "workload"),
    "shape": ("1-D", "2-D", "3-D", "blocks", "braces", "dim3", "macro", "one thread", "threads", "varies", "wide"),
    "stream": ("forget", "loop", "null", "own", "shared", "tail"),
    "template": ("deduced", "explicit", "non-type", "pack", "specialised"),
    "": (
        "argument with a side effect",
        "barrier",
        "barrier in a branch",
        "barrier in a loop",
        "computed again after a barrier",
        "condition around a launch",
        "configuration with a side effect",
        "configuration in variables",
        "declared before",
        "early return",
        "exclusive launches",
        "host launch",
        "host stream",
        "kept across a barrier",
        "kernel in a namespace",
        "lambda that reads built-ins",
        "launch after a barrier",
        "launch in a device function",
        "launch in a loop",
        "launch that fails",
        "macro as arguments",
        "mutual recursion",
        "order of launches",
        "overloaded",
        "parameter changed",
        "recursion",
        "relay",
        "return before a barrier",
        "return between barriers",
        "several sites",
        "shared atomics",
        "shared memory",
        "site",
        "static kernel",
        "tail launch that reads results",
        "uniform break",
        "uniform continue",
        "uniform return",
        "written before the launch",
    ),
}
#: How their launches have to end: guarded in all ways, and refused by the rules about order, nesting and recursion.
DECISIONS = {
    "guarded, independent",
    "guarded, in order",
    "guarded, independent, block by block",
    "guarded, in order, block by block",
    "guarded, queued",
    "kept",
    "SP051",
    "SP055",
    "SP061",
    "SP063",
    "SP064",
}


def check(programs: list[Program], seed: int, folder: Path, carrier: CarrierChoice) -> None:
    """Fails with the first difference, made small."""
    found = first_differing(programs, seed, folder, carrier)
    if found is not None:
        pytest.fail(explain(shrink(found, folder / "small", seconds=SHRINK_SECONDS), found))


def explain(small: Difference, found: Difference) -> str:
    seed = found.program.seed
    return (
        f"program {seed} differs (carrier {found.carrier.value}, {found.run}):\n{found.what}\n"
        f"made smaller ({small.run}):\n{small.what}\n\n{source_text([small.program])}\n"
        f"again: python -m tests.differential.fuzz --first {seed} --programs 1 --carrier {found.carrier.value}"
    )


@pytest.mark.parametrize("batch", range(BATCHES))
def test_programs_agree(batch: int, tmp_path: Path) -> None:
    check([generate(seed) for seed in range(batch * BATCH, (batch + 1) * BATCH)], batch, tmp_path, carrier_of(batch))


def test_fresh_programs_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("DIFFERENTIAL_SEED", random.SystemRandom().randrange(1 << 30)))
    with capsys.disabled():
        print(f"\nfresh programs: DIFFERENTIAL_SEED={seed}", file=sys.stderr)
    check([generate(seed + index) for index in range(FRESH)], seed, tmp_path, carrier_of(seed))


def test_programs_hold_what_is_claimed(tmp_path: Path) -> None:
    """All that the generator knows of occurs, and most launches of most programs are guarded."""
    programs = [generate(seed) for seed in range(BATCH * BATCHES)]
    wanted = {f"{kind}: {name}" if kind else name for kind, names in FEATURES.items() for name in names}
    assert wanted <= frozenset().union(*map(features, programs))
    few = programs[: 3 * BATCH]
    counts = decisions(few, tmp_path)
    total = sum(counts.values(), Counter())
    assert total.keys() >= DECISIONS
    # a lambda of the kernel's own is no function to clone
    assert "SP049" not in total
    mostly = [guarded_share(count) > 0.5 for count in counts.values()]
    assert guarded_share(total) > 0.75
    assert sum(mostly) > 0.75 * len(mostly)


def test_some_parents_have_several_drains(tmp_path: Path) -> None:
    source = write_programs([generate(seed) for seed in range(3 * BATCH)], tmp_path)
    drains = [len(parent.drains) for parent in rewrite(source, CarrierChoice.AUTO).plan.queued_parents]
    assert sum(number > 1 for number in drains) >= 3
    assert 1 in drains


def guarded_share(count: Counter[str]) -> float:
    guarded = sum(number for kind, number in count.items() if kind.startswith("guarded"))
    return guarded / max(sum(count.values()), 1)


@pytest.mark.parametrize("carrier", [CarrierChoice.LAUNCH, CarrierChoice.AUTO], ids=lambda carrier: carrier.value)
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_what_once_differed(case: Path, carrier: CarrierChoice, tmp_path: Path) -> None:
    source = tmp_path / case.name
    source.write_bytes(case.read_bytes())
    built = build_file(source, carrier)
    expected = execute(built, Run(ORIGINAL))
    assert expected.exit_code == 0, expected.stderr.decode()
    for run in runs(1, carrier):
        assert not first_difference(expected, execute(built, run)), run
