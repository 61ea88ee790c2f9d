"""Unified diffs of bytes, in time that grows with the file and not with its square.

difflib compares every line with every equal line, and a rewritten file is full of equal lines (`} else {`): a
megabyte takes minutes. Here lines that are unique on both sides are matched first, and the gaps between them are
small enough for anything."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

_CONTEXT = 3
#: Product of two lengths up to which difflib is quick whatever the lines are.
_SMALL = 10_000
#: How many lines further on an equal line still counts as the same line.
_REACH = 100

#: Equal lines as (index in old, index in new, how many).
_Block = tuple[int, int, int]
#: Changed ranges as (old begin, old end, new begin, new end).
_Change = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class LineChange:
    """Lines `begin` to `end` (from 0, half-open) become `text`."""

    begin: int
    end: int
    text: bytes


def unified_diff(old: bytes, new: bytes, path: str) -> bytes:
    """What `diff -u` prints for two versions of `path`, and `patch -p0` reads; empty when they are equal."""
    before, after = split_lines(old), split_lines(new)
    changes = list(_changes(before, after))
    if not changes:
        return b""
    name = path.encode("utf-8", "surrogateescape")
    # the tab tells patch where a name with spaces ends
    end = b"\t\n" if b" " in name else b"\n"
    hunks = b"".join(_hunk(before, after, group) for group in _grouped(changes))
    return b"--- " + name + end + b"+++ " + name + end + hunks


def line_changes(old: bytes, new: bytes) -> Iterator[LineChange]:
    """What makes `new` of `old`, in order."""
    before, after = split_lines(old), split_lines(new)
    for low, high, new_low, new_high in _changes(before, after):
        yield LineChange(low, high, b"".join(after[new_low:new_high]))


def colour_diff(diff: bytes) -> bytes:
    """The same diff with the colours that git uses."""
    return b"".join(_colour_line(line) for line in split_lines(diff))


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a text with their ends; all of them together are the text."""
    # splitlines() would end a line at a lone carriage return, which patch does not
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _colour_line(line: bytes) -> bytes:
    for prefix, code in ((b"---", b"1"), (b"+++", b"1"), (b"@@", b"36"), (b"-", b"31"), (b"+", b"32")):
        if line.startswith(prefix):
            text = line.rstrip(b"\r\n")
            return b"\x1b[" + code + b"m" + text + b"\x1b[0m" + line[len(text) :]
    return line


