"""Children that are templates: with which arguments their launches make them, as the head of a parent's copy can spell
them, to name the types of the entries in its queue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from spawnc.analyze.block_sizes import constant
from spawnc.analyze.deduction import deduced
from spawnc.analyze.launch_graph import is_specialised, place_of
from spawnc.lexer import split_top_level, tokens
from spawnc.model import CalleeKind, Declaration, Function, Launch, Unit
from spawnc.source import SourceFile, Span, as_text

#: Mean the same everywhere.
_WORDS = {"bool", "char", "class", "const", "double", "float", "int", "long", "short", "signed", "true", "false"}
_WORDS |= {"static_cast", "typename", "unsigned", "void", "volatile"}
_WORD = re.compile(r"\b[^\W\d]\w*")
#: The first of a qualified name that begins elsewhere than in the global namespace, or a name alone.
_LOOKED_UP = re.compile(r"(?<!::)\b[^\W\d]\w*")
_OPERATORS = {b"*", b"+", b"-", b"/", b"%", b"(", b")"}
_LITERAL = re.compile(rb"[0-9]+[uU]?[lL]{0,2}")


def problem_of_template(unit: Unit, kernel: Function) -> str:
    """Why there can be no entries of a kernel template; "" when nothing is in the way."""
    namesakes = unit.by_name.get(kernel.name, ())
    if any(other.scope == kernel.scope and is_specialised(unit, other) for other in namesakes):
        return f"'{kernel.name}' has explicit specialisations"
    if any(declaration.template is None for declaration in kernel.declarations):
        return f"'{kernel.name}' is a template without a header"
    if any(argument.endswith("...") for argument in kernel.declarations[0].template_arguments):
        return f"'{kernel.name}' has a template parameter pack"
    return ""


def launched_with(views: Iterable[Unit], launch: Launch) -> tuple[str, ...] | None:
    """The template arguments of a launch's child, the same in all views; None when they can't be told.

    They are constants and types of namespaces, and, in a launch of a template, made of the template's parameters."""
    found = {
        _arguments(unit, other)
        for unit in views
        for other in unit.launches
        if other.seen and place_of(other) == place_of(launch)
    }
    return found.pop() if len(found) == 1 else None


def _arguments(unit: Unit, launch: Launch) -> tuple[str, ...] | None:
    if len(launch.targets) != 1:
        return None
    target = launch.targets[0]
    if target.template_arguments is not None or launch.callee is not CalleeKind.CANDIDATES:
        return target.template_arguments
    own, child = parameters_of(launch.enclosing), unit.functions[target.key]
    spelled = list(_explicit(unit, launch))
    left = parameters_of(child)[len(spelled) :]
    spelled += [deduced(unit, launch, child, parameter).encode() for parameter in left]
    known = tuple(_spelled(text, own) or constant(unit, launch, list(tokens(text))) for text in spelled)
    return known if all(known) and len(known) == len(parameters_of(child)) else None


def _explicit(unit: Unit, launch: Launch) -> Iterator[bytes]:
    """The template arguments that a launch spells."""
    data, span = unit.files[launch.path].data, launch.chevrons.template_arguments
    if span is not None:
        inner = Span(span.begin + 1, span.end - 1)
        for part in split_top_level(list(tokens(data, inner)), inner.begin, inner.end):
            yield data[part.begin : part.end]


def parameters_of(function: Function | None) -> tuple[str, ...]:
    """The names of a template's parameters, as its definition has them."""
    definition = function.definition if function else None
    return definition.template_arguments if definition else ()


def _spelled(argument: bytes, names: Sequence[str]) -> str:
    """A template argument that says the same in the head of its template; "" where that isn't known."""
    words = list(tokens(argument))
    known = all(
        word.text in _OPERATORS
        or _LITERAL.fullmatch(word.text)
        or (word.kind == "name" and (as_text(word.text) in names or as_text(word.text) in _WORDS))
        for word in words
    )
    return as_text(b" ".join(word.text for word in words)) if known else ""


def names_in(texts: Iterable[str]) -> set[str]:
    """What a reader of some template arguments has to know."""
    return {word for text in texts for word in _WORD.findall(text)} - _WORDS


def looked_up_in(texts: Iterable[str]) -> set[str]:
    """The names of these that may mean something else in other places."""
    return {word for text in texts for word in _LOOKED_UP.findall(text)} - _WORDS


def instantiated(arguments: Sequence[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """Template arguments of a launch in a template that is instantiated itself. Each is one of its parameters, or has
    nothing to do with them."""
    return tuple(known.get(argument, argument) for argument in arguments)


def names_in_header(declaration: Declaration, source: SourceFile) -> set[str]:
    """What a template header names, besides its own parameters."""
    if declaration.template is None:
        return set()
    header = [as_text(token.text) for token in tokens(source.data, declaration.template) if token.kind == "name"]
    return set(header) - _WORDS - {"template"} - set(declaration.template_arguments)
