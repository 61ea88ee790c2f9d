"""Golden cases: one file holds a program, how it is rewritten, and the exact result.

// flags: --policy threshold=64 -std=c++20      spawnc's options and nvcc's arguments
// nvcc: TEXT                                   nvcc refuses the program with an error that holds TEXT
// bytes: bom crlf no-final-newline             what an editor would not show
// units: kernels.cu                            other files of the program that are sources of the same run
...the program, `case.cu`; these first lines are part of it, so its lines are those of the case...
// ---- file part.cuh                           another file of the program
// ---- output                                  case.cu as rewritten; absent when nothing changes
// ---- output part.cuh
// ---- diagnostics
case.cu:3:5: warning: ... [SP012]
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
"""

from __future__ import annotations

import argparse
import functools
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from spawnc.command import CompileCommand, clang_arguments, parse_command
from spawnc.commands.options import parse_site_policies
from spawnc.config import Config, make_settings
from spawnc.decisions import Plan
from spawnc.elsewhere.borrow import borrow
from spawnc.elsewhere.index import defined_kernels, missing_kernels
from spawnc.elsewhere.kernels import Source
from spawnc.emit import emit_unit
from spawnc.frontend import parse_views
from spawnc.model import Unit
from spawnc.plan import plan_views
from spawnc.report.inventory import Inventory, inventory_of
from spawnc.report.summary import count_sites, render_counts
from spawnc.settings import Settings
from spawnc.source import BOM, Edit, Span, apply_edits
from spawnc.toolchain import toolkit_include_paths

CASES = Path(__file__).parent / "cases"
MAIN = "case.cu"

_DIVIDER = re.compile(rb"^// ---- (file|output|diagnostics)(?: (\S+))?\n", re.MULTILINE)
_OUR_HEAD = re.compile(
    rb"([^\s()]+?)(?:__(?:spawn|thread|together|launched|block|queued|join|step(?:_\d+)*))+(?:<.*>)?"
    rb"\((?:const )?spawn(?:::|_)\w+(?:<.*?>)?&? spawn_"
    rb"|([^\s()]+?)(?:__queued)?__block(?:_\d+)*\(const uint3 blockIdx, "
    rb"|^(?:template <typename spawn_source.*> )?struct (\w+)__(?:entry(?:_\d+)?|joined) \{"
    rb"|^\[\[maybe_unused\]\] [^(]*?(\w+)\("
)
_MAY_GO = re.compile(
    rb"|<<<|>>>[ \t]*\(?|\(|#[ \t]*pragma[ \t]+spawn\b(?:\\\r?\n|[^\n])*"
    rb"|cudaDeviceSynchronize|cudaDevice[GS]etLimit"
)
_HEADER = re.compile(rb"// (flags|nvcc|bytes|units):(.*)\n")


