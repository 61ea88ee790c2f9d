"""Conditions of loops and branches, for the device: structs that hold what stays, and decide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spawnc.emit.record import on_one_line, place_name
from spawnc.emit.render import AgainContext, render
from spawnc.model import Node
from spawnc.regions.condition import float_roots
from spawnc.regions.facts import Counter, Loop
from spawnc.regions.host import HostCode, keys_read
from spawnc.regions.reading import is_pointed_to
from spawnc.regions.statements import Decided
from spawnc.source import Edit, SourceFile


def loop_condition(loop: Loop) -> str:
    code, condition, flag = loop.code, loop.condition, loop.flag
    leave, go_on = condition.leave, condition.go_on
    value = f"{flag.type} {'spawn_value' if flag.is_pointed_to else flag.variable.name}"
    derived = condition.derived
    nodes = (*(each.value for each in derived), leave, go_on)
    reads_flag = any(flag.variable.key in keys_read(node) for node in nodes if node is not None)
    return render(
        "again.cu.j2",
        AgainContext(
            name=f"spawn_again_{place_name(code.source, loop.span.begin)}",
            what=f"whether the loop at {where_is(code.source, loop.span.begin)} makes another trip",
            members=(
                *(f"{ref.canonical.removeprefix('const ')} {ref.name}" for ref in loop.captured),
                *(f"{each.variable.canonical} spawn_first_{each.variable.name}" for each in condition.counters),
            ),
            value=value if reads_flag else flag.type,
            grid_value=value,
            grid_locals=loop.grids.locals,
            grids=loop.grids.each,
            grid_functions=loop.grids.functions,
            trips=", long long spawn_trips" if condition.counters else ", long long",
            in_c=_has_c_blocks(code),
            derived=tuple(_derived(code, loop)),
            leave_locals=tuple(_counted(loop, leave, before_late=True)),
            leave=_condition_text(code, loop, leave) if leave is not None else "",
            locals=tuple(_counted(loop, go_on, before_late=False)),
            go_on=_condition_text(code, loop, go_on) if go_on is not None else "true",
        ),
    )


def branch_condition(code: HostCode, decided: Decided) -> str:
    """The condition of a branch."""
    node, flag = decided.branch.node, decided.flag
    return render(
        "again.cu.j2",
        AgainContext(
            name=f"spawn_if_{place_name(code.source, node.span.begin)}",
            what=f"the condition at {where_is(code.source, node.span.begin)}",
            members=tuple(f"{ref.canonical.removeprefix('const ')} {ref.name}" for ref in decided.condition.captured),
            value=f"{flag.type} {flag.variable.name}",
            grid_value="",
            grid_locals=(),
            grids=(),
            grid_functions=(),
            trips="",
            in_c=_has_c_blocks(code),
            derived=(),
            leave_locals=(),
            leave="",
            locals=(),
            go_on=on_one_line(code.source, decided.branch.condition.span, _exact(decided.branch.condition)),
        ),
    )


def _derived(code: HostCode, loop: Loop) -> Iterator[str]:
    """What the host computes of the scalar, as statements."""
    known = {loop.flag.variable.key}
    for each in loop.condition.derived:
        type_name = each.variable.canonical.removeprefix("const ")
        head = "" if each.variable.key in known else f"[[maybe_unused]] {type_name} "
        yield f"{head}{each.variable.name} = {_condition_text(code, loop, each.value)};"
        known.add(each.variable.key)


def _counted(loop: Loop, node: Node | None, *, before_late: bool) -> Iterator[str]:
    """The counters that a condition reads, after some trips."""
    read = keys_read(node) if node is not None else set()
    for counter in loop.condition.counters:
        if counter.variable.key in read:
            yield _counter(counter, "(spawn_trips - 1)" if before_late and counter.is_late else "spawn_trips")


def _counter(counter: Counter, trips: str) -> str:
    name, type_name = counter.variable.name, counter.variable.canonical
    return f"const {type_name} {name} = static_cast<{type_name}>(spawn_first_{name} + {trips} * {counter.step});"


def _condition_text(code: HostCode, loop: Loop, node: Node) -> str:
    """A condition token by token, on one line; what a pointer points to is the value."""
    edits = list(_exact(node))
    if loop.flag.is_pointed_to:
        edits += [
            Edit(inner.span, b"spawn_value")
            for inner in node.walk()
            if is_pointed_to(code, inner) and loop.flag.variable.key in keys_read(inner)
        ]
    return on_one_line(code.source, node.span, edits)


def _exact(node: Node) -> Iterator[Edit]:
    """Square roots of floats by the name of one that does not depend on flags of nvcc."""
    for call in float_roots(node):
        yield Edit(call.children[0].span, b"spawn::exact_sqrt")


def _has_c_blocks(code: HostCode) -> bool:
    return re.search(rb'extern\s*"C"\s*\{', code.source.data) is not None


def where_is(source: SourceFile, offset: int) -> str:
    name = f"{Path(source.path).name}:{source.line(offset)}"
    return name.replace("\\", "\\\\").replace('"', '\\"')
