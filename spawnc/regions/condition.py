"""The condition of a loop, which the device evaluates after each trip: it has to give there what it gives here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from spawnc.diagnostics import Diagnostic
from spawnc.lexer import macros_of_files, tokens
from spawnc.model import Node
from spawnc.regions.arguments import Varying
from spawnc.regions.effects import is_conversion
from spawnc.regions.facts import Condition, Flag
from spawnc.regions.host import VARIABLES, HostCode
from spawnc.regions.reading import is_pointed_to
from spawnc.regions.scalars import FLOATING, SCALARS
from spawnc.source import Span

_PLAIN = frozenset(
    [
        "PAREN_EXPR",
        "INTEGER_LITERAL",
        "FLOATING_LITERAL",
        "CXX_BOOL_LITERAL_EXPR",
        "CHARACTER_LITERAL",
        "CONDITIONAL_OPERATOR",
        "CSTYLE_CAST_EXPR",
        "CXX_STATIC_CAST_EXPR",
        "CXX_FUNCTIONAL_CAST_EXPR",
    ]
)
#: Exact on both sides: IEEE 754 rounds square roots correctly. Those of floats are written as `spawn::exact_sqrt()`,
#: which does so whatever the compiler's flags.
_CALLS = {
    "fabs": ("double", "float"),
    "abs": ("double", "float", "int", "long"),
    "fabsf": ("float",),
    "sqrt": ("double", "float"),
    "sqrtf": ("float",),
}
_WORDS = frozenset(
    [
        "true",
        "false",
        "std",
        "static_cast",
        "bool",
        "char",
        "short",
        "int",
        "long",
        "unsigned",
        "signed",
        "float",
        "double",
        "size_t",
    ]
)


@dataclass
class _Arithmetic:
    """What the nodes of a condition compute with, all together: the device may round across statements."""

    operators: set[str] = field(default_factory=set)
    is_floating: bool = False
    #: There is a number of single precision.
    is_single: bool = False

    def add(self, type_name: str) -> None:
        self.is_floating = self.is_floating or type_name in FLOATING
        self.is_single = self.is_single or type_name == "float"


def condition_problem(code: HostCode, condition: Condition, flag: Flag, varying: Varying) -> Diagnostic | None:
    """Why the device can't evaluate a condition as the host does."""
    computed = _Arithmetic()
    known = {each.variable.key for each in condition.derived}
    values = [each.value for each in condition.derived]
    for node in (*values, condition.leave, condition.go_on):
        if node is None:
            continue
        arithmetic = computed if node in values else replace(computed, operators={*computed.operators})
        if (problem := _expression(code, node, flag, varying, known, arithmetic)) is not None:
            return problem
        # nvcc makes one rounding of a product and a sum; single-precision quotients may be approximate
        operators = arithmetic.operators
        is_rounded = ("*" in operators and operators & {"+", "-"}) or ("/" in operators and arithmetic.is_single)
        if arithmetic.is_floating and is_rounded:
            return code.refuse(
                "SP116", node, what=code.text(node.span), because="the device may round it in another way"
            )
    return None


