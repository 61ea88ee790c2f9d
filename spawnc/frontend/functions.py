"""The functions of the user's files: all their declarations, as written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from clang.cindex import Cursor, CursorKind, StorageClass, TypeKind

from spawnc.frontend import libclang
from spawnc.frontend.trees import scope_of
from spawnc.lexer import Token, tokens
from spawnc.model import Declaration, Function, Parameter, Space
from spawnc.source import SourceFile, Span

FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
}
_DECAYING = {
    TypeKind.CONSTANTARRAY,
    TypeKind.INCOMPLETEARRAY,
    TypeKind.DEPENDENTSIZEDARRAY,
    TypeKind.FUNCTIONPROTO,
    TypeKind.FUNCTIONNOPROTO,
}
_POINTER = 8
_CPP_LINKAGE = re.compile(rb'extern\s*"C\+\+"')
_CONTAINERS = {
    CursorKind.NAMESPACE,
    CursorKind.LINKAGE_SPEC,
    CursorKind.UNEXPOSED_DECL,
    CursorKind.STRUCT_DECL,
    CursorKind.CLASS_DECL,
    CursorKind.UNION_DECL,
    CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    CursorKind.FRIEND_DECL,
}
_VARIABLES = {CursorKind.VAR_DECL, CursorKind.FIELD_DECL}
_TEMPLATE_PARAMETERS = {
    CursorKind.TEMPLATE_TYPE_PARAMETER,
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
}


@dataclass(frozen=True)
class FunctionIndex:
    """Functions by key, and the cursor that holds each one's body; where variables and members are declared, and with
    which types without typedefs, by name."""

    functions: dict[str, Function]
    bodies: dict[str, Cursor]
    variables: dict[str, tuple[Span, ...]]
    types: dict[str, frozenset[str]]
    member_types: dict[str, frozenset[str]]


def index_functions(root: Cursor, files: dict[str, SourceFile]) -> FunctionIndex:
    """Every function declared in `files`, with its declarations in source order."""
    found: dict[str, list[Cursor]] = defaultdict(list)
    variables: dict[str, list[Span]] = defaultdict(list)
    types: dict[str, set[str]] = defaultdict(set)
    member_types: dict[str, set[str]] = defaultdict(set)
    for cursor in _declared(root, files):
        if cursor.kind in FUNCTIONS:
            found[cursor.get_usr()].append(cursor)
        else:
            variables[files[cursor.location.file.name].path].append(_span(cursor))
            of_kind = member_types if cursor.kind == CursorKind.FIELD_DECL else types
            of_kind[cursor.spelling].add(cursor.type.get_canonical().spelling)
    functions, bodies = {}, {}
    for key, cursors in found.items():
        functions[key] = _function(key, cursors, files)
        body = next((body for cursor in cursors if (body := _body(cursor)) is not None), None)
        if body is not None:
            bodies[key] = body
    return FunctionIndex(
        functions,
        bodies,
        {path: tuple(spans) for path, spans in variables.items()},
        {name: frozenset(spelled) for name, spelled in types.items()},
        {name: frozenset(spelled) for name, spelled in member_types.items()},
    )


def _declared(root: Cursor, files: dict[str, SourceFile]) -> Iterator[Cursor]:
    """Functions, and variables outside functions."""
    for cursor in libclang.children(root):
        kind = cursor.kind
        if kind not in FUNCTIONS and kind not in _CONTAINERS and kind not in _VARIABLES:
            continue
        file = cursor.location.file
        if kind not in _CONTAINERS:
            if file is not None and file.name in files:
                yield cursor
        elif file is None or file.name in files:
            yield from _declared(cursor, files)


def _function(key: str, cursors: list[Cursor], files: dict[str, SourceFile]) -> Function:
    first = cursors[0]
    said = frozenset().union(*(libclang.cuda_keywords(cursor) for cursor in cursors))
    space = _space(said)
    return Function(
        key=key,
        name=first.spelling,
        kind=first.kind.name,
        space=space,
        declarations=tuple(_declaration(cursor, files) for cursor in cursors),
        scope=scope_of(first),
        is_bounded="launch_bounds" in said,
        has_c_linkage=space.on_device
        and first.kind == CursorKind.FUNCTION_DECL
        and (first.mangled_name == first.spelling or any(_in_c(cursor, files) for cursor in cursors)),
    )


def _in_c(cursor: Cursor, files: dict[str, SourceFile]) -> bool:
    """Whether a function stands in `extern "C" {}`: static ones have C++ names there."""
    parent = cursor.lexical_parent
    while parent is not None and parent.kind not in (CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
        parent = parent.lexical_parent
    if parent is None or parent.location.file is None or parent.location.file.name not in files:
        return False
    data, begin = files[parent.location.file.name].data, libclang.file_offset(parent.extent.start)
    return not _CPP_LINKAGE.match(data, begin)


def _space(said: frozenset[str]) -> Space:
    if "global" in said:
        return Space.GLOBAL
    if "device" in said:
        return Space.HOST_DEVICE if "host" in said else Space.DEVICE
    return Space.HOST


def _body(cursor: Cursor) -> Cursor | None:
    # the body of a constructor comes after its member initialisers; a function-try block has no COMPOUND_STMT
    if not cursor.is_definition():
        return None
    return cursor if any(child.kind == CursorKind.COMPOUND_STMT for child in libclang.children(cursor)) else None


def _declaration(cursor: Cursor, files: dict[str, SourceFile]) -> Declaration:
    source = files[cursor.location.file.name]
    begin, end = (libclang.file_offset(side) for side in (cursor.extent.start, cursor.extent.end))
    name = cursor.spelling.partition("<")[0]
    name_begin = libclang.file_offset(cursor.location)
    name_span = Span(name_begin, name_begin + len(name.encode()))
    parentheses, specialisation = _signature(source.data, name, name_span, end)
    template = _template_headers(source.data, Span(begin, name_begin))
    body = None
    if _body(cursor) is not None:
        body = Span(parentheses.end if parentheses else begin, end)
    children = libclang.children(cursor)
    template_parameters = [child for child in children if child.kind in _TEMPLATE_PARAMETERS]
    parent = cursor.lexical_parent
    return Declaration(
        path=source.path,
        span=Span(begin, end),
        name=name_span,
        parentheses=parentheses,
        body=body,
        template=template,
        parameters=tuple(_parameter(child, source.data) for child in children if child.kind == CursorKind.PARM_DECL),
        template_arguments=tuple(_template_argument(child, source.data) for child in template_parameters),
        template_defaults=tuple(
            default for child in template_parameters if (default := _default(_span(child), source.data))
        ),
        specialisation=specialisation,
        in_class=parent is not None
        and parent.kind not in (CursorKind.TRANSLATION_UNIT, CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC)
        and parent.kind != CursorKind.UNEXPOSED_DECL,
        is_static=cursor.storage_class == StorageClass.STATIC,
        in_anonymous_namespace="" in scope_of(cursor) or "(anonymous namespace)" in scope_of(cursor),
    )


def _span(cursor: Cursor) -> Span:
    return Span(libclang.file_offset(cursor.extent.start), libclang.file_offset(cursor.extent.end))


def _signature(data: bytes, name: str, name_span: Span, end: int) -> tuple[Span | None, Span | None]:
    """The parameter list, and the explicit arguments of a specialisation before it."""
    if data[name_span.begin : name_span.end] != name.encode():
        return None, None
    depth, opened, after_name = 0, -1, name_span.end
    for token in tokens(data, Span(name_span.end, end)):
        if token.text == b"(":
            if depth == 0:
                opened = token.begin
            depth += 1
        elif token.text == b")":
            depth -= 1
            if depth == 0:
                between = data[after_name:opened].strip()
                specialisation = Span(after_name, opened) if between.startswith(b"<") else None
                return Span(opened, token.end), specialisation
        elif depth == 0 and token.text in (b"{", b";"):
            break
    return None, None


def _template_headers(data: bytes, span: Span) -> Span | None:
    """`template <...>` as often as it stands at the beginning of a declaration."""
    end = None
    token_list = list(tokens(data, span))
    position = 0
    while position < len(token_list) and token_list[position].text == b"template":
        closed = _closing_angle(token_list, position + 1)
        if closed is None:
            return None
        end = token_list[closed].end
        position = closed + 1
    return Span(span.begin, end) if end is not None else None


def _closing_angle(token_list: list[Token], position: int) -> int | None:
    depth, brackets = 0, 0
    for index in range(position, len(token_list)):
        text = token_list[index].text
        if text in (b"(", b"[", b"{"):
            brackets += 1
        elif text in (b")", b"]", b"}"):
            brackets -= 1
        elif brackets == 0 and text == b"<":
            depth += 1
        elif brackets == 0 and set(text) == {ord(">")}:
            depth -= len(text)
            if depth <= 0:
                return index
    return None


def _parameter(cursor: Cursor, data: bytes) -> Parameter:
    span = _span(cursor)
    type_name = cursor.type.spelling
    decays = cursor.type.get_canonical().kind in _DECAYING
    return Parameter(
        name=cursor.spelling,
        type=type_name,
        span=span,
        is_pack=type_name.endswith("..."),
        default=_default(span, data),
        decays=decays,
        size=_POINTER if decays else max(cursor.type.get_size(), 0),
        alignment=_POINTER if decays else max(cursor.type.get_align(), 0),
        canonical=cursor.type.get_canonical().spelling,
        is_plain=decays or bool(cursor.type.is_pod()),
    )


def _default(span: Span, data: bytes) -> Span | None:
    depth = 0
    for token in tokens(data, span):
        if token.text in (b"(", b"[", b"{"):
            depth += 1
        elif token.text in (b")", b"]", b"}"):
            depth -= 1
        elif depth == 0 and token.text == b"=":
            return Span(token.begin, span.end)
    return None


def _template_argument(cursor: Cursor, data: bytes) -> str:
    span = _span(cursor)
    pack = b"..." in data[span.begin : span.end]
    return f"{cursor.spelling}{'...' if pack else ''}"
