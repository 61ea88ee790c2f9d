"""`spawnc build`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.base import tail_of
from spawnc.commands.program import make_program, read_command, root_of
from spawnc.config import make_settings
from spawnc.toolchain import require_toolchain


def build(
    ctx: typer.Context,
    output: Annotated[str, typer.Option("--output", "-o", metavar="EXE", help="The program to make.")],
    files: options.Files = None,
    original: options.Original = False,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    launch_free: options.LaunchFree = None,
    graphs: options.Graphs = None,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Rewrite the sources and compile them with nvcc into one program. The sources stay as they are."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    command = read_command(files or (), tail_of(ctx) or ())
    options.reject_policies_of_originals(
        original=original,
        policy=policy,
        site_policies=site_policy,
        carrier=carrier,
        launch_free=launch_free,
        graphs=graphs,
    )
    config = options.configure(
        command.sources[0],
        policy=policy,
        site_policies=site_policy,
        carrier=carrier,
        launch_free=launch_free,
        graphs=graphs,
        headers=headers,
        in_root=in_root,
    )
    settings = None if original else make_settings(config, root_of(command, config.in_root))
    make_program(command, Path(output), require_toolchain(), settings, jobs=jobs, quiet=quiet, verbose=verbose)
