"""Finds libclang, the CUDA toolkit, the host compiler and the GPU, and describes what it found.

`find_*` answer None where a thing is absent; `require_*` raise a ToolError that names the next step.
"""

import ctypes
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spawnc.errors import ToolError

_DEFAULT_TOOLKIT = Path("/usr/local/cuda")
_CUDA_HINT = "set CUDA_HOME to a CUDA toolkit's folder, or get nvcc from PyPI: pip install 'spawnc[cuda]'"


@dataclass(frozen=True, slots=True)
class Libclang:
    #: "clang version 18.1.1".
    version: str
    library: Path


@dataclass(frozen=True, slots=True)
class Nvcc:
    path: Path
    #: "13.0".
    version: str
    #: The folder of the toolkit that it belongs to.
    root: Path


@dataclass(frozen=True, slots=True)
class HostCompiler:
    path: Path
    #: Its name and version, as it says itself.
    version: str


@dataclass(frozen=True, slots=True)
class Gpu:
    """The first GPU that CUDA programs see; CUDA_VISIBLE_DEVICES counts."""

    name: str
    #: "sm_90".
    arch: str
    #: The newest CUDA version that the driver supports, "13.0".
    driver: str


@dataclass(frozen=True, slots=True)
class Toolchain:
    """All that compiling a CUDA program takes, and the GPU if there is one."""

    nvcc: Nvcc
    #: libcudadevrt.a, the device side of device launches.
    device_runtime: Path
    host_compiler: HostCompiler
    gpu: Gpu | None


def require_libclang() -> Libclang:
    """The libclang that parses. Raises ToolError when it can't be loaded."""
    try:
        from clang import cindex

        from spawnc.frontend.libclang import load
    except ImportError as error:
        raise ToolError(f"can't import libclang: {error}", hint="pip install libclang") from error
    library = load()
    library.clang_getClangVersion.restype = cindex._CXString
    library.clang_getClangVersion.errcheck = cindex._CXString.from_result
    return Libclang(library.clang_getClangVersion(), Path(library._name))


def toolkit_include_paths() -> tuple[Path, ...]:
    """The folders of the CUDA toolkit's headers, CUB's and libcu++'s among them; none without a toolkit."""
    for include in _include_candidates():
        if (include / "cuda_runtime.h").is_file():
            # CUDA 13 moved CUB, Thrust and libcu++ into a folder of their own.
            return tuple(folder for folder in (include, include / "cccl") if folder.is_dir())
    return ()


def find_nvcc() -> Nvcc | None:
    """nvcc of CUDA_HOME, CUDA_PATH, PATH, NVIDIA's wheels or /usr/local/cuda, in this order."""
    path = next((path for path in _nvcc_candidates() if os.access(path, os.X_OK)), None)
    return None if path is None else _describe_nvcc(path)


def require_nvcc() -> Nvcc:
    """Raises ToolError when there is no nvcc."""
    nvcc = find_nvcc()
    if nvcc is None:
        raise ToolError("nvcc not found", hint=_CUDA_HINT)
    return nvcc


def require_device_runtime(nvcc: Nvcc) -> Path:
    """libcudadevrt.a of nvcc's toolkit. Raises ToolError when it isn't there."""
    for folder in (nvcc.root / "lib64", nvcc.root / "lib", *nvcc.root.glob("targets/*/lib")):
        if (folder / "libcudadevrt.a").is_file():
            return folder / "libcudadevrt.a"
    raise ToolError(
        f"libcudadevrt.a, which device launches need, is not in '{nvcc.root}'",
        hint="install the toolkit's runtime (cuda-cudart-dev), or: pip install nvidia-cuda-runtime",
    )


