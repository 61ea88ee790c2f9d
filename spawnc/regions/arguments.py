"""What in a loop is not the same in all trips, and launch arguments that a clone of the kernel can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from spawnc.diagnostics import Diagnostic
from spawnc.model import Function, Node, Parameter, Ref
from spawnc.regions.facts import Alternating, Flag, FromScalar, Moving, Varied
from spawnc.regions.host import VARIABLES, HostCode, bare, keys_read, read
from spawnc.regions.reading import is_variable
from spawnc.regions.scalars import FLOATING, INTEGERS, SCALARS
from spawnc.regions.statements import Launched
from spawnc.source import Span


@dataclass
class Varying:
    """The variables of the host that change in a loop. Keys are those of declarations."""

    keys: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    #: Pointers to what changes.
    pointed: set[str] = field(default_factory=set)
    #: What each counter grows by in a trip, and what it has grown by where the walk stands.
    steps: dict[str, int] = field(default_factory=dict)
    ahead: dict[str, int] = field(default_factory=dict)
    #: The other variable of each that is exchanged; those that have been where the walk stands.
    pairs: dict[str, Ref] = field(default_factory=dict)
    flipped: set[str] = field(default_factory=set)
    #: Pointers that kernels get.
    handed: set[str] = field(default_factory=set)

    def add(self, variable: Ref) -> None:
        self.keys.add(variable.key)
        self.names.add(variable.name)

    def pair(self, first: Ref, second: Ref) -> None:
        """Two variables that are exchanged."""
        for one, other in ((first, second), (second, first)):
            self.add(one)
            self.pairs[one.key] = other

    def problem(self, code: HostCode, node: Node) -> Diagnostic | None:
        """Why an expression may not be the same in all trips."""
        if (reads := next(self.memory_reads(code, node), None)) is not None:
            return code.refuse("SP109", reads, what=code.text(reads.span))
        changing = next((inner for inner in read(node) if inner.ref and inner.ref.key in self.keys), None)
        return code.refuse("SP113", node, what=code.text(node.span)) if changing is not None else None

    def memory_reads(self, code: HostCode, node: Node) -> Iterator[Node]:
        """Reads of memory that the device, or another thread, may write: through pointers, of managed and volatile
        variables."""
        children = node.children
        if node.kind == "UNARY_OPERATOR" and code.operator(node) == "&":
            # an address is taken, nothing is read
            children = bare(children[0]).children
        elif (
            (node.kind == "DECL_REF_EXPR" and node.ref is not None and not _is_array(node) and is_shared(node.ref))
            or (node.kind == "UNARY_OPERATOR" and code.operator(node) == "*")
            or (node.kind == "ARRAY_SUBSCRIPT_EXPR" and (not _is_array(children[0]) or _is_shared_array(children[0])))
            or (node.kind == "MEMBER_REF_EXPR" and self._follows(code, node))
        ):
            yield node
        for child in children:
            yield from self.memory_reads(code, child)

    def _follows(self, code: HostCode, node: Node) -> bool:
        """Whether a member is reached through a pointer that kernels have, too."""
        if not node.children:
            return False
        base = bare(node.children[0])
        if base.kind == "CXX_THIS_EXPR":
            return False
        between = code.tokens(Span(node.children[0].span.end, node.span.end))
        if not between:
            return True
        if between[0].text == b".":
            return False
        return not is_variable(base) or base.ref is None or base.ref.key in self.handed


def handed_pointers(code: HostCode, node: Node) -> Varying:
    """Nothing that changes, so far; with the variables that kernels are given below a node."""
    varying = Varying()
    for launch in code.launches_in(node):
        for argument in launch.call.children[1:] if launch.call else ():
            ref = bare(argument).ref
            if is_variable(argument) and ref is not None:
                varying.handed.add(ref.key)
    return varying


def is_shared(variable: Ref) -> bool:
    """Whether somebody else may change a variable while the host runs a loop."""
    # host code can name no other device variable for its value
    return variable.kind in VARIABLES and ("device" in variable.annotations or "volatile" in variable.canonical)


def _is_shared_array(node: Node) -> bool:
    ref = bare(node).ref
    return ref is not None and is_shared(ref)


def _is_array(node: Node) -> bool:
    ref = bare(node).ref if bare(node).kind == "DECL_REF_EXPR" else None
    # a parameter is a pointer, however it is written
    return ref is not None and ref.kind == "VAR_DECL" and ref.canonical.endswith("]")


def varied_arguments(
    code: HostCode, work: Launched, kernel: Function, varying: Varying, scalar: Flag, is_scalar: Callable[[Node], bool]
) -> tuple[tuple[Varied, ...], Diagnostic | None]:
    """The arguments of a launch that change from trip to trip; and why one of them can't be followed. `is_scalar` says
    whether one is the loop's scalar as it was copied back."""
    definition = kernel.definition
    parameters = definition.parameters if definition is not None else ()
    varied: list[Varied] = []
    for index, argument in enumerate(work.node.children[1:]):
        if argument.span.end <= argument.span.begin:
            continue
        if index < len(parameters) and is_scalar(argument):
            if not _converts(parameters[index], scalar):
                return (), code.refuse("SP113", argument, what=code.text(argument.span))
            varied.append(FromScalar(index, scalar.type))
            continue
        if (reads := next(varying.memory_reads(code, argument), None)) is not None:
            return (), code.refuse("SP109", reads, what=code.text(reads.span))
        if not keys_read(argument) & varying.keys:
            continue
        found = _varied(code, index, argument, parameters[index], varying) if index < len(parameters) else None
        if found is None:
            return (), code.refuse("SP113", argument, what=code.text(argument.span))
        varied.append(found)
    return tuple(varied), None


