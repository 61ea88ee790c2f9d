"""`spawnc tune`, with a program that says how long it would take."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.config import read_config
from spawnc.errors import ToolError
from spawnc.tuning.keep import keep
from spawnc.tuning.search import search
from spawnc.tuning.trial import Program as Trial
from spawnc.tuning.trial import site_variable

#: Site 1 is best with threshold=32, and fails with `always`; site 2 is best as it is; site 3 is never reached.
PROGRAM = """\
#!/bin/sh
if [ "$SPAWN_REPORT" ]; then
  site() {
    echo '{"id": "'$1'", "parent": "p", "child": "c", "policy": "spawn", "offered": 1, "launched": 0, "queued": 0,
      "serial": 1, "refused": 0, "failed": 0, "dropped": 0, "launched_items": 0, "queued_items": 0,
      "serial_items": '$2', "item_ns": 0, "cta_ns": 0, "delay_us": 0}'
  }
  sites="$(site a.cu:1:5 1000), $(site b-c.cu:20:7 5), $(site a.cu:3:5 0)"
  echo '{"version": 1, "sites": ['"$sites"']}' > "$SPAWN_REPORT"
fi
ms=100
case "$SPAWN_SITE_a_cu_1_5" in
  always) echo "no room" >&2; exit 3 ;;
  threshold=16) ms=60 ;;
  threshold=32) ms=50 ;;
  threshold=*) ms=70 ;;
esac
[ "$SPAWN_SITE_b_c_cu_20_7" ] && ms=$((ms + 20))
echo "took $ms ms"
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "app"
    path.write_text(PROGRAM)
    path.chmod(0o755)
    return str(path)


def call(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["tune", *arguments])
    return done.exit_code, done.stdout, done.stderr


TIMED = ("--time", r"took (\d+) ms", "--runs", "1")
TABLE = """\
a.cu:1:5: as built 100
  spawn            100
  never            100
  always           failed
  threshold=4      70
  threshold=16     60
  threshold=64     70
  threshold=256    70
  threshold=1024   70
  threshold=4096   70
  threshold=16384  70
  threshold=8      70
  threshold=32     50  <-
"""


def test_the_best_policy_of_each_site_is_kept(program: str) -> None:
    code, out, said = call(*TIMED, "--", program, "input")
    assert code == 0, said
    assert out.startswith(TABLE)
    assert out.endswith(
        "together: 100 as built, 120 with spawn, 50 tuned\n"
        "2.00 times as fast as built, 2.40 times as fast as with spawn: a.cu:1:5 threshold=32\n"
    )
    assert "b-c.cu:20:7: as it is" in said
    assert read_config(Path("spawnc.toml")).sites == {"a.cu:1:5": "threshold=32"}
    # a second search finds what is there, and says so
    assert call(*TIMED, "--dry-run", "--", program)[0] == 0


def test_the_rest_of_the_file_stays(program: str) -> None:
    text = '# of ours\npolicy = "never"  # for now\n\n[sites]\n"x.cu:1" = "always"\n"a.cu:1:5" = "never"\n'
    Path("spawnc.toml").write_text(text)
    assert call(*TIMED, "-q", "--", program)[0] == 0
    assert Path("spawnc.toml").read_text() == text.replace('"a.cu:1:5" = "never"', '"a.cu:1:5" = "threshold=32"')


