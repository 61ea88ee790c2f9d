"""Generates, rewrites and compares programs until one differs too often, N are done, or Ctrl-C.

    python -m tests.differential.fuzz --programs 10000
    python -m tests.differential.fuzz --first 1234 --programs 1      one program, again; --carrier auto: with queues
    python -m tests.differential.fuzz --first 1234 --programs 1 --show

What is found is made small and kept in --keep."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from spawnc.settings import CarrierChoice
from tests.differential.batch import Difference, carrier_of, first_differing
from tests.differential.generator import generate
from tests.differential.program import features, source_text
from tests.differential.shrink import shrink

_BATCH = 20
_MOST_FAILURES = 20


def main() -> int:
    options = _options()
    first = random.SystemRandom().randrange(1 << 30) if options.first is None else options.first
    if options.show:
        print(source_text([generate(first + index) for index in range(options.programs)]))
        return 0
    print(f"programs {first} to {first + options.programs - 1}", flush=True)
    done, failures, seen, start = 0, 0, Counter[str](), time.monotonic()
    try:
        while done < options.programs and failures < _MOST_FAILURES:
            count = min(_BATCH, options.programs - done)
            programs = [generate(first + done + index) for index in range(count)]
            with tempfile.TemporaryDirectory(prefix="spawnc-fuzz-") as folder:
                carrier = CarrierChoice(options.carrier) if options.carrier else carrier_of(done // _BATCH)
                found = first_differing(programs, first + done, Path(folder), carrier)
                if found is not None:
                    failures += 1
                    _report(found, Path(folder) / "small", options.keep, options.shrink_seconds)
            done += count
            for program in programs:
                seen.update(features(program))
            print(f"{done} programs, {failures} differ, {time.monotonic() - start:.0f} s", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    rare = ", ".join(f"{name} ({number})" for name, number in sorted(seen.items(), key=lambda item: item[1])[:5])
    print(f"{done} programs, {failures} differ; rarest: {rare}")
    return 1 if failures else 0


def _report(found: Difference, folder: Path, keep: Path, seconds: int) -> None:
    which = f"program {found.program.seed}, --carrier {found.carrier.value},"
    print(f"{which} differs: {found.run}\n{found.what}\nmaking it smaller...", flush=True)
    small = shrink(found, folder, seconds=seconds)
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
    parser.add_argument("--show", action="store_true", help="print the programs, and nothing else")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="folder for what differs, made small")
    parser.add_argument("--shrink-seconds", type=int, default=300, metavar="S", help="for each failure")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
