"""Loop fission: what the body of one block looks like, that it does what real threads do, and what is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spawnc.analyze.barriers import Refusal, fission
from spawnc.analyze.block_shared import size_of
from spawnc.analyze.facts import FactBook
from spawnc.analyze.variable_uses import parameter_types
from spawnc.decisions import BlockBody
from spawnc.diagnostics import RULES, diagnose
from spawnc.frontend import parse_views
from spawnc.source import Edit, apply_edits

CASES = Path(__file__).parent / "fission_cases"
NAMES = sorted(path.stem for path in CASES.glob("*.cu"))


def split(path: Path, name: str = "child") -> tuple[BlockBody | Refusal, bytes, str, str]:
    """The answer for a kernel, the file, and the kernel's parameters and body."""
    unit = parse_views(str(path))[0]
    assert not unit.problems
    function = next(function for function in unit.functions.values() if function.name == name)
    definition, data = function.definition, unit.source.data
    assert definition is not None
    assert definition.body is not None
    assert definition.parentheses is not None
    answer = fission(unit, function, FactBook(unit))
    body = data[definition.body.begin : definition.body.end]
    if isinstance(answer, BlockBody):
        body = apply_edits(data, answer.edits, definition.body)
    inside = data[definition.parentheses.begin + 1 : definition.parentheses.end - 1]
    return answer, data, inside.decode(), body.decode()


def split_text(folder: Path, text: str) -> tuple[BlockBody | Refusal, str]:
    path = folder / "child.cu"
    path.write_text(text)
    answer, _, _, body = split(path)
    return answer, body


@lru_cache(maxsize=4)
def answers(folder: Path, before: str, bodies: tuple[str, ...]) -> dict[str, BlockBody | Refusal]:
    """The answers for many bodies of a kernel, parsed at once."""
    path = folder / "children.cu"
    text = "".join(kernel(body).replace("child(", f"child_{position}(") for position, body in enumerate(bodies))
    path.write_text(before + text)
    unit = parse_views(str(path))[0]
    functions = {function.name: function for function in unit.functions.values()}
    return {body: fission(unit, functions[f"child_{position}"], FactBook(unit)) for position, body in enumerate(bodies)}


def kernel(body: str, before: str = "") -> str:
    return f"{before}\n__global__ void child(int* out, const int* in, int n) {{\n{body}\n}}\n"


@pytest.fixture(scope="module")
def cases_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("children")


def values_of(table: list[Any]) -> list[str]:
    """First values of a table of pytest.param."""
    return [row.values[0] for row in table]


def block_of(tmp_path: Path, body: str, before: str = "") -> str:
    answer, text = split_text(tmp_path, kernel(body, before))
    assert isinstance(answer, BlockBody), answer
    return text


# --- behaviour: real threads with a barrier against the serial body ----------------------------------------------


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_serial_bodies_do_what_real_threads_do(tmp_path: Path) -> None:
    program = ['#include "shim.h"']
    calls: list[str] = []
    for name in NAMES:
        answer, data, parameters, body = split(CASES / f"{name}.cu")
        assert isinstance(answer, BlockBody), (name, answer)
        serial = f"static void child__block(const spawn::Block& spawn_block, {parameters}) {{"
        program.append(f"namespace {name} {{\n{data.decode()}\n{serial} SPAWN_BLOCK_BUILTINS(spawn_block);{body}}}\n}}")
        for shape in data.decode().splitlines()[0].removeprefix("// run: ").split(", "):
            grid, block = (f"dim3{{{size.replace('x', ', ')}}}" for size in shape.split())
            calls += [
                f'bad += compare("{name}", {name}::child, {name}::child__block, {grid}, {block}, {n});'
                for n in ("kN", "1", "0")
            ]
    program.append("int main() {\nint bad = 0;\n" + "\n".join(calls) + "\nreturn bad != 0;\n}")
    source, binary = tmp_path / "cases.cpp", tmp_path / "cases"
    source.write_text("\n".join(program))
    flags = ["-std=c++17", "-O1", "-fsanitize=address,undefined", "-pthread", "-I", str(CASES)]
    built = subprocess.run(["g++", *flags, str(source), "-o", str(binary)], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(binary)], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("name", NAMES)
