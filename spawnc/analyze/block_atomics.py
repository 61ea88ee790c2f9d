"""Atomic functions, and what else needs real shared memory, in a block that one thread runs.

The block's shared variables are locals then, and local memory has no atomics (PTX ISA, "atom": the address must be
in the global or shared state space). `SPAWN_BLOCK_ATOMICS` hides CUDA's functions from the kernel's own text; it
reaches no function that the kernel calls, so those may not get an address of shared memory.

`__ldg`, `__ldca`, `__stwt` and their like are loads and stores in the global state space (sm_32_intrinsics.hpp): no
valid program uses them on shared memory."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.analyze.block_addresses import Addresses, is_of_numbers
from spawnc.analyze.block_parts import CutError
from spawnc.analyze.block_reach import Reached
from spawnc.analyze.block_text import BodyText, macro_bodies
from spawnc.analyze.facts import FactBook
from spawnc.analyze.variable_uses import CASTS, is_callee
from spawnc.model import Node, Ref, Unit
from spawnc.source import as_text

_OPERATIONS = ("Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor")
#: What `SPAWN_BLOCK_ATOMICS` hides.
HIDDEN = frozenset(f"atomic{name}{scope}" for name in _OPERATIONS for scope in ("", "_block", "_system"))
_RULE = "SP053"
_FUNCTIONS = {"FUNCTION_DECL", "FUNCTION_TEMPLATE"}


def keeps_atomics(book: FactBook, text: BodyText, root: Node, body: Node, shared: tuple[Node, ...]) -> bool:
    """Whether a kernel with shared variables calls atomic functions that have to be hidden. Raises CutError where
    hiding them is not enough."""
    if not shared:
        return False
    unit = book.unit
    addresses = Addresses(unit, text, body, shared)
    called = set(_called(text, body))
    if called:
        _check_names(unit, text, root, body, called)
        _check_types(body, shared, addresses)
    _check_calls(Reached(book, text), body, addresses)
    return bool(called)


def _called(text: BodyText, body: Node) -> Iterator[str]:
    """Hidden names that the text has, in whatever branch of an #if, or that its macros write."""
    yield from (as_text(token.text) for token in text.tokens if as_text(token.text) in HIDDEN)
    yield from (node.name for node in body.walk() if node.name in HIDDEN)


def _check_names(unit: Unit, text: BodyText, root: Node, body: Node, called: set[str]) -> None:
    """The names have to mean CUDA's functions, and be looked up where they are hidden."""
    tokens = text.tokens
    for index, token in enumerate(tokens):
        if as_text(token.text) in HIDDEN and index and tokens[index - 1].text == b"::":
            raise CutError(f"`::{as_text(token.text)}` can mean CUDA's function only", token.begin, rule=_RULE)
    for name in sorted(called):
        if any(function.kind in _FUNCTIONS and function.space.on_device for function in unit.by_name.get(name, ())):
            raise CutError(f"'{name}' is a function of this program", body.span.begin, rule=_RULE)
    for node in root.walk():
        if node.kind in ("VAR_DECL", "PARM_DECL", "FUNCTION_DECL") and node.name in HIDDEN:
            raise CutError(f"'{node.name}' is declared in the kernel", node.span.begin, rule=_RULE)
    macros = tuple(macro_bodies(unit))
    if any(as_text(name) in HIDDEN for name, _ in macros):
        raise CutError("a macro has the name of an atomic function", body.span.begin, rule=_RULE)
    uses = (*text.changing_macros, *text.reading_macros)
    for node in body.walk():
        written = node.name_offset < 0 or any(node.name_offset in use for use in uses)
        if node.name in HIDDEN and written and any(_is_qualified(words) for _, words in macros):
            what = f"a macro around `{node.name}` may write `::` before it"
            raise CutError(what, node.span.begin, rule=_RULE)


def _is_qualified(words: tuple[bytes, ...]) -> bool:
    """Whether a macro's text has a `::` without a name before it."""
    return any(
        word == b"::" and (index == 0 or not re.fullmatch(rb"\w+|>", words[index - 1]))
        for index, word in enumerate(words)
    )


def _check_types(body: Node, shared: tuple[Node, ...], addresses: Addresses) -> None:
    """Only numbers are handled in local memory."""
    for variable in shared:
        if not is_of_numbers(variable.type):
            what = f"atomic functions, and '{variable.name}' of type '{variable.type}'"
            raise CutError(what, variable.span.begin, rule=_RULE)
    for call in body.walk():
        names = [ref.name for ref in _callees(call) if ref.name in HIDDEN] if call.kind == "CALL_EXPR" else []
        pointers = [child for child in call.children if not is_callee(child)][:1]
        if names and any(addresses.mentioned(node) and not _is_numeric(node, addresses) for node in pointers):
            raise CutError(f"`{names[0]}` on what may be no number", call.span.begin, rule=_RULE)


def _is_numeric(pointer: Node, addresses: Addresses) -> bool:
    """Whether all that an address is made of points to numbers: the call's own type may be left to a template."""
    for node in pointer.walk():
        if node.kind in CASTS and not is_of_numbers(addresses.cast_to(node)):
            return False
        if node.kind == "CALL_EXPR" and node.ref is not None:
            if node.ref.kind == "CONVERSION_FUNCTION" or not is_of_numbers(node.ref.type.partition("(")[0].strip()):
                return False
        elif addresses.is_known(node.ref) and node.ref is not None and not is_of_numbers(node.ref.type):
            return False
    return True


def _check_calls(reached: Reached, body: Node, addresses: Addresses) -> None:
    """What gets an address of shared memory, and is not in the kernel's own text, may not need it to be one."""
    for node in body.walk():
        if node.kind == "VAR_DECL" and reached.is_needing(node.type) and addresses.mentioned(node):
            raise CutError(f"'{node.name}' is a '{node.type}'", node.span.begin, rule=_RULE)
        if node.kind != "CALL_EXPR" or addresses.is_own_lambda(node) or not addresses.given_to(node):
            continue
        refs = _callees(node)
        if any(ref.name in HIDDEN for ref in refs):
            continue
        needed = reached.needed_by(node, refs)
        if needed:
            raise CutError(needed, node.span.begin, rule=_RULE)


def _callees(call: Node) -> tuple[Ref, ...]:
    if call.ref is not None:
        return (call.ref,)
    callee = call.children[0] if call.children else call
    return tuple(ref for node in callee.walk() for ref in node.candidates)
