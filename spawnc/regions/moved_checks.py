"""Checks of a sequence that look for errors themselves: the first of them stands behind it, for all."""

from __future__ import annotations

from spawnc.diagnostics import Diagnostic
from spawnc.regions.host import HostCode
from spawnc.regions.inline_checks import stray
from spawnc.regions.runs import Run, has_work
from spawnc.regions.statements import Checked
from spawnc.source import Span


def can_move(code: HostCode, run: Run, check: Checked) -> bool:
    """Whether a check that looks for errors itself may stand behind the region: it is used in any case, no value that
    it sets is read before, and all such checks do the same, as the first of them stands there for all."""
    if not check.is_hidden:
        return True
    is_kept = check.inline is not None and check.inline.is_kept and check is not run.statements[-1]
    return run.branches == 0 and not is_kept and len({_does(code, each) for each in run.checks if each.is_hidden}) == 1


def _does(code: HostCode, check: Checked) -> tuple[str, ...]:
    """Equal for hidden checks that do the same but for their strings."""
    if check.inline is None:
        return (code.tokens(check.span)[0].word,)
    return (check.inline.error.key if check.inline.error is not None else "", *check.inline.told)


def misplaced(code: HostCode, run: Run) -> Diagnostic | None:
    """A check of a run that would tell of something else behind it."""
    inline = [check for check in run.checks if check.inline is not None]
    begin = next((each.span.begin for each in run.statements if has_work(each)), None)
    if not inline or begin is None:
        return None
    if (place := stray(code, Span(begin, run.statements[-1].span.end), inline)) is not None:
        return code.refuse("SP118", place, what=code.text(place))
    if run.outlives and any(check.inline is not None and check.inline.leaves for check in inline):
        # where there is an error, it would have changed though the function was left before
        return code.refuse("SP118", inline[0].span, what=code.short(inline[0].span))
    return None


def forgets(check: Checked) -> bool:
    """`cudaGetLastError();`, of which nobody gets the error."""
    return not check.is_hidden and check.span.begin == check.call.span.begin
