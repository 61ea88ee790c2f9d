"""A program under construction, and the small choices that all parts of the generator make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from tests.differential.program import Item

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel as launches see it."""

    #: With its namespace, and with template arguments where they are spelled.
    name: str
    #: Kinds of its parameters after the key and `n`: depth, slot, value, pair, extra, pack.
    parameters: tuple[str, ...] = ()
    #: How a `value` is written.
    literal: str = "3"
    #: Threads that each of its threads is, or stands for, and grids that it launches, on average.
    work: float = 1
    grids: float = 0
    launches: bool = False
    #: Threads of the largest block that it can have.
    most_block: int = 64
    has_barriers: bool = False
    #: What a recursive kernel is launched with.
    depth: int = 0
    features: frozenset[str] = frozenset()
    #: Its grids may wait in a queue.
    waits: bool = False
    #: The size that all its blocks have, where the drain of a queue needs to know.
    block: tuple[int, int, int] | None = None

    @property
    def is_ordered(self) -> bool:
        return "slot" in self.parameters


@dataclass(frozen=True, slots=True)
class Shape:
    """A launch configuration: grid and block as text."""

    grid: str
    block: str
    threads: int
    #: Threads along x, over all blocks.
    width: int
    features: frozenset[str]


@dataclass(slots=True)
class Draft:
    """What has been generated so far. The order of random numbers is the only other state."""

    rng: Random
    items: list[Item] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)
    #: Helper functions: calls of them as text, with A for an int.
    helpers: list[tuple[str, str]] = field(default_factory=list)
    #: Device functions that launch, with the work of a call.
    dispatchers: list[tuple[str, Kernel]] = field(default_factory=list)
    #: A kernel that reads the tally, for tail launches; "" when there is none, and grids may run side by side.
    watcher: str = ""
    count: int = 0

    def number(self) -> int:
        self.count += 1
        return self.count

    def name(self, stem: str) -> str:
        return f"{stem}_{self.number()}"

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, choices: Sequence[T]) -> T:
        return self.rng.choice(choices)


#: Integers that every kernel can name.
BUILTINS = tuple(
    f"{builtin}.{axis}" for builtin in ("threadIdx", "blockIdx", "blockDim", "gridDim") for axis in ("x", "y", "z")
)
_OPERATORS = ("+", "-", "*", "^", "|", "&")


def expression(draft: Draft, names: Sequence[str], depth: int = 2) -> str:
    """An integer made of `names`, built-ins, constants and helper functions; unsigned arithmetic wraps."""
    if depth == 0 or draft.chance(0.25):
        if draft.chance(0.6) and names:
            return draft.pick(names)
        return draft.pick(BUILTINS) if draft.chance(0.6) else str(draft.rng.randrange(1, 100))
    if draft.helpers and draft.chance(0.2):
        call, _ = draft.pick(draft.helpers)
        return call.replace("A", f"(int)({expression(draft, names, depth - 1)})")
    left, right = expression(draft, names, depth - 1), expression(draft, names, depth - 1)
    if draft.chance(0.1):
        return f"TIMES({left})"
    if draft.chance(0.1):
        return f"({left} > {right} ? {left} : 7)"
    return f"((unsigned)({left}) {draft.pick(_OPERATORS)} (unsigned)({right}))"


def shape(
    draft: Draft,
    most_threads: int,
    most_block: int = 64,
    *,
    wide: bool = False,
    block: tuple[int, int, int] | None = None,
) -> Shape:
    """A launch configuration of at most so many threads; ragged ones and single threads are not rare.

    `wide`: more than one warp in a block. `block`: that size and no other, however many threads."""
    rng = draft.rng
    kind = draft.pick(("one", "1-D", "1-D", "2-D", "3-D", "3-D", "blocks", "threads", "wide"))
    if block:
        grid = (rng.randint(1, max(1, min(4, most_threads // _volume(block)))), 1, 1)
        features = {"shape: fixed block"}
    elif (wide or (kind == "wide" and most_threads > 40)) and most_block > 40:
        grid, block, features = (draft.rng.randint(1, 2), 1, 1), (draft.rng.randint(33, 40), 1, 1), {"shape: wide"}
    elif kind == "one" or most_threads < 4:
        grid, block, features = (1, 1, 1), (1, 1, 1), {"shape: one thread"}
    else:
        while True:
            grid, block = _dimensions(draft, kind)
            threads = _volume(grid) * _volume(block)
            if threads <= most_threads and _volume(block) <= most_block:
                break
            kind = draft.pick(("1-D", "1-D", "2-D", "3-D", "blocks", "threads"))
        features = {f"shape: {kind}"}
    spelled = [_spelled(draft, grid, features), _spelled(draft, block, features)]
    if rng.random() < 0.1 and grid == (1, 1, 1):
        spelled[0] = "(WIDTH + 5) / WIDTH - 0"
        spelled[0], features = "WIDTH / WIDTH", features | {"shape: macro"}
    return Shape(
        spelled[0],
        spelled[1],
        _volume(grid) * _volume(block),
        grid[0] * block[0],
        frozenset(features),
    )


def _dimensions(draft: Draft, kind: str) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    def some(*most: int) -> tuple[int, int, int]:
        x, y, z = (draft.rng.randint(1, limit) for limit in most)
        return x, y, z

    match kind:
        case "1-D":
            return some(4, 1, 1), some(9, 1, 1)
        case "2-D":
            return some(3, 3, 1), some(4, 3, 1)
        case "3-D":
            return some(2, 3, 3), some(3, 3, 2)
        case "blocks":
            return some(6, 2, 2), (1, 1, 1)
        case _:
            return (1, 1, 1), some(32, 1, 1)


def _volume(size: tuple[int, int, int]) -> int:
    return size[0] * size[1] * size[2]


def _spelled(draft: Draft, size: tuple[int, int, int], features: set[str]) -> str:
    x, y, z = size
    if y == z == 1 and draft.chance(0.7):
        return str(x)
    features.add("shape: dim3")
    if z == 1 and draft.chance(0.5):
        return f"dim3({x}, {y})"
    if draft.chance(0.15):
        features.add("shape: braces")
        return f"{{{x}, {y}, {z}}}"
    return f"dim3({x}, {y}, {z})"
