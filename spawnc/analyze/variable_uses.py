"""How an expression uses the variables that it names: every mention is a read unless the code around it says more.

Reads are recognised, not writes: what is not known to read a variable counts as something that may change it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from spawnc.analyze.block_text import BodyText
from spawnc.model import Node, Ref
from spawnc.source import Span, as_text

ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
CASTS = {
    "CSTYLE_CAST_EXPR",
    "CXX_STATIC_CAST_EXPR",
    "CXX_FUNCTIONAL_CAST_EXPR",
    "CXX_REINTERPRET_CAST_EXPR",
    "CXX_CONST_CAST_EXPR",
}
VARIABLES = {"VAR_DECL", "PARM_DECL"}
_CALLEES = {"FUNCTION_DECL", "FUNCTION_TEMPLATE", "CXX_METHOD", "OVERLOADED_DECL_REF"}
#: Nodes that only read the values of what stands in them, or hold statements.
_READERS = {
    *("COMPOUND_STMT", "DECL_STMT", "IF_STMT", "FOR_STMT", "WHILE_STMT", "DO_STMT", "SWITCH_STMT", "CASE_STMT"),
    *("DEFAULT_STMT", "RETURN_STMT", "NULL_STMT", "BREAK_STMT", "CONTINUE_STMT", "UNEXPOSED_STMT", "LABEL_STMT"),
    *("INIT_LIST_EXPR", "LAMBDA_EXPR", "PARM_DECL", "UNEXPOSED_ATTR", "ALIGNED_ATTR"),
    *("FUNCTION_DECL", "FUNCTION_TEMPLATE"),
}


class Mode(Enum):
    """What may happen to a variable where it is named."""

    READ = "read"
    #: Assigned, incremented: the new value stands in the code.
    WRITE = "written"
    #: Bound to a reference, address taken, given to code that may change it.
    OPEN = "open to change"


@dataclass(frozen=True, slots=True)
class Use:
    """One mention of a variable."""

    node: Node
    ref: Ref
    mode: Mode


def uses(text: BodyText, root: Node) -> Iterator[Use]:
    """Every mention of a variable in a tree, in source order."""
    return _visit(text, root, Mode.READ)


def binary_operator(text: BodyText, node: Node) -> str:
    """The operator between two operands; "" when a macro may have written it."""
    if len(node.children) != 2 or in_changing_macro(text, node.span):
        return ""
    left, right = node.children
    token = text.next_token(left.span.end)
    if token is None or left.span.end > right.span.begin or token.begin >= right.span.begin:
        return ""
    return as_text(token.text)


def unary_operator(text: BodyText, node: Node) -> str:
    """The operator before or after one operand; "" when a macro may have written it."""
    if len(node.children) != 1 or in_changing_macro(text, node.span):
        return ""
    operand = node.children[0]
    begin = node.span.begin if operand.span.begin > node.span.begin else operand.span.end
    token = text.next_token(begin)
    return as_text(token.text) if token and token.begin < node.span.end else ""


def in_reading_macro(text: BodyText, span: Span) -> bool:
    """Whether a macro writes some of the text, and it can only read what it is given."""
    return not in_changing_macro(text, span) and any(use.covers(span) for use in text.reading_macros)


def in_changing_macro(text: BodyText, span: Span) -> bool:
    """Whether some of the text comes from a macro that may change variables."""
    return any(use.begin < span.end and span.begin < use.end for use in text.changing_macros)


def is_arrow(text: BodyText, node: Node) -> bool:
    """`p->x`, which loads, against `s.x`."""
    base = node.children[0]
    if base.kind == "DECL_REF_EXPR" and base.ref and base.ref.is_system and base.ref.is_global:
        return "*" in base.ref.type
    token = text.next_token(base.span.end)
    return token is None or token.text != b"."


def parameter_types(function_type: str) -> list[str] | None:
    """Parameters in a spelling like `void (int &, const float *) const`; None when it has none."""
    begin = function_type.find("(")
    if begin < 0:
        return None
    parameters, depth, last = [], 0, begin + 1
    for index in range(begin, len(function_type)):
        depth += function_type[index] in "(<"
        depth -= function_type[index] in ")>"
        if depth == 0 or (depth == 1 and function_type[index] == ","):
            parameters.append(function_type[last:index].strip())
            last = index + 1
        if depth == 0:
            break
    return parameters


def _visit(text: BodyText, node: Node, mode: Mode) -> Iterator[Use]:
    kind, children = node.kind, node.children
    if kind == "DECL_REF_EXPR" or kind == "VARIABLE_REF":
        yield from _reference(node, mode)
    elif kind == "CXX_UNARY_EXPR":
        return  # sizeof, alignof: not evaluated
    elif kind in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
        yield from _binary(text, node, mode)
    elif kind == "UNARY_OPERATOR":
        yield from _unary(text, node)
    elif kind == "ARRAY_SUBSCRIPT_EXPR":
        yield from _element(text, children[0], mode)
        yield from _each(text, children[1:], Mode.READ)
    elif kind == "MEMBER_REF_EXPR":
        yield from _each(text, children, Mode.READ if children and is_arrow(text, node) else mode)
    elif kind == "PAREN_EXPR":
        yield from _each(text, children, mode)
    elif kind == "CONDITIONAL_OPERATOR":
        yield from _visit(text, children[0], Mode.READ)
        yield from _each(text, children[1:], mode)
    elif kind in CASTS:
        written = text.get(Span(node.span.begin, children[-1].span.begin)) if children else ""
        yield from _each(text, children, Mode.OPEN if "&" in written else Mode.READ)
    elif kind == "CALL_EXPR":
        yield from _call(text, node)
    elif kind == "VAR_DECL":
        yield from _each(text, children, Mode.OPEN if _changes_through(node.type) else Mode.READ)
    elif kind == "CXX_FOR_RANGE_STMT":
        by_value = not any(child.kind == "VAR_DECL" and _changes_through(child.type) for child in children)
        for child in children:
            ranged = child.kind not in ("VAR_DECL", "COMPOUND_STMT") and not by_value
            yield from _visit(text, child, Mode.OPEN if ranged else Mode.READ)
    elif kind in _READERS:
        yield from _each(text, children, Mode.READ)
    else:
        yield from _each(text, children, Mode.OPEN if children else Mode.READ)


def _each(text: BodyText, nodes: tuple[Node, ...], mode: Mode) -> Iterator[Use]:
    for node in nodes:
        yield from _visit(text, node, mode)


def _reference(node: Node, mode: Mode) -> Iterator[Use]:
    if node.ref is None or node.ref.kind not in VARIABLES:
        return
    # the name of an array, where no element is asked for, is its address
    decays = node.ref.kind == "VAR_DECL" and "[" in node.ref.type and mode is Mode.READ
    yield Use(node, node.ref, Mode.OPEN if decays else mode)


def _element(text: BodyText, base: Node, mode: Mode) -> Iterator[Use]:
    """The `a` of `a[i]`: an array changes with its elements, a pointer doesn't."""
    while base.kind == "PAREN_EXPR" and base.children:
        base = base.children[0]
    if base.kind == "DECL_REF_EXPR" and base.ref and base.ref.kind in VARIABLES:
        through_pointer = "*" in base.ref.type and "[" not in base.ref.type
        if through_pointer or (base.ref.kind == "PARM_DECL" and "[" in base.ref.type):
            yield Use(base, base.ref, Mode.READ)
        else:
            yield Use(base, base.ref, mode)
    elif base.kind == "ARRAY_SUBSCRIPT_EXPR":
        yield from _element(text, base.children[0], mode)
        yield from _each(text, base.children[1:], Mode.READ)
    else:
        yield from _visit(text, base, mode)


