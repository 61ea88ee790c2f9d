"""Function bodies: libclang's cursors in, `spawnc.model.Node` out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace

from clang.cindex import Cursor, CursorKind, StorageClass, Type, TypeKind

from spawnc.frontend import libclang
from spawnc.frontend.instantiations import instantiated_with
from spawnc.model import Node, Ref, Upkeep
from spawnc.source import Span

_REFERENCES = {
    CursorKind.DECL_REF_EXPR,
    CursorKind.MEMBER_REF_EXPR,
    CursorKind.OVERLOADED_DECL_REF,
    CursorKind.CALL_EXPR,
    CursorKind.MEMBER_REF,
    CursorKind.VARIABLE_REF,
}
_DECLARATIONS = {CursorKind.VAR_DECL, CursorKind.PARM_DECL}
_VALUES = {
    CursorKind.VAR_DECL,
    CursorKind.CALL_EXPR,
    CursorKind.INIT_LIST_EXPR,
    CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
    CursorKind.CSTYLE_CAST_EXPR,
    CursorKind.CXX_STATIC_CAST_EXPR,
}
_ARRAYS = {TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.DEPENDENTSIZEDARRAY, TypeKind.VARIABLEARRAY}
_MEMORY = {"shared", "constant", "device", "managed"}
#: Children of these say nothing about what the code does.
_LEAVES = {CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF, CursorKind.NAMESPACE_REF, CursorKind.ANNOTATE_ATTR}
_KIND_NAMES = {kind: sys.intern(kind.name) for kind in CursorKind.get_all_kinds()}


class TreeBuilder:
    """Makes nodes of cursors; remembers the declarations that it has met."""

    def __init__(self, data_of: dict[str, bytes]) -> None:
        self._data_of = data_of
        self._refs: dict[int, Ref] = {}

    def build(self, cursor: Cursor) -> Node:
        """The tree under one cursor of a user's file."""
        file = cursor.location.file
        return self._node(cursor, self._data_of.get(file.name, b"") if file else b"")

    def ref(self, declaration: Cursor) -> Ref:
        """The model of a declaration that some name refers to."""
        known = self._refs.get(declaration.hash)
        if known is None:
            written = libclang.written(declaration)
            known = _ref(written)
            if written.kind == CursorKind.FUNCTION_TEMPLATE and "global" in libclang.cuda_keywords(written):
                known = replace(known, template_arguments=instantiated_with(declaration, written))
            self._refs[declaration.hash] = known
        return known

    def _node(self, cursor: Cursor, data: bytes) -> Node:
        kind = cursor.kind
        children = [child for child in libclang.children(cursor) if child.kind not in _LEAVES]
        while kind == CursorKind.UNEXPOSED_EXPR and len(children) == 1:
            cursor, kind = children[0], children[0].kind
            children = [child for child in libclang.children(cursor) if child.kind not in _LEAVES]
        extent = cursor.extent
        span = Span(libclang.file_offset(extent.start), libclang.file_offset(extent.end))
        nodes = tuple(self._node(child, data) for child in children)
        if kind in _REFERENCES:
            return self._reference(cursor, kind, span, data, nodes)
        if kind in _DECLARATIONS:
            storage = cursor.storage_class
            name = cursor.spelling
            annotations = libclang.cuda_keywords(cursor)
            return Node(
                _KIND_NAMES[kind],
                span,
                name=name,
                type=cursor.type.spelling,
                ref=self.ref(cursor),
                name_offset=_spelled_at(data, libclang.file_offset(cursor.location), name),
                is_static=storage == StorageClass.STATIC,
                is_extern=storage == StorageClass.EXTERN,
                annotations=annotations,
                size=max(cursor.type.get_size(), 0) if "shared" in annotations else 0,
                upkeep=_upkeep(cursor.type) if kind in _VALUES else Upkeep.NONE,
                children=nodes,
            )
        return Node(
            _KIND_NAMES[kind],
            span,
            upkeep=_upkeep(cursor.type) if kind in _VALUES else Upkeep.NONE,
            children=nodes,
        )

    def _reference(self, cursor: Cursor, kind: CursorKind, span: Span, data: bytes, nodes: tuple[Node, ...]) -> Node:
        if kind == CursorKind.DECL_REF_EXPR and nodes and nodes[0].kind == "OVERLOADED_DECL_REF":
            # a name that a template leaves open: the candidates, then the explicit template arguments
            return replace(nodes[0], span=span, children=nodes[1:])
        target = cursor.referenced
        candidates: tuple[Ref, ...] = ()
        if kind == CursorKind.OVERLOADED_DECL_REF:
            candidates = tuple(self.ref(candidate) for candidate in libclang.overloads(cursor))
            target = None
        name = cursor.spelling or (target.spelling if target is not None else "")
        return Node(
            _KIND_NAMES[kind],
            span,
            name=name,
            ref=self.ref(target) if target is not None else None,
            candidates=candidates,
            name_offset=_spelled_at(data, libclang.file_offset(cursor.location), name),
            upkeep=_upkeep(cursor.type) if kind in _VALUES else Upkeep.NONE,
            children=nodes,
        )


def _upkeep(of: Type) -> Upkeep:
    kind = (canonical := of.get_canonical()).kind
    while kind in _ARRAYS:
        kind = (canonical := canonical.element_type.get_canonical()).kind
    if kind in (TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO):
        return Upkeep.OPEN
    if kind != TypeKind.RECORD or canonical.is_pod():
        return Upkeep.NONE
    if libclang.is_system(canonical.get_declaration()):
        return Upkeep.OPEN if "<" in canonical.spelling else Upkeep.NONE
    return Upkeep.OWN


def _spelled_at(data: bytes, offset: int, name: str) -> int:
    """`offset` when the name really stands there, -1 when a macro wrote it."""
    encoded = name.encode()
    return offset if name and data[offset : offset + len(encoded)] == encoded else -1


def _ref(declaration: Cursor) -> Ref:
    parent = declaration.semantic_parent
    is_global = parent is not None and parent.kind in (
        CursorKind.TRANSLATION_UNIT,
        CursorKind.NAMESPACE,
        CursorKind.LINKAGE_SPEC,
    )
    return Ref(
        key=declaration.get_usr() or f"#{declaration.hash}",
        name=declaration.spelling,
        kind=_KIND_NAMES[declaration.kind],
        type=declaration.type.spelling,
        canonical=declaration.type.get_canonical().spelling,
        is_global=is_global,
        is_system=libclang.is_system(declaration),
        is_static=declaration.storage_class == StorageClass.STATIC,
        is_implicit=_is_implicit(declaration),
        annotations=libclang.cuda_keywords(declaration) & _MEMORY,
        scope=scope_of(declaration),
    )


def _is_implicit(declaration: Cursor) -> bool:
    # clang puts the members that it makes at the class's own place, and a lambda's operator() too
    if declaration.kind != CursorKind.CONSTRUCTOR and declaration.spelling != "operator=":
        return False
    parent = declaration.semantic_parent
    return parent is not None and parent.location == declaration.location


def scope_of(declaration: Cursor) -> tuple[str, ...]:
    """Names of the namespaces and classes around a declaration, outermost first; "" for an anonymous one."""
    return tuple(reversed([parent.spelling for parent in _parents(declaration)]))


def _parents(declaration: Cursor) -> Iterable[Cursor]:
    parent = declaration.semantic_parent
    while parent is not None and parent.kind != CursorKind.TRANSLATION_UNIT:
        if parent.kind != CursorKind.LINKAGE_SPEC:
            yield parent
        parent = parent.semantic_parent
