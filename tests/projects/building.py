"""Building a project in a test: programs found, commands run, what became of objects."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from spawnc.toolchain import require_nvcc

PROJECTS = Path(__file__).parent


def copy_of(name: str, folder: Path) -> Path:
    """A project of this folder, copied to where it may be built."""
    shutil.copytree(PROJECTS / name, folder / name)
    return folder / name


def require(*programs: str) -> None:
    """Skip the test unless the programs are there."""
    for program in programs:
        if shutil.which(program, path=environment()["PATH"]) is None:
            pytest.skip(f"no {program} found")


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a build: spawnc's programs are on PATH, and so is nvcc; nothing else steers spawnc, and ccache
    is for those who name a folder for it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("SPAWNC_", "CCACHE_", "NVCC_"))}
    folders = [str(Path(sys.executable).parent), str(require_nvcc().path.parent), own["PATH"]]
    ours = {"PATH": os.pathsep.join(folders), "LC_ALL": "C"} | dict(more or {})
    return own | ours | ({} if "CCACHE_DIR" in ours else {"CCACHE_DISABLE": "1"})


def run(*command: str | Path, cwd: Path, status: int | None = 0, more: Mapping[str, str] | None = None) -> str:
    """All that a command says. It has to end with `status`, unless that is None."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment(more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    assert status is None or done.returncode == status, done.stdout
    return done.stdout


def object_times(folder: Path) -> dict[str, int]:
    """When each object below a folder was written, by its unit: main, walk, prune."""
    objects = [path for path in folder.rglob("*.o") if "CompilerId" not in str(path)]
    units = {unit: path for path in objects for unit in ("main", "walk", "prune") if unit in path.name}
    return {unit: path.stat().st_mtime_ns for unit, path in units.items()}


def is_rewritten(copy: Path) -> bool:
    return copy.is_file() and b"spawn::SiteTable" in copy.read_bytes()


def check_builds(project: Path, build: Callable[..., str], nothing_to_do: str, *, errors: int = 2) -> None:
    """The second build of a project does nothing; a mistake in the shared header stops the two units that read it, at
    the user's line, and nothing else is compiled.

    `errors` is 1 where the program is not built once its library has failed.
    `build` goes on after errors, and takes `status`."""
    build()
    rewritten = {path.name for path in project.rglob("*.cu") if is_rewritten(path)}
    assert rewritten == {"walk.cu", "prune.cu"}
    before = object_times(project)
    assert nothing_to_do in build()
    assert object_times(project) == before
    header = project / "include" / "visit.cuh"
    header.write_text(header.read_text().replace("children[i]", "children[j]"))
    said = build(status=None)
    assert said.count("include/visit.cuh(7): error: identifier") == errors, said
    assert ".spawnc/" not in said
    after = object_times(project)
    assert after["main"] == before["main"]
    assert after.get("walk") in (None, before["walk"])
    assert after.get("prune") in (None, before["prune"])
