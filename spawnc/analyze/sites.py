"""Launch sites that can't be rewritten whatever their child is: what the text or the parser leaves open."""

from __future__ import annotations

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.lexer import tokens
from spawnc.model import CalleeKind, Function, Launch, Space, Unit
from spawnc.source import Span


def unreadable(unit: Unit, launch: Launch) -> Diagnostic | None:
    """Text that is no launch in one piece, or that no view compiles."""
    chevrons = launch.chevrons
    offset = launch.offset
    if chevrons.spliced:
        return diagnose("SP021", launch.path, offset)
    if chevrons.in_define:
        return diagnose("SP011", launch.path, offset, macro=_macro_name(unit.files[launch.path].data, offset))
    if launch.nested_in is not None:
        return diagnose("SP017", launch.path, offset)
    if chevrons.close is None:
        return diagnose("SP010", launch.path, offset, what="there is no closing '>>>'")
    if chevrons.parentheses is None:
        return diagnose("SP010", launch.path, offset, what="no argument list follows '>>>'")
    if _has_open_literal(unit.files[launch.path].data, Span(chevrons.open.end, chevrons.close.begin)):
        return diagnose("SP010", launch.path, offset, what="a literal in it has no closing quote")
    if launch.enclosing is not None and (problem := problem_in(unit, launch.enclosing)) is not None:
        return problem
    if not launch.seen:
        return diagnose("SP012", launch.path, offset)
    return None


def unresolved(unit: Unit, launch: Launch) -> Diagnostic | None:
    """A callee that is not a kernel by name, or a place where one text has two meanings."""
    offset = launch.offset
    if launch.enclosing is not None and launch.enclosing.space is Space.HOST_DEVICE:
        return diagnose("SP019", launch.path, offset, function=launch.enclosing.name)
    if launch.in_device_lambda:
        return diagnose("SP024", launch.path, offset)
    match launch.callee:
        case CalleeKind.POINTER:
            return diagnose("SP013", launch.path, offset, what="it is a pointer or a template parameter")
        case CalleeKind.UNKNOWN:
            if launch.chevrons.name is None:
                return diagnose("SP013", launch.path, offset, what="it is an expression")
            return diagnose("SP014", launch.path, offset)
        case CalleeKind.EXACT | CalleeKind.CANDIDATES:
            pass
    name = launch.chevrons.name
    if name is None:
        return diagnose("SP013", launch.path, offset, what="it stands in parentheses")
    written = unit.files[launch.path].text(name)
    if any(target.name != written for target in launch.targets):
        return diagnose("SP013", launch.path, offset, what=f"'{written}' is a macro or another name for it")
    if _declared_inside(unit, launch):
        return diagnose("SP013", launch.path, offset, what="it is declared inside a function")
    return None


def _declared_inside(unit: Unit, launch: Launch) -> bool:
    """Whether the function around a launch declares a kernel: what is written beside it can't be seen there."""
    definition = launch.enclosing.definition if launch.enclosing else None
    body = unit.body_of(launch.enclosing) if launch.enclosing else None
    if definition is None or definition.body is None or body is None:
        return False
    data = unit.files[definition.path].data
    # the word is quicker than the tree
    return data.find(b"__global__", definition.body.begin, definition.body.end) >= 0 and any(
        node.kind == "FUNCTION_DECL" for node in body.walk() if node is not body
    )


def problem_in(unit: Unit, function: Function) -> Diagnostic | None:
    """The first parse error inside a function's definition."""
    definition = function.definition
    if definition is None:
        return None
    for problem in unit.problems:
        if problem.path == definition.path and problem.offset in definition.span:
            return diagnose("SP018", problem.path, problem.offset, function=function.name, message=problem.message)
    return None


def _has_open_literal(data: bytes, span: Span) -> bool:
    # the parser doesn't see what stands there, and would take the text after a rewritten launch for the literal's
    quotes = (b"'", b'"')
    return any(data.find(quote, span.begin, span.end) >= 0 for quote in quotes) and any(
        token.text in quotes for token in tokens(data, span)
    )


def _macro_name(data: bytes, offset: int) -> str:
    words = data[data.rfind(b"define", 0, offset) :].split(None, 2)
    return words[1].partition(b"(")[0].decode("utf-8", "replace") if len(words) > 1 else "?"
