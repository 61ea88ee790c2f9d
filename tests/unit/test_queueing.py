"""Which launches wait in a queue, and why the others don't."""

from __future__ import annotations

from pathlib import Path

import pytest

from spawnc.decisions import BlockBody, Carrier, Guarded, HostLaunch, NoSerialBody, Plan, Refused
from spawnc.emit import emit_unit
from spawnc.frontend import parse_views
from spawnc.plan import plan_views
from spawnc.settings import CarrierChoice, Settings

BARRIER = "__global__ void other(int* d) { d[0] = 1; __syncthreads(); d[1] = 2; }"
CHILD = "__global__ void child(int* d) { d[threadIdx.x] = 1; }\n"
PARENT = "__global__ void parent(int* d) { child<<<1, 32>>>(d); }\n"
RUN = "void run(int* d) { parent<<<1, 32>>>(d); }\n"
FORGET = "1, 32, 0, cudaStreamFireAndForget"


def plan(folder: Path, text: str, carrier: CarrierChoice = CarrierChoice.AUTO) -> Plan:
    path = folder / "case.cu"
    path.write_text(text)
    return plan_views(parse_views(str(path), arch=900), Settings(carrier=carrier))


def sites(made: Plan) -> list[Guarded]:
    return [decision for decision in made.decisions if isinstance(decision, Guarded)]


def hosts(made: Plan) -> list[bool]:
    return [decision.queued for decision in made.decisions if isinstance(decision, HostLaunch)]


def test_a_plain_parent_gets_a_queue(tmp_path: Path) -> None:
    made = plan(tmp_path, CHILD + PARENT + RUN)
    assert [(site.carrier, site.not_queued) for site in sites(made)] == [(Carrier.QUEUE, "")]
    assert [(parent.function.name, parent.grows) for parent in made.queued_parents] == [("parent", False)]
    assert [child.queued for child in made.children] == [True]
    assert hosts(made) == [True]


TREE = (
    "__global__ void node(int* d, int n) { if (n > 1) node<<<1, 2, 0, cudaStreamFireAndForget>>>(d, n / 2); }\n"
    "__global__ void parent(int* d) { node<<<1, 2>>>(d, 8); }\n"
)
FOLD = (
    "__global__ void fold(float* d) {\n"
    "  float x = d[threadIdx.x];\n"
    "  for (int step = 16; step > 0; step /= 2) x += __shfl_down_sync(~0u, x, step);\n"
    "  if (threadIdx.x == 0) d[0] = x;\n"
    "}\n"
)


def test_children_that_launch_wait_in_a_queue_that_grows(tmp_path: Path) -> None:
    made = plan(tmp_path, TREE + RUN)
    assert [(site.carrier, site.not_queued) for site in sites(made)] == 2 * [(Carrier.QUEUE, "")]
    (parent,) = made.queued_parents
    assert parent.function.name == "parent"
    assert (parent.grows, [drain.block for drain in parent.drains]) == (True, [()])
    assert hosts(made) == [True]


def test_functions_that_launch(tmp_path: Path) -> None:
    function = f"static __device__ void go(int* d) {{ child<<<{FORGET}>>>(d); }}\n"
    made = plan(tmp_path, _parent("go(d);", function))
    assert [site.carrier for site in sites(made)] == [Carrier.QUEUE]
    (parent,) = made.queued_parents
    assert [helper.name for helper in parent.helpers] == ["go"]
    assert [helper.queued for helper in made.helpers] == [True]
    # a function that no kernel with a queue calls by its name
    for body in ("GO;", "d[0] = 1;"):
        (site,) = sites(plan(tmp_path, _parent(body, f"{function}#define GO go(d)\n")))
        assert (site.carrier, site.not_queued) == (Carrier.LAUNCH, "no kernel with a queue comes to 'go'")


