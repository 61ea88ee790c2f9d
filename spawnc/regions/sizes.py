"""Sizes of scalars, as programs spell them."""

from __future__ import annotations

from spawnc.model import Node, Ref
from spawnc.regions.host import HostCode, bare
from spawnc.regions.scalars import SCALARS, pointee


def is_size_of(code: HostCode, node: Node, type_name: str, variable: Ref) -> bool:
    """Whether an expression is the size of one scalar: `sizeof(int)`, `sizeof flag`, `4`. `variable` is the scalar, or
    the pointer to it."""
    text = code.spelled(bare(node).span).replace(" ", "")
    name = variable.name
    size = SCALARS.get(type_name, 0)
    plain = type_name.replace(" ", "")
    short = {"unsignedint": "unsigned", "unsignedlong": "size_t"}.get(plain, plain)
    spelled = {
        plain,
        short,
        *((f"*{name}", f"{name}[0]") if pointee(variable.canonical) == type_name else (name,)),
        variable.type.removesuffix("*").replace(" ", ""),
    }
    if text == str(size):
        return True
    factors = text.split("*")
    if len(factors) == 2 and "1" in factors:
        return is_one(factors, spelled, size)
    if text.startswith("sizeof"):
        inner = text.removeprefix("sizeof").removeprefix("(").removesuffix(")")
        if inner in spelled or SCALARS.get(_TYPES.get(inner, inner), 0) == size:
            return True
        ref = next((each.ref for each in node.walk() if each.ref is not None), None)
        return ref is not None and SCALARS.get(ref.canonical, 0) == size and ref.name == inner
    return False


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
