"""Where the rewritten files go: a folder beside the object, laid out as the originals are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spawnc.source import BOM, as_bytes
from spawnc.write import Output, write_outputs

if TYPE_CHECKING:
    from spawnc.launch_compile.scan import Inclusion, Text

#: How every copy begins.
_LINE = b"#line 1 "


@dataclass(frozen=True, slots=True)
class Copies:
    """The files that are compiled in place of the originals."""

    #: Where the originals' common folder is copied to.
    folder: str
    root: str
    #: By the absolute path of the copy: the original, as the compiler would spell it.
    originals: Mapping[str, str]

    def place(self, path: str) -> str:
        """The place of an original file or folder of `root` among the copies."""
        return os.path.normpath(os.path.join(self.folder, os.path.relpath(path, self.root)))

    def has_below(self, folder: str) -> bool:
        """Whether any copy lies in the place of an original folder."""
        top = os.path.join(os.path.abspath(self.place(folder)), "")
        return any(path.startswith(top) for path in self.originals)

    def is_inside(self, name: bytes) -> bool:
        """Whether a file name of the compiler's begins with the folder."""
        return name.startswith(os.fsencode(self.folder))

    def has(self, path: str) -> bool:
        """Whether an original file has a copy."""
        return os.path.abspath(self.place(path)) in self.originals


def files_to_copy(changed: Iterable[str], sources: Iterable[str], inclusions: Sequence[Inclusion]) -> set[str]:
    """Changed files, and what has to be copied along: all by absolute path.

    Whoever includes a copy must find it before the original, so it is copied too; and a copy finds the files beside
    its original only if they are beside it. Other headers are found along the include folders, where they are."""
    copied = {*changed, *sources}
    while True:
        more = {by for by, file, _ in inclusions if file in copied}
        more |= {file for by, file, is_beside in inclusions if is_beside and by in copied}
        if more <= copied:
            return copied
        copied |= more


def write_copies(folder: str, files: Mapping[str, Text]) -> Copies:
    """Write files, by absolute path, to their places below `folder`; older copies in it go.

    Raises UsageError when that is not possible."""
    root = os.path.commonpath([os.path.dirname(path) for path in files])
    copies = Copies(folder, root, {})
    outputs = [Output(copies.place(path), _with_line(text)) for path, text in files.items()]
    for output in outputs:
        os.makedirs(os.path.dirname(output.path), exist_ok=True)
    for path, (_, data) in files.items():
        _make_passed_folders(copies, path, data)
    write_outputs(outputs)
    copies = Copies(folder, root, {os.path.abspath(copies.place(path)): name for path, (name, _) in files.items()})
    _remove_others(copies)
    return copies


def _with_line(text: Text) -> bytes:
    """The text, which calls itself by the original's name in messages, `__FILE__` and debug information."""
    path, data = text
    escaped = path if "\\" in path else path.replace('"', '\\"')
    line = _LINE + as_bytes(f'"{escaped}"\n')
    return BOM + line + data.removeprefix(BOM) if data.startswith(BOM) else line + data


def _make_passed_folders(copies: Copies, path: str, data: bytes) -> None:
    # the system resolves "detail/../k.cuh" folder by folder: `detail` has to be there
    if b"/../" not in data:
        return
    for name in (word for word in data.split(b'"') if b"/../" in word and b"\n" not in word):
        beside = os.path.join(os.path.dirname(path), os.fsdecode(name))
        passed = beside[: beside.rindex("/../")]
        if os.path.isdir(passed) and os.path.abspath(passed).startswith(os.path.join(copies.root, "")):
            os.makedirs(copies.place(passed), exist_ok=True)


def _remove_others(copies: Copies) -> None:
    """An older copy of a header that has moved would be found before the header."""
    for folder, _, names in os.walk(copies.folder):
        for name in names:
            path = Path(folder, name)
            # whatever else somebody keeps there is not ours
            if os.path.abspath(path) not in copies.originals and path.read_bytes().removeprefix(BOM).startswith(_LINE):
                path.unlink()
