"""Loop fission: the body of one block for a kernel with `__syncthreads()` and static `__shared__` variables.

The parts of the kernel between barriers each become a loop over the threads of the block; control flow around a
barrier stays around the loops and is run once (Stratton, Stone, Hwu: MCUDA, LCPC 2008). What comes out is a list of
edits on the kernel's own text; a kernel for which this can't be shown to be right is refused with the reason.

It is taken as given that the kernel has no data race: between two barriers, threads of the block may then run in
any order. Types of template parameters are taken as values, which can be copied without an effect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from spawnc.analyze.block_atomics import keeps_atomics
from spawnc.analyze.block_edits import block_edits
from spawnc.analyze.block_locals import crossings
from spawnc.analyze.block_parts import CutError, Layout, cut
from spawnc.analyze.block_shared import (
    MAX_BLOCK_BYTES,
    find_volatile,
    functions_of,
    pointers_to,
    shared_variables,
    size_of,
    warp_synchronous,
)
from spawnc.analyze.block_text import BodyText, compound_of, read_body
from spawnc.analyze.facts import FactBook
from spawnc.analyze.uniform import BARRIER, is_barrier, returns, uniform_variables
from spawnc.analyze.variable_uses import Mode, uses
from spawnc.decisions import BlockBody
from spawnc.model import Function, Node, Space, Unit
from spawnc.source import Edit, Span, as_text

#: Bytes of the set of threads that have returned.
_RETURNED_BYTES = 128
_CHANGING = {b"=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"<<=", b">>=", b"|=", b"&=", b"^=", b"%="}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a kernel has no body for one block: a rule, a place in the kernel's file, and what the rule's text needs."""

    rule: str
    offset: int
    details: dict[str, str] = field(default_factory=dict)


def fission(unit: Unit, function: Function, book: FactBook) -> BlockBody | Refusal:
    """The edits that turn a kernel's body into the body of one block, or why there are none."""
    definition, root = function.definition, unit.body_of(function)
    if definition is None or definition.body is None or root is None:
        return Refusal("SP040", function.declarations[0].name.begin, {"what": "its body is not in this unit"})
    body = compound_of(root)
    braces = body.span if body else definition.body
    text = read_body(unit, definition.path, braces)
    if (
        body is None
        or text.data[braces.begin : braces.begin + 1] != b"{"
        or text.data[braces.end - 1 : braces.end] != b"}"
    ):
        return Refusal("SP040", braces.begin, {"what": "a macro writes the kernel's body"})
    try:
        edits = tuple(_edits(unit, definition.path, text, root, body))
        return BlockBody(edits, keeps_atomics(book, text, root, body, shared_variables(body)))
    except CutError as error:
        return Refusal(error.rule, error.offset, {"what": error.what})


def _edits(unit: Unit, path: str, text: BodyText, root: Node, body: Node) -> Iterator[Edit]:
    shared = shared_variables(body)
    _check_visible(text, body, shared)
    _check_calls(unit, body)
    shared_bytes = sum(_shared_bytes(variable) for variable in shared)
    _check_order(text, body, shared)
    names_in = _hidden_names(unit, path, text)
    _check_configurations(text, names_in)
    uniform = uniform_variables(text, root, body)
    keys_of: dict[str, set[str]] = defaultdict(set)
    for node in root.walk():
        if node.kind in ("VAR_DECL", "PARM_DECL") and node.ref:
            keys_of[node.name].add(node.ref.key)
    layout = cut(text, body, uniform, names_in, keys_of)
    for node in root.children:
        if node.kind == "PARM_DECL" and node.ref:
            layout.scopes[node.ref.key] = (node.name, text.span)
    _check_parameters(text, root, body, uniform)
    _check_parts(unit, text, body, layout, shared)
    found = crossings(text, body, layout, uniform)
    kept = sum(crossing.bytes for crossing in found.values())
    has_returns = any(list(returns(piece.node)) for part in layout.parts for piece in part.pieces)
    total = shared_bytes + kept + (_RETURNED_BYTES if has_returns else 0)
    if total > MAX_BLOCK_BYTES:
        what = f"{shared_bytes} bytes of shared memory and {kept} bytes of its threads' variables"
        raise CutError(f"{what}, more than {MAX_BLOCK_BYTES}", body.span.begin, rule="SP050")
    return block_edits(text, body, layout, found, shared, uniform)


