"""Programs with device launches are compiled, linked and run."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from spawnc import build
from spawnc.build import compile_program, include_dir, nvcc_command, run_program
from spawnc.command import CompileCommand, parse_command
from spawnc.doctor import PROGRAM
from spawnc.errors import ToolError
from spawnc.toolchain import Gpu, HostCompiler, Nvcc, Toolchain, find_gpu, require_toolchain

GPU = Gpu("Made Up", "sm_103", "13.0")
TOOLS = Toolchain(
    nvcc=Nvcc(Path("/cuda/bin/nvcc"), "13.0", Path("/cuda")),
    device_runtime=Path("/cuda/lib/libcudadevrt.a"),
    host_compiler=HostCompiler(Path("/bin/g++"), "g++ 12"),
    gpu=None,
)


@pytest.fixture(scope="module")
def tools() -> Toolchain:
    return require_toolchain()


def command_line(text: str, *, gpu: Gpu | None = None) -> list[str]:
    command = parse_command(shlex.split(text), environment={})
    return nvcc_command([Path("a.cu")], Path("app"), replace(TOOLS, gpu=gpu), command)


def test_what_device_launches_need_is_added() -> None:
    assert command_line("nvcc -O3 -c a.cu -o a.o") == [
        *("/cuda/bin/nvcc", "-std=c++17", "-arch=sm_90", "-O3", "-rdc=true", f"-I{include_dir()}"),
        *("a.cu", "-o", "app", "-L/cuda/lib", "-lcudadevrt"),
    ]


def test_the_gpu_here_is_the_default_architecture() -> None:
    assert "-arch=sm_103" in command_line("a.cu", gpu=GPU)


def test_the_user_chooses_standard_and_architecture() -> None:
    line = command_line("-std=c++20 -gencode arch=compute_80,code=sm_80 a.cu", gpu=GPU)
    assert "-std=c++17" not in line
    assert not any(word.startswith("-arch") for word in line)


def test_a_rewritten_copy_finds_the_includes_of_its_original() -> None:
    command = CompileCommand.for_file(Path("src/a.cu"))
    assert "-Isrc" in nvcc_command([Path("out/a.cu")], Path("app"), TOOLS, command)
    assert "-Isrc" not in nvcc_command([Path("src/a.spawn.cu")], Path("app"), TOOLS, command)


def test_a_command_of_another_folder_gets_absolute_paths(tmp_path: Path) -> None:
    command = parse_command(["a.cu"], directory=tmp_path, environment={})
    line = nvcc_command([Path("a.cu")], Path("app"), TOOLS, command)
    assert str(Path("a.cu").absolute()) in line
    assert str(Path("app").absolute()) in line


@pytest.mark.nvcc
def test_program_with_a_device_launch(tools: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cu").write_text(PROGRAM)
    compile_program([Path("a.cu")], Path("out/app"), tools, CompileCommand.for_file(Path("a.cu")))
    assert Path("out/app").stat().st_mode & 0o100


@pytest.mark.nvcc
def test_nvcc_messages_are_shown(tools: Toolchain, tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("__global__ void k() { nothing_like_this(); }\n#warning heard\n")
    with pytest.raises(ToolError, match=r"(?s)exit code \d+:\n.*nothing_like_this") as caught:
        compile_program([source], tmp_path / "app", tools, CompileCommand.for_file(source))
    assert str(source) in caught.value.hint
    source.write_text("#warning heard\nint main() {}\n")
    assert "heard" in compile_program([source], tmp_path / "app", tools, CompileCommand.for_file(source))


def test_running_needs_a_gpu(tmp_path: Path) -> None:
    if find_gpu() is not None:
        pytest.skip("there is a GPU")
    with pytest.raises(ToolError, match="no GPU"):
        run_program(tmp_path / "app")


def test_exit_codes_are_a_shells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "require_gpu", lambda: GPU)
    program = tmp_path / "app"
    program.write_text('#!/bin/sh\n[ "$1" = die ] && kill -KILL $$\nexit "$1"\n')
    with pytest.raises(ToolError, match="Permission denied"):
        run_program(program)
    program.chmod(0o755)
    assert run_program(program, ["3"]) == 3
    assert run_program(program, ["die"]) == 137


@pytest.mark.gpu
@pytest.mark.nvcc
def test_program_runs(tools: Toolchain, tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    compile_program([source], tmp_path / "app", tools, CompileCommand.for_file(source))
    assert run_program(tmp_path / "app") == 0
