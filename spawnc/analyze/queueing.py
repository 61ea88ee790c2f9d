"""What keeps the children of a kernel out of a queue, over all views of a unit.

In a queue, children begin when their parent grid has ended, in a kernel that the host launches in its stream.
So the parent must not wait for them, and nothing may be ordered between it and them (CUDA C++ Programming Guide,
dynamic parallelism: a parent sees a child's results only when it has ended; tail launches run after
all other children)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from spawnc.analyze.block_sizes import constant_block
from spawnc.analyze.facts import FactBook
from spawnc.analyze.full_expression import why_not_last
from spawnc.analyze.instantiations import names_in_use
from spawnc.analyze.launch_graph import is_specialised, place_of
from spawnc.analyze.order import OrderFacts
from spawnc.analyze.streams import StreamKind, is_repeatable
from spawnc.analyze.whole_blocks import problem_in_blocks, shared_bytes
from spawnc.lexer import tokens
from spawnc.model import Declaration, Function, Launch, Parameter, Space, Unit
from spawnc.source import SourceFile, Span

#: What device code asks after a launch; a child in a queue never fails to launch.
_LAST_ERROR = {"cudaGetLastError", "cudaPeekAtLastError"}
#: Of a kernel's parameters; 32764 since CUDA 12.1, on GPUs that it was not made for, too.
_MOST_PARAMETER_BYTES = 4096
_QUEUE_BYTES = 8
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_STATIC_LOCAL, _WAITS, _NO_DEFAULT_CAPTURE = "SP034", "SP036", "SP042"


class QueueFacts:
    """What stands against a queue, each kernel read once; texts are for people, "" when nothing is in the way."""

    def __init__(
        self,
        views: tuple[Unit, ...],
        books: Mapping[str, FactBook],
        orders: Mapping[str, OrderFacts],
    ) -> None:
        self._views, self._books, self._orders = views, books, orders
        self._files = {path: source for unit in views for path, source in unit.files.items()}
        self._used: dict[str, frozenset[int]] = {}
        self._parents: dict[str, str] = {}
        self._children: dict[str, str] = {}

    def of_parent(self, kernel: Function) -> str:
        """Why no child of a kernel can wait in a queue; "" when nothing is in the way."""
        if kernel.key not in self._parents:
            self._parents[kernel.key] = self._find(kernel)
        return self._parents[kernel.key]

    def _is_named(self, kernel: Function) -> bool:
        """Whether a kernel is used in other ways than launches: what is set for it does not count for a copy of it."""
        declared = {
            (declaration.path, declaration.name.begin)
            for unit in self._views
            for function in unit.by_name.get(kernel.name, ())
            for declaration in function.declarations
        }
        # comments and literals only count where tokens have been looked at, which most units need not
        left = self._words.get(kernel.name.encode(), set[tuple[str, int]]()) - declared - self._launched
        return any(offset in self._uses(path) for path, offset in left)

    @cached_property
    def _launched(self) -> set[tuple[str, int]]:
        """Where launches name their kernels."""
        return {
            (launch.path, launch.chevrons.name.begin)
            for unit in self._views
            for launch in unit.launches
            if launch.chevrons.name is not None
        }

    @cached_property
    def _words(self) -> dict[bytes, set[tuple[str, int]]]:
        """Where the words stand, in all files, that are names of kernels."""
        kernels = {
            function.name.encode(): set[tuple[str, int]]()
            for unit in self._views
            for function in unit.functions.values()
            if function.space is Space.GLOBAL
        }
        for path, source in self._files.items():
            for match in _WORD.finditer(source.data):
                if match[0] in kernels:
                    kernels[match[0]].add((path, match.start()))
        return kernels

    def _uses(self, path: str) -> frozenset[int]:
        """Where names stand in a file, those aside that an explicit instantiation is of: it has the original, and
        means nothing for a copy."""
        if path not in self._used:
            self._used[path] = frozenset(names_in_use(self._files[path].data))
        return self._used[path]

    def of_child(self, kernel: Function) -> str:
        """Why a kernel can't be run from a queue."""
        if kernel.key not in self._children:
            self._children[kernel.key] = self._problem_of_child(kernel)
        return self._children[kernel.key]

    def in_blocks(self, kernel: Function, *, in_rows: bool) -> str:
        """Why the blocks of a drain can't run a kernel's blocks. `in_rows`: they have one dimension."""
        for unit in self._views:
            function = unit.functions.get(kernel.key)
            if function is None or function.definition is None:
                continue
            if why := problem_in_blocks(unit, function, self._books[unit.view], in_rows=in_rows):
                return why
        return ""

    def shared_bytes(self, kernel: Function) -> int:
        """Static shared memory of a kernel that a drain's blocks can run."""
        return max(
            (shared_bytes(body) or 0 for unit in self._views if (body := unit.body_of(kernel))),
            default=0,
        )

    def block(self, launch: Launch) -> tuple[str, ...]:
        """The constant block size of a launch, the same in all views; none when it is not so."""
        found = {
            constant_block(unit, other)
            for unit in self._views
            for other in unit.launches
            if other.seen and place_of(other) == place_of(launch)
        }
        return found.pop() if len(found) == 1 else ()

    def _problem_of_child(self, kernel: Function) -> str:
        if kernel.is_template:
            return f"'{kernel.name}' is a template"
        if any(self._has_namesakes(unit, kernel) for unit in self._views):
            return f"there are several functions '{kernel.name}'"
        if kernel.has_c_linkage:
            return f"'{kernel.name}' has C linkage"
        for unit in self._views:
            function = unit.functions.get(kernel.key)
            definition = function.definition if function else None
            if definition and not can_be_members(definition, unit.files[definition.path]):
                return f"'{kernel.name}' has parameters that can't be members of a struct"
        return ""

    @staticmethod
    def _has_namesakes(unit: Unit, kernel: Function) -> bool:
        return sum(1 for other in unit.by_name.get(kernel.name, ()) if other.scope == kernel.scope) > 1

    def of_function(self, function: Function) -> str:
        """Why a device function that launches can't be repeated for kernels with a queue."""
        for unit in self._views:
            here = unit.functions.get(function.key)
            if here is None:
                continue
            if here.has_c_linkage:
                return f"'{here.name}' has C linkage, which its copy, a template, can't have"
            namesakes = unit.by_name.get(here.name, ())
            if any(other.scope == here.scope and is_specialised(unit, other) for other in namesakes):
                return f"'{here.name}' has explicit specialisations"
            if why := self._own_obstacle(unit, here) or self._in_reached(unit, here):
                return why
        return ""

    def _own_obstacle(self, unit: Unit, function: Function) -> str:
        rules = {obstacle.rule for obstacle in self._books[unit.view].of(function).obstacles}
        if _STATIC_LOCAL in rules:
            return f"'{function.name}' has static variables, which a copy of it would not share"
        if _NO_DEFAULT_CAPTURE in rules:
            return f"a lambda in '{function.name}' does not capture by default"
        return ""

    def _find(self, kernel: Function) -> str:
        for unit in self._views:
            function = unit.functions.get(kernel.key)
            if function is None:
                continue
            if self._has_namesakes(unit, kernel):
                return f"there are several functions '{kernel.name}'"
            if function.definition and _size_with_queue(function.definition.parameters) > _MOST_PARAMETER_BYTES:
                return f"the parameters of '{kernel.name}' leave no room for a queue"
            if self._is_named(kernel):
                return f"'{kernel.name}' is used in other ways than launches"
            if why := self._own_obstacle(unit, function):
                return why
            for reached in self._orders[unit.view].reach.reachable(function):
                if why := self._in_reached(unit, reached):
                    return why
        return ""

    def _in_reached(self, unit: Unit, function: Function) -> str:
        orders = self._orders[unit.view]
        facts = orders.reach.body(function)
        if facts is None:
            return ""
        if any(obstacle.rule == _WAITS for obstacle in self._books[unit.view].of(function).obstacles):
            return f"'{function.name}' may wait for its children"
        if facts.hidden:
            return f"'{function.name}' launches in ways that spawnc does not follow"
        if any(call.name in _LAST_ERROR for call in facts.calls):
            return f"'{function.name}' asks for the last error"
        if any(orders.stream(launch).kind is StreamKind.TAIL for launch in orders.reach.launches_in(function)):
            return f"'{function.name}' holds a tail launch"
        return ""


