"""What is left of CUDA's device runtime when no guarded launch needs it: part of the plan.

A program without device launches builds without `-rdc=true` and without cudadevrt, for compilers and places that have
none: clang, HIP, conditional nodes of CUDA graphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from spawnc.analyze.launch_graph import LaunchGraph
from spawnc.analyze.order import OrderFacts
from spawnc.decisions import Carrier, Decision, Guarded, HostLaunch, Kept, Refused
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.model import Unit

#: Of the runtime API, what device code can have only from cudadevrt. The rest of it is host code.
_DEVICE_RUNTIME = re.compile(r"cuda[A-Z]\w*")


def left_over(
    decisions: Iterable[Decision],
    views: tuple[Unit, ...],
    orders: Mapping[str, OrderFacts],
    graph: LaunchGraph,
    gone: set[tuple[str, int]],
) -> Iterator[Diagnostic]:
    """An error at each place that would still need the device runtime. `gone`: calls that the output lacks."""
    for decision in decisions:
        launch = decision.launch
        match decision:
            case HostLaunch():
                pass
            case Kept() if launch.is_in_host_code:
                # of a file that spawnc has written
                pass
            case Refused(diagnostic=diagnostic):
                yield diagnose("SP090", launch.path, launch.offset, what=f"the launch is refused [{diagnostic.rule}]")
            case Kept(because=because):
                yield diagnose("SP090", launch.path, launch.offset, what=f"the launch is kept: {because}")
            case Guarded(wanted=Carrier.LAUNCH):
                yield diagnose("SP090", launch.path, launch.offset, what="`#pragma spawn launch`")
            case Guarded(children=children):
                recursive = next((child for child in children if graph.reaches_itself(child.key)), None)
                if recursive is not None:
                    what = f"'{recursive.name}' can launch itself again, and a serial body is only so deep"
                    yield diagnose("SP090", launch.path, launch.offset, what=what)
    yield from _calls(views, orders, gone)


def _calls(
    views: tuple[Unit, ...], orders: Mapping[str, OrderFacts], gone: set[tuple[str, int]]
) -> Iterator[Diagnostic]:
    seen = set(gone)
    for unit in views:
        reach = orders[unit.view].reach
        for function in unit.functions.values():
            definition = function.definition
            facts = reach.body(function) if function.space.on_device else None
            if definition is None or facts is None:
                continue
            hidden = set(facts.hidden)
            for call in facts.calls:
                place = (definition.path, call.node.span.begin)
                needs = call.number in hidden or (not call.targets and _DEVICE_RUNTIME.fullmatch(call.name))
                if needs and place not in seen:
                    seen.add(place)
                    yield diagnose("SP090", *place, what=f"'{function.name}' calls '{call.name}'")
