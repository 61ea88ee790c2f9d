"""Kernels that wait for their children, as CDP1 had it, and what becomes of their launches: part of the plan.

A wait that nothing follows is dropped. Elsewhere every launch that it may wait for runs in place, so that there is
nothing left to wait for: all launches of the kernel, of the functions that it calls, and of the children, which are
complete only when their own are. Nothing overtakes anything, as nothing goes out; so the order of the launches is that
of the program. A kernel one of whose launches can't be run in place keeps all of them, and its waits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from spawnc.analyze.block_joins import block_join
from spawnc.analyze.children import ChildBook
from spawnc.analyze.launch_graph import place_of
from spawnc.analyze.named import STREAM_WORK
from spawnc.analyze.order import OrderFacts
from spawnc.analyze.queueing import can_be_members
from spawnc.analyze.reach import Reach
from spawnc.analyze.routes import unknown_callers
from spawnc.analyze.streams import StreamKind
from spawnc.analyze.tails import launches_itself_last
from spawnc.analyze.waits import Wait, is_last, waits_in
from spawnc.decisions import ByBlock, ByThread, Decision, Guarded, Join, Refused, Replaced, Replacement
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import Function, Launch, Space, Unit

_Position = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why the launches of a waiting kernel stay as written."""

    what: str
    note: Note


@dataclass(frozen=True, slots=True)
class _Group:
    """Kernels whose launches all run in place when those of one of them do."""

    kernels: frozenset[str]
    launches: frozenset[_Position]


