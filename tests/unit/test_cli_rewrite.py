"""`spawnc rewrite`: what it writes, what it prints where, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.write import Output

CHILD = "__global__ void child(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = n; }\n"
GUARDED = CHILD + (
    "__global__ void parent(int *out, int n) {\n"
    "  child<<<1, 32, 0, cudaStreamFireAndForget>>>(out, n);\n"
    "}\n"
    "void start(int *out) { parent<<<1, 1>>>(out, 5); }\n"
)
REFUSED = (
    "__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }\n"
    "__global__ void parent(int *out) { warp<<<1, 32, 0, cudaStreamFireAndForget>>>(out); }\n"
)
NOTHING = "int main() { return 0; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
        monkeypatch.delenv(name, raising=False)
    Path("guarded.cu").write_text(GUARDED)
    Path("refused.cu").write_text(REFUSED)
    Path("nothing.cu").write_text(NOTHING)
    return tmp_path


class Ended:
    """How a command line ended."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        result = CliRunner(env=environment).invoke(app, list(arguments))
        self.code = result.exit_code
        self.out = result.stdout_bytes
        self.err = result.stderr

    def summary(self) -> str:
        return next(line for line in self.err.splitlines() if " launch" in line and " host, " in line)


def rewrite(*arguments: str, **environment: str) -> Ended:
    return Ended("rewrite", *arguments, **environment)


def files() -> set[str]:
    return {str(path) for path in Path().rglob("*") if path.is_file()}


