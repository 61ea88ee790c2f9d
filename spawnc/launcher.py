"""The compiler launcher: `spawnc-cc nvcc ...` and `spawnc cc -- nvcc ...` compile what the command says, rewritten.

It stands before every compile of a build, so it imports next to nothing until a source that may launch from device
code is found. What it does not understand is executed as given."""

from __future__ import annotations

import _signal as signal  # `signal` makes enumerations of it, which takes as long as everything else here
import os
import sys

from spawnc.launch_compile.scan import asks_for_graphs, configures_graphs, has_chevrons, read_sources

TYPE_CHECKING = False  # typing takes as long to import as all of this
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NoReturn

HELP = """\
usage: spawnc-cc [OPTIONS] [--] COMPILER ARGUMENTS...

Compile with COMPILER (nvcc, /usr/local/cuda/bin/nvcc, ccache nvcc), the device-side launches of its CUDA sources
rewritten into guarded branches. Everything else is executed as given.

  --policy POLICY            spawn|always|never|threshold=N
  --site-policy SITE=POLICY  the policy of one launch: bfs.cu:41=threshold=64; may be given again
  --carrier CARRIER          auto|queue|launch (default: auto)
  --launch-free              leave no device launch: also compiles without -rdc=true are rewritten
  --graphs                   make CUDA graphs of loops and sequences of launches in host code
  --headers MODE             auto|shim|toolkit, as in spawnc rewrite
  --in-root DIR              rewrite only headers below DIR (default: every header that is not a system header)
  --on-error ACTION          when a source can't be rewritten: passthrough compiles it as it was, with a warning; fail
                             ends with an error (default: passthrough)
  --help                     show this text

SPAWNC_FLAGS holds options too; those on the command line win."""

#: Options of our own, and whether each may be given again.
OPTIONS = {
    "--policy": False,
    "--site-policy": True,
    "--carrier": False,
    "--headers": False,
    "--in-root": False,
    "--on-error": False,
}
#: Options without a value.
FLAGS = ("--launch-free", "--graphs")
ON_ERROR = ("passthrough", "fail")