class Joins:
    """The waits of a unit; launches lose their place here as it turns out that they can't run in place."""

    def __init__(self, views: tuple[Unit, ...], orders: Mapping[str, OrderFacts], children: ChildBook) -> None:
        self._views, self._orders, self._children = views, orders, children
        self._waits = self._find_waits()
        self._failed: dict[str, _Failure] = {}
        self._groups = {key: self._group(key) for key in self._waits if not self._is_dropped(key)}
        for key, group in self._groups.items():
            failure = next(self._unfit(group), None)
            if failure is not None:
                self._failed[key] = failure

    def refusal(self, launch: Launch) -> Diagnostic | None:
        """What is said about a launch that a kernel would wait for in vain, and about those that launch such one."""
        if not self._failed:
            return None
        for key, failure in self._failed.items():
            if self._children.graph.held_among(key, {place_of(launch)}) or any(
                target.key == key for target in launch.targets
            ):
                return self._refused(launch, key, failure)
        return None

    def in_place(self, launch: Launch) -> bool:
        """Whether a launch has to run in place."""
        return any(place_of(launch) in group.launches for key, group in self._groups.items() if key not in self._failed)

    def by(self, unit: Unit, launch: Launch) -> Join:
        """Who runs a launch in place."""
        reach = self._reach(unit)
        targets = [function for target in launch.targets for function in reach.resolve(target)]
        span = block_join(reach, launch)
        if span is None or launch.enclosing is None or len(targets) != 1 or self._polls(unit, launch.enclosing):
            return ByThread()
        child = targets[0]
        if not self._is_plain(unit, child) or not self._children.all_by_thread(child):
            return ByThread()
        name = f"{child.name}__joined"
        if child.scope != launch.enclosing.scope:
            # unnamed namespaces have no spelling
            name = "::" + "::".join((*(part for part in child.scope if part.isidentifier()), name))
        return ByBlock(span, name)

    def is_tail(self, unit: Unit, launch: Launch) -> bool:
        """Whether a launch is of the kernel that holds it, which waits for it as the last thing that a block does."""
        kernel = launch.enclosing
        return (
            kernel is not None
            and kernel.key in self._waits
            and not self.in_place(launch)
            and kernel.key not in self._groups
            and self._is_plain(unit, kernel)
            and launches_itself_last(self._reach(unit), self._children.books[unit.view], launch)
        )

    def cannot(self, launch: Launch, problem: Diagnostic) -> Diagnostic:
        """A problem of a launch that has to run in place, with the reason why it has to."""
        key = next(key for key, group in self._groups.items() if place_of(launch) in group.launches)
        return self._refused(launch, key, _Failure(f"{problem.text} [{problem.rule}]", Note(*self._place(key), "here")))

    def exclude(self, decisions: list[Decision]) -> bool:
        """Give up the kernels that wait for a launch which stays as written; whether there are new ones."""
        staying = {
            place_of(decision.launch): decision.launch for decision in decisions if not isinstance(decision, Guarded)
        }
        changed = False
        for key, group in self._groups.items():
            left = [launch for place, launch in staying.items() if place in group.launches]
            if left and key not in self._failed:
                note = Note(left[0].path, left[0].offset, "this launch stays as written")
                self._failed[key] = _Failure("one of its launches can't be run in its place", note)
                changed = True
        return changed

    def replaced(self) -> Iterator[Replaced]:
        """The waits that go."""
        seen: set[_Position] = set()
        for key, waits in self._waits.items():
            in_place = any(key in group.kernels for seed, group in self._groups.items() if seed not in self._failed)
            for wait in waits if key not in self._failed else ():
                by = Replacement.JOINED if in_place else Replacement.JOINED_AT_END
                if wait.name is not None and (wait.path, wait.offset) not in seen:
                    seen.add((wait.path, wait.offset))
                    yield Replaced(wait.path, wait.name, by)

    def gone(self) -> set[_Position]:
        """Where the calls stand that go."""
        names = {(each.path, each.span) for each in self.replaced()}
        return {
            (wait.path, wait.offset)
            for waits in self._waits.values()
            for wait in waits
            if wait.name is not None and (wait.path, wait.name) in names
        }

    def diagnostics(self, decisions: Iterable[Decision]) -> Iterator[Diagnostic]:
        """What is said about waits: those that go, and those of kernels that have no launch to say it at."""
        texts = {
            Replacement.JOINED: "is over when it begins: the children run in place",
            Replacement.JOINED_AT_END: "is dropped: a kernel ends after its children, and nothing else follows",
        }
        for each in self.replaced():
            yield diagnose("SP074", each.path, each.span.begin, what=texts[each.by])
        told = {
            place_of(decision.launch)
            for decision in decisions
            if isinstance(decision, Refused) and decision.diagnostic.rule == "SP044"
        }
        for key, failure in self._failed.items():
            if self._children.graph.held_among(key, told) is None:
                path, offset = self._place(key)
                name = self._waits[key][0].function.name
                yield diagnose("SP044", path, offset, notes=(failure.note,), function=name, what=failure.what)

    # --- facts ----------------------------------------------------------------------------------------------------

    def _reach(self, unit: Unit) -> Reach:
        return self._orders[unit.view].reach

    def _kernels(self) -> Iterator[tuple[Unit, Function]]:
        for unit in self._views:
            for function in unit.functions.values():
                if function.space is Space.GLOBAL and function.definition is not None:
                    yield unit, function

    def _waits_in(self, unit: Unit, function: Function) -> tuple[Wait, ...]:
        """The waits in a function's body that device code has: of a function for both sides, the host has its own."""
        waits = waits_in(self._reach(unit), function)
        others = [view for view in self._views if view.view != "host" and function.key in view.functions]
        if unit.view != "host" or function.space is not Space.HOST_DEVICE or not others:
            return waits
        on_device = {
            wait.offset for view in others for wait in waits_in(self._reach(view), view.functions[function.key])
        }
        return tuple(wait for wait in waits if wait.offset in on_device)

    def _find_waits(self) -> dict[str, tuple[Wait, ...]]:
        """By kernel, the waits that a thread of it may come to, in any view."""
        found: dict[str, tuple[Wait, ...]] = {}
        kernels: dict[str, list[Function]] = defaultdict(list)
        for unit, kernel in self._kernels():
            kernels[unit.view].append(kernel)
        for unit in self._views:
            reach = self._reach(unit)
            # most programs have no waits: what each kernel reaches, thousands of functions where machines write them,
            # is of no interest then
            own = {function.key: self._waits_in(unit, function) for function in reach.reachable(*kernels[unit.view])}
            for kernel in kernels[unit.view] if any(own.values()) else ():
                waits = tuple(wait for function in reach.reachable(kernel) for wait in own[function.key])
                if waits:
                    found[kernel.key] = (*found.get(kernel.key, ()), *waits)
        return found

    def _is_dropped(self, key: str) -> bool:
        """Whether nothing follows any of a kernel's waits, which all stand in its own body."""
        return all(
            function.key == key
            and wait.name is not None
            and self._children.may_edit(wait.path)
            and is_last(self._reach(unit), wait)
            for unit, kernel in self._kernels()
            if kernel.key == key
            for function in self._reach(unit).reachable(kernel)
            for wait in self._waits_in(unit, function)
        )

    def _group(self, key: str) -> _Group:
        """The kernels and launches that have to be in place together."""
        graph, kernels, launches = self._children.graph, {key}, set[_Position]()
        while True:
            held = [launch for kernel in kernels for launch in graph.held_launches(kernel)]
            launches |= {place_of(launch) for launch in held}
            waits = {(wait.path, wait.offset) for kernel in kernels for wait in self._waits.get(kernel, ())}
            # of a template, a specialisation may be the one
            named = {(target.scope, target.name) for launch in held for target in launch.targets}
            more = {target.key for launch in held for target in launch.targets}
            more |= {
                kernel.key
                for _, kernel in self._kernels()
                if (kernel.scope, kernel.name) in named
                or graph.held_among(kernel.key, launches)
                or any((wait.path, wait.offset) in waits for wait in self._waits.get(kernel.key, ()))
            }
            if more <= kernels:
                return _Group(frozenset(kernels), frozenset(launches))
            kernels |= more

    def _unfit(self, group: _Group) -> Iterator[_Failure]:
        """What stands against running a group's launches in place, their children aside."""
        for unit, kernel in self._kernels():
            if kernel.key not in group.kernels:
                continue
            if self._children.graph.reaches_itself(kernel.key):
                place = kernel.declarations[0]
                note = Note(place.path, place.name.begin, f"'{kernel.name}' is declared here")
                yield _Failure(f"'{kernel.name}' can launch itself again: nobody knows how deep", note)
            reach = self._reach(unit)
            for function in reach.reachable(kernel):
                yield from self._unfit_function(unit, function)
                yield from self._unfit_waits(unit, function)
                takes_part = self._waits_in(unit, function) or reach.launches_in(function)
                callers = unknown_callers(reach, function) if takes_part and function.key != kernel.key else None
                if callers is not None:
                    # a kernel that is not known may wait there for launches of its own, or see them overtaken
                    yield _Failure(f"'{function.name}' may have callers that are not known", callers)

    def _unfit_function(self, unit: Unit, function: Function) -> Iterator[_Failure]:
        facts, definition = self._reach(unit).body(function), function.definition
        if facts is None or definition is None:
            return
        for number in facts.hidden:
            note = Note(definition.path, facts.paths.nodes[number].span.begin, "here")
            yield _Failure(f"'{function.name}' launches in a way that spawnc does not follow", note)
        for call in facts.calls:
            note = Note(definition.path, call.node.span.begin, "here")
            if STREAM_WORK.fullmatch(call.name):
                yield _Failure(f"'{function.name}' uses {call.name}()", note)
            elif not call.known:
                yield _Failure(f"'{function.name}' calls '{call.name}', which is not known here", note)
        for launch in self._reach(unit).launches_in(function):
            if self._orders[unit.view].stream(launch).kind is StreamKind.TAIL:
                note = Note(launch.path, launch.offset, "here")
                yield _Failure(f"'{function.name}' makes a tail launch", note)

    def _unfit_waits(self, unit: Unit, function: Function) -> Iterator[_Failure]:
        for wait in self._waits_in(unit, function):
            note = Note(wait.path, wait.offset, "here")
            if wait.name is None:
                yield _Failure("a macro writes the call", note)
            elif not self._children.may_edit(wait.path):
                yield _Failure(f"the call stands in '{wait.path}', outside the project", note)
            elif function.space is Space.HOST_DEVICE and unit.view == "host":
                what = f"'{function.name}' is a function of the host, too: put the call under `#ifndef __CUDA_ARCH__`"
                yield _Failure(what, note)

    def _polls(self, unit: Unit, kernel: Function) -> bool:
        """Whether a thread of a kernel may wait for what the children do, and not come to the barrier before."""
        book = self._children.books[unit.view]
        reached = self._reach(unit).reachable(kernel)
        return any(obstacle.rule == "SP036" for function in reached for obstacle in book.of(function).obstacles)

    def _is_plain(self, unit: Unit, child: Function) -> bool:
        """Whether a child's arguments can be kept in a struct beside it."""
        definition = child.definition
        namesakes = [each for each in unit.by_name.get(child.name, ()) if each.scope == child.scope]
        return (
            definition is not None
            and len(child.declarations) == len(namesakes) == 1
            and not (child.is_template or child.has_c_linkage)
            and can_be_members(definition, unit.files[definition.path])
        )

    def _place(self, key: str) -> _Position:
        wait = self._waits[key][0]
        return wait.path, wait.offset

    def _refused(self, launch: Launch, key: str, failure: _Failure) -> Diagnostic:
        here = Note(*self._place(key), "here")
        notes = (here,) if failure.note == here else (here, failure.note)
        name = next(unit.functions[key].name for unit in self._views if key in unit.functions)
        return diagnose("SP044", launch.path, launch.offset, notes=notes, function=name, what=failure.what)
