"""Texts that nobody would write, through `spawnc rewrite`: whatever they are, it ends with an exit code and a message.

    python bench/hostile.py [--count 2000] [--seed 0] [--sizes 300 10000] [--jobs 1] [--keep FOLDER]

Mutants of the golden cases, pitfalls, reports and samples, and a few monsters made from nothing. For each of them:
no crash, no hang, no file half written, nothing written at all unless the exit code is 0; the counts add up to the
`<<<` of the text; and a second run changes nothing. Exits with 1 when a promise is broken; `--keep` keeps the text."""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from spawnc.lexer import find_chevrons, tokens

ROOT = Path(__file__).resolve().parent.parent
NAME = "case.cu"
#: Longest time that one run may take, in seconds.
LIMIT = 30
#: Launches, pragmas and the like of one function: what is said of them takes time that grows with their square.
_MANY = 2000
_COUNTS = re.compile(r"(\d+) launch(?:es)?: (\d+) host, (\d+) guarded, (\d+) kept, (\d+) refused")
_NOISE = (
    *(b"\0", b"\xef\xbb\xbf", b"\r", b"\x1a", b"\xff\xfe", b"\f", b"\\\n", b"\\\r\n", b"??/\n", b"<%", b":>"),
    *(b"<<<", b">>>", b"<<<1,1>>>()", b"{", b"}", b"(", b")", b'"', b"'", b'R"x(', b"/*", b"*/", b"//", b"#"),
    *(b"\n#line 7\n", b'\n#line 1 "other.cu"\n', b"\n#line 99999999999\n", b'\n#line 3 "a\\"b\xc3\xa9"\n', b"\n# 5\n"),
    *(b"\n#pragma spawn\n", b"\n#pragma spawn threshold(\n", b"\n#pragma spawn keep keep serial\n"),
    *(b"\n#pragma spawn workload(n))(\n", b"\n#pragma spawn independent \\\n threshold(0x)\n", b"\n#pragma once\n"),
    *(b"\n#if 0\n", b"\n#else\n", b"\n#endif\n", b"\n#ifdef __CUDA_ARCH__\n", b"\n#define child child\n"),
    *(
        b"\n#define int child<<<1,1>>>(\n",
        b'\n#include "case.cu"\n',
        b"\n#include __FILE__\n",
        b"\n#define __global__\n",
    ),
    *(b"template<", b"__global__ ", b"__device__ ", b"[&]{", b"requires true ", b"extern ", b"operator ", b"::"),
)