def test_children_with_barriers_wait_for_blocks(tmp_path: Path) -> None:
    made = plan(
        tmp_path,
        f"#define SIDE 8\n{BARRIER}\n__global__ void parent(int* d) {{ other<<<d[0], dim3(SIDE, SIDE)>>>(d); }}\n{RUN}",
    )
    assert [(site.carrier, site.not_queued) for site in sites(made)] == [(Carrier.QUEUE, "")]
    (parent,) = made.queued_parents
    assert (parent.grows, [drain.block for drain in parent.drains]) == (True, [("SIDE", "SIDE")])
    assert isinstance(made.children[0].body, BlockBody)


def test_children_without_a_serial_body(tmp_path: Path) -> None:
    """With the queue asked for they are guarded, without it refused as ever; in the middle of others, too."""
    text = FOLD + "__global__ void parent(float* d) { fold<<<1, 32>>>(d); }\n"
    run = "void run(float* d) { parent<<<1, 32>>>(d); }\n"
    made = plan(tmp_path, text + run)
    assert [(site.carrier, site.not_serial is not None) for site in sites(made)] == [(Carrier.QUEUE, True)]
    assert isinstance(made.children[0].body, NoSerialBody)
    for other in (plan(tmp_path, text + run, CarrierChoice.LAUNCH), plan(tmp_path, text)):
        refused = [decision for decision in other.decisions if isinstance(decision, Refused)]
        assert [decision.diagnostic.rule for decision in refused] == ["SP030"]
        assert sites(other) == []
        assert other.children == ()


def test_the_blocks_of_a_drain_hold_the_shared_memory_of_all_children(tmp_path: Path) -> None:
    sizes = (*5 * (32,), 64, 64, 32)
    kernels = "".join(
        f"__global__ void other{i}(int* d) {{ __shared__ int s[2000]; s[0] = 1; __syncthreads(); d[{i}] = s[0]; }}\n"
        for i in range(len(sizes))
    )
    body = "".join(f"other{i}<<<1, {size}, 0, cudaStreamFireAndForget>>>(d); " for i, size in enumerate(sizes))
    made = plan(tmp_path, f"{kernels}__global__ void parent(int* d) {{ {body} }}\n{RUN}")
    why = "a queue's children have at most 40960 bytes of shared memory together"
    assert [site.not_queued for site in sites(made)] == [*7 * [""], why]
    (parent,) = made.queued_parents
    assert [(drain.block, len(drain.children)) for drain in parent.drains] == [(("32",), 5), (("64",), 2)]


@pytest.mark.parametrize(
    ("bytes_left", "reasons"),
    [(16, ["", ""]), (8, ["", "the parameters of 'parent' leave no room for 2 queues"])],
)
def test_a_queue_for_each_size_has_to_fit(bytes_left: int, reasons: list[str], tmp_path: Path) -> None:
    body = f"other<<<{FORGET}>>>(d); other<<<1, 64, 0, cudaStreamFireAndForget>>>(d);"
    large = f"struct Large {{ char bytes[{4088 - bytes_left}]; }};\n"
    made = plan(tmp_path, f"{large}{BARRIER}\n__global__ void parent(int* d, Large large = {{}}) {{ {body} }}\n{RUN}")
    assert [site.not_queued for site in sites(made)] == reasons


def test_sizes_that_lead_to_each_other(tmp_path: Path) -> None:
    """No kernel comes to itself, but there is no order of two drains."""
    text = (
        "__global__ void last(int* d) { __syncthreads(); d[1] = 2; }\n"
        f"__global__ void first(int* d) {{ __syncthreads(); if (threadIdx.x == 0) last<<<{FORGET}>>>(d); }}\n"
        "__global__ void parent(int* d) {\n"
        f"  first<<<1, 64, 0, cudaStreamFireAndForget>>>(d); first<<<{FORGET}>>>(d);\n"
        "  last<<<1, 64, 0, cudaStreamFireAndForget>>>(d);\n}\n"
    )
    made = plan(tmp_path, text + RUN)
    assert [site.not_queued for site in sites(made)] == 4 * [""]
    (parent,) = made.queued_parents
    assert [(drain.block, [child.function.name for child in drain.children]) for drain in parent.drains] == [
        (("64",), ["first", "last"]),
        (("32",), ["first", "last"]),
    ]
    back = (
        f"if (threadIdx.x == 1) last<<<1, 64, 0, cudaStreamFireAndForget>>>(d); if (threadIdx.x == 0) last<<<{FORGET}"
    )
    made = plan(tmp_path, text.replace(f"if (threadIdx.x == 0) last<<<{FORGET}", back) + RUN)
    why = "launches lead from '{}' in blocks of 32 to those of another size, and back"
    holds = "'first' has a launch that can't wait in one: " + why.format("last")
    unseen = "no host launch of 'first'"
    assert [site.not_queued for site in sites(made)] == [unseen, why.format("last"), holds, why.format("first"), ""]


