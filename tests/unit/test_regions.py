"""Regions of host code, as the commands show them; what becomes of each is in tests/cases/graphs."""

from __future__ import annotations

import json
from importlib.resources import files as resources
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from spawnc.analyze.pragmas import RegionWish, read_pragmas
from spawnc.cli import app
from spawnc.lexer import find_chevrons
from spawnc.source import SourceFile

SOURCE = """\
#include <cstdio>
__global__ void step(float* x, int* changed, int n) { x[threadIdx.x % n] += 1, *changed = 0; }

void loops(float* x, int* changed, int n) {
  int again = 1;
#pragma spawn loop(block:4)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn nograph
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
  std::printf("between\\n");
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
  do {
    step<<<1, 128>>>(x, changed, n);
    std::printf("a trip\\n");
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cu").write_text(SOURCE)
    return tmp_path


def call(*arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout, stderr."""
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_table() -> None:
    code, out, err = call("list", "a.cu")
    assert (code, err) == (0, "")
    assert out.splitlines()[5:] == [
        "region     function  kind           launches  decision",
        "a.cu:7:3   loops     loop, block:4  1         graph",
        "a.cu:12:3  loops     sequence       1         kept",
        "a.cu:14:3  loops     sequence       1         possible",
        "a.cu:15:3  loops     region         1         refused SP102",
        "    line 17: no graph: 'printf' reads or writes something in the region",
        "4 regions of host code: 1 graph, 1 possible, 1 kept, 1 refused",
        "a.cu: 4 launches: 4 host, 0 guarded, 0 kept, 0 refused",
    ]
    verbose = call("list", "a.cu", "-v", "--graphs")[1].splitlines()
    assert "    it ends by `again`, 1 launch in its body" in verbose
    assert "    `#pragma spawn nograph`" in verbose
    assert "4 regions of host code: 2 graph, 0 possible, 1 kept, 1 refused" in verbose


def test_summary() -> None:
    launches = "a.cu: 4 launches: 4 host, 0 guarded, 0 kept, 0 refused"
    by_pragma = "4 regions of host code: 1 graph, 1 possible, 1 kept, 1 refused"
    assert call("rewrite", "a.cu", "-o", "b.cu")[2].splitlines() == [by_pragma, launches]
    asked = call("rewrite", "a.cu", "-o", "b.cu", "--graphs")[2].splitlines()
    assert asked[-2:] == ["4 regions of host code: 2 graph, 0 possible, 1 kept, 1 refused", launches]
    assert call("rewrite", "a.cu", "-o", "b.cu", "-q")[2] == ""


def test_explain_a_line_of_no_region() -> None:
    code, _, err = call("explain", "a.cu:2")
    assert code == 2
    assert "'a.cu' has no launch or region of host code on line 2" in err
    assert "the nearest ones: a.cu:7, a.cu:8, a.cu:12" in err


def test_json() -> None:
    code, out, _ = call("list", "a.cu", "--format", "json")
    assert code == 0
    document = json.loads(out)
    jsonschema.validate(document, json.loads(resources("spawnc.report").joinpath("list.schema.json").read_text()))
    regions = document["units"][0]["regions"]
    assert [region["decision"] for region in regions] == ["graph", "kept", "possible", "refused"]
    assert [region["mode"] for region in regions] == ["block:4", None, None, None]
    assert regions[3]["rule"] == "SP102"
    assert (regions[3]["line"], regions[3]["last_line"], regions[3]["why_line"]) == (15, 19, 17)
    assert regions[3]["advice"]


def test_nothing_is_shown_without_regions(folder: Path) -> None:
    (folder / "a.cu").write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    assert "region" not in call("list", "a.cu")[1]


def test_warnings_only_where_graphs_are_asked_for() -> None:
    assert "SP102" not in call("rewrite", "a.cu", "--diff")[2]
    assert "SP102" in call("rewrite", "a.cu", "--diff", "--graphs")[2]


def test_a_pragma_is_enough_and_the_option_does_the_rest() -> None:
    asked = call("rewrite", "a.cu", "-o", "-")[1]
    assert 'spawn_region_7("a.cu:7", "block:4")' in asked
    assert "spawn_region_14" not in asked
    assert "#pragma spawn" not in asked
    both = call("rewrite", "a.cu", "-o", "-", "--graphs")[1]
    assert "spawn_region_7(" in both
    assert "spawn_region_14(" in both
    assert "spawn_region_12(" not in both


def test_a_second_time_changes_nothing(folder: Path) -> None:
    (folder / "b.cu").write_text(call("rewrite", "a.cu", "-o", "-", "--graphs")[1])
    assert call("rewrite", "b.cu", "--check", "--graphs")[0] == 0


def test_the_configuration_file(folder: Path) -> None:
    (folder / "spawnc.toml").write_text("graphs = true\n")
    assert "spawn_region_14(" in call("rewrite", "a.cu", "-o", "-")[1]
    assert "spawn_region_14(" not in call("rewrite", "a.cu", "-o", "-", "--no-graphs")[1]


def test_originals_have_no_graphs() -> None:
    code, _, err = call("build", "a.cu", "-o", "a", "--original", "--graphs")
    assert code == 2
    assert "--original and --graphs exclude each other" in err


def wish(text: str) -> RegionWish | None:
    """What the one pragma of a text says of a region."""
    data = text.encode()
    result = read_pragmas(SourceFile("case.cu", data), find_chevrons(data))
    assert result.diagnostics == ()
    (pragma,) = result.pragmas
    return pragma.region


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("graph", (False, "")),
        ("nograph", (True, "")),
        ("loop(while)", (False, "while")),
        ("loop( block : 16 )", (False, "block:16")),
        ("graph loop(host)", (False, "host")),
    ],
)
def test_pragmas(words: str, expected: tuple[bool, str]) -> None:
    text = f"#pragma spawn {words}\n  do {{ k<<<1, 1>>>(); }} while (x);\n"
    found = wish(text)
    assert found is not None
    assert (found.is_no, found.mode) == expected
    assert text[found.statement :].startswith("do {")
