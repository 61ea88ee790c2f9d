"""The translator changes what g++ can't read, and nothing else."""

from __future__ import annotations

import pytest

from spawnc.cpu.translate import translate
from spawnc.errors import SourceError

OWN = b"/spawnc/include/spawn_cpu"


def translated(text: str) -> str:
    """A main file's translation, without its line marker."""
    marker = '# 1 "x.cu"\n'
    result = translate((marker + text).encode(), OWN).decode()
    assert result.startswith(marker)
    return result.removeprefix(marker)


@pytest.mark.parametrize(
    ("cuda", "cpp"),
    [
        ("k<<<1, n>>>(d);", "(spawn_cpu::configure(1, n), k(d));"),
        ("k<<<{1, 2}, b, 0, s>>>();", "(spawn_cpu::configure({1, 2}, b, 0, s), k());"),
        (
            "if (a) ::n::k<T, (3 > 2)><<<g, b>>>(d); else b;",
            "if (a) (spawn_cpu::configure(g, b), ::n::k<T, (3 > 2)>(d)); else b;",
        ),
        (
            "return A<T>::template k<int> <<<1, 1>>> (d);",
            "return (spawn_cpu::configure(1, 1), A<T>::template k<int> (d));",
        ),
        ("(*f)<<<1, 1>>>(d);", "(spawn_cpu::configure(1, 1), (*f)(d));"),
        ("if (c) (*f)<<<1, 1>>>(d);", "if (c) (spawn_cpu::configure(1, 1), (*f)(d));"),
        ("table[i]<<<1, 1>>>(d);", "(spawn_cpu::configure(1, 1), table[i](d));"),
        ("a.b->k<<<1, 1>>>(d);", "(spawn_cpu::configure(1, 1), a.b->k(d));"),
        (
            "k<<<1, f(d)>>>([=] { j<<<2, 2>>>(d); return 4; }());",
            "(spawn_cpu::configure(1, f(d)), k([=] { (spawn_cpu::configure(2, 2), j(d)); return 4; }()));",
        ),
        ('"k<<<1, 1>>>(d)"; // k<<<1, 1>>>(d)', '"k<<<1, 1>>>(d)"; // k<<<1, 1>>>(d)'),
    ],
)
def test_launches(cuda: str, cpp: str) -> None:
    assert translated(cuda) == cpp


@pytest.mark.parametrize(
    ("cuda", "cpp"),
    [
        (
            "__global__ void k(int* d, int n = f(1, 2)) { d[0] = n; }",
            ' void k(int* d, int n = f(1, 2)) { spawn_cpu::kernel("k", [=]() mutable -> void { d[0] = n; }, d, n); }',
        ),
        (
            "template <class... A> __global__ __attribute__((x)) void k(A... a, int) { }",
            "template <class... A>  __attribute__((x)) void k(A... a, int) "
            '{ spawn_cpu::kernel("k", [=]() mutable -> void { }, a...); }',
        ),
        (
            "template <> __global__ void k<T<(1 > 0)>>(int (*f)(int), unsigned) { }",
            "template <>  void k<T<(1 > 0)>>(int (*f)(int), unsigned) "
            '{ spawn_cpu::kernel("k", [=]() mutable -> void { }, f); }',
        ),
        (
            "__global__ auto k(int n) -> void { }",
            ' auto k(int n) -> void { spawn_cpu::kernel("k", [=]() mutable -> void { }, n); }',
        ),
        ("__global__ void k(int);", " void k(int);"),
        ("friend __global__ void k(int), j();", "friend  void k(int), j();"),
    ],
)
def test_kernels(cuda: str, cpp: str) -> None:
    assert translated(cuda) == cpp


@pytest.mark.parametrize(
    ("cuda", "cpp"),
    [
        (
            "__shared__ T<1, 2> a[4][N], b;",
            "static T<1, 2> a[4][N], b; "
            "static const spawn_cpu::SharedObject spawn_cpu_shared_a(a), spawn_cpu_shared_b(b);",
        ),
        ("static __shared__ int a;", "static  int a; static const spawn_cpu::SharedObject spawn_cpu_shared_a(a);"),
        ("extern __shared__ int d[];", 'extern  int d[] __asm__("spawn_cpu_dynamic_shared");'),
        (
            "void f() { extern __shared__ alignas(8) char d[]; }",
            "void f() {    char (&d)[] = spawn_cpu::dynamic_shared(); }",
        ),
    ],
)
def test_shared_memory(cuda: str, cpp: str) -> None:
    assert translated(cuda) == cpp


