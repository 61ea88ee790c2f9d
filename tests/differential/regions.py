"""Random host loops and sequences of launches, and what they leave behind, as one program."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

SUPPORT = """\
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

__global__ void add(int* x, int value, int n) {
  const int i = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 3 + value + gridDim.x;
}
__global__ void mix(const int* in, int* out, int salt, int n) {
  const int i = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + in[(i + 1) % n] * 5 + salt + gridDim.x;
}
template <typename T>
__global__ void tick(int* trips, T* flag, int stop) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    ++*trips;
    *flag = static_cast<T>(*trips < stop ? (stop - *trips) % 100 : 0);
  }
}

#define BLOCKS(items, threads) (((items) + (threads)-1) / (threads))
template <typename T>
__global__ void shrink(const int* in, int* out, int count, T* left, int salt) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int i = block * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * 3 + salt + gridDim.x * 5 + gridDim.y + gridDim.z;
  if (i == 0) *left = static_cast<T>(count > 0 ? count - count / 3 - 1 : 0);
}
__global__ void fold(const int* in, int* out, unsigned count, int salt) {
  __shared__ int part[32];
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  part[threadIdx.x] = in[(block + threadIdx.x) % 300];
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(&out[500 + block % 100], part[0] + static_cast<int>(count) + salt);
}

#define CHECK_LAUNCH()                                                  \\
  do {                                                                  \\
    const cudaError_t error = cudaGetLastError();                       \\
    if (error != cudaSuccess) std::puts(cudaGetErrorString(error));     \\
  } while (0)
void check_launch(const char* what) {
  const cudaError_t error = cudaPeekAtLastError();
  if (cudaSuccess != error) std::puts(what);
}

struct Memory {
  int *a, *b, *trips;
  void *flag, *pinned;
  cudaStream_t stream;
};

