"""Which device functions call themselves at run time."""

from pathlib import Path

import pytest

from spawnc.analyze.reach import Reach
from spawnc.analyze.recursion import Recursion
from tests.unit.test_order import unit_of


def recursive(folder: Path, text: str) -> set[str]:
    """Functions that are themselves the recursive one below them."""
    unit = unit_of(folder, text)
    recursion = Recursion(Reach(unit))
    return {each.name for each in unit.functions.values() if recursion.below(each) is each}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("__device__ int f(int n) { return n ? f(n - 1) : 0; }", "f", id="itself"),
        pytest.param(
            "__device__ int g(int n);\n__device__ int f(int n) { return g(n); }\n"
            "__device__ int g(int n) { return n ? f(n - 1) : 0; }\n__device__ int h(int n) { return g(n); }",
            "f g",
            id="through-another",
        ),
        pytest.param("template <class T> __device__ void f(T* p, int n) { if (n) f<T>(p, n / 2); }", "f", id="same"),
        pytest.param("template <class T> __device__ void f(T p, int n) { if (n) f(p, n / 2); }", "f", id="deduced"),
        pytest.param(
            "template <class... R> __device__ void f(int n, R... r) { if (n) f<R...>(n - 1, r...); }",
            "f",
            id="same-pack",
        ),
        pytest.param(
            "template <class T> __device__ int f(T p, int n);\n__device__ int g(int* p) { return f<int*>(p, 1); }\n"
            "template <class T> __device__ int f(T p, int n) { return n ? g(p) : 0; }",
            "f g",
            id="arguments-that-stay",
        ),
        pytest.param(
            "struct B { __device__ virtual int f() = 0; };\n"
            "struct D : B { B* next; __device__ int f() override { return next->f(); } };",
            "f",
            id="virtual",
        ),
        pytest.param("__device__ int f(int n) { auto g = [=] { return f(n - 1); }; return g(); }", "f", id="lambda"),
        pytest.param("template <int N> __device__ int f() { return f<N - 1>(); }", "", id="arithmetic"),
        pytest.param("template <class T> __device__ int f(T* p) { return f<T*>(&p); }", "", id="other-type"),
        pytest.param(
            "template <int N> struct F { static __device__ int f() { return F<N - 1>::f(); } };", "", id="other-class"
        ),
        pytest.param(
            "template <class A, class... R> __device__ void f(A a, R... r) { f(r...); }", "", id="rest-of-a-pack"
        ),
        pytest.param(
            "template <class A, class... R> __device__ void f(int n) { f<R...>(n); }", "", id="rest-of-its-arguments"
        ),
        pytest.param("__device__ int f(int);\n__device__ int f(int* p) { return f(*p); }", "", id="overload"),
        pytest.param(
            "template <class T> struct S { __device__ T f(int i); __device__ T f(int i, int j) { return f(i + j); } };",
            "",
            id="overload-in-a-template",
        ),
        pytest.param("__device__ int max(int a, float2 b) { return max(a, (int)b.x); }", "", id="of-the-system"),
        pytest.param("struct S { int v; __device__ S(int a) { S copy(*this); v = copy.v; } };", "", id="implicit"),
        pytest.param(
            "template <class T> struct V { T x; };\n"
            "template <class T> __device__ V<T> operator+(V<T> a, V<T> b) { return {a.x + b.x}; }",
            "",
            id="operator-of-members",
        ),
        pytest.param(
            "#define LAUNCH(k) k<<<1, 1>>>\n__global__ void f(int n) { if (n) LAUNCH(f)(n - 1); }", "", id="launch"
        ),
        pytest.param("void f(int n) { if (n) f(n - 1); }", "", id="on-the-host"),
    ],
)
def test_recursive_functions(tmp_path: Path, text: str, expected: str) -> None:
    assert recursive(tmp_path, text) == set(expected.split())


def test_below_and_around(tmp_path: Path) -> None:
    text = (
        "__device__ int f(int n) { return n ? f(n - 1) : 0; }\n"
        "__device__ void inner() {}\n__device__ void outer() { inner(); }\n"
        "__global__ void meets(int* p) { outer(); p[0] = f(3); }\n"
        "__device__ void alone() {}\n__global__ void apart() { alone(); }\n"
    )
    unit = unit_of(tmp_path, text)
    recursion = Recursion(Reach(unit))
    below = {each.name for each in unit.functions.values() if recursion.below(each)}
    around = {each.name for each in unit.functions.values() if recursion.around(each)}
    assert below == {"f", "meets"}
    assert around == {"f", "meets", "outer", "inner"}


def test_many_functions_in_a_row(tmp_path: Path) -> None:
    chain = "".join(f"__device__ void f{i}() {{ f{i - 1}(); }}\n" for i in range(1, 3000))
    assert recursive(tmp_path, f"__device__ void f0() {{}}\n{chain}") == set()
