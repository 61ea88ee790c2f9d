"""Programs give the same answers as written and rewritten, whatever the policy and the schedule."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spawnc.cpu.verify import POLICIES, Different, Equal, Verification, verify
from tests.cpu.backend import build, run

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: Programs of the emulator's own tests that launch from the device.
LAUNCHING = (
    *("arguments", "children", "configurations", "device_streams", "errors"),
    *("pending_limit", "read_only_loads", "recursion", "shared_atomics", "streams_of_lanes"),
)

#: How the driver launches what a pitfall holds; `p<<<1, 1>>>(d, 4)` if it isn't here.
CALLS = {
    **dict.fromkeys(
        ("12", "13", "14", "16", "17", "19", "22", "23", "24", "25", "27", "28", "44", "45", "46", "47"),
        "p<<<1, 1>>>(d)",
    ),
    **dict.fromkeys(("12", "16", "17"), "p<<<1, 1>>>(d, 4)"),
    **dict.fromkeys(("20", "21"), "p<<<1, 1>>>(d, f)"),
    "42": "fib<<<1, 1>>>(d, 6); even<<<1, 1>>>(d, 5)",
    "43": "p<<<1, 1>>>(d, W{4})",
}
#: What a pitfall leaves to another translation unit.
EXTRA = {"14": "__global__ void ext(int* d) { d[0] = 14; }"}
#: Answers depend on the order of threads, by themselves.
UNORDERED = {"24", "27", "45", "48"}
#: Stops by itself: device code of sm_90 can't wait for its children.
STOPS = {"31"}

DRIVER = """
#include <cstdio>
int main() {
  int *d, host[1024];
  float* f;
  for (int i = 0; i < 1024; ++i) host[i] = i % 7;
  cudaMalloc(&d, sizeof host);
  cudaMalloc(&f, 1024 * sizeof(float));
  cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(f, 0, 1024 * sizeof(float));
  CALL;
  printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  float first;
  cudaMemcpy(&first, f, sizeof first, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + host[i];
  for (int i = 0; i < 40; ++i) printf("%d ", host[i]);
  printf("| %u %g\\n", sum, first);
}
"""


def check(
    source: Path, tmp_path: Path, *, seeds: int = 3, arguments: tuple[str, ...] = (), checks: bool = True
) -> Equal | Different:
    original = build(source, tmp_path / "original", checks=checks)
    rewritten = build(source, tmp_path / "rewritten", original=False, checks=checks)
    ignore = (re.compile(rb"[0-9.]+ ms"),)
    return verify(Verification(original, rewritten, arguments=arguments, ignore=ignore, seeds=seeds, timeout=30))


@pytest.mark.parametrize("name", LAUNCHING)
def test_program_with_known_answers(name: str, tmp_path: Path) -> None:
    outcome = check(HERE / "programs" / f"{name}.cu", tmp_path)
    assert outcome == Equal(runs=3 * (1 + len(POLICIES)), exit_code=0)


@pytest.mark.parametrize(
    "name", sorted(path.name for path in (HERE / "pitfalls").glob("[0-9]*.cu") if path.name[:2] not in STOPS)
)
def test_pitfall(name: str, tmp_path: Path) -> None:
    number = name[:2]
    text = (HERE / "pitfalls" / name).read_bytes()
    driver = DRIVER.replace("CALL", CALLS.get(number, "p<<<1, 1>>>(d, 4)"))
    source = tmp_path / name
    source.write_bytes(text + EXTRA.get(number, "").encode() + driver.encode())
    (tmp_path / "hk.cuh").write_bytes((HERE / "pitfalls" / "hk.cuh").read_bytes())
    # there are many, and unchecked programs are quicker to build
    outcome = check(source, tmp_path, seeds=1 if number in UNORDERED else 3, checks=False)
    assert isinstance(outcome, Equal), outcome
    assert outcome.exit_code == 0


def test_many_constructs_in_one_program(tmp_path: Path) -> None:
    assert isinstance(check(HERE / "constructs.cu", tmp_path), Equal)


def test_breadth_first_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--scale", "9", "--repeats", "2")
    outcome = check(ROOT / "samples" / "bfs" / "bfs.cu", tmp_path, arguments=arguments)
    assert outcome == Equal(runs=3 * (1 + len(POLICIES)), exit_code=0)
    # and the policies really decided
    launched, serial = {}, {}
    for policy in ("always", "never", "spawn"):
        report = tmp_path / f"{policy}.json"
        monkeypatch.setenv("SPAWN_REPORT", str(report))
        assert run(tmp_path / "rewritten", *arguments, policy=policy).exit_code == 0
        (site,) = json.loads(report.read_text(encoding="utf-8"))["sites"]
        launched[policy], serial[policy] = site["launched"], site["serial"]
    assert launched["always"] > 0
    assert launched["never"] == 0
    assert serial["never"] == launched["always"] + serial["always"]
    assert launched["spawn"] + serial["spawn"] == serial["never"]
