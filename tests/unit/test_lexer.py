"""Tokens and launches in raw text."""

import pytest

from spawnc.lexer import Chevrons, blank_chevrons, find_chevrons, macros_of_file, tokens
from spawnc.source import Span


def only(data: bytes) -> Chevrons:
    found = find_chevrons(data)
    assert len(found) == 1
    return found[0]


def texts(data: bytes, spans: tuple[Span, ...]) -> list[bytes]:
    return [data[span.begin : span.end].strip() for span in spans]


def text(data: bytes, span: Span | None) -> bytes | None:
    return None if span is None else data[span.begin : span.end]


def test_a_launch_is_read_part_by_part() -> None:
    data = b"f(); ns::child<int, 4> <<< (n + 1) / 2, dim3(4, 1), 0, s >>> (d + 1, g(a, b));"
    launch = only(data)
    assert launch.complete
    assert text(data, launch.name) == b"child"
    assert text(data, launch.template_arguments) == b"<int, 4>"
    assert texts(data, launch.configuration) == [b"(n + 1) / 2", b"dim3(4, 1)", b"0", b"s"]
    assert texts(data, launch.arguments) == [b"d + 1", b"g(a, b)"]
    assert text(data, launch.parentheses) == b"(d + 1, g(a, b))"


@pytest.mark.parametrize(
    "data",
    [
        b"// child<<<1, 1>>>(d);",
        b"// spliced \\\n child<<<1, 1>>>(d);",
        b"// spliced \\\r\n child<<<1, 1>>>(d);",
        b"/* child<<<1, 1>>>(d); */",
        b"/* never closed child<<<1, 1>>>(d);",
        b'"child<<<1, 1>>>(d);"',
        b'"quote \\" <<<"',
        b'"spliced \\\n <<<"',
        b'"spliced \\\r\n <<<"',
        b'R"(child<<<1, 1>>>(d))"',
        b'R"x(one )" <<< )x"',
        b'u8R"(\n<<<\n)"',
        b"'<<<'",
        b"a << b < c <<= d",
        b"",
    ],
)
def test_no_launch(data: bytes) -> None:
    assert find_chevrons(data) == ()


@pytest.mark.parametrize(
    "before",
    [
        b"1'000'000; ",
        b"'\\''; ",
        b"'\"'; ",
        b'"\\\\"; ',
        b'R"(\\)"; ',
        b'fooR"("; ',
        b"\xe9\xff ",
        b"\xef\xbb\xbf",
        b"#error don't\n",
        b"0x1p+3; ",
        b'LR"a(b)a"; ',
    ],
)
def test_what_stands_before_does_not_hide_a_launch(before: bytes) -> None:
    data = before + b"child<<<1, 1>>>(d);"
    assert only(data).open.begin == data.index(b"<<<")


@pytest.mark.parametrize(
    ("data", "configuration"),
    [
        (b"k<<<n>>2, (n>>1)+1>>>(d);", [b"n>>2", b"(n>>1)+1"]),
        (b"k<<<1, T<8>::v>>>(d);", [b"1", b"T<8>::v"]),
        (b"k<<<1, T<1, 2>::v>>>(d);", [b"1", b"T<1, 2>::v"]),
        (b"k<<<{1, 2, 3}, {n}>>>(d);", [b"{1, 2, 3}", b"{n}"]),
        (b"k<<<1, d<:0, 1:>>>>(d);", [b"1", b"d<:0, 1:>"]),
        # `<::` is no digraph, unless `:` or `>` follows
        (b"k<<<1, T<::A, ::B>::v>>>(d);", [b"1", b"T<::A, ::B>::v"]),
        (b"k<<<1, d<:::a, 1:>>>>(d);", [b"1", b"d<:::a, 1:>"]),
        (b"k<<<1, [] { return 1, 2; }()>>>(d);", [b"1", b"[] { return 1, 2; }()"]),
        (b"k<<<a < b, c>>>(d);", [b"a < b", b"c"]),
        (b"k<<<1, /* >>> , */ 2>>>(d);", [b"1", b"/* >>> , */ 2"]),
        (b"k<<<GB>>>(d);", [b"GB"]),
        (b"k<<<>>>(d);", []),
    ],
)
def test_configuration_is_split_at_its_own_commas(data: bytes, configuration: list[bytes]) -> None:
    assert texts(data, only(data).configuration) == configuration


