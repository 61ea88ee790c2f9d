"""What else is evaluated in the statement of a host launch, after the launch.

The drain of a queue is launched when the full expression of its parent's launch ends: whatever comes later in that
expression would come before the drain. Nothing but a comma can follow a void expression, and a macro may hold one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from spawnc.analyze.streams import macros_with_commas
from spawnc.lexer import Token, macros_of_files, tokens, tokens_of_file
from spawnc.source import SourceFile, Span

_KEYWORDS = {b"if", b"else", b"while", b"do", b"for", b"switch", b"case", b"return", b"co_return", b"constexpr"}
_STOPS = {b";", b"{", b"}"}
_OPENING, _CLOSING = {b"(", b"[", b"<<<"}, {b")", b"]", b">>>"}


def why_not_last(files: Mapping[str, SourceFile], source: SourceFile, end: int) -> str:
    """Why something may be evaluated after a launch that ends at an offset, in its full expression; "" when nothing
    is."""
    following = next(tokens(source.data, Span(end, len(source.data))), None)
    if following is None or following.text in _STOPS:
        return ""
    token_list = tokens_of_file(source.data)
    position = bisect_left(token_list, following.begin, key=lambda token: token.begin)
    return _Follower(files.values()).of(token_list, position)


class _Follower:
    def __init__(self, files: Iterable[SourceFile]) -> None:
        self._sources = tuple(files)
        self._with_commas = macros_with_commas(self._sources)

    def of(self, token_list: Sequence[Token], position: int, seen: frozenset[bytes] = frozenset()) -> str:
        """What follows from a position on."""
        depth = 0
        for index in range(position, len(token_list)):
            text = token_list[index].text
            if depth <= 0 and (text == b"," or text in self._with_commas):
                return "something follows it in its statement"
            if text in _STOPS:
                return ""
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth < 0 and text == b")":
                depth = 0
                opening = _opening(token_list, index)
                before = token_list[opening - 1] if opening > 0 else None
                if before and before.kind == "name" and before.text in _KEYWORDS:
                    return ""
                if before and before.kind == "name" and (why := self._in_macro(before.text, seen)):
                    return why
        return ""

    def _in_macro(self, name: bytes, seen: frozenset[bytes]) -> str:
        """What a macro does after an argument."""
        definitions = [macro for macro in macros_of_files(self._sources, name) if macro.parameters]
        if name in seen or not definitions:
            return f"it stands in an argument of '{name.decode(errors='replace')}'"
        for definition in definitions:
            parameters = {token.text for token in tokens(definition.parameters) if token.kind == "name"} | {
                b"__VA_ARGS__"
            }
            body = [token for token in tokens(definition.body) if token.text != b"\\"]
            for index, token in enumerate(body):
                is_text = index > 0 and body[index - 1].text == b"#"
                if token.text in parameters and not is_text and (why := self.of(body, index + 1, seen | {name})):
                    return why
        return ""


def _opening(token_list: Sequence[Token], closing: int) -> int:
    """The parenthesis that another one closes; -1 when there is none."""
    depth = 0
    for index in range(closing, -1, -1):
        text = token_list[index].text
        depth += (text in _CLOSING) - (text in _OPENING)
        if depth == 0:
            return index
    return -1
