"""Generated programs do the same as written and rewritten, whatever the policy and the schedule."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

from spawnc.cpu.run import first_difference
from spawnc.settings import CarrierChoice
from tests.differential.batch import (
    Difference,
    build_file,
    carrier_of,
    execute,
    first_differing,
)
from tests.differential.generator import generate
from tests.differential.machine import ORIGINAL, Run, runs
from tests.differential.program import Program, source_text
from tests.differential.shrink import shrink

#: What was found, made small; or what it came down to.
CASES = sorted((Path(__file__).parent / "differential" / "cases").glob("*.cu"))

#: 200 programs, as many to a file as compile at once without much memory.
BATCH, BATCHES = 20, 10
#: Programs of a seed that no run had before.
FRESH = 5
SHRINK_SECONDS = 120


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
