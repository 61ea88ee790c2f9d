"""The recipes of docs/builds.md: one project, built by hand-written ninja, make and Meson."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path

import pytest

from tests.projects.building import PROJECTS, check_builds, copy_of, is_rewritten, object_times, require, run

DOCS = Path(__file__).parent.parent.parent / "docs" / "builds.md"


def test_docs_show_the_files_that_are_tested() -> None:
    shown = re.findall(r"<!-- (\S+) -->\n```\w*\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert len(shown) >= 5
    for name, text in shown:
        assert text in (PROJECTS / "tree" / name).read_text(), f"{name} is not what docs/builds.md shows"


@pytest.mark.nvcc
def test_make(tmp_path: Path) -> None:
    require("make")
    project = copy_of("tree", tmp_path)
    check_builds(project, partial(run, "make", "-k", "-j2", cwd=project), "is up to date")


@pytest.mark.nvcc
def test_a_build_that_says_nvcc(tmp_path: Path) -> None:
    require("make")
    project = copy_of("tree", tmp_path)
    shown = re.search(r"```sh\n(mkdir -p shim\n.*?)```", DOCS.read_text(), re.DOTALL)
    assert shown is not None
    script = shown.group(1).rstrip() + ' -k -j2 NVCC=nvcc "$@"'
    check_builds(project, partial(run, "sh", "-ec", script, "sh", cwd=project), "is up to date")


@pytest.mark.nvcc
def test_ninja_and_a_header_that_changes(tmp_path: Path) -> None:
    require("ninja")
    project = copy_of("tree", tmp_path)
    build = partial(run, "ninja", "-k0", "-j2", cwd=project)
    check_builds(project, build, "no work to do")
    times = object_times(project)
    header = project / "include" / "visit.cuh"
    header.write_text(header.read_text().replace("children[j]", "children[i]").replace("= 1;", "= 2;"))
    build()
    after = object_times(project)
    assert after["main"] == times["main"]
    assert all("= 2;" in path.read_text() for path in project.glob("build/*.spawnc/include/visit.cuh"))
    assert "no work to do" in build()


@pytest.mark.nvcc
def test_meson(tmp_path: Path) -> None:
    require("meson", "ninja")
    project = copy_of("tree", tmp_path)
    run("meson", "setup", "build", "--native-file", "spawnc.ini", cwd=project)
    check_builds(project, partial(run, "ninja", "-C", "build", "-k0", "-j2", cwd=project), "no work to do")


@pytest.mark.nvcc
def test_compile_commands(tmp_path: Path) -> None:
    require("cmake", "ninja")
    project = copy_of("tree", tmp_path)
    configure = ("cmake", "-G", "Ninja", "-DCMAKE_CUDA_ARCHITECTURES=90-real", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    run(*configure, "-B", "build", cwd=project)
    run("spawnc", "rewrite", "-p", "build", "--in-root", ".", "--out-root", "out", cwd=project)
    assert is_rewritten(project / "out/src/walk.cu")
    assert is_rewritten(project / "out/lib/prune.cu")
    assert not is_rewritten(project / "out/src/main.cu")
    # the rewritten project needs the runtime header alone
    include = run("spawnc", "--include-dir", cwd=project).strip()
    for source in ("src/walk.cu", "lib/prune.cu"):
        arguments = ("-std=c++17", "-arch=sm_90", "-rdc=true", "-Iinclude", f"-I{include}", "-ptx", "-o", os.devnull)
        run("nvcc", *arguments, source, cwd=project / "out")