def test_the_diff_of_a_sample_is_short() -> None:
    """What is written for one site with a queue, `#line` and all, fits two screens."""
    sample = Path(__file__).parents[2] / "samples" / "bfs" / "bfs.cu"
    result = CliRunner().invoke(app, ["rewrite", "-q", "--diff", str(sample)])
    added = [line for line in result.stdout.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert 40 < len(added) < 80


def test_output_file() -> None:
    ended = rewrite("guarded.cu", "-o", "out.cu")
    assert (ended.code, ended.out) == (0, b"")
    assert ended.err == "guarded.cu: 2 launches: 1 host, 1 guarded, 0 kept, 0 refused\n"
    assert "#include <spawn/queue.cuh>" in Path("out.cu").read_text()
    assert Path("guarded.cu").read_text() == GUARDED


def test_carrier_of_the_output() -> None:
    by_default = rewrite("guarded.cu", "-o", "-").out
    assert by_default == rewrite("guarded.cu", "-o", "-", "--carrier", "auto").out
    assert b"parent__queued<<<" in by_default
    launched = rewrite("guarded.cu", "-o", "-", "--carrier", "launch").out
    assert launched.startswith(b"#include <spawn/spawn.cuh>\n")
    assert b"queue" not in launched


def test_output_of_a_file_without_launches_is_a_copy() -> None:
    assert rewrite("nothing.cu", "-o", "out.cu").code == 0
    assert Path("out.cu").read_text() == NOTHING


def test_stdout_has_the_source_and_nothing_else() -> None:
    rewrite("guarded.cu", "-o", "out.cu")
    ended = rewrite("guarded.cu", "-o", "-")
    assert ended.out == Path("out.cu").read_bytes()
    assert "2 launches" in ended.err


def test_rewriting_twice_changes_nothing() -> None:
    rewrite("guarded.cu", "--in-place")
    once = Path("guarded.cu").read_bytes()
    os.utime("guarded.cu", ns=(1, 1))
    ended = rewrite("guarded.cu", "--in-place", "-v", "--", "-I", Ended("--include-dir").out.decode().strip())
    assert ended.code == 0
    assert "[SP022]" in ended.err
    assert Path("guarded.cu").read_bytes() == once
    assert Path("guarded.cu").stat().st_mtime_ns == 1


def test_unchanged_output_keeps_its_time() -> None:
    rewrite("guarded.cu", "-o", "out.cu")
    os.utime("out.cu", ns=(1, 1))
    assert "unchanged: out.cu" in rewrite("guarded.cu", "-o", "out.cu", "-v").err
    assert Path("out.cu").stat().st_mtime_ns == 1


def test_line_endings_and_foreign_bytes_survive() -> None:
    Path("dos.cu").write_bytes(GUARDED.replace("\n", "\r\n").encode() + b"// caf\xe9 \xff\r\n")
    assert rewrite("dos.cu", "--in-place").code == 0
    data = Path("dos.cu").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")
    assert data.endswith(b"// caf\xe9 \xff\r\n")


def test_check_writes_nothing() -> None:
    before = files()
    ended = rewrite("--check", "guarded.cu", "nothing.cu", "-j1")
    assert ended.code == 1
    assert "1 file would change: guarded.cu" in ended.err
    assert ended.out == b""
    assert rewrite("--check", "nothing.cu").code == 0
    assert rewrite("--check", "refused.cu").code == 0
    assert files() == before


def test_diff_is_a_patch_on_stdout() -> None:
    before = files()
    ended = rewrite("--diff", "guarded.cu")
    assert ended.code == 0
    assert ended.out.startswith(b"--- guarded.cu\n+++ guarded.cu\n@@ -")
    assert b"\x1b" not in ended.out
    assert files() == before


def test_diff_and_check_combine() -> None:
    ended = rewrite("--diff", "--check", "guarded.cu")
    assert ended.code == 1
    assert ended.out.startswith(b"--- guarded.cu\n")


def test_colour_when_asked() -> None:
    assert b"\x1b[32m+" in rewrite("--diff", "guarded.cu", FORCE_COLOR="1").out
    assert "\x1b[1;35mwarning:" in rewrite("--check", "refused.cu", FORCE_COLOR="1").err
    assert b"\x1b" not in rewrite("--diff", "guarded.cu", FORCE_COLOR="1", NO_COLOR="1").out


def test_refusal_is_a_warning_with_place_and_help() -> None:
    ended = rewrite("refused.cu", "-o", "out.cu")
    assert ended.code == 0
    assert ended.err.startswith("refused.cu:2:")
    assert "[SP030]" in ended.err
    assert "help: " in ended.err
    assert ended.summary() == "refused.cu: 1 launch: 0 host, 0 guarded, 0 kept, 1 refused"
    assert Path("out.cu").read_text() == REFUSED


def test_quiet_and_verbose() -> None:
    assert rewrite("refused.cu", "--check", "-q").err == ""
    assert "[SP001]" not in rewrite("guarded.cu", "--diff").err
    assert "[SP001]" in rewrite("guarded.cu", "--diff", "-v").err


def test_strict_writes_nothing() -> None:
    ended = rewrite("refused.cu", "-o", "out.cu", "--strict")
    assert ended.code == 1
    assert "1 launch is refused; nothing was written" in ended.err
    assert not Path("out.cu").exists()
    assert rewrite("guarded.cu", "-o", "out.cu", "--strict").code == 0


def test_wrong_pragma_is_an_error() -> None:
    Path("bad.cu").write_text("#pragma spawn kep\n" + GUARDED)
    ended = rewrite("bad.cu", "-o", "out.cu")
    assert ended.code == 3
    assert "error: unknown `#pragma spawn kep`" in ended.err
    assert not Path("out.cu").exists()


def test_one_bad_file_stops_all() -> None:
    ended = rewrite("guarded.cu", "missing.cu", "nothing.cu", "--in-place", "-j1")
    assert ended.code == 3
    assert ended.err == "spawnc: error: missing.cu: no such file\n"
    assert Path("guarded.cu").read_text() == GUARDED


def test_every_bad_file_is_told() -> None:
    ended = rewrite("one.cu", "two.cu", "--check", "-j1")
    assert "one.cu" in ended.err
    assert "two.cu" in ended.err


def test_policies_reach_the_output() -> None:
    def output(*arguments: str) -> bytes:
        return rewrite("guarded.cu", "-o", "-", *arguments).out

    assert output() != output("--policy", "never")
    assert output("--policy", "threshold=64") != output("--policy", "threshold=65")
    assert output("--site-policy", "guarded.cu:3=never") == output("--policy", "never")
    assert output("--site-policy", "./guarded.cu:3:3=never") == output("--policy", "never")


def test_line_directives_can_be_left_out() -> None:
    assert b"#line" in rewrite("guarded.cu", "-o", "-").out
    assert b"#line" not in rewrite("guarded.cu", "-o", "-", "--no-line-directives").out


def test_nvcc_arguments() -> None:
    Path("macro.cu").write_text("#ifdef ON\n" + GUARDED + "#endif\n")
    assert rewrite("macro.cu", "--check").code == 0
    assert rewrite("macro.cu", "--check", "--", "-DON").code == 1
    assert rewrite("--check", "--", "nvcc", "-DON", "-c", "macro.cu").code == 1


def test_header_goes_with_its_source_below_out_root() -> None:
    Path("src/inc").mkdir(parents=True)
    Path("src/inc/child.cuh").write_text("#pragma once\n" + CHILD)
    Path("src/inc/plain.h").write_text("#pragma once\n")
    main = '#include "inc/child.cuh"\n#include "inc/plain.h"\n' + GUARDED.removeprefix(CHILD)
    Path("src/main.cu").write_text(main)
    ended = rewrite("src/main.cu", "--out-root", "gen/deep")
    assert ended.code == 0
    assert files() >= {"gen/deep/main.cu", "gen/deep/inc/child.cuh", "gen/deep/inc/plain.h"}
    assert Path("gen/deep/inc/plain.h").read_text() == "#pragma once\n"
    assert Path("gen/deep/inc/child.cuh").read_text() != "#pragma once\n" + CHILD
    # ... which one output file can't hold
    ended = rewrite("src/main.cu", "-o", "out.cu")
    assert ended.code == 2
    assert "child.cuh" in ended.err
    assert "--out-root" in ended.err
    assert not Path("out.cu").exists()


def test_units_that_share_a_header_agree() -> None:
    Path("k.cuh").write_text("#pragma once\n" + GUARDED.replace("void start", "inline void start"))
    for name in ("one.cu", "two.cu"):
        Path(name).write_text('#include "k.cuh"\n')
    ended = rewrite("one.cu", "two.cu", "--in-place", "-j2")
    assert ended.code == 0
    assert "3 files: 2 launches: 1 host, 1 guarded" in ended.err
    assert Path("k.cuh").read_text().count("#include <spawn/spawn.cuh>") == 1


def test_headers_are_written_before_their_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def record(outputs: list[Output]) -> tuple[str, ...]:
        order.extend(output.path for output in outputs)
        return ()

    monkeypatch.setattr("spawnc.commands.rewrite.write_outputs", record)
    Path("k.cuh").write_text("#pragma once\n" + CHILD)
    Path("main.cu").write_text('#include "k.cuh"\n' + GUARDED.removeprefix(CHILD))
    assert rewrite("main.cu", "--in-place").code == 0
    assert order == ["k.cuh", "main.cu"]


def test_units_that_disagree_about_a_header_are_told_apart() -> None:
    Path("k.cuh").write_text("#pragma once\n#ifdef ON\n" + GUARDED + "#endif\n")
    Path("one.cu").write_text('#define ON\n#include "k.cuh"\n')
    Path("two.cu").write_text('#include "k.cuh"\n')
    before = {name: Path(name).read_text() for name in files()}
    ended = rewrite("one.cu", "two.cu", "--in-place", "-j1")
    assert ended.code == 3
    assert "comes out differently for 'one.cu' and for 'two.cu'" in ended.err
    assert {name: Path(name).read_text() for name in files()} == before


def test_calls_of_the_device_runtime_in_a_header_come_out_the_same_for_all_sources() -> None:
    call = "__device__ int devices() {\n  int n;\n  return cudaGetDeviceCount(&n) ? -1 : n;\n}\n"
    Path("k.cuh").write_text("#pragma once\n" + call)
    Path("one.cu").write_text('#include "k.cuh"\n' + GUARDED)
    Path("two.cu").write_text('#include "k.cuh"\n__global__ void k(int* d) { *d = devices(); }\n')
    Path("three.cu").write_text('#include "k.cuh"\n')
    before = {name: Path(name).read_text() for name in files()}
    assert rewrite("two.cu", "three.cu", "--in-place", "-j1").code == 0
    assert {name: Path(name).read_text() for name in files()} == before
    assert rewrite("one.cu", "two.cu", "--in-place", "-j1").code == 0
    assert "devices() { using spawn::in_turn::cudaGetDeviceCount;\n" in Path("k.cuh").read_text()
    assert Path("one.cu").read_text().startswith("#include <spawn/queue.cuh>\n#include <spawn/in_turn.cuh>\n")


def test_parents_in_headers_have_no_queue_when_several_sources_may_read_them() -> None:
    kernels = GUARDED.partition("void start")[0]
    Path("k.cuh").write_text("#pragma once\n" + kernels)
    Path("one.cu").write_text('#include "k.cuh"\nvoid run(int* d) { parent<<<1, 32>>>(d, 1); }\n')
    Path("two.cu").write_text('#include "k.cuh"\n')
    assert rewrite("one.cu", "two.cu", "--carrier", "auto", "--out-root", "both", "-j1").code == 0
    assert "parent__queued" not in Path("both/k.cuh").read_text()
    assert rewrite("one.cu", "--carrier", "auto", "--out-root", "one", "-j1").code == 0
    assert "parent__queued" in Path("one/k.cuh").read_text()


def test_queues_of_one_unit_are_no_matter_of_a_header() -> None:
    Path("k.cuh").write_text("#pragma once\n" + GUARDED.partition("void start")[0])
    queue = GUARDED.replace("parent", "own_parent").replace("child", "own_child")
    Path("one.cu").write_text(f'#include "k.cuh"\n{queue}')
    Path("two.cu").write_text('#include "k.cuh"\n')
    assert rewrite("one.cu", "two.cu", "--in-place", "-j1", "--carrier", "auto").code == 0
    assert "#include <spawn/queue.cuh>" in Path("one.cu").read_text()
    assert "#include <spawn/spawn.cuh>" in Path("k.cuh").read_text()


def test_compile_commands() -> None:
    Path("build").mkdir()
    Path("macro.cu").write_text("#ifdef ON\n" + GUARDED + "#endif\n")
    entries = [
        {"directory": str(Path.cwd()), "file": name, "command": f"nvcc -DON -c {name} -o x.o"}
        for name in ("macro.cu", "nothing.cu")
    ]
    Path("build/compile_commands.json").write_text(json.dumps(entries))
    ended = rewrite("-p", "build", "--check", "-j1")
    assert ended.code == 1
    assert "macro.cu: 2 launches" in ended.err
    assert "nothing.cu: 0 launches" in ended.err
    assert rewrite("-p", "build", "--check", "nothing.cu").code == 0
    ended = rewrite("-p", "build", "--check", "guarded.cu")
    assert ended.code == 2
    assert "'guarded.cu' is not among the 2 CUDA sources" in ended.err
    # the nearest one above a source is found without -p
    assert rewrite("--check", "macro.cu").code == 0
    Path("build/compile_commands.json").rename("compile_commands.json")
    assert rewrite("--check", "macro.cu").code == 1


def test_same_file_twice_is_one_unit() -> None:
    assert rewrite("guarded.cu", "./guarded.cu", "-o", "-").out.count(b"#include <spawn/queue.cuh>") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["guarded.cu"], "where should the result go?"),
        (["--check"], "no source file is named"),
        (["guarded.cu", "-o", "x.cu", "--in-place"], "-o and --in-place exclude each other"),
        (["guarded.cu", "--out-root", "x", "--diff"], "--out-root and --diff exclude each other"),
        (["guarded.cu", "-o", "-", "--check"], "-o and --check exclude each other"),
        (["guarded.cu", "nothing.cu", "-o", "x.cu"], "-o takes one FILE"),
        (["guarded.cu", "-o", "./guarded.cu"], "is the source itself"),
        (["guarded.cu", "-o", "."], "is a folder"),
        (["guarded.cu", "-o", "none/x.cu"], "its folder does not exist"),
        (["guarded.cu", "--out-root", "."], "is the project's folder itself"),
        (["guarded.cu", "--out-root", "nothing.cu"], "is not a folder"),
        (["guarded.cu", "--out-root", "nothing.cu/x"], "Not a directory"),
        (["guarded.cu", "--check", "--in-root", "none"], "no such folder"),
        (["guarded.cu", "--check", "--in-root", "/usr"], "is not in the folder of --in-root"),
        (["guarded.cu", "--check", "-q", "-v"], "-q and -v exclude each other"),
        (["guarded.cu", "--check", "-p", ".", "--", "-DX"], "exclude each other"),
        (["guarded.cu", "--check", "-p", "."], "compile_commands.json"),
        (["guarded.cu", "--check", "--policy", "sometimes"], "unknown policy 'sometimes'"),
        (["guarded.cu", "--check", "--policy", "threshold"], "unknown policy 'threshold'"),
        (["guarded.cu", "--check", "--headers", "no"], "unknown choice 'no'"),
        (["guarded.cu", "--check", "--carrier", "no"], "carrier: unknown choice 'no'"),
        (["guarded.cu", "--check", "--site-policy", "guarded.cu=never"], "does not read as FILE:LINE=POLICY"),
        (["guarded.cu", "--check", "--site-policy", "guarded.cu:1=never"], "there is no launch"),
        (
            ["guarded.cu", "--check", "--site-policy", "guarded.cu:3=never", "--site-policy", "guarded.cu:3=always"],
            "two policies",
        ),
        (["guarded.cu", "--check", "--chek"], "No such option"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    before = files()
    ended = rewrite(*arguments)
    assert ended.code == 2
    assert said in ended.err
    assert ended.out == b""
    assert "Traceback" not in ended.err
    assert files() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "is a directory"), (b"\x7fELF\0\0", "NUL bytes"), (b'#include "none.h"\n', "none.h")],
    ids=["folder", "binary", "missing header"],
)
def test_unreadable_sources(content: bytes | None, said: str) -> None:
    if content is None:
        Path("bad.cu").mkdir()
    else:
        Path("bad.cu").write_bytes(content)
    ended = rewrite("bad.cu", "--check")
    assert ended.code == 3
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_empty_file() -> None:
    Path("empty.cu").write_bytes(b"")
    ended = rewrite("empty.cu", "-o", "out.cu")
    assert (ended.code, ended.summary()) == (0, "empty.cu: 0 launches: 0 host, 0 guarded, 0 kept, 0 refused")
    assert Path("out.cu").read_bytes() == b""


