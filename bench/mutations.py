"""Ways to break spawnc, each a small change of its text: what the differential tests have to notice."""

from __future__ import annotations

from dataclasses import dataclass, replace

_SITES, _SIGNATURE, _DEFINITIONS = "spawnc/emit/sites.py", "spawnc/emit/signature.py", "spawnc/emit/definitions.py"
_BLOCK, _USEFUL, _ORDER = "spawnc/emit/block.py", "spawnc/analyze/useful.py", "spawnc/analyze/order.py"
_BRANCH, _THREAD = "templates/branch.cu.j2", "templates/thread.cu.j2"
_SERIAL, _SHAPE = "spawnc/include/spawn/serial.cuh", "spawnc/include/spawn/shape.cuh"
_PUSH, _DRAIN = "spawnc/include/spawn/queue_push.cuh", "spawnc/include/spawn/queue_drain.cuh"
_ENTRY, _QUEUES = "spawnc/include/spawn/queue_entry.cuh", "spawnc/include/spawn/queue_host.cuh"
_GROW, _TAKE = "spawnc/include/spawn/queue_grow.cuh", "spawnc/include/spawn/queue_take.cuh"
_SHARE, _STATE = "spawnc/include/spawn/queue_share.cuh", "spawnc/include/spawn/queue_state.cuh"
_QUEUE_BRANCH = "templates/branch_queue.cu.j2"
_LAUNCH, _BLOCKS = "spawnc/include/spawn/launch.cuh", "spawnc/include/spawn/block.cuh"
_IN_TURN = "spawnc/include/spawn/in_turn.cuh"
_TAKEN_AGAIN = """    first_argument = source.data[opening.end : chevrons.parentheses.end - 1].partition(b", ")[0]
    if first_argument.count(b"(") > first_argument.count(b")"):
        whole = source.data[opening.end : chevrons.parentheses.end - 1]
        first_argument = whole[: whole.index(b")") + 1]
    if first_argument.count(b"(") == first_argument.count(b")") and holds and not opening_text:
        edits.append(Edit.insert(opening.end, b"((void)(" + first_argument + b"), "))
        edits.append(Edit.insert(opening.end + len(first_argument), b")"))
    return edits


def _launch("""


_GRID_AGAIN = """def _grid_again(source, chevrons):
    span = chevrons.configuration[0]
    grid = source.data[span.begin : span.end]
    return b"" if b"{" in grid else b"((void)(" + grid + b"), 0) ? dim3(1) : "


"""


