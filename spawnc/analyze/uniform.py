"""Which values are the same for all threads of a block.

A value is uniform when it is computed from uniform values only: parameters, blockIdx, blockDim, gridDim,
constants, template parameters, and variables that are only ever given uniform values where the whole block
passes. threadIdx is not, nor is anything loaded from memory: another thread may write there between two reads.
Variables are assumed uniform until something contradicts it (Stratton et al., MCUDA, LCPC 2008, keep such
variables once for the block)."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.analyze.block_text import BodyText
from spawnc.analyze.variable_uses import (
    ASSIGNMENTS,
    CASTS,
    VARIABLES,
    Mode,
    binary_operator,
    in_reading_macro,
    is_arrow,
    unary_operator,
    uses,
)
from spawnc.model import Node, Ref
from spawnc.source import Span

BARRIER = "__syncthreads"
LOOPS = {"FOR_STMT", "WHILE_STMT", "DO_STMT"}
#: Control flow that may stand around a barrier.
STRUCTURES = {"COMPOUND_STMT", "IF_STMT", "UNEXPOSED_STMT"} | LOOPS

_BLOCK_BUILTINS = {"blockIdx", "blockDim", "gridDim", "warpSize"}
_LITERALS = {
    "INTEGER_LITERAL",
    "FLOATING_LITERAL",
    "CHARACTER_LITERAL",
    "CXX_BOOL_LITERAL_EXPR",
    "CXX_NULL_PTR_LITERAL_EXPR",
    "CXX_UNARY_EXPR",
}
#: Functions of CUDA and the C library whose result depends on their arguments alone.
_PURE_FUNCTIONS = {
    *("min", "max", "abs", "fminf", "fmaxf", "fabsf", "sqrtf", "ceilf", "floorf", "log2f", "exp2f"),
    *("umin", "umax", "ceil", "floor", "__clz", "__ffs", "__popc", "make_uint3", "make_int2", "make_float2"),
}
_OUTWARD = frozenset({"BREAK_STMT", "CONTINUE_STMT"})


def has_barrier(node: Node) -> bool:
    """Whether `__syncthreads()` stands in a statement, lambdas included."""
    return any(is_barrier(below) for below in node.walk())


def is_barrier(node: Node) -> bool:
    return node.kind == "CALL_EXPR" and node.name == BARRIER


def leaves(node: Node, kinds: frozenset[str] = _OUTWARD) -> Iterator[Node]:
    """Every `break` and `continue` below whose loop or switch is outside of `node`."""
    if node.kind in kinds:
        yield node
    elif node.kind not in LOOPS and node.kind not in ("CXX_FOR_RANGE_STMT", "LAMBDA_EXPR"):
        inner = kinds - {"BREAK_STMT"} if node.kind == "SWITCH_STMT" else kinds
        for child in node.children:
            yield from leaves(child, inner)


def returns(node: Node) -> Iterator[Node]:
    """The kernel's own `return`s in a statement: not those of lambdas and local classes."""
    if node.kind == "RETURN_STMT":
        yield node
    elif node.kind not in ("LAMBDA_EXPR", "STRUCT_DECL", "CLASS_DECL"):
        for child in node.children:
            yield from returns(child)


def is_structure(node: Node) -> bool:
    """A statement that the whole block has to pass together: a barrier stands in it, or it leaves such a loop."""
    return node.kind in STRUCTURES and (has_barrier(node) or any(leaves(node)))


def is_uniform(text: BodyText, node: Node, variables: frozenset[str]) -> bool:
    """Whether an expression has one value for the block, and changes nothing but uniform variables."""
    kind, children = node.kind, node.children

    def all_uniform(nodes: tuple[Node, ...]) -> bool:
        return all(is_uniform(text, child, variables) for child in nodes)

    if kind in _LITERALS:
        return True
    if kind == "DECL_REF_EXPR":
        return node.ref is not None and _is_uniform_name(node.ref, variables)
    if kind == "MEMBER_REF_EXPR":
        return len(children) == 1 and not is_arrow(text, node) and all_uniform(children)
    if kind in CASTS:
        by_reference = not children or "&" in text.get(Span(node.span.begin, children[-1].span.begin))
        return not by_reference and all_uniform(children)
    if kind in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
        operator = binary_operator(text, node)
        if operator in ASSIGNMENTS:
            return _is_variable(text, children[0], variables) and is_uniform(text, children[1], variables)
        known = bool(operator) or (kind == "BINARY_OPERATOR" and in_reading_macro(text, node.span))
        return known and operator not in (".*", "->*") and all_uniform(children)
    if kind == "UNARY_OPERATOR":
        operator = unary_operator(text, node)
        if operator in ("++", "--"):
            return _is_variable(text, children[0], variables)
        if operator == "&":
            return _is_shared_place(text, children[0], variables)
        return operator in ("+", "-", "!", "~") and all_uniform(children)
    if kind in ("PAREN_EXPR", "CONDITIONAL_OPERATOR", "INIT_LIST_EXPR"):
        return all_uniform(children)
    if kind == "ARRAY_SUBSCRIPT_EXPR":
        return _is_shared_place(text, node, variables, whole_rows=True)
    return kind == "CALL_EXPR" and is_pure_call(node) and all_uniform(arguments(node))


