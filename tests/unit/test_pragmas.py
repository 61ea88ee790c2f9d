"""`#pragma spawn` lines."""

import pytest

from spawnc.analyze.pragmas import PragmaResult, Wishes, read_pragmas
from spawnc.decisions import Carrier, Policy, PolicyKind
from spawnc.lexer import find_chevrons
from spawnc.source import SourceFile


def read(text: str | bytes) -> PragmaResult:
    data = text if isinstance(text, bytes) else text.encode()
    return read_pragmas(SourceFile("case.cu", data), find_chevrons(data))


def wishes(text: str) -> Wishes:
    """The wishes of the one launch after a pragma without problems."""
    result = read(text + "\nk<<<1, 1>>>(p);\n")
    assert result.diagnostics == ()
    assert all(pragma.launch is not None for pragma in result.pragmas)
    assert result.pragmas
    return result.pragmas[-1].wishes


def rules(text: str) -> list[str]:
    return [diagnostic.rule for diagnostic in read(text).diagnostics]


def threshold(count: int) -> Policy:
    return Policy(PolicyKind.THRESHOLD, count)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("keep", Wishes(keep=True)),
        ("serial", Wishes(policy=Policy(PolicyKind.NEVER))),
        ("always", Wishes(policy=Policy(PolicyKind.ALWAYS))),
        ("spawn", Wishes(policy=Policy(PolicyKind.SPAWN))),
        ("independent", Wishes(independent=True)),
        ("queue", Wishes(carrier=Carrier.QUEUE)),
        ("launch", Wishes(carrier=Carrier.LAUNCH)),
        ("queue threshold(64)", Wishes(policy=threshold(64), carrier=Carrier.QUEUE)),
        ("threshold(64)", Wishes(policy=threshold(64))),
        ("threshold ( 1'024u )", Wishes(policy=threshold(1024))),
        ("threshold(0x10)", Wishes(policy=threshold(16))),
        ("threshold(010)", Wishes(policy=threshold(8))),
        ("workload(end - begin)", Wishes(workload="end - begin")),
        ("workload(f(a, (b))  * 2)", Wishes(workload="f(a, (b)) * 2")),
        ("threshold(64) independent", Wishes(policy=threshold(64), independent=True)),
        ("serial workload(n) independent", Wishes(policy=Policy(PolicyKind.NEVER), workload="n", independent=True)),
        ("always always", Wishes(policy=Policy(PolicyKind.ALWAYS))),
        ("keep // a comment", Wishes(keep=True)),
        ("keep /* one */ // two", Wishes(keep=True)),
        ("threshold(64) \\\n  independent", Wishes(policy=threshold(64), independent=True)),
        ("workload(a + \\\n b /* c */ + 1)", Wishes(workload="a + b + 1")),
    ],
)
def test_words(words: str, expected: Wishes) -> None:
    assert wishes(f"#pragma spawn {words}") == expected


@pytest.mark.parametrize(
    "line", ["#pragma spawn keep", "  # pragma  spawn\tkeep", "/* c */ #pragma spawn keep", "#/**/pragma spawn keep"]
)
def test_spellings(line: str) -> None:
    assert wishes(line).keep


def test_lines_add_up() -> None:
    text = "#pragma spawn independent\n#pragma unroll\n#pragma spawn threshold(4)"
    assert wishes(text) == Wishes(policy=threshold(4), independent=True)


@pytest.mark.parametrize(
    "statement",
    [
        "k<<<1, 1>>>(p);",
        "if (a) k<<<1, 1>>>(p);",
        "for (int i = 0; i < n; ++i) k<<<1, 1>>>(p);",
        "label: k<<<1, 1>>>(p);",
        "case 3: k<<<1, 1>>>(p);",
        "return k<<<1, 1>>>(p);",
        "a ? k<<<1, 1>>>(p) : j<<<2, 2>>>(p);",
        "// a comment; with { signs }\nk<<<1, 1>>>(p);",
    ],
)
def test_the_launch_is_part_of_the_next_statement(statement: str) -> None:
    text = f"#pragma spawn keep\n{statement}\nother<<<3, 3>>>(q);\n"
    (pragma,) = read(text).pragmas
    assert pragma.launch == find_chevrons(text.encode())[0]
    assert not read(text).diagnostics


