"""Which names of the user's stand in the way of the rewritten text."""

from __future__ import annotations

import pytest

from spawnc.analyze.collisions import TakenNames
from spawnc.source import SourceFile


def taken(text: str, kernel: str = "child") -> str:
    found = TakenNames([SourceFile("a.cu", text.encode())], []).beside(kernel)
    return found.name if found else ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("int child__spawn;", "child__spawn"),
        ("int other__spawn;", ""),
        ("void child__together();", "child__together"),
        ("int spawn_thread;", "spawn_thread"),
        ("struct spawn_type {};", "spawn_type"),
        ("#define Warps 2\n", "Warps"),
        ("#define Launch 1\n", "Launch"),
        ("struct spawn {};", "spawn"),
        ("int spawn;", "spawn"),
        ('// spawn\n/* spawn */ const char* s = "spawn";\n#pragma spawn keep\n', ""),
        ("int x = spawn::kAll;", ""),
        ("namespace spawn {}", ""),
        ("int child__spawn; // spawn::SiteTable", ""),
    ],
)
def test_taken_names(text: str, name: str) -> None:
    assert taken(text) == name


def test_a_name_of_a_hundred_thousand_letters() -> None:
    assert taken(f"int {'a' * 100_000} = 0;") == ""
