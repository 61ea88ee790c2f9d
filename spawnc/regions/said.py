"""What there is to say about regions."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.regions.decisions import Barred, Graphed, Plain, Regions
from spawnc.regions.facts import Loop, Region, Sequence


def said_of(regions: Regions, *, wanted: bool) -> Iterator[Diagnostic]:
    """What becomes of regions where graphs are asked for, and what is wrong with pragmas."""
    yield from regions.diagnostics
    for decision in regions.decisions:
        path, offset = decision.code.source.path, decision.span.begin
        match decision:
            case Graphed(region=region):
                yield diagnose("SP100", path, offset, what=kind_of(region), how=how(region, decision.mode))
            case Plain(because=because, region=region) if because:
                yield diagnose("SP101", path, offset, what=kind_of(region), because=because)
            case Barred(diagnostic=diagnostic, is_wished=is_wished) if wanted or is_wished:
                yield diagnostic
            case Plain() | Barred():
                pass


def kind_of(region: Region | None) -> str:
    """One word for a region."""
    match region:
        case Loop():
            return "loop"
        case Sequence():
            return "sequence"
        case None:
            return "region"


def how(region: Region, mode: str = "") -> str:
    """How a region runs as a graph, for people."""
    match region:
        case Loop(flag=flag, launches=launches):
            number = len(launches)
            text = f"it ends by `{flag.spelling}`, {number} {'launch' if number == 1 else 'launches'} in its body"
            return f"{text}, mode {mode}" if mode else text
        case Sequence(work=work, has_loop=has_loop):
            number = len(work)
            text = f"{number} {'launch, copy or fill' if number == 1 else 'launches, copies or fills'}"
            return f"{text}, in a loop" if has_loop else text
