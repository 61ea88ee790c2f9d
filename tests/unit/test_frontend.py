"""What the parse says about functions and launches."""

from pathlib import Path

import pytest

from spawnc.errors import SourceError
from spawnc.frontend import HeaderMode, parse_views
from spawnc.model import CalleeKind, Launch, Space, Unit
from spawnc.source import Span

CHILD = "__global__ void child(int* d, int n) { d[threadIdx.x] = n; }\n"


def parse(folder: Path, text: str, **files: str) -> Unit:
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content)
    path = folder / "main.cu"
    path.write_text(text)
    return parse_views(str(path))[0]


def only_launch(unit: Unit) -> Launch:
    (launch,) = unit.launches
    return launch


def text_of(unit: Unit, span: Span | None) -> str | None:
    return None if span is None else unit.source.text(span)


@pytest.mark.parametrize(
    ("declaration", "space"),
    [
        ("__global__ void f();", Space.GLOBAL),
        ("static __device__ void f();", Space.DEVICE),
        ("__host__ __device__ void f();", Space.HOST_DEVICE),
        ("__device__ __host__ void f();", Space.HOST_DEVICE),
        ("__host__ void f();", Space.HOST),
        ("void f();", Space.HOST),
        # an attribute of any declaration counts
        ("__device__ void f(); void f();", Space.DEVICE),
    ],
)
def test_space(declaration: str, space: Space, tmp_path: Path) -> None:
    (function,) = parse(tmp_path, declaration).by_name["f"]
    assert function.space is space


def test_declarations_as_written(tmp_path: Path) -> None:
    unit = parse(
        tmp_path,
        "namespace a {\n"
        "template <class T, int N = 4, class... Rest>\n"
        "__global__ void __launch_bounds__(N * 2, 1) f(T* d, int n = 1 << 2, Rest... rest) { *d = n; }\n"
        "}\n",
    )
    (function,) = unit.by_name["f"]
    definition = function.definition
    assert definition is not None
    assert function.qualified_name == "a::f"
    assert text_of(unit, definition.template) == "template <class T, int N = 4, class... Rest>"
    assert text_of(unit, definition.parentheses) == "(T* d, int n = 1 << 2, Rest... rest)"
    assert text_of(unit, definition.body) == " { *d = n; }"
    assert definition.template_arguments == ("T", "N", "Rest...")
    assert [text_of(unit, default) for default in definition.template_defaults] == ["= 4"]
    assert [(parameter.name, parameter.is_pack) for parameter in definition.parameters] == [
        ("d", False),
        ("n", False),
        ("rest", True),
    ]
    assert text_of(unit, definition.parameters[1].default) == "= 1 << 2"


@pytest.mark.parametrize(
    ("launch", "kind", "targets"),
    [
        ("child<<<1, 1>>>(d, n)", CalleeKind.EXACT, ["child"]),
        ("::child<<<1, 1>>>(d, n)", CalleeKind.EXACT, ["child"]),
        ("f<<<1, 1>>>(d, n)", CalleeKind.POINTER, []),
        ("CHILD<<<1, 1>>>(d, n)", CalleeKind.EXACT, ["child"]),
        ("RUN((child<<<1, 1>>>(d, n)))", CalleeKind.EXACT, ["child"]),
        ("RUN(RUN(child<<<1, 1>>>(d, n)))", CalleeKind.EXACT, ["child"]),
    ],
)
def test_callee(launch: str, kind: CalleeKind, targets: list[str], tmp_path: Path) -> None:
    unit = parse(
        tmp_path,
        f"#define CHILD child\n#define RUN(...) do {{ __VA_ARGS__; }} while (0)\n{CHILD}"
        f"__global__ void parent(int* d, int n, void (*f)(int*, int)) {{ {launch}; }}\n",
    )
    found = only_launch(unit)
    assert found.seen
    assert (found.callee, [target.name for target in found.targets]) == (kind, targets)
    assert found.enclosing is not None
    assert found.enclosing.name == "parent"


