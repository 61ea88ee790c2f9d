"""What expressions of host code do beside computing a value."""

from __future__ import annotations

import re

from spawnc.diagnostics import Diagnostic
from spawnc.lexer import tokens
from spawnc.model import Node
from spawnc.regions.host import VARIABLES, HostCode
from spawnc.source import Span

#: Parts of expressions that do nothing themselves.
_PLAIN = frozenset(
    [
        "DECL_REF_EXPR",
        "MEMBER_REF_EXPR",
        "INTEGER_LITERAL",
        "FLOATING_LITERAL",
        "CXX_BOOL_LITERAL_EXPR",
        "CHARACTER_LITERAL",
        "PAREN_EXPR",
        "CONDITIONAL_OPERATOR",
        "CSTYLE_CAST_EXPR",
        "CXX_STATIC_CAST_EXPR",
        "CXX_REINTERPRET_CAST_EXPR",
        "CXX_CONST_CAST_EXPR",
        "CXX_FUNCTIONAL_CAST_EXPR",
        "CXX_UNARY_EXPR",
        "CXX_NULL_PTR_LITERAL_EXPR",
        "ARRAY_SUBSCRIPT_EXPR",
        "CXX_THIS_EXPR",
        "INIT_LIST_EXPR",
        "GNU_NULL_EXPR",
        "STRING_LITERAL",
    ]
)
#: Functions of the standard library, and of CUDA's headers, that compute and do nothing else.
_PURE = frozenset(
    [
        "min",
        "max",
        "abs",
        "fabs",
        "fabsf",
        "sqrt",
        "sqrtf",
        "ceil",
        "ceilf",
        "floor",
        "floorf",
        "pow",
        "powf",
        "exp",
        "expf",
        "log",
        "logf",
        "log2",
        "log2f",
        "fmin",
        "fmax",
        "fminf",
        "fmaxf",
        "round",
        "lround",
        "isnan",
        "isinf",
        "isfinite",
        "move",
        "forward",
        "make_float2",
        "make_float3",
        "make_float4",
        "make_int2",
        "make_int3",
        "make_int4",
        "make_uint3",
    ]
)
_PURE_TYPES = frozenset({"dim3", "uint3"})
_OUTPUT = re.compile(
    r"f?printf|v?f?printf|puts|fputs|putchar|fwrite|fread|f?scanf|fflush|fopen|fclose|perror|operator(<<|>>)"
)
_MEMORY = re.compile(
    r"cuda(Malloc|Free|Host(Alloc|Register|Unregister)|MemPrefetch|MemAdvise)\w*|malloc|calloc|realloc|free"
)
_EVENT = re.compile(r"cuda(Event|StreamWaitEvent)\w*")
_LAUNCHER = re.compile(r"cudaLaunch\w*|cuLaunch\w*")
_LIBRARY = re.compile(
    r"cuda[A-Z]\w*|cu[A-Z]\w*|cublas\w*|cusparse\w*|cusolver\w*|cufft\w*|cudnn\w*|curand\w*|nccl\w*|MPI_\w*"
)
_WRITES = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)")


def effect(code: HostCode, node: Node) -> Diagnostic | None:
    """The first thing in an expression that does more than compute a value."""
    for inner in node.walk():
        is_call = inner.kind == "CALL_EXPR" and inner.span.end > inner.span.begin
        if is_call and (problem := _call(code, inner)) is not None:
            return problem
        if code.may_run_unwritten(inner):
            return code.refuse("SP118", inner, what=code.short(inner.span))
        if is_call or inner.kind in _PLAIN or inner.span.end <= inner.span.begin:
            continue
        if inner.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
            operator = code.operator(inner)
            if not operator:
                first = next(iter(code.tokens(inner.span)), None)
                if first is None or not code.macros(first.text) or _writes(code, first.text):
                    return code.refuse("SP118", inner, what=code.short(inner.span))
            elif operator in ("=", "++", "--"):
                return code.refuse("SP118", inner, what=code.short(inner.span))
        elif inner.kind == "UNEXPOSED_EXPR" and not inner.children:
            continue
        else:
            return code.refuse("SP118", inner, what=code.short(inner.span))
    return None


