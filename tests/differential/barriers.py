"""Kernels with barriers and shared memory, in control flow that is the same for the whole block."""

from __future__ import annotations

from collections.abc import Callable

from tests.differential.draft import Draft, Kernel, expression
from tests.differential.program import Code, Nest, Statement
from tests.differential.sites import Place, site

_BARRIER = Code("__syncthreads();", frozenset({"barrier"}))
#: Conditions that all threads of a block agree on.
_UNIFORM = ("n & 1", "blockIdx.x % 2 == 0", "gridDim.x > 1", "n > 3", "blockDim.x < 4 || n == 2")


def barrier_body(
    draft: Draft, kernel: Kernel, names: tuple[str, ...], most: int, launches: bool
) -> tuple[tuple[Statement, ...], float, float]:
    """A body for blocks of at most `most` threads, with the work and grids of one thread."""
    body: list[Statement] = []
    flat = draft.chance(0.6)
    declare = f"__shared__ unsigned tile[{most}];" if flat else f"__shared__ unsigned tile2[4][{most // 4}], total;"
    body.append(Code(declare, frozenset({"shared memory"})))
    thread = "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"
    body.append(Code(f"const unsigned t = {thread};"))
    body.append(Code("const unsigned size = blockDim.x * blockDim.y * blockDim.z;"))
    body.append(Code("const unsigned again = t * 5 + (unsigned)n;", frozenset({"computed again after a barrier"})))
    active = "size"
    # the blocks of a drain can't let some of their threads go
    start = draft.pick(("none", "none", "none" if kernel.waits else "return", "uniform", "several"))
    if start == "return":
        body.append(Code("const unsigned limit = (unsigned)n % 7 + 1, active = limit < size ? limit : size;"))
        body.append(Code("if (t >= active) return;", frozenset({"return before a barrier"})))
        active = "active"
    elif start == "uniform":
        body.append(Code("if (n < 0) return;", frozenset({"uniform return"})))
    elif start == "several":
        body.append(Code("if (blockIdx.x == 1) { note(mix(key, FLAT), 4); return; }", frozenset({"uniform return"})))

    def cell(index: str) -> str:
        return f"tile[{index}]" if flat else f"tile2[({index}) % 4][({index}) / 4]"

    rounds = _Rounds(draft, names, cell, active)
    body.append(Code(f"unsigned x = {rounds.value()};"))
    body.append(Code(f"{cell('t')} = {rounds.value()};"))
    body.append(_BARRIER)
    if not flat:
        body += [
            Code("if (t == 0) total = 0;"),
            _BARRIER,
            Code(f"atomicAdd(&total, {rounds.value()});", frozenset({"shared atomics"})),
            _BARRIER,
            Code("x += total;"),
        ]
    for _ in range(draft.rng.randint(1, 3)):
        body += rounds.round()
    work, grids = 1.0, 0.0
    children = [child for child in draft.kernels if not child.is_ordered and not child.depth]
    children = [child for child in children if child.waits] if kernel.waits else children
    if launches and children:
        place = Place("mix(key, FLAT)", names, work=2, grids=0.5)
        statement, work, grids = site(draft, place, draft.pick(children), draft.pick(("forget", "own", "null")))
        body.append(Nest("", (statement,), frozenset({"launch after a barrier"})))
        work += 1
    if kernel.is_ordered:
        step = "slot->cells[FLAT] = slot->cells[FLAT] * 31 + x;"
        body.append(Code(f"if (FLAT < 16) {step}", frozenset({"order of launches"})))
    body.append(Code("note(mix(key, FLAT), x);"))
    return tuple(body), work, grids


class _Rounds:
    """Rounds of an exchange through shared memory: at the end of each, no thread reads what another one may write."""

    def __init__(self, draft: Draft, names: tuple[str, ...], cell: Callable[[str], str], active: str) -> None:
        self._draft, self._names, self._cell, self._active = draft, names, cell, active
        self._kept = False

    def value(self) -> str:
        return f"(unsigned)({expression(self._draft, (*self._names, 't', 'again'))})"

    def _other(self, offset: str) -> str:
        return self._cell(f"(t + {offset}) % {self._active}")

    def _mine(self) -> str:
        return self._cell("t")

    def exchange(self) -> list[Statement]:
        draft = self._draft
        other = self._other(str(draft.rng.randint(1, 5)))
        if self._kept or draft.chance(0.5):
            return [
                Code(f"{self._mine()} = {self._mine()} * 3 + {self.value()};"),
                _BARRIER,
                Code(f"x += {other};"),
                _BARRIER,
            ]
        # a block that keeps more than x and one y for each thread is refused
        self._kept = not draft.chance(0.1)
        y = draft.name("y")
        declare = Code(f"const unsigned short {y} = (unsigned short){other};", frozenset({"kept across a barrier"}))
        return [declare, _BARRIER, Code(f"{self._mine()} += {y} + x;"), _BARRIER]

    def round(self) -> list[Statement]:
        draft, s = self._draft, self._draft.name("s")
        match draft.pick(("exchange", "for", "if", "while", "break", "return", "note", "do", "continue")):
            case "for":
                inner = tuple(self.exchange())
                count = draft.pick(("3", "(n & 3)", "gridDim.y + 1"))
                head = draft.pick((f"for (int {s} = 0; {s} < {count}; ++{s})", f"for (int {s} = 1; {s} < 5; {s} *= 2)"))
                return [Nest(head, (*inner, Code(f"x += {s};")), frozenset({"barrier in a loop"}))]
            case "if":
                condition = draft.pick(_UNIFORM)
                branch = Nest(f"if ({condition})", tuple(self.exchange()), frozenset({"barrier in a branch"}))
                if draft.chance(0.5):
                    return [branch, Code("x ^= 5;")]
                return [branch, Nest("else", tuple(self.exchange()))]
            case "while":
                body = (*self.exchange(), Code(f"++{s};"))
                loop = Nest(f"while ({s} < {draft.pick(('2', '(n & 1) + 1'))})", body, frozenset({"barrier in a loop"}))
                return [Code(f"int {s} = 0;"), loop]
            case "do":
                loop = Nest("do", tuple(self.exchange()), frozenset({"barrier in a loop"}), f" while (++{s} < 2);")
                return [Code(f"int {s} = 0;"), loop]
            case "break":
                leave = Code(f"if ({s} > n) break;", frozenset({"uniform break"}))
                return [Nest(f"for (int {s} = 0; {s} < 3; ++{s})", (leave, *self.exchange()))]
            case "continue":
                skip = Code(f"if ({s} == (n & 1)) continue;", frozenset({"uniform continue"}))
                return [Nest(f"for (int {s} = 0; {s} < 3; ++{s})", (skip, *self.exchange()))]
            case "return":
                # what a thread that has gone wrote before the barrier stays
                leave = Code("if (mix(key, FLAT) % 4 == 1) return;", frozenset({"return between barriers"}))
                return [Code("note(mix(key, FLAT), x);"), leave, *self.exchange()]
            case "note":
                return [Code(f"note(mix(key, FLAT), x ^ {self.value()});")]
            case _:
                return self.exchange()
