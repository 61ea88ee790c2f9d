"""Join the launches of the raw text with the calls of the AST."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator

from spawnc.lexer import Chevrons
from spawnc.model import CalleeKind, Function, Launch, Node, Ref, Space
from spawnc.source import Span

_KERNEL_KINDS = {"FUNCTION_DECL", "FUNCTION_TEMPLATE"}


def join_launches(
    chevrons: dict[str, tuple[Chevrons, ...]],
    texts: dict[str, bytes],
    functions: dict[str, Function],
    body_of: Callable[[Function], Node | None],
) -> tuple[Launch, ...]:
    """One `Launch` for every `<<<` of every file, in text order.

    A launch and its call end at the same `)`: that place is the same in the text and in the AST, also inside the
    arguments of a macro."""
    enclosing = _Enclosing(functions)
    calls: dict[str, dict[int, tuple[Node, bool]]] = {}
    launches = []
    for path, sites in chevrons.items():
        outer: Span | None = None
        for site in sites:
            function = enclosing.find(path, site.open.begin)
            nested_in = outer if outer is not None and site.open.begin in outer else None
            if nested_in is None and site.close is not None:
                outer = Span(site.open.begin, site.close.end)
            call, in_lambda = None, False
            if function is not None and site.parentheses:
                if function.key not in calls:
                    calls[function.key] = _calls_by_end(body_of(function))
                call, in_lambda = calls[function.key].get(site.parentheses.end, (None, False))
            kind, targets = _callee(call) if call else (CalleeKind.UNKNOWN, ())
            launches.append(
                Launch(
                    path,
                    site,
                    seen=call is not None,
                    enclosing=function,
                    in_lambda=in_lambda,
                    in_device_lambda=in_lambda and _device_lambda(function, site, texts[path]),
                    callee=kind,
                    targets=targets,
                    call=call,
                    nested_in=nested_in,
                )
            )
    return tuple(launches)


class _Enclosing:
    """Finds the function definition around an offset."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self._by_path: dict[str, list[tuple[int, int, Function]]] = defaultdict(list)
        for function in functions.values():
            definition = function.definition
            if definition is not None:
                span = definition.span
                self._by_path[definition.path].append((span.begin, span.end, function))
        for spans in self._by_path.values():
            spans.sort(key=lambda item: item[0])

    def find(self, path: str, offset: int) -> Function | None:
        spans = self._by_path.get(path, [])
        position = bisect_right(spans, offset, key=lambda item: item[0])
        while position > 0:
            position -= 1
            begin, end, function = spans[position]
            if begin <= offset < end:
                return function
            if function.kind in _KERNEL_KINDS:
                # functions do not nest: nothing before this one reaches so far
                break
        return None


def _device_lambda(function: Function | None, site: Chevrons, data: bytes) -> bool:
    """Whether a `__device__` stands between a host function's beginning and a launch in a lambda of it."""
    if function is None or function.space is not Space.HOST or function.definition is None:
        return False
    return b"__device__" in data[function.definition.span.begin : site.open.begin]


def _calls_by_end(body: Node | None) -> dict[int, tuple[Node, bool]]:
    if body is None:
        return {}
    return {node.span.end: (node, inner) for node, inner in _calls(body, in_lambda=False)}


def _calls(node: Node, *, in_lambda: bool) -> Iterator[tuple[Node, bool]]:
    """Calls with "stands in a lambda or a local class", outer calls last so that they win a shared end."""
    inner = in_lambda or node.kind in ("LAMBDA_EXPR", "STRUCT_DECL", "CLASS_DECL")
    for child in node.children:
        yield from _calls(child, in_lambda=inner)
    if node.kind == "CALL_EXPR":
        yield node, in_lambda


def _callee(call: Node) -> tuple[CalleeKind, tuple[Ref, ...]]:
    if call.ref is not None and call.ref.kind in _KERNEL_KINDS:
        return CalleeKind.EXACT, (call.ref,)
    if call.ref is not None:
        return CalleeKind.POINTER, ()
    callee = call.children[0] if call.children else None
    while callee is not None and callee.kind == "PAREN_EXPR" and callee.children:
        callee = callee.children[0]
    if callee is not None:
        for node in callee.walk():
            kernels = tuple(ref for ref in node.candidates if ref.kind in _KERNEL_KINDS)
            if kernels:
                return CalleeKind.CANDIDATES, kernels
        if callee.ref is not None and callee.ref.kind in _KERNEL_KINDS:
            return CalleeKind.CANDIDATES, (callee.ref,)
        if callee.ref is not None:
            return CalleeKind.POINTER, ()
    return CalleeKind.UNKNOWN, ()
