"""The samples as rewritten, under compute-sanitizer."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.bench.catalogue import Benchmark, Size, chosen, source_of
from spawnc.bench.columns import Kind
from spawnc.build import compile_program
from spawnc.command import parse_command
from spawnc.pipeline import rewrite_unit
from spawnc.settings import Settings
from spawnc.toolchain import require_toolchain
from tests.gpu.sanitizer import is_clean, sanitized

#: Without device launches their children have no serial body to fall back on.
RECURSIVE = {"amr", "mandelbrot", "quadtree", "quicksort", "tree"}
#: One benchmark of each sample that has device launches: nothing else is rewritten without --graphs.
SAMPLES = {benchmark.sample: benchmark for benchmark in reversed(chosen([])) if Kind.DEVICE in benchmark.kinds}

pytestmark = [pytest.mark.gpu, pytest.mark.nvcc]


def check(tool: str, benchmark: Benchmark, folder: Path, *, launch_free: bool) -> None:
    """A run on a small input, which checks its own answer."""
    source = source_of(benchmark.sample)
    command = parse_command(["-O2"], sources=[source], environment={})
    settings = Settings(launch_free=launch_free)
    copy = folder / source.name
    copy.write_bytes(rewrite_unit(command, str(source), settings, toolkit_include=()).rewritten[str(source)])
    # its headers stay where they are
    near = parse_command(["-O2", f"-I{source.parent}"], sources=[source], environment={})
    compile_program([copy], folder / "program", require_toolchain(), near, launch_free=launch_free)
    words = benchmark.arguments(Size.SMALL)
    code, said = sanitized(tool, folder / "program", *words, SPAWN_POLICY="always")
    assert code == 0, said
    assert is_clean(said), said


@pytest.mark.parametrize("tool", ["memcheck", "racecheck", "synccheck"])
@pytest.mark.parametrize("sample", sorted(SAMPLES.keys() - RECURSIVE))
def test_launch_free(sample: str, tool: str, tmp_path: Path) -> None:
    check(tool, SAMPLES[sample], tmp_path, launch_free=True)


@pytest.mark.parametrize("sample", sorted(RECURSIVE))
def test_memory_of_recursion(sample: str, tmp_path: Path) -> None:
    """The other tools don't support programs that launch on the device."""
    check("memcheck", SAMPLES[sample], tmp_path, launch_free=False)
