"""What libclang's Python bindings leave out or get wrong, in one place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes import POINTER, byref, c_uint, c_void_p
from functools import lru_cache
from typing import Any

import clang.cindex as cindex
from clang.cindex import Cursor, CursorKind, SourceLocation, TranslationUnit

from spawnc.errors import ToolError

#: CXTranslationUnit_KeepGoing: go on with later #includes after a fatal error. Not named in the bindings.
_KEEP_GOING = 0x200
#: CXChildVisit_Continue
_CONTINUE = 1


@lru_cache(maxsize=1)
def load() -> Any:
    """The libclang shared library, found in the PyPI wheel or at `SPAWNC_LIBCLANG`."""
    path = os.environ.get("SPAWNC_LIBCLANG")
    if path and not cindex.Config.loaded:
        cindex.Config.set_library_file(path)
    # the libclang-ng wheel adds its own -resource-dir and libc++ to every parse
    for attribute in ("libcxx_dir", "resource_dir"):
        if hasattr(cindex.Config, attribute):
            setattr(cindex.Config, attribute, None)
    try:
        library = cindex.conf.lib
    except cindex.LibclangError as error:
        raise ToolError(
            f"libclang can't be loaded: {error}",
            hint="pip install libclang, or set SPAWNC_LIBCLANG to a libclang.so of version 14 to 22",
        ) from error
    library.clang_getFileLocation.argtypes = [
        SourceLocation,
        POINTER(c_void_p),
        POINTER(c_uint),
        POINTER(c_uint),
        POINTER(c_uint),
    ]
    library.clang_getFileLocation.restype = None
    return library


def parse(path: str, arguments: list[str], unsaved: list[tuple[str, bytes]]) -> TranslationUnit:
    """Parse with errors tolerated. `unsaved` replaces the bytes of files on disk."""
    load()
    try:
        # bytes pass through the bindings undecoded, whatever the encoding of the file
        return cindex.Index.create().parse(path, args=arguments, unsaved_files=unsaved, options=_KEEP_GOING)
    except cindex.TranslationUnitLoadError as error:
        raise ToolError(f"{path}: libclang can't parse this file at all: {error}") from error


def file_offset(location: SourceLocation) -> int:
    """Byte offset in the file where the token was *written*.

    `SourceLocation.offset` is that of the macro's use for every token of an expansion; this one is inside the
    macro's argument where the token comes from an argument."""
    offset = c_uint()
    library = load()
    library.clang_getFileLocation(location, byref(c_void_p()), byref(c_uint()), byref(c_uint()), byref(offset))
    return int(offset.value)


def children(cursor: Cursor) -> list[Cursor]:
    """What stands directly below a cursor.

    Cursor.get_children() loses children without a word when Python's stack runs out in the callback: ctypes prints
    the exception and goes on as if the callback had asked to stop."""
    library = load()
    found: list[Cursor] = []

    def visit(child: Cursor, _parent: Cursor, _data: object) -> int:
        child._tu = cursor._tu
        found.append(child)
        return _CONTINUE

    if library.clang_visitChildren(cursor, library.clang_visitChildren.argtypes[1](visit), None):
        raise RecursionError
    return found


def overloads(cursor: Cursor) -> Iterator[Cursor]:
    """The declarations that an OVERLOADED_DECL_REF may stand for."""
    library = load()
    for index in range(library.clang_getNumOverloadedDecls(cursor)):
        candidate = library.clang_getOverloadedDecl(cursor, index)
        # bindings of version 20 and up leave this unset, and assert on it later
        candidate._tu = cursor._tu
        yield candidate


def written(declaration: Cursor) -> Cursor:
    """The declaration in the text that an implicit instantiation comes from; others unchanged.

    An explicit specialisation has a place of its own, an instantiation has that of its template, or of the template's
    definition where that comes later."""
    template = load().clang_getSpecializedCursorTemplate(declaration)
    if template is None:
        return declaration
    template._tu = declaration._tu
    definition = template.get_definition()
    places = [template.location, *([definition.location] if definition is not None else [])]
    return written(template) if declaration.location in places else declaration


def cuda_keywords(cursor: Cursor) -> frozenset[str]:
    """What the prelude's CUDA keywords say about a declaration: "global", "device", "shared"..."""
    return frozenset(
        child.spelling.removeprefix("spawnc.")
        for child in children(cursor)
        if child.kind == CursorKind.ANNOTATE_ATTR and child.spelling.startswith("spawnc.")
    )


def is_system(cursor: Cursor) -> bool:
    """Declared in a system header, a toolkit header or spawnc's prelude."""
    location = cursor.location
    return location.file is None or bool(location.is_in_system_header)
