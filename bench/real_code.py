"""Rewrites public CUDA code that none of us wrote, and compiles it before and after.

    python bench/real_code.py CHECKOUTS [--write docs/real-code.md] [--jobs 2]

CHECKOUTS holds one folder a repository, named as in `REPOSITORIES`. For each translation unit with a device-side
launch: the launches found, what was decided, and whether nvcc accepts the unit before and after. Exits with 1 when a
unit that compiled no longer does, or when spawnc fails on one."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

_DEFINES_OF_ITS_MAKEFILE = (
    *("-DRDC_TRUE", "-DARCH=sm_90", "-DBSX=32", "-DBSY=32", "-DREALIZATIONS=10", "-DREPEATS=32"),
    *("-DDP_PENDING_KERNEL_BUFFER=524288", "-DVERBOSE=no", "-DBENCHMARK=no"),
)
#: Folder of each checkout: the repository, and nvcc arguments whose paths are relative to the checkout.
REPOSITORIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cuda-samples": ("NVIDIA/cuda-samples, Samples/3_CUDA_Features/cdp*", ("-I", "Common")),
    "klap": ("illinois-impact/klap, test", ("-I", "include", "-I", ".")),
    "show-me-dynamic-parallelism": ("NPSLab/show-me-dynamic-parallelism", ("-I", "common", "-I", "apps")),
    "GPU-dynamic-parallelism": (
        "temporal-hpc/GPU-dynamic-parallelism",
        ("-I", "src", *_DEFINES_OF_ITS_MAKEFILE),
    ),
    "bfs-dynamic-parallelism": ("knosvoxel/bfs-dynamic-parallelism", ("-I", "src", "-I", "include")),
    "professional-cuda-c-programming": (
        "deeperlearning/professional-cuda-c-programming",
        ("-I", "common", "-I", "examples/common", "-I", "solutions/common"),
    ),
    "gpu-app-collection": (
        "accel-sim/gpu-app-collection, src/cuda/dragon_li",
        ("-I", "src/cuda/dragon_li", "-I", "src/cuda/dragon_li/hydrazine", "-DENABLE_CDP"),
    ),
}
_FLAGS = ("-std=c++17", "-arch=sm_90", "-rdc=true", "-w")


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What became of one translation unit; counts are launches in device code."""

    repository: str
    path: str
    guarded: int = 0
    #: Of the guarded ones.
    queued: int = 0
    kept: int = 0
    host: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    before: bool | None = None
    after: bool | None = None
    failure: str = ""

    @property
    def device_launches(self) -> int:
        return self.guarded + self.kept + sum(self.refused.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    work = [
        (name, unit, options.checkouts / name)
        for name in REPOSITORIES
        for unit in sorted((options.checkouts / name).rglob("*.cu"))
        if b"<<<" in _text_with_includes(unit)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        results = [result for result in pool.map(_examine, work) if result.device_launches or result.failure]
    text = _report(results)
    print(text)
    if options.write:
        options.write.write_text(text)
    return int(any(result.failure or (result.before and result.after is False) for result in results))


def _text_with_includes(unit: Path) -> bytes:
    """The unit's text; headers are looked at by spawnc, this only skips units that can't launch anything."""
    text = unit.read_bytes()
    return text + b"<<<" if b"#include" in text else text


def _examine(item: tuple[str, Path, Path]) -> UnitResult:
    name, unit, root = item
    relative = str(unit.relative_to(root))
    arguments = _arguments(name, root)
    try:
        return _rewrite(name, relative, unit, root, arguments)
    except Exception as error:
        from spawnc.errors import SpawncError

        expected = isinstance(error, SpawncError)
        message = str(error) if expected else traceback.format_exc(limit=-3)
        compiles = _compile(unit, arguments)
        # a unit that nvcc refuses too is no failure of ours
        return UnitResult(name, relative, before=compiles, failure=message if compiles or not expected else "")


def _arguments(name: str, root: Path) -> list[str]:
    given = REPOSITORIES[name][1]
    before = ("", *given)
    return [str(root / word) if last == "-I" else word for last, word in zip(before, given, strict=False)]


def _rewrite(name: str, relative: str, unit: Path, root: Path, arguments: list[str]) -> UnitResult:
    from spawnc.command import parse_command
    from spawnc.decisions import Carrier, Guarded, HostLaunch, Kept, Refused
    from spawnc.pipeline import rewrite_unit
    from spawnc.settings import Settings
    from spawnc.toolchain import toolkit_include_paths

    command = parse_command([*_FLAGS, *arguments], sources=[unit], environment={})
    toolkit = tuple(map(str, toolkit_include_paths()))
    outcome = rewrite_unit(command, str(unit), Settings(in_root=str(root)), toolkit_include=toolkit)
    counts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for decision in outcome.plan.decisions:
        match decision:
            case Guarded(carrier=carrier):
                counts["guarded"] += 1
                counts["queued"] += carrier is Carrier.QUEUE
            case Kept():
                counts["kept"] += 1
            case HostLaunch():
                counts["host"] += 1
            case Refused(diagnostic=diagnostic):
                refused[diagnostic.rule] += 1
    before = after = None
    if counts["guarded"] or counts["kept"] or refused:
        before = _compile(unit, arguments)
    if outcome.rewritten:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".git"))
            for path, text in outcome.rewritten.items():
                (copy / Path(path).resolve().relative_to(root.resolve())).write_bytes(text)
            after = _compile(copy / relative, _arguments(name, copy))
    decided = (counts[word] for word in ("guarded", "queued", "kept", "host"))
    return UnitResult(name, relative, *decided, dict(refused), before=before, after=after)