def _writes(code: HostCode, name: bytes, seen: frozenset[bytes] = frozenset()) -> bool:
    """Whether something is changed in what one of the definitions of a macro stands for."""
    return name not in seen and any(
        _WRITES.search(body) is not None
        or any(_writes(code, token.text, seen | {name}) for token in tokens(body) if token.kind == "name")
        for body in code.macros(name)
    )


def _call(code: HostCode, node: Node) -> Diagnostic | None:
    ref = node.ref
    if ref is not None and ref.kind == "CONSTRUCTOR" and (ref.name in _PURE_TYPES or ref.is_implicit):
        return None
    if ref is not None and ref.is_system and ref.name in _PURE:
        return None
    if (ref is not None and computes(code, ref.key)) or is_conversion(code, node):
        return None
    return unknown_call(code, node)


def is_conversion(code: HostCode, node: Node) -> bool:
    """`T(x)` of a type that a template leaves open: another way to write `(T)x` (C++17, [expr.type.conv]).

    A call has what is called for its first child."""
    if node.kind != "CALL_EXPR" or node.ref is not None or node.candidates or len(node.children) != 1:
        return False
    before = code.tokens(Span(node.span.begin, node.children[0].span.begin))
    return [token.kind for token in before[:1]] == ["name"] and [token.text for token in before[1:]] == [b"("]


def unknown_call(code: HostCode, node: Node) -> Diagnostic:
    """What to say of a call that no graph can hold."""
    name = node.ref.name if node.ref is not None else node.name
    scope = "::".join(node.ref.scope) if node.ref is not None else ""
    if code.launch_of(node) is not None:
        return code.refuse("SP118", node, what=code.short(node.span))
    user = node.ref is not None and not node.ref.is_system
    for rule, names in (
        ("SP103", _MEMORY),
        ("SP106", _EVENT),
        ("SP111", _LAUNCHER),
        ("SP105", _LIBRARY),
        ("SP102", _OUTPUT),
    ):
        if names.fullmatch(name) and not (user and rule == "SP102"):
            return code.refuse(rule, node, call=name)
    if scope.startswith(("thrust", "cub")):
        return code.refuse("SP105", node, call=f"{scope}::{name}")
    return code.refuse("SP104", node, call=name or code.short(node.span))


def computes(code: HostCode, key: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a function of the user's does nothing but compute a value of its arguments."""
    function = code.unit.functions.get(key)
    body = code.unit.body_of(function) if function is not None else None
    if (
        function is None
        or body is None
        or key in seen
        or function.kind != "FUNCTION_DECL"
        or function.definition is None
    ):
        return False
    if any("&" in parameter.type or "*" in parameter.type for parameter in function.definition.parameters):
        return False
    there = HostCode(code.unit, function, code.unit.files[function.definition.path], body, {})
    own = {inner.ref.key for inner in body.walk() if inner.kind in VARIABLES and inner.ref and not inner.is_static}
    for inner in body.walk():
        if there.may_run_unwritten(inner):
            return False
        if inner.kind in _PLAIN or inner.kind in VARIABLES or inner.span.end <= inner.span.begin:
            if (
                inner.kind == "DECL_REF_EXPR"
                and inner.ref
                and inner.ref.kind == "VAR_DECL"
                and inner.ref.key not in own
                and ("const" not in inner.ref.type or "*" in inner.ref.type)
            ):
                return False
            continue
        if inner.kind == "CALL_EXPR":
            called = inner.ref
            if called is None or not (
                (called.is_system and called.name in _PURE) or computes(there, called.key, seen | {key})
            ):
                return False
        elif inner.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
            operator = there.operator(inner)
            if operator in ("", "=", "++", "--") or (inner.kind == "UNARY_OPERATOR" and operator in ("&", "*")):
                return False
        elif inner.kind not in (
            "COMPOUND_STMT",
            "RETURN_STMT",
            "DECL_STMT",
            "IF_STMT",
            "FUNCTION_DECL",
            "UNEXPOSED_EXPR",
        ):
            return False
    return True
