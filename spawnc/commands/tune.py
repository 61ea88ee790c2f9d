"""`spawnc tune`."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.base import tail_of
from spawnc.config import NAME, config_file_for
from spawnc.errors import UsageError
from spawnc.report import terminal
from spawnc.tuning.keep import check_place, keep
from spawnc.tuning.search import Found, search
from spawnc.tuning.trial import Program


def tune(
    ctx: typer.Context,
    pattern: Annotated[
        str | None,
        typer.Option(
            "--time",
            metavar="REGEX",
            help="What the program prints of its time: a number, in a group. Without it, the process's time counts.",
            show_default=False,
        ),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs for each policy: the fastest counts.")] = 3,
    limit: Annotated[
        float | None,
        typer.Option(
            "--limit",
            min=0,
            metavar="SECONDS",
            help="A run that takes longer has failed.",
            show_default="ten times the first",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The configuration file.", show_default="the nearest spawnc.toml"),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Search the best policy of each launch site, with your own program and input, and keep them in spawnc.toml.

    The program is one that `spawnc build` made, or that was built of what `spawnc rewrite` writes. It is run many
    times, with policies from the environment; the next `rewrite` honours what is kept."""
    command = tail_of(ctx)
    if not command:
        raise UsageError("no program is named", hint="for example: spawnc tune -- ./app input.txt")
    try:
        compiled = re.compile(pattern) if pattern is not None else None
    except re.error as error:
        raise UsageError(f"--time: '{pattern}' is no regular expression: {error}") from error
    path = config or config_file_for(Path()) or Path(NAME)
    check_place(path)
    program = Program(command, compiled, limit)
    start = time.monotonic()
    counters = program.counters()
    if limit is None:
        # a policy that makes the program hang is to cost no more than that
        program = replace(program, limit=10 * (time.monotonic() - start) + 10)
    work = {
        str(site.id): count.launched_items + count.queued_items + count.serial_items for site, count in counters.items()
    }
    sites = sorted((site for site in work if work[site] > 0), key=lambda site: -work[site])
    if not sites:
        raise UsageError("no launch site was reached", hint="run the program with an input that launches")

    def say(text: str) -> None:
        if not quiet:
            terminal.print_message(text)

    found = search(sites, program.run, runs, say)
    terminal.print_result(_table(found, "" if compiled else " s"))
    if found.policies and not dry_run:
        keep(found.policies, path)
        say(f"{path}: {len(found.policies)} of {len(sites)} sites have a policy, for sources in or below its folder")


def _table(found: Found, unit: str) -> str:
    lines = []
    for each in found.sites:
        lines.append(f"{each.site}: as built {each.before:.4g}{unit}")
        for tried in each.tried:
            took = "failed" if tried.time is None else f"{tried.time:.4g}{unit}"
            lines.append(f"  {tried.policy:16} {took}{'  <-' if tried.policy == each.policy else ''}")
    by_controller = "failed" if found.controller is None else f"{found.controller:.4g}{unit}"
    lines.append(
        f"together: {found.before:.4g}{unit} as built, {by_controller} with spawn, {found.after:.4g}{unit} tuned"
    )
    lines.append(_gain(found))
    return "\n".join(lines)


def _gain(found: Found) -> str:
    if not found.policies:
        return "no gain worth keeping"
    gain = f"{found.before / found.after:.2f} times as fast as built"
    over = f", {found.controller / found.after:.2f} times as fast as with spawn" if found.controller else ""
    chosen = ", ".join(f"{site} {policy}" for site, policy in found.policies.items())
    return f"{gain}{over}: {chosen}"
