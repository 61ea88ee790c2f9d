"""Which guarded launches go through a queue, and which host launches bring it: part of the plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from spawnc.analyze.children import ChildBook
from spawnc.analyze.launch_graph import place_of
from spawnc.analyze.queueing import QueueFacts, of_host_launch
from spawnc.analyze.template_children import instantiated, looked_up_in, names_in, parameters_of
from spawnc.analyze.whole_blocks import MAX_SHARED_BYTES
from spawnc.decisions import Carrier, Decision, Drain, Guarded, HostLaunch, Order, QueuedChild, QueuedParent
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.drains import Kind, Size, order_drains
from spawnc.heads import unknown_names, unknown_size, unknown_type
from spawnc.model import Function, Space
from spawnc.settings import CarrierChoice
from spawnc.source import SourceFile

_HOLDS = "has a launch that can't wait in one: "


def choose_carriers(
    decisions: Sequence[Decision],
    choice: CarrierChoice,
    files: Mapping[str, SourceFile],
    children: ChildBook,
    facts: QueueFacts,
    *,
    only_in: str = "",
) -> tuple[list[Decision], tuple[QueuedParent, ...]]:
    """The decisions with their carriers, and the kernels that get a copy with a queue.

    A child waits in a queue where its order does not matter, its parent's copy is a kernel that spawnc can write, and
    some host launch can be seen to start that copy; in the queue of a parent above, where all of its own launches can,
    too. With `only_in`, parents and children of other files have none: the host launches that another source sees may
    be others."""
    hosts = [decision for decision in decisions if isinstance(decision, HostLaunch)]
    told = [(decision, of_host_launch(files, decision.launch)) for decision in hosts if decision.prepares]
    visible = [decision.launch.targets[0].key for decision, why in told if not why]
    unfit = {target.key: why for decision, why in told if why for target in decision.launch.targets}
    guarded = {place_of(decision.launch): decision for decision in decisions if isinstance(decision, Guarded)}
    choosing = _Choosing(guarded, choice, files, children, facts, visible, only_in)
    parents = choosing.parents()

    def carried(decision: Guarded) -> Guarded:
        asked = _asked(decision, choice)
        if asked is CarrierChoice.LAUNCH:
            why = "" if choice is CarrierChoice.LAUNCH else "`#pragma spawn launch`"
            return replace(decision, not_queued=why)
        why = choosing.why_not(decision)
        if not why and place_of(decision.launch) not in choosing.waiting:
            known = unfit.get(decision.parent.key)
            parent = decision.parent.name
            if decision.parent.space is not Space.GLOBAL:
                why = f"no kernel with a queue comes to '{parent}'"
            else:
                why = f"in the host launch of '{parent}', {known}" if known else f"no host launch of '{parent}'"
        return replace(decision, carrier=Carrier.LAUNCH if why else Carrier.QUEUE, not_queued=why)

    why_unfit = {id(decision): why for decision, why in told}
    copied = {parent.function.key for parent in parents}

    def with_queue(host: HostLaunch) -> HostLaunch:
        if id(host) not in why_unfit or not any(target.key in copied for target in host.launch.targets):
            return host
        why = why_unfit[id(host)]
        return replace(host, queued=not why, not_queued=why)

    chosen: list[Decision] = []
    for decision in decisions:
        match decision:
            case Guarded():
                chosen.append(carried(decision))
            case HostLaunch():
                chosen.append(with_queue(decision))
            case _:
                chosen.append(decision)
    return chosen, parents


class _Choosing:
    """What can wait in which queue."""

    def __init__(
        self,
        guarded: dict[tuple[str, int], Guarded],
        choice: CarrierChoice,
        files: Mapping[str, SourceFile],
        children: ChildBook,
        facts: QueueFacts,
        visible: Sequence[str],
        only_in: str,
    ) -> None:
        self._guarded, self._choice, self._files = guarded, choice, files
        self._children, self._facts, self._only_in = children, facts, only_in
        #: Kernels that a host launch can start with a queue, in the order of the text.
        kernels = {kernel.key: kernel for key in visible if (kernel := children.function(key))}
        self._visible = sorted(kernels.values(), key=lambda kernel: kernel.declarations[0].span.begin)
        #: Of children that need whole blocks, the sizes in all their launches, and in each.
        self._sizes: dict[str, set[Size]] = {
            child.key: set()
            for decision in guarded.values()
            for child in decision.children
            if decision.not_serial or not children.all_by_thread(child)
        }
        self._blocks: dict[tuple[str, int], Size] = {}
        for place, decision in guarded.items():
            for key in {child.key for child in decision.children} & self._sizes.keys():
                self._blocks[place] = facts.block(decision.launch)
                self._sizes[key].add(self._blocks[place])
        self._launched = {child.key for decision in guarded.values() for child in decision.children}
        self._why = {place: self._own_problem(decision) for place, decision in guarded.items()}
        #: Launches whose child a parent's head has no name for.
        self._unknown: dict[tuple[str, int], str] = {}
        #: Launches whose child waits in some queue.
        self.waiting: set[tuple[str, int]] = set()

    def why_not(self, decision: Guarded) -> str:
        """Why a child can't wait, whatever host launches there are; "" when it can."""
        return self._why[place_of(decision.launch)]

    def parents(self) -> tuple[QueuedParent, ...]:
        """The kernels with a queue; settles `waiting` and `why_not`."""
        while True:
            self._exclude_children()
            self.waiting = set()
            made = [self._parent(kernel) for kernel in self._visible if not self._problem_of_parent(kernel)]
            disagreements = [self._disagree(parent, left) for parent, left in made]
            if not any(disagreements) and not self._unknown:
                return tuple(parent for parent, _ in made if parent.children)
            self._why |= self._unknown
            self._unknown = {}

    def _own_problem(self, decision: Guarded) -> str:
        parent = decision.parent
        if decision.join is not None:
            return "its parent waits for it"
        if _asked(decision, self._choice) is CarrierChoice.LAUNCH:
            return "`#pragma spawn launch`"
        if decision.order is not Order.INDEPENDENT:
            return "the order of the launches matters"
        if why := self._problem_of_parent(parent):
            return why
        for child in decision.children:
            if self._children.is_borrowed(child):
                return f"'{child.name}' is defined in another source"
            if why := self._in_header(child) or self._problem_of_child(child):
                return why
            if child.is_template and (why := self._problem_of_arguments(decision, child)):
                return why
        return ""

    def _problem_of_arguments(self, decision: Guarded, child: Function) -> str:
        """Why the head of a copy can't say with which template arguments a child is launched."""
        arguments, launching = self._facts.launched_with(decision.launch), decision.parent
        if arguments is None:
            return f"the template arguments of '{child.name}' can't be spelled where '{launching.name}' begins"
        own = set(parameters_of(launching))
        made_of_own = [argument for argument in arguments if own & names_in((argument,))]
        if made_of_own and launching.space is not Space.GLOBAL:
            return f"the template arguments of '{child.name}' are those of '{launching.name}', which is no kernel"
        if launching.key in self._launched and not own.issuperset(made_of_own):
            # it is instantiated with arguments that a queue of another kernel has to name
            return (
                f"the template arguments of '{child.name}' are made of those of '{launching.name}', which is launched"
            )
        return ""

    def _problem_of_parent(self, parent: Function) -> str:
        """Why there can be no copy of a kernel, or of a function that launches for kernels, with a queue."""
        is_kernel = parent.space is Space.GLOBAL
        if why := self._facts.of_parent(parent) if is_kernel else self._facts.of_function(parent):
            return why
        copies = self._children.copies
        problem = copies.repeats(parent) if is_kernel else copies.clone_problem(parent)
        if problem:
            return f"'{parent.name}' can't be repeated with a queue [{problem.rule}]"
        return self._in_header(parent)

    def _in_header(self, function: Function) -> str:
        if self._only_in and any(declaration.path != self._only_in for declaration in function.declarations):
            return f"'{function.name}' stands in a header, which other sources of the run may read"
        return ""

    def _problem_of_child(self, child: Function) -> str:
        if why := self._facts.of_child(child):
            return why
        sizes = self._sizes.get(child.key)
        if sizes is None:
            return ""
        if self._children.is_overloaded(child):
            return f"'{child.name}' needs whole blocks, or its overloads do"
        if () in sizes:
            return f"'{child.name}' needs whole blocks, and not all its launches say their size with constants"
        if why := self._facts.in_blocks(child, in_rows=all(len(size) == 1 for size in sizes)):
            return f"'{child.name}' needs whole blocks, and {why}"
        return ""

    def _held(self, key: str) -> Iterator[tuple[str, int]]:
        return (place_of(launch) for launch in self._children.graph.held_launches(key))

    def _exclude_children(self) -> None:
        """Children wait only if all that they launch can: in the drain, nothing else is launched."""
        changed = True
        while changed:
            changed = False
            for place, decision in self._guarded.items():
                if self._why[place]:
                    continue
                for child in decision.children:
                    why = self._problem_of_parent(child) if next(self._held(child.key), None) else ""
                    if not why and (obstacle := next(self._obstacles(child.key), "")):
                        # through kernels that launch each other, the one reason that they share
                        why = f"'{child.name}' {_HOLDS}{obstacle.rpartition(_HOLDS)[2]}"
                    if why:
                        self._why[place] = why
                        changed = True

    def _obstacles(self, key: str) -> Iterator[str]:
        """Why launches that a thread of a function may make can't wait: none, where all can."""
        reasons = (self._why.get(held, "it stays as written") for held in self._held(key))
        return (why for why in reasons if why)

    def _launches_for_queue(self, function: Function) -> bool:
        """Whether the calls of a function are to be those of its copy."""
        return next(self._held(function.key), None) is not None and next(self._obstacles(function.key), None) is None

    def _parent(self, parent: Function) -> tuple[QueuedParent, tuple[Kind, ...]]:
        """A parent with all that may wait in its queues, and what no drain can run: no children, where nothing can."""
        calls = self._children.launching_calls(parent, self._launches_for_queue)
        pushes: dict[Kind, list[Kind]] = {}
        # in children, all launches wait; of the parent's own, and those in functions that it calls, some
        own = [place for function in calls for place in self._children.graph.own_launches(function.key)]
        todo = list(self._kinds(parent, own, {}))
        while todo:
            kind, bound = todo.pop(0)
            if kind not in pushes:
                below = list(self._kinds(parent, self._held(kind.child.function.key), bound))
                pushes[kind] = [other for other, _ in below]
                todo += below
        order = order_drains(pushes)
        queued = QueuedParent(
            parent,
            tuple(Drain(tuple(kind.child for kind in kinds), size) for size, kinds in order.drains),
            grows=any(pushes.values()) or any(kind.block for kind in pushes),
            helper_calls=calls[parent],
            helpers={function: offsets for function, offsets in calls.items() if function.key != parent.key},
        )
        return queued, order.left

    def _kinds(
        self, parent: Function, places: Iterable[tuple[str, int]], known: Mapping[str, str]
    ) -> Iterator[tuple[Kind, Mapping[str, str]]]:
        """What launches push, those that can, each with what its template parameters stand for; these wait in some
        queue, then. `known`: what those of the launching kernel stand for."""
        for place in places:
            if self._why.get(place, "it stays"):
                continue
            self.waiting.add(place)
            decision = self._guarded[place]
            for child in decision.children:
                arguments = self._facts.launched_with(decision.launch) if child.is_template else None
                queued = QueuedChild(child, self._children.entry_of(child), instantiated(arguments or (), known))
                looked_up = looked_up_in(argument for argument in arguments or () if argument not in known)
                if why := unknown_names(self._files, parent, queued, decision, looked_up):
                    self._unknown[place] = why
                own = dict(zip(parameters_of(child), queued.template_arguments, strict=True)) if arguments else {}
                yield Kind(queued, self._block(child, place)), own

    def _block(self, child: Function, place: tuple[str, int]) -> Size:
        return self._blocks[place] if child.key in self._sizes else ()

    def _disagree(self, parent: QueuedParent, left: Sequence[Kind]) -> bool:
        """Take launches out that the parent's queues have no place for; whether there are any."""
        changed = False
        for kind in left:
            child, size = kind.child.function, " x ".join(kind.block)
            why = f"launches lead from '{child.name}' in blocks of {size} to those of another size, and back"
            changed |= self._exclude(child, kind.block, why)
        for number, drain in enumerate(parent.drains, start=1):
            shared = 0
            for queued in drain.children:
                child = queued.function
                block = drain.block if child.key in self._sizes else ()
                why = unknown_type(parent.function, child)
                if not why and block:
                    shared += self._facts.shared_bytes(child)
                    if not self._facts.has_room(parent.function, queues=number):
                        why = f"the parameters of '{parent.function.name}' leave no room for {number} queues"
                    elif shared > MAX_SHARED_BYTES:
                        why = f"a queue's children have at most {MAX_SHARED_BYTES} bytes of shared memory together"
                    else:
                        pushing = self._pushing(child, block).values()
                        why = unknown_size(parent.function, block, child, pushing, self._facts.stands_before)
                changed |= bool(why) and self._exclude(child, block, why)
        return changed

    def _pushing(self, child: Function, block: Size) -> dict[tuple[str, int], Guarded]:
        """The launches that push a child, in blocks of a size, to whatever queue."""
        return {
            place: decision
            for place, decision in self._guarded.items()
            if not self._why[place]
            and any(other.key == child.key and self._block(other, place) == block for other in decision.children)
        }

    def _exclude(self, child: Function, block: Size, why: str) -> bool:
        """Whether there was something to take out."""
        pushing = self._pushing(child, block)
        self._why.update(dict.fromkeys(pushing, why))
        return bool(pushing)


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
