"""The CMake package, and the launcher without it."""

from __future__ import annotations

import json
import re
from functools import partial
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

import pytest

import spawnc
from spawnc.cmake import cmake_dir
from tests.projects.building import check_builds, copy_of, is_rewritten, require, run

CONFIGURE = ("cmake", "-DCMAKE_CUDA_ARCHITECTURES=90-real", "-B", "build")
PREFIX = f"-DCMAKE_PREFIX_PATH={cmake_dir()}"


def test_cmake_dir(tmp_path: Path) -> None:
    assert Path(run("spawnc", "--cmake-dir", cwd=tmp_path).strip()) == cmake_dir()


def test_entry_point() -> None:
    (found,) = (entry for entry in entry_points(group="cmake.prefix") if entry.name == "spawnc")
    assert (files(found.load()) / "spawncConfig.cmake").is_file()


@pytest.mark.parametrize(
    ("version", "is_found"), [("", True), ("0.1", True), (spawnc.__version__, True), ("0.99", False), ("1.0", False)]
)
def test_version(version: str, is_found: bool, tmp_path: Path) -> None:
    require("cmake")
    text = f"cmake_minimum_required(VERSION 3.18)\nproject(p NONE)\nfind_package(spawnc {version})\n"
    (tmp_path / "CMakeLists.txt").write_text(text + 'message("found: ${spawnc_FOUND} ${spawnc_INCLUDE_DIR}")\n')
    said = run("cmake", PREFIX, "-B", "build", cwd=tmp_path)
    assert (f"found: 1 {cmake_dir().parent / 'include'}" in said) is is_found


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("spawnc_target(nothing)", "there is no such target"),
        ("spawnc_target(t POLICY sometimes)", "policies are spawn, always, never, threshold=N"),
        ("spawnc_target(t CARRIER pigeon)", "choices are auto, queue and launch"),
        ("spawnc_target(t ON_ERROR ignore)", "choices are passthrough and fail"),
        ("spawnc_target(t THRESHOLD 4)", "can't read 'THRESHOLD;4'"),
        ("spawnc_target(t POLICY)", "can't read 'POLICY'"),
    ],
)
def test_mistakes(call: str, message: str, tmp_path: Path) -> None:
    require("cmake")
    text = "cmake_minimum_required(VERSION 3.18)\nproject(p NONE)\nfind_package(spawnc REQUIRED)\n"
    (tmp_path / "CMakeLists.txt").write_text(f"{text}add_library(t INTERFACE)\n{call}\n")
    assert message in " ".join(run("cmake", PREFIX, "-B", "build", cwd=tmp_path, status=1).split())


def test_launchers_in_a_row(tmp_path: Path) -> None:
    require("cmake")
    (tmp_path / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.18)
project(p NONE)
find_package(spawnc REQUIRED)
set(number 0)
foreach(before "ccache" "spawnc-cc" "ccache;/opt/bin/spawnc-cc")
  math(EXPR number "${number} + 1")
  add_library(t${number} STATIC IMPORTED)
  set_target_properties(t${number} PROPERTIES CUDA_COMPILER_LAUNCHER "${before}")
  spawnc_target(t${number} POLICY never CARRIER auto ON_ERROR fail)
  get_target_property(after t${number} CUDA_COMPILER_LAUNCHER)
  message("launcher: ${after}")
endforeach()
""")
    said = run("cmake", PREFIX, "-B", "build", cwd=tmp_path)
    launchers = [line.partition("spawnc-cc;")[2] for line in said.splitlines() if line.startswith("launcher: ")]
    own = "--policy=never;--carrier=auto;--on-error=fail;--"
    assert launchers == [f"{own};ccache", own, f"{own};ccache"]


@pytest.mark.nvcc
def test_package_with_ninja(tmp_path: Path) -> None:
    require("cmake", "ninja")
    project = copy_of("tree", tmp_path)
    run(*CONFIGURE, "-G", "Ninja", PREFIX, cwd=project)
    check_builds(project, partial(run, "ninja", "-C", "build", "-k0", "-j2", cwd=project), "no work to do")
    (pruned,) = project.glob("build/CMakeFiles/prune.dir/lib/*.spawnc/lib/prune.cu")
    assert "spawn::threshold(64)" in pruned.read_text()
    report = json.loads((project / "build/launches.json").read_text())
    assert {Path(unit["path"]).name for unit in report["units"]} == {"main.cu", "walk.cu"}


@pytest.mark.nvcc
def test_a_target_without_device_launches_needs_no_device_runtime(tmp_path: Path) -> None:
    require("cmake", "ninja")
    (tmp_path / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX CUDA)
set(CMAKE_CXX_STANDARD 17)
find_package(spawnc REQUIRED)
add_executable(p p.cu)
spawnc_target(p POLICY threshold=9 LAUNCH_FREE REPORT launches.json)
""")
    (tmp_path / "p.cu").write_text("""\
__global__ void child(int* d, int n) { if (threadIdx.x < n) d[threadIdx.x] = n; }
__global__ void parent(int* d, int n) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, n); }
int main() { parent<<<1, 1>>>(nullptr, 0); return cudaDeviceSynchronize(); }
""")
    run(*CONFIGURE, "-G", "Ninja", PREFIX, cwd=tmp_path)
    said = run("ninja", "-C", "build", "-v", cwd=tmp_path)
    assert not re.search(r"-rdc=true|-dc |-dlink", said), said
    (unit,) = json.loads((tmp_path / "build/launches.json").read_text())["units"]
    (guard,) = [launch["guard"] for launch in unit["launches"] if launch["guard"]]
    assert (guard["policy"], guard["carrier"]) == ("threshold=9", "queue")
    # a launch that has to stay
    source = tmp_path / "p.cu"
    source.write_text(source.read_text().replace("{ child<", "{\n#pragma spawn keep\n  child<"))
    said = run("ninja", "-C", "build", cwd=tmp_path, status=1)
    assert "[SP090]" in said
    assert "requires separate compilation" not in said


