"""Which kernels can have a serial body, over all views of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from spawnc.analyze.copies import Copies
from spawnc.analyze.facts import METHODS, FactBook
from spawnc.analyze.launch_graph import LaunchGraph, place_of
from spawnc.analyze.obstacles import Closure, targets_of
from spawnc.analyze.useful import useful_threads
from spawnc.decisions import (
    BlockBody,
    Body,
    ByBlock,
    Carrier,
    Child,
    Decision,
    Guarded,
    Helper,
    HostLaunch,
    NoSerialBody,
    Order,
    QueuedParent,
    ThreadBody,
)
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.elsewhere.kernels import NOTHING, Elsewhere
from spawnc.errors import InternalError
from spawnc.model import Function, Launch, Space, Unit


@dataclass(frozen=True, slots=True)
class ChildResult:
    """A kernel and how it is run serially, or why it can't be."""

    function: Function
    obstacle: Diagnostic | None = None
    body: Body | None = None
    closure: Closure | None = None


class ChildBook:
    """Serial bodies of a unit's kernels, found when first asked for."""

    def __init__(self, views: tuple[Unit, ...], *, editable: Path, elsewhere: Elsewhere = NOTHING) -> None:
        self._views = views
        self.books = {unit.view: FactBook(unit) for unit in views}
        self.graph = LaunchGraph(views)
        self._elsewhere = elsewhere
        self.copies = Copies(views, self.books, editable, elsewhere)
        self._results: dict[tuple[str, str], ChildResult] = {}
        self._in_blocks: dict[tuple[str, str], ChildResult] = {}
        #: Kernels that hold a launch which stays as written.
        self._excluded: dict[str, Diagnostic] = {}

    def result(self, unit: Unit, key: str) -> ChildResult:
        """What is known of one kernel: an obstacle in any view, or in any function that shares its name, counts."""
        function = unit.functions.get(key)
        if function is None:
            raise InternalError(f"a launch names '{key}', which is no function of the unit")
        if function.key in self._excluded:
            return ChildResult(function, self._excluded[function.key])
        own = self._in_view(unit, function)
        for view, family in self._family(function):
            found = self._in_view(view, family)
            if found.obstacle is not None:
                return ChildResult(function, found.obstacle)
            if family.key == function.key and found.body != own.body:
                what = "its barriers are not the same for every __CUDA_ARCH__"
                return ChildResult(function, _at_definition("SP040", function, what=what))
            if _specialised(function, family) and type(found.body) is not type(own.body):
                # a specialisation of NAME__thread needs a template of that name
                what = "not all of its specialisations have barriers"
                return ChildResult(function, _at_definition("SP040", function, what=what))
        return own

    def in_blocks(self, unit: Unit, key: str) -> ChildResult:
        """What is known of one kernel that the blocks of a queue's drain are to run; a serial body is not asked for."""
        place = (unit.view, key)
        if place not in self._in_blocks:
            self._in_blocks[place] = self._find_in_blocks(unit, unit.functions[key])
        return self._in_blocks[place]

    def _find_in_blocks(self, unit: Unit, function: Function) -> ChildResult:
        from spawnc.analyze.whole_blocks import problem_in_blocks, tolerated

        problem = self.copies.repeated(unit, function)
        if problem is not None:
            return ChildResult(function, problem)
        closure, problem = self.copies.closure(unit, function, tolerated)
        if problem is not None:
            return ChildResult(function, problem)
        if what := problem_in_blocks(unit, function, self.books[unit.view], in_rows=True):
            return ChildResult(function, _at_definition("SP048", function, what=what))
        return ChildResult(function, body=NoSerialBody(), closure=closure)

    def function(self, key: str) -> Function | None:
        """A function of the unit, by its key."""
        return next((unit.functions[key] for unit in self._views if key in unit.functions), None)

    def is_borrowed(self, function: Function) -> bool:
        """Whether another source defines a kernel."""
        return any(kernel.key == function.key for kernel in self._elsewhere.borrowed)

    def launching_calls(self, kernel: Function, fit: Callable[[Function], bool]) -> dict[Function, tuple[int, ...]]:
        """A kernel, and the device functions that its threads call to launch, those that fit: with the calls in each
        that come to others of them, which can be given other names."""
        found: dict[str, tuple[Function, set[int]]] = {}
        stack = [kernel]
        while stack:
            function = stack.pop()
            if function.key in found:
                continue
            offsets: set[int] = set()
            found[function.key] = (function, offsets)
            for unit, book in zip(self._views, self.books.values(), strict=True):
                here = unit.functions.get(function.key)
                for call in book.of(here).calls if here else ():
                    targets = [target for target in targets_of(book, call) if target.space is not Space.GLOBAL]
                    plain = len(targets) == 1 and call.name_offset >= 0 and not (call.address_taken or call.implicit)
                    if plain and targets[0].kind not in METHODS and fit(targets[0]):
                        offsets.add(call.name_offset)
                        stack.append(targets[0])
        return {function: tuple(sorted(offsets)) for function, offsets in found.values()}

    def all_by_thread(self, function: Function) -> bool:
        """Whether a kernel, and whatever shares its name, runs serially thread by thread."""
        return all(isinstance(self._in_view(view, family).body, ThreadBody) for view, family in self._family(function))

    def is_overloaded(self, function: Function) -> bool:
        """Whether other kernels share a kernel's name."""
        return any(family.key != function.key for _, family in self._family(function))

    def entry_of(self, function: Function) -> str:
        """The name of a kernel's entries in a queue: overloads are numbered, in the order of the text."""
        family = {kernel.key: kernel.declarations[0] for _, kernel in self._family(function)}
        order = sorted(family, key=lambda key: (family[key].path, family[key].span.begin))
        number = order.index(function.key) + 1
        return f"{function.name}__entry" + (f"_{number}" if number > 1 else "")

    def _family(self, function: Function) -> Iterator[tuple[Unit, Function]]:
        """The kernels that share a kernel's name, itself among them, in each view that has their bodies."""
        for view in self._views:
            for family in view.by_name.get(function.name, ()):
                if family.space is Space.GLOBAL and family.scope == function.scope and family.definition:
                    yield view, family

    def may_edit(self, path: str) -> bool:
        """Whether a file of the unit is the user's to be rewritten."""
        return any(self.copies.may_edit(unit, path) for unit in self._views)

    def exclude_holders(self, decisions: list[Decision]) -> bool:
        """Take the serial body from kernels that hold a launch which stays as written; whether any lost it."""
        staying = {
            place_of(decision.launch) for decision in decisions if not isinstance(decision, Guarded | HostLaunch)
        }
        ordered = {
            decision.parent.key
            for decision in decisions
            if isinstance(decision, Guarded) and decision.order is Order.IN_ORDER
        }
        changed = False
        for (_, key), result in list(self._results.items()):
            if key in self._excluded or result.obstacle is not None:
                continue
            if isinstance(result.body, BlockBody) and (what := self._unfit_for_blocks(key, ordered)):
                self._excluded[key] = _at_definition("SP052", result.function, what=what)
                changed = True
                continue
            if result.closure is not None and (what := self.graph.unfit_for_depths(result.function, result.closure)):
                self._excluded[key] = _at_definition("SP054", result.function, what=what)
                changed = True
                continue
            held = self.graph.held_among(key, staying)
            if held is not None:
                self._excluded[key] = diagnose("SP051", held.path, held.offset, child=result.function.name)
                changed = True
        return changed

    def _unfit_for_blocks(self, key: str, ordered: set[str]) -> str:
        """Why a kernel with barriers can't have a serial body for whole blocks, although its barriers can be kept."""
        if self.graph.reaches_itself(key):
            # eight kilobytes at each depth are too much for a stack
            return "it can launch itself again"
        return "the order of its own launches matters" if key in ordered else ""

    def chosen(
        self, guarded: list[Guarded], queued_parents: Iterable[QueuedParent]
    ) -> tuple[tuple[Child, ...], tuple[Helper, ...]]:
        """The kernels and helper functions that the guarded launches need, each once, in source order."""
        children: dict[str, Child] = {}
        helpers: dict[str, Helper] = {}
        recursive = self._recursive(guarded)
        places = {place_of(decision.launch) for decision in guarded}
        names = _names(guarded)
        queued = _names(decision for decision in guarded if decision.carrier is Carrier.QUEUE)
        in_blocks = _names(decision for decision in guarded if decision.not_serial)
        with_guard = _names(decision for decision in guarded if decision.join is None)
        joined = _names(decision for decision in guarded if decision.join is not None)
        by_block = _names(decision for decision in guarded if isinstance(decision.join, ByBlock))
        for unit in self._views:
            for function in unit.functions.values():
                name = function.scope, function.name
                if function.space is not Space.GLOBAL or name not in names or function.key in children:
                    continue
                if function.definition is None:
                    continue
                result = self.in_blocks(unit, function.key) if name in in_blocks else self._in_view(unit, function)
                if result.body is None or result.closure is None:
                    continue
                bound = useful_threads(unit, function)
                children[function.key] = Child(
                    function,
                    result.body,
                    useful=bound.limit if bound else "",
                    strided=bound.strided if bound else False,
                    helper_calls=self._renamed(function.key),
                    read_only_loads=self._read_only_loads(function.key),
                    recursive=function.key in recursive,
                    queued=name in queued,
                    entry=self.entry_of(function),
                    launches=self.graph.held_among(function.key, places) is not None,
                    guarded=name in with_guard,
                    joined=name in joined,
                    joined_by_block=name in by_block,
                )
                for helper in result.closure.helpers:
                    recurs = not recursive.isdisjoint(self.graph.launched_by(helper.key))
                    known = helpers.get(helper.key)
                    helpers[helper.key] = Helper(
                        helper,
                        self._renamed(helper.key),
                        self._read_only_loads(helper.key),
                        recursive=recurs,
                        queued=bool(self.graph.held_among(helper.key, places) and name in queued)
                        or (known is not None and known.queued),
                    )
        for parent in queued_parents:
            for function, calls in parent.helpers.items():
                known = helpers.get(function.key)
                helpers[function.key] = Helper(
                    function,
                    tuple(sorted({*calls, *self._renamed(function.key)})),
                    self._read_only_loads(function.key) if known else (),
                    recursive=known.recursive if known else False,
                    queued=True,
                )
        return tuple(children.values()), tuple(helpers.values())

    def prepared(self, decisions: list[Decision]) -> list[Decision]:
        """Mark the host launches whose kernel reaches a guarded launch: they get spawn::prepare().

        The grid must be an argument of its own between the chevrons: a macro may stand for all of them."""
        guarded = {place_of(decision.launch) for decision in decisions if isinstance(decision, Guarded)}

        def reaches(launch: Launch) -> bool:
            kernels = self.graph.reachable_kernels({target.key for target in launch.targets})
            return any(self.graph.held_among(key, guarded) for key in kernels)

        return [
            replace(decision, prepares=True)
            if isinstance(decision, HostLaunch)
            and len(decision.launch.chevrons.configuration) >= 2
            and reaches(decision.launch)
            else decision
            for decision in decisions
        ]

    def unbounded(self, guarded: list[Guarded]) -> tuple[Function, ...]:
        """Kernels without launch bounds that hold a guarded launch, themselves or through functions."""
        places = {place_of(decision.launch) for decision in guarded}
        found: dict[str, Function] = {}
        for unit in self._views:
            for key, function in unit.functions.items():
                definition = function.definition
                if (
                    function.space is Space.GLOBAL
                    and not function.is_bounded
                    and definition is not None
                    and self.copies.may_edit(unit, definition.path)
                    and self.graph.held_among(key, places)
                ):
                    found[key] = function
        return tuple(found.values())

    def _renamed(self, key: str) -> tuple[int, ...]:
        """Offsets of helper calls, over the views: each may compile other lines of the same text."""
        offsets: set[int] = set()
        for result in (*self._results.values(), *self._in_blocks.values()):
            if result.closure is not None:
                offsets.update(result.closure.renamed.get(key, ()))
        return tuple(sorted(offsets))

    def _read_only_loads(self, key: str) -> tuple[int, ...]:
        """Offsets of `__ldg` in one function, over the views."""
        found = (
            book.of(unit.functions[key]).read_only_loads
            for unit, book in zip(self._views, self.books.values(), strict=True)
            if key in unit.functions
        )
        return tuple(sorted({offset for offsets in found for offset in offsets}))

    def _in_view(self, unit: Unit, function: Function) -> ChildResult:
        place = (unit.view, function.key)
        if place not in self._results:
            self._results[place] = self._find(unit, function)
        return self._results[place]

    def _find(self, unit: Unit, function: Function) -> ChildResult:
        problem = self.copies.repeated(unit, function)
        if problem is not None:
            return ChildResult(function, problem)
        closure, problem = self.copies.closure(unit, function)
        if problem is not None or function.definition is None:
            return ChildResult(function, problem)
        definition, book = function.definition, self.books[unit.view]
        facts = book.of(function)
        if not facts.barriers and not facts.shared:
            return ChildResult(function, body=ThreadBody(), closure=closure)
        # ten modules that most units have no use for
        from spawnc.analyze.barriers import Refusal, fission

        answer = fission(unit, function, book)
        if isinstance(answer, Refusal):
            return ChildResult(
                function,
                diagnose(answer.rule, definition.path, answer.offset, notes=(), child=function.name, **answer.details),
            )
        return ChildResult(function, body=answer, closure=closure)

    def _recursive(self, guarded: list[Guarded]) -> set[str]:
        """Kernels with serial bodies that can reach themselves through launches."""
        keys = {child.key for decision in guarded if not decision.not_serial for child in decision.children}
        return {key for key in keys if self.graph.reaches_itself(key)}


def _names(guarded: Iterable[Guarded]) -> set[tuple[tuple[str, ...], str]]:
    return {(child.scope, child.name) for decision in guarded for child in decision.children}


def _specialised(function: Function, other: Function) -> bool:
    """Whether one of two kernels of the same name may be a specialisation of the other."""
    special = [bool(each.definition and each.definition.specialisation) for each in (function, other)]
    templates = [each.is_template or is_special for each, is_special in zip((function, other), special, strict=True)]
    return any(special) and all(templates)


def _at_definition(rule: str, function: Function, *, what: str) -> Diagnostic:
    place = function.definition or function.declarations[0]
    return diagnose(rule, place.path, place.name.begin, child=function.name, what=what)
