"""`spawnc list`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.analysis import analyse, distinct_messages, print_messages
from spawnc.commands.base import tail_of
from spawnc.commands.reports import FORMATS, parse_targets, render_results, write_reports
from spawnc.config import make_settings
from spawnc.errors import UsageError
from spawnc.report import terminal
from spawnc.report.regions import render_region_counts, render_regions
from spawnc.report.summary import render_summary
from spawnc.report.table import render_table
from spawnc.requests import project_root, select_units
from spawnc.units import UnitFailure, UnitResult, distinct_regions, distinct_sites


def list_launches(
    ctx: typer.Context,
    files: options.Files = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="text|json|sarif|github",
            help="A table for people, JSON, SARIF 2.1.0, or annotations of a GitHub workflow.",
        ),
    ] = "text",
    report_to: options.ReportTo = None,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    launch_free: options.LaunchFree = None,
    graphs: options.Graphs = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    build: options.Build = None,
    jobs: options.Jobs = None,
    each_alone: Annotated[
        bool,
        typer.Option(
            "--each-alone",
            help="Read each source by itself, as the compiler launcher does: nothing is borrowed from the others.",
        ),
    ] = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """List every launch: who launches what, how deep, with which configuration, and what rewriting would do; and the
    host code that may become CUDA graphs.

    Nothing is written."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    if form not in ("text", *FORMATS):
        raise UsageError(f"--format: unknown choice '{form}'", hint=f"choices are text, {', '.join(FORMATS)}")
    targets = parse_targets(report_to or (), stdout_is_free=False)
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
    settings = make_settings(config, project_root(requests, config.in_root))

    def report(results: Sequence[UnitResult], failures: Sequence[UnitFailure] = ()) -> None:
        messages = distinct_messages(results)
        write_reports(targets, results, messages, failures)
        if form != "text":
            terminal.print_result(render_results(form, results, messages, failures))

    results = analyse(
        requests,
        settings,
        jobs=options.number_of_jobs(jobs),
        quiet=quiet,
        verbose=verbose,
        each_alone=each_alone,
        report=report,
    )
    report(results)
    sites, messages = distinct_sites(results), distinct_messages(results)
    if form != "text":
        return
    # what is said about a launch or a region is in its row
    regions = distinct_regions(results)
    told = {site.message for site in sites} | {region.message for region in regions}
    others = [message for message in messages if message not in told]
    print_messages(others, quiet=not verbose, verbose=verbose)
    if sites:
        terminal.print_result(render_table(sites, reasons=verbose, colour=terminal.is_coloured(sys.stdout)))
    if regions:
        terminal.print_result(render_regions(regions, reasons=verbose, colour=terminal.is_coloured(sys.stdout)))
    if not quiet and regions:
        terminal.print_result(render_region_counts(regions))
    if not quiet:
        terminal.print_result(render_summary(dict.fromkeys(result.path for result in results), sites))
