"""Reads statements of host code from the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spawnc.model import Node
from spawnc.regions.checks import checked_launch, finds_errors, is_error
from spawnc.regions.effects import effect, unknown_call
from spawnc.regions.host import VARIABLES, HostCode, bare
from spawnc.regions.inline_checks import inline_check
from spawnc.regions.scalars import INTEGERS, SCALARS
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Checked,
    Copied,
    Counted,
    Declared,
    Filled,
    Grouped,
    Launched,
    Left,
    NotUnderstood,
    Repeated,
    Statement,
    Swapped,
    Waited,
)
from spawnc.source import Span

_ASYNC_NULL = ("", "0", "NULL", "nullptr", "( cudaStream_t ) 0")
#: What a macro or a function that checks may be.
_CHECKS = frozenset({"CALL_EXPR", "COMPOUND_STMT", "DO_STMT", "IF_STMT"})


def read_statements(code: HostCode, body: Node) -> tuple[Statement, ...]:
    """The statements of a block, or the one statement that stands in its place."""
    children = body.children if body.kind == "COMPOUND_STMT" else (body,)
    return tuple(statement for _, statement in read_children(code, children))


def read_children(code: HostCode, children: Sequence[Node]) -> Iterator[tuple[Node, Statement]]:
    """The statements of a block, each with its first node: a check may be two of them."""
    position = 0
    while position < len(children):
        node, pair = children[position], children[position : position + 2]
        check = inline_check(code, pair) if len(pair) > 1 else None
        yield node, check or read_statement(code, node)
        position += 2 if check is not None else 1


def read_statement(code: HostCode, node: Node) -> Statement:
    """What one statement does."""
    span = code.whole(node)
    if node.kind in _CHECKS and code.launch_of(node) is None and (look := finds_errors(code, node)) is not None:
        return Checked(span, look, is_hidden=True)
    if (check := inline_check(code, (node,))) is not None:
        return check
    if (checked := checked_launch(code, node)) is not None:
        call, look = checked
        return _launch(code, span, call, check=Checked(span, look, is_hidden=True))
    inner = node
    if (wrapped := _wrapped(code, node)) is not None:
        inner = wrapped
    match inner.kind:
        case "CALL_EXPR":
            return _call(code, span, inner, is_wrapped=inner is not node)
        case "BINARY_OPERATOR" | "COMPOUND_ASSIGNMENT_OPERATOR" | "UNARY_OPERATOR":
            return _expression(code, span, inner)
        case "DECL_STMT":
            return _declaration(code, span, inner)
        case "NULL_STMT":
            return Grouped(span, ())
        case "COMPOUND_STMT":
            return Grouped(span, read_statements(code, inner))
        case "IF_STMT":
            return _branch(code, span, inner)
        case "FOR_STMT" | "WHILE_STMT" | "DO_STMT":
            header = header_of(inner)
            body = body_of(inner)
            return Repeated(span, inner, header, read_statements(code, body))
        case "BREAK_STMT" | "CONTINUE_STMT":
            return Left(span, inner.kind.partition("_")[0].lower())
        case "RETURN_STMT" | "GOTO_STMT" | "CXX_THROW_EXPR" | "LABEL_STMT" | "CXX_TRY_STMT" | "INDIRECT_GOTO_STMT":
            return NotUnderstood(span, code.refuse("SP108", node, what=_word(code, node)))
        case _:
            problem = next(
                (
                    unknown_call(code, call)
                    for call in node.walk()
                    if call.kind == "CALL_EXPR" and not code.launch_of(call)
                ),
                None,
            )
            return NotUnderstood(span, problem or code.refuse("SP118", node, what=code.short(node.span)))


def body_of(loop: Node) -> Node:
    """The statement that a loop repeats."""
    return loop.children[0] if loop.kind == "DO_STMT" else loop.children[-1]


def header_of(loop: Node) -> tuple[Node, ...]:
    """What stands between the parentheses of a loop, `for` and `while` alike."""
    return loop.children[1:] if loop.kind == "DO_STMT" else loop.children[:-1]


def is_null_stream(text: str) -> bool:
    return text in _ASYNC_NULL


def _word(code: HostCode, node: Node) -> str:
    first = next(iter(code.tokens(node.span)), None)
    return first.word if first else node.kind


def _wrapped(code: HostCode, node: Node) -> Node | None:
    """The call of CUDA's that a statement `CHECK(cudaMemset(...));` checks; None where it is no such statement.

    CHECK is a macro, or a function whose first parameter is an error. What it does with the error is its own matter:
    it stands beside a graph as it stands beside the calls."""
    found = code.tokens(node.span)
    if len(found) < 4 or found[0].kind != "name" or found[1].text != b"(" or found[-1].text != b")":
        return None
    name = found[0].word
    first = found[2].begin
    if name == node.name and node.kind == "CALL_EXPR":
        parameters = node.ref.type.partition("(")[2] if node.ref is not None else ""
        if not is_error(parameters.partition(",")[0].rstrip(")").strip()):
            return None
    elif node.kind == "CALL_EXPR" and node.name_offset == node.span.begin and code.in_macro(node) is None:
        return None
    for inner in node.walk():
        if inner.kind != "CALL_EXPR" or inner is node or inner.ref is None or not inner.ref.name.startswith("cuda"):
            continue
        if inner.span.begin == first and inner.name_offset >= first:
            # all that follows the call is a message
            rest = [token for token in found if inner.span.end <= token.begin < node.span.end - 1]
            plain = all(
                token.kind in ("string", "number") or token.text in (b",", b"__FILE__", b"__LINE__") for token in rest
            )
            return inner if plain else None
    return None


def _call(code: HostCode, span: Span, call: Node, *, is_wrapped: bool) -> Statement:
    if code.launch_of(call) is not None:
        return _launch(code, span, call)
    name = call.ref.name if call.ref is not None and call.ref.is_system else ""
    given = tuple(child for child in call.children[1:] if child.span.end > child.span.begin)
    for argument in given:
        if (problem := effect(code, argument)) is not None and name.startswith("cudaMem"):
            return NotUnderstood(span, problem)
    match name, len(given):
        case ("cudaMemset", 3) | ("cudaMemsetAsync", 3 | 4):
            stream = _stream(code, given[3].span) if len(given) > 3 else ""
            return Filled(span, call, given[:3], stream, may_wait=name == "cudaMemset")
        case ("cudaMemcpy", 4) | ("cudaMemcpyAsync", 4 | 5):
            stream = _stream(code, given[4].span) if len(given) > 4 else ""
            kind = given[3].ref.name if given[3].ref is not None else ""
            return Copied(span, call, given[:3], kind, stream, may_wait=name == "cudaMemcpy")
        case ("cudaGetLastError" | "cudaPeekAtLastError", 0):
            return Checked(span, call)
        case ("cudaDeviceSynchronize" | "cudaThreadSynchronize", 0):
            return Waited(span, call, None)
        case ("cudaStreamSynchronize", 1):
            return Waited(span, call, _stream(code, given[0].span))
        case ("swap", 2) if not is_wrapped and all(is_variable(argument) for argument in given):
            first, second = (bare(argument).ref for argument in given)
            if first is not None and second is not None:
                return Swapped(span, first, second)
    return NotUnderstood(span, unknown_call(code, call))


def _stream(code: HostCode, span: Span) -> str:
    text = code.spelled(span)
    return "" if is_null_stream(text) else text


def _launch(code: HostCode, span: Span, call: Node, check: Checked | None = None) -> Statement:
    launch = code.launch_of(call)
    assert launch is not None
    chevrons = launch.chevrons
    if check is None and code.text(span)[-1:] != ";":
        # in the argument of a macro that does more
        return NotUnderstood(span, code.refuse("SP118", call, what=code.short(call.span)))
    if not chevrons.complete or not 2 <= len(chevrons.configuration) <= 4 or launch.nested_in is not None:
        return NotUnderstood(span, code.refuse("SP118", call, what=code.short(call.span)))
    for argument in call.children[1:]:
        if (problem := effect(code, argument)) is not None:
            return NotUnderstood(span, problem)
    stream = _stream(code, chevrons.configuration[3]) if len(chevrons.configuration) > 3 else ""
    return Launched(span, call, launch, stream, check)


def is_variable(node: Node) -> bool:
    """Whether an expression is the name of a variable, as written."""
    inner = bare(node)
    return (
        inner.kind == "DECL_REF_EXPR"
        and inner.ref is not None
        and inner.ref.kind in VARIABLES
        and inner.name_offset >= 0
    )


def _expression(code: HostCode, span: Span, node: Node) -> Statement:
    operator = code.operator(node)
    target = bare(node.children[0]) if node.children else node
    if code.may_run_unwritten(target):
        return NotUnderstood(span, code.refuse("SP118", node, what=code.short(node.span)))
    if is_variable(target) and target.ref is not None and "volatile" in target.ref.canonical:
        # somebody waits for it
        return NotUnderstood(span, code.refuse("SP115", node, what=code.short(target.span)))
    if (
        node.kind == "BINARY_OPERATOR"
        and operator == "="
        and (counted := _counted_by_sum(code, span, node)) is not None
    ):
        return counted
    if is_member(code, target) and (operator == "=" or node.kind == "COMPOUND_ASSIGNMENT_OPERATOR"):
        value = node.children[-1]
        problem = effect(code, value)
        return NotUnderstood(span, problem) if problem is not None else Assigned(span, target, value, operator == "=")
    if node.kind == "BINARY_OPERATOR" and operator == "=" and (is_variable(target) or is_pointed_to(code, target)):
        value = node.children[1]
        problem = effect(code, value)
        return NotUnderstood(span, problem) if problem is not None else Assigned(span, target, value, is_plain=True)
    if is_variable(target) and target.ref is not None and target.ref.canonical in INTEGERS:
        if node.kind == "UNARY_OPERATOR" and operator in ("++", "--"):
            return Counted(span, target.ref, 1 if operator == "++" else -1)
        if node.kind == "COMPOUND_ASSIGNMENT_OPERATOR" and operator in ("+=", "-="):
            step = _whole(code, node.children[1])
            if step is not None:
                return Counted(span, target.ref, step if operator == "+=" else -step)
    is_change = operator in ("++", "--") or node.kind == "COMPOUND_ASSIGNMENT_OPERATOR"
    if is_change and is_variable(target) and target.ref is not None and target.ref.canonical in SCALARS:
        problem = effect(code, node.children[-1])
        if problem is None:
            return Assigned(span, target, node.children[-1], is_plain=False)
        return NotUnderstood(span, problem)
    if operator == "=" or is_change:
        return NotUnderstood(span, code.refuse("SP115", node, what=code.short(target.span)))
    return NotUnderstood(span, effect(code, node) or code.refuse("SP118", node, what=code.short(node.span)))


def is_member(code: HostCode, node: Node) -> bool:
    """`grid.x`, of a variable that is the function's own."""
    inner = bare(node)
    if inner.kind != "MEMBER_REF_EXPR" or len(inner.children) != 1 or not is_variable(inner.children[0]):
        return False
    base = bare(inner.children[0])
    dot = code.tokens(Span(base.span.end, inner.span.end))[:1]
    plain = base.ref is not None and not base.ref.is_global and "&" not in base.ref.canonical
    return plain and bool(dot) and dot[0].text == b"."


