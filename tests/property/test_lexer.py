"""The lexer on text of any kind, against a scanner that goes one character at a time."""

from hypothesis import example, given
from hypothesis import strategies as st

from spawnc.lexer import blank_chevrons, find_chevrons, tokens
from tests.case import chevron_offsets

#: Pieces that open, close, hide or split something.
PIECES = (
    *("<", "<<", "<<<", ">", ">>>", "(", ")", "{", "}", ",", ";", "'", '"', "\\", "\n", "\r\n", "\\\n", "\\\r\n"),
    *("//", "/*", "*/", "/", "*", 'R"(', ')"', 'R"ab(', ')ab"', 'u8"', 'LR"(', "R", "u8", "x", "_1", "1'0", "0x1p+3"),
    *(".5", "#", "# define L ", "#if 0\n", "<:", ":>", " ", "\t", "\xe9", "\xff", "\0", "\v"),
)
raw_text = st.one_of(
    st.binary(max_size=60), st.lists(st.sampled_from(PIECES), max_size=30).map("".join).map(str.encode)
)


@given(raw_text)
@example(b'"\\\r\n<<<"')
@example(b"<\\\r\n<\\\n<")
@example(b'u8R"(<<<)"')
def test_every_chevron_is_found(data: bytes) -> None:
    assert [launch.open.begin for launch in find_chevrons(data)] == chevron_offsets(data)


@given(raw_text)
def test_parts_of_a_launch_lie_in_order(data: bytes) -> None:
    for launch in find_chevrons(data):
        parts = [launch.name, launch.template_arguments, launch.open, *launch.configuration, launch.close]
        parts += [launch.parentheses]
        offsets = [offset for part in parts if part is not None for offset in (part.begin, part.end)]
        assert offsets == sorted(offsets)
        if launch.parentheses is not None:
            assert all(launch.parentheses.covers(argument) for argument in launch.arguments)
        if not launch.spliced:
            assert data[launch.open.begin : launch.open.end] == b"<<<"


@given(raw_text)
def test_blanking_keeps_places(data: bytes) -> None:
    launches = find_chevrons(data)
    blanked = blank_chevrons(data, launches)
    assert len(blanked) == len(data)
    assert [place for place, byte in enumerate(blanked) if byte == 0x0A] == [
        place for place, byte in enumerate(data) if byte == 0x0A
    ]
    spans = [(launch.open.begin, (launch.close or launch.open).end) for launch in launches]
    for place, (before, after) in enumerate(zip(data, blanked, strict=True)):
        if not any(begin <= place < end for begin, end in spans):
            assert before == after


@given(raw_text)
def test_tokens_are_the_text_in_order(data: bytes) -> None:
    end = 0
    for token in tokens(data):
        assert token.begin >= end
        assert data[token.begin : token.end] == token.text != b""
        end = token.end
