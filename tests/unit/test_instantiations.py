"""Which names of a text are those of explicit instantiations."""

import pytest

from spawnc.analyze.instantiations import names_in_use


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("template __global__ void k<int>(int*);", 0),
        ("#pragma once\n#define NAME k\nextern template __global__ void k<int>(int*);", 1),
        ("} template __global__ void __launch_bounds__(64) k(int*);", 0),
        ("template __global__ void k<int>(int*), k<float>(float*);", 1),
        # an argument of what is instantiated
        ("template __global__ void other<k>(int*);", 1),
        ("template struct Runs<k>;", 1),
        ("template <class T> __global__ void k(T*);", 1),
        ("template <> __global__ void k<int>(int*);", 1),
        ("auto p = k<int>;", 1),
        ('// k\nauto s = "k";', 0),
        ("#define RUN \\\n  k\n", 1),
        ("template k", 1),
        ("template", 0),
    ],
)
def test_names(text: str, used: int) -> None:
    data = text.encode()
    offsets = sorted(names_in_use(data))
    assert sum(data[offset:].startswith(b"k") for offset in offsets) == used, offsets
