"""Launches that stay as written: which of them take the turn of their warp."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.decisions import Guarded, Plan, Refused
from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import CarrierChoice, Settings

BEFORE = """
#include <cuda_runtime.h>
#define SAME(x) x
#define CREATES(s) cudaStreamCreateWithFlags(s, 0)
struct Pair { int a, b; };
__device__ int twice(int n) { return 2 * n; }
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void last(int n, Pair pair = {}) {}
#define LAST(n) last<<<1, 1, 0, cudaStreamTailLaunch>>>(n)
__device__ int launches(int n) { last<<<1, 1, 0, cudaStreamTailLaunch>>>(n); return n; }
struct Sum { int n; };
__device__ int operator+(Sum a, int b) { return launches(a.n + b); }
__device__ int creates(int n) { cudaStream_t s; CREATES(&s); return n; }
"""
GUARDED = "child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);"
RAW = "last<<<1, 1, 0, cudaStreamTailLaunch>>>"


def planned(folder: Path, body: str, before: str = "") -> Plan:
    path = folder / "case.cu"
    path.write_text(
        f"{BEFORE}{before}__global__ void parent(int* d, int n) {{ {body} }}\n"
        "void run() { parent<<<1, 1>>>(nullptr, 1); }\n"
    )
    return plan_views(parse_views(str(path), arch=900), Settings(carrier=CarrierChoice.LAUNCH))


def raw(folder: Path, body: str, before: str = "") -> list[str]:
    """Those of `parent` that take turns."""
    made = planned(folder, body, before)
    text = made.unit.source.data
    begin = text.index(b"void parent")
    return [text[raw.span.begin : raw.span.end].decode() for raw in made.raw_launches if raw.span.begin > begin]


def refused(folder: Path, body: str) -> list[tuple[str, str]]:
    found = [decision.diagnostic for decision in planned(folder, body).decisions if isinstance(decision, Refused)]
    return [(diagnostic.rule, diagnostic.text) for diagnostic in found]


@pytest.mark.parametrize("arguments", ["n", "twice(n)", "SAME(n + twice(n))", "n, Pair{n, 2}", "(int)sizeof(int)"])
def test_beside_a_guarded_launch(arguments: str, tmp_path: Path) -> None:
    assert raw(tmp_path, f"{GUARDED} {RAW}({arguments});") == [f"{RAW}({arguments})"]


def test_beside_a_call_that_takes_turns(tmp_path: Path) -> None:
    body = f"cudaStream_t s; cudaStreamCreateWithFlags(&s, 0); {RAW}(n); if (n > 9) launches(n);"
    assert raw(tmp_path, body) == []
    other = f"__global__ void other(int* d) {{ {GUARDED} }} void start(int* d) {{ other<<<1, 1>>>(d); }}\n"
    path = tmp_path / "case.cu"
    path.write_text(
        f"{BEFORE}{other}__global__ void parent(int* d, int n) {{ {body} }}\n"
        "void run() { parent<<<1, 1>>>(nullptr, 1); }\n"
    )
    made = plan_views(parse_views(str(path), arch=900), Settings(carrier=CarrierChoice.LAUNCH))
    assert len(made.raw_launches) == 2


@pytest.mark.parametrize(
    ("launch", "because"),
    [
        (f"{RAW}(launches(n))", "its arguments call 'launches', which may launch"),
        (f"{RAW}(creates(n))", "its arguments call 'creates', which may launch"),
        (f"{RAW}(SAME(launches(n)))", "its arguments call 'launches', which may launch"),
        (f"{RAW}([&] {{ return n; }}())", "its arguments hold a lambda"),
        (f"{RAW}(({{ n; }}))", ""),
        (f"{RAW}(some(n))", "its arguments call 'some', which may launch"),
        ("LAST(n)", "a macro or a library writes it"),
        (f"{RAW}(Sum{{n}} + 1)", "its arguments call what may launch"),
    ],
)
def test_what_may_ask_for_a_turn_itself_bars_guards(launch: str, because: str, tmp_path: Path) -> None:
    body = f"const auto some = [&](int a) {{ return a; }}; {GUARDED} {launch};"
    assert (raw(tmp_path, body) == []) is bool(because)
    rules = dict(refused(tmp_path, body))
    assert (rules.get("SP029", "").partition("take turns: ")[2]) == because


def test_a_launch_that_can_not_take_turns_bars_its_own_kernel_alone(tmp_path: Path) -> None:
    other = f"__global__ void other(int* d) {{ {GUARDED} }} void start(int* d) {{ other<<<1, 1>>>(d); }}\n"
    made = planned(tmp_path, f"{GUARDED} LAST(n);", other)
    guarded = [decision for decision in made.decisions if isinstance(decision, Guarded)]
    assert [decision.parent.name for decision in guarded] == ["other"]


@pytest.mark.parametrize("name", ["inner::deep", "::inner::deep", "outer::inner::deep"])
def test_a_name_with_scopes(name: str, tmp_path: Path) -> None:
    launch = f"{name}<<<1, 1, 0, cudaStreamTailLaunch>>>(n)"
    before = "namespace inner { __global__ void deep(int n) {} }\nnamespace outer { namespace inner = ::inner; }\n"
    assert raw(tmp_path, f"{GUARDED} {launch};", before) == [launch]


@pytest.mark.parametrize("arguments", ["d[n]", "n, Pair{d[0], d[threadIdx.x]}", "min(n, d[1])"])
def test_arguments_that_call_nothing(arguments: str, tmp_path: Path) -> None:
    assert raw(tmp_path, f"{GUARDED} {RAW}({arguments});") == [f"{RAW}({arguments})"]


def test_alone_in_its_kernel(tmp_path: Path) -> None:
    assert raw(tmp_path, f"{RAW}(n);") == []


@pytest.mark.parametrize(
    ("above", "begins"),
    [
        ("inner::\n", False),
        ("inner\n  ::", False),
        ("f(n);\n  ", True),
        ("f(n);\n#pragma spawn keep\n  // so\n  ", True),
    ],
)
def test_scopes_on_the_line_above(above: str, begins: bool, tmp_path: Path) -> None:
    """A name that begins on the line above is left alone, and bars guards."""
    launch = "last<<<1, 1, 0, cudaStreamTailLaunch>>>(n)"
    before = "namespace inner { __global__ void last(int n) {} }\n__device__ void f(int n) {}\n"
    made = planned(tmp_path, f"{GUARDED} {above}{launch};", before)
    assert bool(made.raw_launches) is begins
    assert any(isinstance(decision, Guarded) for decision in made.decisions) is begins
