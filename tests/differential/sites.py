"""Launches: which child, in which stream, in which statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.differential.draft import Draft, Kernel, Shape, expression, shape
from tests.differential.program import Code, Nest, Statement

_NULL = ("", "", "", ", 0", ", 0, 0", ", 0, nullptr", ", 0, (cudaStream_t)0", ", 16")
_PRAGMAS = (*("threshold(5)", "always", "serial", "spawn", "workload(n + 3)", "independent") * 2, "keep")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement goes."""

    #: An expression that tells the thread from all others.
    me: str
    #: Integers that may be named.
    names: tuple[str, ...]
    #: The slot of the thread, or "".
    slot: str = ""
    #: What one thread may launch on average: threads, and grids.
    work: float = 4
    grids: float = 1
    #: The depth that is left, in a recursive kernel.
    depth: str = ""
    #: Nothing has to follow it.
    is_last: bool = False


def arguments(draft: Draft, child: Kernel, place: Place, width: int, step: str = "") -> str:
    """The arguments of a launch. `step`: a variable that tells one launch of a loop from the other ones."""
    key = f"mix({place.me}, {draft.number()}{f' + {step}' if step else ''})"
    count = draft.pick((width, width, max(width - 1, 0), width // 2, width + 3, 0, 1, -1))
    text = [key, str(count) if draft.chance(0.7) else f"{count} + (int)({expression(draft, place.names, 1)} % 3u)"]
    for kind in child.parameters:
        match kind:
            case "depth":
                text.append(f"{place.depth} - 1" if place.depth else str(child.depth))
            case "slot":
                text.append(place.slot)
            case "value":
                text.append(child.literal)
            case "pair":
                text.append(f"Pair{{{draft.number()}, (int)({expression(draft, place.names, 1)})}}")
            case "wide":
                text.append(f"Wide{{{draft.number()}, {{}}, (int)({expression(draft, place.names, 1)})}}")
            case "extra":
                if draft.chance(0.5):
                    text.append(f"(int)({expression(draft, place.names, 1)})")
            case _:
                text += draft.pick((["1", "2u"], ["(short)4"], ["5ull", "6", "(char)7"]))
    return ", ".join(text)


def gate(draft: Draft, place: Place, work: float, grids: float) -> tuple[str, float]:
    """A condition that few enough threads fulfil, and the share of those that do."""
    needed = max(work / place.work, grids / place.grids, 1)
    modulus = int(needed) + (needed > int(needed))
    if modulus == 1:
        return "", 1
    return f"{place.me} % {modulus} == {draft.rng.randrange(modulus)}", 1 / modulus


def site(draft: Draft, place: Place, child: Kernel, stream: str) -> tuple[Statement, float, float]:
    """A launch of `child` with the statement that it stands in, and the work and grids of one thread.

    `stream`: null (at most one launch a thread), loop (ordered by the NULL stream), forget, own, shared, tail."""
    form = draft.rng.randint(2, 3) if stream in ("loop", "shared") or draft.chance(0.25) else 1
    times = 1 if stream in ("null", "tail") else form
    most = draft.pick((24, 24, 24, 84))
    most = max(1, int(min(most, most / 3 * place.work / child.work)))
    # what barriers keep for each thread is kept by warps
    wide = child.has_barriers and draft.chance(0.25)
    config = shape(draft, most, child.most_block, wide=wide, block=child.block)
    work, grids = times * config.threads * child.work, times * (1 + config.threads * child.grids)
    condition, share = gate(draft, place, work, grids)
    marks = {"site", f"stream: {stream}"} | config.features | child.features
    marks |= {f"parameter: {kind}" for kind in child.parameters}
    if times > 1:
        marks.add("launch in a loop")
        statement = _repeated(draft, place, child, stream, config, times, marks)
    else:
        launch = _launch(draft, place, child, config, _stream(draft, stream), marks)
        if stream in ("own", "shared"):
            statement = _in_own_stream(draft, (launch,))
        else:
            statement = _formed(draft, place, launch, inner=stream == "forget")
    if condition:
        statement = Nest(f"if ({condition})", (statement,), frozenset({"condition around a launch"}))
    return statement, work * share, grids * share


def _stream(draft: Draft, stream: str) -> str:
    match stream:
        case "null" | "loop":
            return draft.pick(_NULL)
        case "forget":
            return ", 0, cudaStreamFireAndForget"
        case "tail":
            return ", 0, cudaStreamTailLaunch"
        case _:
            return ", 0, stream"


def _launch(
    draft: Draft, place: Place, child: Kernel, config: Shape, stream: str, marks: set[str], step: str = ""
) -> Code:
    text = f"<<<{config.grid}, {config.block}{stream}>>>("
    own = arguments(draft, child, place, config.width, step)
    features = set(marks)
    after = ""
    if draft.chance(0.12):
        # evaluated once, whichever way the child goes
        counter = draft.name("counter")
        own = own.replace("mix(", f"mix({counter}++ + ", 1)
        after, features = f" note({place.me}, {counter});", features | {"argument with a side effect"}
        return Code(
            f"{{ Key {counter} = {draft.rng.randrange(9)}; {child.name}{text}{own});{after} }}", frozenset(features)
        )
    if draft.chance(0.1) and "{" not in config.grid:
        counter, features = draft.name("counter"), features | {"configuration with a side effect"}
        grid = f"({counter}++, {config.grid})"
        text = (
            f"Key {counter} = 1; {child.name}<<<{grid}, {config.block}{stream}>>>({own}); note({place.me}, {counter});"
        )
        return Code(f"{{ {text} }}", frozenset(features))
    if draft.chance(0.1) and step == "":
        dim, features = draft.name("grid"), features | {"configuration in variables"}
        grid = config.grid if not config.grid.startswith("{") else f"dim3{config.grid}"
        return Code(
            f"{{ const dim3 {dim}({grid}); {child.name}<<<{dim}, {config.block}{stream}>>>({own}); }}",
            frozenset(features),
        )
    if draft.chance(0.08):
        own, features = f"SELF({own})", features | {"macro as arguments"}
    simple = f"{child.name}<<<1, 1{stream}>>>({own});"
    return Code(f"{child.name}{text}{own});", frozenset(features), (simple,))


def _in_own_stream(draft: Draft, launches: Sequence[Statement]) -> Nest:
    name = draft.name("stream")
    body = [_renamed(launch, name) for launch in launches]
    create = f"cudaStream_t {name}; cudaStreamCreateWithFlags(&{name}, cudaStreamNonBlocking);"
    return Nest("", (Code(create), *body, Code(f"cudaStreamDestroy({name});")))


def _renamed(statement: Statement, name: str) -> Statement:
    match statement:
        case Code(text=text, simpler=simpler):
            new = [part.replace(", stream>>>", f", {name}>>>") for part in (text, *simpler)]
            return replace(statement, text=new[0], simpler=tuple(new[1:]))
        case Nest(body=body):
            return replace(statement, body=tuple(_renamed(inner, name) for inner in body))


def _repeated(
    draft: Draft, place: Place, child: Kernel, stream: str, config: Shape, times: int, marks: set[str]
) -> Statement:
    """The launch several times: in a loop, or written out."""
    text = _stream(draft, stream)
    if stream in ("loop", "shared") and draft.chance(0.4):
        written = tuple(_launch(draft, place, child, config, text, {*marks, "several sites"}) for _ in range(times))
        return _in_own_stream(draft, written) if stream == "shared" else Nest("", written)
    step = draft.name("k")
    if draft.chance(0.5) and config.threads <= 40:
        # a threshold sends some of them out
        config, marks = replace(config, grid=draft.pick((f"1 + {step}", f"3 - {step}"))), marks | {"shape: varies"}
    inner: Statement = _launch(draft, place, child, config, text, marks, step)
    if stream == "own":
        inner = _in_own_stream(draft, (inner,))
    match draft.pick(("for", "for", "while", "do")):
        case "for":
            loop = Nest(f"for (int {step} = 0; {step} < {times}; ++{step})", (inner,))
        case "while":
            advance = Code(f"++{step};")
            loop = Nest("", (Code(f"int {step} = 0;"), Nest(f"while ({step} < {times})", (inner, advance))))
        case _:
            body = (Code(f"int {step} = 0;"), Nest("do", (inner,), tail=f" while (++{step} < {times});"))
            loop = Nest("", body)
    return _in_own_stream(draft, (loop,)) if stream == "shared" else loop


def _formed(draft: Draft, place: Place, launch: Code, *, inner: bool) -> Statement:
    """The statements that a launch may be a part of. `inner`: it may stand in a lambda, too."""
    condition = f"({expression(draft, place.names, 1)}) % 4u != 1"
    bare = launch.text.removesuffix(";")
    plain = not launch.text.startswith("{")
    forms = ["plain", "plain", "pragma", "if"] + (
        ["ternary", "comma", "switch", "unbraced", "run", "label"] if plain else []
    )
    forms += ["return"] * 4 if place.is_last and plain else []
    form = draft.pick([*forms, "lambda"] if inner else forms)
    simpler = (launch.text, *launch.simpler)

    def made(text: str, *marks: str) -> Code:
        return Code(text, launch.features | {f"form: {form}", *marks}, simpler)

    match form:
        case "pragma":
            word = draft.pick(_PRAGMAS)
            return made(f"#pragma spawn {word}\n{launch.text}", f"pragma: {word.partition('(')[0]}")
        case "if":
            return Nest(f"if ({condition})", (launch,))
        case "unbraced":
            return made(f"if ({condition}) {bare}; else note({place.me}, {draft.number()});")
        case "ternary":
            return made(f"{condition} ? {bare} : (void)0;")
        case "comma":
            return made(f"note({place.me}, {draft.number()}), {bare};")
        case "switch":
            return made(f"switch (({condition}) + 1) {{ case 2: {bare}; break; default: note({place.me}, 5); }}")
        case "return":
            return made(f"if ({condition}) return {bare};")
        case "label":
            label = draft.name("label")
            return made(f"if (!({condition})) goto {label};\n{bare};\n{label}:;")
        case "run":
            return made(f"RUN({bare});")
        case "lambda":
            go = draft.name("go")
            return made(f"const auto {go} = [&] {{ {launch.text} }}; {go}();")
        case _:
            return launch
