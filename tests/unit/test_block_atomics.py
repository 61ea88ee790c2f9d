"""Atomic functions in a block that one thread runs: which are hidden, and who may not get shared memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.analyze.barriers import Refusal, fission
from spawnc.analyze.facts import FactBook
from spawnc.decisions import BlockBody
from spawnc.frontend import parse_views

BEFORE = """
struct Hist { int* p; __device__ Hist(int* q) : p(q) {} __device__ void add(int i) { atomicAdd(p + i, 1); } };
struct Box { int& r; };
struct Two { int* a; int* b; };
struct Op { __device__ void operator()(int* p) const { atomicAdd(p, 1); } };
template <class T> __device__ void bump(T* p, T v) { atomicAdd(p, v); }
template <class F> __device__ void pass(int* p, F f) { f(p); }
__device__ void inner(int* p) { atomicMax(p, 1); }
__device__ void outer(int* p, int v) { inner(p + v); }
__device__ void by_ref(int& r) { atomicAdd(&r, 1); }
__device__ int plain(int* p, int n) { int x = 0; for (int i = 0; i < n; ++i) x += p[i]; return x; }
__device__ void set(int*& p, int* q) { p = q; }
__device__ int* stored;
__device__ int atomicMin(char* p, int v) { return *p = v; }
#define BUMP(p) atomicAdd(p, 1)
#define GLOBALLY(f, p) ::f(p, 1)
"""
#: Statements of a kernel with `__shared__ int s[32], total`, and whether atomic functions are hidden from it.
GUARDED = {
    "out[t] = s[t];": False,
    "bump(out, s[t]);": False,
    "outer(out, s[t]);": False,
    "outer(out, (int)s[t] + min(s[t], 4));": False,
    "out[0] = plain(s, n);": False,
    "int v = plain(s, 4); outer(out, v);": False,
    "auto v = s[t]; outer(out, v);": False,
    "int* o = out + s[t]; inner(o);": False,
    "const int k = s[t] + total; inner(&out[k]);": False,
    "by_ref(out[s[t]]);": False,
    "atomicAdd(&s[t & 3], 1);": True,
    "inner(out + s[t] % 4); atomicAdd(&total, 1);": True,
    "auto f = [&](int i) { atomicAdd(&s[i], 1); }; f(t);": True,
    "auto f = [](int* p) { atomicAdd(p, 1); }; f(s);": True,
    "__shared__ int* base; if (!t) base = out + atomicAdd(out, 8); __syncthreads(); atomicAdd(base, 1);": True,
    "atomicAdd((unsigned*)s + 1, 1u);": True,
}
REFUSED = [
    "::atomicAdd(&s[0], 1);",
    "using ::atomicAdd; atomicAdd(&s[0], 1);",
    "GLOBALLY(atomicAdd, s);",
    "atomicMin(&s[0], 1);",
    "int atomicMax = 3; atomicAdd(&s[0], atomicMax);",
    "bump(s, 1);",
    "bump<int>(s, 1);",
    "outer(s, 1);",
    "by_ref(s[0]);",
    "by_ref(total);",
    "int& r = total; by_ref(r);",
    "for (int& x : s) by_ref(x);",
    "Box b{s[0]}; by_ref(b.r);",
    "Hist h(s); h.add(1);",
    "Hist h = Hist(s); h.add(1);",
    "Hist{s}.add(2);",
    "Two w; w.a = s; inner(w.a);",
    "pass(s, Op{});",
    "int* p = s + t; inner(p);",
    "int* p; p = &s[t]; outer(p, 0);",
    "int* p; set(p, s); inner(p);",
    "int* q[2] = {out, s}; inner(q[1]);",
    "int** pp = &stored; *pp = s; inner(stored);",
    "auto q = &s[1]; inner(q);",
    "auto& w = s; inner(w);",
    "inner(t ? s : out);",
    "inner(reinterpret_cast<int*>(&s[1]));",
    "unsigned long long a = (unsigned long long)s; inner((int*)a);",
    "auto f = [&](int* q) { inner(q); }; f(s);",
    "auto f = [p = &s[0]] { inner(p); }; f();",
    "__shared__ float2 v[4]; atomicAdd(&v[0].x, 1.f);",
    "float2* q = (float2*)s; atomicAdd(q, make_float2(1, 1));",
    "Hist h(s); atomicAdd(h.p, 1);",
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, BlockBody | Refusal]:
    """All bodies are parsed at once."""
    text = BEFORE
    for number, body in enumerate([*GUARDED, *REFUSED]):
        text += (
            f"__global__ void child_{number}(int* out, int n) {{ __shared__ int s[32], total; int t = threadIdx.x;\n"
            f"s[t] = 0; __syncthreads();\n{body}\n__syncthreads(); out[t] = s[t]; }}\n"
        )
    path = tmp_path_factory.mktemp("children") / "children.cu"
    path.write_text(text)
    unit = parse_views(str(path))[0]
    assert not unit.problems
    functions = {function.name: function for function in unit.functions.values()}
    bodies = enumerate([*GUARDED, *REFUSED])
    return {body: fission(unit, functions[f"child_{number}"], FactBook(unit)) for number, body in bodies}


@pytest.mark.parametrize("body", GUARDED)
def test_guarded(answers: dict[str, BlockBody | Refusal], body: str) -> None:
    answer = answers[body]
    assert isinstance(answer, BlockBody), answer
    assert answer.atomics == GUARDED[body]


@pytest.mark.parametrize("body", REFUSED)
def test_refused(answers: dict[str, BlockBody | Refusal], body: str) -> None:
    answer = answers[body]
    assert isinstance(answer, Refusal)
    assert answer.rule == "SP053", answer


def test_types_that_a_template_leaves_open(tmp_path: Path) -> None:
    path = tmp_path / "child.cu"
    path.write_text(
        "template <class T> __global__ void good(T* out) { __shared__ int s[32]; s[0] = 1; __syncthreads();\n"
        "atomicAdd(&s[1], T(1)); __syncthreads(); out[0] = s[1]; }\n"
        "template <class T> __global__ void bad(T* out) { __shared__ int s[32]; s[0] = 1; __syncthreads();\n"
        "atomicAdd((T*)&s[1], T(1)); __syncthreads(); out[0] = s[1]; }\n"
    )
    unit = parse_views(str(path))[0]
    found = {function.name: fission(unit, function, FactBook(unit)) for function in unit.functions.values()}
    assert isinstance(found["good"], BlockBody)
    assert isinstance(found["bad"], Refusal)
