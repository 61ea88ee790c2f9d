"""What a function reaches on the device: the launches that it makes, and the functions that it calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from spawnc.analyze.calls import BodyFacts, DeviceCall, read_body
from spawnc.analyze.paths import read_paths
from spawnc.lexer import tokens
from spawnc.model import Function, Launch, Ref, Unit
from spawnc.source import Span


class Reach:
    """Calls and launches of a unit's functions, each body read once, when first asked for."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._bodies: dict[str, BodyFacts | None] = {}
        self._reachable: dict[tuple[str, ...], tuple[Function, ...]] = {}
        self._launches: dict[str, list[Launch]] = {}
        for launch in unit.launches:
            if launch.enclosing is not None and launch.call is not None:
                self._launches.setdefault(launch.enclosing.key, []).append(launch)

    def body(self, function: Function) -> BodyFacts | None:
        """Facts of the function's own body; None when it has none in this unit."""
        if function.key not in self._bodies:
            self._bodies[function.key] = self._read(function)
        return self._bodies[function.key]

    def launches_in(self, function: Function) -> tuple[Launch, ...]:
        """The launches written in the function's own body, in text order."""
        return tuple(self._launches.get(function.key, ()))

    def device_calls(self, function: Function) -> tuple[DeviceCall, ...]:
        """The calls in the function's own body, launches left out."""
        facts = self.body(function)
        return facts.calls if facts else ()

    def reachable(self, *functions: Function) -> tuple[Function, ...]:
        """The functions and all that their threads may call, in no order that means anything."""
        keys = tuple(function.key for function in functions)
        known = self._reachable.get(keys)
        if known is None:
            found = {function.key: function for function in functions}
            waiting = list(functions)
            while waiting:
                for call in self.device_calls(waiting.pop()):
                    for target in call.targets:
                        if target.key not in found:
                            found[target.key] = target
                            waiting.append(target)
            known = self._reachable[keys] = tuple(found.values())
        return known

    def reachable_launches(self, function: Function) -> tuple[Launch, ...]:
        """The launches that a thread of the function may make, in its body or in functions that it calls."""
        return tuple(launch for reached in self.reachable(function) for launch in self.launches_in(reached))

    def may_launch(self, function: Function) -> bool:
        """Whether a thread of the function may launch anything at all; so may code that isn't known here."""
        return any(
            facts is not None and (facts.launches or facts.hidden or not all(call.known for call in facts.calls))
            for facts in map(self.body, self.reachable(function))
        )

    @cached_property
    def callers(self) -> dict[str, list[tuple[Function, int]]]:
        """By function, every call of it in device code: the caller, and the call's number in the caller's body."""
        found: dict[str, list[tuple[Function, int]]] = defaultdict(list)
        for function in self._device_functions():
            for call in self.device_calls(function):
                for key in {target.key for target in call.targets}:
                    found[key].append((function, call.number))
        return dict(found)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Keys of the functions that device code names without calling them."""
        bodies = [self.body(function) for function in self._device_functions()]
        return frozenset().union(*(facts.addresses for facts in bodies if facts))

    @cached_property
    def names_outside(self) -> frozenset[str]:
        """Identifiers that occur outside all functions: in initialisers, macros, explicit instantiations."""
        spans: dict[str, list[Span]] = defaultdict(list)
        for function in self.unit.functions.values():
            for declaration in function.declarations:
                spans[declaration.path].append(declaration.span)
        return frozenset(
            token.text.decode("utf-8", "replace")
            for path, source in self.unit.files.items()
            for gap in _gaps(spans[path], len(source.data))
            for token in tokens(source.data, gap)
            if token.kind == "name"
        )

    def _device_functions(self) -> Iterator[Function]:
        return (function for function in self.unit.functions.values() if function.space.on_device)

    def resolve(self, ref: Ref) -> tuple[Function, ...]:
        """The functions of the user's files that a name stands for.

        An instantiation has a key of its own: every template of its qualified name may be the one."""
        exact = self.unit.functions.get(ref.key)
        if exact is not None:
            return (exact,)
        scope = _without_arguments(ref.scope)
        return tuple(
            function for function in self.unit.by_name.get(ref.name, ()) if _without_arguments(function.scope) == scope
        )

    def _resolve_any(self, meant: Ref | str) -> tuple[Function, ...]:
        return self.unit.by_name.get(meant, ()) if isinstance(meant, str) else self.resolve(meant)

    def _read(self, function: Function) -> BodyFacts | None:
        body, definition = self.unit.body_of(function), function.definition
        if body is None or definition is None:
            return None
        paths = read_paths(body, self.unit.files[definition.path].data)
        return read_body(paths, self.launches_in(function), self._resolve_any)


def _without_arguments(scope: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.partition("<")[0] for part in scope)


def _gaps(spans: list[Span], end: int) -> Iterator[Span]:
    position = 0
    for span in sorted(spans):
        if span.begin > position:
            yield Span(position, span.begin)
        position = max(position, span.end)
    yield Span(position, end)
