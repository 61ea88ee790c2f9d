"""Dependency files name the user's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.depfile import rename_dependencies

NAMES = {"a.o.spawnc/a.cu": "src/a.cu", "a.o.spawnc/k k.cuh": "src/k k#1.cuh", "a.o.spawnc/$x.h": "$y.h"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.o : a.o.spawnc/a.cu \\\n    /usr/include/x.h\n", "a.o : src/a.cu \\\n    /usr/include/x.h\n"),
        ("a.o: a.o.spawnc/../a.o.spawnc/a.cu\n", "a.o: src/a.cu\n"),
        ("a.o: x.cu a.o.spawnc/k\\ k.cuh\r\n", "a.o: x.cu src/k\\ k\\#1.cuh\r\n"),
        # phony targets of -MP
        ("a.o: x.cu\n\na.o.spawnc/k\\ k.cuh:\n", "a.o: x.cu\n\nsrc/k\\ k\\#1.cuh:\n"),
        ("a.o: a.o.spawnc/$$x.h\n", "a.o: $$y.h\n"),
        ("a.o.spawnc/a.cu.o: b.cu\n", "a.o.spawnc/a.cu.o: b.cu\n"),
        ("", ""),
    ],
)
def test_renamed(before: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {str(tmp_path / path): other for path, other in NAMES.items()}
    assert rename_dependencies(before.encode(), names).decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.o : a.cu \\\n  k.h\n", "a.o : a.cu \\\n    my\\ spawnc.toml \\\n  k.h\n"),
        ("a.o: a.cu\nk.h:\n", "a.o: a.cu \\\n    my\\ spawnc.toml\nk.h:\n"),
        ("", ""),
    ],
)
def test_more_dependencies(before: str, after: str) -> None:
    assert rename_dependencies(before.encode(), {}, more=["my spawnc.toml"]).decode() == after
