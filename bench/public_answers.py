"""Public programs with device-side launches, as they are and through spawnc: are their answers equal?

    python bench/public_answers.py --build CHECKOUTS [--arch sm_90] [--only NAME]    # nvcc, no GPU
    python3 bench/public_answers.py --run build/public [--timeout 60]                # a GPU, nothing else

The first builds each program twice, once with nvcc and once with `spawnc cc -- nvcc`, into build/public; CHECKOUTS
holds a folder for each repository: cuda-samples, klap, GPU-dynamic-parallelism. The second needs neither the sources
nor spawnc: it runs each program some times as it is and under several policies, and prints a table. A run that takes
too long is killed and counts as an answer of its own.

What is compared: exit code, output with its times and rates taken out, and the files that a run writes. Programs that
are not the same twice as they are have several right answers. Exits with 1 where an answer differs."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_FOLDER = Path("build/public")
_INDEX = "programs.json"
#: Policies of the rewritten program; "" is the default.
_POLICIES = ("", "always", "never", "threshold=64")
#: Libraries that a machine with a GPU may lack are linked into the program.
_STATIC = ("-Xcompiler", "-static-libstdc++", "-Xcompiler", "-static-libgcc")


@dataclass(frozen=True, slots=True)
class Program:
    """A program of somebody else's; paths are relative to its checkout, flags are those of its own build files."""

    name: str
    checkout: str
    sources: tuple[str, ...]
    flags: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    #: Files that it reads, by the name under which `arguments` have them.
    inputs: dict[str, str] = field(default_factory=dict)


def _sample(name: str, *files: str, arguments: tuple[str, ...] = ()) -> Program:
    folder = f"Samples/3_CUDA_Features/{name}"
    flags = ("-std=c++17", "--extended-lambda", "-I", "Common")
    return Program(name, "cuda-samples", tuple(f"{folder}/{file}.cu" for file in files or (name,)), flags, arguments)


def _klap(name: str, *files: str, arguments: tuple[str, ...], inputs: dict[str, str] | None = None) -> Program:
    folder = f"test/{name}"
    # what its Makefiles say, but for sm_35; `-m64` is the default
    flags = ("-std=c++17", "-I", folder, "-I", "include", "--default-stream", "per-thread", "-Xcompiler", "-fPIC")
    sources = tuple(f"{folder}/{file}.cu" for file in (*files, "kernel.base"))
    return Program(f"klap {name}", "klap", sources, flags, arguments, inputs=inputs or {})


def _mandelbrot(approach: str, number: int) -> Program:
    # as its Makefile has them, without power measurement, and once in place of 320 times
    names = {"BSX": "32", "BSY": "32", "REALIZATIONS": "1", "REPEATS": "1", "DP_PENDING_KERNEL_BUFFER": "524288"}
    flags = ("-std=c++17", "-O3", "-Xcompiler", "-fopenmp", "-DRDC_TRUE", "-DARCH=sm_90")
    # device, approach, width, height, the part of the plane, depth of a pixel, g, r, B, depth, image
    arguments = ("0", str(number), "1024", "1024", "-1.5", "0.5", "-1", "1", "512", "2", "2", "32", "1000", "out")
    return Program(
        f"mandelbrot {approach}",
        "GPU-dynamic-parallelism",
        ("src/main.cu",),
        (*flags, *(f"-D{name}={value}" for name, value in names.items())),
        arguments,
        libraries=("-Xlinker", "-Bstatic", "-lpng", "-lz", "-lgomp", "-Xlinker", "-Bdynamic"),
    )


