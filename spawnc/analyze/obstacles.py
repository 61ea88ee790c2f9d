"""What stands against a serial body for a kernel, in everything that the kernel calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from spawnc.analyze.facts import METHODS, Call, FactBook, Facts, Obstacle
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import Function

#: Functions that are called where the AST shows no call.
CALLED_UNSEEN = {"operator=", "begin", "end", "operator*", "operator++", "operator!=", "operator=="}
_MEMBER = "'{}' is a member function"


@dataclass(frozen=True, slots=True)
class Closure:
    """A kernel with all that it calls: the functions to clone, the calls to rename, what is in the way."""

    #: Functions (not the kernel) that need a clone, callees first.
    helpers: tuple[Function, ...]
    #: For the kernel and each helper, by key: offsets of callee names that get the clone's name.
    renamed: dict[str, tuple[int, ...]]
    obstacle: Diagnostic | None


def close_over(book: FactBook, kernel: Function, tolerated: Callable[[Obstacle], bool] | None = None) -> Closure:
    """Follow every call of the kernel's body through the unit. `tolerated`: of real threads, what they may do."""
    walk = _Walk(book, kernel, tolerated)
    walk.visit(kernel)
    walk.visit_destructors()
    return Closure(tuple(walk.helpers), walk.renamed, walk.obstacle)


def needs_clone(book: FactBook, function: Function) -> bool:
    """Whether a function is another one in a serial body: it depends on the thread, or calls `__ldg`, or a function
    that does."""
    return _reaches(book, function, lambda facts: _of_thread(facts) or bool(facts.read_only_loads))


def depends_on_thread(book: FactBook, function: Function) -> bool:
    """Whether a function's result depends on which thread calls it, or it launches: it reads built-ins, holds
    launches, or calls a function that does."""
    return _reaches(book, function, _of_thread)


def _of_thread(facts: Facts) -> bool:
    return facts.reads_builtins or bool(facts.launches)


def _reaches(book: FactBook, function: Function, wanted: Callable[[Facts], bool]) -> bool:
    return any(wanted(book.of(each)) for each in reached(book, function))


def reached(book: FactBook, function: Function) -> Iterator[Function]:
    """A function, and what its calls may come to, each once."""
    seen: set[str] = set()
    stack = [function]
    while stack:
        current = stack.pop()
        if current.key in seen:
            continue
        seen.add(current.key)
        yield current
        stack.extend(target for call in book.of(current).calls for target in targets_of(book, call))


def targets_of(book: FactBook, call: Call) -> list[Function]:
    """The functions of the user's files that a call may reach, defined or not.

    A member function that is called by name may be overridden or chosen at instantiation, so all of that name
    count."""
    functions = book.unit.functions
    found = {key: functions[key] for key in call.keys if key in functions}
    methods = any(target.kind in METHODS for target in found.values())
    if call.dependent or methods:
        for target in book.unit.by_name.get(call.name, ()):
            found.setdefault(target.key, target)
    return list(found.values())


