"""What a child costs with each carrier: many children of one size, and 1,000 children of many sizes.

    bench/many_children.py [--json FILE] [--plot FILE.svg]
    bench/many_children.py --read FILE --plot FILE.svg     draws what an earlier run has written

Builds bench/gpu/many_children.cu as written and as `spawnc rewrite` makes it with either carrier, and runs each point
as a process of its own. Needs nvcc and a GPU; the plot needs matplotlib."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bfs_sweep import build as compile_with_nvcc

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "bench" / "gpu" / "many_children.cu"
COUNTS, SIZE = [10**k for k in range(2, 8)], 64
SIZES, COUNT = [10**k for k in range(7)], 1000
#: Pending launches cost memory, about 7 KB each.
MOST_LAUNCHES = 100_000
VARIANTS = {
    "every launch": ("original", {}),
    "launch, `spawn`": ("launch", {"SPAWN_POLICY": "spawn"}),
    "queue, `always`": ("queue", {"SPAWN_POLICY": "always"}),
    "queue, `spawn`": ("queue", {"SPAWN_POLICY": "spawn"}),
    "serial": ("launch", {"SPAWN_POLICY": "never"}),
}
#: Children offered to a queue of few slots and to one of many.
CROWDS = [(10_000_000, 33, slots) for slots in (1_000, 1_000_000)]

Point = dict[str, float | int | str]


def build(folder: Path) -> None:
    for name, carrier in (("original", ""), ("launch", "launch"), ("queue", "auto")):
        source = SOURCE
        if carrier:
            source = folder / f"{name}.cu"
            command = [sys.executable, "-m", "spawnc", "rewrite", "-q", SOURCE, "-o", source, "--carrier", carrier]
            subprocess.run(command, check=True, cwd=ROOT)
        compile_with_nvcc(source, folder / name)


def run(program: Path, children: int, items: int, environment: dict[str, str], *arguments: str) -> tuple[str, float]:
    """How it ended, and the median in milliseconds."""
    command = [program, str(children), str(items), *arguments]
    try:
        done = subprocess.run(
            command, env=os.environ | environment, capture_output=True, text=True, timeout=15, check=False
        )
    except subprocess.TimeoutExpired:
        return "takes over 15 s", 0
    time = re.search(r"median ([\d.]+) ms", done.stdout)
    if done.returncode != 0 or not time:
        return f"exit {done.returncode}: {(done.stdout + done.stderr).strip()[-100:]}", 0
    return "ok", float(time[1])


def measure(folder: Path) -> list[Point]:
    points: list[Point] = []
    for group, children, items in [
        *(("count", count, SIZE) for count in COUNTS),
        *(("size", COUNT, size) for size in SIZES),
    ]:
        for name, (program, environment) in VARIANTS.items():
            arguments: list[str] = []
            if program == "original":
                if children > MOST_LAUNCHES:
                    continue
                arguments = ["--limit", str(max(2 * children, 2048))]
            answer, ms = run(folder / program, children, items, environment, *arguments)
            points.append(
                {"group": group, "variant": name, "children": children, "items": items, "answer": answer, "ms": ms}
            )
    for children, items, slots in CROWDS:
        environment = {"SPAWN_POLICY": "always", "SPAWN_QUEUE_SLOTS": str(slots)}
        answer, ms = run(folder / "queue", children, items, environment, "--repeats", "3")
        points.append(
            {
                "group": f"{slots} slots",
                "variant": "queue",
                "children": children,
                "items": items,
                "answer": answer,
                "ms": ms,
            }
        )
    return points


def table(points: list[Point]) -> str:
    lines = []
    for group, title in (("count", f"children of {SIZE} items"), ("size", f"items, {COUNT} children")):
        own = [point for point in points if point["group"] == group]
        axis = "children" if group == "count" else "items"
        lines += [f"| {title} | {' | '.join(VARIANTS)} |", f"|--:{'|--:' * len(VARIANTS)}|"]
        for value in dict.fromkeys(point[axis] for point in own):
            cells = {point["variant"]: point for point in own if point[axis] == value}
            texts = [_cell(cells[name]) if name in cells else "" for name in VARIANTS]
            lines.append(f"| {value:,} | {' | '.join(texts)} |")
        lines.append("")
    for point in points:
        if "slots" in str(point["group"]):
            lines.append(
                f"{point['children']:,} children of {point['items']} items, {point['group']}: {_cell(point)} ms"
            )
    return "\n".join(lines)


def _cell(point: Point) -> str:
    return f"{point['ms']:.4g}" if point["answer"] == "ok" else str(point["answer"])


def plot(points: list[Point], path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "many_children"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
    for axis, group, label in ((axes[0], "count", f"children of {SIZE} items"), (axes[1], "size", "items a child")):
        key = "children" if group == "count" else "items"
        for name in VARIANTS:
            own = [p for p in points if p["group"] == group and p["variant"] == name and p["answer"] == "ok"]
            xs = [float(p[key]) for p in own]
            ys = [float(p["ms"]) * 1e6 / float(p["children"]) for p in own]
            axis.plot(xs, ys, marker="o", markersize=3.5, linewidth=1.4, label=name.replace("`", ""))
        axis.set(xscale="log", yscale="log", xlabel=label)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("ns a child")
    axes[0].legend(frameon=False)
    axes[1].set_title(f"{COUNT:,} children", fontsize=10)
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    if options.read:
        points = json.loads(options.read.read_text(encoding="utf-8"))
    else:
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder))
            points = measure(Path(folder))
    print(table(points))
    if options.json:
        options.json.write_text(json.dumps(points, indent=1), encoding="utf-8")
    if options.plot:
        plot(points, options.plot)
    return 0 if all(point["answer"] == "ok" for point in points) else 1


if __name__ == "__main__":
    raise SystemExit(main())
