"""The way of translation units through the pipeline, side by side, and what they have in common."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING

from spawnc.apart import Died, call_apart
from spawnc.elsewhere.kernels import Source
from spawnc.errors import ExitCode, SourceError, SpawncError
from spawnc.requests import UnitRequest
from spawnc.shared_sources import shared_sources
from spawnc.source import Location, SourceFile

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from spawnc.report.inventory import Inventory, Site
    from spawnc.report.regions import RegionEntry
    from spawnc.settings import Settings


#: Of Python's calls; a level of an expression takes two or three.
_MAX_DEPTH = 6000


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What came out of one unit."""

    path: str
    inventory: Inventory
    #: The user files that the unit read, as they are on disk.
    originals: dict[str, bytes]
    #: New bytes of those that change.
    rewritten: dict[str, bytes]
    #: Keys of kernels: those that its main file defines for others, and those for whose bodies launches are refused.
    defined: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitFailure:
    """Why nothing came out of one unit."""

    path: str
    message: str
    hint: str
    exit_code: ExitCode
    #: Python's traceback, for bugs of spawnc; "" for everything else.
    traceback: str = ""
    #: Where the parser met it; `message` begins with it.
    location: Location | None = None


UnitOutcome = UnitResult | UnitFailure


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A user file of one or more units, before and after."""

    path: str
    original: bytes
    rewritten: bytes

    @property
    def is_changed(self) -> bool:
        return self.original != self.rewritten


def run_units(
    requests: Sequence[UnitRequest],
    settings: Settings,
    *,
    jobs: int,
    on_done: Callable[[], None] = lambda: None,
    each_alone: bool = False,
) -> tuple[UnitOutcome, ...]:
    """Every unit through the pipeline, up to `jobs` at a time; outcomes in the order of the requests.

    Children that other units of the run define are looked up there, unless `each_alone`."""
    from spawnc.toolchain import toolkit_include_paths

    toolkit = tuple(str(path) for path in toolkit_include_paths())
    settings = replace(settings, several_units=len(requests) > 1)
    outcomes = _run_each([_Task(request) for request in requests], settings, toolkit, jobs, on_done)
    if each_alone:
        return outcomes

    def run_again(numbers: Iterable[int], settings: Settings) -> tuple[UnitOutcome, ...]:
        again = {number: tasks[number] for number in numbers}
        anew = dict(zip(again, _run_each(list(again.values()), settings, toolkit, jobs, lambda: None), strict=True))
        return tuple(anew.get(number, outcome) for number, outcome in enumerate(outcomes))

    # children that other units define: whoever launches them is read again, with their bodies at hand
    tasks = list(_tasks_with_definers(requests, outcomes))
    outcomes = run_again((number for number, task in enumerate(tasks) if task.definers), settings)
    results = {number: outcome for number, outcome in enumerate(outcomes) if isinstance(outcome, UnitResult)}
    outcomes = run_again(shared_sources(results), replace(settings, is_shared=True))
    return _nested(outcomes)


def run_unit(
    request: UnitRequest,
    settings: Settings,
    toolkit_include: tuple[str, ...],
    definers: Mapping[str, Sequence[Source]] = MappingProxyType({}),
) -> UnitOutcome:
    """One unit through the pipeline; `definers` are the sources that define its children. Whatever goes wrong is an
    answer, not an exception."""
    # code is nested as deeply as machines write it; at this depth the stack of 8 MB is not used up
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _MAX_DEPTH))
    try:
        _reject_binary(request.path)
        return _rewrite(request, settings, toolkit_include, definers)
    except SpawncError as error:
        return UnitFailure(request.path, str(error), error.hint, error.exit_code, location=error.location)
    except Exception as error:
        # ctypes makes an error of its own of the RecursionError that it meets
        if isinstance(error, RecursionError) or "RecursionError" in str(error):
            message = f"{request.path}: too deeply nested: expressions, statements or calls of thousands of levels"
            return UnitFailure(request.path, message, "write it with fewer levels", ExitCode.SOURCE)
        message = f"{request.path}: {type(error).__name__}: {error}"
        return UnitFailure(request.path, message, "", ExitCode.INTERNAL, traceback.format_exc())


@dataclass(frozen=True, slots=True)
class _Task:
    request: UnitRequest
    definers: dict[str, tuple[Source, ...]] = field(default_factory=dict)


def _tasks_with_definers(requests: Sequence[UnitRequest], outcomes: Sequence[UnitOutcome]) -> Iterator[_Task]:
    """Every unit with the sources that define its children, where both are in the run."""
    sources: dict[str, list[Source]] = defaultdict(list)
    for request, outcome in zip(requests, outcomes, strict=True):
        if isinstance(outcome, UnitResult):
            for key in outcome.defined:
                sources[key].append(Source(request.path, request.command))
    for request, outcome in zip(requests, outcomes, strict=True):
        missing = outcome.missing if isinstance(outcome, UnitResult) else ()
        yield _Task(request, {key: tuple(sources[key]) for key in missing if key in sources})


def _nested(outcomes: tuple[UnitOutcome, ...]) -> tuple[UnitOutcome, ...]:
    """Launches nest over the borders of units."""
    if len(outcomes) < 2:
        return outcomes
    from spawnc.report.inventory import nested

    results = [outcome for outcome in outcomes if isinstance(outcome, UnitResult)]
    inventories = iter(nested([result.inventory for result in results]))
    return tuple(
        replace(outcome, inventory=next(inventories)) if isinstance(outcome, UnitResult) else outcome
        for outcome in outcomes
    )


def _run_each(
    tasks: Sequence[_Task],
    settings: Settings,
    toolkit: tuple[str, ...],
    jobs: int,
    on_done: Callable[[], None],
) -> tuple[UnitOutcome, ...]:
    if min(jobs, len(tasks)) > 1:
        return _run_in_processes(tasks, settings, toolkit, jobs, on_done)
    outcomes = []
    if len(tasks) > 1:
        # here, and not in each of the copies
        import_module("spawnc.pipeline")
    for task in tasks:
        outcomes.append(_run_apart(task, settings, toolkit))
        on_done()
    return tuple(outcomes)


def _run_apart(task: _Task, settings: Settings, toolkit_include: tuple[str, ...]) -> UnitOutcome:
    """`run_unit`, which survives that libclang does not."""
    outcome = call_apart(lambda: run_unit(task.request, settings, toolkit_include, task.definers))
    if not isinstance(outcome, Died):
        return outcome
    return UnitFailure(
        task.request.path,
        f"the process that read '{task.request.path}' died ({outcome.how})",
        "libclang crashes on text that is nested very deeply; or memory ran out",
        ExitCode.TOOL,
    )


def merge_files(results: Iterable[UnitResult]) -> tuple[ProjectFile, ...]:
    """The user files of all units, each once.

    Raises SourceError when two units that read a file don't agree on what becomes of it."""
    results = tuple(results)
    # what a unit without guarded launches changes in headers is for those that have some
    guards = any(site.guard is not None for result in results for site in result.inventory.sites)
    # graphs are in sources, never in headers
    graphs = {result.path for result in results if any(region.is_graph for region in result.inventory.regions)}
    merged: dict[str, tuple[ProjectFile, str]] = {}
    for result in results:
        for path, original in result.originals.items():
            rewritten = result.rewritten if guards or path in graphs else {}
            file = ProjectFile(path, original, rewritten.get(path, original))
            known, other = merged.setdefault(os.path.realpath(path), (file, result.path))
            if known.rewritten != file.rewritten:
                raise SourceError(
                    f"'{path}' comes out differently for '{other}' and for '{result.path}'",
                    hint="give both the same macros and includes before it, or put `#pragma spawn keep` before the "
                    "launches that one of them refuses, or `#pragma spawn launch` before those for which one of them "
                    "has no queue (`spawnc list -v` shows them)",
                )
    return tuple(file for file, _ in merged.values())


