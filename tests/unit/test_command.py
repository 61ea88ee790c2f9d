"""nvcc command lines are read as nvcc reads them."""

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spawnc.command import (
    DEFAULT_ARCH,
    CompileCommand,
    clang_arguments,
    find_compile_commands,
    load_compile_commands,
    parse_command,
)
from spawnc.command.options import OPTIONS, Role, Value
from spawnc.command.words import scan, split_list
from spawnc.errors import SourceError, UsageError


def parse(text: str, directory: Path | None = None, **environment: str) -> CompileCommand:
    return parse_command(shlex.split(text), directory=directory, environment=environment)


def clang(text: str) -> list[str]:
    return list(clang_arguments(parse(text)))


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        pytest.param("-DX", ["-DX"], id="joined"),
        pytest.param("-D X=1", ["-DX=1"], id="separate"),
        pytest.param("-D=X", ["-DX"], id="equals"),
        pytest.param("--define-macro X=1,Y=2", ["-DX=1", "-DY=2"], id="long-list"),
        pytest.param("--define-macro=X", ["-DX"], id="long-equals"),
        pytest.param("""'-DX="a,b",Y'""", ['-DX="a,b"', "-DY"], id="quoted-comma"),
        pytest.param(r"""'-DF(x\,y)=x'""", ["-DF(x,y)=x"], id="escaped-comma"),
        pytest.param("-UX -DX=1 -UY", ["-UX", "-DX=1", "-UY"], id="order-kept"),
        pytest.param("-I foo,bar -I=baz -I/x", ["-Ifoo", "-Ibar", "-Ibaz", "-I/x"], id="include-paths"),
        pytest.param("-isystem=a,b", ["-isystem", "a", "-isystem", "b"], id="system-include-paths"),
        pytest.param("--system-include a", ["-isystem", "a"], id="long-system-include-path"),
        pytest.param("-include pre.h", ["-include", "pre.h"], id="pre-include"),
        pytest.param("-rdc=true", ["-D__CUDACC_RDC__"], id="rdc"),
        pytest.param("-rdc=true --relocatable-device-code=false", [], id="rdc-last-wins"),
        pytest.param("-dc", ["-D__CUDACC_RDC__"], id="dc"),
        pytest.param("--extended-lambda", ["-D__CUDACC_EXTENDED_LAMBDA__"], id="extended-lambda"),
        pytest.param("-expt-extended-lambda", ["-D__CUDACC_EXTENDED_LAMBDA__"], id="old-extended-lambda"),
        pytest.param("--expt-relaxed-constexpr", ["-D__CUDACC_RELAXED_CONSTEXPR__"], id="relaxed-constexpr"),
        pytest.param("-G", ["-D__CUDACC_DEBUG__"], id="device-debug"),
        pytest.param("-ewp", ["-D__CUDACC_EWP__"], id="whole-program"),
        pytest.param("-default-stream per-thread", ["-DCUDA_API_PER_THREAD_DEFAULT_STREAM"], id="per-thread-stream"),
        pytest.param("-default-stream=legacy", [], id="legacy-stream"),
        pytest.param("-Xcompiler -fopenmp,-Wall", ["-fopenmp"], id="host-list"),
        pytest.param("-Xcompiler '-O3 -mavx2'", ["-mavx2"], id="host-words"),
        pytest.param("--compiler-options='-DX -D Y'", ["-D", "X", "-D", "Y"], id="host-macros"),
        pytest.param("-Xcompiler -I,inc", ["-I", "inc"], id="host-value-in-next-item"),
        pytest.param("-Xcompiler -march=native", ["-march=native"], id="host-native"),
        pytest.param("-Xcompiler -march=znver9", [], id="unknown-cpu-would-stop-clang"),
        pytest.param("-forward-unknown-to-host-compiler -fopenmp -fPIC", ["-fopenmp"], id="forwarded"),
        pytest.param("-mavx2", ["-mavx2"], id="not-nvcc's-m"),
        pytest.param(
            "-O3 -lineinfo -t4 -m64 -g -w -lcudadevrt -L/x -Xptxas -v,-O3 --threads 4 -ccbin g++-12"
            " -maxrregcount=32 -use_fast_math -Xcudafe --diag_suppress=1 -MD -MF x.d -keep",
            [],
            id="of-no-use-to-a-parser",
        ),
    ],
)
def test_clang_arguments(given_text: str, expected: list[str]) -> None:
    assert clang(f"nvcc {given_text} a.cu") == ["-std=gnu++17", *expected]


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("-std=c++20", "-std=gnu++20"),
        ("--std c++14", "-std=gnu++14"),
        ("-Xcompiler -std=c++20", "-std=gnu++20"),
        ("-std=c++17 -Xcompiler -std=c++20", "-std=gnu++17"),
    ],
)
def test_standard(given_text: str, expected: str) -> None:
    assert clang(given_text) == [expected]


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("", DEFAULT_ARCH),
        ("-arch=sm_80", 80),
        ("-arch sm_90a", 90),
        ("--gpu-architecture=compute_100f", 100),
        ("-arch=native", DEFAULT_ARCH),
        ("-arch=all-major", DEFAULT_ARCH),
        ("-gencode arch=compute_80,code=sm_86 -gencode=arch=compute_75,code=sm_75", 75),
        ('"--generate-code=arch=compute_80,code=[compute_80,sm_80]"', 80),
        ("-arch=compute_80 -code=sm_90", 80),
    ],
)
def test_arch_is_the_oldest_virtual_one(given_text: str, expected: int) -> None:
    assert parse(f"{given_text} -c a.cu").arch == expected