@pytest.mark.parametrize(
    ("ptx", "cpp"),
    [
        ('asm("mov.u32 %0, %%laneid;" : "=r"(lane))', "((lane) = spawn_cpu::lane_id())"),
        ('asm volatile("bar.sync 0;" ::: "memory")', "(__syncthreads())"),
        ('asm("membar.gl;")', "(__threadfence())"),
        (
            'asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(f(p, 1)) : "memory")',
            "((a) = reinterpret_cast<volatile uint64_t*>(uint64_t(f(p, 1)))[0], "
            "(b) = reinterpret_cast<volatile uint64_t*>(uint64_t(f(p, 1)))[1])",
        ),
        (
            'asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" :: "l"(p), "r"(x))',
            "(reinterpret_cast<volatile uint32_t*>(uint64_t(p))[0] = (x))",
        ),
        (
            'asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" :: "l"(p), "l"(x))',
            "(atomicAdd(reinterpret_cast<uint64_t*>(p), x))",
        ),
    ],
)
def test_inline_ptx(ptx: str, cpp: str) -> None:
    assert translated(f"{ptx};") == f"{cpp};"


def test_unknown_ptx_is_refused_with_its_place() -> None:
    with pytest.raises(SourceError, match=r"x\.cu:2:2: this inline PTX"):
        translated('\n asm("wgmma.fence.sync.aligned;");')


def test_names_that_are_not_ascii() -> None:
    text = r'__shared__ int t\U000000e4fel[2]; f("\U000000e4");'
    shared = "static const spawn_cpu::SharedObject spawn_cpu_shared_täfel(täfel);"
    assert translated(text) == f'static int täfel[2]; {shared} f("\\U000000e4");'


def test_lines_keep_their_numbers() -> None:
    text = 'a::\nk<\nint>\n<<<1,\n1>>>\n(d\n);\nasm volatile(\n"membar.gl;"\n:::\n"memory");\nlast'
    assert translated(text).split("\n").index("last") == text.split("\n").index("last")


def test_kernels_in_void_pointers_keep_their_types() -> None:
    assert translated("cudaLaunchKernel((void*)k, g, b, a);") == "cudaLaunchKernel(k, g, b, a);"
    assert translated("cudaFuncGetAttributes(&a, (const void*)k<int>);") == "cudaFuncGetAttributes(&a, k<int>);"


def test_system_headers_stay_as_they_are() -> None:
    text = (
        b'# 1 "x.cu"\n'
        b'# 1 "/usr/include/a.h" 1 3 4\n__attribute__((__noinline__)) int f<<<1>>>;\n'
        b'# 2 "x.cu" 2\n__noinline__ int g = \n# 2 "x.cu" 3 4\n__null\n# 2 "x.cu"\n; k<<<1, 1>>>();\n'
        b'# 1 "' + OWN + b'/atomics.h" 1\nj<<<1, 1>>>();\n# 3 "x.cu" 2\n'
    )
    assert translate(text, OWN) == text.replace(b"__noinline__ int g", b"__attribute__((__noinline__)) int g").replace(
        b"k<<<1, 1>>>()", b"(spawn_cpu::configure(1, 1), k())"
    )


def test_kernels_that_launch_are_told_apart() -> None:
    """As no graph may have them in a conditional body."""
    text = "__global__ void a() { b<<<1, 1>>>(); }\n__global__ void b() { }\nvoid c() { a<<<1, 1>>>(); }"
    lines = translated(text).splitlines()
    assert 'spawn_cpu::kernel<true>("a", ' in lines[0]
    assert 'spawn_cpu::kernel("b", ' in lines[1]


@pytest.mark.parametrize(
    ("cuda", "cpp"),
    [
        ("p.func = (void*)k<T>;", "p.func = spawn_cpu::kAddress->*k<T>;"),
        ("p->func = reinterpret_cast<void*>(k);", "p->func = spawn_cpu::address_of(k);"),
        ("p.func = f;", "p.func = f;"),
        ("p.other = (void*)k;", "p.other = (void*)k;"),
    ],
)
def test_kernels_of_nodes_are_known_by_their_address(cuda: str, cpp: str) -> None:
    assert translated(cuda) == cpp
