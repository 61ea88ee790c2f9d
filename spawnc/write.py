"""Writing files so that nothing is ever half written, whenever the process ends."""

from __future__ import annotations

import errno
import os
import signal
import stat
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spawnc.errors import UsageError

_SUFFIX = ".spawnc"
#: The signals that ask for an end; Python's own handler, for Ctrl-C, is the last one that is put back.
_ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
#: Age in seconds from which a temporary file is nobody's: a run that lives gives its own their names within moments.
_ABANDONED_S = 600


@dataclass(frozen=True, slots=True)
class Output:
    """Bytes and where they go."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class _Staged:
    """A finished temporary file beside the file that it becomes."""

    temporary: Path
    target: Path


def write_outputs(outputs: Iterable[Output]) -> tuple[str, ...]:
    """Write all outputs or none; the paths of those that had other content before.

    A file whose content is right is not touched. All temporary files are complete before the first one takes its
    place, so that a full disk, a missing permission or Ctrl-C changes nothing. When the process is killed while they
    take their places, the first so many outputs are written. Raises UsageError when a file can't be written."""
    outputs = tuple(outputs)
    staged: list[_Staged] = []
    written: list[str] = []
    _remove_abandoned(outputs)
    try:
        for output in outputs:
            with _explained(output.path):
                if _stage(output, staged):
                    written.append(output.path)
        with _undisturbed():
            for item in staged:
                with _explained(str(item.target)):
                    item.temporary.replace(item.target)
    finally:
        with _undisturbed():
            for item in staged:
                # those that took their place are gone
                item.temporary.unlink(missing_ok=True)
    return tuple(written)


def _stage(output: Output, staged: list[_Staged]) -> bool:
    try:
        status = Path(output.path).stat()
    except FileNotFoundError:
        status = None
    if status is not None and not stat.S_ISREG(status.st_mode):
        return _write_directly(output, status.st_mode)
    # a link stays a link: the file that it points to gets the new content
    target = Path(os.path.realpath(output.path))
    if status is not None and target.read_bytes() == output.data:
        return False
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is write-protected")
    # 0o666 less the umask is what open() gives; mkstemp gives 0o600
    mode = stat.S_IMODE(status.st_mode) if status is not None else 0o666 & ~_umask()
    with _undisturbed():
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=_SUFFIX, dir=target.parent)
        staged.append(_Staged(Path(temporary), target))
    with os.fdopen(descriptor, "wb") as file:
        file.write(output.data)
        os.fchmod(file.fileno(), mode)
    return True


def _write_directly(output: Output, mode: int) -> bool:
    """Devices and pipes can't be replaced: /dev/null, >(process substitution)."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    Path(output.path).write_bytes(output.data)
    return True


def _remove_abandoned(outputs: Iterable[Output]) -> None:
    """Temporary files of the same outputs that a killed run left."""
    names: dict[str, set[str]] = defaultdict(set)
    for output in outputs:
        folder, name = os.path.split(os.path.realpath(output.path))
        names[folder].add(name)
    for folder, own in names.items():
        # what can't be listed or removed is in nobody's way
        with suppress(OSError):
            for path in Path(folder).glob(f".*{_SUFFIX}"):
                # `.a.cu.x1y2z3.spawnc`
                name = path.name[1:].removesuffix(_SUFFIX).rpartition(".")[0]
                if name in own and path.lstat().st_mtime < time.time() - _ABANDONED_S:
                    path.unlink()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Holds back the signals that ask for an end, for the moments in which some files are new and others old."""
    if threading.current_thread() is not threading.main_thread():
        # handlers run in the main thread
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    came: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    try:
        # one that has just come is raised by this very call
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
        for number in _ENDS:
            # another thread may get the signal, whose handler runs here all the same
            handlers[number] = signal.signal(number, lambda one, _: came.append(one)) or signal.SIG_DFL
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for one in came:
            signal.raise_signal(one)


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


@contextmanager
def _explained(path: str) -> Iterator[None]:
    """Turns an OSError of the block into a UsageError that names the output."""
    try:
        yield
    except FileNotFoundError:
        raise UsageError(f"can't write '{path}': its folder does not exist", hint="create it first") from None
    except OSError as error:
        raise UsageError(f"can't write '{path}': {error.strerror}") from None
