"""Children that other sources of a run define: when their text is borrowed, and why not."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from spawnc.command import parse_command
from spawnc.report.inventory import Site, Verdict
from spawnc.requests import UnitRequest, select_units
from spawnc.settings import Settings
from spawnc.units import UnitResult, merge_files, run_units
from tests.projects.building import run

HEADER = """\
#pragma once
#define FACTOR 3.0f
struct Range { int begin, end; };
__device__ inline float twice(float x) { return x * 2; }
__global__ void scale(float* v, Range range);
"""
KERNELS = """\
#include "common.cuh"
__global__ void scale(float* v, Range range) {
  const int i = range.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < range.end) v[i] = twice(v[i]) + FACTOR;
}
"""
MAIN = """\
#include "common.cuh"
__global__ void drive(float* v, int n) {
  scale<<<(n + 255) / 256, 256, 0, cudaStreamFireAndForget>>>(v, Range{0, n});
}
void go(float* v) { drive<<<1, 1>>>(v, 1024); }
"""


def results(
    folder: Path,
    *,
    header: str = HEADER,
    kernels: str = KERNELS,
    main: str = MAIN,
    flags: Sequence[Sequence[str]] = ((), ()),
) -> tuple[UnitResult, ...]:
    """A run over main.cu and kernels.cu, each with its flags."""
    for name, text in (("common.cuh", header), ("kernels.cu", kernels), ("main.cu", main)):
        (folder / name).write_text(text, newline="")
    requests = []
    for name, own in zip(("main.cu", "kernels.cu"), flags, strict=True):
        path = folder / name
        requests.append(UnitRequest(str(path), parse_command(["nvcc", "-c", *own], sources=[path], environment={})))
    outcomes = run_units(requests, Settings(in_root=str(folder)), jobs=1)
    assert all(isinstance(outcome, UnitResult) for outcome in outcomes), outcomes
    return tuple(outcome for outcome in outcomes if isinstance(outcome, UnitResult))


def launch(found: Sequence[UnitResult]) -> Site:
    return next(site for site in found[0].inventory.sites if site.verdict is not Verdict.HOST)


def with_lines(text: str, after: str, more: str) -> str:
    assert after in text
    return text.replace(after, after + more, 1)


INCLUDE = '#include "common.cuh"\n'


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"main": MAIN.replace("\n", "\r\n"), "kernels": KERNELS.replace("\n", "\r\n")},
        # a device variable is one, whoever defines it
        {
            "header": HEADER + "extern __device__ float bias;\n",
            "kernels": with_lines(KERNELS, INCLUDE, "__device__ float bias;\n").replace("FACTOR", "bias"),
        },
        {"kernels": KERNELS.replace("FACTOR", "sqrtf(v[i]) + min(i, 3) + [](float x) { return x; }(v[i])")},
        {
            "header": HEADER.replace("#pragma once\n", "#pragma once\n#include <cassert>\n"),
            "kernels": KERNELS.replace("  if (", "  assert(i >= 0);\n  if ("),
        },
        # another function of the name, which nobody means
        {"main": with_lines(MAIN, INCLUDE, "__device__ float twice(const char* text);\n")},
        {"main": MAIN + "#if __CUDA_ARCH__ >= 800\n__device__ int newer() { return 1; }\n#endif\n"},
        {"kernels": KERNELS.replace("  if (", "#if __CUDA_ARCH__ >= 800\n  v[0] = 1;\n#endif\n  if (")},
        {
            "header": HEADER.replace("__global__", "namespace a { namespace b {\n__global__") + "}}\n",
            "kernels": KERNELS.replace("__global__", "namespace a::b {\n__global__") + "}\n",
            "main": MAIN.replace("scale<<<", "a::b::scale<<<"),
        },
        {"main": MAIN.replace("__global__", "namespace app {\n__global__").replace("}\nvoid", "}\n}\nvoid").replace(
            "{ drive", "{ app::drive"
        )},
    ],
)  # fmt: skip
def test_borrowed(tmp_path: Path, texts: dict[str, str]) -> None:
    found = results(tmp_path, **texts)
    assert launch(found).verdict is Verdict.GUARDED, launch(found).why
    (place,) = launch(found).child_places
    assert Path(place.location.path).name == "kernels.cu"
    assert b"void scale(float* v, Range range)" in place.line
    changed = {Path(file.path).name: file for file in merge_files(found) if file.is_changed}
    assert changed.keys() == {"main.cu"}
    # the file's own bytes are all that a report sees of it
    assert changed["main.cu"].original == (tmp_path / "main.cu").read_bytes()
    assert b"void scale(float* v, Range range) {" not in changed["main.cu"].rewritten
    assert changed["main.cu"].rewritten.endswith(changed["main.cu"].original[-8:])


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (
            {"kernels": with_lines(KERNELS, INCLUDE, "__device__ float own;\n").replace("FACTOR", "own")},
            "'own' does not mean the same here",
        ),
        (
            {
                "kernels": with_lines(KERNELS, INCLUDE, "using Real = float;\n").replace("twice(v", "Real(v"),
                "main": with_lines(MAIN, INCLUDE, "using Real = double;\n"),
            },
            "'Real' does not mean the same here",
        ),
        (
            {
                "kernels": KERNELS.replace("twice(v[i])", "twice(i)"),
                "main": with_lines(MAIN, INCLUDE, "__device__ float twice(int x) { return 7; }\n"),
            },
            "'twice' does not mean the same here",
        ),
        # the body would see it at the end of the file, but not before the launch
        (
            {
                "kernels": with_lines(KERNELS, INCLUDE, "#include <cfloat>\n").replace("FACTOR", "FLT_MAX"),
                "main": MAIN + "#include <cfloat>\n",
            },
            "does not mean the same here",
        ),
        (
            {"header": HEADER + "static __device__ float total;\n", "kernels": KERNELS.replace("FACTOR", "total")},
            "each source has a variable 'total' of its own",
        ),
        ({"main": "#define FACTOR 4\n" + MAIN}, "the macro 'FACTOR' of 'main.cu' may be in it"),
        (
            {"kernels": with_lines(KERNELS, INCLUDE, "#undef FACTOR\n#define FACTOR 4\n")},
            "the macro 'FACTOR' of 'kernels.cu' may be in it",
        ),
        (
            {"main": "#pragma pack(1)\n" + MAIN, "header": HEADER.replace("int begin", "char mark; int begin")},
            "'Range' in a header that both read is not the same here",
        ),
        ({"header": HEADER.replace("x * 2", "x * threadIdx.x")}, "it calls 'twice', which needs to know its thread"),
        ({"kernels": KERNELS.replace("  if (", "#define ONE 1\n  if (")}, "there is an #define in it"),
        ({"kernels": KERNELS.replace("  if (", "  extern __shared__ int s[];\n  if (")}, "it names something extern"),
        ({"header": HEADER.replace("Range range)", "Range range = {})")}, "it has default arguments"),
        (
            {
                "header": HEADER.replace("__global__", 'extern "C" __global__'),
                "kernels": KERNELS.replace("__global__", 'extern "C" __global__'),
            },
            "it has C linkage",
        ),
        ({"main": MAIN.rstrip()}, "'main.cu' does not end with a line ending"),
        ({"flags": ((), ("-use_fast_math",))}, "it is compiled with other options"),
        (
            {
                "main": MAIN + "#if __CUDA_ARCH__ >= 700\n__device__ int newer;\n#endif\n",
                "header": HEADER + "#if __CUDA_ARCH__ >= 800\nstruct Newer {};\n#endif\n",
            },
            "the two sources ask for __CUDA_ARCH__ in other ways",
        ),
        (
            {"header": HEADER + "__device__ inline void go(float* v) { scale<<<1, 1>>>(v, Range{0, 1}); }\n"},
            "a header launches it, which other sources may read",
        ),
    ],
)
def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: dict[str, str], why: str) -> None:
    monkeypatch.chdir(tmp_path)
    site = launch(results(tmp_path, **texts))
    assert site.rule == "SP028"
    assert (
        why.replace("'main.cu'", f"'{tmp_path}/main.cu'").replace("'kernels.cu'", f"'{tmp_path}/kernels.cu'")
        in site.why
    )


@pytest.mark.parametrize(
    ("options", "verdict"),
    [(("-O3", ""), Verdict.GUARDED), (("", "-O3"), Verdict.GUARDED), (("-O3", "-G"), Verdict.REFUSED)],
)
def test_a_source_that_is_compiled_several_times(tmp_path: Path, options: Sequence[str], verdict: Verdict) -> None:
    results(tmp_path)
    commands = ["nvcc -c main.cu", *(f"nvcc {each} -c kernels.cu" for each in options)]
    entries = [{"directory": str(tmp_path), "file": text.split()[-1], "command": text} for text in commands]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    outcomes = run_units(select_units((), build=str(tmp_path)), Settings(in_root=str(tmp_path)), jobs=1)
    assert launch([outcome for outcome in outcomes if isinstance(outcome, UnitResult)]).verdict is verdict


def test_headers_in_another_order(tmp_path: Path) -> None:
    (tmp_path / "more.cuh").write_text("#pragma once\n#ifndef FACTOR\n#define FACTOR 5\n#endif\n")
    more = '#include "more.cuh"\n'
    texts = {"main": more + MAIN, "kernels": with_lines(KERNELS, INCLUDE, more)}
    assert "the two sources include their headers in another order" in launch(results(tmp_path, **texts)).why
    texts = {"main": with_lines(MAIN, INCLUDE, more), "kernels": with_lines(KERNELS, INCLUDE, more)}
    assert launch(results(tmp_path, **texts)).verdict is Verdict.GUARDED


def test_a_body_that_has_no_serial_form_is_refused_for_what_it_does(tmp_path: Path) -> None:
    site = launch(results(tmp_path, kernels=KERNELS.replace("  if (", "  __syncwarp();\n  if (")))
    assert site.rule == "SP030"
    assert site.message is not None
    assert "kernels.cu" in site.message.notes[0].place.location.path


def test_a_source_alone_has_nothing_to_borrow(tmp_path: Path) -> None:
    results(tmp_path)
    said = run(sys.executable, "-m", "spawnc", "list", "main.cu", cwd=tmp_path)
    assert "refused SP015" in said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_whole_project(tmp_path: Path, jobs: str) -> None:
    results(tmp_path)
    entries = [
        {"directory": str(tmp_path), "file": name, "command": f"nvcc -rdc=true -c {name} -o {name}.o"}
        for name in ("main.cu", "kernels.cu")
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    rewrite = (sys.executable, "-m", "spawnc", "rewrite", "-p", ".", "--out-root", "out", "-j", jobs)
    run(*rewrite, cwd=tmp_path)
    assert "scale__spawn" in (tmp_path / "out" / "main.cu").read_text()
    assert (tmp_path / "out" / "kernels.cu").read_text() == KERNELS
    # as CMake's REPORT has it: the compiler launcher sees one source at a time
    listing = (sys.executable, "-m", "spawnc", "list", "-p", ".", "-j", jobs)
    assert "guarded SP001" in run(*listing, cwd=tmp_path)
    assert "refused SP015" in run(*listing, "--each-alone", cwd=tmp_path)


#: Prints the sum of what the children wrote.
PROGRAM = """
#include <cstdio>
int main() {
  float* v;
  cudaMallocManaged(&v, 1024 * sizeof(float));
  for (int i = 0; i < 1024; ++i) v[i] = i;
  go(v);
  const cudaError_t error = cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 1024; ++i) sum += v[i];
  std::printf("%d %.0f\\n", error, sum);
}
"""


def test_answers_are_the_same(tmp_path: Path) -> None:
    results(tmp_path, main=MAIN + PROGRAM)
    command = (sys.executable, "-m", "spawnc", "run", "--on", "cpu", "-q", "main.cu", "kernels.cu")
    answers = {
        run(*command, *options, cwd=tmp_path, more={"SPAWN_POLICY": policy})
        for options, policy in ((("--original",), "spawn"), ((), "always"), ((), "never"))
    }
    assert answers == {"0 1050624\n"}


@pytest.mark.gpu
@pytest.mark.nvcc
@pytest.mark.parametrize("policy", ["always", "never"])
def test_answers_are_the_same_on_a_gpu(tmp_path: Path, policy: str) -> None:
    results(tmp_path, main=MAIN + PROGRAM)
    command = (sys.executable, "-m", "spawnc", "run", "-q", "main.cu", "kernels.cu")
    assert run(*command, cwd=tmp_path, more={"SPAWN_POLICY": policy}) == "0 1050624\n"


@pytest.mark.nvcc
def test_both_sources_link(tmp_path: Path) -> None:
    results(tmp_path, main=MAIN + PROGRAM)
    run(sys.executable, "-m", "spawnc", "rewrite", "main.cu", "kernels.cu", "--out-root", "out", cwd=tmp_path)
    include = run(sys.executable, "-m", "spawnc", "--include-dir", cwd=tmp_path).strip()
    flags = ("-std=c++17", "-arch=sm_90", "-rdc=true", "-I", include)
    said = run("nvcc", *flags, "main.cu", "kernels.cu", "-lcudadevrt", "-o", "app", cwd=tmp_path / "out")
    assert "warning" not in said
