"""Random programs that use CUDA dynamic parallelism, each from a seed.

A program's answer is the same under every schedule that CUDA allows: threads tell each other apart by keys, what they
do is summed up, and a cell that is written in order belongs to one stream of one thread."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.differential.draft import Draft, Kernel, shape
from tests.differential.helpers import add_dispatcher, add_helpers
from tests.differential.kernels import Style, add_kernel, add_mutual_recursion, add_relay, add_watcher
from tests.differential.program import Code, Program, Statement
from tests.differential.sites import Place, arguments

#: Threads and grids that one host launch may come to.
_MOST_WORK, _MOST_GRIDS = 1500.0, 300.0


#: Some are deeper than serial bodies go.
_DEPTHS = (1, 2, 3, 4, 6, 8)
#: Of children with barriers that wait in a queue.
_BLOCKS = ((7, 1, 1), (32, 1, 1), (4, 3, 1), (35, 1, 1), (3, 2, 2))


def generate(seed: int) -> Program:
    """The program of a seed."""
    draft = Draft(Random(seed))
    add_helpers(draft)
    for _ in range(draft.rng.randint(1, 2)):
        add_kernel(draft, Style(draft.pick(("thread", "thread", "barrier"))))
    add_kernel(draft, Style(draft.pick(("thread", "thread", "barrier")), ordered=True))
    if draft.chance(0.5):
        add_relay(draft)
    if draft.chance(0.4):
        add_watcher(draft)
    if draft.chance(0.5):
        add_dispatcher(draft)
    if draft.chance(0.4):
        kernel = add_kernel(draft, Style("thread", recursive=True))
        draft.kernels[-1] = _with_depth(kernel, draft.pick(_DEPTHS))
    if draft.chance(0.15):
        add_mutual_recursion(draft, draft.pick(_DEPTHS))
    for _ in range(draft.rng.randint(0, 2)):
        add_kernel(draft, Style(draft.pick(("thread", "thread", "thread", "barrier")), launches=True))
    roots = [_add_root(draft) for _ in range(draft.rng.randint(1, 2))]
    host = [statement for root in roots for statement in _start(draft, root)]
    if draft.chance(0.3):
        host += _start(draft, draft.pick([kernel for kernel in draft.kernels if not kernel.is_ordered]))
    if draft.chance(0.7):
        # a drain for each size
        sizes = draft.rng.sample(_BLOCKS, draft.pick((1, 2, 2)))
        for block in sizes:
            add_kernel(draft, Style(draft.pick(("thread", "barrier", "barrier")), waits=True, block=block))
        for _ in range(draft.pick((0, 1, 1, 2))):
            style = Style(draft.pick(("thread", "barrier")), launches=True, waits=True, block=draft.pick(sizes))
            add_kernel(draft, style)
        if draft.chance(0.5):
            kernel = add_kernel(draft, Style("thread", recursive=True, waits=True))
            draft.kernels[-1] = _with_depth(kernel, draft.pick(_DEPTHS))
        root = add_kernel(draft, Style("thread", launches=True, root=True, waits=True))
        # its queue is used again
        host += [statement for _ in range(draft.rng.randint(1, 3)) for statement in _start(draft, root)]
    return Program(seed, tuple(draft.items), tuple(host))


def _add_root(draft: Draft) -> Kernel:
    root = add_kernel(draft, Style("thread", launches=True, root=True))
    # as a child, its watcher would see what runs beside it
    if draft.watcher:
        draft.kernels.remove(root)
    return root


def _with_depth(kernel: Kernel, depth: int) -> Kernel:
    return replace(kernel, depth=depth, launches=True)


def _start(draft: Draft, kernel: Kernel) -> list[Statement]:
    """A host launch."""
    most = min(_MOST_WORK / kernel.work, _MOST_GRIDS / max(kernel.grids, 0.01), 96)
    config = shape(draft, max(1, int(most)), kernel.most_block)
    place = Place(str(draft.rng.randrange(1 << 30)), (), depth="")
    given = arguments(draft, kernel, place, config.width)
    # the host has no built-ins to make arguments of
    if any(word in given for word in ("threadIdx", "blockIdx", "blockDim", "gridDim", "_")):
        given = ", ".join([place.me, str(config.width)] + [_constant(kernel, kind) for kind in kernel.parameters])
    launch = f"<<<{config.grid}, {config.block}>>>({given});"
    # two streams run side by side, and a watcher would see when
    if draft.chance(0.3) and not draft.watcher:
        name = draft.name("stream")
        text = launch.replace(">>>", f", 0, {name}>>>")
        created = f"cudaStream_t {name}; cudaStreamCreate(&{name}); {kernel.name}{text} cudaStreamDestroy({name});"
        return [Code(created, frozenset({"host stream"}))]
    return [Code(f"{kernel.name}{launch}", frozenset({"host launch"}))]


def _constant(kernel: Kernel, kind: str) -> str:
    match kind:
        case "depth":
            return str(kernel.depth)
        case "value":
            return kernel.literal
        case "pair":
            return "Pair{4, 5}"
        case "wide":
            return "Wide{4, {}, 5}"
        case _:
            return "6"
