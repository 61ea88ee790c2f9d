"""Runs of launches, copies and fills of one stream with nothing but host arithmetic between."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import replace

from spawnc.diagnostics import Diagnostic
from spawnc.regions.branches import decided_at
from spawnc.regions.configuration import configuration_problem
from spawnc.regions.effects import effect
from spawnc.regions.facts import Sequence, StepLaunch
from spawnc.regions.host import HostCode, bare
from spawnc.regions.kernels import Kernels
from spawnc.regions.launch_loops import is_endless, looks, polls, unchecked
from spawnc.regions.moved_checks import can_move, forgets, misplaced
from spawnc.regions.reading import is_member, is_variable, read_statement
from spawnc.regions.runs import Run, has_work, parts_of, write
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Checked,
    Copied,
    Counted,
    Decided,
    Declared,
    DeviceWork,
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
from spawnc.regions.untaken import untaken_problem
from spawnc.source import Span

#: Fewer cost less than what a graph has to look at.
FEWEST = 3


def find_sequences(code: HostCode, statements: SequenceOf[Statement], kernels: Kernels) -> Iterator[Sequence]:
    """The longest runs of a list of statements. Where a graph is wished for, the device decides about branches."""
    run, position = Run(), 0
    while position < len(statements):
        statement, position = statements[position], position + 1
        begin = next((each.span.begin for each in run.statements if has_work(each)), statement.span.begin)
        if begin in code.wished and isinstance(decided := decided_at(code, statements, position - 1), Decided):
            statement = decided
            position = next(number for number, each in enumerate(statements) if each is decided.branch) + 1
        grown = _grown(code, run, statement, kernels)
        if isinstance(grown, Run):
            run = grown
            continue
        finished = list(_finished(code, run))
        yield from finished
        if finished and (rest := [each for each in run.statements if each.span.begin >= finished[0].span.end]):
            # what stands behind the last check is looked at again, with what follows
            position = next(number for number, each in enumerate(statements) if each.span.begin == rest[0].span.begin)
            run = Run()
            continue
        alone = _grown(code, Run(), statement, kernels)
        run = alone if isinstance(alone, Run) else Run()
    yield from _finished(code, run)


def why_not(code: HostCode, statement: Statement, kernels: Kernels) -> Diagnostic | None:
    """What keeps a statement from being part of a run."""
    alone = _grown(code, Run(), statement, kernels)
    return alone if isinstance(alone, Diagnostic) else None


def _finished(code: HostCode, run: Run) -> Iterator[Sequence]:
    """The run from its first work to its last, or to its last hidden check: that one looks for what was before it."""
    places = [number for number, statement in enumerate(run.statements) if has_work(statement)]
    hidden = [check for check in run.checks if check.is_hidden]
    if hidden:
        places = [number for number in places if run.statements[number].span.begin <= hidden[-1].span.begin]
    if not places:
        return
    last = places[-1]
    while last + 1 < len(run.statements) and isinstance(run.statements[last + 1], Checked):
        last += 1
    span = Span(run.statements[places[0]].span.begin, run.statements[last].span.end)
    work = tuple(each for each in run.work if span.covers(each.span))
    decisions = tuple(each for each in run.decisions if span.covers(each.span))
    statements = tuple(run.statements[places[0] : last + 1])
    has_loop = any(isinstance(part, Repeated) and has_work(part) for part in parts_of(statements))
    if len(work) < FEWEST and not has_loop and not decisions:
        return
    yield Sequence(
        code,
        span,
        run.stream or "",
        statements,
        work,
        tuple(check for check in run.checks if span.covers(check.span)),
        has_loop,
        tuple(step for step in run.launches if step.launch.call is not None and span.covers(step.launch.call.span)),
        decisions,
        tuple(wait for wait in run.waits if span.covers(wait.span)),
    )


def _grown(code: HostCode, run: Run, statement: Statement, kernels: Kernels) -> Run | Diagnostic:
    """The run with one more statement, or why it can't have it."""
    if run.waits:
        # the host may look at what the device has done by then
        return code.refuse("SP114", run.waits[0].call)
    grown = replace(
        run,
        statements=[*run.statements, statement],
        work=[*run.work],
        checks=[*run.checks],
        written={*run.written},
        launches=[*run.launches],
        decisions=[*run.decisions],
        waits=[],
    )
    problem = _add(code, grown, statement, kernels, in_loop=False)
    if problem is None and grown.stream is not None:
        words = set(grown.stream.split())
        if "(" in words or words & grown.written:
            problem = code.refuse("SP107", statement.span, one=grown.stream, other="another one")
    problem = problem or misplaced(code, grown)
    for wait in grown.waits:
        if wait.stream not in (None, grown.stream):
            one, other = grown.stream or "NULL", wait.stream or "NULL"
            problem = problem or code.refuse("SP107", wait.span, one=one, other=other)
    return problem or grown