def _compile(unit: Path, arguments: list[str]) -> bool:
    from spawnc.build import include_dir
    from spawnc.toolchain import require_nvcc

    command = [
        str(require_nvcc().path),
        *_FLAGS,
        "-I",
        str(include_dir()),
        *arguments,
        "-c",
        unit.name,
        "-o",
        os.devnull,
    ]
    answer = subprocess.run(command, cwd=unit.parent, capture_output=True, text=True, errors="replace", check=False)
    if answer.returncode and os.environ.get("REAL_CODE_VERBOSE"):
        print(unit, answer.stdout[-2000:], answer.stderr[-2000:], file=sys.stderr)
    return answer.returncode == 0


def _report(results: list[UnitResult]) -> str:
    def yes(value: bool | None) -> str:
        return "-" if value is None else "yes" if value else "no"

    lines = [
        "# Public code, rewritten",
        "",
        f"`python bench/real_code.py CHECKOUTS`, {date.today().isoformat()}; every translation unit with a device-side",
        "launch. 'Compiles' is nvcc for sm_90 with `-rdc=true`. Code for the first device runtime (CDP1: device-side",
        "`cudaDeviceSynchronize`) does not compile for sm_90 as written. Some `*_kernel.cu` are fragments that",
        "the `*_wrapper.cu` beside them include; alone they do not parse (SP018), and nvcc refuses them too.",
        "'Queued' are the guarded launches whose children wait in a [queue](queue.md).",
        "",
    ]
    rules: Counter[str] = Counter()
    for name, (title, _) in REPOSITORIES.items():
        own = [result for result in results if result.repository == name]
        lines += [f"## {title}", ""]
        if not own:
            lines += ["No unit with a device-side launch.", ""]
            continue
        lines += [
            "| unit | device launches | guarded | queued | refused, by rule | host | compiles before | after |",
            "|---|--:|--:|--:|---|--:|---|---|",
        ]
        for result in own:
            rules.update(result.refused)
            refused = ", ".join(f"{count} {rule}" for rule, count in sorted(result.refused.items())) or "0"
            if result.failure:
                refused = f"spawnc: {result.failure.splitlines()[-1]}"
            lines.append(
                f"| {result.path} | {result.device_launches} | {result.guarded} | {result.queued} | {refused} "
                f"| {result.host} | {yes(result.before)} | {yes(result.after)} |"
            )
        lines.append("")
    total = sum(result.device_launches for result in results)
    guarded, queued = sum(result.guarded for result in results), sum(result.queued for result in results)
    lines += [
        "## All",
        "",
        f"{len(results)} units, {total} device launches: {guarded} guarded ({queued} queued), "
        f"{sum(rules.values())} refused "
        f"({', '.join(f'{count} {rule}' for rule, count in rules.most_common())}).",
        f"Units that compiled before and no longer do: "
        f"{sum(1 for result in results if result.before and result.after is False)}.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
