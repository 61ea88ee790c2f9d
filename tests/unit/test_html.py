"""The HTML page: what it shows, that nothing in a source can break out of it, and that it needs nothing else."""

import json
import re
from html.parser import HTMLParser
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from spawnc.cli import app
from spawnc.errors import UsageError
from spawnc.report.counters import Counters, SiteKey, add_runs, read_counters
from spawnc.report.html_graph import MAX_NODES, layout_graph
from spawnc.report.html_source import Mark, source_lines
from spawnc.report.inventory import Configuration, Site, Verdict
from spawnc.report.places import Place
from spawnc.report.region_counters import RegionCounters, read_regions
from spawnc.source import Location

SOURCE = b"""\
__global__ void leaf(int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = n; }
__global__ void warp(int *out) { out[0] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void again(int *out, int n) {
  if (n > 0) again<<<1, 1, 0, cudaStreamFireAndForget>>>(out, n - 1);
}
__global__ void parent(int *out, int n) {
  leaf<<<(n + 31) / 32,
         32, 0, cudaStreamFireAndForget>>>(out, n);
#pragma spawn keep
  leaf<<<1, 32>>>(out, n);
  warp<<<1, 32>>>(out); // </pre></script><script>alert("x")</script> &amp; \xe9 \x1b[31m \xe2\x80\xae
  again<<<1, 1, 0, cudaStreamFireAndForget>>>(out, n);
}
int main() {
  parent<<<1, 1>>>(nullptr, 5);
}
"""
SITE = {
    "id": "a.cu:7:3",
    "parent": "parent",
    "child": "leaf",
    "offered": 1234567,
    "launched": 1000,
    "queued": 0,
    "serial": 1233560,
    "refused": 12,
    "failed": 3,
    "dropped": 4,
    "launched_items": 128000,
    "queued_items": 0,
    "serial_items": 5000000,
    "item_ns": 3.25,
    "cta_ns": 912.5,
    "delay_us": 9.125,
}
COUNTERS = {
    "version": 1,
    "devices": 1,
    "pending_limit": 2048,
    "slots": 2000,
    "launch_overhead_us": 7.9,
    "launch_issue_us": 0.4,
    "sites": [SITE],
}


class Page(HTMLParser):
    """What a browser makes of a page: well nested elements, their attributes, and the text."""

    VOID = ("meta", "input", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("a.cu").write_bytes(SOURCE)
    Path("out.json").write_text(json.dumps(COUNTERS))
    return folder


def make(*arguments: str) -> tuple[str, str]:
    """The page and what was said on stderr."""
    result = CliRunner().invoke(app, ["report", *arguments, "--html", "out.html"])
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    return Path("out.html").read_text(encoding="utf-8"), result.stderr


def test_every_launch_is_in_the_table_and_in_the_source() -> None:
    text, said = make("a.cu")
    page = Page(text)
    assert "6 launches: 1 host, 3 guarded, 1 kept, 1 refused" in said
    anchors = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert {link[1:] for link in links if link} <= anchors
    assert [link for link in links if link and link.startswith("#file-1-")] == [
        f"#file-1-{line}" for line in (4, 7, 10, 11, 12, 15)
    ]
    marks = [attributes["class"] for tag, attributes in page.elements if tag == "mark"]
    assert [(mark or "").split()[0] for mark in marks] == ["guarded", "guarded", "kept", "refused", "guarded", "host"]
    for shown in ("✕ refused SP030", "✓ guarded SP001", "= kept SP002", "▷ host", "any, recursive"):
        assert shown in page.text
    # the reason and the remedy stand below the launch
    assert "uses the warp operation __shfl_sync" in page.text
    assert "What to do: put #pragma spawn keep before the launch" in page.text


def test_the_page_needs_nothing_else() -> None:
    text, _ = make("a.cu", "--counters", "out.json")
    assert not re.search(r"https?:|url\((?!#)|@import|<script|<link|<img|\son\w+=", text)
    assert "prefers-color-scheme: dark" in text


def test_a_source_can_not_break_out() -> None:
    text, _ = make("a.cu")
    page = Page(text)
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "iframe", "object", "embed"})
    # bytes that are not UTF-8, control characters and those that reorder a line show as one character each
    assert '// </pre></script><script>alert("x")</script> &amp; \ufffd ␛[31m \ufffd' in page.text


