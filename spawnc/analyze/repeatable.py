"""Whether the text of a function may stand a second time, under another name and in another place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import dropwhile

from spawnc.analyze.facts import BUILTINS, METHODS, READ_ONLY_LOAD, FactBook
from spawnc.analyze.obstacles import needs_clone
from spawnc.lexer import Token, macros_of_files, tokens
from spawnc.model import Declaration, Function, Space
from spawnc.source import Span, as_text

_OPENS, _CLOSES = {b"if", b"ifdef", b"ifndef"}, {b"endif"}
_USING = re.compile(rb"\busing\s+(?!namespace\b)([\w\s:,\x80-\xff]+);")
_LAST_NAME = re.compile(rb"::\s*([\w\x80-\xff]+)\s*(?:,|\Z)")
_BETWEEN = {b"else", b"elif"}
#: What another copy, or another name, gives another value.
_OF_ITS_OWN = {b"__func__", b"__FUNCTION__", b"__PRETTY_FUNCTION__", b"__COUNTER__"}


class Repeatable:
    """Reasons against a second copy of functions of a unit."""

    def __init__(self, book: FactBook) -> None:
        self._book = book

    def problem(self, function: Function) -> str:
        """What makes the copy another program; "" when nothing does."""
        definition = function.definition
        if definition is None or definition.body is None or definition.parentheses is None:
            return ""
        if self._initialiser:
            return f"an initialiser outside functions reads built-ins or calls __ldg ('{self._initialiser}')"
        if function.name.partition("<")[0] in self._used:
            return "a using-declaration names it, and not what would stand beside it"
        if function.name.startswith("operator"):
            return "an operator has no name to which more can be added"
        if any(parameter.name in BUILTINS for parameter in definition.parameters):
            return "a parameter has the name of a built-in"
        if any(argument in ("", "...") for argument in definition.template_arguments):
            return "a template parameter has no name"
        files = self._book.unit.files
        data = files[definition.path].data
        if _returns_after(data, definition):
            return "its return type follows its parameters"
        if function.space is Space.GLOBAL and _chosen_by_type(data, definition):
            return "its return type, which takes part in overload resolution, is more than `void`"
        for declaration in function.declarations:
            end = declaration.parentheses.end if declaration.parentheses else declaration.span.end
            if _conditionals(files[declaration.path].data, Span(declaration.span.begin, end)):
                return "an #if stands in its signature"
            if self._reads_builtins(declaration):
                return "a default argument reads built-ins or calls __ldg, or may do so"
        if not _balanced(_conditionals(data, definition.body)):
            return "an #if begins or ends in its body"
        if own := _own_word(data, definition.body):
            return f"{own.decode()} is not the same in a copy"
        body = self._book.unit.body_of(function)
        if body is not None and any(node.kind == "FUNCTION_DECL" for node in body.walk() if node is not body):
            return "it declares a function in its body"
        return ""

    def _reads_builtins(self, declaration: Declaration) -> bool:
        # a default argument is evaluated where it is declared to: at file scope, out of reach of the local built-ins
        data = self._book.unit.files[declaration.path].data
        return any(
            token.text.decode("utf-8", "replace") in self._reading
            for parameter in declaration.parameters
            if parameter.default is not None
            for token in tokens(data, parameter.default)
            if token.kind == "name"
        )

    @cached_property
    def _used(self) -> frozenset[str]:
        """Names that `using a::name;` brings to another scope."""
        return frozenset(
            name.decode("utf-8", "replace")
            for source in self._book.unit.files.values()
            for match in _USING.finditer(source.data)
            for name in _LAST_NAME.findall(match[1])
        )

    @cached_property
    def _initialiser(self) -> str:
        """What reads built-ins or calls `__ldg` outside all functions: the default of a member, a lambda. ""."""
        unit = self._book.unit
        words = [
            token.text.decode("utf-8", "replace")
            for path, spans in unit.variables.items()
            for span in spans
            for token in _initialiser_tokens(unit.files[path].data, span)
        ]
        # most units have no initialisers, and need no look at what all their functions read
        if not words:
            return ""
        functions = {
            function.name
            for function in unit.functions.values()
            if function.space is not Space.GLOBAL and function.kind not in METHODS and function.name in self._reading
        }
        return next((word for word in words if word in self._values or word in functions), "")

    @cached_property
    def _values(self) -> frozenset[str]:
        """The built-ins, `__ldg`, and macros that hold one."""
        return self._with_macros({*BUILTINS, READ_ONLY_LOAD})

    @cached_property
    def _reading(self) -> frozenset[str]:
        """Names of the built-ins, of `__ldg`, of functions that use them, their classes, and macros that hold such a
        name."""
        functions = [function for function in self._book.unit.functions.values() if needs_clone(self._book, function)]
        members = [function for function in functions if function.kind in METHODS and function.scope]
        classes = {function.scope[-1].partition("<")[0] for function in members}
        return self._with_macros({*BUILTINS, READ_ONLY_LOAD, *(function.name for function in functions), *classes})

    def _with_macros(self, names: set[str]) -> frozenset[str]:
        while more := {name for name, held in self._macros if name not in names and held & names}:
            names |= more
        return frozenset(names)

    @cached_property
    def _macros(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The macros of the user's files, with the words of their bodies."""
        return tuple(
            (as_text(macro.name.text), frozenset(as_text(token.text) for token in tokens(macro.text)))
            for macro in macros_of_files(self._book.unit.files.values())
        )


def _initialiser_tokens(data: bytes, span: Span) -> Iterator[Token]:
    """What follows the name of a variable or member, which may be that of a function."""
    return dropwhile(lambda token: token.text not in (b"=", b"{", b"("), tokens(data, span))


def _chosen_by_type(data: bytes, definition: Declaration) -> bool:
    if definition.template is None:
        return False
    before = [token.text for token in tokens(data, Span(definition.template.end, definition.name.begin))]
    return b"<" in before and b"void" not in before


def _returns_after(data: bytes, definition: Declaration) -> bool:
    """Whether a `->` follows the parameters."""
    if definition.parentheses is None or definition.body is None:
        return False
    for token in tokens(data, Span(definition.parentheses.end, definition.body.end)):
        if token.text in (b"->", b"{"):
            return token.text == b"->"
    return False


def _conditionals(data: bytes, span: Span) -> list[bytes]:
    """The words of the `#if`s, `#else`s and `#endif`s of a stretch of text."""
    found: list[bytes] = []
    if data.find(b"#", span.begin, span.end) < 0:
        return found
    before: Token | None = None
    for token in tokens(data, span):
        begins_line = not data[data.rfind(b"\n", 0, before.begin) + 1 : before.begin].strip() if before else False
        if before is not None and before.kind == "directive" and begins_line:
            found += [token.text] if token.text in _OPENS | _CLOSES | _BETWEEN else []
        before = token
    return found


def _own_word(data: bytes, body: Span) -> bytes:
    """What a copy gives another value; b"" where there is no such word."""
    if data.find(b"__", body.begin, body.end) < 0:
        return b""
    return next((token.text for token in tokens(data, body) if token.text in _OF_ITS_OWN), b"")


def _balanced(words: list[bytes]) -> bool:
    depth = 0
    for word in words:
        depth += (word in _OPENS) - (word in _CLOSES)
        if depth < 0 or (depth == 0 and word in _BETWEEN):
            return False
    return depth == 0
