"""The mutations of bench/mutations.py still apply."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.mutations import MUTATIONS, Mutation

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_text_to_change_is_there_once(mutation: Mutation) -> None:
    for patch in mutation.patches:
        assert (ROOT / patch.path).read_text(encoding="utf-8").count(patch.old) == 1, patch
