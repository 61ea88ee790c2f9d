"""What becomes of each region: the last step before text is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spawnc.analyze.pragmas import RegionWish
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.model import Launch, Space, Unit
from spawnc.regions import facts
from spawnc.regions.decisions import Barred, Graphed, Plain, RegionDecision, Regions
from spawnc.regions.facts import Region
from spawnc.regions.find import NoRegion, find_regions
from spawnc.regions.host import HostCode
from spawnc.regions.kernels import Kernels


def decide_regions(
    unit: Unit,
    kernels: Kernels,
    wishes: Mapping[int, RegionWish],
    *,
    wanted: bool,
    is_shared: bool,
    taken: Note | None,
) -> Regions:
    """Decide about every region of a unit's main file. `wishes` are those of pragmas, by the place of the statement
    after each; `is_shared`: others read that file, too; `taken` is a name of the user's that the text would need."""
    wished = frozenset(place for place, wish in wishes.items() if not wish.is_no)
    found = sorted(_find(unit, kernels, wished), key=lambda each: each.span.begin)
    begins = {each.span.begin for each in found}
    asked = {place: wish for place, wish in wishes.items() if place in begins}
    lost: list[Diagnostic] = []
    for place, wish in wishes.items():
        if place in begins:
            continue
        barred = _in_the_way(found, place) if not wish.is_no else None
        if barred is None:
            lost.append(diagnose("SP121", unit.source.path, wish.offset))
        else:
            asked.setdefault(barred.span.begin, wish)
    decisions = (
        _decide(each, asked.get(each.span.begin), wanted=wanted, is_shared=is_shared, taken=taken) for each in found
    )
    return Regions(tuple(decisions), tuple(lost))


def _in_the_way(found: Sequence[Region | NoRegion], place: int) -> NoRegion | None:
    """What ends the statements of a block from a place on, so that they are no region that begins there."""
    following = next((each for each in found if each.span.begin > place), None)
    if not isinstance(following, NoRegion):
        return None
    data = following.code.source.data
    around = [
        node.span
        for node in following.code.body.walk()
        if node.kind == "COMPOUND_STMT"
        # not of a macro, which is no block around the statement that it writes
        and data[node.span.begin : node.span.begin + 1] == b"{"
        and place in node.span
        and following.span.begin not in node.span
    ]
    return following if place in following.code.body.span and not around else None


def _find(unit: Unit, kernels: Kernels, wished: frozenset[int]) -> Iterator[Region | NoRegion]:
    by_function: dict[str, dict[int, Launch]] = {}
    for launch in unit.launches:
        if (
            launch.path == unit.path
            and launch.is_in_host_code
            and launch.call is not None
            and launch.enclosing is not None
        ):
            by_function.setdefault(launch.enclosing.key, {})[launch.call.span.end] = launch
    for key, launches in by_function.items():
        function = unit.functions[key]
        body = unit.body_of(function)
        if body is not None and function.space is Space.HOST:
            yield from find_regions(HostCode(unit, function, unit.source, body, launches, wished), kernels)


def _decide(
    found: Region | NoRegion, wish: RegionWish | None, *, wanted: bool, is_shared: bool, taken: Note | None
) -> RegionDecision:
    is_wished = wish is not None and not wish.is_no

    def barred(problem: Diagnostic) -> Barred:
        return Barred(found.code, found.span, problem, is_wished)

    def cant(what: str, *notes: Note) -> Barred:
        return barred(diagnose("SP119", found.code.source.path, found.span.begin, notes=notes, what=what))

    if wish is not None and wish.is_no:
        region = found if not isinstance(found, NoRegion) else None
        return Plain(found.code, found.span, region, "`#pragma spawn nograph`")
    if isinstance(found, NoRegion):
        return barred(found.problem)
    if taken is not None:
        return cant(f"code beside the name '{taken.text}'", replace(taken, text="here"))
    if wish is not None and wish.mode and isinstance(found, facts.Sequence):
        return cant("a sequence with `loop(...)`, which is for loops,")
    if is_shared:
        return cant("a source that another one includes, or that is compiled in several ways,")
    if wanted or is_wished:
        return Graphed(found, wish.mode if wish is not None else "")
    return Plain(found.code, found.span, found, "")
