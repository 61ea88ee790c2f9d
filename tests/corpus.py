"""Files of other people's making, as tests use them: what spawnc decides about each launch, and whether nvcc accepts
what it was given and what spawnc made of it."""

from __future__ import annotations

from pathlib import Path

from spawnc.command import parse_command
from spawnc.settings import Settings
from tests import case as cases
from tests.case import Rewrite
from tests.compiled import nvcc, warnings

#: What nvcc says against a file that it refuses.
NvccErrors = dict[str, str]


def decisions(file: Path) -> str:
    """The decisions of a file in text order: `guarded`, `kept`, `host`, or the rule that refuses."""
    result = rewritten(file)
    cases.check_promises(result)
    return " ".join(
        site.rule if site.verdict.value == "refused" else site.verdict.value for site in result.inventory.sites
    )


def rewritten(file: Path) -> Rewrite:
    """A file through the whole pipeline, without flags."""
    return cases.rewrite(str(file), parse_command([], sources=[file], environment={}), Settings())


def check_compiles(file: Path, folder: Path, *, error: str, arguments: tuple[str, ...] = ()) -> None:
    """nvcc accepts the file and its rewrite, or refuses it with `error`.

    A rewrite that compiles in silence says that the file does too."""
    new = ""
    outputs = {} if error else rewritten(file).outputs
    if outputs:
        for name, output in outputs.items():
            (folder / Path(name).name).write_bytes(output)
        status, new = nvcc(folder, file.name, f"-I{file.parent}", *arguments)
        assert status == 0, new
        if not warnings(new):
            return
    status, said = nvcc(folder, str(file), *arguments, phase=("-ptx",))
    assert (status != 0) == bool(error), said
    assert error in said
    # whatever the folder: the messages have the user's path
    assert warnings(new) <= warnings(said)
