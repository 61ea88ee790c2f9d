"""Diagnostics as text: the caret stands under what is meant, whatever the line holds."""

import pytest

from spawnc.report.places import Message, Place, PlacedNote
from spawnc.report.text import cell_width, printable, render_error, render_message, shorten
from spawnc.source import SourceFile


def place(text: bytes, at: bytes, path: str = "a.cu") -> Place:
    source = SourceFile(path, text)
    location = source.location(text.index(at))
    span = source.line_span(location.line)
    return Place(location, text[span.begin : span.end].removeprefix(b"\xef\xbb\xbf"))


def excerpt(text: bytes, at: bytes) -> tuple[str, str]:
    """The source line and the caret line that are shown."""
    lines = render_message(Message("SP012", place(text, at), "what")).splitlines()
    return lines[1], lines[2]


def test_message_in_full() -> None:
    text = b"// one\n  child<<<1, n>>>(out);\n"
    note = PlacedNote(place(text, b"one"), "here")
    message = Message("SP014", place(text, b"child"), "the launched kernel could not be resolved", (note,))
    assert render_message(message) == (
        "a.cu:2:3: warning: the launched kernel could not be resolved [SP014]\n"
        "    2 |   child<<<1, n>>>(out);\n"
        "      |   ^~~~~\n"
        "a.cu:1:4: note: here\n"
        "    1 | // one\n"
        "      |    ^~~\n"
        "help: check that the file parses: `spawnc doctor`, and pass your build's flags after `--`"
    )


def test_notes_have_no_help() -> None:
    assert "help" not in render_message(Message("SP022", place(b"x", b"x"), "done"))


@pytest.mark.parametrize(
    "text",
    [
        b"\tkid<<<1, 1>>>();",
        b"if (a)\t\tkid<<<1, 1>>>();",
        "/* 日本語 é */ kid<<<1, 1>>>();".encode(),
        "/* e\u0301 \u202e \x1b[2J */ kid<<<1, 1>>>();".encode(),
        b"/* \xff\xfe latin \xe9 */ kid<<<1, 1>>>();",
        b"\xef\xbb\xbfkid<<<1, 1>>>();\r\n",
        b"x" * 5000 + b" kid<<<1, 1>>>();" + b"y" * 5000,
    ],
    ids=["tab", "inner tabs", "wide", "controls", "bytes", "byte-order mark", "long"],
)
def test_caret_stands_under_the_name(text: bytes) -> None:
    source, caret = excerpt(text, b"kid")
    begin = cell_width(caret[: caret.index("^")])
    cell = 0
    for index, character in enumerate(source):
        if cell == begin:
            assert source[index:].startswith("kid<<<")
            break
        cell += cell_width(character)
    assert caret.endswith(" ^~~")
    assert cell_width(source) <= 108
    assert source.isprintable()


def test_end_of_line_can_be_pointed_at() -> None:
    source = SourceFile("a.cu", b"kid<<<1\n")
    message = Message("SP010", Place(source.location(7), b"kid<<<1"), "incomplete")
    assert render_message(message).splitlines()[2] == "      |        ^"


def test_colour() -> None:
    message = Message("SP012", place(b"kid", b"kid"), "what")
    coloured = render_message(message, colour=True)
    assert "\x1b[1;35mwarning:\x1b[0m" in coloured
    assert "\x1b" not in render_message(message)


def test_printable() -> None:
    assert printable("a\x1b[31m\u202eb\udcff\tc\nd") == "a\\x1b[31m\\u202eb\\udcff c\nd"


def test_shorten_counts_cells() -> None:
    assert shorten("日本語日本語", 8) == "日本..."
    assert shorten("short", 8) == "short"


def test_error_with_hint() -> None:
    assert render_error("no", "do this") == "spawnc: error: no\nhint: do this"
