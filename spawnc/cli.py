"""The command line: every command by its name. A command's module is imported when the command is called."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from spawnc.commands.base import Command, NvccCommand, ProgramCommand
from spawnc.commands.quick import quickened
from spawnc.report import terminal


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, and its line in `spawnc --help`."""

    module: str
    function: str
    summary: str
    kind: type[Command] = NvccCommand


COMMANDS = {
    "rewrite": Entry("rewrite", "rewrite", "Turn device-side launches into guarded branches."),
    "list": Entry("list", "list_launches", "List every launch and what rewriting would do."),
    "explain": Entry("explain", "explain", "Explain a rule, or the decision about a launch."),
    "build": Entry("build", "build", "Rewrite and compile a program."),
    "run": Entry("run", "run", "Rewrite, compile and run a program.", ProgramCommand),
    "verify": Entry("verify", "verify", "Show that rewriting a program keeps its meaning.", ProgramCommand),
    "report": Entry("report", "report", "Make one HTML page of a project, with the counters of runs."),
    "bench": Entry("bench", "bench", "Time the samples, in every way that they can be run.", Command),
    "tune": Entry("tune", "tune", "Search the best policies with your own program.", ProgramCommand),
    "config": Entry("config", "config", "Show the configuration and where it comes from.", Command),
    "cc": Entry("cc", "cc", "Stand before nvcc in a build."),
    "doctor": Entry("doctor", "doctor", "Check that all that is needed is there.", Command),
}


class LazyGroup(TyperGroup):
    """The group of all commands; it knows their names and summaries without their modules."""

    def get_params(self, ctx: Any) -> list[Any]:
        return quickened(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        entry = COMMANDS.get(cmd_name)
        return None if entry is None else _load(cmd_name, entry)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            close = get_close_matches(args[0], COMMANDS)
            ctx.fail(f"No such command '{args[0]}'." + (f" Did you mean '{close[0]}'?" if close else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def _load(name: str, entry: Entry) -> Any:
    function = getattr(import_module(f"spawnc.commands.{entry.module}"), entry.function)
    single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    single.command(name, cls=entry.kind, short_help=entry.summary)(function)
    return typer.main.get_command(single)


app = typer.Typer(
    name="spawnc",
    cls=LazyGroup,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    # plain help is quick, and reads well in a pipe; spawnc's own errors never show a traceback
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(value: bool) -> None:
    if value:
        from spawnc.commands.version import version_text

        terminal.print_result(version_text())
        raise typer.Exit


def _show_include_dir(value: bool) -> None:
    if value:
        from spawnc.build import include_dir

        terminal.print_result(str(include_dir()))
        raise typer.Exit


def _show_cmake_dir(value: bool) -> None:
    if value:
        from spawnc.cmake import cmake_dir

        terminal.print_result(str(cmake_dir()))
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
    show_cmake_dir: Annotated[
        bool,
        typer.Option(
            "--cmake-dir",
            callback=_show_cmake_dir,
            is_eager=True,
            help="Show the folder for CMAKE_PREFIX_PATH: find_package(spawnc).",
        ),
    ] = False,
) -> None:
    """Make CUDA device-side launches cost what they should: rewrite them into guarded branches.

    Exit codes: 0 done; 1 --check would change something, or --strict and a launch is refused; 2 wrong usage;
    3 a source can't be read or parsed; 4 spawnc failed; 5 libclang, nvcc or a GPU is missing or failed."""
