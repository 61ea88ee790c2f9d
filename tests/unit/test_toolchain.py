"""What is found on machines of every kind; most of them are made up here."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spawnc import toolchain
from spawnc.errors import ToolError

MakeToolkit = Callable[[str], Path]


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No toolkit anywhere, an empty folder on PATH."""
    (tmp_path / "path").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    for name in ("CUDA_HOME", "CUDA_PATH", "NVCC_CCBIN", "SPAWNC_LIBCLANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(toolchain, "_DEFAULT_TOOLKIT", tmp_path / "default")
    monkeypatch.setattr(toolchain, "_wheel_roots", list)


@pytest.fixture
def make_toolkit(tmp_path: Path) -> MakeToolkit:
    def make(name: str) -> Path:
        root = tmp_path / name
        for file in ("bin/nvcc", "include/cuda_runtime.h", "lib64/libcudadevrt.a"):
            (root / file).parent.mkdir(parents=True)
            (root / file).touch()
        write_nvcc(root / "bin/nvcc", root)
        return root

    return make


def write_nvcc(path: Path, root: Path) -> None:
    """A script that answers as nvcc of the toolkit at `root` does."""
    path.write_text(f"#!/bin/sh\necho '#$ TOP={root}/bin/..'\necho 'Cuda compilation tools, release 13.0, V13.0.88'\n")
    path.chmod(0o755)


@pytest.mark.parametrize("variable", ["CUDA_HOME", "CUDA_PATH"])
def test_toolkit_named_by_the_environment(
    variable: str, make_toolkit: MakeToolkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_toolkit("cuda")
    make_toolkit("default")
    monkeypatch.setenv(variable, str(root))
    assert toolchain.find_nvcc() == toolchain.Nvcc(root / "bin/nvcc", "13.0", root)
    assert toolchain.toolkit_include_paths() == (root / "include",)


def test_toolkit_at_the_usual_place(make_toolkit: MakeToolkit) -> None:
    root = make_toolkit("default")
    assert toolchain.require_nvcc().root == root
    assert toolchain.require_device_runtime(toolchain.require_nvcc()) == root / "lib64/libcudadevrt.a"


def test_cccl_folder_of_cuda_13(make_toolkit: MakeToolkit) -> None:
    root = make_toolkit("default")
    (root / "include/cccl").mkdir()
    assert toolchain.toolkit_include_paths() == (root / "include", root / "include/cccl")


def test_nvcc_on_path_may_be_a_script_far_from_its_toolkit(make_toolkit: MakeToolkit, tmp_path: Path) -> None:
    root = make_toolkit("elsewhere")
    write_nvcc(tmp_path / "path/nvcc", root)
    assert toolchain.require_nvcc() == toolchain.Nvcc(tmp_path / "path/nvcc", "13.0", root)
    assert toolchain.toolkit_include_paths() == (root / "include",)


def test_newest_wheels_come_before_the_usual_place(
    make_toolkit: MakeToolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("default", "site/nvidia/cu9", "site/nvidia/cu13"):
        make_toolkit(name)
    monkeypatch.undo()
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert toolchain.require_nvcc().root == tmp_path / "site/nvidia/cu13"


def test_nothing_is_found() -> None:
    assert toolchain.find_nvcc() is None
    assert toolchain.toolkit_include_paths() == ()
    with pytest.raises(ToolError, match="nvcc not found") as caught:
        toolchain.require_toolchain()
    assert "pip install 'spawnc[cuda]'" in caught.value.hint


def test_an_nvcc_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "path/nvcc").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "path/nvcc").chmod(0o755)
    with pytest.raises(ToolError, match="doesn't answer as nvcc does"):
        toolchain.find_nvcc()


def test_device_runtime_is_missing(make_toolkit: MakeToolkit) -> None:
    (make_toolkit("default") / "lib64/libcudadevrt.a").unlink()
    with pytest.raises(ToolError, match=r"libcudadevrt\.a, which device launches need") as caught:
        toolchain.require_toolchain()
    assert "nvidia-cuda-runtime" in caught.value.hint


def test_host_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolError, match=r"host compiler 'g\+\+' not found") as caught:
        toolchain.require_host_compiler()
    assert "apt install g++" in caught.value.hint
    compiler = tmp_path / "g++"
    compiler.write_text("#!/bin/sh\necho 'g++ 12.2'\necho more\n")
    compiler.chmod(0o755)
    for chosen in (compiler, tmp_path):
        monkeypatch.setenv("NVCC_CCBIN", str(chosen))
        assert toolchain.require_host_compiler() == toolchain.HostCompiler(compiler, "g++ 12.2")


def test_libclang() -> None:
    libclang = toolchain.require_libclang()
    assert "clang version" in libclang.version


def test_libclang_of_the_environment_is_missing() -> None:
    code = "from spawnc import toolchain; toolchain.require_libclang()"
    environment = {**os.environ, "SPAWNC_LIBCLANG": "/nowhere/libclang.so"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "ToolError" in done.stderr
    assert "/nowhere/libclang.so" in done.stderr


FAKE_DRIVER = """
#include <cstring>
extern "C" {
int cuInit(unsigned) { return 0; }
int cuDeviceGet(int* device, int) { *device = 7; return RESULT; }
int cuDeviceGetName(char* name, int size, int device) { std::strncpy(name, "Made Up", size); return device - 7; }
int cuDriverGetVersion(int* version) { *version = 12080; return 0; }
int cuDeviceGetAttribute(int* value, int what, int) { *value = what == 75 ? 10 : 3; return 0; }
}
"""


@pytest.mark.parametrize(
    ("result", "expected"),
    [(0, "Gpu(name='Made Up', arch='sm_103', driver='12.8')"), (100, "None")],
    ids=["gpu", "no-device"],
)
def test_gpu_as_the_driver_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, result: int, expected: str) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    source, library = tmp_path / "driver.cpp", tmp_path / "libcuda.so.1"
    source.write_text(FAKE_DRIVER)
    subprocess.run(["g++", "-shared", "-fPIC", f"-DRESULT={result}", source, "-o", library], check=True)
    code = "from spawnc import toolchain; print(toolchain.find_gpu())"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected


@pytest.mark.gpu
def test_the_gpu_here() -> None:
    assert toolchain.require_gpu().arch.startswith("sm_")


def test_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "find_gpu", lambda: None)
    with pytest.raises(ToolError, match="no GPU") as caught:
        toolchain.require_gpu()
    assert "nvidia-smi" in caught.value.hint
