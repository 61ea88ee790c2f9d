"""The programs that the differential tests generate hold what their generator claims."""

from __future__ import annotations

from collections import Counter

import pytest

from spawnc.decisions import Plan
from spawnc.settings import CarrierChoice
from tests.differential.batch import decisions, rewrite, write_programs
from tests.differential.generator import generate
from tests.differential.program import features
from tests.test_differential import BATCH, BATCHES

#: Those that are rewritten here, where queues are allowed.
FEW = 3 * BATCH
#: What the programs of CI have to hold, by kind.
FEATURES = {
    "bound": ("if", "odd", "return", "stride"),
    "form": ("comma", "label", "lambda", "pragma", "return", "run", "switch", "ternary", "unbraced"),
    "helper": (
        "declared before",
        "default argument",
        "non-type template",
        "overloaded",
        "plain",
        "reads built-ins",
        "recursive",
        "reference",
        "template",
        "transitive",
    ),
    "kernel": ("barrier", "thread"),
    "parameter": ("depth", "extra", "pack", "pair", "slot", "value"),
    "pragma": ("always", "independent", "keep", "serial", "spawn", "threshold", "workload"),
    "shape": ("1-D", "2-D", "3-D", "blocks", "braces", "dim3", "macro", "one thread", "threads", "varies", "wide"),
    "stream": ("forget", "loop", "null", "own", "shared", "tail"),
    "template": ("deduced", "explicit", "non-type", "pack", "specialised"),
    "": (
        "argument with a side effect",
        "barrier",
        "barrier in a branch",
        "barrier in a loop",
        "computed again after a barrier",
        "condition around a launch",
        "configuration with a side effect",
        "configuration in variables",
        "declared before",
        "early return",
        "exclusive launches",
        "host launch",
        "host stream",
        "kept across a barrier",
        "kernel in a namespace",
        "lambda that reads built-ins",
        "launch after a barrier",
        "launch in a device function",
        "launch in a loop",
        "launch that fails",
        "macro as arguments",
        "mutual recursion",
        "order of launches",
        "overloaded",
        "parameter changed",
        "recursion",
        "relay",
        "return before a barrier",
        "return between barriers",
        "several sites",
        "shared atomics",
        "shared memory",
        "site",
        "static kernel",
        "tail launch that reads results",
        "uniform break",
        "uniform continue",
        "uniform return",
        "written before the launch",
    ),
}
#: How their launches have to end: guarded in all ways, and refused by the rules about order, nesting and recursion.
DECISIONS = {
    "guarded, independent",
    "guarded, in order",
    "guarded, independent, block by block",
    "guarded, in order, block by block",
    "guarded, queued",
    "kept",
    "SP051",
    "SP055",
    "SP061",
    "SP063",
    "SP064",
}


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    source = write_programs([generate(seed) for seed in range(FEW)], tmp_path_factory.mktemp("few"))
    return rewrite(source, CarrierChoice.AUTO).plan


def test_all_features_occur() -> None:
    programs = [generate(seed) for seed in range(BATCH * BATCHES)]
    wanted = {f"{kind}: {name}" if kind else name for kind, names in FEATURES.items() for name in names}
    assert wanted <= frozenset().union(*map(features, programs))


def test_most_launches_of_most_programs_are_guarded(plan: Plan) -> None:
    counts = decisions([generate(seed) for seed in range(FEW)], plan)
    total = sum(counts.values(), Counter())
    assert total.keys() >= DECISIONS
    # a lambda of the kernel's own is no function to clone
    assert "SP049" not in total
    mostly = [guarded_share(count) > 0.5 for count in counts.values()]
    assert guarded_share(total) > 0.75
    assert sum(mostly) > 0.75 * len(mostly)


def test_some_parents_have_several_drains(plan: Plan) -> None:
    drains = [len(parent.drains) for parent in plan.queued_parents]
    assert sum(number > 1 for number in drains) >= 3
    assert 1 in drains


def guarded_share(count: Counter[str]) -> float:
    guarded = sum(number for kind, number in count.items() if kind.startswith("guarded"))
    return guarded / max(sum(count.values()), 1)
