"""What the card's memory can do: measured by a copy, the limit that times are compared with."""

from __future__ import annotations

import hashlib
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from spawnc.bench.programs import Target
from spawnc.cpu.run import Schedule, capture_on_cpu
from spawnc.errors import ToolError

_SAID = re.compile(r"copies ([\d.]+) GB/s, ([\d.]+) GB free")
_LIMIT = 30


@dataclass(frozen=True, slots=True)
class Memory:
    """Of the device."""

    #: Bytes read and written in a second by a copy within the device.
    bandwidth: float
    #: In GB.
    free: float


def measure_memory(folder: Path, target: Target) -> Memory:
    """Builds and runs bandwidth.cu. Raises ToolError."""
    source = Path(__file__).with_name("bandwidth.cu")
    digest = hashlib.sha256(source.read_bytes() + target.identity.encode()).hexdigest()
    program = folder / f"bandwidth-{digest[:8]}"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        new = program.with_name(f"{program.name}.new")
        target.compile(source, source, new)
        new.replace(program)
    if target.toolchain is None:
        return _read(capture_on_cpu(program, ["1048576"], Schedule(timeout=_LIMIT)).stdout.decode("utf-8", "replace"))
    try:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=_LIMIT, check=False)
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"'{program.name}' takes over {_LIMIT} s") from error
    except OSError as error:
        raise ToolError(f"can't run '{program}': {error.strerror}") from error
    return _read(done.stdout + done.stderr)


def _read(said: str) -> Memory:
    found = _SAID.search(said)
    if not found:
        raise ToolError(f"the bandwidth of the device's memory can't be measured: {said.strip()[-200:]}")
    return Memory(float(found[1]) * 1e9, float(found[2]))
