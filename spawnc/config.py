"""What the user asks for beside the files: the configuration file, below what the command line says.

The file is `spawnc.toml`, or `[tool.spawnc]` of a pyproject.toml: the nearest one in or above the folder of the first
source. `config.schema.json` in this folder describes it. Only the standard library is imported until a file is read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spawnc.errors import ToolError, UsageError
from spawnc.policies import SITE, parse_policy

if TYPE_CHECKING:
    from spawnc.settings import Settings

NAME = "spawnc.toml"
HEADERS = ("auto", "shim", "toolkit")
CARRIERS = ("auto", "queue", "launch")
_TYPES: dict[str, type] = {
    "policy": str,
    "carrier": str,
    "launch-free": bool,
    "graphs": bool,
    "headers": str,
    "in-root": str,
    "line-directives": bool,
    "strict": bool,
    "sites": dict,
}
_TYPE_NAMES = {str: "text in quotes", bool: "true or false", dict: "a table"}


@dataclass(frozen=True, slots=True)
class Config:
    """What a command line or a configuration file says; None where it says nothing."""

    policy: str | None = None
    carrier: str | None = None
    launch_free: bool | None = None
    graphs: bool | None = None
    headers: str | None = None
    #: The project's folder.
    in_root: str | None = None
    line_directives: bool | None = None
    strict: bool | None = None
    #: Policies by site, keyed "bfs.cu:41" or "bfs.cu:41:5".
    sites: Mapping[str, str] = field(default_factory=dict)
    #: Where a file says it, by key as written there: "spawnc.toml:3".
    places: Mapping[str, str] = field(default_factory=dict)


DEFAULTS = Config(
    policy="spawn",
    carrier="auto",
    launch_free=False,
    graphs=False,
    headers="auto",
    line_directives=True,
    strict=False,
)


def config_file_for(source: Path) -> Path | None:
    """The configuration file that counts for a source (or for what lies in a folder); None when there is none.

    Raises UsageError when a folder has two."""
    start = source.absolute()
    for folder in (start, *start.parents) if start.is_dir() else start.parents:
        own, shared = folder / NAME, folder / "pyproject.toml"
        found = [path for path, counts in ((own, own.is_file()), (shared, _has_table(shared))) if counts]
        if len(found) > 1:
            raise UsageError(f"both '{own}' and '{shared}' configure spawnc", hint="keep one of them")
        if found:
            return found[0]
    return None


def read_config(path: Path | None) -> Config:
    """What a configuration file says; nothing without a file. Raises UsageError, with the place, for what is wrong."""
    if path is None:
        return Config()
    text = _text_of(path)
    table: Any = _parse(text, path)
    for name in () if path.name == NAME else ("tool", "spawnc"):
        table = table.get(name, {})
        if not isinstance(table, dict):
            raise UsageError(f"{path}: tool.spawnc is not a table")
    places = _Places(str(path), text, "" if path.name == NAME else "tool.spawnc")
    for key, value in table.items():
        _check_key(key, value, places)
    sites = {name: (text, place) for name, text, place in _sites(table.get("sites", {}), places)}
    root = table.get("in-root")
    return Config(
        policy=table.get("policy"),
        carrier=table.get("carrier"),
        launch_free=table.get("launch-free"),
        graphs=table.get("graphs"),
        headers=table.get("headers"),
        in_root=None if root is None else str(path.parent / root),
        line_directives=table.get("line-directives"),
        strict=table.get("strict"),
        sites={name: text for name, (text, _) in sites.items()},
        places={
            **{key: places.of(key) for key in table if key != "sites"},
            **{f"sites.{name}": place for name, (_, place) in sites.items()},
        },
    )


def merge(first: Config, second: Config) -> Config:
    """Both together; where both say something, `first` counts."""
    values: dict[str, Any] = {}
    for name in (entry.name for entry in fields(Config)):
        one, other = getattr(first, name), getattr(second, name)
        values[name] = {**other, **one} if isinstance(one, Mapping) else other if one is None else one
    return Config(**values)


def make_settings(config: Config, in_root: str) -> Settings:
    """The settings that a configuration means. Raises UsageError for a policy or a choice that does not exist."""
    # everything that can be wrong is checked before libclang is imported
    asked = merge(config, DEFAULTS)
    policy = parse_policy(asked.policy or "")
    by_site = {name: parse_policy(text) for name, text in asked.sites.items()}
    headers = _check_choice("headers", HEADERS, asked.headers or "")
    carrier = _check_choice("carrier", CARRIERS, asked.carrier or "")
    if asked.launch_free and carrier == "launch":
        raise UsageError("without device launches, the carrier can't be 'launch'", hint="carriers are auto and queue")
    try:
        from spawnc.frontend.parse import HeaderMode
        from spawnc.settings import CarrierChoice, Settings
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "clang":
            raise
        raise ToolError("the Python package 'clang' is missing", hint="pip install libclang") from error
    return Settings(
        policy=policy,
        site_policies=by_site,
        carrier=CarrierChoice(carrier),
        launch_free=asked.launch_free is True,
        graphs=asked.graphs is True,
        headers=HeaderMode(headers),
        in_root=in_root,
        line_directives=asked.line_directives is not False,
        sites_of_file=frozenset(name for name in by_site if f"sites.{name}" in config.places),
    )


@dataclass(frozen=True, slots=True)
class _Places:
    """Where keys stand in a file. TOML's parser does not tell, so the text is searched."""

    path: str
    text: str
    #: The table that holds spawnc's keys; "" for the top.
    table: str

    def of(self, key: str, inner: str = "") -> str:
        """`spawnc.toml:3`, or the path alone where the key is spelled in some other way."""
        wanted = ".".join(part for part in (self.table, inner) if part)
        current = ""
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := re.match(r"\s*\[([^\[\]]+)\]", line):
                current = header[1].strip()
            elif current == wanted and re.match(rf"""\s*(["']?){re.escape(key)}\1\s*[=.]""", line):
                return f"{self.path}:{number}"
            if current == f"{wanted}.{key}".removeprefix("."):
                return f"{self.path}:{number}"
        return self.path


