"""Generated programs: what they are made of, and their text.

A statement is text that stays together, or control flow around other statements: shrinking needs to know no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_SUPPORT = Path(__file__).parent / "support.cuh"


@dataclass(frozen=True, slots=True)
class Code:
    """Statements without control flow that could be taken apart."""

    text: str
    features: frozenset[str] = frozenset()
    #: The same, smaller: what shrinking may try.
    simpler: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nest:
    """A control statement around others: `head { body } tail`."""

    head: str
    body: tuple[Statement, ...]
    features: frozenset[str] = frozenset()
    tail: str = ""


Statement = Code | Nest


@dataclass(frozen=True, slots=True)
class Item:
    """Something at namespace scope: a kernel, a helper function, a declaration, a macro."""

    name: str
    head: str
    #: None for what has no body.
    body: tuple[Statement, ...] | None = None
    features: frozenset[str] = frozenset()
    #: Namespace inside the program's own, or "".
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """One program: `host` are the statements that start it. `seed` is what it was generated from."""

    seed: int
    items: tuple[Item, ...]
    host: tuple[Statement, ...]

    @property
    def name(self) -> str:
        return f"program_{self.seed}"


def features(program: Program) -> frozenset[str]:
    """What a program exercises, by name."""
    found: set[str] = set()
    for item in program.items:
        found |= item.features
        for statement in walk(item.body or ()):
            found |= statement.features
    for statement in walk(program.host):
        found |= statement.features
    return frozenset(found)


def walk(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Every statement, outer ones first."""
    for statement in statements:
        yield statement
        if isinstance(statement, Nest):
            yield from walk(statement.body)


def source_text(programs: Sequence[Program]) -> str:
    """A CUDA file that runs the programs, or those whose numbers are its arguments."""
    parts = [_support(), *(_program_text(program) for program in programs)]
    runs = [f"  if (chosen({index})) {program.name}::run();" for index, program in enumerate(programs)]
    head = (
        "int main(int argc, char** argv) {\n"
        "  const auto chosen = [&](int index) {\n"
        "    for (int i = 1; i < argc; ++i)\n"
        "      if (std::atoi(argv[i]) == index) return true;\n"
        "    return argc == 1;\n"
        "  };"
    )
    return "\n".join(["#include <cstdlib>", *parts, head, *runs, "}", ""])


def _program_text(program: Program) -> str:
    lines = [f"namespace {program.name} {{"]
    for item in program.items:
        lines += _item_lines(item)
    lines += ["static void run() {", *_lines(program.host, 1), f'  finish("{program.name}");', "}"]
    lines += [f"}}  // namespace {program.name}", ""]
    return "\n".join(lines)


def _item_lines(item: Item) -> Iterator[str]:
    if item.scope:
        yield f"namespace {item.scope} {{"
    if item.body is None:
        yield item.head
    else:
        yield f"{item.head} {{"
        yield from _lines(item.body, 1)
        yield "}"
    if item.scope:
        yield f"}}  // namespace {item.scope}"


def _lines(statements: Sequence[Statement], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for statement in statements:
        match statement:
            case Code(text=text):
                # a directive begins its line
                yield from (line if line.startswith("#") else indent + line for line in text.split("\n"))
            case Nest(head=head, body=body, tail=tail):
                yield f"{indent}{head} {{"
                yield from _lines(body, depth + 1)
                yield f"{indent}}}{tail}"


@cache
def _support() -> str:
    return _SUPPORT.read_text(encoding="utf-8")
