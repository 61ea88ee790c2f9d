"""Regions of host code as graphs: the text that goes before each of them, and what ends them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.decisions import HostLaunch, Plan
from spawnc.emit.conditions import branch_condition, loop_condition, where_is
from spawnc.emit.definitions import Placed, defined, placed
from spawnc.emit.lines import Lines
from spawnc.emit.record import (
    Kernel,
    Recorded,
    is_told,
    lay_out,
    on_one_line,
    place_name,
    record_edits,
    recorded_text,
)
from spawnc.emit.render import LoopContext, SequenceContext, render
from spawnc.emit.steps import suffix_of
from spawnc.model import Launch, Node
from spawnc.regions.decisions import Graphed
from spawnc.regions.directives import conditions_in
from spawnc.regions.facts import Counter, Loop, Region, Sequence
from spawnc.regions.header import initial_value
from spawnc.regions.kernels import spelled_kernel
from spawnc.regions.reading import body_of
from spawnc.regions.statements import Checked, Copied, Declared, Filled, Launched, Waited
from spawnc.source import Edit, SourceFile, Span, as_bytes, as_text, text_of


def region_edits(plan: Plan, graphed: Graphed, lines: dict[str, Lines]) -> Iterator[Placed]:
    """What goes around a region: its own text stays between."""
    source = graphed.code.source
    own = lines[source.path]
    match graphed.region:
        case Loop():
            definition = defined(graphed.code.function)
            yield placed(source, lines, own.before(definition.span.begin), loop_condition(graphed.region))
            place = own.before(graphed.span.begin)
            yield source.path, Edit.insert(place, own.encode(_loop(plan, graphed, graphed.region, own, place), place))
            if _has_two_heads(graphed.region):
                yield placed(source, lines, body_of(graphed.region.node).span.begin, "#endif  // spawnc\n")
        case Sequence():
            definition = defined(graphed.code.function)
            for decided in graphed.region.decisions:
                yield placed(source, lines, own.before(definition.span.begin), branch_condition(graphed.code, decided))
            place, end = own.before(graphed.span.begin), own.after(graphed.span.end)
            yield (
                source.path,
                Edit.insert(place, own.encode(_sequence(plan, graphed, graphed.region, own, place), place)),
            )
            yield placed(source, lines, end, "#endif  // spawnc\n")


def _indent(source: SourceFile, offset: int) -> str:
    start = source.line_span(source.line(offset)).begin
    before = as_text(source.data[start:offset])
    return before[: len(before) - len(before.lstrip())]


def _in_words(graphed: Graphed) -> str:
    where = f'"{where_is(graphed.code.source, graphed.span.begin)}"'
    return f'{where}, "{graphed.mode}"' if graphed.mode else where


def _when(graphed: Graphed) -> str:
    """Where a graph is what the text around it says."""
    return " && ".join(("SPAWN_GRAPHS", *(conditions_in(graphed.code, graphed.span) or ())))


# --- sequences ---


def _sequence(plan: Plan, graphed: Graphed, sequence: Sequence, lines: Lines, place: int) -> str:
    code, span = sequence.code, sequence.span
    source = code.source
    name = place_name(source, span.begin)
    region = f"spawn_region_{name}"

    kernel = _kernels(plan, sequence)
    edits = [edit for statement in sequence.statements for edit in record_edits(code, statement, region, kernel)]
    indent = _indent(source, span.begin)
    return render(
        "region_sequence.cu.j2",
        SequenceContext(
            indent=indent,
            name=name,
            when=_when(graphed),
            where=_in_words(graphed),
            begin="begin" if sequence.decisions else "begin_sequence",
            stream=sequence.stream or "0",
            recorded=lines.directive(span.begin) + indent + recorded_text(source, span, edits),
            end=_checked_end(source, sequence, region),
            before=_before(source, sequence),
            after=tuple(_behind(source, sequence)),
            line=lines.directive(place),
        ),
    )


def _before(source: SourceFile, sequence: Sequence) -> str:
    """A wait for what other streams do, where the trips wait for that."""
    waits = [wait for wait in _waits(source, sequence) if wait.stream is None]
    return f"{on_one_line(source, waits[0].span)}  // spawnc: as each trip does" if waits else ""


def _behind(source: SourceFile, sequence: Sequence) -> Iterator[str]:
    """What follows `end()`: a wait where trips wait, and the checks that look for errors themselves."""
    for wait in _waits(source, sequence)[:1]:
        yield f"{on_one_line(source, wait.span)}  // spawnc: as each trip does"
    for is_hidden in (False, True):
        checks = [check for check in sequence.checks if check.is_hidden == is_hidden]
        if checks and (is_hidden or (sequence.waits and is_told(source, checks[0]))):
            if (launched := _launched_in(sequence, checks[0])) is not None:
                if any(is_told(source, each) for each in _telling(sequence)):
                    yield f"{_around(source, checks[0], launched, '(void)0')}  // spawnc: as above"
                continue
            text = on_one_line(source, checks[0].span)
            if checks[0].inline is not None and checks[0].inline.is_declared and checks[0] not in sequence.statements:
                # of an inner block
                text = f"{{ {text} }}"
            yield f"{text}  // spawnc: as above"


def _waits(source: SourceFile, sequence: Sequence) -> list[Waited]:
    """Waits for the whole device before those for the stream, and of those the ones that are checked."""
    return sorted(sequence.waits, key=lambda wait: (wait.stream is not None, not is_told(source, wait)))


def _checked_end(source: SourceFile, sequence: Sequence, region: str) -> str:
    """`CHECK(spawn_region_17.end());` where the run checks anything."""
    for each in _telling(sequence):
        if is_told(source, each):
            return _around(source, each, each.call, f"{region}.end()")
    hidden = next((check for check in sequence.checks if check.is_hidden), None)
    if hidden is not None and (launched := _launched_in(sequence, hidden)) is not None:
        return _around(source, hidden, launched, f"{region}.end()")
    return f"{region}.end();"


def _telling(sequence: Sequence) -> Iterator[Checked | Filled | Copied]:
    """Calls of CUDA's that a macro or a function may be around."""
    for each in (*sequence.checks, *sequence.work):
        if not isinstance(each, Launched) and not (isinstance(each, Checked) and each.is_hidden):
            yield each


