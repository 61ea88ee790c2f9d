"""The block size of a launch, where it is a constant that stands in the text: for the drain of a queue, which runs the
child's blocks with blocks of its own.

What comes out is spelled in names that hold outside the launching function, too: macros, and constants of a namespace;
the function's own constants are replaced by their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from spawnc.analyze.block_text import compound_of, read_body
from spawnc.analyze.variable_uses import Mode, uses
from spawnc.lexer import Token, tokens
from spawnc.model import Declaration, Launch, Node, Unit
from spawnc.source import Span, as_text

_NUMBER = re.compile(rb"(0[xX][0-9a-fA-F]+|[0-9]+)[uU]?")
_CONSTANT = {b"const", b"constexpr", b"static", b"inline"}
_OPERATORS = {b"+", b"-", b"*", b"/", b"%", b"(", b")"}
_INTEGERS = {b"int", b"unsigned", b"short", b"long", b"size_t", b"uint32_t", b"int32_t", b"auto"}
_DEFINE = rb"^[ \t]*#[ \t]*(?:define|undef)[ \t]+%s\b([^\n]*)"


def constant_block(unit: Unit, launch: Launch) -> tuple[str, ...]:
    """The constant expressions for x, y, z of a launch's blocks, without 1 at the end; none when it is not so."""
    body = unit.body_of(launch.enclosing) if launch.enclosing else None
    if body is None or len(launch.chevrons.configuration) < 2:
        return ()
    reader = _Reader(unit, launch, body)
    sizes = reader.block(list(tokens(unit.files[launch.path].data, launch.chevrons.configuration[1])))
    # `dim3(32, 1, 1)` is 32: one drain is for both
    while len(sizes) > 1 and sizes[-1] == "1":
        sizes = sizes[:-1]
    return sizes


def constant(unit: Unit, launch: Launch, words: Sequence[Token]) -> str:
    """An integer constant in a launch, as it is spelled outside the launching function; "" when it is none."""
    body = unit.body_of(launch.enclosing) if launch.enclosing else None
    return _Reader(unit, launch, body).number(words) if body is not None else ""


class _Reader:
    def __init__(self, unit: Unit, launch: Launch, body: Node) -> None:
        self._unit, self._launch = unit, launch
        self._locals: dict[str, list[Node]] = {}
        for node in body.walk():
            if node.kind in ("VAR_DECL", "PARM_DECL"):
                self._locals.setdefault(node.name, []).append(node)
        # those of a template hide a namespace's constants
        definition = launch.enclosing.definition if launch.enclosing else None
        self._own = {name.removesuffix("...") for name in (definition.template_arguments if definition else ())}
        self._changed = set[str]()
        if (compound := compound_of(body)) is not None:
            text = read_body(unit, launch.path, compound.span)
            self._changed = {use.ref.key for use in uses(text, compound) if use.mode is not Mode.READ}

    def block(self, words: Sequence[Token]) -> tuple[str, ...]:
        """The sizes that `dim3(16, 16)`, `{16, 16}`, `128` or a variable of such a value stand for."""
        if len(words) == 1 and words[0].kind == "name" and (value := self._value_of(words[0].text, {b"dim3"})):
            return self.block(value)
        if words and words[0].text == b"dim3":
            words = words[1:]
        if not words:
            return ()
        if (words[0].text, words[-1].text) in ((b"(", b")"), (b"{", b"}")):
            parts = list(_separated(words[1:-1]))
        else:
            parts = [list(words)]
        sizes = tuple(self.number(part) for part in parts)
        return sizes if 1 <= len(sizes) <= 3 and all(sizes) else ()

    def number(self, words: Sequence[Token]) -> str:
        """A constant expression; "" when it is none."""
        return self._size(words, frozenset())

    def _size(self, words: Sequence[Token], inside: frozenset[bytes]) -> str:
        pieces: list[str] = []
        for word in words:
            if word.text in _OPERATORS or _NUMBER.fullmatch(word.text):
                pieces.append(as_text(word.text))
            elif word.kind != "name" or word.text in inside:
                return ""
            elif value := self._value_of(word.text, _INTEGERS):
                known = self._size(value, inside | {word.text})
                if not known:
                    return ""
                pieces.append(f"({known})" if len(value) > 1 else known)
            elif as_text(word.text) not in (*self._locals, *self._own) and self._is_constant(word.text, inside):
                pieces.append(as_text(word.text))
            else:
                return ""
        return " ".join(pieces).replace("( ", "(").replace(" )", ")")

    def _value_of(self, name: bytes, types: set[bytes]) -> list[Token]:
        """What a local variable is initialised with, if nothing changes it."""
        found = self._locals.get(as_text(name), [])
        if len(found) != 1 or found[0].kind != "VAR_DECL" or found[0].is_static or found[0].annotations:
            return []
        variable = found[0]
        if variable.name_offset < 0 or (variable.ref and variable.ref.key in self._changed):
            return []
        data = self._unit.files[self._launch.path].data
        written = [token.text for token in tokens(data, Span(variable.span.begin, variable.name_offset))]
        if not set(written) <= types | {b"const", b"constexpr"} or not set(written) & types:
            return []
        initialiser = list(tokens(data, Span(variable.name_offset + len(name), variable.span.end)))
        return initialiser[1:] if initialiser[:1] and initialiser[0].text == b"=" else initialiser

    def _is_constant(self, name: bytes, inside: frozenset[bytes]) -> bool:
        """Whether a name is a macro or a namespace's variable that stands for a constant expression, everywhere."""
        values = list(_definitions(self._unit, name).values())
        return len(values) == 1 and bool(self._size(values[0], inside | {name}))


