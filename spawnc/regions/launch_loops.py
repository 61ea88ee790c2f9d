"""What of a loop of launches would not be as written where the device does all its work behind the last trip."""

from __future__ import annotations

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node
from spawnc.regions.arguments import handed_pointers
from spawnc.regions.configuration import reads_managed, reads_memory
from spawnc.regions.host import HostCode, keys_read, read
from spawnc.regions.runs import Run, parts_of
from spawnc.regions.statements import Left, Repeated


def unchecked(code: HostCode, run: Run, loop: Repeated) -> Diagnostic | None:
    """A hidden check in a loop with work behind it, whose errors it does not see in the last trip."""
    hidden = [check for check in run.checks if check.is_hidden and loop.span.covers(check.span)]
    if hidden and any(loop.span.covers(work.span) and work.span.begin > hidden[-1].span.begin for work in run.work):
        return code.refuse("SP118", hidden[-1].span, what=code.short(hidden[-1].span))
    return None


def looks(code: HostCode, loop: Node) -> Diagnostic | None:
    """A look at memory in a loop that waits: it sees the device's work, which a graph does after all the looks."""
    if (look := next(handed_pointers(code, code.body).memory_reads(code, loop), None)) is not None:
        return code.refuse("SP109", look, what=code.short(look.span))
    for span in (span for launch in code.launches_in(loop) for span in launch.chevrons.configuration):
        if reads_memory(code, span) or reads_managed(code, span):
            return code.refuse("SP109", span, what=code.short(span))
    return None


def polls(code: HostCode, node: Node) -> Diagnostic | None:
    """A look at memory that the device may change: a loop that waits for that would never launch what changes it."""
    look = next(handed_pointers(code, code.body).memory_reads(code, node), None)
    look = look or next((each for each in read(node) if each.ref and "volatile" in each.ref.canonical), None)
    return code.refuse("SP109", look, what=code.short(look.span)) if look is not None else None


def is_endless(code: HostCode, loop: Repeated) -> bool:
    """`while (true)` without a `break`."""
    if any(isinstance(part, Left) and part.word == "break" for part in parts_of(loop.body)):
        return False
    tested = [node for node in loop.header if node.kind != "DECL_STMT" and not _is_constant(code, node)]
    return not any(keys_read(node) for node in tested)


def _is_constant(code: HostCode, node: Node) -> bool:
    return code.text(node.span) in ("true", "1")
