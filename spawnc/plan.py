"""Facts and settings in, one decision a `<<<` out.

A unit may have several views (host, one for each `__CUDA_ARCH__` that its text asks about). A launch is guarded when
every view that compiles it agrees; a kernel has a serial body when no view finds an obstacle in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from spawnc.analyze.children import ChildBook, ChildResult
from spawnc.analyze.launch_graph import place_of
from spawnc.analyze.limits import limit_calls
from spawnc.analyze.order import Independent, InOrder, OrderFacts, OrderUnknown
from spawnc.analyze.pragmas import PragmaResult, Wishes, read_pragmas
from spawnc.analyze.queueing import QueueFacts
from spawnc.analyze.raw_launches import InTheWay, guarded_beside, raw_launches
from spawnc.analyze.recursion import Recursion
from spawnc.analyze.sites import unreadable, unresolved
from spawnc.analyze.surroundings import escaping_pointers, library_notes
from spawnc.analyze.turns import TurnFacts, find_turns
from spawnc.analyze.written import SITE_TABLE, written_at
from spawnc.carriers import choose_carriers, without_queue
from spawnc.decisions import (
    ByTail,
    Carrier,
    Child,
    Decision,
    Guarded,
    HostLaunch,
    Join,
    Kept,
    Order,
    Plan,
    Policy,
    PolicyKind,
    Pragma,
    QueuedParent,
    RawLaunch,
    Refused,
    Replaced,
    Replacement,
    Turns,
)
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.elsewhere.kernels import NOTHING, Elsewhere
from spawnc.errors import InternalError
from spawnc.joins import Joins
from spawnc.launch_free import left_over
from spawnc.model import Function, Launch, Space, Unit
from spawnc.regions.decide import decide_regions
from spawnc.regions.decisions import Regions
from spawnc.regions.kernels import Kernels
from spawnc.regions.names import taken_name
from spawnc.regions.parents import free_launches
from spawnc.regions.said import said_of
from spawnc.settings import CarrierChoice, Settings
from spawnc.source import SourceFile

_Position = tuple[str, int]


def plan_views(views: tuple[Unit, ...], settings: Settings, elsewhere: Elsewhere = NOTHING) -> Plan:
    """Decide about every launch of a translation unit, whose views have what `elsewhere` says is borrowed."""
    return _Planner(views, settings, elsewhere).plan()


class _Planner:
    def __init__(self, views: tuple[Unit, ...], settings: Settings, elsewhere: Elsewhere) -> None:
        self._views, self._settings, self._elsewhere = views, settings, elsewhere
        root = Path(settings.in_root) if settings.in_root else Path(views[0].path).parent
        self._children = ChildBook(views, editable=root, elsewhere=elsewhere)
        files: dict[str, SourceFile] = {}
        for unit in views:
            files.update(unit.files)
        self._files = files
        #: Files that spawnc has written, and where each one shows it.
        self._rewritten = {path: place for path, source in files.items() if (place := written_at(source)) >= 0}
        self._own_namespace = _namespace_spawn(files)
        # without device launches, there is no device runtime
        self._turns = TurnFacts() if settings.launch_free else find_turns(views, root)
        self._pragmas = self._read_pragmas()
        self._wishes = {
            (path, pragma.launch.open.begin): pragma.wishes
            for path, result in self._pragmas.items()
            for pragma in result.pragmas
            if pragma.launch is not None
        }
        promised = [place for place, wishes in self._wishes.items() if wishes.independent]
        self._staying: set[_Position] = set()
        #: The first reason found for each refused launch; refusals that follow from it give no better one.
        self._refused: dict[_Position, Refused] = {}
        self._orders = {view: OrderFacts(reach, promised) for view, reach in self._children.graph.reaches.items()}
        self._recursions = {view: Recursion(order.reach) for view, order in self._orders.items()}
        # without a namespace of ours, nothing is written at all
        self._joins = Joins(() if self._own_namespace else views, self._orders, self._children)

    def plan(self) -> Plan:
        while True:
            numbered, queued_parents = self._decided()
            # a child without a serial body that no queue takes
            left = [each for each in numbered if isinstance(each, Guarded) and _has_no_way(each)]
            for decision in left:
                if decision.not_serial is not None:
                    why = Note(*place_of(decision.launch), f"and no queue takes it: {decision.not_queued}")
                    told = replace(decision.not_serial, notes=(*decision.not_serial.notes, why))
                    self._refused[place_of(decision.launch)] = Refused(decision.launch, told)
            barred = () if left else self._barred_by_raw_launches(numbered)
            for decision, raw in barred:
                place = place_of(decision.launch)
                note = Note(raw.path, raw.offset, "here")
                told = diagnose("SP029", *place, notes=(note,), child=raw.child, because=raw.because)
                self._refused[place] = Refused(decision.launch, told)
            if not left and not barred:
                return self._plan(numbered, queued_parents)

    def _decided(self) -> tuple[list[Decision], tuple[QueuedParent, ...]]:
        """All decisions, with their carriers, and the parents with a queue."""
        decisions = self._decide_all()
        # a launch that stays as written takes the serial body from the kernel that holds it, and the guard from
        # those whose order depends on it, or for which someone waits together with it: that leaves more launches as
        # written, and so on
        while (
            self._children.exclude_holders(decisions)
            or self._exclude_from_order(decisions)
            or self._joins.exclude(decisions)
        ):
            decisions = self._decide_all()
        numbered = self._children.prepared(_number(decisions))
        if not self._asks_for_queues(numbered):
            return numbered, ()
        return choose_carriers(
            numbered,
            self._settings.carrier,
            self._files,
            self._children,
            self._queue_facts,
            only_in=self._views[0].path if self._settings.several_units else "",
        )

    @cached_property
    def _queue_facts(self) -> QueueFacts:
        return QueueFacts(self._views, self._children.books, self._orders)

    def _plan(self, numbered: list[Decision], queued_parents: tuple[QueuedParent, ...]) -> Plan:
        guarded = [decision for decision in numbered if isinstance(decision, Guarded)]
        children, helpers = self._children.chosen(
            [decision for decision in guarded if not isinstance(decision.join, ByTail)], queued_parents
        )
        ordered = {decision.parent.key: decision.parent for decision in guarded if decision.order is Order.IN_ORDER}
        turns = self._turns_taken(guarded)
        regions = self._regions(numbered, queued_parents, children)
        return Plan(
            unit=self._views[0],
            files=self._files,
            decisions=tuple(numbered),
            children=children,
            helpers=helpers,
            pragmas=tuple(
                Pragma(path, pragma.span, of_region=pragma.region is not None)
                for path, result in self._pragmas.items()
                if path not in self._rewritten
                for pragma in result.pragmas
            ),
            turns=turns,
            raw_launches=self._raw_launches(numbered, turns)[0],
            ordered_parents=tuple(ordered.values()),
            unbounded=self._children.unbounded(guarded),
            queued_parents=queued_parents,
            elsewhere=self._elsewhere,
            launch_free=self._settings.launch_free,
            regions=regions,
            replaced=(*self._joins.replaced(), *self._limits()),
            diagnostics=(*self._diagnostics(numbered), *said_of(regions, wanted=self._settings.graphs)),
        )

    def _regions(
        self, decisions: list[Decision], parents: tuple[QueuedParent, ...], children: tuple[Child, ...]
    ) -> Regions:
        """Host code that may become graphs: what the host compiles of the main file."""
        unit = next((unit for unit in self._views if unit.view == "host"), self._views[0])
        asked = {
            path: {pragma.region.statement: pragma.region for pragma in result.pragmas if pragma.region is not None}
            for path, result in self._pragmas.items()
        }
        wishes = asked.pop(unit.path)
        # headers come out the same for all who read them: nothing there becomes a graph
        stray = [diagnose("SP121", path, wish.offset) for path, rest in asked.items() for wish in rest.values()]
        is_left = unit.path in self._rewritten or not self._children.may_edit(unit.path)
        if self._own_namespace is not None or is_left:
            return Regions(diagnostics=tuple(stray))
        graph, launch_free = self._children.graph, self._settings.launch_free
        free = free_launches(decisions, parents, children, graph, launch_free=launch_free)
        joining = {each.parent.key for each in decisions if isinstance(each, Guarded) and each.join is not None}
        kernels = Kernels(self._views, self._children.books, self._children.copies, graph, free, joining)
        found = decide_regions(
            unit,
            kernels,
            wishes,
            wanted=self._settings.graphs,
            is_shared=self._settings.is_shared,
            taken=taken_name(self._files),
        )
        return replace(found, diagnostics=(*found.diagnostics, *stray))

    def _raw_launches(
        self, decisions: list[Decision], turns: Iterable[Turns]
    ) -> tuple[tuple[RawLaunch, ...], tuple[InTheWay, ...]]:
        if self._settings.launch_free:
            return (), ()
        # a header has to come out the same for all sources, and others may have no guards
        only_in = self._views[0].path if self._settings.several_units else ""
        return raw_launches(decisions, turns, self._views, self._orders, self._children.graph, only_in)

    def _barred_by_raw_launches(self, decisions: list[Decision]) -> tuple[tuple[Guarded, InTheWay], ...]:
        if self._settings.launch_free:
            return ()
        _, in_the_way = self._raw_launches(decisions, ())
        return tuple(guarded_beside(in_the_way, decisions, self._views, self._orders, self._children.graph))

    def _turns_taken(self, guarded: list[Guarded]) -> tuple[Turns, ...]:
        if guarded:
            return self._turns.turns
        if not self._settings.several_units:
            return ()
        # another source of the run may read a header beside guarded launches of its own
        return tuple(turns for turns in self._turns.turns if turns.path != self._views[0].path)

    def _asks_for_queues(self, decisions: list[Decision]) -> bool:
        return self._settings.carrier is not CarrierChoice.LAUNCH or any(
            isinstance(decision, Guarded) and decision.wanted is Carrier.QUEUE for decision in decisions
        )

    def _exclude_from_order(self, decisions: list[Decision]) -> bool:
        """Remember the launches that stay as written, of functions that launch from the device; whether there are new
        ones."""
        # launches are bound to others of the same function
        holders = {
            decision.launch.enclosing.key
            for decision in decisions
            if not isinstance(decision, HostLaunch) and decision.launch.enclosing is not None
        }
        staying = {
            place_of(decision.launch)
            for decision in decisions
            if not isinstance(decision, Guarded)
            and (decision.launch.enclosing is None or decision.launch.enclosing.key in holders)
        }
        changed = not staying <= self._staying
        self._staying = staying
        return changed

    def _read_pragmas(self) -> dict[str, PragmaResult]:
        chevrons: dict[str, dict[int, Launch]] = defaultdict(dict)
        for unit in self._views:
            for launch in unit.launches:
                chevrons[launch.path].setdefault(launch.chevrons.open.begin, launch)
        return {
            path: read_pragmas(source, tuple(launch.chevrons for launch in chevrons[path].values()))
            for path, source in self._files.items()
        }

    def _decide_all(self) -> list[Decision]:
        positions: dict[_Position, list[tuple[Unit, Launch]]] = defaultdict(list)
        for unit in self._views:
            for launch in unit.launches:
                positions[place_of(launch)].append((unit, launch))
        order = {path: number for number, path in enumerate(self._files)}
        return [
            self._decide(seen)
            for _, seen in sorted(positions.items(), key=lambda item: (order[item[0][0]], item[0][1]))
        ]

    def _decide(self, candidates: list[tuple[Unit, Launch]]) -> Decision:
        place = place_of(candidates[0][1])
        if place in self._refused:
            return self._refused[place]
        seen = [(unit, launch) for unit, launch in candidates if launch.seen] or candidates[:1]
        decisions = [self._decide_in(unit, launch) for unit, launch in seen]
        for decision in decisions:
            if isinstance(decision, Refused):
                self._refused[place] = decision
                return decision
        return decisions[0]

    def _decide_in(self, unit: Unit, launch: Launch) -> Decision:
        source = unit.files[launch.path]
        wishes = self._wishes.get(place_of(launch), Wishes())
        if launch.path in self._rewritten:
            return Kept(launch, "the file was written by spawnc")
        if launch.is_in_host_code:
            return HostLaunch(launch)
        if wishes.keep:
            return Kept(launch, "`#pragma spawn keep`")
        problem = unreadable(unit, launch) or unresolved(unit, launch) or self._out_of_reach(launch)
        problem = problem or self._joins.refusal(launch)
        if problem is not None:
            return Refused(launch, problem)
        in_place = self._joins.in_place(launch)
        results = [self._children.result(unit, target.key) for target in launch.targets]

        def joined(join: Join, because: str) -> Guarded:
            guarded = self._guard(launch, results, wishes, Order.INDEPENDENT, because, source, None)
            return replace(guarded, policy=Policy(PolicyKind.NEVER), join=join)

        def refused(problem: Diagnostic) -> Decision:
            is_tail = self._joins.is_tail(unit, launch)
            return joined(ByTail(), "nothing follows it") if is_tail else Refused(launch, problem)

        obstacles = [result.obstacle for result in results if result.obstacle is not None]
        not_serial = _at_launch(obstacles[0], launch) if obstacles else None
        too_deep = self._recursions[unit.view].problem(launch)
        if in_place:
            problem = not_serial or too_deep
            if problem is not None:
                return Refused(launch, self._joins.cannot(launch, problem))
            return joined(self._joins.by(unit, launch), "its parent waits for it")
        if not_serial is not None and self._joins.is_tail(unit, launch):
            return joined(ByTail(), "nothing follows it")
        for obstacle in obstacles:
            if not self._may_wait_in_blocks(unit, launch, obstacle, wishes):
                return Refused(launch, _at_launch(obstacle, launch))
        if too_deep is not None:
            return refused(too_deep)
        ordering = self._orders[unit.view].stream_order(launch)
        if not_serial is not None and not isinstance(ordering, Independent):
            # no queue takes it
            return Refused(launch, not_serial)
        match ordering:
            case OrderUnknown(diagnostic=diagnostic):
                return refused(diagnostic)
            case Independent(because=because):
                return self._guard(launch, results, wishes, Order.INDEPENDENT, because, source, not_serial)
            case InOrder(because=because, launches=launches):
                # thousands of launches depend on each other in programs that machines write
                left = (
                    next((other for other in launches if place_of(other) in self._staying), None)
                    if self._staying
                    else None
                )
                if left is not None and left is not launch:
                    note = Note(left.path, left.offset, "this launch stays as written")
                    return Refused(launch, diagnose("SP066", launch.path, launch.offset, notes=(note,)))
                return self._guard(launch, results, wishes, Order.IN_ORDER, because, source)

    def _may_wait_in_blocks(self, unit: Unit, launch: Launch, obstacle: Diagnostic, wishes: Wishes) -> bool:
        """Whether a child without a serial body may be run by the blocks of a queue's drain. There has to be a way for
        what finds no room in the queue, too: a launch."""
        asked = wishes.carrier or self._settings.carrier
        if asked in (Carrier.LAUNCH, CarrierChoice.LAUNCH) or self._settings.launch_free or len(launch.targets) != 1:
            return False
        # what was found of kernels that hold other launches is no matter of their own bodies
        fit = obstacle.rule != "SP051"
        return fit and self._children.in_blocks(unit, launch.targets[0].key).obstacle is None

    def _out_of_reach(self, launch: Launch) -> Diagnostic | None:
        """What the unit does that no serial body of any child could stand beside."""
        if self._own_namespace is not None:
            path, offset = self._own_namespace
            note = Note(path, offset, "here")
            return diagnose("SP025", launch.path, launch.offset, notes=(note,))
        if (call := self._turns.problem) is not None:
            note = Note(call.path, call.offset, "here")
            what = {"function": call.function, "call": call.call, "because": call.because}
            return diagnose("SP027", launch.path, launch.offset, notes=(note,), **what)
        return None

    def _guard(
        self,
        launch: Launch,
        results: list[ChildResult],
        wishes: Wishes,
        order: Order,
        because: str,
        source: SourceFile,
        not_serial: Diagnostic | None = None,
    ) -> Guarded:
        if launch.enclosing is None:
            raise InternalError("a guarded launch stands in no function")
        return Guarded(
            launch,
            index=0,
            parent=launch.enclosing,
            children=tuple(result.function for result in results),
            policy=wishes.policy or self._policy(source, launch),
            order=order,
            because=because,
            workload=wishes.workload,
            wanted=wishes.carrier,
            not_serial=not_serial,
        )

    def _policy(self, source: SourceFile, launch: Launch) -> Policy:
        if not self._settings.site_policies:
            return self._settings.policy
        place = source.location(launch.offset)
        name = Path(place.path).name
        for key in (f"{name}:{place.line}:{place.column}", f"{name}:{place.line}"):
            if key in self._settings.site_policies:
                return self._settings.site_policies[key]
        return self._settings.policy

    def _diagnostics(self, decisions: Iterable[Decision]) -> Iterable[Diagnostic]:
        for path, result in self._pragmas.items():
            if path not in self._rewritten:
                yield from result.diagnostics
        decisions = tuple(decisions)
        for path in sorted(self._rewritten):
            yield diagnose("SP022", path, self._rewritten[path])
        prepared = {
            target.key
            for decision in decisions
            if isinstance(decision, HostLaunch) and decision.prepares
            for target in decision.launch.targets
        }
        parents = {}
        for decision in decisions:
            match decision:
                case Guarded(parent=parent, launch=launch):
                    if parent.space is Space.GLOBAL:
                        parents[parent.key] = parent
                    yield from escaping_pointers(self._views[0], launch)
                case HostLaunch(launch=launch):
                    if place_of(launch) in self._wishes:
                        yield diagnose("SP082", launch.path, launch.offset)
                case Kept() | Refused():
                    pass
        if self._settings.launch_free:
            yield from left_over(decisions, self._views, self._orders, self._children.graph, self._joins.gone())
        yield from self._unprepared(parents, prepared)
        yield from without_queue(decisions, self._settings.carrier)
        yield from self._joins.diagnostics(decisions)
        for limit in self._limits():
            name = self._files[limit.path].text(limit.span)
            yield diagnose("SP075", limit.path, limit.span.begin, what=name)
        yield from library_notes(self._views[0])

    def _limits(self) -> Iterator[Replaced]:
        """Calls about a limit of CDP1, in the files that may be edited."""
        if self._own_namespace is not None:
            return
        for path, source in self._files.items():
            if path not in self._rewritten and self._children.may_edit(path):
                for span in limit_calls(source):
                    by = Replacement.SET_LIMIT if source.text(span) == "cudaDeviceSetLimit" else Replacement.GET_LIMIT
                    yield Replaced(path, span, by)

    def _unprepared(self, parents: dict[str, Function], prepared: set[str]) -> Iterable[Diagnostic]:
        """Parents that no host launch here starts, directly or through other kernels."""
        started = self._children.graph.reachable_kernels(prepared)
        for key, parent in parents.items():
            if key not in started and parent.definition is not None:
                yield diagnose("SP071", parent.definition.path, parent.definition.name.begin, parent=parent.name)


def _has_no_way(decision: Guarded) -> bool:
    """Whether a child can be run neither serially nor from a queue."""
    return decision.not_serial is not None and decision.carrier is not Carrier.QUEUE


def _namespace_spawn(files: dict[str, SourceFile]) -> tuple[str, int] | None:
    """Where the user's own code opens a namespace of the runtime's name."""
    for path, source in files.items():
        match = re.search(rb"\bnamespace\s+(?:\w+\s*::\s*)*spawn\b", source.data)
        if match and SITE_TABLE not in source.data:
            return path, match.start()
    return None


def _at_launch(obstacle: Diagnostic, launch: Launch) -> Diagnostic:
    """The obstacle, told at the launch that it concerns; where it is met becomes a note."""
    here = Note(obstacle.path, obstacle.offset, "here")
    return Diagnostic(obstacle.rule, launch.path, launch.offset, obstacle.text, (here, *obstacle.notes))


def _number(decisions: list[Decision]) -> list[Decision]:
    """Give guarded launches their positions in the site table of their file."""
    counts: dict[str, int] = defaultdict(int)
    numbered: list[Decision] = []
    for decision in decisions:
        if isinstance(decision, Guarded):
            path = decision.launch.path
            decision = replace(decision, index=counts[path])
            counts[path] += 1
        numbered.append(decision)
    return numbered
