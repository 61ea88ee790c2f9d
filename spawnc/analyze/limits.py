"""Host calls about `cudaLimitDevRuntimeSyncDepth`, which is an error since there is no wait for children.

They are found in the text: a call means the same whatever macro it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.lexer import Token, tokens
from spawnc.source import SourceFile, Span

LIMIT = b"cudaLimitDevRuntimeSyncDepth"
SETS, GETS = b"cudaDeviceSetLimit", b"cudaDeviceGetLimit"
_MEMBER = {b".", b"->"}


def limit_calls(source: SourceFile) -> Iterator[Span]:
    """The names of the functions in calls that name the limit."""
    # few files do: a search is quicker than all tokens
    if LIMIT not in source.data:
        return
    token_list = list(tokens(source.data))
    for index, token in enumerate(token_list):
        before = token_list[index - 1].text if index else b""
        if token.text in (SETS, GETS) and before not in _MEMBER and _names_limit(token_list, index + 1):
            yield Span(token.begin, token.end)


def _names_limit(token_list: list[Token], opening: int) -> bool:
    """Whether the limit stands in the parentheses that open at an index."""
    depth = 0
    for token in token_list[opening:]:
        depth += (token.text == b"(") - (token.text == b")")
        if depth <= 0:
            return False
        if token.text == LIMIT:
            return True
    return False
