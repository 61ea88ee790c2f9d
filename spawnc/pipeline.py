"""The whole way of one translation unit: compile command -> parse -> plan -> emit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from spawnc.command import CompileCommand, clang_arguments
from spawnc.decisions import Plan
from spawnc.elsewhere.kernels import NOTHING, Source
from spawnc.emit import emit_unit
from spawnc.frontend import parse_views
from spawnc.model import Unit
from spawnc.plan import plan_views
from spawnc.settings import Settings


@dataclass(frozen=True)
class Outcome:
    """What rewriting one translation unit gives: the plan, and the new bytes of the files that change."""

    plan: Plan
    #: By path in the user's spelling; files without a guarded launch are not in it.
    rewritten: dict[str, bytes]


def rewrite_unit(
    command: CompileCommand,
    path: str,
    settings: Settings,
    *,
    toolkit_include: tuple[str, ...],
    definers: Mapping[str, Sequence[Source]] = MappingProxyType({}),
) -> Outcome:
    """Parse one source of a compile command, decide about every launch, and make the new text.

    `definers` are the sources that define children of this one, by the children's keys. Writes nothing. Raises
    SourceError when a file can't be read or parsed."""

    def parse(source: Source, text: bytes | None = None) -> tuple[Unit, ...]:
        return parse_views(
            source.path,
            clang_arguments(source.command),
            headers=settings.headers,
            toolkit_include=toolkit_include,
            arch=source.command.arch * 10,
            text=text,
        )

    source = Source(path, command)
    views, elsewhere = parse(source), NOTHING
    if definers:
        # what most units have no use for
        from spawnc.elsewhere.borrow import borrow

        elsewhere, views = borrow(source, views, definers, parse)
    plan = plan_views(views, settings, elsewhere)
    return Outcome(plan, emit_unit(plan, settings))