@dataclass(frozen=True, slots=True)
class Case:
    """One golden case, as read from its file; the bytes are those that spawnc and nvcc see."""

    path: Path
    settings: Settings
    command: CompileCommand
    #: What nvcc says against the program; "" when it compiles.
    nvcc_error: str
    #: The marks of the line `// bytes:`.
    marks: frozenset[str]
    #: Other sources of the run.
    units: tuple[str, ...]
    #: The program, `case.cu` first.
    files: dict[str, bytes]
    #: What becomes of the files that change.
    outputs: dict[str, bytes]
    diagnostics: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Everything that rewriting one unit gives."""

    views: tuple[Unit, ...]
    plan: Plan
    inventory: Inventory
    outputs: dict[str, bytes]
    #: The edits behind each output.
    edits: dict[str, tuple[Edit, ...]]


def case_files() -> list[Path]:
    """All golden cases, by topic and name."""
    return sorted(CASES.glob("*/*.cu"))


def case_id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def read_case(path: Path) -> Case:
    """Read a case from its file."""
    text = path.read_bytes()
    headers = dict(_headers(text))
    options, nvcc_arguments = _options().parse_known_args(shlex.split(headers.get("flags", "")))
    marks = frozenset(headers.get("bytes", "").split())
    files: dict[str, bytes] = {}
    outputs: dict[str, bytes] = {}
    diagnostics = ""
    for kind, name, section in _sections(text):
        if kind == "diagnostics":
            diagnostics = section.decode()
        else:
            (outputs if kind == "output" else files)[name] = _with_marks(section, marks)
    return Case(
        path,
        settings=make_settings(
            Config(
                policy=options.policy,
                # what is not about the queue is easier to read without one
                carrier=options.carrier or (None if options.launch_free else "launch"),
                launch_free=options.launch_free,
                graphs=options.graphs,
                sites=parse_site_policies(options.site_policy or ()),
                headers=options.headers,
                line_directives=not options.no_line_directives,
            ),
            options.in_root,
        ),
        command=parse_command(nvcc_arguments, sources=[Path(MAIN)], environment={}),
        nvcc_error=headers.get("nvcc", ""),
        marks=marks,
        units=tuple(headers.get("units", "").split()),
        files=files,
        outputs=outputs,
        diagnostics=diagnostics,
    )


def update_case(case: Case, outputs: dict[str, bytes], diagnostics: str) -> None:
    """Write the expected parts of a case anew; the program stays."""
    program = case.path.read_bytes()
    first = next((match for match in _DIVIDER.finditer(program) if match[1] != b"file"), None)
    pieces = [program[: first.start()] if first else program]
    for name, output in outputs.items():
        divider = "// ---- output" + ("" if name == MAIN else f" {name}")
        pieces += [f"{divider}\n".encode(), _without_marks(output, case.marks)]
    pieces.append(f"// ---- diagnostics\n{diagnostics}".encode())
    case.path.write_bytes(b"".join(pieces))


def write_files(files: dict[str, bytes], folder: Path) -> None:
    """Put some files below a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def rewrite(path: str, command: CompileCommand, settings: Settings, units: Sequence[str] = ()) -> Rewrite:
    """One source through the pipeline, with the edits that were made on the way; `units` are the run's others."""

    def parse(source: Source, text: bytes | None = None) -> tuple[Unit, ...]:
        return parse_views(
            source.path,
            clang_arguments(source.command),
            headers=settings.headers,
            toolkit_include=_toolkit_include(),
            arch=source.command.arch * 10,
            text=text,
        )

    source = Source(path, command)
    views = parse(source)
    plan = plan_views(views, settings)
    if units:
        defined = [(other, defined_kernels(plan_views(parse(other), settings))) for other in _others(units, command)]
        missing = {key: [other for other, keys in defined if key in keys] for key in missing_kernels(plan)}
        elsewhere, views = borrow(source, views, {key: found for key, found in missing.items() if found}, parse)
        plan = plan_views(views, settings, elsewhere)
    edits: dict[bytes, tuple[Edit, ...]] = {}

    def recorded(data: bytes, made: list[Edit]) -> bytes:
        edits[data] = tuple(made)
        return apply_edits(data, made)

    with mock.patch("spawnc.emit.unit.apply_edits", recorded):
        outputs = emit_unit(plan, settings)
    borrowed = {kernel.appended for kernel in plan.elsewhere.borrowed}
    return Rewrite(
        views,
        plan,
        inventory_of(plan),
        outputs,
        {name: tuple(edit for edit in edits[plan.files[name].data] if edit.span not in borrowed) for name in outputs},
    )


@functools.cache
def _toolkit_include() -> tuple[str, ...]:
    """Asking nvcc takes as long as reading a small case."""
    return tuple(str(folder) for folder in toolkit_include_paths())


def _others(units: Sequence[str], command: CompileCommand) -> list[Source]:
    return [Source(name, replace(command, sources=(Path(name),))) for name in units]


def render_diagnostics(inventory: Inventory) -> str:
    """The expected text of a case: a line for each message and note, and the counts."""
    lines = []
    for message in inventory.messages:
        lines.append(f"{message.place.location}: {message.severity.value}: {message.text} [{message.rule}]")
        lines += [f"  {note.place.location}: note: {note.text}" for note in message.notes]
    lines.append(render_counts(count_sites(inventory.sites)))
    return "".join(f"{line}\n" for line in lines)


