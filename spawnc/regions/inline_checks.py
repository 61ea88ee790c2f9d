"""Checks that are written out: `if (cudaGetLastError() != cudaSuccess) { ... }`, also of a variable set before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from spawnc.lexer import Token
from spawnc.model import Node, Ref
from spawnc.regions.checks import Asked, asked_in, is_error, is_failure, is_last, setting_in
from spawnc.regions.host import VARIABLES, HostCode, bare, keys_read
from spawnc.regions.statements import Checked, Inline
from spawnc.source import Span

_ENDS = frozenset({"exit", "abort", "_Exit", "quick_exit"})
#: Calls that tell of an error, or end the program, and change no variable.
_TELLS = _ENDS | {"printf", "fprintf", "puts", "fputs", "fflush", "perror", "operator<<", "cudaDeviceReset"}
_TELLS |= {"cudaGetErrorString", "cudaGetErrorName", "to_string", "operator+"}
#: Where a jump may come in.
_ENTRIES = frozenset({"LABEL_STMT", "CASE_STMT", "DEFAULT_STMT"})
_PLAIN = frozenset(
    {"COMPOUND_STMT", "NULL_STMT", "RETURN_STMT", "CXX_THROW_EXPR", "PAREN_EXPR", "UNEXPOSED_EXPR", "TYPE_REF"}
    | {"INTEGER_LITERAL", "FLOATING_LITERAL", "STRING_LITERAL", "CHARACTER_LITERAL", "CXX_BOOL_LITERAL_EXPR"}
    | {"CXX_NULL_PTR_LITERAL_EXPR", "GNU_NULL_EXPR", "NAMESPACE_REF", "TEMPLATE_REF"}
    | {"CSTYLE_CAST_EXPR", "CXX_STATIC_CAST_EXPR", "CXX_FUNCTIONAL_CAST_EXPR"}
)


def inline_check(code: HostCode, nodes: Sequence[Node]) -> Checked | None:
    """The check that statements next to each other are, both of them or one alone; None where they are none."""
    *before, branch = nodes
    if branch.kind != "IF_STMT" or code.tokens(branch.span)[0].text != b"if":
        return None
    asked = _asked_after(before[0], branch) if before else asked_in(code, branch)
    if asked is None or not is_last(asked.look) or asked.look.name_offset < 0:
        return None
    error, look, handling = asked.error, asked.look, branch.children[-1]
    if error is not None and (not is_error(error.canonical) or error.is_global or error.is_static):
        return None
    if not is_failure(code, asked.condition, asked.of) or not _only_tells(code, handling, error):
        return None
    leaves = _leaves(handling)
    if leaves and _is_seen(code, branch):
        return None
    if not before and asked.is_declared:
        # nothing else can name it
        error = None
    is_declared = error is not None and asked.is_declared
    is_kept = error is not None and _is_kept(code, error)
    # where it goes on, the last of several checks would have left another error
    if (is_kept and not leaves) or (error is not None and _has_another_name(code, error)):
        return None
    told = (look.name, *(token.text.decode("utf-8", "replace") for token in _but_strings(code, branch)))
    span = Span(nodes[0].span.begin, code.whole(branch).end)
    return Checked(span, look, is_hidden=True, inline=Inline(error, is_declared, is_kept, leaves, told))


def stray(code: HostCode, span: Span, checks: Iterable[Checked]) -> Span | None:
    """A place in a part of the text, outside of the checks, that names a variable of theirs, or one of its name."""
    own = [check for check in checks if check.inline is not None and check.inline.error is not None]
    if not own:
        return None
    errors = [check.inline.error for check in own if check.inline is not None and check.inline.error is not None]
    keys, names = {error.key for error in errors}, {error.name.encode() for error in errors}
    # what a macro stands for is in the tree alone, the configuration of a launch in the text alone
    places = [each.span for each in code.body.walk() if each.ref is not None and each.ref.key in keys]
    places += [Span(word.begin, word.end) for word in code.tokens(span) if word.text in names]
    outside = (place for place in places if not any(place.begin in check.span for check in own))
    return next((place for place in outside if place.begin in span), None)


def _set_by(node: Node) -> tuple[Ref | None, Node | None]:
    """The variable that a statement sets, and what to."""
    match node:
        case Node(kind="DECL_STMT", children=(Node(kind="VAR_DECL", is_static=False, is_extern=False) as variable,)):
            return variable.ref, variable.children[-1] if variable.children else None
        case Node(kind="BINARY_OPERATOR", children=(target, value)) if _variable(target) is not None:
            return _variable(target), bare(value)
        case _:
            return None, None


def _variable(node: Node) -> Ref | None:
    inner = bare(node)
    is_name = inner.kind == "DECL_REF_EXPR" and inner.ref is not None and inner.ref.kind in VARIABLES
    return inner.ref if is_name and inner.name_offset >= 0 else None


def _asked_after(before: Node, branch: Node) -> Asked | None:
    """`e = cudaGetLastError(); if (e) ...`"""
    error, look = _set_by(before)
    if error is None or look is None or len(branch.children) != 2:
        return None
    return Asked(look, branch.children[0], error, error, is_declared=before.kind == "DECL_STMT")


def _only_tells(code: HostCode, handling: Node, error: Ref | None) -> bool:
    """Whether what is done about an error changes nothing, and reads nothing of the function but the error."""
    return all(_tells(code, each, error) for each in handling.walk() if each.span.end > each.span.begin)


def _tells(code: HostCode, node: Node, error: Ref | None) -> bool:
    ref = node.ref
    match node.kind:
        case "DECL_REF_EXPR" if ref is not None:
            return ref.is_system or (error is not None and ref.key == error.key)
        case "CALL_EXPR" if ref is not None:
            # the constructors of `std::string` are templates
            makes = ref.kind == "CONSTRUCTOR" or ref.name.startswith("basic_string<")
            return ref.is_system and (makes or ref.name in _TELLS)
        case "UNARY_OPERATOR":
            return code.operator(node) == "-"
        case "MEMBER_REF_EXPR":
            # of a call: `std::cerr.operator<<`
            return ref is not None and ref.is_system and ref.name in _TELLS
        case _:
            return node.kind in _PLAIN


def _last_of(handling: Node) -> Node | None:
    if handling.kind != "COMPOUND_STMT":
        return handling
    return handling.children[-1] if handling.children else None


def _leaves(handling: Node) -> bool:
    """Whether nothing behind the check is done where there is an error."""
    last = _last_of(handling)
    if last is None:
        return False
    ends = last.kind == "CALL_EXPR" and last.ref is not None and last.ref.is_system and last.ref.name in _ENDS
    return ends or last.kind in ("RETURN_STMT", "CXX_THROW_EXPR")


def _is_seen(code: HostCode, branch: Node) -> bool:
    """Whether the variables of the function live on where the check leaves it: around a lambda, behind a `catch`."""
    around = {each.kind for each in code.body.walk() if each.span.covers(branch.span)}
    ways = {each.kind for each in branch.walk()} & {"RETURN_STMT", "CXX_THROW_EXPR"}
    return bool(ways and "LAMBDA_EXPR" in around) or ("CXX_THROW_EXPR" in ways and "CXX_TRY_STMT" in around)


def _is_kept(code: HostCode, error: Ref) -> bool:
    """Whether a value of the variable may be read elsewhere than in an `if` right behind where it was set."""
    clear = list(_clear(code, error))
    return any(
        each.kind == "DECL_REF_EXPR"
        and each.ref is not None
        and each.ref.key == error.key
        and not any(span.covers(each.span) for span in clear)
        for each in code.body.walk()
    )


def _has_another_name(code: HostCode, error: Ref) -> bool:
    """Whether the variable may be read by a reference, a pointer or a lambda around which it lives."""
    for each in code.body.walk():
        is_reference = each.kind == "VAR_DECL" and each.type.rstrip().endswith("&")
        is_address = each.kind == "UNARY_OPERATOR" and code.operator(each) not in ("-", "!")
        if each.kind != "LAMBDA_EXPR" and not is_reference and not is_address:
            continue
        declares = any(inner.kind == "VAR_DECL" and inner.ref and inner.ref.key == error.key for inner in each.walk())
        if error.key in keys_read(each) and not declares:
            return True
    return False


def _clear(code: HostCode, error: Ref) -> Iterator[Span]:
    """Parts of the text in which the variable is set, or has just been set."""
    for node in code.body.walk():
        if node.kind == "COMPOUND_STMT":
            for one, two in pairwise(node.children):
                if two.kind == "IF_STMT" and _is_closed(two) and _sets(code, one, error):
                    yield two.span
        if node.kind == "IF_STMT" and _is_closed(node):
            setting = setting_in(code, node.children[0])
            if setting is not None and _sets(code, setting, error):
                yield node.span
        if _sets(code, node, error) and node.kind == "BINARY_OPERATOR":
            yield node.children[0].span


def _is_closed(branch: Node) -> bool:
    """Whether what an `if` holds is reached by its condition alone."""
    return _ENTRIES.isdisjoint(inner.kind for inner in branch.walk())


def _sets(code: HostCode, node: Node, error: Ref) -> bool:
    variable, value = _set_by(node)
    is_set = node.kind == "DECL_STMT" or (node.kind == "BINARY_OPERATOR" and code.operator(node) == "=")
    return is_set and value is not None and variable is not None and variable.key == error.key


def _but_strings(code: HostCode, node: Node) -> list[Token]:
    return [token for token in code.tokens(node.span) if token.kind != "string"]
