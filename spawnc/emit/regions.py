"""Regions of host code as graphs: the text that goes before each of them, and beside the kernels of loops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spawnc.decisions import HostLaunch, Plan, QueuedParent
from spawnc.emit.definitions import Placed, body_edits, defined, head_line, placed
from spawnc.emit.lines import Lines
from spawnc.emit.queue import bounded, queue_type
from spawnc.emit.record import Kernel, Recorded, lay_out, place_name, record_edits, recorded_text, text_of
from spawnc.emit.render import AgainContext, LoopContext, SequenceContext, StepContext, StepForwardContext, render
from spawnc.emit.signature import body_text, members, signature
from spawnc.emit.sites import Caller, body_span
from spawnc.model import Declaration, Function, Launch, Node
from spawnc.regions.decisions import Graphed
from spawnc.regions.directives import conditions_in
from spawnc.regions.facts import Alternating, Counter, Loop, Moving, Region, Sequence, StepLaunch, Varied
from spawnc.regions.host import HostCode, keys_read
from spawnc.regions.kernels import spelled_kernel
from spawnc.regions.statements import Decided, Declared, Launched, is_pointed_to
from spawnc.source import Edit, SourceFile, Span, as_text


def region_edits(plan: Plan, graphed: Graphed, lines: dict[str, Lines]) -> Iterator[Placed]:
    """What goes around a region: its own text stays between."""
    source = graphed.code.source
    own = lines[source.path]
    match graphed.region:
        case Loop():
            definition = defined(graphed.code.function)
            yield placed(source, lines, own.before(definition.span.begin), _again(graphed.region))
            place = own.before(graphed.span.begin)
            yield source.path, Edit.insert(place, own.encode(_loop(plan, graphed, graphed.region, own, place), place))
        case Sequence():
            definition = defined(graphed.code.function)
            for decided in graphed.region.decisions:
                yield placed(source, lines, own.before(definition.span.begin), _decision(graphed.code, decided))
            place, end = own.before(graphed.span.begin), own.after(graphed.span.end)
            yield (
                source.path,
                Edit.insert(place, own.encode(_sequence(plan, graphed, graphed.region, own, place), place)),
            )
            yield placed(source, lines, end, "#endif  // spawnc\n")


def step_edits(
    plan: Plan, kernel: Function, launches: tuple[StepLaunch, ...], lines: dict[str, Lines]
) -> Iterator[Placed]:
    """The clones of a kernel for the trips of loops and for branches, each once."""
    definition, first = defined(kernel), kernel.declarations[0]
    source = plan.files[definition.path]
    own = lines[source.path]
    variants = {suffix_of(source, step): step for step in launches}
    queued = _queued(plan, launches)
    head = "__queued" if queued is not None else ""
    queue = f", const spawn::{queue_type(queued)} spawn_queue" if queued is not None else ""
    caller = Caller.QUEUE if queued is not None else Caller.KERNEL
    forward = len(kernel.declarations) > 1
    texts, forwards = [], []
    for suffix, step in sorted(variants.items()):
        written = bounded(plan, kernel, signature(kernel, definition, source, defaults=False, is_kernel=True))
        parameters, inner = _parameters(written.parameters, definition, source, step.varied)
        context = StepContext(
            written,
            suffix=head + suffix,
            line=head_line(own, definition, written, head=written.head),
            parameters=queue + parameters,
            locals=inner,
            body_line=own.directive(body_span(definition, source).begin),
            body=body_text(definition, source, body_edits(plan, kernel, queued, source, caller)),
        )
        texts.append(render("step.cu.j2", context))
        if forward:
            early = bounded(plan, kernel, signature(kernel, first, source, defaults=False, is_kernel=True))
            line = head_line(own, first, early, head=early.head)
            forwards.append(
                render("step_forward.cu.j2", StepForwardContext(early, head + suffix, line, queue + parameters))
            )
    if forwards:
        yield placed(source, lines, own.before(first.span.begin), "".join(forwards))
    yield placed(source, lines, own.after(definition.span.end), "".join(texts))


def _queued(plan: Plan, launches: tuple[StepLaunch, ...]) -> QueuedParent | None:
    """The kernel's copy with queues, where host launches start that."""
    offsets = {step.launch.chevrons.open.begin for step in launches}
    starts = any(
        isinstance(host, HostLaunch) and host.queued and host.launch.chevrons.open.begin in offsets
        for host in plan.decisions
    )
    keys = {step.kernel.key for step in launches}
    return next((parent for parent in plan.queued_parents if starts and parent.function.key in keys), None)


