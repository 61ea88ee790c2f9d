"""Whether a function of CUDA's can be hidden from a repeated body by another one of its name."""

from __future__ import annotations

import re

from spawnc.analyze.block_text import macro_bodies
from spawnc.model import Unit


def named_otherwise(unit: Unit, name: str) -> str:
    """How text of the unit may mean CUDA's function, or another one, where a body hides its name; "" for not at all."""
    if any(function.space.on_device for function in unit.by_name.get(name, ())):
        return f"'{name}' is a function of this program"
    if any(_may_qualify(words, name.encode()) for _, words in macro_bodies(unit)):
        return f"a macro may write `::` before `{name}`"
    return ""


def _may_qualify(words: tuple[bytes, ...], name: bytes) -> bool:
    """Whether a macro's text has `::`, with no name before it, in front of `name`, of a parameter, or at its end."""
    for index, word in enumerate(words):
        if word != b"::" or (index and re.fullmatch(rb"\w+|>", words[index - 1])):
            continue
        following = words[index + 1 : index + 2]
        if not following or following[0] == name or following[0] in words[:index]:
            return True
    return False