def test_statements_keep_their_lines(name: str) -> None:
    answer, _, _, body = split(CASES / f"{name}.cu")
    original = (CASES / f"{name}.cu").read_text()
    assert isinstance(answer, BlockBody)
    assert body.strip().count("\n") == original[original.index("{", original.index("__global__")) :].rstrip().count(
        "\n"
    )
    assert "__syncthreads();" not in re.sub(r"//.*", "", body)
    assert "__shared__" not in body


# --- what it looks like ---------------------------------------------------------------------------------------------

OPEN = "spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);"


def test_parts_between_barriers(tmp_path: Path) -> None:
    body = block_of(
        tmp_path,
        "  __shared__ int s[32];\n"
        "  s[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  for (int k = 1; k < n; k <<= 1) {\n"
        "    s[threadIdx.x] += k;\n"
        "    __syncthreads();\n"
        "  }",
    )
    assert body.lstrip() == (
        "{\n"
        f"  int s[32]; {OPEN}\n"
        "  s[threadIdx.x] = in[threadIdx.x];\n"
        "  });\n"
        f"  for (int k = 1; k < n; k <<= 1) {{ {OPEN}\n"
        "    s[threadIdx.x] += k;\n"
        "    });\n"
        "  }\n"
        "}"
    )


def test_thread_index_is_computed_again(tmp_path: Path) -> None:
    body = block_of(
        tmp_path,
        "int i = blockIdx.x * blockDim.x + threadIdx.x;\nout[i] = 1; __syncthreads(); out[i ^ 1] += 1;",
    )
    assert body.count("int i = blockIdx.x * blockDim.x + threadIdx.x;") == 2
    assert "spawn_i" not in body


def test_variable_with_a_loaded_value_is_kept_for_each_thread(tmp_path: Path) -> None:
    body = block_of(tmp_path, "const int x = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = x;")
    assert f"int spawn_x[spawn::kMaxBlockThreads]; {OPEN}" in body
    assert body.count("const int& x = spawn_x[spawn_block.index(spawn_thread)]") == 2


def test_value_made_of_what_changes_is_not_computed_again(tmp_path: Path) -> None:
    body = block_of(
        tmp_path,
        "int k = 1; k = n; int x = threadIdx.x + k; __syncthreads(); k = 3; __syncthreads(); out[threadIdx.x] = x + k;",
    )
    assert "int& x = spawn_x[spawn_block.index(spawn_thread)] = threadIdx.x + k" in body


def test_value_made_of_a_loop_variable_is_computed_again(tmp_path: Path) -> None:
    body = block_of(
        tmp_path,
        "for (int k = 0; k < n; ++k) { int x = threadIdx.x + k; out[x] = 1; __syncthreads(); out[x + 1] += 1; }",
    )
    assert body.count("int x = threadIdx.x + k;") == 2


def test_dead_threads_are_only_noted_where_others_go_on(tmp_path: Path) -> None:
    body = block_of(tmp_path, "out[threadIdx.x] = 1; __syncthreads(); if (threadIdx.x) return; out[0] = 2;")
    assert "spawn_returned" not in body


def test_return_of_a_lambda_is_not_the_kernels(tmp_path: Path) -> None:
    body = block_of(tmp_path, "auto f = [&] { return in[0]; }; out[threadIdx.x] = f(); __syncthreads(); out[0] += 1;")
    assert "{ return in[0]; }" in body
    assert "spawn_returned" not in body


def test_uniform_return_ends_the_block(tmp_path: Path) -> None:
    body = block_of(tmp_path, "out[0] = 1; __syncthreads(); if (n > 3) return; out[1] = 2;")
    assert "if (n > 3) return; spawn_block" in body


def test_static_goes_with_shared(tmp_path: Path) -> None:
    body = block_of(tmp_path, "static __shared__ int s[4]; s[threadIdx.x] = 1; __syncthreads(); out[0] = s[1];")
    assert body.lstrip().startswith("{\nint s[4];")


