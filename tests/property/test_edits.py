"""Edits change what they name, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spawnc.errors import InternalError
from spawnc.source import Edit, SourceFile, Span, apply_edits


@st.composite
def text_and_edits(draw: st.DrawFn) -> tuple[bytes, list[Edit]]:
    """Bytes, and edits of stretches that do not overlap, in any order; some are insertions at one place."""
    data = draw(st.binary(max_size=40))
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=12)))
    spans = [Span(begin, end) for begin, end in zip(cuts[::2], cuts[1::2], strict=False)]
    # an insertion may not stand inside a replaced stretch, but may stand at its ends
    spans += [Span(span.begin, span.begin) for span in spans if draw(st.booleans())]
    edits = [Edit(span, draw(st.binary(max_size=4))) for span in spans]
    return data, draw(st.permutations(edits))


def by_hand(data: bytes, edits: list[Edit]) -> bytes:
    """The same, one byte at a time: insertions of a place in their order, then its replacement, then the bytes."""
    result = b""
    position = 0
    while position <= len(data):
        here = [edit for edit in edits if edit.span.begin == position]
        result += b"".join(edit.text for edit in here if edit.span.end == position)
        replaced = [edit for edit in here if edit.span.end > position]
        for edit in replaced:
            result += edit.text
            position = edit.span.end
        if not replaced:
            result += data[position : position + 1]
            position += 1
    return result


@given(text_and_edits())
def test_edits_are_applied_as_by_hand(example: tuple[bytes, list[Edit]]) -> None:
    data, edits = example
    assert apply_edits(data, edits) == by_hand(data, edits)


@given(text_and_edits(), st.data())
def test_an_edit_that_overlaps_is_rejected(example: tuple[bytes, list[Edit]], data: st.DataObject) -> None:
    text, edits = example
    wide = [edit.span for edit in edits if edit.span.end > edit.span.begin]
    if not wide:
        return
    victim = data.draw(st.sampled_from(wide))
    begin = data.draw(st.integers(0, victim.end - 1))
    end = data.draw(st.integers(max(begin + 1, victim.begin + 1), len(text)))
    with pytest.raises(InternalError):
        apply_edits(text, [*edits, Edit(Span(begin, end), b"!")])


@given(text_and_edits(), st.data())
def test_a_window_is_a_part_of_the_whole(example: tuple[bytes, list[Edit]], data: st.DataObject) -> None:
    text, _ = example
    begin = data.draw(st.integers(0, len(text)))
    window = Span(begin, data.draw(st.integers(begin, len(text))))
    middle = data.draw(st.integers(window.begin, window.end))
    edit = Edit.insert(middle, b"!")
    whole = apply_edits(text, [edit])
    assert text[: window.begin] + apply_edits(text, [edit], window) + text[window.end :] == whole


@given(st.binary(max_size=40), st.data())
def test_locations_count_newlines(text: bytes, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    source = SourceFile("f", text)
    place = source.location(offset)
    lines = text.split(b"\n")
    assert place.line == text[:offset].count(b"\n") + 1
    span = source.line_span(place.line)
    assert text[span.begin : span.end] == lines[place.line - 1].rstrip(b"\r")
    start = sum(len(line) + 1 for line in lines[: place.line - 1])
    bom = 3 if place.line == 1 and text.startswith(b"\xef\xbb\xbf") and offset >= 3 else 0
    assert place.column == offset - start - bom + 1
