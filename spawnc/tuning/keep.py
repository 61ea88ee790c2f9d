"""Writes the policies of sites into a configuration file, and leaves the rest of it as it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from spawnc.config import NAME, read_config
from spawnc.errors import UsageError
from spawnc.write import Output, write_outputs


def check_place(path: Path) -> None:
    """Raises UsageError where policies can't be kept: before the search, which takes its time."""
    if path.name not in (NAME, "pyproject.toml"):
        raise UsageError(f"--config: '{path}' is neither {NAME} nor pyproject.toml", hint="no run would read it")
    if path.exists():
        read_config(path)
    elif not path.absolute().parent.is_dir():
        raise UsageError(f"--config: there is no folder '{path.parent}'")


def keep(policies: Mapping[str, str], path: Path) -> None:
    """Into `[sites]` of a spawnc.toml, or `[tool.spawnc.sites]` of a pyproject.toml; makes the file if need be.

    Raises UsageError where the file can't be read or written; see check_place()."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
        table = document
        inside = ("sites",) if path.name == NAME else ("tool", "spawnc", "sites")
        for name in inside:
            if name not in table:
                table[name] = tomlkit.table()
            table = table[name]
        for site, policy in policies.items():
            table[site] = policy
    except TOMLKitError as error:
        raise UsageError(f"{path}: {error}") from error
    write_outputs([Output(str(path), tomlkit.dumps(document).encode())])
