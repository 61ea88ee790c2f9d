"""Runs of launches, copies and fills of one stream with nothing but host arithmetic between."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field, replace

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node, Ref
from spawnc.regions.arguments import handed_pointers
from spawnc.regions.branches import decided_at
from spawnc.regions.configuration import configuration_problem, reads_managed, reads_memory
from spawnc.regions.effects import effect
from spawnc.regions.facts import Sequence, StepLaunch
from spawnc.regions.host import HostCode, bare, keys_read, read
from spawnc.regions.inline_checks import stray
from spawnc.regions.kernels import Kernels
from spawnc.regions.reading import is_member, is_variable, read_statement
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


@dataclass
class _Run:
    """What has been read of a run so far."""

    statements: list[Statement] = field(default_factory=list)
    stream: str | None = None
    work: list[DeviceWork] = field(default_factory=list)
    checks: list[Checked] = field(default_factory=list)
    #: Names of variables that the run declares or changes.
    written: set[str] = field(default_factory=set)
    launches: list[StepLaunch] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)
    #: In the loop that it ends with.
    waits: list[Waited] = field(default_factory=list)
    #: It changes a variable that lives longer than the function.
    outlives: bool = False
    #: Branches around what is looked at.
    branches: int = 0


def find_sequences(code: HostCode, statements: SequenceOf[Statement], kernels: Kernels) -> Iterator[Sequence]:
    """The longest runs of a list of statements. Where a graph is wished for, the device decides about branches."""
    run, position = _Run(), 0
    while position < len(statements):
        statement, position = statements[position], position + 1
        begin = next((each.span.begin for each in run.statements if _has_work(each)), statement.span.begin)
        if begin in code.wished and isinstance(decided := decided_at(code, statements, position - 1), Decided):
            statement = decided
            position = next(number for number, each in enumerate(statements) if each is decided.branch) + 1
        grown = _grown(code, run, statement, kernels)
        if isinstance(grown, _Run):
            run = grown
            continue
        finished = list(_finished(code, run))
        yield from finished
        if finished and (rest := [each for each in run.statements if each.span.begin >= finished[0].span.end]):
            # what stands behind the last check is looked at again, with what follows
            position = next(number for number, each in enumerate(statements) if each.span.begin == rest[0].span.begin)
            run = _Run()
            continue
        alone = _grown(code, _Run(), statement, kernels)
        run = alone if isinstance(alone, _Run) else _Run()
    yield from _finished(code, run)


def why_not(code: HostCode, statement: Statement, kernels: Kernels) -> Diagnostic | None:
    """What keeps a statement from being part of a run."""
    alone = _grown(code, _Run(), statement, kernels)
    return alone if isinstance(alone, Diagnostic) else None


def _finished(code: HostCode, run: _Run) -> Iterator[Sequence]:
    """The run from its first work to its last, or to its last hidden check: that one looks for what was before it."""
    places = [number for number, statement in enumerate(run.statements) if _has_work(statement)]
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
    has_loop = any(isinstance(part, Repeated) and _has_work(part) for part in _parts(statements))
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


def _has_work(statement: Statement) -> bool:
    match statement:
        case Launched() | Filled() | Copied():
            return True
        case Branched(branches=branches):
            return any(_has_work(part) for branch in branches for part in branch)
        case Decided(branch=branch):
            return _has_work(branch)
        case Repeated(body=body) | Grouped(body=body):
            return any(map(_has_work, body))
        case _:
            return False


def _grown(code: HostCode, run: _Run, statement: Statement, kernels: Kernels) -> _Run | Diagnostic:
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
    problem = problem or _misplaced(code, grown)
    for wait in grown.waits:
        if wait.stream not in (None, grown.stream):
            one, other = grown.stream or "NULL", wait.stream or "NULL"
            problem = problem or code.refuse("SP107", wait.span, one=one, other=other)
    return problem or grown


def _add(code: HostCode, run: _Run, statement: Statement, kernels: Kernels, *, in_loop: bool) -> Diagnostic | None:
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
            if not _can_move(code, run, statement):
                return code.refuse("SP118", statement.span, what=code.short(statement.span))
            if any(check.is_hidden for check in run.checks) and any(map(_forgets, run.checks)):
                # the first moves behind the region, where the second has taken its error away
                return code.refuse("SP118", statement.span, what=code.short(statement.span))
        case Declared(variables=variables):
            run.written |= {variable.name for variable in variables}
        case Assigned(target=target) if is_variable(target):
            _write(run, bare(target).ref)
        case Assigned(target=target) if is_member(code, target):
            run.written.add(bare(target.children[0]).name)
        case Assigned(target=target):
            return code.refuse("SP115", target, what=code.text(target.span))
        case Counted(variable=variable):
            _write(run, variable)
        case Swapped(first=first, second=second):
            _write(run, first, second)
        case Grouped(body=body):
            return _add_all(code, run, body, kernels, in_loop=in_loop)
        case Branched(condition=condition) if in_loop and (problem := _polls(code, condition)) is not None:
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


def _write(run: _Run, *variables: Ref | None) -> None:
    for variable in variables:
        if variable is not None:
            run.written.add(variable.name)
            run.outlives |= variable.is_global or variable.is_static or "&" in variable.canonical


def _can_move(code: HostCode, run: _Run, check: Checked) -> bool:
    """Whether a check that looks for errors itself may stand behind the region: it is used in any case, no value that
    it sets is read before, and all such checks do the same, as the first of them stands there for all."""
    if not check.is_hidden:
        return True
    is_kept = check.inline is not None and check.inline.is_kept and check is not run.statements[-1]
    return run.branches == 0 and not is_kept and len({_does(code, each) for each in run.checks if each.is_hidden}) == 1


def _does(code: HostCode, check: Checked) -> tuple[str, ...]:
    """Equal for hidden checks that do the same but for their strings."""
    if check.inline is None:
        return (code.tokens(check.span)[0].text.decode("utf-8", "backslashreplace"),)
    return (check.inline.error.key if check.inline.error is not None else "", *check.inline.told)


def _misplaced(code: HostCode, run: _Run) -> Diagnostic | None:
    """A check of a run that would tell of something else behind it."""
    inline = [check for check in run.checks if check.inline is not None]
    begin = next((each.span.begin for each in run.statements if _has_work(each)), None)
    if not inline or begin is None:
        return None
    if (place := stray(code, Span(begin, run.statements[-1].span.end), inline)) is not None:
        return code.refuse("SP118", place, what=code.text(place))
    if run.outlives and any(check.inline is not None and check.inline.leaves for check in inline):
        # where there is an error, it would have changed though the function was left before
        return code.refuse("SP118", inline[0].span, what=code.short(inline[0].span))
    return None


def _forgets(check: Checked) -> bool:
    """`cudaGetLastError();`, of which nobody gets the error."""
    return not check.is_hidden and check.span.begin == check.call.span.begin


def _add_all(
    code: HostCode, run: _Run, statements: SequenceOf[Statement], kernels: Kernels, *, in_loop: bool
) -> Diagnostic | None:
    return next((problem for each in statements if (problem := _add(code, run, each, kernels, in_loop=in_loop))), None)


def _add_decided(code: HostCode, run: _Run, decided: Decided, kernels: Kernels) -> Diagnostic | None:
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


def _add_loop(code: HostCode, run: _Run, loop: Repeated, kernels: Kernels) -> Diagnostic | None:
    for node in loop.header:
        if (problem := _polls(code, node)) is not None:
            return problem
        if (problem := effect(code, node)) is None:
            continue
        part = read_statement(code, node)
        if isinstance(part, NotUnderstood) or (problem := _add(code, run, part, kernels, in_loop=True)) is not None:
            return problem
    problem = _add_all(code, run, loop.body, kernels, in_loop=True)
    if problem is None and run.waits:
        problem = _looks(code, loop.node)
    if problem is None:
        problem = _unchecked(code, run, loop)
    if problem is None and _is_endless(code, loop):
        return code.refuse("SP108", loop.span, what="nothing but an error")
    return problem


def _unchecked(code: HostCode, run: _Run, loop: Repeated) -> Diagnostic | None:
    """A hidden check in a loop with work behind it, whose errors it does not see in the last trip."""
    hidden = [check for check in run.checks if check.is_hidden and loop.span.covers(check.span)]
    if hidden and any(loop.span.covers(work.span) and work.span.begin > hidden[-1].span.begin for work in run.work):
        return code.refuse("SP118", hidden[-1].span, what=code.short(hidden[-1].span))
    return None


def _looks(code: HostCode, loop: Node) -> Diagnostic | None:
    """A look at memory in a loop that waits: it sees the device's work, which a graph does after all the looks."""
    if (look := next(handed_pointers(code, code.body).memory_reads(code, loop), None)) is not None:
        return code.refuse("SP109", look, what=code.short(look.span))
    for span in (span for launch in code.launches_in(loop) for span in launch.chevrons.configuration):
        if reads_memory(code, span) or reads_managed(code, span):
            return code.refuse("SP109", span, what=code.short(span))
    return None


