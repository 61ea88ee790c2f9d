"""What stands between the chevrons of a launch in a region: it computes numbers, or there is no graph."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spawnc.cli import app

OWN = """\
int made;
struct Own {
  int n;
  Own(int n) : n(n) { ++made; }
  operator int() const { return ++made, n; }
  operator dim3() const { return ++made, dim3(n); }
};
struct Holder { Own own; int n; };
"""
OPERATORS = """\
int asked;
struct Pair { int a, b; };
int operator*(Pair pair, int n) { return ++asked, pair.a * n; }
bool operator<(Pair pair, int n) { return ++asked, pair.a < n; }
"""
ASKED = "int asked();\n"
HALVE = "int halve(int n) { return n / 2; }\n"
COUNTED = """\
int asked;
struct Counted {
  int n;
  int halve(int m) { return asked += m; }
  int operator[](int i) const { return asked += i; }
  int operator*() const { return ++asked; }
  Counted* operator->() { return ++asked, this; }
  int operator()(int m) const { return asked += m; }
};
"""

#: What stands before the function, its parameters, statements before the loop, the grid, the rule.
RUNS = [
    pytest.param(OWN, "", "", "Own{n}", "SP104", id="braces"),
    pytest.param(OWN, "", "", "Own(n)", "SP104", id="parentheses"),
    pytest.param(OWN, "", "", "(Own)n", "SP118", id="cast"),
    pytest.param(OWN, "", "", "(Own)-n", "SP118", id="cast-of-negative"),
    pytest.param(OWN, "", "", "static_cast<Own>(n)", "SP118", id="static-cast"),
    pytest.param(OWN + "typedef Own Other;", "", "", "(Other)n", "SP118", id="typedef"),
    pytest.param(OWN + "using Other = Own;", "", "", "Other{n}", "SP104", id="alias"),
    pytest.param(OWN + "#define MADE(n) Own{n}", "", "", "MADE(n)", "SP104", id="macro"),
    pytest.param(ASKED + "#define GRID(...) dim3(__VA_ARGS__)", "", "", "GRID(1, asked())", "SP104", id="variadic"),
    pytest.param(ASKED + "#define GRID(...) dim3(__VA_ARGS__)", "", "", "GRID(n++)", "SP118", id="variadic-of-one"),
    pytest.param(ASKED + "#define GRID(r...) dim3(r)", "", "", "GRID(1, asked())", "SP104", id="variadic-by-name"),
    pytest.param(OWN + "#define AS(T, n) (T)n", "", "", "AS(Own, n)", "SP118", id="macro-of-type"),
    pytest.param(OWN, "Own own", "", "own", "SP118", id="conversion"),
    pytest.param(OWN, "Own& own", "", "own + 1", "SP118", id="conversion-of-reference"),
    pytest.param(OWN, "Own* own", "", "*own", "SP118", id="conversion-behind-pointer"),
    pytest.param(OWN, "Own* own", "", "*(own + 1)", "SP118", id="conversion-behind-sum"),
    pytest.param(OWN, "Own* own", "", "own[0]", "SP118", id="conversion-of-element"),
    pytest.param(OWN, "Own* own", "", "(own)[0]", "SP118", id="conversion-of-element-in-parentheses"),
    pytest.param(OWN, "Holder holder", "", "holder.own", "SP118", id="conversion-of-member"),
    pytest.param(OWN, "Holder* holder", "auto& [a, b] = *holder;", "a", "SP118", id="conversion-of-binding"),
    pytest.param(OWN + "Own own{1};", "", "", "own", "SP118", id="conversion-of-global"),
    pytest.param(OWN + "int of(Own own) { return 1; }", "", "", "of(n)", "SP104", id="conversion-to-parameter"),
    pytest.param(OWN, "", "", "dim3(n, Own(2))", "SP104", id="in-dim3"),
    pytest.param(OWN, "", "struct Local { operator int() { return ++made; } } own;", "own", "SP118", id="local-class"),
    pytest.param("struct End { int n; ~End(); };", "", "", "End{n}.n", "SP104", id="destructor"),
    pytest.param(OPERATORS, "Pair pair", "", "pair * 2", "SP118", id="operator"),
    pytest.param(OPERATORS, "Pair pair", "", "(pair < 2)", "SP118", id="comparison"),
    pytest.param("enum Color { red };\nint operator*(Color, int);", "", "", "red * 2", "SP118", id="operator-of-enum"),
    pytest.param("dim3 operator/(dim3, int);", "dim3 grid", "", "grid / 2", "SP118", id="operator-of-dim3"),
    pytest.param('int operator""_blocks(unsigned long long n);', "", "", "4_blocks", "SP118", id="literal"),
    pytest.param("int asked(); int of(int n, int m = asked()) { return n; }", "", "", "of(n)", "SP104", id="default"),
    pytest.param(HALVE, "", "auto halve = [&](int m) { return ++n; };", "halve(n)", "SP104", id="lambda"),
    pytest.param(COUNTED + HALVE, "Counted halve", "", "halve(n)", "SP104", id="variable-that-is-called"),
    pytest.param(HALVE, "int (*halve)(int)", "", "halve(n)", "SP104", id="pointer-that-is-called"),
    pytest.param(HALVE, "int (*other)(int)", "", "(other)(n)", "SP118", id="pointer-in-parentheses"),
    pytest.param(HALVE, "int (*other)(int)", "", "(*other)(n)", "SP118", id="pointer-behind-star"),
    pytest.param("", "int (*others[2])(int)", "", "others[0](n)", "SP118", id="element-that-is-called"),
    pytest.param(COUNTED + HALVE, "Counted of", "", "of.halve(n)", "SP104", id="method"),
    pytest.param("int asked(int);", "", "auto min = [&](int m) { return ++n; };", "min(n)", "SP104", id="known-name"),
    pytest.param("int min(int n, int m);", "", "", "min(n, 2)", "SP104", id="function-of-known-name"),
    pytest.param("namespace a { int halve(int); }\n" + HALVE, "", "", "a::halve(n)", "SP104", id="other-namespace"),
    pytest.param("template <typename T> int of(T);", "", "", "of<int>(n)", "SP104", id="template"),
    pytest.param("#include <utility>", "", "", "std::exchange<int>(n, 1)", "SP104", id="template-of-library"),
    pytest.param("#include <cstdlib>", "", "", "(std::rand)()", "SP118", id="call-in-parentheses"),
    pytest.param(COUNTED, "Counted of", "", "of[n]", "SP118", id="subscript"),
    pytest.param(COUNTED, "Counted of", "", "*of", "SP118", id="star"),
    pytest.param(COUNTED, "Counted of", "", "of->n", "SP118", id="arrow"),
    pytest.param("", "", "", "(n++, n)", "SP118", id="comma"),
    pytest.param("", "", "", "n = 3", "SP118", id="assignment"),
    pytest.param("", "", "", "*new int(n)", "SP118", id="new"),
    pytest.param("", "", "", "n ? n : throw 1", "SP118", id="throw"),
    pytest.param("", "", "", "({ int m = n; m; })", "SP118", id="statement-expression"),
    pytest.param("", "", "", "[] { return 3; }()", "SP118", id="lambda-in-place"),
    pytest.param("#include <atomic>", "std::atomic<int>& n2", "", "n2", "SP118", id="atomic"),
    pytest.param("", "volatile int& n2", "", "n2", "SP109", id="volatile"),
    pytest.param("#if A\n#define G n\n#else\n#define G n++\n#endif", "", "", "G", "SP118", id="second-definition"),
]

#: In the presence of all that runs unseen.
COMPUTES = [
    "(n + 255) / 256",
    "grid.x * 2",
    "grid",
    "properties.multiProcessorCount",
    "sizes.n",
    "of->n",
    "sizes.table[n]",
    "*sizes.table",
    "std::max(1, n / 256)",
    "std::min<int>(n, 256)",
    "static_cast<unsigned>(n)",
    "(unsigned int)n + 3",
    "(std::size_t)(n + 1)",
    "DIV_UP(n, BLOCK)",
    "DIV_UP(n, threads)",
    "DIV_UP(n, N)",
    "GRID(n, 2)",
    "REST(n, 2, 3)",
    "(N) - 1",
    "dim3{1, 2}",
    "{4, 1}",
    "dim3(n, 2)",
    "Own::limit",
    "halve(n)",
    "inner::halve(n)",
    "n > (n - 1) ? 1 : 2",
    "0x20ULL",
    "ceil(n / 32.0f)",
    "sizeof(Own) * n",
]
BEFORE = f"""\
#include <algorithm>
#include <cmath>
{OWN.replace("int n;", "int n; static constexpr int limit = 64;", 1)}
struct Sizes {{ int n; unsigned* table; Own* grid; }};
struct Pair {{ int a; }};
Pair operator+(const Pair& a, const Pair& b) {{ return ++made, a; }}
enum {{ threads = 128 }};
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
#define BLOCK 256
#define GRID(...) dim3(__VA_ARGS__)
#define REST(first, rest...) dim3(first, rest)
namespace inner {{ int halve(int n) {{ return n / 2; }} }}
{HALVE}
"""
PARAMETERS = "Sizes sizes, Sizes* of, dim3 grid, cudaDeviceProp properties"
KERNEL = "__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }\n"


def loop(grid: str) -> str:
    return f"for (int i = 0; i < n; i++) step<<<{grid}, 128>>>(x, n);"


def decisions(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """What `spawnc list` says of each region of a text."""
    monkeypatch.chdir(folder)
    (folder / "a.cu").write_text(KERNEL + text)
    result = CliRunner().invoke(app, ["list", "a.cu", "--graphs"])
    return re.findall(r"^a\.cu:\d+:\d+ .* (graph|refused SP\d+)$", result.stdout, re.MULTILINE)


@pytest.mark.parametrize(("before", "parameter", "statement", "grid", "rule"), RUNS)
def test_runs_code(
    before: str,
    parameter: str,
    statement: str,
    grid: str,
    rule: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameters = f"float* x, int n{', ' if parameter else ''}{parameter}"
    text = f"{before}\nvoid run({parameters}) {{\n  {statement}\n  {loop(grid)}\n}}\n"
    assert decisions(tmp_path, monkeypatch, text) == [f"refused {rule}"]


def test_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    functions = [
        f"template <int N> void run{at}(float* x, int n, {PARAMETERS}) {{ {loop(grid)} }}\n"
        for at, grid in enumerate(COMPUTES)
    ]
    assert decisions(tmp_path, monkeypatch, BEFORE + "".join(functions)) == ["graph"] * len(COMPUTES)
