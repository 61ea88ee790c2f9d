"""What the user asked for, apart from the files."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from spawnc.decisions import Policy
from spawnc.frontend.parse import HeaderMode


class CarrierChoice(Enum):
    """What guarded launches use where both would do; the words are those of the command line."""

    #: The queue wherever the rules allow it.
    AUTO = "auto"
    #: The same, and a warning where they do not.
    QUEUE = "queue"
    LAUNCH = "launch"


@dataclass(frozen=True, slots=True)
class Settings:
    #: Policy of every site that has none of its own.
    policy: Policy = field(default_factory=Policy)
    #: Policies by site, keyed "bfs.cu:41" or "bfs.cu:41:5" as in the site table.
    site_policies: dict[str, Policy] = field(default_factory=dict)
    carrier: CarrierChoice = CarrierChoice.AUTO
    #: No device launch is left: what can't wait in a queue runs serially.
    launch_free: bool = False
    #: Regions of host code become CUDA graphs.
    graphs: bool = False
    headers: HeaderMode = HeaderMode.AUTO
    #: Other sources of the run may read the headers of a unit: what becomes of a header may not depend on the unit.
    several_units: bool = False
    #: Another unit of the run reads the main file too, and would make no graphs of it, or others.
    is_shared: bool = False
    #: Files below this folder may be edited; "" for the folder of the main file.
    in_root: str = ""
    #: Write `#line`, so that debuggers and nvcc show the user's lines.
    line_directives: bool = True
    #: Those of `site_policies` that a configuration file gives: it may name files that this run does not read.
    sites_of_file: frozenset[str] = frozenset()
