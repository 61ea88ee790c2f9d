"""Names in a file, those aside that explicit instantiations are of: `template __global__ void fill<int>(int*);`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from spawnc.lexer import Token, tokens_of_file


@lru_cache(maxsize=6)
def names_in_use(data: bytes) -> frozenset[int]:
    """Offsets of the names outside comments and literals, without those that an explicit instantiation is of.

    The units of a run share headers: the last files are remembered."""
    return frozenset(_names_in_use(data))


def _names_in_use(data: bytes) -> Iterator[int]:
    statement: list[Token] = []
    line_end = 0
    for token in tokens_of_file(data):
        if token.begin < line_end:
            # of a directive
            if token.kind == "name":
                yield token.begin
            continue
        if token.kind == "directive":
            newline = data.find(b"\n", token.begin)
            line_end = len(data) if newline < 0 else newline
        elif token.text in (b";", b"{", b"}"):
            yield from _used(statement)
            statement = []
        else:
            statement.append(token)
    yield from _used(statement)


def _used(statement: list[Token]) -> Iterator[int]:
    instantiated = _instantiated(statement)
    return (token.begin for token in statement if token.kind == "name" and token is not instantiated)


def _instantiated(statement: list[Token]) -> Token | None:
    """The name before the arguments in `[extern] template TYPE NAME<...>(...)`."""
    words = statement[1:] if statement and statement[0].text == b"extern" else statement
    if len(words) < 2 or words[0].text != b"template" or words[1].kind != "name":
        return None
    depth = 0
    for before, token in pairwise(words):
        if depth == 0 and token.text in (b"<", b"(") and before.text != b"__launch_bounds__":
            return before if before.kind == "name" else None
        depth += (token.text == b"(") - (token.text == b")")
    return None
