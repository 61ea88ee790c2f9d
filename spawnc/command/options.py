"""nvcc's options as a table: their names, how they take a value, and what spawnc reads in them.

Source: `nvcc --help` of CUDA 13.0; tests/unit/test_command_options.py compares it with the nvcc at hand.
"""

from dataclasses import dataclass
from enum import Enum, auto


class Role(Enum):
    """What a word of the command line means to spawnc."""

    DEFINE = auto()
    UNDEFINE = auto()
    INCLUDE_PATH = auto()
    SYSTEM_INCLUDE = auto()
    PRE_INCLUDE = auto()
    STANDARD = auto()
    LANGUAGE = auto()
    ARCHITECTURE = auto()
    GENERATE_CODE = auto()
    RELOCATABLE = auto()
    EXTENDED_LAMBDA = auto()
    RELAXED_CONSTEXPR = auto()
    DEVICE_DEBUG = auto()
    WHOLE_PROGRAM = auto()
    DEFAULT_STREAM = auto()
    HOST_OPTIONS = auto()
    OPTIONS_FILE = auto()
    OUTPUT = auto()
    #: Says what else is written, and where: dependency files, the folder of objects.
    SIDE_OUTPUT = auto()
    #: Stops nvcc before the link, or asks for another product than a program.
    PHASE = auto()
    #: `-dc`: such a phase, and relocatable device code.
    DEVICE_OBJECT = auto()
    #: Known to nvcc, of no use to a parser.
    OTHER = auto()
    #: Not an option: a source, an object, a library.
    INPUT = auto()
    #: Not an option of nvcc: for the host compiler, or a mistake.
    UNKNOWN = auto()


class Value(Enum):
    """How an option takes its value: `--name value`, `--name=value`; one-letter names also `-nvalue`."""

    NONE = auto()
    ONE = auto()
    #: Values separated by commas.
    LIST = auto()


@dataclass(frozen=True, slots=True)
class Option:
    role: Role
    value: Value
    #: All names, dashes included.
    names: tuple[str, ...]


def _options(role: Role, value: Value, *names: str) -> tuple[Option, ...]:
    """One option for each text of space-separated names."""
    return tuple(Option(role, value, tuple(text.split())) for text in names)


