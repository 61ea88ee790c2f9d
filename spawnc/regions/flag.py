"""The scalar of a loop that the device writes and the host decides by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spawnc.model import Node, Ref
from spawnc.regions.configuration import names_of
from spawnc.regions.facts import Derived, Flag
from spawnc.regions.host import VARIABLES, HostCode, bare, keys_read
from spawnc.regions.reading import is_pointed_to, is_variable
from spawnc.regions.refusal import refuse
from spawnc.regions.scalars import SCALARS, pointee
from spawnc.regions.sizes import is_size_of
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Copied,
    Declared,
    Grouped,
    Left,
    Repeated,
    Statement,
    Waited,
)

TO_HOST = "cudaMemcpyDeviceToHost"


def flattened(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Statements without the braces around some of them."""
    for statement in statements:
        if isinstance(statement, Grouped):
            yield from flattened(statement.body)
        else:
            yield statement


def is_exit(statement: Statement) -> bool:
    """Whether a statement is an `if` with a `break` or `continue` in it."""
    return isinstance(statement, Branched) and any(
        isinstance(part, Left) for branch in statement.branches for part in flattened(branch)
    )


def find_reading(code: HostCode, loop: Repeated, body: Sequence[Statement]) -> Copied | Node | None:
    """How the host comes to know whether to go on: by a copy, or by a look at memory that both sides see.

    None where nothing of the device's decides."""
    deciding = [*loop.header, *(each.condition for each in body if isinstance(each, Branched) and is_exit(each))]
    decides = set().union(*map(keys_read, deciding))
    for statement in reversed(body):
        if (derived := derivation(statement)) is not None and derived.variable.key in decides:
            decides |= keys_read(derived.value)
    copied = [
        (statement, variable.key)
        for statement in body
        if isinstance(statement, Copied) and statement.kind == TO_HOST
        if (variable := host_variable(code, statement.arguments[0])) is not None
    ]
    last = max((launch.offset for launch in code.launches_in(loop.node)), default=0)
    # in the next trip, launches may take what is copied behind them
    behind = [(statement, key) for statement, key in copied if statement.span.begin > last]
    taken = _taken(code, loop) if behind else set[str]()
    for candidates, keys in ((copied, decides), (behind, taken)):
        for statement, key in candidates:
            if key in keys:
                return statement
    if not any(isinstance(statement, Waited) for statement in body):
        return None
    handed = {
        ref.key
        for launch in code.launches_in(loop.node)
        for argument in (launch.call.children[1:] if launch.call else ())
        if is_variable(argument) and (ref := bare(argument).ref)
    }
    looks = (inner for node in deciding for inner in node.walk() if is_pointed_to(code, inner))
    return next((look for look in looks if keys_read(look) & handed), None)


def _taken(code: HostCode, loop: Repeated) -> set[str]:
    """Keys of variables that launches of a loop take, those in grids by their names."""
    launches = code.launches_in(loop.node)
    arguments = (argument for launch in launches for argument in (launch.call.children[1:] if launch.call else ()))
    grids = (span for launch in launches for span in launch.chevrons.configuration[:1])
    names = set().union(*(names_of(code, span) for span in grids))
    named = {each.ref.key for each in code.body.walk() if each.kind in VARIABLES and each.ref and each.name in names}
    return named.union(*map(keys_read, arguments))


def derivation(statement: Statement) -> Derived | None:
    """A statement that computes a number, of one variable."""
    match statement:
        case Assigned(span=span, target=target, value=value, is_plain=True) if is_variable(target):
            ref = bare(target).ref
            return Derived(span, ref, value, is_local=False) if ref is not None else None
        case Declared(span=span, variables=(variable,)) if variable.ref is not None and variable.children:
            return Derived(span, variable.ref, variable.children[-1], is_local=True)
        case _:
            return None


def host_variable(code: HostCode, node: Node) -> Ref | None:
    """The x of `&x`, or the pointer p."""
    inner = bare(node)
    if inner.kind == "UNARY_OPERATOR" and code.operator(inner) == "&" and is_variable(inner.children[0]):
        return bare(inner.children[0]).ref
    return inner.ref if is_variable(inner) else None


def read_flag(code: HostCode, reading: Copied | Node, inner: set[str]) -> Flag:
    """The scalar; `inner` are the keys of what the loop's body declares. Raises Refusal."""
    if isinstance(reading, Node):
        return _shared(code, reading)
    host, device, size = reading.arguments
    variable = host_variable(code, host)
    if variable is None:
        refuse(code, "SP120", host)
    is_pointed_to = bare(host).kind != "UNARY_OPERATOR"
    spelled = pointee(variable.canonical) if is_pointed_to else variable.canonical
    type_name = (spelled or "").removeprefix("const ")
    flag = Flag(
        variable,
        f"*{variable.name}" if is_pointed_to else variable.name,
        is_pointed_to,
        type_name,
        device,
        is_local=variable.key in inner,
        is_shared=False,
    )
    if type_name not in SCALARS or not is_size_of(code, size, type_name, variable):
        refuse(code, "SP120", host)
    check_pointer(code, device, type_name)
    if keys_read(device) & inner:
        refuse(code, "SP119", device, what="a scalar whose address is computed in the loop")
    return flag


def _shared(code: HostCode, look: Node) -> Flag:
    """`*p`, of a pointer that kernels get, too."""
    pointer = next(inner for inner in look.walk() if inner.kind == "DECL_REF_EXPR")
    type_name = (pointee(pointer.ref.canonical) or "") if pointer.ref is not None else ""
    if pointer.ref is None or type_name not in SCALARS:
        refuse(code, "SP120", look)
    return Flag(pointer.ref, f"*{pointer.name}", True, type_name, pointer, is_local=False, is_shared=True)


def check_pointer(code: HostCode, node: Node, type_name: str) -> None:
    """Raises Refusal unless an expression is known to point to a type on the device."""
    inner, found = bare(node), ""
    if inner.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and inner.ref is not None:
        found = pointee(inner.ref.canonical) or ""
    if inner.kind == "UNARY_OPERATOR" and code.operator(inner) == "&":
        # of `&p[i]`
        target = bare(inner.children[0])
        base = bare(target.children[0]) if target.kind == "ARRAY_SUBSCRIPT_EXPR" else None
        found = pointee(base.ref.canonical) or "" if base is not None and base.ref is not None else ""
    if found.removeprefix("const ") != type_name:
        refuse(code, "SP120", node)


def is_flag(code: HostCode, target: Node, flag: Flag) -> bool:
    """Whether what is assigned to is the scalar."""
    if not flag.is_pointed_to:
        return is_variable(target) and target.ref is not None and target.ref.key == flag.variable.key
    return is_pointed_to(code, target) and flag.variable.key in keys_read(target)
