"""How a kernel or function is spelled again under another name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from spawnc.analyze.queueing import first_extent
from spawnc.emit.sites import body_span
from spawnc.errors import InternalError
from spawnc.lexer import tokens
from spawnc.model import Declaration, Function, Parameter
from spawnc.source import Edit, SourceFile, Span, apply_edits, as_bytes, as_text, text_of

#: Parameter lists below this many characters stay on the line of the function's name.
_SHORT = 32
_ATTRIBUTES = re.compile(r"(?s)(?:__global__\s+|__device__\s+)*(?:\[\[.*?\]\]\s*)+")


@dataclass(frozen=True, slots=True)
class Signature:
    """Pieces of a declaration as text."""

    name: str
    #: `template <class T>` and the space after it, or "".
    template: str
    #: "static ", which an explicit specialisation may not have. With external linkage, a template that launches itself
    #: can't be called from a kernel with launch bounds: ptxas gives it as many registers as it likes.
    storage: str
    #: Between the template header and the name: `__global__ void __launch_bounds__(128) `.
    head: str
    #: Explicit arguments in a specialisation: `<int>`.
    specialisation: str
    #: How the function's own template arguments are passed on: `<T, N>`.
    own_arguments: str
    #: Parameters after a first one of ours: `, int* d, int n`.
    parameters: str
    #: The same, passed on: `, d, n`.
    arguments: str
    #: The declaration as it is, without a template header: `__global__ void child(int* d, int n)`.
    own: str
    #: `template <typename spawn_source, class T>` and the space after it: the header of what is made of the kernel for
    #: this source alone, on one line, without defaults.
    of_source: str
    #: What its guarded branch and its serial body are given, and what a lambda around the body is.
    launch_type: str = "spawn::Launch"
    thread_type: str = "spawn::Thread"
    lambda_thread: str = "spawn::Thread"

    @property
    def over_kinds(self) -> str:
        """Its template header with what a queue holds as one more parameter."""
        return _with_last(self.template, "typename spawn_kinds")

    @property
    def in_source(self) -> str:
        """The arguments of `of_source`: `<spawn::ThisSource, T>`."""
        return f"<{', '.join(('spawn::ThisSource', *filter(None, (self.own_arguments[1:-1],))))}>"


def _with_last(template: str, parameter: str) -> str:
    """A template header with one more parameter, or a new one."""
    header = template.rstrip()
    return f"{header[:-1]}, {parameter}>{template[len(header) :]}" if header else f"template <{parameter}> "


def at_depths(signature: Signature) -> Signature:
    """The signature as a template over the number of its own serial bodies around it."""
    return replace(
        signature,
        template=_with_last(signature.template, "int spawn_depth"),
        launch_type="spawn::LaunchAt<spawn_depth>",
        thread_type="spawn::ThreadAt<spawn_depth>",
        lambda_thread="auto",
    )


def for_any_thread(signature: Signature) -> Signature:
    """The signature as a template over what its thread's own launches may become: of a kernel that a queue holds,
    or of a function that one calls."""
    template = _with_last(signature.template, "typename spawn_type")
    return replace(signature, template=template, thread_type="spawn_type")


def signature(
    function: Function, declaration: Declaration, source: SourceFile, *, defaults: bool, is_kernel: bool = False
) -> Signature:
    """Read a declaration. `defaults` keeps default arguments, which may be given in one declaration only; `is_kernel`
    keeps what only a kernel's parameters can have."""
    if declaration.parentheses is None:
        raise InternalError(f"'{function.name}' has no parameter list in the text")
    template = _template(declaration, source, defaults=defaults)
    specialisation = text_of(source, declaration.specialisation) if declaration.specialisation else ""
    begin = declaration.template.end if declaration.template else declaration.span.begin
    before_name = text_of(source, Span(begin, declaration.name.begin))
    head = before_name.lstrip().replace("extern ", "")
    gap = before_name[: len(before_name) - len(before_name.lstrip())]
    is_static = "static" in head.split()
    # its arguments need not be written
    storage = "" if re.search(r"<\s*>\s*$", template) else "static "
    parameters = _parameters(declaration, source, defaults=defaults, is_kernel=is_kernel)
    names = [
        (parameter.name or unnamed(position)) + ("..." if parameter.is_pack else "")
        for position, parameter in enumerate(declaration.parameters)
    ]
    own = f"<{', '.join(declaration.template_arguments)}>" if declaration.template_arguments else ""
    return Signature(
        name=function.name.partition("<")[0],
        template=template + (gap or " ") if template else "",
        storage=storage,
        head=head if is_static else _stored(storage, head),
        specialisation=specialisation.strip(),
        own_arguments=own or specialisation.strip(),
        parameters=_after_ours(parameters),
        arguments="".join(f", {name}" for name in names),
        of_source=_of_source(_template(declaration, source, defaults=False)),
        own=f"{before_name.lstrip()}{function.name}({parameters})",
    )


