"""What the compiler launcher executes, with a compiler that only writes down how it was called."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spawnc.build import include_dir

DEVICE = """\
#include "k.cuh"
__global__ void parent(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
"""
HEADER = "#pragma once\nstatic __global__ void child(int* d) { d[threadIdx.x] += 1; }\n"
HOST = "__global__ void k(int* d) { d[0] = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n"

#: Writes its arguments, one a line, and the text of its first source; ends with $STATUS when that is in its sources.
COMPILER = """\
#!/bin/sh
printf '%s\\n' "$@" >> called
echo -- >> called
echo said
echo complained >&2
for word; do
  case $word in
    *.cu) if [ -n "$FAIL" ] && grep -q "$FAIL" "$word"; then exit 3; fi ;;
  esac
done
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SPAWNC_FLAGS", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
        monkeypatch.delenv(name, raising=False)
    Path("nvcc").write_text(COMPILER)
    Path("nvcc").chmod(0o755)
    Path("src").mkdir()
    Path("src/a.cu").write_text(DEVICE)
    Path("src/k.cuh").write_text(HEADER)
    Path("host.cu").write_text(HOST)


def launch(*arguments: str, own: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    Path("called").unlink(missing_ok=True)
    command = [sys.executable, "-m", "spawnc", "cc", *own, "--", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(include_dir().parent.parent)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def calls() -> list[list[str]]:
    text = Path("called").read_text()
    return [call.splitlines() for call in text.split("--\n")[:-1]]


def test_graphs_need_no_relocatable_code() -> None:
    text = (
        "__global__ void k(int* d) { d[0] = 1; }\nvoid f(int* d) { %s for (int i = 0; i < 9; i++) k<<<1, 1>>>(d); }\n"
    )
    Path("loop.cu").write_text(text % "")
    Path("asked.cu").write_text(text % "\n#pragma spawn graph\n")

    def is_rewritten(source: str, *own: str) -> bool:
        assert launch("./nvcc", "-c", source, "-o", "loop.o", own=own).returncode == 0
        return any(word.startswith("loop.o.spawnc") for word in calls()[0])

    assert not is_rewritten("loop.cu")
    assert is_rewritten("loop.cu", "--graphs")
    assert is_rewritten("asked.cu")
    Path("spawnc.toml").write_text("graphs = true\n")
    assert is_rewritten("loop.cu")


def test_graphs_of_several_sources() -> None:
    """One of them is compiled as part of the other, too: it gets no graphs, which would be missing there."""
    loop = "void %s(int* d) { for (int i = 0; i < 9; i++) k<<<1, 1>>>(d); }\n"
    Path("k.cu").write_text("static __global__ void k(int* d) { d[0] = 1; }\n" + loop % "f")
    Path("main.cu").write_text('#define f g\n#include "k.cu"\n#undef f\n' + loop % "main_loop" + "int main() {}\n")
    done = launch("./nvcc", "main.cu", "k.cu", "-o", "p", own=("--graphs",))
    assert done.returncode == 0, done.stderr
    assert "k.cu:2:18: warning: no graph: a source that another one includes" in done.stderr
    assert "spawn::Region" in Path("p.spawnc/main.cu").read_text()
    assert "spawn::Region" not in Path("p.spawnc/k.cu").read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["-rdc=true", "-dryrun", "src/a.cu"],
        ["a.o", "b.a", "-o", "app", "-lcudadevrt"],
        ["-rdc=true", "-c", "host.cu", "-o", "host.o"],
        ["-rdc=true", "-c", "missing.cu", "-o", "a b.o"],
        # no device launches without -rdc=true
        ["-c", "src/a.cu", "-o", "a.o"],
        ["-x", "c++", "-c", "main.cpp"],
        ["-rdc=true", "@missing.txt", "-c", "src/a.cu"],
        ["-rdc=true", "-c", "src/a.cu", "-o"],
        ["-dc", "-run", "src/a.cu"],
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_executed_as_given(arguments: list[str]) -> None:
    done = launch("./nvcc", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, "said\n", "complained\n")
    assert calls() == [arguments]
    assert not list(Path().rglob("*.spawnc"))


def test_the_copy_is_compiled_in_place_of_the_source() -> None:
    done = launch("./nvcc", "-dc", "-DN=1", "src/a.cu", "-o", "out.o")
    assert (done.returncode, done.stdout, done.stderr) == (0, "said\n", "complained\n")
    assert calls() == [["-dc", "-DN=1", "out.o.spawnc/a.cu", "-o", "out.o", f"-I{include_dir()}"]]
    copy = Path("out.o.spawnc/a.cu").read_text()
    assert copy.startswith('#line 1 "src/a.cu"\n')
    assert "child__spawn(" in copy
    assert "child__thread(" in Path("out.o.spawnc/k.cuh").read_text()
    assert Path("src/a.cu").read_text() == DEVICE


@pytest.mark.parametrize(
    ("arguments", "folder"),
    [
        (["-dc", "src/a.cu"], "a.cu.spawnc"),
        (["-dc", "src/a.cu", "-odir", "objects"], "objects/a.cu.spawnc"),
        (["-dc", "src/a.cu", "--output-file=x/y.o"], "x/y.o.spawnc"),
        (["-rdc=true", "-x", "cu", "a.cpp", "-ptx", "-o", "a.ptx"], "a.ptx.spawnc"),
        (["@flags.txt", "-o", "a.o"], "a.o.spawnc"),
        (["--options-file", "flags.txt", "-o", "a.o"], "a.o.spawnc"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_where_copies_go(arguments: list[str], folder: str) -> None:
    Path("a.cpp").write_text(DEVICE.replace("k.cuh", "src/k.cuh"))
    Path("flags.txt").write_text('-dc "src/a.cu" -DX')
    assert launch("./nvcc", *arguments).returncode == 0
    (call,) = calls()
    assert any(word.startswith(f"{folder}/") and word.endswith(("a.cu", "a.cpp")) for word in call)


def test_several_sources_of_a_program() -> None:
    Path("b.cu").write_text(DEVICE.replace("k.cuh", "src/k.cuh").replace("parent", "other"))
    done = launch("./nvcc", "-rdc=true", "src/a.cu", "b.cu", "host.cu", "x.o", "-o", "app")
    assert (done.returncode, done.stderr) == (0, "complained\n")
    (call,) = calls()
    assert call[1:5] == ["app.spawnc/src/a.cu", "app.spawnc/b.cu", "app.spawnc/host.cu", "x.o"]


def test_headers_are_found_where_the_original_finds_them() -> None:
    for name in ("include", "lib", "other", "detail"):
        Path(name).mkdir()
    Path("include/k.cuh").write_text(HEADER.replace("once\n", 'once\n#include "../lib/../include/common.h"\n'))
    Path("include/common.h").write_text('#pragma once\n#include <user.h>\n#include "first.h"\n')
    Path("include/first.h").write_text("#pragma once\n")
    # includes a changed header by its own folder, so it has to be copied too
    Path("include/user.h").write_text('#pragma once\n#include "k.cuh"\n')
    # of no concern: found along -I, and includes nothing that changes
    Path("other/plain.h").write_text('#pragma once\n#include "inner.h"\n')
    Path("other/inner.h").write_text("#pragma once\n")
    Path("src/k.cuh").unlink()
    Path("src/a.cu").write_text("#include <plain.h>\n" + DEVICE.replace('"k.cuh"', "<k.cuh>"))
    done = launch("./nvcc", "-dc", "-Iother", "-I", "include", "-include", "include/first.h", "src/a.cu", "-o", "a.o")
    assert (done.returncode, done.stderr) == (0, "complained\n")
    (call,) = calls()
    spawn = "a.o.spawnc"
    expected = ["-dc", "-Iother", f"-I{spawn}/include", "-Iinclude", "-include", f"{spawn}/include/first.h"]
    assert call[: len(expected)] == expected
    copied = {str(path.relative_to(spawn)) for path in Path(spawn).rglob("*") if path.is_file()}
    assert copied == {"src/a.cu", "include/k.cuh", "include/common.h", "include/user.h", "include/first.h"}
    # "../lib/../include" passes through it
    assert Path(spawn, "lib").is_dir()


def test_include_paths_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NVCC_PREPEND_FLAGS", "-Isrc")
    Path("a.cu").write_text(DEVICE.replace('"k.cuh"', "<k.cuh>"))
    assert launch("./nvcc", "-dc", "a.cu", "-o", "a.o").returncode == 0
    assert calls()[0][:2] == ["-Ia.o.spawnc/src", "-Isrc"]


def test_a_header_that_moved_leaves_no_copy() -> None:
    launch("./nvcc", "-dc", "-Iinclude", "src/a.cu", "-o", "a.o")
    Path("include").mkdir()
    Path("src/k.cuh").rename("include/k.cuh")
    launch("./nvcc", "-dc", "-Iinclude", "src/a.cu", "-o", "a.o")
    assert [str(path) for path in Path("a.o.spawnc").rglob("k.cuh")] == ["a.o.spawnc/include/k.cuh"]


def test_files_of_others_stay() -> None:
    Path("a.o.spawnc").mkdir()
    Path("a.o.spawnc/notes.txt").write_text("mine\n")
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert Path("a.o.spawnc/a.cu").exists()
    assert Path("a.o.spawnc/notes.txt").read_text() == "mine\n"


def test_equal_copies_are_not_written_again() -> None:
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    before = Path("a.o.spawnc/a.cu").stat()
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    after = Path("a.o.spawnc/a.cu").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPAWNC_FLAGS", "--policy=always --site-policy a.cu:2=never")
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert "spawn::never()" in Path("a.o.spawnc/a.cu").read_text()
    monkeypatch.setenv("SPAWNC_FLAGS", "--policy=always")
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o", own=("--policy", "threshold=9"))
    assert "spawn::threshold(9)" in Path("a.o.spawnc/a.cu").read_text()


def test_carrier(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path("src/a.cu").read_text() + "void run(int* d) { parent<<<1, 1>>>(d); }\n"
    Path("src/a.cu").write_text(text)
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o", own=("--carrier=auto",))
    assert "parent__queued" in Path("a.o.spawnc/a.cu").read_text()
    monkeypatch.setenv("SPAWNC_FLAGS", "--carrier queue")
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o", own=("--carrier=launch",))
    assert "parent__queued" not in Path("a.o.spawnc/a.cu").read_text()


def test_configuration_file() -> None:
    Path("spawnc.toml").write_text('policy = "always"\n')
    launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert "spawn::always()" in Path("a.o.spawnc/a.cu").read_text()


@pytest.mark.parametrize(
    ("own", "arguments", "message"),
    [
        (("--polcy=always",), ["./nvcc"], "unknown option '--polcy=always'"),
        (("--policy=sometimes",), ["./nvcc", "-dc", "src/a.cu"], "unknown policy 'sometimes'"),
        (("--on-error=ignore",), ["./nvcc", "-dc", "src/a.cu"], "--on-error: unknown choice 'ignore'"),
        (("--policy",), ["./nvcc"], "option '--policy' needs a value"),
        ((), [], "no compiler is named"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage(own: tuple[str, ...], arguments: list[str], message: str) -> None:
    if own == ("--policy",):
        done = subprocess.run(
            [sys.executable, "-m", "spawnc", "cc", "--policy"], capture_output=True, text=True, check=False
        )
    else:
        done = launch(*arguments, own=own)
    assert done.returncode == 2
    assert message in done.stderr
    assert not Path("called").exists()


def test_a_compiler_that_is_missing() -> None:
    assert launch("./missing", "-dc", "host.cu").returncode == 127
    assert launch("./missing", "-dc", "src/a.cu").returncode == 127
    assert launch("./src", "-dc", "src/a.cu").returncode == 126


def test_a_source_that_cannot_be_read_is_compiled_as_it_was() -> None:
    Path("src/a.cu").write_text('#include "nowhere.h"\n' + DEVICE)
    done = launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert done.returncode == 0
    assert calls() == [["-dc", "src/a.cu", "-o", "a.o"]]
    assert done.stderr.count("warning") == 1
    assert "src/a.cu: warning: compiled as it was, its device launches unguarded: src/a.cu:1:10" in done.stderr
    done = launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o", own=("--on-error=fail",))
    assert done.returncode == 3
    assert "error: src/a.cu: can't be rewritten: src/a.cu:1:10" in done.stderr
    assert not Path("called").exists()


def test_an_older_standard_is_compiled_as_it_was() -> None:
    done = launch("./nvcc", "-dc", "-std=c++14", "src/a.cu", "-o", "a.o")
    assert calls() == [["-dc", "-std=c++14", "src/a.cu", "-o", "a.o"]]
    assert "rewritten code needs C++17" in done.stderr


def test_a_copy_that_does_not_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIL", "spawn::")
    done = launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert done.returncode == 0
    assert [call[1] for call in calls()] == ["a.o.spawnc/a.cu", "src/a.cu"]
    assert "the rewritten copy in 'a.o.spawnc' does not compile" in done.stderr
    assert launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o", own=("--on-error=fail",)).returncode == 3


def test_the_users_own_mistake_is_told_by_the_compiler_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIL", "parent")
    done = launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert (done.returncode, done.stdout, done.stderr) == (3, "said\n", "complained\n")


def test_refusals_are_warnings() -> None:
    Path("src/k.cuh").write_text(HEADER.replace("d[threadIdx.x] += 1;", "__syncwarp(); d[threadIdx.x] += 1;"))
    done = launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
    assert calls() == [["-dc", "src/a.cu", "-o", "a.o"]]
    assert "src/a.cu:2:34: warning:" in done.stderr
    assert "warning" not in launch("./nvcc", "-dc", "-w", "src/a.cu", "-o", "a.o").stderr


def test_whoever_ends_the_launcher_ends_the_compiler(tmp_path: Path) -> None:
    Path("nvcc").write_text("#!/bin/sh\necho $$ > started\nexec sleep 60\n")
    command = [sys.executable, "-m", "spawnc", "cc", "--", "./nvcc", "-dc", "src/a.cu", "-o", "a.o"]
    process = subprocess.Popen(command)
    started = tmp_path / "started"
    deadline = time.monotonic() + 60
    while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


def test_the_same_text_wherever_it_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for place in ("one", "two/deeper"):
        (tmp_path / place / "src").mkdir(parents=True)
        for name in ("src/a.cu", "src/k.cuh", "nvcc"):
            (tmp_path / place / name).write_bytes((tmp_path / name).read_bytes())
        (tmp_path / place / "nvcc").chmod(0o755)
        monkeypatch.chdir(tmp_path / place)
        launch("./nvcc", "-dc", "src/a.cu", "-o", "a.o")
        texts.append({str(path): path.read_bytes() for path in Path("a.o.spawnc").rglob("*.cu*")})
    assert texts[0] == texts[1]
    assert len(texts[0]) == 2
    assert not any(os.fsencode(tmp_path) in text for text in texts[0].values())
