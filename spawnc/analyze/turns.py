"""Calls of CUDA's device runtime in device code: how each of them can take the turn of its warp.

spawn/in_turn.cuh says why it has to, beside guarded launches. A using-declaration at the beginning of a body is enough
for calls by plain names, those that macros write among them; what has `::` before its name is changed where it
stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from spawnc.analyze.block_text import macro_bodies
from spawnc.analyze.configurations import Configurations
from spawnc.analyze.copies import has_guard
from spawnc.analyze.hiding import named_otherwise
from spawnc.decisions import Turns
from spawnc.model import Function, Node, Unit

#: Those of cuda_device_runtime_api.h that spawn/in_turn.cuh has: all but what reads the state of the calling thread or
#: gives text (cudaGetLastError...), what launches or waits (cudaLaunchDevice...), and what graphs have.
_IN_TURN = frozenset(
    {
        *("cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaStreamWaitEvent", "cudaEventCreateWithFlags"),
        *("cudaEventRecord", "cudaEventRecordWithFlags", "cudaEventDestroy", "cudaMalloc", "cudaFree"),
        *("cudaMemcpyAsync", "cudaMemcpy2DAsync", "cudaMemcpy3DAsync", "cudaMemsetAsync", "cudaMemset2DAsync"),
        *("cudaMemset3DAsync", "cudaGetDevice", "cudaGetDeviceCount", "cudaDeviceGetAttribute"),
        *("cudaDeviceGetLimit", "cudaDeviceGetCacheConfig", "cudaRuntimeGetVersion", "cudaFuncGetAttributes"),
        *("cudaOccupancyMaxActiveBlocksPerMultiprocessor",),
        *("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",),
    }
)
#: nvcc warns wherever its name stands.
_DEPRECATED = "cudaDeviceGetSharedMemConfig"
_NAMES = _IN_TURN | {_DEPRECATED}
_REFERENCES = {"DECL_REF_EXPR", "OVERLOADED_DECL_REF"}
#: What the headers add to a name for `-default-stream per-thread`.
_ADDED = "_ptsz"


@dataclass(frozen=True, slots=True)
class Untaken:
    """A call that can't take the turn."""

    path: str
    offset: int
    function: str
    call: str
    because: str


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What the files of a unit that may be edited hold."""

    turns: tuple[Turns, ...] = ()
    problem: Untaken | None = None


@dataclass(frozen=True, slots=True)
class _Mention:
    name: str
    #: With the `::` before it; of the macro that writes it.
    offset: int
    is_called: bool = True


def find_turns(views: Iterable[Unit], editable: Path) -> TurnFacts:
    """The bodies to change, over all views: each may compile other lines of the same text."""
    names: dict[tuple[str, int], set[str]] = defaultdict(set)
    qualified: dict[tuple[str, int], set[int]] = defaultdict(set)
    problem: Untaken | None = None
    root = editable.resolve()
    for unit in views:
        calls = _Calls(unit)
        ours = {path for path in unit.files if Path(path).resolve().is_relative_to(root)}
        for function in unit.functions.values():
            definition = function.definition
            if definition is None or definition.path not in ours:
                continue
            data = unit.files[definition.path].data
            for block, mentions in calls.of(function):
                place = definition.path, block.span.begin + 1
                for mention in mentions:
                    if because := calls.problem(definition.path, block, mention):
                        problem = problem or Untaken(
                            definition.path, mention.offset, function.name, mention.name, because
                        )
                    elif data.startswith(b"::", mention.offset):
                        qualified[place].add(mention.offset)
                    else:
                        names[place].add(mention.name)
    turns = [
        Turns(*place, tuple(sorted(names[place])), tuple(sorted(qualified[place])))
        for place in sorted({*names, *qualified})
    ]
    return TurnFacts(tuple(turns), problem)


class _Calls:
    """The device runtime's names in the bodies of one view."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._configurations = Configurations(unit)
        self._macros = tuple(macro_bodies(unit))
        words = {name.encode() for name in _NAMES}
        while more := {name for name, body in self._macros if name not in words and not words.isdisjoint(body)}:
            words |= more
        # most bodies are never read: their text says enough
        self._words = re.compile(rb"\b(?:%s)" % b"|".join(map(re.escape, sorted(words))))
        self._hidden: dict[str, str] = {}

    def of(self, function: Function) -> Iterator[tuple[Node, list[_Mention]]]:
        """The braces around device code, and what is named in it."""
        definition = function.definition
        if definition is None:
            return
        data = self._unit.files[definition.path].data
        if not self._words.search(data, definition.span.begin, definition.span.end):
            return
        body = self._unit.body_of(function)
        if body is None:
            return
        for code in (body,) if function.space.on_device else _device_lambdas(body, data):
            block = next((child for child in reversed(code.children) if child.kind == "COMPOUND_STMT"), code)
            mentions = [*_mentions(code), *self._configured(function, body, block)]
            if mentions:
                yield block, mentions

    def problem(self, path: str, block: Node, mention: _Mention) -> str:
        """Why a call can't take the turn; "" when it can."""
        source = self._unit.files[path]
        if mention.name == _DEPRECATED:
            return "it is deprecated"
        if not mention.is_called:
            return "its address is taken"
        if source.data[block.span.begin : block.span.begin + 1] != b"{":
            return "a macro writes the braces around it"
        if mention.offset not in block.span:
            return "it stands before the body"
        if self._unit.inclusions.get(path, 1) > 1 and not has_guard(source):
            return f"'{path}' is included more than once"
        if re.compile(rb"[:\s]*%s\s*<" % mention.name.encode()).match(source.data, mention.offset):
            return "it has template arguments"
        if mention.name not in self._hidden:
            self._hidden[mention.name] = named_otherwise(self._unit, mention.name) or self._with_arguments(mention.name)
        return self._hidden[mention.name]

    def _configured(self, function: Function, body: Node, block: Node) -> Iterator[_Mention]:
        for named in self._configurations.called(function.key, body):
            if named.name in _NAMES and not named.is_member and named.offset in block.span:
                yield _Mention(named.name, named.offset)

    def _with_arguments(self, name: str) -> str:
        word = name.encode()
        if any(pair == (word, b"<") for _, body in self._macros for pair in pairwise(body)):
            return "a macro gives it template arguments"
        return ""


def _device_lambdas(body: Node, data: bytes) -> Iterator[Node]:
    """Those of a host function."""
    for node in body.walk():
        if node.kind == "LAMBDA_EXPR":
            block = next((child for child in node.children if child.kind == "COMPOUND_STMT"), node)
            if b"__device__" in data[node.span.begin : block.span.begin]:
                yield node


def _mentions(code: Node) -> Iterator[_Mention]:
    called = {id(_callee(node)) for node in code.walk() if node.kind == "CALL_EXPR"}
    for node in code.walk():
        if node.kind in _REFERENCES:
            for ref in (node.ref,) if node.ref else node.candidates:
                name = ref.name.removesuffix(_ADDED)
                if name in _NAMES and ref.is_system and not ref.scope:
                    yield _Mention(name, node.span.begin, id(node) in called)


def _callee(call: Node) -> Node | None:
    node = call.children[0] if call.children else None
    while node is not None and node.kind == "PAREN_EXPR" and node.children:
        node = node.children[0]
    return node