def _binary(text: BodyText, node: Node, mode: Mode) -> Iterator[Use]:
    operator = binary_operator(text, node)
    if not operator and node.kind == "BINARY_OPERATOR" and in_reading_macro(text, node.span):
        yield from _each(text, node.children, Mode.READ)
        return
    if not operator or (node.kind == "COMPOUND_ASSIGNMENT_OPERATOR" and operator not in ASSIGNMENTS):
        yield from _each(text, node.children, Mode.OPEN)
        return
    left, right = node.children
    first = Mode.WRITE if operator in ASSIGNMENTS else Mode.READ
    second = mode if operator == "," else Mode.READ
    if operator in (".*", "->*"):
        first = second = Mode.OPEN
    # the value of an assignment is the variable again
    yield from _visit(text, left, Mode.OPEN if first is Mode.WRITE and mode is Mode.OPEN else first)
    yield from _visit(text, right, second)


def _unary(text: BodyText, node: Node) -> Iterator[Use]:
    operator = unary_operator(text, node)
    if operator in ("++", "--"):
        mode = Mode.WRITE
    elif operator in ("*", "+", "-", "!", "~") or in_reading_macro(text, node.span):
        mode = Mode.READ
    else:
        mode = Mode.OPEN
    yield from _each(text, node.children, mode)


def _call(text: BodyText, node: Node) -> Iterator[Use]:
    callee, children = node.ref, list(node.children)
    if callee is not None and callee.kind in ("CXX_METHOD", "CONVERSION_FUNCTION") and children:
        object_mode = Mode.READ if re.search(r"\)\s*const", callee.type) else Mode.OPEN
        if children[0].kind == "MEMBER_REF_EXPR":
            base = children.pop(0)
            arrow = bool(base.children) and is_arrow(text, base)
            yield from _each(text, base.children, Mode.READ if arrow else object_mode)
        else:
            # a = b and a += b of CUDA's vector types are assignments like any other
            assigns = callee.is_system and callee.name.removeprefix("operator") in ASSIGNMENTS
            yield from _visit(text, children.pop(0), Mode.WRITE if assigns else object_mode)
    targets = target_types(node)
    arguments = [child for child in children if not is_callee(child)]
    for index, argument in enumerate(arguments):
        yield from _visit(text, argument, _argument_mode(targets, index))


def is_callee(node: Node) -> bool:
    """Whether a child of a call is the name of what is called."""
    if node.kind == "OVERLOADED_DECL_REF" or node.candidates:
        return True
    return node.kind == "DECL_REF_EXPR" and node.ref is not None and node.ref.kind in _CALLEES


def target_types(node: Node) -> list[str]:
    """Types of the functions that a call may reach; empty when nothing is known."""
    if node.ref is not None and node.ref.kind not in VARIABLES:
        return [node.ref.type]
    first = node.children[0] if node.children else None
    candidates = [ref for child in first.walk() for ref in child.candidates] if first else []
    return [ref.type for ref in candidates]


def _argument_mode(targets: list[str], index: int) -> Mode:
    if not targets:
        return Mode.OPEN
    for target in targets:
        parameters = parameter_types(target)
        if parameters is None or (index < len(parameters) and _changes_through(parameters[index])):
            return Mode.OPEN
    return Mode.READ


def _changes_through(type_name: str) -> bool:
    """A reference to something that is not const."""
    if "&" not in type_name:
        return False
    referred = type_name.rstrip("& ").removesuffix("__restrict").rstrip()
    return "&&" in type_name or not (
        (referred.startswith("const ") and "*" not in referred) or referred.endswith("const")
    )