def check_promises(result: Rewrite) -> None:
    """What holds for every rewrite, whatever the program."""
    _check_counts(result)
    for name, output in result.outputs.items():
        original = result.plan.elsewhere.original(result.plan.files[name])
        _check_untouched(original, output, result.edits[name])
        _check_lines(result, output)


def _check_counts(result: Rewrite) -> None:
    """Each `<<<` ends in one decision, and in one only."""
    places = [(decision.launch.path, decision.launch.chevrons.open.begin) for decision in result.plan.decisions]
    expected = [(name, offset) for name, source in result.plan.files.items() for offset in chevron_offsets(source.data)]
    assert sorted(places) == sorted(expected)
    assert sum(result.plan.counts().values()) == len(expected)
    assert len(result.inventory.sites) == len(expected)


def _check_untouched(original: bytes, output: bytes, edits: tuple[Edit, ...]) -> None:
    """Only chevrons, a parenthesis after them, pragmas and names of CDP1 are ever taken away, and undoing all edits
    gives the original back."""
    undo, shift = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.begin, edit.span.end)):
        taken = original[edit.span.begin : edit.span.end]
        assert _MAY_GO.fullmatch(taken), taken
        begin = edit.span.begin + shift
        undo.append(Edit(Span(begin, begin + len(edit.text)), taken))
        assert output[begin : begin + len(edit.text)] == edit.text
        shift += len(edit.text) - len(taken)
    assert apply_edits(output, undo) == original


def _check_lines(result: Rewrite, output: bytes) -> None:
    """Where the output has the user's text under some line number, that line of the user's file holds it."""
    files = result.plan.files
    if any(re.search(rb"^[ \t]*#[ \t]*(line\b|\d)", source.data, re.MULTILINE) for source in files.values()):
        return
    edited = {(path, files[path].line(edit.span.begin)) for path, edits in result.edits.items() for edit in edits}
    # a condition repeated in a struct has no line of its own
    output = re.sub(rb"(?ms)^template <typename spawn_source> struct spawn_(?:again|if)_.*?^\};", b"", output)
    # text before the first #line is ours; then number, path, text, number, path, text...
    pieces = re.split(rb'^#line (\d+) "(.*)"\r?\n', output, flags=re.MULTILINE)[1:]
    for number, path, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        source = files[path.decode("utf-8", "surrogateescape")]
        user = source.data.removeprefix(BOM).split(b"\n")
        lines = list(enumerate(text.split(b"\n"), int(number) - 1))
        heads = [(place, match[match.lastindex or 0]) for place, line in lines if (match := _OUR_HEAD.search(line))]
        for place, name_of_function in heads:
            assert name_of_function in user[place], f"line {place + 1}: {name_of_function!r} is not in {user[place]!r}"
        for place, line in lines if not heads else ():
            # between the parts of a block, loop fission closes one loop and opens the next
            plain = line.replace(b"});", b"").strip()
            # what spawnc writes says so, braces aside
            ours = b"spawn" in plain or plain in (b"", b"{", b"}", b"};")
            if not ours and (source.path, place + 1) not in edited:
                assert plain in user[place], f"line {place + 1}: {plain!r} is not in {user[place]!r}"


def chevron_offsets(data: bytes) -> list[int]:
    """Where each `<<<` outside comments and literals begins: one character at a time, unlike spawnc's lexer."""
    return [begin for begin, _ in _chevrons(data.decode("latin-1"))]


