"""Generated programs print the same on a GPU, as written and rewritten, under every policy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.batch import carrier_of, first_differing
from tests.differential.generator import generate
from tests.differential.machine import GPU

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]

#: A file of eight programs takes nvcc about as long as two of one. For more: tests/differential/fuzz.py, `--on gpu`.
FILES, PROGRAMS_EACH = 12, 8


@pytest.mark.parametrize("number", range(FILES))
def test_same_answers(number: int, tmp_path: Path) -> None:
    programs = [generate(1000 + number * PROGRAMS_EACH + i) for i in range(PROGRAMS_EACH)]
    assert first_differing(programs, number, tmp_path, carrier_of(number), GPU) is None
