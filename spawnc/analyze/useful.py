"""How many threads of a child do anything: the bound that its own `if (i < n)` proves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spawnc.model import Function, Node, Unit
from spawnc.source import Span, as_text

_SIGNED = {"int", "long", "long long", "short", "ptrdiff_t", "int64_t", "int32_t", "ssize_t"}
_UNSIGNED = {"unsigned int", "unsigned long", "unsigned long long", "unsigned", "size_t", "uint32_t", "uint64_t"}
#: Types whose large values are negative as the `long long` that the runtime takes.
_WIDE = {"unsigned long", "unsigned long long", "size_t", "uint64_t"}
_GLOBAL_INDEX = {
    "blockIdx.x*blockDim.x+threadIdx.x",
    "blockDim.x*blockIdx.x+threadIdx.x",
    "threadIdx.x+blockIdx.x*blockDim.x",
    "threadIdx.x+blockDim.x*blockIdx.x",
}
_PRODUCT = re.compile(r"\((\w+\.x(?:\*\w+\.x)*)\)|^\(([^()]*)\)$")
_STRIDE = {"blockDim.x*gridDim.x", "gridDim.x*blockDim.x"}
_CASTS = re.compile(r"\((?:unsigned|int|long|size_t|unsignedint|longlong|unsignedlonglong)\)|static_cast<[^<>]*>")
_SCALAR = re.compile(
    r"(?:const )?(?:(?:unsigned|signed|bool|char|short|int|long|float|double|u?int\d+_t|size_t)\b ?)+"
    r"|.*[*&](?: ?(?:const|volatile|__restrict(?:__)?))*"
)
_DEFINES = re.compile(rb"#[ \t]*(?:define|undef)\b")
_IMPURE = {"CALL_EXPR", "LAMBDA_EXPR", "CXX_NEW_EXPR", "CXX_DELETE_EXPR", "COMPOUND_ASSIGNMENT_OPERATOR"}


@dataclass(frozen=True, slots=True)
class Bound:
    """Threads whose index along x (`blockIdx.x * blockDim.x + threadIdx.x`) is not below `limit` do nothing."""

    #: Expression over the kernel's parameters, as written in the kernel.
    limit: str
    #: The limit is also the work when the grid is smaller: a grid-stride loop.
    strided: bool = False


@dataclass(frozen=True, slots=True)
class _Index:
    name: str
    key: str
    type: str
    signed: bool


def useful_threads(unit: Unit, function: Function) -> Bound | None:
    """The bound of a kernel, when its body has one of these shapes, preceded by nothing but declarations of values:

        if (i < n) { ... }          if (i >= n) return;          for (i = index; i < n; i += stride) { ... }

    where `n` is made of parameters that the kernel never changes."""
    definition, tree = function.definition, unit.body_of(function)
    if definition is None or tree is None:
        return None
    body = next((child for child in tree.children if child.kind == "COMPOUND_STMT"), None)
    if body is None:
        return None
    data = unit.files[definition.path].data
    reader = _Reader(data, _parameters(tree, data))
    if _DEFINES.search(data, body.span.begin, body.span.end):
        # the same words may mean something else in the guarded branch
        return None
    destructors = any(other.kind == "DESTRUCTOR" for other in unit.functions.values())
    return _bound(reader, body, destructors=destructors)


def _parameters(tree: Node, data: bytes) -> dict[str, str]:
    """Keys of the integer parameters that are never written, with their types."""
    written = _written(tree, data)
    types: dict[str, str] = {}
    for node in tree.children:
        if node.kind == "PARM_DECL" and node.ref is not None and node.ref.key not in written:
            plain = node.type.removeprefix("const ")
            if plain in _SIGNED or plain in _UNSIGNED:
                types[node.ref.key] = plain
    return types


def _written(tree: Node, data: bytes) -> set[str]:
    """Keys of variables that may change after their declaration: any use that could write counts."""
    keys: set[str] = set()
    for node in tree.walk():
        if node.kind in ("UNARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "BINARY_OPERATOR") and node.children:
            first = node.children[0]
            while first.kind == "PAREN_EXPR" and first.children:
                first = first.children[0]
            if first.kind == "DECL_REF_EXPR" and first.ref is not None and _may_write(node, data):
                keys.add(first.ref.key)
        elif node.kind == "CALL_EXPR":
            # an argument may bind to a reference parameter
            keys.update(child.ref.key for child in node.children[1:] if child.ref is not None)
    return keys


def _may_write(node: Node, data: bytes) -> bool:
    if node.kind == "BINARY_OPERATOR" and len(node.children) == 2:
        return operator_text(node, data) in ("=", "")
    if node.kind == "UNARY_OPERATOR":
        text = data[node.span.begin : node.span.end]
        return not text.startswith((b"-", b"!", b"~", b"*")) or text.startswith(b"--")
    return True


def operator_text(node: Node, data: bytes) -> str:
    """The operator between the two operands of a binary expression; "" when a macro wrote it.

    libclang names it from version 19 on only."""
    left, right = node.children[0].span, node.children[1].span
    return data[left.end : right.begin].decode("utf-8", "replace").strip() if left.end <= right.begin else ""


def _is_pure(node: Node, data: bytes) -> bool:
    return not any(
        inner.kind in _IMPURE
        or inner.kind == "UNARY_OPERATOR"
        or (inner.kind == "BINARY_OPERATOR" and len(inner.children) == 2 and operator_text(inner, data) in ("=", ""))
        for inner in node.walk()
    )


def _is_scalar(statement: Node) -> bool:
    return all(_SCALAR.fullmatch(node.type) for node in statement.children if node.kind == "VAR_DECL")


def _bound(reader: _Reader, body: Node, *, destructors: bool) -> Bound | None:
    index: _Index | None = None
    for position, statement in enumerate(body.children):
        last = position == len(body.children) - 1
        match statement.kind:
            case "DECL_STMT":
                if not _is_pure(statement, reader.data) or (destructors and not _is_scalar(statement)):
                    return None
                index = reader.index_of(statement) or index
            case "IF_STMT" if index is not None:
                return reader.guard(statement, index, last=last)
            case "FOR_STMT" if last:
                return reader.stride(statement)
            case _:
                return None
    return None


class _Reader:
    def __init__(self, data: bytes, parameters: dict[str, str]) -> None:
        self.data, self._parameters = data, parameters

    def _text(self, span: Span) -> str:
        return as_text(self.data[span.begin : span.end])

    def index_of(self, statement: Node) -> _Index | None:
        """The variable of a declaration that holds the thread's index along x."""
        for node in statement.children:
            if node.kind == "VAR_DECL" and node.children and node.ref is not None:
                text = _CASTS.sub("", re.sub(r"\s+", "", self._text(node.children[-1].span)))
                plain = node.type.removeprefix("const ")
                # a `short` starts again from its smallest value before a grid ends
                if _unwrap(text) in _GLOBAL_INDEX and plain in (_SIGNED | _UNSIGNED) - {"short"}:
                    return _Index(node.name, node.ref.key, plain, plain in _SIGNED)
        return None

    def guard(self, statement: Node, index: _Index, *, last: bool) -> Bound | None:
        condition, *branches = statement.children
        if len(branches) != 1:
            return None
        if _is_return(branches[0]):
            limit = self._limit(condition, index, operators=("||", ">=", "<="))
        elif last:
            limit = self._limit(condition, index, operators=("&&", "<", ">"))
        else:
            return None
        return Bound(limit) if limit else None

    def stride(self, statement: Node) -> Bound | None:
        if len(statement.children) != 4 or statement.children[0].kind != "DECL_STMT":
            return None
        declaration, condition, increment, _ = statement.children
        index = self.index_of(declaration)
        if index is None or increment.kind != "COMPOUND_ASSIGNMENT_OPERATOR" or len(declaration.children) != 1:
            return None
        step = _CASTS.sub("", re.sub(r"\s+", "", self._text(increment.children[1].span)))
        if increment.children[0].ref is None or increment.children[0].ref.key != index.key:
            return None
        if _unwrap(step) not in _STRIDE or not self._text(increment.span).replace(" ", "").startswith(
            f"{index.name}+="
        ):
            return None
        limit = self._limit(condition, index, operators=("", "<", ">"))
        return Bound(limit, strided=True) if limit else None

    def _limit(self, condition: Node, index: _Index, *, operators: tuple[str, str, str]) -> str:
        joint, before, after = operators
        while condition.kind == "PAREN_EXPR" and condition.children:
            condition = condition.children[0]
        if condition.kind != "BINARY_OPERATOR" or len(condition.children) != 2:
            return ""
        left, right = condition.children
        operator = operator_text(condition, self.data)
        if operator == joint and joint:
            limit = self._limit(left, index, operators=operators)
            if limit or not _is_pure(left, self.data):
                # every thread evaluates what stands on the left
                return limit
            return self._limit(right, index, operators=operators)
        if operator == before and left.ref is not None and left.ref.key == index.key:
            return self._value(right, index)
        if operator == after and right.ref is not None and right.ref.key == index.key:
            return self._value(left, index)
        return ""

    def _value(self, node: Node, index: _Index) -> str:
        """The text of an expression over unchanged parameters, whose value may be compared in 64 bits instead.

        A signed limit that is compared with an unsigned index is converted first, as the comparison does. Of a limit
        that is larger than any index, no more than that may come out."""
        signed = wide = False
        for inner in node.walk():
            if inner.kind in ("INTEGER_LITERAL", "PAREN_EXPR", "BINARY_OPERATOR"):
                continue
            if inner.kind != "DECL_REF_EXPR" or inner.ref is None or inner.ref.key not in self._parameters:
                return ""
            if inner.name_offset < 0:
                return ""
            signed = signed or self._parameters[inner.ref.key] in _SIGNED
            wide = wide or self._parameters[inner.ref.key] in _WIDE
        text = self._text(node.span)
        if not re.fullmatch(r"[\w\s+*()-]+", text):
            return ""
        converted = signed and not index.signed
        if converted:
            text = f"static_cast<{index.type}>({text})"
        if not wide and not (converted and index.type in _WIDE):
            return text
        return f"{text if converted or text.isidentifier() else f'({text})'} & spawn::kAll"


def _unwrap(text: str) -> str:
    """Without the parentheses around products of the built-ins and around the whole."""
    while (plain := _PRODUCT.sub(r"\1\2", text)) != text:
        text = plain
    return text


def _is_return(branch: Node) -> bool:
    if branch.kind == "COMPOUND_STMT" and len(branch.children) == 1:
        branch = branch.children[0]
    return branch.kind == "RETURN_STMT"
