"""The runtime header compiles: alone, fast, without a warning, and in the shape that spawnc emits."""

from __future__ import annotations

import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.compiled import nvcc as compile_by_nvcc
from tests.cpu.test_regions import NEED_RDC

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PARTS = sorted(path.name for path in (ROOT / "spawnc" / "include" / "spawn").glob("*.cuh"))
REGIONS = [
    *sorted((ROOT / "tests" / "cpu" / "programs").glob("region_*.cu")),
    *(ROOT / "tests" / "cpu" / "graphs" / "structures.cu", ROOT / "bench" / "gpu" / "graphs.cu"),
]
FLAGS = ["-std=c++17", "-arch=sm_90", "-rdc=true", "-Xcompiler", "-Wall,-Wextra", f"-I{ROOT / 'spawnc' / 'include'}"]

pytestmark = [
    pytest.mark.nvcc,
    pytest.mark.skipif(shutil.which("nvcc") is None, reason="no nvcc"),
]


def nvcc(*arguments: str | Path) -> str:
    """What nvcc says; fails the test when it fails."""
    done = subprocess.run(
        ["nvcc", *FLAGS, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_part_compiles_alone(part: str, tmp_path: Path) -> None:
    source = tmp_path / "one.cu"
    source.write_text(f"#include <spawn/{part}>\n")
    assert nvcc("-c", source, "-o", tmp_path / "one.o") == ""


def test_calls_in_turn_need_no_device_runtime_where_there_are_none(tmp_path: Path) -> None:
    source = tmp_path / "one.cu"
    source.write_text("#include <spawn/in_turn.cuh>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    said = nvcc("-rdc=false", source, "-o", tmp_path / "one")
    assert [line for line in said.splitlines() if "incompatible redefinition for option" not in line] == []


def test_emitted_shape_compiles_without_warnings(tmp_path: Path) -> None:
    for unit in ("handwritten", "other_unit"):
        assert nvcc("-c", HERE / f"{unit}.cu", "-o", tmp_path / f"{unit}.o") == ""
    # the stack of the recursive kernel is known, too
    objects = (tmp_path / "handwritten.o", tmp_path / "other_unit.o")
    assert nvcc(*objects, "-o", tmp_path / "program", "-lcudadevrt") == ""


@pytest.mark.parametrize("architecture", ["sm_75", "sm_80", "sm_100"])
def test_other_architectures(architecture: str, tmp_path: Path) -> None:
    nvcc(f"-arch={architecture}", "-c", HERE / "other_unit.cu", "-o", tmp_path / "unit.o")


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90", "sm_100"])
def test_atomic_functions_in_a_block_are_not_on_local_memory(architecture: str, tmp_path: Path) -> None:
    """nvcc would say "Cannot do atomic on local memory"."""
    said = nvcc(f"-arch={architecture}", "-c", HERE / "atomics.cu", "-o", tmp_path / "unit.o")
    assert [line for line in said.splitlines() if "incompatible redefinition for option" not in line] == []


@pytest.mark.parametrize("header", ["spawn", "graph"])
def test_header_costs_less_than_a_second(header: str, tmp_path: Path) -> None:
    """Processor time, which other work on the machine does not change much."""
    seconds = {}
    for name, text in {"empty": "", "header": f"#include <spawn/{header}.cuh>\n"}.items():
        source = tmp_path / f"{name}.cu"
        source.write_text(text)
        took = []
        for _ in range(3):
            start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            nvcc("-c", source, "-o", tmp_path / f"{name}.o")
            took.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start)
        seconds[name] = min(took)
    assert seconds["header"] - seconds["empty"] < 1.0


@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
@pytest.mark.parametrize("source", REGIONS, ids=lambda path: path.stem)
def test_regions_compile_without_warnings_and_without_rdc(source: Path, architecture: str, tmp_path: Path) -> None:
    rdc = "true" if source.stem in NEED_RDC else "false"
    flags = ["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra", f"-arch={architecture}", f"-rdc={rdc}"]
    assert compile_by_nvcc(tmp_path, str(source), *flags) == (0, "")


def test_region_headers_stand_beside_those_of_guarded_launches(tmp_path: Path) -> None:
    for names in (("spawn", "graph", "in_turn"), ("graph", "queue")):
        source = tmp_path / "both.cu"
        source.write_text("".join(f"#include <spawn/{name}.cuh>\n" for name in names))
        assert nvcc("-Werror", "all-warnings", "-c", source, "-o", tmp_path / "both.o") == ""
