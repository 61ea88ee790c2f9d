"""Sizes of scalars, as programs spell them."""

from __future__ import annotations

from spawnc.model import Node
from spawnc.regions.facts import Flag
from spawnc.regions.host import HostCode, bare
from spawnc.regions.scalars import SCALARS


def is_size_of(code: HostCode, node: Node, flag: Flag) -> bool:
    """Whether an expression is the size of one scalar: `sizeof(int)`, `sizeof flag`, `4`."""
    text = code.spelled(bare(node).span).replace(" ", "")
    type_name, spelling, variable = flag.type, flag.spelling, flag.variable
    size = SCALARS.get(type_name, 0)
    plain = type_name.replace(" ", "")
    short = {"unsignedint": "unsigned", "unsignedlong": "size_t"}.get(plain, plain)
    spelled = {
        plain,
        short,
        spelling,
        spelling.removeprefix("*") + "[0]",
        variable.type.removesuffix("*").replace(" ", ""),
    }
    if text == str(size):
        return True
    if text.startswith("sizeof"):
        inner = text.removeprefix("sizeof").removeprefix("(").removesuffix(")")
        if inner in spelled or SCALARS.get(_TYPES.get(inner, inner), 0) == size:
            return True
        ref = next((each.ref for each in node.walk() if each.ref is not None), None)
        return ref is not None and SCALARS.get(ref.canonical, 0) == size and ref.name == inner
    factors = text.split("*")
    return len(factors) == 2 and "1" in factors and is_one(factors, spelled, size)


def is_one(factors: list[str], spelled: set[str], size: int) -> bool:
    """`1 * sizeof(int)`"""
    other = factors[1] if factors[0] == "1" else factors[0]
    inner = other.removeprefix("sizeof(").removesuffix(")")
    return other.startswith("sizeof(") and (inner in spelled or SCALARS.get(inner, 0) == size)


_TYPES = {
    "unsigned": "unsigned int",
    "unsignedint": "unsigned int",
    "size_t": "unsigned long",
    "unsignedlong": "unsigned long",
    "longlong": "long long",
    "unsignedlonglong": "unsigned long long",
    "unsignedchar": "unsigned char",
    "uint32_t": "unsigned int",
    "int32_t": "int",
    "uint64_t": "unsigned long",
    "int64_t": "long",
    "uint8_t": "unsigned char",
}
