"""What ends a loop, put together from all that its trips do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying
from spawnc.regions.condition import condition_problem
from spawnc.regions.facts import Condition, Counter, Derived, Flag, Swap
from spawnc.regions.host import VARIABLES, HostCode, keys_read
from spawnc.regions.refusal import refuse, require


@dataclass(frozen=True, slots=True)
class Deciding:
    """What the end of a loop may depend on."""

    flag: Flag
    varying: Varying
    #: Of `if (...) break;`, and of the loop's head.
    leave: Node | None
    go_on: Node | None
    derived: tuple[Derived, ...]
    counters: Mapping[str, Counter]
    swaps: tuple[Swap, ...]
    #: Keys of what the body declares.
    inner: set[str]


def read_condition(code: HostCode, loop: Node, deciding: Deciding) -> Condition:
    """The condition of a loop. Raises Refusal where the device can't decide as the host does."""
    leave, counters = deciding.leave, deciding.counters
    nodes = [node for node in (leave, deciding.go_on) if node is not None]
    if not nodes:
        refuse(code, "SP108", loop, what="nothing but an error")
    refs: dict[str, Ref] = {}
    values = [each.value for each in deciding.derived]
    for each in (each for node in (*values, *nodes) for each in node.walk()):
        if each.kind == "DECL_REF_EXPR" and each.ref is not None and each.ref.kind in VARIABLES:
            refs[each.ref.key] = each.ref
    made = {deciding.flag.variable.key, *(each.variable.key for each in deciding.derived)}
    captured = tuple(ref for key, ref in refs.items() if key not in counters and key not in made)
    counted = tuple(counter for key, counter in counters.items() if key in refs)
    condition = Condition(leave, deciding.go_on, captured, counted, deciding.derived)
    require(condition_problem(code, condition, deciding.flag, deciding.varying))
    # one struct and one block hold them all: two of one name would be one there
    told = {deciding.flag.variable.key: deciding.flag.variable, **refs}
    told |= {key: counter.variable for key, counter in counters.items()}
    told |= {each.variable.key: each.variable for each in deciding.derived}
    names = [ref.name for ref in told.values()]
    for ref in told.values():
        if names.count(ref.name) > 1:
            _cannot_decide(code, nodes[0], f"'{ref.name}' is the name of two variables")
    for ref in captured:
        if ref.key in deciding.inner:
            _cannot_decide(code, nodes[0], f"'{ref.name}' is declared in the loop")
    late = {key for key, counter in counters.items() if counter.is_late}
    told_late = any(swap.is_late for swap in deciding.swaps) or any(not counters[key].is_local for key in late)
    if leave is not None and told_late and keys_read(leave) & late:
        _cannot_decide(code, leave, "the loop is left before a variable in it is counted")
    local = {key for key, counter in counters.items() if counter.is_local}
    if leave is not None and told_late and keys_read(leave) & local:
        _cannot_decide(code, leave, "what it reads ends with the loop")
    return condition


def _cannot_decide(code: HostCode, node: Node, because: str) -> None:
    refuse(code, "SP116", node, what=code.short(node.span), because=because)
