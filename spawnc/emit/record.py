"""The text of a region as it is recorded: launches, copies and fills become calls of a `spawn::Region`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from spawnc.emit.lines import Lines
from spawnc.emit.signature import without_comments
from spawnc.lexer import tokens
from spawnc.model import Launch, Node
from spawnc.regions.facts import Alternating, FromScalar, Moving, Reset, Varied
from spawnc.regions.host import HostCode
from spawnc.regions.statements import (
    Assigned,
    Branched,
    Checked,
    Copied,
    Decided,
    Filled,
    Grouped,
    Launched,
    Repeated,
    Statement,
    Waited,
)
from spawnc.source import Edit, SourceFile, Span, apply_edits, as_bytes, as_text, text_of


@dataclass(frozen=True, slots=True)
class Recorded:
    """How a launch is written in a region."""

    #: The kernel as the region spells it: `spawn::step(k, k__step)`.
    kernel: str
    #: Arguments that change from trip to trip.
    varied: tuple[Varied, ...] = ()
    #: The number of a grid that depends on the loop's scalar.
    grid: int | None = None
    #: It starts a kernel with guarded launches, which reads settings; whose children wait in queues.
    prepares: bool = False
    queued: bool = False


Kernel = Callable[[Launch], Recorded]

#: Blank lines that stand for statements which are not recorded; where there are more, `#line` is shorter.
_BLANK_LINES = 3
_ENDS = (b";", b"{", b"}")


def on_one_line(source: SourceFile, span: Span, edits: Iterable[Edit] = ()) -> str:
    """A piece of the user's text, with edits, without comments and line ends."""
    return without_comments(apply_edits(source.data, edits, span))


def recorded_text(source: SourceFile, span: Span, edits: Iterable[Edit]) -> str:
    """A piece of the user's text with edits, without blanks on lines that have become empty."""
    text = as_text(apply_edits(source.data, edits, span)).replace("\r\n", "\n")
    return text if 'R"' in text else re.sub(r"(?m)^[ \t]+$", "", text)


def record_edits(
    code: HostCode, statement: Statement, region: str, kernel: Kernel, resets: Iterable[Reset] | None = None
) -> Iterator[Edit]:
    """What turns a statement into one that records. `resets` are those of a loop, None for a sequence: an error ends a
    loop's graph, and the statements as written check it; a sequence's checks are recorded."""
    source = code.source
    match statement:
        case Launched(span=span, node=call, launch=launch, check=check):
            text = _launch(source, launch, region, kernel(launch))
            yield _same_lines(source, call.span, text) if check is None else _same_lines(source, span, f"{text};")
        case Filled(span=span, arguments=arguments):
            yield _same_lines(source, span, f"{region}.set({_through(source, arguments)});")
        case Copied(span=span, arguments=arguments, kind=kind):
            reset = next((reset for reset in resets or () if reset.span == span), None)
            if reset is not None:
                text = f"{region}.store({text_of(source, reset.device.span)}, {text_of(source, reset.value)});"
            else:
                text = f"{region}.copy({_through(source, arguments)}, {kind});"
            yield _same_lines(source, span, text)
        case Assigned(span=span):
            for reset in (reset for reset in resets or () if reset.span == span):
                store = f"{region}.store({text_of(source, reset.device.span)}, {text_of(source, reset.value)});"
                yield _same_lines(source, span, store)
        case Checked(is_hidden=False) if resets is None:
            yield _same_lines(source, statement.span, _check(source, statement, region))
        case Checked(span=span) | Waited(span=span):
            before = next(reversed(list(tokens(source.data, Span(code.body.span.begin, span.begin)))), None)
            yield _same_lines(source, span, "" if before is None or before.text in _ENDS else ";")
        case Branched(branches=branches):
            for branch in branches:
                for part in branch:
                    yield from record_edits(code, part, region, kernel, resets)
        case Decided(branch=branch):
            yield from _branch_edits(code, statement, region)
            for part in (part for side in branch.branches for part in side):
                yield from record_edits(code, part, region, kernel, resets)
        case Repeated(body=body) | Grouped(body=body):
            for part in body:
                yield from record_edits(code, part, region, kernel, resets)
        case _:
            pass


def _check(source: SourceFile, checked: Checked, region: str) -> str:
    if not is_told(source, checked):
        return f"{region}.forget();" if checked.call.name == "cudaGetLastError" else ""
    return f"{region}.check({'' if checked.call.name == 'cudaGetLastError' else checked.call.name});"


def is_told(source: SourceFile, work: Checked | Filled | Copied | Waited) -> bool:
    """Whether a macro or a function gets the error that a call returns."""
    return bool(source.data[work.span.begin : work.call.span.begin].strip())


def _branch_edits(code: HostCode, decided: Decided, region: str) -> Iterator[Edit]:
    """`if (h > 0) a(); else b();` becomes `branch(d_h, spawn_if_7{}); a(); otherwise(); b(); branch_end();`"""
    source, node = code.source, decided.branch.node
    name, captured = place_name(source, node.span.begin), ", ".join(ref.name for ref in decided.condition.captured)
    device = text_of(source, decided.flag.device.span)
    condition = f"spawn_if_{name}<spawn::ThisSource>{{{captured}}}"
    # the value has no other use now, of which nvcc would warn
    checks = "".join(f"{_check(source, check, region)} " for check in decided.checks if not check.is_hidden)
    call = f"{checks}{region}.branch({device}, {condition}); (void)&{decided.flag.variable.name};"
    yield _same_lines(source, decided.back.span, call)
    for span in (*(wait.span for wait in decided.waits), *(check.span for check in decided.checks)):
        yield _same_lines(source, span, "")
    _, then, *otherwise = node.children
    yield _same_lines(source, _words(source, Span(node.span.begin, then.span.begin)), "")
    end = code.whole(then).end
    for other in otherwise:
        yield _same_lines(source, _words(source, Span(end, other.span.begin)), f"{region}.otherwise();")
        end = code.whole(other).end
    yield Edit.insert(end, as_bytes(f" {region}.branch_end();"))


