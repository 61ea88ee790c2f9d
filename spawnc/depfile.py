"""Dependency files as make and ninja read them, with other names for some of the files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

_NAME = re.compile(rb"(?:\\[^\r\n]|\$\$|[^\s\\$])+")


def rename_dependencies(data: bytes, names: Mapping[str, str], *, more: Sequence[str] = ()) -> bytes:
    """A dependency file with the files of `names`, keys by absolute path, called by their values.

    The files of `more` become dependencies of the first rule, after its first one. All else stays as it is."""
    renamed = _NAME.sub(lambda match: _renamed(match.group(), names), data)
    if not more:
        return renamed
    # the second name: the first is the target, which make allows to stand before a separate colon
    found = [match for match in _NAME.finditer(renamed) if match.group() != b":"][:2]
    if len(found) < 2:
        return renamed
    added = b"".join(b" \\\n    " + _escape(path) for path in more)
    return renamed[: found[1].end()] + added + renamed[found[1].end() :]


def _renamed(name: bytes, names: Mapping[str, str]) -> bytes:
    # -MP gives each header a rule of its own: `k.cuh:`
    plain = name.removesuffix(b":")
    other = names.get(os.path.abspath(_unescape(plain)))
    return name if other is None else _escape(other) + name[len(plain) :]


def _unescape(name: bytes) -> str:
    return os.fsdecode(re.sub(rb"\\([ #:\\])", rb"\1", name).replace(b"$$", b"$"))


def _escape(path: str) -> bytes:
    return re.sub(rb"([ #])", rb"\\\1", os.fsencode(path)).replace(b"$", b"$$")
