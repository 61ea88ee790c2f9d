"""Functions that a block gives an address of shared memory to: whether one that they reach needs it to be one."""

from __future__ import annotations

import re
from functools import cached_property

from spawnc.analyze.block_shared import functions_of
from spawnc.analyze.block_text import BodyText
from spawnc.analyze.facts import FactBook
from spawnc.analyze.obstacles import CALLED_UNSEEN, targets_of
from spawnc.model import Function, Node, Ref, Space

#: Operations that exist in some state spaces only, or whose result depends on the state space.
_NEEDING = r"atomic[A-Z]\w*|__nv_atomic\w*|__cvta_generic_to\w*|__is(Shared|Global|Local|Constant)\w*|__pipeline\w*"
_NAME = re.compile(_NEEDING)
_TYPE = re.compile(r"\batomic_ref\b")
_IN_TEXT = re.compile(rf"\b({_NEEDING}|atomic_ref)\b".encode())


class Reached:
    """What can be reached from the calls of one kernel's body."""

    def __init__(self, book: FactBook, text: BodyText) -> None:
        self._unit, self._text, self._book = book.unit, text, book

    def is_needing(self, type_name: str) -> bool:
        """Whether objects of a type make atomic operations."""
        return bool(_TYPE.search(type_name))

    def needed_by(self, call: Node, refs: tuple[Ref, ...]) -> str:
        """What a call that gets an address of shared memory may do that needs it to be one, "" if it is harmless."""
        for ref in refs:
            if ref.is_system and (_NAME.fullmatch(ref.name) or self.is_needing("::".join((*ref.scope, ref.name)))):
                return f"`{ref.name}` is used on it"
        given = [ref for node in call.walk() for ref in ((node.ref,) if node.ref else node.candidates)]
        known = [function for ref in (*refs, *given) for function in functions_of(self._unit, ref)]
        if refs and all(ref.is_system or ref.is_implicit or functions_of(self._unit, ref) for ref in refs):
            return self._needed(known) if known else ""
        # a function object of unknown type
        return self._needed(known) or (f"`{call.name or 'a call'}` is not known" if self._elsewhere else "")

    @cached_property
    def _elsewhere(self) -> bool:
        """Whether any text of the unit but the kernel's names such an operation."""
        text, found = self._text, False
        for file in self._unit.files.values():
            data = file.data
            if data is text.data:
                data = data[: text.span.begin] + data[text.span.end :]
            found = found or bool(_IN_TEXT.search(data))
        return found

    def _needed(self, roots: list[Function]) -> str:
        if not self._elsewhere:
            return ""
        unseen = (
            function
            for function in self._unit.functions.values()
            if (function.kind == "DESTRUCTOR" or function.name in CALLED_UNSEEN) and function.space.on_device
        )
        stack, seen = [*unseen, *roots], set[str]()
        while stack:
            function = stack.pop()
            if function.key in seen or function.space is Space.GLOBAL:
                continue
            seen.add(function.key)
            body = self._unit.body_of(function)
            for node in body.walk() if body is not None else ():
                if _NAME.fullmatch(node.name) or _TYPE.search(node.name) or _TYPE.search(node.type):
                    return f"'{function.name}' gets a pointer to it and uses `{node.name}`"
                for ref in (node.ref,) if node.ref else node.candidates:
                    stack += functions_of(self._unit, ref)
            for call in self._book.of(function).calls:
                targets = targets_of(self._book, call)
                stack += targets
                if call.dependent and not (targets or call.implicit):
                    return f"'{function.name}' gets a pointer to it and calls `{call.name}`, which is not known"
        return ""