def _changes(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[_Change]:
    old_at, new_at = 0, 0
    for old, new, size in (*matching_blocks(before, after), (len(before), len(after), 0)):
        if old > old_at or new > new_at:
            yield old_at, old, new_at, new
        old_at, new_at = old + size, new + size


def matching_blocks(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[_Block]:
    """Runs of equal lines, in order in both sequences; neighbouring runs may touch."""
    pairs = _match(before, after, 0, len(before), 0, len(after))
    # lines that follow each other on both sides are one run
    for _, run in groupby(enumerate(pairs), key=lambda item: (item[1][0] - item[0], item[1][1] - item[0])):
        members = [pair for _, pair in run]
        yield members[0][0], members[0][1], len(members)


def _match(
    before: Sequence[bytes], after: Sequence[bytes], low: int, high: int, new_low: int, new_high: int
) -> Iterator[tuple[int, int]]:
    head = 0
    while low + head < high and new_low + head < new_high and before[low + head] == after[new_low + head]:
        yield low + head, new_low + head
        head += 1
    low, new_low = low + head, new_low + head
    tail = 0
    while low < high - tail and new_low < new_high - tail and before[high - tail - 1] == after[new_high - tail - 1]:
        tail += 1
    high, new_high = high - tail, new_high - tail
    if low < high and new_low < new_high:
        yield from _match_middle(before, after, low, high, new_low, new_high)
    yield from ((high + index, new_high + index) for index in range(tail))


def _match_middle(
    before: Sequence[bytes], after: Sequence[bytes], low: int, high: int, new_low: int, new_high: int
) -> Iterator[tuple[int, int]]:
    anchors = _anchors(before, after, low, high, new_low, new_high)
    if anchors:
        for old, new in anchors:
            yield from _match(before, after, low, old, new_low, new)
            yield old, new
            low, new_low = old + 1, new + 1
        yield from _match(before, after, low, high, new_low, new_high)
    elif (high - low) * (new_high - new_low) <= _SMALL:
        matcher = SequenceMatcher(None, before[low:high], after[new_low:new_high], autojunk=False)
        for block in matcher.get_matching_blocks():
            for index in range(block.size):
                yield low + block.a + index, new_low + block.b + index
    else:
        yield from _match_forward(before, after, low, high, new_low, new_high)


def _anchors(
    before: Sequence[bytes], after: Sequence[bytes], low: int, high: int, new_low: int, new_high: int
) -> list[tuple[int, int]]:
    """Lines that are unique on both sides, as many as keep their order."""
    old_counts, new_counts = Counter(before[low:high]), Counter(after[new_low:new_high])
    places = {after[index]: index for index in range(new_low, new_high) if new_counts[after[index]] == 1}
    pairs = [
        (index, places[before[index]])
        for index in range(low, high)
        if old_counts[before[index]] == 1 and before[index] in places
    ]
    return _longest_increasing(pairs)


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    ends: list[int] = []
    last_of: list[int] = []
    previous: list[int] = []
    for index, (_, new) in enumerate(pairs):
        length = bisect_left(ends, new)
        previous.append(last_of[length - 1] if length else -1)
        if length == len(ends):
            ends.append(new)
            last_of.append(index)
        else:
            ends[length] = new
            last_of[length] = index
    chain: list[tuple[int, int]] = []
    index = last_of[-1] if last_of else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _match_forward(
    before: Sequence[bytes], after: Sequence[bytes], low: int, high: int, new_low: int, new_high: int
) -> Iterator[tuple[int, int]]:
    """Each old line meets the next equal new line, if one is near: a rewrite adds lines and seldom takes any."""
    places: dict[bytes, list[int]] = defaultdict(list)
    for index in range(new_low, new_high):
        places[after[index]].append(index)
    for old in range(low, high):
        candidates = places.get(before[old], [])
        at = bisect_left(candidates, new_low)
        if at < len(candidates) and candidates[at] - new_low <= _REACH:
            yield old, candidates[at]
            new_low = candidates[at] + 1


def _grouped(changes: list[_Change]) -> Iterator[list[_Change]]:
    group: list[_Change] = []
    for change in changes:
        if group and change[0] - group[-1][1] > 2 * _CONTEXT:
            yield group
            group = []
        group.append(change)
    yield group


def _hunk(before: Sequence[bytes], after: Sequence[bytes], group: list[_Change]) -> bytes:
    first, last = group[0], group[-1]
    lead = min(_CONTEXT, first[0])
    trail = min(_CONTEXT, len(before) - last[1])
    old_range = _range(first[0] - lead, last[1] + trail)
    new_range = _range(first[2] - lead, last[3] + trail)
    lines = [f"@@ -{old_range} +{new_range} @@\n".encode()]
    position = first[0] - lead
    for old, old_end, new, new_end in group:
        lines += [_line(b" ", line) for line in before[position:old]]
        lines += [_line(b"-", line) for line in before[old:old_end]]
        lines += [_line(b"+", line) for line in after[new:new_end]]
        position = old_end
    lines += [_line(b" ", line) for line in before[position : position + trail]]
    return b"".join(lines)


def _range(begin: int, end: int) -> str:
    count = end - begin
    # an empty range is named by the line before it
    start = begin + 1 if count else begin
    return f"{start}" if count == 1 else f"{start},{count}"


def _line(sign: bytes, line: bytes) -> bytes:
    return sign + line if line.endswith(b"\n") else sign + line + b"\n\\ No newline at end of file\n"
