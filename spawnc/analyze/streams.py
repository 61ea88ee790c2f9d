"""The stream of a launch, as its fourth chevron argument spells it.

The parser never sees what stands between the chevrons, so this is read from tokens. Where a macro may stand for more
than it seems to, the answer is EXPRESSION, which nothing can be shown about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from spawnc.lexer import Chevrons, Token, macros_of_files, tokens
from spawnc.source import SourceFile, Span

_STREAM_TYPE = r"(?:::)?(?:cudaStream_t|CUstream|(?:struct )?CUstream_st\*)"
_CAST = re.compile(
    rf"\({_STREAM_TYPE}\)(?P<c>.+)"
    rf"|(?:static_cast|reinterpret_cast)<{_STREAM_TYPE}>\((?P<named>.+)\)"
    rf"|{_STREAM_TYPE}\((?P<call>.*)\)"
    rf"|(?:{_STREAM_TYPE})?\{{(?P<braces>.*)\}}"
)
_NULL = re.compile(r"|0[xX]?0*[uUlL]*|NULL|nullptr|__null|cudaStreamDefault")
_TAIL = {"cudaStreamTailLaunch"}
_CONSTANT = re.compile(r"cudaStream[A-Z]\w*")
_NAME = re.compile(r"[A-Za-z_]\w*")


class StreamKind(Enum):
    """What the text of a stream argument says."""

    NULL = "NULL stream"
    FIRE_AND_FORGET = "fire-and-forget stream"
    TAIL = "tail launch stream"
    CONSTANT = "another constant of the runtime"
    VARIABLE = "one name"
    EXPRESSION = "anything else"


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream argument; `spelling` is "" where the launch has none."""

    kind: StreamKind
    spelling: str = ""


def is_repeatable(files: Mapping[str, SourceFile], source: SourceFile, span: Span) -> bool:
    """Whether an expression does nothing, so that it may be evaluated twice: names, members, indices; and macros that
    stand for such."""
    return _does_nothing(files.values(), tokens(source.data, span), frozenset())


def _does_nothing(files: Iterable[SourceFile], token_list: Iterable[Token], seen: frozenset[bytes]) -> bool:
    for token in token_list:
        if token.kind not in ("name", "number") and token.text not in (b".", b"->", b"::", b"[", b"]"):
            return False
        if token.kind != "name" or token.text in seen:
            continue
        inside = seen | {token.text}
        if not all(_does_nothing(files, tokens(macro.text), inside) for macro in macros_of_files(files, token.text)):
            return False
    return True


def read_stream(source: SourceFile, chevrons: Chevrons, macros_with_commas: frozenset[bytes]) -> Stream:
    """The stream of one launch.

    `macros_with_commas` may stand for several arguments at once: their launches have a stream that can't be read."""
    configuration = chevrons.configuration
    whole = Span(chevrons.open.end, chevrons.close.begin if chevrons.close else chevrons.open.end)
    # a launch has two arguments at least: fewer are a macro's
    if not 2 <= len(configuration) <= 4 or (
        (macros_with_commas or source.data.find(b"...", whole.begin, whole.end) >= 0)
        and any(token.text in macros_with_commas or token.text == b"..." for token in tokens(source.data, whole))
    ):
        return Stream(StreamKind.EXPRESSION, source.text(whole).strip())
    if len(configuration) < 4:
        return Stream(StreamKind.NULL)
    spelling = source.text(configuration[3]).strip()
    return Stream(_kind(_plain(_joined(tokens(source.data, configuration[3])))), spelling)


def _kind(plain: str) -> StreamKind:
    if _NULL.fullmatch(plain):
        return StreamKind.NULL
    if plain == "cudaStreamFireAndForget":
        return StreamKind.FIRE_AND_FORGET
    if plain in _TAIL:
        return StreamKind.TAIL
    if _CONSTANT.fullmatch(plain):
        return StreamKind.CONSTANT
    return StreamKind.VARIABLE if _NAME.fullmatch(plain) else StreamKind.EXPRESSION


def _joined(token_list: Iterable[Token]) -> str:
    """The text of tokens, with a blank only between words."""
    text = ""
    for token in token_list:
        word = token.text.decode("utf-8", "replace")
        text += f" {word}" if text[-1:].isalnum() and word[:1].isalnum() else word
    return text


def _plain(text: str) -> str:
    """The expression without the parentheses and casts around it."""
    while True:
        if text.startswith("(") and _closing(text) == len(text) - 1:
            text = text[1:-1]
            continue
        cast = _CAST.fullmatch(text)
        if cast is None:
            return text
        text = next(inner for inner in cast.groups() if inner is not None)


def _closing(text: str) -> int:
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position
    return -1


def macros_with_commas(files: Iterable[SourceFile]) -> frozenset[bytes]:
    """Macros whose text has a comma that would separate arguments, or that pass their own on."""
    # a parameter list counts as text, in parentheses
    bodies = [(macro.name.text, list(tokens(macro.text))) for macro in macros_of_files(files)]
    found = {name for name, body in bodies if _has_comma(body)}
    while True:
        more = {name for name, body in bodies if name not in found and found & {token.text for token in body}}
        if not more:
            return frozenset(found)
        found |= more


def _has_comma(body: list[Token]) -> bool:
    depth = 0
    for token in body:
        depth += (token.text in (b"(", b"[", b"{")) - (token.text in (b")", b"]", b"}"))
        if token.text == b"__VA_ARGS__" or (depth == 0 and token.text == b","):
            return True
    return False
