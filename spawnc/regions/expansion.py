"""Text with what macros stand for in their place, where the parser has not seen it."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.regions.host import HostCode


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
            given, position = _arguments(found, position)
            by_name = _by_parameter(macro.parameters, [expanded(code, each, choice, seen) for each in given])
            body = [each for word in body for each in by_name.get(word.text, [word])]
        words += expanded(code, body, choice, seen | {token.text})
    return words


def _by_parameter(parameters: bytes, given: list[list[Token]]) -> dict[bytes, list[Token]]:
    """What each parameter of a macro stands for. `__VA_ARGS__` in `(a, ...)`, and `rest` in `(a, rest...)`, are all
    arguments that are left, with their commas."""
    spelled = [token.text for token in tokens(parameters[1:-1])]
    names = [word for word in spelled if word not in (b",", b"...")]
    if spelled[-1:] == [b"..."]:
        names += [b"__VA_ARGS__"] if spelled[-2:-1] in ([], [b","]) else []
        fixed, rest = given[: len(names) - 1], list[Token]()
        for number, argument in enumerate(given[len(fixed) :]):
            rest += [Token("punctuation", b",", 0), *argument] if number else argument
        given = [*fixed, rest]
    return dict(zip(names, given, strict=False))


def _arguments(found: Sequence[Token], position: int) -> tuple[list[list[Token]], int]:
    """The arguments in the parentheses that open at a position, and the position behind them."""
    given, depth = [list[Token]()], 0
    while position < len(found):
        token, position = found[position], position + 1
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0:
            break
        if token.text == b"," and depth == 1:
            given.append([])
        elif depth > 1 or token.text != b"(" or given[-1]:
            given[-1].append(token)
    return given, position
