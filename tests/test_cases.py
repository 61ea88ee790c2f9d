"""Golden cases: programs, and what spawnc makes of them, to the byte."""

from pathlib import Path

import pytest

from spawnc.diagnostics import RULES, Severity
from tests import case as cases
from tests.case import Case, Rewrite, case_id, read_case
from tests.compiled import nvcc, warnings


@pytest.fixture(params=cases.case_files(), ids=case_id)
def case(request: pytest.FixtureRequest) -> Case:
    return read_case(request.param)


@pytest.fixture
def rewritten(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rewrite:
    # messages and #line have the path as the user spells it: here without folders
    monkeypatch.chdir(tmp_path)
    cases.write_files(case.files, tmp_path)
    return cases.rewrite(cases.MAIN, case.command, case.settings, case.units)


def test_case(case: Case, rewritten: Rewrite, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    cases.check_promises(rewritten)
    diagnostics = cases.render_diagnostics(rewritten.inventory)
    # with errors, nothing is written
    is_written = all(message.severity is not Severity.ERROR for message in rewritten.inventory.messages)
    outputs = rewritten.outputs if is_written else {}
    if request.config.getoption("update_cases"):
        cases.update_case(case, outputs, diagnostics)
        case = read_case(case.path)
    assert diagnostics == case.diagnostics
    assert outputs == case.outputs
    if rewritten.outputs:
        _rewrite_again(case, tmp_path, rewritten)


def _rewrite_again(case: Case, folder: Path, first: Rewrite) -> None:
    """Rewriting the output changes nothing, and says so."""
    cases.write_files(first.outputs, folder)
    again = cases.rewrite(cases.MAIN, case.command, case.settings, case.units)
    assert again.outputs == {}
    marks = (b"spawn::SiteTable", b"__spawn(const spawn::Launch", b"spawn::Region spawn_region_")
    assert {message.place.location.path for message in again.inventory.messages if message.rule == "SP022"} == {
        name for name, output in first.outputs.items() if any(mark in output for mark in marks)
    }


def test_every_rule_is_shown_by_a_case() -> None:
    diagnostics = "".join(read_case(path).diagnostics for path in cases.case_files())
    shown = {rule for rule in RULES if f"[{rule}]" in diagnostics}
    assert shown == set(RULES)


@pytest.mark.nvcc
def test_output_compiles(case: Case, tmp_path: Path) -> None:
    """What nvcc accepts stays acceptable, without a word about spawnc's text; what it refuses, it refuses.

    An output that compiles in silence says that its input does too."""
    expected = case.nvcc_error
    new = ""
    cases.write_files(case.files, tmp_path)
    if case.outputs and not expected:
        cases.write_files(case.outputs, tmp_path)
        status, new = nvcc(tmp_path, cases.MAIN, *case.command.nvcc_arguments)
        assert status == 0, new
        if not warnings(new):
            return
    cases.write_files(case.files, tmp_path)
    status, said = nvcc(tmp_path, cases.MAIN, *case.command.nvcc_arguments, phase=("-ptx",))
    assert (status != 0) == bool(expected), said
    assert expected in said
    # nvcc warns of the user's own code a second time, where a body is repeated
    assert warnings(new) <= warnings(said)
