"""Kernels whose blocks the blocks of another kernel can run, one after the other: those of a queue's drain.

There, real threads run the kernel, with their own warps, barriers and shared memory: what keeps a serial body from
them is no matter. But after each block they wait for each other, where in the kernel itself a thread that returns is
gone: no thread may return while others still meet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.analyze.block_shared import shared_variables
from spawnc.analyze.block_text import BodyText, compound_of, read_body
from spawnc.analyze.divergence import Divergence
from spawnc.analyze.facts import FactBook, Facts, Obstacle
from spawnc.analyze.obstacles import reached, targets_of
from spawnc.analyze.uniform import LOOPS, arguments, is_uniform, returns, uniform_variables
from spawnc.model import Function, Node, Space, Unit
from spawnc.source import Span

#: Static shared memory of all children of a drain, in bytes: of the 48 KB that a kernel can have, some is the drain's.
MAX_SHARED_BYTES = 40 * 1024
#: What stands against one thread in the place of many, but not against real ones.
_FOR_REAL_THREADS = {"SP030", "SP041", "SP050", "SP052"}
#: Of cooperative groups, what does not ask for the block's place in the grid.
_WITHIN_BLOCK = re.compile(
    r"cooperative_groups::(?:.*::)?(?:this_thread_block|thread_block|thread_group|tiled_partition|thread_block_tile|"
    r"sync|thread_rank|size|num_threads|thread_index|group_dim|dim_threads|shfl|shfl_up|shfl_down|shfl_xor|any|all|"
    r"ballot|match_any|match_all|meta_group_rank|meta_group_size|reduce|plus|less|greater|operator\(\))"
)
#: Of these, what nobody waits in.
_WITHOUT_MEETING = re.compile(
    r"cooperative_groups::(?:.*::)?(?:this_thread_block|thread_block|thread_group|thread_block_tile|thread_rank|size|"
    r"num_threads|thread_index|group_dim|dim_threads|meta_group_rank|meta_group_size|plus|less|greater)"
)


def tolerates(rule: str, what: str) -> bool:
    """Whether real threads may run code with this obstacle."""
    return rule in _FOR_REAL_THREADS or (rule == "SP031" and _WITHIN_BLOCK.fullmatch(what) is not None)


def tolerated(obstacle: Obstacle) -> bool:
    return tolerates(obstacle.rule, obstacle.what)


def problem_in_blocks(unit: Unit, function: Function, book: FactBook, *, in_rows: bool) -> str:
    """Why a drain can't run the blocks of a kernel; "" when nothing is in the way. `in_rows`: the blocks have one
    dimension."""
    if shared_bytes(unit, function, book) is None:
        return "the size of its shared memory is not known"
    return problem_in_turns(unit, function, book, in_rows=in_rows)


def problem_in_turns(unit: Unit, function: Function, book: FactBook, *, in_rows: bool) -> str:
    """Why the blocks of a kernel can't be run one after the other by real threads; "" when nothing is in the way."""
    definition, root = function.definition, unit.body_of(function)
    body = compound_of(root) if root else None
    if definition is None or root is None or body is None:
        return "a macro writes its body"
    text = read_body(unit, definition.path, body.span)
    uniform = uniform_variables(text, root, body)
    meetings = sorted(_meetings(function, book))
    for leaving in returns(body):
        path = _path_to(body, leaving)
        if _meet_after(path, leaving, meetings) and not _is_uniform_path(text, path, uniform):
            return "threads may return before others meet"
    divergence = Divergence(text, root, body, varying=frozenset(), in_rows=in_rows)
    for span in _passed_by(function, divergence, book, unit, in_rows, frozenset()):
        if not any(divergence.is_met_after(span, barrier) for barrier in book.of(function).barriers):
            return "threads may come to its end while others meet"
    return ""


