"""The host compiler's options (`-Xcompiler ...`, or unknown to nvcc) that change how a source reads."""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_WITH_VALUE = ("-include", "-isystem", "-iquote", "-idirafter", "-D", "-U", "-I")
_PATHS = ("-isystem", "-iquote", "-idirafter", "-I")

# Instruction sets set macros such as __AVX2__. Other -march values are left out: a CPU that this clang
# doesn't know makes the whole parse fail, while a missing macro of that kind hardly ever matters to
# device code.
_FLAG = re.compile(
    r"-fopenmp|-pthread|-fshort-enums|-f(un)?signed-char|-march=(native|x86-64(-v[234])?)"
    r"|-m(no-)?(s?sse|avx|fma|f16c|bmi|popcnt|lzcnt|aes|pclmul)[\w.-]*"
)


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What clang's parse needs of the host compiler's options."""

    #: In clang's spelling; paths already joined to the directory of the command.
    kept: tuple[str, ...]
    standard: str | None
    dropped: tuple[str, ...]


def split_host_list(items: Iterable[str]) -> list[str]:
    """The words in the items of one `-Xcompiler` list."""
    # nvcc pastes the items into a shell command, so one item may hold several words: "-O3 -march=native".
    text = " ".join(items)
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def read_host_options(words: Iterable[str], directory: Path) -> HostOptions:
    """Sorts the host compiler's options into those that the parse needs and the rest."""
    kept: list[str] = []
    dropped: list[str] = []
    standard = None
    remaining = iter(words)
    for word in remaining:
        name = next((name for name in _WITH_VALUE if word.startswith(name)), None)
        if name is not None:
            kept.extend(_with_value(name, word, remaining, directory))
        elif word.startswith("-std="):
            standard = word.removeprefix("-std=")
        elif _FLAG.fullmatch(word):
            kept.append(word)
        else:
            dropped.append(word)
    return HostOptions(tuple(kept), standard, tuple(dropped))


def _with_value(name: str, word: str, remaining: Iterator[str], directory: Path) -> tuple[str, ...]:
    value = word.removeprefix(name) or next(remaining, "")
    return (name, str(directory / value) if name in _PATHS else value)
