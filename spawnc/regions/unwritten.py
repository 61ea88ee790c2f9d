"""Functions that run where no call of them is written."""

from __future__ import annotations

import re

from spawnc.model import Function, Space, Unit

_OPERATOR = re.compile(r"operator\b")


def unwritten_functions(unit: Unit) -> tuple[Function, ...]:
    """Constructors, destructors, conversions and operators of the user's that host code may run."""
    return tuple(
        function
        for function in unit.functions.values()
        if function.space not in (Space.DEVICE, Space.GLOBAL) and _is_unwritten(function)
    )


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