def _polls(code: HostCode, node: Node) -> Diagnostic | None:
    """A look at memory that the device may change: a loop that waits for that would never launch what changes it."""
    look = next(handed_pointers(code, code.body).memory_reads(code, node), None)
    look = look or next((each for each in read(node) if each.ref and "volatile" in each.ref.canonical), None)
    return code.refuse("SP109", look, what=code.short(look.span)) if look is not None else None


def _is_endless(code: HostCode, loop: Repeated) -> bool:
    """`while (true)` without a `break`."""
    if any(isinstance(part, Left) and part.word == "break" for part in _parts(loop.body)):
        return False
    tested = [node for node in loop.header if node.kind != "DECL_STMT" and not _is_constant(code, node)]
    return not any(keys_read(node) for node in tested)


def _is_constant(code: HostCode, node: Node) -> bool:
    return code.text(node.span) in ("true", "1")


def _parts(statements: SequenceOf[Statement]) -> Iterator[Statement]:
    """Statements and those in their branches, not those of loops in them."""
    for statement in statements:
        yield statement
        match statement:
            case Grouped(body=body):
                yield from _parts(body)
            case Branched(branches=branches):
                for branch in branches:
                    yield from _parts(branch)
            case _:
                pass


def _add_work(code: HostCode, run: _Run, work: DeviceWork) -> Diagnostic | None:
    if run.stream is not None and run.stream != work.stream:
        return code.refuse("SP107", work.span, one=run.stream or "NULL", other=work.stream or "NULL")
    run.stream = work.stream
    run.work.append(work)
    return None
