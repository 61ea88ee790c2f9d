"""Makes a failing program small: whatever can go while it still fails, goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from spawnc.settings import CarrierChoice
from tests.differential.batch import BuildError, Difference, build_programs, differences
from tests.differential.machine import CPU, ORIGINAL, Machine, Run
from tests.differential.program import Code, Item, Nest, Program, Statement


def shrink(failure: Difference, folder: Path, *, seconds: float, machine: Machine = CPU) -> Difference:
    """The smallest program found in that time which fails in the same way, with what is wrong then."""
    deadline = time.monotonic() + seconds

    def still_fails(program: Program) -> Difference | None:
        return reproduce(program, failure.run, folder, failure.carrier, machine)

    return _shrunk(failure, still_fails, deadline)


def reproduce(
    program: Program, run: Run | None, folder: Path, carrier: CarrierChoice, machine: Machine = CPU
) -> Difference | None:
    """Whether a program fails by itself: in a run that the original passes, or, without one, by not compiling."""
    try:
        built = build_programs([program], folder, carrier, machine)
    except BuildError as error:
        return None if error.original or run is not None else Difference(program, None, str(error), carrier)
    if run is None:
        return None
    originals = [Run(ORIGINAL, seed) for seed in range(4)]
    found = next(iter(differences([program], built, [*originals, run])), None)
    return found if found is not None and (found.run == run or run.policy == ORIGINAL) else None


def _shrunk(failure: Difference, still_fails: Callable[[Program], Difference | None], deadline: float) -> Difference:
    best = failure
    while True:
        before, position = best, 0
        while (candidate := next(islice(_smaller(best.program), position, None), None)) is not None:
            if time.monotonic() > deadline:
                return best
            smaller = still_fails(_tidied(candidate))
            # the next candidate stands in the same place once this one is taken
            best, position = (smaller, position) if smaller is not None else (best, position + 1)
        if best is before:
            return best


def _tidied(program: Program) -> Program:
    """Without what nothing names."""
    items = program.items
    while True:
        used = tuple(
            item
            for index, item in enumerate(items)
            if _is_named(item, (*items[:index], *items[index + 1 :]), program.host)
        )
        if used == items:
            return replace(program, items=items)
        items = used


def _smaller(program: Program) -> Iterator[Program]:
    """Programs that are a step smaller, the largest steps first."""
    for host in _without_some(program.host):
        yield replace(program, host=host)
    for index, item in enumerate(program.items):
        if item.name.endswith(("_declared", "_special")):
            yield replace(program, items=(*program.items[:index], *program.items[index + 1 :]))
    for index, item in enumerate(program.items):
        # without its `return`, a function's value is anything
        for body in _without_some(item.body or ()) if " void " in item.head else ():
            yield replace(program, items=_with_item(program.items, index, replace(item, body=body)))
    for index, item in enumerate(program.items):
        for word in ("static ", "__launch_bounds__(1024) "):
            if word in item.head:
                smaller = replace(item, head=item.head.replace(word, "", 1))
                yield replace(program, items=_with_item(program.items, index, smaller))
        if item.scope and "::" not in item.head:
            yield _without_scope(program, item.scope)


def _with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _is_named(item: Item, others: tuple[Item, ...], host: tuple[Statement, ...]) -> bool:
    name = item.name.removesuffix("_declared").removesuffix("_special")
    texts = [
        text for other in others for text in (other.head if other.body is None else "", *map(_text, other.body or ()))
    ]
    own = item.name == name and any(other.name == f"{name}_special" for other in others)
    return own or any(name in text for text in (*texts, *map(_text, host)))


def _text(statement: Statement) -> str:
    match statement:
        case Code(text=text):
            return text
        case Nest(head=head, body=body, tail=tail):
            return "\n".join((head, *map(_text, body), tail))


def _without_scope(program: Program, scope: str) -> Program:
    def plain(statement: Statement) -> Statement:
        match statement:
            case Code(text=text, simpler=simpler):
                new = [part.replace(f"{scope}::", "") for part in (text, *simpler)]
                return replace(statement, text=new[0], simpler=tuple(new[1:]))
            case Nest(head=head, body=body):
                return replace(statement, head=head.replace(f"{scope}::", ""), body=tuple(map(plain, body)))

    items = tuple(
        replace(
            item,
            scope="" if item.scope == scope else item.scope,
            body=None if item.body is None else tuple(map(plain, item.body)),
        )
        for item in program.items
    )
    return replace(program, items=items, host=tuple(map(plain, program.host)))


def _without_some(body: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    """Bodies with less in them: halves of it, then without a statement, then with a smaller one."""
    step = len(body) // 2
    while step > 1:
        for begin in range(0, len(body), step):
            yield (*body[:begin], *body[begin + step :])
        step //= 2
    for index in range(len(body)):
        yield (*body[:index], *body[index + 1 :])
    for index, statement in enumerate(body):
        for smaller in _smaller_statement(statement):
            yield (*body[:index], *smaller, *body[index + 1 :])


def _smaller_statement(statement: Statement) -> Iterator[tuple[Statement, ...]]:
    match statement:
        case Code(simpler=simpler):
            for index, text in enumerate(simpler):
                yield (replace(statement, text=text, simpler=simpler[index + 1 :]),)
        case Nest(body=body):
            yield body
            for smaller in _without_some(body):
                yield (replace(statement, body=smaller),)
