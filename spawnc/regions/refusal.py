"""The way out of a walk over a region that can't become a graph."""

from __future__ import annotations

from typing import NoReturn

from spawnc.diagnostics import Diagnostic
from spawnc.model import Node
from spawnc.regions.host import HostCode
from spawnc.source import Span


class Refusal(Exception):  # noqa: N818 - no error: it carries the reason out of the walk
    """Raised inside this package only."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.text)
        self.problem = problem


def refuse(code: HostCode, rule: str, place: Node | Span, **details: str) -> NoReturn:
    """Raise a refusal; `what` is the text at the place unless `details` say otherwise."""
    span = place.span if isinstance(place, Node) else place
    if rule in _WITH_TEXT:
        details.setdefault("what", code.short(span))
    raise Refusal(code.refuse(rule, span, **details))


def require(problem: Diagnostic | None) -> None:
    """Raise a refusal for a problem, if there is one."""
    if problem is not None:
        raise Refusal(problem)


#: Rules whose text quotes the place.
_WITH_TEXT = frozenset({"SP109", "SP113", "SP115", "SP118", "SP120"})
