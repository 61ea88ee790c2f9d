"""The commands besides `rewrite`, and what all of them share."""

import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

import spawnc
from spawnc.build import include_dir
from spawnc.cli import app
from spawnc.command import CompileCommand
from spawnc.diagnostics import RULES
from spawnc.errors import ToolError
from spawnc.toolchain import Gpu, HostCompiler, Nvcc, Toolchain

SOURCE = """\
__global__ void leaf(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = n; }
__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void again(int *out, int n) {
  if (n > 0) again<<<1, 1, 0, cudaStreamFireAndForget>>>(out, n - 1);
}
__device__ void helper(int *out, int n) {
  leaf<<<(n + 31) / 32,
         32, 0, cudaStreamFireAndForget>>>(out, n);
}
__global__ void parent(int *out, int n) {
  helper(out, n);
#pragma spawn keep
  leaf<<<1, 32>>>(out, n);
  warp<<<1, 32>>>(out);
  again<<<1, 1, 0, cudaStreamFireAndForget>>>(out, n);
}
int main() {
  parent<<<1, 1>>>(nullptr, 5);
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
        monkeypatch.delenv(name, raising=False)
    Path("a.cu").write_text(SOURCE)
    return tmp_path


def call(*arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout, stderr."""
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def inventory(*arguments: str) -> dict[str, Any]:
    code, out, err = call("list", "--format", "json", *arguments)
    assert (code, err) == (0, "")
    document: dict[str, Any] = json.loads(out)
    jsonschema.validate(document, json.loads(resources("spawnc.report").joinpath("list.schema.json").read_text()))
    return document


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "list"]], ids=["alone", "with a command"])
def test_version(arguments: Sequence[str]) -> None:
    ended = subprocess.run([sys.executable, "-m", "spawnc", *arguments], capture_output=True, text=True, check=True)
    libclang = importlib.metadata.version("libclang")
    assert ended.stdout == f"spawnc {spawnc.__version__} (libclang {libclang})\n"
    assert ended.stderr == ""


def test_version_imports_nothing_heavy() -> None:
    text = (
        "import sys; sys.argv = ['spawnc', '--version']; from spawnc.__main__ import main; main(); print(*sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert not {"typer", "rich", "clang", "jinja2"} & set(ended.stdout.split())


def test_a_command_imports_only_its_own_module() -> None:
    script = (
        "import sys; from spawnc.cli import app; app(sys.argv[1:], standalone_mode=False); "
        "print(*(name for name in sys.modules if name.startswith(('spawnc.commands.', 'pydantic'))), sep='\\n')"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script, "explain", "SP001"], capture_output=True, text=True, check=True
    ).stdout
    loaded = {line for line in shown.splitlines() if line.startswith(("spawnc.commands.", "pydantic"))}
    assert "spawnc.commands.explain" in loaded
    assert not loaded & {"spawnc.commands.rewrite", "spawnc.commands.list", "spawnc.commands.build", "pydantic"}


@pytest.mark.parametrize(("name", "said"), [("rewrit", "Did you mean 'rewrite'?"), ("frobnicate", "No such command")])
def test_unknown_command(name: str, said: str) -> None:
    code, _, shown = call(name)
    assert code == 2
    assert said in shown


def test_include_dir() -> None:
    assert call("--include-dir") == (0, f"{include_dir()}\n", "")


@pytest.mark.parametrize(
    "command", [[], *([name] for name in ("rewrite", "list", "explain", "build", "run", "verify", "doctor"))]
)
def test_help_names_every_option_with_a_text(command: list[str]) -> None:
    code, out, _ = call(*command, "--help")
    assert code == 0
    lines = out.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("  -"):
            # a long name has its text on the next line
            assert len(line.split("  ")) > 2 or following.startswith(" " * 10), line


def test_list_has_a_line_for_each_launch_and_totals() -> None:
    code, out, err = call("list", "a.cu")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["place", "parent", "child"]
    assert [line.split()[0] for line in lines[1:-1]] == [
        "a.cu:4:14",
        "a.cu:7:3",
        "a.cu:13:3",
        "a.cu:14:3",
        "a.cu:15:3",
        "a.cu:18:3",
    ]
    assert lines[-1] == "a.cu: 6 launches: 1 host, 3 guarded, 1 kept, 1 refused"