def test_counters_stand_beside_the_code() -> None:
    text, said = make("a.cu", "--counters", "out.json")
    page = Page(text)
    assert "not in these sources" not in said
    for shown in ("1,234,567 launches offered", "3 failed, 4 dropped", "3.2 ns/item serially", "9.1 µs"):
        assert shown in page.text
    assert "What runs counted" in page.text


def test_queued_launches_are_counted() -> None:
    assert "queued" not in Page(make("a.cu", "--counters", "out.json")[0]).text.replace("Out, queued, serial", "")
    site = {**SITE, "offered": 1334567, "queued": 100000, "queued_items": 7000000}
    Path("out.json").write_text(json.dumps({**COUNTERS, "sites": [site]}))
    page = Page(make("a.cu", "--counters", "out.json")[0])
    for shown in (
        "1,334,567 launches offered",
        "≡ 100,000waited in a queue",
        "100,000 waited in a queue (7.5 %)",
        "128,000 launched, 7,000,000 queued, 5,000,000 serial",
        "12,128,000items",
    ):
        assert shown in page.text
    bars = [attributes for _, attributes in page.elements if attributes.get("class") == "queued"]
    assert [bar["style"] for bar in bars] == ["flex: 7.49"] * 3


def test_reports_of_older_programs_are_read() -> None:
    old = {name: value for name, value in SITE.items() if "queued" not in name}
    Path("out.json").write_text(json.dumps({**COUNTERS, "sites": [old]}))
    (counters,) = read_counters("out.json").values()
    assert (counters.queued, counters.queued_items, counters.offered) == (0, 0, 1234567)


def test_the_carrier_is_a_fact_of_a_launch() -> None:
    text = Page(make("a.cu", "--carrier", "launch")[0]).text
    assert "carrierlaunchorder" in text
    assert "carrierqueueorder" not in text
    # a child with barriers needs blocks of a size that all its launches say
    source = SOURCE.replace(b"{ if (threadIdx.x < n)", b"{ __syncthreads(); if (threadIdx.x < n)")
    Path("a.cu").write_bytes(source.replace(b"         32, 0,", b"         n, 0,"))
    page = Page(make("a.cu")[0])
    assert "carrierqueueorder" in page.text
    why = "'leaf' needs whole blocks, and not all its launches say their size with constants"
    assert f"carrierlaunch; no queue: {why}order" in page.text


def test_runs_add_up() -> None:
    page = Page(make("a.cu", "--counters", "out.json", "--counters", "out.json")[0])
    assert "2,469,134 launches offered" in page.text


def test_counters_of_other_sources() -> None:
    Path("out.json").write_text(json.dumps({**COUNTERS, "sites": [{**SITE, "id": "a.cu:8:3"}]}))
    text, said = make("a.cu", "--counters", "out.json")
    assert "1 counted launch is not in these sources" in said
    assert "launches offered" in Page(text).text


def test_without_launches() -> None:
    Path("a.cu").write_bytes(b"int main() {}\n")
    page = Page(make("a.cu")[0])
    assert "a.cu" not in page.text


def test_the_same_page_every_time() -> None:
    assert make("a.cu")[0] == make("a.cu")[0]


def test_the_schema_of_counters() -> None:
    schema = json.loads(resources("spawnc.report").joinpath("counters.schema.json").read_text())
    jsonschema.validate(COUNTERS, schema)
    assert set(schema["$defs"]["site"]["properties"]) == set(SITE)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("", "is not a report"),
        ("[]", "is not a report"),
        ('{"version": 2, "sites": []}', "version 2"),
        ('{"version": 1, "sites": [{"id": "a"}]}', "is not a report"),
    ],
)
def test_wrong_counters(document: str, said: str) -> None:
    Path("out.json").write_text(document)
    with pytest.raises(UsageError, match=said):
        read_counters("out.json")
    result = CliRunner().invoke(app, ["report", "a.cu", "--counters", "out.json", "--html", "out.html"])
    assert result.exit_code == 2
    assert not Path("out.html").exists()


