"""What stands around the launches and is worth a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.model import Launch, Unit

_VERSION = re.compile(r"(THRUST|CUB)_\w+_NS|_V_\d+\w*")


def escaping_pointers(unit: Unit, launch: Launch) -> Iterator[Diagnostic]:
    """Arguments that are plainly pointers to local or shared memory: `&x` and `s` of a local or shared variable."""
    if launch.call is None:
        return
    data = unit.files[launch.path].data
    for argument in launch.call.children[1:]:
        node = argument
        by_address = node.kind == "UNARY_OPERATOR" and data[node.span.begin : node.span.begin + 1] == b"&"
        if by_address and node.children:
            node = node.children[0]
        ref = node.ref
        if node.kind != "DECL_REF_EXPR" or ref is None or ref.kind != "VAR_DECL":
            continue
        is_shared = "shared" in ref.annotations
        is_array = ref.type.endswith("]")
        if (by_address or is_array) and (is_shared or (not ref.is_global and not ref.is_static)):
            yield diagnose(
                "SP070",
                launch.path,
                argument.span.begin,
                what=unit.files[launch.path].text(argument.span),
                memory="shared" if is_shared else "local",
            )


def library_notes(unit: Unit) -> Iterator[Diagnostic]:
    """Device code that launches without chevrons: library algorithms and hand-written launches.

    Only functions of files whose text mentions them are looked at."""
    words = (b"thrust::", b"cub::Device", b"cudaLaunchDevice")
    for function in unit.functions.values():
        definition = function.definition
        if definition is None or not function.space.on_device:
            continue
        text = unit.files[definition.path].data[definition.span.begin : definition.span.end]
        if not any(word in text for word in words):
            continue
        body = unit.body_of(function)
        for node in body.walk() if body is not None else ():
            ref = node.ref
            if node.kind != "CALL_EXPR" or ref is None or not ref.is_system:
                continue
            if ref.name.startswith("cudaLaunchDevice"):
                yield diagnose("SP073", definition.path, node.span.begin)
            elif ref.scope and (ref.scope[0] == "thrust" or (ref.scope[0] == "cub" and "Device" in ref.scope[-1])):
                # inline namespaces of the library's version aside, which nobody writes
                scope = (part for part in ref.scope if not _VERSION.fullmatch(part))
                yield diagnose("SP072", definition.path, node.span.begin, what="::".join((*scope, ref.name)))
