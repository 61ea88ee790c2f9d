"""What else has to hold for loops whose launches take the scalar, and which may end before their last trip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying
from spawnc.regions.facts import Condition, Counter, Derived, Flag
from spawnc.regions.header import Header, initial_value
from spawnc.regions.host import HostCode
from spawnc.regions.reading import body_of, header_of
from spawnc.regions.refusal import refuse


def check_copied(code: HostCode, flag: Flag, derived: Sequence[Derived]) -> None:
    """Refuse where the host makes another value of the scalar before the next trip."""
    for each in derived:
        if each.variable.key == flag.variable.key:
            refuse(code, "SP113", each.span)


def check_head(code: HostCode, loop: Node, header: Header, varying: Varying, counters: Mapping[str, Counter]) -> None:
    """Refuse where a `for` as written can't go on behind a trip of the graph's."""
    own = {ref.key for ref in header.declared}
    if own & (varying.keys - counters.keys()):
        refuse(code, "SP119", loop, what="a loop whose head declares what changes besides counters")
    for variable in (node for part in header_of(loop) for node in part.walk() if node.kind == "VAR_DECL"):
        is_counter = variable.ref is not None and variable.ref.key in own & counters.keys()
        if is_counter and initial_value(code, variable) is None:
            refuse(code, "SP119", variable, what=f"a loop whose '{variable.name}' is not initialised by `=`")
    if header.init is not None and code.in_macro(body_of(loop)) is not None:
        refuse(code, "SP119", loop, what="a loop whose body a macro writes")


def check_names(code: HostCode, loop: Node, condition: Condition, flag: Flag, of_grids: Iterable[Ref]) -> None:
    """Refuse where the struct that holds what stays would hold two variables of one name."""
    counters = (counter.variable for counter in condition.counters)
    others = (*condition.captured, *counters, *(each.variable for each in condition.derived), flag.variable)
    names: dict[str, str] = {}
    for ref in (*others, *of_grids):
        if names.setdefault(ref.name, ref.key) != ref.key:
            refuse(code, "SP113", loop, what=f"one of two variables '{ref.name}'")