def test_list_with_reasons() -> None:
    _, out, _ = call("list", "a.cu", "-v")
    assert "    child kernel 'warp' uses the warp operation" in out
    assert "    `#pragma spawn keep`\n" in out


def test_list_as_json() -> None:
    document = inventory("a.cu", "--policy", "threshold=8")
    launches = {launch["line"]: launch for launch in document["units"][0]["launches"]}
    assert {line: launch["decision"] for line, launch in launches.items()} == {
        4: "guarded",
        7: "guarded",
        13: "kept",
        14: "refused",
        15: "guarded",
        18: "host",
    }
    assert launches[7] == {
        "path": "a.cu",
        "line": 7,
        "column": 3,
        "last_line": 8,
        "parent": "helper",
        "children": ["leaf"],
        "depth": 1,
        "recursive": False,
        "configuration": {
            "grid": "(n + 31) / 32",
            "block": "32",
            "shared_bytes": "0",
            "stream": "cudaStreamFireAndForget",
        },
        "decision": "guarded",
        "rule": "SP001",
        "why": launches[7]["why"],
        "guard": launches[7]["guard"],
    }
    assert launches[7]["guard"]["policy"] == "threshold=8"
    assert launches[14]["rule"] == "SP030"
    assert document["totals"] == {"launches": 6, "host": 1, "guarded": 3, "kept": 1, "refused": 1}


NO_QUEUE = "'meets' needs whole blocks, and not all its launches say their size with constants"


@pytest.fixture
def carriers() -> str:
    """A source with a launch that can use a queue, and one that can't: no drain has blocks of a size that varies."""
    Path("q.cu").write_text(
        "__global__ void child(int *d) { d[threadIdx.x] = 1; }\n"
        "__global__ void meets(int *d) { __syncthreads(); d[threadIdx.x] = 1; }\n"
        "__global__ void parent(int *d, int n) {\n"
        "  if (n) child<<<1, 32>>>(d);\n"
        "  else meets<<<1, n>>>(d);\n"
        "}\n"
        "cudaStream_t stream();\n"
        "int main() {\n"
        "  parent<<<1, 1>>>(nullptr, 5);\n"
        "  parent<<<1, 1, 0, stream()>>>(nullptr, 5);\n"
        "}\n"
    )
    return "q.cu"


def test_list_tells_carriers_unless_all_are_launches(carriers: str) -> None:
    assert "carrier" not in call("list", carriers, "-v", "--carrier", "launch")[1]
    assert call("list", carriers, "-v", "--carrier", "auto") == call("list", carriers, "-v")
    lines = call("list", carriers)[1].splitlines()
    assert lines[0].split()[-2:] == ["carrier", "decision"]
    assert [line.split()[-3:-1] for line in lines[1:3]] == [["queue", "guarded"], ["launch", "guarded"]]
    said = call("list", carriers, "-v")[1]
    assert "    policy spawn, queue, independent" in said
    assert f"\n    no queue: {NO_QUEUE}\n" in said
    assert "\n    starts the copy of 'parent' that has a queue\n" in said
    assert "\n    starts its kernel without a queue: its stream is an expression" in said


def test_carriers_as_json(carriers: str) -> None:
    def told(*arguments: str) -> list[tuple[str, str | None]]:
        launches = inventory(carriers, *arguments)["units"][0]["launches"]
        guards = [launch["guard"] for launch in launches if launch["guard"]]
        return [(guard["carrier"], guard["carrier_because"]) for guard in guards]

    assert told() == told("--carrier", "auto") == [("queue", None), ("launch", NO_QUEUE)]
    assert told("--carrier", "launch") == [("launch", None), ("launch", None)]
    (warning,) = (
        diagnostic
        for diagnostic in inventory(carriers, "--carrier", "queue")["units"][0]["diagnostics"]
        if diagnostic["severity"] == "warning"
    )
    assert (warning["rule"], warning["line"]) == ("SP091", 5)
    Path("spawnc.toml").write_text("launch-free = true\n")
    assert told() == [("queue", None), ("serial", NO_QUEUE)]


