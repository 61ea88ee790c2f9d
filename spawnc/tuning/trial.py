"""One run of the program that is tuned."""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from spawnc.errors import ToolError, UsageError
from spawnc.report.counters import Counters, SiteKey, read_counters


@dataclass(frozen=True, slots=True)
class Program:
    command: Sequence[str]
    #: What the program prints of its time: the first group of the last match counts. None: the time of the process.
    pattern: re.Pattern[str] | None
    #: Of one run, in seconds.
    limit: float | None

    def run(self, policies: Mapping[str, str]) -> float:
        """The time with the policies of some sites, in seconds, or in what the program prints.

        Raises ToolError when the program fails."""
        environment = os.environ | {site_variable(site): policy for site, policy in policies.items()}
        start = time.monotonic()
        said = _run(self.command, environment, self.limit)
        seconds = time.monotonic() - start
        if self.pattern is None:
            return seconds
        found = self.pattern.findall(said)
        if not found:
            raise ToolError(f"--time: '{self.pattern.pattern}' is nowhere in what {self.command[0]} printed")
        try:
            time_said = float(found[-1])
        except (TypeError, ValueError):
            time_said = math.nan
        if not (time_said > 0 and math.isfinite(time_said)):
            raise UsageError(
                f"--time: '{self.pattern.pattern}' has to have one group, and it a number above 0",
                hint=r"for example: --time 'median ([\d.]+) ms'",
            )
        return time_said

    def counters(self) -> dict[SiteKey, Counters]:
        """The sites of the program, as a run of it counts them. Raises ToolError."""
        with tempfile.TemporaryDirectory(prefix="spawnc-") as folder:
            path = Path(folder, "report.json")
            _run(self.command, os.environ | {"SPAWN_REPORT": str(path)}, self.limit)
            if not path.exists():
                raise ToolError(
                    f"'{self.command[0]}' has no guarded launches, or ended before it wrote its report",
                    hint="build it of what `spawnc rewrite` writes, or with `spawnc build`",
                )
            return read_counters(str(path))


def site_variable(site: str) -> str:
    """The environment variable for the policy of a site: see SPAWN_SITE_<id> in the runtime header."""
    return "SPAWN_SITE_" + "".join(c if c.isascii() and c.isalnum() else "_" for c in site)


def _run(command: Sequence[str], environment: Mapping[str, str], limit: float | None) -> str:
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, start_new_session=True)
    except OSError as error:
        raise ToolError(f"can't run '{command[0]}': {error.strerror}") from error
    with process:
        try:
            stdout, stderr = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired as error:
            _kill(process)
            raise ToolError(f"'{command[0]}' takes over {limit:g} s") from error
        except KeyboardInterrupt:
            _kill(process)
            raise
    said = (stdout + stderr).decode("utf-8", "replace")
    if process.returncode != 0:
        raise ToolError(f"'{command[0]}' ended with exit code {process.returncode}:\n{said.strip()[-500:]}")
    return said


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With all that a script has started: it would take the GPU's time from the runs that follow."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
