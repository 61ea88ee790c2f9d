"""Makes the programs of all columns out of the samples."""

from __future__ import annotations

import hashlib
import shlex
import subprocess
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from spawnc.bench.catalogue import source_of
from spawnc.bench.columns import Column, External, Program
from spawnc.bench.variants import FIRE_AND_FORGET, into_stream
from spawnc.build import DEFAULT_ARCHITECTURE, compile_program, include_dir
from spawnc.command import CompileCommand, parse_command
from spawnc.cpu.build import build_for_cpu
from spawnc.decisions import Guarded, HostLaunch
from spawnc.errors import SpawncError, ToolError
from spawnc.pipeline import Outcome, rewrite_unit
from spawnc.regions.decisions import Graphed
from spawnc.settings import CarrierChoice, Settings
from spawnc.toolchain import Toolchain, toolkit_include_paths


@dataclass(frozen=True, slots=True)
class Target:
    """What programs are built for; without a toolchain, the emulator on the CPU."""

    toolchain: Toolchain | None
    #: nvcc's -arch, "" for the GPU of this machine.
    architecture: str = ""

    @property
    def identity(self) -> str:
        """What programs of the same text differ by."""
        if self.toolchain is None:
            return "cpu"
        gpu = self.toolchain.gpu
        architecture = self.architecture or (gpu.arch if gpu else DEFAULT_ARCHITECTURE)
        return f"{architecture}, nvcc {self.toolchain.nvcc.version}"

    def command(self, source: Path) -> CompileCommand:
        flags = ["-O3", *([f"-arch={self.architecture}"] if self.architecture else [])]
        return parse_command(flags, sources=[source], environment={})

    def compile(self, source: Path, original: Path, program: Path) -> None:
        """Raises ToolError. Headers beside `original` are found."""
        command = self.command(original)
        if self.toolchain is None:
            build_for_cpu([source], command, program, checks=False)
        else:
            compile_program([source], program, self.toolchain, command)


@dataclass(frozen=True, slots=True)
class Made:
    """A program, or why there is none."""

    path: Path
    error: str = ""
    #: None of its launches can be rewritten, with this carrier at least.
    refused: bool = False


class NotRewrittenError(SpawncError):
    """A column asks for what spawnc refuses."""


def make_programs(
    wanted: Iterable[tuple[str, str]],
    externals: Sequence[External],
    folder: Path,
    target: Target,
    done: Callable[[str], None],
) -> dict[tuple[str, str], Made]:
    """By sample and program; those that stand in the folder, made of the same text, are not made again.

    `done` is told each that is finished."""
    commands = {program_name(external.column): external.command for external in externals}
    folder.mkdir(parents=True, exist_ok=True)

    def make(sample: str, name: str) -> Made:
        try:
            made = _make(sample, name, commands.get(name), folder, target)
        except NotRewrittenError:
            made = Made(folder / f"{sample}-{name}", refused=True)
        except SpawncError as error:
            made = Made(folder / f"{sample}-{name}", str(error))
        done(f"{sample}, {name}")
        return made

    pool = ThreadPoolExecutor()
    try:
        futures = {each: pool.submit(make, *each) for each in dict.fromkeys(wanted)}
        return {key: future.result() for key, future in futures.items()}
    finally:
        # where the user has interrupted, no more are begun
        pool.shutdown(cancel_futures=True)


def program_name(column: Column) -> str:
    return column.program.value if isinstance(column.program, Program) else column.program


def _make(sample: str, name: str, command: str | None, folder: Path, target: Target) -> Made:
    original = source_of(sample)
    text = original.read_bytes() if command else _text(original, Program(name), target)
    digest = hashlib.sha256(text + _headers(original.parent) + f"{command}{target.identity}".encode()).hexdigest()
    program = folder / f"{sample}-{name}-{digest[:8]}"
    if program.exists():
        return Made(program)
    source = folder / name / f"{sample}.cu"
    source.parent.mkdir(exist_ok=True)
    source.write_bytes(text)
    # a compiler that fails, or is ended, may leave a part of a program
    new = program.with_name(f"{program.name}.new")
    if command is None:
        target.compile(source, original, new)
    else:
        _make_externally(command, original, new)
    new.replace(program)
    return Made(program)


def _make_externally(command: str, source: Path, program: Path) -> None:
    words = [word.format(source=source, program=program) for word in shlex.split(command)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ToolError(f"can't run '{words[0]}': {error.strerror}") from error
    if done.returncode != 0 or not program.exists():
        raise ToolError(f"'{shlex.join(words)}' made no program:\n{(done.stdout + done.stderr).rstrip()}")


def _text(original: Path, program: Program, target: Target) -> bytes:
    has_queue = program is not Program.LAUNCH
    carrier = CarrierChoice.AUTO if has_queue else CarrierChoice.LAUNCH
    rewritten = _rewritten(target.command(original), str(original), carrier, graphs=program is Program.GRAPHS)
    if program is Program.PLAIN:
        if not any(isinstance(decision, Guarded) for decision in rewritten.plan.decisions):
            return original.read_bytes()
        # pragmas may ask for graphs, too
        return b"#define SPAWN_GRAPHS 0\n" + rewritten.rewritten[str(original)]
    if program is Program.GRAPHS and not any(isinstance(d, Graphed) for d in rewritten.plan.regions.decisions):
        raise NotRewrittenError(f"nothing of '{original.name}' becomes a graph")
    if program in (Program.LAUNCH, Program.AUTO, Program.PHASES, Program.GRAPHS):
        if str(original) not in rewritten.rewritten:
            raise NotRewrittenError(f"no launch of '{original.name}' is rewritten")
        if program is Program.PHASES and not rewritten.plan.queued_parents:
            raise NotRewrittenError(f"no launch of '{original.name}' has a queue")
        text = rewritten.rewritten[str(original)]
        return b"#define SPAWN_PHASES 1\n" + text if program is Program.PHASES else text
    launches = [d.launch for d in rewritten.plan.decisions if not isinstance(d, HostLaunch)]
    stream = FIRE_AND_FORGET if program is Program.FIRE_AND_FORGET else b""
    return into_stream(original.read_bytes(), launches, stream)


@cache
def _rewritten(command: CompileCommand, original: str, carrier: CarrierChoice, *, graphs: bool) -> Outcome:
    settings = Settings(in_root=str(Path(original).parent), carrier=carrier, graphs=graphs)
    include = tuple(str(path) for path in toolkit_include_paths())
    return rewrite_unit(command, original, settings, toolkit_include=include)


@cache
def _headers(folder: Path) -> bytes:
    """The text of all that a sample may include, so that a program is made again when one changes."""
    paths = [path for root in (include_dir(), folder.parent / "common") for path in root.rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in sorted(paths))
