"""Text with what macros stand for in their place, where the parser has not seen it."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.regions.host import HostCode

_OPEN, _CLOSED = (b"(", b"[", b"{"), (b")", b"]", b"}")


def most_definitions(code: HostCode, found: Sequence[Token], seen: frozenset[bytes] = frozenset()) -> int:
    """How often the macros in a text are defined, the one that is defined most often."""
    most = 1
    for token in found:
        if token.kind == "name" and token.text not in seen:
            bodies = code.macros(token.text)
            inner = (most_definitions(code, list(tokens(body)), seen | {token.text}) for body in bodies)
            most = max(most, len(bodies), *inner)
    return most


def expanded(code: HostCode, found: Sequence[Token], choice: int, seen: frozenset[bytes] = frozenset()) -> list[Token]:
    """Tokens with what macros stand for in the place of those; `choice` says by which of their definitions."""
    words, position = list[Token](), 0
    while position < len(found):
        token, position = found[position], position + 1
        macros = [*macros_of_files(code.unit.files.values(), token.text)] if token.kind == "name" else []
        macro = macros[min(choice, len(macros) - 1)] if macros and token.text not in seen else None
        if macro is None or (macro.parameters and (position == len(found) or found[position].text != b"(")):
            words.append(token)
            continue
        body = list(tokens(macro.body))
        if macro.parameters:
            names = [parameter.text for parameter in tokens(macro.parameters[1:-1]) if parameter.text != b","]
            given, position = _arguments(found, position)
            given = [expanded(code, argument, choice, seen) for argument in given]
            by_name = dict(zip(names, given, strict=False))
            body = [each for word in body for each in by_name.get(word.text, [word])]
        words += expanded(code, body, choice, seen | {token.text})
    return words


def _arguments(found: Sequence[Token], position: int) -> tuple[list[list[Token]], int]:
    """The arguments in the parentheses that open at a position, and the position behind them."""
    given, depth = [list[Token]()], 0
    while position < len(found):
        token, position = found[position], position + 1
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if depth == 0:
            break
        if token.text == b"," and depth == 1:
            given.append([])
        elif depth > 1 or token.text != b"(" or given[-1]:
            given[-1].append(token)
    return given, position
