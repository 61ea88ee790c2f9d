"""Shows that a kernel's definition means the same in the unit that launches it as in the one that has it.

Its text is put where it is needed, and parsed there: each name in it has to refer to the same declaration, in a header
that both units read, as in its own unit, and those headers have to declare the same in both. What parsing does not
show, values behind macros, is the same where no macro that only one of the sources defines is named in that text or
in those headers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from spawnc.analyze.copies import has_guard
from spawnc.analyze.facts import FactBook
from spawnc.analyze.obstacles import close_over
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.elsewhere.kernels import Borrowed, Elsewhere, Source
from spawnc.emit.lines import Lines
from spawnc.errors import SourceError
from spawnc.frontend.sameness import (
    difference_of,
    differing_declaration,
    top_level_begin,
    unshared_variable,
)
from spawnc.lexer import tokens
from spawnc.model import Declaration, Function, Unit
from spawnc.source import SourceFile, Span, as_bytes

#: Parses a source, with other text in its place if there is any.
Parse: TypeAlias = Callable[[Source, bytes | None], tuple[Unit, ...]]

#: Directives that would change the text after a copy, or that bring text of their own.
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(define|undef|include|import|line|pragma[ \t]+(?:push|pop)_macro)\b", re.M)
_MACRO = re.compile(rb"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)|\b(?:push|pop)_macro[ \t]*\([ \t]*\"(\w+)\"", re.M)
_ARCHITECTURE = b"__CUDA_ARCH__"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A definition that may be borrowed, in each view of its own unit."""

    key: str
    name: str
    views: tuple[Unit, ...]
    origin: SourceFile
    span: Span
    place: int
    scope: tuple[str, ...]

    @property
    def head(self) -> bytes:
        """What comes before the text: the namespaces around it, and the line that it has in its own source."""
        opened = "".join(f"namespace {name} {{ " for name in self.scope)
        line = Lines(self.origin, enabled=True).directive(self.span.begin)
        return as_bytes(f"{opened}\n{line}")

    @property
    def text(self) -> bytes:
        return self.origin.data[self.span.begin : self.span.end]

    @property
    def tail(self) -> bytes:
        return as_bytes("\n" + "}" * len(self.scope) + "\n")


def borrow(
    source: Source, views: tuple[Unit, ...], definers: Mapping[str, Sequence[Source]], parse: Parse
) -> tuple[Elsewhere, tuple[Unit, ...]]:
    """What `views` of a source can borrow from the units that define its children, by key; and the views with it."""
    problems: dict[str, str] = {}
    candidates: list[_Candidate] = []
    read = cache(lambda definer: parse(definer, None))
    for key, sources in definers.items():
        definer = _definer(source, sources)
        found = definer if isinstance(definer, str) else _candidate(source.path, views, key, definer, read)
        if isinstance(found, str):
            problems[key] = found
        else:
            candidates.append(found)
    main = views[0].source
    # at its place, each one sees what is declared before it and nothing else...
    problems.update(_unlike(candidates, source, _inserted(main.data, candidates), parse)[0])
    borrowed: tuple[Borrowed, ...] = ()
    with_them = views
    while candidates := [candidate for candidate in candidates if candidate.key not in problems]:
        # ... and at the end of the file, offsets before it stay what they are
        text, borrowed = _appended(main, candidates)
        found_out, with_them = _unlike(candidates, source, text, parse)
        found_out = found_out or _with_helpers(candidates, with_them)
        if not found_out:
            break
        problems.update(found_out)
    else:
        borrowed, with_them = (), views
    told = {key: _told(views[0].functions[key], definers[key], why) for key, why in problems.items()}
    return Elsewhere(borrowed, told), with_them


def _definer(source: Source, sources: Sequence[Source]) -> Source | str:
    """The one source that defines a kernel, compiled as the launching one is; or why there is none."""
    paths = {os.path.realpath(definer.path) for definer in sources}
    if len(paths) > 1:
        return f"{len(paths)} sources of this run define it"
    options = source.command.nvcc_arguments, source.command.directory
    # a project may compile it several times
    alike = (each for each in sources if (each.command.nvcc_arguments, each.command.directory) == options)
    return next(alike, "it is compiled with other options")


def _candidate(
    path: str, views: tuple[Unit, ...], key: str, definer: Source, read: Callable[[Source], tuple[Unit, ...]]
) -> _Candidate | str:
    """A definition with its place in the launching unit, or why there can't be one."""
    function, own = views[0].functions[key], read(definer)
    definitions = {unit.functions[key].definition if key in unit.functions else None for unit in own}
    definition = next(iter(definitions))
    if len(definitions) > 1 or definition is None or definition.path != definer.path:
        return "its definition is not the same for every __CUDA_ARCH__"
    if not views[0].source.data.endswith(b"\n"):
        return f"'{path}' does not end with a line ending"
    place = _place(views, key)
    if isinstance(place, str):
        return place
    found = _Candidate(key, function.name, own, own[0].source, definition.span, place, function.scope)
    return _shape_problem(function, definition, found) or _context_problem(views, found) or found


def _place(views: tuple[Unit, ...], key: str) -> int | str:
    """Where the outermost declaration begins that launches a kernel first."""
    places = set()
    for unit in views:
        launches = [
            launch
            for launch in unit.launches
            if not launch.is_in_host_code and key in {target.key for target in launch.targets}
        ]
        if any(launch.path != unit.path for launch in launches):
            return "a header launches it, which other sources may read"
        if launches:
            first = min(launches, key=lambda launch: launch.offset)
            places.add(top_level_begin(unit, first.enclosing) if first.enclosing is not None else -1)
    if len(places) != 1 or -1 in places:
        return "its first launch is not the same for every __CUDA_ARCH__"
    return places.pop()


