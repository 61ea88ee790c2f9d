"""Unified diffs: what they say is true, whatever the lines, and it is said in good time."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spawnc.report.diff import colour_diff, unified_diff


def apply(old: bytes, diff: bytes) -> bytes:
    """What `patch` makes of `old`."""
    source = re.findall(rb"[^\n]*\n|[^\n]+", old)
    result: list[bytes] = []
    position, last = 0, b""
    for line in re.findall(rb"[^\n]*\n", diff)[2:]:
        sign, text = line[:1], line[1:]
        if header := re.match(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line):
            start = int(header[1]) - (header[2] != b"0")
            result += source[position:start]
            position = start
        elif sign == b"\\":
            if last == b"+":
                result[-1] = result[-1].removesuffix(b"\n")
        elif sign == b"+":
            result.append(text)
        else:
            assert source[position].rstrip(b"\n") == text.rstrip(b"\n")
            if sign == b" ":
                result.append(source[position])
            position += 1
        last = sign
    return b"".join(result + source[position:])


LINES = st.lists(st.sampled_from([b"{\n", b"}\n", b"x\n", b"y\r\n", b"a\rb\n", b"\n", b"z"]), max_size=30)


@given(LINES, LINES)
def test_diff_turns_old_into_new(old_lines: list[bytes], new_lines: list[bytes]) -> None:
    old, new = b"".join(old_lines), b"".join(new_lines)
    diff = unified_diff(old, new, "a.cu")
    assert apply(old, diff) == new
    assert bool(diff) == (old != new)


def test_looks_like_diff_u() -> None:
    old = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    assert unified_diff(old, old.replace(b"5\n", b"five\n5\n"), "src/a b.cu") == (
        b"--- src/a b.cu\t\n+++ src/a b.cu\t\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+five\n 5\n 6\n 7\n"
    )


def test_missing_line_ending_is_told() -> None:
    assert unified_diff(b"a\nb", b"a\nb\n", "x").endswith(b"-b\n\\ No newline at end of file\n+b\n")


def test_equal_files_have_no_diff() -> None:
    assert unified_diff(b"a\n", b"a\n", "x") == b""


@pytest.mark.parametrize("distinct", [True, False])
def test_time_does_not_grow_with_the_square(distinct: bool) -> None:
    old: list[bytes] = []
    new: list[bytes] = []
    for index in range(4000):
        number = index if distinct else 0
        head = [b"__global__ void f%d() {\n" % number, b"  int i = 0;\n"]
        tail = [b"}\n", b"\n", b"// text\n"]
        old += [*head, b"  k<<<1, 1>>>();\n", *tail]
        new += [*head, b"  if (%d) {\n" % index, b"    k<<<1, 1>>>();\n", b"  }\n", *tail]
    begin = time.process_time()
    diff = unified_diff(b"".join(old), b"".join(new), "x")
    assert time.process_time() - begin < 5
    assert diff.count(b"\n-") == 4000
    assert diff.count(b"\n+") == 3 * 4000 + 1


def test_colour_keeps_the_text() -> None:
    diff = unified_diff(b"a\r\nb\n", b"a\r\nc\n", "x")
    coloured = colour_diff(diff)
    assert b"\x1b[31m-b\x1b[0m\n" in coloured
    assert b"\x1b[32m+c\x1b[0m\n" in coloured
    assert re.sub(rb"\x1b\[\d*m", b"", coloured) == diff