def _launched_in(sequence: Sequence, check: Checked) -> Node | None:
    """The launch that stands in a macro that looks for errors behind it."""
    return next((work.node for work in sequence.work if isinstance(work, Launched) and work.check is check), None)


def _around(source: SourceFile, each: Checked | Filled | Copied, call: Node, text: str) -> str:
    """What stands around a call in its statement, with another text in the place of the call."""
    before = text_of(source, Span(each.span.begin, call.span.begin))
    return f"{before}{text}{text_of(source, Span(call.span.end, each.span.end))}"


# --- loops ---


def _kernels(plan: Plan, region: Region) -> Kernel:
    steps = {step.launch.chevrons.open.begin: step for step in region.launches}
    hosts = {
        host.launch.chevrons.open.begin: host
        for host in plan.decisions
        if isinstance(host, HostLaunch) and host.launch.path == region.code.source.path
    }

    def kernel(launch: Launch) -> Recorded:
        step, host = steps.get(launch.chevrons.open.begin), hosts[launch.chevrons.open.begin]
        queued = "__queued" if host.queued else ""
        spelled, varied = spelled_kernel(region.code, launch, queued), step.varied if step is not None else ()
        if step is not None and step.has_clone:
            clone = spelled_kernel(region.code, launch, queued + suffix_of(region.code.source, step))
            is_alone = varied or step.grid is not None
            step_of = "spawn::step_in_turns" if step.in_turns else "spawn::step"
            spelled = f"{step_of}({clone})" if is_alone else f"{step_of}({spelled}, {clone})"
        grid = step.grid.number if step is not None and step.grid is not None else None
        return Recorded(spelled, varied, grid, host.prepares, host.queued)

    return kernel


def _loop(plan: Plan, graphed: Graphed, loop: Loop, lines: Lines, place: int) -> str:
    code, source = loop.code, loop.code.source
    name = place_name(source, loop.span.begin)
    region = f"spawn_region_{name}"
    kernel = _kernels(plan, loop)
    pieces = []
    for statement in loop.kept:
        if isinstance(statement, Declared) and not _is_used(loop, statement):
            continue
        edits = list(record_edits(code, statement, region, kernel, loop.resets))
        pieces.append((statement.span.begin, recorded_text(source, statement.span, edits).rstrip()))
    return render(
        "region_loop.cu.j2",
        LoopContext(
            indent=_indent(source, loop.span.begin),
            name=name,
            when=_when(graphed),
            where=_in_words(graphed),
            stream=loop.stream or "0",
            before=text_of(source, loop.waits.span) if loop.waits is not None and loop.waits_early else "",
            opening=_opening(loop),
            recorded=lay_out(source, pieces, lines),
            condition=_first_trip(loop),
            flag=text_of(source, loop.flag.device.span),
            captured=", ".join(
                ref.name for ref in (*loop.captured, *(each.variable for each in loop.condition.counters))
            ),
            first=f", {loop.flag.spelling}" if loop.takes_scalar else "",
            may_leave=bool(loop.grids.each),
            resumed=_resumed(loop, region) if _has_two_heads(loop) else "",
            after=tuple(_after(loop, region)),
            line=lines.directive(place),
        ),
    )


