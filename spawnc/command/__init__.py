"""From nvcc command lines and compile_commands.json to what a parse and a build need."""

from spawnc.command.clang import clang_arguments
from spawnc.command.compile import DEFAULT_ARCH, CompileCommand, parse_command
from spawnc.command.database import find_compile_commands, load_compile_commands

__all__ = [
    "DEFAULT_ARCH",
    "CompileCommand",
    "clang_arguments",
    "find_compile_commands",
    "load_compile_commands",
    "parse_command",
]