@pytest.mark.parametrize(
    ("data", "name", "template_arguments"),
    [
        (b"k<<<1, 1>>>(d);", b"k", None),
        (b"k<int><<<1, 1>>>(d);", b"k", b"<int>"),
        (b"k<A<B<int>>><<<1, 1>>>(d);", b"k", b"<A<B<int>>>"),
        (b"k<(3>2), int><<<1, 1>>>(d);", b"k", b"<(3>2), int>"),
        (b"(*f)<<<1, 1>>>(d);", None, None),
        (b"table[0]<<<1, 1>>>(d);", None, None),
        (b"a > b <<<1, 1>>>(d);", b"b", None),
        (b"; > <<<1, 1>>>(d);", None, None),
    ],
)
def test_callee(data: bytes, name: bytes | None, template_arguments: bytes | None) -> None:
    launch = only(data)
    assert text(data, launch.name) == name
    assert text(data, launch.template_arguments) == template_arguments


@pytest.mark.parametrize(
    "data",
    [
        b"k<<<1, 1",
        b"k<<<1, 1; >>>(d);",
        b"k<<<1, 1)>>>(d);",
        b"k<<<1, 1>>> ARGS;",
        b"k<<<1, 1>>>(d;",
        b"k<<<1, 1> > >(d);",
        b"k<\\\n<<1, 1>>>(d);",
        b"k<\\\r\n<\\\r\n<1, 1>>>(d);",
    ],
)
def test_incomplete_launches_are_found_and_marked(data: bytes) -> None:
    assert not only(data).complete


def test_a_launch_in_a_macro_body_is_marked() -> None:
    data = b"#define L(k) \\\r\n  k<<<1, 1>>>(d)\r\nvoid f() { k<<<1, 1>>>(d); }\n#  define M <<<1, 1>>>\n"
    assert [launch.in_define for launch in find_chevrons(data)] == [True, False, True]


def test_nested_launches_are_all_found_in_text_order() -> None:
    data = b"a<<<f([] { b<<<1, 1>>>(); }), 1>>>(g([] { c<<<1, 1>>>(); }));"
    found = find_chevrons(data)
    assert [text(data, launch.name) for launch in found] == [b"a", b"b", b"c"]
    assert all(launch.complete for launch in found)


def test_blanked_text_is_a_call_of_the_same_length() -> None:
    data = b"k <<< 1,\\\r\n  dim3(2) // why\n  >>> (d);"
    blanked = blank_chevrons(data, find_chevrons(data))
    assert len(blanked) == len(data)
    assert blanked.split() == [b"k", b"\\", b"(d);"]
    assert [blanked.index(end) for end in (b"\\\r\n", b"\n  ", b"(d);")] == [
        data.index(end) for end in (b"\\\r\n", b"\n  ", b"(d);")
    ]


def test_a_backslash_that_splices_nothing_is_blanked() -> None:
    # left alone, it would be a stray character for the parser
    data = b"k<<<1, '\\4'>>>(d);"
    assert blank_chevrons(data, find_chevrons(data)).split() == [b"k", b"(d);"]


def test_tokens_leave_comments_out() -> None:
    data = b"a /* b */ + 1'0.5f; // c\n'x'"
    assert [(token.kind, token.text) for token in tokens(data)] == [
        ("name", b"a"),
        ("punctuation", b"+"),
        ("number", b"1'0.5f"),
        ("punctuation", b";"),
        ("character", b"'x'"),
    ]


def test_tokens_of_a_span_keep_their_offsets() -> None:
    assert [(token.text, token.begin, token.end) for token in tokens(b"ab cd ef", Span(3, 5))] == [(b"cd", 3, 5)]


def test_macros_have_all_their_lines() -> None:
    data = b"#define N 3\n  # define F(a, \\\n b) a + \\\r\n  b // c\r\n"
    data += b"#define E\n#define P (1)\n#define gr\xc3\xb6\xc3\x9fe 2"
    found = [(macro.name.text, macro.parameters, macro.body) for macro in macros_of_file(data)]
    assert found == [
        (b"N", b"", b" 3"),
        (b"F", b"(a, \\\n b)", b" a + \\\r\n  b // c\r"),
        (b"E", b"", b""),
        # a blank before the parenthesis makes it text
        (b"P", b"", b" (1)"),
        (b"gr\xc3\xb6\xc3\x9fe", b"", b" 2"),
    ]
    assert all(data.startswith(macro.name.text, macro.name.begin) for macro in macros_of_file(data))
