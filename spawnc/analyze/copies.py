"""What can be written again under another name: kernels, and the functions that they call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from spawnc.analyze.collisions import TakenNames
from spawnc.analyze.facts import FactBook, Obstacle
from spawnc.analyze.obstacles import Closure, close_over, depends_on_thread
from spawnc.analyze.repeatable import Repeatable
from spawnc.analyze.sites import problem_in
from spawnc.analyze.written import GUARDED_BRANCH
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.elsewhere.kernels import Elsewhere
from spawnc.model import Declaration, Function, Space, Unit
from spawnc.source import SourceFile


class Copies:
    """Why functions of a unit can't be repeated; None where nothing is in the way."""

    def __init__(
        self, views: tuple[Unit, ...], books: Mapping[str, FactBook], editable: Path, elsewhere: Elsewhere
    ) -> None:
        self._views, self._books = views, books
        self._repeatable = {view: Repeatable(book) for view, book in books.items()}
        self._taken: dict[str, TakenNames] = {}
        self._editable, self._elsewhere = editable.resolve(), elsewhere
        #: By path, whether a file lies below the folder whose files may be edited.
        self._inside: dict[str, bool] = {}

    def repeats(self, function: Function) -> Diagnostic | None:
        """Why a kernel can't be repeated with another name, as it is."""
        for unit in self._views:
            here = unit.functions.get(function.key)
            definition = here.definition if here else None
            if here is None or definition is None:
                continue
            problem = self._plain(unit, here, definition) or problem_in(unit, here) or self._collision(unit, here, here)
            if problem is not None:
                return problem
        return None

    def clone_problem(self, function: Function) -> Diagnostic | None:
        """Why a device function can't be repeated with another name."""
        for unit in self._views:
            here = unit.functions.get(function.key)
            if here is None:
                continue
            problem = self._cloneable(unit, here, here) or problem_in(unit, here) or self._collision(unit, here, here)
            if problem is not None:
                return problem
        return None

    def repeated(self, unit: Unit, function: Function) -> Diagnostic | None:
        """Why a kernel can't be repeated under other names."""
        definition = function.definition
        if definition is None:
            first = function.declarations[0]
            no_body = diagnose("SP015", first.path, first.name.begin, child=function.name)
            return self._elsewhere.problems.get(function.key, no_body)
        return (
            self._plain(unit, function, definition)
            or problem_in(unit, function)
            or self._collision(unit, function, function)
        )

    def closure(
        self, unit: Unit, function: Function, tolerated: Callable[[Obstacle], bool] | None = None
    ) -> tuple[Closure, Diagnostic | None]:
        """A kernel with what it calls, and what is in the way."""
        closure = close_over(self._books[unit.view], function, tolerated)
        problem = closure.obstacle
        for helper in closure.helpers:
            problem = (
                problem
                or self._cloneable(unit, function, helper)
                or problem_in(unit, helper)
                or self._collision(unit, function, helper)
            )
        return closure, problem

    def _plain(self, unit: Unit, function: Function, definition: Declaration) -> Diagnostic | None:
        """Whether the definition can be repeated with another name."""

        def refuse(rule: str, **details: str) -> Diagnostic:
            return diagnose(rule, definition.path, definition.name.begin, notes=(), child=function.name, **details)

        if function.space is not Space.GLOBAL:
            return refuse("SP048", what="it is not a __global__ function here")
        if definition.parentheses is None or definition.body is None:
            return refuse("SP020")
        # a friend may use what its namesakes may not
        befriended = any(declaration.in_class for declaration in function.declarations)
        if befriended or function.kind not in ("FUNCTION_DECL", "FUNCTION_TEMPLATE"):
            return refuse("SP048", what="it is declared in a class")
        if b"requires" in unit.files[definition.path].data[definition.span.begin : definition.name.begin]:
            return refuse("SP048", what="it has a requires clause")
        if unit.files[definition.path].data[: definition.name.begin].rstrip().endswith(b"::"):
            return refuse("SP048", what="it is defined outside its namespace")
        for declaration in function.declarations:
            if not self.may_edit(unit, declaration.path):
                return refuse("SP016", file=declaration.path)
            if GUARDED_BRANCH in unit.files[declaration.path].data:
                return refuse("SP048", what="its file was written by spawnc, begin with the original one")
            if unit.inclusions.get(declaration.path, 1) > 1 and not has_guard(unit.files[declaration.path]):
                return refuse("SP023", file=declaration.path)
        if what := self._repeatable[unit.view].problem(function):
            return refuse("SP048", what=what)
        for parameter in definition.parameters:
            if not parameter.name and ("(" in parameter.type or "[" in parameter.type or parameter.is_pack):
                return refuse("SP046", what=f"of type '{parameter.type}'")
        return None

    def _cloneable(self, unit: Unit, kernel: Function, helper: Function) -> Diagnostic | None:
        definition = helper.definition
        because = ""
        if definition is None:
            because = "it has no body in this unit"
        elif definition.parentheses is None or definition.body is None:
            because = "a macro writes its signature"
        elif any(declaration.in_class for declaration in helper.declarations):
            because = "it is declared in a class"
        elif not self.may_edit(unit, definition.path):
            because = f"it is defined in '{definition.path}', outside the project"
        elif unit.inclusions.get(definition.path, 1) > 1 and not has_guard(unit.files[definition.path]):
            because = f"'{definition.path}' is included more than once"
        else:
            because = self._repeatable[unit.view].problem(helper)
        if not because:
            return None
        place = definition or helper.declarations[0]
        if depends_on_thread(self._books[unit.view], helper):
            return diagnose("SP049", place.path, place.name.begin, child=kernel.name, what=helper.name, because=because)
        what = f"'{helper.name}' can't be cloned: {because}"
        return diagnose("SP056", place.path, place.name.begin, child=kernel.name, what=what)

    def _collision(self, unit: Unit, kernel: Function, function: Function) -> Diagnostic | None:
        """A name that is not free for what is written beside a function."""
        if unit.view not in self._taken:
            self._taken[unit.view] = TakenNames(unit.files.values(), unit.functions.values())
        taken = self._taken[unit.view].beside(function.name)
        if taken is None:
            return None
        return diagnose("SP026", taken.path, taken.offset, child=kernel.name, what=taken.name)

    def may_edit(self, unit: Unit, path: str) -> bool:
        if path not in unit.files:
            return False
        if path not in self._inside:
            self._inside[path] = Path(path).resolve().is_relative_to(self._editable)
        return self._inside[path]


def has_guard(source: SourceFile) -> bool:
    """Whether a file protects itself from being read twice."""
    return b"#pragma once" in source.data or bool(
        re.match(rb"(?s)(\s|//[^\n]*\n|/\*.*?\*/|\xef\xbb\xbf)*#\s*ifndef\s+(\w+)\s+#\s*define\s+\2\b", source.data)
    )
