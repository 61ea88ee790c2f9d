"""The part of clang's command line that follows from the user's nvcc command."""

from spawnc.command.compile import CompileCommand

#: What nvcc compiles without `-std`, since CUDA 12.
DEFAULT_STANDARD = "c++17"


def clang_arguments(command: CompileCommand) -> tuple[str, ...]:
    """Macros, include paths, pre-includes, standard and host flags; no input, no `-x`, no CUDA headers.

    `__CUDA_ARCH__` is not among them: whoever wants the device's view adds it from `command.arch`.
    """
    return (
        f"-std={_gnu_standard(command.standard or DEFAULT_STANDARD)}",
        *(f"-D{macro}" for macro in _nvcc_macros(command)),
        *command.host_arguments,
        *(f"-I{path}" for path in command.include_paths),
        *(argument for path in command.system_include_paths for argument in ("-isystem", str(path))),
        *command.macros,
        *(argument for name in command.pre_includes for argument in ("-include", _pre_include(command, name))),
    )


def _gnu_standard(standard: str) -> str:
    # g++ under nvcc keeps GNU extensions on when no -std is given, and CUDA headers use them (__int128).
    return standard if standard.startswith("gnu") else standard.replace("c++", "gnu++")


def _nvcc_macros(command: CompileCommand) -> tuple[str, ...]:
    """What nvcc 13 defines for these options; `-use_fast_math` defines nothing."""
    macros = {
        "__CUDACC_RDC__": command.relocatable,
        "__CUDACC_EWP__": command.whole_program,
        "__CUDACC_DEBUG__": command.device_debug,
        "__CUDACC_EXTENDED_LAMBDA__": command.extended_lambda,
        "__CUDACC_RELAXED_CONSTEXPR__": command.relaxed_constexpr,
        "CUDA_API_PER_THREAD_DEFAULT_STREAM": command.default_stream_per_thread,
    }
    return tuple(name for name, is_set in macros.items() if is_set)


def _pre_include(command: CompileCommand, name: str) -> str:
    beside = command.directory / name
    return str(beside) if beside.is_file() else name