def _converts(parameter: Parameter, scalar: Flag) -> bool:
    """Whether a parameter gets the same value on both sides."""
    type_name = parameter.canonical.removeprefix("const ")
    integers = SCALARS.keys() - FLOATING
    is_integer = type_name in integers and scalar.type in integers
    return bool(parameter.name) and (is_integer or type_name == scalar.type)


def _varied(code: HostCode, index: int, argument: Node, parameter: Parameter, varying: Varying) -> Varied | None:
    if parameter.decays or not parameter.name:
        return None
    inner = bare(argument)
    if is_variable(inner) and inner.ref is not None and inner.ref.key in varying.pairs:
        own, other = inner.ref.name, varying.pairs[inner.ref.key].name
        even, odd = (other, own) if inner.ref.key in varying.flipped else (own, other)
        return Alternating(index, argument.span, even, odd)
    names = tuple(_as_counter(code, inner, varying))
    keys = {node.ref.key for node in names if node.ref}
    if len(names) != 1 or len(keys) != 1:
        return None
    counter = names[0].ref
    assert counter is not None
    if parameter.canonical.removeprefix("const ") != counter.canonical or keys_read(argument) & varying.keys != keys:
        return None
    return Moving(index, varying.steps[counter.key], varying.ahead.get(counter.key, 0), (names[0].span,))


def _as_counter(code: HostCode, node: Node, varying: Varying) -> Iterator[Node]:
    """The counter in an expression that grows as it does; nothing for other expressions."""
    inner = bare(node)
    if is_variable(inner) and inner.ref is not None and inner.ref.key in varying.steps:
        yield inner
    if inner.kind != "BINARY_OPERATOR" or len(inner.children) != 2:
        return
    left, right = inner.children
    operator = code.operator(inner)
    if operator in ("+", "-") and _is_whole(code, right, varying):
        yield from _as_counter(code, left, varying)
    elif operator == "+" and _is_whole(code, left, varying):
        yield from _as_counter(code, right, varying)


def _is_whole(code: HostCode, node: Node, varying: Varying) -> bool:
    """Whether an expression is an integer that stays."""
    for inner in node.walk():
        if inner.kind == "DECL_REF_EXPR" and inner.ref is not None:
            if inner.ref.key in varying.keys or inner.ref.canonical.removeprefix("const ") not in INTEGERS:
                return False
        elif inner.kind not in ("INTEGER_LITERAL", "PAREN_EXPR", "BINARY_OPERATOR") or (
            inner.kind == "BINARY_OPERATOR" and code.operator(inner) not in ("+", "-", "*")
        ):
            return False
    return True