def _expression(
    code: HostCode, node: Node, flag: Flag, varying: Varying, known: set[str], arithmetic: _Arithmetic
) -> Diagnostic | None:
    def refuse(place: Node, because: str) -> Diagnostic:
        return code.refuse("SP116", place, what=code.text(node.span), because=because)

    names: set[str] = set()
    stack = [node]
    while stack:
        inner = stack.pop()
        if flag.is_pointed_to and is_pointed_to(code, inner) and flag.variable.key in varying.pointed:
            pointer = next((each.ref for each in inner.walk() if each.kind == "DECL_REF_EXPR"), None)
            if pointer is not None and pointer.key == flag.variable.key:
                names.add(pointer.name)
                arithmetic.add(flag.type)
                continue
        stack.extend(inner.children)
        if inner.kind == "DECL_REF_EXPR" and inner.ref is not None:
            ref = inner.ref
            if ref.kind in ("FUNCTION_DECL", "FUNCTION_TEMPLATE"):
                names.add(ref.name)
                continue
            constant = ref.kind == "ENUM_CONSTANT_DECL" and ref.is_global
            scalar = ref.kind in VARIABLES and ref.canonical.removeprefix("const ") in SCALARS
            if inner.name_offset < 0 or not (constant or scalar):
                return refuse(inner, f"'{ref.name}' is no number that a kernel can be given")
            if "device" in ref.annotations:
                return refuse(inner, f"'{ref.name}' is managed memory, which the device may write")
            if ref.key in varying.keys - varying.steps.keys() - {flag.variable.key} - known:
                return refuse(inner, f"'{ref.name}' changes in the loop")
            if ref.key == flag.variable.key and flag.is_pointed_to:
                return refuse(inner, f"'{ref.name}' is the pointer, not the value")
            names.add(ref.name)
            arithmetic.add(ref.canonical.removeprefix("const "))
        elif is_conversion(code, inner):
            # refused below, for the name of the type
            continue
        elif inner.kind == "CALL_EXPR":
            ref_of = inner.ref
            name = ref_of.name if ref_of is not None and ref_of.is_system else ""
            taken = ref_of.canonical.partition("(")[2].partition(")")[0] if ref_of is not None else ""
            if taken not in _CALLS.get(name, ()):
                return refuse(inner, f"it calls '{inner.name or name}'")
            arithmetic.add(taken)
        elif inner.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
            operator = code.operator(inner)
            if operator in (
                "",
                "=",
                "++",
                "--",
                "&" if inner.kind == "UNARY_OPERATOR" else "",
                "*" if inner.kind == "UNARY_OPERATOR" else "",
            ):
                return refuse(inner, f"'{code.text(inner.span)}' is more than a computation with numbers")
            arithmetic.operators.add(operator if inner.kind == "BINARY_OPERATOR" else "")
        elif inner.kind not in _PLAIN and inner.span.end > inner.span.begin:
            return refuse(inner, f"'{code.text(inner.span)}' is more than a computation with numbers")
        if inner.kind == "FLOATING_LITERAL":
            arithmetic.add("float" if code.text(inner.span)[-1:] in "fF" else "double")
        if inner.kind.endswith("CAST_EXPR"):
            for token in code.tokens(inner.span):
                arithmetic.add(token.word)
    unknown = _unknown_name(code, node.span, names)
    return refuse(node, f"'{unknown}' may mean another thing outside of the function") if unknown else None


def float_roots(node: Node) -> Iterator[Node]:
    """The calls of a square root of a float in an expression."""
    for inner in node.walk():
        called = inner.ref if inner.kind == "CALL_EXPR" else None
        is_root = called is not None and called.name in ("sqrt", "sqrtf")
        if called is not None and is_root and called.canonical.partition("(")[2].startswith("float"):
            yield inner


def _unknown_name(code: HostCode, span: Span, known: set[str], seen: frozenset[str] = frozenset()) -> str:
    """A word that is neither a variable nor a macro of numbers."""
    for token in tokens(code.source.data, span):
        word = token.word
        if token.kind == "name" and word not in known and word not in _WORDS and not _is_number(code, word, seen):
            return word
    return ""


def _is_number(code: HostCode, name: str, seen: frozenset[str]) -> bool:
    """Whether a macro that is defined before the function stands for a number."""
    definition = code.function.definition
    for path, source in code.unit.files.items():
        found = [macro for macro in macros_of_files([source], name.encode()) if not macro.parameters]
        if (
            len(found) == 1
            and definition is not None
            and (path != code.source.path or found[0].name.begin < definition.span.begin)
        ):
            words = [token for token in tokens(found[0].body) if token.kind == "name"]
            return name not in seen and all(_is_number(code, word.word, seen | {name}) for word in words)
    return False
