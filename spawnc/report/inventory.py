"""What a plan says about every launch, as plain data: no trees, no libclang, so it can travel between processes.

All reports are made from this; offsets have become places that a person can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from spawnc.decisions import (
    BlockBody,
    Body,
    ByBlock,
    ByTail,
    ByThread,
    Carrier,
    Child,
    Decision,
    Guarded,
    HostLaunch,
    Kept,
    NoSerialBody,
    Plan,
    Refused,
    ThreadBody,
)
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.model import Launch, qualified
from spawnc.regions.said import kind_of
from spawnc.report.nesting import Edge, Nesting, edges_of, nesting_of
from spawnc.report.places import Message, Place, Places
from spawnc.report.regions import RegionEntry, region_entries
from spawnc.source import SourceFile, Span

_IN_PLACE = {
    ByThread: "the launching thread",
    ByBlock: "its whole block",
    ByTail: "its whole block, which goes on as the child",
}


class Verdict(Enum):
    """What happens to a launch; the words of summaries and of the JSON report."""

    HOST = "host"
    GUARDED = "guarded"
    KEPT = "kept"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The chevron arguments as written; "" where the source leaves one out."""

    grid: str = ""
    block: str = ""
    shared_bytes: str = ""
    stream: str = ""


@dataclass(frozen=True, slots=True)
class Guard:
    """How a guarded launch behaves at run time."""

    policy: str
    order: str
    #: Why the order is what it is.
    order_because: str
    #: The expression that the policy weighs; "" for the launch's own number of threads.
    workload: str
    #: One sentence for each child kernel: what its serial body does.
    serial_bodies: tuple[str, ...]
    #: "launch" or "queue": how the work leaves the launching thread; "serial" when it never does, "block" when the
    #: thread's block does it together.
    carrier: str
    #: Why it is not the queue; "" when it is, and when nobody asked for it.
    carrier_because: str


@dataclass(frozen=True, slots=True)
class Site:
    """One `<<<` of the unit."""

    place: Place
    #: The line on which the launch's argument list ends.
    last_line: int
    verdict: Verdict
    #: Function that holds the launch; "" outside functions.
    parent: str
    #: Kernels that it may launch; empty when unresolved.
    children: tuple[str, ...]
    #: 0 for host launches; None when the depth has no bound.
    depth: int | None
    #: The child reaches its parent again through launches.
    recursive: bool
    configuration: Configuration
    #: The rule behind the verdict; "" for host launches.
    rule: str = ""
    why: str = ""
    #: What is said about the verdict; None for host launches.
    message: Message | None = None
    #: Set for guarded launches.
    guard: Guard | None = None
    #: Where the children are defined, those that this unit defines.
    child_places: tuple[Place, ...] = ()
    #: The functions' keys in the launch graph.
    parent_key: str = ""
    child_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inventory:
    """All launches of a unit's user files, in text order, and all that there is to say."""

    sites: tuple[Site, ...]
    messages: tuple[Message, ...]
    #: Who launches and calls whom.
    edges: tuple[Edge, ...] = ()
    #: Host code that may become CUDA graphs.
    regions: tuple[RegionEntry, ...] = ()


def inventory_of(plan: Plan) -> Inventory:
    """Every launch and every message of a plan."""
    places = Places(plan.files, plan.elsewhere)
    edges = tuple(dict.fromkeys(edges_of(plan)))
    nesting = nesting_of(edges)
    children = {child.function.key: child for child in plan.children}
    sites = tuple(_site(decision, plan, places, nesting, children) for decision in plan.decisions)
    regions = tuple(region_entries(plan, places))
    messages = dict.fromkeys(
        (
            *(site.message for site in sites if site.message),
            *(places.message(diagnostic) for diagnostic in plan.diagnostics),
        )
    )
    return Inventory(sites, tuple(sorted(messages, key=lambda message: places.order(message.place))), edges, regions)


def nested(inventories: Sequence[Inventory]) -> tuple[Inventory, ...]:
    """The inventories of a project's units, with the depths that launches have over all of them."""
    nesting = nesting_of(dict.fromkeys(edge for inventory in inventories for edge in inventory.edges))
    return tuple(
        replace(inventory, sites=tuple(_nested(site, nesting) for site in inventory.sites)) for inventory in inventories
    )


def _nested(site: Site, nesting: Nesting) -> Site:
    if site.verdict is Verdict.HOST:
        return site
    return replace(site, depth=nesting.depth(site.parent_key), recursive=_is_recursive(site, nesting))


def _is_recursive(site: Site, nesting: Nesting) -> bool:
    return bool(site.parent_key) and any(nesting.is_recursive(site.parent_key, key) for key in site.child_keys)


