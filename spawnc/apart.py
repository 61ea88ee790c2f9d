"""Work in a process of its own: libclang overflows its stack on text that is nested deeply, and takes the process with
it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Died:
    """The process ended without a result; `how` is a signal's name or an exit code."""

    how: str


def call_apart(work: Callable[[], Result]) -> Result | Died:
    """The result of `work()`, which can be pickled, from a copy of this process."""
    reading, writing = os.pipe()
    # what is buffered would be written twice
    sys.stdout.flush()
    sys.stderr.flush()
    process = _fork()
    if process == 0:
        os.close(reading)
        _work(work, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read()
    except BaseException:
        os.kill(process, signal.SIGTERM)
        raise
    finally:
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status == 0:
        return cast(Result, pickle.loads(answer))
    return Died(signal.Signals(-status).name if status < 0 else f"exit code {status}")


def _work(work: Callable[[], object], writing: int) -> None:
    """In the copy: answer and end. Nothing of the original's is cleaned up here."""
    code = 1
    try:
        # Ctrl-C reaches every process of the terminal's group; only the original has something to say
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        answer = pickle.dumps(work())
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        code = 0
    finally:
        os._exit(code)


def _fork() -> int:
    with warnings.catch_warnings():
        # Python warns where there are threads, whose locks nobody gives back in the copy: it takes none
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()
