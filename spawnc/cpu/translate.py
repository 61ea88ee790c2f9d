"""From CUDA to C++: only what g++ can't read is changed.

The text is preprocessed before, so that no macro hides a launch or a kernel, and g++ still shows the user's lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from spawnc.cpu.brackets import matching
from spawnc.cpu.kernels import find_kernels
from spawnc.cpu.launches import edit_launches
from spawnc.cpu.preprocessed import join_preprocessed, split_preprocessed
from spawnc.cpu.ptx import edit_ptx
from spawnc.cpu.shared import edit_shared
from spawnc.lexer import Token
from spawnc.lexer import tokens as tokens_of
from spawnc.source import Edit, Span, apply_edits

#: Functions that take a kernel; a cast of it to `void*` would lose its parameters' types.
_TAKE_KERNELS = frozenset(
    b"cudaLaunchKernel cudaLaunchDevice cudaFuncGetAttributes cudaFuncSetAttribute cudaFuncSetCacheConfig".split()
)


def translate(preprocessed: bytes, own_headers: bytes) -> bytes:
    """C++ for g++ -x c++-cpp-output. Raises SourceError for what can't be translated."""
    parts = split_preprocessed(preprocessed, own_headers)
    tokens = list(tokens_of(parts.text))
    edits = [
        *edit_launches(parts, tokens),
        *_edit_kernels(tokens),
        *edit_shared(tokens),
        *edit_ptx(parts, tokens),
        *_edit_keywords(tokens),
        *_edit_kernel_casts(tokens),
        *_edit_kernel_addresses(tokens),
    ]
    return join_preprocessed(parts, apply_edits(parts.text, edits))


def _edit_kernels(tokens: list[Token]) -> Iterator[Edit]:
    """`void k(int n) {...}` -> `void k(int n) { spawn_cpu::kernel("k", [=]() mutable -> void {...}, n); }`."""
    launches = [token.begin for token in tokens if token.text == b"<<<"]
    for kernel in find_kernels(tokens):
        launches_itself = bisect_left(launches, kernel.body.begin) < bisect_left(launches, kernel.body.end)
        function = "kernel<true>" if launches_itself else "kernel"
        head = f'{{ spawn_cpu::{function}("{kernel.name}", [=]() mutable -> void '
        arguments = "".join(f", {name}" for name in kernel.parameters)
        yield Edit.insert(kernel.body.begin, head.encode("utf-8", "surrogateescape"))
        yield Edit.insert(kernel.body.end, f"{arguments}); }}".encode("utf-8", "surrogateescape"))


def _edit_keywords(tokens: list[Token]) -> Iterator[Edit]:
    for before, token in zip([None, *tokens], tokens, strict=False):
        span = Span(token.begin, token.end)
        if token.text == b"__global__":
            yield Edit(span, b"")
        elif token.text == b"__noinline__" and (before is None or before.text not in (b"(", b",")):
            yield Edit(span, b"__attribute__((__noinline__))")


def _edit_kernel_casts(tokens: list[Token]) -> Iterator[Edit]:
    """`cudaLaunchKernel((void*)k, ...)` -> `cudaLaunchKernel(k, ...)`."""
    for index, token in enumerate(tokens[:-2]):
        if token.text not in _TAKE_KERNELS:
            continue
        opening = next((i for i in range(index + 1, min(index + 6, len(tokens))) if tokens[i].text == b"("), None)
        if opening is None:
            continue
        # cudaFuncGetAttributes(&attributes, k) has the kernel in the second place
        starts = [opening + 1]
        close = matching(tokens, opening) or opening
        comma = next((i for i in range(opening + 1, close) if tokens[i].text == b","), None)
        starts += [] if comma is None else [comma + 1]
        for start in starts:
            words = [part.text for part in tokens[start : start + 5]]
            if words[:4] == [b"(", b"void", b"*", b")"]:
                yield Edit(Span(tokens[start].begin, tokens[start + 3].end), b"")
            elif words[:5] in ([b"(", b"const", b"void", b"*", b")"], [b"(", b"void", b"const", b"*", b")"]):
                yield Edit(Span(tokens[start].begin, tokens[start + 4].end), b"")


def _edit_kernel_addresses(tokens: list[Token]) -> Iterator[Edit]:
    """`node.func = (void*)k` -> `node.func = spawn_cpu::kAddress->*k`, so that the kernel is known by its address."""
    for index in range(len(tokens) - 6):
        words = [part.text for part in tokens[index : index + 7]]
        if words[:6] == [b"func", b"=", b"(", b"void", b"*", b")"]:
            yield Edit(Span(tokens[index + 2].begin, tokens[index + 5].end), b"spawn_cpu::kAddress->*")
        elif words == [b"func", b"=", b"reinterpret_cast", b"<", b"void", b"*", b">"]:
            yield Edit(Span(tokens[index + 2].begin, tokens[index + 6].end), b"spawn_cpu::address_of")
