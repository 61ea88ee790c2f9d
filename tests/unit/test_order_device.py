"""Launches into the NULL stream from `__device__` functions."""

from pathlib import Path

import pytest

from spawnc.analyze.order import OrderFacts, OrderUnknown
from spawnc.analyze.reach import Reach
from tests.unit.test_order import CHILD, device_launches, unit_of, words

HELPER = "__device__ static void helper(int* p, int n) { child<<<1, 1>>>(p); }\n"


def kernel(body: str, name: str = "parent") -> str:
    return f"__global__ void {name}(int* p, int n) {{ {body} }}\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HELPER + kernel("helper(p, n);"), id="once"),
        pytest.param(HELPER.replace("static", "inline") + kernel("helper(p, n);"), id="inline"),
        pytest.param(f"namespace {{ {HELPER.replace('static', '')} }}\n" + kernel("helper(p, n);"), id="anonymous"),
        pytest.param(
            "template <class T> __device__ void helper(T* p) { child<<<1, 1>>>(p); }\n" + kernel("helper(p);"),
            id="template",
        ),
        pytest.param(
            "template <class T> __device__ void helper(T* p) { child<<<1, 1>>>(p); }\n"
            "template <class T> __global__ void parent(T* p) { helper(p); }\n",
            id="dependent-call",
        ),
        pytest.param(HELPER + kernel("helper(p, n);") + kernel("if (n) helper(p, n);", "second"), id="two-kernels"),
        pytest.param(
            HELPER + "__device__ static void outer(int* p) { helper(p, 1); }\n" + kernel("outer(p);"), id="through"
        ),
        pytest.param(HELPER + kernel("if (n) helper(p, n); else child<<<2, 1>>>(p);"), id="exclusive"),
        pytest.param(HELPER + kernel("p[0] = 1; __syncthreads(); helper(p, n);"), id="barrier-before"),
    ],
)
def test_reached_once(tmp_path: Path, text: str) -> None:
    assert set(words(tmp_path, CHILD + text)) == {"independent"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HELPER + kernel("helper(p, n); helper(p, n);"), id="twice"),
        pytest.param(HELPER + kernel("if (n) helper(p, 1); else helper(p, 2);"), id="in-both-branches"),
        pytest.param(HELPER + kernel("for (int i = 0; i < n; ++i) helper(p, n);"), id="call-in-loop"),
        pytest.param(HELPER.replace("child", "while (n--) child") + kernel("helper(p, n);"), id="loop-in-function"),
        pytest.param(HELPER.replace("static", "") + kernel("helper(p, n);"), id="external"),
        pytest.param(HELPER, id="never-called"),
        pytest.param(
            HELPER.replace("}", "if (n) helper(p, n - 1); }") + kernel("helper(p, n);"),
            id="recursive",
        ),
        pytest.param(
            HELPER
            + "__device__ static void one(int* p) { helper(p, 1); }\n__device__ static void two(int* p) { one(p); }\n"
            + kernel("one(p); two(p);"),
            id="two-ways",
        ),
        pytest.param(
            HELPER + "__device__ void outer(int* p) { helper(p, 1); }\n" + kernel("outer(p);"), id="external-caller"
        ),
        pytest.param(HELPER + kernel("helper(p, n); child<<<1, 1>>>(p);"), id="other-launch-in-kernel"),
        pytest.param(HELPER + kernel("auto f = &helper; helper(p, n); if (n) f(p, n);"), id="address-in-kernel"),
        pytest.param(
            HELPER + "__device__ auto table = &helper;\n" + kernel("helper(p, n);"),
            id="address-outside",
        ),
        pytest.param(HELPER + kernel("auto f = [=] { helper(p, n); }; f(); f();"), id="call-in-lambda"),
        pytest.param(
            "struct S { __device__ void m(int* p) { child<<<1, 1>>>(p); } };\n" + kernel("S().m(p);"), id="method"
        ),
        pytest.param(
            "#define TWICE(x) x; x\n"
            + HELPER.replace("child<<<1, 1>>>(p)", "TWICE(child<<<1, 1>>>(p))")
            + kernel("helper(p, n);"),
            id="macro-repeats",
        ),
    ],
)
def test_may_run_more_than_once(tmp_path: Path, text: str) -> None:
    assert set(words(tmp_path, CHILD + text)) == {"SP064"}


def test_threads_that_meet_on_the_way(tmp_path: Path) -> None:
    text = CHILD + HELPER + kernel("if (n) __syncwarp(); helper(p, n); if (!n) __syncwarp();")
    assert words(tmp_path, text) == ["SP062"]


def test_the_diagnostic_says_why(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, CHILD + HELPER.replace("static", "") + kernel("helper(p, n);"))
    (launch,) = device_launches(unit)
    ordering = OrderFacts(Reach(unit)).stream_order(launch)
    assert isinstance(ordering, OrderUnknown)
    assert "declare it static" in ordering.diagnostic.notes[0].text


def test_reach(tmp_path: Path) -> None:
    text = CHILD + HELPER + kernel("helper(p, n);") + kernel("parent<<<1, 1>>>(p, n);", "grand") + kernel("", "idle")
    unit = unit_of(tmp_path, text)
    reach = Reach(unit)
    by_name = {function.name: function for function in unit.functions.values()}
    assert [call.name for call in reach.device_calls(by_name["parent"])] == ["helper"]
    assert reach.launches_in(by_name["parent"]) == ()
    assert [launch.targets[0].name for launch in reach.reachable_launches(by_name["parent"])] == ["child"]
    assert reach.may_launch(by_name["parent"])
    assert not reach.may_launch(by_name["idle"])