def test_busier_runs_have_the_better_estimates() -> None:
    key = SiteKey("a.cu:1:1", "parent")
    total = add_runs([{key: Counters(launched=5, item_ns=1)}, {key: Counters(launched=9, item_ns=2)}])
    assert total == {key: Counters(launched=14, item_ns=2)}
    total = add_runs([{key: Counters(queued=7, queued_items=70, item_ns=1)}, {key: Counters(launched=5, item_ns=2)}])
    assert total == {key: Counters(launched=5, queued=7, queued_items=70, item_ns=1)}


def lines_of(data: bytes, marks: dict[int, list[Mark]] | None = None) -> list[str]:
    """Lines with their marks in brackets."""
    return [
        "".join(f"[{piece.text}]" if piece.mark else piece.text for piece in pieces)
        for pieces in source_lines(data, marks or {})
    ]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\n\nb\n", ["a", "", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"/* a\nb */ c\n", ["/* a", "b */ c"]),
        (b"a\rb\x0cc\n", ["a␍b␌c"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b'"open\nnext\n', ['"open', "next"]),
    ],
)
def test_lines(data: bytes, lines: list[str]) -> None:
    assert lines_of(data) == lines


def test_a_mark_is_cut_out_of_the_colours() -> None:
    assert lines_of(b"int leaf;\n", {1: [Mark(4, 8, "guarded")]}) == ["int [leaf];"]
    assert lines_of(b"/* leaf */\n", {1: [Mark(3, 7, "guarded")]}) == ["/* [leaf] */"]


def test_long_lines_are_cut_around_their_marks() -> None:
    data = b"x" * 500_000 + b"leaf" + b"y" * 500_000
    (line,) = lines_of(data, {1: [Mark(500_000, 500_004, "guarded")]})
    assert line.startswith(" … 499,800 more characters … xxx")
    assert "x[leaf]y" in line
    assert line.endswith("yyy … 499,204 more characters … ")
    assert len(line) < 1100


def site(parent: str, child: str, verdict: Verdict = Verdict.GUARDED, line: int = 1) -> Site:
    place = Place(Location("a.cu", line, 1), b"")
    return Site(place, line, verdict, parent, (child,), 1, False, Configuration())


def graph_of(*sites: Site) -> Any:
    graph = layout_graph(sites, {verdict: verdict.value[0] for verdict in Verdict})
    assert graph is not None
    return graph


def test_graph_puts_children_right_of_their_parents() -> None:
    graph = graph_of(site("main", "a", Verdict.HOST), site("a", "b"), site("b", "c"), site("a", "c"))
    x = {node.name: node.x for node in graph.nodes}
    assert x["main"] < x["a"] < x["b"] < x["c"]
    assert {node.name: node.css for node in graph.nodes}["main"] == "host"


def test_graph_does_not_overlap() -> None:
    nodes = graph_of(*(site("parent", f"child_{number}") for number in range(9))).nodes
    for one in nodes:
        for other in nodes:
            apart = one.x + one.width < other.x or other.x + other.width < one.x
            assert one is other or apart or abs(one.y - other.y) > one.height


def test_graph_labels_stand_between_the_columns() -> None:
    graph = graph_of(
        *(site("main", name, Verdict.HOST) for name in ("a", "a_function_with_a_long_name", "b", "c")),
        *(site("a_function_with_a_long_name", name) for name in ("b", "a_function_with_a_long_name")),
        *(site("a", name) for name in ("a", "c")),
        site("b", "c"),
    )
    for edge in graph.edges:
        for node in graph.nodes:
            across = node.x < edge.label_x < node.x + node.width
            assert not (across and node.y < edge.label_y + 6 and edge.label_y - 6 < node.y + node.height), edge.title


def test_graph_marks_recursion_and_the_worst_decision() -> None:
    graph = graph_of(site("a", "a"), site("a", "a", Verdict.REFUSED), site("a", "b"), site("b", "a"), site("b", "c"))
    assert [(edge.css, edge.label) for edge in graph.edges] == [
        ("refused recursive", "r 2 ↻"),
        ("guarded recursive", "g ↻"),
        ("guarded recursive", "g ↻"),
        ("guarded", "g"),
    ]


def test_graph_of_too_much() -> None:
    assert layout_graph([site("a", f"child_{number}") for number in range(MAX_NODES)], {}) is None