void print(const char* name, const Memory& memory, int n, double flag, long one, long trips, bool swapped) {
  std::vector<int> x(n), y(n);
  cudaDeviceSynchronize();
  cudaMemcpy(x.data(), memory.a, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), memory.b, n * sizeof(int), cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum = sum * 31 + x[i] * 7 + y[i];
  std::printf("%s %u flag %g counters %ld %ld%s %s\\n", name, sum, flag, one, trips, swapped ? " swapped" : "",
              cudaGetErrorString(cudaGetLastError()));
}
"""

MAIN = """\
int main() {
  Memory memory;
  cudaMalloc(&memory.a, 4096);
  cudaMalloc(&memory.b, 4096);
  cudaMalloc(&memory.trips, sizeof(int));
  cudaMalloc(&memory.flag, 8);
  cudaMallocHost(&memory.pinned, 8);
  cudaStreamCreate(&memory.stream);
  cudaMemset(memory.a, 1, 4096);
  cudaMemset(memory.b, 2, 4096);
  for (int repeat = 0; repeat < 4; ++repeat) {
CALLS
  }
  return 0;
}
"""

_TYPES = ("bool", "int", "unsigned char", "float", "double", "long long", "unsigned")


@dataclass(frozen=True, slots=True)
class RegionProgram:
    """One function with one region."""

    name: str
    text: str
    kind: str


def generate_region(seed: int) -> RegionProgram:
    """The region of a seed."""
    draw = random.Random(seed)
    name = f"region_{seed}"
    kind = draw.choices((_loop, _sequence, _waiting, _branch), (6, 2, 1, 2))[0]
    program = kind(draw, name)
    return replace(program, text=_placed(draw, name, program.text))


def generate_worklist(seed: int) -> RegionProgram:
    """The loop of a seed whose launches take its scalar."""
    draw = random.Random(seed)
    program = _worklist(draw, f"worklist_{seed}")
    return replace(program, text=_placed(draw, program.name, program.text))


def _placed(draw: random.Random, name: str, text: str) -> str:
    """A function as it is, as a template, or with its region in a lambda."""
    place = draw.choice(("plain", "plain", "template", "lambda"))
    if place == "template":
        plain = text.replace(f"void {name}(", f"void {name}_of(", 1)
        call = f"void {name}(Memory& memory, int n, int stop) {{ {name}_of<int>(memory, n, stop); }}"
        return f"template <typename T>\n{plain}{call}\n"
    if place == "lambda":
        head, _, body = text.partition("{\n")
        return f"{head}{{\n  const auto run = [&] {{\n{body.rstrip()};\n  run();\n}}\n"
    return text


def source_of(programs: list[RegionProgram]) -> str:
    """A program that runs all of them, some times each."""
    calls = "\n".join(f"    {program.name}(memory, 20 + 7 * repeat, 3 + 4 * repeat);" for program in programs)
    return "\n".join([SUPPORT, *(program.text for program in programs), MAIN.replace("CALLS", calls)])


def _stream_after(stream: str) -> str:
    return f", {stream}" if stream else ""


def _work(draw: random.Random, stream: str, salts: list[str], *, swaps: bool) -> list[str]:
    """Some statements that put work into the stream."""
    after = _stream_after(stream)
    # the last one has more blocks than run at once, on the CPU, of which the last do what there is to do
    configuration = draw.choice(("(n + 31) / 32, 32", "dim3((n + 15) / 16), dim3(16, 1)", "grid, 32", "n + 150, 1"))
    launch = f"{configuration}, 0{after}" if stream else configuration
    salt = draw.choice(salts)
    mixes = swaps or draw.random() < 0.5
    pieces = [f"mix<<<{launch}>>>(a, b, {salt}, n);" if mixes else f"add<<<{launch}>>>(a, {salt}, n);"]
    if draw.random() < 0.4:
        pieces.append(f"for (int inner = 0; inner < stop % 3; ++inner) add<<<{launch}>>>(memory.b, inner, n);")
    if draw.random() < 0.4:
        one, trips = (f"add<<<{launch}>>>(memory.{buffer}, 5, n);" for buffer in "ab")
        pieces.append(f"if (stop % 2)\n      {one}\n    else\n      {trips}")
    if draw.random() < 0.3:
        pieces.append(f"cudaMemsetAsync(memory.b + n / 2, {draw.randrange(4)}, 8{after});")
    if draw.random() < 0.3:
        pieces.append(f"cudaMemcpyAsync(memory.b, memory.a, 16, cudaMemcpyDeviceToDevice{after});")
    if draw.random() < 0.3:
        pieces.append("cudaGetLastError();")
    draw.shuffle(pieces)
    return pieces


def _checks(name: str) -> tuple[str, ...]:
    """What looks for an error of the launches before it."""
    return (
        "CHECK_LAUNCH();",
        f'check_launch("{name}");',
        f'if (cudaGetLastError() != cudaSuccess) std::puts("{name}");',
        "const cudaError_t error = cudaGetLastError();\n    if (error) std::puts(cudaGetErrorString(error));",
        f'status = cudaPeekAtLastError();\n    if (cudaSuccess != status) {{\n      std::puts("{name}");\n    }}',
        f'if ((status = cudaGetLastError()) != cudaSuccess) std::puts("{name}");',
        "if (cudaError_t error = cudaGetLastError()) std::puts(cudaGetErrorString(error));",
    )


def _change(name: str, step: int) -> str:
    if abs(step) > 1:
        return f"{name} += {step};"
    return f"++{name};" if step > 0 else f"--{name};"


@dataclass(frozen=True, slots=True)
class _Scalar:
    """The value that is copied back."""

    type_name: str
    stream: str
    is_pinned: bool

    @property
    def value(self) -> str:
        return "*flag" if self.is_pinned else "flag"

    @property
    def address(self) -> str:
        return "flag" if self.is_pinned else "&flag"

    @property
    def declaration(self) -> str:
        if self.is_pinned:
            return f"auto* flag = static_cast<{self.type_name}*>(memory.pinned);\n  *flag = 1;"
        return f"{self.type_name} flag = 1;"

    def reset(self, draw: random.Random) -> list[str]:
        stays = f"device, &never, sizeof({self.type_name}) * 1, cudaMemcpyHostToDevice{_stream_after(self.stream)}"
        if draw.random() < 0.3:
            return [f"cudaMemcpyAsync({stays});"]
        value = draw.choice(("false", "true") if self.type_name == "bool" else ("0", "1"))
        what = f"device, {self.address}, sizeof({self.type_name}), cudaMemcpyHostToDevice{_stream_after(self.stream)}"
        return [f"{self.value} = {value};", f"cudaMemcpyAsync({what});"]

    def copy_back(self, draw: random.Random) -> list[str]:
        what = f"{self.address}, device, sizeof({self.type_name}), cudaMemcpyDeviceToHost"
        if self.stream or draw.random() < 0.5:
            wait = f"cudaStreamSynchronize({self.stream or 'nullptr'});"
            return [f"cudaMemcpyAsync({what}{_stream_after(self.stream)});", wait]
        return [f"cudaMemcpy({what});"]


def _loop(draw: random.Random, name: str) -> RegionProgram:
    kind = draw.choice(("do", "while", "for", "for break", "endless"))
    scalar = _Scalar(draw.choice(_TYPES), draw.choice(("", "memory.stream")), draw.random() < 0.4)
    counters = {"one": draw.choice((1, 2, -1)), **({"trips": draw.choice((1, -3))} if draw.random() < 0.5 else {})}
    salts = ["7", "stop", "one", "one + 2", "3 + one", "one - stop", *(["trips"] if "trips" in counters else [])]
    swap = draw.choice(("", "std::swap(a, b);", "int* c = a;\n    a = b;\n    b = c;"))
    early: list[str] = []
    late: list[str] = []
    for counter, step in counters.items():
        if not (counter == "one" and kind.startswith("for")):
            (early if draw.random() < 0.3 else late).append(_change(counter, step))
    limit = f"one {'<' if counters['one'] > 0 else '>'} {counters['one'] * 9}"
    test = draw.choice((scalar.value, f"{scalar.value} > 0", f"{scalar.value} != 0"))
    derived: list[str] = []
    if draw.random() < 0.4:
        derived.append(f"root = sqrt(static_cast<double>({scalar.value}));")
        derived += ["root = root - 0.5;"] if draw.random() < 0.5 else []
        test = draw.choice(("root > 0", f"root >= 0.25 && {test}"))
    if scalar.type_name == "float" and draw.random() < 0.6:
        derived.append(f"const float norm = std::sqrt({scalar.value});")
        derived.append("root = norm;")
        test = "root > 0.75"
    leave = f"!({test if derived else scalar.value})"
    counted = [f"{counter} == {step * 5}" for counter, step in counters.items() if _change(counter, step) in early]
    leave = " || ".join([leave, *(each for each in counted if draw.random() < 0.5)])
    test = f"{test} && {limit}" if draw.random() < 0.4 else test
    checks = draw.choice(("", *_checks(name)))
    body = [
        *early,
        *(scalar.reset(draw) if draw.random() < 0.5 else []),
        *_work(draw, scalar.stream, salts, swaps=bool(swap)),
        f"tick<<<1, 32, 0, {scalar.stream or 0}>>>(memory.trips, device, stop);",
        *([checks] if checks else []),
        *scalar.copy_back(draw),
        *derived,
        *([f"if ({leave}) break;"] if kind in ("for break", "endless") else []),
        *late,
        *([swap] if swap else []),
    ]
    head, tail = {
        "do": ("do {", f"}} while ({test});"),
        "while": (f"while ({test}) {{", "}"),
        "for": (f"for (; {test}; one += {counters['one']}) {{", "}"),
        "for break": (f"for (one = 0; {limit}; one += {counters['one']}) {{", "}"),
        "endless": ("while (true) {", "}"),
    }[kind]
    inside = "\n    ".join(body)
    text = f"""\