def stands_before(unit: Unit, name: str, head: Declaration) -> bool:
    """Whether a constant in a block's size is declared before some head, in its file. No `using` after the head may be
    what brings its name to the launch."""
    if re.search(rb"\busing\b", unit.files[head.path].data[head.span.begin :]):
        return False
    places = _definitions(unit, name.encode())
    return all(path == head.path and offset < head.span.begin for path, offset in places)


def _definitions(unit: Unit, name: bytes) -> dict[tuple[str, int], list[Token]]:
    """What a macro of a name stands for, else what variables of namespaces begin with, by their places."""
    return _macros(unit, name) or _global_values(unit, name)


def _macros(unit: Unit, name: bytes) -> dict[tuple[str, int], list[Token]]:
    """What stands in the definitions of a macro, by their places."""
    return {
        (path, match.start()): list(tokens(match[1]))
        for path, source in unit.files.items()
        for match in re.finditer(_DEFINE % re.escape(name), source.data, re.MULTILINE)
    }


def _global_values(unit: Unit, name: bytes) -> dict[tuple[str, int], list[Token]]:
    """The initialisers of namespaces' variables of this name; of those that are no constants, none at all."""
    found: dict[tuple[str, int], list[Token]] = {}
    for path, spans in unit.variables.items():
        for span in spans:
            words = list(tokens(unit.files[path].data, span))
            kinds = list(takewhile(lambda word: word.text in _INTEGERS | _CONSTANT, words))
            is_constant = bool({b"const", b"constexpr"} & {word.text for word in kinds})
            for declared in _separated(words[len(kinds) :]):
                left = list(takewhile(lambda word: word.text not in (b"=", b"{", b"("), declared))
                # `name = value`; what is declared in other ways is no constant of ours
                if any(word.text == name for word in left):
                    plain = len(left) == 1 and [word.text for word in declared[1:2]] == [b"="]
                    found[path, declared[0].begin] = declared[2:] if is_constant and plain else []
    return found


def _separated(words: Sequence[Token]) -> Iterator[list[Token]]:
    """What stands between commas that are in no parentheses."""
    part: list[Token] = []
    depth = 0
    for word in words:
        depth += (word.text in (b"(", b"{")) - (word.text in (b")", b"}"))
        if word.text == b"," and depth == 0:
            yield part
            part = []
        else:
            part.append(word)
    yield part
