"""Kernels: how their threads find their work, what they do, and what they launch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.differential.barriers import barrier_body
from tests.differential.draft import Draft, Kernel, expression
from tests.differential.program import Code, Item, Nest, Statement
from tests.differential.sites import Place, arguments, site

#: One of these is the index of a thread along x.
_INDICES = (
    "blockIdx.x * blockDim.x + threadIdx.x",
    "threadIdx.x + blockDim.x * blockIdx.x",
    "(int)(blockDim.x * blockIdx.x + threadIdx.x)",
)
_INDEX_TYPES = ("int", "const int", "unsigned", "long long", "const unsigned")
_LITERALS = {"int": "3", "short": "(short)-5", "unsigned": "7u", "long long": "11ll", "signed char": "(signed char)-2"}


@dataclass(frozen=True, slots=True)
class Style:
    """What is to become of a kernel."""

    #: thread, barrier
    body: str
    ordered: bool = False
    #: Whether it may launch kernels that were made before it.
    launches: bool = False
    recursive: bool = False
    #: Launched by the host only, so that it may hold what has no serial body.
    root: bool = False
    #: No template, no overload: its grids may wait in a queue. With `root`, it launches such children, and does nothing
    #: that keeps them out.
    waits: bool = False
    #: The size of a barrier's blocks where it waits.
    block: tuple[int, int, int] | None = None


def add_kernel(draft: Draft, style: Style) -> Kernel:
    """Generates a kernel, puts it among the program's items, and says how it is launched."""
    kernel, template, parameters, features = _interface(draft, style)
    names = _names(kernel)
    if style.body == "barrier":
        most = 64 if style.block else draft.pick((16, 32, 64))
        kernel = replace(kernel, most_block=most, has_barriers=True, waits=style.waits, block=style.block)
        body, work, grids = barrier_body(draft, kernel, names, most, style.launches)
    else:
        body, work, grids = _thread_body(draft, kernel, names, style)
    storage = draft.pick(("", "", "static ")) if not template else ""
    bounds = draft.pick(("", "", "", "__launch_bounds__(1024) "))
    scope = draft.name("part") if draft.chance(0.2) and not style.recursive and "overloaded" not in features else ""
    plain_name = kernel.name.partition("<")[0]
    head = f"{template}{storage}__global__ void {bounds}{plain_name}({parameters})"
    features |= {f"kernel: {style.body}"} | ({"kernel in a namespace"} if scope else set())
    features |= {"static kernel"} if storage else set()
    if not style.recursive and draft.chance(0.15):
        # defaults stand in the first declaration, and nowhere else
        draft.items.append(Item(f"{plain_name}_declared", f"{head};", scope=scope))
        head, features = head.replace(" = 3", ""), features | {"declared before"}
    draft.items.append(Item(plain_name, head, body, frozenset(features), scope))
    kernel = replace(
        kernel,
        name=f"{scope}::{kernel.name}" if scope else kernel.name,
        work=work,
        grids=grids,
        launches=grids > 0,
        waits=style.waits and not style.root,
    )
    draft.kernels.append(kernel)
    # with a specialisation, none of them could wait
    if template == "template <int N> " and not style.waits and draft.chance(0.4):
        has_barriers = style.body == "barrier" and draft.chance(0.8)
        _add_specialisation(draft, kernel, f"{plain_name}<11>({parameters.replace(' = 3', '')})", scope, has_barriers)
    return kernel


def _add_specialisation(draft: Draft, kernel: Kernel, signature: str, scope: str, has_barriers: bool) -> None:
    """Another body for one template argument."""
    names = tuple(name for name in _names(kernel) if name != "N")
    value = f"(unsigned)({expression(draft, names)})"
    body = [Code(f"note(mix(key, FLAT), {value});")]
    if has_barriers:
        exchange = (
            "__shared__ unsigned tile[64];",
            "const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;",
            f"tile[t] = {value};",
            "__syncthreads();",
            "note(mix(key, FLAT), tile[(t + 1) % (blockDim.x * blockDim.y * blockDim.z)]);",
        )
        body = [Code(text) for text in exchange]
    head, feature = f"template <> __global__ void {signature}", frozenset({"template: specialised"})
    draft.items.append(Item(f"{kernel.name.partition('<')[0]}_special", head, tuple(body), feature, scope))
    name = kernel.name.partition("<")[0]
    draft.kernels.append(replace(kernel, name=f"{name}<11>", work=1, grids=0, launches=False))


