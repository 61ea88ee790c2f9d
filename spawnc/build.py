"""Compiles CUDA programs that launch from device code, and runs them."""

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from spawnc.command import CompileCommand
from spawnc.errors import ToolError
from spawnc.toolchain import Toolchain, require_gpu

#: Compiled for where neither the command nor a GPU says what: runs on Hopper as is, on newer GPUs through PTX.
DEFAULT_ARCHITECTURE = "sm_90"


def include_dir() -> Path:
    """The folder to pass to nvcc with -I: rewritten sources include <spawn/spawn.cuh> from it."""
    return Path(__file__).parent / "include"


def compile_program(
    sources: Sequence[Path], output: Path, toolchain: Toolchain, command: CompileCommand, *, launch_free: bool = False
) -> str:
    """Compiles and links `sources`, which may stand for rewritten copies of the sources of `command`.
    `launch_free`: they hold no device launch.

    Returns what nvcc said, warnings for the most part. Raises ToolError with its messages when it fails.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    arguments = nvcc_command(sources, output, toolchain, command, launch_free=launch_free)
    done = subprocess.run(
        arguments,
        check=False,
        cwd=command.directory,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        raise ToolError(
            f"nvcc failed with exit code {done.returncode}:\n{done.stdout.rstrip()}",
            hint=f"the command was: {subprocess.list2cmdline(arguments)}",
        )
    return done.stdout


def nvcc_command(
    sources: Sequence[Path], output: Path, toolchain: Toolchain, command: CompileCommand, *, launch_free: bool = False
) -> list[str]:
    """The command line that makes a program of `sources`, to be run in the directory of `command`."""
    architecture = toolchain.gpu.arch if toolchain.gpu else DEFAULT_ARCHITECTURE
    return [
        str(toolchain.nvcc.path),
        *([] if command.standard else ["-std=c++17"]),
        *([] if command.architectures else [f"-arch={architecture}"]),
        *command.nvcc_arguments,
        # device launches need it, so it overrules an -rdc=false
        *([] if launch_free else ["-rdc=true"]),
        f"-I{include_dir()}",
        *(f"-I{folder}" for folder in _original_folders(sources, command)),
        *(str(_from_directory(source, command)) for source in sources),
        *("-o", str(_from_directory(output, command))),
        # nvcc 13.0 looks for libraries in lib64 alone, while NVIDIA's wheels have lib. They have no libcudart.so
        # either (only libcudart.so.13), which is no matter: nvcc links the static runtime by default.
        f"-L{toolchain.device_runtime.parent}",
        *([] if launch_free else ["-lcudadevrt"]),
    ]


def run_program(program: Path, arguments: Sequence[str] = ()) -> int:
    """Runs a CUDA program and returns its exit code, 128 + n when signal n ended it, as shells do.

    Raises ToolError without a GPU, or when the program can't be started.
    """
    require_gpu()
    try:
        code = subprocess.run([program.absolute(), *arguments], check=False).returncode
    except OSError as error:
        raise ToolError(f"can't run '{program}': {error.strerror}") from error
    return code if code >= 0 else 128 - code


def _from_directory(path: Path, command: CompileCommand) -> Path:
    """`path`, which is relative to the current directory, as nvcc finds it from the command's directory."""
    return path if command.directory == Path() else path.absolute()


def _original_folders(sources: Sequence[Path], command: CompileCommand) -> Iterator[Path]:
    """Where a rewritten copy finds the `#include "..."` of its original."""
    own = {source.parent.absolute() for source in sources}
    for folder in dict.fromkeys(source.parent for source in command.sources):
        if folder.absolute() not in own:
            yield folder
