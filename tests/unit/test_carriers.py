"""Which guarded launches get a queue, and who asked for it."""

from pathlib import Path

import pytest

from spawnc.decisions import Carrier, HostLaunch, Plan
from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import CarrierChoice, Settings

CHILD = "__global__ void child(int* d) { d[threadIdx.x] = 1; }\n"
PARENT = "__global__ void parent(int* d) {\n{}  child<<<1, 32>>>(d);\n}\n"
IN_ORDER = "__global__ void in_order(int* d, int n) {\n  for (int i = 0; i < n; ++i)\n{}    child<<<1, 32>>>(d);\n}\n"
RUN = "void run(int* d) { parent<<<1, 1>>>(d); in_order<<<1, 1>>>(d, 4); }\n"
ORDER = "the order of the launches matters"
QUEUE, LAUNCH = Carrier.QUEUE, Carrier.LAUNCH


def plan(folder: Path, text: str, choice: CarrierChoice) -> Plan:
    path = folder / "a.cu"
    path.write_text(text)
    return plan_views(parse_views(str(path)), Settings(carrier=choice))


def program(parent: str = "", in_order: str = "") -> str:
    """A parent that can have a queue, and one that can't, with pragmas."""
    return CHILD + PARENT.replace("{}", parent) + IN_ORDER.replace("{}", in_order) + RUN


def carriers(made: Plan) -> list[tuple[Carrier, str]]:
    return [(decision.carrier, decision.not_queued) for decision in made.guarded]


def warnings(made: Plan) -> list[str]:
    return [diagnostic.text for diagnostic in made.diagnostics if diagnostic.rule == "SP091"]


@pytest.mark.parametrize(
    ("choice", "expected", "warned"),
    [
        (CarrierChoice.LAUNCH, [(LAUNCH, ""), (LAUNCH, "")], False),
        (CarrierChoice.AUTO, [(QUEUE, ""), (LAUNCH, ORDER)], False),
        (CarrierChoice.QUEUE, [(QUEUE, ""), (LAUNCH, ORDER)], True),
    ],
)
def test_the_option(choice: CarrierChoice, expected: list[tuple[Carrier, str]], warned: bool, tmp_path: Path) -> None:
    made = plan(tmp_path, program(), choice)
    assert carriers(made) == expected
    assert warnings(made) == ([f"launch of 'child' does not wait in a queue: {ORDER}"] if warned else [])
    queued = [parent.function.name for parent in made.queued_parents]
    assert queued == (["parent"] if (QUEUE, "") in expected else [])


@pytest.mark.parametrize("choice", list(CarrierChoice))
def test_a_pragma_counts_more_than_the_option(choice: CarrierChoice, tmp_path: Path) -> None:
    queue, launch = "#pragma spawn queue\n", "#pragma spawn launch\n"
    made = plan(tmp_path, program(queue, queue), choice)
    assert carriers(made) == [(QUEUE, ""), (LAUNCH, ORDER)]
    assert warnings(made) == [f"launch of 'child' does not wait in a queue: {ORDER}"]
    made = plan(tmp_path, program(launch, launch), choice)
    reason = "" if choice is CarrierChoice.LAUNCH else "`#pragma spawn launch`"
    assert carriers(made) == [(LAUNCH, reason), (LAUNCH, reason)]
    assert warnings(made) == []
    assert made.queued_parents == ()


def test_a_pragma_leaves_other_launches_alone(tmp_path: Path) -> None:
    made = plan(tmp_path, program("#pragma spawn queue\n"), CarrierChoice.LAUNCH)
    assert carriers(made) == [(QUEUE, ""), (LAUNCH, "")]
    assert warnings(made) == []


def test_host_launches_say_what_they_start(tmp_path: Path) -> None:
    run = "cudaStream_t stream();\nvoid run(int* d) { parent<<<1, 1>>>(d); parent<<<1, 1, 0, stream()>>>(d);\n"
    text = CHILD + PARENT.replace("{}", "") + run + "  child<<<1, 1>>>(d); }\n"
    made = plan(tmp_path, text, CarrierChoice.AUTO)
    hosts = [decision for decision in made.decisions if isinstance(decision, HostLaunch)]
    assert [(host.queued, host.not_queued) for host in hosts] == [
        (True, ""),
        (False, "its stream is an expression, which would be evaluated twice"),
        (False, ""),
    ]
