"""`spawnc run --on cpu` and `spawnc verify`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from spawnc.cli import app
from spawnc.cpu.run import RunResult, Schedule
from spawnc.cpu.verify import Different, Observed, Variant, Verification, reproducing_command

PROGRAMS = Path(__file__).parent / "programs"

#: Prints the number of threads that ran, a time, and whether the order of two blocks is the natural one.
PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
__device__ int count, last;
__global__ void child(int n) { if (threadIdx.x < n) atomicAdd(&count, 1); }
__global__ void parent(int n) { child<<<1, 64>>>(n); last = blockIdx.x; }
int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 40, ran, block;
  parent<<<8, 1>>>(n);
  cudaMemcpyFromSymbol(&ran, count, sizeof ran);
  cudaMemcpyFromSymbol(&block, last, sizeof block);
  std::printf("ran %d\n", ran);
  if (argc > 2) std::printf("last block %d\n", block);
  std::fprintf(std::fopen("out.txt", "w"), "%d\n", argc > 3 ? block : ran);
  return argc > 4 ? 3 : 0;
}
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("x.cu").write_text(PROGRAM, encoding="utf-8")
    return "x.cu"


def spawnc(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_run_ends_with_the_exit_code_of_the_program(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert spawnc("run", "--on", "cpu", source, "-q", "--", "7", "b", "c", "d").exit_code == 3
    assert capfd.readouterr().out == "ran 56\nlast block 7\n"
    assert spawnc("run", "--on", "cpu", "--original", source, "--unchecked", "--timeout", "20").exit_code == 0
    assert capfd.readouterr().out == "ran 320\n"


def test_seeds_show_what_depends_on_the_schedule(source: str) -> None:
    result = spawnc("run", "--on", "cpu", "--original", source, "--seeds", "4")
    assert result.exit_code == 0
    assert "the same output for all 4 seeds" in result.output
    result = spawnc("run", "--on", "cpu", "--original", source, "--seeds", "9", "--", "7", "b")
    assert result.exit_code == 1
    assert "differs from seed 0: stdout line 2\n  expected: last block 7\n" in result.output


def test_verify(source: str) -> None:
    result = spawnc("verify", "--on", "cpu", source, "-q", "--seeds", "2", "--files", "out.txt")
    assert (result.exit_code, result.output) == (
        0,
        "equal: original and spawn, always, never, threshold=64, without and with queues: 18 runs on the CPU, "
        "exit code 0\n",
    )
    result = spawnc("verify", "--on", "cpu", source, "-q", "--seeds", "9", "--", "7", "b")
    assert result.exit_code == 1
    assert "the original program's output is not always the same" in result.output
    assert "repeat with: spawnc run --on cpu --original --seed" in result.output
    result = spawnc("verify", "--on", "cpu", source, "-q", "--seeds", "9", "--ignore", "last block .$", "--", "7", "b")
    assert result.exit_code == 0
    result = spawnc(
        *("verify", "--on", "cpu", source, "-q", "--seeds", "9", "--files", "out.txt"), *("--", "7", "b", "c")
    )
    assert result.exit_code == 1


@pytest.mark.parametrize(("carrier", "words"), [("launch", ""), ("auto", " with queues"), ("queue", " with queues")])
def test_verify_one_carrier(source: str, carrier: str, words: str) -> None:
    result = spawnc("verify", "--on", "cpu", source, "-q", "--seeds", "2", "--carrier", carrier)
    assert (result.exit_code, result.output) == (
        0,
        f"equal: original and spawn, always, never, threshold=64{words}: 10 runs on the CPU, exit code 0\n",
    )


def test_sources_with_children_of_the_same_name(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    kernels = (
        "static __global__ void child(int* d) { atomicAdd(d, %d); }\n"
        "static __global__ void parent(int* d) { child<<<1, 32>>>(d); }\n"
    )
    first = "int main() {\n  int *d, h[2];\n  cudaMalloc(&d, sizeof h);\n  cudaMemset(d, 0, sizeof h);\n"
    last = '  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n  std::printf("%d %d\\n", h[0], h[1]);\n}\n'
    starts = "  parent<<<4, 32>>>(d);\n  other(d + 1);\n"
    Path(source).write_text("#include <cstdio>\nvoid other(int* d);\n" + kernels % 1 + first + starts + last)
    Path("y.cu").write_text(kernels % 1000 + "void other(int* d) { parent<<<4, 32>>>(d); }\n")
    for carrier in ("auto", "launch"):
        run = ("run", "--on", "cpu", "-q", "--unchecked", "--policy", "always", "--carrier", carrier, source, "y.cu")
        assert spawnc(*run).exit_code == 0
        assert capfd.readouterr().out == "4096 4096000\n"


def test_verify_without_a_launch_for_a_queue(source: str) -> None:
    text = Path(source).read_text(encoding="utf-8")
    Path(source).write_text(text.replace("child<<<", "\n#pragma spawn launch\nchild<<<"), encoding="utf-8")
    result = spawnc("verify", "--on", "cpu", source, "-q", "--seeds", "1")
    assert result.output == "equal: original and spawn, always, never, threshold=64: 5 runs on the CPU, exit code 0\n"


@pytest.mark.parametrize(
    ("queueing", "asked", "carrier"),
    [
        (False, (), "--carrier launch "),
        (True, (), "--carrier auto "),
        (True, ("--carrier", "queue"), "--carrier queue "),
        (False, ("--carrier", "launch"), "--carrier launch "),
    ],
)
def test_the_carrier_that_repeats_a_run(
    source: str, queueing: bool, asked: tuple[str, ...], carrier: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differ(verification: Verification) -> Different:
        program = verification.queueing if queueing else verification.rewritten
        assert program is not None
        run = Observed(Variant(program, "never", queueing), Schedule(3), RunResult(0, b"", b""))
        return Different(run, "it differs")

    monkeypatch.setattr("spawnc.commands.verify.make_cpu_program", lambda *_, **__: None)
    monkeypatch.setattr("spawnc.commands.verify.run_verification", differ)
    result = spawnc("verify", "--on", "cpu", source, *asked)
    assert result.exit_code == 1
    assert f"repeat with: spawnc run --on cpu --policy never {carrier}--seed 3 x.cu\n" in result.output


def test_the_command_that_repeats_a_run() -> None:
    def command(variant: Variant, carrier: str | None = None) -> str:
        run = Observed(variant, Schedule(3), RunResult(0, b"", b""))
        return reproducing_command(["x.cu"], run, ("7",), on="cpu", carrier=carrier)

    x = Path("x")
    assert command(Variant(x)) == "spawnc run --on cpu --original --seed 3 x.cu -- 7"
    assert command(Variant(x), "auto") == command(Variant(x))
    assert command(Variant(x, "never")) == "spawnc run --on cpu --policy never --seed 3 x.cu -- 7"
    assert "--policy spawn --carrier auto" in command(Variant(x, "spawn", queueing=True), "auto")
    assert "--policy spawn --carrier launch" in command(Variant(x, "spawn"), "launch")
    assert [str(variant) for variant in (Variant(x), Variant(x, "never"), Variant(x, "spawn", queueing=True))] == [
        "original",
        "never",
        "spawn, queue",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "--on", "tpu"), "--on: unknown choice 'tpu'"),
        (("run", "--seed", "3"), "--seed, --seeds, --timeout and --unchecked are for --on cpu"),
        (("verify", "--on", "cpu", "--ignore", "["), "--ignore '[' is not a regular expression"),
    ],
)
def test_wrong_options(source: str, arguments: tuple[str, ...], said: str) -> None:
    result = spawnc(*arguments, source)
    assert result.exit_code == 2
    assert said in result.output
