"""Edits at the launches themselves: the user's own text stays, a few characters around it change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from spawnc.analyze.streams import is_repeatable
from spawnc.decisions import ByBlock, ByTail, Guarded, HostLaunch, Order, Pragma, RawLaunch, Replaced, Turns
from spawnc.errors import InternalError
from spawnc.lexer import tokens
from spawnc.model import Declaration
from spawnc.source import Edit, SourceFile, Span, as_bytes, as_text

#: A guarded branch takes registers, 66 in all in a small parent. Left alone, nvcc takes what it likes, and blocks of
#: 1024 threads, with room for 64, can't be launched any more (CUDA guide, launch bounds).
BOUNDS = "__launch_bounds__(1024) "


class Caller(Enum):
    """Who makes a launch: what `launch(...)` is called on, and what a `spawn::StreamOrder` is made of."""

    KERNEL = ""
    THREAD = "spawn_thread"
    SCOPE = "spawn_scope"
    QUEUE = "spawn_queue"


def site_edits(decision: Guarded, source: SourceFile, caller: Caller, *, table: str) -> list[Edit]:
    """`child<<<grid, block>>>(x)` becomes `child__spawn(spawn::launch(table[0], grid, block), x)`."""
    chevrons = decision.launch.chevrons
    if chevrons.name is None or chevrons.close is None or chevrons.parentheses is None:
        raise InternalError("a guarded launch is not complete")
    site = f"{table}[{decision.index}]"
    launch = _launch(decision, caller)
    # what runs in place is not weighed
    workload = f".with_workload({decision.workload})" if decision.workload and decision.join is None else ""
    opening = Span(chevrons.parentheses.begin, chevrons.parentheses.begin + 1)
    between = source.data[chevrons.close.end : opening.begin]
    if not between.strip() and b"\n" not in between:
        closing, opening_text = Span(chevrons.close.begin, opening.end), None
    else:
        closing, opening_text = chevrons.close, opening
    # an argument list of comments only holds no argument
    holds = any(tokens(source.data, Span(opening.end, chevrons.parentheses.end - 1)))
    comma = ", " if holds else ""
    first = source.data[opening.end : opening.end + 1]
    if comma and first in (b" ", b"\t", b"\r", b"\n"):
        comma = ","
    edits = [
        Edit.insert(chevrons.name.end, b"__spawn" if decision.join is None else b"__join"),
        Edit(chevrons.open, f"({launch}({site}, ".encode()),
        Edit(closing, as_bytes(f"){workload}{'' if opening_text else comma}")),
    ]
    if opening_text:
        edits.append(Edit(opening_text, comma.encode()))
    if (join := _by_real_block(decision, caller)) is not None:
        kind = f"{join.type_name}<spawn::ThisSource>"
        edits.append(Edit.insert(join.span.begin, f"{{ spawn::BlockJoin<{kind}> spawn_join; ".encode()))
        edits.append(Edit.insert(join.span.end, b" spawn_join.run(); }"))
    return edits


def _launch(decision: Guarded, caller: Caller) -> str:
    if isinstance(decision.join, ByTail):
        return "spawn_tail.launch"
    if decision.join is not None:
        return "spawn_join.launch" if _by_real_block(decision, caller) is not None else "spawn::launch"
    if decision.order is Order.IN_ORDER:
        return "spawn_order.launch"
    return "spawn::launch" if caller is Caller.KERNEL else f"{caller.value}.launch"


def _by_real_block(decision: Guarded, caller: Caller) -> ByBlock | None:
    """How a block runs the child in place; None where a thread does, that of a serial body for example."""
    return decision.join if isinstance(decision.join, ByBlock) and caller is not Caller.THREAD else None


def replaced_edit(replaced: Replaced) -> Edit:
    """`cudaDeviceSynchronize` becomes `spawn::joined`; what is called with, and where, stays."""
    return Edit(replaced.span, f"spawn::{replaced.by.value}".encode())


def prepare_edits(decision: HostLaunch, source: SourceFile, files: Mapping[str, SourceFile]) -> list[Edit]:
    """`parent<<<grid, block, 0, stream>>>` becomes `parent<<<spawn::prepare(grid, stream), block, 0, stream>>>`."""
    configuration = decision.launch.chevrons.configuration
    token_list = list(tokens(source.data, configuration[0]))
    if not token_list:
        # `parent<<<, 32>>>`: the compiler's to complain about, as the parser doesn't see it
        return []
    begin, end = token_list[0].begin, token_list[-1].end
    braced = b"dim3" if token_list[0].text == b"{" else b""
    stream = _stream_again(source, configuration[3], files) if len(configuration) > 3 else b""
    return [Edit.insert(begin, b"spawn::prepare(" + braced), Edit.insert(end, stream + b")")]


def _stream_again(source: SourceFile, span: Span, files: Mapping[str, SourceFile]) -> bytes:
    """The stream as a second argument."""
    return b", " + _stripped(source, span) if is_repeatable(files, source, span) else b", spawn::kAnyStream"


def queue_edits(decision: HostLaunch, source: SourceFile) -> list[Edit]:
    """`parent<<<grid, block, 0, stream>>>(x)` becomes `parent__queued<<<...>>>(spawn::queued(stream), x)`."""
    chevrons = decision.launch.chevrons
    if chevrons.name is None or chevrons.parentheses is None:
        raise InternalError("a launch with a queue is not complete")
    stream = as_text(_stripped(source, chevrons.configuration[3])) if len(chevrons.configuration) > 3 else ""
    inner = Span(chevrons.parentheses.begin + 1, chevrons.parentheses.end - 1)
    comma = ", " if any(tokens(source.data, inner)) else ""
    return [
        Edit.insert(chevrons.name.end, b"__queued"),
        Edit.insert(inner.begin, as_bytes(f"spawn::queued({stream}){comma}")),
    ]


def _stripped(source: SourceFile, span: Span) -> bytes:
    token_list = list(tokens(source.data, span))
    return source.data[token_list[0].begin : token_list[-1].end] if token_list else b""


def bounds_edit(definition: Declaration, source: SourceFile) -> Edit | None:
    """Launch bounds before a kernel's name; None where a macro writes that."""
    if definition.parentheses is None:
        return None
    begin = definition.name.begin
    before = list(tokens(source.data, Span(definition.span.begin, begin)))
    while len(before) > 1 and before[-1].text == b"::":
        begin = before[-2].begin if before[-2].kind == "name" else before[-1].begin
        del before[-2:]
    return Edit.insert(begin, BOUNDS.encode())