void {name}(Memory& memory, int n, int stop) {{
  int *a = memory.a, *b = memory.b;
  {scalar.type_name}* device = static_cast<{scalar.type_name}*>(memory.flag);
  int one = 0, trips = 0;
  [[maybe_unused]] cudaError_t status;
  double root = 1;
  [[maybe_unused]] const {scalar.type_name} never = 0;
  [[maybe_unused]] const dim3 grid((n + 31) / 32);
  {scalar.declaration}
  cudaMemset(memory.trips, 0, sizeof(int));
  cudaDeviceSynchronize();
  {head}
    {inside}
  {tail}
  print("{name}", memory, n, {scalar.value} + root * 1000, one, trips, a != memory.a);
}}
"""
    return RegionProgram(name, text, f"loop, {kind}")


def _waiting(draw: random.Random, name: str) -> RegionProgram:
    """A loop of launches that waits in each trip, and looks at nothing."""
    stream = draw.choice(("", "memory.stream"))
    waits = ["cudaDeviceSynchronize();", f"cudaStreamSynchronize({stream or 'nullptr'});"]
    body = ["grid.x = (n + 31 + k) / 32;"]
    for _ in range(draw.randint(1, 3)):
        work = [each for each in _work(draw, stream, ["7", "stop", "one", "k"], swaps=True) if "LastError" not in each]
        body += [*work, draw.choice(waits)]
    body += [draw.choice(("", *_checks(name), "++one;"))]
    inside = "\n    ".join(body)
    text = f"""\
