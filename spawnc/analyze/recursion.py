"""Device functions that call themselves at run time, alone or through each other.

Where a template calls itself for other template arguments, another function is called: that is no recursion."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from spawnc.analyze.calls import DeviceCall
from spawnc.analyze.edges import Edges, groups, spread, turned
from spawnc.analyze.reach import Reach
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import Declaration, Function, Launch, Space

#: Explicit template arguments, with lists inside of them; and what they have where they are not the template's own.
_ARGUMENTS = re.compile(rb"\w\s*<((?:[^<>]|<[^<>]*>)*)>")
_CHANGED = re.compile(rb"[-+*/%&|^~!<>]|\.\.\.|\b(?:const|typename)\b")
_PACK = "PACK_EXPANSION_EXPR"


class Recursion:
    """The recursive functions of a unit, and who meets them; found when first asked for."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._functions = {key: each for key, each in reach.unit.functions.items() if each.space.on_device}

    def below(self, function: Function) -> Function | None:
        """A recursive function that a thread of this one may call, or it itself."""
        return self._below.get(function.key)

    def around(self, function: Function) -> Function | None:
        """A recursive function that this one may call, or one of those that it is called from."""
        return self._around.get(function.key)

    def problem(self, launch: Launch) -> Diagnostic | None:
        """A recursive function that a serial child would share its stack with, or call."""
        for target in launch.targets:
            # the target may be a template: its specialisations count
            for child in self._reach.unit.by_name.get(target.name, ()):
                recursive = self.below(child) if child.scope == target.scope else None
                if recursive is not None:
                    return self._at(launch, f"child kernel '{child.name}'", recursive)
        parent = launch.enclosing
        recursive = self.around(parent) if parent is not None else None
        if parent is None or recursive is None:
            return None
        who = f"'{parent.name}'" if self.below(parent) else f"a caller of '{parent.name}'"
        return self._at(launch, who, recursive)

    def _at(self, launch: Launch, who: str, recursive: Function) -> Diagnostic:
        call = self._again[recursive.key]
        through = "" if call.name == recursive.name else f" through '{call.name}'"
        note = Note(_shown(recursive).path, call.node.span.begin, f"'{recursive.name}' calls itself{through} here")
        return diagnose("SP055", launch.path, launch.offset, notes=(note,), function=who, what=recursive.name)

    @cached_property
    def _calls(self) -> dict[str, list[tuple[DeviceCall, Function]]]:
        return {
            key: [
                (call, target)
                for call in self._reach.device_calls(function)
                for target in self._targets(call)
                # a kernel that is called is launched, by a macro for example
                if target.key in self._functions and target.space is not Space.GLOBAL
            ]
            for key, function in self._functions.items()
        }

    @cached_property
    def _edges(self) -> Edges:
        return {key: [target.key for _, target in calls] for key, calls in self._calls.items()}

    @cached_property
    def _again(self) -> dict[str, DeviceCall]:
        """The recursive functions, each with its first call that leads back to it."""
        calls = {
            key: [(call, target.key) for call, target in calls if not self._is_another(key, call, target)]
            for key, calls in self._calls.items()
        }
        group = groups({key: [target for _, target in targets] for key, targets in calls.items()})
        return {
            key: call
            for key, targets in calls.items()
            for call, target in reversed(targets)
            if group[target] == group[key]
        }

    @cached_property
    def _below(self) -> dict[str, Function]:
        return spread({key: self._functions[key] for key in self._again}, turned(self._edges))

    @cached_property
    def _around(self) -> dict[str, Function]:
        return spread(self._below, self._edges)

    def _targets(self, call: DeviceCall) -> Iterable[Function]:
        """The functions that a call may mean: not every namesake that `call.targets` has for what isn't here."""
        ref = call.node.ref
        if ref is None:
            # an operator that a template leaves open is that of other types, those of members; it has no name here
            if any(child.candidates and child.name.startswith("operator") for child in call.node.children):
                return ()
            return [target for target in call.targets if _takes(target, call)]
        if ref.key not in self._functions and (ref.is_system or ref.is_implicit):
            return ()
        if any(self._is_virtual(target) for target in call.targets):
            return self._reach.unit.by_name[call.name]
        return call.targets

    def _is_virtual(self, function: Function) -> bool:
        return function.kind == "CXX_METHOD" and any(
            b"virtual" in self._reach.unit.files[each.path].data[each.span.begin : each.name.begin]
            for each in function.declarations
        )

    def _is_another(self, caller: str, call: DeviceCall, target: Function) -> bool:
        """Whether a template calls it for other template arguments than its own."""
        facts = self._reach.body(self._functions[caller])
        if call.node.ref is not None or facts is None or not call.node.children:
            return False
        callee, *arguments = call.node.children
        declaration = _shown(target)
        own = ",".join(declaration.template_arguments).encode()
        for written in _ARGUMENTS.findall(facts.paths.data[callee.span.begin : callee.span.end]):
            if _CHANGED.search(written) and b"".join(written.split()) != own:
                return True
        # a pack that loses its first element, and not one that is passed on
        return len(arguments) != len(declaration.parameters) and any(node.kind == _PACK for node in arguments)


def _takes(function: Function, call: DeviceCall) -> bool:
    """Whether a function has parameters for as many arguments."""
    arguments = call.node.children[1:]
    parameters = _shown(function).parameters
    if any(node.kind == _PACK for node in arguments) or any(parameter.is_pack for parameter in parameters):
        return True
    needed = min(sum(not each.default for each in declared.parameters) for declared in function.declarations)
    return needed <= len(arguments) <= len(parameters)


def _shown(function: Function) -> Declaration:
    return function.definition or function.declarations[0]
