"""The search: site by site, the one with the most work first, each with the best policies of those before it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from spawnc.errors import ToolError

#: Times of one program differ by that much from run to run: what gains less is no gain.
LEAST_GAIN = 0.02
_COARSE = tuple(4**k for k in range(1, 8))

#: Runs the program with policies by site, and says how long it took. Raises ToolError when it fails.
Measure = Callable[[Mapping[str, str]], float]


@dataclass(frozen=True, slots=True)
class Tried:
    """A policy of a site; `time` is None where the program failed."""

    policy: str
    time: float | None


@dataclass(frozen=True, slots=True)
class SiteSearch:
    site: str
    #: The time with the site as it was built.
    before: float
    tried: tuple[Tried, ...]
    #: "" where no policy gains enough.
    policy: str


@dataclass(frozen=True, slots=True)
class Found:
    sites: tuple[SiteSearch, ...]
    #: Of the sites for which a policy was found, those that are worse without it.
    chosen: Mapping[str, str]
    #: Medians, measured in turn once the search is over: as built, with all sites left to the controller (None where
    #: the program fails so), and with `chosen`.
    before: float
    controller: float | None
    after: float

    @property
    def policies(self) -> dict[str, str]:
        """Those to keep: none, if all of them together are no gain."""
        return dict(self.chosen) if self.after < self.before * (1 - LEAST_GAIN) else {}


def search(sites: Sequence[str], measure: Measure, runs: int, say: Callable[[str], None]) -> Found:
    """`runs`: of the program for each policy; the fastest counts."""
    chosen: dict[str, str] = {}
    searched = []
    for site in sites:
        found = _search_site(site, chosen, measure, runs)
        searched.append(found)
        if found.policy:
            chosen[site] = found.policy
        say(f"{site}: {found.policy or 'as it is'}")
    chosen = _needed(chosen, measure, runs)
    before, after = _in_turn(({}, chosen), measure, runs)
    try:
        (controller,) = _in_turn((dict.fromkeys(sites, "spawn"),), measure, runs)
    except ToolError:
        controller = None
    return Found(tuple(searched), chosen, before, controller, after)


def _needed(chosen: Mapping[str, str], measure: Measure, runs: int) -> dict[str, str]:
    """Without those that gained by chance, or only until a later one was found."""
    needed = dict(chosen)
    for site in reversed(list(chosen)):
        without = {other: policy for other, policy in needed.items() if other != site}
        if not without:
            break  # as it was built: compared with in the end
        try:
            time_with, time_without = _in_turn((needed, without), measure, runs)
        except ToolError:
            continue  # the program fails without it
        if time_with >= time_without * (1 - LEAST_GAIN):
            needed = without
    return needed


def _in_turn(policies: Sequence[Mapping[str, str]], measure: Measure, runs: int) -> list[float]:
    """The median time with each."""
    times = [[measure(each) for each in policies] for _ in range(max(runs, 3))]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def _search_site(site: str, chosen: Mapping[str, str], measure: Measure, runs: int) -> SiteSearch:
    def try_one(policy: str) -> Tried:
        try:
            return Tried(policy, min(measure({**chosen, site: policy}) for _ in range(runs)))
        except ToolError:
            # a program that gives up when launches fail, or hangs: no policy for it
            return Tried(policy, None)

    before = min(measure(chosen) for _ in range(runs))
    tried = [try_one(policy) for policy in ("spawn", "never", "always", *(f"threshold={n}" for n in _COARSE))]
    coarse = _best(tried)
    if coarse and coarse.policy.startswith("threshold="):
        number = int(coarse.policy.partition("=")[2])
        tried += [try_one(f"threshold={n}") for n in (number // 2, number * 2)]
    best = _best(tried)
    gains = best is not None and best.time is not None and best.time < before * (1 - LEAST_GAIN)
    return SiteSearch(site, before, tuple(tried), best.policy if best and gains else "")


def _best(tried: Sequence[Tried]) -> Tried | None:
    return min((each for each in tried if each.time is not None), key=lambda each: each.time or 0, default=None)
