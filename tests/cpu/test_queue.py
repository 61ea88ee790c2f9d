"""Children that wait in a queue: programs with known answers, whatever the policy and the size of the queue."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cpu.backend import build, notes, run

PROGRAMS = sorted(Path(__file__).parent.glob("programs/queue_*.cu"))
#: Those whose host launches all start a copy with queues, which have room for all.
ALL_QUEUED = ("queue_growing", "queue_sizes")
POLICIES = ("always", "never", "spawn", "threshold=16")
#: Slots of a queue; "" for as many as it likes. The largest arguments take 33.
SLOTS = ("", "1", "2", "7", "33", "64", "300")

UNIT = """\
__global__ void child(int* d, int n) { atomicAdd(d + threadIdx.x % 32, n); }
static __global__ void parent(int* d) {
  child<<<2, 32>>>(d, ADDED);
}
void RUN(int* d) { parent<<<2, 32>>>(d); }
"""
UNITS_MAIN = """
#include <cstdio>
void second(int* d);
int main() {
  int *d, host[32], sum = 0;
  cudaMalloc(&d, sizeof host);
  cudaMemset(d, 0, sizeof host);
  for (int i = 0; i < 5; ++i) first(d), second(d);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) sum += value;
  printf("%d\\n", sum);
}
"""


def sites_of(report: Path) -> list[dict[str, Any]]:
    sites: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["sites"]
    for site in sites:
        ends = ("launched", "queued", "serial", "failed", "dropped")
        assert site["offered"] == sum(site[end] for end in ends), site
        assert site["dropped"] == 0, site
    return sites


def runs() -> Iterator[tuple[str, Mapping[str, str], int]]:
    for number, slots in enumerate(SLOTS):
        for policy in POLICIES if not slots else POLICIES[:1]:
            yield policy, {"SPAWN_QUEUE_SLOTS": slots} if slots else {}, number


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_known_answers(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = build(source, tmp_path / "program", original=False, carrier="auto")
    offered = [int(line.split()[1]) for line in notes(source, "offered")]
    children = [line.split()[0] for line in notes(source, "offered")]
    report = tmp_path / "report.json"
    monkeypatch.setenv("SPAWN_REPORT", str(report))
    items: dict[int, int] = {}
    for policy, environment, seed in runs():
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            result = run(program, seed=seed, policy=policy)
        how = f"{policy}, {environment}, seed {seed}"
        assert (result.exit_code, result.stderr) == (0, b""), how
        assert result.stdout.decode().splitlines() == notes(source, "prints"), how
        sites = sites_of(report)
        assert [site["child"] for site in sites] == children
        assert [site["offered"] for site in sites] == offered, how
        for index, site in enumerate(sites):
            done = site["launched_items"] + site["queued_items"] + site["serial_items"]
            if site["launched"] == 0 and not done_differs(site):
                assert items.setdefault(index, done) == done, (how, site)
        if source.stem in ALL_QUEUED and policy == "always" and not environment:
            assert all(site["launched"] == site["serial"] == 0 for site in sites)
        queued = sum(site["queued"] for site in sites)
        refused = sum(site["refused"] for site in sites)
        assert policy == "spawn" or policy.startswith("threshold") or (queued > 0) == (policy == "always"), how
        assert not (policy == "always" and environment == {"SPAWN_QUEUE_SLOTS": "1"}) or refused > 0


def done_differs(site: Mapping[str, Any]) -> bool:
    """A serial body counts the threads that it runs, not what a stride or a pragma says about them."""
    return site["child"] in ("strided", "promised")


def test_two_units_have_a_queue_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first.cu", tmp_path / "second.cu"
    # kernels of one name: what spawnc emits beside them belongs to the unit
    text = UNIT.replace("__global__ void child", "static __global__ void child")
    first.write_text(text.replace("ADDED", "1").replace("RUN", "first") + UNITS_MAIN)
    second.write_text(text.replace("ADDED", "100").replace("RUN", "second").replace("2, 32", "1, 32"))
    program = build(first, tmp_path / "program", second, original=False, carrier="auto")
    report = tmp_path / "report.json"
    monkeypatch.setenv("SPAWN_REPORT", str(report))
    for slots in ("1", "7", "1000"):
        monkeypatch.setenv("SPAWN_QUEUE_SLOTS", slots)
        result = run(program, policy="always")
        assert (result.exit_code, result.stdout, result.stderr) == (
            0,
            f"{5 * (64 * 64 + 100 * 32 * 32)}\n".encode(),
            b"",
        )
        assert sorted(site["offered"] for site in sites_of(report)) == [160, 320]
    # a full disk is told, and nothing else of the program's
    report.unlink()
    report.symlink_to("/dev/full")
    result = run(program)
    assert (result.exit_code, result.stderr) == (0, f"spawn: cannot write the report to {report}\n".encode())


def test_slots_that_are_no_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(path for path in PROGRAMS if path.stem == "queue_arguments")
    program = build(source, tmp_path / "program", original=False, carrier="auto")
    for slots in ("0", "-3", "many", "", "7x"):
        monkeypatch.setenv("SPAWN_QUEUE_SLOTS", slots)
        result = run(program)
        said = f"spawn: SPAWN_QUEUE_SLOTS={slots} ignored: expected a positive number\n"
        assert (result.exit_code, result.stderr.decode()) == (0, said)
        assert result.stdout.decode().splitlines() == notes(source, "prints")


CROWD = """\
#include <cstdio>
__global__ void child(int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 8; ++k) atomicAdd(sum, 1);
}
__global__ void parent(int* sum) {
  for (int i = 0; i < 1000; ++i) child<<<8, 128, 0, cudaStreamFireAndForget>>>(sum, 1024);
  for (int i = 0; i < 10; ++i) child<<<64, 128, 0, cudaStreamFireAndForget>>>(sum, 8192);
}
int main() {
  int *d, sum = 0;
  cudaMalloc(&d, sizeof sum);
  cudaMemset(d, 0, sizeof sum);
  parent<<<1, 1>>>(d);
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%d\\n", sum);
}
"""


def test_the_last_slots_are_for_large_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, report = tmp_path / "crowd.cu", tmp_path / "report.json"
    source.write_text(CROWD)
    program = build(source, tmp_path / "program", original=False, carrier="auto")
    monkeypatch.setenv("SPAWN_REPORT", str(report))
    monkeypatch.setenv("SPAWN_QUEUE_SLOTS", "128")  # two shards of 64 slots
    result = run(program, policy="spawn")
    assert (result.exit_code, result.stdout, result.stderr) == (0, b"8847360\n", b"")
    small, large = sites_of(report)
    # 1024 items leave a slot of each shard to larger children, see slots_for_larger()
    assert (small["queued"], small["serial"]) == (126, 874)
    assert small["refused"] > 0  # the emulator's clock finds most of the others too small for any slot
    assert (large["queued"], large["serial"], large["refused"]) == (2, 8, 8)
