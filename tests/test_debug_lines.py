"""What debuggers, profilers and nvcc's own messages show: the user's lines."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from spawnc.command import parse_command
from spawnc.settings import Settings
from tests import case as cases
from tests.compiled import nvcc

PLAIN = """\
__global__ void child(int* d, int n) {
  int i = threadIdx.x;
  if (i < n)
    d[i] = d[i] * 7 + 1;
}

__global__ void parent(int* d, int n) {
  if (n > 3)
    child<<<1, 32>>>(d, n);
}
"""

#: The same from another file: every line counts as one of gen.in, from 100 on, and of other.in, from 7 on.
WITH_DIRECTIVES = PLAIN.replace("__global__ void child", '#line 100 "gen.in"\n__global__ void child').replace(
    "__global__ void parent", '#line 7 "other.in"\n__global__ void parent'
)

pytestmark = pytest.mark.nvcc


def rewrite_in(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.chdir(folder)
    (folder / "bfs.cu").write_text(program)
    result = cases.rewrite("bfs.cu", parse_command([], sources=[Path("bfs.cu")], environment={}), Settings())
    return result.outputs["bfs.cu"]


def lines_of_functions(ptx: str) -> dict[str, set[tuple[str, int]]]:
    """For each kernel, by its mangled name: the places that its instructions have, as file name and line."""
    files = {
        number: Path(name).name for number, name in re.findall(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', ptx, re.MULTILINE)
    }
    places: dict[str, set[tuple[str, int]]] = defaultdict(set)
    name = ""
    for line in ptx.splitlines():
        if entry := re.match(r"\s*(?:\.\w+\s+)*\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)", line):
            name = entry[1]
        elif location := re.match(r"\s*\.loc\s+(\d+)\s+(\d+)", line):
            places[name].add((files[location[1]], int(location[2])))
    return places


@pytest.mark.parametrize(
    ("program", "body", "launch"),
    [(PLAIN, ("bfs.cu", 4), ("bfs.cu", 9)), (WITH_DIRECTIVES, ("gen.in", 103), ("other.in", 9))],
    ids=["plain", "with_line_directives"],
)
def test_instructions_have_the_users_lines(
    program: str, body: tuple[str, int], launch: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bfs.cu").write_bytes(rewrite_in(tmp_path, program, monkeypatch))
    status, said = nvcc(tmp_path, "bfs.cu", "-lineinfo", phase=("-ptx",))
    assert status == 0, said
    places = lines_of_functions((tmp_path / "bfs.out").read_text())
    parent = next(found for name, found in places.items() if "6parent" in name)
    launched = next(found for name, found in places.items() if "15child__launched" in name)
    # the guard stands at the launch; the serial body, inlined into the parent, at the child's own line
    assert launch in parent
    assert body in parent
    assert body in launched
    # the rewritten file itself is nowhere where the user's directives hide it
    assert "bfs.cu" in {body[0], launch[0]} or "bfs.cu" not in {name for name, _ in parent | launched}


@pytest.mark.parametrize(
    ("mistake", "line"),
    [
        # in the child's body, which stands in the output twice
        (("d[i] * 7 + 1", "d[i] * undefined_name"), 4),
        # in the launch's arguments
        (("32), d, n)", "32), d, undefined_name)"), 9),
        # in the kernel's parameters
        (("child(int* d, int n)", "child(int* d, undefined_name n)"), 1),
    ],
    ids=["body", "launch", "parameters"],
)
def test_nvcc_names_the_users_lines(
    mistake: tuple[str, str], line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = rewrite_in(tmp_path, PLAIN, monkeypatch).replace(*(text.encode() for text in mistake))
    assert b"undefined_name" in output
    (tmp_path / "bfs.cu").write_bytes(output)
    status, said = nvcc(tmp_path, "bfs.cu", phase=("-ptx",))
    assert status != 0
    # every message about it, from every copy
    assert {int(number) for number in re.findall(r"bfs\.cu\((\d+)\): error: .*undefined_name", said)} == {line}