@pytest.mark.parametrize(
    "between", ["f();", "{", "}", "if (a) {", ";", "#if A", "#endif", "#define X 1", "auto f = [] { return 1; };"]
)
def test_no_launch_follows(between: str) -> None:
    result = read(f"#pragma spawn keep\n{between}\nk<<<1, 1>>>(p);\n")
    assert [diagnostic.rule for diagnostic in result.diagnostics] == ["SP081"]
    (pragma,) = result.pragmas
    assert pragma.launch is None
    assert rules("#pragma spawn keep") == ["SP081"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("kep", "unknown `#pragma spawn kep`: did you mean `keep`"),
        ("treshold(3)", "unknown `#pragma spawn treshold(3)`: did you mean `threshold`"),
        ("banana", "unknown `#pragma spawn banana`"),
        ("threshold", "unknown `#pragma spawn threshold`: write `threshold(64)`"),
        ("threshold(n)", "unknown `#pragma spawn threshold(n)`: N is a whole number, as in `threshold(64)`"),
        ("threshold(-1)", "unknown `#pragma spawn threshold(-1)`: N is a whole number, as in `threshold(64)`"),
        ("workload()", "unknown `#pragma spawn workload()`: write `workload(n)`"),
        ("keep(1)", "unknown `#pragma spawn keep(1)`: no argument belongs to `keep`"),
        ("serial always", "unknown `#pragma spawn always`: it contradicts `serial`"),
        ("threshold(1) threshold(2)", "unknown `#pragma spawn threshold(2)`: it contradicts `threshold(1)`"),
        ("queue launch", "unknown `#pragma spawn launch`: it contradicts `queue`"),
        ("keep queue", "unknown `#pragma spawn queue`: it contradicts `keep`"),
        ("queue(4)", "no argument belongs to `queue`"),
        ("keep independent", "unknown `#pragma spawn independent`: it contradicts `keep`"),
        ("", "unknown `#pragma spawn `: a word is missing, as in `keep`"),
    ],
)
def test_wrong_words(words: str, text: str) -> None:
    (diagnostic,) = read(f"#pragma spawn {words}\nk<<<1, 1>>>(p);\n").diagnostics
    assert diagnostic.rule == "SP080"
    assert text in diagnostic.text


def test_contradiction_between_lines() -> None:
    assert rules("#pragma spawn keep\n#pragma spawn serial\nk<<<1, 1>>>(p);\n") == ["SP080"]


def test_the_operator_is_refused() -> None:
    for text in ('_Pragma("spawn keep") k<<<1, 1>>>(p);', '#define KEEP _Pragma("spawn keep")\nk<<<1, 1>>>(p);'):
        (diagnostic,) = read(text).diagnostics
        assert diagnostic.rule == "SP080"
        assert '_Pragma("spawn keep")' in diagnostic.text
    assert rules('_Pragma("unroll") for (;;) k<<<1, 1>>>(p);') == []


@pytest.mark.parametrize(
    "text",
    [
        "// #pragma spawn keep\nk<<<1, 1>>>(p);",
        "/*\n#pragma spawn keep\n*/ k<<<1, 1>>>(p);",
        'auto s = "#pragma spawn keep"; k<<<1, 1>>>(p);',
        'auto s = R"(\n#pragma spawn keep\n)"; k<<<1, 1>>>(p);',
        "#if 0\n#pragma spawn keep\n#endif\nk<<<1, 1>>>(p);",
        "#if 0\n#if X\n#else\n#pragma spawn nonsense\n#endif\n#endif\nk<<<1, 1>>>(p);",
        "#pragma spawned keep\nk<<<1, 1>>>(p);",
        "#pragma unroll spawn\nk<<<1, 1>>>(p);",
        "#define spawn 1\nk<<<1, 1>>>(p);",
    ],
)
def test_what_is_no_pragma(text: str) -> None:
    assert read(text) == PragmaResult()


def test_the_other_side_of_if_0() -> None:
    assert wishes("#if 0\n#else\n#endif\n#pragma spawn keep").keep
    (pragma,) = read("#if 0\n#else\n#pragma spawn keep\nk<<<1, 1>>>(p);\n#endif\n").pragmas
    assert pragma.wishes.keep


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_spans_are_lines_without_their_ending(newline: bytes) -> None:
    first = b"  #pragma spawn threshold(2) \\" + newline + b"    independent  // why"
    data = b"void f() {" + newline + first + newline + b"  k<<<1, 1>>>(p);" + newline + b"}" + newline
    (pragma,) = read(data).pragmas
    assert data[pragma.span.begin : pragma.span.end] == first
    assert pragma.wishes == Wishes(policy=threshold(2), independent=True)


def test_a_span_never_cuts_a_comment() -> None:
    data = b"/* one\n two */ #pragma spawn keep /* three\n four */\nk<<<1, 1>>>(p);\n"
    (pragma,) = read(data).pragmas
    assert data[pragma.span.begin : pragma.span.end] == b"#pragma spawn keep /* three\n four */"


def test_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf#pragma spawn keep\nk<<<1, 1>>>(p);\n"
    (pragma,) = read(data).pragmas
    assert data[pragma.span.begin : pragma.span.end] == b"#pragma spawn keep"
