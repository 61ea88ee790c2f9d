"""The one place that prints: results to stdout, everything else to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any


def is_coloured(stream: IO[Any]) -> bool:
    """Whether to colour what goes to `stream`: NO_COLOR and FORCE_COLOR win over what it is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def print_result(text: str) -> None:
    """A line of the command's result."""
    print_bytes(f"{text}\n".encode("utf-8", "backslashreplace"))


def print_bytes(data: bytes) -> None:
    """Bytes of the command's result, as they are: sources have encodings of their own."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_message(text: str) -> None:
    """A line for the person at the terminal."""
    encoding = sys.stderr.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)


@contextmanager
def progress_bar(total: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr; the function that it gives moves it one step on."""
    if not (shown and total > 1 and sys.stderr.isatty()):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading", total=total)
        yield lambda: progress.advance(task)
