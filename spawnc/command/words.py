"""Cuts an nvcc command line into words: an option with its values, an input, or something unknown."""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from spawnc.command.options import OPTIONS, Option, Role, Value
from spawnc.errors import UsageError

#: How deep response files may name each other.
MAX_FILE_DEPTH = 16


@dataclass(frozen=True, slots=True)
class Word:
    """One option, input or unknown argument."""

    role: Role
    #: The arguments as written, the value included when it was separate.
    text: tuple[str, ...]
    values: tuple[str, ...] = ()


def split_list(value: str) -> tuple[str, ...]:
    r"""The items of a comma list, read as nvcc does: `\,` and a comma inside `"..."` separate nothing."""
    items = re.findall(r'(?:"[^"]*"|\\.|[^,])+', value)
    return tuple(item.replace("\\,", ",").replace('\\"', '"') for item in items)


def split_environment(flags: str) -> list[str]:
    """The words of NVCC_PREPEND_FLAGS or NVCC_APPEND_FLAGS."""
    # Unlike a shell, nvcc keeps the quotes: -DX="a b" is one word and defines X as the string "a b".
    return re.findall(r'(?:"[^"]*"|[^\s"])+', flags)


def scan(arguments: Iterable[str], directory: Path) -> Iterator[Word]:
    """The words of `arguments`, response files replaced by their content.

    Relative response files are looked up in `directory`. Raises UsageError for one that can't be read,
    and for an option without its value.
    """
    remaining = _expand(arguments, directory, MAX_FILE_DEPTH)
    for argument in remaining:
        option, value = _match(argument)
        if option is None:
            yield Word(Role.UNKNOWN if _is_option(argument) else Role.INPUT, (argument,))
        elif option.value is Value.NONE:
            yield Word(option.role, (argument,))
        elif value is not None:
            yield Word(option.role, (argument,), _values(option, value))
        else:
            value = _next_value(remaining, argument)
            yield Word(option.role, (argument, value), _values(option, value))


def _expand(arguments: Iterable[str], directory: Path, depth: int) -> Iterator[str]:
    remaining = iter(arguments)
    for argument in remaining:
        option, value = _match(argument)
        if argument.startswith("@"):
            files: tuple[str, ...] = (argument[1:],)
        elif option is not None and option.role is Role.OPTIONS_FILE:
            files = split_list(_next_value(remaining, argument) if value is None else value)
        else:
            yield argument
            # A value that looks like a response file is still a value.
            if option is not None and option.value is not Value.NONE and value is None:
                yield from islice(remaining, 1)
            continue
        for file in files:
            if depth == 0:
                raise UsageError(f"response file '{file}' is nested too deep", hint="does it name itself?")
            yield from _expand(_read_words(directory / file), directory, depth - 1)


def _read_words(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"can't read response file '{path}': {error.strerror}") from error
    # nvcc's rules: white space separates, "..." groups and vanishes, a backslash escapes; ' and # are text.
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split = True
    lexer.quotes = '"'
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError as error:
        raise UsageError(f"can't read response file '{path}': {error}") from error


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "-"


def _match(argument: str) -> tuple[Option | None, str | None]:
    """The option that `argument` names, and the value that is written in the same argument."""
    if argument in OPTIONS:
        return OPTIONS[argument], None
    name, equals, value = argument.partition("=")
    option = OPTIONS.get(name)
    if equals and option is not None and option.value is not Value.NONE:
        return option, value
    # One-letter names take their value without a space: -DX, -Ifoo, -lcudadevrt, -O3.
    option = OPTIONS.get(argument[:2])
    if option is None or option.value is Value.NONE or len(argument) < 3:
        return None, None
    # -mavx2, -traditional and -Og are the host compiler's: the numbers of -m, -t and -O start with a digit.
    if argument[:2] in ("-m", "-t", "-O") and not argument[2].isdigit():
        return None, None
    return option, argument[2:]


def _next_value(remaining: Iterator[str], argument: str) -> str:
    value = next(remaining, None)
    if value is None:
        raise UsageError(f"nvcc option '{argument}' needs a value")
    return value


def _values(option: Option, value: str) -> tuple[str, ...]:
    return split_list(value) if option.value is Value.LIST else (value,)
