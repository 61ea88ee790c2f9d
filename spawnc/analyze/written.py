"""How files that spawnc has written are told from the user's own."""

from __future__ import annotations

from spawnc.source import SourceFile

#: What a file holds in which launches were guarded.
SITE_TABLE = b"spawn::SiteTable"
#: What a file holds whose kernels got a guarded branch, though it may have no launch.
GUARDED_BRANCH = b"__spawn(const spawn::Launch"
#: What a file holds in which host code became graphs.
GRAPH_REGION = b"static thread_local spawn::Region spawn_region_"


def written_at(source: SourceFile) -> int:
    """The first place that spawnc must have written, -1 when there is none."""
    places = [place for mark in (SITE_TABLE, GUARDED_BRANCH, GRAPH_REGION) if (place := source.data.find(mark)) >= 0]
    return min(places, default=-1)
