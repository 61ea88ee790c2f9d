"""Diagnostics as workflow commands of GitHub Actions, which shows them at the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from spawnc.diagnostics import Severity
from spawnc.report.failures import Failure
from spawnc.report.places import Message
from spawnc.report.text import printable

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
#: In the text of a command, and in its properties.
_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_TEXT, **str.maketrans({":": "%3A", ",": "%2C"})}


def render_github(messages: Iterable[Message], failures: Iterable[Failure] = ()) -> str:
    """A line for each source that can't be read, and for each message:
    `::warning file=bfs.cu,line=41,col=3,title=SP038::...`."""
    return "\n".join([*map(_failure, failures), *map(_annotation, messages)])


def _failure(failure: Failure) -> str:
    location = failure.location
    place = {"line": str(location.line), "col": str(location.column)} if location else {}
    lines = [failure.text, *([f"help: {failure.advice}"] if failure.advice else [])]
    return _command("error", {"file": failure.path, **place, "title": "not read"}, lines)


def _annotation(message: Message) -> str:
    location = message.place.location
    properties = {
        "file": location.path,
        "line": str(location.line),
        "col": str(message.place.character),
        "title": message.rule,
    }
    lines = [message.text]
    if message.advice:
        lines.append(f"help: {message.advice}")
    lines += [f"{note.place.location}: {note.text}" for note in message.notes]
    return _command(_COMMANDS[message.severity], properties, lines)


def _command(command: str, properties: Mapping[str, str], lines: Sequence[str]) -> str:
    listed = ",".join(f"{name}={printable(value).translate(_PROPERTY)}" for name, value in properties.items())
    text = "\n".join(printable(line) for line in lines).translate(_TEXT)
    return f"::{command} {listed}::{text}"
