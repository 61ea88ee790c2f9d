"""The template arguments of an instantiation, spelled so that they mean the same wherever their types are declared."""

from __future__ import annotations

from clang.cindex import Cursor, CursorKind, Type, TypeKind

from spawnc.frontend import libclang

_SIGNED = {TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG}
_UNSIGNED = {TypeKind.CHAR_U, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG}
_BUILTIN = _SIGNED | _UNSIGNED | {TypeKind.VOID, TypeKind.BOOL, TypeKind.WCHAR, TypeKind.FLOAT, TypeKind.DOUBLE}
_PARAMETERS = {
    CursorKind.TEMPLATE_TYPE_PARAMETER,
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
}
_LEAST, _MOST = -(2**63) + 1, 2**63 - 1


def instantiated_with(function: Cursor, template: Cursor) -> tuple[str, ...] | None:
    """`float`, `::ns::Pair<int>*`, `128`; None where an argument has no such spelling: a local or unnamed type, one of
    a class, a pack, a template, an address."""
    parameters = [child for child in libclang.children(template) if child.kind in _PARAMETERS]
    if function.get_num_template_arguments() != len(parameters):
        return None
    spelled = [_argument(function, number, parameter) for number, parameter in enumerate(parameters)]
    known = tuple(text for text in spelled if text)
    return known if len(known) == len(parameters) else None


def _argument(function: Cursor, number: int, parameter: Cursor) -> str:
    try:
        kind = function.get_template_argument_kind(number).name
    except ValueError:  # of a pack: the bindings know no such kind
        return ""
    if kind == "TYPE":
        return _type(function.get_template_argument_type(number))
    return _value(function, number, parameter.type.get_canonical()) if kind == "INTEGRAL" else ""


def _value(function: Cursor, number: int, type: Type) -> str:
    if type.kind in _UNSIGNED:
        value = function.get_template_argument_unsigned_value(number)
        return f"{value}ull" if value > _MOST else str(value)
    value = function.get_template_argument_value(number)
    if not _LEAST <= value <= _MOST:
        return ""
    if type.kind == TypeKind.BOOL:
        return "true" if value else "false"
    if type.kind == TypeKind.ENUM:
        enum = _type(type)
        return f"static_cast<{enum}>({value})" if enum else ""
    # of an `auto` parameter, and of one whose type is a parameter, the type would be lost
    return str(value) if type.kind in _SIGNED else ""


def _type(type: Type) -> str:
    type = type.get_canonical()
    qualifiers = [
        word
        for word, holds in (("const", type.is_const_qualified()), ("volatile", type.is_volatile_qualified()))
        if holds
    ]
    if type.kind == TypeKind.POINTER:
        pointee = _type(type.get_pointee())
        return " ".join((f"{pointee}*", *qualifiers)) if pointee else ""
    if type.kind in _BUILTIN:
        # with its qualifiers
        return str(type.spelling)
    name = _name(type) if type.kind in (TypeKind.RECORD, TypeKind.ENUM) else ""
    return " ".join((*qualifiers, name)) if name else ""


def _name(type: Type) -> str:
    """A class or enumeration of a namespace, from the global one on."""
    declaration = type.get_declaration()
    path = [declaration.spelling]
    parent = declaration.semantic_parent
    while parent is not None and parent.kind != CursorKind.TRANSLATION_UNIT:
        if parent.kind == CursorKind.NAMESPACE:
            path.append(parent.spelling)
        elif parent.kind != CursorKind.LINKAGE_SPEC:
            return ""
        parent = parent.semantic_parent
    # a type without a name has a description in its place
    if not all(part.isidentifier() for part in path):
        return ""
    name = "::" + "::".join(reversed(path))
    count = type.get_num_template_arguments()
    if count < 0:
        return name
    # a value among the arguments has no type
    arguments = [_type(type.get_template_argument_type(number)) for number in range(count)]
    return f"{name}<{', '.join(arguments)}>" if arguments and all(arguments) else ""
