"""What keeps the children of a kernel out of a queue, over all views of a unit.

In a queue, children begin when their parent grid has ended, in a kernel that the host launches in its stream.
So the parent must not wait for them, and nothing may be ordered between it and them (CUDA C++ Programming Guide,
dynamic parallelism: a parent sees a child's results only when it has ended; tail launches run after
all other children)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise

from spawnc.analyze.block_sizes import constant_block, stands_before
from spawnc.analyze.facts import FactBook
from spawnc.analyze.full_expression import why_not_last
from spawnc.analyze.instantiations import names_in_use
from spawnc.analyze.launch_graph import is_specialised, place_of
from spawnc.analyze.order import OrderFacts
from spawnc.analyze.streams import StreamKind, is_repeatable
from spawnc.analyze.template_children import launched_with, problem_of_template
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
        self._parents: dict[str, str] = {}
        self._children: dict[str, str] = {}
        self._launched_with: dict[tuple[str, int], tuple[str, ...] | None] = {}

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
        return any(offset in names_in_use(self._files[path].data) for path, offset in left)

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
        here = [(unit, unit.functions[kernel.key]) for unit in self._views if kernel.key in unit.functions]
        return max((shared_bytes(unit, each, self._books[unit.view]) or 0 for unit, each in here), default=0)

    def has_room(self, kernel: Function, *, queues: int) -> bool:
        """Whether a copy of a kernel may have so many queues."""
        found = (unit.functions.get(kernel.key) for unit in self._views)
        return all(_has_room(function, queues=queues) for function in found if function)

    def block(self, launch: Launch) -> tuple[str, ...]:
        """The constant block size of a launch, the same in all views; none when it is not so."""
        found = {
            constant_block(unit, other)
            for unit in self._views
            for other in unit.launches
            if other.seen and place_of(other) == place_of(launch)
        }
        return found.pop() if len(found) == 1 else ()

    def stands_before(self, name: str, head: Declaration) -> bool:
        """Whether a constant in a block's size is declared before some head, in all views."""
        return all(stands_before(unit, name, head) for unit in self._views)

    def _problem_of_child(self, kernel: Function) -> str:
        if kernel.is_template:
            here = [(unit, unit.functions[kernel.key]) for unit in self._views if kernel.key in unit.functions]
            if why := next(filter(None, (problem_of_template(*each) for each in here)), ""):
                return why
        if any(self._has_namesakes(unit, kernel, only_others=True) for unit in self._views):
            return f"there are several functions '{kernel.name}', not all plain kernels"
        for unit in self._views:
            for function in unit.by_name.get(kernel.name, ()):
                definition = function.definition if function.scope == kernel.scope else None
                if definition and not can_be_members(definition, unit.files[definition.path]):
                    return f"'{kernel.name}' has parameters that can't be members of a struct"
        return ""

    def launched_with(self, launch: Launch) -> tuple[str, ...] | None:
        """The template arguments of a launch's child; None when the head of a parent can't spell them."""
        place = place_of(launch)
        if place not in self._launched_with:
            self._launched_with[place] = launched_with(self._views, launch)
        return self._launched_with[place]

    @staticmethod
    def _has_namesakes(unit: Unit, kernel: Function, *, only_others: bool = False) -> bool:
        """Whether there are other functions of a kernel's name; `only_others`: among them, others than plain kernels,
        each of which has a guarded branch with a queue as well."""
        family = [other for other in unit.by_name.get(kernel.name, ()) if other.scope == kernel.scope]
        plain = [other.space is Space.GLOBAL and not _is_template(other) for other in family]
        return len(family) > 1 and not (only_others and all(plain))

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
            if not _has_room(function, queues=1):
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


def _is_template(function: Function) -> bool:
    return any(declaration.template is not None for declaration in function.declarations) or function.is_template


def can_be_members(definition: Declaration, source: SourceFile) -> bool:
    """No functions, nor arrays by another name, which stand for pointers as parameters only; no packs; no name that is
    a type's, too; and nothing that stands in a macro's arguments."""
    parameters = definition.parameters
    whole = [_is_whole(each, definition, source) for each in parameters]
    fit = [not each.is_pack and (not each.decays or first_extent(each, source) is not None) for each in parameters]
    if not all((*whole, *fit)):
        return False
    words = {word for parameter in parameters for word in re.findall(r"\w+", parameter.type)}
    return not any(parameter.name in words for parameter in parameters)


def first_extent(parameter: Parameter, source: SourceFile) -> Span | None:
    """The brackets after the name of a parameter that is written as an array, which is a pointer to what is left
    without them."""
    token_list = list(tokens(source.data, parameter.span))
    for name, opening in pairwise(token_list):
        if name.text == parameter.name.encode() and opening.text == b"[":
            depth = 0
            for token in token_list[token_list.index(opening) :]:
                depth += (token.text == b"[") - (token.text == b"]")
                if depth == 0:
                    return Span(opening.begin, token.end)
    return None


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


def _has_room(kernel: Function, *, queues: int) -> bool:
    """Whether queues, which are pointers, fit before a kernel's parameters; the size of a template's is not known."""
    size = queues * _QUEUE_BYTES
    for parameter in kernel.definition.parameters if kernel.definition else ():
        size += -size % max(parameter.alignment, 1) + parameter.size
    return size <= _MOST_PARAMETER_BYTES


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
