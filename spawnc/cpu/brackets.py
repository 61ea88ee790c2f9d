"""Brackets and lists in a sequence of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spawnc.lexer import Token

OPENING = {b"(", b"[", b"{", b"<:", b"<%"}
CLOSING = {b")", b"]", b"}", b":>", b"%>"}


def matching(tokens: Sequence[Token], index: int) -> int | None:
    """Index of the bracket that closes the one at `index`."""
    depth = 0
    for position in range(index, len(tokens)):
        text = tokens[position].text
        if text in OPENING:
            depth += 1
        elif text in CLOSING:
            depth -= 1
            if depth == 0:
                return position
    return None


def matching_back(tokens: Sequence[Token], index: int) -> int | None:
    """Index of the bracket that opens the one at `index`."""
    depth = 0
    for position in range(index, -1, -1):
        text = tokens[position].text
        if text in CLOSING:
            depth += 1
        elif text in OPENING:
            depth -= 1
            if depth == 0:
                return position
    return None


def top_level_items(tokens: list[Token]) -> Iterator[list[Token]]:
    """The tokens between commas that neither brackets nor template argument lists hold."""
    item: list[Token] = []
    depth = angle = 0
    for token in tokens:
        text = token.text
        if text in OPENING:
            depth += 1
        elif text in CLOSING:
            depth -= 1
        elif depth == 0 and text == b"<" and item and item[-1].kind == "name":
            angle += 1
        elif depth == 0 and angle and text in (b">", b">>", b">>>"):
            angle = max(0, angle - len(text))
        elif depth == 0 and angle == 0 and text == b",":
            yield item
            item = []
            continue
        item.append(token)
    if item:
        yield item
