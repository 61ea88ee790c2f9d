"""What changes from trip to trip of a loop, before the first use of it is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying, handed_pointers
from spawnc.regions.configuration import names_of
from spawnc.regions.facts import Flag, Swap
from spawnc.regions.header import Header
from spawnc.regions.host import HostCode, bare, keys_read, read
from spawnc.regions.reading import is_variable
from spawnc.regions.refusal import refuse
from spawnc.regions.statements import Assigned, Counted, Declared, Repeated, Statement, Swapped


def what_varies(code: HostCode, loop: Repeated, body: Sequence[Statement], header: Header, flag: Flag) -> Varying:
    """The variables that a loop changes. Raises Refusal where one of them has a second name."""
    varying = handed_pointers(code, loop.node)
    for position, statement in enumerate(body):
        swap = exchange(body, position)
        if swap is not None:
            varying.pair(swap.first, swap.second)
        match statement:
            case Counted():
                _count(varying, statement)
            case Assigned(target=target) if is_variable(target) and target.ref is not None:
                varying.add(target.ref)
            case _:
                pass
    if header.increment is not None:
        _count(varying, header.increment)
    if flag.is_pointed_to:
        if flag.variable.key in varying.keys:
            # another scalar in each trip
            refuse(code, "SP115", loop.node, what=flag.variable.name)
        varying.pointed.add(flag.variable.key)
    else:
        varying.add(flag.variable)
    _refuse_second_names(code, varying)
    _refuse_aliases(code, loop, varying)
    return varying


def exchange(body: Sequence[Statement], position: int, *, is_late: bool = False) -> Swap | None:
    """The swap of two variables that begins with a statement: `std::swap(a, b);`, or `T t = a; a = b; b = t;`"""
    match body[position : position + 3]:
        case [Swapped(first=first, second=second, span=span), *_]:
            return Swap(first, second, (span,), is_late)
        case [
            Declared(span=one, variables=(kept,)),
            Assigned(span=two, target=first, value=second, is_plain=True),
            Assigned(span=three, target=third, value=last, is_plain=True),
        ]:
            start = kept.children[-1] if kept.children else kept
            a, b, c, d, e = (_variable(node) for node in (start, first, second, third, last))
            if a is None or b is None or c is None or d is None or e is None or kept.ref is None:
                return None
            if a.key == b.key and c.key == d.key and e.key == kept.ref.key:
                return Swap(b, c, (one, two, three), is_late)
        case _:
            pass
    return None


def _variable(node: Node) -> Ref | None:
    return bare(node).ref if is_variable(node) else None


def _count(varying: Varying, counted: Counted) -> None:
    varying.add(counted.variable)
    varying.steps[counted.variable.key] = counted.step


def _refuse_second_names(code: HostCode, varying: Varying) -> None:
    """A reference to a variable that changes: whoever reads it reads what changes."""
    for node in code.body.walk():
        if node.kind == "VAR_DECL" and node.type.rstrip().endswith("&"):
            for child in node.children:
                if keys_read(child) & varying.keys:
                    refuse(code, "SP115", node, what=node.name)


def _refuse_aliases(code: HostCode, loop: Repeated, varying: Varying) -> None:
    """A reference that the loop reads, to what may be a variable that changes: one of which others have the address."""
    known = {node.ref.key: node.ref for node in read(loop.node) if node.ref is not None}
    changing = [ref for key, ref in known.items() if key in varying.keys and _is_exposed(code, ref)]
    types = {variable.canonical.removesuffix("&").strip() for variable in changing}
    grids = (span for launch in code.launches_in(loop.node) for span in launch.chevrons.configuration)
    spelled = {name for span in grids for name in names_of(code, span)}
    read_types = {ref.canonical for ref in known.values()}
    read_types |= {each for name in spelled for of in (code.types, code.unit.types) for each in of.get(name, ())}
    for each in read_types:
        if each.endswith("&") and each.removeprefix("const ").removesuffix("&").strip() in types:
            refuse(code, "SP115", loop.node, what=changing[0].name)


def _is_exposed(code: HostCode, variable: Ref) -> bool:
    """Whether a variable has an address that others than CUDA may have, too."""
    if variable.is_global or variable.is_static:
        return True
    given = {
        id(argument)
        for call in code.body.walk()
        if call.kind == "CALL_EXPR" and call.ref is not None and call.ref.is_system and call.name.startswith("cuda")
        for argument in call.children
    }
    return any(
        node.kind == "UNARY_OPERATOR"
        and code.operator(node) in ("&", "")
        and variable.key in keys_read(node)
        and id(node) not in given
        for node in code.body.walk()
    )