@pytest.mark.nvcc
def test_graphs_of_a_target(tmp_path: Path) -> None:
    require("cmake", "ninja")
    (tmp_path / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX CUDA)
set(CMAKE_CXX_STANDARD 17)
find_package(spawnc REQUIRED)
add_executable(p p.cu one/steps.cu two/steps.cu)
spawnc_target(p GRAPHS LAUNCH_FREE ON_ERROR fail REPORT launches.json)
""")
    # two sources of one name, with regions on the same lines
    steps = """\
static __global__ void step(float* x, int* again) { *again = x[0] > 1; x[0] *= 0.5f; }
void solve_NAME(float* x, int* d_again) {
  int again = 1;
  while (again) {
    step<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
"""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "steps.cu").write_text(steps.replace("NAME", name))
    (tmp_path / "p.cu").write_text("""\
void solve_one(float*, int*);
void solve_two(float*, int*);
int main() {
  solve_one(nullptr, nullptr);
  solve_two(nullptr, nullptr);
}
""")
    run(*CONFIGURE, "-G", "Ninja", PREFIX, cwd=tmp_path)
    run("ninja", "-C", "build", cwd=tmp_path)
    for name in ("one", "two"):
        (copy,) = tmp_path.glob(f"build/CMakeFiles/p.dir/{name}/*.spawnc/steps.cu")
        assert 'spawn::Region spawn_region_4("steps.cu:4")' in copy.read_text()
    report = json.loads((tmp_path / "build/launches.json").read_text())
    assert [region["decision"] for unit in report["units"] for region in unit["regions"]] == ["graph"] * 2
    # nothing is made again, and without the option all is as written
    assert "no work to do" in run("ninja", "-C", "build", cwd=tmp_path)
    lists = tmp_path / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace(" GRAPHS", ""))
    run("ninja", "-C", "build", cwd=tmp_path)
    assert b"steps.cu:4" not in (tmp_path / "build/p").read_bytes()
    report = json.loads((tmp_path / "build/launches.json").read_text())
    assert [region["decision"] for unit in report["units"] for region in unit["regions"]] == ["possible"] * 2


@pytest.mark.nvcc
# in the other order, ccache takes the path of nvcc for a second source, and gives up
@pytest.mark.parametrize("launchers", ["spawnc-cc;ccache", "ccache;spawnc-cc"])
def test_ccache(launchers: str, tmp_path: Path) -> None:
    require("cmake", "ninja", "ccache")
    project = copy_of("tree", tmp_path)
    more = {"CCACHE_DIR": str(tmp_path / "cache")}
    chain = (f"-DCMAKE_CUDA_COMPILER_LAUNCHER={launchers}", "-DCMAKE_DISABLE_FIND_PACKAGE_spawnc=ON")
    run(*CONFIGURE, "-G", "Ninja", *chain, cwd=project, more=more)
    for expected in (0, 3):
        run("ccache", "-z", cwd=project, more=more)
        run("ninja", "-C", "build", cwd=project, more=more)
        statistics = run("ccache", "--print-stats", cwd=project, more=more)
        found = re.findall(r"^(?:direct|preprocessed)_cache_hit\s(\d+)", statistics, re.M)
        assert sum(map(int, found)) == expected, statistics
        assert b"SiteTable" in (project / "build/CMakeFiles/tree.dir/src/walk.cu.o").read_bytes()
        run("ninja", "-C", "build", "-t", "clean", cwd=project, more=more)


@pytest.mark.nvcc
def test_launcher_alone_with_make(tmp_path: Path) -> None:
    require("cmake", "make")
    project = copy_of("tree", tmp_path)
    # in the environment, the launcher also stands before the compiler checks of CMake
    more = {"CMAKE_CUDA_COMPILER_LAUNCHER": "spawnc-cc"}
    said = run(*CONFIGURE, "-G", "Unix Makefiles", "-DCMAKE_DISABLE_FIND_PACKAGE_spawnc=ON", cwd=project, more=more)
    assert "Detecting CUDA compiler ABI info - done" in said
    check_builds(project, partial(run, "make", "-C", "build", "-k", "-j2", cwd=project), "Built target tree", errors=1)
    assert not is_rewritten(project / "src/walk.cu")