def test_nothing_waits_unless_asked_for(tmp_path: Path) -> None:
    made = plan(tmp_path, CHILD + PARENT + RUN, CarrierChoice.LAUNCH)
    assert [(site.carrier, site.not_queued) for site in sites(made)] == [(Carrier.LAUNCH, "")]
    assert made.queued_parents == ()
    assert hosts(made) == [False]


def _child(kernel: str, launch: str = f"other<<<{FORGET}>>>(d);") -> str:
    return f"{kernel}\n__global__ void parent(int* d) {{ {launch} }}\n{RUN}"


def _parent(body: str, before: str = "") -> str:
    return f"{CHILD}{before}__global__ void parent(int* d) {{ {body} }}\n{RUN}"


def _host(launch: str, before: str = "") -> str:
    return f"{CHILD}{PARENT}{before}void run(int* d, cudaStream_t s) {{ {launch} }}\n"


LAUNCH = "child<<<1, 32>>>(d);"
TEMPLATE = "template <class T> __global__ void other(T* d) { ++d; }\n"


def _of_template(body: str, before: str = "") -> str:
    """A parent that is a template, and launches one."""
    parent = f"template <class T> __global__ void parent(T* d) {{ {body} }}\n"
    return f"{TEMPLATE}{before}{parent}void run(int* d) {{ parent<int><<<1, 32>>>(d); }}\n"


