"""What the host computes for both sides of a branch that the device decides: what may fail where it is not taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spawnc.diagnostics import Diagnostic
from spawnc.lexer import Token, tokens
from spawnc.model import Function, Node, Ref
from spawnc.regions.configuration import is_call, reads_memory
from spawnc.regions.effects import computes
from spawnc.regions.host import VARIABLES, HostCode, bare
from spawnc.regions.scalars import FLOATING
from spawnc.regions.statements import DeviceWork, Launched
from spawnc.source import Span

_DIVISIONS = frozenset({b"/", b"%", b"/=", b"%="})


def untaken_problem(code: HostCode, work: DeviceWork) -> Diagnostic | None:
    """What in the arguments of a launch, a copy or a fill may divide by 0, or follow a pointer to nowhere."""
    nodes = work.node.children[1:] if isinstance(work, Launched) else work.arguments
    for node in nodes:
        if (place := next(_risky(code, node), None)) is not None:
            return code.refuse("SP123", place, what=code.short(place.span))
    for span in work.launch.chevrons.configuration if isinstance(work, Launched) else ():
        if reads_memory(code, span) or _divides(code, code.tokens(span), frozenset()):
            return code.refuse("SP123", span, what=code.short(span))
    return None


def _risky(code: HostCode, node: Node) -> Iterator[Node]:
    children = node.children
    match node.kind:
        case "UNARY_OPERATOR" if code.operator(node) == "&":
            # an address is computed, nothing is read
            children = bare(children[0]).children
        case "UNARY_OPERATOR" if code.operator(node) in ("*", ""):
            yield node
        case "ARRAY_SUBSCRIPT_EXPR":
            yield node
        case "MEMBER_REF_EXPR" if children and bare(children[0]).kind != "CXX_THIS_EXPR":
            between = code.tokens(Span(children[0].span.end, node.span.end))
            if not between or between[0].text != b".":
                yield node
        case "BINARY_OPERATOR":
            operator = code.operator(node)
            if operator == "" or (operator in ("/", "%") and not _is_divisor(code, children[1])):
                yield node
        case "CALL_EXPR" if node.ref is not None and not node.ref.is_system and node.ref.kind != "CONSTRUCTOR":
            if not _never_fails(code, code.unit.functions.get(node.ref.key)):
                yield node
        case _:
            pass
    for child in children:
        yield from _risky(code, child)


def _never_fails(code: HostCode, function: Function | None) -> bool:
    """Whether a function of the user's returns what it computes of numbers, without a division that may fail."""
    definition = function.definition if function is not None else None
    if function is None or definition is None or not computes(code, function.key):
        return False
    body = code.unit.body_of(function)
    if body is None or [child.kind for child in body.children[-1].children] != ["RETURN_STMT"]:
        return False
    there = HostCode(code.unit, function, code.unit.files[definition.path], body, {})
    return next(_risky(there, body), None) is None


def _is_divisor(code: HostCode, node: Node) -> bool:
    """Whether a number is none by which a division fails."""
    inner = bare(node)
    if inner.ref is not None and inner.ref.kind in VARIABLES:
        return inner.ref.canonical.removeprefix("const ") in FLOATING or _is_constant(code, inner.ref)
    return inner.kind in ("FLOATING_LITERAL", "CXX_UNARY_EXPR") or _is_number(code, code.text(inner.span))


def _divides(code: HostCode, found: Sequence[Token], seen: frozenset[bytes]) -> bool:
    """Whether tokens hold a division by what may be 0, those of macros included."""
    for position, token in enumerate(found):
        if token.text in _DIVISIONS:
            divisor = found[position + 1 : position + 4]
            if len(divisor) == 3 and (divisor[0].text, divisor[2].text) == (b"(", b")"):
                divisor = divisor[1:2]
            word = divisor[0].word if divisor else ""
            if not (_is_number(code, word) or word == "sizeof" or is_named_constant(code, word)):
                return True
        body = code.macro(token.text) if token.kind == "name" and token.text not in seen else None
        if body is not None and _divides(code, list(tokens(body)), seen | {token.text}):
            return True
        functions = code.unit.by_name.get(token.word, ())
        if is_call(code, found, position) and not all(_never_fails(code, function) for function in functions):
            return True
    return False


def _is_number(code: HostCode, text: str) -> bool:
    """A whole number but 0, or a macro that stands for one."""
    found = code.macros(text.encode()) if text.isidentifier() else []
    digits = (found[0].decode("utf-8", "backslashreplace") if len(found) == 1 else text).strip().rstrip("uUlL")
    return digits.isdecimal() and int(digits) != 0


def is_named_constant(code: HostCode, name: str) -> bool:
    refs = [node.ref for node in code.body.walk() if node.kind in VARIABLES and node.name == name and node.ref]
    if refs:
        return len(refs) == 1 and _is_constant(code, refs[0])
    # members, and enumerators of the function's own, have names that are not looked for here
    is_plain = code.function.kind == "FUNCTION_DECL" and all(node.kind != "ENUM_DECL" for node in code.body.walk())
    return is_plain and _is_global_constant(code, name)


def _is_constant(code: HostCode, variable: Ref) -> bool:
    """`const int threads = 256;` in the function, or at file or namespace scope."""
    if not variable.canonical.startswith("const "):
        return False
    if variable.is_global:
        return not variable.is_system and _is_global_constant(code, variable.name)
    declared = [
        node for node in code.body.walk() if node.kind == "VAR_DECL" and node.ref and node.ref.key == variable.key
    ]
    if len(declared) != 1 or not declared[0].children:
        return False
    return _is_number(code, code.text(bare(declared[0].children[-1]).span))


def _is_global_constant(code: HostCode, name: str) -> bool:
    """Whether the one variable of the user's outside functions that has a name is a constant but 0."""
    texts = (
        [token.word for token in tokens(code.unit.files[path].data, span)]
        for path, spans in code.unit.variables.items()
        for span in spans
    )
    named = [words for words in texts if _declares(words, name)]
    if len(named) != 1:
        return False
    *before, last, equals, value = ["", "", "", *named[0]]
    is_constant = not {"const", "constexpr"}.isdisjoint(before) and "," not in before
    return is_constant and (last, equals) == (name, "=") and _is_number(code, value)


def _declares(words: Sequence[str], name: str) -> bool:
    """Whether the text of a declaration declares a name, and does not only use it: in doubt, it does."""
    is_value = False
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        is_value = is_value or before in ("=", "{")
        if word == name and (after in ("=", "{") or not (is_value or before == "[")):
            return True
    return False
