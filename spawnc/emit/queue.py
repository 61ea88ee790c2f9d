"""The copy of a parent whose children wait in a queue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from spawnc.analyze.template_children import names_in, parameters_of
from spawnc.decisions import Drain, Plan, QueuedChild, QueuedParent
from spawnc.emit.definitions import Placed, body_edits, defined, head_line, outside_c, placed, still_named
from spawnc.emit.lines import Lines
from spawnc.emit.render import QueuedContext, render
from spawnc.emit.signature import Signature, body_text, signature
from spawnc.emit.sites import BOUNDS, Caller, body_span
from spawnc.model import Declaration, Function


def queued_parent_edits(plan: Plan, queued: QueuedParent, lines: dict[str, Lines]) -> Iterator[Placed]:
    """The parent again, with a queue as its first parameter; declared early where the parent is."""
    parent = queued.function
    queue = queue_type(queued)
    definition, first = defined(parent), parent.declarations[0]
    source = plan.files[definition.path]
    forward = len(parent.declarations) > 1
    if forward:
        early = plan.files[first.path]
        place = lines[early.path].before(first.span.begin)
        written = bounded(plan, parent, signature(parent, first, early, defaults=True, is_kernel=True))
        text = render(
            "queued_forward.cu.j2",
            QueuedContext(
                written,
                line=head_line(lines[early.path], first, written, head=written.head),
                queue=queue,
                declarations=_declared(
                    plan, parent, (child for child in queued.children if not _is_declared(child.function, first))
                ),
            ),
        )
        yield placed(early, lines, place, text)
    written = bounded(plan, parent, signature(parent, definition, source, defaults=not forward, is_kernel=True))
    place = lines[source.path].after(definition.span.end)
    text = render(
        "queued.cu.j2",
        QueuedContext(
            written,
            line=head_line(lines[source.path], definition, written, head=written.head),
            queue=queue,
            declarations=_declared(
                plan, parent, (child for child in queued.children if _is_later(child.function, parent))
            ),
            body_line=lines[source.path].directive(body_span(definition, source).begin),
            body=body_text(definition, source, body_edits(plan, parent, queued, source, Caller.QUEUE)),
        ),
    )
    if not any(child.function.key == parent.key for child in plan.children):
        text += still_named(parent, source, lines[source.path])
    yield placed(source, lines, place, text)


def _declared(plan: Plan, parent: Function, children: Iterable[QueuedChild]) -> str:
    """The types of children's entries, before the head of a parent's copy."""
    text = "".join(
        f"{signature(child.function, first, plan.files[first.path], defaults=False).of_source}struct {child.entry};\n"
        for child in {child.entry: child for child in children}.values()
        for first in child.function.declarations[:1]
    )
    return outside_c(parent, text) if text else ""


def _is_declared(child: Function, head: Declaration) -> bool:
    """Whether what is written beside a child's first declaration tells of its entries already."""
    first = child.declarations[0]
    # where a header has the first one, it is beside another one that this is written
    here = first.path == head.path == defined(child).path
    return here and len(child.declarations) > 1 and first.span.begin <= head.span.begin


def _is_later(child: Function, parent: Function) -> bool:
    """Whether what is written beside a child's definition comes after a parent's copy."""
    own, other = defined(parent), defined(child)
    return own.path == other.path and own.span.begin < other.span.begin


def queue_type(queued: QueuedParent) -> str:
    """The type of a copy's first parameter, in the runtime's namespace."""
    drained = [[_type_from(queued.function, child) for child in drain.children] for drain in queued.drains]
    if queued.grows:
        queues = [
            f"GrowingQueue<{', '.join((_workers(drain), *types))}>"
            for drain, types in zip(queued.drains, drained, strict=True)
        ]
        queue = queues[0] if len(queues) == 1 else f"QueuesInTurn<{','.join(map(_on_its_own_line, queues))}>"
    else:
        queue = f"Queue<{', '.join(drained[0])}>"
    own = {name.removesuffix("...") for name in parameters_of(queued.function)}
    sizes = (size for drain in queued.drains for size in drain.block)
    said = (*sizes, *(argument for child in queued.children for argument in child.template_arguments))
    # the host's argument has another type, of which nothing can be deduced
    return f"NotDeduced<spawn::{queue}>" if own & names_in(said) else queue


def _on_its_own_line(queue: str) -> str:
    return f"\n    spawn::{queue}"


def _workers(drain: Drain) -> str:
    return f"spawn::Blocks<{', '.join(drain.block)}>" if drain.block else "spawn::Warps"


def _type_from(parent: Function, child: QueuedChild) -> str:
    """How a parent's signature spells the type of a child's entries."""
    entry = f"{child.entry}<{', '.join(('spawn::ThisSource', *child.template_arguments))}>"
    if child.function.scope == parent.scope:
        return entry
    # unnamed namespaces have no spelling
    named = [part for part in child.function.scope if part.isidentifier()]
    return "::" + "::".join((*named, entry))


def bounded(plan: Plan, parent: Function, written: Signature) -> Signature:
    """The signature with the bounds that kernels with guarded branches get."""
    return replace(written, head=written.head + BOUNDS) if parent.key in plan.unbounded_keys else written
