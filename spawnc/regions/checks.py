"""Statements that look at CUDA's error and do nothing where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.lexer import tokens
from spawnc.model import Node, Ref
from spawnc.regions.effects import effect
from spawnc.regions.host import HostCode, bare, keys_read, read

_LAST = frozenset({"cudaGetLastError", "cudaPeekAtLastError"})
_ERROR_TYPES = frozenset({"cudaError", "cudaError_t", "enum cudaError"})
#: What leads elsewhere than to the caller: not the same from another place.
_LEADS = frozenset({"BREAK_STMT", "CONTINUE_STMT", "GOTO_STMT", "INDIRECT_GOTO_STMT"})
#: How `do` ends that makes one turn.
_ONCE = ((b"(", b"0", b")"), (b"(", b"false", b")"))
_COMPARISONS = frozenset({b"==", b"!=", b"<", b">", b"<=", b">="})


def is_error(type_name: str) -> bool:
    """Whether a type is that of CUDA's errors."""
    return type_name.removeprefix("const ") in _ERROR_TYPES


def finds_errors(code: HostCode, node: Node) -> Node | None:
    """The call of `cudaGetLastError()` in a statement that does nothing but tell of an error: a call of a function of
    the user's, or what a macro stands for. None for others, and for those that name variables of the function."""
    if node.kind == "CALL_EXPR":
        return _in_function(code, node)
    if node.span.end <= node.span.begin or any(inner.name_offset >= 0 for inner in node.walk()):
        return None
    macro = _macro_of(code, node)
    if macro is None or any(inner.kind in _LEADS for inner in node.walk()):
        return None
    block = node
    if node.kind == "DO_STMT":
        block, _ = node.children
        if _last_words(macro) not in _ONCE:
            return None
    statements = block.children if block.kind == "COMPOUND_STMT" else (block,)
    own = {inner.ref.key for inner in node.walk() if inner.kind == "VAR_DECL" and inner.ref}
    if any(inner.ref and inner.ref.key not in own and not inner.ref.is_global for inner in read(node)):
        return None
    return _told(code, statements, macro)


def checked_launch(code: HostCode, node: Node) -> tuple[Node, Node] | None:
    """The launch in `CHECK((k<<<grid, block>>>(x)));`, where the macro makes it once and then looks for errors, and the
    call that looks. None for other statements."""
    launches, found = code.launches_in(node), code.tokens(node.span)
    call = launches[0].call if len(launches) == 1 else None
    macro = _macro_of(code, node)
    if call is None or macro is None or node.kind not in ("DO_STMT", "COMPOUND_STMT"):
        return None
    around = [token.text for token in found[1:] if token.begin not in call.span]
    if not around or set(around) != {b"(", b")"} or any(inner.kind in _LEADS for inner in node.walk()):
        return None
    if node.kind == "DO_STMT" and _last_words(macro) not in _ONCE:
        return None
    block = node.children[0] if node.kind == "DO_STMT" else node
    first, *others = block.children if block.kind == "COMPOUND_STMT" else (node,)
    own = {inner.ref.key for inner in node.walk() if inner.kind == "VAR_DECL" and inner.ref}
    if bare(first) is not call or any(
        inner.ref and inner.ref.key not in own and not inner.ref.is_global for other in others for inner in read(other)
    ):
        return None
    look = _told(code, others, macro)
    return (call, look) if look is not None else None


def _in_function(code: HostCode, call: Node) -> Node | None:
    function = code.unit.functions.get(call.ref.key) if call.ref is not None else None
    body = code.unit.body_of(function) if function is not None and function.kind == "FUNCTION_DECL" else None
    definition = function.definition if function is not None else None
    if function is None or body is None or definition is None:
        return None
    if any(keys_read(argument) or effect(code, argument) for argument in call.children[1:]):
        return None
    there = HostCode(code.unit, function, code.unit.files[definition.path], body, {})
    block = next(child for child in body.children if child.kind == "COMPOUND_STMT")
    return _told(there, block.children, None)


