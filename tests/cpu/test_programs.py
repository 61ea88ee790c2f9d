"""Tiny programs with known answers: the CPU backend follows CUDA's rules, and so does a GPU."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from spawnc.build import compile_program
from spawnc.command import CompileCommand
from spawnc.toolchain import require_toolchain
from tests.cpu.backend import SEEDS, build, notes, run

PROGRAMS = sorted(Path(__file__).parent.glob("programs/*.cu"))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_cpu_prints_what_cuda_promises(source: Path, tmp_path: Path) -> None:
    program = build(source, tmp_path / "program")
    for seed in SEEDS:
        result = run(program, seed=seed)
        assert (result.exit_code, result.stderr) == (0, b""), f"seed {seed}"
        assert result.stdout.decode().splitlines() == notes(source, "prints"), f"seed {seed}"


@pytest.mark.parametrize("name", ["barriers", "groups", "shuffles", "votes"])
def test_unchecked_programs_print_the_same(name: str, tmp_path: Path) -> None:
    source = Path(__file__).parent / "programs" / f"{name}.cu"
    program = build(source, tmp_path / "program", checks=False)
    for seed in SEEDS:
        result = run(program, seed=seed)
        assert result.stdout.decode().splitlines() == notes(source, "prints"), f"seed {seed}"


@pytest.mark.gpu
@pytest.mark.nvcc
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_gpu_prints_the_same(source: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    command = CompileCommand(Path(), (source,), nvcc_arguments=("--extended-lambda",))
    compile_program([source], program, require_toolchain(), command)
    done = subprocess.run([program], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == notes(source, "prints")
