"""Rewrites the sources of one command into copies."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spawnc.apart import Died, call_apart
from spawnc.command import CompileCommand
from spawnc.config import Config, config_file_for, make_settings, merge, read_config
from spawnc.diagnostics import Severity
from spawnc.errors import ExitCode, SpawncError
from spawnc.frontend.parse import RUNTIME, SHIM
from spawnc.launch_compile.copies import Copies, files_to_copy, write_copies
from spawnc.launch_compile.scan import is_toolkit, read_sources
from spawnc.policies import parse_site_policies
from spawnc.report.places import Message
from spawnc.requests import UnitRequest
from spawnc.settings import Settings
from spawnc.shared_sources import shared_sources
from spawnc.toolchain import toolkit_include_paths
from spawnc.units import UnitFailure, UnitResult, merge_files, run_unit

#: Standards that are too old for the runtime header.
_OLD_STANDARDS = {f"{kind}++{year}" for kind in ("c", "gnu") for year in ("98", "03", "0x", "11", "1y", "14")}


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The copies stand ready."""

    copies: Copies
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Unchanged:
    """There is no launch to guard."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The sources can't be rewritten."""

    reason: str
    hint: str = ""
    messages: tuple[Message, ...] = ()
    exit_code: ExitCode = ExitCode.SOURCE


Preparation = Rewritten | Unchanged | NotUnderstood


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the launcher's options and the configuration file ask for."""

    settings: Settings
    #: The configuration file, "" when there is none.
    file: str


def read_wishes(given: Sequence[tuple[str, str]], source: str) -> Wishes:
    """Raises UsageError where they make no sense."""
    chosen = dict(given)
    said = Config(
        policy=chosen.get("--policy"),
        carrier=chosen.get("--carrier"),
        launch_free=True if "--launch-free" in chosen else None,
        graphs=True if "--graphs" in chosen else None,
        headers=chosen.get("--headers"),
        in_root=chosen.get("--in-root"),
        sites=parse_site_policies([value for name, value in given if name == "--site-policy"]),
    )
    file = config_file_for(Path(source))
    config = merge(said, read_config(file))
    # copies are edited, never the user's files: a header may be anywhere
    settings = make_settings(config, os.path.abspath(config.in_root or os.path.sep))
    return Wishes(settings, str(file or ""))


def prepare(
    command: CompileCommand, sources: Sequence[str], settings: Settings, *, nvcc: str, folder: str
) -> Preparation:
    """Rewrite the sources, spelled as on the command line, into `folder`. Nothing is raised, whatever goes wrong."""
    done = call_apart(lambda: _prepare(_without_toolkits(command), sources, settings, nvcc=nvcc, folder=folder))
    if isinstance(done, Died):
        return NotUnderstood(
            f"the process that reads it died ({done.how})",
            "please report this with the source that shows it",
            exit_code=ExitCode.INTERNAL,
        )
    return done


def _prepare(
    command: CompileCommand, sources: Sequence[str], settings: Settings, *, nvcc: str, folder: str
) -> Preparation:
    try:
        return _rewrite(command, sources, settings, nvcc=nvcc, folder=folder)
    except SpawncError as error:
        return NotUnderstood(str(error), error.hint, exit_code=error.exit_code)
    except OSError as error:
        return NotUnderstood(f"can't write '{error.filename}': {error.strerror}", exit_code=ExitCode.USAGE)


def _rewrite(
    command: CompileCommand, sources: Sequence[str], settings: Settings, *, nvcc: str, folder: str
) -> Preparation:
    if command.standard in _OLD_STANDARDS:
        return NotUnderstood(f"rewritten code needs C++17, and the command asks for {command.standard}")
    toolkit = _toolkit_of(nvcc)
    settings = replace(settings, several_units=len(sources) > 1)
    found: dict[int, UnitResult] = {}

    def read(numbers: Iterable[int], settings: Settings) -> UnitFailure | None:
        for number in numbers:
            outcome = run_unit(UnitRequest(sources[number], command), settings, toolkit)
            if isinstance(outcome, UnitFailure):
                return outcome
            found[number] = outcome
        return None

    failure = read(range(len(sources)), settings) or read(shared_sources(found), replace(settings, is_shared=True))
    if failure is not None:
        text = failure.message if failure.exit_code is not ExitCode.INTERNAL else f"a bug: {failure.message}"
        return NotUnderstood(text, failure.hint, exit_code=failure.exit_code)
    results = list(found.values())
    messages = tuple(dict.fromkeys(message for result in results for message in result.inventory.messages))
    if any(message.severity is Severity.ERROR for message in messages):
        return NotUnderstood("the errors above", messages=messages)
    files = {os.path.abspath(file.path): file for file in merge_files(results)}
    changed = [path for path, file in files.items() if file.is_changed]
    if not changed:
        return Unchanged(messages)
    texts, inclusions = read_sources(sources, [str(path) for path in command.include_paths])
    # `#include MACRO` is read by the parser alone
    known = {file for _, file, _ in inclusions}
    own = (str(SHIM), str(RUNTIME))
    computed = [path for path in files if path not in known and path not in texts and not path.startswith(own)]
    chosen = files_to_copy([*changed, *computed], [os.path.abspath(source) for source in sources], inclusions)
    merged = {
        path: (files[path].path, files[path].rewritten) if path in files else texts[path] for path in sorted(chosen)
    }
    return Rewritten(write_copies(folder, merged), messages)


def _without_toolkits(command: CompileCommand) -> CompileCommand:
    """The command with toolkit headers as what they are to the compiler: the system's."""
    toolkits = [path for path in command.include_paths if is_toolkit(str(path))]
    return replace(
        command,
        include_paths=tuple(path for path in command.include_paths if path not in toolkits),
        system_include_paths=(*command.system_include_paths, *toolkits),
    )


def _toolkit_of(nvcc: str) -> tuple[str, ...]:
    """The toolkit's include folders: those beside the compiler of the command, without asking it."""
    beside = Path(os.path.realpath(nvcc)).parent.parent / "include"
    found = [str(path) for path in (beside, beside / "cccl") if path.is_dir()]
    return tuple(found) if is_toolkit(str(beside)) else tuple(str(path) for path in toolkit_include_paths())