def can_be_members(definition: Declaration, source: SourceFile) -> bool:
    """Not arrays and functions, which stand for pointers as parameters only; no name that is a type's, too; and nothing
    that stands in a macro's arguments."""
    parameters = definition.parameters
    if any(parameter.decays or not _is_whole(parameter, definition, source) for parameter in parameters):
        return False
    words = {word for parameter in parameters for word in re.findall(r"\w+", parameter.type)}
    return not any(parameter.name in words for parameter in parameters)


def _is_whole(parameter: Parameter, definition: Declaration, source: SourceFile) -> bool:
    """Whether a parameter begins and ends in the parameter list itself."""
    if definition.parentheses is None:
        return False
    span, depth = parameter.span, 0
    for token in tokens(source.data, Span(definition.parentheses.begin, span.end)):
        if token.begin == span.begin and depth != 1:
            return False
        depth += (token.text == b"(") - (token.text == b")")
        if depth < 1:
            return False
    texts = {token.text for token in tokens(source.data, span)}
    return depth == 1 and (not parameter.name or parameter.name.encode() in texts)


def _size_with_queue(parameters: Sequence[Parameter]) -> int:
    """Bytes of a kernel's parameters after a queue, which is a pointer; a template's are not known."""
    size = _QUEUE_BYTES
    for parameter in parameters:
        size += -size % max(parameter.alignment, 1) + parameter.size
    return size


def of_host_launch(files: Mapping[str, SourceFile], launch: Launch) -> str:
    """Why a host launch can't be that of another kernel, with one more argument."""
    chevrons = launch.chevrons
    if len(launch.targets) != 1 or chevrons.name is None or chevrons.parentheses is None:
        return "its kernel is not named"
    if chevrons.in_define or chevrons.spliced or launch.nested_in is not None:
        return "it stands in a macro"
    source = files[launch.path]
    if source.text(chevrons.name) != launch.targets[0].name:
        return "its kernel is not named"
    if len(chevrons.configuration) > 3 and not is_repeatable(files, source, chevrons.configuration[3]):
        return "its stream is an expression, which would be evaluated twice"
    return why_not_last(files, source, chevrons.parentheses.end)