def test_sources_output_and_the_arguments_for_a_program() -> None:
    command = parse("nvcc -O3 -DX -c a.cu b.cu main.cpp util.o -o out/app -MD -MF a.d -odir o -arch sm_90")
    assert command.sources == (Path("a.cu"), Path("b.cu"))
    assert command.output == Path("out/app")
    assert command.nvcc_arguments == ("-O3", "-DX", "main.cpp", "util.o", "-arch", "sm_90")


@pytest.mark.parametrize("compiler", ["", "nvcc ", "/opt/cuda-13.0/bin/nvcc ", "ccache nvcc "])
def test_the_compiler_may_be_named(compiler: str) -> None:
    command = parse(f"{compiler}-O3 a.cu")
    assert command.sources == (Path("a.cu"),)
    assert command.nvcc_arguments == ("-O3",)


def test_language_option_makes_cuda_of_any_source() -> None:
    assert parse("nvcc -x cu -c a.cpp").sources == (Path("a.cpp"),)
    assert parse("nvcc -c a.cpp").sources == ()


def test_given_sources_come_first_and_once() -> None:
    command = parse_command(["b.cu", "a.cu"], sources=[Path("a.cu")], environment={})
    assert command.sources == (Path("a.cu"), Path("b.cu"))


def test_paths_are_relative_to_the_directory() -> None:
    command = parse("nvcc -Iinc -I/abs -isystem s -Xcompiler -iquote,q -o a.o a.cu", Path("/w"))
    assert command.sources == (Path("/w/a.cu"),)
    assert command.output == Path("/w/a.o")
    assert list(clang_arguments(command))[1:] == [
        *("-iquote", "/w/q"),
        *("-I/w/inc", "-I/abs"),
        *("-isystem", "/w/s"),
    ]


def test_pre_include_beside_the_command_wins_over_the_include_path(tmp_path: Path) -> None:
    (tmp_path / "pre.h").touch()
    command = parse("nvcc -include pre.h,other.h a.cu", tmp_path)
    assert list(clang_arguments(command))[1:] == [
        *("-include", str(tmp_path / "pre.h")),
        *("-include", "other.h"),
    ]


def test_file_without_flags() -> None:
    command = CompileCommand.for_file(Path("a.cu"))
    assert command.sources == (Path("a.cu"),)
    assert clang_arguments(command) == ("-std=gnu++17",)
    assert command.arch == DEFAULT_ARCH


def test_what_is_unknown_is_named_and_kept_for_nvcc_only() -> None:
    command = parse("nvcc -fPIC --new-nvcc-flag -Xcompiler -Wall a.cu")
    assert command.dropped == ("-fPIC", "--new-nvcc-flag", "-Wall")
    assert clang_arguments(command) == ("-std=gnu++17",)
    assert command.nvcc_arguments == ("-fPIC", "--new-nvcc-flag", "-Xcompiler", "-Wall")


def test_environment_flags_surround_the_command() -> None:
    command = parse("nvcc -DB a.cu", NVCC_PREPEND_FLAGS='-DA="x y" -std=c++14', NVCC_APPEND_FLAGS="-UB -std=c++20")
    assert command.macros == ('-DA="x y"', "-DB", "-UB")
    assert command.standard == "c++20"
    assert command.nvcc_arguments == ("-DB",), "nvcc reads its environment itself"


