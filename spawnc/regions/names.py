"""Names of the user's that the text of regions needs for itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

from spawnc.diagnostics import Note
from spawnc.source import SourceFile

_OURS = re.compile(
    rb"\bspawn_(?:region|again|if|step|value|trips|grid|index)\w*|\w+__(?:step|block_\d)\w*\b|\bSPAWN_GRAPHS\b"
)


def taken_name(files: Mapping[str, SourceFile]) -> Note | None:
    """The first such name in the user's files; None when there is none."""
    for path, source in files.items():
        if (found := _OURS.search(source.data)) is not None:
            return Note(path, found.start(), found[0].decode("utf-8", "backslashreplace"))
    return None
