"""Public CUDA programs that none of us wrote: which of their host code becomes CUDA graphs, and what is in the way.

    python bench/real_graphs.py CHECKOUTS [--include DIR] [--write docs/real-graphs.md] [--jobs 2]

CHECKOUTS holds one folder a project, named as in `PROJECTS`, at the commit that is said there; `--include` is for
headers that the toolkit here lacks, such as those of the wheels nvidia-cublas and nvidia-curand. Every source with a
launch is rewritten with `--graphs`; one that changes is compiled for sm_90 before and after. Exits with 1 when a source
that compiled no longer does, or when spawnc fails on one."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Project:
    title: str
    commit: str
    #: Where its sources are, below the checkout.
    folders: tuple[str, ...] = ("",)
    #: nvcc arguments; `{root}` is the checkout, `{name}` the folder of a source without what follows its last `-`.
    arguments: tuple[str, ...] = ()


#: The iterative ones among its programs.
_HECBENCH = """
bfs cc ccl gc mis sssp floydwarshall page-rank pathfinder hotspot hotspot3D srad heat heat2d jacobi laplace laplace3d
fdtd3d iso2dfd lid-driven-cavity lud gaussian nw kmeans particlefilter d2q9-bgk d3q19-bgk cfd nbody bicgstab eikonal
easyWave fluidSim burger ising miniFE minisweep miniWeather opticalFlow bitonic-sort fwt lanczos meanshift rtm8
reaction particle-diffusion rayleighBenardConvection streamcluster wyllie pso metropolis
"""
_OF_HECBENCH = tuple(f"-I{{root}}/src/{{name}}-{kind}" for kind in ("cuda", "sycl", "omp", "hip"))
#: What CUDA 13 does not have any more.
_OLD = "-DcudaThreadSynchronize=cudaDeviceSynchronize"
PROJECTS: dict[str, Project] = {
    "cuda-samples": Project(
        "NVIDIA/cuda-samples", "c94ff366aed18c797b8a85dfaac7817b0228b420", ("Samples",), ("-I{root}/Common",)
    ),
    "multi-gpu-programming-models": Project(
        "NVIDIA/multi-gpu-programming-models", "9a600f5ea8f5e53614e30b7b36e9136107178dd8"
    ),
    "gpu-rodinia": Project(
        "yuhc/gpu-rodinia", "9c10d3ea16ddba2ba057cc3951a9efc4c2cc18a4", ("cuda",), ("-I{root}/common/inc", _OLD)
    ),
    "HeCBench": Project(
        "zjin-lcf/HeCBench",
        "f27000a5188f8ac79bd43fc95a1b3f890c18823d",
        tuple(f"src/{name}-cuda" for name in _HECBENCH.split()),
        (*_OF_HECBENCH, "-I{root}/src/include"),
    ),
    "altis": Project(
        "utcs-scea/altis",
        "042e2926d1fe9a5ea5b3e2d659b75bf925b152cc",
        ("src",),
        ("-I{root}/src/cuda/common", "-I{root}/src/common", "-I{root}/config", _OLD),
    ),
    "PolyBench-ACC": Project(
        "cavazos-lab/PolyBench-ACC",
        "70ea4ca9047dc4ec9c3ca79b4c91b3b2cc1510e7",
        ("CUDA",),
        ("-I{root}/common", "-DPOLYBENCH_TIME", _OLD),
    ),
    "Galois": Project(
        "IntelligentSoftwareSystems/Galois",
        "b67f94206a8c47fd414446621f6633a31c49fd98",
        ("lonestar/analytics/gpu",),
        ("-I{root}/libgpu/include",),
    ),
    "llm.c": Project("karpathy/llm.c", "f1e2ace651495b74ae22d45d1723443fd00ecd3a"),
    "shrubb-cuda-bfs": Project("shrubb/cuda-bfs", "c79deba952a4d4f543efad0c936929d142ebea6d"),
    "Conjugate-Gradient-CUDA": Project("Petros89/Conjugate-Gradient-CUDA", "4b407c4e55f463d9b8a8a74e11b413906c187a69"),
    "lbm": Project(
        "shalofty/GPU-Accelerated-2D-Aerodynamics-via-Lattice-Boltzmann-using-CUDA",
        "072b233ec5dd9cac8976bcfe5fe087720abb2f3b",
        arguments=("-I{root}/src",),
    ),
    "nbody": Project("drons/nbody", "7be041e592ea6b794cc7a45e7c866107bf6ea4dc"),
}
_FLAGS = ("-std=c++17", "-arch=sm_90", "-w")


@dataclass(frozen=True, slots=True)
class Found:
    """One region of a source."""

    line: int
    kind: str
    #: "" for a region that becomes a graph.
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Examined:
    """What became of one source."""

    project: str
    path: str
    regions: tuple[Found, ...] = ()
    before: bool | None = None
    after: bool | None = None
    failure: str = ""
    #: The parser had errors: headers that are not here.
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """One source; `include` are folders of headers, `keep` a folder for what it becomes."""

    project: str
    source: Path
    root: Path
    include: tuple[Path, ...]
    keep: Path | None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--include", type=Path, action="append", default=[], help="a folder with headers")
    parser.add_argument("--write", type=Path, help="the tables, as Markdown")
    parser.add_argument("--details", type=Path, help="each region, as JSON")
    parser.add_argument("--keep", type=Path, help="a folder for the sources that changed")
    parser.add_argument("--only", action="append", help="a project; all without it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    work = [
        Work(name, source, options.checkouts / name, tuple(options.include), options.keep)
        for name, project in PROJECTS.items()
        if not options.only or name in options.only
        for folder in project.folders
        for source in sorted((options.checkouts / name / folder).rglob("*.cu"))
        if b"<<<" in source.read_bytes()
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        results = list(pool.map(_examine, work, chunksize=4))
    text = _report(results)
    print(text)
    if options.write:
        options.write.write_text(text)
    if options.details:
        options.details.write_text(json.dumps([asdict(result) for result in results], indent=1))
    return int(any(result.failure or (result.before and result.after is False) for result in results))


def _examine(work: Work) -> Examined:
    from spawnc.errors import SpawncError

    relative = str(work.source.relative_to(work.root))
    try:
        return _rewrite(work, relative)
    except SpawncError:
        return Examined(work.project, relative, unread=True)
    except Exception:
        return Examined(work.project, relative, failure=traceback.format_exc(limit=-3))


def _arguments(work: Work, source: Path, root: Path) -> list[str]:
    name = source.parent.name.rpartition("-")[0]
    own = [argument.format(root=root, name=name) for argument in PROJECTS[work.project].arguments]
    return [*own, *(f"-I{folder.resolve()}" for folder in work.include)]


def _rewrite(work: Work, relative: str) -> Examined:
    from spawnc.command import parse_command
    from spawnc.pipeline import rewrite_unit
    from spawnc.regions.decisions import Barred, Graphed
    from spawnc.regions.said import kind_of
    from spawnc.settings import Settings
    from spawnc.toolchain import toolkit_include_paths

    source, root = work.source, work.root.resolve()
    arguments = _arguments(work, source, root)
    command = parse_command([*_FLAGS, *arguments], sources=[source], environment={})
    toolkit = tuple(map(str, toolkit_include_paths()))
    settings = Settings(in_root=str(root), graphs=True)
    outcome = rewrite_unit(command, str(source), settings, toolkit_include=toolkit)
    regions = []
    for decision in outcome.plan.regions.decisions:
        line = decision.code.source.line(decision.span.begin)
        match decision:
            case Graphed(region=region):
                regions.append(Found(line, kind_of(region), "", ""))
            case Barred(diagnostic=problem):
                regions.append(Found(line, "region", problem.rule, problem.text))
    before = after = None
    if any(not region.rule for region in regions):
        before = _compile(source, arguments)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            # the sources around it, for includes with `../`
            shutil.copytree(root, copy, copy_function=os.symlink, ignore=shutil.ignore_patterns(".git"))
            for path, text in outcome.rewritten.items():
                place = Path(path).resolve().relative_to(root)
                (copy / place).unlink()
                for changed in (copy / place, *([work.keep / work.project / place] if work.keep else ())):
                    changed.parent.mkdir(parents=True, exist_ok=True)
                    changed.write_bytes(text)
            after = _compile(copy / relative, _arguments(work, copy / relative, copy))
    return Examined(work.project, relative, tuple(regions), before, after)


def _compile(source: Path, arguments: list[str]) -> bool:
    from spawnc.build import include_dir
    from spawnc.toolchain import require_nvcc

    command = [str(require_nvcc().path), *_FLAGS, "-I", str(include_dir()), *arguments, "-c", source.name]
    answer = subprocess.run(
        [*command, "-o", os.devnull], cwd=source.parent, capture_output=True, text=True, errors="replace", check=False
    )
    if answer.returncode and os.environ.get("REAL_CODE_VERBOSE"):
        print(source, answer.stdout[-2000:], answer.stderr[-2000:], file=sys.stderr)
    return answer.returncode == 0


def _report(results: list[Examined]) -> str:
    lines = [
        "# Public code, as CUDA graphs",
        "",
        f"`python bench/real_graphs.py CHECKOUTS`, {date.today().isoformat()}: every source with a launch, rewritten",
        "with `--graphs` (of HeCBench, the iterative programs). Sources that are not read lack headers",
        "here (MPI, NVSHMEM, OpenGL, what a build makes). Rules are those of [graphs.md](graphs.md); each region is",
        "counted by its first reason.",
        "",
        "| project | commit | sources | not read | regions | loops | sequences | refused | compile before, after |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, project in PROJECTS.items():
        lines += _row(f"{project.title} | {project.commit[:12]}", [each for each in results if each.project == name])
    lines += _row("all |", results)
    rules = Counter(found.rule for result in results for found in result.regions if found.rule)
    lines += [
        "",
        f"Refused: {', '.join(f'{count} {rule}' for rule, count in rules.most_common())}.",
        "",
        "| source | loops | sequences |",
        "|---|--:|--:|",
    ]
    for result in results:
        kinds = Counter(found.kind for found in result.regions if not found.rule)
        if kinds:
            title = PROJECTS[result.project].title.partition("/")[2]
            lines.append(f"| {title}/{result.path} | {kinds['loop']} | {kinds['sequence']} |")
    return "\n".join([*lines, ""])


def _row(title: str, own: list[Examined]) -> Iterable[str]:
    if not own:
        return
    regions = [found for result in own for found in result.regions]
    kinds = Counter(found.kind for found in regions if not found.rule)
    changed = [result for result in own if result.before is not None]
    compiled = f"{sum(bool(each.before) for each in changed)}, {sum(bool(each.after) for each in changed)}"
    yield (
        f"| {title} | {len(own)} | {sum(each.unread for each in own)} | {len(regions)} | {kinds['loop']} "
        f"| {kinds['sequence']} | {sum(bool(found.rule) for found in regions)} | {compiled} of {len(changed)} |"
    )


if __name__ == "__main__":
    sys.exit(main())
