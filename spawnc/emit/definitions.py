"""The functions that go beside a child kernel (serial body, counted kernel, guarded branch) and beside the helper
functions that it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from spawnc.decisions import (
    BlockBody,
    Carrier,
    Child,
    Guarded,
    Helper,
    NoSerialBody,
    Order,
    Plan,
    QueuedParent,
    ThreadBody,
)
from spawnc.emit.lines import Lines
from spawnc.emit.prologue import table_name
from spawnc.emit.render import (
    BranchContext,
    ForwardContext,
    FunctionContext,
    JoinContext,
    QueueBranchContext,
    UnusedContext,
    render,
)
from spawnc.emit.signature import Signature, at_depths, body_text, for_any_thread, members, signature
from spawnc.emit.sites import (
    BOUNDS,
    Caller,
    body_span,
    in_our_scope,
    order_edit,
    raw_launch_edits,
    replaced_edit,
    site_edits,
    turn_edits,
)
from spawnc.errors import InternalError
from spawnc.lexer import tokens
from spawnc.model import Declaration, Function
from spawnc.source import Edit, SourceFile, Span, edits_within

Placed = tuple[str, Edit]


def _as_it_is(written: Signature) -> Signature:
    return written


def child_edits(plan: Plan, child: Child, lines: dict[str, Lines]) -> Iterator[Placed]:
    """Everything that a child kernel gets: forward declarations where needed, then its functions."""
    function, definition = child.function, defined(child.function)
    borrowed = next((kernel for kernel in plan.elsewhere.borrowed if kernel.key == function.key), None)
    # what is made of a borrowed kernel stands before its first launch
    first = _first_needed(plan, child)
    is_late = first is not definition or child.recursive or (child.launches and _has_no_serial_body(child))
    forward = borrowed is None and is_late
    # left to itself, nvcc inlines branches that reach themselves into each other: that takes it minutes
    inline = "__noinline__ " if child.recursive else "__forceinline__ "
    is_joined = child.joined and not child.recursive
    if forward:
        as_clone = at_depths if child.recursive else _as_it_is
        early = partial(forward_edit, plan, function, first, lines, of_queue=child.queued)
        if child.guarded:
            yield early("branch_forward.cu.j2", as_clone=as_clone, inline=inline)
        if is_joined:
            yield early("join_forward.cu.j2")
        if child.queued:
            yield early("branch_queue_forward.cu.j2", inline=inline, entry=child.entry)
    source = plan.files[definition.path]
    own = signature(function, definition, source, defaults=not forward)
    written = at_depths(own) if child.recursive else own
    place = lines[source.path].after(definition.span.end)
    if borrowed is not None:
        place = lines[source.path].before(borrowed.place)
    line = head_line(lines[source.path], definition, written)
    branch = BranchContext(
        written,
        line=line,
        inline=inline,
        useful=child.useful or "spawn::kAll",
        strided=", true" if child.strided else "",
        by_block=isinstance(child.body, BlockBody),
        only_launched=_has_no_serial_body(child),
        launch_free=plan.launch_free,
    )
    parts = list(_bodies(plan, child, definition, source, lines[source.path]))
    if child.guarded:
        parts.append(render("branch.cu.j2", branch))
    if is_joined:
        parts.append(render("join.cu.j2", _join(child, branch, definition, source)))
    if child.queued:
        parts += _queue_parts(plan, child, own, branch, lines[source.path])
        parts = [outside_c(function, "".join(parts))]
    if borrowed is None:
        parts.append(still_named(function, source, lines[source.path]))
    elif borrowed.scope:
        opened = "".join(f"namespace {name} {{\n" for name in borrowed.scope)
        parts = [opened, *parts, "}\n" * len(borrowed.scope)]
    yield placed(source, lines, place, "".join(parts))


def _first_needed(plan: Plan, child: Child) -> Declaration:
    """The declaration of a child before which its guarded branch has to be declared.

    Where all launches follow a declaration in the file that defines the child, that of a header is not: the header may
    have other readers, for which nothing would change."""
    function, definition = child.function, defined(child.function)
    first = function.declarations[0]
    if first.path == definition.path:
        return first
    own = next(declaration for declaration in function.declarations if declaration.path == definition.path)
    has_defaults = first.template_defaults or any(parameter.default for parameter in first.parameters)
    launches = plan.guarded_by_child[function.qualified_name]
    follow = all(launch.path == own.path and launch.offset > own.span.begin for launch in launches)
    return own if follow and not has_defaults else first


def outside_c(function: Function, text: str) -> str:
    """Text that holds templates, beside a function that may stand in `extern "C" {}`, where they can't."""
    return f'extern "C++" {{\n{text}}}\n' if function.has_c_linkage else text


