"""The regions of a host function: loops that a copied scalar ends, and runs of launches."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node
from spawnc.regions.branches import decided_at
from spawnc.regions.directives import conditions_in, follows_a_pragma, hidden_text, splits_a_statement
from spawnc.regions.facts import Loop, Region
from spawnc.regions.host import HostCode
from spawnc.regions.kernels import Kernels
from spawnc.regions.loops import read_loop
from spawnc.regions.reading import read_children, read_statement
from spawnc.regions.sequences import find_sequences, why_not
from spawnc.regions.statements import Repeated, Statement
from spawnc.source import Span

_LOOPS = {"DO_STMT", "WHILE_STMT", "FOR_STMT"}


@dataclass(frozen=True, slots=True)
class NoRegion:
    """Code that looks like a region and is none."""

    code: HostCode
    span: Span
    problem: Diagnostic


Found = Region | NoRegion


def find_regions(code: HostCode, kernels: Kernels) -> tuple[Found, ...]:
    """All regions of a function, in text order; none is inside another."""
    return tuple(_checked(code, found) for found in _below(code, code.body, kernels))


def _below(code: HostCode, node: Node, kernels: Kernels) -> Iterator[Found]:
    if not code.launches_in(node):
        return
    if node.kind == "COMPOUND_STMT":
        yield from _in_block(code, node, kernels)
    elif node.kind in _LOOPS:
        # the one statement of an `if` or a loop: there is no room beside it
        statement = read_statement(code, node)
        found = read_loop(code, statement, kernels) if isinstance(statement, Repeated) else None
        if found is not None:
            problem = (
                found
                if isinstance(found, Diagnostic)
                else code.refuse("SP119", node, what="a loop without braces around it")
            )
            yield NoRegion(code, code.whole(node), problem)
        else:
            yield from _inside(code, node, kernels)
    else:
        yield from _inside(code, node, kernels)


def _inside(code: HostCode, node: Node, kernels: Kernels) -> Iterator[Found]:
    for child in node.children:
        yield from _below(code, child, kernels)


def _in_block(code: HostCode, block: Node, kernels: Kernels) -> Iterator[Found]:
    run: list[tuple[Node, Statement]] = []
    for child, statement in read_children(code, block.children):
        is_loop = isinstance(statement, Repeated) and child.kind in _LOOPS and bool(code.launches_in(child))
        loop = read_loop(code, statement, kernels) if isinstance(statement, Repeated) and is_loop else None
        if loop is None:
            run.append((child, statement))
            continue
        yield from _in_run(code, run, kernels)
        run = []
        if isinstance(loop, Diagnostic):
            yield NoRegion(code, code.whole(child), loop)
            yield from _inside(code, child, kernels)
        else:
            yield loop
    yield from _in_run(code, run, kernels)


def _in_run(code: HostCode, run: list[tuple[Node, Statement]], kernels: Kernels) -> Iterator[Found]:
    statements = [statement for _, statement in run]
    sequences = list(find_sequences(code, statements, kernels))
    for position, (child, statement) in enumerate(run):
        within = next((each for each in sequences if each.span.covers(statement.span)), None)
        if within is not None:
            if within.span.begin == statement.span.begin:
                yield within
            continue
        if (branch := _branch_at(code, statements, position, kernels)) is not None:
            yield branch
        inner = list(_below(code, child, kernels))
        yield from inner
        if not inner and isinstance(statement, Repeated) and _launches_itself(code, child):
            problem = why_not(code, statement, kernels)
            if problem is not None:
                yield NoRegion(code, code.whole(child), problem)


def _branch_at(code: HostCode, statements: SequenceOf[Statement], position: int, kernels: Kernels) -> NoRegion | None:
    """A branch that the device could decide about, if what the host knows after its wait were not asked for."""
    decided = decided_at(code, statements, position)
    if decided is None:
        return None
    copy = statements[position]
    if isinstance(decided, Diagnostic):
        return NoRegion(code, copy.span, decided)
    problem = why_not(code, decided, kernels) or code.refuse("SP122", copy.span, what=decided.flag.spelling)
    return NoRegion(code, decided.span, problem)


def _launches_itself(code: HostCode, loop: Node) -> bool:
    """Whether a loop launches in its own body, not in loops in it."""
    inner = [node for child in loop.children for node in child.walk() if node.kind in _LOOPS]
    return any(
        not any(node.span.covers(launch.call.span) for node in inner if code.launches_in(node))
        for launch in code.launches_in(loop)
        if launch.call
    )


def _checked(code: HostCode, found: Found) -> Found:
    """A region whose text can be written a second time."""
    if isinstance(found, NoRegion):
        return found
    if (unread := _unread(code)) is not None:
        return NoRegion(code, found.span, unread)
    if (hidden := hidden_text(code, found.span)) is not None:
        return NoRegion(code, found.span, code.refuse("SP118", hidden, what=code.text(hidden)))
    function = code.function
    what = ""
    if conditions_in(code, found.span) is None or splits_a_statement(code, found):
        what = "code with such preprocessor conditions inside"
    elif follows_a_pragma(code, found.span):
        what = "code after a pragma"
    elif isinstance(found, Loop) or found.decisions:
        kind = "a loop" if isinstance(found, Loop) else "a branch"
        # a struct goes before the function
        if function.definition is not None and function.definition.in_class:
            what = f"{kind} in a function that is defined in its class"
    return NoRegion(code, found.span, code.refuse("SP119", found.span, what=what)) if what else found


def _unread(code: HostCode) -> Diagnostic | None:
    """The first error of the parser in the function: it may have left statements out."""
    definition = code.function.definition
    for problem in code.unit.problems:
        if definition is not None and problem.path == definition.path and problem.offset in definition.span:
            place = Span(problem.offset, problem.offset + 1)
            return code.refuse("SP118", place, what=problem.message)
    return None
