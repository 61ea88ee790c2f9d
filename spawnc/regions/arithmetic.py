"""Integer arithmetic of a launch configuration: the parser doesn't see it, so it is read from tokens, and written again
for the device."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from spawnc.lexer import Token

_INTEGER = re.compile(r"(0[xX][\da-fA-F']+|0[bB][01']+|[\d']+)([uU]?[lLzZ]{0,2}|[lLzZ]{1,2}[uU])")
_ZERO = re.compile(r"(0[xXbB])?[0']+[uUlLzZ]*")
_TYPE_WORDS = frozenset(
    b"char short int long signed unsigned size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t "
    b"uint".split()
)
_MEMBERS = (b"x", b"y", b"z")
_CLOSING = {b"(": b")", b"{": b"}"}


class UnreadError(Exception):
    """The text is more than integer arithmetic with known names."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a name stands for, as the device spells it."""

    text: str
    #: It depends on the loop's scalar.
    varies: bool = False
    #: A number that is never 0.
    is_constant: bool = False
    is_dim3: bool = False
    #: A pointer to the loop's scalar: `text` is the scalar.
    is_pointer: bool = False


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression on one line, without macros and comments."""

    text: str
    varies: bool = False
    is_constant: bool = False
    #: By what may be 0.
    divides: bool = False
    is_dim3: bool = False
    #: It needs no parentheses, whatever stands around it.
    is_operand: bool = False

    @property
    def bracketed(self) -> str:
        return self.text if self.is_operand else f"({self.text})"


class Names(Protocol):
    """What names mean at a place. Both raise UnreadError."""

    def named(self, token: Token) -> Named: ...

    def called(self, token: Token, arguments: Sequence[Expression]) -> Expression: ...


def read_grid(found: Sequence[Token], names: Names) -> Expression:
    """A grid: a number, `dim3(x, y)`, `{x, y}` or the name of one. Raises UnreadError."""
    reader = _Reader(found, names)
    if reader.at() == b"{" or (reader.at() == b"dim3" and reader.at(1) in _CLOSING):
        reader.position += reader.at() == b"dim3"
        grid = reader.dimensions()
    else:
        grid = reader.sum()
    reader.end()
    return grid


def read_initial_value(found: Sequence[Token], names: Names, *, is_dim3: bool) -> Expression:
    """What follows the name of a variable in its declaration: `= n / 2`, `(n / 2)`, `{n / 2}`. Raises UnreadError."""
    opening = found[0].text if found else b""
    if opening == b"=":
        value = read_grid(found[1:], names)
        if is_dim3 or not value.is_dim3:
            return value
    elif opening in _CLOSING:
        reader = _Reader(found, names)
        value = reader.dimensions()
        reader.end()
        if is_dim3:
            return value
        if "," not in value.text:
            return read_grid(found[1:-1], names)
    raise UnreadError


class _Reader:
    """A recursive descent over the tokens; C++'s order of operators."""

    def __init__(self, found: Sequence[Token], names: Names) -> None:
        self._found, self._names = found, names
        self.position = 0

    def at(self, ahead: int = 0) -> bytes:
        position = self.position + ahead
        return self._found[position].text if position < len(self._found) else b""

    def end(self) -> None:
        if self.position != len(self._found):
            raise UnreadError

    def _expect(self, *texts: bytes) -> None:
        for text in texts:
            if self.at() != text:
                raise UnreadError
            self.position += 1

    def dimensions(self) -> Expression:
        """`(x, y, z)` behind `dim3`."""
        opening = self.at()
        if opening not in _CLOSING:
            raise UnreadError
        self.position += 1
        parts = [self._number()]
        while self.at() == b"," and len(parts) < len(_MEMBERS):
            self.position += 1
            parts.append(self._number())
        self._expect(_CLOSING[opening])
        text = ", ".join(part.text for part in parts)
        return Expression(
            f"dim3({text})",
            varies=any(part.varies for part in parts),
            divides=any(part.divides for part in parts),
            is_dim3=True,
        )

    def _number(self) -> Expression:
        found = self.sum()
        if found.is_dim3:
            raise UnreadError
        return found

    def sum(self) -> Expression:
        left = self._product()
        while self.at() in (b"+", b"-"):
            operator = self.at().decode()
            self.position += 1
            left = self._combined(left, operator, self._product())
        return left

    def _product(self) -> Expression:
        left = self._unary()
        while self.at() in (b"*", b"/", b"%"):
            operator = self.at().decode()
            self.position += 1
            left = self._combined(left, operator, self._unary())
        return left

    def _combined(self, left: Expression, operator: str, right: Expression) -> Expression:
        if left.is_dim3 or right.is_dim3:
            raise UnreadError
        is_division = operator in "/%"
        if is_division and right.varies:
            # the host would stop where that is 0, and the device would not
            raise UnreadError
        return Expression(
            f"{left.text} {operator} {right.text}",
            varies=left.varies or right.varies,
            divides=left.divides or right.divides or (is_division and not right.is_constant),
        )

    def _unary(self) -> Expression:
        text = self.at()
        if text == b"-":
            self.position += 1
            inner = self._unary()
            if inner.is_dim3:
                raise UnreadError
            return Expression(f"-{inner.bracketed}", inner.varies, divides=inner.divides)
        if text == b"*":
            self.position += 1
            return self._pointed_to()
        if text == b"(":
            return self._cast() if self._type_at(1) else self._in_parentheses()
        if text == b"static_cast":
            self._expect(b"static_cast", b"<")
            name = self._type()
            self._expect(b">")
            return self._converted(name, self._argument())
        if text in (b"min", b"max") or (text == b"std" and self.at(2) in (b"min", b"max")):
            return self._smaller_or_larger()
        if self._type_at(0):
            return self._converted(self._type(), self._argument())
        return self._primary()

    def _argument(self) -> Expression:
        self._expect(b"(")
        inner = self._number()
        self._expect(b")")
        return inner

    def _in_parentheses(self) -> Expression:
        inner = self._argument()
        return replace(inner, text=inner.bracketed, is_operand=True)

    def _cast(self) -> Expression:
        self._expect(b"(")
        name = self._type()
        self._expect(b")")
        inner = self._unary()
        if inner.is_dim3:
            raise UnreadError
        return self._converted(name, inner)

    def _converted(self, name: str, inner: Expression) -> Expression:
        text = f"static_cast<{name}>({inner.text})"
        return Expression(text, inner.varies, divides=inner.divides, is_operand=True)

    def _type_at(self, ahead: int) -> bool:
        return self.at(ahead) in _TYPE_WORDS or (self.at(ahead) == b"std" and self.at(ahead + 2) in _TYPE_WORDS)

    def _type(self) -> str:
        words = []
        while self.at() in _TYPE_WORDS or self.at() in (b"std", b"::"):
            words += [self.at().decode()] if self.at() in _TYPE_WORDS else []
            self.position += 1
        if not words:
            raise UnreadError
        return " ".join(words)

    def _smaller_or_larger(self) -> Expression:
        """`std::min(a, b)` as a choice: the device has no function of that name for all types."""
        if self.at() == b"std":
            self._expect(b"std", b"::")
        is_least = self.at() == b"min"
        self.position += 1
        name = ""
        if self.at() == b"<":
            self._expect(b"<")
            name = self._type()
            self._expect(b">")
        self._expect(b"(")
        left = self._number()
        self._expect(b",")
        right = self._number()
        self._expect(b")")
        if name:
            left, right = self._converted(name, left), self._converted(name, right)
        one, other = left.bracketed, right.bracketed
        order = f"{other} < {one}" if is_least else f"{one} < {other}"
        return Expression(
            f"({order} ? {other} : {one})",
            varies=left.varies or right.varies,
            divides=left.divides or right.divides,
            is_operand=True,
        )

    def _pointed_to(self) -> Expression:
        is_open = self.at() == b"("
        self.position += is_open
        pointer = self._name()
        if not pointer.is_pointer:
            raise UnreadError
        if is_open:
            self._expect(b")")
        return Expression(pointer.text, varies=True, is_operand=True)

    def _name(self) -> Named:
        if self.position >= len(self._found) or self._found[self.position].kind != "name":
            raise UnreadError
        self.position += 1
        return self._names.named(self._found[self.position - 1])

    def _primary(self) -> Expression:
        if self.position < len(self._found) and self._found[self.position].kind == "number":
            text = self._found[self.position].word
            if not _INTEGER.fullmatch(text):
                raise UnreadError
            self.position += 1
            return Expression(text, is_constant=not _ZERO.fullmatch(text), is_operand=True)
        if self.at(1) == b"(" and self._found[self.position].kind == "name":
            return self._call()
        found = self._name()
        if found.is_pointer:
            self._expect(b"[", b"0", b"]")
            return Expression(found.text, varies=True, is_operand=True)
        if found.is_dim3 and self.at() == b"." and self.at(1) in _MEMBERS:
            member = self.at(1).decode()
            self.position += 2
            return Expression(f"{found.text}.{member}", found.varies, is_operand=True)
        return Expression(found.text, found.varies, found.is_constant, is_dim3=found.is_dim3, is_operand=True)

    def _call(self) -> Expression:
        name = self._found[self.position]
        self.position += 2
        arguments = [self._number()]
        while self.at() == b",":
            self.position += 1
            arguments.append(self._number())
        self._expect(b")")
        return self._names.called(name, arguments)
