"""ccache before or behind the launcher: what it is told, so that a hit is never the object of another text.

ccache takes a source for unchanged when its preprocessed text is, and nvcc's `-E` gives the text of one architecture
alone: what stands under `#ifndef __CUDA_ARCH__` may be another. And the results of rewriting depend on things that are
in no header: SPAWNC_FLAGS, a new spawnc.toml, the version of spawnc."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from spawnc import __version__
from spawnc.build import include_dir
from spawnc.launch_compile.ccache_first import WAITS
from spawnc.launch_compile.copies import Copies
from spawnc.launch_compile.scan import read_sources
from spawnc.write import Output, write_outputs

_EXTRA_FILES = "CCACHE_EXTRAFILES"
#: In the folder of the copies.
_DIGEST = "ccache.sha256"


def is_ccache(compiler: Iterable[str]) -> bool:
    """Whether one of the compiler's words is ccache, or a link to it."""
    return any(
        os.path.basename(name).startswith("ccache")
        for word in compiler
        for name in (word, os.path.realpath(shutil.which(word) or word))
    )


def is_around(environment: Mapping[str, str]) -> bool:
    """Whether ccache waits for what this process does."""
    return WAITS in environment


def with_digest(environment: Mapping[str, str], folder: str, digest: str) -> dict[str, str]:
    """The environment for ccache, which takes a text for the same only if the digest is, too."""
    path = os.path.join(folder, _DIGEST)
    write_outputs([Output(path, f"{digest}\n".encode())])
    return {**environment, _EXTRA_FILES: os.pathsep.join(filter(None, (environment.get(_EXTRA_FILES), path)))}


def mark(digest: str) -> bytes:
    """The last line of preprocessed text for ccache. No file is called so, and it remembers nothing that could make the
    next look at the text unnecessary."""
    return f'\n# 1 "spawnc/{digest}"\n'.encode()


def digest_of(sources: Sequence[str], folders: Iterable[str], copies: Copies | None) -> str:
    """All that the object is made of, system headers and the toolkit aside."""
    texts, _ = read_sources(sources, list(folders))
    runtime = sorted((include_dir() / "spawn").iterdir())
    copied = sorted(copies.originals) if copies else []
    digest = hashlib.sha256(__version__.encode())
    contents = [*(data for _, (_, data) in sorted(texts.items())), *(Path(path).read_bytes() for path in copied)]
    for data in [*contents, *(path.read_bytes() for path in runtime if copies)]:
        digest.update(hashlib.sha256(data).digest())
    return digest.hexdigest()