def _of_source(template: str) -> str:
    words = without_comments(as_bytes(template))
    before, opening, parameters = words.partition("<")
    return f"{before}<typename spawn_source, {parameters} " if opening else "template <typename spawn_source> "


def _stored(storage: str, head: str) -> str:
    """`static` before a head, but after attributes, which begin a declaration."""
    attributes = _ATTRIBUTES.match(head)
    end = attributes.end() if attributes else 0
    return head[:end] + storage + head[end:]


def members(declaration: Declaration, source: SourceFile) -> tuple[str, ...]:
    """The parameters as members of a struct."""
    return tuple(_member(parameter, position, source) for position, parameter in enumerate(declaration.parameters))


def _member(parameter: Parameter, position: int, source: SourceFile) -> str:
    end = _removal(source, parameter.default).span.begin if parameter.default else parameter.span.end
    span = Span(parameter.span.begin, end)
    extent = first_extent(parameter, source) if parameter.decays else None
    if extent is not None:
        # `int (*d)[4]` is what the parameter `int d[3][4]` is
        left, right = Span(span.begin, extent.begin), Span(extent.end, span.end)
        before, after = _words(source, left).removesuffix(parameter.name), _words(source, right)
        return f"{before}(*{parameter.name}){after}"
    text = _words(source, span)
    return text if parameter.name else f"{text} {unnamed(position)}"


def _words(source: SourceFile, span: Span) -> str:
    return without_comments(source.data[span.begin : span.end])


def without_comments(piece: bytes) -> str:
    """A piece of a declaration on one line, without comments: one that ends with its line would take what follows."""
    words = [token for token in tokens(piece) if token.text != b"__grid_constant__"]
    text, end = "", 0
    for word in words:
        text += (" " if text and end < word.begin else "") + as_text(word.text)
        end = word.end
    return text


def _after_ours(parameters: str) -> str:
    """The user's parameters after one of ours, on a line of their own where they are many."""
    if not parameters:
        return ""
    return f", {parameters}" if len(parameters) < _SHORT else f",\n    {parameters}"


def body_text(definition: Declaration, source: SourceFile, edits: list[Edit]) -> str:
    """The body with edits, braces included."""
    return as_text(apply_edits(source.data, edits, body_span(definition, source)))


def unnamed(position: int) -> str:
    """The name that an unnamed parameter gets."""
    return f"spawn_unnamed_{position}"


def _template(declaration: Declaration, source: SourceFile, *, defaults: bool) -> str:
    if declaration.template is None:
        return ""
    edits = [] if defaults else [_removal(source, span) for span in declaration.template_defaults]
    return as_text(apply_edits(source.data, edits, declaration.template)).strip()


def _parameters(declaration: Declaration, source: SourceFile, *, defaults: bool, is_kernel: bool) -> str:
    if declaration.parentheses is None or not declaration.parameters:
        return ""
    inner = Span(declaration.parentheses.begin + 1, declaration.parentheses.end - 1)
    # a comment after the last parameter would take what we write behind it
    inner = Span(inner.begin, max(token.end for token in tokens(source.data, inner)))
    edits: list[Edit] = []
    for position, parameter in enumerate(declaration.parameters):
        if not parameter.name:
            end = _removal(source, parameter.default).span.begin if parameter.default else parameter.span.end
            edits.append(Edit.insert(end, f" {unnamed(position)}".encode()))
        if parameter.default is not None and not defaults:
            edits.append(_removal(source, parameter.default))
    edits += [
        Edit(Span(token.begin, token.end), b"")
        for token in tokens(source.data, inner)
        if token.text == b"__grid_constant__" and not is_kernel
    ]
    return as_text(apply_edits(source.data, edits, inner)).strip()


def _removal(source: SourceFile, span: Span) -> Edit:
    """Take a default away, with the blanks before its `=`."""
    begin = span.begin
    while source.data[begin - 1 : begin] in (b" ", b"\t"):
        begin -= 1
    return Edit(Span(begin, span.end), b"")