@dataclass(frozen=True, slots=True)
class Patch:
    """A change of one file: the old text stands in it once."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutation:
    """What a broken spawnc does."""

    what: str
    patches: tuple[Patch, ...]
    #: Only programs with queues can notice.
    in_queues: bool = False


def _mutation(what: str, *patches: tuple[str, str, str]) -> Mutation:
    return Mutation(what, tuple(Patch(*patch) for patch in patches))


def _of_queues(what: str, *patches: tuple[str, str, str]) -> Mutation:
    return replace(_mutation(what, *patches), in_queues=True)


_LOOPS = """  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx) {
"""
_THREAD_LOOPS = _LOOPS + "        const unsigned long long first_x"
_BLOCK_LOOPS = _LOOPS + "        body(Block("

MUTATIONS = (
    # --- the serial body ------------------------------------------------------------------------------------------
    _mutation(
        "blockIdx is not shadowed in clones",
        (_SHAPE, "  [[maybe_unused]] const uint3 blockIdx = (spawn_thread).blockIdx;   \\\n", ""),
    ),
    _mutation(
        "threadIdx is not shadowed in clones",
        (_SHAPE, "  [[maybe_unused]] const uint3 threadIdx = (spawn_thread).threadIdx; \\\n", ""),
    ),
    _mutation(
        "gridDim is not shadowed in clones",
        (
            _SHAPE,
            "  [[maybe_unused]] const dim3 blockDim = (spawn_thread).blockDim;    \\\n"
            "  [[maybe_unused]] const dim3 gridDim = (spawn_thread).gridDim",
            "  [[maybe_unused]] const dim3 blockDim = (spawn_thread).blockDim",
        ),
    ),
    _mutation(
        "gridDim and blockDim are mixed up",
        (_SERIAL, "make_uint3(bx, by, bz), block, grid));", "make_uint3(bx, by, bz), grid, block));"),
    ),
    _mutation(
        "the y and z loops over blocks are swapped",
        (
            _SERIAL,
            _THREAD_LOOPS,
            _THREAD_LOOPS.replace("bz < grid.z", "bz < grid.y").replace("by < grid.y", "by < grid.z"),
        ),
    ),
    _mutation(
        "the y and z loops over threads are swapped",
        (_SERIAL, "tz < block.z", "tz < block.y"),
        (_SERIAL, "ty < block.y", "ty < block.z"),
    ),
    _mutation(
        "the last block is lost",
        (_SERIAL, _THREAD_LOOPS, _THREAD_LOOPS.replace("bx < grid.x", "bx + 1 < grid.x")),
    ),
    _mutation(
        "the last block is lost, with barriers",
        (_SERIAL, _BLOCK_LOOPS, _BLOCK_LOOPS.replace("bx < grid.x", "bx + 1 < grid.x")),
    ),
    _mutation(
        "the last thread of a ragged block is lost",
        (_SERIAL, "? static_cast<unsigned>(end_x - first_x) :", "? static_cast<unsigned>(end_x - first_x - 1) :"),
    ),
    _mutation(
        "parameters are passed by reference",
        (_THREAD, "{{ signature.parameters }}", '{{ signature.parameters | replace("int n", "int& n") }}'),
    ),
    # --- the guard ------------------------------------------------------------------------------------------------
    _mutation(
        "a launched child runs serially, too",
        (
            _BRANCH,
            'else "if (spawn_ticket.is_serial()) "',
            'else ""',
        ),
    ),
    _mutation(
        "a call of the device runtime is lost in its turn", (_IN_TURN, "error = call(), done = true", "done = true")
    ),
    _mutation(
        "a child is lost when no slot is left",
        (
            _LAUNCH,
            "  const bool full = pending >= capacity;",
            "  const bool full = pending >= capacity;\n  if (full) launch.workload = -1;",
        ),
        (
            _LAUNCH,
            "    atomicAdd(&launch.site->counters.refused, 1ull);\n    return {};",
            "    launch.workload = -1;\n    return {};",
        ),
        (
            _SERIAL,
            "  const ThreadRange range(launch, useful_x);",
            "  if (launch.workload == -1) return;\n  const ThreadRange range(launch, useful_x);",
        ),
    ),
    _mutation(
        "grid and block are swapped in the launch",
        (_BRANCH, "<<<spawn_launch.grid, spawn_launch.block,", "<<<spawn_launch.block, spawn_launch.grid,"),
    ),
    _mutation(
        "launches go out as fire-and-forget",
        (_BRANCH, "spawn_launch.stream>>>", "cudaStreamFireAndForget>>>"),
    ),
    _mutation(
        "a forced launch without a slot is lost",
        (_LAUNCH, "  return without_slot(launch, Ticket::kUncounted);", "  launch.workload = -1;\n  return {};"),
        (
            _SERIAL,
            "  const ThreadRange range(launch, useful_x);",
            "  if (launch.workload == -1) return;\n  const ThreadRange range(launch, useful_x);",
        ),
    ),
    _mutation(
        "the deepest launch of a recursion runs serially, too",
        (_LAUNCH, "Depth >= kDeepest", "false"),
    ),
    # --- order ----------------------------------------------------------------------------------------------------
    _mutation(
        "ordered launches are emitted as independent",
        (_SITES, "if decision.order is Order.IN_ORDER:", "if False:"),
    ),
    _mutation(
        "the guard forgets that an earlier launch went out",
        (_LAUNCH, "(launch.order && launch.order->went_out)", "false"),
    ),
    _mutation("nobody notes that a launch went out", (_LAUNCH, "at->order->went_out = true;", "{}")),
    _mutation(
        "launches in a loop are taken for a single one",
        ("spawnc/analyze/rivals.py", "        if loops[rival.number]\n", "        if False\n"),
    ),
    _mutation(
        "launches after each other are taken for alternatives",
        (
            "spawnc/analyze/rivals.py",
            "            exclusive(paths, rival.number, other.number)\n",
            "            True\n",
        ),
    ),
    _mutation(
        "each launch into a stream is taken for the only one",
        (
            "spawnc/analyze/named.py",
            "    fresh = len(creations) == len(launches) == 1 and _made_each_time(paths, creations[0], launches[0][0])",
            "    fresh = True",
        ),
    ),
    _mutation(
        "a serial child's own launches are overtaken",
        # without SP061 alone, the header still keeps this order
        (_ORDER, "                if self.reach.may_launch(child):", "                if False:"),
        (_LAUNCH, "  if (const Launch* outer = enclosing_ordered(launch)) {", "  if (const Launch* outer = nullptr) {"),
        (_LAUNCH, "at->order->went_out = true;", "if (at == &launch) at->order->went_out = true;"),
    ),
    _mutation(
        "tail launches are guarded like others",
        (
            _ORDER,
            '                return _Refusal("SP063", {"child": _child_name(launch)})',
            '                return Independent("mutant")',
        ),
    ),
    # --- useful threads -------------------------------------------------------------------------------------------
    _mutation("the bound of `i <= n` is n", (_USEFUL, 'operators=("&&", "<", ">"))', 'operators=("&&", "<=", ">="))')),
    _mutation(
        "threads after `if (i > n) return;` are not run from n on",
        (_USEFUL, 'operators=("||", ">=", "<="))', 'operators=("||", ">", "<"))'),
    ),
    _mutation(
        "the bound is one too low",
        (
            "spawnc/emit/definitions.py",
            'useful=child.useful or "spawn::kAll",',
            'useful=f"{child.useful} - 1" if child.useful else "spawn::kAll",',
        ),
    ),
    _mutation(
        "`if (i == n) return;` is taken for a bound",
        (
            _USEFUL,
            '            limit = self._limit(condition, index, operators=("||", ">=", "<="))',
            '            limit = self._limit(condition, index, operators=("||", "==", "<="))',
        ),
    ),
    # --- arguments, templates, helpers ----------------------------------------------------------------------------
    _mutation("an argument is evaluated twice", (_SITES, "    return edits\n\n\ndef _launch(", _TAKEN_AGAIN)),
    _mutation(
        "the grid is evaluated twice",
        (
            _SITES,
            'Edit(chevrons.open, f"({launch}({site}, ".encode()),',
            'Edit(chevrons.open, f"({launch}({site}, ".encode() + _grid_again(source, chevrons)),',
        ),
        (
            _SITES,
            "def _launch(",
            f"{_GRID_AGAIN}def _launch(",
        ),
    ),
    _mutation(
        "template arguments are wrong",
        (
            _SIGNATURE,
            "{', '.join(declaration.template_arguments)}",
            "{', '.join(declaration.template_arguments).replace('N', 'N + 1')}",
        ),
    ),
    _mutation(
        "helpers that read built-ins are not cloned",
        (
            _DEFINITIONS,
            "    token_list = tokens(source.data, Span(offset, len(source.data)))",
            "    return []\n    token_list = tokens(source.data, Span(offset, len(source.data)))",
        ),
    ),
    _mutation(
        "helpers of helpers are not cloned",
        (
            _DEFINITIONS,
            "body_edits(plan, function, helper, source, Caller.THREAD)",
            "body_edits(plan, function, None, source, Caller.THREAD)",
        ),
    ),
    # --- barriers -------------------------------------------------------------------------------------------------
    _mutation(
        "threads that have returned go on",
        (_BLOCK, '    return f"if ({_RETURNED}.contains({_INDEX})) return;"', '    return ""'),
    ),
    _mutation(
        "nobody notes that a thread returned",
        (_BLOCK, '    return f"return {_RETURNED}.insert({_INDEX})"', '    return "return"'),
    ),
    _mutation(
        "only the first 32 threads are known not to have returned",
        (
            _BLOCKS,
            "word * 32 < threads; ++word) bits_[word] = 0;",
            "word * 32 < threads; ++word) bits_[word] = word ? ~0u : 0u;",
        ),
    ),
    _mutation(
        "a barrier in a loop does not split",
        (
            "spawnc/analyze/block_parts.py",
            "            if piece.kind is Kind.EMPTY:\n                continue\n",
            "            if piece.kind is Kind.EMPTY:\n                continue\n"
            "            if piece.kind is Kind.BARRIER and loops and run:\n"
            "                self.layout.barriers.append(piece)\n"
            "                continue\n",
        ),
    ),
    _mutation(
        "threads share what each keeps across a barrier",
        (
            _BLOCK,
            '    return f"{type_name}& {name} = spawn_{name}[{_INDEX}]"',
            '    return f"{type_name}& {name} = spawn_{name}[0]"',
        ),
    ),
    _mutation(
        "the number of a thread in its block is wrong",
        (
            _BLOCKS,
            "(thread.threadIdx.z * blockDim.y + thread.threadIdx.y) * blockDim.x",
            "(thread.threadIdx.z + thread.threadIdx.y) * blockDim.x",
        ),
    ),
    _mutation(
        "a changed variable is computed again after a barrier",
        ("spawnc/analyze/block_locals.py", '    if not values or changed.get(key) or "["', '    if not values or "["'),
    ),
    _mutation(
        "shared memory is the launching block's",
        (
            "spawnc/analyze/block_edits.py",
            '                yield Edit(Span(token.begin, after), b"")',
            "                pass",
        ),
    ),
    _mutation(
        "the y and z loops over the threads of a block are swapped",
        (_BLOCKS, "z < blockDim.z", "z < blockDim.y"),
        (_BLOCKS, "y < blockDim.y; ++y", "y < blockDim.z; ++y"),
    ),
    _mutation(
        "blockIdx is not shadowed around a block's parts",
        (_BLOCKS, "  [[maybe_unused]] const uint3 blockIdx = (spawn_block).blockIdx; \\\n", ""),
    ),
    _mutation(
        "atomic functions are not hidden in a block's body",
        ("templates/block.cu.j2", "{% if atomics %}", "{% if false %}"),
    ),
    # --- the queue ------------------------------------------------------------------------------------------------
    _of_queues(
        "a child is lost when its queue is full",
        (
            _PUSH,
            "  return push_entry(launch, queue, static_cast",
            "  return (void)push_entry(launch, queue, static_cast",
        ),
        (_PUSH, "leave.spare,\n                    child);", "leave.spare,\n                    child), true;"),
    ),
    _of_queues(
        "a child in a queue runs serially, too",
        (_QUEUE_BRANCH, '~ branch.strided ~ ")"', '~ branch.strided ~ ") || true"'),
    ),
    _of_queues("the drain of a queue is not launched", (_QUEUES, "    drain.launch(*own, states, stream);", "")),
    _of_queues(
        "the last item of an entry in a queue is lost",
        (_DRAIN, "stop_item < items ? stop_item : items)", "stop_item < items ? stop_item : items - 1)"),
    ),
    _of_queues(
        "an entry in a queue has one item a row too few",
        (_PUSH, "  const ThreadRange range(launch, useful_x);", "  const ThreadRange range(launch, useful_x - 1);"),
    ),
    _of_queues(
        "y and z are swapped in the items of a queue",
        (_ENTRY, "const unsigned rows = grid.y * block.y;", "const unsigned rows = grid.z * block.z;"),
    ),
    _of_queues(
        "the rows of a queue's entry are not told from each other",
        (_ENTRY, "thread.y = y % block.y, index.y = y / block.y;", "thread.y = y % block.y;"),
    ),
    _of_queues(
        "a queue mixes its types up",
        (_PUSH, "EntryHead{items, end_x, Kinds::template number<Child>,", "EntryHead{items, end_x, 0,"),
    ),
    _of_queues(
        "arguments of several slots of a queue begin in the last one",
        (_STATE, "(last - (kSlotsOf<Child> - 1))", "(last)"),
    ),
    _of_queues(
        "an argument is evaluated twice where there is a queue",
        (
            _SITES,
            "    return edits\n\n\ndef _launch(",
            _TAKEN_AGAIN.replace("and holds", "and caller is Caller.QUEUE and holds"),
        ),
    ),
    _of_queues(
        "a queue is not reset",
        (
            _DRAIN,
            "    shard.head = shard.few = shard.cursor = shard.done = 0;\n",
            "    shard.cursor = shard.done = 0;\n",
        ),
    ),
    _of_queues(
        "a queue is shared by streams",
        (_QUEUES, " && queue->stream == id && queue->graph == graph && !queue->is_taken", " && queue->graph == graph"),
    ),
    _of_queues(
        "units of a queue beyond the first ones are lost",
        (_DRAIN, "      if (own >= all) return;\n", "      return;\n"),
    ),
    _of_queues(
        "units in a queue's other shards are lost",
        (
            _DRAIN,
            "      unit = stop;\n    }\n  }\n\n  __device__ __forceinline__ void run_in_shard",
            "      return;\n    }\n  }\n\n  __device__ __forceinline__ void run_in_shard",
        ),
    ),
    # --- the queue that grows ---------------------------------------------------------------------------------------
    _of_queues(
        "a drain takes less than it passes",
        (_TAKE, "      units = static_cast<unsigned>(__shfl_sync(kMask, through, entries - 1));", "      units = 1;"),
    ),
    _of_queues(
        "a drain takes units of an entry again",
        (_TAKE, "left = all - unit;", "left = all;"),
    ),
    _of_queues(
        "all drains of a parent take from one queue",
        (_GROW, "queue_(queues.state[kTurn]),", "queue_(queues.state[0]),"),
    ),
    _of_queues(
        "blocks of another size wait in a queue",
        (_STATE, "(block.x == Workers::x && block.y == Workers::y && block.z == Workers::z)", "true"),
    ),
    _of_queues(
        "drains run in another order, and take entries when they have ended",
        ("spawnc/drains.py", "above[other.block].add(kind.block)", "above[kind.block].add(other.block)"),
        (_QUEUES, "    states.state[turn++] = nullptr;\n", "    ++turn;\n"),
    ),
    _of_queues("a drain takes an entry again", (_TAKE, "      *word = 0;\n", "")),
    _of_queues(
        "a drain counts the rest of its entries wrong",
        (_GROW, "entry > 0 ? unit - taken.ends[entry - 1]", "entry > 0 ? 0"),
    ),
    _of_queues(
        "a warp runs entries of another warp",
        (_SHARE, "taken_.slot = slot + entry;", "taken_.slot = slot;"),
    ),
    _of_queues(
        "a warp begins with the wrong unit of an entry",
        (_SHARE, "entry > 0 ? begin - start :", "entry > 0 ? begin :"),
    ),
    _of_queues(
        "the rows of a grid's blocks are not told from each other",
        (_GROW, "const unsigned long long row = number / grid.x;", "const unsigned long long row = 0;"),
    ),
    _of_queues(
        "a child with barriers runs twice where there is a queue",
        (
            _QUEUE_BRANCH,
            '"push_blocks(spawn_launch, spawn_child)"',
            '"push_blocks(spawn_launch, spawn_child) || true"',
        ),
    ),
)
