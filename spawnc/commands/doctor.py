"""`spawnc doctor`."""

from __future__ import annotations

import sys

import typer

from spawnc.commands import options


# `verbose` is for the class of all commands, which shows tracebacks
def doctor(verbose: options.Verbose = False) -> None:  # noqa: ARG001
    """Check libclang, the CUDA toolkit, the compilers and the GPU, and say how to get what is missing."""
    from rich.console import Console

    from spawnc.doctor import run_doctor
    from spawnc.report import terminal

    console = Console(no_color=not terminal.is_coloured(sys.stdout))
    raise typer.Exit(run_doctor(console))