def add_mutual_recursion(draft: Draft, depth: int) -> None:
    """Two kernels that launch each other."""
    names = (draft.name("even"), draft.name("odd"))
    parameters = "Key key, int n, int depth"
    draft.items.append(Item(f"{names[0]}_declared", f"__global__ void {names[0]}({parameters});"))
    for name, other in zip(reversed(names), names, strict=True):
        place = Place("me", ("n", "depth"), work=1.2, grids=0.8, depth="depth")
        stream = draft.pick(("null", "forget", "own"))
        launch, _, _ = site(draft, place, Kernel(other, ("depth",), work=2, grids=0.5, most_block=8), stream)
        note = Code(f"note(me, (unsigned)({expression(draft, place.names)}));")
        again = Nest("if (depth > 0)", (launch,), frozenset({"mutual recursion"}))
        body = (Code(f"const Key me = mix(key, {_flat(draft)});"), note, again)
        draft.items.append(Item(name, f"__global__ void {name}({parameters})", body))
    draft.kernels.append(Kernel(names[0], ("depth",), work=6, grids=3, launches=True, depth=depth))


def add_relay(draft: Draft) -> None:
    """A kernel that gives its slot to a child: what follows it in its stream follows that child, too."""
    child = draft.pick([kernel for kernel in draft.kernels if kernel.is_ordered and not kernel.launches])
    name = draft.name("relay")
    place = Place("mix(key, FLAT)", ("n",), slot="slot", work=80, grids=4)
    statement, work, grids = site(draft, place, child, draft.pick(("null", "loop")))
    body = (Nest("if (FLAT == 0)", (statement,), frozenset({"relay"})),)
    draft.items.append(Item(name, f"__global__ void {name}(Key key, int n, Slot* slot)", body))
    draft.kernels.append(Kernel(name, ("slot",), work=1 + work, grids=grids, launches=True))


def add_watcher(draft: Draft) -> None:
    """A kernel that reads what others did, for tail launches."""
    draft.watcher = draft.name("watcher")
    body = (Code("note(key, mix(tally[0], tally[2]) + n);"),)
    draft.items.append(Item(draft.watcher, f"__global__ void {draft.watcher}(Key key, int n)", body))


def _interface(draft: Draft, style: Style) -> tuple[Kernel, str, str, set[str]]:
    """The kernel to be, its template header, its parameters, its features."""
    kinds: list[str] = ["depth"] if style.recursive else []
    kinds += ["slot"] if style.ordered else []
    template, spelled, literal = "", "", "3"
    features: set[str] = set()
    parameters = {
        "depth": "int depth",
        "slot": draft.pick(("Slot* slot", "Slot* __restrict__ slot", "Slot* const slot")),
        "pair": draft.pick(("Pair pair", "const Pair pair")),
        "extra": "int extra = 3",
        "wide": "const Wide wide",
    }
    variant = draft.pick(("plain", "plain", "deduced", "explicit", "non-type", "pack", "value"))
    if variant == "pack" and (style.recursive or style.waits):
        variant = "plain"
    if style.waits and not style.root and draft.chance(0.4):
        kinds.append("wide")
    if variant in ("deduced", "explicit"):
        type_name = draft.pick(sorted(_LITERALS))
        kinds.append("value")
        template, literal, parameters["value"] = "template <class T> ", _LITERALS[type_name], "T value"
        spelled = f"<{type_name}>" if variant == "explicit" else ""
    elif variant == "non-type":
        template, spelled = "template <int N> ", f"<{draft.rng.randint(2, 9)}>"
    elif variant == "value":
        kinds.append("value")
        literal, parameters["value"] = "(short)6", draft.pick(("short value", "const long long value"))
    if draft.chance(0.25):
        kinds.append("pair")
    if variant == "pack":
        kinds.append("pack")
        template, parameters["pack"] = "template <class... P> ", "P... pack"
    elif draft.chance(0.25):
        kinds.append("extra")
    if template:
        features.add(f"template: {variant}")
    name = draft.name("kernel")
    overloadable = [kernel for kernel in draft.kernels if "<" not in kernel.name and "::" not in kernel.name]
    if overloadable and not (template or style.recursive or style.root or style.waits) and draft.chance(0.3):
        other = draft.pick(overloadable)
        taken = [kernel.parameters for kernel in draft.kernels if kernel.name == other.name]
        if "extra" not in kinds and all(_differ(kinds, others) for others in taken):
            name, features = other.name, features | {"overloaded"}
    own = Kernel(f"{name}{spelled}", tuple(kinds), literal, features=frozenset(features))
    return own, template, ", ".join(["Key key", "int n", *(parameters[kind] for kind in kinds)]), features


def _differ(kinds: Sequence[str], others: Sequence[str]) -> bool:
    """Whether no call fits both parameter lists."""
    return not {"value", "pack", "extra"} & {*kinds, *others} and list(kinds) != list(others)


