"""Runs the rewritten BFS again and again and counts the runs that hang.

    bench/hunt_hangs.py [--seconds N] [--slots 256,1888] PROGRAM...

PROGRAM: samples/bfs/bfs.cu, rewritten and built, one for each state of the runtime header that is to be compared.
Needs a GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

POLICIES = ("threshold=16", "always", "spawn")


def run(program: Path, work: Path, slots: str, policy: str) -> tuple[str, int]:
    """How one run of 40 searches ended, and how many launches it made."""
    report = work / "report.json"
    graph = ["--scale", "18", "--graph", str(work / "rmat18")]
    environment = {"SPAWN_PENDING_LAUNCHES": slots, "SPAWN_POLICY": policy, "SPAWN_REPORT": str(report)}
    try:
        done = subprocess.run(
            [program, *graph, "--repeats", "40"],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=3,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "hangs", 0
    if done.returncode != 0 or ": ok" not in done.stdout:
        return "wrong", 0
    return "right", json.loads(report.read_text())["sites"][0]["launched"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--slots", default="256,1888")
    options = parser.parse_args()
    counts: dict[tuple[Path, str], Counter[str]] = {}
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # making the graph takes longer than a run may
        make = [options.programs[0].absolute(), "--scale", "18", "--graph", str(work / "rmat18"), "--flat"]
        subprocess.run(make, check=True, capture_output=True)
        while time.monotonic() < end:
            for program in options.programs:
                for slots in options.slots.split(","):
                    count = counts.setdefault((program, slots), Counter())
                    for policy in POLICIES:
                        outcome, launched = run(program.absolute(), work, slots, policy)
                        count.update({outcome: 1, "launches": launched})
    for (program, slots), count in counts.items():
        runs = count["right"] + count["hangs"] + count["wrong"]
        print(
            f"{program}, {slots} slots: {runs} runs, {count['hangs']} hang, {count['wrong']} wrong, "
            f"{count['launches']} launches"
        )
    return 1 if any(count["hangs"] or count["wrong"] for count in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