_TABLE = (
    *_options(Role.DEFINE, Value.LIST, "--define-macro -D"),
    *_options(Role.UNDEFINE, Value.LIST, "--undefine-macro -U"),
    *_options(Role.INCLUDE_PATH, Value.LIST, "--include-path -I"),
    *_options(Role.SYSTEM_INCLUDE, Value.LIST, "--system-include -isystem"),
    *_options(Role.PRE_INCLUDE, Value.LIST, "--pre-include -include"),
    *_options(Role.STANDARD, Value.ONE, "--std -std"),
    *_options(Role.LANGUAGE, Value.ONE, "--x -x"),
    *_options(Role.ARCHITECTURE, Value.ONE, "--gpu-architecture -arch"),
    *_options(Role.GENERATE_CODE, Value.ONE, "--generate-code -gencode"),
    *_options(Role.RELOCATABLE, Value.ONE, "--relocatable-device-code -rdc"),
    *_options(
        Role.EXTENDED_LAMBDA,
        Value.NONE,
        "--extended-lambda -extended-lambda",
        "--expt-extended-lambda -expt-extended-lambda",
    ),
    *_options(Role.RELAXED_CONSTEXPR, Value.NONE, "--expt-relaxed-constexpr -expt-relaxed-constexpr"),
    *_options(Role.DEVICE_DEBUG, Value.NONE, "--device-debug -G"),
    *_options(Role.WHOLE_PROGRAM, Value.NONE, "--extensible-whole-program -ewp"),
    *_options(Role.DEFAULT_STREAM, Value.ONE, "--default-stream -default-stream"),
    *_options(Role.HOST_OPTIONS, Value.LIST, "--compiler-options -Xcompiler"),
    *_options(Role.OPTIONS_FILE, Value.LIST, "--options-file -optf"),
    *_options(Role.OUTPUT, Value.ONE, "--output-file -o"),
    *_options(
        Role.PHASE,
        Value.NONE,
        "--compile -c",
        "--cubin -cubin",
        "--cuda -cuda",
        "--device-link -dlink",
        "--device-w -dw",
        "--fatbin -fatbin",
        "--generate-dependencies -M",
        "--generate-nonsystem-dependencies -MM",
        "--lib -lib",
        "--link -link",
        "--ltoir -ltoir",
        "--optix-ir -optix-ir",
        "--preprocess -E",
        "--ptx -ptx",
        "--run -run",
        "--tilebc -tilebc",
        "--tilecubin -tilecubin",
        "--tilefatbin -tilefatbin",
    ),
    *_options(Role.DEVICE_OBJECT, Value.NONE, "--device-c -dc"),
    *_options(
        Role.SIDE_OUTPUT,
        Value.NONE,
        "--generate-dependencies-with-compile -MD",
        "--generate-dependency-targets -MP",
        "--generate-nonsystem-dependencies-with-compile -MMD",
    ),
    *_options(
        Role.SIDE_OUTPUT,
        Value.ONE,
        "--dependency-output -MF",
        "--dependency-target-name -MT",
        "--output-directory -odir",
    ),
    *_options(
        Role.OTHER,
        Value.ONE,
        "--Ofast-compile -Ofc",
        "--apply-controls -apply-controls",
        "--archive-options -Xarchive",
        "--archiver-binary -arbin",
        "--brief-diagnostics -brief-diag",
        "--compiler-bindir -ccbin",
        "--compress-mode -compress-mode",
        "--cudadevrt -cudadevrt",
        "--cudart -cudart",
        "--dependency-drive-prefix -ddp",
        "--device-entity-has-hidden-visibility -device-entity-has-hidden-visibility",
        "--device-stack-protector -device-stack-protector",
        "--diag-error -diag-error",
        "--diag-suppress -diag-suppress",
        "--diag-warn -diag-warn",
        "--dopt -dopt",
        "--drive-prefix -dp",
        "--entries -e",
        "--fdevice-sanitize -fdevice-sanitize",
        "--fdevice-time-trace -fdevice-time-trace",
        "--fdevice-time-trace-granularity -fdevice-time-trace-granularity",
        "--fmad -fmad",
        "--fmax-errors -fmax-errors",
        "--frandom-seed -frandom-seed",
        "--ftemplate-backtrace-limit -ftemplate-backtrace-limit",
        "--ftemplate-depth -ftemplate-depth",
        "--ftz -ftz",
        "--gpu-code -code",
        "--host-linker-script -hls",
        "--input-drive-prefix -idp",
        "--jump-table-density -jtd",
        "--keep-dir -keep-dir",
        "--libdevice-directory -ldir",
        "--library -l",
        "--library-path -L",
        "--linker-options -Xlinker",
        "--machine -m",
        "--maxrregcount -maxrregcount",
        "--nvlink-options -Xnvlink",
        "--nvprune-options -Xnvprune",
        "--optimization-info -opt-info",
        "--optimize -O",
        "--prec-div -prec-div",
        "--prec-sqrt -prec-sqrt",
        "--ptxas-options -Xptxas",
        "--run-args -run-args",
        "--sanitize -sanitize",
        "--split-compile -split-compile",
        "--split-compile-extended -split-compile-extended",
        "--static-global-template-stub -static-global-template-stub",
        "--stdlib -stdlib",
        "--target-directory -target-dir",
        "--threads -t",
        "--tile-preview -tile-preview",
        "--tileiras-options -Xtileiras",
        "--time -time",
        "--Werror -Werror",
        "-Xcudafe",
    ),
    *_options(
        Role.OTHER,
        Value.NONE,
        "--Wconversion -Wconversion",
        "--Wdefault-stream-launch -Wdefault-stream-launch",
        "--Wext-lambda-captures-this -Wext-lambda-captures-this",
        "--Wmissing-launch-bounds -Wmissing-launch-bounds",
        "--Wno-deprecated-declarations -Wno-deprecated-declarations",
        "--Wno-deprecated-gpu-targets -Wno-deprecated-gpu-targets",
        "--Wreorder -Wreorder",
        "--allow-unsupported-compiler -allow-unsupported-compiler",
        "--augment-host-linker-script -aug-hls",
        "--clean-targets -clean",
        "--compile-as-tools-patch -astoolspatch",
        "--concat -concat",
        "--debug -g",
        "--disable-warnings -w",
        "--display-error-number -err-no",
        "--dlink-time-opt -dlto",
        "--dont-use-profile -noprof",
        "--dryrun -dryrun",
        "--enable-tile -enable-tile",
        "--extra-device-vectorization -extra-device-vectorization",
        "--fdevice-syntax-only -fdevice-syntax-only",
        "--force-cl-env-setup -force-cl-env-setup",
        "--forward-unknown-opts -forward-unknown-opts",
        "--forward-unknown-to-host-compiler -forward-unknown-to-host-compiler",
        "--forward-unknown-to-host-linker -forward-unknown-to-host-linker",
        "--gen-opt-lto -gen-opt-lto",
        "--generate-line-info -lineinfo",
        "--help -h",
        "--jobserver -jobserver",
        "--keep -keep",
        "--keep-device-functions -keep-device-functions",
        "--list-gpu-arch -arch-ls",
        "--list-gpu-code -code-ls",
        "--lto -lto",
        "--m64 -m64",
        "--no-align-double",
        "--no-compress -no-compress",
        "--no-device-link -nodlink",
        "--no-display-error-number -no-err-no",
        "--no-exceptions -noeh",
        "--no-host-device-initializer-list -nohdinitlist",
        "--no-host-device-move-forward -nohdmoveforward",
        "--objdir-as-tempdir -objtemp",
        "--profile -pg",
        "--qpp-config -qpp-config",
        "--relocatable-link -r",
        "--relocatable-ptx -reloc-ptx",
        "--resource-usage -res-usage",
        "--restrict -restrict",
        "--save-temps -save-temps",
        "--shared -shared",
        "--source-in-ptx -src-in-ptx",
        "--use-local-env -use-local-env",
        "--use_fast_math -use_fast_math",
        "--verbose -v",
        "--version -V",
        # of CUDA 13.5
        "--prune -prune",
        "--safety-compatibility -safety-compat",
        "--simt-only -simt-only",
        "--skip-ptx-semantics-check -skip-ptx-semantics-check",
        "--tile-only -tile-only",
        "--utf-8 -utf-8",
        "--verbose2 -v2",
    ),
)

#: Every option by each of its names.
OPTIONS = {name: option for option in _TABLE for name in option.names}