def distinct_sites(results: Iterable[UnitResult]) -> tuple[Site, ...]:
    """The launches of all units; one in a header counts once, however many units read it."""
    sites: dict[tuple[str, int, int], Site] = {}
    real_path = cache(os.path.realpath)
    for result in results:
        for site in result.inventory.sites:
            location = site.place.location
            sites.setdefault((real_path(location.path), location.line, location.column), site)
    return tuple(sites.values())


def distinct_regions(results: Iterable[UnitResult]) -> tuple[RegionEntry, ...]:
    """The regions of all units, as `distinct_sites`: of a source that is compiled several ways, those of the first."""
    regions: dict[tuple[str, int, int], RegionEntry] = {}
    for result in results:
        for region in result.inventory.regions:
            location = region.place.location
            regions.setdefault((os.path.realpath(location.path), location.line, location.column), region)
    return tuple(regions.values())


def _rewrite(
    request: UnitRequest,
    settings: Settings,
    toolkit_include: tuple[str, ...],
    definers: Mapping[str, Sequence[Source]],
) -> UnitResult:
    from spawnc.elsewhere.index import defined_kernels, missing_kernels
    from spawnc.pipeline import rewrite_unit
    from spawnc.report.inventory import inventory_of

    outcome = rewrite_unit(request.command, request.path, settings, toolkit_include=toolkit_include, definers=definers)
    plan = outcome.plan
    originals = {path: plan.elsewhere.original(source) for path, source in plan.files.items()}
    return UnitResult(
        request.path,
        inventory_of(plan),
        originals,
        outcome.rewritten,
        defined=defined_kernels(plan),
        missing=missing_kernels(plan),
    )


