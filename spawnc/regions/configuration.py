"""What stands between the chevrons of a host launch: the parser doesn't see it, so it is read from tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spawnc.diagnostics import Diagnostic
from spawnc.lexer import Token, tokens
from spawnc.model import Launch
from spawnc.regions.effects import computes
from spawnc.regions.host import HostCode
from spawnc.source import Span

_WRITES = {b"=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"|=", b"&=", b"^=", b"<<=", b">>="}
#: What may stand before a parenthesis.
_HARMLESS = frozenset(
    b"dim3 uint3 sizeof static_cast bool char short int long signed unsigned size_t int32_t uint32_t int64_t uint64_t "
    b"float double ceil ceilf floor floorf min max sqrt".split()
)


def configuration_problem(code: HostCode, launch: Launch) -> Diagnostic | None:
    """What in a launch configuration does more than compute a value."""
    for span in launch.chevrons.configuration:
        found = list(tokens(code.source.data, span))
        if (what := _effect(code, found, frozenset())) is not None:
            return code.refuse(
                "SP104" if what.isidentifier() else "SP118",
                span,
                **({"call": what} if what.isidentifier() else {"what": what}),
            )
    return None


def _effect(code: HostCode, found: list[Token], seen: frozenset[bytes]) -> str | None:
    for position, token in enumerate(found):
        if token.text in _WRITES or (token.text in (b"{", b"[") and found[position - 1].text == b"["):
            return token.text.decode()
        if token.kind != "name" or token.text in _HARMLESS or token.text in seen:
            continue
        body = code.macro(token.text)
        if body is not None:
            if (what := _effect(code, list(tokens(body)), seen | {token.text})) is not None:
                return what
        elif is_call(code, found, position) and not _is_pure(code, token.text):
            return token.text.decode("utf-8", "backslashreplace")
    return None


def is_call(code: HostCode, found: Sequence[Token], position: int) -> bool:
    """Whether a name may be that of a function that is called: `f(n)`, or `f<3>(n)` of a function of the user's."""
    after = found[position + 1].text if position + 1 < len(found) else b""
    name = found[position].text.decode("utf-8", "backslashreplace")
    return after == b"(" or (after == b"<" and name in code.unit.by_name)


def _is_pure(code: HostCode, name: bytes) -> bool:
    functions = code.unit.by_name.get(name.decode("utf-8", "backslashreplace"), ())
    return bool(functions) and all(computes(code, function.key) for function in functions)


def names_of(code: HostCode, span: Span) -> frozenset[str]:
    """The identifiers of a piece of text but those of members, those of macros in it included."""
    names: set[bytes] = set()
    found = list(tokens(code.source.data, span))
    waiting = [
        token.text
        for position, token in enumerate(found)
        if token.kind == "name" and not (_is_member(found, position) and code.macro(token.text) is None)
    ]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            body = code.macro(name)
            waiting += [token.text for token in tokens(body) if token.kind == "name"] if body is not None else []
    return frozenset(name.decode("utf-8", "backslashreplace") for name in names)


def reads_managed(code: HostCode, span: Span) -> bool:
    """Whether a piece of text names a variable that is declared `__managed__`."""
    return any(
        re.search(rb"__managed__[^;{}()]*\b%s\b" % re.escape(name.encode()), source.data)
        for name in names_of(code, span)
        for source in code.unit.files.values()
    )


def _is_member(found: list[Token], position: int) -> bool:
    return position > 0 and found[position - 1].text in (b".", b"->")


def reads_memory(code: HostCode, span: Span) -> bool:
    """Whether a piece of text follows a pointer: `*p` after an operator, `p[i]`, `p->n`; `this->n` is `n`."""
    return _reads_memory(code, list(tokens(code.source.data, span)), frozenset())


def _reads_memory(code: HostCode, found: Sequence[Token], seen: frozenset[bytes]) -> bool:
    for position, token in enumerate(found):
        before = found[position - 1] if position else None
        if token.text == b"[" or (token.text == b"->" and before is not None and before.text != b"this"):
            return True
        if token.text == b"*" and (
            before is None or (before.kind == "punctuation" and before.text not in (b")", b"]"))
        ):
            return True
        body = code.macro(token.text) if token.kind == "name" and token.text not in seen else None
        if body is not None and _reads_memory(code, list(tokens(body)), seen | {token.text}):
            return True
    return False
