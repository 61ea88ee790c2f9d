"""What template children are launched with, as the head of a parent's copy spells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.analyze.template_children import launched_with
from spawnc.frontend import parse_views
from tests.unit.test_queueing import FORGET, plan

HEAD = """\
struct Node { int value; };
namespace tools {
inline namespace v2 { struct Edge {}; }
template <class A, class B = int> struct Pair { A first; B second; };
template <int N> struct Sized {};
enum class Kind : unsigned { kFirst, kLast = 7 };
}
struct Outer { struct Inner {}; };
namespace { struct Hidden {}; }
#define SIDE (kHalf * 2)
constexpr int kHalf = 4;
template <class T> __global__ void child(T* d) { ++d; }
template <class T> __global__ void reads(const T* __restrict__ from, int n) { ++from; }
template <class T> __global__ void value(T v, int n) { n = 2; }
template <int N, class T> __global__ void sized(T* d) { d += N; }
template <class T, int N = 3> __global__ void defaults(T* d) { d += N; }
template <tools::Kind K, bool F, unsigned long long M> __global__ void values() {}
template <auto V> __global__ void any() {}
template <char C, long long L> __global__ void small() {}
template <template <class> class C> __global__ void of_template() {}
"""

#: In a plain function: what it has, the launch with @ for its configuration, what is known.
PLAIN = {
    "pointer": ("float* d", "child@(d)", ("float",)),
    "constant": ("const volatile char* d", "child@(d)", ("const volatile char",)),
    "pointers": ("const int* const* d", "child@(d)", ("const int* const",)),
    "deduced without const": ("const int* d", "reads@(d, 1)", ("int",)),
    "spelled": ("void* d", "child<Node>@((Node*)d)", ("::Node",)),
    "namespaces": ("tools::Edge* d", "child@(d)", ("::tools::v2::Edge",)),
    "of a template": ("tools::Pair<Node*>* d", "child@(d)", ("::tools::Pair<::Node*, int>",)),
    "by another name": ("unsigned long n", "value@(n, 1)", ("unsigned long",)),
    "local constant": ("int* d", "sized<side - 1>@(d)", ("7", "int")),
    "default": ("int* d", "defaults@(d)", ("int", "3")),
    "values": (
        "",
        "values<tools::Kind::kLast, true, ~0ull>@()",
        ("static_cast<::tools::Kind>(7)", "true", f"{2**64 - 1}ull"),
    ),
    "negative": ("", "small<'\\xff', -5>@()", ("-1", "-5")),
    "local type": ("", "child@((Local*)nullptr)", None),
    "type of a class": ("Outer::Inner* d", "child@(d)", None),
    "unnamed namespace": ("Hidden* d", "child@(d)", None),
    "template with values": ("tools::Sized<3>* d", "child@(d)", None),
    "array": ("int (*d)[3]", "child@(d)", None),
    "function": ("int (*f)(int)", "value@(f, 1)", None),
    "auto": ("", "any<3>@()", None),
    "template": ("", "of_template<tools::Pair>@()", None),
    "lambda": ("", "value@([] {}, 1)", None),
}
#: The same in a template over `class T, int N`.
TEMPLATE = {
    "spelled": ("T* d", "child<T>@(d)", ("T",)),
    "pointer type": ("T** d", "child<const T*>@(d)", ("const T *",)),
    "arithmetic": ("T* d", "sized<N / 2 + 1, T>@(d)", ("N / 2 + 1", "T")),
    "constants of the file": ("T* d", "sized<SIDE, T>@(d)", ("SIDE", "T")),
    "local constant": ("T* d", "sized<side, T>@(d)", ("SIDE", "T")),
    "nothing that depends": ("float* d", "child<float>@(d)", ("float",)),
    "deduced": ("T* d", "child@(d)", ("T",)),
    "deduced from a sum": ("T* d, int n", "child@(d + n * (n - 1))", ("T",)),
    "deduced from an element": ("T* d, int n", "child@(&d[n - 1])", ("T",)),
    "deduced beside one that is spelled": ("T* d", "sized<N>@(d)", ("N", "T")),
    "deduced from a constant one": ("const T* __restrict__ d", "child@(d)", ("const T",)),
    "deduced without const": ("const T* d", "reads@(d, 1)", ("T",)),
    "deduced from a value": ("const T v", "value@(v, 1)", ("T",)),
    "deduced from a pointer's value": ("T* const d", "value@(d, 1)", ("T *",)),
    "deduced from a local variable": ("T* d", "child@(local)", ("T",)),
    "difference": ("T* d", "value@(d + 3 - d, 1)", None),
    "other expression": ("T* d", "child@(N ? d : d + 1)", None),
    "subscript of a subscript": ("T** d", "child@(&d[0][1])", None),
    "auto": ("T* d", "child@(other)", None),
    "class that is spelled": ("T* d", "child<Node>@((Node*)d + sizeof(T))", ("::Node",)),
    "class of the parameter": ("tools::Pair<T>* d", "child@(d)", None),
    "hidden": ("T* d", "{ T** d = nullptr; child@(d); }", None),
    "local type": ("T* d", "sized<sizeof(Local), T>@(d)", None),
    "default that is left": ("T* d", "defaults<T>@(d)", None),
}


def arguments(folder: Path, parameters: str, launch: str, template: str) -> tuple[str, ...] | None:
    more = "T* local = nullptr; auto other = local;" if template else ""
    body = f"struct Local {{}}; constexpr int side = SIDE; {more} {launch.replace('@', '<<<1, 1>>>')};"
    path = folder / "case.cu"
    path.write_text(f"{HEAD}{template}__global__ void parent({parameters}) {{ {body} }}\n")
    views = parse_views(str(path), arch=900)
    (found,) = views[0].launches
    return launched_with(views, found)


@pytest.mark.parametrize("name", PLAIN)
def test_in_a_plain_function(name: str, tmp_path: Path) -> None:
    parameters, launch, known = PLAIN[name]
    assert arguments(tmp_path, parameters, launch, "") == known


@pytest.mark.parametrize("name", TEMPLATE)
def test_in_a_template(name: str, tmp_path: Path) -> None:
    parameters, launch, known = TEMPLATE[name]
    assert arguments(tmp_path, parameters, launch, "template <class T, int N> ") == known


def test_what_children_launch_is_instantiated(tmp_path: Path) -> None:
    made = plan(
        tmp_path,
        "template <class A, int N> __global__ void leaf(A* d) { d += N; }\n"
        "template <class U> __global__ void inner(U* d) {\n"
        f"  leaf<U, 2><<<{FORGET}>>>(d); inner<<<{FORGET}>>>(d + 1);\n}}\n"
        "template <class T> __global__ void parent(T* d) {\n"
        f"  inner<T><<<{FORGET}>>>(d); inner<<<{FORGET}>>>((int*)d);\n}}\n"
        "void run(float* d) { parent<<<1, 32>>>(d); }\n",
    )
    (parent,) = made.queued_parents
    assert [(child.function.name, child.template_arguments) for child in parent.children] == [
        ("inner", ("T",)),
        ("inner", ("int",)),
        ("leaf", ("T", "2")),
        ("leaf", ("int", "2")),
    ]
