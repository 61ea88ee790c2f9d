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
    #: Medians, measured in turn once the search is over.
    before: float
    after: float

    @property
    def policies(self) -> dict[str, str]:
        """Those to keep: none, if all of them together are no gain."""
        gains = self.after < self.before * (1 - LEAST_GAIN)
        return {each.site: each.policy for each in self.sites if each.policy} if gains else {}


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
    before, after = [], []
    for _ in range(max(runs, 3)):
        before.append(measure({}))
        after.append(measure(chosen))
    return Found(tuple(searched), statistics.median(before), statistics.median(after))


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
