"""Builds programs as written and rewritten, several to a file, and compares what they print."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spawnc.command import parse_command
from spawnc.cpu.run import RunResult
from spawnc.decisions import BlockBody, Carrier, Guarded, HostLaunch, Kept, Plan, Refused
from spawnc.errors import SpawncError
from spawnc.pipeline import Outcome, rewrite_unit
from spawnc.settings import CarrierChoice, Settings
from spawnc.toolchain import toolkit_include_paths
from tests.differential.machine import CPU, ORIGINAL, Machine, Run
from tests.differential.program import Program, source_text


def carrier_of(batch: int) -> CarrierChoice:
    """Building takes longer than all runs: so each file is built with one carrier, and every second one has queues."""
    return CarrierChoice.AUTO if batch % 2 else CarrierChoice.LAUNCH


@dataclass(frozen=True, slots=True)
class Difference:
    """A program that does not do what it should."""

    program: Program
    #: The first run that differs, or None when the program could not be rewritten or built.
    run: Run | None
    what: str
    carrier: CarrierChoice = CarrierChoice.LAUNCH


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was built twice, ready to run."""

    original: Path
    rewritten: Path
    carrier: CarrierChoice
    machine: Machine


class BuildError(Exception):
    """The programs can't be rewritten, or what comes out does not compile. `original`: not even as written."""

    def __init__(self, what: str, *, original: bool) -> None:
        super().__init__(what)
        self.original = original


def build_programs(programs: Sequence[Program], folder: Path, carrier: CarrierChoice, machine: Machine = CPU) -> Built:
    """Builds programs, as one file."""
    return build_file(write_programs(programs, folder), carrier, machine)


def build_file(source: Path, carrier: CarrierChoice, machine: Machine = CPU) -> Built:
    """Builds a file as written and rewritten, in its folder."""
    return build_rewritten(source, build_original(source, machine), carrier, machine)


def build_original(source: Path, machine: Machine = CPU) -> Path:
    """Builds a file as written, in its folder."""
    original = source.with_name("original")
    try:
        machine.compile(source, original)
    except SpawncError as error:
        raise BuildError(str(error), original=True) from error
    return original


def build_rewritten(source: Path, original: Path, carrier: CarrierChoice, machine: Machine = CPU) -> Built:
    """Builds a file as spawnc rewrites it; `original` was built before."""
    copy = source.parent / "rewritten" / source.name
    copy.parent.mkdir(exist_ok=True)
    try:
        copy.write_bytes(rewrite(source, carrier).rewritten.get(str(source), source.read_bytes()))
        machine.compile(copy, copy.with_suffix(""))
    except SpawncError as error:
        raise BuildError(str(error), original=False) from error
    return Built(original, copy.with_suffix(""), carrier, machine)


def write_programs(programs: Sequence[Program], folder: Path) -> Path:
    """Puts programs into a file, and says where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "programs.cu"
    source.write_text(source_text(programs), encoding="utf-8")
    return source


def rewrite(source: Path, carrier: CarrierChoice = CarrierChoice.LAUNCH) -> Outcome:
    """What spawnc makes of a file."""
    command = parse_command([], sources=[source], environment={})
    include = tuple(str(path) for path in toolkit_include_paths())
    settings = Settings(in_root=str(source.parent), carrier=carrier)
    return rewrite_unit(command, str(source), settings, toolkit_include=include)


def first_differing(
    programs: Sequence[Program], seed: int, folder: Path, carrier: CarrierChoice, machine: Machine = CPU
) -> Difference | None:
    """Builds and runs programs under schedules that `seed` picks; None when all is as it should be."""
    try:
        built = build_programs(programs, folder, carrier, machine)
    except BuildError as error:
        failure = error
    else:
        return next(differences(programs, built, machine.runs(seed, carrier)), None)
    if len(programs) > 1:
        half = len(programs) // 2
        return first_differing(programs[:half], seed, folder, carrier, machine) or first_differing(
            programs[half:], seed, folder, carrier, machine
        )
    if failure.original:
        # the generator's own mistake
        raise failure
    return Difference(programs[0], None, str(failure), carrier)


def differences(programs: Sequence[Program], built: Built, wanted: Iterable[Run]) -> Iterator[Difference]:
    """Every program that ever prints something else than the original does in natural order, once.

    A run that ends early says nothing about the programs after the one that ended it."""
    expected: dict[str, str] | None = None
    found: set[str] = set()
    for run in wanted:
        result = execute(built, run)
        lines = _lines_of(result)
        if expected is None:
            expected = lines
            missing = [program for program in programs if program.name not in lines]
            if missing:
                yield Difference(missing[0], run, _ending(result), built.carrier)
                return
        for program in programs:
            if program.name in found or lines.get(program.name) == expected[program.name]:
                continue
            found.add(program.name)
            got = lines.get(program.name)
            what = f"expected: {expected[program.name]}\ngot:      {got}" if got else _ending(result)
            yield Difference(program, run, what, built.carrier)
            if got is None:
                break


def execute(built: Built, run: Run, *arguments: str) -> RunResult:
    """Runs the programs once."""
    program = built.original if run.policy == ORIGINAL else built.rewritten
    return built.machine.execute(program, run, arguments)


def decisions(programs: Sequence[Program], plan: Plan) -> dict[str, Counter[str]]:
    """How many device-side launches of each program of a file end how: guarded in which way, kept, or a rule's
    number."""
    begins = [plan.unit.source.data.index(f"namespace {program.name} {{".encode()) for program in programs]
    by_block = {child.function.key for child in plan.children if isinstance(child.body, BlockBody)}
    counts: dict[str, Counter[str]] = {program.name: Counter() for program in programs}
    for decision in plan.decisions:
        program = programs[bisect_right(begins, decision.launch.chevrons.open.begin) - 1]
        match decision:
            case HostLaunch():
                pass
            case Kept():
                counts[program.name]["kept"] += 1
            case Refused(diagnostic=diagnostic):
                counts[program.name][diagnostic.rule] += 1
            case Guarded(carrier=Carrier.QUEUE):
                counts[program.name]["guarded, queued"] += 1
            case Guarded(order=order, children=children):
                body = ", block by block" if any(child.key in by_block for child in children) else ""
                counts[program.name][f"guarded, {order.value}{body}"] += 1
    return counts


def _lines_of(result: RunResult) -> dict[str, str]:
    lines = result.stdout.decode("utf-8", "replace").splitlines()
    return {line.partition(" ")[0]: line for line in lines if line.startswith("program_")}


def _ending(result: RunResult) -> str:
    return f"exit code {result.exit_code}\n{result.stderr.decode('utf-8', 'replace').strip()}"
