"""Places in bytes, and edits."""

from pathlib import Path

import pytest

from spawnc.errors import InternalError, SourceError
from spawnc.source import BOM, Edit, SourceFile, Span, apply_edits, edits_within


@pytest.mark.parametrize(
    ("data", "offset", "place"),
    [
        (b"ab\ncd", 0, "f.cu:1:1"),
        (b"ab\ncd", 2, "f.cu:1:3"),
        (b"ab\ncd", 3, "f.cu:2:1"),
        (b"ab\ncd", 5, "f.cu:2:3"),
        (b"ab\r\ncd", 4, "f.cu:2:1"),
        (BOM + b"ab\ncd", 3, "f.cu:1:1"),
        (BOM + b"ab\ncd", 6, "f.cu:2:1"),
        ("é = 1".encode(), 2, "f.cu:1:3"),
        (b"", 0, "f.cu:1:1"),
    ],
)
def test_location(data: bytes, offset: int, place: str) -> None:
    assert str(SourceFile("f.cu", data).location(offset)) == place


def test_line_span_has_no_line_ending() -> None:
    source = SourceFile("f.cu", b"ab\r\ncd\n\nef")
    lines = [source.line_span(line) for line in (1, 2, 3, 4)]
    assert [source.data[span.begin : span.end] for span in lines] == [b"ab", b"cd", b"", b"ef"]


@pytest.mark.parametrize(
    ("data", "newline"),
    [(b"a\nb\r\n", b"\n"), (b"a\r\nb\n", b"\r\n"), (b"a", b"\n"), (b"", b"\n"), (b"\n", b"\n"), (b"\r\n", b"\r\n")],
)
def test_newline_is_that_of_the_first_line(data: bytes, newline: bytes) -> None:
    assert SourceFile("f.cu", data).newline == newline


def test_text_shows_what_is_not_utf8() -> None:
    source = SourceFile("f.cu", b"caf\xe9 \xc3\xa9")
    assert source.text(Span(0, 7)) == "caf\\xe9 é"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        SourceFile.read(tmp_path / "absent.cu")
    with pytest.raises(SourceError, match="is a directory"):
        SourceFile.read(tmp_path)


def test_edits_at_one_offset_keep_their_order() -> None:
    edits = [Edit.insert(1, b"1"), Edit(Span(1, 2), b"B"), Edit.insert(1, b"2"), Edit.insert(0, b"0")]
    assert apply_edits(b"abc", edits) == b"0a12Bc"


def test_an_insertion_may_touch_a_replacement_on_both_sides() -> None:
    assert apply_edits(b"abc", [Edit(Span(1, 2), b""), Edit.insert(1, b"<"), Edit.insert(2, b">")]) == b"a<>c"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 2), b""), Edit(Span(1, 3), b"")],
        [Edit(Span(0, 2), b""), Edit.insert(1, b"x")],
        [Edit(Span(0, 2), b""), Edit(Span(0, 2), b"")],
        [Edit(Span(2, 4), b"")],
    ],
)
def test_overlapping_edits_are_our_mistake(edits: list[Edit]) -> None:
    with pytest.raises(InternalError):
        apply_edits(b"abc", edits)


def test_edits_of_a_window() -> None:
    edits = [Edit(Span(2, 3), b"C"), Edit.insert(1, b"<"), Edit.insert(4, b">")]
    assert apply_edits(b"abcdef", edits, Span(1, 4)) == b"<bCd>"
    with pytest.raises(InternalError):
        apply_edits(b"abcdef", edits, Span(2, 4))


def test_edits_within_keeps_those_that_lie_wholly_inside() -> None:
    inside, across = Edit(Span(2, 3), b"x"), Edit(Span(1, 3), b"x")
    assert list(edits_within([inside, across], Span(2, 4))) == [inside]