def _is_used(loop: Loop, declared: Declared) -> bool:
    """Whether what is recorded names a variable that a statement declares."""
    source = loop.code.source
    others = " ".join(text_of(source, other.span) for other in loop.kept if other is not declared)
    return any(re.search(rf"\b{re.escape(variable.name)}\b", others) for variable in declared.variables)


def _init(loop: Loop) -> str:
    """What a `for` does first, as it may stand before a condition."""
    if loop.init is None:
        return ""
    unused = "[[maybe_unused]] " if loop.node.children[0].kind == "DECL_STMT" else ""
    return f"{unused}{on_one_line(loop.code.source, loop.init)}; "


def _first_test(loop: Loop) -> str:
    """The condition before the first trip; "" where there is none."""
    go_on = loop.condition.go_on
    is_tested = go_on is not None and loop.node.kind != "DO_STMT"
    return on_one_line(loop.code.source, go_on.span) if go_on is not None and is_tested else ""


def _opening(loop: Loop) -> str:
    """The head of the block that records: nothing is recorded where no trip is made."""
    init, test = _init(loop), _first_test(loop)
    return f"if ({init}{test or 'true'}) {{" if init or test else "{"


def _first_trip(loop: Loop) -> str:
    """What stands before the call that runs the loop."""
    test = _first_test(loop)
    return _init(loop) + (f"({test}) && " if test else "")


def _has_two_heads(loop: Loop) -> bool:
    """Whether the loop as written begins anew with its head, where trips of the graph may have been made."""
    return bool(loop.grids.each) and loop.init is not None


def _resumed(loop: Loop, region: str) -> str:
    """The head of a `for` behind the trips that the graph has made."""
    code, counted = loop.code, {counter.variable.key: counter for counter in loop.counters}
    assert loop.init is not None
    head = Span(loop.span.begin, body_of(loop.node).span.begin)
    edits = []
    for variable in (node for node in loop.node.children[0].walk() if node.kind == "VAR_DECL" and node.ref):
        counter = counted.get(variable.ref.key) if variable.ref is not None else None
        value = initial_value(code, variable)
        if counter is not None and value is not None:
            text = on_one_line(code.source, value.span)
            bracketed = text if text.isidentifier() or text.isdecimal() else f"({text})"
            trips = f"{region}.trips()" if counter.step == 1 else f"{region}.trips() * {counter.step}"
            text = f"static_cast<{counter.variable.canonical}>({bracketed} + {trips})"
            edits.append(Edit(value.span, as_bytes(text)))
    if loop.node.children[0].kind != "DECL_STMT":
        # what is assigned is told already
        edits.append(Edit(loop.init, b""))
    return on_one_line(code.source, head, edits)


def _after(loop: Loop, region: str) -> Iterator[str]:
    """Statements that give each variable the value that it has after the loop."""
    source, flag, leave = loop.code.source, loop.flag, loop.condition.leave
    if loop.waits is not None:
        yield f"{text_of(source, loop.waits.span)}  // spawnc: as each trip does"
    late = [
        *(each for each in loop.counters if each.is_late and not each.is_local),
        *(swap for swap in loop.swaps if swap.is_late),
    ]
    may_be_left = leave is not None and bool(late)
    derived = loop.condition.derived
    # the computations are made once more where something of them is left
    is_derived = bool(derived) and (may_be_left or any(not each.is_local for each in derived))
    if flag.is_shared:
        pass
    elif not flag.is_local:
        yield f"{flag.spelling} = {region}.value<{flag.type}>();"
    elif may_be_left or is_derived:
        is_set = any(each.variable.key == flag.variable.key for each in derived)
        yield f"{'' if is_set else 'const '}{flag.type} {flag.variable.name} = {region}.value<{flag.type}>();"
    for each in derived if is_derived else ():
        unused = "[[maybe_unused]] " if each.is_local else ""
        yield f"{unused}{on_one_line(source, each.span)}  // spawnc: as each trip does"
    outer = [counter for counter in loop.counters if not counter.is_local]
    yield from (_told(counter, f"{region}.trips()") for counter in outer if not counter.is_late)
    if may_be_left and leave is not None:
        # what stands behind the `break` is not done in the last trip; its condition knows what was counted before
        yield f"const long long spawn_late = {region}.trips() - (({text_of(source, leave.span)}) ? 1 : 0);"
    late_trips = "spawn_late" if may_be_left else f"{region}.trips()"
    yield from (_told(counter, late_trips) for counter in outer if counter.is_late)
    for swap in loop.swaps:
        trips = late_trips if swap.is_late else f"{region}.trips()"
        statements = " ".join(text_of(source, span) for span in swap.spans)
        yield f"if ({trips} % 2 != 0) {{ {statements} }}"


def _told(counter: Counter, trips: str) -> str:
    factor = "" if abs(counter.step) == 1 else f"{abs(counter.step)} * "
    return f"{counter.variable.name} {'+=' if counter.step > 0 else '-='} {factor}{trips};"
