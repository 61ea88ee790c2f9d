"""Streams that a thread makes for itself."""

from pathlib import Path

import pytest

from tests.unit.test_order import CHILD, NESTING, parent, words

CREATE = "cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);"
LAUNCH = "child<<<1, 32, 0, s>>>(p);"
DESTROY = "cudaStreamDestroy(s);"
LOOP = "for (int i = 0; i < n; ++i)"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} {DESTROY}", id="plain"),
        pytest.param(f"cudaStream_t s; {CREATE} if (n) {LAUNCH} {DESTROY}", id="launch-in-branch"),
        pytest.param(f"if (n) {{ cudaStream_t s; {CREATE} {LAUNCH} {DESTROY} }}", id="all-in-branch"),
        pytest.param(f"{LOOP} {{ cudaStream_t s; {CREATE} {LAUNCH} {DESTROY} }}", id="all-in-loop"),
        pytest.param(f"cudaStream_t s; {LOOP} {{ {CREATE} {LAUNCH} {DESTROY} }}", id="declared-outside-loop"),
        pytest.param(f"cudaStream_t s = nullptr; {CREATE} __syncthreads(); {LAUNCH}", id="barrier"),
        pytest.param(f"cudaStream_t s; if (cudaStreamCreateWithFlags(&s, 1) == cudaSuccess) {LAUNCH}", id="checked"),
        pytest.param(
            f"{{ cudaStream_t s; {CREATE} {LAUNCH} }} {{ cudaStream_t s; {CREATE} {LAUNCH} }}", id="one-name-twice"
        ),
        pytest.param(
            "cudaStream_t s, t; cudaStreamCreateWithFlags(&s, 1); cudaStreamCreateWithFlags(&t, 1);"
            f"if (n) {LAUNCH} if (n > 1) child<<<1, 1, 0, t>>>(p); {DESTROY} cudaStreamDestroy(t);",
            id="quicksort",
        ),
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} if (n) child<<<1, 1>>>(p);", id="beside-the-null-stream"),
    ],
)
def test_made_for_the_launch(tmp_path: Path, body: str) -> None:
    assert set(words(tmp_path, parent(body))) == {"independent"}


def test_quicksort(tmp_path: Path) -> None:
    text = """
    __global__ void sort(int* d, int left, int right) {
      int i = left, j = right;
      if (left < j) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        sort<<<1, 1, 0, s>>>(d, left, j);
        cudaStreamDestroy(s);
      }
      if (i < right) {
        cudaStream_t s1;
        cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
        sort<<<1, 1, 0, s1>>>(d, i, right);
        cudaStreamDestroy(s1);
      }
    }
    """
    assert words(tmp_path, text) == ["independent", "independent"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} {LAUNCH}", id="two-launches"),
        pytest.param(f"cudaStream_t s; {CREATE} {LOOP} {LAUNCH} {DESTROY}", id="created-outside-loop"),
        pytest.param(f"cudaStream_t s; {CREATE} {LOOP} {{ {LAUNCH} __syncthreads(); }}", id="barriers-are-others'"),
        pytest.param(f"cudaStream_t s; if (n) {CREATE} {LAUNCH}", id="perhaps-created"),
        pytest.param(f"cudaStream_t s; switch (n) {{ case 0: {CREATE} case 1: {LAUNCH} }}", id="case-between"),
        pytest.param(f"cudaStream_t s; {CREATE} if (n) {LAUNCH} else {LAUNCH}", id="branches"),
    ],
)
def test_one_stream_for_several_launches(tmp_path: Path, body: str) -> None:
    assert set(words(tmp_path, parent(body))) == {"in order"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"cudaStream_t s; {LAUNCH}", id="never-created"),
        pytest.param(f"cudaStream_t s = given; {LAUNCH}", id="copied"),
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} keep(s);", id="passed-on"),
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} keep_at(&s);", id="address-passed-on"),
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} stored = s;", id="stored"),
        pytest.param(f"cudaStream_t s; {CREATE} {LAUNCH} s = 0;", id="assigned"),
        pytest.param(f"cudaStream_t s; {CREATE} auto f = [s] {{ return s; }}; {LAUNCH}", id="captured"),
        pytest.param(f"cudaStream_t s; {CREATE} auto f = [=] {{ {LAUNCH} }}; f();", id="used-in-lambda"),
        pytest.param(f"__shared__ cudaStream_t s; {CREATE} {LAUNCH}", id="shared"),
        pytest.param(f"static cudaStream_t s; {CREATE} {LAUNCH}", id="static"),
        pytest.param(f"cudaStream_t s[1]; cudaStreamCreateWithFlags(s, 1); {LAUNCH}", id="array"),
        pytest.param(f"cudaStream_t s; {CREATE} child<<<1, 1, 0, n ? s : 0>>>(p); {LAUNCH}", id="in-expression"),
        pytest.param(f"cudaStream_t s; {CREATE} HIDDEN; {LAUNCH}", id="macro-may-use-it"),
    ],
)
def test_not_the_threads_own(tmp_path: Path, body: str) -> None:
    before = (
        "__device__ void keep(cudaStream_t) {}\n__device__ void keep_at(cudaStream_t*) {}\n"
        "__device__ cudaStream_t stored;\n#define HIDDEN child<<<1, 1, 0, s>>>(p)\n"
    )
    assert set(words(tmp_path, before + parent(body))) == {"SP060"}


def test_a_parameter_hides_nothing(tmp_path: Path) -> None:
    body = f"{{ cudaStream_t given; cudaStreamCreateWithFlags(&given, 1); }} {LAUNCH.replace('s>', 'given>')}"
    assert words(tmp_path, parent(body)) == ["SP060"]


def test_events(tmp_path: Path) -> None:
    body = f"cudaEvent_t e; cudaStream_t s; {CREATE} {LAUNCH} cudaEventRecord(e, s);"
    assert words(tmp_path, parent(body)) == ["SP065"]


def test_children_that_launch(tmp_path: Path) -> None:
    text = NESTING + "__global__ void parent(int* p, int n) { cudaStream_t s; BODY }\n"
    launch = "nesting<<<1, 1, 0, s>>>(p);"
    assert words(tmp_path, text.replace("BODY", CREATE + launch))[1:] == ["independent"]
    assert words(tmp_path, text.replace("BODY", CREATE + launch + LAUNCH))[1:] == ["SP061", "SP061"]


def test_in_a_device_function(tmp_path: Path) -> None:
    function = f"__device__ void helper(int* p, int n) {{ cudaStream_t s; {CREATE} %s }}\n"
    assert words(tmp_path, CHILD + function % LAUNCH) == ["independent"]
    assert words(tmp_path, CHILD + function % (LOOP + LAUNCH)) == ["in order"]