def _words(source: SourceFile, span: Span) -> Span:
    """From the first token of a span to its last."""
    found = list(tokens(source.data, span))
    return Span(found[0].begin, found[-1].end)


def place_name(source: SourceFile, offset: int) -> str:
    """The number by which a region or a branch is known: its line."""
    place = source.location(offset)
    before = source.data[source.line_span(place.line).begin : offset]
    return str(place.line) if not before.strip() else f"{place.line}_{place.column}"


def lay_out(source: SourceFile, pieces: Iterable[tuple[int, str]], lines: Lines) -> str:
    """Statements with the offsets at which they stand in the user's text, each on its own line number."""
    text, current = "", 0
    for offset, piece in pieces:
        line = source.line(offset)
        directive = lines.directive(offset)
        gap = line - current
        start = source.line_span(line).begin
        before = as_text(source.data[start:offset])
        indent = before if not before.strip() else before[: len(before) - len(before.lstrip())]
        if not text:
            text = f"{directive}{indent}{piece}"
        elif gap == 0:
            text += f" {piece}"
        elif not directive:
            text += f"\n{indent}{piece}"
        elif gap <= _BLANK_LINES:
            text += "\n" * gap + f"{indent}{piece}"
        else:
            text += f"\n{directive}{indent}{piece}"
        current = line + piece.count("\n")
    return text


def _same_lines(source: SourceFile, span: Span, text: str) -> Edit:
    """An edit that keeps what follows on its line."""
    missing = source.data[span.begin : span.end].count(b"\n") - text.count("\n")
    return Edit(span, as_bytes(text + "\n" * max(0, missing)))


def _through(source: SourceFile, arguments: tuple[Node, ...]) -> str:
    return text_of(source, Span(arguments[0].span.begin, arguments[-1].span.end))


def _launch(source: SourceFile, launch: Launch, region: str, recorded: Recorded) -> str:
    """`k<<<grid, block>>>(x)` becomes `spawn_region_28.kernel(k, grid, block, 0, x)`."""
    chevrons = launch.chevrons
    assert chevrons.parentheses is not None
    configuration = chevrons.configuration
    grid, rest = configuration[0], text_of(source, Span(configuration[0].end, configuration[1].end)).rstrip()
    blocks = text_of(source, grid).strip() if recorded.grid is None else f"spawn::GridOfTrip{{{recorded.grid}}}"
    shape = (_prepared(source, blocks, configuration) if recorded.prepares else blocks) + rest
    shared = text_of(source, configuration[2]).strip() if len(configuration) > 2 else "0"
    inner = Span(chevrons.parentheses.begin + 1, chevrons.parentheses.end - 1)
    edits = [edit for each in recorded.varied for edit in _argument(source, each)]
    edits += _dropped(chevrons.arguments, [each.index for each in recorded.varied if isinstance(each, FromScalar)])
    arguments = as_text(apply_edits(source.data, edits, inner)) if any(tokens(source.data, inner)) else ""
    queue = f", spawn::queued({region})" if recorded.queued else ""
    between = text_of(source, Span(configuration[1].end, inner.begin))
    lost = between.count("\n") - shared.count("\n")
    gap = "" if arguments[:1] in ("\n", "\r") else " "
    if lost > 0:
        # the arguments stay on their lines
        gap = "\n" * lost + between.rpartition("\n")[2].removesuffix("(")
    return f"{region}.kernel({recorded.kernel}, {shape}, {shared}{queue}{',' + gap if arguments else ''}{arguments})"


def _prepared(source: SourceFile, grid: str, configuration: tuple[Span, ...]) -> str:
    """The grid, as other launches of such kernels have it."""
    stream = f", {text_of(source, configuration[3]).strip()}" if len(configuration) > 3 else ""
    return f"spawn::prepare({'dim3' if grid.startswith('{') else ''}{grid}{stream})"


def _argument(source: SourceFile, varied: Varied) -> Iterator[Edit]:
    match varied:
        case Moving(ahead=ahead, names=names) if ahead:
            for span in names:
                yield Edit(span, as_bytes(f"({text_of(source, span)} {'+' if ahead > 0 else '-'} {abs(ahead)})"))
        case Alternating(argument=argument, even=even, odd=odd):
            yield Edit(argument, as_bytes(f"{even}, {odd}"))
        case Moving() | FromScalar():
            pass


def _dropped(arguments: Sequence[Span], indices: Sequence[int]) -> Iterator[Edit]:
    """Take arguments away, each with the comma behind it, or, where none that stays follows, with the one before it."""
    kept = [index for index in range(len(arguments)) if index not in indices]
    for index in indices:
        if kept and index > kept[-1]:
            yield Edit(Span(arguments[index - 1].end, arguments[index].end), b"")
        else:
            end = arguments[index + 1].begin if index + 1 < len(arguments) else arguments[index].end
            yield Edit(Span(arguments[index].begin, end), b"")
