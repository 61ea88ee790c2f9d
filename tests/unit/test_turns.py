"""Which calls of CUDA's device runtime can take the turn of their warp, and how."""

from pathlib import Path

import pytest

from spawnc.analyze.turns import TurnFacts, find_turns
from spawnc.frontend import parse_views


def turns_of(folder: Path, text: str) -> TurnFacts:
    path = folder / "kernel.cu"
    path.write_text(text)
    return find_turns(parse_views(str(path)), folder)


@pytest.mark.parametrize(
    ("text", "names", "qualified"),
    [
        ("__global__ void k(cudaStream_t s) { cudaStreamDestroy(s); }", ["cudaStreamDestroy"], 0),
        (
            "__global__ void k(cudaStream_t s) { (cudaStreamDestroy)(s), ::cudaStreamDestroy(s); }",
            ["cudaStreamDestroy"],
            1,
        ),
        ("__global__ void k(cudaStream_t s) { ::cudaStreamDestroy(s); }", [], 1),
        (
            "#define DESTROY(s) cudaStreamDestroy(s)\n__device__ void f(cudaStream_t s) { DESTROY(s); }",
            ["cudaStreamDestroy"],
            0,
        ),
        ("#define CHECK(x) (void)(x)\n__device__ void f(cudaStream_t s) { CHECK(::cudaStreamDestroy(s)); }", [], 1),
        ("template <class T> __device__ void f(T t) { cudaStreamDestroy(t.s); }", ["cudaStreamDestroy"], 0),
        (
            "struct S { cudaStream_t s; __device__ S() : s{} {} __device__ ~S() { cudaStreamDestroy(s); } };",
            ["cudaStreamDestroy"],
            0,
        ),
        (
            "void f() { auto g = [] __device__(cudaStream_t s) { cudaStreamDestroy(s); }; (void)g; }",
            ["cudaStreamDestroy"],
            0,
        ),
        ("__global__ void c(int); __global__ void k(int n) { c<<<cudaGetDevice(&n), 1>>>(n); }", ["cudaGetDevice"], 0),
        ("__host__ __device__ int f(int* p) { return cudaFree(p); }", ["cudaFree"], 0),
    ],
)
def test_calls_in_device_code(text: str, names: list[str], qualified: int, tmp_path: Path) -> None:
    facts = turns_of(tmp_path, text)
    assert facts.problem is None
    (turns,) = facts.turns
    assert (list(turns.names), len(turns.qualified)) == (names, qualified)
    assert text[turns.begin - 1] == "{"


@pytest.mark.parametrize(
    "text",
    [
        "void f(cudaStream_t s) { cudaStreamDestroy(s); auto g = [=] { cudaStreamDestroy(s); }; g(); }",
        "__global__ void k(int* d) { *d = cudaPeekAtLastError() + cudaGetLastError(); }",
        "struct S { __device__ void cudaStreamDestroy(); }; __device__ void f(S s) { s.cudaStreamDestroy(); }",
        '__device__ const char* f() { return "cudaStreamDestroy(s)"; }',
    ],
)
def test_no_calls_in_device_code(text: str, tmp_path: Path) -> None:
    assert turns_of(tmp_path, text) == TurnFacts()


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("__device__ void f() { auto d = cudaStreamDestroy; d(0); }", "its address is taken"),
        ("__device__ void f(int** p) { cudaMalloc<int>(p, 4); }", "it has template arguments"),
        (
            "#define TAKE(T, p) cudaMalloc<T>(p, 4)\n__device__ void f(int** p) { TAKE(int, p); }",
            "a macro gives it template arguments",
        ),
        (
            "#define DESTROY(s) ::cudaStreamDestroy(s)\n__device__ void f(cudaStream_t s) { DESTROY(s); }",
            "a macro may write `::` before `cudaStreamDestroy`",
        ),
        (
            "struct S {};\n__device__ int cudaStreamDestroy(S s);\n"
            "__device__ void f(cudaStream_t s) { cudaStreamDestroy(s); }",
            "'cudaStreamDestroy' is a function of this program",
        ),
        (
            "struct S { int e; __device__ S(cudaStream_t s) : e(cudaStreamDestroy(s)) {} };",
            "it stands before the body",
        ),
        (
            "#define BEGIN {\n__device__ void f(cudaStream_t s) BEGIN cudaStreamDestroy(s); }",
            "a macro writes the braces around it",
        ),
    ],
)
def test_calls_that_go_on_without_the_turn(text: str, because: str, tmp_path: Path) -> None:
    problem = turns_of(tmp_path, text).problem
    assert problem is not None
    assert problem.because == because


def test_files_outside_of_the_project_are_left(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "outside.cuh").write_text("__device__ inline void f(cudaStream_t s) { cudaStreamDestroy(s); }\n")
    assert turns_of(tmp_path / "project", '#include "../outside.cuh"\n') == TurnFacts()
