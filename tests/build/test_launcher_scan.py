"""Which sources go straight to the compiler, by their text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spawnc.launch_compile.places import may_launch_from_device
from spawnc.launch_compile.scan import has_chevrons, read_sources

KERNEL = "__global__ void k(int* d) {}\n"
LAUNCH = "k<<<1, 1>>>(0);"


@pytest.mark.parametrize(
    "text",
    [
        f"int main() {{ {LAUNCH} }}",
        f"void f() {{ for (int i = 0; i < g(3); i += h(1)) {{ if (x) {{ {LAUNCH} }} else {{ {LAUNCH} }} }} }}",
        f"#define L(k) {LAUNCH}\n",
        f"// {LAUNCH}\n/* __global__ void p() {{ {LAUNCH} }} */ const char* s = \"<<<\"; char c = '<';",
        f'const char* s = R"x(__global__ void p() {{ {LAUNCH} }})x";',
        f"namespace a {{ struct S {{ S() : x{{1}} {{ {LAUNCH} }} int x; }}; }}",
        f"template <class T>\nvoid run(T* a) {{ auto f = [&] {{ {LAUNCH} }}; f(); }}",
        f'extern "C" {{\nint go(FILE* f) {{ {LAUNCH} }}\n}}',
        f'#define API __attribute__((visibility("default")))\nAPI void f() {{ {LAUNCH} }}',
        f"int n = 1'000'000; void f() {{ {LAUNCH} }}",
        f"TEST(Suite, Name) {{ {LAUNCH} }}",
        f"void f() {{ if (n == LIMIT) {{ {LAUNCH} }} }}",
    ],
)
def test_host_launches(text: str) -> None:
    assert not may_launch_from_device([(KERNEL + text).encode()])


@pytest.mark.parametrize(
    "text",
    [
        f"__global__ void p() {{ {LAUNCH} }}",
        f"__host__ __device__ void p() {{ {{ {LAUNCH} }} }}",
        f"#define KERNEL __global__\nKERNEL void p() {{ {LAUNCH} }}",
        f"#define DEV __device__\n#define API DEV static\nAPI void p() {{ {LAUNCH} }}",
        f"#define kernel(name) __global__ void name()\nkernel(p) {{ {LAUNCH} }}",
        f"FROM_A_HEADER void p() {{ {LAUNCH} }}",
        f"HD void p() {{ {LAUNCH} }}",
        f"struct __align__(8) S {{ __device__ S() : a{{1}} {{ {LAUNCH} }} }};",
        f"__global__ void p(int3 a = {{1, 2, 3}}) {{ {LAUNCH} }}",
        f"void f() {{ auto g = [=] __device__(int i) {{ {LAUNCH} }}; }}",
        # fragments, which some function includes
        LAUNCH,
        f"if (x) {{ {LAUNCH} }}",
        f"for (;; i += f(x)) {{ {LAUNCH} }}",
        # more closing braces than there are
        f"__global__ void p() {{ if (a) {{\n#if X\n}} else {{\n#else\n}}\n#endif\n {LAUNCH} }}",
        f"__global__ void p() {{\n#if X\n}}\n#else\n}}\n#endif\nvoid f() {{ {LAUNCH} }}",
        "void f() { k<\\\n<<1, 1>>>(0); }",
    ],
)
def test_what_may_be_device_launches(text: str) -> None:
    assert may_launch_from_device([(KERNEL + text).encode()])


def test_macros_of_one_file_count_in_all() -> None:
    assert may_launch_from_device([b"#define kernel __global__\n", f"kernel void p() {{ {LAUNCH} }}".encode()])


def test_no_chevrons() -> None:
    assert not has_chevrons(b"a << b; c >>> d")
    assert has_chevrons(b"<\\\r\n<<")


def test_includes_are_followed(tmp_path: Path) -> None:
    for name in ("src", "include/x", "cuda", "unused"):
        (tmp_path / name).mkdir(parents=True)
    files = {
        "src/a.cu": '#include "a.h"\n# include <x/b.h>\n#include <cuda_runtime.h>\n#include "no"\n//#include "no.h"',
        "src/a.h": '#pragma once\n  #  include "c.h" // a comment\n#include "a.h"',
        "src/no.h": "",
        "src/c.h": "",
        "include/x/b.h": '#include "d.h"\n#include "c.h"',
        "include/x/d.h": "",
        "cuda/cuda_runtime.h": '#include "e.h"',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    folders = [str(tmp_path / name) for name in ("unused", "cuda", "include")]
    texts, inclusions = read_sources([str(tmp_path / "src/a.cu")], folders)
    # not the toolkit's headers, and "c.h" is not beside b.h
    found = {str(Path(path).relative_to(tmp_path)) for path in texts}
    assert found == {"src/a.cu", "src/a.h", "src/c.h", "include/x/b.h", "include/x/d.h"}
    beside = {(Path(by).name, Path(file).name): is_beside for by, file, is_beside in inclusions}
    assert beside == {
        ("a.cu", "a.h"): True,
        ("a.cu", "b.h"): False,
        ("a.h", "c.h"): True,
        ("a.h", "a.h"): True,
        ("b.h", "d.h"): True,
    }


def test_untouched_files_import_next_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "host.cu").write_text(KERNEL + f"int main() {{ {LAUNCH} }}")
    code = "\n".join(
        [
            "import os, sys",
            "os.execvp = lambda *_: sys.exit(0)",
            "import atexit",
            "atexit.register(lambda: print(*sorted(sys.modules)))",
            "from spawnc import launcher",
            "launcher.main(['nvcc', '-rdc=true', '-c', sys.argv[1]])",
        ]
    )
    plain = tmp_path / "plain.cu"
    plain.write_text(KERNEL)
    for source, heavy in (
        (plain, {"typing", "pathlib", "dataclasses", "clang", "spawnc.errors"}),
        ("host.cu", {"clang"}),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, source], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert not heavy & set(done.stdout.split())
