"""Which unit of a run defines what another one launches."""

from __future__ import annotations

from spawnc.decisions import Plan, Refused
from spawnc.model import Space

#: The rule that says of a child that its unit has no body for it.
_NO_BODY = "SP015"


def defined_kernels(plan: Plan) -> tuple[str, ...]:
    """Keys of the kernels that a unit's main file defines, and that other units can name."""
    return tuple(
        key
        for key, function in plan.unit.functions.items()
        if function.space is Space.GLOBAL
        and (definition := function.definition) is not None
        and definition.path == plan.unit.path
        and not (definition.is_static or definition.in_anonymous_namespace)
    )


def missing_kernels(plan: Plan) -> tuple[str, ...]:
    """Keys of the kernels for whose bodies a unit's launches are refused."""
    keys = (
        target.key
        for decision in plan.decisions
        if isinstance(decision, Refused) and decision.diagnostic.rule == _NO_BODY
        for target in decision.launch.targets
    )
    functions = plan.unit.functions
    return tuple(dict.fromkeys(key for key in keys if key in functions and functions[key].definition is None))
