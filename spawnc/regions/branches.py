"""`if` on a scalar that was just copied back from the device: the device can decide it itself."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.diagnostics import Diagnostic
from spawnc.regions.arguments import Varying
from spawnc.regions.condition import condition_problem
from spawnc.regions.configuration import names_of
from spawnc.regions.facts import Condition, Flag
from spawnc.regions.flag import TO_HOST, host_variable, is_exit, read_flag
from spawnc.regions.host import VARIABLES, HostCode, keys_read
from spawnc.regions.refusal import Refusal, refuse, require
from spawnc.regions.statements import Branched, Checked, Copied, Decided, Statement, Waited
from spawnc.source import Span


def decided_at(code: HostCode, statements: Sequence[Statement], position: int) -> Decided | Diagnostic | None:
    """The copy at a position with the `if` that it is for; why the device can't decide; None where it is no such."""
    back = statements[position]
    if not isinstance(back, Copied) or back.kind != TO_HOST:
        return None
    variable = host_variable(code, back.arguments[0])
    following = list(statements[position + 1 : position + 4])
    waits: list[Waited] = []
    checks: list[Checked] = []
    while following and isinstance(between := following[0], Waited | Checked):
        following.pop(0)
        if isinstance(between, Waited):
            waits.append(between)
        else:
            checks.append(between)
    branch = following[0] if following else None
    if variable is None or not isinstance(branch, Branched) or variable.key not in keys_read(branch.condition):
        return None
    # where no side launches, there is nothing that a graph could do
    if is_exit(branch) or not code.launches_in(branch.node):
        return None
    try:
        flag = read_flag(code, back, set())
        return _decided(code, back, waits, checks, branch, flag)
    except Refusal as refusal:
        return refusal.problem


def _decided(
    code: HostCode, back: Copied, waits: list[Waited], checks: list[Checked], branch: Branched, flag: Flag
) -> Decided:
    if not back.may_wait and not any(wait.stream == back.stream for wait in waits):
        refuse(code, "SP114", back.call)
    if any(wait.stream != back.stream for wait in waits):
        refuse(code, "SP107", waits[0].span, one=back.stream or "NULL", other="the whole device")
    own = (back.span, branch.condition.span)
    is_used = any(
        each.kind == "DECL_REF_EXPR" and each.ref is not None and each.ref.key == flag.variable.key
        for each in code.body.walk()
        if not any(each.span.begin in span for span in own)
    ) or any(
        flag.variable.name in names_of(code, span)
        for launch in code.launches.values()
        for span in launch.chevrons.configuration
    )
    # the host does not come to know it
    if flag.is_pointed_to or is_used or flag.variable.is_global:
        refuse(code, "SP115", back.call, what=flag.spelling)
    refs = {
        each.ref.key: each.ref
        for each in branch.condition.walk()
        if each.kind == "DECL_REF_EXPR" and each.ref is not None and each.ref.kind in VARIABLES
    }
    captured = tuple(ref for key, ref in refs.items() if key != flag.variable.key)
    condition = Condition(None, branch.condition, captured, ())
    require(condition_problem(code, condition, flag, Varying()))
    return Decided(Span(back.span.begin, branch.span.end), back, tuple(waits), tuple(checks), branch, flag, condition)
