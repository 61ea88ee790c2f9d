"""What `spawnc --version` says."""

import os
from importlib.metadata import PackageNotFoundError, version

from spawnc import __version__


def version_text() -> str:
    """spawnc's version and that of the libclang that it would load."""
    # asking the library itself would cost its load: 50 MB
    if library := os.environ.get("SPAWNC_LIBCLANG"):
        return f"spawnc {__version__} (libclang: {library})"
    found = [text for name in ("libclang", "libclang-ng") if (text := _installed(name))]
    return f"spawnc {__version__} ({', '.join(found) or 'libclang: not installed'})"


def _installed(distribution: str) -> str:
    try:
        return f"{distribution} {version(distribution)}"
    except PackageNotFoundError:
        return ""