REGIONS = b"""\
__global__ void step(float* x, int* again) { *again = x[0] > 1; x[0] *= 0.5f; }
int unknown();
void solve(float* x, int* d_again) {
  int again = 1;
  while (again) {
    step<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn nograph
  while (again) {
    step<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<unknown(), 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
"""
REGION = {
    "id": "a.cu:5",
    "mode": "while:16",
    "launches": 1200,
    "plain": 7,
    "trips": 19000,
    "built": 1,
    "patched": 5300,
    "rebuilt": 2,
    "evicted": 3,
    "bytes": 24576,
}


def test_regions_are_in_their_table_and_in_the_source() -> None:
    Path("a.cu").write_bytes(REGIONS)
    page = Page(make("a.cu")[0])
    assert "3 regions of host code: 0 graph, 1 possible, 1 kept, 1 refused." in page.text
    rows = re.findall(r"a\.cu:(\d+):3(solve)(loop|region)(\d)(\S) (possible|kept|refused)(?: (SP\d+))?(.*)", page.text)
    assert rows == [
        ("5", "solve", "loop", "1", "○", "possible", "", "it ends by again, 1 launch in its body"),
        ("10", "solve", "loop", "1", "=", "kept", "", "#pragma spawn nograph"),
        ("14", "solve", "region", "1", "✕", "refused", "SP104", rows[2][-1]),
    ]
    assert rows[2][-1].startswith("line 15: no graph: the region calls 'unknown'")
    anchors = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    assert {"regions", "file-1-15"} <= anchors
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert {"#regions", "#file-1-5", "#file-1-10", "#file-1-14", "#file-1-15"} <= set(links)
    # below its first line, with the advice
    assert "✕ refused SP104 region, lines 14 to 17, as a CUDA graph" in page.text
    assert page.text.count("What to do") == 1


def test_regions_where_graphs_are_asked_for() -> None:
    Path("a.cu").write_bytes(REGIONS)
    page = Page(make("a.cu", "--graphs")[0])
    assert "3 regions of host code: 1 graph, 0 possible, 1 kept, 1 refused." in page.text
    # what is said about a region is said once: in its table, and below its first line
    assert page.text.count("the region calls 'unknown'") == 2
    assert "SP100" not in page.text
    assert "SP101" not in page.text


def test_without_regions() -> None:
    assert "CUDA graphs" not in Page(make("a.cu")[0]).text


def test_counters_of_regions() -> None:
    Path("a.cu").write_bytes(REGIONS)
    Path("out.json").write_text(json.dumps({**COUNTERS, "sites": [], "regions": [REGION]}))
    text, said = make("a.cu", "--graphs", "--counters", "out.json", "--counters", "out.json")
    page = Page(text)
    assert "not in these sources" not in said
    for shown in (
        "modewhile:16graph launches2,400as written14trips38,000",
        "2 built, 4 rebuilt, 6 evicted",
        "nodes patched10,600device memory24 KiB",
    ):
        assert shown in page.text
    # there were no guarded launches to count
    assert "launches offered" not in page.text
    Path("out.json").write_text(json.dumps({**COUNTERS, "sites": [], "regions": [{**REGION, "id": "a.cu:6"}]}))
    text, said = make("a.cu", "--graphs", "--counters", "out.json")
    assert "1 counted region is not in these sources" in said
    assert "graph launches" not in Page(text).text


@pytest.mark.parametrize("document", ['{"version": 1, "sites": [], "regions": [{}]}', '{"regions": 3}'])
def test_wrong_counters_of_regions(document: str) -> None:
    Path("out.json").write_text(document)
    with pytest.raises(UsageError, match="is not a report"):
        read_regions("out.json")


def test_the_schema_of_regions() -> None:
    schema = json.loads(resources("spawnc.report").joinpath("counters.schema.json").read_text())
    jsonschema.validate({**COUNTERS, "regions": [REGION]}, schema)
    assert set(schema["$defs"]["region"]["properties"]) == set(REGION)
    Path("out.json").write_text(json.dumps({**COUNTERS, "regions": [REGION]}))
    assert read_regions("out.json") == (RegionCounters(**REGION),)  # type: ignore[arg-type]