def require_host_compiler() -> HostCompiler:
    """The C++ compiler that nvcc calls: NVCC_CCBIN, else g++. Raises ToolError when there is none."""
    name = os.environ.get("NVCC_CCBIN") or "g++"
    found = shutil.which("g++", path=name) if Path(name).is_dir() else shutil.which(name)
    if found is None:
        raise ToolError(
            f"host compiler '{name}' not found",
            hint="install g++ (Debian, Ubuntu: apt install g++), or set NVCC_CCBIN",
        )
    return HostCompiler(Path(found), _output_of(found, "--version").partition("\n")[0])


def find_gpu() -> Gpu | None:
    """Asks the driver itself, since nvidia-smi is missing in many containers."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    device = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return None
    name = ctypes.create_string_buffer(256)
    version, major, minor = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    driver.cuDeviceGetName(name, len(name), device)
    driver.cuDriverGetVersion(ctypes.byref(version))
    # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
    driver.cuDeviceGetAttribute(ctypes.byref(major), 75, device)
    driver.cuDeviceGetAttribute(ctypes.byref(minor), 76, device)
    return Gpu(
        name=name.value.decode(),
        arch=f"sm_{major.value}{minor.value}",
        driver=f"{version.value // 1000}.{version.value % 1000 // 10}",
    )


def require_gpu() -> Gpu:
    """Raises ToolError when no CUDA program could run here."""
    gpu = find_gpu()
    if gpu is None:
        raise ToolError(
            "no GPU: the NVIDIA driver (libcuda.so.1) is missing or shows no device",
            hint="run on a machine where `nvidia-smi` lists a GPU, and check CUDA_VISIBLE_DEVICES",
        )
    return gpu


def require_toolchain() -> Toolchain:
    """Raises ToolError for the first part that is missing, the GPU excepted."""
    nvcc = require_nvcc()
    return Toolchain(nvcc, require_device_runtime(nvcc), require_host_compiler(), find_gpu())


def _toolkit_roots() -> Iterator[Path]:
    for name in ("CUDA_HOME", "CUDA_PATH"):
        if root := os.environ.get(name):
            yield Path(root)


def _wheel_roots() -> list[Path]:
    """`site-packages/nvidia/cu13` and its like, the newest first."""
    spec = importlib.util.find_spec("nvidia")
    folders = [] if spec is None else list(spec.submodule_search_locations or ())
    roots = [root for folder in folders for root in Path(folder).glob("cu[0-9]*")]
    return sorted(roots, key=lambda root: int(re.sub(r"\D", "", root.name)), reverse=True)


def _nvcc_candidates() -> Iterator[Path]:
    yield from (root / "bin" / "nvcc" for root in _toolkit_roots())
    if found := shutil.which("nvcc"):
        yield Path(found)
    yield from (root / "bin" / "nvcc" for root in (*_wheel_roots(), _DEFAULT_TOOLKIT))


def _include_candidates() -> Iterator[Path]:
    yield from (root / "include" for root in _toolkit_roots())
    if found := shutil.which("nvcc"):
        yield Path(found).resolve().parent.parent / "include"
        yield _root_of(Path(found)) / "include"
    yield from (root / "include" for root in (*_wheel_roots(), _DEFAULT_TOOLKIT))


def _describe_nvcc(path: Path) -> Nvcc:
    release = re.search(r"release (\d+\.\d+)", _output_of(str(path), "--version"))
    if release is None:
        raise _not_nvcc(path)
    return Nvcc(path, release[1], _root_of(path))


def _root_of(nvcc: Path) -> Path:
    # nvcc on PATH may be a script that runs another one, so ask it where its toolkit is.
    top = re.search(r"^#\$ TOP=(.*)$", _output_of(str(nvcc), "--dryrun", "x.cu"), flags=re.MULTILINE)
    if top is None:
        raise _not_nvcc(nvcc)
    return Path(top[1]).resolve()


def _not_nvcc(path: Path) -> ToolError:
    return ToolError(f"'{path}' doesn't answer as nvcc does", hint=_CUDA_HINT)


def _output_of(*command: str) -> str:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise ToolError(f"can't run '{command[0]}': {error.strerror}") from error
    return done.stdout + done.stderr
