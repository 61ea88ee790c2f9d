"""`ccache spawnc-cc /usr/bin/nvcc`: ccache takes the path for a second source, gives up, and executes the command as it
is, in its own place. What it would have cached is cached behind the launcher then: `spawnc-cc ccache /usr/bin/nvcc`.

That is how `CMAKE_CUDA_COMPILER_LAUNCHER="ccache;spawnc-cc"` comes."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # see spawnc/launcher.py
if TYPE_CHECKING:
    from collections.abc import MutableMapping, Sequence

#: ccache sets it before it executes anything, against ccache in ccache.
DISABLE = "CCACHE_DISABLE"
#: Is there while ccache waits for what it executes.
WAITS = "UNCACHED_ERR_FD"


def behind_launcher(command: Sequence[str], environment: MutableMapping[str, str]) -> Sequence[str]:
    """The command, with ccache before its compiler where ccache has given up on it; DISABLE goes in the environment."""
    if environment.get(DISABLE) != "1" or WAITS in environment or not os.path.isfile(command[0]):
        return command
    # ccache that the user has disabled stays so
    if os.path.basename(command[0]).startswith("ccache") or _parent_has(DISABLE):
        return command
    found = next((path for folder in os.get_exec_path() if os.access(path := f"{folder}/ccache", os.X_OK)), None)
    if found is None:
        return command
    del environment[DISABLE]
    return [found, *command]


def _parent_has(name: str) -> bool:
    """Whether the parent process was started with a variable; so it is where that can't be seen."""
    try:
        with open(f"/proc/{os.getppid()}/environ", "rb") as file:
            return f"\0{name}=".encode() in b"\0" + file.read()
    except OSError:
        return True