def order_edit(definition: Declaration, source: SourceFile, caller: Caller) -> Edit:
    """The local object that keeps the order of a thread's launches, at the beginning of the parent's body."""
    body = body_span(definition, source)
    made_of = "" if caller is Caller.KERNEL else f"({caller.value})"
    return Edit.insert(body.begin + 1, f" spawn::StreamOrder spawn_order{made_of};".encode())


def turn_edits(turns: Turns, source: SourceFile) -> list[Edit]:
    """`cudaStreamDestroy(s)` becomes a call of spawn::in_turn::cudaStreamDestroy, the text around it as it is."""
    edits = [in_our_scope(source, offset, "spawn::in_turn") for offset in turns.qualified]
    if turns.names:
        using = ", ".join(f"spawn::in_turn::{name}" for name in turns.names)
        edits.append(Edit.insert(turns.begin, f" using {using};".encode()))
    return edits


def in_our_scope(source: SourceFile, offset: int, scope: str) -> Edit:
    """`::__ldg(p)` becomes `spawn::plain::__ldg(p)`."""
    # `return::__ldg(p)`
    gap = " " if re.match(rb"\w", source.data[offset - 1 : offset]) else ""
    return Edit.insert(offset, f"{gap}{scope}".encode())


def body_span(definition: Declaration, source: SourceFile) -> Span:
    """The braces of a body and all between; the whole rest of the definition when a macro writes the braces."""
    if definition.body is None:
        raise InternalError("a declaration has no body")
    for token in tokens(source.data, definition.body):
        if token.text == b"{":
            return Span(token.begin, definition.body.end)
    return definition.body


def raw_launch_edits(launch: RawLaunch) -> list[Edit]:
    """`child<<<grid, block>>>(x)` becomes an argument of a function that waits for the turn, its text as it is."""
    return [Edit.insert(launch.span.begin, b"spawn::in_turn::launch([&] { "), Edit.insert(launch.span.end, b"; })")]


def blank_pragma(pragma: Pragma) -> Edit:
    """A pragma's text goes, its line stays."""
    return Edit(pragma.span, b"")
