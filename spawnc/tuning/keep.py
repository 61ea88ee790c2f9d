"""Writes the policies of sites into a configuration file, and leaves the rest of it as it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from spawnc.config import read_config
from spawnc.errors import UsageError
from spawnc.write import Output, write_outputs


def keep(policies: Mapping[str, str], path: Path) -> None:
    """Into `[sites]` of a spawnc.toml, or `[tool.spawnc.sites]` of a pyproject.toml; makes the file if need be.

    Raises UsageError where the file is not what spawnc can read."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    if path.exists():
        read_config(path)
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
        table = document
        inside = ("tool", "spawnc", "sites") if path.name == "pyproject.toml" else ("sites",)
        for name in inside:
            if name not in table:
                table[name] = tomlkit.table()
            table = table[name]
        for site, policy in policies.items():
            table[site] = policy
    except TOMLKitError as error:
        raise UsageError(f"{path}: {error}") from error
    write_outputs([Output(str(path), tomlkit.dumps(document).encode())])
