"""The folder of a benchmark run, which one call has for itself."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spawnc.errors import UsageError


@contextmanager
def own_folder(folder: Path) -> Iterator[None]:
    """Makes the folder, and keeps other calls out of it: two would slow each other, and lose each other's results.

    Raises UsageError, also for what can't be written inside the block."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out: can't make the folder '{folder}': {error.strerror}") from error
    try:
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError as error:
        hint = "wait for its end, or give this one a folder of its own"
        raise UsageError(f"--out: another run works in '{folder}'", hint=hint) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"--out: can't write in '{folder}': {error.strerror}") from error
