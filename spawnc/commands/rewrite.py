"""`spawnc rewrite`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.analysis import analyse, distinct_messages, has_errors, print_counts, print_messages
from spawnc.commands.base import print_error, tail_of
from spawnc.commands.destination import (
    InPlace,
    Nowhere,
    ToFile,
    ToFolder,
    check_destination,
    choose_destination,
    files_below,
    headers_first,
    make_folders,
    only_file,
)
from spawnc.commands.reports import parse_targets, write_reports
from spawnc.config import make_settings
from spawnc.errors import ExitCode
from spawnc.report import terminal
from spawnc.report.summary import count_sites, plural
from spawnc.requests import project_root, select_units
from spawnc.units import ProjectFile, distinct_sites, merge_files
from spawnc.write import Output, write_outputs


def rewrite(
    ctx: typer.Context,
    files: options.Files = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="OUT", help="Write the one FILE to OUT, `-` for stdout."),
    ] = None,
    out_root: Annotated[
        str | None,
        typer.Option(
            "--out-root", metavar="DIR", help="Write every file of the project that the sources read below DIR."
        ),
    ] = None,
    in_root: options.InRoot = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Overwrite the files that change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; print what would change.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if something would change.")
    ] = False,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    launch_free: options.LaunchFree = None,
    graphs: options.Graphs = None,
    headers: options.Headers = None,
    line_directives: options.LineDirectives = None,
    strict: options.Strict = None,
    report_to: options.ReportTo = None,
    build: options.Build = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Turn device-side launches into guarded branches.

    Every launch is accounted for: guarded, kept because you asked, refused with a reason, or a host launch. Nothing
    is written unless every FILE could be rewritten."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    destination = choose_destination(output=output, out_root=out_root, in_place=in_place, diff=diff, check=check)
    targets = parse_targets(report_to or (), stdout_is_free=not diff and output != "-")
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
        line_directives=line_directives,
        strict=strict,
    )
    root = project_root(requests, config.in_root)
    check_destination(destination, requests, root)
    settings = make_settings(config, root)
    results = analyse(
        requests,
        settings,
        jobs=options.number_of_jobs(jobs),
        quiet=quiet,
        verbose=verbose,
        report=lambda read, failures: write_reports(targets, read, distinct_messages(read), failures),
    )
    project = merge_files(results)
    messages, sites = distinct_messages(results), distinct_sites(results)
    print_messages(messages, quiet=quiet, verbose=verbose)
    write_reports(targets, results, messages)
    if not quiet:
        print_counts(dict.fromkeys(result.path for result in results), results, with_regions=settings.graphs)
    if has_errors(messages):
        print_error("nothing was written")
        raise typer.Exit(ExitCode.SOURCE)
    refused = count_sites(sites).refused
    if config.strict and refused:
        print_error(f"--strict: {plural(refused, 'launch is', 'launches are')} refused; nothing was written")
        raise typer.Exit(ExitCode.CHANGES)
    changed = [file for file in project if file.is_changed]
    if diff:
        _print_diffs(changed)
    match destination:
        case ToFile(path="-"):
            terminal.print_bytes(only_file(project, requests[0].path).rewritten)
        case ToFile(path=path):
            _write([Output(path, only_file(project, requests[0].path).rewritten)], verbose=verbose)
        case ToFolder(folder=folder):
            outputs = list(files_below(project, root=root, folder=folder))
            make_folders(outputs)
            _write(outputs, verbose=verbose)
        case InPlace():
            _write([Output(file.path, file.rewritten) for file in headers_first(changed, requests)], verbose=verbose)
        case Nowhere():
            if check and changed:
                if not quiet:
                    names = ", ".join(file.path for file in changed)
                    terminal.print_message(f"{plural(len(changed), 'file', 'files')} would change: {names}")
                raise typer.Exit(ExitCode.CHANGES)


def _print_diffs(files: Sequence[ProjectFile]) -> None:
    from spawnc.report.diff import colour_diff, unified_diff

    colour = terminal.is_coloured(sys.stdout)
    for file in files:
        text = unified_diff(file.original, file.rewritten, file.path)
        terminal.print_bytes(colour_diff(text) if colour else text)


def _write(outputs: Sequence[Output], *, verbose: bool) -> None:
    written = set(write_outputs(outputs))
    if verbose:
        for output in outputs:
            terminal.print_message(f"{'wrote' if output.path in written else 'unchanged:'} {output.path}")
