"""Whether text means the same in two translation units: declarations compared cursor by cursor.

Names stand for the same where they refer to one place of one file. What the parser throws away, the values behind
macros, is not seen here."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from clang.cindex import Cursor, CursorKind, LinkageKind, StorageClass, Type

from spawnc.frontend import libclang
from spawnc.frontend.parse import body_cursor
from spawnc.model import Function, Unit
from spawnc.source import Span

_RECORDS = {CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.UNION_DECL}
_CONTAINERS = {CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL}
_REDECLARED = {CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL}
#: A declaration's file, or "" for what comes with CUDA and the system, its place there, and clang's USR.
_Meaning: TypeAlias = tuple[str, int, str]
#: In place of a file: the extent that is compared.
_HERE = "here"


def difference_of(one: Unit, other: Unit, function: Function) -> str:
    """The first name or expression of a function's definition that is not the same in two units, in words; "" if all
    are.

    Both units define it, each with the same text."""
    left, right = body_cursor(one, function), body_cursor(other, function)
    if left is None or right is None:
        return f"'{function.name}'"
    found = _Comparison(_extent(left), _extent(right)).first_difference(left, right)
    return _words_for(found) if found is not None else ""


def differing_declaration(one: Unit, other: Unit, function: Function, paths: set[str]) -> str:
    """The first declaration in some headers, by their real paths, that two units read differently, in words; "" if
    there is none. `function` is one that both define."""
    left, right = body_cursor(one, function), body_cursor(other, function)
    if left is None or right is None:
        return f"'{function.name}'"
    comparison = _Comparison(None, None)
    lists = [_declarations(cursor.translation_unit.cursor, paths) for cursor in (left, right)]
    for path in sorted(paths):
        ours, theirs = (found[path] for found in lists)
        for mine, its in zip(ours, theirs, strict=False):
            if comparison.first_difference(mine, its) is not None:
                return _words_for(mine)
        if len(ours) != len(theirs):
            return _words_for((ours if len(ours) > len(theirs) else theirs)[min(len(ours), len(theirs))])
    return ""


def unshared_variable(unit: Unit, function: Function, paths: set[str]) -> str:
    """A variable in device memory that each unit has of its own, declared in some headers; "" if there is none."""
    cursor = body_cursor(unit, function)
    if cursor is None:
        return ""
    for declarations in _declarations(cursor.translation_unit.cursor, paths).values():
        for declaration in declarations:
            for each in _walk(declaration):
                if each.kind == CursorKind.VAR_DECL and _is_unshared(each):
                    return str(each.spelling)
    return ""


def top_level_begin(unit: Unit, function: Function) -> int:
    """Where the outermost declaration around a function's definition begins, in the file of the definition."""
    cursor = body_cursor(unit, function)
    while cursor is not None and cursor.lexical_parent is not None:
        if cursor.lexical_parent.kind == CursorKind.TRANSLATION_UNIT:
            return libclang.file_offset(cursor.extent.start)
        cursor = cursor.lexical_parent
    return -1


class _Comparison:
    """Of two trees, each in an extent of its own: what is declared in there is known by its place in it."""

    def __init__(self, left: tuple[str, Span] | None, right: tuple[str, Span] | None) -> None:
        self._left, self._right = left, right

    def first_difference(self, left: Cursor, right: Cursor) -> Cursor | None:
        """The first cursor of the left tree that the right one has not."""
        stack = [(left, right)]
        while stack:
            mine, its = stack.pop()
            ours, theirs = libclang.children(mine), libclang.children(its)
            if not self._are_same(mine, its) or len(ours) != len(theirs):
                return self._reason(mine, its)
            stack.extend(reversed(list(zip(ours, theirs, strict=True))))
        return None

    def _reason(self, left: Cursor, right: Cursor) -> Cursor:
        """The name below two cursors that is known on one side alone: what does not resolve leaves gaps, in which other
        names are missing, too."""
        known = {_meaning(each.referenced, self._right) for each in _walk(right) if each.referenced is not None}
        named = [(each, _meaning(each.referenced, self._left)) for each in _walk(left) if each.referenced is not None]
        missing = [(each, meaning[0]) for each, meaning in named if meaning not in known and meaning[0] != _HERE]
        own_file = self._left[0] if self._left is not None else ""
        return next((each for each, path in missing if path == own_file), missing[0][0] if missing else left)

    def _are_same(self, left: Cursor, right: Cursor) -> bool:
        if left.kind != right.kind or left.spelling != right.spelling:
            return False
        if _shape(left) != _shape(right):
            return False
        one, other = left.referenced, right.referenced
        if one is None or other is None:
            return one is None and other is None
        return _meaning(one, self._left) == _meaning(other, self._right)


def _shape(cursor: Cursor) -> tuple[str, int, int, int]:
    """What type a cursor has, how large it is, and the value of an enumerator."""
    canonical: Type = cursor.type.get_canonical()
    size = canonical.get_size() if cursor.kind in _RECORDS or cursor.kind == CursorKind.FIELD_DECL else 0
    at = cursor.get_field_offsetof() if cursor.kind == CursorKind.FIELD_DECL else 0
    value = cursor.enum_value if cursor.kind == CursorKind.ENUM_CONSTANT_DECL else 0
    return canonical.spelling, size, at, value


def _meaning(declaration: Cursor, extent: tuple[str, Span] | None) -> _Meaning:
    written = libclang.written(declaration)
    if libclang.is_system(written):
        return "", 0, written.get_usr()
    if written.kind in _REDECLARED:
        # whoever defines what a header declares has more declarations of it than whoever reads the header
        written = written.canonical
    path, offset = _real_path(written.location.file.name), libclang.file_offset(written.location)
    if extent is not None and path == extent[0] and offset in extent[1]:
        # a local's USR names its file
        return _HERE, offset - extent[1].begin, ""
    return path, offset, written.get_usr()


def _extent(cursor: Cursor) -> tuple[str, Span]:
    begin, end = (libclang.file_offset(side) for side in (cursor.extent.start, cursor.extent.end))
    return _real_path(cursor.location.file.name), Span(begin, end)


def _declarations(root: Cursor, paths: set[str]) -> defaultdict[str, list[Cursor]]:
    """What some files declare, outermost first, namespaces left out."""
    found: defaultdict[str, list[Cursor]] = defaultdict(list)
    for cursor in libclang.children(root):
        if cursor.kind in _CONTAINERS:
            for path, inner in _declarations(cursor, paths).items():
                found[path] += inner
        elif cursor.location.file is not None and (path := _real_path(cursor.location.file.name)) in paths:
            found[path].append(cursor)
    return found


def _walk(cursor: Cursor) -> Iterator[Cursor]:
    stack = [cursor]
    while stack:
        each = stack.pop()
        yield each
        stack += reversed(libclang.children(each))


def _is_unshared(variable: Cursor) -> bool:
    keywords = libclang.cuda_keywords(variable)
    if "shared" in keywords:
        return False
    if variable.semantic_parent.kind in (CursorKind.TRANSLATION_UNIT, CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC):
        return bool(keywords) and variable.linkage == LinkageKind.INTERNAL
    # of a function; whether that is static too matters little: there are few of them
    return bool(variable.storage_class == StorageClass.STATIC)


def _words_for(cursor: Cursor) -> str:
    return f"'{cursor.spelling}'" if cursor.spelling else f"an expression in line {cursor.location.line}"


@lru_cache(maxsize=1024)
def _real_path(name: str) -> str:
    return os.path.realpath(name)
