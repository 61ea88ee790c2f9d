"""Who launches whom, over all views of a unit."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from spawnc.analyze.obstacles import Closure
from spawnc.analyze.reach import Reach
from spawnc.model import Function, Launch, Unit


def place_of(launch: Launch) -> tuple[str, int]:
    """Path and offset of its `<<<`, by which a launch is the same in all views."""
    return launch.path, launch.chevrons.open.begin


class LaunchGraph:
    """Kernels and the kernels that their threads launch, through functions, too."""

    def __init__(self, views: tuple[Unit, ...]) -> None:
        self._views = views
        #: By view, what the functions of the unit reach.
        self.reaches = {unit.view: Reach(unit) for unit in views}
        self._launched: dict[str, frozenset[str]] = {}
        self._cyclic: dict[str, bool] = {}

    def held_launches(self, key: str) -> Iterator[Launch]:
        """The launches that a thread of a function may make, in any view."""
        for reach in self.reaches.values():
            function = reach.unit.functions.get(key)
            if function is not None:
                yield from reach.reachable_launches(function)

    def own_launches(self, key: str) -> Iterator[tuple[str, int]]:
        """Places of the launches in a function's own body, in any view."""
        for reach in self.reaches.values():
            function = reach.unit.functions.get(key)
            yield from (place_of(launch) for launch in reach.launches_in(function)) if function else ()

    def held_among(self, key: str, places: Container[tuple[str, int]]) -> Launch | None:
        """The first launch of those that a thread of a function may make, at one of some places."""
        return next((launch for launch in self.held_launches(key) if place_of(launch) in places), None)

    def launched_by(self, key: str) -> frozenset[str]:
        """Kernels that a thread of a function may launch itself."""
        known = self._launched.get(key)
        if known is None:
            known = frozenset(target.key for launch in self.held_launches(key) for target in launch.targets)
            self._launched[key] = known
        return known

    def reachable_kernels(self, keys: set[str]) -> set[str]:
        """Kernels that a run of `keys` may start, themselves included."""
        reached: set[str] = set()
        stack = list(keys)
        while stack:
            key = stack.pop()
            if key not in reached:
                reached.add(key)
                stack.extend(self.launched_by(key))
        return reached

    def reaches_itself(self, key: str) -> bool:
        """Whether a run of a kernel may start the kernel again."""
        known = self._cyclic.get(key)
        if known is None:
            known = self._cyclic[key] = key in self.reachable_kernels(set(self.launched_by(key)))
        return known

    def unfit_for_depths(self, kernel: Function, closure: Closure) -> str:
        """Why a kernel that launches itself can't have serial bodies that are templates over their depth."""
        if not self.reaches_itself(kernel.key):
            return ""
        launching = (helper for helper in closure.helpers if self.launched_by(helper.key))
        for function in (kernel, *launching):
            if function.has_c_linkage:
                return f"'{function.name}' has C linkage"
            for unit in self._views:
                namesakes = unit.by_name.get(function.name, ())
                if any(other.scope == function.scope and is_specialised(unit, other) for other in namesakes):
                    return f"'{function.name}' has explicit specialisations"
        return ""


def is_specialised(unit: Unit, function: Function) -> bool:
    """Whether a function is an explicit specialisation, whose arguments need not be written."""
    declaration = function.declarations[0]
    if declaration.template is None:
        return False
    header = unit.files[declaration.path].data[declaration.template.begin : declaration.template.end]
    return re.search(rb"<\s*>\s*$", header) is not None
