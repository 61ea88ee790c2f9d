"""Compiles the rewritten copies in place of the sources, or the sources as they are."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import NoReturn

from spawnc.command import parse_command
from spawnc.depfile import rename_dependencies
from spawnc.diagnostics import Severity
from spawnc.errors import SpawncError
from spawnc.launch_compile.arguments import Arguments, environment_for_copies, read_arguments
from spawnc.launch_compile.ccache import digest_of, is_around, is_ccache, mark, with_digest
from spawnc.launch_compile.copies import Copies
from spawnc.launch_compile.rewrite import NotUnderstood, Rewritten, Unchanged, Wishes, prepare, read_wishes
from spawnc.launch_compile.scan import asks_for_graphs, read_sources
from spawnc.launcher import execute
from spawnc.report import terminal
from spawnc.report.places import Message
from spawnc.report.text import render_error, render_message
from spawnc.write import Output, write_outputs


def compile_rewritten(given: Sequence[tuple[str, str]], compiler: Sequence[str], arguments: Sequence[str]) -> int:
    """Compile with the launcher's options `given`; the exit code is the compiler's."""
    as_it_was = [*compiler, *arguments]
    try:
        command, read = parse_command(arguments), read_arguments(arguments, os.environ)
    except SpawncError:
        # a missing value or response file: nvcc has its own message
        execute(as_it_was)
    sources = [word.text[0] for word in read.words if Path(word.text[0]) in command.sources]
    if not sources:
        execute(as_it_was)
    try:
        wishes = read_wishes(given, sources[0])
    except SpawncError as error:
        _say([render_error(str(error), error.hint)])
        return error.exit_code
    graphs = wishes.settings.graphs or any(asks_for_graphs(data) for _, data in read_sources(sources, ())[0].values())
    if not (command.relocatable or wishes.settings.launch_free or graphs):
        # without -rdc=true, nvcc refuses device launches
        execute(as_it_was)
    may_fail = dict(given).get("--on-error") == "fail"
    nvcc = shutil.which(compiler[-1]) or compiler[-1]
    with ExitStack() as stack:
        folder = read.folder(sources)
        if read.makes_text or (read.output is not None and _is_special(read.output)):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="spawnc-"))
        preparation = prepare(command, sources, wishes.settings, nvcc=nvcc, folder=folder)
        said = _texts(preparation.messages, quiet=read.is_quiet)
        match preparation:
            case Rewritten(copies=copies):
                return _compile(compiler, arguments, read, sources, copies, wishes, said, may_fail=may_fail)
            case Unchanged():
                pass
            # what is to be free of launches says so itself where it can't be: nvcc would only refuse the launch
            case NotUnderstood(reason=reason, hint=hint, exit_code=code) if may_fail or wishes.settings.launch_free:
                _say([*said, render_error(f"{sources[0]}: can't be rewritten: {reason}", hint)])
                return code
            case NotUnderstood(reason=reason):
                said.append(_unguarded(sources[0], reason))
    return _compile_as_it_was(as_it_was, said, read, sources)


def _compile_as_it_was(command: Sequence[str], said: Sequence[str], read: Arguments, sources: Sequence[str]) -> int:
    """Compile the originals. What is to be said of them is said if the compiler has nothing worse to say."""
    last = _mark(read, sources, None)
    if not said and not last:
        execute(command)
    done = _run(command, os.environ, captured=False)
    if done.returncode == 0:
        _say(said)
        if last and read.output is not None:
            write_outputs([Output(read.output, Path(read.output).read_bytes() + last)])
        elif last:
            _replay(last, None)
    return _exit_code(done)


def _mark(read: Arguments, sources: Sequence[str], copies: Copies | None) -> bytes:
    """What the text ends with that ccache asks for."""
    if not read.preprocesses or not is_around(os.environ):
        return b""
    return mark(digest_of(sources, read.include_folders, copies))


def _compile(
    compiler: Sequence[str],
    arguments: Sequence[str],
    read: Arguments,
    sources: Sequence[str],
    copies: Copies,
    wishes: Wishes,
    said: Sequence[str],
    *,
    may_fail: bool,
) -> int:
    command = [*compiler, *read.for_copies(copies, sources)]
    environment = environment_for_copies(os.environ)
    if is_ccache(compiler):
        environment = with_digest(environment, copies.folder, digest_of(sources, read.include_folders, copies))
    done = _run(command, environment, captured=True)
    if done.returncode == 0:
        last = _mark(read, sources, copies)
        for path in _text_outputs(read, sources):
            data = _in_users_names(Path(path).read_bytes(), copies, read, wishes)
            write_outputs([Output(path, data + last if path == read.output else data)])
        text = _in_users_names(done.stdout, copies, read, wishes) if read.makes_text else done.stdout
        text += last if read.output is None else b""
        _say(said)
        _replay(text, done.stderr)
        return 0
    if done.returncode < 0 or may_fail:
        _replay(done.stdout, done.stderr)
        return _exit_code(done)
    # most likely the user's own mistake: the compiler's messages about the original are the best there are
    reason = f"the rewritten copy in '{copies.folder}' does not compile (--on-error=fail shows why); please report it"
    return _compile_as_it_was([*compiler, *arguments], [_unguarded(sources[0], reason)], read, sources)


def _run(
    command: Sequence[str], environment: Mapping[str, str], *, captured: bool
) -> subprocess.CompletedProcess[bytes]:
    """Run a compiler; whoever ends this process ends it too."""
    pipe = subprocess.PIPE if captured else None
    try:
        process = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe)
    except OSError as error:
        _say([render_error(f"can't run '{command[0]}': {error.strerror}")])
        sys.exit(127 if isinstance(error, FileNotFoundError) else 126)

    def end(number: int, _: FrameType | None) -> NoReturn:
        process.send_signal(number)
        process.wait()
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, end)
    stdout, stderr = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)


def _text_outputs(read: Arguments, sources: Sequence[str]) -> list[str]:
    files = read.dependency_files(sources)
    if read.makes_text and read.output is not None:
        files.append(read.output)
    return [path for path in files if os.path.isfile(path)]


def _in_users_names(data: bytes, copies: Copies, read: Arguments, wishes: Wishes) -> bytes:
    """Dependencies, or preprocessed text, that name the originals."""
    if not read.preprocesses:
        return rename_dependencies(data, copies.originals, more=[wishes.file] if wishes.file else [])
    # `# 1 "folder/detail/../k.cuh"`
    return re.sub(rb'(?<=")[^"\n]+(?=")', lambda match: _original_name(match.group(), copies), data)


def _original_name(name: bytes, copies: Copies) -> bytes:
    original = copies.originals.get(os.path.abspath(os.fsdecode(name))) if copies.is_inside(name) else None
    return name if original is None else os.fsencode(original)


def _is_special(path: str) -> bool:
    """`-o /dev/null`: no place for a folder."""
    return os.path.exists(path) and not os.path.isfile(path)


def _texts(messages: Sequence[Message], *, quiet: bool) -> list[str]:
    shown = {Severity.ERROR} if quiet else {Severity.ERROR, Severity.WARNING}
    colour = terminal.is_coloured(sys.stderr)
    return [render_message(message, colour=colour) for message in messages if message.severity in shown]


def _unguarded(source: str, reason: str) -> str:
    return f"{source}: warning: compiled as it was, its device launches unguarded: {reason}"


def _say(texts: Sequence[str]) -> None:
    for text in texts:
        terminal.print_message(text)


def _exit_code(done: subprocess.CompletedProcess[bytes]) -> int:
    """The exit code, 128 + n when signal n ended the compiler, as shells do."""
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def _replay(stdout: bytes | None, stderr: bytes | None) -> None:
    """What a compiler said, as it said it."""
    for stream, said in ((sys.stdout, stdout), (sys.stderr, stderr)):
        stream.flush()
        stream.buffer.write(said or b"")
        stream.buffer.flush()