def test_bug_asks_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("broken promise")

    monkeypatch.setattr("spawnc.pipeline.rewrite_unit", fail)
    ended = rewrite("guarded.cu", "--check")
    assert ended.code == 4
    assert "spawnc itself failed: guarded.cu: AssertionError: broken promise" in ended.err
    assert "please report" in ended.err
    assert "Traceback" not in ended.err
    assert "Traceback" in rewrite("guarded.cu", "--check", "-v").err


def test_failure_while_writing_leaves_every_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("other.cu").write_text(GUARDED)
    monkeypatch.setattr("spawnc.write.os.access", lambda path, _: Path(path).name != "other.cu")
    before = files()
    ended = rewrite("guarded.cu", "other.cu", "--in-place", "-j1")
    assert ended.code == 2
    assert "can't write 'other.cu': the file is write-protected" in ended.err
    assert Path("guarded.cu").read_text() == GUARDED
    assert files() == before


def test_missing_libclang() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "spawnc", "rewrite", "--check", "guarded.cu"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SPAWNC_LIBCLANG": "/none/libclang.so"},
    )
    assert ended.returncode == 5
    assert "libclang can't be loaded" in ended.stderr
    assert "hint: pip install libclang" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("names", [["slow.cu"], ["slow.cu", "slower.cu", "-j2"]], ids=["one", "two processes"])
def test_interrupt_is_quiet(names: list[str]) -> None:
    # pipes that nobody writes to: reading them waits, as large sources would
    os.mkfifo("slow.cu")
    os.mkfifo("slower.cu")
    process = subprocess.Popen(
        [sys.executable, "-m", "spawnc", "rewrite", "--check", *names], stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "spawnc: error: interrupted\n"
