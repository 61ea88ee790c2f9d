"""What all commands have in common: the arguments after `--`, and how errors end."""

from __future__ import annotations

import sys
import traceback
from typing import Any

import typer
from typer.core import TyperCommand

from spawnc.commands.quick import quickened
from spawnc.errors import ExitCode, SpawncError
from spawnc.report import terminal

_TAIL = "spawnc.tail"
_INTERRUPTED = 130


class Command(TyperCommand):
    """A command that ends with spawnc's exit codes and without tracebacks."""

    def get_params(self, ctx: Any) -> list[Any]:
        return quickened(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except SpawncError as error:
            print_error(str(error), error.hint)
            raise typer.Exit(error.exit_code) from error
        except KeyboardInterrupt:
            print_error("interrupted")
            raise typer.Exit(_INTERRUPTED) from None
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            print_bug(text, traceback.format_exc(), verbose=bool(ctx.params.get("verbose")))
            raise typer.Exit(ExitCode.INTERNAL) from error


class NvccCommand(Command):
    """A command that takes nvcc's arguments after `--`."""

    tail = "NVCC ARGUMENTS"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        # the parser would mix what follows `--` with the files before it
        if "--" in args:
            at = args.index("--")
            ctx.meta[_TAIL] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [*super().collect_usage_pieces(ctx), f"[-- {self.tail}]"]


class ProgramCommand(NvccCommand):
    """A command that takes a program's arguments after `--`."""

    tail = "PROGRAM ARGUMENTS"


def tail_of(ctx: typer.Context) -> tuple[str, ...] | None:
    """The arguments after `--`; None when there is no `--`."""
    tail: tuple[str, ...] | None = ctx.meta.get(_TAIL)
    return tail


def print_error(text: str, hint: str = "") -> None:
    """An error on stderr."""
    from spawnc.report.text import render_error

    terminal.print_message(render_error(text, hint, colour=terminal.is_coloured(sys.stderr)))


def print_bug(text: str, trace: str, *, verbose: bool) -> None:
    """A failure of spawnc itself on stderr."""
    hint = "please report this with the source that shows it"
    print_error(f"spawnc itself failed: {text}", hint if verbose else f"{hint}; -v shows where it happened")
    if verbose:
        terminal.print_message(trace.rstrip())
