"""`spawnc list`."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.analysis import analyse, distinct_messages, print_messages
from spawnc.commands.base import tail_of
from spawnc.config import make_settings
from spawnc.report import terminal
from spawnc.report.json import render_json
from spawnc.report.summary import render_summary
from spawnc.report.table import render_table
from spawnc.units import distinct_sites, project_root, select_units


class Format(str, Enum):  # typer 0.12 takes no plain Enum as a default
    TEXT = "text"
    JSON = "json"


def list_launches(
    ctx: typer.Context,
    files: options.Files = None,
    form: Annotated[
        Format, typer.Option("--format", help="A table for people, or JSON (spawnc/report/list.schema.json).")
    ] = Format.TEXT,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    build: options.Build = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """List every launch: who launches what, how deep, with which configuration, and what rewriting would do.

    Nothing is written."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    requests = select_units(files or (), build=build, nvcc_arguments=tail_of(ctx))
    config = options.configure(
        requests[0].path, policy=policy, site_policies=site_policy, headers=headers, in_root=in_root
    )
    settings = make_settings(config, project_root(requests, config.in_root))
    results = analyse(requests, settings, jobs=options.number_of_jobs(jobs), quiet=quiet, verbose=verbose)
    sites = distinct_sites(results)
    match form:
        case Format.JSON:
            terminal.print_result(render_json([(result.path, result.inventory) for result in results], sites))
        case Format.TEXT:
            # what is said about a launch is in its row
            told = {site.message for site in sites}
            others = [message for message in distinct_messages(results) if message not in told]
            print_messages(others, quiet=not verbose, verbose=verbose)
            if sites:
                colour = terminal.is_coloured(sys.stdout)
                terminal.print_result(render_table(sites, reasons=verbose, colour=colour))
            if not quiet:
                terminal.print_result(render_summary(dict.fromkeys(result.path for result in results), sites))
