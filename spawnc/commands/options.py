"""Options that several commands share, and what their texts mean."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from spawnc.config import Config, config_file_for, merge, read_config
from spawnc.errors import UsageError
from spawnc.policies import POLICIES, parse_site_policies

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE", help="CUDA sources.", show_default=False),
]
Build = Annotated[
    str | None,
    typer.Option(
        "--build",
        "-p",
        metavar="BUILD",
        help="Folder with a compile_commands.json that says how each FILE is compiled. Without any FILE: all CUDA "
        "sources in it. Default: the nearest one in or above the folder of a FILE, if there is one.",
    ),
]
PolicyText = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar=POLICIES,
        help="Who decides at run time whether a guarded launch goes out: spawnc's controller (the default), always, "
        "never, or from a workload of N threads on.",
        show_default=False,
    ),
]
SitePolicies = Annotated[
    list[str] | None,
    typer.Option(
        "--site-policy",
        metavar="FILE:LINE=POLICY",
        help='The policy of one launch: "bfs.cu:41=threshold=64". May be given again for others.',
        show_default=False,
    ),
]
CarrierText = Annotated[
    str | None,
    typer.Option(
        "--carrier",
        metavar="auto|queue|launch",
        help="How a guarded launch leaves the launching thread: as a device launch, or as an entry of a queue that "
        "a kernel after the parent drains; auto (the default) is the queue wherever the rules allow it, queue warns "
        "where they do not.",
        show_default=False,
    ),
]
LaunchFree = Annotated[
    bool | None,
    typer.Option(
        "--launch-free/--no-launch-free",
        help="Leave no device launch: what can't wait in a queue runs serially, and the program builds without "
        "-rdc=true and cudadevrt. An error where something stands in the way.",
        show_default=False,
    ),
]
Graphs = Annotated[
    bool | None,
    typer.Option(
        "--graphs/--no-graphs",
        help="Make CUDA graphs of host code: of loops that end when a value copied from the device says so, and of "
        "sequences of launches. Off by default; `#pragma spawn graph` asks for one.",
        show_default=False,
    ),
]
Headers = Annotated[
    str | None,
    typer.Option(
        "--headers",
        metavar="auto|shim|toolkit",
        help="Declarations of CUDA's API that the parser sees: spawnc's own small ones (shim), those of the CUDA "
        "toolkit, or the toolkit's where the small ones do not do (auto, the default).",
        show_default=False,
    ),
]
LineDirectives = Annotated[
    bool | None,
    typer.Option(
        "--line-directives/--no-line-directives",
        help="Write #line (the default), or not: nvcc and debuggers then show the lines of the rewritten file.",
        show_default=False,
    ),
]
Strict = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict", help="Write nothing and exit with 1 if a launch is refused.", show_default=False
    ),
]
InRoot = Annotated[
    str | None,
    typer.Option(
        "--in-root",
        metavar="DIR",
        help="The project's folder: only files in it are edited. Default: the folder that holds every FILE.",
        show_default=False,
    ),
]
OnError = Annotated[
    str | None,
    typer.Option(
        "--on-error",
        metavar="passthrough|fail",
        help="When a source can't be rewritten: compile it as it was, with a warning (the default), or fail.",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Sources to read at a time. Default: one a CPU."),
]
Original = Annotated[bool, typer.Option("--original", help="Compile the sources as they are, for comparison.")]
On = Annotated[
    str,
    typer.Option("--on", metavar="gpu|cpu", help="Where to run: on the GPU, or emulated on the CPU, with checks."),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        metavar="N",
        help="On the CPU: the schedule, that is the order of everything that CUDA leaves open. 0 is the natural order.",
    ),
]
Seeds = Annotated[
    int,
    typer.Option("--seeds", min=1, metavar="K", help="On the CPU: run K schedules, and say which one differs first."),
]
Timeout = Annotated[
    int | None,
    typer.Option("--timeout", min=1, metavar="SECONDS", help="On the CPU: end a run that takes longer, with 124."),
]
Unchecked = Annotated[
    bool,
    typer.Option("--unchecked", help="On the CPU: without AddressSanitizer. Faster, but passes over memory errors."),
]
NvccArgs = Annotated[
    str, typer.Option("--nvcc-args", metavar="ARGS", help='nvcc\'s arguments in one text: "-O3 -I include".')
]
ReportTo = Annotated[
    list[str] | None,
    typer.Option(
        "--report-to",
        metavar="FORMAT:FILE",
        help="Write what was decided to FILE too, `-` for stdout, as json, sarif or github (annotations of a "
        "workflow). May be given again.",
        show_default=False,
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show notes too, and where spawnc itself failed if it did.")
]


def configure(
    source: str | Path,
    *,
    policy: str | None = None,
    site_policies: Sequence[str] | None = None,
    carrier: str | None = None,
    launch_free: bool | None = None,
    graphs: bool | None = None,
    headers: str | None = None,
    in_root: str | None = None,
    line_directives: bool | None = None,
    strict: bool | None = None,
) -> Config:
    """What the command line says and, below it, the configuration file for a source."""
    said = Config(
        policy=policy,
        carrier=carrier,
        launch_free=launch_free,
        graphs=graphs,
        headers=headers,
        in_root=in_root,
        line_directives=line_directives,
        strict=strict,
        sites=parse_site_policies(site_policies or ()),
    )
    return merge(said, read_config(config_file_for(Path(source))))


def reject_quiet_and_verbose(*, quiet: bool, verbose: bool) -> None:
    if quiet and verbose:
        raise UsageError("-q and -v exclude each other")


def reject_policies_of_originals(
    *,
    original: bool,
    policy: str | None,
    site_policies: Sequence[str] | None,
    carrier: str | None,
    launch_free: bool | None,
    graphs: bool | None,
) -> None:
    if original and (policy or site_policies):
        raise UsageError("--original and policies exclude each other", hint="original sources have no guards")
    for other, given in (("--carrier", carrier), ("--launch-free", launch_free)):
        if original and given:
            raise UsageError(f"--original and {other} exclude each other", hint="original sources have no guards")
    if original and graphs:
        raise UsageError("--original and --graphs exclude each other", hint="original sources have no graphs")


def split_nvcc_args(text: str) -> list[str]:
    """The words of `--nvcc-args`."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--nvcc-args can't be split into words: {error}") from error


def number_of_jobs(jobs: int | None) -> int:
    """`-j`, or as many as there are CPUs for this process."""
    return jobs or len(os.sched_getaffinity(0))
