"""The part that every command which reads sources goes through: run the units, say what went wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from spawnc.commands.base import print_bug, print_error
from spawnc.diagnostics import Severity
from spawnc.errors import ExitCode, UsageError
from spawnc.report import terminal
from spawnc.report.places import Message
from spawnc.report.regions import render_region_counts
from spawnc.report.summary import render_summary
from spawnc.report.text import render_message
from spawnc.requests import UnitRequest
from spawnc.units import UnitFailure, UnitResult, distinct_regions, distinct_sites, run_units

if TYPE_CHECKING:
    from spawnc.settings import Settings


def analyse(
    requests: Sequence[UnitRequest],
    settings: Settings,
    *,
    jobs: int = 1,
    quiet: bool = False,
    verbose: bool = False,
    each_alone: bool = False,
    report: Callable[[Sequence[UnitResult], Sequence[UnitFailure]], None] | None = None,
) -> tuple[UnitResult, ...]:
    """The results of all units. If any of them failed, every failure is told, also to `report`, and the command
    ends."""
    with terminal.progress_bar(len(requests), shown=not quiet) as on_done:
        outcomes = run_units(requests, settings, jobs=jobs, on_done=on_done, each_alone=each_alone)
    failures = [outcome for outcome in outcomes if isinstance(outcome, UnitFailure)]
    for failure in failures:
        if failure.exit_code is ExitCode.INTERNAL:
            print_bug(failure.message, failure.traceback, verbose=verbose)
        else:
            print_error(failure.message, failure.hint)
    results = tuple(outcome for outcome in outcomes if isinstance(outcome, UnitResult))
    if failures:
        if report is not None:
            report(results, failures)
        raise typer.Exit(max(failure.exit_code for failure in failures))
    _reject_idle_policies(settings, results)
    return results


def print_messages(messages: Sequence[Message], *, quiet: bool = False, verbose: bool = False) -> None:
    """Diagnostics on stderr: errors always, warnings unless quiet, notes when verbose."""
    shown = {Severity.ERROR}
    if not quiet:
        shown.add(Severity.WARNING)
    if verbose:
        shown.add(Severity.NOTE)
    colour = terminal.is_coloured(sys.stderr)
    for message in messages:
        if message.severity in shown:
            terminal.print_message(render_message(message, colour=colour))


def print_counts(paths: Iterable[str], results: Sequence[UnitResult], *, with_regions: bool) -> None:
    """How many regions and launches ended where, on stderr; regions where one is a graph, or with `with_regions`."""
    regions = distinct_regions(results)
    if with_regions or any(region.is_graph for region in regions):
        terminal.print_message(render_region_counts(regions))
    terminal.print_message(render_summary(paths, distinct_sites(results)))


def distinct_messages(results: Sequence[UnitResult]) -> tuple[Message, ...]:
    """The messages of all units; what several units say about a header is said once."""
    return tuple(dict.fromkeys(message for result in results for message in result.inventory.messages))


def has_errors(messages: Sequence[Message]) -> bool:
    return any(message.severity is Severity.ERROR for message in messages)


def _reject_idle_policies(settings: Settings, results: Sequence[UnitResult]) -> None:
    """A setting that does nothing is a mistake: a site policy has to name a launch.

    That of a configuration file may name a file which is not read now."""
    places = set()
    for site in distinct_sites(results):
        location = site.place.location
        line = f"{Path(location.path).name}:{location.line}"
        places |= {line, f"{line}:{location.column}"}
    read = {Path(path).name for result in results for path in result.originals}
    for name in settings.site_policies:
        of_file = name in settings.sites_of_file
        if name in places or (of_file and re.sub(r"(:\d+)+$", "", name) not in read):
            continue
        raise UsageError(
            f"{'[sites]' if of_file else '--site-policy'} '{name}': there is no launch",
            hint="`spawnc list FILE` shows where launches are",
        )