def suffix_of(source: SourceFile, step: StepLaunch) -> str:
    """What follows the kernel's name in a clone's: the line of the launch where the clone is for that launch alone."""
    if not step.varied:
        return "__step"
    place = source.location(step.launch.offset)
    beginning = source.data[source.line_span(place.line).begin : step.launch.chevrons.open.begin]
    first = b"<<<" not in beginning
    return f"__step_{place.line}" if first else f"__step_{place.line}_{place.column}"


def _parameters(
    plain: str, definition: Declaration, source: SourceFile, varied: tuple[Varied, ...]
) -> tuple[str, tuple[str, ...]]:
    """The parameters of a clone after its first, and the local variables in the place of those that change."""
    if not varied:
        return plain, ()
    changing = {each.index: each for each in varied}
    spelled, inner = [], []
    for index, text in enumerate(members(definition, source)):
        parameter, each = definition.parameters[index], changing.get(index)
        name = parameter.name

        def renamed(new: str, text: str = text, name: str = name) -> str:
            return re.sub(rf"\b{re.escape(name)}\Z", new, text)

        match each:
            case None:
                spelled.append(text)
            case Moving(step=step):
                spelled.append(renamed(f"spawn_{name}"))
                type_name = parameter.canonical.removeprefix("const ")
                value = f"static_cast<{type_name}>(spawn_{name} + spawn_step.trip() * {step})"
                inner.append(f"[[maybe_unused]] {text} = {value};")
            case Alternating():
                spelled += [renamed(f"spawn_{name}_0"), renamed(f"spawn_{name}_1")]
                inner.append(f"[[maybe_unused]] {text} = spawn_step.trip() % 2 == 0 ? spawn_{name}_0 : spawn_{name}_1;")
    return f", {', '.join(spelled)}", tuple(inner)


def _where(source: SourceFile, offset: int) -> str:
    name = f"{Path(source.path).name}:{source.line(offset)}"
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _indent(source: SourceFile, offset: int) -> str:
    start = source.line_span(source.line(offset)).begin
    before = as_text(source.data[start:offset])
    return before[: len(before) - len(before.lstrip())]


def _in_words(graphed: Graphed) -> str:
    where = f'"{_where(graphed.code.source, graphed.span.begin)}"'
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
            stream=sequence.stream or "0",
            recorded=lines.directive(span.begin) + indent + recorded_text(source, span, edits),
            end=_checked_end(source, sequence, region),
            line=lines.directive(place),
        ),
    )


def _checked_end(source: SourceFile, sequence: Sequence, region: str) -> str:
    """`CHECK(spawn_region_17.end());` where the run checks anything."""
    wrapped = [each for each in (*sequence.checks, *sequence.work) if not isinstance(each, Launched)]
    for each in wrapped:
        before = text_of(source, Span(each.span.begin, each.call.span.begin))
        after = text_of(source, Span(each.call.span.end, each.span.end))
        if before.strip():
            return f"{before}{region}.end(){after}"
    last = max((work.span.end for work in sequence.work), default=0)
    # `cudaGetLastError();` alone takes an error away
    clears = any(each.span.begin >= last and each.call.name == "cudaGetLastError" for each in sequence.checks)
    return f"{region}.end();{' cudaGetLastError();' if clears else ''}"


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
            spelled = f"spawn::step({clone})" if varied else f"spawn::step({spelled}, {clone})"
        return Recorded(spelled, varied, host.prepares, host.queued)

    return kernel


def _loop(plan: Plan, graphed: Graphed, loop: Loop, lines: Lines, place: int) -> str:
    code, source = loop.code, loop.code.source
    name = place_name(source, loop.span.begin)
    region = f"spawn_region_{name}"
    pieces = []
    for statement in loop.kept:
        if isinstance(statement, Declared) and not _is_used(loop, statement):
            continue
        edits = list(record_edits(code, statement, region, _kernels(plan, loop), loop.resets))
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
                ref.name for ref in (*loop.condition.captured, *(each.variable for each in loop.condition.counters))
            ),
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
    if loop.init is None:
        return ""
    text = text_of(loop.code.source, loop.init).strip()
    first = loop.node.children[0]
    return f"[[maybe_unused]] {text}; " if first.kind == "DECL_STMT" else f"{text}; "


def _is_tested_first(loop: Loop) -> bool:
    return loop.node.kind != "DO_STMT" and loop.condition.go_on is not None


