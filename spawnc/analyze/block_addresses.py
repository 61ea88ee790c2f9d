"""Where the addresses of a block's shared variables go inside the kernel's body.

What is not known to be a value that was loaded from shared memory counts as its address."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.analyze.block_shared import functions_of, size_of
from spawnc.analyze.block_text import BodyText
from spawnc.analyze.calls import local_callables
from spawnc.analyze.variable_uses import (
    ASSIGNMENTS,
    CASTS,
    Mode,
    binary_operator,
    is_arrow,
    is_callee,
    parameter_types,
    target_types,
    unary_operator,
    uses,
)
from spawnc.model import Node, Ref, Unit
from spawnc.source import Span, as_bytes

#: More loads than any expression has: what an object of unknown type leads to is not known.
_NEVER = 1000
_QUALIFIERS = re.compile(r"\b(const|volatile|__restrict|__restrict__)\b")
_COMPOUND = re.compile(r"dim3|__half|(u?(char|short|int|long|longlong)|float|double)[1-4]")
_COMPARISONS = {"==", "!=", "<", ">", "<=", ">=", "&&", "||"}
_CAST_SYNTAX = re.compile(r"\b(static_cast|reinterpret_cast|const_cast)\b|[<>(){}]")


class Addresses:
    """The variables of a body that may hold an address of shared memory."""

    def __init__(self, unit: Unit, text: BodyText, body: Node, shared: tuple[Node, ...]) -> None:
        self._unit, self._text = unit, text
        #: An address was stored where it can't be followed: any pointer may be one.
        self._lost = False
        #: By key: how many of `[i]`, `*` and `->` lead from the variable to a value.
        self._loads = {variable.ref.key: _loads_of(variable.type) for variable in shared if variable.ref}
        #: Variables that hold a lambda of the body: what it does stands in the body.
        self._lambdas = local_callables(body.walk())
        for node in body.walk():
            if node.kind == "LAMBDA_EXPR":
                # whoever calls it may give it any address
                for below in node.walk():
                    captured = below.kind == "VARIABLE_REF" and below.ref and below.ref.scope[-1:] == ("operator()",)
                    if (below.kind == "PARM_DECL" or captured) and below.ref and not is_plain(below.ref.type):
                        self._add(below.ref)
        known = -1
        while known != len(self._loads):
            known = len(self._loads)
            for node in body.walk():
                self._follow(node)

    def mentioned(self, node: Node) -> bool:
        """Whether a variable that leads to shared memory is named."""
        return self._lost or any(self.is_known(below.ref) for below in node.walk())

    def is_known(self, ref: Ref | None) -> bool:
        """Whether a name is that of a variable that leads to shared memory."""
        return ref is not None and ref.key in self._loads

    def is_own_lambda(self, call: Node) -> bool:
        """Whether a call is one of a lambda that stands in the body."""
        callee = call.children[0] if call.children else call
        return call.kind == "CALL_EXPR" and any(
            node.kind == "LAMBDA_EXPR" or (node.ref is not None and node.ref.key in self._lambdas)
            for node in callee.walk()
        )

    def given_to(self, call: Node) -> bool:
        """Whether what is called may reach shared memory through its object or an argument."""
        children = list(call.children)
        is_method = call.ref is not None and call.ref.kind in ("CXX_METHOD", "CONVERSION_FUNCTION")
        if is_method and children and self.mentioned(children.pop(0)):
            return True
        targets = [parameter_types(target) or [] for target in target_types(call)]
        deduced = self._deduced(call)
        arguments = [child for child in children if not is_callee(child)]
        for index, argument in enumerate(arguments):
            types = {types[index] if index < len(types) else "" for types in targets} or {""}
            if any(self._reach("int" if each in deduced else each, argument) for each in types):
                return True
        return False

    def in_value(self, node: Node, loads: int = 0) -> bool:
        """Whether the value of an expression may be, or hold, an address of shared memory; `loads`: how many loads
        stand around the expression."""
        kind, children, text = node.kind, node.children, self._text
        if kind in ("DECL_REF_EXPR", "VARIABLE_REF"):
            return node.ref is not None and loads < self._loads.get(node.ref.key, -_NEVER)
        if kind == "CXX_UNARY_EXPR":
            return False  # sizeof, alignof: not evaluated
        if kind == "LAMBDA_EXPR":
            return self.mentioned(node)
        if kind == "CALL_EXPR":
            returned = node.ref.type.partition("(")[0].strip() if node.ref is not None else ""
            if node.ref is not None and node.ref.is_system and node.name in ("min", "max"):
                return self._any(children, loads)
            return not is_plain(returned) and self.given_to(node)
        if kind == "ARRAY_SUBSCRIPT_EXPR":
            return self.in_value(children[0], loads + 1) or self._any(children[1:], 0)
        if kind == "MEMBER_REF_EXPR" and children:
            return self._any(children, loads + is_arrow(text, node))
        if kind == "UNARY_OPERATOR":
            operator = unary_operator(text, node)
            if not operator:
                return self.mentioned(node)
            return self._any(children, loads + (operator == "*") - (operator == "&"))
        if kind in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
            operator = binary_operator(text, node)
            if not operator:
                return self.mentioned(node)
            return operator not in _COMPARISONS and self._any(children, loads)
        if kind in CASTS and children:
            return self._any(children, loads) if _is_by_value(self.cast_to(node)) else self.mentioned(node)
        if kind == "CONDITIONAL_OPERATOR":
            return self._any(children[1:], loads)
        return self._any(children, loads if kind == "PAREN_EXPR" else 0)

    def _any(self, nodes: tuple[Node, ...], loads: int) -> bool:
        return any(self.in_value(node, loads) for node in nodes)

    def cast_to(self, node: Node) -> str:
        """The type that a cast spells."""
        return _CAST_SYNTAX.sub("", self._text.get(Span(node.span.begin, node.children[-1].span.begin))).strip()

    def _reach(self, type_name: str, *nodes: Node) -> bool:
        """Whether what is made of such a type from expressions leads to shared memory."""
        if _is_by_value(type_name):
            return self._lost or self._any(nodes, 0)
        if _is_by_value(type_name.rstrip("& ")):
            return self._lost or self._any(nodes, -1)
        return any(map(self.mentioned, nodes))

    def _deduced(self, call: Node) -> frozenset[str]:
        """Template parameters of what is called, where no argument is given for them: by value, they are values."""
        callee = call.children[0] if call.children else call
        after = self._text.next_token(callee.name_offset + len(as_bytes(callee.name)))
        if callee.name_offset < 0 or after is None or after.text != b"(":
            return frozenset()
        refs = (call.ref,) if call.ref else callee.candidates
        definitions = [function.definition for ref in refs for function in functions_of(self._unit, ref)]
        return frozenset(name for found in definitions if found for name in found.template_arguments)

    def _follow(self, node: Node) -> None:
        """What a declaration, an assignment or a call does with addresses."""
        kind, children = node.kind, node.children
        if kind == "VAR_DECL" and node.ref is not None:
            if self._reach(node.type, *children):
                self._add(node.ref)
        elif kind == "CXX_FOR_RANGE_STMT":
            ranged = any(self.mentioned(child) for child in children if child.kind not in ("VAR_DECL", "COMPOUND_STMT"))
            for child in children:
                if ranged and child.kind == "VAR_DECL" and child.ref and not is_plain(child.type):
                    self._add(child.ref)
        elif kind in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR") and len(children) == 2:
            if binary_operator(self._text, node) in ASSIGNMENTS | {""} and self.in_value(children[1]):
                refs = list(_variables(children[0]))
                self._lost = self._lost or children[0].kind != "DECL_REF_EXPR" or any(ref.is_global for ref in refs)
                for ref in refs:
                    self._add(ref)
        elif kind == "CALL_EXPR" and self.given_to(node):
            for use in uses(self._text, node):
                if use.mode is Mode.OPEN:
                    self._add(use.ref)

    def _add(self, ref: Ref) -> None:
        # a number that holds an address stays one
        holds_pointers = "*" in ref.type or "&" in ref.type
        self._loads.setdefault(ref.key, _loads_of(ref.type) if holds_pointers else _NEVER)


def is_plain(type_name: str) -> bool:
    """A type without pointers, of known size: passed by value, it leads nowhere."""
    return not re.search(r"[*&\[(]", type_name) and size_of(type_name) is not None


def is_of_numbers(type_name: str) -> bool:
    """A number, or a pointer or reference to numbers."""
    return size_of(element := element_of(type_name)) is not None and not _COMPOUND.fullmatch(element)


def _is_by_value(type_name: str) -> bool:
    """A plain type, a pointer, or an array of those; not a reference, an object or what a template leaves open."""
    plain = _QUALIFIERS.sub("", type_name).strip()
    return "&" not in plain and (plain.endswith("*") or size_of(element_of(plain)) is not None)


def _loads_of(type_name: str) -> int:
    return type_name.count("*") + type_name.count("[") if size_of(element_of(type_name)) is not None else _NEVER


def element_of(type_name: str) -> str:
    """The type that is left without pointers, references and arrays."""
    return re.sub(r"\[[^\]]*\]|[*&()]", "", _QUALIFIERS.sub("", type_name)).strip()


def _variables(node: Node) -> Iterator[Ref]:
    for below in node.walk():
        if below.ref is not None and below.ref.kind in ("VAR_DECL", "PARM_DECL"):
            yield below.ref
