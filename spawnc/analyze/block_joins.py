"""The idiom by which one thread launches for its block, which waits with it:

    if (threadIdx.x == 0) { child<<<grid, block>>>(...); cudaDeviceSynchronize(); }
    __syncthreads();

The launching thread does nothing that depends on the child before the barrier, and at the barrier the whole block is
there: it can run the child together."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.analyze.block_text import BodyText, read_body
from spawnc.analyze.calls import BodyFacts
from spawnc.analyze.paths import LOOPS, Paths, inner_body
from spawnc.analyze.reach import Reach
from spawnc.analyze.uniform import has_barrier, is_barrier
from spawnc.analyze.waits import WAITS, nothing_follows, waits_in
from spawnc.model import Launch, Node, Space
from spawnc.source import Span

_LEAVES = {"RETURN_STMT", "BREAK_STMT", "CONTINUE_STMT"}


def block_join(reach: Reach, launch: Launch) -> Span | None:
    """From the `if` around a launch to the barrier behind it, where the block can run the child; None otherwise."""
    function = launch.enclosing
    facts = reach.body(function) if function is not None else None
    if function is None or function.definition is None or facts is None or facts.paths.has_goto:
        return None
    numbers = facts.numbers(launch)
    if function.space is not Space.GLOBAL or len(numbers) != 1 or inner_body(facts.paths, numbers[0]) >= 0:
        return None
    branch = _branch(facts.paths, numbers[0])
    if branch < 0 or function.definition.body is None:
        return None
    parent = facts.paths.nodes[facts.paths.parents[branch]]
    position = next(index for index, child in enumerate(parent.children) if child is facts.paths.nodes[branch])
    barrier, waits_outside = _barrier_after(parent.children[position + 1 :])
    if barrier is None or not _waits_alone(reach, facts, launch, numbers[0], branch, waits_outside=waits_outside):
        return None
    text = read_body(reach.unit, function.definition.path, function.definition.body)
    return _written_out(text, facts.paths.nodes[branch], launch, barrier)


def _branch(paths: Paths, number: int) -> int:
    """The `if` around a launch which stands in a sequence of statements; -1 where there is none."""
    for around in paths.ancestors(number):
        node = paths.nodes[around]
        if node.kind in LOOPS or node.kind == "SWITCH_STMT":
            return -1
        if node.kind == "IF_STMT" and paths.nodes[paths.parents[around]].kind == "COMPOUND_STMT":
            return around
    return -1


def _barrier_after(statements: Sequence[Node]) -> tuple[Node | None, bool]:
    """The barrier at the beginning of a sequence, and whether waits come before it."""
    waits = False
    for statement in statements:
        if is_barrier(statement):
            return statement, waits
        if statement.kind == "CALL_EXPR" and statement.name in WAITS:
            waits = True
        elif statement.kind != "NULL_STMT":
            break
    return None, waits


def _waits_alone(
    reach: Reach, facts: BodyFacts, launch: Launch, number: int, branch: int, *, waits_outside: bool
) -> bool:
    """Whether the branch holds one launch and nothing else that matters after it, and someone waits for that one."""
    paths, last = facts.paths, facts.paths.lasts[branch]
    others = [other for other, _ in facts.launches if branch < other <= last and other != number]
    if others or has_barrier(paths.nodes[branch]):
        return False
    if any(branch < call.number <= last and any(map(reach.may_launch, call.targets)) for call in facts.calls):
        return False
    if any(node.kind in _LEAVES for node in paths.nodes[number : last + 1]):
        return False
    assert launch.enclosing is not None
    waits = [wait.number for wait in waits_in(reach, launch.enclosing) if branch < wait.number <= last]
    if any(wait < number or not nothing_follows(paths, wait, branch) for wait in waits):
        return False
    return bool(waits) or waits_outside


def _written_out(text: BodyText, branch: Node, launch: Launch, barrier: Node) -> Span | None:
    """The span of the statements, where no macro and no `#if` is in the way of an edit at its ends."""
    first, last = text.next_token(branch.span.begin), text.next_token(barrier.span.begin)
    span = Span(branch.span.begin, text.statement_end(barrier))
    if first is None or last is None or first.begin != span.begin or first.text != b"if":
        return None
    if last.begin != barrier.span.begin or last.text != b"__syncthreads" or text.data[span.end - 1 : span.end] != b";":
        return None
    if launch.chevrons.open.begin not in span or text.nesting(span.begin) != text.nesting(span.end):
        return None
    return span