def _has_table(path: Path) -> bool:
    # a quick look first: most pyproject.toml are about other tools
    if not path.is_file() or "spawnc" not in (text := _text_of(path)):
        return False
    tool = _parse(text, path).get("tool")
    return isinstance(tool, dict) and "spawnc" in tool


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8") from error


def _parse(text: str, path: Path) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        document: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: is not TOML: {error}") from error
    return document


def _check_key(key: str, value: object, places: _Places) -> None:
    if key not in _TYPES:
        raise UsageError(f"{places.of(key)}: unknown key '{key}'", hint=_suggestion(key))
    wanted = _TYPES[key]
    if not isinstance(value, wanted):
        raise UsageError(f"{places.of(key)}: '{key}' has to be {_TYPE_NAMES[wanted]}, not {value!r}")
    try:
        if key == "policy":
            parse_policy(str(value))
        elif key == "headers":
            _check_choice(key, HEADERS, str(value))
        elif key == "carrier":
            _check_choice(key, CARRIERS, str(value))
    except UsageError as error:
        raise UsageError(f"{places.of(key)}: {error}", hint=error.hint) from error


def _sites(table: Mapping[str, object], places: _Places) -> Iterator[tuple[str, str, str]]:
    """Site, policy and place of each entry of `[sites]`."""
    for key, value in table.items():
        place = places.of(key, "sites")
        match = re.fullmatch(SITE, key)
        if not match:
            raise UsageError(f"{place}: '{key}' does not read as FILE:LINE", hint='for example "bfs.cu:41"')
        if not isinstance(value, str):
            raise UsageError(f"{place}: the policy of '{key}' has to be {_TYPE_NAMES[str]}, not {value!r}")
        try:
            parse_policy(value)
        except UsageError as error:
            raise UsageError(f"{place}: {error}", hint=error.hint) from error
        yield match[1], value, place


def _check_choice(key: str, choices: tuple[str, ...], text: str) -> str:
    if text not in choices:
        raise UsageError(
            f"{key}: unknown choice '{text}'", hint=f"choices are {', '.join(choices[:-1])} and {choices[-1]}"
        )
    return text


def _suggestion(key: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key.replace("_", "-"), _TYPES, n=1)
    return f"did you mean '{close[0]}'?" if close else f"keys are {', '.join(_TYPES)}"
