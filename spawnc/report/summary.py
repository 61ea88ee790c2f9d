"""How many launches ended where; the numbers add up to all launches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from spawnc.report.inventory import Site, Verdict
from spawnc.report.text import printable


@dataclass(frozen=True, slots=True)
class Counts:
    host: int = 0
    guarded: int = 0
    kept: int = 0
    refused: int = 0

    @property
    def launches(self) -> int:
        return self.host + self.guarded + self.kept + self.refused


def count_sites(sites: Iterable[Site]) -> Counts:
    """The verdicts of some launches."""
    verdicts = Counter(site.verdict for site in sites)
    return Counts(
        host=verdicts[Verdict.HOST],
        guarded=verdicts[Verdict.GUARDED],
        kept=verdicts[Verdict.KEPT],
        refused=verdicts[Verdict.REFUSED],
    )


def render_counts(counts: Counts) -> str:
    """`3 launches: 1 host, 1 guarded, 0 kept, 1 refused`."""
    launches = plural(counts.launches, "launch", "launches")
    return f"{launches}: {counts.host} host, {counts.guarded} guarded, {counts.kept} kept, {counts.refused} refused"


def render_summary(paths: Iterable[str], sites: Iterable[Site]) -> str:
    """A line for each of `paths` and each other file with launches, and a total when there are several lines."""
    by_path: dict[str, list[Site]] = {path: [] for path in paths}
    for site in sites:
        by_path.setdefault(site.place.location.path, []).append(site)
    lines = [f"{printable(path)}: {render_counts(count_sites(found))}" for path, found in by_path.items()]
    if len(by_path) > 1:
        everything = [site for found in by_path.values() for site in found]
        lines.append(f"{len(by_path)} files: {render_counts(count_sites(everything))}")
    return "\n".join(lines)


def plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
