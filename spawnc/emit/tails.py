"""A kernel whose blocks go on as their own child: a loop around its body, and what it hands over to itself."""

from __future__ import annotations

from collections.abc import Iterator

from spawnc.decisions import Guarded, Plan
from spawnc.emit.definitions import Placed, defined, head_line, placed
from spawnc.emit.lines import Lines
from spawnc.emit.render import TailContext, render
from spawnc.emit.signature import members, signature
from spawnc.emit.sites import body_span
from spawnc.lexer import tokens
from spawnc.source import Edit, as_bytes


def tail_edits(plan: Plan, decision: Guarded, lines: dict[str, Lines]) -> Iterator[Placed]:
    """Everything that a launch of this kind brings but the edit at the launch itself."""
    kernel = decision.parent
    definition = defined(kernel)
    source = plan.files[definition.path]
    written = signature(kernel, definition, source, defaults=False)
    names = written.arguments.removeprefix(", ")
    declared = members(definition, source)
    text = render(
        "tail.cu.j2",
        TailContext(written, line=head_line(lines[source.path], definition, written), names=names, members=declared),
    )
    yield placed(source, lines, lines[source.path].before(definition.span.begin), text)
    body = body_span(definition, source)
    used = {token.text for token in tokens(source.data, body)}
    own = "".join(
        f" {member} = spawn_tail.child.{parameter.name};"
        for member, parameter in zip(declared, definition.parameters, strict=True)
        if parameter.name.encode() in used
    )
    kind = f"{written.name}__joined<spawn::ThisSource>"
    head = f" for (spawn::BlockTail<{kind}> spawn_tail({{{names}}}); spawn_tail.goes_on();) {{"
    yield source.path, Edit.insert(body.begin + 1, as_bytes(f"{head} SPAWN_BUILTINS(spawn_tail);{own}"))
    yield source.path, Edit.insert(body.end - 1, b"} ")
