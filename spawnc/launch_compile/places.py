"""Whether a `<<<` may stand in device code, by the text alone.

The answer is yes where the text leaves a doubt: a macro before the function that may hide `__global__`, braces that
`#if` makes uneven, a fragment that is included into a function. No is said only of launches whose enclosing function
reads as one of the host. What can still be missed is a function whose `__global__` comes from a macro in lower case
of a header that was not read; like everything that the launcher misses, it is compiled as it was."""

from __future__ import annotations

import re

from spawnc.launch_compile.scan import has_chevrons, is_spliced

TYPE_CHECKING = False  # see spawnc/launcher.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    #: Names of macros that the sources define: those that may stand for `__device__` or `__global__`, and the others.
    Macros: TypeAlias = tuple[set[bytes], set[bytes]]

_TOKEN = re.compile(
    rb"""
    //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z)
  | R"([^ ()\\\t\v\f\n]{0,16})\(.*?\)\1"
  | "(?:\\.|[^"\\\n])*" | [0-9](?:'?[0-9A-Za-z_.])* | '(?:\\.|[^'\\\n])*'
  | ^[ \t]*\#(?:/\*.*?\*/|\\\r?\n|[^\n])*
  | (<<<|[{};])
    """,
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)
_DEVICE = re.compile(rb"\b__(?:device|global|launch_bounds|grid_constant)__")
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_CAPITALS = re.compile(rb"\b[A-Z][A-Z_][A-Z0-9_]*\b")
_CONTROL = re.compile(rb"\s*(?:if|for|while|switch|else|do|try|catch|case|default|return)\b")
#: What a `}` that ends an initialiser, not a body, is followed by.
_CONTINUED = re.compile(rb"\s*[,{)>]")
#: Capitals in the heads of functions that are no macros of anybody's, or only make host functions.
_HARMLESS = {b"FILE", b"TEST", b"TEST_F", b"TEST_P", b"TYPED_TEST", b"TEST_CASE", b"BENCHMARK", b"MPI_COMM_WORLD"}


def may_launch_from_device(texts: Sequence[bytes]) -> bool:
    """Whether any of the texts, which belong to one compile, may launch from device code."""
    suspects = [data for data in texts if has_chevrons(data)]
    macros = _macros(texts)
    # `<<<` over several lines is rare enough not to be looked at closely
    return any(is_spliced(data) or _may_launch(data, macros) for data in suspects)


def _macros(texts: Iterable[bytes]) -> Macros:
    bodies: dict[bytes, bytes] = {}
    for data in texts:
        for name, body in _DEFINE.findall(data):
            bodies[name] = bodies.get(name, b"") + body
    hiding = {name for name, body in bodies.items() if _DEVICE.search(body)}
    while True:
        more = {name for name, body in bodies.items() if name not in hiding and hiding & set(re.findall(rb"\w+", body))}
        if not more:
            return hiding, bodies.keys() - hiding
        hiding |= more


def _may_launch(data: bytes, macros: Macros) -> bool:
    #: The spans of text before each open brace, since the last statement that ended.
    open_heads: list[tuple[int, int]] = []
    begin = 0
    for match in _TOKEN.finditer(data):
        token = match[2]
        if token == b"<<<":
            heads = [_without_directives(data[start:end]) for start, end in open_heads]
            if not _is_host(heads, macros):
                return True
        elif token == b"{":
            open_heads.append((begin, match.start()))
            begin = match.end()
        elif token == b"}":
            if not open_heads:
                return True
            start, _ = open_heads.pop()
            # `Foo() : a{1} {` is one head, and so is `f(int3 a = {1, 2, 3}) {`
            begin = start if _CONTINUED.match(data, match.end()) else match.end()
        elif token == b";":
            begin = match.end()
    # braces that `#if` makes uneven: who knows what belongs to what
    return bool(open_heads)


def _is_host(heads: Sequence[bytes], macros: Macros) -> bool:
    """Whether what stands inside of these heads, outermost first, is inside a function of the host."""
    if not any(_is_function(head) for head in heads):
        return False
    hiding, plain = macros
    for head in heads:
        if _DEVICE.search(head) or not hiding.isdisjoint(re.findall(rb"\w+", head)):
            return False
        if not _CONTROL.match(head) and set(_CAPITALS.findall(head)) - plain - _HARMLESS:
            return False
    return True


def _is_function(head: bytes) -> bool:
    # the rest of `for (...; ...; i += f(x)) {` has one parenthesis too many
    return b"(" in head and head.count(b"(") == head.count(b")") and not _CONTROL.match(head)


def _without_directives(head: bytes) -> bytes:
    """A head without comments and lines of the preprocessor."""
    return re.sub(rb"(?ms)//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\r?\n|[^\n])*", b" ", head)
