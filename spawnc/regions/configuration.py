"""What stands between the chevrons of a host launch: the parser doesn't see it, so it is read from tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spawnc.diagnostics import Diagnostic
from spawnc.lexer import Token, tokens
from spawnc.model import Launch
from spawnc.regions.expansion import expanded, most_definitions
from spawnc.regions.host import HostCode
from spawnc.regions.words import Words
from spawnc.source import Span

_WRITES = {b"=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"|=", b"&=", b"^=", b"<<=", b">>="}
#: What no expression holds that only computes a number.
_ACTS = frozenset(
    [*_WRITES, b";", b"#", *b"new delete throw co_await co_yield asm __asm__ typeid dynamic_cast".split()]
)
_NUMBER = re.compile(
    rb"(0[xX][\da-fA-F']+|0[bB][01']+|[\d']+)([uU]?([lL]{0,2}|[zZ])|([lL]{1,2}|[zZ])[uU])"
    rb"|[\d'.]+([eE][+-]?\d+)?[fFlL]?"
)


def configuration_problem(code: HostCode, launch: Launch) -> Diagnostic | None:
    """What in a launch configuration does more than compute a value."""
    for span in launch.chevrons.configuration:
        found = list(tokens(code.source.data, span))
        for choice in range(most_definitions(code, found)):
            words = Words(code, expanded(code, found, choice))
            if (position := _acting(words)) is not None:
                what = words.name(position)
                if (
                    what.isidentifier()
                    and words.at(position + 1) in (b"(", b"<", b"{")
                    and not words.is_compared(position)
                ):
                    return code.refuse("SP104", span, call=what)
                return code.refuse("SP109" if words.is_volatile(position) else "SP118", span, what=what)
    return None


def _acting(words: Words) -> int | None:
    """The token at which code may run, or something may change."""
    for position, token in enumerate(words.found):
        before = words.at(position - 1)
        if token.text in _ACTS or token.kind in ("string", "character", "directive"):
            return position
        match token.kind, token.text:
            case "number", number if not _NUMBER.fullmatch(number):
                return position
            case _, b"[" if before == b")" or not words.is_operand_end(position - 1):
                return position
            case _, b"{" if before not in (b"", b",", b"(", b"{") and not words.is_harmless(position - 1):
                return position - 1
            case _, b"(" if (place := _called_value(words, position)) is not None:
                return place
            case "name", _ if not _does_nothing(words, position):
                return position
            case _:
                pass
    return None


def _called_value(words: Words, position: int) -> int | None:
    """What a parenthesis calls that is no name, or casts to that is no type: `(f)(n)`, `(Own)n`, `f<3>(n)`."""
    before, closed = words.at(position - 1), words.closing(position)
    following = words.at(closed + 1)
    if before in (b"]", b"}") or (words.is_operand_end(position - 1) and before != b")" and following == b"("):
        return position
    if before == b">" and (name := words.template_before(position)) is not None:
        return None if words.is_harmless(name) and following != b"(" else name
    if not following or words.is_operand_end(position - 1):
        return None
    # `(Own)-1` is seen by the name of the type
    is_operand = words.found[closed + 1].kind != "punctuation" or following in (b"(", b"!", b"~", b"{")
    inner = range(position + 1, closed)
    is_type = all(words.is_name(at) or words.at(at) in (b"::", b"*", b"&", b"<", b">", b",") for at in inner)
    names = [at for at in inner if words.is_name(at) and words.at(at + 1) != b"::"]
    if is_operand and not (is_type and names):
        return position
    return next((at for at in names if is_operand and not words.is_harmless(at) and not words.is_type(at)), None)


def _does_nothing(words: Words, position: int) -> bool:
    """Whether no code runs for a name where it stands."""
    before, after = words.at(position - 1), words.at(position + 1)
    if before in (b".", b"->"):
        return after != b"(" and words.is_plain(position)
    if words.is_harmless(position) or after == b"::":
        return True
    if words.at(position) == b"this":
        return after == b"->"
    if words.code.unwritten and words.is_type(position) and not words.is_variable(words.name(position)):
        # a cast to it may run a constructor
        return words.at(position - 2) in (b"sizeof", b"alignof")
    if after == b"(" or (after == b"<" and words.called(words.name(position))):
        return words.is_pure_call(position)
    return words.is_plain(position)


def is_call(code: HostCode, found: Sequence[Token], position: int) -> bool:
    """Whether a name may be that of a function that is called: `f(n)`, or `f<3>(n)` of a function of the user's."""
    after = found[position + 1].text if position + 1 < len(found) else b""
    name = found[position].word
    return after == b"(" or (after == b"<" and name in code.unit.by_name)


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
            waiting += [token.text for body in code.macros(name) for token in tokens(body) if token.kind == "name"]
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
