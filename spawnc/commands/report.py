"""`spawnc report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.analysis import analyse, distinct_messages
from spawnc.commands.base import tail_of
from spawnc.config import make_settings
from spawnc.report import terminal
from spawnc.report.counters import read_counters
from spawnc.report.html import render_html, site_key
from spawnc.report.summary import plural, render_summary
from spawnc.requests import project_root, select_units
from spawnc.units import distinct_sites, merge_files
from spawnc.write import Output, write_outputs


def report(
    ctx: typer.Context,
    html: Annotated[str, typer.Option("--html", metavar="OUT", help="The page to write.")],
    files: options.Files = None,
    counters: Annotated[
        list[str] | None,
        typer.Option(
            "--counters",
            metavar="FILE",
            help="What a run of the rewritten program counted: the file of SPAWN_REPORT=FILE.json. May be given again, "
            "for more runs.",
            show_default=False,
        ),
    ] = None,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    build: options.Build = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Make one HTML page of a project: its launches, the decisions, the reasons, and what runs counted.

    The page holds all that it shows: it needs no network and no other file."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    requests = select_units(files or (), build=build, nvcc_arguments=tail_of(ctx))
    config = options.configure(
        requests[0].path, policy=policy, site_policies=site_policy, carrier=carrier, headers=headers, in_root=in_root
    )
    root = project_root(requests, config.in_root)
    settings = make_settings(config, root)
    runs = [read_counters(path) for path in counters or ()]
    results = analyse(requests, settings, jobs=options.number_of_jobs(jobs), quiet=quiet, verbose=verbose)
    sites = distinct_sites(results)
    sources = {file.path: file.original for file in merge_files(results)}
    page = render_html(Path(root).name, sources, sites, distinct_messages(results), runs)
    write_outputs([Output(html, page.encode("utf-8", "backslashreplace"))])
    if quiet:
        return
    unknown = len({key for run in runs for key in run} - set(map(site_key, sites)))
    if unknown:
        terminal.print_message(
            f"spawnc: warning: {plural(unknown, 'counted launch is', 'counted launches are')} not in these sources: "
            "have they changed since the program was built?"
        )
    terminal.print_message(render_summary(dict.fromkeys(result.path for result in results), sites))
