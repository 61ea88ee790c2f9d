"""Times BFS flat, with every launch, over a threshold sweep and under the controller, and prints one table.

    bench/bfs_sweep.py [--scales 18,20] [--repeats 9] [--rewritten FILE.cu] [--json FILE] [--every-launch]

Builds samples/bfs/bfs.cu as it stands and rewritten (`spawnc rewrite --carrier launch`, or FILE.cu), and runs each
variant as its own process: one binary, the policy from the environment. Needs nvcc and a GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples" / "bfs" / "bfs.cu"
THRESHOLDS = [4**k for k in range(8)]
TIMES = re.compile(r"first ([\d.]+) ms, median ([\d.]+) ms, best ([\d.]+) ms")


def build(source: Path, program: Path, architecture: str = "native") -> None:
    include = ROOT / "spawnc" / "include"
    command: list[str | Path] = [
        "nvcc",
        "-O3",
        "-std=c++17",
        f"-arch={architecture}",
        "-rdc=true",
        f"-I{include}",
        # for what the sample includes, where the rewritten one lies elsewhere
        f"-I{SAMPLE.parent}",
        source,
        "-o",
        program,
        "-lcudadevrt",
    ]
    subprocess.run(command, check=True)


def time_one(
    program: Path, arguments: list[str], environment: dict[str, str], seconds: float = 5
) -> dict[str, float | str]:
    try:
        done = subprocess.run(
            [program, *arguments],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"answer": f"takes over {seconds} s"}
    times = TIMES.search(done.stdout)
    if not times:
        return {"answer": f"exit {done.returncode}: {(done.stdout + done.stderr).strip()[-200:]}"}
    first, median, best = map(float, times.groups())
    answer = "ok" if done.returncode == 0 else "WRONG"
    return {"answer": answer, "first_ms": first, "median_ms": median, "best_ms": best}


def counters(path: Path) -> str:
    if not path.exists():
        return ""
    report = json.loads(path.read_text())
    path.unlink()
    site = report["sites"][0]
    return (
        f"launched {site['launched']} of {site['offered']}, refused {site['refused']}, failed {site['failed']}, "
        f"dropped {site['dropped']}; item {site['item_ns']:.1f} ns, cta {site['cta_ns']:.1f} ns, "
        f"delay {site['delay_us']:.0f} us, "
        f"model {report['launch_overhead_us']:.1f} + {report['launch_issue_us']:.2f} us"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scales", default="18,20")
    parser.add_argument("--repeats", default="9")
    parser.add_argument("--rewritten", type=Path, help="the rewritten bfs.cu; without it, spawnc makes one")
    parser.add_argument("--every-launch", action="store_true", help="also the unmodified program, pending limit raised")
    parser.add_argument("--thresholds", default=",".join(map(str, THRESHOLDS)))
    parser.add_argument("--graphs", type=Path, help="a folder that keeps the graphs")
    parser.add_argument(
        "--programs", type=Path, help="a folder that holds the programs `original` and `rewritten`, built"
    )
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()

    results = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        programs = options.programs or work
        original, program, report = programs / "original", programs / "rewritten", work / "report.json"
        if not options.programs:
            rewritten = options.rewritten
            if not rewritten:
                rewritten = work / "bfs.cu"
                # policies differ in what they launch; with queues, `spawnc bench` times the same searches
                command = [sys.executable, "-m", "spawnc", "rewrite", SAMPLE, "-o", rewritten, "--carrier", "launch"]
                subprocess.run(command, check=True, cwd=ROOT)
            build(SAMPLE, original)
            build(rewritten, program)
        for scale in options.scales.split(","):
            graph = ["--scale", scale, "--graph", str(options.graphs or work) + f"/rmat{scale}"]
            size = [*graph, "--repeats", options.repeats]
            rows: list[tuple[str, Path, list[str], dict[str, str]]] = [("flat", original, [*size, "--flat"], {})]
            if options.every_launch:
                few = [*graph, "--repeats", "3"]
                limit = str(1 << (int(scale) + 1))
                rows.append(("every launch, limit raised", original, [*few, "--pending-limit", limit], {}))
            rows.append(("always (guarded)", program, size, {"SPAWN_POLICY": "always"}))
            rows += [
                (f"threshold={n}", program, size, {"SPAWN_POLICY": f"threshold={n}"})
                for n in options.thresholds.split(",")
                if n
            ]
            rows.append(("never", program, size, {"SPAWN_POLICY": "never"}))
            rows += [("spawn", program, size, {"SPAWN_POLICY": "spawn"})] * 3
            print(f"R-MAT {scale}\n{'variant':28} {'first':>9} {'median':>9} {'best':>9}  answer", flush=True)
            for name, binary, arguments, environment in rows:
                result = time_one(binary, arguments, environment | {"SPAWN_REPORT": str(report)})
                what = counters(report)
                results.append({"scale": int(scale), "variant": name, **result})
                figures = " ".join(
                    f"{result.get(key, float('nan')):9.3f}" for key in ("first_ms", "median_ms", "best_ms")
                )
                print(f"{name:28} {figures}  {result['answer']}  {what}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0 if all(result["answer"] == "ok" for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
