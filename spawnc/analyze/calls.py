"""The calls and launches of one function body."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from spawnc.analyze.paths import Paths
from spawnc.model import Function, Launch, Node, Ref, Space

#: Kinds of what can be called.
FUNCTIONS = frozenset({"FUNCTION_DECL", "FUNCTION_TEMPLATE"})
CALLABLE = FUNCTIONS | {"CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION"}
#: Functions without a body here that are CUDA's own, wherever they are declared.
_CUDA_API = re.compile(r"__|cuda[A-Z]|atomic[A-Z]")
_LAUNCH_API = re.compile(r"cudaLaunchDevice\w*|cudaGraphLaunch|cudaLaunchKernel\w*")
#: Thrust's functions that run no algorithm.
_THRUST_VALUES = frozenset({"make_pair", "make_tuple", "get", "min", "max", "swap", "raw_pointer_cast"})


@dataclass(frozen=True, slots=True)
class DeviceCall:
    """A call that is not a launch."""

    number: int
    node: Node
    name: str
    #: Functions of the user's files that it may mean; several where a template leaves it open.
    targets: tuple[Function, ...]
    #: Every function that it may mean has its body here, or is the system's.
    known: bool
    #: What of the system's it may mean.
    system: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class BodyFacts:
    """One body: where its launches and calls are. Numbers are those of `paths`."""

    paths: Paths
    #: A launch stands here as often as macros repeat it.
    launches: tuple[tuple[int, Launch], ...]
    #: Launches without a `<<<` of their own in the text: from macro bodies, by hand, or inside a library.
    hidden: tuple[int, ...]
    calls: tuple[DeviceCall, ...]
    #: Functions that are named without being called.
    addresses: frozenset[str]
    #: Where each launch stands, by the offset of its `<<<`.
    by_offset: dict[int, tuple[int, ...]]

    def numbers(self, launch: Launch) -> tuple[int, ...]:
        """Where a launch stands."""
        return self.by_offset.get(launch.chevrons.open.begin, ())


#: The functions of the user's files that a reference, or a bare name, may mean.
Resolve = Callable[[Ref | str], tuple[Function, ...]]


def read_body(paths: Paths, launches: tuple[Launch, ...], resolve: Resolve) -> BodyFacts:
    """Find the launches and calls of a body; `launches` are those of the function."""
    by_identity = {_identity(launch.call): launch for launch in launches if launch.call}
    local = local_callables(paths.nodes)
    found: list[tuple[int, Launch]] = []
    hidden: list[int] = []
    calls: list[DeviceCall] = []
    called: set[int] = set()
    for number, node in enumerate(paths.nodes):
        if node.kind != "CALL_EXPR":
            continue
        called.update(id(inner) for inner in _callee_nodes(node))
        launch = by_identity.get(_identity(node))
        if launch is not None:
            found.append((number, launch))
            continue
        call = _read_call(number, node, paths.data, local, resolve)
        calls.append(call)
        if _launches_unseen(call):
            hidden.append(number)
    addresses = {
        target.key
        for node in paths.nodes
        if node.kind != "CALL_EXPR" and id(node) not in called
        for ref in ((node.ref,) if node.ref else node.candidates)
        if ref.kind in CALLABLE
        for target in resolve(ref)
    }
    by_offset: dict[int, tuple[int, ...]] = {}
    for number, launch in found:
        offset = launch.chevrons.open.begin
        by_offset[offset] = (*by_offset.get(offset, ()), number)
    return BodyFacts(paths, tuple(found), tuple(hidden), tuple(calls), frozenset(addresses), by_offset)


def _read_call(number: int, node: Node, data: bytes, local: set[str], resolve: Resolve) -> DeviceCall:
    refs = _callee_refs(node)
    if not refs and constructs(node):
        return DeviceCall(number, node, "", (), True, ())
    if not refs:
        name = _last_name(node, data)
        targets = resolve(name)
        return DeviceCall(number, node, name, targets, bool(targets) and _have_bodies(targets), ())
    targets = tuple(target for ref in refs for target in resolve(ref))
    system = tuple(ref for ref in refs if not resolve(ref))
    # a name that is no function is a pointer, or an object of a type that a template leaves open. Of functions that
    # are neither the user's nor the system's, only implicit members and those of local classes are left
    known = all(ref.kind in CALLABLE or ref.key in local for ref in refs)
    return DeviceCall(number, node, refs[0].name, targets, known and _have_bodies(targets), system)


def _have_bodies(functions: tuple[Function, ...]) -> bool:
    return all(
        function.definition is not None
        # a constructor or an assignment without a body is a defaulted one
        or function.kind == "CONSTRUCTOR"
        or function.name == "operator="
        or _CUDA_API.match(function.name)
        for function in functions
    )


def _identity(node: Node) -> tuple[int, int, str]:
    # a macro that repeats its argument gives equal nodes
    return node.span.begin, node.span.end, node.name


def local_callables(nodes: Iterable[Node]) -> set[str]:
    """Variables that hold a lambda: its body is part of the tree."""
    return {
        node.ref.key
        for node in nodes
        if node.kind == "VAR_DECL" and node.ref and any(child.kind == "LAMBDA_EXPR" for child in node.children)
    }


def _callee_nodes(call: Node) -> Iterator[Node]:
    """The expression that is called. Of an overloaded operator, the name is the second child."""
    for child in call.children[:1]:
        yield from child.walk()
    for child in call.children[1:2]:
        if call.ref is not None and child.ref == call.ref:
            yield child


def constructs(call: Node) -> bool:
    """`T(x)` of a type that a template leaves open: what comes first is no callee, but an argument."""
    return call.ref is None and all(child.span.begin > call.span.begin for child in call.children)


def _callee_refs(call: Node) -> tuple[Ref, ...]:
    if call.ref is not None:
        return (call.ref,)
    if constructs(call):
        return ()
    callee = call.children[0] if call.children else None
    while callee is not None and callee.kind == "PAREN_EXPR" and callee.children:
        callee = callee.children[0]
    if callee is None:
        return ()
    for node in callee.walk():
        if node.candidates:
            return node.candidates
    return (callee.ref,) if callee.ref is not None and callee.kind == "DECL_REF_EXPR" else ()


def _last_name(call: Node, data: bytes) -> str:
    """The name that a dependent call spells last: `foo` of `p->foo<3>(x)`."""
    callee = call.children[0] if call.children else call
    if callee.name:
        return callee.name
    text, found = data[callee.span.begin : callee.span.end].replace(b"->", b"."), 1
    while found:
        text, found = re.subn(rb"<[^<>]*>", b"", text)
    names = re.findall(rb"[A-Za-z_]\w*", text)
    return names[-1].decode() if names else ""


def _launches_unseen(call: DeviceCall) -> bool:
    if any(target.space is Space.GLOBAL for target in call.targets):
        return True
    if _LAUNCH_API.fullmatch(call.name):
        return True
    return any(
        (ref.kind != "CONSTRUCTOR" and ref.scope[:1] == ("thrust",) and ref.name not in _THRUST_VALUES)
        or (ref.scope[:1] == ("cub",) and any(part.startswith("Device") for part in ref.scope))
        for ref in call.system
    )
