"""Tokens of raw CUDA text, and every `<<<` in it.

The preprocessor hides what it skips and what it expands; a rewriter has to see all of it. So launches are
found here, in the bytes, and the AST is only asked what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spawnc.source import SourceFile, Span

_SPLICE = rb"(?:\\\r?\n)*"
_OPEN = re.compile(rb"<SPLICE<SPLICE<".replace(b"SPLICE", _SPLICE))
_SPLICED_LINE = re.compile(rb"\\\r?\n|[\r\n]")
_TOKEN = re.compile(
    rb"""
    (?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))
  | (?P<string>(?:u8|[uUL])?R"(?P<delimiter>[^ ()\\\t\v\f\n]{0,16})\(.*?\)(?P=delimiter)"
      |(?:u8|[uUL])?"(?:\\(?:\r\n|.)|[^"\\\n])*")
  | (?P<number>\.?[0-9](?:'?[0-9A-Za-z_.])*)
  | (?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)
  | (?P<character>'(?:\\(?:\r\n|.)|[^'\\\n])*')
  | (?P<chevron><<<|>>>)
  | (?P<spliced><SPLICE<SPLICE<)
  | (?P<directive>\#)
  | (?P<punctuation><<=|>>=|[-+*/%&|^=!<>]=|&&|\|\||\+\+|--|->|<:(?!:(?![:>]))|:>|<%|%>|::|\.\.\.|[^\s])
    """.replace(b"SPLICE", _SPLICE),
    re.DOTALL | re.VERBOSE,
)
_DEFINE = re.compile(
    rb"""
    ^[ \t]*\#[ \t]*define[ \t]+(?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)
    (?P<parameters>\([^)]*\))?(?P<body>(?:\\\r?\n|[^\n])*)
    """,
    re.MULTILINE | re.VERBOSE,
)
_OPENING = {b"(", b"[", b"{", b"<:", b"<%"}
_CLOSING = {b")", b"]", b"}", b":>", b"%>"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `kind` is the name of its group in the expression above."""

    kind: str
    text: bytes
    begin: int

    @property
    def end(self) -> int:
        return self.begin + len(self.text)

    @property
    def word(self) -> str:
        """The text for display and comparisons with names; bytes that are not UTF-8 are shown escaped."""
        return self.text.decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Macro:
    """One `#define`, as written: line continuations and comments included."""

    name: Token
    #: The parameter list with its parentheses; b"" for a macro without one.
    parameters: bytes
    body: bytes

    @property
    def text(self) -> bytes:
        """All that follows the name."""
        return self.parameters + self.body


@dataclass(frozen=True, slots=True)
class Chevrons:
    """One `<<<` as it stands in the text; what follows is None where the text is not a complete launch."""

    open: Span
    #: The closing `>>>`.
    close: Span | None = None
    #: The identifier before `<<<` or before its template arguments.
    name: Span | None = None
    #: Template arguments with their angle brackets.
    template_arguments: Span | None = None
    #: The parentheses of the argument list, both included.
    parentheses: Span | None = None
    #: The chevron arguments, split at top-level commas.
    configuration: tuple[Span, ...] = ()
    arguments: tuple[Span, ...] = ()
    #: Stands in the body of a `#define`.
    in_define: bool = False
    #: The three characters are split by a line continuation.
    spliced: bool = False

    @property
    def complete(self) -> bool:
        """Whether the text has all parts of a launch."""
        return self.close is not None and self.parentheses is not None and not self.spliced


def tokens(data: bytes, span: Span | None = None) -> Iterator[Token]:
    """The tokens of `data`, comments left out."""
    begin, end = (span.begin, span.end) if span else (0, len(data))
    for match in _TOKEN.finditer(data, begin, end):
        kind = match.lastgroup
        # the group of a raw string's delimiter closes after the group around it began
        kind = "string" if kind == "delimiter" else kind
        if kind and kind != "comment":
            yield Token(kind, match.group(), match.start())


@lru_cache(maxsize=6)
def tokens_of_file(data: bytes) -> tuple[Token, ...]:
    """All tokens of a file, which several looks at the same file share: the last files are remembered."""
    return tuple(tokens(data))


@lru_cache(maxsize=6)
def macros_of_file(data: bytes) -> tuple[Macro, ...]:
    """Every `#define` of a file, in text order, those of skipped branches too."""
    return tuple(
        Macro(Token("name", match["name"], match.start("name")), match["parameters"] or b"", match["body"])
        for match in _DEFINE.finditer(data)
    )


def macros_of_files(files: Iterable[SourceFile], name: bytes | None = None) -> Iterator[Macro]:
    """Every `#define` of some files; those of one name, where one is given."""
    for file in files:
        yield from (macro for macro in macros_of_file(file.data) if name is None or macro.name.text == name)


def find_chevrons(data: bytes) -> tuple[Chevrons, ...]:
    """Every `<<<` outside comments and literals, in text order."""
    if _OPEN.search(data) is None:
        return ()
    all_tokens = list(tokens_of_file(data))
    defines = _define_spans(data, all_tokens)
    return tuple(
        _chevrons_at(all_tokens, index, any(token.begin in define for define in defines))
        for index, token in enumerate(all_tokens)
        if token.text == b"<<<" or token.kind == "spliced"
    )


def blank_chevrons(data: bytes, chevrons: tuple[Chevrons, ...]) -> bytes:
    """The same number of bytes with every `<<<...>>>` made blank, so that each launch reads as a call.

    Line endings stay, and the backslash before one."""
    blanked = bytearray(data)
    for launch in chevrons:
        begin, end = launch.open.begin, launch.close.end if launch.close else launch.open.end
        blanked[begin:end] = b" " * (end - begin)
        for kept in _SPLICED_LINE.finditer(data, begin, end):
            blanked[kept.start() : kept.end()] = kept.group()
    return bytes(blanked)


def split_top_level(token_list: list[Token], begin: int, end: int) -> tuple[Span, ...]:
    """The spans between top-level commas of tokens that lie in [begin, end).

    A comma between `<` and `>` separates template arguments when the `<` follows a name and a `>` closes it
    before the list ends: `f<1, 2>::v, 3` is two items, `a < b, c > d` (never seen in a launch) would be one."""
    spans: list[Span] = []
    depth, angle, item = 0, 0, begin
    for index, token in enumerate(token_list):
        if token.text in _OPENING:
            depth += 1
        elif token.text in _CLOSING:
            depth -= 1
        elif depth == 0 and token.text == b"<" and index and _closes_angle(token_list, index):
            angle += 1
        elif depth == 0 and angle and token.text == b">":
            angle -= 1
        elif depth == 0 and angle == 0 and token.text == b",":
            spans.append(Span(item, token.begin))
            item = token.end
    if token_list or spans:
        spans.append(Span(item, end))
    return tuple(spans)


def closing_bracket(token_list: Sequence[Token], index: int) -> int | None:
    """Where the bracket is closed that stands at an index; None where it is not."""
    depth = 0
    for position in range(index, len(token_list)):
        text = token_list[position].text
        depth += (text in _OPENING) - (text in _CLOSING)
        if depth == 0:
            return position
    return None


def _closes_angle(token_list: list[Token], index: int) -> bool:
    if token_list[index - 1].kind != "name":
        return False
    depth = 0
    for token in token_list[index + 1 :]:
        if token.text in _OPENING:
            depth += 1
        elif token.text in _CLOSING:
            depth -= 1
            if depth < 0:
                return False
        elif depth == 0 and token.text == b">":
            return True
    return False


def _chevrons_at(all_tokens: list[Token], index: int, in_define: bool) -> Chevrons:
    opening = all_tokens[index]
    open_span = Span(opening.begin, opening.end)
    name, template_arguments = _callee(all_tokens, index)
    close_index = _matching_close(all_tokens, index)
    spliced = opening.kind == "spliced"
    if close_index is None:
        return Chevrons(
            open_span,
            name=name,
            template_arguments=template_arguments,
            in_define=in_define,
            spliced=spliced,
        )
    close = all_tokens[close_index]
    configuration = split_top_level(all_tokens[index + 1 : close_index], opening.end, close.begin)
    parentheses, arguments = _argument_list(all_tokens, close_index + 1)
    return Chevrons(
        open_span,
        close=Span(close.begin, close.end),
        name=name,
        template_arguments=template_arguments,
        parentheses=parentheses,
        configuration=configuration,
        arguments=arguments,
        in_define=in_define,
        spliced=spliced,
    )


def _matching_close(all_tokens: list[Token], index: int) -> int | None:
    depth = 0
    for position in range(index + 1, len(all_tokens)):
        text = all_tokens[position].text
        if text in _OPENING:
            depth += 1
        elif text in _CLOSING:
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and text == b">>>":
            return position
        elif depth == 0 and text in (b";", b"<<<"):
            return None
    return None


def _argument_list(all_tokens: list[Token], index: int) -> tuple[Span | None, tuple[Span, ...]]:
    if index >= len(all_tokens) or all_tokens[index].text != b"(":
        return None, ()
    position = closing_bracket(all_tokens, index)
    if position is None:
        return None, ()
    begin, end = all_tokens[index], all_tokens[position]
    inner = all_tokens[index + 1 : position]
    return Span(begin.begin, end.end), split_top_level(inner, begin.end, end.begin)


def _callee(all_tokens: list[Token], index: int) -> tuple[Span | None, Span | None]:
    """The name token before `<<<`, walking back over `<...>` template arguments."""
    position = index - 1
    template_arguments = None
    if position >= 0 and all_tokens[position].text in (b">", b">>", b">>>"):
        end = all_tokens[position].end
        opened = _template_opening(all_tokens, position)
        if opened is None:
            return None, None
        template_arguments = Span(all_tokens[opened].begin, end)
        position = opened - 1
    if position >= 0 and all_tokens[position].kind == "name":
        token = all_tokens[position]
        return Span(token.begin, token.end), template_arguments
    return None, template_arguments


def _template_opening(all_tokens: list[Token], position: int) -> int | None:
    depth, brackets = 0, 0
    while position >= 0:
        text = all_tokens[position].text
        if text in _CLOSING:
            brackets += 1
        elif text in _OPENING:
            brackets -= 1
            if brackets < 0:
                return None
        elif brackets == 0 and text in (b">", b">>>"):
            depth += len(text)
        elif brackets == 0 and text == b"<":
            depth -= 1
            if depth == 0:
                return position
        elif brackets == 0 and text in (b";", b"<<<"):
            return None
        position -= 1
    return None


def _define_spans(data: bytes, all_tokens: list[Token]) -> list[Span]:
    spans = []
    for index, token in enumerate(all_tokens[:-1]):
        if token.kind != "directive" or all_tokens[index + 1].text != b"define":
            continue
        end = token.begin
        while True:
            newline = data.find(b"\n", end)
            end = len(data) if newline < 0 else newline + 1
            if newline < 0 or not data[max(0, newline - 2) : newline].rstrip(b"\r").endswith(b"\\"):
                break
        spans.append(Span(token.begin, end))
    return spans