def _opening(loop: Loop) -> str:
    """The head of the block that records: nothing is recorded where no trip is made."""
    init = _init(loop)
    test = (
        text_of(loop.code.source, loop.condition.go_on.span)
        if loop.condition.go_on is not None and _is_tested_first(loop)
        else ""
    )
    if not test and not init:
        return "{"
    return f"if ({init}{test or 'true'}) {{"


def _first_trip(loop: Loop) -> str:
    test = loop.condition.go_on
    text = f"({text_of(loop.code.source, test.span)}) && " if test is not None and _is_tested_first(loop) else ""
    return _init(loop) + text


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
    if flag.is_shared:
        pass
    elif not flag.is_local:
        yield f"{flag.spelling} = {region}.value<{flag.type}>();"
    elif may_be_left:
        yield f"const {flag.type} {flag.variable.name} = {region}.value<{flag.type}>();"
    if may_be_left and leave is not None:
        # what stands behind the `break` is not done in the last trip
        yield f"const long long spawn_late = {region}.trips() - (({text_of(source, leave.span)}) ? 1 : 0);"
    for counter in loop.counters:
        if not counter.is_local:
            trips = "spawn_late" if counter.is_late and may_be_left else f"{region}.trips()"
            factor = "" if abs(counter.step) == 1 else f"{abs(counter.step)} * "
            yield f"{counter.variable.name} {'+=' if counter.step > 0 else '-='} {factor}{trips};"
    for swap in loop.swaps:
        trips = "spawn_late" if swap.is_late and may_be_left else f"{region}.trips()"
        statements = " ".join(text_of(source, span) for span in swap.spans)
        yield f"if ({trips} % 2 != 0) {{ {statements} }}"


def _again(loop: Loop) -> str:
    code, condition, flag = loop.code, loop.condition, loop.flag
    leave, go_on = condition.leave, condition.go_on
    value = f"{flag.type} {'spawn_value' if flag.is_pointed_to else flag.variable.name}"
    reads_flag = any(flag.variable.key in keys_read(node) for node in (leave, go_on) if node is not None)
    return render(
        "again.cu.j2",
        AgainContext(
            name=f"spawn_again_{place_name(code.source, loop.span.begin)}",
            what=f"whether the loop at {_where(code.source, loop.span.begin)} makes another trip",
            members=(
                *(f"{ref.canonical.removeprefix('const ')} {ref.name}" for ref in condition.captured),
                *(f"{each.variable.canonical} spawn_{each.variable.name}" for each in condition.counters),
            ),
            value=value if reads_flag else flag.type,
            trips=", long long spawn_trips" if condition.counters else ", long long",
            leave_locals=tuple(_counted(loop, leave, before_late=True)),
            leave=_condition_text(code, loop, leave) if leave is not None else "",
            locals=tuple(_counted(loop, go_on, before_late=False)),
            go_on=_condition_text(code, loop, go_on) if go_on is not None else "true",
        ),
    )


def _decision(code: HostCode, decided: Decided) -> str:
    """The condition of a branch."""
    node, flag = decided.branch.node, decided.flag
    return render(
        "again.cu.j2",
        AgainContext(
            name=f"spawn_if_{place_name(code.source, node.span.begin)}",
            what=f"the condition at {_where(code.source, node.span.begin)}",
            members=tuple(f"{ref.canonical.removeprefix('const ')} {ref.name}" for ref in decided.condition.captured),
            value=f"{flag.type} {flag.variable.name}",
            trips="",
            leave_locals=(),
            leave="",
            locals=(),
            go_on=" ".join(text_of(code.source, decided.branch.condition.span).split()),
        ),
    )


def _counted(loop: Loop, node: Node | None, *, before_late: bool) -> Iterator[str]:
    """The counters that a condition reads, after some trips."""
    read = keys_read(node) if node is not None else set()
    for counter in loop.condition.counters:
        if counter.variable.key in read:
            yield _counter(counter, "(spawn_trips - 1)" if before_late and counter.is_late else "spawn_trips")


def _counter(counter: Counter, trips: str) -> str:
    name, type_name = counter.variable.name, counter.variable.canonical
    return f"const {type_name} {name} = static_cast<{type_name}>(spawn_{name} + {trips} * {counter.step});"


def _condition_text(code: HostCode, loop: Loop, node: Node) -> str:
    """A condition token by token, on one line; what a pointer points to is the value."""
    edits = []
    if loop.flag.is_pointed_to:
        edits = [
            Edit(inner.span, b"spawn_value")
            for inner in node.walk()
            if is_pointed_to(code, inner) and loop.flag.variable.key in keys_read(inner)
        ]
    text = recorded_text(code.source, node.span, edits)
    return " ".join(text.split()) if "//" not in text else text