_USAGE = 2
_NOT_EXECUTABLE, _NOT_FOUND = 126, 127
#: Of CDP1; calls that name it are rewritten wherever they stand.
_LIMIT = b"cudaLimitDevRuntimeSyncDepth"
_HOST_SUFFIXES = (".c", ".cc", ".cxx", ".cpp")
_INPUT_SUFFIXES = (".cu", *_HOST_SUFFIXES, ".ptx", ".o", ".a", ".so")
#: nvcc only tells, or also runs what it made.
_NOT_COMPILING = {
    *("--version", "-V", "--help", "-h", "--dryrun", "-dryrun", "--list-gpu-arch", "-arch-ls"),
    *("--list-gpu-code", "-code-ls", "--run", "-run", "--clean-targets", "-clean"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the launcher; returns only where the compiler did not take this process's place."""
    # Python ignores SIGPIPE, which a program would inherit, and answers Ctrl-C with a traceback
    for number in (signal.SIGPIPE, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    try:
        own, command = _split(sys.argv[1:] if arguments is None else arguments)
        given = [*_read_options(_flags_of_environment()), *_read_options(own)]
    except ValueError as error:
        print(f"spawnc-cc: error: {error}\nhint: spawnc-cc --help shows the options", file=sys.stderr)
        return _USAGE
    if ("--help", "") in given:
        print(HELP)
        return 0
    if not command or not command[0]:
        print("spawnc-cc: error: no compiler is named\nhint: spawnc-cc nvcc -c a.cu -o a.o", file=sys.stderr)
        return _USAGE
    if "CCACHE_DISABLE" in os.environ:
        from spawnc.launch_compile.ccache_first import behind_launcher

        command = behind_launcher(command, os.environ)
    if not _has_work(command, graphs=("--graphs", "") in given):
        execute(command)
    from spawnc.launch_compile.run import compile_rewritten

    at = _end_of_compiler(command)
    return compile_rewritten(given, command[:at], command[at:])


def execute(command: Sequence[str]) -> NoReturn:
    """The command in place of this process: messages, exit code and signals are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execvp(command[0], list(command))
    except OSError as error:
        print(f"spawnc-cc: error: can't run '{command[0]}': {error.strerror}", file=sys.stderr)
        sys.exit(_NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_EXECUTABLE)


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Options of our own, and the compiler's command."""
    index = 0
    while index < len(arguments) and arguments[index].startswith("-"):
        if arguments[index] == "--":
            return arguments[:index], arguments[index + 1 :]
        # the value of an option may be an argument of its own
        index += 2 if arguments[index] in OPTIONS else 1
    return arguments[:index], arguments[index:]


def _flags_of_environment() -> list[str]:
    flags = os.environ.get("SPAWNC_FLAGS", "")
    if not flags.strip():
        return []
    import shlex

    try:
        return shlex.split(flags)
    except ValueError as error:
        raise ValueError(f"SPAWNC_FLAGS can't be read: {error}") from None


def _read_options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    remaining = iter(words)
    for word in remaining:
        name, equals, value = word.partition("=")
        if word in ("--help", "-h"):
            yield "--help", ""
            continue
        if word in FLAGS:
            yield word, ""
            continue
        if name not in OPTIONS:
            raise ValueError(f"unknown option '{word}'")
        if not equals:
            value = next(remaining, "")
        if not value:
            raise ValueError(f"option '{name}' needs a value")
        if name == "--on-error" and value not in ON_ERROR:
            raise ValueError(f"--on-error: unknown choice '{value}', choices are passthrough and fail")
        yield name, value


def _has_work(command: Sequence[str], *, graphs: bool) -> bool:
    """Whether the command compiles CUDA sources that may launch from device code, or set a limit of CDP1; or that
    launch at all, where host code is to become graphs.

    The command is read roughly here: what a rough reading takes for a source too many costs a look at a file. What it
    misses (a source inside a quoted word of a response file, an include folder that only the host compiler is told
    of) is compiled as it was."""
    if any(os.path.basename(word).startswith("clang") for word in command[: _end_of_compiler(command)]):
        # its options are others, and it has no device launches
        return False
    words = [*os.environ.get("NVCC_PREPEND_FLAGS", "").split(), *_expanded(command)]
    if not _NOT_COMPILING.isdisjoint(words):
        return False
    suffixes = (".cu", *_HOST_SUFFIXES) if "cu" in _values(words, "-x", "--x") else (".cu",)
    sources = [word for word in words if word.endswith(suffixes) and not word.startswith("-")]
    if not sources:
        return False
    folders = [folder for listed in _values(words, "-I", "--include-path") for folder in listed.split(",")]
    texts, _ = read_sources([*sources, *_values(words, "-include", "--pre-include")], folders)
    if any(_LIMIT in data for _, data in texts.values()):
        return True
    if not any(has_chevrons(data) for _, data in texts.values()):
        return False
    if graphs or any(asks_for_graphs(data) for _, data in texts.values()) or any(map(configures_graphs, sources)):
        return True
    from spawnc.launch_compile.places import may_launch_from_device

    return may_launch_from_device([data for _, data in texts.values()])


def _end_of_compiler(command: Sequence[str]) -> int:
    """The compiler may be several words, `ccache nvcc`: it ends at the first option, response file or input."""
    for index, word in enumerate(command):
        if index and (word.startswith(("-", "@")) or word.endswith(_INPUT_SUFFIXES)):
            return index
    return len(command)


def _values(words: Sequence[str], short: str, long: str) -> Iterator[str]:
    """The values of an option: `-I x`, `-Ix`, `-I=x`, `--include-path x`, `--include-path=x`."""
    is_value = False
    for word in words:
        if is_value:
            yield word
        elif word.startswith((short, f"{long}=")) and word != short:
            yield word.removeprefix(long if word.startswith(long) else short).removeprefix("=")
        is_value = not is_value and word in (short, long)


def _expanded(words: Sequence[str], depth: int = 4) -> Iterator[str]:
    """The words, those of response files in their place."""
    is_file = False
    for word in words:
        prefix = next((prefix for prefix in ("@", "--options-file=", "-optf=") if word.startswith(prefix)), "")
        if (prefix or is_file) and depth:
            for name in word.removeprefix(prefix).split(","):
                yield from _expanded(_words_of(name), depth - 1)
        else:
            yield word
        is_file = word in ("--options-file", "-optf")


def _words_of(response_file: str) -> list[str]:
    try:
        with open(response_file, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().replace('"', "").split()
    except OSError:
        # nvcc has its own message for it
        return []
