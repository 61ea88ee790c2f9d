"""What the head of a parent's copy can name of its children: texts are for people, "" when all is known there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from spawnc.analyze.template_children import names_in, names_in_header, parameters_of
from spawnc.decisions import Guarded, QueuedChild
from spawnc.model import Declaration, Function
from spawnc.source import SourceFile


def unknown_type(parent: Function, child: Function) -> str:
    """Why a parent's copy can't name the type of a child's entries."""
    if child.scope == parent.scope:
        return ""
    first, other = parent.declarations[0], child.definition
    if len(parent.declarations) > 1:
        return f"'{parent.name}' is declared before, and '{child.name}' in another namespace"
    if other is not None and first.path == other.path and first.span.begin < other.span.begin:
        return f"'{child.name}' stands after '{parent.name}', in another namespace"
    return ""


def unknown_names(
    files: Mapping[str, SourceFile], parent: Function, queued: QueuedChild, launch: Guarded, looked_up: set[str]
) -> str:
    """Why what a template is launched with may not be known at the parent's head. `looked_up`: names that the launch
    itself gives."""
    child = queued.function
    own = parameters_of(parent)
    hidden = launch.parent.key != parent.key and not looked_up.isdisjoint(own)
    names = names_in(queued.template_arguments)
    if all(declaration.template_arguments == own for declaration in parent.declarations):
        names -= set(own)
    for declaration in child.declarations if child.is_template else ():
        names |= names_in_header(declaration, files[declaration.path])
    if hidden or (names and not _follows_head(parent, launch, same_scope=bool(looked_up))):
        return f"the template arguments of '{child.name}' may not be known where '{parent.name}' begins"
    return ""


def _follows_head(parent: Function, launch: Guarded, *, same_scope: bool) -> bool:
    """Whether what a launch names is known where the only declaration of a parent begins, too. `same_scope`: it has
    another meaning in other namespaces."""
    definition = parent.definition
    return (
        definition is not None
        and len(parent.declarations) == 1
        and (launch.parent.scope == parent.scope or not same_scope)
        and launch.launch.path == definition.path
        and launch.launch.offset < definition.span.end
    )


def unknown_size(
    parent: Function,
    block: Sequence[str],
    child: Function,
    launches: Iterable[Guarded],
    stands_before: Callable[[str, Declaration], bool],
) -> str:
    """Why what the launches say of a child's block size may not mean the same at the parent's head. `stands_before`:
    whether a constant is declared before a head."""
    head = parent.declarations[0]
    names = {name for size in block for name in re.findall(r"[A-Za-z_]\w*", size)}
    for launch in launches if names else ():
        before = launch.parent.scope == parent.scope and all(stands_before(name, head) for name in names)
        if not before and not _follows_head(parent, launch, same_scope=True):
            break
    else:
        return ""
    return f"the block size of '{child.name}' may not be known where '{parent.name}' begins"