@dataclass(frozen=True, slots=True)
class Text:
    """One input, by a name that says how it was made."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Run:
    """How one process ended; `status` is its exit code, or minus the number of the signal that ended it."""

    status: int
    said: str
    seconds: float


def corpus() -> tuple[bytes, ...]:
    """The texts that mutants are made of."""
    files = [
        path
        for folder in ("tests/cases", "tests/pitfalls", "tests/reports", "samples")
        for path in sorted((ROOT / folder).rglob("*.cu*"))
    ]
    # of a golden case, the program
    return tuple(re.split(rb"^// ---- .*\n", path.read_bytes(), maxsplit=1, flags=re.MULTILINE)[0] for path in files)


def mutants(seed: int, count: int) -> Iterator[Text]:
    """`count` mutants, the same ones for the same seed."""
    texts = corpus()
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        data, made = chance.choice(texts), []
        for _ in range(chance.choice((1, 1, 2, 3, 6))):
            mutate = chance.choice(_MUTATIONS)
            data = mutate(data, chance, texts)
            made.append(mutate.__name__.strip("_"))
        yield Text(f"{seed}/{number} {'+'.join(made)}", data)


def monsters(sizes: Sequence[int]) -> Iterator[Text]:
    """Texts that are too deep, too long or too many, and files that include themselves."""
    kernel = b"__global__ void child(int* d, int n) { if (threadIdx.x < n) d[0] = n; }\n"
    parent = b"__global__ void parent(int* d, int n) { %s }\n"
    launch = b"child<<<1, 32>>>(d, n);"
    for size in sizes:
        many = min(size, _MANY)
        deep = {
            "parentheses": b"n = " + b"(" * size + b"n" + b")" * size + b";" + launch,
            "braces": b"{" * size + launch + b"}" * size,
            "sums": b"n = n" + b" + n" * size + b";" + launch,
            "arguments": b"child<<<1, 32>>>(d, " + b"n + (" * size + b"n" + b")" * size + b");",
            "configurations": b"child<<<" * many + b"1" + b", 32>>>(d, n)" * many + b";",
            "commas": b"n = (n" + b", n" * size + b");" + launch,
            "chevrons": b"child" + b"<<<" * size,
            "else_ifs": b"if (n) n = 1; " + b"else if (n > 2) n = 2; " * size + launch,
            "statements": b"if (n) " * size + launch,
            "labels": b"".join(b"l%d: " % number for number in range(size)) + launch,
            "lambdas": b"[&] { " * size + launch + b" }();" * size,
            "unary": b"n = " + b"- " * size + b"n;" + launch,
            "subscripts": b"n = " + b"d[" * size + b"0" + b"]" * size + b";" + launch,
            "launches": launch * many,
            "line": launch + b" " * (10 * size) + b"n += 1;",
            "string": b'const char* s = "' + b"<" * (10 * size) + b'"; ' + launch,
            "name": b"int " + b"a" * (10 * size) + b" = 0;" + launch,
            "number": b"n = 1" + b"0" * size + b";" + launch,
        }
        for name, body in deep.items():
            yield Text(f"{size} {name}", kernel + parent % body)
            yield Text(f"{size} {name} in the child", parent.replace(b"parent", b"child") % body)
        yield Text(f"{size} namespaces", b"namespace a { " * size + kernel + parent % launch + b"}" * size)
        yield Text(f"{size} classes", b"struct A { " * size + b"};" * size + kernel + parent % launch)
        yield Text(f"{size} templates", b"template <class T> " * size + kernel + parent % launch)
        yield Text(f"{size} arguments of templates", b"template <class T> struct A {}; A<" * 1 + b"A<" * size + b"int")
        yield Text(f"{size} pointers", kernel.replace(b"int*", b"int" + b"*" * size) + parent % launch)
        yield Text(
            f"{many} parameters",
            b"__global__ void child(" + b", ".join(b"int a%d" % n for n in range(many)) + b") {}\n"
            b"__global__ void parent(int n) { child<<<1, 1>>>(" + b", ".join([b"n"] * many) + b"); }\n",
        )
        calls = b"".join(
            b"__device__ int f%d(int a) { return f%d(a) + threadIdx.x; }\n" % (number, number - 1)
            for number in range(1, size)
        )
        first = b"__device__ int f0(int a) { return threadIdx.x; }\n"
        user = kernel.replace(b"= n", b"= f%d(n)" % (size - 1))
        yield Text(f"{size} helpers", first + calls + user + parent % launch)
        chain = b"".join(
            b"__global__ void k%d(int n) { k%d<<<1, 1>>>(n); }\n" % (number, number - 1) for number in range(1, many)
        )
        yield Text(f"{many} kernels", b"__global__ void k0(int n) {}\n" + chain)
        yield Text(f"{size} conditions", b"#if 1\n" * size + kernel + parent % launch + b"#endif\n" * size)
        yield Text(f"{many} pragmas", kernel + parent % (b"\n#pragma spawn independent\n" * many + launch))
    yield Text("includes itself", kernel + parent % launch + b'#include "case.cu"\n')
    yield Text("includes itself once", b"#pragma once\n" + kernel + parent % launch + b'#include "case.cu"\n')
    yield Text("macro of itself", b"#define child child\n" + kernel + parent % launch)
    yield Text("macros of each other", b"#define a b a b\n#define b a b a\n" + kernel + parent % (launch + b" a;"))
    doubling = b"".join(b"#define m%d m%d m%d\n" % (n, n - 1, n - 1) for n in range(1, 16))
    yield Text("doubling macros", b"#define m0 n++;\n" + doubling + kernel + parent % (launch + b" m15"))
    instances = b"template <int N> struct S { enum { v = S<N - 1>::v + S<N - 2>::v }; };\nint i = S<100000>::v;\n"
    yield Text("templates of themselves", instances + kernel + parent % launch)
    yield Text("empty", b"")
    yield Text("one NUL", b"\0")
    yield Text("chevrons only", b"<<<")


def _truncate(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _behead(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    return data[chance.randrange(len(data) + 1) :]


def _splice(data: bytes, chance: random.Random, texts: Sequence[bytes]) -> bytes:
    other = chance.choice(texts)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _append(data: bytes, chance: random.Random, texts: Sequence[bytes]) -> bytes:
    return data + chance.choice(texts)


def _noise(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(_NOISE) + data[place:]


def _random_byte(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + chance.randrange(2) :]


def _lines(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    return b"".join(_shuffled(data.splitlines(keepends=True), chance))


def _tokens(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    begins = [0, *(token.begin for token in tokens(data)), len(data)]
    return b"".join(_shuffled([data[begin:end] for begin, end in pairwise(begins)], chance))


def _shuffled(parts: list[bytes], chance: random.Random) -> list[bytes]:
    """One part twice, away, or in the place of another."""
    if not parts:
        return parts
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(4):
        case 0:
            return parts[:one] + parts[one + 1 :]
        case 1:
            return [*parts[:one], parts[one], *parts[one:]]
        case 2:
            return [*parts[:one], parts[other], *parts[one + 1 :]]
        case _:
            parts[one], parts[other] = parts[other], parts[one]
            return parts


def _line_ends(data: bytes, chance: random.Random, _texts: Sequence[bytes]) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n", b"\\\n\n", b" ")))


_MUTATIONS: tuple[Callable[[bytes, random.Random, Sequence[bytes]], bytes], ...] = (
    *(_tokens, _tokens, _tokens, _lines, _lines, _noise, _noise),
    *(_truncate, _behead, _splice, _append, _random_byte, _line_ends),
)


def broken_promises(text: Text) -> Iterator[str]:
    """What spawnc does wrong with one text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / NAME
        file.write_bytes(text.data)
        first = rewrite(folder)
        yield from _of_one_run(first)
        result = file.read_bytes()
        if [path.name for path in folder.iterdir()] != [NAME]:
            yield f"files were left behind: {sorted(path.name for path in folder.iterdir())}"
        if first.status != 0:
            if result != text.data:
                yield f"exit code {first.status}, and the file has changed"
            return
        yield from _of_the_counts(first, text)
        if result == text.data:
            return
        again = rewrite(folder)
        yield from _of_one_run(again)
        if again.status != 0 or file.read_bytes() != result:
            yield f"a second run ends with {again.status}: {again.said[-300:]}"


