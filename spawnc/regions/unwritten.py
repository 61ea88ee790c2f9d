"""Functions that run where no call of them is written."""

from __future__ import annotations

import re

from spawnc.model import Function, Node, Space, Unit, Upkeep

_OPERATOR = re.compile(r"operator\b")


def unwritten_functions(unit: Unit) -> tuple[Function, ...]:
    """Constructors, destructors, conversions and operators of the user's that host code may run."""
    return tuple(
        function
        for function in unit.functions.values()
        if function.space not in (Space.DEVICE, Space.GLOBAL) and _is_unwritten(function)
    )


def may_run_unwritten(unit: Unit, node: Node) -> bool:
    """Whether code of the user's may run for a node itself, where its value is made, copied, read or ended."""
    if node.upkeep is Upkeep.OWN:
        return True
    is_open = node.upkeep is Upkeep.OPEN
    if node.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and node.ref is not None:
        is_open = is_open_type(node.ref.canonical)
    return is_open and bool(unwritten_functions(unit))


def is_open_type(type_name: str) -> bool:
    """Whether a type without typedefs is left open by a template: `T`, or `type-parameter-0-0`; no pointer to one."""
    spelled = type_name.removeprefix("const ").rstrip("& ")
    return (
        spelled == "auto"
        or spelled.startswith("typename ")
        or ("type-parameter-" in spelled and not spelled.endswith(("*", ")")))
    )


def _is_unwritten(function: Function) -> bool:
    name = function.name.partition("<")[0]
    is_special = function.kind in ("CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION") or name in function.scope[-1:]
    return is_special or _OPERATOR.match(name) is not None