def _check_visible(text: BodyText, body: Node, shared: tuple[Node, ...]) -> None:
    """What edits depend on has to stand in the text, and all of it in the AST: macros and #if may hide it."""
    barriers = {node.name_offset: node for node in body.walk() if is_barrier(node)}
    own_returns = {node.span.begin for node in body.walk() if node.kind == "RETURN_STMT"}
    if -1 in barriers:
        raise CutError("a macro writes it", barriers[-1].span.begin)
    for token in text.tokens:
        if token.text == BARRIER.encode() and token.begin not in barriers:
            raise CutError("an #if or a macro hides it here", token.begin)
        if token.text.startswith(b"__syncthreads_"):
            raise CutError(f"`{token.text.decode()}` gives a value to each thread", token.begin)
        if token.text == b"return" and token.begin not in own_returns:
            raise CutError("an #if hides a `return` here", token.begin)
        if token.text in (b"goto", b"__barrier_sync"):
            raise CutError(f"the kernel uses `{token.text.decode()}`", token.begin)
    for node in body.walk():
        if node.kind == "RETURN_STMT" and not text.data.startswith(b"return", node.span.begin):
            raise CutError("a macro writes a `return`", node.span.begin)
        if node.kind == "CALL_EXPR" and node.name.startswith("__syncthreads_"):
            raise CutError(f"`{node.name}` gives a value to each thread", node.span.begin)
    for variable in shared:
        if variable.is_extern:
            raise CutError(variable.name, variable.span.begin, rule="SP038")
        if variable.name_offset < 0:
            raise CutError(f"a macro declares the shared variable '{variable.name}'", variable.span.begin, rule="SP050")


def _check_calls(unit: Unit, body: Node) -> None:
    """No function that the kernel calls may have a barrier or shared memory of its own."""
    seen: set[str] = set()
    names = [(node.span.begin, node) for node in body.walk()]
    while names:
        offset, node = names.pop(0)
        refs = (node.ref,) if node.ref else node.candidates
        for ref in refs:
            if ref.key in seen:
                continue
            seen.add(ref.key)
            for function in functions_of(unit, ref):
                callee = unit.body_of(function) if function.space is not Space.GLOBAL else None
                for below in callee.walk() if callee else ():
                    if is_barrier(below) or below.name.startswith("__syncthreads_"):
                        raise CutError(f"it stands in the function '{function.name}'", offset)
                    if below.kind == "VAR_DECL" and "shared" in below.annotations:
                        raise CutError(f"'{function.name}' has shared memory of its own", offset, rule="SP050")
                    names.append((offset, below))


def _shared_bytes(variable: Node) -> int:
    size = size_of(variable.type)
    if size is None:
        what = f"the size of shared '{variable.name}' ({variable.type}) is not known"
        raise CutError(what, variable.span.begin, rule="SP050")
    return size


def _check_order(text: BodyText, body: Node, shared: tuple[Node, ...]) -> None:
    """Threads that see each other's writes without a barrier rely on the order in which they run."""
    if not shared:
        return
    keys = {variable.ref.key: variable.name for variable in shared if variable.ref}
    named = [node for node in body.walk() if node.kind == "DECL_REF_EXPR" and node.ref and node.ref.key in keys]
    if named and not any(is_barrier(node) for node in body.walk()):
        raise CutError(named[0].name, named[0].span.begin, rule="SP041")
    volatile = find_volatile(text)
    if volatile >= 0:
        after = [node for node in named if node.span.begin > volatile]
        raise CutError((after or named or list(shared))[0].name, volatile, rule="SP041")


def _check_parts(unit: Unit, text: BodyText, body: Node, layout: Layout, shared: tuple[Node, ...]) -> None:
    keys = {variable.ref.key for variable in shared if variable.ref}
    pointers = pointers_to(text, body, frozenset(keys))
    for part in layout.parts:
        nodes = tuple(piece.node for piece in part.pieces)
        offset = warp_synchronous(unit, text, nodes, pointers)
        if offset >= 0:
            raise CutError(shared[0].name, offset, rule="SP041")


def _check_parameters(text: BodyText, root: Node, body: Node, uniform: frozenset[str]) -> None:
    """All threads of a block share one copy of the parameters now."""
    own = {node.ref.key for node in root.children if node.kind == "PARM_DECL" and node.ref}
    for use in uses(text, body):
        if use.ref.key in own - uniform and use.mode is not Mode.READ:
            raise CutError(f"threads change their own copy of parameter '{use.ref.name}'", use.node.span.begin)


def _hidden_names(unit: Unit, path: str, text: BodyText) -> dict[Span, frozenset[str]]:
    """Names that the AST does not have: those in launch configurations and in decltype()."""
    spans = [
        Span(launch.chevrons.open.begin, launch.chevrons.close.end)
        for launch in unit.launches
        if launch.path == path and launch.chevrons.open.begin in text.span and launch.chevrons.close
    ]
    spans += _decltypes(text)
    return {
        span: frozenset(as_text(token.text) for token in text.within(span) if token.kind == "name") for span in spans
    }


def _decltypes(text: BodyText) -> Iterator[Span]:
    for index, token in enumerate(text.tokens):
        if token.text not in (b"decltype", b"typeof", b"__typeof__"):
            continue
        depth = 0
        for later in text.tokens[index + 1 :]:
            depth += (later.text == b"(") - (later.text == b")")
            if depth == 0:
                yield Span(token.begin, later.end)
                break


def _check_configurations(text: BodyText, names_in: dict[Span, frozenset[str]]) -> None:
    for span in names_in:
        for token in text.within(span):
            if token.text in _CHANGING:
                raise CutError("a launch configuration changes a variable", token.begin)