def placed(source: SourceFile, lines: dict[str, Lines], place: int, text: str) -> Placed:
    """Text of ours at a place of a file, and `#line` for what follows it."""
    own = lines[source.path]
    return source.path, Edit.insert(place, own.encode(text + own.directive(place), place))


def still_named(function: Function, source: SourceFile, lines: Lines) -> str:
    """A declaration that keeps nvcc silent about a kernel that nothing names any more; "" where it says nothing."""
    definition = defined(function)
    if definition.template is not None or not (definition.is_static or definition.in_anonymous_namespace):
        return ""
    own = signature(function, definition, source, defaults=False).own
    line = lines.directive(definition.name.begin, lines_above=own.partition("(")[0].count("\n"))
    return render("unused.cu.j2", UnusedContext(function.name, line, own))


def _has_no_serial_body(child: Child) -> bool:
    return isinstance(child.body, NoSerialBody)


def _queue_parts(plan: Plan, child: Child, own: Signature, branch: BranchContext, lines: Lines) -> Iterator[str]:
    """What a queue needs of a child: its body for the threads of a whole block, where they run it together, the type of
    its entries, and the guarded branch."""
    definition = defined(child.function)
    source = plan.files[definition.path]
    in_blocks = not isinstance(child.body, ThreadBody)
    if in_blocks:
        # a template in any case: nvcc warns of a function that nobody calls, as where no such block can be launched
        written = for_any_thread(signature(child.function, definition, source, defaults=False))
        context = FunctionContext(
            written,
            line=head_line(lines, definition, written),
            body_line=lines.directive(body_span(definition, source).begin),
            body=body_text(definition, source, body_edits(plan, child.function, child, source, Caller.THREAD)),
            plain_loads=bool(child.read_only_loads),
        )
        yield render("together.cu.j2", context)
    queued = QueueBranchContext(
        own,
        branch,
        entry=child.entry,
        entry_line=lines.directive(definition.name.begin),
        members=members(definition, source),
        names=own.arguments.removeprefix(", "),
        in_blocks=in_blocks,
        leaves=child.launches or _has_no_serial_body(child),
        launches=child.launches,
    )
    yield render("branch_queue.cu.j2", queued)


def _join(child: Child, branch: BranchContext, definition: Declaration, source: SourceFile) -> JoinContext:
    return JoinContext(
        branch.signature,
        line=branch.line,
        useful=branch.useful,
        by_block=branch.by_block,
        launch_free=branch.launch_free,
        names=branch.signature.arguments.removeprefix(", "),
        members=members(definition, source) if child.joined_by_block else None,
    )


def helper_edits(plan: Plan, helper: Helper, lines: dict[str, Lines]) -> Iterator[Placed]:
    """The clone of a `__device__` function, which takes the virtual thread as its first argument."""
    function, definition = helper.function, defined(helper.function)
    forward = len(function.declarations) > 1 or _calls_itself(helper, definition)
    if forward:
        as_clone = partial(_as_clone, queued=helper.queued, recursive=helper.recursive)
        yield forward_edit(plan, function, function.declarations[0], lines, "helper_forward.cu.j2", as_clone=as_clone)
    source = plan.files[definition.path]
    place = lines[source.path].after(definition.span.end)
    edits = body_edits(plan, function, helper, source, Caller.THREAD)
    written = _as_clone(
        signature(function, definition, source, defaults=not forward),
        queued=helper.queued,
        recursive=helper.recursive,
    )
    text = render(
        "helper.cu.j2",
        FunctionContext(
            written,
            line=head_line(lines[source.path], definition, written, head=written.head),
            body_line=lines[source.path].directive(body_span(definition, source).begin),
            body=body_text(definition, source, edits),
            plain_loads=bool(helper.read_only_loads),
        ),
    )
    yield placed(source, lines, place, text)


def _as_clone(written: Signature, *, queued: bool, recursive: bool) -> Signature:
    """The signature of what runs one thread: for what its own launches may become, or for its depth."""
    if queued:
        return for_any_thread(written)
    return at_depths(written) if recursive else written


