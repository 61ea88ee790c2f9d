"""Device functions that kernels call: those that read built-ins have to be cloned, those that launch, too."""

from __future__ import annotations

from dataclasses import replace

from tests.differential.draft import Draft
from tests.differential.program import Code, Item
from tests.differential.sites import Place, site


def add_helpers(draft: Draft) -> None:
    """Some of each kind, callees first."""
    flat = draft.name("flat")
    _add(draft, flat, f"__device__ unsigned {flat}()", "return FLAT;", f"{flat}()", "flat", "helper: reads built-ins")
    flat = draft.helpers[0][0]
    if draft.chance(0.5):
        name = draft.name("outer")
        body = f"return a * 3 + (int){flat};"
        _add(draft, name, f"static __device__ int {name}(int a)", body, f"{name}(A)", "int", "helper: transitive")
    if draft.chance(0.4):
        name = draft.name("shifted")
        head = f"template <class T> __device__ T {name}(T a)"
        body = "return a + (T)(threadIdx.x * 5 + blockIdx.y);"
        call = draft.pick((f"{name}(A)", f"{name}<long long>(A)"))
        _add(draft, name, head, body, call, "int", "helper: template")
    if draft.chance(0.4):
        name = draft.name("scaled")
        head = f"template <int N> __device__ unsigned {name}()"
        _add(draft, name, head, f"return {flat} * N;", f"{name}<3>()", "int", "helper: non-type template")
    if draft.chance(0.4):
        name = draft.name("given")
        head = f"__device__ int {name}(int a, int b = 4)"
        body = "return a * b + (int)blockIdx.x;"
        _add(draft, name, head, body, draft.pick((f"{name}(A)", f"{name}(A, 9)")), "int", "helper: default argument")
    # seldom: what runs with it is refused (SP055)
    if draft.chance(0.1):
        name = draft.name("again")
        body = f"return a % 4 <= 0 ? (int)threadIdx.y : {name}(a % 4 - 1) + (int)gridDim.x;"
        _add(draft, name, f"__device__ int {name}(int a)", body, f"{name}(A)", "int", "helper: recursive")
    if draft.chance(0.3):
        name = draft.name("late")
        head = f"__device__ int {name}(int a)"
        draft.items.append(Item(f"{name}_declared", f"{head};"))
        body = "return a + (int)(blockDim.x * threadIdx.x);"
        _add(draft, name, head, body, f"{name}(A)", "int", "helper: declared before")
    if draft.chance(0.3):
        name = draft.name("both")
        draft.items.append(Item(name, f"__device__ int {name}(short a)", (Code("return a - 1;"),)))
        body = "return a + (int)threadIdx.z;"
        _add(draft, name, f"__device__ int {name}(int a)", body, f"{name}(A)", "int", "helper: overloaded")
    if draft.chance(0.3):
        name = draft.name("plain")
        body = "return a * 7 - 2;"
        _add(draft, name, f"__host__ __device__ int {name}(int a)", body, f"{name}(A)", "int", "helper: plain")
    if draft.chance(0.3):
        name = draft.name("into")
        head = f"__device__ int {name}(int a, const int& b)"
        body = "const dim3 here(threadIdx.x, threadIdx.y); return a * b + (int)(here.x + here.y * 2);"
        _add(draft, name, head, body, f"{name}(A, 3)", "int", "helper: reference")


def _add(draft: Draft, name: str, head: str, body: str, call: str, kind: str, feature: str) -> None:
    scope = draft.name("tools") if draft.chance(0.15) and "late" not in name and "both" not in name else ""
    draft.items.append(Item(name, head, (Code(body),), frozenset({feature}), scope))
    draft.helpers.append((f"{scope}::{call}" if scope else call, kind))


def add_dispatcher(draft: Draft) -> None:
    """A device function that launches one of the kernels so far."""
    children = [kernel for kernel in draft.kernels if not kernel.is_ordered]
    name = draft.name("dispatch")
    child = draft.pick(children)
    place = Place("me", ("n",), work=12, grids=1, is_last=True)
    statement, work, grids = site(draft, place, child, draft.pick(("null", "null", "forget", "own")))
    feature = frozenset({"launch in a device function"})
    # other units could call it again if it weren't static
    storage = "static " if draft.chance(0.9) else ""
    draft.items.append(Item(name, f"{storage}__device__ void {name}(Key me, int n)", (statement,), feature))
    draft.dispatchers.append((name, replace(child, work=work, grids=grids, launches=True, features=feature)))
