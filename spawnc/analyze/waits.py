"""Where device code waits for its children: cudaDeviceSynchronize(), as the first device runtime (CDP1) had it.

CUDA C++ Programming Guide 11, dynamic parallelism (CDP1), "Synchronization": the call waits for all grids that the
thread's block has launched, and for theirs; what they wrote is visible then. A grid is complete only when its children
are, so a wait that nothing follows waits for what happens anyway."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from spawnc.analyze.calls import FUNCTIONS, DeviceCall
from spawnc.analyze.paths import Paths, inner_body, loops_around
from spawnc.analyze.reach import Reach
from spawnc.lexer import macros_of_files
from spawnc.model import Function, Node, Ref
from spawnc.source import Span

#: The second one is what the toolkit's headers call since CUDA 11.6.
WAITS = frozenset({"cudaDeviceSynchronize", "__cudaDeviceSynchronizeDeprecationAvoidance"})

_AROUND = frozenset({"COMPOUND_STMT", "IF_STMT", "DO_STMT", "DECL_STMT", "VAR_DECL", "BINARY_OPERATOR", "PAREN_EXPR"})
_OPAQUE = frozenset({"LAMBDA_EXPR", "ASM_STMT", "MS_ASM_STMT", "CXX_THIS_EXPR", "GOTO_STMT", "INDIRECT_GOTO_STMT"})
_CONSTANTS = frozenset({"ENUM_CONSTANT_DECL", "FIELD_DECL"})


@dataclass(frozen=True, slots=True)
class Wait:
    """One call in the body of a function."""

    function: Function
    #: Of the call in the body's `Paths`.
    number: int
    path: str
    #: Where the call stands.
    offset: int
    #: The name of what is called; None when a macro writes it.
    name: Span | None


def waits_in(reach: Reach, function: Function) -> tuple[Wait, ...]:
    """The waits in a function's own body."""
    definition = function.definition
    if definition is None:
        return ()
    return tuple(
        Wait(function, call.number, definition.path, call.node.span.begin, _name(call))
        for call in reach.device_calls(function)
        if call.name in WAITS and not call.targets
    )


def is_last(reach: Reach, wait: Wait) -> bool:
    """Whether nothing but the end of the kernel depends on a wait in the kernel's own body."""
    facts = reach.body(wait.function)
    if facts is None or facts.paths.has_goto or inner_body(facts.paths, wait.number) >= 0:
        return False
    if any(not _runs_once(reach, facts.paths, loop) for loop, _ in loops_around(facts.paths, wait.number)):
        return False
    return nothing_follows(facts.paths, wait.number, 0)


def nothing_follows(paths: Paths, number: int, outermost: int) -> bool:
    """Whether whatever comes after a wait, up to the end of a statement around it, uses no memory: barriers, `return`,
    a look at the wait's status."""
    status: set[str] = set()
    below = number
    while below != outermost:
        above = paths.parents[below]
        node = paths.nodes[above]
        if node.kind in FUNCTIONS:
            break
        if node.kind not in _AROUND and not node.kind.endswith("CAST_EXPR"):
            return False
        if node.kind == "VAR_DECL" and node.ref is not None:
            status.add(node.ref.key)
        siblings = node.children
        position = next(index for index, child in enumerate(siblings) if child is paths.nodes[below])
        if node.kind == "BINARY_OPERATOR" and position == 1 and (key := _local(siblings[0])):
            status.add(key)
        # the operands of an operator come in any order; the branches of an `if` exclude each other
        after = siblings if node.kind == "BINARY_OPERATOR" else siblings[position + 1 :]
        if node.kind == "IF_STMT" and position > 0:
            after = ()
        if not all(_is_harmless(child, status) for child in after if child is not paths.nodes[below]):
            return False
        below = above
    return True


def _runs_once(reach: Reach, paths: Paths, loop: int) -> bool:
    """`do { ... } while (0)` in the body of a macro; written out, it counts for no loop at all."""
    node = paths.nodes[loop]
    if node.kind != "DO_STMT" or node.children[-1].kind not in ("INTEGER_LITERAL", "CXX_BOOL_LITERAL_EXPR"):
        return False
    name = re.match(rb"\w*", paths.data[node.span.begin :])
    bodies = [macro.body for macro in macros_of_files(reach.unit.files.values(), name[0] if name else b"")]
    return bool(bodies) and all(re.findall(rb"\bwhile\s*\((.*?)\)", body) in ([b"0"], [b"false"]) for body in bodies)


def _is_harmless(statement: Node, status: set[str]) -> bool:
    """Whether a statement depends on nothing that a child may write, and writes nothing itself."""
    for node in statement.walk():
        if node.kind in _OPAQUE or node.annotations:
            return False
        if node.kind == "VAR_DECL" and node.ref is not None:
            status.add(node.ref.key)
        refs: Iterable[Ref] = (node.ref,) if node.ref is not None else node.candidates
        if not all(ref.key in status or ref.is_system or ref.kind in _CONSTANTS for ref in refs):
            return False
    return True


def _local(node: Node) -> str:
    """The key of a local variable that is named, and nothing else; "" for the rest."""
    ref = node.ref
    is_variable = node.kind == "DECL_REF_EXPR" and ref is not None and ref.kind == "VAR_DECL" and not ref.is_global
    return ref.key if is_variable and ref is not None and not {"*", "&"} & set(ref.type) else ""


def _name(call: DeviceCall) -> Span | None:
    for node in call.node.children[0].walk() if call.node.children else ():
        if node.kind == "DECL_REF_EXPR" and node.name_offset >= 0:
            return Span(node.name_offset, node.name_offset + len(call.name))
    return None
