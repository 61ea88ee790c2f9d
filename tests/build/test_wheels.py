"""What pip installs works without this repository, and NVIDIA's packages are toolkit enough."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import spawnc

ROOT = Path(spawnc.__file__).parent.parent

pytestmark = pytest.mark.wheels

#: No toolkit on PATH, no CUDA_HOME, none of this repository on the import path; pip keeps its settings.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"} | {
    name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HTTPS_"))
}


@dataclass(frozen=True, slots=True)
class Distributions:
    wheel: Path
    sdist: Path


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make_environment(folder: Path, requirement: str) -> Path:
    """A virtual environment with one requirement; returns the folder of its programs."""
    run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    run(folder / "bin/python", "-m", "pip", "install", "--quiet", requirement, cwd=folder)
    return folder / "bin"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Emptied at the end, since the CUDA wheels unpack to 350 MB."""
    folder = tmp_path_factory.mktemp("wheels")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def distributions(scratch: Path) -> Distributions:
    programs = make_environment(scratch / "builder", "hatchling")
    run(programs / "hatchling", "build", "-d", scratch / "dist", cwd=ROOT)
    (wheel,) = (scratch / "dist").glob("*.whl")
    (sdist,) = (scratch / "dist").glob("*.tar.gz")
    return Distributions(wheel, sdist)


def data_files() -> set[str]:
    """What spawnc reads at run time, beside Python modules."""
    folders = (ROOT / "spawnc/include", ROOT / "spawnc/shim", ROOT / "templates")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}


def test_distributions_hold_all_files(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as wheel:
        assert data_files() <= set(wheel.namelist())
    with tarfile.open(distributions.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert data_files() | {"Makefile", "README.md", "tests/build/test_wheels.py"} <= names


def test_installed_program_needs_no_repository(distributions: Distributions, scratch: Path) -> None:
    programs = make_environment(scratch / "plain", str(distributions.wheel))
    assert spawnc.__version__ in run(programs / "spawnc", "--version", cwd=scratch)
    include = Path(run(programs / "spawnc", "--include-dir", cwd=scratch).strip())
    assert include.is_relative_to(scratch)
    assert (include / "spawn").is_dir()


def test_packages_are_toolkit_enough_for_device_launches(distributions: Distributions, scratch: Path) -> None:
    programs = make_environment(scratch / "cuda", f"{distributions.wheel}[cuda]")
    code = """if True:
        from spawnc.doctor import run_checks
        from spawnc.toolchain import require_toolchain, toolkit_include_paths
        tools = require_toolchain()
        print(tools.nvcc.path, tools.device_runtime, *toolkit_include_paths(), sep="\\n")
        print({check.name: check for check in run_checks()}["device launch"].found)
    """
    *paths, result = run(programs / "python", "-c", code, cwd=scratch).splitlines()
    assert len(paths) == 4
    assert all(Path(path).is_relative_to(scratch) for path in paths), "another toolkit was found"
    assert result.startswith("a test program compiles")


def test_builds_are_reproducible(distributions: Distributions, scratch: Path) -> None:
    """The same bytes from the sdist, in another folder and at another time."""
    folder = scratch / "again"
    with tarfile.open(distributions.sdist) as sdist:
        # Debian's Python 3.11 has no filters, later ones warn where none is given
        sdist.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (source,) = folder.iterdir()
    for path in source.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    run(scratch / "builder" / "bin" / "hatchling", "build", "-d", folder / "dist", cwd=source)
    for built in (distributions.wheel, distributions.sdist):
        assert (folder / "dist" / built.name).read_bytes() == built.read_bytes()
