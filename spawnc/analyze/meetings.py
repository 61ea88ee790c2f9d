"""Where the threads of a block may meet, and so agree on an order of what they launch.

CUDA C++ Programming Guide, dynamic parallelism, "Streams and Events" and "Ordering and Concurrency": launches of a
block into one stream run in the order in which they were made, and threads that launch into a shared stream order
themselves with synchronisation such as __syncthreads(). Where no synchronisation can stand between the launches of
two threads, no program can tell which of them came first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from spawnc.analyze.calls import BodyFacts, DeviceCall
from spawnc.analyze.paths import LOOPS, Paths, in_branch, inner_body
from spawnc.analyze.waiting import waiting_loops
from spawnc.model import Ref

_BARRIER = re.compile(r"__syncthreads\w*|__barrier_sync\w*")
_EXCHANGE = re.compile(r"__(shfl|ballot|any|all|match_\w+|reduce_\w+)(_\w+)*")
_FENCE = re.compile(r"__syncwarp|__nv_\w+sync\w*|__cluster_barrier\w*|__pipeline_wait\w*|__mbarrier\w*")
#: Members of cooperative groups that only tell something.
_TELLS = re.compile(
    r"this_\w+|thread_rank|num_\w+|size|\w+_(index|rank|dim|size)|dim_\w+|group_dim|meta_\w+|is_valid|operator\W+"
)
_CUDA_SYNC = re.compile(r"barrier|latch|\w*semaphore\w*|pipeline\w*")
_ASM_SYNC = re.compile(rb"bar|sync|shfl|vote|match|wait|redux")


class Meeting(Enum):
    """How threads may meet at a point, the loosest last."""

    #: Every thread of the block stands at this very point: the guide demands it of __syncthreads().
    BARRIER = "barrier"
    #: Values pass between the threads of a warp; the guide promises no order of memory or of anything else.
    EXCHANGE = "exchange"
    #: Orders threads that may stand at different points.
    FENCE = "fence"
    #: Waits until another thread gets somewhere.
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class MeetingPoint:
    number: int
    meeting: Meeting
    what: str
    #: Not every thread passes here exactly once.
    divergent: bool = False
    #: Stands in a lambda or local class: it happens wherever that is called.
    floating: bool = False


def meeting_points(facts: BodyFacts) -> tuple[MeetingPoint, ...]:
    """The points of one body; those of the functions that it calls are theirs."""
    paths = facts.paths
    points = [point for call in facts.calls for point in _at_call(paths, call)]
    waits = set(waiting_loops(paths.nodes[0], paths.data))
    for number, node in enumerate(paths.nodes):
        if node.kind in ("ASM_STMT", "MS_ASM_STMT"):
            text = paths.data[node.span.begin : node.span.end]
            # what a macro writes can't be read
            if _ASM_SYNC.search(text) or b"asm" not in text:
                points.append(MeetingPoint(number, Meeting.FENCE, "inline assembly", divergent=True))
        elif node.kind in LOOPS and node.span.begin in waits:
            points.append(MeetingPoint(number, Meeting.WAIT, "a loop that waits for another thread"))
    return tuple(
        replace(point, divergent=True, floating=True) if inner_body(paths, point.number) >= 0 else point
        for point in points
    )


def _at_call(paths: Paths, call: DeviceCall) -> Iterator[MeetingPoint]:
    name, number = call.name, call.number
    divergent = in_branch(paths, number)
    if _BARRIER.fullmatch(name):
        yield MeetingPoint(number, Meeting.BARRIER, f"{name}()")
    elif _EXCHANGE.fullmatch(name):
        yield MeetingPoint(number, Meeting.EXCHANGE, f"{name}()")
    elif _FENCE.fullmatch(name):
        yield MeetingPoint(number, Meeting.FENCE, f"{name}()", divergent)
    elif not call.known:
        yield MeetingPoint(number, Meeting.FENCE, f"a call of '{name}', which is not known here", divergent=True)
    else:
        for ref in call.system:
            if _cooperates(ref):
                yield MeetingPoint(number, Meeting.FENCE, "::".join((*ref.scope, name)), divergent)


def _cooperates(ref: Ref) -> bool:
    if not ref.scope or ref.kind == "CONSTRUCTOR":
        return False
    match ref.scope[0]:
        case "cooperative_groups":
            return not _TELLS.fullmatch(ref.name)
        case "cub" | "nvcuda":
            return True
        case "cuda":
            return ref.name == "wait" or any(_CUDA_SYNC.fullmatch(part.partition("<")[0]) for part in ref.scope)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Frame:
    """One function on the way of a thread to a launch: the stretch of its body in which the launches concerned are,
    and where threads may meet in it."""

    begin: int
    end: int
    points: tuple[MeetingPoint, ...]


def ordering_point(frames: list[Frame]) -> MeetingPoint | None:
    """A point at which threads may settle the order of the launches inside the stretches; None when there is none.

    A launch L of thread A comes before a launch M of thread B only if A meets B after L, where B is before M.

    - A point inside a stretch may lie between them.
    - A point outside all stretches is before all the launches or after all of them. A barrier there has every thread
      at one and the same point: nobody is before the launches while another is after them. That is why one launch
      that a thread reaches once needs no look at barriers. (A barrier in a branch that threads don't take alike is
      undefined.) Exchanges are left out likewise: they promise no order.
    - Fences may pair at different points, `if (a) __syncwarp(); L; if (b) __syncwarp();`, but only when one is before
      and one after the launches, and threads don't pass the same ones.
    - A wait before the launches may end by what another thread does after its own."""
    before: list[MeetingPoint] = []
    after: list[MeetingPoint] = []
    for frame in frames:
        for point in frame.points:
            inside = frame.begin < point.number <= frame.end
            if inside or (point.floating and frame.begin < frame.end):
                return point
            if point.floating or point.number <= frame.begin:
                before.append(point)
            if point.floating or point.number > frame.end:
                after.append(point)
    for point in before:
        if point.meeting is Meeting.WAIT:
            return point
    fences = [point for point in (*before, *after) if point.meeting is Meeting.FENCE]
    loose = next((point for point in fences if point.divergent), None)
    if loose is not None and all(any(point.meeting is Meeting.FENCE for point in side) for side in (before, after)):
        return loose
    return None