def _shape_problem(function: Function, definition: Declaration, found: _Candidate) -> str:
    """What of a definition can't stand in another place."""
    if function.kind != "FUNCTION_DECL" or definition.template is not None:
        return "it is a template"
    if function.has_c_linkage:
        return "it has C linkage"
    if any(parameter.default for declaration in function.declarations for parameter in declaration.parameters):
        return "it has default arguments"
    if definition.parentheses is None or definition.body is None:
        return "a macro writes its signature"
    if any(token.text == b"extern" for token in tokens(found.text)):
        return "it names something extern"
    if b"<<<" in found.text:
        return "it launches kernels itself"
    if (directive := _DIRECTIVE.search(found.text)) is not None:
        return f"there is an #{directive[1].decode()} in it"
    if any(token.text == b"__COUNTER__" for token in tokens(found.text)):
        return "it names __COUNTER__"
    return ""


def _context_problem(views: tuple[Unit, ...], found: _Candidate) -> str:
    """What the two sources have of their own that may give the definition, or their headers, another meaning."""
    ours = [_real_paths(unit) for unit in views]
    theirs = [_real_paths(unit) for unit in found.views]
    common = set(ours[0]) & set(theirs[0])
    if [path for path in ours[0] if path in common] != [path for path in theirs[0] if path in common]:
        return "the two sources include their headers in another order"
    for unit in (views[0], found.views[0]):
        for path, source in unit.files.items():
            if os.path.realpath(path) in common and unit.inclusions.get(path, 1) > 1 and not has_guard(source):
                return f"'{path}' is included more than once"
    headers = [source for path, source in views[0].files.items() if os.path.realpath(path) in common]
    named = {token.text for data in (found.text, *(each.data for each in headers)) for token in tokens(data)}
    for unit in (*views, *found.views):
        for path, source in unit.files.items():
            if os.path.realpath(path) in common:
                continue
            for match in _MACRO.finditer(source.data):
                if (name := match[1] or match[2]) in named:
                    return f"the macro '{name.decode('utf-8', 'replace')}' of '{path}' may be in it"
    return ""


def _unlike(
    candidates: Sequence[_Candidate], source: Source, text: bytes, parse: Parse
) -> tuple[dict[str, str], tuple[Unit, ...]]:
    """What is another in the unit that borrows definitions, by key; and its views, with `text` as its own."""
    if not candidates:
        return {}, ()
    try:
        placed = parse(source, text)
    except SourceError as error:
        # whichever of them it is
        return {candidate.key: f"there it can't be read: {error}" for candidate in candidates}, ()
    return {candidate.key: why for candidate in candidates if (why := _why_not_the_same(candidate, placed))}, placed


def _why_not_the_same(candidate: _Candidate, placed: tuple[Unit, ...]) -> str:
    for unit in placed:
        own = next((each for each in candidate.views if each.view == unit.view), None)
        common = set(_real_paths(candidate.views[0])) & set(_real_paths(unit))
        if own is None:
            headers = (source.data for path, source in unit.files.items() if os.path.realpath(path) in common)
            if any(_ARCHITECTURE in data for data in (candidate.text, *headers)):
                return "the two sources ask for __CUDA_ARCH__ in other ways"
            own = candidate.views[0]
        function = unit.functions.get(candidate.key)
        if function is None or function.definition is None:
            return "there it is no kernel of this name and these parameters"
        if what := difference_of(own, unit, function):
            return f"{what} does not mean the same here"
        if what := differing_declaration(own, unit, function, common):
            return f"{what} in a header that both read is not the same here"
        if name := unshared_variable(unit, function, common):
            return f"each source has a variable '{name}' of its own"
    return ""


def _with_helpers(candidates: Iterable[_Candidate], views: tuple[Unit, ...]) -> dict[str, str]:
    """Functions that a serial body would need copies of: they would go into a header, for one of its readers."""
    problems: dict[str, str] = {}
    for unit in views:
        book = FactBook(unit)
        for candidate in candidates:
            for helper in close_over(book, unit.functions[candidate.key]).helpers:
                problems[candidate.key] = f"it calls '{helper.name}', which needs to know its thread"
    return problems


def _real_paths(unit: Unit) -> list[str]:
    """The user's headers, in the order in which they are first read."""
    return [os.path.realpath(path) for path in unit.files if path != unit.path]


def _inserted(data: bytes, candidates: Iterable[_Candidate]) -> bytes:
    pieces, at = [], 0
    for candidate in sorted(candidates, key=lambda each: each.place):
        pieces += [data[at : candidate.place], b"\n", candidate.head, candidate.text, candidate.tail]
        at = candidate.place
    return b"".join([*pieces, data[at:]])


def _appended(source: SourceFile, candidates: Iterable[_Candidate]) -> tuple[bytes, tuple[Borrowed, ...]]:
    """A source's own text with definitions after it, which have the lines of where they come from."""
    data, borrowed = source.data, []
    for candidate in candidates:
        begin = len(data)
        data += candidate.head + candidate.text + candidate.tail
        borrowed.append(
            Borrowed(
                key=candidate.key,
                path=source.path,
                appended=Span(begin, len(data)),
                definition=Span(begin + len(candidate.head), len(data) - len(candidate.tail)),
                scope=candidate.scope,
                origin=candidate.origin,
                origin_begin=candidate.span.begin,
                place=candidate.place,
            )
        )
    return data, tuple(borrowed)


def _told(function: Function, sources: Sequence[Source], why: str) -> Diagnostic:
    first = function.declarations[0]
    return diagnose("SP028", first.path, first.name.begin, child=function.name, file=sources[0].path, what=why)