void {name}(Memory& memory, int n, int stop) {{
  int *a = memory.a, *b = memory.b;
  int one = 0;
  [[maybe_unused]] cudaError_t status;
  dim3 grid(1);
  for (int k = 0; k < stop % 5; ++k) {{
    {inside}
  }}
  int first = 0;
  cudaMemcpy(&first, memory.a, sizeof(int), cudaMemcpyDeviceToHost);
  print("{name}", memory, n, first % 100, one, grid.x, a != memory.a);
}}
"""
    return RegionProgram(name, text, "waiting")


def _sequence(draw: random.Random, name: str) -> RegionProgram:
    stream = draw.choice(("", "memory.stream"))
    lines: list[str] = []
    for number in range(draw.randint(3, 4)):
        lines += _work(draw, stream, ["7", "stop", "one", "n - one", "half"], swaps=True)
        lines.append(draw.choice(("one += 2;", f"half = n * one / {number + 2};", "std::swap(a, b);", "++one;")))
    inside = "\n  ".join(lines)
    text = f"""\
void {name}(Memory& memory, int n, int stop) {{
  int *a = memory.a, *b = memory.b;
  int one = 0, half = n;
  [[maybe_unused]] const dim3 grid((n + 31) / 32);
  {inside}
  print("{name}", memory, n, half, one, stop, a != memory.a);
}}
"""
    return RegionProgram(name, text, "sequence")


def _branch(draw: random.Random, name: str) -> RegionProgram:
    """A branch that the device may decide, as nobody looks at the value afterwards."""
    scalar = _Scalar(draw.choice(_TYPES), draw.choice(("", "memory.stream")), is_pinned=False)
    salts = ["7", "stop", "one", "n - one"]

    def side() -> str:
        # what a loop or an `if` in it would do is the host's
        plain = [work for work in _work(draw, scalar.stream, salts, swaps=True) if not work.startswith(("for", "if"))]
        inside = "\n    ".join(plain)
        return f"{{\n    {inside}\n  }}"

    test = draw.choice(("flag", "flag > 5", "flag < half", "!(flag > one)"))
    trips = f" else {side()}" if draw.random() < 0.6 else ""
    body = [
        f"tick<<<1, 32, 0, {scalar.stream or 0}>>>(memory.trips, device, stop);",
        *_work(draw, scalar.stream, salts, swaps=True),
        *scalar.copy_back(draw),
        f"if ({test}) {side()}{trips}",
        *(_work(draw, scalar.stream, salts, swaps=True) if draw.random() < 0.5 else []),
    ]
    inside = "\n  ".join(body)
    text = f"""\
