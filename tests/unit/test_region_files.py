"""`spawnc rewrite --graphs`: the same text whichever way it is written, one text for a file that several units read."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spawnc.cli import app

KERNELS = """\
__global__ void step(float* x, int* again) { *again = x[0] > 1; x[0] *= 0.5f; }
__global__ void scale(float* x, float by) { x[threadIdx.x] *= by; }
__global__ void child(float* x) { x[threadIdx.x] += 1; }
__global__ void parent(float* x) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(x); }
"""
LOOP = """\
void solve(float* x, int* d_again) {
  int again = 1;
  while (again) {
    step<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
"""
SEQUENCE = """\
void three(float* x) {
\tscale<<<1, 32>>>(x, 2);
#ifdef TIMING
\tabort();
#endif
\tscale<<<1, 32>>>(x, FACTOR);  // \xe9
\tscale<<<1, 32>>>(x, 4);
}
"""
FLAGS = ("--", "-DFACTOR=3")
SHARED = "line 6: no graph: a source that another one includes, or that is compiled in several ways, can't be recorded"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> tuple[int, bytes, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout_bytes, result.stderr


def sources() -> list[str]:
    """Every line ending, with and without a byte-order mark and a last newline, in a folder of their own."""
    text = (KERNELS + SEQUENCE + LOOP).encode("latin-1")
    variants = {
        "lf": text,
        "crlf": text.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + text.replace(b"\xe9", b"\xc3\xa9"),
        "end": text.rstrip(b"\n"),
    }
    Path("in").mkdir()
    for name, data in variants.items():
        Path("in", f"{name}.cu").write_bytes(data)
    return [f"in/{name}.cu" for name in variants]


def test_every_way_to_write_gives_the_same_text() -> None:
    names = sources()
    code, patch, _ = call("rewrite", "--graphs", "--diff", "-q", *names, *FLAGS)
    assert code == 0
    for folder, jobs in (("one", "-j1"), ("many", "-j4")):
        assert call("rewrite", "--graphs", jobs, "--out-root", folder, "--in-root", ".", *names, *FLAGS)[0] == 0
    for name in names:
        assert call("rewrite", "--graphs", name, "-o", "alone.cu", *FLAGS)[0] == 0
        alone = Path("alone.cu").read_bytes()
        assert alone.count(b"spawn::Region spawn_region_") == 2
        assert alone == Path("one", name).read_bytes() == Path("many", name).read_bytes()
    assert call("rewrite", "--graphs", "--in-place", *names, *FLAGS)[0] == 0
    in_place = {name: Path(name).read_bytes() for name in names}
    assert in_place == {name: Path("one", name).read_bytes() for name in names}
    crlf = in_place["in/crlf.cu"]
    assert crlf.count(b"\n") == crlf.count(b"\r\n")
    # back to what there was, by the patch that was shown
    subprocess.run(["patch", "--binary", "-R", "-s", "-p0"], input=patch, check=True)
    assert Path("in/lf.cu").read_bytes() == (KERNELS + SEQUENCE + LOOP).encode("latin-1")


@pytest.mark.parametrize("options", [("--graphs",), (), ("--graphs", "--no-line-directives"), ("--carrier", "launch")])
def test_a_second_time_changes_nothing(options: tuple[str, ...]) -> None:
    names = sources()[:2]
    first = ("--graphs", *(option for option in options if option != "--graphs"))
    assert call("rewrite", *first, "--in-place", *names, *FLAGS)[0] == 0
    written = {name: Path(name).read_bytes() for name in names}
    assert call("rewrite", *options, "--check", *names, *FLAGS)[0] == 0
    assert call("rewrite", *options, "--in-place", *names, *FLAGS)[0] == 0
    assert {name: Path(name).read_bytes() for name in names} == written


def test_what_was_written_is_left_as_it_is() -> None:
    """Also where the second run asks for more: graphs beside guarded launches, guards beside graphs."""
    Path("guarded.cu").write_text(KERNELS + LOOP)
    assert call("rewrite", "guarded.cu", "--in-place")[0] == 0
    graphs = (KERNELS + LOOP).replace("child<<<1, 32, 0, cudaStreamFireAndForget>>>(x);", "x[0] = 1;")
    Path("graphs.cu").write_text(graphs)
    assert call("rewrite", "--graphs", "graphs.cu", "--in-place")[0] == 0
    text = Path("graphs.cu").read_text().replace("x[0] = 1;", "child<<<1, 32, 0, cudaStreamFireAndForget>>>(x);")
    Path("graphs.cu").write_text(text)
    code, patch, said = call("rewrite", "--graphs", "-v", "guarded.cu", "graphs.cu", "--diff")
    assert (code, patch) == (0, b"")
    assert said.count("already rewritten by spawnc: left as it is [SP022]") == 2


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_a_source_that_another_one_includes(jobs: str) -> None:
    """Its graphs would be missing in what the other one makes of it."""
    Path("k.cu").write_text(KERNELS + LOOP)
    Path("main.cu").write_text('#include "k.cu"\n' + LOOP.replace("solve", "again_and_again"))
    code, _, said = call("rewrite", "--graphs", jobs, "--out-root", "out", "main.cu", "k.cu")
    assert code == 0, said
    assert "k.cu:7:3: warning: no graph: a source that another one includes" in said
    assert "spawn_region_4(" in Path("out/main.cu").read_text()
    # guarded, but no graph
    assert "child__spawn" in Path("out/k.cu").read_text()
    assert "spawn::Region" not in Path("out/k.cu").read_text()
    # by itself, it has some
    assert "spawn::Region" in call("rewrite", "--graphs", "k.cu", "-o", "-")[1].decode()
    # an inclusion that is no obstacle
    Path("main.cu").write_text("int main() {}\n")
    assert call("rewrite", "--graphs", jobs, "--out-root", "apart", "main.cu", "k.cu")[0] == 0
    assert "spawn::Region" in Path("apart/k.cu").read_text()


def compile_commands(*flags: list[str]) -> None:
    entries = [
        {"directory": str(Path.cwd()), "file": "a.cu", "arguments": ["nvcc", "-c", "a.cu", "-o", f"{index}.o", *words]}
        for index, words in enumerate(flags)
    ]
    Path("compile_commands.json").write_text(json.dumps(entries))


def test_a_source_that_is_compiled_in_several_ways() -> None:
    Path("a.cu").write_text(KERNELS + SEQUENCE.replace("\xe9", ""))
    compile_commands(["-DFACTOR=3", "-arch=sm_90"], ["-DFACTOR=4", "-arch=sm_80"])
    assert call("rewrite", "--graphs", "-p", ".", "a.cu", "--out-root", "same")[0] == 0
    assert "#if SPAWN_GRAPHS && !defined(TIMING)" in Path("same/a.cu").read_text()
    # one of them has no graph there, or another one
    compile_commands(["-DFACTOR=3"], ["-DFACTOR=3", "-DTIMING"])
    code, _, said = call("rewrite", "--graphs", "-p", ".", "a.cu", "--out-root", "other")
    assert code == 0, said
    assert "spawn::Region" not in Path("other/a.cu").read_text()
    shown = call("list", "--graphs", "-p", ".", "a.cu")[1].decode()
    assert SHARED in shown
    assert "1 region of host code: 0 graph, 0 possible, 0 kept, 1 refused" in shown