class _Walk:
    def __init__(self, book: FactBook, kernel: Function, tolerated: Callable[[Obstacle], bool] | None) -> None:
        self._book, self._kernel, self._tolerated = book, kernel, tolerated
        self._visited: set[str] = set()
        self.helpers: list[Function] = []
        self.renamed: dict[str, tuple[int, ...]] = {}
        self.obstacle: Diagnostic | None = None

    def visit(self, function: Function) -> None:
        if function.key in self._visited or self.obstacle:
            return
        self._visited.add(function.key)
        facts = self._book.of(function)
        if function.definition is None:
            return
        path = function.definition.path
        self._own_obstacles(facts, path)
        renamed: list[int] = []
        for call in facts.calls:
            if self.obstacle:
                return
            self._call(path, call, renamed)
        self.renamed[function.key] = tuple(dict.fromkeys(renamed))

    def visit_destructors(self) -> None:
        """libclang shows no call of a destructor, so any one of the unit may be meant."""
        for function in self._book.unit.functions.values():
            if self.obstacle is None and function.kind == "DESTRUCTOR" and function.space.on_device:
                if needs_clone(self._book, function) and function.definition is not None:
                    place = function.definition
                    self._refuse_clone("SP035", place.path, place.name.begin, function, _MEMBER)
                self.visit(function)

    def _refuse(self, rule: str, path: str, offset: int, **details: str) -> None:
        definition = self._kernel.definition
        notes: tuple[Note, ...] = ()
        if definition is not None:
            notes = (Note(definition.path, definition.name.begin, f"'{self._kernel.name}' is defined here"),)
        self.obstacle = diagnose(rule, path, offset, notes=notes, child=self._kernel.name, **details)

    def _refuse_clone(self, rule: str, path: str, offset: int, target: Function, because: str) -> None:
        """`rule` is for a function that depends on the thread; others would be cloned for their loads alone."""
        if depends_on_thread(self._book, target):
            self._refuse(rule, path, offset, what=target.name)
        else:
            self._refuse("SP056", path, offset, what=because.format(target.name))

    def _own_obstacles(self, facts: Facts, path: str) -> None:
        tolerated = self._tolerated
        first = next((each for each in facts.obstacles if tolerated is None or not tolerated(each)), None)
        if first is not None:
            self._refuse(first.rule, path, first.offset, what=first.what)
        elif tolerated is not None or facts.function is self._kernel:
            # a kernel's own barriers and shared memory are another matter, and real threads have them
            return
        elif facts.barriers:
            what = f"it stands in the function '{facts.function.name}'"
            self._refuse("SP040", path, facts.barriers[0], what=what)
        elif facts.shared:
            self._refuse("SP041", path, facts.function.declarations[0].name.begin, what=facts.shared[0])

    @cached_property
    def _special_member(self) -> Function | None:
        """A function of the unit that may be called unseen and needs a clone, if there is one: a constructor,
        destructor or assignment, or what a `for` over a range calls."""
        return self._first_to_clone(lambda function: function.name in CALLED_UNSEEN)

    @cached_property
    def _member_of_open_type(self) -> Function | None:
        """The same, where types are open: operators and conversions, too. Calls by name are dependent ones."""
        return self._first_to_clone(
            lambda function: function.kind == "CONVERSION_FUNCTION" or function.name.startswith("operator")
        )

    def _first_to_clone(self, is_called: Callable[[Function], bool]) -> Function | None:
        return next(
            (
                function
                for function in self._book.unit.functions.values()
                if (function.kind in ("CONSTRUCTOR", "DESTRUCTOR") or is_called(function))
                and function.space.on_device
                and needs_clone(self._book, function)
            ),
            None,
        )

    def _call(self, path: str, call: Call, renamed: list[int]) -> None:
        if call.implicit:
            # what it calls is not seen: it matters only where some such member needs a clone
            member = self._member_of_open_type if call.dependent else self._special_member
            if member is not None:
                self._refuse_clone("SP035", path, call.offset, member, _MEMBER)
            return
        targets = targets_of(self._book, call)
        if not targets and call.keys:
            self._refuse("SP049", path, call.offset, what=call.name, because="its definition was not found")
            return
        if not targets and call.name != "operator()":
            self._refuse("SP043", path, call.offset, what=call.name)
            return
        for target in targets:
            if target.definition is None and target.kind not in METHODS:
                self._refuse("SP049", path, call.offset, what=target.name, because="it has no body in this unit")
                return
            if not needs_clone(self._book, target):
                self.visit(target)
                continue
            self._clone(path, call, target, renamed)
            if self.obstacle:
                return

    def _clone(self, path: str, call: Call, target: Function, renamed: list[int]) -> None:
        if target.key == self._kernel.key or target.space.value == "__global__":
            return
        if call.address_taken:
            self._refuse_clone("SP037", path, call.offset, target, "the address of '{}' is taken")
        elif target.kind in METHODS:
            rule = "SP043" if call.dependent else "SP035"
            self._refuse_clone(rule, path, call.offset, target, _MEMBER)
        elif call.name_offset < 0:
            self._refuse_clone("SP047", path, call.offset, target, "a macro writes the call of '{}'")
        else:
            renamed.append(call.name_offset)
            self.visit(target)
            if target not in self.helpers:
                self.helpers.append(target)
