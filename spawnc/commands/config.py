"""`spawnc config`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from spawnc.commands import options
from spawnc.config import DEFAULTS, Config, config_file_for, merge, read_config
from spawnc.errors import UsageError
from spawnc.report import terminal


# `verbose` is for the class of all commands, which shows tracebacks
def config(
    source: Annotated[
        str, typer.Argument(metavar="[FILE]", help="A source or a folder. Default: the current folder.")
    ] = ".",
    show_origin: Annotated[bool, typer.Option("--show-origin", help="Say where each value comes from.")] = False,
    verbose: options.Verbose = False,  # noqa: ARG001
) -> None:
    """Show the configuration that counts for a source, as a spawnc.toml would say it."""
    if not Path(source).exists():
        raise UsageError(f"no such file or folder: '{source}'")
    found = read_config(config_file_for(Path(source)))
    rows = list(_rows(merge(found, DEFAULTS)))
    width = max(len(text) for text, _ in rows)
    for text, origin in rows:
        terminal.print_result(f"{text:<{width}}  # {origin}" if show_origin and origin else text)


def _rows(config: Config) -> Iterator[tuple[str, str]]:
    """Lines of TOML, each with its origin."""
    values = {
        "policy": config.policy,
        "carrier": config.carrier,
        "launch-free": config.launch_free,
        "graphs": config.graphs,
        "headers": config.headers,
        "in-root": config.in_root,
        "line-directives": config.line_directives,
        "strict": config.strict,
    }
    for key, value in values.items():
        if value is not None:
            yield f"{key} = {_toml(value)}", config.places.get(key, "default")
    if config.sites:
        yield "[sites]", ""
    for name, policy in config.sites.items():
        yield f"{_toml(name)} = {_toml(policy)}", config.places[f"sites.{name}"]


def _toml(value: str | bool) -> str:
    # JSON's strings and booleans are TOML's too
    return json.dumps(value)
