"""Which launches a serial child may overtake."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from spawnc.analyze.order import Independent, InOrder, OrderFacts, Ordering, OrderUnknown
from spawnc.analyze.reach import Reach
from spawnc.frontend import parse_views
from spawnc.model import Function, Launch, Node, Space, Unit

CHILD = "__global__ void child(int* p) { p[threadIdx.x] = 1; }\n"
NESTING = CHILD + "__global__ void nesting(int* p) { if (p[0]) child<<<1, 1, 0, cudaStreamFireAndForget>>>(p); }\n"


def unit_of(folder: Path, text: str) -> Unit:
    path = folder / "case.cu"
    path.write_text(text)
    unit = parse_views(str(path))[0]
    assert not unit.problems, unit.problems
    return unit


def device_launches(unit: Unit) -> list[Launch]:
    return [
        launch
        for launch in unit.launches
        if launch.seen and launch.enclosing is not None and launch.enclosing.space.on_device
    ]


def orders(folder: Path, text: str) -> list[Ordering]:
    unit = unit_of(folder, text)
    facts = OrderFacts(Reach(unit))
    return [facts.stream_order(launch) for launch in device_launches(unit)]


def words(folder: Path, text: str) -> list[str]:
    """One word a launch: "independent", "in order" or the rule that refuses it."""
    return [word(ordering) for ordering in orders(folder, text)]


def word(ordering: Ordering) -> str:
    match ordering:
        case Independent():
            return "independent"
        case InOrder():
            return "in order"
        case OrderUnknown(diagnostic=diagnostic):
            return diagnostic.rule


def parent(body: str) -> str:
    return CHILD + f"__global__ void parent(int* p, int n, cudaStream_t given) {{ {body} }}\n"


LAUNCH = "child<<<1, 32>>>(p);"


@pytest.mark.parametrize(
    "stream",
    [
        *("", ", 0", ", 0, 0", ", 64, NULL", ", 0, nullptr", ", 0, (cudaStream_t)0", ", 0, cudaStream_t{}", ", 0, {}"),
        *(", 0, cudaStream_t()", ", 0, static_cast<cudaStream_t>(0)", ", n * sizeof(int), (0)", ", 0, 0ull"),
    ],
)
def test_spellings_of_the_null_stream(tmp_path: Path, stream: str) -> None:
    assert words(tmp_path, parent(f"child<<<1, 32{stream}>>>(p);")) == ["independent"]
    assert words(tmp_path, parent(f"for (int i = 0; i < n; ++i) child<<<1, 32{stream}>>>(p);")) == ["in order"]


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        pytest.param("cudaStreamFireAndForget", "independent", id="fire-and-forget"),
        pytest.param("(cudaStreamFireAndForget)", "independent", id="parenthesised"),
        pytest.param("n ? cudaStreamFireAndForget : 0", "SP060", id="not-alone"),
        pytest.param("cudaStreamTailLaunch", "SP063", id="tail"),
        pytest.param("cudaStreamPerThread", "SP060", id="per-thread"),
        pytest.param("cudaStreamLegacy", "SP060", id="legacy"),
        pytest.param("cudaStreamGraphTailLaunch", "SP060", id="graph-tail"),
        pytest.param("cudaStreamGraphFireAndForget", "SP060", id="graph-fire-and-forget"),
        pytest.param("given", "SP060", id="parameter"),
        pytest.param("pool[0]", "SP060", id="element"),
        pytest.param("*pool", "SP060", id="dereferenced"),
        pytest.param("global_stream", "SP060", id="global"),
        pytest.param("(cudaStream_t)0x4", "SP060", id="number"),
    ],
)
def test_other_streams(tmp_path: Path, stream: str, expected: str) -> None:
    text = "__device__ cudaStream_t pool[4], global_stream;\n" + parent(
        f"for (int i = 0; i < n; ++i) child<<<1, 32, 0, {stream}>>>(p);"
    )
    assert words(tmp_path, text) == [expected]


def test_a_macro_may_hold_the_stream(tmp_path: Path) -> None:
    text = "#define TWO(s) 0, s\n#define ALL 1, 32, TWO(given)\n#define GRID dim3(1, 2)\n"
    assert words(tmp_path, text + parent("child<<<ALL>>>(p);")) == ["SP060"]
    assert words(tmp_path, text + parent("child<<<1, 32, TWO(given)>>>(p);")) == ["SP060"]
    assert words(tmp_path, text + parent("child<<<GRID, 32>>>(p);")) == ["independent"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(LAUNCH, id="once"),
        pytest.param(f"if (threadIdx.x == 0) {LAUNCH}", id="conditional"),
        pytest.param(f"if (n) {LAUNCH} else {LAUNCH}", id="if-else"),
        pytest.param(f"if (n) {{ {LAUNCH} }} else if (n > 1) {{ {LAUNCH} }} else {LAUNCH}", id="else-if"),
        pytest.param("n ? child<<<1, 1>>>(p) : child<<<2, 1>>>(p);", id="conditional-operator"),
        pytest.param(f"if (n) {{ {LAUNCH} return; }} {LAUNCH}", id="return-between"),
        pytest.param(f"if (n) {{ if (p) {{ {LAUNCH} }} return; }} {LAUNCH}", id="return-after-inner-if"),
        pytest.param("if (n) { return child<<<1, 1>>>(p); } " + LAUNCH, id="returned"),
        pytest.param(f"do {{ {LAUNCH} }} while (0);", id="do-once"),
        pytest.param(f"for (int i = 0; i < n; ++i) p[i] = i; {LAUNCH}", id="after-loop"),
        pytest.param(f"{LAUNCH} child<<<1, 1, 0, cudaStreamFireAndForget>>>(p);", id="other-stream"),
        pytest.param(f"if (n) goto end; {LAUNCH} end: ;", id="forward-goto"),
        pytest.param(f"switch (n) {{ case 0: {LAUNCH} break; }}", id="one-case"),
        pytest.param(f"p[0] = 1; __syncthreads(); {LAUNCH} __syncthreads();", id="between-barriers"),
        pytest.param(f"for (int i = 0; i < n; ++i) __syncthreads(); {LAUNCH} __syncthreads();", id="barrier-loops"),
        pytest.param(
            f"for (int o = 16; o; o /= 2) n += __shfl_down_sync(~0u, n, o); {LAUNCH} n = __shfl_sync(~0u, n, 0);",
            id="shuffles",
        ),
        pytest.param(f"__syncwarp(); {LAUNCH} __syncwarp();", id="converged-warp"),
        pytest.param(f"if (n) __syncwarp(); {LAUNCH}", id="fence-before-only"),
        pytest.param(f"auto f = [&](int i) {{ p[i] = 1; }}; f(1); {LAUNCH}", id="lambda-without-launch"),
    ],
)
def test_reached_once(tmp_path: Path, body: str) -> None:
    assert set(words(tmp_path, parent(body))) == {"independent"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"for (int i = 0; i < n; ++i) {LAUNCH}", id="for"),
        pytest.param(f"while (n--) {LAUNCH}", id="while"),
        pytest.param(f"do {{ {LAUNCH} }} while (n--);", id="do"),
        pytest.param(f"int a[2] = {{1, 2}}; for (int i : a) {{ n += i; {LAUNCH} }}", id="range-for"),
        pytest.param(f"again: {LAUNCH} if (n--) goto again;", id="backward-goto"),
        pytest.param(f"{LAUNCH} {LAUNCH}", id="sequence"),
        pytest.param(f"if (n) {LAUNCH} {LAUNCH}", id="if-without-else"),
        pytest.param(f"if (n) {LAUNCH} if (!n) {LAUNCH}", id="two-ifs"),
        pytest.param(f"if (n) {{ {LAUNCH} goto other; }} else {{ other: {LAUNCH} }}", id="goto-into-else"),
        pytest.param(f"switch (n) {{ case 0: {LAUNCH} default: {LAUNCH} }}", id="fallthrough"),
        pytest.param(f"switch (n) {{ case 0: {LAUNCH} break; default: {LAUNCH} }}", id="switch-is-not-followed"),
        pytest.param(f"if (n) {{ {LAUNCH} if (p) return; }} {LAUNCH}", id="may-return"),
        pytest.param(f"if (n) {{ return; }} {LAUNCH} {LAUNCH}", id="return-before-both"),
        pytest.param(
            f"switch (n) {{ case 0: if (p) {{ {LAUNCH} break; }} return; }} {LAUNCH}", id="break-skips-the-return"
        ),
        pytest.param("child<<<1, 1>>>(p), child<<<1, 1>>>(p);", id="comma"),
        pytest.param(f"__syncthreads(); for (int i = 0; i < n; ++i) {LAUNCH}", id="barrier-before-loop"),
        pytest.param(f"for (int i = 0; i < n; ++i) {LAUNCH} __syncthreads();", id="barrier-after-loop"),
    ],
)
def test_order_is_kept(tmp_path: Path, body: str) -> None:
    assert set(words(tmp_path, parent(body))) == {"in order"}


def test_in_order_names_the_launches_that_belong_together(tmp_path: Path) -> None:
    apart = "if (p) { child<<<9, 9>>>(p); return; }"
    text = parent(f"{apart} child<<<1, 1>>>(p); child<<<2, 2>>>(p); child<<<3, 3, 0, cudaStreamFireAndForget>>>(p);")
    alone, first, second, free = orders(tmp_path, text)
    assert isinstance(alone, Independent)
    assert isinstance(free, Independent)
    assert isinstance(first, InOrder)
    assert first == second
    assert len(first.launches) == 2


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"{LAUNCH} __syncthreads(); {LAUNCH}", id="barrier-between"),
        pytest.param(f"for (int i = 0; i < n; ++i) {{ {LAUNCH} __syncthreads(); }}", id="barrier-in-loop"),
        pytest.param(f"{LAUNCH} __syncwarp(); {LAUNCH}", id="warp"),
        pytest.param(f"{LAUNCH} n = __shfl_sync(~0u, n, 0); {LAUNCH}", id="shuffle"),
        pytest.param(f"{LAUNCH} n = __ballot_sync(~0u, n); {LAUNCH}", id="vote"),
        pytest.param(f'{LAUNCH} asm volatile("bar.sync 0;"); {LAUNCH}', id="asm"),
        pytest.param(f"{LAUNCH} meet(); {LAUNCH}", id="barrier-in-function"),
        pytest.param(f"{LAUNCH} cooperative_groups::this_thread_block().sync(); {LAUNCH}", id="group"),
        pytest.param(f"{LAUNCH} while (atomicAdd(p, 0) == 0) ; {LAUNCH}", id="spin-between"),
        pytest.param(f"while (atomicAdd(p, 0) != threadIdx.x) ; {LAUNCH} atomicAdd(p, 1);", id="turns"),
        pytest.param(f"if (n) __syncwarp(); {LAUNCH} if (!n) __syncwarp();", id="fences-that-pair"),
        pytest.param(f"if (n) {{ {LAUNCH} return; }} __syncthreads(); {LAUNCH}", id="barrier-after-return"),
        pytest.param(f"{LAUNCH} elsewhere(n); {LAUNCH}", id="unknown-function"),
        pytest.param(f"auto f = [&] {{ __syncthreads(); }}; {LAUNCH} f(); {LAUNCH}", id="barrier-in-lambda"),
    ],
)
def test_threads_that_meet(tmp_path: Path, body: str) -> None:
    text = (
        "#include <cooperative_groups.h>\n__device__ void elsewhere(int);\n"
        "__device__ void meet() { __syncthreads(); }\n" + parent(body)
    )
    assert set(words(tmp_path, text)) == {"SP062"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("T x = T(0) + T(n) + T(); Box<T>::touch(&x);", "independent", id="constructions"),
        pytest.param("T::touch(p);", "independent", id="known-by-name"),
        pytest.param("p->unheard_of(n);", "SP062", id="unknown-by-name"),
        pytest.param("f(n);", "SP062", id="functor"),
    ],
)
def test_templates(tmp_path: Path, body: str, expected: str) -> None:
    box = "template <class T> struct Box { __device__ static void touch(T*) {} };\n"
    kernel = "template <class T, class F> __global__ void parent(T* p, int n, F f) { %s child<<<1, 32>>>((int*)p); }\n"
    assert words(tmp_path, CHILD + box + kernel % body) == [expected]


@pytest.mark.parametrize("work", ["cudaEventRecord(e)", "cudaMemcpyAsync(p, p, 4, cudaMemcpyDeviceToDevice)"])
def test_events_and_copies(tmp_path: Path, work: str) -> None:
    assert words(tmp_path, parent(f"cudaEvent_t e; {LAUNCH} {work};")) == ["SP065"]


def test_children_that_launch(tmp_path: Path) -> None:
    once = "__global__ void parent(int* p) { if (p[0]) nesting<<<1, 1>>>(p); }\n"
    looped = "__global__ void parent(int* p) { while (p[0]--) nesting<<<1, 1>>>(p); }\n"
    through = (
        "__device__ static void helper(int* p) { child<<<1, 1, 0, cudaStreamFireAndForget>>>(p); }\n"
        "__global__ void middle(int* p) { helper(p); }\n"
        "__global__ void parent(int* p) { child<<<1, 1>>>(p); middle<<<1, 1>>>(p); }\n"
    )
    assert words(tmp_path, NESTING + once)[1:] == ["independent"]
    assert words(tmp_path, NESTING + looped)[1:] == ["SP061"]
    assert words(tmp_path, CHILD + through)[1:] == ["SP061", "SP061"]


def test_a_recursive_kernel_is_no_loop(tmp_path: Path) -> None:
    text = "__global__ void tree(int* p, int n) {{ if (n) {0} }}\n"
    assert words(tmp_path, text.format("tree<<<1, 1>>>(p, n - 1);")) == ["independent"]
    assert words(tmp_path, text.format("{ tree<<<1, 1>>>(p, n - 1); tree<<<1, 1>>>(p, n - 1); }")) == ["SP061"] * 2


def test_launches_that_macros_write(tmp_path: Path) -> None:
    repeats = "#define TWICE(x) x; x\n#define EACH(x) for (int i = 0; i < n; ++i) { x; }\n"
    hidden = "#define HIDDEN child<<<1, 1>>>(p)\n"
    assert words(tmp_path, repeats + parent("TWICE(child<<<1, 1>>>(p));")) == ["in order"]
    assert words(tmp_path, repeats + parent("EACH(child<<<1, 1>>>(p))")) == ["in order"]
    assert words(tmp_path, hidden + parent(f"HIDDEN; {LAUNCH}")) == ["SP060"]
    assert words(tmp_path, repeats.replace("x; x", "x; __syncthreads(); x") + parent("TWICE(child<<<1, 1>>>(p));")) == [
        "SP062"
    ]


def test_one_foreign_stream_binds_the_null_stream(tmp_path: Path) -> None:
    assert words(tmp_path, parent(f"{LAUNCH} child<<<1, 1, 0, given>>>(p);")) == ["SP060", "SP060"]


def test_lambdas(tmp_path: Path) -> None:
    assert words(tmp_path, parent(f"auto f = [=] {{ {LAUNCH} }}; f();")) == ["SP064"]
    assert words(tmp_path, parent(f"auto f = [=] {{ {LAUNCH} }}; f(); {LAUNCH}")) == ["SP064", "SP064"]
    free = "child<<<1, 1, 0, cudaStreamFireAndForget>>>(p);"
    assert words(tmp_path, parent(f"auto f = [=] {{ {free} }}; f(); {LAUNCH}")) == ["independent"] * 2
    own = "cudaStream_t s; cudaStreamCreateWithFlags(&s, 1); child<<<1, 1, 0, s>>>(p); cudaStreamDestroy(s);"
    assert words(tmp_path, parent(f"auto f = [=] {{ {own} }}; f();")) == ["independent"]
    assert words(tmp_path, parent(f"struct L {{ __device__ void go(int* p) {{ {LAUNCH} }} }}; L().go(p);")) == ["SP064"]


def test_promises(tmp_path: Path) -> None:
    unit = unit_of(
        tmp_path,
        parent("for (;;) { child<<<1, 1>>>(p); } child<<<1, 1>>>(p); child<<<1, 1, 0, cudaStreamTailLaunch>>>(p);"),
    )
    launches = device_launches(unit)
    looped, last, tail = launches
    promised = [(looped.path, looped.chevrons.open.begin), (tail.path, tail.chevrons.open.begin)]
    facts = OrderFacts(Reach(unit), promised)
    assert [word(facts.stream_order(launch)) for launch in launches] == ["independent", "independent", "SP063"]
    assert word(OrderFacts(Reach(unit)).stream_order(last)) == "in order"


def test_diagnostics_stand_at_the_launch(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, parent("child<<<1, 1, 0, given>>>(p);"))
    (launch,) = device_launches(unit)
    ordering = OrderFacts(Reach(unit)).stream_order(launch)
    assert isinstance(ordering, OrderUnknown)
    assert ordering.diagnostic.offset == launch.offset
    assert "'given'" in ordering.diagnostic.text
    assert OrderFacts(Reach(unit)).stream(launch).spelling == "given"


def test_each_body_is_read_once(tmp_path: Path) -> None:
    helpers = "".join(
        f"__device__ static void h{i}(int* p) {{ p[{i}] = 1; {f'h{i - 1}(p);' if i else ''} }}\n" for i in range(20)
    )
    kernels = "".join(
        f"__global__ void k{i}(int* p) {{ h19(p); child<<<1, 1>>>(p); if (p[0]) child<<<2, 1>>>(p); }}\n"
        for i in range(20)
    )
    unit = unit_of(tmp_path, CHILD + helpers + kernels)
    asked: Counter[str] = Counter()

    def counting(function: Function) -> Node | None:
        asked[function.key] += 1
        return unit.body_of(function)

    facts = OrderFacts(Reach(replace(unit, body_of=counting)))
    found = [facts.stream_order(launch) for launch in device_launches(unit)]
    assert {word(ordering) for ordering in found} == {"in order"}
    assert set(asked.values()) == {1}
    assert sum(function.space is Space.GLOBAL for function in unit.functions.values()) == 21
