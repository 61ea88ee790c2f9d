"""Results for other programs: which forms a command line asks for, and writing them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spawnc.diagnostics import Severity
from spawnc.errors import ExitCode, UsageError
from spawnc.report import terminal
from spawnc.report.failures import Failure
from spawnc.units import UnitFailure, UnitResult, distinct_sites, merge_files
from spawnc.write import Output, write_outputs

if TYPE_CHECKING:
    from spawnc.report.places import Message
    from spawnc.report.sarif import FileChange

FORMATS = ("json", "sarif", "github")


@dataclass(frozen=True, slots=True)
class Target:
    """One `--report-to FORMAT:FILE`; the file "-" is stdout."""

    form: str
    path: str


def parse_targets(texts: Sequence[str], *, stdout_is_free: bool) -> tuple[Target, ...]:
    """What `--report-to` asks for. Raises UsageError, also when two results would share stdout."""
    targets = []
    for text in texts:
        form, colon, path = text.partition(":")
        if form not in FORMATS or not colon or not path:
            raise UsageError(
                f"--report-to '{text}' does not read as FORMAT:FILE",
                hint=f"formats are {', '.join(FORMATS)}: --report-to sarif:spawnc.sarif",
            )
        targets.append(Target(form, path))
    if sum(target.path == "-" for target in targets) > stdout_is_free:
        raise UsageError("--report-to: stdout holds one result", hint="name a file")
    return tuple(targets)


def write_reports(
    targets: Sequence[Target],
    results: Sequence[UnitResult],
    messages: Sequence[Message],
    failures: Sequence[UnitFailure] = (),
) -> None:
    """Each result in its form, to its file or to stdout."""
    files = []
    for target in targets:
        text = render_results(target.form, results, messages, failures)
        if target.path == "-":
            terminal.print_result(text)
        else:
            files.append(Output(target.path, f"{text}\n".encode("utf-8", "backslashreplace")))
    write_outputs(files)


def render_results(
    form: str, results: Sequence[UnitResult], messages: Sequence[Message], failures: Sequence[UnitFailure] = ()
) -> str:
    """The results of some units as one of `FORMATS`, and why others have none."""
    sites = distinct_sites(results)
    failed = [_failure(failure) for failure in failures]
    if form == "json":
        from spawnc.report.json import render_json

        return render_json([(result.path, result.inventory) for result in results], sites, failed)
    if form == "sarif":
        from spawnc.report.sarif import render_sarif

        # nothing is rewritten unless all is
        return render_sarif(messages, sites, [] if failed else _changes_together(results), failed)
    from spawnc.report.github import render_github

    # a code host shows some ten annotations of a kind: what was done as asked would hide the rest
    return render_github((message for message in messages if message.severity is not Severity.NOTE), failed)


def _failure(failure: UnitFailure) -> Failure:
    place = f"{failure.location}: error: " if failure.location else f"{failure.path}: "
    text = failure.message.removeprefix(place)
    if failure.exit_code is ExitCode.INTERNAL:
        text = f"spawnc itself failed: {text}"
    return Failure(failure.path, text, failure.hint, failure.location)


def _changes_together(results: Sequence[UnitResult]) -> list[list[FileChange]]:
    """The files that change, in groups: those of one unit change together, and so do units that share one of them."""
    from spawnc.report.sarif import FileChange

    files = {os.path.realpath(file.path): file for file in merge_files(results) if file.is_changed}
    group_of = {path: {path} for path in files}
    for result in results:
        paths = [path for path in map(os.path.realpath, result.rewritten) if path in files]
        together = set().union(*(group_of[path] for path in paths))
        group_of.update(dict.fromkeys(together, together))
    groups = {id(group): group for group in group_of.values()}
    return [
        [FileChange(file.path, file.original, file.rewritten) for path, file in files.items() if path in group]
        for group in groups.values()
    ]
