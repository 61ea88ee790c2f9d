"""Clones of kernels for graphs: what runs in the trips of a loop, or on one side of a branch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.decisions import HostLaunch, Plan, QueuedParent
from spawnc.emit.definitions import Placed, body_edits, defined, head_line, placed
from spawnc.emit.lines import Lines
from spawnc.emit.queue import bounded, queue_type
from spawnc.emit.render import BlockOfGrid, StepContext, StepForwardContext, render
from spawnc.emit.signature import Signature, body_text, members, signature
from spawnc.emit.sites import Caller, body_span
from spawnc.model import Declaration, Function
from spawnc.regions.facts import Alternating, FromScalar, Moving, StepLaunch, Varied
from spawnc.source import SourceFile


def step_edits(
    plan: Plan, kernel: Function, launches: tuple[StepLaunch, ...], lines: dict[str, Lines]
) -> Iterator[Placed]:
    """The clones of a kernel for the trips of loops and for branches, each once."""
    definition, first = defined(kernel), kernel.declarations[0]
    source = plan.files[definition.path]
    own = lines[source.path]
    variants = {suffix_of(source, step): step for step in sorted(launches, key=lambda step: step.in_turns)}
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
            block=_block(plan, written, definition, head + suffix, step, queue, own) if step.has_block else None,
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


def _block(
    plan: Plan, written: Signature, definition: Declaration, suffix: str, step: StepLaunch, queue: str, lines: Lines
) -> BlockOfGrid:
    """The function that has the body, where the blocks of a grid take turns."""
    name = f"{written.name}{suffix.replace('__step', '__block')}"
    return BlockOfGrid(
        name,
        called=name + written.own_arguments,
        line=head_line(lines, definition, written),
        parameters=queue + "".join(f", {each}" for each in members(definition, plan.files[definition.path])),
        arguments=(", spawn_queue" if queue else "") + written.arguments,
        each="each_turn" if step.grid is None else "each_block",
        meets=step.grid is not None and step.grid.meets,
    )


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
    if not step.varied and step.grid is None:
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
                spelled.append(renamed(f"spawn_first_{name}"))
                type_name = parameter.canonical.removeprefix("const ")
                value = f"static_cast<{type_name}>(spawn_first_{name} + spawn_step.trip() * {step})"
                inner.append(f"[[maybe_unused]] {text} = {value};")
            case FromScalar(type=type_name):
                value = f"spawn_step.value<{type_name}>()"
                own = parameter.canonical.removeprefix("const ")
                value = value if own == type_name else f"static_cast<{own}>({value})"
                inner.append(f"[[maybe_unused]] {text} = {value};")
            case Alternating():
                spelled += [renamed(f"spawn_{name}_0"), renamed(f"spawn_{name}_1")]
                inner.append(f"[[maybe_unused]] {text} = spawn_step.trip() % 2 == 0 ? spawn_{name}_0 : spawn_{name}_1;")
    return "".join(f", {each}" for each in spelled), tuple(inner)