PROGRAMS = (
    _sample("cdpSimplePrint", arguments=("depth=3",)),
    _sample("cdpSimpleQuicksort", arguments=("num_items=2000",)),
    _sample("cdpBezierTessellation", "BezierLineCDP"),
    _sample("cdpQuadtree"),
    _sample("cdpAdvancedQuicksort", "cdpAdvancedQuicksort", "cdpBitonicSort", arguments=("-size=100000",)),
    _klap("BFS", "main", "graph", arguments=("-w", "0", "-r", "2", "-d", "100")),
    _klap("BT", "main", "verify", arguments=("-w", "0", "-r", "2", "-n", "4000")),
    _klap(
        "GC",
        "main",
        "graphColoring",
        arguments=("-w", "0", "-r", "2", "-g", "bcsstk13.mtx"),
        inputs={"bcsstk13.mtx": "test/GC/inputs/bcsstk13.mtx"},
    ),
    _mandelbrot("DP-SBR", 1),
    _mandelbrot("DP-MBR", 2),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--build", metavar="CHECKOUTS", type=Path)
    what.add_argument("--run", metavar="FOLDER", type=Path)
    parser.add_argument("--arch", default="sm_90", help="what to build for (default: sm_90)")
    parser.add_argument("--only", metavar="NAME", default="", help="programs whose name holds NAME")
    parser.add_argument("--runs", type=int, default=3, help="of each program under each policy (default: 3)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds that a run may take (default: 60)")
    options = parser.parse_args()
    if options.build:
        return _build_all(options.build.resolve(), options.arch, options.only)
    return _run_all(options.run, options.only, options.runs, options.timeout)


# --- a machine with nvcc --------------------------------------------------------------------------------------------


def _build_all(checkouts: Path, arch: str, only: str) -> int:
    _FOLDER.mkdir(parents=True, exist_ok=True)
    index = _FOLDER / _INDEX
    known = {item["name"]: item for item in json.loads(index.read_text())} if only and index.exists() else {}
    failed = False
    for program in PROGRAMS:
        if only not in program.name:
            continue
        item = _build(program, checkouts / program.checkout, arch)
        known[program.name] = item
        failed = failed or not all(item["built"].values())
        print(program.name, item["built"], item["launches"], flush=True)
    index.write_text(json.dumps([known[program.name] for program in PROGRAMS if program.name in known], indent=2))
    size = sum(path.stat().st_size for path in _FOLDER.rglob("*") if path.is_file())
    print(f"{size / 1e6:.0f} MB in {_FOLDER}")
    return int(failed)


def _build(program: Program, checkout: Path, arch: str) -> dict[str, Any]:
    """Both programs and what they read, in a folder of their own."""
    folder = (_FOLDER / program.name.replace(" ", "-")).resolve()
    folder.mkdir(exist_ok=True)
    for name, path in program.inputs.items():
        shutil.copy(checkout / path, folder / name)
    flags = [f"-arch={arch}", "-rdc=true", *program.flags]
    launcher = [sys.executable, "-m", "spawnc", "cc", "--", "nvcc"]
    built = {
        version: _link(compiler, flags, program, checkout, folder / f"{version}.gz")
        for version, compiler in (("original", ["nvcc"]), ("rewritten", launcher))
    }
    return {**asdict(program), "built": built, "launches": _launches(program, flags, checkout)}


def _link(compiler: Sequence[str], flags: Sequence[str], program: Program, checkout: Path, to: Path) -> bool:
    """Build a program, and keep it compressed: the folder is to be carried to another machine."""
    to.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as objects:
        linked = Path(objects) / "program"
        names = []
        for source in program.sources:
            names.append(f"{objects}/{Path(source).stem}.o")
            command = [*compiler, *flags, "-w", "-c", source, "-o", names[-1]]
            if subprocess.run(command, cwd=checkout, check=False).returncode != 0:
                return False
        link = [
            "nvcc",
            *flags,
            *_STATIC,
            "-Xlinker",
            "-s",
            *names,
            "-o",
            str(linked),
            *program.libraries,
            "-lcudadevrt",
        ]
        if subprocess.run(link, cwd=checkout, check=False).returncode != 0:
            return False
        to.write_bytes(gzip.compress(linked.read_bytes(), mtime=0))
        return True


def _launches(program: Program, flags: Sequence[str], checkout: Path) -> str:
    """`1 of 2`: device launches that are guarded; then why the others are not."""
    listing: list[str] = []
    counts: dict[str, int] = {}
    for source in program.sources:
        command = [sys.executable, "-m", "spawnc", "list", "--format", "json", "-q", source, "--", *flags]
        done = subprocess.run(command, cwd=checkout, check=False, capture_output=True, text=True)
        units = json.loads(done.stdout)["units"] if done.stdout else []
        sites = [site for unit in units for site in unit["launches"]]
        listing += [site["decision"] for site in sites if site["decision"] != "host"]
        for rule in (site["rule"] for site in sites if site["decision"] == "refused"):
            counts[rule] = counts.get(rule, 0) + 1
    refused = ", ".join(f"{count} {rule}" for rule, count in sorted(counts.items()))
    return f"{listing.count('guarded')} of {len(listing)}" + (f" ({refused})" if refused else "")


# --- a machine with a GPU -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    #: "exit 0", "killed after 60 s"
    end: str
    #: Normalised.
    output: str
    #: Name and content of each file that was written.
    files: tuple[str, ...]

    @property
    def is_timeout(self) -> bool:
        return self.end.startswith("killed")

    def in_any_order(self) -> Answer:
        return Answer(self.end, "\n".join(sorted(self.output.splitlines())), self.files)


def _run_all(folder: Path, only: str, runs: int, timeout: float) -> int:
    print("| program | launches guarded | as it is | " + " | ".join(policy or "`spawn`" for policy in _POLICIES) + " |")
    print("|---|---|---|" + "---|" * len(_POLICIES))
    details: list[str] = []
    differs = False
    for item in json.loads((folder / _INDEX).read_text()):
        name = item["name"]
        if only not in name or not all(item["built"].values()):
            continue
        original = _answers(folder, item, "original", "", runs, timeout)
        cells = [_own_words(original)]
        for policy in _POLICIES:
            if policy and item["launches"].startswith("0 of"):
                # there is nothing to decide
                cells.append("")
                continue
            rewritten = _answers(folder, item, "rewritten", policy, runs, timeout)
            verdict = _compare(original, rewritten)
            differs = differs or verdict.startswith("**")
            cells.append(verdict)
            if verdict not in ("equal", "equal but for the order of lines"):
                details += _details(name, policy, original, rewritten)
        print(f"| {name} | {item['launches']} | {' | '.join(cells)} |", flush=True)
    print("\n".join(["", *details]))
    return int(differs)


def _answers(folder: Path, item: dict[str, Any], version: str, policy: str, runs: int, timeout: float) -> list[Answer]:
    """Those of a program as it is are the right ones."""
    found: list[Answer] = []
    while len(found) < runs and not any(answer.is_timeout for answer in found):
        found.append(_answer(folder, item, version, policy, timeout))
    return found


def _answer(folder: Path, item: dict[str, Any], version: str, policy: str, timeout: float) -> Answer:
    home = (folder / str(item["name"]).replace(" ", "-")).resolve()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPAWN_")}
    if policy:
        environment["SPAWN_POLICY"] = policy
    inputs, arguments = item["inputs"], item["arguments"]
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "program"
        program.write_bytes(gzip.decompress((home / f"{version}.gz").read_bytes()))
        program.chmod(0o755)
        for name in inputs:
            shutil.copy(home / name, Path(place) / name)
        end, output = _finish([str(program), *arguments], place, environment, timeout)
        written = tuple(
            f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
            for path in sorted(Path(place).iterdir())
            if path.name != "program" and path.name not in inputs
        )
    return Answer(end, _without_times(output), written)


def _finish(command: list[str], place: str, environment: dict[str, str], timeout: float) -> tuple[str, str]:
    """How a program ended, and what it printed. A program on a GPU may hang such that nothing but SIGKILL ends it."""
    with tempfile.TemporaryFile() as out:
        # a file and not a pipe: whoever is killed leaves nobody waiting
        process = subprocess.Popen(
            command, cwd=place, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
        deadline = time.monotonic() + timeout
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            end = f"killed after {timeout:.0f} s"
        else:
            end = f"exit {process.returncode}"
        out.seek(0)
        return end, out.read().decode("utf-8", "replace")


def _without_times(output: str) -> str:
    """Output whose times and rates are `#`: all numbers with a fraction, and those before a unit."""
    output = re.sub(r"[-+]?(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\b\d+[eE][-+]\d+|-?\bnan\b|\binf\b", "#", output)
    output = re.sub(r"\b\d+(?=\s*(?:ms|us|ns|secs?|seconds?|[KMG]B/s|[KM]elems/sec)\b)", "#", output)
    # a time that happens to be whole: `run kernel time = 3`
    output = re.sub(r"(?i)(time\s*[=:]\s*)\d+\b", r"\1#", output)
    return output.strip()


def _own_words(answers: Sequence[Answer]) -> str:
    kinds = len(set(answers))
    ends = " or ".join(dict.fromkeys(answer.end for answer in answers))
    if kinds > 1 and len({answer.in_any_order() for answer in answers}) == 1:
        return f"{ends}, lines in any order"
    return ends if kinds == 1 else f"{ends}, {kinds} answers in {len(answers)} runs"


def _compare(original: Sequence[Answer], rewritten: Sequence[Answer]) -> str:
    if any(answer.is_timeout for answer in rewritten):
        return "hangs as before" if any(answer.is_timeout for answer in original) else "**hangs**"
    if set(rewritten) <= set(original):
        return "equal" if all(answer.end == "exit 0" for answer in original) else "fails as before"
    if {answer.in_any_order() for answer in rewritten} <= {answer.in_any_order() for answer in original}:
        return "equal but for the order of lines"
    if len(set(original)) > 1:
        return "**differs** (so does the original)"
    return "**differs**"


def _details(name: str, policy: str, original: Sequence[Answer], rewritten: Sequence[Answer]) -> list[str]:
    lines = [f"### {name}, {policy or 'spawn'}", ""]
    for version, answers in (("as it is", original), ("rewritten", rewritten)):
        for answer, count in {answer: list(answers).count(answer) for answer in answers}.items():
            shown = (
                answer.output if len(answer.output) < 1500 else f"{answer.output[:700]}\n...\n{answer.output[-700:]}"
            )
            lines += [
                f"{version}, {count} of {len(answers)}: {answer.end} {' '.join(answer.files)}",
                "```",
                shown,
                "```",
            ]
    return [*lines, ""]


if __name__ == "__main__":
    sys.exit(main())
