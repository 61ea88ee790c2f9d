"""The compiler launcher in front of nvcc: messages, dependencies, debug lines, ccache."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from spawnc.build import include_dir
from spawnc.toolchain import require_nvcc
from tests.projects.building import copy_of, require, run

pytestmark = pytest.mark.nvcc

FLAGS = ("-std=c++17", "-arch=sm_90", "-rdc=true", "-Iinclude")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy_of("tree", tmp_path)


def compile_walk(project: Path, *arguments: str, status: int = 0) -> str:
    return run("spawnc-cc", "nvcc", *FLAGS, *arguments, cwd=project, status=status)


def dependencies(text: str) -> list[str]:
    rule = re.sub(r"\\\r?\n", " ", text.partition("\n\n")[0])
    return rule.split(":", 1)[1].split()


def test_dependencies(project: Path) -> None:
    (project / "spawnc.toml").write_text('policy = "never"\n')
    compile_walk(project, "-MMD", "-MP", "-MT", "walk", "-c", "src/walk.cu", "-o", "walk.o")
    text = (project / "walk.d").read_text()
    names = dependencies(text)
    assert text.startswith("walk")
    assert names[:2] == ["src/walk.cu", str(project / "spawnc.toml")]
    assert {"src/walk.cuh", "include/visit.cuh", f"{include_dir()}/spawn/spawn.cuh"} <= set(names)
    assert ".spawnc" not in text
    assert "include/visit.cuh:" in text.split()
    # as text, by other names of the options, and none is left where it should not be
    listed = compile_walk(project, "--generate-dependencies", "src/walk.cu")
    assert dependencies(listed)[0] == "src/walk.cu"
    assert {"src/walk.cuh", "include/visit.cuh"} <= set(dependencies(listed))
    compile_walk(project, "-MM", "-MF", "listed.d", "src/walk.cu")
    assert ".spawnc" not in (project / "listed.d").read_text()
    assert "/tmp/spawnc-" not in (project / "listed.d").read_text()
    long = ("--generate-dependencies-with-compile", "--dependency-output", "x.d", "--dependency-target-name", "x")
    compile_walk(project, *long, "-ptx", "src/walk.cu", "-o", "walk.ptx")
    assert dependencies((project / "x.d").read_text())[:2] == ["src/walk.cu", str(project / "spawnc.toml")]
    assert {path.name for path in project.glob("*.spawnc")} == {"walk.o.spawnc", "walk.ptx.spawnc"}


def test_preprocessed_text_names_the_users_files(project: Path) -> None:
    text = compile_walk(project, "-E", "src/walk.cu")
    marked = set(re.findall(r'^# \d+ "([^"]+)"', text, re.MULTILINE))
    assert {"src/walk.cu", "src/walk.cuh", "include/visit.cuh"} <= marked
    assert "visit__spawn" in text
    assert not any("spawnc-" in name for name in marked)


def test_debuggers_see_the_users_files(project: Path) -> None:
    compile_walk(project, "-lineinfo", "-ptx", "src/walk.cu", "-o", "walk.ptx")
    files = set(re.findall(r'^\s*\.file\s+\d+\s+"([^"]+)"', (project / "walk.ptx").read_text(), re.MULTILINE))
    assert {Path(name).name for name in files} >= {"walk.cu", "visit.cuh"}
    assert not any(".spawnc" in name for name in files)


def test_a_warning_is_at_the_users_line(project: Path) -> None:
    source = project / "src/walk.cu"
    source.write_text(source.read_text().replace("const int count", "int unused; const int count"))
    said = compile_walk(project, "-c", "src/walk.cu", "-o", "walk.o")
    assert set(re.findall(r"^(.*): warning", said, re.MULTILINE)) == {"src/walk.cu(8)"}
    assert (project / "walk.o.spawnc").is_dir()


def test_a_mistake_is_told_once(project: Path) -> None:
    source = project / "src/walk.cu"
    source.write_text(source.read_text().replace("marks);\n  }", "mark);\n  }"))
    said = compile_walk(project, "-c", "src/walk.cu", "-o", "walk.o", status=2)
    assert re.findall(r"^(.*: error: .*)", said, re.MULTILINE) == [
        'src/walk.cu(9): error: identifier "mark" is undefined'
    ]


@pytest.mark.parametrize("chain", ["spawnc-cc ccache nvcc", "ccache spawnc-cc nvcc"])
def test_ccache(chain: str, project: Path) -> None:
    require("ccache")
    source = project / "src/walk.cu"
    original = source.read_text()
    # nvcc's preprocessed text is that of the device
    source.write_text(original + '#ifndef __CUDA_ARCH__\nconst char* side() { return "host side"; }\n#endif\n')
    command = (*chain.split(), *FLAGS, "-MD", "-MF", "out/walk.d", "-c", "src/walk.cu", "-o", "out/walk.o")

    def compiled(**more: str) -> tuple[int, bytes, list[str]]:
        more["CCACHE_DIR"] = str(project / "cache")
        (project / "out").mkdir()
        run("ccache", "-z", cwd=project, more=more)
        run(*command, cwd=project, more=more)
        statistics = run("ccache", "--print-stats", cwd=project, more=more)
        hits = sum(int(number) for number in re.findall(r"^(?:direct|preprocessed)_cache_hit\s(\d+)", statistics, re.M))
        result = hits, (project / "out/walk.o").read_bytes(), dependencies((project / "out/walk.d").read_text())
        shutil.rmtree(project / "out")
        return result

    first, second = compiled(), compiled()
    assert (first[0], second[0]) == (0, 1)
    assert first[1:] == second[1:]
    assert b"spawn" in second[1]
    assert second[2][0] == "src/walk.cu"
    assert compiled(SPAWNC_FLAGS="--policy=never")[0] == 0
    (project / "spawnc.toml").write_text('policy = "always"\n')
    hits, _, names = compiled()
    assert hits == 0
    assert str(project / "spawnc.toml") in names
    source.write_text(source.read_text().replace("host side", "another"))
    hits, compiled_anew, _ = compiled()
    assert hits == 0
    assert b"another" in compiled_anew


def test_ccache_that_is_disabled_stays_so(project: Path) -> None:
    require("ccache")
    more = {"CCACHE_DIR": str(project / "cache"), "CCACHE_DISABLE": "1"}
    command = ("sh", "-c", 'ccache spawnc-cc "$@"; exit', "sh", require_nvcc().path, *FLAGS)
    run(*command, "-c", "src/walk.cu", "-o", "walk.o", cwd=project, more=more)
    assert not list((project / "cache").rglob("*R"))
