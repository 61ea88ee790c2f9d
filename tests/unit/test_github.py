"""Annotations of GitHub workflows: one line a message, and nothing in it that ends a property early."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.report.github import render_github
from spawnc.report.places import Message, Place, PlacedNote
from spawnc.source import Location


def place(path: str = "a.cu", line: bytes = b"  leaf<<<1, 1>>>();", column: int = 3) -> Place:
    return Place(Location(path, 7, column), line)


def test_each_severity() -> None:
    messages = [Message(rule, place(), "text") for rule in ("SP001", "SP030", "SP080")]
    commands = [line.split(" ")[0] for line in render_github(messages).splitlines()]
    assert commands == ["::notice", "::warning", "::error"]


def test_notes_and_advice_are_lines_of_the_text() -> None:
    message = Message("SP082", place(), "text", (PlacedNote(place("b.cuh"), "here"),))
    assert render_github([message]) == (
        "::error file=a.cu,line=7,col=3,title=SP082::text%0Ahelp: remove it%0Ab.cuh:7:3: here"
    )


def test_escapes() -> None:
    message = Message("SP001", place("a,b:100%\n.cu"), "100%: a, b\r")
    assert render_github([message]) == ("::notice file=a%2Cb%3A100%25%0A.cu,line=7,col=3,title=SP001::100%25: a, b\\r")


def test_columns_count_characters() -> None:
    message = Message("SP001", place(line="/* é€ */ leaf<<<1, 1>>>();".encode(), column=13), "text")
    assert ",col=10," in render_github([message])


def test_what_was_done_as_asked_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cu").write_text(
        "__global__ void leaf(int *out) { out[threadIdx.x] = 1; }\n"
        "__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }\n"
        "__global__ void parent(int *out) {\n"
        "  leaf<<<1, 32, 0, cudaStreamFireAndForget>>>(out);\n"
        "  warp<<<1, 32>>>(out);\n"
        "}\n"
    )
    result = CliRunner().invoke(app, ["list", "a.cu", "--format", "github"])
    (line,) = result.stdout.splitlines()
    assert line.startswith("::warning file=a.cu,line=5,col=3,title=SP030::")
