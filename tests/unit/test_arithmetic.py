"""Grids that are read from tokens, and written for the device."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spawnc.lexer import Token, tokens
from spawnc.regions.arithmetic import Expression, Named, UnreadError, read_grid, read_initial_value

NAMES = {
    "count": Named("count", varies=True),
    "size": Named("spawn_value", varies=True, is_pointer=True),
    "n": Named("n"),
    "kBlock": Named("kBlock", is_constant=True),
    "block": Named("block", is_dim3=True),
    "shape": Named("shape", varies=True, is_dim3=True),
}


class Known:
    """These names, and one function."""

    def named(self, token: Token) -> Named:
        if token.word not in NAMES:
            raise UnreadError
        return NAMES[token.word]

    def called(self, token: Token, arguments: Sequence[Expression]) -> Expression:
        if token.word != "half":
            raise UnreadError
        varies = any(each.varies for each in arguments)
        return Expression(f"half({', '.join(each.text for each in arguments)})", varies, is_operand=True)


def read(text: str) -> Expression:
    return read_grid(list(tokens(text.encode())), Known())


def grid(text: str) -> str:
    return read(text).text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(count+255)/256", "(count + 255) / 256"),
        ("count - 1 - n", "count - 1 - n"),
        ("((count)) * 2u", "count * 2u"),
        ("-n + -(-count)", "-n + -(-count)"),
        ("- -n", "-(-n)"),
        ("*size / kBlock", "spawn_value / kBlock"),
        ("(*size + n) % 7 + size[0] + *(size)", "(spawn_value + n) % 7 + spawn_value + spawn_value"),
        ("(unsigned)count / 2", "static_cast<unsigned>(count) / 2"),
        ("(unsigned long)(count + 1)", "static_cast<unsigned long>((count + 1))"),
        ("((count * 2)) - ((n))", "(count * 2) - n"),
        ("static_cast<int>(count * 2)", "static_cast<int>(count * 2)"),
        ("size_t(count) + std::uint32_t(n)", "static_cast<size_t>(count) + static_cast<uint32_t>(n)"),
        ("std::min(count, 5)", "(5 < count ? 5 : count)"),
        ("max(count - 1, n)", "((count - 1) < n ? n : (count - 1))"),
        ("max<int>(n, 1)", "(static_cast<int>(n) < static_cast<int>(1) ? static_cast<int>(1) : static_cast<int>(n))"),
        ("dim3(count, n / 2)", "dim3(count, n / 2)"),
        ("{count, 1, 0x10}", "dim3(count, 1, 0x10)"),
        ("dim3{1, count}", "dim3(1, count)"),
        ("count / block.x + block.y", "count / block.x + block.y"),
        ("shape", "shape"),
        ("1 + half(count - 1, (n)) / 2", "1 + half(count - 1, n) / 2"),
    ],
)  # fmt: skip
def test_what_is_read(text: str, written: str) -> None:
    assert grid(text) == written
    assert read(text).varies == any(name in text for name in ("count", "size", "shape"))


@pytest.mark.parametrize(
    "text",
    [
        "", "count +", "(count", "count)", "count count", "2.0 * count", "1e3", "unknown", "f(count)", "half()",
        "half(block)", "a::half(n)", "count << 1",
        "count > 0", "count ? 1 : 2", "!count", "~count", "&count", "*count", "*n", "size", "size[1]", "count[0]",
        "count++", "--count", "count = 1", "n / count", "n % (count + 1)", "n / shape.x", "block + 1", "dim3(block)",
        "dim3()", "dim3(1, 2, 3, 4)", "block.w", "n.x", "(dim3)count", "(float)count", "float(count)",
        "static_cast<T>(n)",
        "std::min(count)", "std::min(1, 2, 3)", "min(block, 1)", "-block", "count, 1", "a::n", "this->n", "'a'", '"a"',
        "sizeof(int)", "(int)", "()",
    ],
)  # fmt: skip
def test_what_is_not_read(text: str) -> None:
    with pytest.raises(UnreadError):
        grid(text)


@pytest.mark.parametrize(
    ("text", "is_dim3", "written"),
    [
        ("= (count + 1) / 2", False, "(count + 1) / 2"),
        ("(count + 1)", False, "count + 1"),
        ("{n}", False, "n"),
        ("(count, 2)", True, "dim3(count, 2)"),
        ("{count}", True, "dim3(count)"),
        ("= dim3(n)", True, "dim3(n)"),
        ("= n", True, "n"),
    ],
)
def test_initial_values(text: str, is_dim3: bool, written: str) -> None:
    assert read_initial_value(list(tokens(text.encode())), Known(), is_dim3=is_dim3).text == written


@pytest.mark.parametrize(
    ("text", "is_dim3"),
    [("", False), ("", True), ("= dim3(n)", False), ("(n, 1)", False), ("n", False), ("= {n}", False)],
)
def test_no_initial_values(text: str, is_dim3: bool) -> None:
    with pytest.raises(UnreadError):
        read_initial_value(list(tokens(text.encode())), Known(), is_dim3=is_dim3)


@pytest.mark.parametrize(
    ("text", "divides"), [("count / 2", False), ("count / kBlock", False), ("count / n", True), ("count % 0", True)]
)
def test_divisions_that_may_fail(text: str, divides: bool) -> None:
    assert read(text).divides == divides


NUMBERS = st.one_of(st.integers(1, 99).map(str), st.sampled_from(["count", "n"]))
EXPRESSIONS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "*", " + ", " - "]), inner).map("".join),
        st.tuples(inner, st.sampled_from([" / ", "%"]), st.integers(1, 9).map(str)).map("".join),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"-({text})"),
        st.tuples(inner, inner).map(lambda both: f"std::min({both[0]}, {both[1]})"),
    ),
    max_leaves=12,
)


@given(EXPRESSIONS, st.integers(-50, 50), st.integers(1, 50))
def test_the_value_stays(text: str, count: int, n: int) -> None:
    """Of what is read and of what is written; Python rounds quotients in another way, but alike on both sides."""
    written = grid(text)
    values = {"count": count, "n": n, "min": min}

    def value(expression: str) -> int:
        return int(eval(_in_python(expression), {"__builtins__": {}}, values))

    assert value(written) == value(text)


def _in_python(expression: str) -> str:
    """`a ? b : c` of one level, as it is written for smaller ones; `/` of whole numbers."""
    if "?" not in expression:
        return expression.replace("std::", "").replace("/", "//")
    begin = expression.rindex("?")
    opened, depth = begin, 1
    while depth:
        opened -= 1
        depth += (expression[opened] == ")") - (expression[opened] == "(")
    closed, depth = begin, 1
    colon = 0
    while depth:
        closed += 1
        colon = closed if expression[closed] == ":" and depth == 1 else colon
        depth += (expression[closed] == "(") - (expression[closed] == ")")
    condition = expression[opened + 1 : begin]
    first, second = expression[begin + 1 : colon], expression[colon + 1 : closed]
    return _in_python(f"{expression[:opened]}(({first}) if ({condition}) else ({second})){expression[closed + 1 :]}")
