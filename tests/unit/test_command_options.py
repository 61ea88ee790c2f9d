"""The option table agrees with the nvcc at hand."""

import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from spawnc.command import clang_arguments, parse_command
from spawnc.command.options import OPTIONS, Value
from spawnc.toolchain import Nvcc, require_nvcc

pytestmark = pytest.mark.nvcc


@pytest.fixture(scope="module")
def nvcc() -> Nvcc:
    return require_nvcc()


def test_every_documented_option_is_known(nvcc: Nvcc) -> None:
    text = subprocess.run([nvcc.path, "--help"], check=True, capture_output=True, text=True).stdout
    documented = re.findall(r"^(--[\w-]+)(?: (\S.*?))? +\((-[\w-]+)\) *$", text, flags=re.MULTILINE)
    assert len(documented) > 100
    for long_name, value, short_name in documented:
        for name in (long_name, short_name):
            assert name in OPTIONS, f"{name} is new in this nvcc"
            # the help text forgets the file after -MF
            takes_value = bool(value) or short_name == "-MF"
            assert (OPTIONS[name].value is not Value.NONE) == takes_value, name


@pytest.mark.parametrize(
    "arguments",
    [
        ["-DX=1,Y", "-UZ", "-D", 'S="a,b"', r"-DF(a\,b)=a"],
        ["-Iinc,other", "-I=third", "-isystem=s,t", "-include", "pre.h"],
        ["-std=c++20", "-rdc=true", "--extended-lambda", "-G", "-expt-relaxed-constexpr"],
        ["-ewp"],
        ["-default-stream", "per-thread", "-use_fast_math", "-O3", "-t2", "-Xcompiler", "-DA -DB,-UC"],
        ["-forward-unknown-to-host-compiler", "-fopenmp", "-fPIC", "-dc", "-lineinfo"],
    ],
    ids=" ".join,
)
def test_macros_and_paths_are_those_of_the_preprocessor(
    nvcc: Nvcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("flags.rsp").write_text('-DR="x y"')
    Path("a.cu").touch()
    arguments = [*arguments, "-optf=flags.rsp"]
    shown = preprocessor_flags(nvcc, arguments) - preprocessor_flags(nvcc, [])
    command = parse_command(arguments, environment={})
    assert shown == Counter(read_flags(clang_arguments(command)))


def preprocessor_flags(nvcc: Nvcc, arguments: list[str]) -> Counter[str]:
    """The flags of the host preprocessor that `nvcc --dryrun` shows."""
    dryrun = [str(nvcc.path), "--dryrun", "-arch=sm_90", "-c", *arguments, "a.cu"]
    lines = subprocess.run(dryrun, check=True, capture_output=True, text=True).stderr.splitlines()
    line = next(line for line in lines if " -E " in line and "-D__CUDA_ARCH__=" not in line)
    return Counter(read_flags(shlex.split(line)))


def read_flags(words: Iterable[str]) -> Iterator[str]:
    """Macros, paths and pre-includes, each as one word; `-DX=1` is `-DX`."""
    remaining = iter(words)
    for word in remaining:
        for name in ("-include", "-isystem", "-D", "-U", "-I"):
            if word.startswith(name):
                yield name + (word.removeprefix(name) or next(remaining)).removesuffix("=1")
                break