def is_pointed_to(code: HostCode, node: Node) -> bool:
    """`*p` or `p[0]`, of a variable p."""
    if node.kind == "UNARY_OPERATOR" and code.operator(node) == "*":
        return is_variable(node.children[0])
    return (
        node.kind == "ARRAY_SUBSCRIPT_EXPR"
        and len(node.children) == 2
        and is_variable(node.children[0])
        and code.spelled(node.children[1].span) == "0"
    )


def _counted_by_sum(code: HostCode, span: Span, node: Node) -> Counted | None:
    """`x = x + 1;`"""
    target, value = bare(node.children[0]), bare(node.children[1])
    if not is_variable(target) or target.ref is None or target.ref.canonical not in INTEGERS:
        return None
    if value.kind != "BINARY_OPERATOR" or len(value.children) != 2 or not is_variable(value.children[0]):
        return None
    base, operator, step = bare(value.children[0]).ref, code.operator(value), _whole(code, value.children[1])
    if base is None or base.key != target.ref.key or operator not in ("+", "-") or step is None:
        return None
    return Counted(span, target.ref, step if operator == "+" else -step)


def _whole(code: HostCode, node: Node) -> int | None:
    inner = bare(node)
    if inner.kind == "UNARY_OPERATOR" and code.operator(inner) == "-":
        positive = _whole(code, inner.children[0])
        return None if positive is None else -positive
    text = code.text(inner.span)
    return int(text) if inner.kind == "INTEGER_LITERAL" and text.isdecimal() and len(text) < 9 else None


def _declaration(code: HostCode, span: Span, node: Node) -> Statement:
    for variable in node.children:
        if variable.kind != "VAR_DECL" or variable.is_static or variable.is_extern or variable.name_offset < 0:
            return NotUnderstood(span, code.refuse("SP118", node, what=code.short(node.span)))
        if code.may_run_unwritten(variable):
            return NotUnderstood(span, code.refuse("SP118", variable, what=code.short(variable.span)))
        for child in variable.children:
            if child.kind != "TYPE_REF" and (problem := effect(code, child)) is not None:
                return NotUnderstood(span, problem)
    return Declared(span, node.children)


def _branch(code: HostCode, span: Span, node: Node) -> Statement:
    condition, *branches = node.children
    if condition.kind == "DECL_STMT" or condition.kind == "VAR_DECL" or not 1 <= len(branches) <= 2:
        return NotUnderstood(span, code.refuse("SP118", node, what=code.short(node.span)))
    if (problem := effect(code, condition)) is not None:
        return NotUnderstood(span, problem)
    last = code.whole(branches[-1])
    return Branched(
        Span(span.begin, max(span.end, last.end)),
        node,
        condition,
        tuple(read_statements(code, branch) for branch in branches),
    )
