"""What has been read of statements that may be one sequence."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field

from spawnc.model import Ref
from spawnc.regions.facts import StepLaunch
from spawnc.regions.statements import (
    Branched,
    Checked,
    Copied,
    Decided,
    DeviceWork,
    Filled,
    Grouped,
    Launched,
    Repeated,
    Statement,
    Waited,
)


@dataclass
class Run:
    """A sequence as far as it has been read."""

    statements: list[Statement] = field(default_factory=list)
    stream: str | None = None
    work: list[DeviceWork] = field(default_factory=list)
    checks: list[Checked] = field(default_factory=list)
    #: Names of variables that the run declares or changes.
    written: set[str] = field(default_factory=set)
    launches: list[StepLaunch] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)
    #: In the loop that it ends with.
    waits: list[Waited] = field(default_factory=list)
    #: It changes a variable that lives longer than the function.
    outlives: bool = False
    #: Branches around what is looked at.
    branches: int = 0


def write(run: Run, *variables: Ref | None) -> None:
    for variable in variables:
        if variable is not None:
            run.written.add(variable.name)
            run.outlives |= variable.is_global or variable.is_static or "&" in variable.canonical


def has_work(statement: Statement) -> bool:
    match statement:
        case Launched() | Filled() | Copied():
            return True
        case Branched(branches=branches):
            return any(has_work(part) for branch in branches for part in branch)
        case Decided(branch=branch):
            return has_work(branch)
        case Repeated(body=body) | Grouped(body=body):
            return any(map(has_work, body))
        case _:
            return False


def parts_of(statements: SequenceOf[Statement]) -> Iterator[Statement]:
    """Statements and those in their branches, not those of loops in them."""
    for statement in statements:
        yield statement
        match statement:
            case Grouped(body=body):
                yield from parts_of(body)
            case Branched(branches=branches):
                for branch in branches:
                    yield from parts_of(branch)
            case _:
                pass
