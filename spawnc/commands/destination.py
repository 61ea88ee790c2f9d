"""Where the result of a rewrite goes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spawnc.errors import UsageError
from spawnc.requests import UnitRequest
from spawnc.units import ProjectFile
from spawnc.write import Output


@dataclass(frozen=True, slots=True)
class ToFile:
    """`-o OUT`; "-" is stdout."""

    path: str


@dataclass(frozen=True, slots=True)
class ToFolder:
    """`--out-root DIR`: the project again, below another folder."""

    folder: str


@dataclass(frozen=True, slots=True)
class InPlace:
    """`--in-place`."""


@dataclass(frozen=True, slots=True)
class Nowhere:
    """`--diff` and `--check` only look."""


Destination = ToFile | ToFolder | InPlace | Nowhere


def choose_destination(
    *, output: str | None, out_root: str | None, in_place: bool, diff: bool, check: bool
) -> Destination:
    """The destination that the options name. Raises UsageError unless they name exactly one."""
    named = [
        name
        for name, is_given in (
            ("-o", output is not None),
            ("--out-root", out_root is not None),
            ("--in-place", in_place),
            ("--check" if check else "--diff", diff or check),
        )
        if is_given
    ]
    if len(named) > 1:
        raise UsageError(f"{named[0]} and {named[1]} exclude each other")
    if output is not None:
        return ToFile(output)
    if out_root is not None:
        return ToFolder(out_root)
    if in_place:
        return InPlace()
    if diff or check:
        return Nowhere()
    # tools differ so much here (print, edit, write beside the source) that any default would surprise many
    raise UsageError(
        "where should the result go?",
        hint="-o OUT, --out-root DIR or --in-place; or look at it first: --diff, --check",
    )


def check_destination(destination: Destination, requests: Sequence[UnitRequest], root: str) -> None:
    """What can be wrong with a destination before any source is read."""
    match destination:
        case ToFile(path=path):
            sources = {os.path.realpath(request.path) for request in requests}
            if len(sources) > 1:
                raise UsageError("-o takes one FILE", hint="for several: --out-root DIR or --in-place")
            if path == "-":
                return
            if os.path.realpath(path) in sources:
                raise UsageError(f"-o '{path}' is the source itself", hint="to overwrite it: --in-place")
            if Path(path).is_dir():
                raise UsageError(f"-o '{path}' is a folder", hint="for a folder of files: --out-root DIR")
            if not Path(path).parent.is_dir():
                raise UsageError(f"-o '{path}': its folder does not exist", hint="create it first")
        case ToFolder(folder=folder):
            if os.path.realpath(folder) == os.path.realpath(root):
                raise UsageError(f"--out-root '{folder}' is the project's folder itself", hint="use --in-place")
            if Path(folder).exists() and not Path(folder).is_dir():
                raise UsageError(f"--out-root '{folder}' is not a folder")
        case InPlace() | Nowhere():
            pass


def only_file(files: Sequence[ProjectFile], source: str) -> ProjectFile:
    """The one file that `-o` stands for. Raises UsageError when another one would change too."""
    headers = [file.path for file in files if file.is_changed and file.path != source]
    if headers:
        listed = ", ".join(f"'{path}'" for path in headers)
        raise UsageError(
            f"-o takes one file, but rewriting '{source}' changes {listed} too",
            hint="use --out-root DIR or --in-place",
        )
    return next(file for file in files if file.path == source)


def headers_first(files: Sequence[ProjectFile], requests: Sequence[UnitRequest]) -> list[ProjectFile]:
    """The order in which files are overwritten.

    A header that is rewritten goes with sources that are not, but not the other way round: a run that is killed between
    two files leaves a program that compiles."""
    sources = {os.path.realpath(request.path) for request in requests}
    return sorted(files, key=lambda file: os.path.realpath(file.path) in sources)


def files_below(files: Sequence[ProjectFile], *, root: str, folder: str) -> Iterator[Output]:
    """The project's files below another folder, at the same places.

    Files that do not change come along, so that what includes them still finds them."""
    for file in files:
        copy = place_below(Path(file.path), root=root, folder=folder)
        if copy is not None:
            yield Output(str(copy), file.rewritten)


def place_below(path: Path, *, root: str, folder: str) -> Path | None:
    """The place in `folder` that `path` has in `root`; None when it is not in `root`."""
    # the name stays as it is, even if it is a link to another
    inside = path.absolute().parent.resolve() / path.name
    top = Path(root).resolve()
    if not inside.is_relative_to(top):
        return None
    return Path(folder) / inside.relative_to(top)


def make_folders(outputs: Sequence[Output]) -> None:
    """The folders of all outputs."""
    try:
        for folder in dict.fromkeys(Path(output.path).parent for output in outputs):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"can't make the folder '{error.filename}': {error.strerror}") from None
