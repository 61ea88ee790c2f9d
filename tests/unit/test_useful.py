"""The number of useful threads that a kernel's own bound proves."""

from pathlib import Path

import pytest

from spawnc.analyze.useful import useful_threads
from spawnc.frontend import parse_views

X = "blockIdx.x * blockDim.x + threadIdx.x"


def bound_of(folder: Path, body: str, parameters: str = "int* d, int n, int m") -> str | None:
    path = folder / "kernel.cu"
    path.write_text(f"__global__ void kernel({parameters}) {{ {body} }}\n")
    (unit,) = parse_views(str(path))
    assert unit.problems == ()
    (function,) = unit.by_name["kernel"]
    bound = useful_threads(unit, function)
    return bound.limit if bound else None


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        (f"int i = {X}; if (i < n) d[i] = 1;", "n"),
        (f"const int i = {X}; if (n > i) d[i] = 1;", "n"),
        ("int i = threadIdx.x + blockDim.x * blockIdx.x; if (i < n) d[i] = 1;", "n"),
        (f"int i = (int)({X}); if (i < n) d[i] = 1;", "n"),
        (f"int i = {X}; if (i >= n) return; d[i] = 1;", "n"),
        (f"int i = {X}; if (n <= i) {{ return; }} d[i] = 1;", "n"),
        (f"int i = {X}; if (i >= n || m) return; d[i] = 1;", "n"),
        (f"int i = {X}; if (m && i < n * 2 + m) d[i] = 1;", "n * 2 + m"),
        (f"int i = {X}; int k = n + 1; if (i < n) d[i] = k;", "n"),
        (f"for (int i = {X}; i < n; i += blockDim.x * gridDim.x) d[i] = 1;", "n"),
        (f"for (int i = {X}; n > i; i += gridDim.x * blockDim.x) d[i] = 1;", "n"),
    ],
)
def test_bounds(body: str, limit: str, tmp_path: Path) -> None:
    assert bound_of(tmp_path, body) == limit


@pytest.mark.parametrize(
    "body",
    [
        # a thread beyond the bound does something all the same
        f"int i = {X}; d[0] = 1; if (i < n) d[i] = 1;",
        f"int i = {X}; if (i < n) d[i] = 1; d[0] = 1;",
        f"int i = {X}; if (i < n) d[i] = 1; else d[0] = 1;",
        f"int i = {X}; int k = d[i]++; if (i < n) d[i] = k;",
        f"int i = {X}; if (i < n || m) d[i] = 1;",
        f"int i = {X}; if (i >= n && m) return; d[i] = 1;",
        # another comparison
        f"int i = {X}; if (i <= n) d[i] = 1;",
        f"int i = {X}; if (i != n) d[i] = 1;",
        f"int i = {X}; if (i > n) return; d[i] = 1;",
        f"int i = {X}; if (!(i < n)) d[0] = 1;",
        # not the index, or not it alone
        f"int i = {X} + m; if (i < n) d[i] = 1;",
        f"int i = 2 * ({X}); if (i < n) d[i] = 1;",
        "int i = threadIdx.x; if (i < n) d[i] = 1;",
        "int i = blockIdx.y * blockDim.y + threadIdx.y; if (i < n) d[i] = 1;",
        f"int i = {X}; if (i / 2 < n) d[i] = 1;",
        # a limit that is not fixed when the kernel starts
        f"int i = {X}; if (i < *d) d[i] = 1;",
        f"int i = {X}; if (i < n) d[i] = n++;",
        f"int i = {X}; n = m; if (i < n) d[i] = 1;",
        # other steps than a grid's stride
        f"for (int i = {X}; i < n; ++i) d[i] = 1;",
        f"for (int i = {X}; i < n; i += blockDim.x) d[i] = 1;",
        f"for (int i = {X}; i < n; i += blockDim.x * gridDim.x) {{ d[i] = n--; }}",
    ],
)
def test_no_bound(body: str, tmp_path: Path) -> None:
    assert bound_of(tmp_path, body) is None


@pytest.mark.parametrize(
    ("index", "limit", "expected"),
    [
        ("int", "int", "n"),
        ("unsigned", "unsigned", "n"),
        ("int", "unsigned", "n"),
        # -1 is a large number here
        ("unsigned", "int", "static_cast<unsigned int>(n)"),
        # what is negative as a long long is larger than any index
        ("size_t", "int", "static_cast<size_t>(n) & spawn::kAll"),
        ("size_t", "size_t", "n & spawn::kAll"),
        ("size_t", "unsigned", "n"),
    ],
)
def test_the_limit_is_converted_as_the_comparison_does(index: str, limit: str, expected: str, tmp_path: Path) -> None:
    found = bound_of(tmp_path, f"{index} i = {X}; if (i < n) d[i] = 1;", f"int* d, {limit} n")
    assert found is not None
    assert found.replace("unsigned long", "size_t") == expected
