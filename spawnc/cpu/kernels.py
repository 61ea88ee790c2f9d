"""`__global__` functions in preprocessed text: their names, parameters and bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spawnc.cpu.brackets import CLOSING, matching, matching_back, top_level_items
from spawnc.lexer import Token
from spawnc.source import Span


@dataclass(frozen=True, slots=True)
class KernelDefinition:
    name: str
    #: As arguments of a call: `data`, `values...` for a pack.
    parameters: tuple[str, ...]
    #: The body with its braces.
    body: Span


def find_kernels(tokens: list[Token]) -> Iterator[KernelDefinition]:
    """The definitions of all kernels; declarations are passed over."""
    for index, token in enumerate(tokens):
        if token.text == b"__global__" and (kernel := _kernel_at(tokens, index)):
            yield kernel


def _kernel_at(tokens: list[Token], index: int) -> KernelDefinition | None:
    position = index + 1
    while position < len(tokens) and tokens[position].text not in (b";", b"{", b"}"):
        if tokens[position].text != b"(":
            position += 1
            continue
        close = matching(tokens, position)
        if close is None:
            return None
        is_trailing = [token.text for token in tokens[close + 1 : close + 3]] == [b"->", b"void"]
        opening = close + (3 if is_trailing else 1)
        if opening >= len(tokens):
            return None
        before, after = tokens[position - 1], tokens[opening]
        if after.text in (b"{", b"<%") and before.text not in (b"__attribute__", b"alignas", b"decltype"):
            end = matching(tokens, opening)
            if end is None:
                return None
            return KernelDefinition(
                _name_before(tokens, position),
                tuple(_parameter_names(tokens, position, close)),
                Span(after.begin, tokens[end].end),
            )
        position = close + 1
    return None


def _name_before(tokens: list[Token], parenthesis: int) -> str:
    """The function's name: the last one before its parameters that no template argument list holds."""
    position, depth = parenthesis - 1, 0
    while position > 0:
        token = tokens[position]
        if token.text in CLOSING:
            position = matching_back(tokens, position) or 0
        elif token.text in (b">", b">>", b">>>"):
            depth += len(token.text)
        elif token.text == b"<":
            depth -= 1
        elif depth == 0 and token.kind == "name":
            return _text(token)
        position -= 1
    return "?"


def _parameter_names(tokens: list[Token], open_: int, close: int) -> Iterator[str]:
    for item in top_level_items(tokens[open_ + 1 : close]):
        is_pack = any(token.text == b"..." for token in item)
        declarator = _without_default(item)
        if name := _declared_name(declarator):
            yield f"{name}..." if is_pack else name


def _without_default(item: list[Token]) -> list[Token]:
    depth = 0
    for position, token in enumerate(item):
        depth += token.text in (b"(", b"[", b"{")
        depth -= token.text in (b")", b"]", b"}")
        if depth == 0 and token.text == b"=":
            return item[:position]
    return item


#: A parameter that is only one of these (or ends in one) has no name.
_TYPE_WORDS = frozenset(
    b"void bool char short int long float double signed unsigned const volatile auto size_t dim3 uint3 "
    b"__restrict__ __restrict restrict".split()
)


def _declared_name(declarator: list[Token]) -> str:
    # `int (*f)(int)` and `int (&a)[4]` have their name in the first parentheses
    for position, token in enumerate(declarator):
        if token.text == b"(" and position + 1 < len(declarator) and declarator[position + 1].text in (b"*", b"&"):
            inner = declarator[position + 1 :]
            return next((_text(part) for part in inner if part.kind == "name"), "")
    brackets = next((position for position, token in enumerate(declarator) if token.text == b"["), len(declarator))
    head = declarator[:brackets]
    if len(head) < 2 or head[-1].kind != "name" or head[-1].text in _TYPE_WORDS:
        return ""
    # `std::size_t` and `T::type` without a name; `struct S` is never written so
    return "" if head[-2].text in (b"::", b"typename", b"struct", b"class", b"enum") else _text(head[-1])


def _text(token: Token) -> str:
    return token.text.decode("utf-8", "surrogateescape")
