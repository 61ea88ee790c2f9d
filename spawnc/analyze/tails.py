"""Kernels that launch themselves as the last thing that a block does, like the tail call of a recursive function:

    __global__ void reduce(int* d, int n) {
      ...
      if (threadIdx.x == 0) { reduce<<<1, n / 2>>>(d, n / 2); cudaDeviceSynchronize(); }
      __syncthreads();
    }

The threads of the block have nothing left to do, so that they can be those of the child: real threads, with barriers,
shared memory and warps. Only what the built-ins say has to be another thing."""

from __future__ import annotations

from spawnc.analyze.facts import FactBook
from spawnc.analyze.obstacles import close_over
from spawnc.analyze.paths import inner_body, loops_around
from spawnc.analyze.reach import Reach
from spawnc.model import Launch, Space

#: What a thread by itself can't do, and the threads of a block can: warp operations, barriers, shared memory.
_FOR_REAL_THREADS = frozenset({"SP030", "SP040", "SP041"})


def launches_itself_last(reach: Reach, book: FactBook, launch: Launch) -> bool:
    """Whether a block can go on as the child of its launch. Nothing may depend on the wait for that: see `is_last`."""
    kernel = launch.enclosing
    facts = reach.body(kernel) if kernel is not None else None
    if kernel is None or kernel.definition is None or facts is None or kernel.space is not Space.GLOBAL:
        return False
    numbers = facts.numbers(launch)
    if len(facts.launches) != 1 or len(numbers) != 1 or facts.hidden:
        return False
    if [target.key for target in launch.targets] != [kernel.key] or len(reach.reachable_launches(kernel)) != 1:
        return False
    paths, number = facts.paths, numbers[0]
    if paths.has_goto or inner_body(paths, number) >= 0 or loops_around(paths, number):
        return False
    # one that has returned does not go on
    if any(node.kind == "RETURN_STMT" for node in paths.nodes[number:]):
        return False
    own = book.of(kernel)
    if not {obstacle.rule for obstacle in own.obstacles} <= _FOR_REAL_THREADS or own.read_only_loads:
        return False
    source = reach.unit.files[kernel.definition.path]
    span = kernel.definition.span
    # what a pointer with __restrict__ points to is read through a cache that does not see the block's own writes
    if b"restrict" in source.data[span.begin : span.end] or source.data[span.end - 1 : span.end] != b"}":
        return False
    closure = close_over(book, kernel)
    return not closure.helpers and (closure.obstacle is None or closure.obstacle.rule in _FOR_REAL_THREADS)
