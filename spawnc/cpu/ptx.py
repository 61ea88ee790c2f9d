"""Inline PTX: the few instructions that have a counterpart on the CPU."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spawnc.cpu.brackets import matching, top_level_items
from spawnc.cpu.preprocessed import Preprocessed, line_breaks, on_one_line
from spawnc.errors import SourceError
from spawnc.lexer import Token
from spawnc.source import Edit, Span

#: Special registers, and the C++ expressions for them.
_REGISTERS = {
    "laneid": "spawn_cpu::lane_id()",
    "lanemask_lt": "((1u << spawn_cpu::lane_id()) - 1)",
    "lanemask_le": "((2u << spawn_cpu::lane_id()) - 1)",
    "lanemask_eq": "(1u << spawn_cpu::lane_id())",
    "lanemask_ge": "(~((1u << spawn_cpu::lane_id()) - 1))",
    "lanemask_gt": "(~((2u << spawn_cpu::lane_id()) - 1))",
    "warpid": "(spawn_cpu::thread_rank() / 32)",
    "smid": "(::blockIdx.x % 2)",
    "nsmid": "2",
    "gridid": "spawn_cpu::grid_id()",
    "globaltimer": "spawn_cpu::read_nanoseconds()",
    "clock64": "spawn_cpu::read_cycles()",
    "clock": "spawn_cpu::read_cycles()",
    **{
        f"{name}.{axis}": f"::{variable}.{axis}"
        for name, variable in (("tid", "threadIdx"), ("ctaid", "blockIdx"), ("ntid", "blockDim"), ("nctaid", "gridDim"))
        for axis in "xyz"
    },
}
_PLAIN = {
    "bar.sync0;": "__syncthreads()",
    "barrier.sync0;": "__syncthreads()",
    # grids of a stream run one after the other
    "griddepcontrol.wait;": "void()",
    "griddepcontrol.launch_dependents;": "void()",
    "trap;": "__trap()",
    "bfind.u32%0,%1;": "({0}) = ({1}) ? 31u - __clz({1}) : ~0u",
}
_TYPES = {
    **{f"{kind}{bits}": f"uint{bits}_t" for kind in "ub" for bits in (8, 16, 32, 64)},
    **{f"s{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)},
    "f32": "float",
    "f64": "double",
}
_MOVE = re.compile(r"mov\.[usb](?:32|64)%0,%([a-z_0-9.]+);")
_LOAD = re.compile(r"ld(?:\.(?!v\d)[a-zA-Z_0-9:]+)*?(?:\.v([24]))?\.([usbf]\d+)\{?((?:%\d,?)+)\}?,\[%(\d)\];")
_STORE = re.compile(r"st(?:\.(?!v\d)[a-zA-Z_0-9:]+)*?(?:\.v([24]))?\.([usbf]\d+)\[%(\d)\],\{?((?:%\d,?)+)\}?;")
_REDUCE = re.compile(r"red(?:\.[a-z]+)*?\.(add|min|max|and|or|xor)\.([usbf]\d+)\[%0\],%1;")
_FENCE = re.compile(r"(?:membar|fence)(?:\.[a-z_]+)+;")
_NAMES = {"add": "Add", "min": "Min", "max": "Max", "and": "And", "or": "Or", "xor": "Xor"}
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
        span = Span(token.begin, tokens[close].end)
        code = f"({statement})".encode("utf-8", "surrogateescape")
        yield Edit(span, on_one_line(code) + line_breaks(parts.text[span.begin : span.end]))


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
    statement = _in_cpp(ptx)
    return None if statement is None else statement.format(*operands)


def _in_cpp(ptx: str) -> str | None:
    """C++ for PTX without spaces, as an expression in which {0} stands for the operand %0."""
    if ptx in _PLAIN:
        return _PLAIN[ptx]
    if match := _MOVE.fullmatch(ptx):
        return f"({{0}}) = {_REGISTERS[match[1]]}" if match[1] in _REGISTERS else None
    if _FENCE.fullmatch(ptx):
        return "__threadfence()"
    if match := _REDUCE.fullmatch(ptx):
        return f"atomic{_NAMES[match[1]]}(reinterpret_cast<{_TYPES[match[2]]}*>({{0}}), {{1}})"
    if match := _LOAD.fullmatch(ptx):
        values, address, type_ = match[3], match[4], match[2]
    elif match := _STORE.fullmatch(ptx):
        values, address, type_ = match[4], match[3], match[2]
    else:
        return None
    if type_ not in _TYPES:
        return None
    is_load = ptx.startswith("ld")
    memory = f"reinterpret_cast<volatile {_TYPES[type_]}*>(uint64_t({{{address}}}))"
    pairs = [(f"({{{value}}})", f"{memory}[{index}]") for index, value in enumerate(re.findall(r"%(\d)", values))]
    return ", ".join(f"{value} = {cell}" if is_load else f"{cell} = {value}" for value, cell in pairs)
