"""The Jinja environment and one typed context a template: a template can name no field that is not here."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2

    from spawnc.emit.signature import Signature


@dataclass(frozen=True, slots=True)
class SiteContext:
    #: `spawn::threshold(64)`
    policy: str
    where: str
    parent: str
    child: str


@dataclass(frozen=True, slots=True)
class PrologueContext:
    """prologue.cu.j2"""

    #: Of the runtime: queue.cuh...
    headers: tuple[str, ...]
    table: str
    sites: tuple[SiteContext, ...]
    line: str


@dataclass(frozen=True, slots=True)
class ForwardContext:
    """branch_forward.cu.j2, branch_queue_forward.cu.j2, join_forward.cu.j2, helper_forward.cu.j2"""

    signature: Signature
    line: str
    #: As in the definition.
    inline: str
    #: branch_queue_forward.cu.j2: the type of what waits in a queue.
    entry: str = ""


@dataclass(frozen=True, slots=True)
class UnusedContext:
    """unused.cu.j2"""

    name: str
    line: str
    #: The kernel's own declaration, without default arguments.
    declaration: str


@dataclass(frozen=True, slots=True)
class FunctionContext:
    """thread.cu.j2, together.cu.j2, block.cu.j2, launched_*.cu.j2, helper.cu.j2: a body under another name."""

    signature: Signature
    #: `#line` of the original's first line, or "".
    line: str
    #: `#line` of the original body, or "".
    body_line: str
    body: str
    #: block.cu.j2: the body calls atomic functions.
    atomics: bool = False
    #: All but launched_*.cu.j2: the body calls `__ldg`.
    plain_loads: bool = False


@dataclass(frozen=True, slots=True)
class BranchContext:
    """branch.cu.j2"""

    signature: Signature
    line: str
    #: `__forceinline__ `, or `__noinline__ ` for kernels that can reach themselves.
    inline: str
    #: Number of useful threads along x.
    useful: str
    #: ", true" when that number counts items of a grid-stride loop.
    strided: str
    by_block: bool
    #: There is no serial body.
    only_launched: bool
    launch_free: bool


@dataclass(frozen=True, slots=True)
class QueueBranchContext:
    """branch_queue.cu.j2"""

    #: Not a template over depths: those are of serial bodies.
    signature: Signature
    #: What the branch without a queue is made with.
    branch: BranchContext
    #: The type of what waits, and its `#line`.
    entry: str
    entry_line: str
    #: The child's parameters: `int* d`...
    members: tuple[str, ...]
    #: ... and `d, n`.
    names: str
    #: Whole blocks of the drain run it.
    in_blocks: bool
    #: It is no matter of its size whether it waits: it launches, or has no serial body.
    leaves: bool
    #: Its own launches may wait in the queue, too.
    launches: bool


@dataclass(frozen=True, slots=True)
class JoinContext:
    """join.cu.j2"""

    signature: Signature
    line: str
    useful: str
    by_block: bool
    launch_free: bool
    #: `d, n`
    names: str
    #: The child's parameters, `int* d`..., where a block runs it together; None where no block does.
    members: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TailContext:
    """tail.cu.j2"""

    signature: Signature
    line: str
    #: `d, n`
    names: str
    #: `int* d`...
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueuedContext:
    """queued.cu.j2, queued_forward.cu.j2"""

    signature: Signature
    line: str
    #: `Queue<visit__entry<spawn::ThisSource>, ...>`, with the types of all children that may wait.
    queue: str
    #: Types that are declared before it.
    declarations: str = ""
    #: Of the definition: `#line` of the original body, and the body.
    body_line: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class BlockOfGrid:
    """The function that runs one block of a grid whose blocks take turns."""

    #: `expand__block_31`, with template arguments where it is called.
    name: str
    called: str
    line: str
    #: After its place in the grid: `, int* d, int n`, and `, d, n`.
    parameters: str
    arguments: str
    #: `each_block` of a grid that depends on the loop's scalar, `each_turn` of one that stays.
    each: str
    #: Threads wait for each other between blocks.
    meets: bool


@dataclass(frozen=True, slots=True)
class StepContext:
    """step.cu.j2"""

    signature: Signature
    #: `__step`, `__step_31`.
    suffix: str
    line: str
    #: After the step: `, int* d, int spawn_level`.
    parameters: str
    #: Parameters that change from trip to trip.
    locals: tuple[str, ...]
    body_line: str
    body: str
    #: None where each block is launched.
    block: BlockOfGrid | None


@dataclass(frozen=True, slots=True)
class StepForwardContext:
    """step_forward.cu.j2"""

    signature: Signature
    suffix: str
    line: str
    parameters: str


@dataclass(frozen=True, slots=True)
class AgainContext:
    """again.cu.j2"""

    #: `spawn_again_28`, and what that is.
    name: str
    what: str
    #: `double tol`
    members: tuple[str, ...]
    #: `bool over`, and `, long long spawn_trips`, nameless where it is not used; "" of a branch.
    value: str
    trips: str
    #: The source has blocks of `extern "C"`, where no template can stand.
    in_c: bool
    #: What is computed of the value first.
    derived: tuple[str, ...]
    #: Where the loop is left: counters, and the condition.
    leave_locals: tuple[str, ...]
    leave: str
    #: Where it goes on.
    locals: tuple[str, ...]
    go_on: str
    #: Grids that depend on the value, what declares variables that they are made of, and functions that they call.
    grid_value: str
    grid_locals: tuple[str, ...]
    grid_functions: tuple[str, ...]
    grids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoopContext:
    """region_loop.cu.j2"""

    indent: str
    name: str
    #: `SPAWN_GRAPHS && !defined(TIMING)`
    when: str
    #: `"bfs.cu:28", "while:16"`
    where: str
    stream: str
    #: What waits for the device before the region, or "".
    before: str
    #: `{`, or `if (int it = 0; it < n) {`.
    opening: str
    #: What is recorded, with its `#line`.
    recorded: str
    #: `int it = 0; (it < n) && `
    condition: str
    flag: str
    #: `tol, max`
    captured: str
    #: `, count`: the scalar that the first trip's launches take; "" where none does.
    first: str
    #: Some trips may be left to the statements as written; the head of a `for` that goes on behind the others.
    may_leave: bool
    resumed: str
    #: Statements that give variables the values that they have after the loop.
    after: tuple[str, ...]
    #: `#line` of the loop.
    line: str


@dataclass(frozen=True, slots=True)
class SequenceContext:
    """region_sequence.cu.j2"""

    indent: str
    name: str
    #: `SPAWN_GRAPHS && !defined(TIMING)`
    when: str
    where: str
    #: The call before the first launch: a sequence without branches may be done while it is recorded.
    begin: str
    stream: str
    recorded: str
    #: `CHECK(spawn_region_17.end());`
    end: str
    #: A wait before the region; statements after it.
    before: str
    after: tuple[str, ...]
    line: str


Context = (
    StepContext
    | StepForwardContext
    | AgainContext
    | LoopContext
    | SequenceContext
    | PrologueContext
    | ForwardContext
    | UnusedContext
    | FunctionContext
    | BranchContext
    | QueueBranchContext
    | JoinContext
    | TailContext
    | QueuedContext
)


def render(template: str, context: Context) -> str:
    """The text of a template; a name that the context lacks is an error."""
    values = {field.name: getattr(context, field.name) for field in fields(context)}
    return _environment().get_template(template).render(values)


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("templates", ""),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        # else it looks at a template's file each time
        auto_reload=False,
    )