def test_a_template_leaves_overloads_open(tmp_path: Path) -> None:
    unit = parse(
        tmp_path,
        "__global__ void k(int* d) {}\n__global__ void k(float* d) {}\n"
        "template <class T> __global__ void parent(T* d) { k<<<1, 1>>>(d); }\n",
    )
    launch = only_launch(unit)
    assert launch.callee is CalleeKind.CANDIDATES
    assert {target.key for target in launch.targets} == {function.key for function in unit.by_name["k"]}


@pytest.mark.parametrize("order", ["kernel first", "declaration first"])
def test_an_instantiation_is_its_template(order: str, tmp_path: Path) -> None:
    definition = "template <class T> __global__ void k(T* d) { *d = 1; }\n"
    parent = "__global__ void parent(int* d) { k<<<1, 1>>>(d); }\n"
    declaration = "template <class T> __global__ void k(T* d);\n"
    unit = parse(tmp_path, definition + parent if order == "kernel first" else declaration + parent + definition)
    (kernel,) = unit.by_name["k"]
    assert [target.key for target in only_launch(unit).targets] == [kernel.key]


def test_a_launch_that_is_not_compiled_is_not_seen(tmp_path: Path) -> None:
    unit = parse(tmp_path, f"{CHILD}#if 0\nvoid f(int* d) {{ child<<<1, 1>>>(d, 1); }}\n#endif\n")
    assert not only_launch(unit).seen


def test_launches_of_included_files(tmp_path: Path) -> None:
    unit = parse(
        tmp_path,
        '#include "a.cuh"\n#include "a.cuh"\n__global__ void parent(int* d) { starter<<<1, 1>>>(d); }\n',
        a_cuh=f"#pragma once\n{CHILD}__global__ void starter(int* d) {{ child<<<1, {{2, 1}}>>>(d, 1); }}\n",
    )
    assert [(Path(launch.path).name, launch.seen) for launch in unit.launches] == [
        ("main.cu", True),
        ("a.cuh", True),
    ]
    assert unit.problems == ()


def test_views_for_each_side_of_a_comparison(tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_text(f"{CHILD}#if __CUDA_ARCH__ >= 800\n#endif\n")
    views = [unit.view for unit in parse_views(str(path), arch=900)]
    # the device code of this build first: everything else is there to agree with it
    assert views[0] == "900"
    assert set(views) == {"host", "790", "800", "900"}


def test_one_view_where_nothing_asks_for_the_architecture(tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_text(CHILD)
    assert [unit.view for unit in parse_views(str(path))] == ["host"]


def test_a_missing_header_is_an_error_with_a_place_and_a_hint(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"main\.cu:1:10: error: 'absent\.h' file not found") as caught:
        parse(tmp_path, '#include "absent.h"\n')
    assert "-I DIR" in caught.value.hint


def test_an_error_keeps_its_place(tmp_path: Path) -> None:
    text = "__global__ void f(int* d) { Undefined u; }\n"
    (problem,) = parse(tmp_path, text).problems
    assert (Path(problem.path).name, problem.offset) == ("main.cu", text.index("Undefined"))


def test_bytes_that_are_not_utf8_keep_offsets(tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_bytes(b"\xef\xbb\xbf// \xe9\xff\r\n" + CHILD.encode() + b"void f(int* d) { child<<<1, 1>>>(d, 2); }\r\n")
    (unit,) = parse_views(str(path))
    assert only_launch(unit).seen
    (child,) = unit.by_name["child"]
    assert text_of(unit, child.declarations[0].name) == "child"


@pytest.mark.parametrize("headers", [HeaderMode.SHIM, HeaderMode.AUTO])
def test_device_code_reads_the_same_with_the_small_headers(headers: HeaderMode, tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_text(
        "#include <cooperative_groups.h>\n#include <cuda_runtime.h>\n"
        "__global__ void f(float4* d, cudaTextureObject_t t) {\n"
        "  auto block = cooperative_groups::this_thread_block();\n"
        "  d[block.thread_rank()] = make_float4(__ldg(&d->x), atomicAdd(&d->y, 1.f), fminf(1, 2),\n"
        "                                         __shfl_sync(~0u, 1, 0));\n"
        '  if (__popc(warpSize) && isnan(d->x)) printf("%f", rsqrtf(d->y));\n'
        "}\n"
    )
    (unit,) = parse_views(str(path), headers=headers)
    assert unit.problems == ()
