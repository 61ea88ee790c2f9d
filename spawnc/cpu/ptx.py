"""Inline PTX: the few instructions that have a counterpart on the CPU."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.cpu.brackets import matching, top_level_items
from spawnc.cpu.preprocessed import Preprocessed
from spawnc.errors import SourceError
from spawnc.lexer import Token
from spawnc.source import Edit, Span

#: PTX without spaces, and the C++ statement for it, in which {0} stands for the operand %0.
_STATEMENTS = {
    "mov.u32%0,%laneid;": "({0}) = spawn_cpu::lane_id()",
    "mov.u32%0,%lanemask_lt;": "({0}) = (1u << spawn_cpu::lane_id()) - 1",
    "mov.u32%0,%lanemask_le;": "({0}) = (2u << spawn_cpu::lane_id()) - 1",
    "mov.u32%0,%lanemask_eq;": "({0}) = 1u << spawn_cpu::lane_id()",
    "mov.u32%0,%lanemask_ge;": "({0}) = ~((1u << spawn_cpu::lane_id()) - 1)",
    "mov.u32%0,%lanemask_gt;": "({0}) = ~((2u << spawn_cpu::lane_id()) - 1)",
    "mov.u32%0,%smid;": "({0}) = 0",
    "mov.u64%0,%globaltimer;": "({0}) = spawn_cpu::read_nanoseconds()",
    "mov.u64%0,%clock64;": "({0}) = spawn_cpu::read_cycles()",
    "mov.u32%0,%clock;": "({0}) = static_cast<unsigned>(spawn_cpu::read_cycles())",
    "ld.volatile.global.v2.u64{%0,%1},[%2];": (
        "({0}) = reinterpret_cast<const volatile unsigned long long*>({2})[0], "
        "({1}) = reinterpret_cast<const volatile unsigned long long*>({2})[1]"
    ),
    "ld.volatile.global.u64%0,[%1];": "({0}) = *reinterpret_cast<const volatile unsigned long long*>({1})",
    "ld.volatile.global.u32%0,[%1];": "({0}) = *reinterpret_cast<const volatile unsigned*>({1})",
    "bar.sync0;": "__syncthreads()",
    "barrier.sync0;": "__syncthreads()",
    "membar.gl;": "__threadfence()",
    "membar.cta;": "__threadfence_block()",
    "membar.sys;": "__threadfence_system()",
    "trap;": "__trap()",
}
_KEYWORDS = (b"asm", b"__asm__", b"__asm")


def edit_ptx(parts: Preprocessed, tokens: list[Token]) -> Iterator[Edit]:
    """`asm("mov.u32 %0, %%laneid;" : "=r"(lane))` -> `((lane) = spawn_cpu::lane_id())`."""
    for index, token in enumerate(tokens):
        if token.text not in _KEYWORDS:
            continue
        opening = index + 1
        while opening < len(tokens) and tokens[opening].text in (b"volatile", b"__volatile__"):
            opening += 1
        if opening >= len(tokens) or tokens[opening].text != b"(":
            continue
        close = matching(tokens, opening)
        if close is None:
            continue
        statement = _statement(parts, tokens[opening + 1 : close])
        if statement is None:
            raise SourceError(
                f"{parts.location(token.begin)}: this inline PTX is not supported on the CPU",
                hint="keep it off the CPU with #ifndef SPAWN_CPU",
            )
        yield Edit(Span(token.begin, tokens[close].end), b"(" + statement.encode() + b")")


def _statement(parts: Preprocessed, inside: list[Token]) -> str | None:
    sections: list[list[Token]] = [[]]
    depth = 0
    for token in inside:
        depth += token.text in (b"(", b"[", b"{")
        depth -= token.text in (b")", b"]", b"}")
        # `::` is two empty sections in a row
        if depth == 0 and token.text in (b":", b"::"):
            sections += [[] for _ in token.text]
        else:
            sections[-1].append(token)
    ptx = b"".join(token.text.strip(b'"') for token in sections[0]).decode("utf-8", "replace")
    ptx = re.sub(r"\\[nt]|\s", "", ptx).replace("%%", "%")
    operands = []
    for section in sections[1:3]:
        for item in top_level_items(section):
            opening = next((i for i, token in enumerate(item) if token.text == b"("), None)
            if opening is None:
                return None
            text = parts.text[item[opening].end : item[-1].begin]
            operands.append(text.decode("utf-8", "surrogateescape"))
    statement = _STATEMENTS.get(ptx)
    return None if statement is None else statement.format(*operands)
