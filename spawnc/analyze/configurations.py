"""What the configurations of a body's launches call. They are blank for the parser: here their text is read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from spawnc.analyze.block_text import MacroWords
from spawnc.lexer import Token, tokens
from spawnc.model import Launch, Node, Unit
from spawnc.source import Span, as_text

_DECLARATIONS = {"VAR_DECL", "PARM_DECL"}


@dataclass(frozen=True, slots=True)
class Named:
    """A name that is called, or that a macro writes."""

    name: str
    #: With the `::` before it, or of the macro.
    offset: int
    #: -1 when a macro writes it, or it is a member's.
    name_offset: int
    #: After a `.` or `->`.
    is_member: bool = False


class Configurations:
    """The text between the chevrons of a unit's launches."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._launches: dict[str, list[Launch]] = defaultdict(list)
        for launch in unit.launches:
            if launch.enclosing is not None and launch.chevrons.close is not None:
                self._launches[launch.enclosing.key].append(launch)
        self._macros = MacroWords(unit)

    def called(self, key: str, body: Node) -> Iterator[Named]:
        """Functions that the launches of one function may call there; variables of its own hide such names."""
        launches = self._launches.get(key, ())
        own = {node.name for node in body.walk() if node.kind in _DECLARATIONS} if launches else set[str]()
        for launch in launches:
            if launch.chevrons.close is None:
                continue
            span = Span(launch.chevrons.open.end, launch.chevrons.close.begin)
            yield from self._named(list(tokens(self._unit.files[launch.path].data, span)), own)

    def _named(self, token_list: list[Token], own: set[str]) -> Iterator[Named]:
        for index, token in enumerate(token_list):
            name = as_text(token.text)
            for word in self._macros.written_by(name):
                yield Named(word, token.begin, -1)
            before, after = token_list[:index], token_list[index + 1 : index + 2]
            is_member = bool(before) and before[-1].text in (b".", b"->")
            is_called = token.kind == "name" and bool(after) and after[0].text in (b"(", b"<")
            if is_called and (is_member or name not in own):
                yield Named(name, _begin(before, token), -1 if is_member else token.begin, is_member)


def _begin(before: list[Token], name: Token) -> int:
    if not before or before[-1].text != b"::":
        return name.begin
    in_scope = len(before) > 1 and re.fullmatch(rb"\w+|>", before[-2].text)
    return name.begin if in_scope else before[-1].begin
