"""Programs made of fragments, with noise between the tokens: whatever they are, spawnc keeps its promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spawnc.command import parse_command
from spawnc.errors import SpawncError
from spawnc.settings import Settings
from tests import case as cases

#: Child kernels; each is launched as NAME with the arguments `d, n`. Noise goes where a blank is.
CHILDREN = (
    "__global__ void NAME ( int * d , int n ) { int i = threadIdx.x ; if ( i < n ) d [ i ] += 1 ; }",
    "static __global__ void NAME ( int * d , int ) { d [ 0 ] = blockDim.x ; }",
    "template < class T > __global__ void NAME ( T * d , int n = 3 ) { d [ n ] = T ( 1 ) ; }",
    'extern "C" __global__ void NAME ( int * d , int n ) { if ( n > 3 ) return ; d [ n ] = 1 ; }',
    "__global__ void __launch_bounds__ ( 64 ) NAME ( int * d , const int n ) { __shared__ int s [ 64 ] ; "
    "s [ threadIdx.x ] = d [ threadIdx.x ] ; __syncthreads ( ) ; d [ threadIdx.x ] = s [ 63 - threadIdx.x ] + n ; }",
    "__global__ void NAME ( int * d , int n ) ; __device__ int NAME##_help ( int a ) { return a + threadIdx.x ; } "
    "__global__ void NAME ( int * d , int n ) { d [ NAME##_help ( n ) ] = 1 ; }",
    "__global__ void NAME ( int * d , int n ) { d [ n ] = __activemask ( ) ; }",
    "__global__ void NAME ( int * d , int n ) ;",
    "namespace inner { __global__ void NAME ( int * d , int n ) { d [ n ] = 2 ; } } using inner :: NAME ;",
)
LAUNCHES = (
    "NAME <<< 1 , 32 >>> ( d , n )",
    "NAME <<< ( n + 31 ) / 32 , dim3 ( 32 , 1 ) >>> ( d , n )",
    "NAME <<< { 1 , 2 } , { 32 } >>> ( d , n )",
    "NAME <<< n >> 2 , 32 , 0 , cudaStreamFireAndForget >>> ( d , n )",
    "NAME <<< 1 , 32 , 0 , cudaStreamTailLaunch >>> ( d , n )",
    "NAME <<< CONFIGURATION >>> ( d , n )",
    "( NAME ) <<< 1 , 32 >>> ( d , n )",
    "NAME <<< 1 , 32 >>> ( d , [ & ] { return n ; } ( ) )",
    "NAME <<< 1 , 32 >>> ARGUMENTS",
    "NAME <<< 1 , 32 > > > ( d , n )",
    "LAUNCH ( NAME , d , n )",
)
CONTEXTS = (
    "LAUNCH_HERE ;",
    "if ( n ) LAUNCH_HERE ; else d [ 0 ] = 1 ;",
    "for ( int k = 0 ; k < n ; ++ k ) LAUNCH_HERE ;",
    "do LAUNCH_HERE ; while ( 0 ) ;",
    "n > 1 ? LAUNCH_HERE : ( void ) 0 ;",
    "RUN ( LAUNCH_HERE ) ;",
    "auto f = [ & ] { LAUNCH_HERE ; } ; f ( ) ;",
    "return LAUNCH_HERE ;",
    "\n#pragma spawn independent threshold(8)\n LAUNCH_HERE ;",
    "\n#pragma spawn keep\n LAUNCH_HERE ;",
    "\n#if 0\n LAUNCH_HERE ;\n#endif\n",
    "\n#ifdef __CUDA_ARCH__\n LAUNCH_HERE ;\n#endif\n",
    '/* <<< */ const char * s = "<<<" ; LAUNCH_HERE ; ( void ) s ;',
    "__syncthreads ( ) ; LAUNCH_HERE ;",
)
HOLDERS = (
    "__global__ void parentN ( int * d , int n ) { BODY }",
    "template < class T > __global__ void parentN ( T * d , int n ) { BODY }",
    "static __device__ void helperN ( int * d , int n ) { BODY } __global__ void parentN ( int * d , int n ) "
    "{ helperN ( d , n ) ; }",
    "__host__ __device__ void parentN ( int * d , int n ) { BODY }",
    "void parentN ( int * d , int n ) { BODY }",
    "struct HolderN { __device__ void go ( int * d , int n ) { BODY } } ;",
)
MACROS = (
    "#define CONFIGURATION 1, 32\n#define ARGUMENTS (d, n)\n#define RUN(...) do { __VA_ARGS__; } while (0)\n"
    "#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)\n"
)
NOISE = st.sampled_from((" ", " ", " ", " ", "\n", "\t", " /* a, b */ ", " // c <<<\n", " /* ( */ ", "\n\n", " \\\n"))


def noisy(draw: st.DrawFn, text: str) -> str:
    """A fragment with something between its tokens; preprocessor lines stay as they are."""
    pieces = []
    for line in text.split("\n"):
        if line.startswith("#"):
            pieces.append(f"\n{line}\n")
        else:
            pieces += [word + draw(NOISE) for word in line.split(" ") if word]
    return "".join(pieces)


@st.composite
def programs(draw: st.DrawFn) -> bytes:
    count = draw(st.integers(1, 3))
    parts = [MACROS]
    for number in range(count):
        fragment = draw(st.sampled_from(CHILDREN)).replace("NAME##_help", f"help{number}")
        parts.append(noisy(draw, fragment.replace("NAME", f"child{number}")) + "\n")
    for number in range(draw(st.integers(1, 3))):
        body = ""
        for _ in range(draw(st.integers(0, 2))):
            launch = draw(st.sampled_from(LAUNCHES)).replace("NAME", f"child{draw(st.integers(0, count - 1))}")
            context = draw(st.sampled_from(CONTEXTS)).replace("LAUNCH_HERE", launch)
            body += "{ " + context + " } "
        holder = draw(st.sampled_from(HOLDERS)).replace("BODY", body)
        for name in ("parentN", "helperN", "HolderN"):
            holder = holder.replace(name, f"{name[:-1]}{number}")
        parts.append(noisy(draw, holder) + "\n")
    text = "".join(parts)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.integers(0, 3)) == 0:
        text = "\ufeff" + text
    return text.encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def rewrite(folder: Path, program: bytes, *, line_directives: bool) -> cases.Rewrite:
    path = folder / "program.cu"
    path.write_bytes(program)
    command = parse_command([], sources=[path], environment={})
    return cases.rewrite(str(path), command, Settings(line_directives=line_directives))


# a program takes half a second
@settings(max_examples=settings().max_examples // 4)
@given(program=programs(), line_directives=st.booleans())
def test_promises_hold(folder: Path, program: bytes, line_directives: bool) -> None:
    try:
        result = rewrite(folder, program, line_directives=line_directives)
    except SpawncError:
        return
    cases.check_promises(result)
    output = result.outputs.get(str(folder / "program.cu"))
    if output is None:
        return
    if b"\r\n" in program:
        assert output.count(b"\n") == output.count(b"\r\n")
    assert rewrite(folder, output, line_directives=line_directives).outputs == {}
