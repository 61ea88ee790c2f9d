"""The user's nvcc command for the copies of its sources."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from spawnc.build import include_dir
from spawnc.command.options import Role
from spawnc.command.words import Word, scan, split_environment
from spawnc.launch_compile.copies import Copies

_PREPENDED = "NVCC_PREPEND_FLAGS"
_PREPROCESS = ("-E", "--preprocess")
#: Phases whose result is text: on stdout, unless `-o` names a file.
_TEXT = {*_PREPROCESS, "-M", "--generate-dependencies", "-MM", "--generate-nonsystem-dependencies"}
_WITH_DEPENDENCIES = {
    *("-MD", "--generate-dependencies-with-compile"),
    *("-MMD", "--generate-nonsystem-dependencies-with-compile"),
}


@dataclass(frozen=True, slots=True)
class Arguments:
    """An nvcc command line as words, response files and NVCC_PREPEND_FLAGS expanded."""

    words: tuple[Word, ...]

    @property
    def output(self) -> str | None:
        """`-o`."""
        return self._last(Role.OUTPUT)

    @property
    def makes_text(self) -> bool:
        """Whether the command preprocesses, or lists dependencies, and compiles nothing."""
        return any(word.text[0] in _TEXT for word in self.words)

    @property
    def preprocesses(self) -> bool:
        """Whether the command's result is preprocessed text."""
        return any(word.text[0] in _PREPROCESS for word in self.words)

    @property
    def include_folders(self) -> list[str]:
        """The values of `-I`."""
        return [folder for word in self.words if word.role is Role.INCLUDE_PATH for folder in word.values]

    @property
    def is_quiet(self) -> bool:
        """`-w`: no warnings."""
        return any(word.text[0] in ("-w", "--disable-warnings") for word in self.words)

    def folder(self, sources: Sequence[str]) -> str:
        """The folder of the copies: of its own for each object, so that builds may run side by side."""
        beside = os.path.join(self._last_side("-odir", "--output-directory") or "", os.path.basename(sources[0]))
        return f"{self.output or beside}.spawnc"

    def dependency_files(self, sources: Sequence[str]) -> list[str]:
        """Where nvcc may write dependencies."""
        named = self._last_side("-MF", "--dependency-output")
        if named is not None:
            return [named]
        if not any(word.text[0] in _WITH_DEPENDENCIES for word in self.words):
            return []
        # without -MF: a.d for -o out/a.o in `out`, else in the folder of -odir or the current one
        folder = self._last_side("-odir", "--output-directory") or ""
        stems = [os.path.join(folder, f"{PurePath(source).stem}.d") for source in sources]
        return [str(PurePath(self.output).with_suffix(".d")), *stems] if self.output else stems

    def for_copies(self, copies: Copies, sources: Sequence[str]) -> list[str]:
        """The arguments that compile the copies: where one is, it is found before its original."""
        return [*self._replaced(copies, set(sources)), f"-I{include_dir()}"]

    def _replaced(self, copies: Copies, sources: set[str]) -> Iterator[str]:
        for word in self.words:
            match word.role:
                case Role.INPUT if word.text[0] in sources:
                    yield copies.place(word.text[0])
                case Role.INCLUDE_PATH:
                    for folder in word.values:
                        if copies.has_below(folder):
                            yield f"-I{copies.place(folder)}"
                        yield f"-I{folder}"
                case Role.PRE_INCLUDE:
                    for name in word.values:
                        yield from ("-include", copies.place(name) if copies.has(name) else name)
                case _:
                    yield from word.text

    def _last(self, role: Role) -> str | None:
        values = [word.values[-1] for word in self.words if word.role is role and word.values]
        return values[-1] if values else None

    def _last_side(self, *names: str) -> str | None:
        side = [word for word in self.words if word.role is Role.SIDE_OUTPUT and word.values]
        values = [word.values[-1] for word in side if word.text[0].partition("=")[0] in names]
        return values[-1] if values else None


def read_arguments(arguments: Iterable[str], environment: Mapping[str, str]) -> Arguments:
    """The words of a command line. Raises UsageError for unreadable response files."""
    prepended = scan(split_environment(environment.get(_PREPENDED, "")), Path())
    return Arguments((*prepended, *scan(arguments, Path())))


def environment_for_copies(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for a command that NVCC_PREPEND_FLAGS are already in."""
    return {name: value for name, value in environment.items() if name != _PREPENDED}