def is_uniform_statement(text: BodyText, node: Node, variables: frozenset[str]) -> bool:
    """Whether running a statement once for the block is the same as running it in every thread."""
    kind, children = node.kind, node.children
    if kind in ("NULL_STMT", "BREAK_STMT", "CONTINUE_STMT"):
        return True
    if kind == "RETURN_STMT":
        return not children
    if kind == "DECL_STMT":
        return bool(children) and all(is_uniform_declaration(text, child, variables) for child in children)
    if kind == "VAR_DECL":
        return is_uniform_declaration(text, node, variables)
    if kind in STRUCTURES:
        return all(is_uniform_statement(text, child, variables) for child in children)
    return is_uniform(text, node, variables)


def is_uniform_declaration(text: BodyText, node: Node, variables: frozenset[str]) -> bool:
    if node.kind != "VAR_DECL" or node.ref is None or node.ref.key not in variables:
        return False
    return all(is_uniform(text, child, variables) for child in initialiser(node))


def initialiser(variable: Node) -> tuple[Node, ...]:
    """The expressions of `= value`, attributes left out. Sizes of arrays are among them."""
    return tuple(child for child in variable.children if not child.kind.endswith("_ATTR"))


def arguments(call: Node) -> tuple[Node, ...]:
    """A call's children without the callee."""
    if call.ref is not None and call.ref.kind == "CONSTRUCTOR":
        return call.children
    return call.children[1:]


def uniform_variables(text: BodyText, root: Node, body: Node) -> frozenset[str]:
    """Keys of the locals and parameters that have one value for the block wherever the whole block passes."""
    variables = frozenset(
        node.ref.key for node in root.walk() if node.kind in VARIABLES and node.ref and _may_be_uniform(node)
    )
    while contradicted := frozenset(_contradicted(text, body.children, variables)) & variables:
        variables -= contradicted
    return variables


def _contradicted(text: BodyText, statements: tuple[Node, ...], variables: frozenset[str]) -> Iterator[str]:
    """Variables that threads may set to different values, found under the assumption that `variables` are uniform."""
    for statement in statements:
        if statement.kind == "DECL_STMT":
            for child in statement.children:
                if not is_uniform_declaration(text, child, variables):
                    yield from _set_in(text, child)
        elif is_structure(statement) and not is_uniform_statement(text, statement, variables):
            yield from _contradicted(text, statement.children, variables)
        elif not is_uniform_statement(text, statement, variables):
            yield from _set_in(text, statement)


def _set_in(text: BodyText, node: Node) -> Iterator[str]:
    for use in uses(text, node):
        if use.mode is not Mode.READ:
            yield use.ref.key
    for below in node.walk():
        if below.kind == "VAR_DECL" and below.ref:
            yield below.ref.key


def _may_be_uniform(node: Node) -> bool:
    odd_type = any(mark in node.type for mark in ("&", "volatile", "lambda"))
    is_array = node.kind == "VAR_DECL" and "[" in node.type
    written = node.name_offset >= 0 and not node.annotations
    return written and not (odd_type or is_array or node.is_static or node.is_extern)


def _is_uniform_name(ref: Ref, variables: frozenset[str]) -> bool:
    if ref.key in variables or ref.kind in ("TEMPLATE_NON_TYPE_PARAMETER", "ENUM_CONSTANT_DECL"):
        return True
    if ref.kind != "VAR_DECL":
        return False
    if "shared" in ref.annotations:
        return "[" in ref.type  # the address of an array of the block, not what it holds
    if ref.is_global and ref.is_system:
        return ref.name in _BLOCK_BUILTINS
    if "constant" in ref.annotations:
        return "[" not in ref.type  # constant memory stays as it is while a kernel runs
    is_const = ref.type.endswith("const") if "*" in ref.type else ref.type.startswith("const ")
    return is_const and (ref.is_global or ref.is_static) and not ref.annotations and "[" not in ref.type


def _is_variable(text: BodyText, node: Node, variables: frozenset[str]) -> bool:
    while node.kind in ("PAREN_EXPR", "MEMBER_REF_EXPR") and len(node.children) == 1:
        if node.kind == "MEMBER_REF_EXPR" and is_arrow(text, node):
            return False
        node = node.children[0]
    return node.kind == "DECL_REF_EXPR" and node.ref is not None and node.ref.key in variables


def _is_shared_place(text: BodyText, node: Node, variables: frozenset[str], *, whole_rows: bool = False) -> bool:
    """`s[i]` of a shared array, or a shared variable: its address is the block's.

    With `whole_rows`, only what is an array still, such as `s[i]` of a two-dimensional one."""
    subscripts = 0
    while node.kind == "ARRAY_SUBSCRIPT_EXPR":
        subscripts += 1
        if not all(is_uniform(text, index, variables) for index in node.children[1:]):
            return False
        node = node.children[0]
    if node.kind != "DECL_REF_EXPR" or node.ref is None or "shared" not in node.ref.annotations:
        return False
    return not whole_rows or subscripts < node.ref.type.count("[")


def is_pure_call(node: Node) -> bool:
    if node.ref is None:
        candidates = [ref for below in node.children[:1] for child in below.walk() for ref in child.candidates]
        return bool(candidates) and all(_is_pure_function(ref) for ref in candidates)
    return _is_pure_function(node.ref)


def _is_pure_function(ref: Ref) -> bool:
    if not ref.is_system:
        return False
    if ref.kind == "CONSTRUCTOR":
        return not ref.scope or ref.scope[0] not in ("std", "cuda")
    return ref.name in _PURE_FUNCTIONS