def _chevrons(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    while position < len(text):
        here = text[position]
        if text.startswith("//", position):
            position = _line_end(text, position)
        elif text.startswith("/*", position):
            closed = text.find("*/", position + 2)
            position = len(text) if closed < 0 else closed + 2
        elif here in "\"'":
            position = _literal_end(text, position)
        elif (here.isascii() and here.isdigit()) or (here == "." and text[position + 1 : position + 2].isdecimal()):
            position = _number_end(text, position)
        elif _starts_name(here):
            end = position
            while end < len(text) and (_starts_name(text[end]) or text[end] in "0123456789"):
                end += 1
            if text[position:end] in ("R", "u8R", "uR", "UR", "LR") and text[end : end + 1] == '"':
                end = _raw_end(text, end)
            position = end
        elif here == "<":
            end = _three(text, position)
            if end:
                yield position, end
            position = end or position + 1
        else:
            position += 1


def _starts_name(character: str) -> bool:
    return (character.isascii() and character.isalpha()) or character in "_$" or character >= "\x80"


def _line_end(text: str, position: int) -> int:
    """The end of a `//` comment, which goes on after a backslash at the end of a line."""
    while position < len(text) and text[position] != "\n":
        if text.startswith("\\\n", position):
            position += 2
        elif text.startswith("\\\r\n", position):
            position += 3
        else:
            position += 1
    return position


def _literal_end(text: str, position: int) -> int:
    """After a string or a character; a quote that no other one closes on its line stands for itself."""
    quote, end = text[position], position + 1
    while end < len(text) and text[end] != "\n":
        if text[end] == "\\":
            end += 3 if text.startswith("\r\n", end + 1) else 2
        elif text[end] == quote:
            return end + 1
        else:
            end += 1
    return position + 1


def _number_end(text: str, position: int) -> int:
    end = position + 1
    while end < len(text):
        if text[end] == "." or (text[end].isascii() and (text[end].isalnum() or text[end] == "_")):
            end += 1
        elif text[end] == "'" and re.match("[0-9A-Za-z_.]", text[end + 1 : end + 2], re.ASCII):
            end += 2
        else:
            break
    return end


def _raw_end(text: str, quote: int) -> int:
    """After a raw string; a quote that begins none stands for itself."""
    delimiter = re.compile(r"[^ ()\\\t\v\f\n]{0,16}").match(text, quote + 1)
    assert delimiter
    if text[delimiter.end() : delimiter.end() + 1] == "(":
        closing = f'){delimiter[0]}"'
        closed = text.find(closing, delimiter.end() + 1)
        if closed >= 0:
            return closed + len(closing)
    return quote


def _three(text: str, position: int) -> int:
    """After three `<`, which a line continuation may split; 0 when there are fewer."""
    for count in range(3):
        if text[position : position + 1] != "<":
            return 0
        position += 1
        while count < 2 and text.startswith(("\\\n", "\\\r\n"), position):
            position += 2 if text[position + 1] == "\n" else 3
    return position


def _headers(text: bytes) -> Iterator[tuple[str, str]]:
    position = 0
    while match := _HEADER.match(text, position):
        yield match[1].decode(), match[2].decode().strip()
        position = match.end()


def _sections(text: bytes) -> Iterator[tuple[str, str, bytes]]:
    kind, name, begin = "file", MAIN, 0
    for divider in _DIVIDER.finditer(text):
        yield kind, name, text[begin : divider.start()]
        kind, name = divider[1].decode(), (divider[2] or MAIN.encode()).decode()
        begin = divider.end()
    yield kind, name, text[begin:]


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--policy", default="spawn")
    parser.add_argument("--carrier")
    parser.add_argument("--launch-free", action="store_true")
    parser.add_argument("--graphs", action="store_true")
    parser.add_argument("--site-policy", action="append")
    parser.add_argument("--headers", default="auto")
    parser.add_argument("--in-root", default="")
    parser.add_argument("--no-line-directives", action="store_true")
    return parser


def _with_marks(section: bytes, marks: frozenset[str]) -> bytes:
    if "no-final-newline" in marks:
        section = section.removesuffix(b"\n")
    if "crlf" in marks:
        section = section.replace(b"\n", b"\r\n")
    return (BOM if "bom" in marks else b"") + section


def _without_marks(output: bytes, marks: frozenset[str]) -> bytes:
    section = output.removeprefix(BOM) if "bom" in marks else output
    if "crlf" in marks:
        section = section.replace(b"\r\n", b"\n")
    if "no-final-newline" in marks:
        section += b"\n"
    assert _with_marks(section, marks) == output, "the output has other line ends than its input"
    return section