def test_pyproject(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n\n[tool.spawnc]\npolicy = "spawn"\n')
    keep({"a.cu:1:5": "always"}, path)
    assert read_config(path).sites == {"a.cu:1:5": "always"}
    assert path.read_text().startswith('[project]\nname = "x"\n\n[tool.spawnc]\npolicy = "spawn"\n')


def test_a_pyproject_of_others(program: str) -> None:
    Path("pyproject.toml").write_text("[tool]\n")
    assert call(*TIMED, "-q", "--config", "pyproject.toml", "--", program)[0] == 0
    assert read_config(Path("pyproject.toml")).sites == {"a.cu:1:5": "threshold=32"}


def test_nothing_is_written_without_a_gain(program: str) -> None:
    Path(program).write_text(PROGRAM.replace("ms=50", "ms=99").replace("ms=60", "ms=99").replace("ms=70", "ms=99"))
    code, out, _ = call(*TIMED, "--", program)
    assert (code, out.splitlines()[-1]) == (0, "no gain worth keeping")
    assert not Path("spawnc.toml").exists()


def test_sites_that_gained_by_chance_are_left() -> None:
    """Site b seems to gain at its first search, and doesn't when it is looked at again."""
    seen: dict[tuple[tuple[str, str], ...], int] = {}

    def measure(policies: Mapping[str, str]) -> float:
        key = tuple(sorted(policies.items()))
        seen[key] = seen.get(key, 0) + 1
        lucky = policies.get("b") == "never" and seen[key] == 1
        return (50.0 if policies.get("a") == "always" else 100.0) - (5 if lucky else 0)

    found = search(["a", "b"], measure, 1, lambda _: None)
    assert [each.policy for each in found.sites] == ["always", "never"]
    assert found.policies == {"a": "always"}
    assert (found.before, found.controller, found.after) == (100, 100, 50)


def test_sites_that_need_each_other_are_kept() -> None:
    times = {("always", "never"): 40.0, ("always", None): 50.0, (None, "never"): 90.0}

    def measure(policies: Mapping[str, str]) -> float:
        if "spawn" in policies.values() and len(policies) == 2:
            raise ToolError("no room")
        return times.get((policies.get("a"), policies.get("b")), 100.0)

    found = search(["a", "b"], measure, 1, lambda _: None)
    assert found.policies == {"a": "always", "b": "never"}
    assert found.controller is None


def test_sites_without_which_the_program_fails_are_kept() -> None:
    """What gained later hangs without what was found before it."""

    def measure(policies: Mapping[str, str]) -> float:
        if policies.get("b") == "always" and policies.get("a") != "never":
            raise ToolError("takes over 20 s")
        return 100.0 - 30 * (policies.get("a") == "never") - 30 * (policies.get("b") == "always")

    found = search(["a", "b"], measure, 1, lambda _: None)
    assert found.policies == {"a": "never", "b": "always"}


def test_the_time_of_the_process_counts(program: str) -> None:
    code, out, _ = call("--runs", "1", "--dry-run", "--", program)
    assert code == 0
    assert " s\n" in out
    assert not Path("spawnc.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--runs", "1"], 2, "no program is named"),
        (["--time", "(", "--", "true"], 2, "no regular expression"),
        (["--time", "(took) ", "--", "PROGRAM"], 2, "has to have one group, and it a number"),
        (["--time", "took 10(0)", "--", "PROGRAM"], 2, "a number above 0"),
        (["--config", "mine.toml", "--", "PROGRAM"], 2, "is neither spawnc.toml nor pyproject.toml"),
        (["--config", "none/spawnc.toml", "--", "PROGRAM"], 2, "there is no folder"),
        (["--time", "lasted ([0-9]+)", "--", "PROGRAM"], 5, "is nowhere in what"),
        (["--", "./missing"], 5, "can't run './missing'"),
        (["--", "true"], 5, "'true' has no guarded launches"),
        (["--", "false"], 5, "ended with exit code 1"),
        (["--limit", "0.1", "--", "sleep", "5"], 5, "takes over 0.1 s"),
    ],
)
def test_mistakes(program: str, arguments: list[str], code: int, message: str) -> None:
    ended, _, said = call(*(program if argument == "PROGRAM" else argument for argument in arguments))
    assert (ended, message in said) == (code, True), said


def test_what_a_script_has_started_ends_with_it(tmp_path: Path) -> None:
    script, started = tmp_path / "app", tmp_path / "started"
    script.write_text(f'#!/bin/sh\nsleep 60 &\necho $! > "{started}"\nwait\n')
    script.chmod(0o755)
    with pytest.raises(ToolError, match="takes over 1 s"):
        Trial([str(script)], None, 1).run({})
    status = Path("/proc", started.read_text().strip(), "status")
    deadline = time.monotonic() + 10
    # a process that nobody waits for may stay as a zombie
    while status.exists() and "Z (zombie)" not in status.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert time.monotonic() < deadline


def test_variables() -> None:
    assert site_variable("b-c.cu:20:7") == "SPAWN_SITE_b_c_cu_20_7"