def _names(kernel: Kernel) -> tuple[str, ...]:
    names = ["n", *(name for name in ("extra", "depth", "value") if name in kernel.parameters)]
    names += ["pair.a", "pair.b"] if "pair" in kernel.parameters else []
    names += ["wide.first", "wide.last"] if "wide" in kernel.parameters else []
    names += ["sizeof...(pack)", "(0u + ... + (unsigned)pack)"] if "pack" in kernel.parameters else []
    names += ["N"] if "<" in kernel.name and "value" not in kernel.parameters else []
    names += ["sizeof(T)"] if "<" in kernel.name and "value" in kernel.parameters else []
    return tuple(names)


def _thread_body(
    draft: Draft, kernel: Kernel, names: tuple[str, ...], style: Style
) -> tuple[tuple[Statement, ...], float, float]:
    """A body without barriers: a bound, then the work."""
    bound = draft.pick(("none", "return", "if", "stride", "odd"))
    index = draft.name("i")
    declare = f"{draft.pick(_INDEX_TYPES)} {index} = {draft.pick(_INDICES)};"
    limit = draft.pick(("n", "n", "n", "n + 1", "(n)", "2 * n"))
    flat = _flat(draft)
    own = f"mix(key, {flat})"
    inner: list[Statement] = [Code(f"const Key me = {f'mix({own}, {index})' if bound == 'stride' else own};")]
    place = Place("me", names if bound == "none" else (*names, index), work=4 if not style.root else 12)
    work, grids = 1.0, 0.0
    inner += _actions(draft, place, kernel, bound)
    if style.launches or style.recursive:
        launched, more, grids = _launches(draft, place, kernel, style)
        inner += launched
        work += more
    mark = frozenset({f"bound: {bound}"})
    match bound:
        case "return":
            test = draft.pick((f"{index} >= {limit}", f"{limit} <= {index}", f"n < 0 || {index} >= {limit}"))
            leave = Nest(f"if ({test})", (Code("return;"),)) if draft.chance(0.5) else Code(f"if ({test}) return;")
            return (Code(declare, mark), leave, *inner), work, grids
        case "if":
            test = draft.pick(
                (
                    f"{index} < {limit}",
                    f"{limit} > {index}",
                    f"{index} < {limit} && n != 5",
                    f"{index} <= n",
                    f"n >= {index}",
                )
            )
            return (Code(declare, mark), Nest(f"if ({test})", tuple(inner))), work, grids
        case "stride":
            head = f"for (int {index} = {_INDICES[0]}; {index} < {limit}; {index} += gridDim.x * blockDim.x)"
            return (Nest(head, tuple(inner), mark),), 2 * work, 2 * grids
        case "odd":
            test = draft.pick((f"{index} == n", f"{index} > n", f"({index} & 3) == 2"))
            return (Code(declare, mark), Code(f"if ({test}) return;"), *inner), work, grids
        case _:
            return tuple(inner), work, grids


def _flat(draft: Draft) -> str:
    calls = [call for call, kind in draft.helpers if kind == "flat"]
    return draft.pick(calls) if calls and draft.chance(0.5) else "FLAT"


def _actions(draft: Draft, place: Place, kernel: Kernel, bound: str) -> list[Statement]:
    """What a thread does by itself."""
    made: list[Statement] = []

    def value() -> str:
        return f"(unsigned)({expression(draft, place.names)})"

    if kernel.is_ordered:
        # a grid's threads write different cells; the grids of a stream write the same ones
        step = f"slot->cells[FLAT] = slot->cells[FLAT] * 31 + {value()};"
        made.append(Code(f"if (FLAT < 16) {step}", frozenset({"order of launches"})))
    made.append(Code(f"note(me, {value()});"))
    for _ in range(draft.rng.randint(0, 3)):
        local = draft.name("x")
        match draft.pick(("note", "loop", "if", "mutate", "return", "lambda", "local", "constant")):
            case "loop":
                step = draft.name("j")
                body = (Code(f"{local} = {local} * 5 + {step};"), Code(f"if ({local} % 7 == 3) continue;"))
                made.append(Code(f"unsigned {local} = {value()};"))
                made.append(Nest(f"for (int {step} = 0; {step} < {draft.rng.randint(1, 4)}; ++{step})", body))
                made.append(Code(f"note(me, {local});"))
            case "if":
                made.append(Nest(f"if ({value()} % 3 == 1)", (Code(f"note(me, {value()});"),)))
            case "mutate" if bound != "stride":
                # each thread has its own copy
                made.append(Code("n = n * 3 + (int)FLAT + 1; note(me, n);", frozenset({"parameter changed"})))
            case "return" if bound != "stride":
                made.append(Code("if (me % 5 == 2) return;", frozenset({"early return"})))
            case "lambda":
                text = f"const auto {local} = [=](int a) {{ return a * (int)blockDim.x + (int)threadIdx.x; }};"
                made.append(Code(f"{text} note(me, {local}(n));", frozenset({"lambda that reads built-ins"})))
            case "local":
                made.append(Code(f"const Pair {local} = {{n, (int)({value()})}}; note(me, {local}.a - {local}.b);"))
            case _:
                made.append(Code(f"note(me, mix({value()}, {value()}));"))
    return made


