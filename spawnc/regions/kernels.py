"""What has to be known of a kernel before a graph may hold it."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace

from spawnc.analyze.block_turns import meets_between_turns
from spawnc.analyze.copies import Copies
from spawnc.analyze.facts import FactBook
from spawnc.analyze.launch_graph import LaunchGraph, is_specialised, place_of
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import CalleeKind, Function, Launch, Unit
from spawnc.regions.host import HostCode
from spawnc.source import Span

_GRAPH_LAUNCH = re.compile(rb"\bcuda(GraphLaunch|LaunchDevice\w*|LaunchKernel\w*|GetParameterBuffer\w*)\b")
_BUILTIN = re.compile(r"(unsigned|signed|char|short|int|long|float|double|bool|\s|\d|true|false|-|u|l|U|L)+")


class Kernels:
    """The kernels of a unit."""

    def __init__(
        self,
        views: tuple[Unit, ...],
        books: Mapping[str, FactBook],
        copies: Copies,
        graph: LaunchGraph,
        free: Container[tuple[str, int]],
        joining: Container[str],
    ) -> None:
        self._views, self._books, self._copies, self._graph = views, books, copies, graph
        #: Places of launches of kernels that hold guarded launches, and launch nothing for all that.
        self._free = free
        #: Keys of kernels whose blocks run children in place.
        self._joining = joining

    def function(self, launch: Launch) -> Function | None:
        """The one kernel that a launch starts."""
        if launch.callee is not CalleeKind.EXACT or len(launch.targets) != 1:
            return None
        return next(
            (unit.functions[key] for unit in self._views if (key := launch.targets[0].key) in unit.functions), None
        )

    def unfit(self, code: HostCode, launch: Launch) -> Diagnostic | None:
        """Why a launch can't be a node of a graph."""
        function = self.function(launch)
        if function is None or not spelled_kernel(code, launch) or self._is_overloaded(function):
            return diagnose("SP112", launch.path, launch.offset)
        if self._launches(function) and place_of(launch) not in self._free:
            return diagnose("SP110", launch.path, launch.offset, kernel=function.name)
        definition = function.definition or function.declarations[0]
        for declaration in function.declarations:
            head = (
                self._views[0]
                .files[declaration.path]
                .data[declaration.span.begin : (declaration.body or declaration.span).begin]
            )
            if b"__cluster_dims__" in head or b"__block_size__" in head:
                return diagnose("SP111", launch.path, launch.offset, call="__cluster_dims__")
        if launch.chevrons.arguments != () and len(launch.chevrons.arguments) != len(definition.parameters):
            return diagnose(
                "SP119", launch.path, launch.offset, what=f"a launch of '{function.name}' with default arguments"
            )
        generic = function.is_template and all(map(_BUILTIN.fullmatch, launch.targets[0].template_arguments or ()))
        for parameter in definition.parameters:
            if parameter.is_pack or not (
                parameter.is_plain or parameter.canonical == "dim3" or (generic and "::" not in parameter.type)
            ):
                what = f"a parameter of '{function.name}' of type '{parameter.type}', which a constructor may copy,"
                return diagnose("SP119", launch.path, launch.offset, what=what)
        return None

    def unfit_for_loops(self, code: HostCode, launch: Launch) -> Diagnostic | None:
        """Why a launch can't stand in the body of a conditional node."""
        function = self.function(launch)
        if (problem := self.unfit(code, launch)) is not None or function is None:
            return problem
        if function.definition is None:
            return diagnose("SP117", launch.path, launch.offset, kernel=function.name)
        reach = self._graph.reaches[self._views[0].view]
        for reached in reach.reachable(function):
            if (definition := reached.definition) is not None:
                data = reach.unit.files[definition.path].data[definition.span.begin : definition.span.end]
                if _GRAPH_LAUNCH.search(data):
                    return diagnose("SP110", launch.path, launch.offset, kernel=function.name)
        return None

    def uncloned(self, path: str, function: Function) -> Diagnostic | None:
        """Why a kernel can't be repeated beside itself for a region in `path`."""
        definition = function.definition
        if definition is None or definition.path != path or any(other.path != path for other in function.declarations):
            place = definition or function.declarations[0]
            return diagnose("SP117", place.path, place.name.begin, kernel=function.name)
        if any(is_specialised(self._views[0], other) for other in self._namesakes(function)):
            return diagnose("SP112", definition.path, definition.name.begin)
        return self._copies.repeats(function)

    def meets_between_turns(self, launch: Launch, *, in_rows: bool) -> bool | Diagnostic:
        """Whether threads of a kernel's block have to wait for each other before they run another block; why they can't
        run one. `in_rows`: the blocks have one dimension."""
        function = self.function(launch)
        assert function is not None
        meets = False
        for unit in self._views:
            if (here := unit.functions.get(function.key)) is None:
                continue
            found = meets_between_turns(unit, here, self._books[unit.view], in_rows=in_rows)
            if isinstance(found, Note):
                return _cannot_take_turns(launch, function, found.text, found)
            meets = meets or found
        if function.key in self._joining:
            return _cannot_take_turns(launch, function, "it waits for its children")
        return meets

    def _launches(self, function: Function) -> bool:
        return next(self._graph.held_launches(function.key), None) is not None

    def _namesakes(self, function: Function) -> tuple[Function, ...]:
        return tuple(other for other in self._views[0].by_name.get(function.name, ()) if other.scope == function.scope)

    def _is_overloaded(self, function: Function) -> bool:
        return len(self._namesakes(function)) > 1


def _cannot_take_turns(launch: Launch, kernel: Function, because: str, *places: Note) -> Diagnostic:
    notes = tuple(replace(place, text="here") for place in places)
    return diagnose("SP124", launch.path, launch.offset, notes=notes, kernel=kernel.name, because=because)


def spelled_kernel(code: HostCode, launch: Launch, suffix: str = "") -> str:
    """How a launch's kernel, or a function beside it, is named where the launch stands; "" where it can't be."""
    name, call = launch.chevrons.name, launch.call
    function = code.unit.functions.get(launch.targets[0].key) if len(launch.targets) == 1 else None
    if name is None or call is None or function is None:
        return ""
    text = code.text(Span(call.span.begin, name.end)) + suffix
    if not function.is_template:
        return text if launch.chevrons.template_arguments is None else ""
    arguments = launch.targets[0].template_arguments
    return f"{text}<{', '.join(arguments)}>" if arguments else ""
