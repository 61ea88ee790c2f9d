"""The body of one host function: its text, its launches, and what its expressions do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.lexer import Token, tokens
from spawnc.model import Function, Launch, Node, Unit
from spawnc.source import SourceFile, Span

VARIABLES = frozenset({"VAR_DECL", "PARM_DECL"})
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
#: Characters of the user's text in a message.
_QUOTED = 60
_WRITES = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)")


@dataclass(frozen=True)
class HostCode:
    """One host function whose body is here."""

    unit: Unit
    function: Function
    source: SourceFile
    body: Node
    #: By the end of each one's call.
    launches: Mapping[int, Launch]
    #: Statements for which a pragma wants a graph.
    wished: frozenset[int] = frozenset()

    def text(self, span: Span) -> str:
        return self.source.text(span)

    def tokens(self, span: Span) -> list[Token]:
        return list(tokens(self.source.data, span))

    def short(self, span: Span) -> str:
        """A piece of text on one line, for messages."""
        words = " ".join(self.source.text(span).split())
        return words if len(words) < _QUOTED else f"{words[: _QUOTED - 4]}..."

    def spelled(self, span: Span) -> str:
        """Tokens with one blank between them: equal for texts that differ in blanks and comments alone."""
        return (
            self.source.text(span)
            if span.end <= span.begin
            else " ".join(t.text.decode("utf-8", "backslashreplace") for t in self.tokens(span))
        )

    def launch_of(self, node: Node) -> Launch | None:
        """The launch that a call stands for."""
        launch = self.launches.get(node.span.end) if node.kind == "CALL_EXPR" else None
        return launch if launch is not None and launch.call is node else None

    def launches_in(self, node: Node) -> list[Launch]:
        """The launches below a node, in source order."""
        return [launch for inner in node.walk() if (launch := self.launch_of(inner)) is not None]

    def whole(self, node: Node) -> Span:
        """A statement with its semicolon."""
        end = node.span.end
        if self.source.data[end - 1 : end] not in (b";", b"}") or node.kind not in ("DECL_STMT", "COMPOUND_STMT"):
            following = next(tokens(self.source.data, Span(end, min(len(self.source.data), end + 200))), None)
            if following is not None and following.text == b";":
                end = following.end
        return Span(node.span.begin, end)

    def refuse(self, rule: str, node: Node | Span, **details: str) -> Diagnostic:
        """A diagnostic at a place in the body."""
        span = node.span if isinstance(node, Node) else node
        return diagnose(rule, self.source.path, span.begin, notes=(), **details)

    def operator(self, node: Node) -> str:
        """The operator of a unary or binary expression; "" where a macro wrote it."""
        if len(node.children) == 2:
            between = Span(node.children[0].span.end, node.children[1].span.begin)
            found = self.tokens(between) if between.begin < between.end else []
            return found[0].text.decode() if len(found) == 1 else ""
        if len(node.children) == 1:
            inner = node.children[0].span
            before = self.tokens(Span(node.span.begin, inner.begin)) if node.span.begin < inner.begin else []
            after = self.tokens(Span(inner.end, node.span.end)) if inner.end < node.span.end else []
            found = [*before, *after]
            return found[0].text.decode() if len(found) == 1 else ""
        return ""

    def in_macro(self, node: Node) -> bytes | None:
        """What the macro stands for of whose use a node is a part; None where it is not found."""
        first = next(iter(self.tokens(node.span)), None)
        if first is None or first.kind != "name":
            return None
        define = re.compile(
            rb"^[ \t]*#[ \t]*define[ \t]+%s\b((?:\\\r?\n|[^\n])*)" % re.escape(first.text), re.MULTILINE
        )
        for source in self.unit.files.values():
            if (found := define.search(source.data)) is not None:
                return found[1]
        return None

    def effect(self, node: Node) -> Diagnostic | None:
        """The first thing in an expression that does more than compute a value."""
        for inner in node.walk():
            if inner.kind in _PLAIN or inner.span.end <= inner.span.begin:
                continue
            if inner.kind == "CALL_EXPR":
                if (problem := self._call(inner)) is not None:
                    return problem
            elif inner.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
                operator = self.operator(inner)
                if not operator:
                    written = self.in_macro(inner)
                    if written is None or _WRITES.search(written):
                        return self.refuse("SP118", inner, what=self.short(inner.span))
                elif operator in ("=", "++", "--"):
                    return self.refuse("SP118", inner, what=self.short(inner.span))
            elif inner.kind == "UNEXPOSED_EXPR" and not inner.children:
                continue
            else:
                return self.refuse("SP118", inner, what=self.short(inner.span))
        return None

    def _call(self, node: Node) -> Diagnostic | None:
        ref = node.ref
        if ref is not None and ref.kind == "CONSTRUCTOR" and (ref.name in _PURE_TYPES or ref.is_implicit):
            return None
        if ref is not None and ref.is_system and ref.name in _PURE:
            return None
        if ref is not None and self.computes(ref.key):
            return None
        return self.unknown_call(node)

    def unknown_call(self, node: Node) -> Diagnostic:
        """What to say of a call that no graph can hold."""
        name = node.ref.name if node.ref is not None else node.name
        scope = "::".join(node.ref.scope) if node.ref is not None else ""
        if self.launch_of(node) is not None:
            return self.refuse("SP118", node, what=self.short(node.span))
        user = node.ref is not None and not node.ref.is_system
        for rule, names in (
            ("SP103", _MEMORY),
            ("SP106", _EVENT),
            ("SP111", _LAUNCHER),
            ("SP105", _LIBRARY),
            ("SP102", _OUTPUT),
        ):
            if names.fullmatch(name) and not (user and rule == "SP102"):
                return self.refuse(rule, node, call=name)
        if scope.startswith(("thrust", "cub")):
            return self.refuse("SP105", node, call=f"{scope}::{name}")
        return self.refuse("SP104", node, call=name or self.short(node.span))

    def computes(self, key: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a function of the user's does nothing but compute a value of its arguments."""
        function = self.unit.functions.get(key)
        body = self.unit.body_of(function) if function is not None else None
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
        there = HostCode(self.unit, function, self.unit.files[function.definition.path], body, {})
        own = {inner.ref.key for inner in body.walk() if inner.kind in VARIABLES and inner.ref and not inner.is_static}
        for inner in body.walk():
            if inner.kind in _PLAIN or inner.kind in VARIABLES or inner.span.end <= inner.span.begin:
                if (
                    inner.kind == "DECL_REF_EXPR"
                    and inner.ref
                    and inner.ref.kind == "VAR_DECL"
                    and inner.ref.key not in own
                    and "const" not in inner.ref.type
                ):
                    return False
                continue
            if inner.kind == "CALL_EXPR":
                called = inner.ref
                if called is None or not (
                    (called.is_system and called.name in _PURE) or there.computes(called.key, seen | {key})
                ):
                    return False
            elif inner.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
                if there.operator(inner) in ("", "=", "++", "--", "&", "*"):
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


def read(node: Node) -> Iterator[Node]:
    """The references to variables below a node."""
    return (
        inner for inner in node.walk() if inner.kind == "DECL_REF_EXPR" and inner.ref and inner.ref.kind in VARIABLES
    )


def keys_read(node: Node) -> set[str]:
    return {inner.ref.key for inner in read(node) if inner.ref is not None}


def bare(node: Node) -> Node:
    """An expression without parentheses around it."""
    while node.kind == "PAREN_EXPR" and len(node.children) == 1:
        node = node.children[0]
    return node
