"""Options that several commands share, and what their texts mean."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from spawnc.errors import ToolError, UsageError

if TYPE_CHECKING:
    from spawnc.decisions import Policy
    from spawnc.settings import Settings

DEFAULT_POLICY = "spawn"
_POLICIES = "spawn|always|never|threshold=N"

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
    str,
    typer.Option(
        "--policy",
        metavar=_POLICIES,
        help="Who decides at run time whether a guarded launch goes out: spawnc's controller, always, never, or from "
        "a workload of N threads on.",
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
Headers = Annotated[
    str,
    typer.Option(
        "--headers",
        metavar="auto|shim|toolkit",
        help="Declarations of CUDA's API that the parser sees: spawnc's own small ones (shim), those of the CUDA "
        "toolkit, or the toolkit's where the small ones do not do (auto).",
    ),
]
NoLineDirectives = Annotated[
    bool,
    typer.Option(
        "--no-line-directives",
        help="Write no #line: nvcc and debuggers then show the lines of the rewritten file.",
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
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show notes too, and where spawnc itself failed if it did.")
]


def parse_policy(text: str) -> Policy:
    """`spawn`, `always`, `never` or `threshold=N`."""
    from spawnc.decisions import Policy, PolicyKind

    match = re.fullmatch(r"threshold=(\d{1,18})", text, re.ASCII)
    if match:
        return Policy(PolicyKind.THRESHOLD, int(match[1]))
    plain = {kind.value: Policy(kind) for kind in PolicyKind if kind is not PolicyKind.THRESHOLD}
    if text not in plain:
        raise UsageError(f"unknown policy '{text}'", hint=f"policies are {_POLICIES}")
    return plain[text]


def parse_site_policies(texts: Sequence[str]) -> dict[str, Policy]:
    """Policies by site from texts like `bfs.cu:41=threshold=64`."""
    policies: dict[str, Policy] = {}
    for text in texts:
        match = re.fullmatch(r"(?:.*/)?([^/]+:\d+(?::\d+)?)=([a-z]+(?:=\d+)?)", text)
        if not match:
            raise UsageError(
                f"--site-policy '{text}' does not read as FILE:LINE=POLICY",
                hint='for example --site-policy "bfs.cu:41=threshold=64"',
            )
        policy = parse_policy(match[2])
        if policies.setdefault(match[1], policy) != policy:
            raise UsageError(f"--site-policy: two policies for '{match[1]}'")
    return policies


def make_settings(
    *,
    policy: str = DEFAULT_POLICY,
    site_policies: Sequence[str] | None = None,
    headers: str = "auto",
    in_root: str = "",
    line_directives: bool = True,
) -> Settings:
    """The settings that some options ask for."""
    # everything that the command line can get wrong is checked before libclang is imported
    chosen, by_site = parse_policy(policy), parse_site_policies(site_policies or ())
    if headers not in ("auto", "shim", "toolkit"):
        raise UsageError(f"--headers: unknown choice '{headers}'", hint="choices are auto, shim and toolkit")
    try:
        from spawnc.frontend.parse import HeaderMode
        from spawnc.settings import Settings
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "clang":
            raise
        raise ToolError("the Python package 'clang' is missing", hint="pip install libclang") from error
    return Settings(
        policy=chosen,
        site_policies=by_site,
        headers=HeaderMode(headers),
        in_root=in_root,
        line_directives=line_directives,
    )


def reject_quiet_and_verbose(*, quiet: bool, verbose: bool) -> None:
    if quiet and verbose:
        raise UsageError("-q and -v exclude each other")


def program_settings(
    *, original: bool, policy: str, site_policies: Sequence[str] | None, headers: str, in_root: str
) -> Settings | None:
    """The settings for a program; None for `--original`, which has nothing to set."""
    if not original:
        return make_settings(policy=policy, site_policies=site_policies, headers=headers, in_root=in_root)
    if policy != DEFAULT_POLICY or site_policies:
        raise UsageError("--original and policies exclude each other", hint="original sources have no guards")
    return None


def split_nvcc_args(text: str) -> list[str]:
    """The words of `--nvcc-args`."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--nvcc-args can't be split into words: {error}") from error


def number_of_jobs(jobs: int | None) -> int:
    """`-j`, or as many as there are CPUs for this process."""
    return jobs or len(os.sched_getaffinity(0))