@pytest.mark.parametrize("form", ["@f.rsp", "--options-file f.rsp", "-optf=f.rsp", "-optf f.rsp"])
def test_response_files(tmp_path: Path, form: str) -> None:
    (tmp_path / "f.rsp").write_text('-I"some dir" -DX=1\n@g.rsp')
    (tmp_path / "g.rsp").write_text("-DY")
    command = parse(f"nvcc {form} -DZ a.cu", tmp_path)
    assert command.include_paths == (tmp_path / "some dir",)
    assert command.macros == ("-DX=1", "-DY", "-DZ")
    assert command.nvcc_arguments == ("-Isome dir", "-DX=1", "-DY", "-DZ")


def test_response_file_errors(tmp_path: Path) -> None:
    (tmp_path / "self.rsp").write_text("@self.rsp")
    (tmp_path / "quote.rsp").write_text('-DX="')
    with pytest.raises(UsageError, match=r"can't read response file '.*none\.rsp'"):
        parse("nvcc @none.rsp", tmp_path)
    with pytest.raises(UsageError, match="nested too deep"):
        parse("nvcc @self.rsp", tmp_path)
    with pytest.raises(UsageError, match="No closing quotation"):
        parse("nvcc @quote.rsp", tmp_path)


def test_missing_value() -> None:
    with pytest.raises(UsageError, match="'-I' needs a value"):
        parse("nvcc a.cu -I")


ITEM = st.text(st.characters(codec="ascii", exclude_characters='",\\'), min_size=1)


@given(st.lists(ITEM, min_size=1))
def test_comma_lists_round_trip(items: list[str]) -> None:
    assert split_list(",".join(items)) == tuple(items)


NAMES_WITH_VALUE = sorted(
    name for name, option in OPTIONS.items() if option.value is not Value.NONE and option.role is not Role.OPTIONS_FILE
)


@given(
    st.sampled_from(NAMES_WITH_VALUE),
    st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1),
)
def test_a_separate_value_and_one_after_equals_mean_the_same(name: str, value: str) -> None:
    (separate,) = scan([name, value], Path())
    (equals,) = scan([f"{name}={value}"], Path())
    assert (separate.role, separate.values) == (equals.role, equals.values)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0@"), max_size=8), max_size=6))
def test_any_arguments_parse_or_are_refused(arguments: list[str]) -> None:
    try:
        command = parse_command(arguments, environment={})
    except UsageError as error:
        assert "needs a value" in str(error) or "response file" in str(error)  # noqa: PT017
    else:
        assert clang_arguments(command)[0].startswith("-std=")


def write_database(folder: Path, *entries: object) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "compile_commands.json"
    path.write_text(json.dumps(entries))
    return path


def test_compile_commands(tmp_path: Path) -> None:
    path = write_database(
        tmp_path / "build",
        {"directory": str(tmp_path), "file": "a.cu", "command": "nvcc -DX='\"s t\"' -Iinc -c a.cu -o a.o"},
        {
            "directory": "sub",
            "file": "../b.cc",
            "arguments": ["nvcc", "-x", "cu", "-rdc=true", "../b.cc"],
        },
        {"directory": str(tmp_path), "file": "host.cpp", "command": "g++ -c host.cpp"},
    )
    commands = load_compile_commands(path)
    assert commands == load_compile_commands(path.parent)
    first, second = commands
    assert first.sources == (tmp_path / "a.cu",)
    assert first.macros == ('-DX="s t"',)
    assert first.include_paths == (tmp_path / "inc",)
    assert second.sources == (tmp_path / "build/sub/../b.cc",)
    assert second.relocatable


def test_compile_commands_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"can't read '.*compile_commands\.json'") as caught:
        load_compile_commands(tmp_path)
    assert "CMAKE_EXPORT_COMPILE_COMMANDS" in caught.value.hint
    path = tmp_path / "compile_commands.json"
    for text, message in [
        ("[{", "is not JSON"),
        ("{}", "holds no list"),
        ("[3]", "entry 1: expected"),
        ('[{"directory": ".", "file": "a.cu"}]', "entry 1: expected"),
        ('[{"directory": ".", "file": "a.cu", "command": "nvcc \'"}]', "entry 1: expected"),
    ]:
        path.write_text(text)
        with pytest.raises(SourceError, match=message):
            load_compile_commands(tmp_path)


def test_the_nearest_compile_commands_is_found(tmp_path: Path) -> None:
    source = tmp_path / "project" / "src" / "a.cu"
    source.parent.mkdir(parents=True)
    assert find_compile_commands(source) is None
    outer = write_database(tmp_path)
    assert find_compile_commands(source) == outer
    inner = write_database(tmp_path / "project")
    assert find_compile_commands(source) == inner
