"""Which files a source reads, by its text alone: nothing is preprocessed, system headers are not looked at."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # see spawnc/launcher.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    #: A file as it was found: its path as the compiler would spell it (relative to the folder of the file that includes
    #: it), and its bytes.
    Text: TypeAlias = tuple[str, bytes]
    #: One file includes another, both by absolute path; and whether it was found beside the file that includes it, not
    #: along the include folders.
    Inclusion: TypeAlias = tuple[str, str, bool]

#: Files that one command is followed into.
MAX_FILES = 2000

#: `<<<` over several lines.
_SPLICED = (b"<\\\n", b"<\\\r\n")
#: Headers that tell the folders of a CUDA toolkit and of our own runtime, whose headers nobody rewrites.
_NOT_THE_USERS = ("cuda_runtime.h", os.path.join("spawn", "spawn.cuh"))


def read_sources(sources: Iterable[str], folders: Sequence[str]) -> tuple[dict[str, Text], list[Inclusion]]:
    """The sources and what they include from their own folders and from `folders`, by absolute path.

    Skipped `#if` branches count as well. Files that can't be read are left out, and so are those beyond MAX_FILES."""
    searched = [folder for folder in folders if not is_toolkit(folder)]
    texts: dict[str, Text] = {}
    inclusions: list[Inclusion] = []
    waiting = list(sources)
    while waiting and len(texts) < MAX_FILES:
        path = waiting.pop()
        absolute = os.path.abspath(path)
        if absolute in texts:
            continue
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            continue
        texts[absolute] = path, data
        for name, is_quoted in _included(data):
            found = _find(os.path.dirname(path), os.fsdecode(name), is_quoted, searched)
            if found is not None:
                inclusions.append((absolute, os.path.abspath(found[0]), found[1]))
                waiting.append(found[0])
    return texts, inclusions


def has_chevrons(data: bytes) -> bool:
    """Whether a text holds `<<<`, in a comment or elsewhere."""
    return b"<<<" in data or is_spliced(data)


def asks_for_graphs(data: bytes) -> bool:
    """Whether a text may hold `#pragma spawn graph` or `loop`."""
    return b"pragma spawn" in data and (b"graph" in data or b"loop" in data)


def configures_graphs(source: str) -> bool:
    """Whether a configuration file in or above a source's folder says anything about graphs."""
    folder, below = os.path.dirname(os.path.abspath(source)), ""
    while folder != below:
        files = (os.path.join(folder, name) for name in ("spawnc.toml", "pyproject.toml"))
        if any(_mentions_graphs(path) for path in files):
            return True
        folder, below = os.path.dirname(folder), folder
    return False


def _mentions_graphs(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return b"graphs" in file.read()
    except OSError:
        return False


def is_spliced(data: bytes) -> bool:
    """Whether a line ends within what may be a `<<<`."""
    return any(text in data for text in _SPLICED)


def is_toolkit(folder: str) -> bool:
    """Whether the headers in a folder are those of a CUDA toolkit, or spawnc's."""
    return any(os.path.isfile(os.path.join(folder, name)) for name in _NOT_THE_USERS)


def _included(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """The names that a text includes, and whether in quotes."""
    # without regular expressions: their import takes as long as the rest of the launcher's
    at = data.find(b"include")
    while at >= 0:
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        if data[data.rfind(b"\n", 0, at) + 1 : at].replace(b"\t", b"").strip(b" ") == b"#":
            text = data[at + len(b"include") : end].strip()
            closing = b'"' if text.startswith(b'"') else b">"
            name, found, _ = text[1:].partition(closing)
            if found and text[:1] in (b'"', b"<"):
                yield name, closing == b'"'
        at = data.find(b"include", end)


def _find(beside: str, name: str, quoted: bool, folders: Sequence[str]) -> tuple[str, bool] | None:
    if quoted and os.path.isfile(path := os.path.join(beside, name)):
        return path, True
    for folder in folders:
        if os.path.isfile(path := os.path.join(folder, name)):
            return path, False
    return None
