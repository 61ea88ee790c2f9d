"""What spawnc decided about the regions of a unit's host code."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.diagnostics import Diagnostic
from spawnc.model import Function
from spawnc.regions.facts import Region, StepLaunch
from spawnc.regions.host import HostCode
from spawnc.source import Span


@dataclass(frozen=True, slots=True)
class Graphed:
    """The region becomes a graph."""

    region: Region
    #: `while:16` where a pragma asks for it, "" for the runtime's choice.
    mode: str = ""

    @property
    def span(self) -> Span:
        return self.region.span

    @property
    def code(self) -> HostCode:
        return self.region.code


@dataclass(frozen=True, slots=True)
class Plain:
    """Nobody asked for a graph, or somebody asked for none."""

    code: HostCode
    span: Span
    #: None where it is not even known whether it could become a graph.
    region: Region | None
    #: "" where nobody asked.
    because: str


@dataclass(frozen=True, slots=True)
class Barred:
    """It could not be shown that a graph does the same."""

    code: HostCode
    span: Span
    diagnostic: Diagnostic
    #: A pragma asks for it.
    is_wished: bool = False


RegionDecision = Graphed | Plain | Barred


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions of a unit, in text order."""

    decisions: tuple[RegionDecision, ...] = ()
    #: About pragmas.
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def graphed(self) -> tuple[Graphed, ...]:
        return tuple(decision for decision in self.decisions if isinstance(decision, Graphed))

    def clones(self) -> dict[str, tuple[Function, tuple[StepLaunch, ...]]]:
        """By key, the kernels that get clones for the trips of loops, with the launches that they are for."""
        found: dict[str, tuple[Function, tuple[StepLaunch, ...]]] = {}
        for graphed in self.graphed:
            for step in graphed.region.launches:
                if step.has_clone:
                    _, others = found.get(step.kernel.key, (step.kernel, ()))
                    found[step.kernel.key] = (step.kernel, (*others, step))
        return found
