"""The configuration file: where it is looked for, what it may say, and what wins over it."""

import json
import sys
from importlib.resources import files as resources
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.config import DEFAULTS, Config, config_file_for, make_settings, merge, read_config
from spawnc.decisions import Policy, PolicyKind
from spawnc.errors import UsageError
from spawnc.settings import CarrierChoice

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOURCE = """\
__global__ void leaf(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = n; }
__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void parent(int *out, int n) {
  leaf<<<(n + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(out, n);
}
"""
REFUSED = "__global__ void other(int *out) { warp<<<1, 32>>>(out); }\n"
EVERYTHING = """\
policy = "never"
carrier = "auto"
launch-free = true
graphs = true
headers = "shim"
in-root = "src"
line-directives = false
strict = true

[sites]
"a.cu:4" = "threshold=64"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    Path("a.cu").write_text(SOURCE)
    return tmp_path


def call(*arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout, stderr."""
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def schema() -> object:
    return json.loads(resources("spawnc").joinpath("config.schema.json").read_text())


def test_no_file() -> None:
    assert read_config(None) == Config()


def test_everything_can_be_set(folder: Path) -> None:
    path = folder / "spawnc.toml"
    path.write_text(EVERYTHING)
    config = read_config(path)
    assert config == Config(
        policy="never",
        carrier="auto",
        launch_free=True,
        graphs=True,
        headers="shim",
        in_root=str(folder / "src"),
        line_directives=False,
        strict=True,
        sites={"a.cu:4": "threshold=64"},
        places={
            "policy": f"{path}:1",
            "carrier": f"{path}:2",
            "launch-free": f"{path}:3",
            "graphs": f"{path}:4",
            "headers": f"{path}:5",
            "in-root": f"{path}:6",
            "line-directives": f"{path}:7",
            "strict": f"{path}:8",
            "sites.a.cu:4": f"{path}:11",
        },
    )
    settings = make_settings(config, "")
    assert settings.policy == Policy(PolicyKind.NEVER)
    assert settings.carrier is CarrierChoice.AUTO
    assert settings.launch_free
    assert settings.graphs
    assert settings.site_policies == {"a.cu:4": Policy(PolicyKind.THRESHOLD, 64)}
    assert settings.sites_of_file == {"a.cu:4"}
    assert not settings.line_directives


def test_the_schema_describes_everything() -> None:
    document = tomllib.loads(EVERYTHING)
    jsonschema.validate(document, schema())
    assert set(schema()["properties"]) == set(document)  # type: ignore[index]


def test_the_schema_tells_the_defaults() -> None:
    properties: dict[str, dict[str, object]] = schema()["properties"]  # type: ignore[index]
    said = {name: what["default"] for name, what in properties.items() if "default" in what}
    assert said == {name: getattr(DEFAULTS, name.replace("-", "_")) for name in said}
    assert set(said) == {"policy", "carrier", "launch-free", "graphs", "headers", "line-directives", "strict"}


def test_the_documented_file() -> None:
    text = Path(__file__, "../../../docs/configuration.md").resolve().read_text()
    example = tomllib.loads(text.partition("```toml\n")[2].partition("```")[0])
    jsonschema.validate(example, schema())
    assert set(example) == set(tomllib.loads(EVERYTHING))


def test_pyproject(folder: Path) -> None:
    path = folder / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n\n[tool.spawnc]\nstrict = true\n[tool.spawnc.sites]\n"a.cu:4" = "never"\n')
    assert config_file_for(folder / "a.cu") == path
    config = read_config(path)
    assert (config.strict, config.sites) == (True, {"a.cu:4": "never"})
    assert config.places == {"strict": f"{path}:5", "sites.a.cu:4": f"{path}:7"}


def test_the_nearest_file_counts(folder: Path) -> None:
    inner = folder / "src" / "deep"
    inner.mkdir(parents=True)
    # about another tool: it does not count
    (folder / "src" / "pyproject.toml").write_text('[tool.other]\nabout = "spawnc"\n')
    assert config_file_for(inner / "b.cu") is None
    (folder / "pyproject.toml").write_text("[tool.spawnc]\n")
    assert config_file_for(inner / "b.cu") == folder / "pyproject.toml"
    (folder / "src" / "spawnc.toml").write_text("")
    assert config_file_for(inner / "b.cu") == folder / "src" / "spawnc.toml"
    assert config_file_for(inner) == folder / "src" / "spawnc.toml"


def test_two_files_in_one_folder(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.spawnc]\n")
    (folder / "spawnc.toml").write_text("")
    with pytest.raises(UsageError, match=r"both .* configure spawnc"):
        config_file_for(folder / "a.cu")


