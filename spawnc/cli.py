"""The command line: every command by its name."""

from __future__ import annotations

from typing import Annotated

import typer

from spawnc.build import include_dir
from spawnc.commands.base import Command, NvccCommand, ProgramCommand
from spawnc.commands.build import build
from spawnc.commands.doctor import doctor
from spawnc.commands.explain import explain
from spawnc.commands.list import list_launches
from spawnc.commands.rewrite import rewrite
from spawnc.commands.run import run
from spawnc.commands.verify import verify
from spawnc.commands.version import version_text
from spawnc.report import terminal

app = typer.Typer(
    name="spawnc",
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    # plain help is quick, and reads well in a pipe; spawnc's own errors never show a traceback
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(cls=NvccCommand)(rewrite)
app.command("list", cls=NvccCommand, short_help="List every launch and what rewriting would do.")(list_launches)
app.command(cls=NvccCommand, short_help="Explain a rule, or the decision about a launch.")(explain)
app.command(cls=NvccCommand, short_help="Rewrite and compile a program.")(build)
app.command(cls=ProgramCommand, short_help="Rewrite, compile and run a program.")(run)
app.command(cls=ProgramCommand, short_help="Show that rewriting a program keeps its meaning.")(verify)
app.command(cls=Command, short_help="Check that all that is needed is there.")(doctor)


def _show_version(value: bool) -> None:
    if value:
        terminal.print_result(version_text())
        raise typer.Exit


def _show_include_dir(value: bool) -> None:
    if value:
        terminal.print_result(str(include_dir()))
        raise typer.Exit


@app.callback()
def spawnc(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the versions of spawnc and libclang."
        ),
    ] = False,
    show_include_dir: Annotated[
        bool,
        typer.Option(
            "--include-dir",
            callback=_show_include_dir,
            is_eager=True,
            help="Show the folder to pass to nvcc with -I.",
        ),
    ] = False,
) -> None:
    """Make CUDA device-side launches cost what they should: rewrite them into guarded branches.

    Exit codes: 0 done; 1 --check would change something, or --strict and a launch is refused; 2 wrong usage;
    3 a source can't be read or parsed; 4 spawnc failed; 5 libclang, nvcc or a GPU is missing or failed."""
