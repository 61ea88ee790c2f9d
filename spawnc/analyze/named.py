"""Streams that a function makes for itself: `cudaStream_t s; cudaStreamCreateWithFlags(&s, ...); k<<<g, b, 0, s>>>(x);`

The handle of such a stream is the thread's own as long as it goes nowhere else: other threads can't launch into it, and
barriers between threads mean nothing for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from spawnc.analyze.calls import BodyFacts
from spawnc.analyze.paths import LOOPS, Paths, inner_body, loops_around
from spawnc.analyze.streams import Stream, StreamKind
from spawnc.lexer import tokens
from spawnc.model import Launch, Node
from spawnc.source import Span

_STREAM_TYPES = {"cudaStream_t", "::cudaStream_t", "CUstream", "CUstream_st *", "struct CUstream_st *"}
_CREATES = re.compile(r"cudaStreamCreate\w*")
_DESTROYS = "cudaStreamDestroy"
#: Device-side calls that put something else than a launch into a stream, or make a stream wait.
STREAM_WORK = re.compile(r"cuda(EventRecord\w*|StreamWaitEvent|Mem(cpy|set)\w*Async\w*)")


@dataclass(frozen=True, slots=True)
class MadeHere:
    """A stream of the thread's own. `launches` are all that go into it."""

    launches: tuple[Launch, ...]
    #: Each execution of the one launch has a stream that was created for it.
    for_each_launch: bool


@dataclass(frozen=True, slots=True)
class NotMadeHere:
    """A parameter, a member, a global, or a handle that is handed on."""


@dataclass(frozen=True, slots=True)
class OtherUse:
    """Events or copies use the stream too."""

    what: str


NamedStream = MadeHere | NotMadeHere | OtherUse

Site = tuple[int, Launch, Stream]


def named_streams(facts: BodyFacts, sites: Iterable[Site]) -> dict[int, NamedStream]:
    """What is known of the stream of each launch that names one, by the launch's number in the body."""
    sites = tuple(sites)
    if not any(stream.kind is StreamKind.VARIABLE for _, _, stream in sites):
        return {}
    paths = facts.paths
    declarations, references = _declarations(paths), _references(paths)
    users: dict[int, list[tuple[int, Launch]]] = defaultdict(list)
    leaked: set[int] = set()
    found: dict[int, NamedStream] = {}
    for number, launch, stream in sites:
        named = stream.kind is StreamKind.VARIABLE
        if named:
            users[_visible(paths, declarations, stream.spelling, number)].append((number, launch))
        for name in _configuration_names(paths.data, launch, without_stream=named) & declarations.keys():
            leaked.add(_visible(paths, declarations, name, number))
    for declaration, launches in users.items():
        # the text of a macro's launch may name any variable
        unclear = declaration < 0 or declaration in leaked or bool(facts.hidden)
        known = NotMadeHere() if unclear else _named_stream(paths, declaration, references, launches)
        found.update((number, known) for number, _ in launches)
    return found


def _named_stream(
    paths: Paths, declaration: int, references: dict[str, list[int]], launches: list[tuple[int, Launch]]
) -> NamedStream:
    node = paths.nodes[declaration]
    if not _is_own_variable(node):
        return NotMadeHere()
    creations: list[int] = []
    for number in references[node.ref.key] if node.ref else ():
        call = _call_with_argument(paths, number)
        if STREAM_WORK.fullmatch(call):
            return OtherUse(f"{call}()")
        if _CREATES.fullmatch(call):
            creations.append(number)
        elif call != _DESTROYS:
            return NotMadeHere()
    inner = inner_body(paths, declaration)
    if not creations or any(
        inner_body(paths, number) != inner for number in (*creations, *(number for number, _ in launches))
    ):
        return NotMadeHere()
    fresh = len(creations) == len(launches) == 1 and _made_each_time(paths, creations[0], launches[0][0])
    # a lambda runs as often as it is called, and has no place for the object that keeps the order
    if inner >= 0 and not fresh:
        return NotMadeHere()
    return MadeHere(_distinct(launches), fresh)


def _distinct(launches: list[tuple[int, Launch]]) -> tuple[Launch, ...]:
    return tuple({launch.chevrons.open.begin: launch for _, launch in launches}.values())


def _is_own_variable(node: Node) -> bool:
    return (
        node.kind == "VAR_DECL"
        and node.type in _STREAM_TYPES
        and not (node.is_static or node.is_extern or node.annotations)
    )


def _declarations(paths: Paths) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, node in enumerate(paths.nodes):
        if node.kind in ("VAR_DECL", "PARM_DECL") and node.name:
            found[node.name].append(number)
    return found


def _references(paths: Paths) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, node in enumerate(paths.nodes):
        if node.kind == "DECL_REF_EXPR" and node.ref is not None:
            found[node.ref.key].append(number)
    return found


def _visible(paths: Paths, declarations: dict[str, list[int]], name: str, number: int) -> int:
    """The declaration that a name means at a launch, whose own text the parser never saw; -1 when it is not local."""
    for declaration in reversed(declarations.get(name, [])):
        scope = paths.parents[declaration]
        if scope >= 0 and paths.nodes[scope].kind == "DECL_STMT":
            scope = paths.parents[scope]
        if declaration < number <= paths.lasts[max(scope, 0)]:
            return declaration
    return -1


def _configuration_names(data: bytes, launch: Launch, *, without_stream: bool) -> set[str]:
    chevrons = launch.chevrons
    if chevrons.close is None:
        return set()
    end = chevrons.configuration[3].begin if without_stream else chevrons.close.begin
    span = Span(chevrons.open.end, end)
    return {token.text.decode("utf-8", "replace") for token in tokens(data, span) if token.kind == "name"}


def _call_with_argument(paths: Paths, number: int) -> str:
    """The function that gets a variable, or its address, as an argument; "" for any other use."""
    for around in paths.ancestors(number):
        node = paths.nodes[around]
        if node.kind == "CALL_EXPR":
            return node.name
        if node.kind not in ("UNARY_OPERATOR", "PAREN_EXPR"):
            return ""
    return ""


def _made_each_time(paths: Paths, creation: int, launch: int) -> bool:
    """Whether the creation comes before the launch, whenever that is reached, and as often."""
    if creation > launch or loops_around(paths, creation) != loops_around(paths, launch):
        return False
    around_launch = set(paths.ancestors(launch))
    below = creation
    for around in paths.ancestors(creation):
        kind = paths.nodes[around].kind
        if around in around_launch:
            if kind == "IF_STMT":
                return below == around + 1
            # a `case` may jump in between
            return kind == "COMPOUND_STMT" and paths.nodes[paths.parents[around]].kind != "SWITCH_STMT"
        if kind == "IF_STMT" and below != around + 1:
            return False
        if kind in LOOPS or kind in ("SWITCH_STMT", "CASE_STMT", "DEFAULT_STMT", "CONDITIONAL_OPERATOR"):
            return False
        if kind == "BINARY_OPERATOR" and below != around + 1:
            return False
        below = around
    return False
