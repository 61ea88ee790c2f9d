"""`__shared__` declarations in preprocessed text."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.cpu.brackets import CLOSING, OPENING, matching, top_level_items
from spawnc.lexer import Token
from spawnc.source import Edit, Span

#: What every `extern __shared__` array is.
_DYNAMIC = b' __asm__("spawn_cpu_dynamic_shared")'


def edit_shared(tokens: list[Token]) -> Iterator[Edit]:
    """Shared memory is static memory: there is one block under way at a time.

    - `__shared__ int a[4], b;` -> `static int a[4], b; static const spawn_cpu::SharedObject ...(a), ...(b);`
    - `extern __shared__ int a[];` in a function -> `int (&a)[] = spawn_cpu::dynamic_shared();`
    - the same at file scope -> `extern int a[] __asm__("spawn_cpu_dynamic_shared");`"""
    for index, token in enumerate(tokens):
        if token.text != b"__shared__":
            continue
        first, end = _declaration(tokens, index)
        words = {word.text for word in tokens[first:end]}
        keyword = Span(token.begin, token.end)
        if b"extern" in words:
            if _in_function(tokens, index):
                yield from _as_reference(tokens, first, index, end)
            else:
                yield Edit(keyword, b"")
                yield Edit.insert(tokens[end].begin, _DYNAMIC)
            continue
        yield Edit(keyword, b"" if b"static" in words else b"static")
        names = list(_names(tokens[index + 1 : end]))
        objects = b", ".join(b"spawn_cpu_shared_%s(%s)" % (name, name) for name in names)
        yield Edit.insert(tokens[end].end, b" static const spawn_cpu::SharedObject " + objects + b";")


def _as_reference(tokens: list[Token], first: int, index: int, end: int) -> Iterator[Edit]:
    # g++ takes an extern array that a function declares for one of its own variables, and does not check accesses
    for token in tokens[first:index]:
        if token.text == b"extern":
            yield Edit(Span(token.begin, token.end), b"")
    yield Edit(Span(tokens[index].begin, tokens[index].end), b"")
    brackets = next(position for position in range(index, end + 1) if tokens[position].text in (b"[", b"<:", b";"))
    name = tokens[brackets - 1]
    yield Edit(Span(name.begin, name.end), b"(&%s)" % name.text)
    yield Edit.insert(tokens[end].begin, b" = spawn_cpu::dynamic_shared()")
    position = first
    while position < end:
        # a reference has no alignment of its own
        close = matching(tokens, position + 1) if tokens[position].text in (b"alignas", b"__attribute__") else None
        if close is not None:
            yield Edit(Span(tokens[position].begin, tokens[close].end), b"")
            position = close
        position += 1


def _in_function(tokens: list[Token], index: int) -> bool:
    """Whether one of the braces around a token is that of a function's body."""
    depth = 0
    for position in range(index - 1, 0, -1):
        text = tokens[position].text
        depth += text in (b"}", b"%>")
        depth -= text in (b"{", b"<%")
        if depth < 0:
            depth = 0
            if tokens[position - 1].text in (b")", b"const", b"noexcept", b"void"):
                return True
    return False


def _declaration(tokens: list[Token], index: int) -> tuple[int, int]:
    """Indices of the first word of the declaration and of its semicolon."""
    first = index
    while first > 0 and tokens[first - 1].text in (b"static", b"extern", b"volatile", b"const"):
        first -= 1
    depth, end = 0, index
    while end < len(tokens) - 1 and (depth > 0 or tokens[end].text != b";"):
        depth += tokens[end].text in OPENING
        depth -= tokens[end].text in CLOSING
        end += 1
    return first, end


def _names(declarators: list[Token]) -> Iterator[bytes]:
    for item in top_level_items(declarators):
        name = b""
        depth = 0
        for token in item:
            if depth == 0 and token.text in (b"[", b"<:", b"=", b"{"):
                break
            depth += token.text in OPENING
            depth -= token.text in CLOSING
            if depth == 0 and token.kind == "name" and token.text not in (b"__attribute__", b"alignas"):
                name = token.text
        if name:
            yield name
