"""In which order the queues of a parent are drained, and by which drain each entry is run."""

from __future__ import annotations

import pytest

from spawnc.drains import Kind, order_drains


def kind(name: str) -> Kind:
    """`a` is run by warps, `a32` by blocks of 32."""
    size = name.lstrip("abcdef")
    return Kind(name[: len(name) - len(size)], (size,) if size else ())


CASES = {
    "warps": ("a: b, b:", ["-: a b"], ""),
    "one size": ("a: b32, b32: a", ["32: a b32"], ""),
    "no launches": ("a32:, b64:, c32:, d:", ["32: a32 c32 d", "64: b64"], ""),
    "later ones are drained later": ("a64:, b32: a64", ["32: b32", "64: a64"], ""),
    "through warps": ("a64:, b: a64, c32: b", ["32: b c32", "64: a64"], ""),
    "as early as can be": ("a:, b32:, c64: a d, d:, e: c64", ["32: b32 e", "64: a c64 d"], ""),
    "after all that push": ("a: c, b64: a, c:, d32: c b64", ["32: d32", "64: a b64 c"], ""),
    "warps between two sizes": ("a32: b c64, b:, c64: b", ["32: a32", "64: b c64"], ""),
    "one child in two sizes": ("a32: b, a64: b, b:", ["32: a32", "64: a64 b"], ""),
    "recursion": ("a32: a32 b, b: a32 c64, c64: c64", ["32: a32 b", "64: c64"], ""),
    "there and back": ("a32: b64, b64: a32, c:", ["32: a32 c"], "b64"),
    "there and back through warps": ("a32: c, b64: a32, c: b64", ["32: a32 c"], "b64"),
    "three sizes in a circle": ("a32: b64, b64: c96, c96: a32", ["32: a32"], "b64 c96"),
    "three of six": ("a32: b64, b64:, c64: d96, d96:, e96: f32, f32:", ["32: a32 f32", "64: b64 c64"], "d96 e96"),
    "sizes, not children, in a circle": ("a32: b64, b64:, c64: d32, d32:", ["32: a32 d32"], "b64 c64"),
    "behind a circle": ("a32: b64, b64: a32 c96, c96:", ["32: a32", "96: c96"], "b64"),
}


@pytest.mark.parametrize("name", CASES)
def test_order(name: str) -> None:
    text, drains, left = CASES[name]
    pushes = {
        kind(first.strip()): [kind(other) for other in rest.split()]
        for first, _, rest in (part.partition(":") for part in text.split(","))
    }
    order = order_drains(pushes)

    def spelled(kinds: tuple[Kind, ...]) -> str:
        return " ".join("".join((entry.child, *entry.block)) for entry in kinds)

    assert [f"{''.join(size) or '-'}: {spelled(kinds)}" for size, kinds in order.drains] == drains
    assert spelled(order.left) == left
