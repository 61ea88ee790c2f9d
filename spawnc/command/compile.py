"""An nvcc command line, reduced to what spawnc needs of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from spawnc.command.host import read_host_options, split_host_list
from spawnc.command.options import Role
from spawnc.command.words import Word, scan, split_environment

#: The architecture where the command names none, or a set that depends on nvcc or the machine (`native`,
#: `all`, `all-major`): sm_90 is the oldest with CDP2 alone, where no parent can wait for its children.
DEFAULT_ARCH = 90

#: Words that are not passed on to a build of a whole program.
_NOT_FOR_A_PROGRAM = (Role.OUTPUT, Role.PHASE, Role.DEVICE_OBJECT, Role.SIDE_OUTPUT)

_HOST_SUFFIXES = (".c", ".cc", ".cxx", ".cpp")
_INPUT_SUFFIXES = (".cu", *_HOST_SUFFIXES, ".ptx", ".o", ".a", ".so")


@dataclass(frozen=True, slots=True)
class CompileCommand:
    """How some CUDA sources are compiled."""

    #: Where the command runs; relative paths below are already joined to it, except in `nvcc_arguments`.
    directory: Path
    #: The CUDA sources: `*.cu`, and every source under `-x cu`.
    sources: tuple[Path, ...]
    #: `-DNAME=value` and `-UNAME`, in order: the last one wins.
    macros: tuple[str, ...] = ()
    include_paths: tuple[Path, ...] = ()
    system_include_paths: tuple[Path, ...] = ()
    #: As written: the compiler looks them up in `directory`, then along the include paths.
    pre_includes: tuple[str, ...] = ()
    #: "c++17"; None leaves it to nvcc.
    standard: str | None = None
    #: The architectures as written: "sm_90", "compute_80", "native".
    architectures: tuple[str, ...] = ()
    #: Relocatable device code, which device launches need.
    relocatable: bool = False
    extended_lambda: bool = False
    relaxed_constexpr: bool = False
    device_debug: bool = False
    whole_program: bool = False
    default_stream_per_thread: bool = False
    #: Host compiler options that the parse needs, in clang's spelling.
    host_arguments: tuple[str, ...] = ()
    output: Path | None = None
    #: nvcc's arguments for a program made of `sources`: the original ones without the sources, the
    #: output, phases such as `-c`, and dependency files. Objects, libraries and host sources stay;
    #: response files are expanded.
    nvcc_arguments: tuple[str, ...] = ()
    #: Options of which nothing is known, and so nothing passed to clang.
    dropped: tuple[str, ...] = ()

    @classmethod
    def for_file(cls, path: Path) -> CompileCommand:
        """A source without any flags."""
        return cls(directory=Path(), sources=(path,))

    @property
    def arch(self) -> int:
        """The oldest architecture, 90 for sm_90; ten times that is its `__CUDA_ARCH__`."""
        numbers = [
            int(match[1])
            for match in (re.fullmatch(r"(?:sm|compute|lto)_(\d+)[af]?", name) for name in self.architectures)
            if match
        ]
        return min(numbers, default=DEFAULT_ARCH)


def parse_command(
    arguments: Sequence[str],
    *,
    sources: Sequence[Path] = (),
    directory: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> CompileCommand:
    """Reads an nvcc command line; the compiler's name in front (`nvcc`, `ccache nvcc`) may be missing.

    `sources` come before those that the command itself names. `directory` is where the command runs, by
    default the current one. NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS count for the parse, but are not in
    `nvcc_arguments`, since nvcc reads them itself. Raises UsageError for unreadable response files and
    missing values.
    """
    directory = directory or Path()
    own = tuple(scan(_without_compiler(arguments), directory))
    words = (
        *scan(split_environment(environment.get("NVCC_PREPEND_FLAGS", "")), directory),
        *own,
        *scan(split_environment(environment.get("NVCC_APPEND_FLAGS", "")), directory),
    )
    host = read_host_options(_host_words(words), directory)
    output = _last(own, Role.OUTPUT)
    language = _last(words, Role.LANGUAGE)
    found = [directory / word.text[0] for word in own if _is_cuda_source(word, language)]
    return CompileCommand(
        directory=directory,
        sources=tuple(dict.fromkeys([*sources, *found])),
        macros=tuple(_macros(words)),
        include_paths=_paths(words, Role.INCLUDE_PATH, directory),
        system_include_paths=_paths(words, Role.SYSTEM_INCLUDE, directory),
        pre_includes=_all(words, Role.PRE_INCLUDE),
        standard=_last(words, Role.STANDARD) or host.standard,
        architectures=tuple(_architectures(words)),
        relocatable=_is_relocatable(words),
        extended_lambda=_has(words, Role.EXTENDED_LAMBDA),
        relaxed_constexpr=_has(words, Role.RELAXED_CONSTEXPR),
        device_debug=_has(words, Role.DEVICE_DEBUG),
        whole_program=_has(words, Role.WHOLE_PROGRAM),
        default_stream_per_thread=_last(words, Role.DEFAULT_STREAM) == "per-thread",
        host_arguments=host.kept,
        output=None if output is None else directory / output,
        nvcc_arguments=tuple(_program_arguments(own, language)),
        dropped=host.dropped,
    )


def _without_compiler(arguments: Sequence[str]) -> Sequence[str]:
    for index, argument in enumerate(arguments):
        if argument.startswith(("-", "@")) or PurePath(argument).suffix in _INPUT_SUFFIXES:
            return arguments[index:]
    return ()


def _is_cuda_source(word: Word, language: str | None) -> bool:
    if word.role is not Role.INPUT:
        return False
    suffix = PurePath(word.text[0]).suffix
    # -x says what all sources are, whatever their names.
    return suffix == ".cu" or (language in ("cu", "cuda") and suffix in _HOST_SUFFIXES)


def _program_arguments(words: Iterable[Word], language: str | None) -> Iterator[str]:
    for word in words:
        if word.role not in _NOT_FOR_A_PROGRAM and not _is_cuda_source(word, language):
            yield from word.text


def _host_words(words: Iterable[Word]) -> Iterator[str]:
    for word in words:
        if word.role is Role.HOST_OPTIONS:
            yield from split_host_list(word.values)
        elif word.role is Role.UNKNOWN:
            # With -forward-unknown-to-host-compiler, nvcc hands them to the host compiler.
            yield from word.text


def _macros(words: Iterable[Word]) -> Iterator[str]:
    for word in words:
        if word.role is Role.DEFINE:
            yield from (f"-D{value}" for value in word.values)
        elif word.role is Role.UNDEFINE:
            yield from (f"-U{value}" for value in word.values)


def _architectures(words: Iterable[Word]) -> Iterator[str]:
    for word in words:
        if word.role is Role.ARCHITECTURE:
            yield from word.values
        elif word.role is Role.GENERATE_CODE:
            yield from re.findall(r"arch=([\w-]+)", word.values[0])


def _is_relocatable(words: Iterable[Word]) -> bool:
    relocatable = False
    for word in words:
        if word.role is Role.DEVICE_OBJECT:
            relocatable = True
        elif word.role is Role.RELOCATABLE:
            relocatable = word.values[-1:] == ("true",)
    return relocatable


def _has(words: Iterable[Word], role: Role) -> bool:
    return any(word.role is role for word in words)


def _all(words: Iterable[Word], role: Role) -> tuple[str, ...]:
    return tuple(value for word in words if word.role is role for value in word.values)


def _last(words: Iterable[Word], role: Role) -> str | None:
    return next(reversed(_all(words, role)), None)


def _paths(words: Iterable[Word], role: Role, directory: Path) -> tuple[Path, ...]:
    return tuple(directory / value.strip('"') for value in _all(words, role))