WRONG = [
    ('polcy = "never"\n', "spawnc.toml:1: unknown key 'polcy'", "did you mean 'policy'?"),
    ("\nline_directives = true\n", "spawnc.toml:2: unknown key 'line_directives'", "did you mean 'line-directives'?"),
    ("[site]\n", "spawnc.toml:1: unknown key 'site'", "did you mean 'sites'?"),
    ("zzz = 1\n", "spawnc.toml:1: unknown key 'zzz'", "keys are policy, "),
    ('strict = "yes"\n', "spawnc.toml:1: 'strict' has to be true or false, not 'yes'", ""),
    ("policy = 64\n", "spawnc.toml:1: 'policy' has to be text in quotes, not 64", ""),
    ('policy = "threshold"\n', "spawnc.toml:1: unknown policy 'threshold'", "policies are "),
    ('headers = "cuda"\n', "spawnc.toml:1: headers: unknown choice 'cuda'", "choices are "),
    ('carrier = "qeue"\n', "spawnc.toml:1: carrier: unknown choice 'qeue'", "choices are auto, queue and launch"),
    ("sites = 4\n", "spawnc.toml:1: 'sites' has to be a table, not 4", ""),
    ('[sites]\n"a.cu" = "never"\n', "spawnc.toml:2: 'a.cu' does not read as FILE:LINE", "for example"),
    ('[sites]\n"a.cu:4" = 64\n', "spawnc.toml:2: the policy of 'a.cu:4' has to be text in quotes, not 64", ""),
    ('[sites]\n"a.cu:4" = "64"\n', "spawnc.toml:2: unknown policy '64'", "policies are "),
    ("policy = \n", "spawnc.toml: is not TOML: ", ""),
]


@pytest.mark.parametrize(("text", "said", "hint"), WRONG, ids=[text for text, _, _ in WRONG])
def test_what_is_wrong_is_told_with_its_place(folder: Path, text: str, said: str, hint: str) -> None:
    (folder / "spawnc.toml").write_text(text)
    code, out, shown = call("rewrite", "a.cu", "--diff")
    assert (code, out) == (2, "")
    assert said in shown
    assert hint in shown
    if "is not TOML" not in said:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(text), schema())


def test_not_utf8(folder: Path) -> None:
    (folder / "spawnc.toml").write_bytes(b'policy = "\xff"\n')
    assert "is not UTF-8" in call("list", "a.cu")[2]


def test_merge() -> None:
    first, second = (
        Config(policy="never", sites={"a.cu:1": "always"}),
        Config(policy="always", sites={"b.cu:1": "never"}),
    )
    assert merge(first, second) == Config(policy="never", sites={"a.cu:1": "always", "b.cu:1": "never"})


def test_the_command_line_wins(folder: Path) -> None:
    (folder / "spawnc.toml").write_text(EVERYTHING.replace('in-root = "src"\n', "") + '"other.cu:1" = "never"\n')
    assert "spawn::threshold(64)" in call("rewrite", "a.cu", "-o", "-")[1]
    assert "#line" not in call("rewrite", "a.cu", "-o", "-")[1]
    ours = call("rewrite", "a.cu", "-o", "-", "--site-policy", "a.cu:4=always", "--line-directives")[1]
    assert "spawn::always()" in ours
    assert "#line" in ours


def test_strict(folder: Path) -> None:
    (folder / "spawnc.toml").write_text("strict = true\n")
    Path("b.cu").write_text(SOURCE + REFUSED)
    assert call("rewrite", "b.cu", "-o", "out.cu")[0] == 1
    assert call("rewrite", "b.cu", "-o", "out.cu", "--no-strict")[0] == 0


def test_in_root_is_relative_to_the_file(folder: Path) -> None:
    (folder / "spawnc.toml").write_text('in-root = "src"\n')
    assert call("list", "a.cu")[0] == 2
    (folder / "src").mkdir()
    code, _, shown = call("list", "a.cu")
    assert code == 2
    assert "is not in the folder of --in-root" in shown


def test_a_site_of_a_file_that_is_read_has_to_exist(folder: Path) -> None:
    (folder / "spawnc.toml").write_text('[sites]\n"a.cu:3" = "never"\n')
    code, _, shown = call("list", "a.cu")
    assert code == 2
    assert "[sites] 'a.cu:3': there is no launch" in shown


def test_shown(folder: Path) -> None:
    assert call("config")[1].splitlines() == [
        'policy = "spawn"',
        'carrier = "auto"',
        "launch-free = false",
        "graphs = false",
        'headers = "auto"',
        "line-directives = true",
        "strict = false",
    ]
    path = folder / "spawnc.toml"
    path.write_text('strict = true\n[sites]\n"a.cu:4" = "never"\n')
    assert call("config", "a.cu", "--show-origin")[1].splitlines() == [
        'policy = "spawn"        # default',
        'carrier = "auto"        # default',
        "launch-free = false     # default",
        "graphs = false          # default",
        'headers = "auto"        # default',
        "line-directives = true  # default",
        f"strict = true           # {path}:1",
        "[sites]",
        f'"a.cu:4" = "never"      # {path}:3',
    ]
    path.write_text("launch-free = true\n")
    assert call("config", "a.cu", "--show-origin")[1].splitlines()[1:3] == [
        'carrier = "auto"        # default',
        f"launch-free = true      # {path}:1",
    ]
    # what is shown can be used
    path.write_text(call("config")[1])
    assert call("config", "--show-origin")[0] == 0
    assert call("config", "none.cu")[0] == 2
