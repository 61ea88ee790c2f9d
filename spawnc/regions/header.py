"""The head of a loop: what stands before its first trip, its condition, and what counts."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.model import Node, Ref
from spawnc.regions.host import HostCode, bare, keys_read
from spawnc.regions.reading import body_of, is_variable, read_statement
from spawnc.regions.refusal import Refusal, refuse
from spawnc.regions.statements import Assigned, Counted, Declared, NotUnderstood, Repeated
from spawnc.source import Span


@dataclass(frozen=True, slots=True)
class Header:
    #: Of `for`: the text before its first semicolon.
    init: Span | None
    #: Variables that it declares.
    declared: tuple[Ref, ...]
    #: None for `true`.
    go_on: Node | None
    increment: Counted | None


def read_header(code: HostCode, loop: Repeated) -> Header:
    """Raises Refusal."""
    if loop.node.kind != "FOR_STMT":
        condition = loop.header[0]
        return Header(None, (), None if _is_true(code, condition) else condition, None)
    first, second = _semicolons(code, loop)
    parts = {(child.span.begin > first) + (child.span.begin > second): child for child in loop.header}
    init, go_on, last = parts.get(0), parts.get(1), parts.get(2)
    declared = _declared(code, init) if init is not None else ()
    increment = read_statement(code, last) if last is not None else None
    if increment is not None and not isinstance(increment, Counted):
        refuse(code, "SP115", increment.span)
    if go_on is not None and _is_true(code, go_on):
        go_on = None
    return Header(Span(init.span.begin, first) if init is not None else None, declared, go_on, increment)


def _semicolons(code: HostCode, loop: Repeated) -> tuple[int, int]:
    """Where the two semicolons of `for (...;...;...)` are: the tree does not tell which of its parts is empty."""
    depth, found = 0, []
    for token in code.tokens(Span(loop.node.span.begin, body_of(loop.node).span.begin)):
        depth += (token.text in (b"(", b"[", b"{")) - (token.text in (b")", b"]", b"}"))
        if token.text == b";" and depth == 1:
            found.append(token.begin)
    if len(found) != 2:
        refuse(code, "SP118", loop.node, what="for")
    return found[0], found[1]


def _declared(code: HostCode, init: Node) -> tuple[Ref, ...]:
    """What `for (int i = 0; ...` declares. It runs a second time where the loop runs as it was: it may not read what it
    writes."""
    match read_statement(code, init):
        case Declared(variables=variables):
            written = tuple(variable.ref for variable in variables if variable.ref)
            reads = set().union(*(keys_read(child) for variable in variables for child in variable.children))
            if not reads & {ref.key for ref in written}:
                return written
        case Assigned(target=target, value=value, is_plain=True) if is_variable(target):
            if not keys_read(value) & keys_read(target):
                return ()
        case NotUnderstood(problem=problem):
            raise Refusal(problem)
        case _:
            pass
    raise Refusal(code.refuse("SP118", init, what=code.short(init.span)))


def initial_value(code: HostCode, variable: Node) -> Node | None:
    """The value of `int i = 0`; None where it is given in another way."""
    if not variable.children or variable.name_offset < 0:
        return None
    value = variable.children[-1]
    between = code.tokens(Span(variable.name_offset + len(variable.name.encode()), value.span.begin))
    return value if [token.text for token in between] == [b"="] else None


def _is_true(code: HostCode, node: Node) -> bool:
    return code.text(bare(node).span) in ("true", "1")
