"""Makes programs for the CPU: g++ preprocesses, the translator rewrites, g++ compiles and links."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from spawnc.build import include_dir
from spawnc.command import CompileCommand, clang_arguments
from spawnc.cpu.translate import translate
from spawnc.errors import SourceError, ToolError
from spawnc.toolchain import require_host_compiler

#: Sums wrap, pointers are cast and floats are rounded as on a GPU; lines are kept for messages.
_COMPILE_FLAGS = (
    *("-O1", "-g1", "-w", "-fno-pie", "-fno-omit-frame-pointer", "-fno-threadsafe-statics"),
    *("-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"),
)
_RUNTIME_FLAGS = ("-std=gnu++17", "-O2", "-g1", "-fno-pie", "-fno-omit-frame-pointer")


def build_for_cpu(sources: Sequence[Path], command: CompileCommand, program: Path, *, checks: bool = True) -> None:
    """Makes one program of `sources`, which may stand for rewritten copies of the sources of `command`.

    `checks`: with AddressSanitizer. Raises SourceError when one can't be translated or compiled, ToolError when there
    is no compiler or no AddressSanitizer."""
    compiler = str(require_host_compiler().path)
    if checks and not _has_address_sanitizer(compiler):
        raise ToolError(
            "AddressSanitizer, which checks programs on the CPU, is missing",
            hint="install it (Fedora: dnf install libasan), or run with --unchecked",
        )
    sanitizer = ["-fsanitize=address"] if checks else []
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        objects = [Path(folder) / f"{index}.o" for index in range(len(sources))]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runtime = pool.submit(runtime_object, compiler, checks)
            compiled = [
                pool.submit(_compile, compiler, source, original, command, output, sanitizer)
                for source, original, output in zip(sources, command.sources, objects, strict=True)
            ]
            for future in compiled:
                future.result()
        program.parent.mkdir(parents=True, exist_ok=True)
        inputs = [*map(str, objects), str(runtime.result())]
        _run(
            [compiler, *sanitizer, "-no-pie", *inputs, "-o", str(program), "-pthread"],
            "the program can't be linked for the CPU",
        )


def _has_address_sanitizer(compiler: str) -> bool:
    """Whether programs can be checked. Some distributions have the sanitizers of g++ in a package of their own."""
    library = _run([compiler, "-print-file-name=libasan.so"], "the C++ compiler does not work").strip()
    return Path(library).is_absolute()


def _compile(
    compiler: str, source: Path, original: Path, command: CompileCommand, output: Path, sanitizer: Sequence[str]
) -> None:
    arguments = clang_arguments(command)
    standard = next(argument for argument in arguments if argument.startswith("-std="))
    own = include_dir()
    preprocess = [
        *(compiler, "-E", "-x", "c++", f"-I{own / 'spawn_cpu' / 'cuda'}", f"-I{own}"),
        *(f"-iquote{original.parent}", *arguments),
        *("-include", "spawn_cpu/spawn_cpu.h", str(source)),
    ]
    text = _run(preprocess, f"{original}: can't be preprocessed for the CPU").encode("utf-8", "surrogateescape")
    translated = output.with_suffix(".ii")
    translated.write_bytes(translate(text, os.fsencode(own / "spawn_cpu")))
    compile_ = [compiler, standard, *_COMPILE_FLAGS, *sanitizer, "-c", str(translated), "-o", str(output)]
    _run(compile_, f"{original}: can't be compiled for the CPU")


def runtime_object(compiler: str, checks: bool) -> Path:
    """The compiled runtime, from the cache if it is there."""
    sources = sorted((include_dir() / "spawn_cpu" / "runtime").glob("*.cpp"))
    finished = cache_folder() / f"cpu-{_fingerprint(compiler)}-{'checked' if checks else 'plain'}.o"
    # whoever comes second waits for the first, instead of doing the same work beside it
    with finished.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.is_file():
            unfinished = finished.with_suffix(".part")
            define = ["-DSPAWN_CPU_ASAN"] if checks else []
            # in one go, since all read the same headers
            includes = "".join(f'#include "{source}"\n' for source in sources)
            command = [compiler, *_RUNTIME_FLAGS, *define, "-x", "c++", "-c", "-", "-o", str(unfinished)]
            _run(command, "the runtime of the CPU backend can't be compiled", includes)
            unfinished.replace(finished)
    return finished


def cache_folder() -> Path:
    """Where compiled parts are kept between runs: $XDG_CACHE_HOME/spawnc, or a temporary folder."""
    root = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(root) if root else Path.home() / ".cache") / "spawnc"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):
        pass
    return Path(tempfile.gettempdir()) / f"spawnc-{os.getuid()}"


@cache
def _fingerprint(compiler: str) -> str:
    digest = hashlib.sha256(" ".join(_RUNTIME_FLAGS).encode())
    digest.update(_run([compiler, "--version"], "the C++ compiler does not work").encode("utf-8", "surrogateescape"))
    folder = include_dir() / "spawn_cpu"
    for path in sorted([*folder.glob("*.h"), *folder.glob("runtime/*")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _run(command: Sequence[str], failure: str, standard_input: str = "") -> str:
    """What the command printed. Raises SourceError with the compiler's messages when it fails."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, input=standard_input.encode())
    except OSError as error:
        raise ToolError(f"can't run '{command[0]}': {error.strerror}") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").rstrip()
        raise SourceError(f"{failure}:\n{said}", hint=f"the command was: {shlex.join(command)}")
    return done.stdout.decode("utf-8", "surrogateescape")