def _told(code: HostCode, statements: Sequence[Node], macro: bytes | None) -> Node | None:
    """The call in `cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) ...`, or `if (cudaGetLastError()) ...`"""
    match [each for each in statements if each.kind != "NULL_STMT"]:
        case [Node(kind="DECL_STMT", children=(variable,)), Node(kind="IF_STMT", children=(condition, _))]:
            look = variable.children[-1] if variable.children else variable
            if variable.ref is None or not is_last(look) or not is_error(variable.ref.canonical):
                return None
            return look if is_failure(code, condition, variable.ref, macro) else None
        case [Node(kind="IF_STMT") as branch]:
            asked = asked_in(code, branch)
            if asked is None or (asked.error is not None and not asked.is_declared):
                # a variable of others is set where there is no error, too
                return None
            return asked.look if is_failure(code, asked.condition, asked.of, macro) else None
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Asked:
    """`if (cudaGetLastError()) ...`, without `else`."""

    look: Node
    condition: Node
    #: What the condition asks: the call, `e = cudaGetLastError()`, or the variable that the `if` declares.
    of: Ref | Node
    #: The variable that gets the error.
    error: Ref | None
    is_declared: bool


def asked_in(code: HostCode, branch: Node) -> Asked | None:
    """How an `if` asks CUDA itself for its last error; None where it does not, or has an `else`."""
    match branch.children:
        case (
            Node(kind="VAR_DECL", ref=Ref() as ref, children=(look,))
            | Node(kind="DECL_STMT", children=(Node(kind="VAR_DECL", ref=Ref() as ref, children=(look,)),)),
            condition,
            _,
        ) if is_last(look):
            return Asked(look, condition, ref, ref, is_declared=True)
        case (condition, _):
            if (setting := setting_in(code, condition)) is not None:
                look = bare(setting.children[1])
                return Asked(look, condition, setting, bare(setting.children[0]).ref, is_declared=False)
            call = next((each for each in condition.walk() if is_last(each)), None)
            return Asked(call, condition, call, None, is_declared=False) if call is not None else None
        case _:
            return None


def setting_in(code: HostCode, condition: Node) -> Node | None:
    """The `e = ...` of which a condition asks, or that it compares."""
    whole = bare(condition)
    parts = (whole, *(bare(part) for part in whole.children)) if whole.kind == "BINARY_OPERATOR" else ()
    return next((part for part in parts if part.kind == "BINARY_OPERATOR" and code.operator(part) == "="), None)


def is_failure(code: HostCode, condition: Node, error: Ref | Node, macro: bytes | None = None) -> bool:
    """Whether a condition is that an error is one: of a variable, or of an expression. `macro` is the text in which it
    stands, where that is a macro's."""
    condition = bare(condition)
    if _is_it(condition, error):
        return True
    if condition.kind != "BINARY_OPERATOR" or len(condition.children) != 2:
        return False
    others = [side for side in map(bare, condition.children) if not _is_it(side, error)]
    if len(others) != 1 or others[0].ref is None or others[0].ref.name != "cudaSuccess":
        return False
    if macro is None:
        return code.operator(condition) == "!="
    compared = [token.text for token in tokens(macro) if token.text in _COMPARISONS]
    return compared[:1] == [b"!="]


def _is_it(node: Node, error: Ref | Node) -> bool:
    if isinstance(error, Node):
        return node is error
    return node.kind == "DECL_REF_EXPR" and node.ref is not None and node.ref.key == error.key


def is_last(node: Node) -> bool:
    """Whether an expression asks for CUDA's last error."""
    return node.kind == "CALL_EXPR" and node.ref is not None and node.ref.is_system and node.ref.name in _LAST


def _macro_of(code: HostCode, node: Node) -> bytes | None:
    """What the macro stands for that a statement is a use of, if it is defined once."""
    first = next(iter(code.tokens(node.span)), None)
    found = code.macros(first.text) if first is not None and first.kind == "name" else []
    return found[0] if len(found) == 1 else None


def _last_words(text: bytes) -> tuple[bytes, ...]:
    return tuple(token.text for token in list(tokens(text))[-3:])
