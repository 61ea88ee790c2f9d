"""The whole way of one translation unit: compile command -> parse -> plan -> emit."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.command import CompileCommand, clang_arguments
from spawnc.decisions import Plan
from spawnc.emit import emit_unit
from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import Settings


@dataclass(frozen=True)
class Outcome:
    """What rewriting one translation unit gives: the plan, and the new bytes of the files that change."""

    plan: Plan
    #: By path in the user's spelling; files without a guarded launch are not in it.
    rewritten: dict[str, bytes]


def rewrite_unit(
    command: CompileCommand, path: str, settings: Settings, *, toolkit_include: tuple[str, ...]
) -> Outcome:
    """Parse one source of a compile command, decide about every launch, and make the new text.

    Writes nothing. Raises SourceError when the file can't be read or parsed."""
    views = parse_views(
        path,
        clang_arguments(command),
        headers=settings.headers,
        toolkit_include=toolkit_include,
        arch=command.arch * 10,
    )
    plan = plan_views(views, settings)
    return Outcome(plan, emit_unit(plan, settings))