void {name}(Memory& memory, int n, int stop) {{
  int *a = memory.a, *b = memory.b;
  {scalar.type_name}* device = static_cast<{scalar.type_name}*>(memory.flag);
  {scalar.type_name} flag;
  int one = stop / 3;
  [[maybe_unused]] const int half = stop / 2;
  [[maybe_unused]] const dim3 grid((n + 31) / 32);
  if (stop % 4) cudaMemset(memory.trips, 0, sizeof(int));
#pragma spawn graph
  {inside}
  print("{name}", memory, n, 0, one, stop, a != memory.a);
}}
"""
    return RegionProgram(name, text, "branch")


def _worklist(draw: random.Random, name: str) -> RegionProgram:
    """A loop whose scalar is the size of the next trip's work, which may become 0 before the loop ends."""
    kind = draw.choice(("do", "while", "for", "for break", "endless"))
    stream = draw.choice(("", "memory.stream"))
    scalar = _Scalar(draw.choice(("int", "unsigned", "long long")), stream, draw.random() < 0.4)
    after, size = _stream_after(stream), scalar.value
    grids = [f"({size} + 15) / 16", f"BLOCKS({size}, 16)", "blocks", "shape", f"dim3({size} / 20 + 1, 2, 3)"]
    grids += [f"{{static_cast<unsigned>({size}), 2}}", f"std::max<{scalar.type_name}>({size} / 8, 1)", "(stop + 7) / 8"]
    salts = ["7", "stop", "one", "one + 2", *(["trip"] if kind.startswith("for") else [])]
    declared = [
        f"const {scalar.type_name} blocks = ({size} + 15) / 16;",
        "const dim3 shape(static_cast<unsigned>(blocks), 1 + stop % 2);",
    ]

    def launch(kernel: str, arguments: str) -> str:
        return f"{kernel}<<<{draw.choice(grids)}, 16, 0{after or ', 0'}>>>({arguments});"

    count = draw.choice((size, size, "stop"))
    work = [launch("shrink", f"a, b, {size}, device, {draw.choice(salts)}")]
    if draw.random() < 0.5:
        fold = launch("fold", f"a, b, {count}, {draw.choice(salts)}")
        work.append(f"if (stop % 2) {fold}" if draw.random() < 0.3 else fold)
    draw.shuffle(work)
    limit = "one < 8 + stop"
    counts_early = kind in ("for break", "endless")
    test = draw.choice((f"{size} > 0", f"{size} > 0 && {limit}", limit))
    checks = draw.choice(("", *_checks(name)))
    body = [
        *(["++one;"] if counts_early else []),
        *(declared if draw.random() < 0.5 or any("blocks" in each or "shape" in each for each in work) else []),
        *([f"cudaMemsetAsync(device, 0, sizeof({scalar.type_name}){after});"] if draw.random() < 0.6 else []),
        *work,
        *([checks] if checks else []),
        *scalar.copy_back(draw),
        *([f"if (!({test})) break;"] if counts_early else []),
        *draw.choice((["std::swap(a, b);"], ["int* c = a;", "a = b;", "b = c;"], [])),
        *([] if counts_early else ["++one;"]),
    ]
    head, tail = {
        "do": ("do {", f"}} while ({test});"),
        "while": (f"while ({test}) {{", "}"),
        "for": (f"for (int trip = stop, last = 40; {test} && trip < last; trip += 2) {{", "}"),
        "for break": ("for (int trip = 2 * n; trip > 0; --trip) {", "}"),
        "endless": ("while (true) {", "}"),
    }[kind]
    inside = "\n    ".join(each for each in body if each)
    text = f"""\
void {name}(Memory& memory, int n, int stop) {{
  int *a = memory.a, *b = memory.b;
  {scalar.type_name}* device = static_cast<{scalar.type_name}*>(memory.flag);
  int one = 0;
  [[maybe_unused]] cudaError_t status;
  {scalar.declaration}
  {size} = {draw.choice(("5 * n + stop", "5 * n + stop", "stop % 8 == 3 ? 0 : 5 * n"))};
  cudaDeviceSynchronize();
  {head}
    {inside}
  {tail}
  print("{name}", memory, 700, {size}, one, stop, a != memory.a);
}}
"""
    return RegionProgram(name, text, f"worklist, {kind}")
