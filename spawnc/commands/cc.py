"""`spawnc cc`."""

from __future__ import annotations

from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.commands.base import tail_of
from spawnc.launcher import main


def cc(
    ctx: typer.Context,
    policy: options.PolicyText = None,
    site_policy: options.SitePolicies = None,
    carrier: options.CarrierText = None,
    launch_free: Annotated[
        bool,
        typer.Option("--launch-free", help="Leave no device launch: also compiles without -rdc=true are rewritten."),
    ] = False,
    graphs: Annotated[
        bool, typer.Option("--graphs", help="Make CUDA graphs of loops and sequences of launches in host code.")
    ] = False,
    headers: options.Headers = None,
    in_root: options.InRoot = None,
    on_error: options.OnError = None,
) -> None:
    """Compile with `spawnc cc -- nvcc ...`: device-side launches of CUDA sources are rewritten on the way.

    The same as `spawnc-cc nvcc ...`, for build systems that take a command: `make NVCC="spawnc cc -- nvcc"`. What it
    does not understand is executed as given; exit code and messages are the compiler's. SPAWNC_FLAGS holds options
    too; those on the command line win."""
    given = {
        "--policy": policy,
        "--carrier": carrier,
        "--headers": headers,
        "--in-root": in_root,
        "--on-error": on_error,
    }
    own = [f"{name}={value}" for name, value in given.items() if value is not None]
    own += [name for name, given in (("--launch-free", launch_free), ("--graphs", graphs)) if given]
    raise typer.Exit(
        main([*own, *(f"--site-policy={text}" for text in site_policy or ()), "--", *(tail_of(ctx) or ())])
    )