def _passed_by(
    function: Function, divergence: Divergence, book: FactBook, unit: Unit, in_rows: bool, above: frozenset[str]
) -> Iterator[Span]:
    """Statements of a function in which threads meet while others may pass by. `above`: the functions that call it."""
    facts = book.of(function)
    for barrier in facts.barriers:
        if span := divergence.around(barrier, of_warp=False):
            yield span
    for obstacle in facts.obstacles:
        meets = obstacle.rule == "SP030" and obstacle.what != "__activemask"
        if not meets and (obstacle.rule != "SP031" or _WITHOUT_MEETING.fullmatch(obstacle.what)):
            continue
        if span := divergence.around(obstacle.offset, of_warp=meets):
            yield span
    for call in facts.calls:
        for target in targets_of(book, call):
            if target.key in above or not _meets(target, book):
                continue
            if span := divergence.around(call.offset, of_warp=True):
                yield span
            elif not _meets_together(target, divergence, call.offset, book, unit, in_rows, above | {function.key}):
                yield Span(call.offset, call.offset + 1)


def _meets_together(
    function: Function,
    caller: Divergence,
    offset: int,
    book: FactBook,
    unit: Unit,
    in_rows: bool,
    above: frozenset[str],
) -> bool:
    """Whether all threads that come to a function meet there, with what a call in its caller gives it."""
    root = unit.body_of(function)
    body = compound_of(root) if root else None
    if function.definition is None or root is None or body is None:
        return False
    text = read_body(unit, function.definition.path, body.span)
    meetings = list(_meetings(function, book))
    if any(_meet_after(_path_to(body, leaving), leaving, meetings) for leaving in returns(body)):
        return False
    varying = _given_differently(root, caller, caller.path(offset)[-1])
    divergence = Divergence(text, root, body, varying=varying, in_rows=in_rows)
    return not any(True for _ in _passed_by(function, divergence, book, unit, in_rows, above))


def _given_differently(root: Node, caller: Divergence, call: Node) -> frozenset[str]:
    """The parameters that may have different values in different threads. What a reference refers to may have other
    names."""
    parameters = [node for node in root.children if node.kind == "PARM_DECL"]
    given = arguments(call)
    plain = len(given) == len(parameters)
    return frozenset(
        node.ref.key
        for position, node in enumerate(parameters)
        if node.ref and (not plain or "&" in node.type or caller.varies(given[position]))
    )


def shared_bytes(unit: Unit, kernel: Function, book: FactBook) -> int | None:
    """Static shared memory of a kernel and all that it calls; None when that is not known."""
    total = 0
    for function in reached(book, kernel):
        body = unit.body_of(function) if function is kernel or function.space is not Space.GLOBAL else None
        for variable in shared_variables(body) if body else ():
            if variable.size == 0:
                return None
            total += variable.size
    return total


def _meetings(function: Function, book: FactBook) -> Iterator[int]:
    """Where threads of a kernel's block or warp meet: barriers, warp operations, functions with such."""
    facts = book.of(function)
    yield from _own_meetings(facts)
    for call in facts.calls:
        if any(_meets(target, book) for target in targets_of(book, call)):
            yield call.offset


def _own_meetings(facts: Facts) -> Iterator[int]:
    yield from facts.barriers
    yield from (obstacle.offset for obstacle in facts.obstacles if obstacle.rule in ("SP030", "SP031"))


def _meets(function: Function, book: FactBook) -> bool:
    return any(True for each in reached(book, function) for _ in _own_meetings(book.of(each)))


def _path_to(node: Node, wanted: Node) -> tuple[Node, ...]:
    """The statements around a statement, outermost first, itself left out."""
    for child in node.children:
        if child is wanted:
            return (node,)
        if child.span.begin <= wanted.span.begin < child.span.end and (below := _path_to(child, wanted)):
            return (node, *below)
    return ()


def _meet_after(path: tuple[Node, ...], leaving: Node, meetings: list[int]) -> bool:
    loops = [node.span for node in path if node.kind in LOOPS or node.kind == "CXX_FOR_RANGE_STMT"]
    return any(offset >= leaving.span.end or any(offset in loop for loop in loops) for offset in meetings)


def _is_uniform_path(text: BodyText, path: tuple[Node, ...], uniform: frozenset[str]) -> bool:
    """Whether all threads of a block come to the same place in the statements around it."""
    return bool(path) and all(
        node.kind == "COMPOUND_STMT"
        or (node.kind == "IF_STMT" and bool(node.children) and is_uniform(text, node.children[0], uniform))
        for node in path
    )
