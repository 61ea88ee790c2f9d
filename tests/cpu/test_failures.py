"""Programs that go wrong end with a message that names kernel, block and thread, and a non-zero exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.cpu.run import STOPPED
from spawnc.errors import SourceError
from tests.cpu.backend import build, notes, run

FAILURES = Path(__file__).parent / "failures"


@pytest.mark.parametrize("name", sorted(path.name for path in FAILURES.glob("*.cu")))
def test_failure_is_explained(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAILURES)
    source = Path(name)
    result = run(build(source, tmp_path / "program"), timeout=1)
    said = result.stderr.decode()
    for line in notes(source, "says"):
        assert line in said
    assert result.exit_code == int((notes(source, "exit") or [str(STOPPED)])[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("int main() { cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed); }", "cudaStreamBeginCapture"),
        ('__global__ void k() { asm("cp.async.wait_all;" : : ); }\nint main() { k<<<1, 1>>>(); }', "x.cu:1:23"),
        ("#include <cub/cub.cuh>\nint main() {}", "cub/cub.cuh"),
        ("__global__ void k();\nint main() { k<<<1, 1>>>; }", "x.cu:2:15"),
    ],
    ids=["api", "ptx", "library", "launch"],
)
def test_what_is_not_supported_is_named(text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.cu").write_text(text, encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        build(Path("x.cu"), tmp_path / "program")
    assert said in str(caught.value)