def _launches(draft: Draft, place: Place, kernel: Kernel, style: Style) -> tuple[list[Statement], float, float]:
    """The launches of a thread, with their work and grids."""
    made: list[Statement] = []
    work = grids = 0.0

    def launch(where: Place, child: Kernel, stream: str) -> None:
        nonlocal work, grids
        statement, more_work, more_grids = site(draft, where, child, stream)
        made.append(statement)
        work += more_work
        grids += more_grids

    if style.recursive:
        again = replace(kernel, work=2, grids=0.5, most_block=8)
        narrow = replace(place, work=1.2, grids=0.8, depth="depth")
        launch(narrow, again, draft.pick(("null", "forget")))
        made[-1] = Nest("if (depth > 0)", (made[-1],), frozenset({"recursion"}))
        work, grids = 6, 3
    if style.waits:
        waiting = [child for child in draft.kernels if child.waits]
        for _ in range(draft.rng.randint(1, 4)):
            launch(place, draft.pick(waiting), draft.pick(("forget", "forget", "own")))
        if draft.chance(0.5):
            launch(place, draft.pick(waiting), "null")
        return made, work, grids
    leaves = [child for child in draft.kernels if not child.launches]
    ordered = [child for child in leaves if child.is_ordered]
    free = [child for child in draft.kernels if not child.is_ordered and not child.depth]
    recursive = [child for child in draft.kernels if child.depth]
    plan = "free" if style.recursive else draft.pick(("ordered", "ordered", "one", "one", "free", "exclusive"))
    match plan:
        case "ordered" if ordered:
            made.append(Code(f"Slot* const mine = new_slot(mix(me, {draft.number()}));"))
            made.append(Code("mine->cells[3] = n + 11;", frozenset({"written before the launch"})))
            # with a relay among them, none may be serial
            relays = [child for child in draft.kernels if child.is_ordered and child.launches]
            children = [draft.pick(ordered) for _ in range(draft.rng.randint(1, 2))]
            if relays and draft.chance(0.4):
                children = [draft.pick(relays), *children]
            for child in children:
                launch(replace(place, slot="mine"), child, "loop")
            if draft.chance(0.4):
                launch(place, draft.pick([child for child in leaves if not child.is_ordered] or leaves), "forget")
        case "one" if draft.dispatchers and draft.chance(0.4):
            call, child = draft.pick(draft.dispatchers)
            share = f"me % {3 + draft.rng.randrange(3)} == 1"
            made.append(Nest(f"if ({share})", (Code(f"{call}(me, {draft.pick(place.names)});", child.features),)))
            work, grids = work + child.work / 3, grids + child.grids / 3
        case "one" if free:
            launch(place, draft.pick([*free, *recursive]), "null")
        case "exclusive" if len(free) > 1:
            launch(place, draft.pick(free), "null")
            launch(place, draft.pick(free), "null")
            mark = frozenset({"exclusive launches"})
            made[-2:] = [Nest("if (me % 2 == 0)", (made[-2],), mark), Nest("else", (made[-1],), mark)]
        case _:
            pass
    if free and draft.chance(0.1):
        child = draft.pick(free)
        given = arguments(draft, child, place, 4)
        text = f"{child.name}<<<n & 0, 4, 0, cudaStreamFireAndForget>>>({given}); note(me, (Key)cudaGetLastError());"
        made.append(Code(text, frozenset({"site", "launch that fails"})))
    for _ in range(draft.rng.randint(0, 2)):
        stream = draft.pick(("forget", "own", "own", "shared", "tail" if style.root else "forget"))
        if stream == "tail" and draft.watcher:
            launched = f"{draft.watcher}<<<1, 1, 0, cudaStreamTailLaunch>>>(mix(me, {draft.number()}), n);"
            mark = frozenset({"tail launch that reads results"})
            if not any(statement.features & mark for statement in made):
                made.append(Nest("if (FLAT == 0)", (Code(launched),), mark))
        elif stream == "shared" and ordered:
            slot = draft.name("slot")
            launch(replace(place, slot=slot), draft.pick(ordered), stream)
            made[-1] = Nest("", (Code(f"Slot* const {slot} = new_slot(mix(me, {draft.number()}));"), made[-1]))
        elif stream != "shared" and (free or recursive):
            launch(place, draft.pick([*free, *recursive]), stream)
    return made, work, grids
