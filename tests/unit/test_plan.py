"""Which policy a launch gets, and how decisions of several views become one."""

from pathlib import Path

import pytest

from spawnc.decisions import Guarded, HostLaunch, Kept, Plan, Policy, PolicyKind, Refused
from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import Settings

PROGRAM = """\
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void first(int* d) { child<<<1, 32>>>(d); }
__global__ void second(int* d, int n) { if (n) child<<<1, 32>>>(d); else child<<<2, 32>>>(d); }
"""
THRESHOLD = Policy(PolicyKind.THRESHOLD, 64)
NEVER, ALWAYS = Policy(PolicyKind.NEVER), Policy(PolicyKind.ALWAYS)


def plan(folder: Path, text: str, settings: Settings | None = None, arch: int = 900) -> Plan:
    path = folder / "bfs.cu"
    path.write_text(text)
    return plan_views(parse_views(str(path), arch=arch), settings or Settings())


def policies(made: Plan) -> list[str]:
    return [str(decision.policy) for decision in made.guarded]


def test_one_policy_for_all(tmp_path: Path) -> None:
    assert policies(plan(tmp_path, PROGRAM, Settings(policy=THRESHOLD))) == ["threshold=64"] * 3


@pytest.mark.parametrize(
    ("by_site", "expected"),
    [
        ({"bfs.cu:2": NEVER}, ["never", "spawn", "spawn"]),
        ({"bfs.cu:3": NEVER}, ["spawn", "never", "never"]),
        ({"bfs.cu:3:48": ALWAYS}, ["spawn", "always", "spawn"]),
        # the column says more than the line
        ({"bfs.cu:3": NEVER, "bfs.cu:3:48": ALWAYS}, ["spawn", "always", "never"]),
        ({"other.cu:2": NEVER}, ["spawn", "spawn", "spawn"]),
    ],
)
def test_policies_by_site(by_site: dict[str, Policy], expected: list[str], tmp_path: Path) -> None:
    assert policies(plan(tmp_path, PROGRAM, Settings(site_policies=by_site))) == expected


def test_a_pragma_counts_more_than_the_command_line(tmp_path: Path) -> None:
    text = PROGRAM.replace("{ child<<<1", "{\n#pragma spawn serial\nchild<<<1", 1)
    assert policies(plan(tmp_path, text, Settings(policy=ALWAYS)))[0] == "never"


def test_sites_are_numbered_by_file_in_text_order(tmp_path: Path) -> None:
    (tmp_path / "part.cuh").write_text(f"#pragma once\n{PROGRAM}")
    made = plan(tmp_path, '#include "part.cuh"\n__global__ void more(int* d) { child<<<1, 1>>>(d); }\n')
    assert [(Path(decision.launch.path).name, decision.index) for decision in made.guarded] == [
        ("bfs.cu", 0),
        ("part.cuh", 0),
        ("part.cuh", 1),
        ("part.cuh", 2),
    ]


def test_counts_add_up(tmp_path: Path) -> None:
    made = plan(
        tmp_path,
        f"{PROGRAM}#define L(k) k<<<1, 1>>>(0)\nvoid run(int* d) {{ first<<<1, 1>>>(d); }}\n"
        "__global__ void third(int* d) {\n#pragma spawn keep\n  child<<<1, 1>>>(d);\n}\n",
    )
    assert made.counts() == {"Guarded": 3, "Refused": 1, "HostLaunch": 1, "Kept": 1}
    assert [type(decision) for decision in made.decisions] == [Guarded, Guarded, Guarded, Refused, HostLaunch, Kept]


def test_only_launches_of_what_holds_guards_are_prepared(tmp_path: Path) -> None:
    made = plan(tmp_path, f"{PROGRAM}void run(int* d) {{ first<<<1, 1>>>(d); child<<<1, 1>>>(d); }}\n")
    prepared = [decision.prepares for decision in made.decisions if isinstance(decision, HostLaunch)]
    assert prepared == [True, False]


def test_an_obstacle_in_any_view_counts(tmp_path: Path) -> None:
    text = """\
__global__ void child(int* d) {
#if __CUDA_ARCH__ >= 900
  d[threadIdx.x] = __activemask();
#else
  d[threadIdx.x] = 1;
#endif
}
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
"""
    for arch in (800, 900):
        (decision,) = plan(tmp_path, text, arch=arch).decisions
        assert isinstance(decision, Refused)
        assert decision.diagnostic.rule == "SP030"


@pytest.mark.parametrize("block", ["'3", '"3', "'3' + '"])
def test_literals_between_chevrons_are_complete(block: str, tmp_path: Path) -> None:
    made = plan(tmp_path, PROGRAM.replace("1, 32", f"1, {block}", 1))
    (refused,) = [decision for decision in made.decisions if isinstance(decision, Refused)]
    assert refused.diagnostic.rule == "SP010"
    assert "no closing quote" in refused.diagnostic.text


def test_characters_between_chevrons_are_numbers(tmp_path: Path) -> None:
    assert len(plan(tmp_path, PROGRAM.replace("1, 32", "1, 'a'", 1)).guarded) == 3