def test_launch_configuration_counts_as_a_use(tmp_path: Path) -> None:
    body = block_of(
        tmp_path,
        "int i = threadIdx.x; out[i] = 1; __syncthreads(); grandchild<<<1, i + 1>>>(out);",
        "__global__ void grandchild(int* out) { out[0] = 1; }",
    )
    assert body.count("int i = threadIdx.x;") == 2


CONDITIONS = [
    pytest.param("n > 0", id="parameter"),
    pytest.param("blockIdx.x + gridDim.y < blockDim.z", id="built-ins"),
    pytest.param("kLimit < 4 && kConst", id="constants"),
    pytest.param("sizeof(int) == (unsigned)n", id="sizeof-and-cast"),
    pytest.param("limit", id="constant-memory"),
    pytest.param("min(n, 3) > 1", id="pure-function"),
    pytest.param("half && (n ? half : 1)", id="uniform-local"),
    pytest.param("AT_MOST(n, 3) > 1", id="macro"),
    pytest.param("size.x == 1", id="dim3"),
    pytest.param("--half", id="change-in-condition"),
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_uniform_conditions(cases_folder: Path, condition: str) -> None:
    before = (
        "constexpr int kLimit = 3; const int kConst = 1; __constant__ int limit;\n"
        "#define AT_MOST(a, b) ((a) < (b) ? (a) : (b))\n"
    )
    frame = "int half = n / 2; half -= 1; dim3 size = blockDim; out[0] = 1; if ({}) {{ __syncthreads(); }}"
    found = answers(cases_folder, before, tuple(frame.format(value) for value in values_of(CONDITIONS)))
    assert isinstance(found[frame.format(condition)], BlockBody), found[frame.format(condition)]


def test_template_parameter_is_uniform(tmp_path: Path) -> None:
    text = "template <int N> __global__ void child(int* out) { out[0] = 1; if (N > 3) __syncthreads(); out[1] = N; }"
    answer, body = split_text(tmp_path, text)
    assert isinstance(answer, BlockBody)
    assert "if (N > 3) {  }" in body


# --- what is refused ------------------------------------------------------------------------------------------------

SHARED = "__shared__ int s[32]; __shared__ int flag; int tid = threadIdx.x; s[tid] = in[tid]; __syncthreads(); "
DIFFERENTLY = "which threads may decide differently"


NOT_UNIFORM = [
    pytest.param("if (tid < 16) { __syncthreads(); }", "it stands under `if (tid < 16)`, ", id="thread-index"),
    pytest.param("if (in[0]) __syncthreads();", "under `if (in[0])`", id="global-load"),
    pytest.param("while (flag) { __syncthreads(); }", "in a loop with `while (flag)`", id="shared-flag"),
    pytest.param("while (s[0]) { __syncthreads(); }", "in a loop with `while (s[0])`", id="shared-element"),
    pytest.param("do { __syncthreads(); } while (*in);", "in a loop with `do (*in)`", id="dereference"),
    pytest.param("for (int i = tid; i < n; i += 32) __syncthreads();", "in a loop with `int i = tid`", id="for"),
    pytest.param("for (int i = 0; i < s[0]; ++i) __syncthreads();", "with `i < s[0]`", id="for-bound"),
    pytest.param("int k = tid; if (k) __syncthreads();", "`if (k)`", id="local-of-thread-index"),
    pytest.param("int k = 0; if (tid) k = 1; if (k) __syncthreads();", "`if (k)`", id="set-under-condition"),
    pytest.param(
        "int k = 0, j = 0; j = k; k = tid; if (j) __syncthreads();", "`if (j)`", id="copied-before-it-changes"
    ),
    pytest.param("int k = 0, j = 0; for (;n;) { j = k; k = tid; if (j) __syncthreads(); }", "`if (j)`", id="carried"),
    pytest.param("int k = 0; int* p = &k; *p = tid; if (k) __syncthreads();", "`if (k)`", id="address-taken"),
    pytest.param("int k = 0; int& r = k; r = tid; if (k) __syncthreads();", "`if (k)`", id="reference"),
    pytest.param("int k = 0; set(k); if (k) __syncthreads();", "`if (k)`", id="given-by-reference"),
    pytest.param("int k = 0; [&] { k = tid; }(); if (k) __syncthreads();", "`if (k)`", id="set-in-lambda"),
    pytest.param("int k = 0; TWIST(k, tid); if (k) __syncthreads();", "`if (k)`", id="set-in-macro"),
    pytest.param("if (get(n)) __syncthreads();", "`if (get(n))`", id="function-call"),
    pytest.param("if (atomicAdd(out, 1)) __syncthreads();", "`if (atomicAdd(out, 1))`", id="atomic"),
    pytest.param("if (n) { if (tid) __syncthreads(); }", "`if (tid)`", id="nested"),
    pytest.param("if (n) ; else if (tid) __syncthreads();", "`if (tid)`", id="else-if"),
]


@pytest.mark.parametrize(("body", "what"), NOT_UNIFORM)
def test_barriers_under_what_is_not_uniform(cases_folder: Path, body: str, what: str) -> None:
    before = (
        "__device__ void set(int& k) { k = threadIdx.x; } __device__ int get(int k) { return k; }\n"
        "#define TWIST(a, b) a = b\n"
    )
    refusal = answers(cases_folder, before, tuple(SHARED + value for value in values_of(NOT_UNIFORM)))[SHARED + body]
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "SP040"
    assert DIFFERENTLY in refusal.details["what"]
    assert what in refusal.details["what"]


REFUSED = [
    pytest.param("switch (n) { case 1: __syncthreads(); }", "SP040", "is not if, for, while or do", id="switch"),
    pytest.param("n ? __syncthreads() : (void)0;", "SP040", "inside an expression", id="expression"),
    pytest.param("again: __syncthreads(); if (n) goto again;", "SP040", "goto", id="goto"),
    pytest.param("for (int v : {1, 2}) { __syncthreads(); out[0] = v; }", "SP040", "not if, for", id="range-for"),
    pytest.param("auto f = [] { __syncthreads(); }; f();", "SP040", "inside", id="lambda"),
    pytest.param("if (int k = n) { __syncthreads(); out[0] = k; }", "SP040", "declares a variable", id="if-variable"),
    pytest.param("if (__syncthreads_or(n)) out[0] = 1;", "SP040", "`__syncthreads_or`", id="or"),
    pytest.param("out[0] = __syncthreads_count(n);", "SP040", "`__syncthreads_count`", id="count"),
    pytest.param("wait();", "SP040", "in the function 'wait'", id="helper"),
    pytest.param("wait_below();", "SP040", "in the function 'wait'", id="helper-of-helper"),
    pytest.param("wait_for(1);", "SP040", "in the function 'wait_for'", id="helper-template"),
    pytest.param("SYNC();", "SP040", "a macro", id="macro-barrier"),
    pytest.param("LOOP { __syncthreads(); }", "SP040", "a macro", id="macro-loop"),
    pytest.param("TWO(out[0] = 1, out[1] = 2) __syncthreads();", "SP040", "a macro", id="macro-statements"),
    pytest.param("LEAVE __syncthreads();", "SP040", "a macro writes a `return`", id="macro-return"),
    pytest.param("while (n) { if (s[0]) break; __syncthreads(); }", "SP040", "leave the loop", id="break-of-threads"),
    pytest.param(
        "while (n) { if (tid) continue; __syncthreads(); }", "SP040", "leave the loop", id="continue-of-threads"
    ),
    pytest.param(
        "for (;;) { if (tid > n) return; __syncthreads(); }", "SP040", "return from the loop", id="return-in-loop"
    ),
    pytest.param("out += tid; __syncthreads(); out[0] = 1;", "SP040", "parameter 'out'", id="parameter"),
    pytest.param("set(n); __syncthreads(); out[0] = n;", "SP040", "parameter 'n'", id="parameter-by-reference"),
    pytest.param("\n#if 1\n__syncthreads();\n#endif\nout[0] = 1;", "SP040", "an #if", id="if-around-barrier"),
    pytest.param("\n#if 0\n__syncthreads();\n#endif\nout[0] = 1;", "SP040", "an #if", id="hidden-barrier"),
    pytest.param("\n#if 0\nif (tid) return;\n#endif\nout[0] = 1;", "SP040", "`return`", id="hidden-return"),
    pytest.param("grandchild<<<1, n++>>>(out);", "SP040", "launch configuration", id="configuration"),
    pytest.param(
        "{ int t = in[tid]; __syncthreads(); { int t = 3; out[t] = 1; __syncthreads(); } out[0] = t; }",
        "SP040",
        "another variable of that name",
        id="hidden-name",
    ),
    pytest.param("volatile int* v = s; if (tid < 16) { v[tid] += v[tid + 16]; }", "SP041", "s", id="volatile"),
    pytest.param("fold(s, tid);", "SP041", "s", id="volatile-helper"),
    pytest.param("chain(s, tid);", "SP041", "s", id="warp-synchronous-helper"),
    pytest.param("if (tid < 16) { s[tid] += s[tid + 16]; s[tid] += s[tid + 8]; }", "SP041", "s", id="warp"),
    pytest.param("int* p = s + tid; *p += p[16]; *p += p[8];", "SP041", "s", id="warp-by-pointer"),
    pytest.param("for (int o = 16; o > 0; o /= 2) s[tid] += s[tid + o];", "SP041", "s", id="warp-loop"),
    pytest.param("__shared__ Made m; m.a = 1;", "SP050", "'m'", id="constructor"),
    pytest.param("__shared__ int big[4096]; big[tid] = 1;", "SP050", "bytes of shared memory", id="large"),
    pytest.param(
        "int a = in[0], b = in[1], c = in[2]; __syncthreads(); out[0] = a + b + c;",
        "SP050",
        "12288 bytes of its threads' variables",
        id="many-kept",
    ),
    pytest.param("int r[4]; r[0] = tid; __syncthreads(); out[0] = r[0];", "SP050", "array 'r'", id="kept-array"),
    pytest.param("Plain p; p.a = tid; __syncthreads(); out[0] = p.a;", "SP050", "size is not known", id="kept-struct"),
    pytest.param("own();", "SP050", "'own' has shared memory", id="helper-with-shared"),
    pytest.param("LOCAL int q[4]; q[tid] = 1; __syncthreads(); out[0] = q[1];", "SP050", "macro", id="macro-shared"),
    pytest.param("extern __shared__ int dynamic[]; dynamic[tid] = 1;", "SP038", "dynamic", id="dynamic"),
]


@pytest.mark.parametrize(("body", "rule", "what"), REFUSED)
def test_refusals(cases_folder: Path, body: str, rule: str, what: str) -> None:
    before = (
        "struct Made { int a; __device__ Made() : a(0) {} }; struct Plain { int a; };\n"
        "__global__ void grandchild(int* out);\n"
        "__device__ void wait() { __syncthreads(); } __device__ void wait_below() { wait(); }\n"
        "template <class T> __device__ void wait_for(T) { __syncthreads(); }\n"
        "__device__ void fold(volatile int* v, int t) { v[t] += v[t + 1]; }\n"
        "__device__ void chain(int* v, int t) { v[t] += v[t + 2]; v[t] += v[t + 1]; }\n"
        "__device__ void own() { __shared__ int x[2]; x[0] = 1; }\n"
        "__device__ void set(int& k) { k = threadIdx.x; }\n"
        "#define SYNC() __syncthreads()\n#define LOOP for (int q = 0; q < 4; ++q)\n"
        "#define TWO(a, b) a; b;\n#define LEAVE if (threadIdx.x) return;\n#define LOCAL __shared__\n"
    )
    refusal = answers(cases_folder, before, tuple(SHARED + value for value in values_of(REFUSED)))[SHARED + body]
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert what in refusal.details["what"]
    assert diagnose(refusal.rule, "child.cu", refusal.offset, child="child", **refusal.details).text


@pytest.mark.parametrize(
    ("text", "rule", "what"),
    [
        pytest.param(
            "__global__ void child(int* o) { __shared__ int s[4]; s[threadIdx.x] = 1; o[0] = s[1]; }",
            "SP041", "s", id="no-barrier",
        ),
        pytest.param(
            "template <int N> __global__ void child(int* o) { __shared__ int s[N]; s[0] = 1; __syncthreads(); }",
            "SP050", "size of shared 's'", id="dependent-size",
        ),
        pytest.param(
            "template <class T> __global__ void child(T* o) { __shared__ T s[4]; s[0] = 1; __syncthreads(); }",
            "SP050", "size of shared 's'", id="dependent-type",
        ),
        pytest.param(
            "#define BODY { __syncthreads(); }\n__global__ void child(int* o) BODY", "SP040", "macro", id="macro-body"
        ),
        pytest.param(
            "template <class F> __global__ void child(int* o, F f) { f(o); __syncthreads(); f(o); }",
            "SP040", "parameter 'f'", id="functor-that-may-change",
        ),
    ],
)  # fmt: skip
def test_refused_kernels(tmp_path: Path, text: str, rule: str, what: str) -> None:
    answer, _ = split_text(tmp_path, text + "\n")
    assert isinstance(answer, Refusal)
    assert answer.rule == rule
    assert what in answer.details["what"]


def test_refusal_points_at_the_condition(tmp_path: Path) -> None:
    text = kernel("if (threadIdx.x < 3) { __syncthreads(); }")
    answer, _ = split_text(tmp_path, text)
    assert isinstance(answer, Refusal)
    assert text[answer.offset :].startswith("threadIdx.x < 3")


# --- properties -----------------------------------------------------------------------------------------------------

STATEMENTS = st.sampled_from(
    [
        "__syncthreads();",
        "out[i] += 1;",
        "s[i % 32] = in[i];",
        "k *= 2;",
        "int a = in[i], b = k;",
        "out[0] = a;",
        "int j = i + 1;",
        "out[j] = j;",
        "if (i > n) return;",
        "if (n == k) return;",
        "for (int q = 0; q < n; ++q) { out[i] = q; __syncthreads(); s[q] = i; }",
        "if (n) __syncthreads(); else out[i] = 3;",
        "while (--k) { __syncthreads(); if (k == 3) break; }",
        "{ int t = s[0]; __syncthreads(); out[t] = t; }",
        "// a comment",
        ";",
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(statements=st.lists(STATEMENTS, max_size=9), joint=st.sampled_from(["\n", "\n  ", " /* */\n"]))
def test_edits_never_overlap_and_can_be_taken_back(tmp_path: Path, statements: list[str], joint: str) -> None:
    lines = ["__shared__ int s[32];", "int i = threadIdx.x, k = n;", "int a = 0, j = 0;", "{", *statements, "}"]
    path = tmp_path / "child.cu"
    path.write_text(kernel(joint.join(lines)))
    unit = parse_views(str(path))[0]
    function = next(iter(f for f in unit.functions.values() if f.name == "child"))
    answer = fission(unit, function, FactBook(unit))
    if isinstance(answer, Refusal):
        assert answer.rule in RULES
        return
    data = unit.source.data
    edited = apply_edits(data, answer.edits)  # raises where two edits overlap
    back, moved = [], 0
    for edit in sorted(answer.edits, key=lambda edit: (edit.span.begin, edit.span.end)):
        begin = edit.span.begin + moved
        back.append(Edit(type(edit.span)(begin, begin + len(edit.text)), data[edit.span.begin : edit.span.end]))
        moved += len(edit.text) - (edit.span.end - edit.span.begin)
    assert apply_edits(edited, back) == data
    assert edited.count(b"{") - edited.count(b"}") == data.count(b"{") - data.count(b"}")


@pytest.mark.parametrize(
    ("type_name", "size"),
    [("float[32][33]", 4224), ("const double", 8), ("float4[2]", 32), ("int *", 8), ("T[4]", None), ("Plain", None),
     ("int *[4]", 32), ("volatile int", None), ("uchar3", 3), ("float &", None)],
)  # fmt: skip
def test_sizes(type_name: str, size: int | None) -> None:
    assert size_of(type_name) == size


@pytest.mark.parametrize(
    ("function_type", "parameters"),
    [
        ("void (int &, const float *) const", ["int &", "const float *"]),
        ("void (V<int, 2> &, int (*)(int, int))", ["V<int, 2> &", "int (*)(int, int)"]),
        ("void ()", [""]),
        ("int", None),
    ],
)
def test_parameter_types(function_type: str, parameters: list[str] | None) -> None:
    assert parameter_types(function_type) == parameters
