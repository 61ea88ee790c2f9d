"""All edits of a unit, collected by file and applied once."""

from __future__ import annotations

from collections import defaultdict

from spawnc.decisions import ByTail, Guarded, HostLaunch, Kept, Plan, Refused
from spawnc.emit.definitions import child_edits, helper_edits
from spawnc.emit.lines import Lines
from spawnc.emit.prologue import prologue_edit, table_name
from spawnc.emit.queue import queued_parent_edits
from spawnc.emit.regions import region_edits
from spawnc.emit.sites import (
    Caller,
    blank_pragma,
    bounds_edit,
    order_edit,
    prepare_edits,
    queue_edits,
    raw_launch_edits,
    replaced_edit,
    site_edits,
    turn_edits,
)
from spawnc.emit.steps import step_edits
from spawnc.emit.tails import tail_edits
from spawnc.settings import Settings
from spawnc.source import Edit, apply_edits


def emit_unit(plan: Plan, settings: Settings) -> dict[str, bytes]:
    """The new text of every file that a plan changes."""
    if not (plan.guarded or plan.turns or plan.replaced or plan.regions.graphed):
        return {}
    lines = {path: Lines(source, enabled=settings.line_directives) for path, source in plan.files.items()}
    edits: dict[str, list[Edit]] = defaultdict(list)
    tables = {path: table_name(plan, path) for path in {decision.launch.path for decision in plan.guarded}}
    for decision in plan.decisions:
        source = plan.files[decision.launch.path]
        match decision:
            case Guarded():
                edits[source.path] += site_edits(decision, source, Caller.KERNEL, table=tables[source.path])
                for path, edit in tail_edits(plan, decision, lines) if isinstance(decision.join, ByTail) else ():
                    edits[path].append(edit)
            case HostLaunch(prepares=True, queued=queued):
                edits[source.path] += prepare_edits(decision, source, plan.files)
                edits[source.path] += queue_edits(decision, source) if queued else []
            case HostLaunch() | Kept() | Refused():
                pass
    for parent in plan.ordered_parents:
        if parent.definition is not None:
            path = parent.definition.path
            edits[path].append(order_edit(parent.definition, plan.files[path], Caller.KERNEL))
    for kernel in plan.unbounded:
        if kernel.definition is not None:
            path = kernel.definition.path
            bounds = bounds_edit(kernel.definition, plan.files[path])
            edits[path] += [bounds] if bounds else []
    for child in plan.children:
        for path, edit in child_edits(plan, child, lines):
            edits[path].append(edit)
    for helper in plan.helpers:
        for path, edit in helper_edits(plan, helper, lines):
            edits[path].append(edit)
    for queued_parent in plan.queued_parents:
        for path, edit in queued_parent_edits(plan, queued_parent, lines):
            edits[path].append(edit)
    for raw in plan.raw_launches:
        edits[raw.path] += raw_launch_edits(raw)
    for turns in plan.turns:
        edits[turns.path] += turn_edits(turns, plan.files[turns.path])
    for replaced in plan.replaced:
        edits[replaced.path].append(replaced_edit(replaced))
    for graphed in plan.regions.graphed:
        for path, edit in region_edits(plan, graphed, lines):
            edits[path].append(edit)
    for kernel, steps in plan.regions.clones().values():
        for path, edit in step_edits(plan, kernel, steps, lines):
            edits[path].append(edit)
    for pragma in plan.pragmas:
        if plan.regions.graphed if pragma.of_region else plan.guarded:
            edits[pragma.path].append(blank_pragma(pragma))
    for borrowed in plan.elsewhere.borrowed:
        # it was there for the analysis alone
        kept = (edit for edit in edits[borrowed.path] if not borrowed.definition.covers(edit.span))
        edits[borrowed.path] = [*kept, Edit(borrowed.appended, b"")]
    # the main file reads the runtime header before any macro of the user's can touch it
    changed = {plan.unit.path, *(path for path, made in edits.items() if made)}
    for path in changed:
        edits[path].insert(0, prologue_edit(plan, path, lines[path]))
    return {path: apply_edits(plan.files[path].data, edits[path]) for path in plan.files if path in changed}
