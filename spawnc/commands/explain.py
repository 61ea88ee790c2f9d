"""`spawnc explain`."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.analysis import analyse
from spawnc.commands.base import tail_of
from spawnc.config import make_settings
from spawnc.diagnostics import RULES
from spawnc.errors import UsageError
from spawnc.report import terminal
from spawnc.report.explain import render_region, render_rule, render_site
from spawnc.report.inventory import Inventory, Site, Verdict
from spawnc.report.places import Message
from spawnc.requests import project_root, select_units


def explain(
    ctx: typer.Context,
    target: Annotated[str, typer.Argument(metavar="RULE|FILE:LINE", help="SP012, or bfs.cu:41.")],
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    launch_free: options.LaunchFree = None,
    graphs: options.Graphs = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    build: options.Build = None,
    verbose: options.Verbose = False,
) -> None:
    """Explain a rule, or what was decided about the launches of a line, or the host code that is a graph, and why."""
    colour = terminal.is_coloured(sys.stdout)
    at = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", target)
    if at is None:
        terminal.print_result(render_rule(_rule_named(target), colour=colour))
        return
    path, line = at[1], int(at[2])
    # a source that is compiled several ways is explained in the first one
    requests = select_units([path], build=build, nvcc_arguments=tail_of(ctx))[:1]
    config = options.configure(
        path,
        policy=policy,
        site_policies=site_policy,
        carrier=carrier,
        launch_free=launch_free,
        graphs=graphs,
        headers=headers,
        in_root=in_root,
    )
    settings = make_settings(config, project_root(requests, config.in_root))
    (result,) = analyse(requests, settings, verbose=verbose)
    in_file = [site for site in result.inventory.sites if site.place.location.path == path]
    sites = [site for site in in_file if site.place.location.line <= line <= site.last_line]
    regions_in_file = [region for region in result.inventory.regions if region.place.location.path == path]
    regions = [region for region in regions_in_file if region.place.location.line <= line <= region.last_line]
    if not sites and not regions:
        places = [*(site.place for site in in_file), *(region.place for region in regions_in_file)]
        raise _nothing_at({place.location.line for place in places}, path, line)
    blocks = [
        *(render_site(site, _messages_about(site, result.inventory), colour=colour) for site in sites),
        *(render_region(region, colour=colour) for region in regions),
    ]
    terminal.print_result("\n\n".join(blocks))


def _rule_named(name: str) -> str:
    rule = name.upper()
    if rule in RULES:
        return rule
    if not re.fullmatch(r"SP\d*", rule):
        raise UsageError(f"'{name}' is neither a rule nor FILE:LINE", hint="for example SP012, or bfs.cu:41")
    close = get_close_matches(rule, RULES, n=3, cutoff=0.6)
    raise UsageError(f"there is no rule '{name}'", hint=f"did you mean {' or '.join(close)}?" if close else "")


def _nothing_at(lines: set[int], path: str, line: int) -> UsageError:
    """`lines` are those on which a launch or a region begins."""
    if not lines:
        return UsageError(f"'{path}' has no launch")
    nearest = sorted(sorted(lines, key=lambda number: abs(number - line))[:3])
    return UsageError(
        f"'{path}' has no launch or region of host code on line {line}",
        hint=f"the nearest ones: {', '.join(f'{path}:{number}' for number in nearest)}",
    )


def _messages_about(site: Site, inventory: Inventory) -> tuple[Message, ...]:
    """The refusal of a launch, and what else is said on its lines."""
    of_sites = {other.message for other in inventory.sites}
    others = [
        message
        for message in inventory.messages
        if message not in of_sites
        and message.place.location.path == site.place.location.path
        and site.place.location.line <= message.place.location.line <= site.last_line
    ]
    refusal = [site.message] if site.message and site.verdict is Verdict.REFUSED else []
    return (*refusal, *others)
