"""`spawnc run`."""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from spawnc.build import run_program
from spawnc.commands import options
from spawnc.commands.base import tail_of
from spawnc.commands.program import make_program, read_command, root_of
from spawnc.errors import UsageError
from spawnc.toolchain import require_gpu, require_toolchain


def run(
    ctx: typer.Context,
    files: options.Files = None,
    original: options.Original = False,
    nvcc_args: Annotated[
        str, typer.Option("--nvcc-args", metavar="ARGS", help='nvcc\'s arguments in one text: "-O3 -I include".')
    ] = "",
    policy: options.PolicyText = options.DEFAULT_POLICY,
    site_policy: options.SitePolicies = None,
    headers: options.Headers = "auto",
    in_root: options.InRoot = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Build a program as `spawnc build` does, run it, and end with its exit code."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    command = read_command(files or (), _split(nvcc_args))
    root = root_of(command, in_root)
    settings = options.program_settings(
        original=original, policy=policy, site_policies=site_policy, headers=headers, in_root=root
    )
    require_gpu()
    toolchain = require_toolchain()
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        program = Path(folder, command.sources[0].stem)
        make_program(command, program, toolchain, settings, jobs=jobs, quiet=quiet, verbose=verbose)
        raise typer.Exit(run_program(program, tail_of(ctx) or ()))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--nvcc-args can't be split into words: {error}") from error
