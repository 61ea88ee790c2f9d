"""Breaks spawnc on purpose, once for each entry of bench/mutations.py, and asks who notices.

    python -m bench.mutate_emitter                      all of them; prints the table of docs/testing.md
    python -m bench.mutate_emitter --only 'loops'       those whose description holds a word

A mutant is a copy of the package with a few characters changed. The differential programs run against it, a file at a
time until one differs; the golden cases are the second net, for what changes the emitted text."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.mutations import MUTATIONS, Mutation
from spawnc.settings import CarrierChoice
from tests.differential.batch import (
    BuildError,
    build_original,
    build_rewritten,
    carrier_of,
    differences,
    write_programs,
)
from tests.differential.generator import generate
from tests.differential.machine import runs

ROOT = Path(__file__).parents[1]
_BATCH = 20


@dataclass(frozen=True, slots=True)
class Caught:
    """Which program noticed, how, and after how many seconds; `by` is "" when none did."""

    by: str
    seconds: int
    golden: str = ""


def main() -> int:
    options = _options()
    if options.against:
        print(json.dumps(asdict(_against(options.against, options.batches, only_queues=options.only_queues))))
        return 0
    chosen = [mutation for mutation in MUTATIONS if options.only in mutation.what]
    with tempfile.TemporaryDirectory(prefix="spawnc-mutants-") as name:
        folder = Path(name)
        for batch in range(options.batches):
            build_original(write_programs([generate(seed) for seed in _seeds(batch)], folder / f"batch{batch}"))
        if (sound := _check(Mutation("nothing is broken", ()), folder, options.batches)).by:
            print(f"spawnc itself: {sound.by}")
            return 1
        print("| mutation | programs | golden cases |\n|---|---|---|", flush=True)
        missed = 0
        for mutation in chosen:
            caught = _check(mutation, folder, options.batches)
            missed += not caught.by
            print(f"| {mutation.what} | {caught.by or '**not caught**'} | {caught.golden} |", flush=True)
    print(f"\n{len(chosen)} mutations, {missed} not caught by the programs")
    return 1 if missed else 0


def _seeds(batch: int) -> range:
    return range(batch * _BATCH, (batch + 1) * _BATCH)


def _check(mutation: Mutation, folder: Path, batches: int) -> Caught:
    mutant = folder / "mutant"
    shutil.rmtree(mutant, ignore_errors=True)
    for part in ("spawnc", "templates", "tests", "bench"):
        shutil.copytree(ROOT / part, mutant / part, ignore=shutil.ignore_patterns("__pycache__", "gpu", "pitfalls"))
    shutil.copy(ROOT / "pyproject.toml", mutant)
    for patch in mutation.patches:
        path = mutant / patch.path
        text = path.read_text(encoding="utf-8")
        if text.count(patch.old) != 1:
            raise SystemExit(f"{mutation.what}: {patch.path} holds {text.count(patch.old)} times: {patch.old}")
        path.write_text(text.replace(patch.old, patch.new), encoding="utf-8")
    # the first entry of the module path is the working folder, so the mutant is what is imported
    command = [sys.executable, "-m", "bench.mutate_emitter", "--against", str(folder), "--batches", str(batches)]
    command += ["--only-queues"] if mutation.in_queues else []
    done = subprocess.run(command, cwd=mutant, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        return Caught(f"spawnc fails: {done.stderr.strip().splitlines()[-1][:100]}", 0, _golden(mutation, mutant))
    caught = Caught(**json.loads(done.stdout))
    return Caught(caught.by, caught.seconds, _golden(mutation, mutant))


def _golden(mutation: Mutation, mutant: Path) -> str:
    if not mutation.patches or all("/include/" in patch.path for patch in mutation.patches):
        return "text is the same"
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not nvcc and not gpu"]
    command = [sys.executable, "-m", "pytest", *options, "tests/test_cases.py"]
    done = subprocess.run(command, cwd=mutant, check=False, capture_output=True)
    return "caught" if done.returncode == 1 else "not caught" if done.returncode == 0 else "fail to start"


def _against(folder: Path, batches: int, *, only_queues: bool) -> Caught:
    """Runs in a mutant: its rewritten programs against the originals that spawnc itself was built with."""
    start = time.monotonic()

    def caught(by: str) -> Caught:
        return Caught(by, round(time.monotonic() - start))

    first = True
    for batch in range(batches):
        if only_queues and carrier_of(batch) is CarrierChoice.LAUNCH:
            continue
        own = folder / f"batch{batch}"
        programs = [generate(seed) for seed in _seeds(batch)]
        try:
            built = build_rewritten(own / "programs.cu", own / "original", carrier_of(batch))
        except BuildError as error:
            lines = [line for line in str(error).splitlines() if "error" in line]
            return caught(f"does not compile: {(lines or [''])[0].partition('error: ')[2][:80]}")
        found = list(differences(programs, built, runs(batch, carrier_of(batch))))
        if found:
            what = found[0].what
            how = "other answers" if what.startswith("expected") else what.splitlines()[0]
            where = f"{len(found)} of {_BATCH}" + ("" if first else f" (file {batch + 1})")
            return caught(f"{where}; {found[0].run}: {how}")
        first = False
    return caught("")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutate_emitter", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="mutations whose description holds it")
    parser.add_argument("--batches", type=int, default=10, metavar="N", help=f"files of {_BATCH} programs")
    parser.add_argument("--only-queues", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--against", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