def _add(code: HostCode, run: Run, statement: Statement, kernels: Kernels, *, in_loop: bool) -> Diagnostic | None:
    match statement:
        case Launched(launch=launch, check=check):
            problem = kernels.unfit(code, launch) or configuration_problem(code, launch)
            problem = problem or _add_work(code, run, statement)
            return problem or (_add(code, run, check, kernels, in_loop=in_loop) if check is not None else None)
        case Filled(may_wait=False) | Copied(may_wait=False, kind="cudaMemcpyDeviceToDevice"):
            return _add_work(code, run, statement)
        case Waited() if in_loop and run.branches == 0:
            run.waits.append(statement)
        case Filled(call=call) | Copied(call=call) | Waited(call=call):
            return code.refuse("SP114", call)
        case Checked():
            run.checks.append(statement)
            if not can_move(code, run, statement):
                return code.refuse("SP118", statement.span, what=code.short(statement.span))
            if any(check.is_hidden for check in run.checks) and any(map(forgets, run.checks)):
                # the first moves behind the region, where the second has taken its error away
                return code.refuse("SP118", statement.span, what=code.short(statement.span))
        case Declared(variables=variables):
            run.written |= {variable.name for variable in variables}
        case Assigned(target=target) if is_variable(target):
            write(run, bare(target).ref)
        case Assigned(target=target) if is_member(code, target):
            run.written.add(bare(target.children[0]).name)
        case Assigned(target=target):
            return code.refuse("SP115", target, what=code.text(target.span))
        case Counted(variable=variable):
            write(run, variable)
        case Swapped(first=first, second=second):
            write(run, first, second)
        case Grouped(body=body):
            return _add_all(code, run, body, kernels, in_loop=in_loop)
        case Branched(condition=condition) if in_loop and (problem := polls(code, condition)) is not None:
            return problem
        case Branched(branches=branches):
            run.branches += 1
            parts = [part for branch in branches for part in branch]
            problem = _add_all(code, run, parts, kernels, in_loop=in_loop)
            run.branches -= 1
            return problem
        case Decided():
            return _add_decided(code, run, statement, kernels)
        case Repeated():
            return _add_loop(code, run, statement, kernels)
        case Left(span=span, word=word):
            return None if in_loop else code.refuse("SP108", span, what=word)
        case NotUnderstood(problem=problem):
            return problem
    return None


def _add_all(
    code: HostCode, run: Run, statements: SequenceOf[Statement], kernels: Kernels, *, in_loop: bool
) -> Diagnostic | None:
    return next((problem for each in statements if (problem := _add(code, run, each, kernels, in_loop=in_loop))), None)


def _add_decided(code: HostCode, run: Run, decided: Decided, kernels: Kernels) -> Diagnostic | None:
    """A branch that the device decides about: its kernels may have to be skipped."""
    back, before = decided.back, len(run.work)
    stream = back.stream if run.stream is None else run.stream
    if stream != back.stream:
        return code.refuse("SP107", back.span, one=stream or "NULL", other=back.stream or "NULL")
    if (inline := next((check for check in decided.checks if check.inline is not None), None)) is not None:
        return code.refuse("SP118", inline.span, what=code.short(inline.span))
    if (problem := _add_all(code, run, decided.checks, kernels, in_loop=False)) is not None:
        return problem
    for branch in decided.branch.branches:
        problem = next((found for part in branch if (found := _undecidable(code, part, decided))), None)
        run.branches += 1
        if problem or (problem := _add_all(code, run, branch, kernels, in_loop=False)):
            return problem
        run.branches -= 1
    for work in run.work[before:]:
        if (problem := untaken_problem(code, work)) is not None:
            return problem
        if isinstance(work, Launched):
            kernel = kernels.function(work.launch)
            if (problem := kernels.unfit_for_loops(code, work.launch)) is not None or kernel is None:
                return problem
            has_clone = kernels.uncloned(code.source.path, kernel) is None
            run.launches.append(StepLaunch(work.launch, kernel, (), has_clone))
    run.decisions.append(decided)
    return None


def _undecidable(code: HostCode, statement: Statement, decided: Decided) -> Diagnostic | None:
    """What in a branch the host would do: it does not know which branch is taken."""
    match statement:
        case Launched() | Filled() | Copied() | Checked(inline=None):
            return None
        case Grouped(body=body):
            return next((found for part in body if (found := _undecidable(code, part, decided))), None)
        case Assigned() | Counted() | Swapped():
            return code.refuse("SP115", statement.span, what=code.short(statement.span))
        case _:
            return code.refuse("SP118", statement.span, what=code.short(statement.span))


def _add_loop(code: HostCode, run: Run, loop: Repeated, kernels: Kernels) -> Diagnostic | None:
    for node in loop.header:
        if (problem := polls(code, node)) is not None:
            return problem
        if (problem := effect(code, node)) is None:
            continue
        part = read_statement(code, node)
        if isinstance(part, NotUnderstood) or (problem := _add(code, run, part, kernels, in_loop=True)) is not None:
            return problem
    problem = _add_all(code, run, loop.body, kernels, in_loop=True)
    if problem is None and run.waits:
        problem = looks(code, loop.node)
    if problem is None:
        problem = unchecked(code, run, loop)
    if problem is None and is_endless(code, loop):
        return code.refuse("SP108", loop.span, what="nothing but an error")
    return problem


def _add_work(code: HostCode, run: Run, work: DeviceWork) -> Diagnostic | None:
    if run.stream is not None and run.stream != work.stream:
        return code.refuse("SP107", work.span, one=run.stream or "NULL", other=work.stream or "NULL")
    run.stream = work.stream
    run.work.append(work)
    return None
