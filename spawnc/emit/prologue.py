"""What stands at the top of a rewritten file: the runtime header and the table of its launch sites."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from spawnc.decisions import Guarded, HostLaunch, Plan, Policy, PolicyKind
from spawnc.emit.lines import Lines
from spawnc.emit.render import PrologueContext, SiteContext, render
from spawnc.source import BOM, Edit, SourceFile

_GUARD = re.compile(rb"(?s)(?:\s|//[^\n]*\n|/\*.*?\*/)*#\s*ifndef\s+(\w+)[^\n]*\n\s*#\s*define\s+\1\b[^\n]*\n")
_ONCE = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+once[^\n]*\n", re.MULTILINE)


def table_name(plan: Plan, path: str) -> str:
    """The site table of a file: `spawn_bfs_cu` for bfs.cu.

    Where a unit reads two files of one name, the folder tells them apart: the same in every unit that does so."""
    name = os.path.basename(path)  # noqa: PTH119 - asked for each site, and a Path takes ten times as long
    namesakes = sum(1 for other in plan.files if other.endswith(name) and Path(other).name == name)
    if namesakes > 1:
        name = f"{Path(path).resolve().parent.name}_{name}"
    return "spawn_" + re.sub(r"\W", "_", name, flags=re.ASCII)


def prologue_edit(plan: Plan, path: str, lines: Lines) -> Edit:
    """The insertion at the top: after the byte-order mark, and after the include guard of a header."""
    source = plan.files[path]
    sites = [decision for decision in plan.guarded if decision.launch.path == path]
    offset = 0 if path == plan.unit.path else _after_guard(source)
    if offset == 0 and source.data.startswith(BOM):
        offset = len(BOM)
    taking = {turns.path for turns in plan.turns} | {raw.path for raw in plan.raw_launches}
    in_turn = path in taking or (path == plan.unit.path and bool(taking))
    context = PrologueContext(
        headers=tuple(_headers(plan, path, in_turn)),
        table=table_name(plan, path),
        sites=tuple(_site(source, decision) for decision in sites),
        line=lines.directive(offset),
    )
    return Edit.insert(offset, lines.encode(render("prologue.cu.j2", context), offset))


def _headers(plan: Plan, path: str, in_turn: bool) -> Iterator[str]:
    """The headers of the runtime that a file's text needs."""
    has_graphs = path == plan.unit.path and bool(plan.regions.graphed)
    if plan.guarded or plan.turns or plan.replaced or not has_graphs:
        yield "queue.cuh" if _has_queues(plan, path) else "spawn.cuh"
    if in_turn:
        yield "in_turn.cuh"
    if has_graphs:
        yield "graph_queue.cuh" if plan.queued_parents else "graph.cuh"


def _has_queues(plan: Plan, path: str) -> bool:
    """Whether a file's text is to use queues. A header has to come out the same for units with and without."""
    if path == plan.unit.path:
        return bool(plan.queued_parents)
    parents = [parent.function for parent in plan.queued_parents]
    functions = [*parents, *(child.function for child in plan.children if child.queued)]
    places = [declaration.path for function in functions for declaration in function.declarations]
    hosts = [host.launch.path for host in plan.decisions if isinstance(host, HostLaunch) and host.queued]
    return path in (*places, *hosts)


def _after_guard(source: SourceFile) -> int:
    once = _ONCE.search(source.data)
    guard = _GUARD.match(source.data.removeprefix(BOM))
    if once:
        return once.end()
    return guard.end() + (len(BOM) if source.data.startswith(BOM) else 0) if guard else 0


def _site(source: SourceFile, decision: Guarded) -> SiteContext:
    name = decision.launch.chevrons.name
    place = source.location(name.begin if name else decision.launch.chevrons.open.begin)
    where = f"{Path(place.path).name}:{place.line}:{place.column}"
    return SiteContext(
        policy=_policy(decision.policy),
        where=where.replace("\\", "\\\\").replace('"', '\\"'),
        parent=decision.parent.qualified_name,
        child=decision.children[0].qualified_name,
    )


def _policy(policy: Policy) -> str:
    match policy.kind:
        case PolicyKind.SPAWN:
            return "spawn::by_controller()"
        case PolicyKind.THRESHOLD:
            return f"spawn::threshold({policy.threshold})"
        case PolicyKind.ALWAYS:
            return "spawn::always()"
        case PolicyKind.NEVER:
            return "spawn::never()"
