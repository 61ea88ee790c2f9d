"""`spawnc run`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from spawnc.build import run_program
from spawnc.commands import options
from spawnc.commands.base import tail_of
from spawnc.commands.program import make_cpu_program, make_program, read_command, root_of
from spawnc.config import make_settings
from spawnc.cpu.run import Schedule, run_on_cpu, run_seeds
from spawnc.errors import UsageError
from spawnc.toolchain import require_gpu, require_toolchain


def run(
    ctx: typer.Context,
    files: options.Files = None,
    original: options.Original = False,
    on: options.On = "gpu",
    seed: options.Seed = 0,
    seeds: options.Seeds = 1,
    timeout: options.Timeout = None,
    unchecked: options.Unchecked = False,
    nvcc_args: options.NvccArgs = "",
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
    """Build a program as `spawnc build` does, run it, and end with its exit code.

    With `--on cpu`, neither a GPU nor nvcc is needed: the program runs emulated, and errors that a GPU passes over
    end it with exit code 86."""
    options.reject_quiet_and_verbose(quiet=quiet, verbose=verbose)
    if on not in ("gpu", "cpu"):
        raise UsageError(f"--on: unknown choice '{on}'", hint="choices are gpu and cpu")
    if on == "gpu" and (seed or seeds > 1 or timeout or unchecked):
        raise UsageError(
            "--seed, --seeds, --timeout and --unchecked are for --on cpu", hint="a GPU picks its own schedule"
        )
    command = read_command(files or (), options.split_nvcc_args(nvcc_args))
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
    with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
        program = Path(folder, command.sources[0].stem)
        arguments = tail_of(ctx) or ()
        if on == "cpu":
            make_cpu_program(command, program, settings, checks=not unchecked, jobs=jobs, quiet=quiet, verbose=verbose)
            if seeds > 1:
                raise typer.Exit(run_seeds(program, arguments, seed=seed, seeds=seeds, timeout=timeout))
            raise typer.Exit(run_on_cpu(program, arguments, Schedule(seed, timeout)))
        require_gpu()
        toolchain = require_toolchain()
        make_program(command, program, toolchain, settings, jobs=jobs, quiet=quiet, verbose=verbose)
        raise typer.Exit(run_program(program, arguments))
