"""Template arguments that a launch within a template leaves to deduction: as types of the template's own parameters,
where the text is so simple that there is no other answer.

The frontend does not know them: in a template, the launch is a call of a name that is still open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.analyze.block_text import compound_of
from spawnc.lexer import Token, tokens
from spawnc.model import Function, Launch, Unit
from spawnc.source import as_text

#: `const float *__restrict`
_POINTER = re.compile(r"(?P<const>const )?(?P<base>\w+(?: \w+)*?)(?P<after> const)? ?\*(?:const|__restrict\w*| )*")
_VALUE = re.compile(r"(?:const )?(?P<base>\w+(?: \w+)*)")
_BETWEEN = {b"+", b"*", b"/", b"%", b".", b"->", b"::"}


def deduced(unit: Unit, launch: Launch, child: Function, parameter: str) -> str:
    """What a type parameter of a child is deduced as; "" where that isn't plain to see."""
    definition = child.definition
    if definition is None:
        return ""
    data = unit.files[launch.path].data
    for wanted, span in zip(definition.parameters, launch.chevrons.arguments, strict=False):
        given = _type_of(unit, launch, list(tokens(data, span)))
        pointer, pointed = _POINTER.fullmatch(wanted.type), _POINTER.fullmatch(given)
        if pointer and pointed and pointer["base"] == parameter and not pointer["after"]:
            const = "const " if _is_const(pointed) and not pointer["const"] else ""
            return const + pointed["base"]
        value = _VALUE.fullmatch(wanted.type)
        if value and value["base"] == parameter:
            if own := _VALUE.fullmatch(given):
                return own["base"]
            if pointed:
                return f"{'const ' if _is_const(pointed) else ''}{pointed['base']}*"
    return ""


def _is_const(pointed: re.Match[str]) -> bool:
    return bool(pointed["const"] or pointed["after"])


def _type_of(unit: Unit, launch: Launch, words: list[Token]) -> str:
    """The declared type of `data`, or of `data` in `data + offset` and `&data[offset]`; "" of other expressions."""
    if len(words) == 1 and words[0].kind == "name":
        return _declared(unit, launch, as_text(words[0].text))
    if len(words) < 3:
        return ""
    operator = words[0] if words[0].text == b"&" else words[1]
    # of a pointer and a class, these may be anything
    if f"operator{as_text(operator.text)}" in unit.by_name:
        return ""
    if operator is words[1] and operator.text == b"+" and words[0].kind == "name" and _is_sum(words[2:]):
        known = _declared(unit, launch, as_text(words[0].text))
    elif operator is words[0] and words[1].kind == "name" and _is_one_subscript(words[2:]):
        known = _declared(unit, launch, as_text(words[1].text))
    else:
        return ""
    return known if _POINTER.fullmatch(known) else ""


def _is_sum(words: list[Token]) -> bool:
    """Whether words are added to what stands before them, and nothing else happens to the sum."""
    return all(depth > 0 or word.kind in ("name", "number") or word.text in _BETWEEN for word, depth in _depths(words))


def _is_one_subscript(words: list[Token]) -> bool:
    depths = [depth for _, depth in _depths(words)]
    return words[0].text == b"[" and words[-1].text == b"]" and min(depths) > 0


def _depths(words: list[Token]) -> Iterator[tuple[Token, int]]:
    """Each word with the brackets that it stands in, those that it is one of among them."""
    depth = 0
    for word in words:
        depth += word.text in (b"(", b"[", b"{")
        yield word, depth
        depth -= word.text in (b")", b"]", b"}")


def _declared(unit: Unit, launch: Launch, name: str) -> str:
    """The type of the one variable or parameter that has a name in the function that launches."""
    function = launch.enclosing
    root = unit.body_of(function) if function else None
    body = compound_of(root) if root else None
    if function is None or function.definition is None or body is None:
        return ""
    types = [parameter.type for parameter in function.definition.parameters if parameter.name == name]
    types += [node.type for node in body.walk() if node.kind in ("VAR_DECL", "PARM_DECL") and node.name == name]
    return types[0] if len(types) == 1 else ""
