"""Generates, rewrites and compares programs until one differs too often, N are done, or Ctrl-C.

    python -m tests.differential.fuzz --programs 10000
    python -m tests.differential.fuzz --first 1234 --programs 1      one program, again; --carrier auto: with queues
    python -m tests.differential.fuzz --first 1234 --programs 1 --show
    python -m tests.differential.fuzz --on gpu --jobs 16

What is found is made small and kept in --keep."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from spawnc.settings import CarrierChoice
from tests.differential.batch import Difference, carrier_of, first_differing
from tests.differential.generator import generate
from tests.differential.machine import CPU, GPU, Machine
from tests.differential.program import features, source_text
from tests.differential.shrink import shrink

_BATCH = 20
_MOST_FAILURES = 20
_MACHINES = {"cpu": CPU, "gpu": GPU}


def main() -> int:
    options = _options()
    first = random.SystemRandom().randrange(1 << 30) if options.first is None else options.first
    if options.show:
        print(source_text([generate(first + index) for index in range(options.programs)]))
        return 0
    print(f"programs {first} to {first + options.programs - 1}", flush=True)
    machine = _MACHINES[options.on]
    done, failures, seen, start = 0, 0, Counter[str](), time.monotonic()
    pool = ProcessPoolExecutor(options.jobs)
    batches = {}
    for begin in range(0, options.programs, _BATCH):
        seeds = range(first + begin, first + min(begin + _BATCH, options.programs))
        carrier = CarrierChoice(options.carrier) if options.carrier else carrier_of(begin // _BATCH)
        batches[pool.submit(_check, seeds, carrier, options.on)] = seeds
    try:
        for batch in as_completed(batches):
            found = batch.result()
            if found is not None:
                failures += 1
                _report(found, machine, options.keep, options.shrink_seconds)
            done += len(batches[batch])
            for seed in batches[batch]:
                seen.update(features(generate(seed)))
            print(f"{done} programs, {failures} differ, {time.monotonic() - start:.0f} s", flush=True)
            if failures == _MOST_FAILURES:
                break
    except KeyboardInterrupt:
        print("stopped")
    pool.shutdown(cancel_futures=True)
    rare = ", ".join(f"{name} ({number})" for name, number in sorted(seen.items(), key=lambda item: item[1])[:5])
    print(f"{done} programs, {failures} differ; rarest: {rare}")
    return 1 if failures else 0


def _check(seeds: range, carrier: CarrierChoice, on: str) -> Difference | None:
    with tempfile.TemporaryDirectory(prefix="spawnc-fuzz-") as folder:
        return first_differing([generate(seed) for seed in seeds], seeds[0], Path(folder), carrier, _MACHINES[on])


def _report(found: Difference, machine: Machine, keep: Path, seconds: int) -> None:
    which = f"program {found.program.seed}, --carrier {found.carrier.value},"
    print(f"{which} differs: {found.run}\n{found.what}\nmaking it smaller...", flush=True)
    with tempfile.TemporaryDirectory(prefix="spawnc-fuzz-") as folder:
        small = shrink(found, Path(folder), seconds=seconds, machine=machine)
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{small.program.name}.cu"
    path.write_text(source_text([small.program]), encoding="utf-8")
    print(f"{path}: {small.run}\n{small.what}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--first", type=int, metavar="SEED", help="seed of the first one (default: a new one)")
    parser.add_argument(
        "--carrier", choices=("auto", "launch"), help="in all files (default: each in every second one)"
    )
    parser.add_argument("--on", choices=tuple(_MACHINES), default="cpu", help="emulated, or on a GPU (default: cpu)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="files at a time (default: 1)")
    parser.add_argument("--show", action="store_true", help="print the programs, and nothing else")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="folder for what differs, made small")
    parser.add_argument("--shrink-seconds", type=int, default=300, metavar="S", help="for each failure")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