def _of_one_run(run: Run) -> Iterator[str]:
    if run.seconds >= LIMIT:
        yield f"hangs: {run.seconds:.0f} s"
    elif run.status < 0:
        yield f"dies of {signal.Signals(-run.status).name}"
    elif run.status not in (0, 2, 3, 5) or "Traceback" in run.said:
        yield f"exit code {run.status}: {run.said[-600:]}"
    elif not run.said.strip():
        yield f"exit code {run.status} without a message"


def _of_the_counts(run: Run, text: Text) -> Iterator[str]:
    found = [tuple(map(int, match)) for match in _COUNTS.findall(run.said)]
    expected = len(find_chevrons(text.data))
    if len(found) != 1 or found[0][0] != expected or sum(found[0][1:]) != expected:
        yield f"the text has {expected} `<<<`, the summary says {found}"


def rewrite(folder: Path) -> Run:
    """`spawnc rewrite case.cu --in-place` in a folder, in a process of its own."""
    begin = time.monotonic()
    log = folder.parent / f"{folder.name}.log"
    process = os.fork()
    if process == 0:
        _become_spawnc(folder, log)
    status = _wait(process, begin)
    said = log.read_text(errors="replace")
    log.unlink()
    return Run(status, said, time.monotonic() - begin)


def _become_spawnc(folder: Path, log: Path) -> None:
    """In a child process: run the command, never return."""
    code = 70
    try:
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        os.chdir(folder)
        from spawnc.cli import app

        # toolkit headers add nothing here but seconds
        app(["rewrite", NAME, "--in-place", "--headers", "shim"], prog_name="spawnc")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _wait(process: int, begin: float) -> int:
    while time.monotonic() < begin + LIMIT:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(process, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sizes", type=int, nargs="*", default=[300, 10_000], help="of what is nested, long or many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the texts that break a promise")
    options = parser.parse_args()
    # what every child needs is loaded once
    import spawnc.cli
    import spawnc.pipeline  # noqa: F401

    texts = [*monsters(options.sizes), *mutants(options.seed, options.count)]
    totals: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, (text, broken) in enumerate(
            zip(texts, pool.map(lambda text: list(broken_promises(text)), texts), strict=True)
        ):
            for what in broken:
                print(f"{text.name}: {what}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{number}.cu").write_bytes(text.data)
            totals["broken" if broken else "kept"] += 1
    print(f"{len(texts)} texts, {totals['broken']} of them broke a promise")
    return totals["broken"] > 0


if __name__ == "__main__":
    sys.exit(main())
