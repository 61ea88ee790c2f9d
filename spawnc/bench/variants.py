"""A sample whose device launches all go into one stream."""

from __future__ import annotations

from collections.abc import Sequence

from spawnc.model import Launch
from spawnc.source import Edit, Span, apply_edits

FIRE_AND_FORGET = b"cudaStreamFireAndForget"


def into_stream(text: bytes, launches: Sequence[Launch], stream: bytes) -> bytes:
    """The text with the stream of each launch replaced; b"" for the NULL stream.

    `launches` are the complete device launches of the text, which have 2 to 4 arguments between their chevrons."""
    edits = []
    for launch in launches:
        _, block, *rest = launch.chevrons.configuration
        assert launch.chevrons.close is not None
        shared = text[rest[0].begin : rest[0].end].strip() if rest else b"0"
        words = [shared, stream] if stream else [shared] if shared != b"0" else []
        edits.append(Edit(Span(block.end, launch.chevrons.close.begin), b"".join(b", " + word for word in words)))
    return apply_edits(text, edits)
