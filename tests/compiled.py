"""nvcc, as the tests call it."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from spawnc.toolchain import Nvcc, require_nvcc

INCLUDE = Path(__file__).parent.parent / "spawnc" / "include"
STANDARD = ("-std=c++17", "-arch=sm_90", "-rdc=true")
#: The first nvcc of which `-Ofc max` is known to say what it says without.
_FAST_SINCE = (13, 0)


def nvcc(folder: Path, source: str, *arguments: str, phase: Sequence[str] = ()) -> tuple[int, str]:
    """Compile one file, in its folder: the exit status and all that nvcc said.

    Without a `phase`, all phases but the last see it, and no object comes of it: nobody runs it, so that time for
    better code would be lost."""
    phase = phase or _every_phase()
    own = [flag for flag in STANDARD if not any(given.startswith(flag.partition("=")[0]) for given in arguments)]
    command = [_nvcc().path, *own, f"-I{INCLUDE}", *arguments, *phase, source, "-o", f"{Path(source).stem}.out"]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=300
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


@functools.cache
def _nvcc() -> Nvcc:
    """Each look asks nvcc twice."""
    return require_nvcc()


def _every_phase() -> Sequence[str]:
    return ("-c", "-Xcompiler=-fsyntax-only", *fast())


def fast() -> Sequence[str]:
    """The arguments for device code that nobody runs."""
    version = tuple(int(part) for part in re.findall(r"\d+", _nvcc().version)[:2])
    return ("-Ofc", "max") if version >= _FAST_SINCE else ()


def warnings(said: str) -> set[str]:
    """The distinct warnings; not their lines, which may be those of a copy."""
    return {re.sub(r"\(\d+\)", "", line) for line in said.splitlines() if re.search(r"\bwarning\b", line)}
