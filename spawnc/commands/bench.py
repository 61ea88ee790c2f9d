"""`spawnc bench`."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from spawnc.bench import catalogue, columns, plots
from spawnc.bench.folder import own_folder
from spawnc.bench.page import render_page
from spawnc.bench.phases import phase_table
from spawnc.bench.programs import Target
from spawnc.bench.results import write_csv
from spawnc.bench.scale import scale_table
from spawnc.bench.session import Request, build_all, run_session
from spawnc.bench.stages import is_measured
from spawnc.bench.tables import markdown
from spawnc.commands import options
from spawnc.errors import UsageError
from spawnc.report import terminal
from spawnc.toolchain import require_gpu, require_toolchain


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Benchmarks, samples, or groups of them; all without one."),
    ] = None,
    column_names: Annotated[
        str | None, typer.Option("--columns", metavar="A,B", help="The columns to measure; all of them without it.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            metavar="NAME=COMMAND",
            help="One more column: COMMAND makes {program} of {source}. May be given again.",
            show_default=False,
        ),
    ] = None,
    size: Annotated[str, typer.Option(metavar="SIZE", help="Of the inputs: small, paper or large.")] = "paper",
    on: options.On = "gpu",
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="Keeps programs, graphs and results: nothing is done twice."),
    ] = Path("spawnc-bench"),
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Processes of each column.")] = 3,
    repeats: Annotated[int, typer.Option(min=1, metavar="N", help="Runs within a process.")] = 7,
    seconds: Annotated[float, typer.Option(min=0, metavar="S", help="End by then: what still runs is stopped.")] = 540,
    arch: Annotated[str, typer.Option(metavar="ARCH", help="nvcc's -arch, if not that of the GPU.")] = "",
    build_only: Annotated[
        bool, typer.Option("--build-only", help="Make the programs, and run nothing: no GPU is needed.")
    ] = False,
    quiet: options.Quiet = False,
) -> None:
    """Time the samples in every way that they can be run: flat, with every launch, with thresholds, rewritten.

    Every answer is checked. The table goes to standard output, and results.json, results.csv and report.html into the
    folder. A run that was ended goes on where it stopped."""
    if on not in ("gpu", "cpu"):
        raise UsageError(f"--on: unknown choice '{on}'", hint="choices are gpu and cpu")
    if size not in [each.value for each in catalogue.Size]:
        raise UsageError(f"--size: unknown choice '{size}'", hint="choices are small, paper and large")
    if on == "cpu" and (size != "small" or arch):
        raise UsageError("--on cpu is for --size small, without --arch", hint="the emulator checks answers, slowly")
    externals = [columns.read_external(text) for text in column or ()]
    if on == "cpu" and externals:
        raise UsageError("--column is for --on gpu")
    benchmarks, wanted = catalogue.chosen(names or ()), columns.chosen(column_names, externals)
    if not any(is_measured(benchmark, each) for benchmark in benchmarks for each in wanted):
        raise UsageError("--columns: none of them fits a benchmark that was named", hint="see docs/benchmarks.md")
    request = Request(
        benchmarks,
        wanted,
        externals,
        catalogue.Size(size),
        Target(require_toolchain() if on == "gpu" else None, arch),
        out,
        rounds if on == "gpu" else 1,
        repeats if on == "gpu" else 1,
        seconds,
        shlex.join(["spawnc", *sys.argv[1:]]),
    )
    start = time.monotonic()

    def say(text: str) -> None:
        if not quiet:
            terminal.print_message(f"{time.monotonic() - start:6.1f} s  {text}")

    if build_only:
        with own_folder(out):
            made = build_all(request, say)
        wrong = [f"{sample}, {name}: {each.error}" for (sample, name), each in made.items() if each.error]
        for text in wrong:
            terminal.print_message(text)
        raise typer.Exit(1 if wrong else 0)
    if on == "gpu":
        require_gpu()
    timed = [each for each in request.columns if not each.phases]
    with own_folder(out):
        results = run_session(request, say)
        write_csv(results, out / "results.csv")
        page = render_page(results, request.benchmarks, timed)
        (out / "report.html").write_text(page, encoding="utf-8")
    tables = (
        markdown(results, request.benchmarks, timed),
        phase_table(results, request.benchmarks),
        scale_table(results, request.benchmarks, timed),
    )
    terminal.print_result("\n\n".join(table for table in tables if table))
    if not quiet:
        if on == "cpu":
            terminal.print_message("emulated: the answers are checked, the times mean nothing")
        elif not plots.can_plot():
            terminal.print_message("the page is without pictures: pip install 'spawnc[bench]'")
        terminal.print_message(f"{out / 'report.html'}")
    asked = {
        (benchmark.name, each.name)
        for benchmark in request.benchmarks
        for each in request.columns
        if is_measured(benchmark, each)
    }
    failed = any(cell.failed for cell in results.cells if (cell.benchmark, cell.column) in asked)
    raise typer.Exit(1 if failed else 0)
