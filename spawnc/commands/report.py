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
from spawnc.report.html_regions import region_id
from spawnc.report.region_counters import read_regions
from spawnc.report.summary import plural, render_summary
from spawnc.requests import project_root, select_units
from spawnc.units import distinct_regions, distinct_sites, merge_files
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
    launch_free: options.LaunchFree = None,
    graphs: options.Graphs = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    build: options.Build = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Make one HTML page of a project: its launches, the host code that may become CUDA graphs, the decisions, the
    reasons, and what runs counted.

    The page holds all that it shows: it needs no network and no other file."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    requests = select_units(files or (), build=build, nvcc_arguments=tail_of(ctx))
    config = options.configure(
        requests[0].path,
        policy=policy,
        site_policies=site_policy,
        carrier=carrier,
        launch_free=launch_free,
        graphs=graphs,
        headers=headers,
        in_root=in_root,
    )
    root = project_root(requests, config.in_root)
    settings = make_settings(config, root)
    runs = [read_counters(path) for path in counters or ()]
    region_runs = [read_regions(path) for path in counters or ()]
    results = analyse(requests, settings, jobs=options.number_of_jobs(jobs), quiet=quiet, verbose=verbose)
    sites = distinct_sites(results)
    sources = {file.path: file.original for file in merge_files(results)}
    regions, messages = distinct_regions(results), distinct_messages(results)
    page = render_html(Path(root).name, sources, sites, regions, messages, runs, region_runs)
    write_outputs([Output(html, page.encode("utf-8", "backslashreplace"))])
    if quiet:
        return
    _warn_of_others(
        len({key for run in runs for key in run} - set(map(site_key, sites))),
        "counted launch is",
        "counted launches are",
    )
    _warn_of_others(
        len({region.id for run in region_runs for region in run} - set(map(region_id, regions))),
        "counted region is",
        "counted regions are",
    )
    terminal.print_message(render_summary(dict.fromkeys(result.path for result in results), sites))


def _warn_of_others(unknown: int, one: str, many: str) -> None:
    if unknown:
        terminal.print_message(
            f"spawnc: warning: {plural(unknown, one, many)} not in these sources: "
            "have they changed since the program was built?"
        )