def _reject_binary(path: str) -> None:
    if b"\0" in SourceFile.read(path).data:
        raise SourceError(
            f"{path}: not a text file that can be read: it holds NUL bytes",
            hint="sources are UTF-8, or another encoding that contains ASCII",
        )


def _run_in_processes(
    tasks: Sequence[_Task],
    settings: Settings,
    toolkit: tuple[str, ...],
    jobs: int,
    on_done: Callable[[], None],
) -> tuple[UnitOutcome, ...]:
    # these take longer to import than a small command takes
    from concurrent.futures import Future, ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    # spawn, not fork: the progress bar's thread may hold a lock at the time of a fork
    futures: list[Future[UnitOutcome]] = []
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn"), initializer=_prepare_worker)
    try:
        futures.extend(pool.submit(run_unit, task.request, settings, toolkit, task.definers) for task in tasks)
        _notice_half_answers(pool)
        for _ in as_completed(futures):
            on_done()
        return tuple(future.result() for future in futures)
    except BrokenProcessPool:
        # one process died, and the others with it: whose fault it was shows when each goes alone
        answered = [future.result() if future.done() and not future.exception() else None for future in futures]
        return tuple(outcome or _run_apart(task, settings, toolkit) for task, outcome in zip_longest(tasks, answered))
    except (KeyboardInterrupt, SystemExit):
        # whoever sends the signal to this process alone means the others too
        for process in active_children():
            process.terminate()
        _notice_half_answers(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _notice_half_answers(pool: ProcessPoolExecutor) -> None:
    """Close our own copy of the end into which the pool's processes write their answers: one that is killed while it
    writes ends the pool then. Otherwise concurrent.futures waits for the rest of the answer forever (Python 3.11)."""
    answers = getattr(pool, "_result_queue", None)
    if answers is not None:
        answers._writer.close()


def _prepare_worker() -> None:
    # Ctrl-C reaches every process of the terminal's group; only the parent has something to say
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # a unit is thousands of small objects with hardly a cycle: looking for some as often as Python does takes a tenth
    gc.set_threshold(1_000_000)
    # the pool's processes would wait for work forever where their parent is killed
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