def test_explain_the_carrier(carriers: str) -> None:
    def facts(line: int, carrier: str = "") -> str:
        asked = ("--carrier", carrier) if carrier else ()
        return " ".join(call("explain", f"{carriers}:{line}", *asked)[1].split())

    assert facts(4) == facts(4, "auto")
    assert "carrier: launch workload:" in facts(4, "launch")
    assert "carrier: queue workload:" in facts(4, "auto")
    assert "carrier: launch workload:" in facts(5, "launch")
    assert f"carrier: launch; no queue: {NO_QUEUE} workload:" in facts(5, "auto")
    assert "[SP091]" not in facts(5, "auto")
    assert "[SP091]" in facts(5, "queue")
    assert "why: host launches are not rewritten" in facts(9, "launch")
    assert "why: starts the copy of 'parent' that has a queue" in facts(9, "auto")


def test_depth_and_recursion() -> None:
    Path("deep.cu").write_text(
        "__global__ void d() {}\n"
        "__global__ void c() { d<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "__device__ void call_c() { c<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "__global__ void b() { call_c(); d<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "__global__ void a() { b<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "__global__ void pong();\n"
        "__global__ void ping() { pong<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "__global__ void pong() { ping<<<1, 1, 0, cudaStreamFireAndForget>>>();\n"
        "  d<<<1, 1, 0, cudaStreamFireAndForget>>>(); }\n"
        "void start() { a<<<1, 1>>>(); ping<<<1, 1>>>(); }\n"
    )
    found = [
        (launch["line"], launch["children"], launch["depth"], launch["recursive"])
        for launch in inventory("deep.cu")["units"][0]["launches"]
    ]
    assert found == [
        (2, ["d"], 3, False),
        (3, ["c"], 2, False),
        (4, ["d"], 2, False),
        (5, ["b"], 1, False),
        (7, ["pong"], None, True),
        (8, ["ping"], None, True),
        (9, ["d"], None, False),
        (10, ["a"], 0, False),
        (10, ["ping"], 0, False),
    ]


def test_launch_in_a_header_counts_once() -> None:
    Path("k.cuh").write_text("#pragma once\n" + SOURCE.partition("int main")[0])
    for name in ("one.cu", "two.cu"):
        Path(name).write_text('#include "k.cuh"\n')
    document = inventory("one.cu", "two.cu", "-j1")
    assert [unit["totals"]["launches"] for unit in document["units"]] == [5, 5]
    assert document["totals"]["launches"] == 5


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_is_explained(rule: str) -> None:
    code, out, err = call("explain", rule.lower())
    assert (code, err) == (0, "")
    assert out.startswith(f"{rule} {RULES[rule].severity.value}: ")
    assert " ".join(RULES[rule].why.split()) in " ".join(out.split())
    assert "{" not in out.partition("\n")[0]


@pytest.mark.parametrize("line", [7, 8], ids=["first line", "last line"])
def test_explain_a_guarded_launch(line: int) -> None:
    code, out, _ = call("explain", f"a.cu:{line}")
    assert code == 0
    assert out.startswith("a.cu:7:3: launch of leaf\n")
    for fact in ("guarded [SP001]", "policy:", "order:", "serial body:", "'leaf' runs its body once for each thread"):
        assert fact in out


def test_explain_other_launches() -> None:
    assert "refused [SP030]" in call("explain", "a.cu:14")[1]
    assert "help: put `#pragma spawn keep`" in call("explain", "a.cu:14:3")[1]
    assert "kept [SP002]" in call("explain", "a.cu:13")[1]
    assert "starts the copy of 'parent' that has a queue" in call("explain", "a.cu:18")[1]
    assert "host launches are not rewritten" in call("explain", "a.cu:18", "--carrier", "launch")[1]


def test_explain_regions() -> None:
    Path("r.cu").write_text(
        "__global__ void step(float* x, int* again) { *again = x[0] > 1; x[0] *= 0.5f; }\n"
        "int unknown();\n"
        "void solve(float* x, int* d_again) {\n"
        "  int again = 1;\n"
        "  while (again) {\n"
        "    step<<<1, 1>>>(x, d_again);\n"
        "    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);\n"
        "  }\n"
        "  while (again) {\n"
        "    step<<<unknown(), 1>>>(x, d_again);\n"
        "    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);\n"
        "  }\n"
        "}\n"
    )

    def said(line: int, *asked: str) -> str:
        return " ".join(call("explain", f"r.cu:{line}", *asked)[1].split())

    possible = "r.cu:5:3: loop of host code, to line 8 decision: possible why: it ends by `again`"
    assert said(8).startswith(possible)
    assert "#pragma spawn graph" in said(8)
    assert said(8, "--graphs").startswith(possible.replace("possible", "graph"))
    assert "#pragma spawn graph" not in said(8, "--graphs")
    # a launch, and the region that it is in
    assert said(6).startswith("r.cu:6:5: launch of step decision: host why: host launches are not rewritten")
    assert possible in said(6)
    graphed = "decision: host why: part of the loop of host code at line 5, which becomes a CUDA graph parent: solve"
    assert graphed in said(6, "--graphs")
    assert "why: host launches are not rewritten" in said(10, "--graphs")
    assert said(12).startswith("r.cu:9:3: region of host code, to line 12 decision: refused [SP104] function: solve")
    assert "r.cu:10:12: warning: no graph: the region calls 'unknown'" in said(12)
    assert call("explain", "r.cu:4")[0] == 2


@pytest.mark.parametrize(
    ("target", "code", "said"),
    [
        ("SP199", 2, "did you mean"),
        ("nonsense", 2, "neither a rule nor FILE:LINE"),
        ("a.cu:1", 2, "the nearest ones: a.cu:4, a.cu:7, a.cu:13"),
        ("none.cu:1", 3, "no such file"),
    ],
)
def test_explain_what_is_not_there(target: str, code: int, said: str) -> None:
    ended = call("explain", target)
    assert ended[0] == code
    assert ended[1] == ""
    assert said in ended[2]


class Compiler:
    """Stands in for nvcc: keeps what it was asked to compile."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.command = CompileCommand.for_file(Path())
        self.launch_free = False

    def __call__(
        self, sources: Sequence[Path], output: Path, _: Toolchain, command: CompileCommand, *, launch_free: bool
    ) -> str:
        self.sources = {str(source): source.read_text() for source in sources}
        self.command, self.launch_free = command, launch_free
        output.write_text("#!/bin/sh\nexit 7\n")
        output.chmod(0o755)
        return "nvcc: a warning\n"


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    found = Compiler()
    tools = Toolchain(
        Nvcc(Path("nvcc"), "13.0", Path()), Path("libcudadevrt.a"), HostCompiler(Path("g++"), "g++"), None
    )
    monkeypatch.setattr("spawnc.commands.program.compile_program", found)
    monkeypatch.setattr("spawnc.commands.build.require_toolchain", lambda: tools)
    monkeypatch.setattr("spawnc.commands.run.require_toolchain", lambda: tools)
    monkeypatch.setattr("spawnc.commands.run.require_gpu", lambda: Gpu("GPU", "sm_90", "13.0"))
    monkeypatch.setattr("spawnc.build.require_gpu", lambda: Gpu("GPU", "sm_90", "13.0"))
    return found


def test_build_compiles_rewritten_copies(compiler: Compiler) -> None:
    Path("inc").mkdir()
    Path("inc/k.cuh").write_text("#pragma once\n")
    Path("b.cu").write_text('#include "k.cuh"\n')
    code, out, err = call("build", "a.cu", "b.cu", "-o", "app", "--", "-I", "inc", "-O3")
    assert (code, out) == (0, "")
    assert "nvcc: a warning\n" in err
    assert "a.cu: 6 launches" in err
    assert [Path(path).name for path in compiler.sources] == ["a.cu", "b.cu"]
    assert all("<spawn/queue.cuh>" in text for path, text in compiler.sources.items() if path.endswith("a.cu"))
    copy, *others = compiler.command.nvcc_arguments
    # the copies of headers come before the headers
    assert copy.startswith("-I/")
    assert copy.endswith("/inc")
    assert others == ["-I", "inc", "-O3"]
    assert Path("a.cu").read_text() == SOURCE


def test_build_and_run_count_regions(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spawnc.commands.run.run_program", lambda *_: 0)
    loop = "  while (again) {\n    step<<<1, 1>>>(again);\n    cudaMemcpy(&again, d, 4, cudaMemcpyDeviceToHost);\n  }\n"
    begin = "__global__ void step(int) {}\nvoid solve(int* d) {\n  int again = 1;\n"
    Path("r.cu").write_text(f"{begin}{loop}}}\n")
    Path("wished.cu").write_text(
        f"{begin}#pragma spawn nograph\n{loop}#pragma spawn graph\n{loop.replace('(again);', '(1);')}}}\n"
    )
    for command in (("build", "-o", "app"), ("run",)):
        refused = "1 region of host code: 0 graph, 0 possible, 0 kept, 1 refused\nr.cu: 1 launch: 1 host"
        assert refused in call(*command, "r.cu", "--graphs")[2]
        assert "of host code" not in call(*command, "r.cu")[2]
        assert (
            "2 regions of host code: 1 graph, 0 possible, 1 kept, 0 refused\nwished.cu: 2 launches"
            in (call(*command, "wished.cu")[2])
        )
        assert call(*command, "wished.cu", "-q")[2] == ""
    assert len(compiler.sources) == 1


def test_the_carrier_of_a_build(compiler: Compiler, carriers: str) -> None:
    for asked in ((), ("--carrier", "auto")):
        assert call("build", carriers, "-o", "app", "-q", *asked)[0] == 0
        assert all("parent__queued" in text for text in compiler.sources.values())
    assert call("build", carriers, "-o", "app", "-q", "--carrier", "launch")[0] == 0
    assert all("<spawn/spawn.cuh>" in text for text in compiler.sources.values())
    assert not any("parent__queued" in text for text in compiler.sources.values())
    assert not compiler.launch_free
    assert call("build", carriers, "-o", "app", "-q", "--launch-free")[0] == 0
    assert compiler.launch_free


def test_build_original(compiler: Compiler) -> None:
    assert call("build", "a.cu", "-o", "app", "--original")[0] == 0
    assert compiler.sources == {"a.cu": SOURCE}
    for option in (("--policy", "never"), ("--carrier", "auto"), ("--launch-free",)):
        code, _, err = call("build", "a.cu", "-o", "app", "--original", *option)
        assert code == 2
        assert "exclude each other" in err


@pytest.mark.usefixtures("compiler")
def test_run_ends_with_the_program_s_code(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sequence[str]] = []

    def run_program(program: Path, arguments: Sequence[str]) -> int:
        seen.append(arguments)
        return subprocess.run([program, *arguments], check=False).returncode

    monkeypatch.setattr("spawnc.commands.run.run_program", run_program)
    assert call("run", "a.cu", "-q", "--", "--depth", "3")[0] == 7
    assert call("run", "a.cu", "-q", "--original")[0] == 7
    assert seen == [("--depth", "3"), ()]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "-o", "app"], "no source file is named"),
        (["build", "none.cu", "-o", "app"], "no such file: 'none.cu'"),
        (["run", "a.cu", "--nvcc-args", "'"], "can't be split"),
    ],
)
def test_wrong_builds(arguments: list[str], said: str) -> None:
    code, _, err = call(*arguments)
    assert code == 2
    assert said in err


def test_missing_nvcc(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ToolError("nvcc not found", hint="set CUDA_HOME")

    monkeypatch.setattr("spawnc.commands.build.require_toolchain", missing)
    assert call("build", "a.cu", "-o", "app") == (5, "", "spawnc: error: nvcc not found\nhint: set CUDA_HOME\n")


@pytest.mark.nvcc
def test_nvcc_speaks_of_the_user_s_lines() -> None:
    Path("wrong.cu").write_text(SOURCE + "int broken() { return nothing; }\n")
    code, _, err = call("build", "wrong.cu", "-o", "app")
    assert code == 5
    assert "wrong.cu(20): error" in err


@pytest.mark.nvcc
def test_build_makes_a_program() -> None:
    assert call("build", "a.cu", "-o", "app")[0] == 0
    assert os.access("app", os.X_OK)


def test_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spawnc.doctor.run_doctor", lambda console: console.print("fine") or 5)
    assert call("doctor")[:2] == (5, "fine\n")


@pytest.mark.parametrize(
    ("words", "completed"), [("spawnc re", ["rewrite", "report"]), ("spawnc rewrite --str", ["--strict"])]
)
def test_completion(words: str, completed: list[str]) -> None:
    environment = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_SPAWNC_COMPLETE": "complete_bash"}
    shown = subprocess.run(
        [sys.executable, "-m", "spawnc"], env=os.environ | environment, capture_output=True, text=True, check=True
    ).stdout
    assert shown.split() == completed