REASONS = {
    "order": (
        _parent(f"for (int i = 0; i < 2; ++i) {LAUNCH}"),
        "the order of the launches matters",
    ),
    "device function": (
        _parent("go(d);", f"static __device__ void go(int* d) {{ static int n; if (++n < 9) {LAUNCH} }}\n"),
        "'go' has static variables, which a copy of it would not share",
    ),
    "overloaded parent": (
        f"{CHILD}{PARENT}__global__ void parent(float* d) {{ d[0] = 1; }}\n{RUN}",
        "there are several functions 'parent'",
    ),
    "static variable": (
        _parent(f"static int calls; d[1] = ++calls; {LAUNCH}"),
        "'parent' has static variables, which a copy of it would not share",
    ),
    "lambda": (
        _parent(f"auto go = [d] {{ child<<<{FORGET}>>>(d); }}; go();"),
        "a lambda in 'parent' does not capture by default",
    ),
    "waits": (
        _parent(f"volatile int* v = d; {LAUNCH} while (v[0] == 0) {{}}"),
        "'parent' may wait for its children",
    ),
    "waits in a function": (
        _parent(f"{LAUNCH} wait(d);", "__device__ void wait(int* d) { while (atomicAdd(d, 0) == 0) {} }\n"),
        "'wait' may wait for its children",
    ),
    "last error": (
        _parent(f"{LAUNCH} d[40] = cudaGetLastError();"),
        "'parent' asks for the last error",
    ),
    "last error in a function": (
        _parent(f"{LAUNCH} d[40] = failed();", "__device__ bool failed() { return cudaPeekAtLastError() != 0; }\n"),
        "'failed' asks for the last error",
    ),
    "tail launch": (
        _parent(f"{LAUNCH} child<<<1, 1, 0, cudaStreamTailLaunch>>>(d + 1);"),
        "'parent' holds a tail launch",
    ),
    "barriers": (
        _child(BARRIER, "other<<<1, d[0], 0, cudaStreamFireAndForget>>>(d);"),
        "'other' needs whole blocks, and not all its launches say their size with constants",
    ),
    "return before a barrier": (
        _child("__global__ void other(int* d) { if (threadIdx.x > 7) return; __syncthreads(); d[1] = 2; }"),
        "'other' needs whole blocks, and threads may return before others meet",
    ),
    "block size after the parent": (
        f"{BARRIER}\n__global__ void parent(int* d);\nconstexpr int kBlock = 32;\n"
        f"__global__ void parent(int* d) {{ other<<<1, kBlock>>>(d); }}\n{RUN}",
        "the block size of 'other' may not be known where 'parent' begins",
    ),
    "template parameter pack": (
        _child("template <class... T> __global__ void other(T*... d) {}"),
        "'other' has a template parameter pack",
    ),
    "type of a function": (
        _child(TEMPLATE, f"struct L {{}}; other<<<{FORGET}>>>((L*)d);"),
        "the template arguments of 'other' can't be spelled where 'parent' begins",
    ),
    "deduced from an expression": (
        _of_template(f"other<<<{FORGET}>>>(d[0] > 1 ? d : d + 1);"),
        "the template arguments of 'other' can't be spelled where 'parent' begins",
    ),
    "deduced from a name that is hidden": (
        _of_template(f"if (d) {{ T** d = nullptr; other<<<{FORGET}>>>(d); }}"),
        "the template arguments of 'other' can't be spelled where 'parent' begins",
    ),
    "deduced beside an operator": (
        _of_template(f"other<<<{FORGET}>>>(d + 1);", "struct X {}; float* operator+(int*, X);\n"),
        "the template arguments of 'other' can't be spelled where 'parent' begins",
    ),
    "template argument of a function": (
        _of_template("go(d);", f"template <class U> __device__ void go(U* d) {{ other<U><<<{FORGET}>>>(d); }}\n"),
        "the template arguments of 'other' are those of 'go', which is no kernel",
    ),
    "template argument after the parent": (
        f"{TEMPLATE}struct S;\n__global__ void parent(S* d);\nstruct S {{ int a; }};\n"
        "__global__ void parent(S* d) { other<<<1, 32>>>(d); }\nvoid run(S* d) { parent<<<1, 32>>>(d); }\n",
        "the template arguments of 'other' may not be known where 'parent' begins",
    ),
    "template argument that a parameter hides": (
        f"template <int N, class T> __global__ void other(T* d) {{ d[N] = 1; }}\nconstexpr int kSide = 4;\n"
        f"template <class U> __device__ void go(U* d) {{ other<kSide, int><<<{FORGET}>>>(d); }}\n"
        "template <int kSide> __global__ void parent(int* d) { go(d + kSide); }\n"
        "void run(int* d) { parent<3><<<1, 32>>>(d); }\n",
        "the template arguments of 'other' may not be known where 'parent' begins",
    ),
    "endless templates": (
        "template <int N> __global__ void other(int* d) { d[N] = 1; }\n"
        f"template <int N> __global__ void parent(int* d) {{ if constexpr (N > 0) parent<N - 1><<<{FORGET}>>>(d); }}\n"
        "void run(int* d) { parent<3><<<1, 32>>>(d); }\n",
        "the template arguments of 'parent' are made of those of 'parent', which is launched",
    ),
    "overloaded by a template": (
        _child(f"{TEMPLATE}__global__ void other(int* d) {{ d[0] = 1; }}"),
        "there are several functions 'other', not all plain kernels",
    ),
    "overloaded by a function": (
        _child("__global__ void other(int* d) { d[0] = 1; } __device__ void other(float* d) {}"),
        "there are several functions 'other', not all plain kernels",
    ),
    "overload with barriers": (
        _child(f"{BARRIER} __global__ void other(float* d) {{ d[0] = 1; }}"),
        "'other' needs whole blocks, or its overloads do",
    ),
    "overload with other parameters": (
        _child("__global__ void other(int* d) { d[0] = 1; } __global__ void other(int* d, int f(int)) { d[0] = 1; }"),
        "'other' has parameters that can't be members of a struct",
    ),
    "function": (
        _child("__global__ void other(int* d, int f(int)) { d[0] = 1; }", f"other<<<{FORGET}>>>(d, nullptr);"),
        "'other' has parameters that can't be members of a struct",
    ),
    "function that returns a pointer": (
        _child("__global__ void other(int* d, int* f(int)) { d[0] = 1; }", f"other<<<{FORGET}>>>(d, nullptr);"),
        "'other' has parameters that can't be members of a struct",
    ),
    "named like a type": (
        _child(
            "struct R { int a; };\n__global__ void other(int* d, R R) { d[0] = R.a; }",
            f"other<<<{FORGET}>>>(d, R{{}});",
        ),
        "'other' has parameters that can't be members of a struct",
    ),
    "array by another name": (
        _child("using A = int[8];\n__global__ void other(A d) { d[0] = 1; }"),
        "'other' has parameters that can't be members of a struct",
    ),
    "function by another name": (
        _child("using F = int(int);\n__global__ void other(int* d, F f) { d[0] = 1; }", f"other<<<{FORGET}>>>(d, 0);"),
        "'other' has parameters that can't be members of a struct",
    ),
    "macro for a type": (
        _child("#define P(type) type*\n__global__ void other(P(int) d) { d[0] = 1; }"),
        "'other' has parameters that can't be members of a struct",
    ),
    "macro for a name": (
        _child("#define N(name) name\n__global__ void other(int* N(d)) { d[0] = 1; }"),
        "'other' has parameters that can't be members of a struct",
    ),
    "macro for two": (
        _child("#define P(type, name) type* name\n__global__ void other(P(int, d)) { d[0] = 1; }"),
        "'other' has parameters that can't be members of a struct",
    ),
    "large parameters": (
        f"struct Large {{ char bytes[4081]; }};\n{CHILD}"
        f"__global__ void parent(int* d, Large large = {{}}) {{ {LAUNCH} }}\n{RUN}",
        "the parameters of 'parent' leave no room for a queue",
    ),
    "launches": (
        f"{CHILD}__global__ void other(int* d) {{ for (int i = 0; i < 2; ++i) child<<<1, 32>>>(d); }}\n"
        f"__global__ void parent(int* d) {{ other<<<1, 1>>>(d); }}\n{RUN}",
        "'other' has a launch that can't wait in one: the order of the launches matters",
    ),
    "later, in another namespace": (
        "namespace a { __global__ void other(int* d); }\n__global__ void parent(int* d) { a::other<<<1, 32>>>(d); }\n"
        f"namespace a {{ __global__ void other(int* d) {{ d[0] = 1; }} }}\n{RUN}",
        "'other' stands after 'parent', in another namespace",
    ),
    "another namespace": (
        "namespace a { __global__ void other(int* d) { d[0] = 1; } }\n__global__ void parent(int* d);\n"
        f"__global__ void parent(int* d) {{ a::other<<<1, 32>>>(d); }}\n{RUN}",
        "'parent' is declared before, and 'other' in another namespace",
    ),
    "no host launch": (CHILD + PARENT, "no host launch of 'parent'"),
    "stream": (
        _host("parent<<<1, 32, 0, next()>>>(d);", "cudaStream_t next();\n"),
        "in the host launch of 'parent', its stream is an expression, which would be evaluated twice",
    ),
    "macro for the stream": (
        _host("parent<<<1, 32, 0, STREAM>>>(d);", "cudaStream_t next();\n#define STREAM next()\n"),
        "in the host launch of 'parent', its stream is an expression, which would be evaluated twice",
    ),
    "pointer": (_host("auto p = &parent; p<<<1, 32>>>(d);"), "'parent' is used in other ways than launches"),
    "attribute": (
        _host("cudaFuncSetAttribute(parent, f, 1); parent<<<1, 32>>>(d);"),
        "'parent' is used in other ways than launches",
    ),
    "macro": (_host("GO;", "#define GO parent<<<1, 32>>>(d)\n"), "no host launch of 'parent'"),
    "macro for the name": (
        _host("NAME<<<1, 32>>>(d);", "#define NAME parent\n"),
        "'parent' is used in other ways than launches",
    ),
    "comma": (
        _host("parent<<<1, 32>>>(d), cudaStreamSynchronize(s);"),
        "in the host launch of 'parent', something follows it in its statement",
    ),
    "comma in a macro": (
        _host("CHECK((parent<<<1, 32>>>(d)));", "#define CHECK(call) ((call), cudaDeviceSynchronize())\n"),
        "in the host launch of 'parent', something follows it in its statement",
    ),
    "unknown macro": (
        _host("assert((parent<<<1, 32>>>(d), 1));", "#include <cassert>\n"),
        "in the host launch of 'parent', something follows it in its statement",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_why_not(name: str, tmp_path: Path) -> None:
    text, reason = REASONS[name]
    made = plan(tmp_path, text)
    parents = [site for site in sites(made) if site.parent.name in ("parent", "go")]
    assert {(site.carrier, site.not_queued) for site in parents} == {(Carrier.LAUNCH, reason)}


@pytest.mark.parametrize("configuration", [", 32", "1, 32, 0, ", " , , , "])
def test_configurations_without_a_part(configuration: str, tmp_path: Path) -> None:
    # nvcc says what is wrong with them
    made = plan(tmp_path, CHILD + PARENT + RUN.replace("1, 32", configuration))
    (text,) = emit_unit(made, Settings()).values()
    assert f"<<<{configuration}>>>".encode() in text or b"spawn::prepare(1" in text


def test_lambdas_that_capture(tmp_path: Path) -> None:
    made = plan(
        tmp_path, _parent(f"auto f = [d] {{ return d[0]; }}; auto go = [=] {{ child<<<{FORGET}>>>(d + f()); }}; go();")
    )
    assert [site.carrier for site in sites(made)] == [Carrier.QUEUE]


@pytest.mark.parametrize(
    "launch",
    [
        "if (d) parent<<<1, 32>>>(d); else child<<<1, 32>>>(d), cudaDeviceSynchronize();",
        "d ? parent<<<1, 32>>>(d) : child<<<1, 32>>>(d);",
        "cudaDeviceSynchronize(), parent<<<1, 32>>>(d);",
        "for (int i = 0; i < 2; parent<<<1, 32>>>(d)) cudaStreamSynchronize(s), ++i;",
        "if (d) (parent<<<1, 32>>>(d)); cudaStreamSynchronize(s), 0;",
        "PRINTED((parent<<<1, 32>>>(d)));",
        "OUTER((parent<<<1, 32>>>(d)));",
        "parent<<<1, 32, 0, s>>>(d);",
        "parent<<<1, 32, 0, ::cudaStreamLegacy>>>(d);",
    ],
)
def test_nothing_follows(launch: str, tmp_path: Path) -> None:
    macros = (
        '#define PRINTED(call) do { printf("%s, %d", #call, 1); call; printf("%d", 1); } while (0)\n'
        "#define OUTER(call) PRINTED(call)\n"
    )
    made = plan(tmp_path, _host(launch, f"#include <cstdio>\n{macros}"))
    assert [site.carrier for site in sites(made)] == [Carrier.QUEUE]


def test_each_host_launch_for_itself(tmp_path: Path) -> None:
    made = plan(
        tmp_path,
        _host(
            "parent<<<1, 32>>>(d); parent<<<1, 32>>>(d), next(); parent<<<1, 32, 0, next()>>>(d);",
            "cudaStream_t next();\n",
        ),
    )
    assert hosts(made) == [True, False, False]
    assert [site.carrier for site in sites(made)] == [Carrier.QUEUE]


def test_the_output_without_device_launches_has_none(tmp_path: Path) -> None:
    settings = Settings(carrier=CarrierChoice.AUTO, launch_free=True)
    path = tmp_path / "case.cu"
    path.write_text(CHILD + PARENT + RUN)
    for _ in range(2):
        made = plan_views(parse_views(str(path), arch=900), settings)
        path.write_bytes(emit_unit(made, settings).get(str(path), path.read_bytes()))
        assert "SP090" not in {diagnostic.rule for diagnostic in made.diagnostics}
    assert b"parent__queued<<<" in path.read_bytes()