def _bodies(plan: Plan, child: Child, definition: Declaration, source: SourceFile, lines: Lines) -> Iterator[str]:
    function = child.function
    # defaults of the parameters are the guarded branch's alone
    written = signature(function, definition, source, defaults=False)
    if function.key in plan.unbounded_keys:
        written = replace(written, head=written.head + BOUNDS)
    body_line = lines.directive(body_span(definition, source).begin)

    def context(edits: list[Edit], head: str = "", *, clone: Signature = written) -> FunctionContext:
        return FunctionContext(
            clone,
            line=head_line(lines, definition, written, head=head),
            body_line=body_line,
            body=body_text(definition, source, edits),
            plain_loads=bool(child.read_only_loads),
        )

    in_thread = body_edits(plan, function, child, source, Caller.THREAD)
    match child.body:
        case ThreadBody():
            clone = _as_clone(written, queued=child.queued and child.launches, recursive=child.recursive)
            yield render("thread.cu.j2", context(in_thread, clone=clone))
            if child.guarded and not plan.launch_free:
                yield render("launched_thread.cu.j2", context([], written.head))
        case BlockBody(edits=edits, atomics=atomics):
            yield render("block.cu.j2", replace(context([*in_thread, *edits]), atomics=atomics))
            if child.guarded and not plan.launch_free:
                in_scope = body_edits(plan, function, None, source, Caller.SCOPE)
                yield render("launched_block.cu.j2", context(in_scope, written.head))
        case NoSerialBody():
            in_scope = body_edits(plan, function, None, source, Caller.SCOPE)
            yield render("launched_block.cu.j2", context(in_scope, written.head))


def body_edits(
    plan: Plan, function: Function, clone: Child | Helper | QueuedParent | None, source: SourceFile, caller: Caller
) -> list[Edit]:
    """Edits inside a repeated body: its own launches, its pragmas, and in a clone what it calls there."""
    definition = defined(function)
    span = body_span(definition, source)
    own = plan.guarded_in(source.path, span)
    table = table_name(plan, source.path)
    edits = [
        edit for decision in own for edit in site_edits(decision, source, _caller_of(decision, caller), table=table)
    ]
    if any(decision.order is Order.IN_ORDER and decision.parent.key == function.key for decision in own):
        edits.append(order_edit(definition, source, Caller.KERNEL if caller is Caller.QUEUE else caller))
    edits += [edit for turns in plan.turns if turns.path == source.path for edit in turn_edits(turns, source)]
    edits += [edit for raw in plan.raw_launches if raw.path == source.path for edit in raw_launch_edits(raw)]
    edits += [Edit(pragma.span, b"") for pragma in plan.pragmas if pragma.path == source.path]
    edits += [replaced_edit(replaced) for replaced in plan.replaced if replaced.path == source.path]
    if clone is not None:
        thread = "spawn_queue.thread()" if caller is Caller.QUEUE else "spawn_thread"
        edits += [edit for offset in clone.helper_calls for edit in _helper_call(source, offset, thread)]
    if isinstance(clone, Child | Helper):
        qualified = [offset for offset in clone.read_only_loads if source.data.startswith(b"::", offset)]
        edits += [in_our_scope(source, offset, "spawn::plain") for offset in qualified]
    return list(edits_within(edits, span))


def _caller_of(decision: Guarded, caller: Caller) -> Caller:
    """A parent with a queue launches the children that can't wait in it as every kernel does."""
    return Caller.KERNEL if caller is Caller.QUEUE and decision.carrier is Carrier.LAUNCH else caller


def _helper_call(source: SourceFile, offset: int, thread: str) -> list[Edit]:
    """`helper(x)` becomes `helper__thread(spawn_thread, x)`."""
    token_list = tokens(source.data, Span(offset, len(source.data)))
    name = next(token_list)
    opening = next(token for token in token_list if token.text == b"(")
    following = next(token_list)
    comma = b"" if following.text == b")" else b", "
    return [
        Edit.insert(name.end, b"__thread"),
        Edit.insert(opening.end, thread.encode() + comma),
    ]


def forward_edit(
    plan: Plan,
    function: Function,
    first: Declaration,
    lines: dict[str, Lines],
    template: str,
    *,
    as_clone: Callable[[Signature], Signature] = _as_it_is,
    inline: str = "",
    entry: str = "",
    of_queue: bool = False,
) -> Placed:
    """A declaration before one of a function's own. `of_queue`: of what is declared outside of `extern "C"`."""
    source = plan.files[first.path]
    place = lines[source.path].before(first.span.begin)
    written = as_clone(signature(function, first, source, defaults=True))
    head = written.head if template == "helper_forward.cu.j2" else ""
    line = head_line(lines[source.path], first, written, head=head)
    text = render(template, ForwardContext(written, line=line, inline=inline, entry=entry))
    if of_queue:
        text = outside_c(function, text)
    return placed(source, lines, place, text)


def head_line(lines: Lines, declaration: Declaration, written: Signature, *, head: str = "") -> str:
    """`#line` before a signature, such that the function's name stands on its own line: what comes before the name may
    take several."""
    return lines.directive(declaration.name.begin, lines_above=(written.template + head).count("\n"))


def _calls_itself(helper: Helper, definition: Declaration) -> bool:
    return any(offset in definition.span for offset in helper.helper_calls)


def defined(function: Function) -> Declaration:
    """The definition of a function that is known to have one."""
    if function.definition is None:
        raise InternalError(f"'{function.name}' has no definition")
    return function.definition