def _site(decision: Decision, plan: Plan, places: Places, nesting: Nesting, children: dict[str, Child]) -> Site:
    launch, functions = decision.launch, plan.unit.functions
    source = places.source(launch.path)
    verdict, why = _verdict(decision)
    diagnostic = _diagnostic(decision)
    parent = launch.enclosing
    keys = tuple(target.key for target in launch.targets)
    site = Site(
        place=places.place(launch.path, launch.offset),
        last_line=source.line(_end(launch)),
        verdict=verdict,
        parent=parent.qualified_name if parent else "",
        children=tuple(qualified(target.scope, target.name) for target in launch.targets),
        depth=0,
        recursive=False,
        configuration=_configuration(source, launch.chevrons.configuration),
        rule=diagnostic.rule if diagnostic else "",
        why=why or _of_region(decision, plan, source),
        message=places.message(diagnostic) if diagnostic else None,
        guard=_guard(decision, plan, children) if isinstance(decision, Guarded) else None,
        child_places=tuple(places.definitions(functions[key] for key in keys if key in functions)),
        parent_key=parent.key if parent else "",
        child_keys=keys,
    )
    return _nested(site, nesting)


def _verdict(decision: Decision) -> tuple[Verdict, str]:
    match decision:
        case Guarded():
            return Verdict.GUARDED, _how(decision)
        case Kept(because=because):
            return Verdict.KEPT, because
        case Refused(diagnostic=diagnostic):
            return Verdict.REFUSED, diagnostic.text
        case HostLaunch(launch=launch, queued=True):
            return Verdict.HOST, f"starts the copy of '{_child_name(launch)}' that has a queue"
        case HostLaunch(not_queued=because):
            return Verdict.HOST, f"starts its kernel without a queue: {because}" if because else ""


def _of_region(decision: Decision, plan: Plan, source: SourceFile) -> str:
    """That a host launch is part of a graph; "" for others."""
    launch = decision.launch
    for graphed in plan.regions.graphed if isinstance(decision, HostLaunch) else ():
        if graphed.code.source.path == launch.path and launch.offset in graphed.span:
            line = source.line(graphed.span.begin)
            return f"part of the {kind_of(graphed.region)} of host code at line {line}, which becomes a CUDA graph"
    return ""


def _diagnostic(decision: Decision) -> Diagnostic | None:
    path, offset, child = decision.launch.path, decision.launch.offset, _child_name(decision.launch)
    match decision:
        case Guarded():
            return diagnose("SP001", path, offset, child=child, how=_how(decision))
        case Kept(because=because):
            return diagnose("SP002", path, offset, child=child, because=because)
        case Refused(diagnostic=diagnostic):
            return diagnostic
        case HostLaunch():
            return None


def _how(decision: Guarded) -> str:
    if decision.join is not None:
        return f"in place, by {_IN_PLACE[type(decision.join)]} ({decision.because})"
    carrier = "queue, " if decision.carrier is Carrier.QUEUE else ""
    text = f"policy {decision.policy}, {carrier}{decision.order.value}"
    return f"{text} ({decision.because})" if decision.because else text


def _guard(decision: Guarded, plan: Plan, children: dict[str, Child]) -> Guard:
    return Guard(
        policy=str(decision.policy),
        order=decision.order.value,
        order_because=decision.because,
        workload=decision.workload,
        serial_bodies=tuple(
            _serial_body(children[function.key]) for function in decision.children if function.key in children
        ),
        carrier=_carrier(decision, plan),
        carrier_because=decision.not_queued,
    )


def _carrier(decision: Guarded, plan: Plan) -> str:
    match decision.join:
        case ByBlock() | ByTail():
            return "block"
        case ByThread():
            return "serial"
        case None:
            serial = plan.launch_free and decision.carrier is Carrier.LAUNCH
            return "serial" if serial else decision.carrier.value


def _serial_body(child: Child) -> str:
    text = f"'{child.function.qualified_name}' {_loops_of(child.body)}"
    if child.useful:
        text += f"; along x, only the first `{child.useful}` threads do anything"
    return f"{text}; it may run itself" if child.recursive else text


def _loops_of(body: Body) -> str:
    match body:
        case ThreadBody():
            return "runs its body once for each thread"
        case BlockBody():
            return "runs a block at a time, the parts between barriers for all threads in turn"
        case NoSerialBody():
            return "has none: it waits in the queue, or is launched"


def _child_name(launch: Launch) -> str:
    return " or ".join(dict.fromkeys(target.name for target in launch.targets)) or "?"


def _end(launch: Launch) -> int:
    chevrons = launch.chevrons
    last = chevrons.parentheses or chevrons.close or chevrons.open
    return last.end - 1


def _configuration(source: SourceFile, spans: tuple[Span, ...]) -> Configuration:
    # a launch over several lines is one line in a report
    return Configuration(*(" ".join(source.text(span).split()) for span in spans[:4]))
