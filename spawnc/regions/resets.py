"""Variables that a trip copies to the device, first of all the scalar that ends the loop."""

from __future__ import annotations

from spawnc.regions.arguments import Varying, is_shared
from spawnc.regions.facts import Flag, Reset
from spawnc.regions.flag import check_pointer, host_variable
from spawnc.regions.host import HostCode, bare
from spawnc.regions.refusal import refuse
from spawnc.regions.scalars import SCALARS
from spawnc.regions.sizes import is_size_of
from spawnc.regions.statements import Assigned, Copied


def copied_reset(code: HostCode, copy: Copied, flag: Flag, pending: Assigned | None, varying: Varying) -> Reset:
    """`flag = 0; cudaMemcpy(d_flag, &flag, ...);`, or a copy of another variable, which stays. `pending` is what the
    scalar was last set to on the host. Raises Refusal."""
    device, host, size = copy.arguments
    variable = host_variable(code, host)
    if variable is None:
        refuse(code, "SP114", copy.call)
    if variable.key == flag.variable.key and pending is not None:
        value, type_name = pending.value.span, flag.type
    else:
        # what a pointer points to may be written by somebody else
        if bare(host).kind != "UNARY_OPERATOR" or variable.key in varying.keys or is_shared(variable):
            refuse(code, "SP114", copy.call)
        value, type_name = bare(bare(host).children[0]).span, variable.canonical.removeprefix("const ")
    check_pointer(code, device, type_name)
    if type_name not in SCALARS or not is_size_of(code, size, type_name, variable):
        refuse(code, "SP120", size)
    return Reset(copy.span, device, value)
