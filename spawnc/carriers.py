"""Which guarded launches go through a queue, and which host launches bring it: part of the plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from spawnc.analyze.children import ChildBook
from spawnc.analyze.queueing import QueueFacts, of_host_launch
from spawnc.decisions import Carrier, Decision, Guarded, HostLaunch, Order
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.model import Function
from spawnc.settings import CarrierChoice
from spawnc.source import SourceFile


def choose_carriers(
    decisions: Sequence[Decision],
    choice: CarrierChoice,
    files: Mapping[str, SourceFile],
    children: ChildBook,
    facts: QueueFacts,
    *,
    only_in: str = "",
) -> tuple[list[Decision], tuple[Function, ...]]:
    """The decisions with their carriers, and the kernels that get a copy with a queue.

    A child waits in a queue where its order does not matter, its parent's copy is a kernel that spawnc can write, and
    some host launch can be seen to start that copy. With `only_in`, parents and children of other files have none: the
    host launches that another source sees may be others."""
    hosts = [decision for decision in decisions if isinstance(decision, HostLaunch)]
    told = [(decision, of_host_launch(files, decision.launch)) for decision in hosts if decision.prepares]
    visible = {decision.launch.targets[0].key for decision, why in told if not why}
    unfit = {target.key: why for decision, why in told if why for target in decision.launch.targets}

    def why_not(decision: Guarded) -> str:
        parent = decision.parent
        if decision.order is not Order.INDEPENDENT:
            return "the order of the launches matters"
        if why := facts.of_parent(parent):
            return why
        if problem := children.repeats(parent):
            return f"'{parent.name}' can't be repeated with a queue [{problem.rule}]"
        for function in (parent, *decision.children) if only_in else ():
            if any(declaration.path != only_in for declaration in function.declarations):
                return f"'{function.name}' stands in a header, which other sources of the run may read"
        for child in decision.children:
            if children.is_borrowed(child):
                return f"'{child.name}' is defined in another source"
            if not children.all_by_thread(child):
                return f"'{child.name}' has barriers"
            if why := facts.of_child(child):
                return why
            if len(parent.declarations) > 1 and child.scope != parent.scope:
                return f"'{parent.name}' is declared before, and '{child.name}' in another namespace"
        if parent.key not in visible:
            known = unfit.get(parent.key)
            return f"in the host launch of '{parent.name}', {known}" if known else f"no host launch of '{parent.name}'"
        return ""

    chosen: list[Decision] = []
    parents: dict[str, Function] = {}
    for decision in decisions:
        if isinstance(decision, Guarded) and _asked(decision, choice) is CarrierChoice.LAUNCH:
            if choice is not CarrierChoice.LAUNCH:
                decision = replace(decision, not_queued="`#pragma spawn launch`")
        elif isinstance(decision, Guarded):
            why = why_not(decision)
            decision = replace(decision, carrier=Carrier.LAUNCH if why else Carrier.QUEUE, not_queued=why)
            if not why:
                parents[decision.parent.key] = decision.parent
        chosen.append(decision)
    why_unfit = {id(decision): why for decision, why in told}

    def with_queue(host: HostLaunch) -> HostLaunch:
        if id(host) not in why_unfit or not any(target.key in parents for target in host.launch.targets):
            return host
        why = why_unfit[id(host)]
        return replace(host, queued=not why, not_queued=why)

    chosen = [with_queue(decision) if isinstance(decision, HostLaunch) else decision for decision in chosen]
    return chosen, tuple(parents.values())


def without_queue(decisions: Iterable[Decision], choice: CarrierChoice) -> Iterator[Diagnostic]:
    """Warnings about the launches for which a queue was asked in vain."""
    for decision in decisions:
        if not isinstance(decision, Guarded) or decision.carrier is Carrier.QUEUE:
            continue
        if _asked(decision, choice) is CarrierChoice.QUEUE:
            child = " or ".join(dict.fromkeys(child.name for child in decision.children))
            place = decision.launch.path, decision.launch.offset
            yield diagnose("SP091", *place, child=child, because=decision.not_queued)


def _asked(decision: Guarded, choice: CarrierChoice) -> CarrierChoice:
    """A pragma counts more than the option."""
    return CarrierChoice(decision.wanted.value) if decision.wanted else choice
