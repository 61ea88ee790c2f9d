"""`#pragma spawn` lines: what the user asks for a launch, or for a region of host code.

A line of its own before the launch statement: `keep`, `spawn`, `always`, `serial`, `threshold(N)`,
`workload(EXPRESSION)`, `independent`, `queue`, `launch`, or several of them. Before a loop or the first launch of a
sequence in host code: `graph`, `nograph`, `loop(MODE)`. Read from tokens: the parser drops pragmas that it does not
know."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spawnc.decisions import Carrier, Policy, PolicyKind
from spawnc.diagnostics import Diagnostic, Note, diagnose
from spawnc.lexer import Chevrons, Token, tokens, tokens_of_file
from spawnc.source import BOM, SourceFile, Span, as_text

_POLICIES = {
    "spawn": PolicyKind.SPAWN,
    "always": PolicyKind.ALWAYS,
    "serial": PolicyKind.NEVER,
    "threshold": PolicyKind.THRESHOLD,
}
_CARRIERS = {carrier.value: carrier for carrier in Carrier}
_REGION_WORDS = ("graph", "nograph", "loop")
_WORDS = (*_POLICIES, *_CARRIERS, "keep", "workload", "independent", *_REGION_WORDS)
#: Words with an argument, and an example of it.
_TAKE_ARGUMENT = {"threshold": "64", "workload": "n", "loop": "while:16"}
_LOOP_MODE = re.compile(r"auto|host|(while(:[1-9]\d*)?|block:[1-9]\d*)(\+turns)?")
_WHOLE_NUMBER = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)[uUlL]*")
#: A line with all that continues it: splices, and comments that end on a later line.
_LINE = re.compile(
    rb"""(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*.*?\*/|//(?:\\\r?\n|[^\n])*|\\\r?\n|[^\n])*""", re.DOTALL
)
_CONDITIONALS = {b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif"}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the pragmas before one launch say."""

    keep: bool = False
    policy: Policy | None = None
    #: Expression of `workload(...)`; "" when there is none.
    workload: str = ""
    independent: bool = False
    carrier: Carrier | None = None


@dataclass(frozen=True, slots=True)
class RegionWish:
    """What a pragma says about the region of host code after it."""

    #: Of the pragma, and of the statement after it.
    offset: int
    statement: int
    #: No graph is wanted.
    is_no: bool = False
    #: `while:16`: how a loop is to run; "" where the pragma leaves that open.
    mode: str = ""


@dataclass(frozen=True, slots=True)
class PragmaLine:
    """One `#pragma spawn`. `span` is the whole line, continuations included, without the line ending."""

    span: Span
    #: The launch that it belongs to; None when none follows.
    launch: Chevrons | None
    #: Those of all the launch's pragmas.
    wishes: Wishes
    #: Set where it is about a region, not about a launch.
    region: RegionWish | None = None


@dataclass(frozen=True, slots=True)
class PragmaResult:
    """The pragmas of one file, and what is wrong with them."""

    pragmas: tuple[PragmaLine, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Word:
    name: str
    argument: str | None
    begin: int

    def __str__(self) -> str:
        return self.name if self.argument is None else f"{self.name}({self.argument})"


@dataclass(frozen=True, slots=True)
class _Line:
    """A preprocessor line: `words` are the tokens after the `#`."""

    span: Span
    hash: int
    words: tuple[Token, ...]

    def is_spawn(self) -> bool:
        return [word.text for word in self.words[:2]] == [b"pragma", b"spawn"]


def read_pragmas(source: SourceFile, chevrons: tuple[Chevrons, ...]) -> PragmaResult:
    """Every `#pragma spawn` of a file that is not under `#if 0`."""
    if b"spawn" not in source.data:
        return PragmaResult()
    all_tokens = list(tokens_of_file(source.data))
    lines = {line.hash: line for line in _active(_preprocessor_lines(source.data, all_tokens))}
    launches = {launch.open.begin: launch for launch in chevrons}
    found: list[tuple[_Line, Chevrons | None, tuple[_Word, ...]]] = []
    regions: list[PragmaLine] = []
    problems = list(_operators(source, all_tokens))
    for line in lines.values():
        if not line.is_spawn():
            continue
        words, wrong = _words(source, line)
        problems += wrong
        if (about := _about_regions(line)) is not None:
            if (odd := next((word for word in words if word.name not in _REGION_WORDS), None)) is not None:
                what = f"{odd}`: it is about a launch, not about a region of host code as `{about}"
                problems.append(diagnose("SP080", source.path, odd.begin, what=what))
            if (clash := _clash_of_regions(words)) is not None:
                what = f"{clash[1]}`: it contradicts `{clash[0]}"
                problems.append(diagnose("SP080", source.path, clash[1].begin, what=what))
            wish = _region_wish(line, words, all_tokens, lines) if words else None
            regions.append(PragmaLine(line.span, None, Wishes(), wish))
            continue
        launch = _launch_after(line, all_tokens, lines, launches)
        if launch is None:
            problems.append(diagnose("SP081", source.path, line.hash))
        found.append((line, launch, words))
    wishes, wrong = _all_wishes(source, found)
    about_launches = [
        PragmaLine(line.span, launch, wishes.get(launch.open.begin, Wishes()) if launch else Wishes())
        for line, launch, _ in found
    ]
    return PragmaResult(
        tuple(sorted([*about_launches, *regions], key=lambda pragma: pragma.span.begin)),
        tuple(sorted([*problems, *wrong], key=lambda problem: problem.offset)),
    )


def _preprocessor_lines(data: bytes, all_tokens: list[Token]) -> Iterator[_Line]:
    end = 0
    for position, token in enumerate(all_tokens):
        if token.kind != "directive" or token.begin < end:
            continue
        line_begin = data.rfind(b"\n", 0, token.begin) + 1
        before = all_tokens[position - 1] if position else None
        if before is not None and before.end > line_begin and before.text != BOM:
            continue
        match = _LINE.match(data, token.begin)
        assert match is not None
        end = match.end()
        # a comment that ends on this line has begun before it
        begin = token.begin if data[line_begin : token.begin].strip() else line_begin
        span = Span(begin, begin + len(data[begin:end].rstrip(b"\r")))
        words = tuple(word for word in tokens(data, Span(token.end, span.end)) if word.text != b"\\")
        yield _Line(span, token.begin, words)


def _active(lines: Iterator[_Line]) -> Iterator[_Line]:
    """The lines that are not under `#if 0`; no other condition is known here."""
    # one entry for each open #if: whether what follows is dead
    dead: list[bool] = []
    for line in lines:
        word = line.words[0].text if line.words else b""
        if word in (b"if", b"ifdef", b"ifndef"):
            dead.append(word == b"if" and [token.text for token in line.words[1:]] in ([b"0"], [b"false"]))
        elif word in (b"else", b"elif") and dead:
            dead[-1] = False
        elif word == b"endif" and dead:
            dead.pop()
        if word in _CONDITIONALS or not any(dead):
            yield line


def _launch_after(
    line: _Line, all_tokens: list[Token], lines: dict[int, _Line], launches: dict[int, Chevrons]
) -> Chevrons | None:
    """The launch that is part of the statement after a pragma."""
    depth, end = 0, line.span.end
    first = bisect_left(all_tokens, line.span.end, key=lambda token: token.begin)
    for position in range(first, len(all_tokens)):
        token = all_tokens[position]
        if token.begin < end:
            continue
        if token.begin in launches:
            return launches[token.begin]
        if token.begin in lines:
            other = lines[token.begin]
            if not other.words or other.words[0].text != b"pragma":
                return None
            end = other.span.end
        elif token.text in (b"(", b"["):
            depth += 1
        elif token.text in (b")", b"]"):
            depth -= 1
        elif depth <= 0 and token.text in (b";", b"{", b"}"):
            return None
    return None


def _about_regions(line: _Line) -> str | None:
    """The first word of a line that is about a region of host code; None where it is about a launch."""
    found = (word.text.decode("utf-8", "replace") for word in line.words[2:])
    return next((word for word in found if word in _REGION_WORDS), None)


def _clash_of_regions(words: tuple[_Word, ...]) -> tuple[_Word, _Word] | None:
    """`nograph` and another word, or two modes."""
    about = [word for word in words if word.name in _REGION_WORDS]
    for position, other in enumerate(about):
        for one in about[:position]:
            is_no = (one.name == "nograph") != (other.name == "nograph")
            if is_no or (one.name == other.name == "loop" and one.argument != other.argument):
                return one, other
    return None


def _region_wish(line: _Line, words: Iterable[_Word], all_tokens: list[Token], lines: dict[int, _Line]) -> RegionWish:
    """What is said of the statement that follows a pragma, and other pragmas of its kind."""
    end = line.span.end
    first = bisect_left(all_tokens, end, key=lambda token: token.begin)
    statement = end
    for token in all_tokens[first:]:
        if token.begin in lines and lines[token.begin].is_spawn():
            end = lines[token.begin].span.end
        elif token.begin >= end:
            statement = token.begin
            break
    mode = next((word.argument or "" for word in words if word.name == "loop"), "").replace(" ", "")
    return RegionWish(line.hash, statement, is_no=any(word.name == "nograph" for word in words), mode=mode)


def _operators(source: SourceFile, all_tokens: list[Token]) -> Iterator[Diagnostic]:
    """`_Pragma("spawn ...")`: seen, and refused, rather than overlooked."""
    for token, opening, text in zip(all_tokens, all_tokens[1:], all_tokens[2:], strict=False):
        if token.text != b"_Pragma" or opening.text != b"(" or not re.match(rb'[uUL8]*"\s*spawn\b', text.text):
            continue
        written = source.text(Span(token.begin, text.end)) + ")"
        note = Note(source.path, token.begin, "write `#pragma spawn` on a line of its own")
        yield diagnose("SP080", source.path, token.begin, notes=(note,), what=written)


def _words(source: SourceFile, line: _Line) -> tuple[tuple[_Word, ...], list[Diagnostic]]:
    words: list[_Word] = []
    problems: list[Diagnostic] = []
    rest = list(line.words[2:])
    if not rest:
        problems.append(diagnose("SP080", source.path, line.hash, what="`: a word is missing, as in `keep"))
    while rest:
        token = rest.pop(0)
        name, argument = token.text.decode("utf-8", "replace"), None
        if rest and rest[0].text == b"(":
            length = _closing(rest)
            argument = _spelled(rest[1:length])
            rest = rest[length + 1 :]
        word = _Word(name, argument, token.begin)
        problem = _problem(word)
        if problem:
            problems.append(diagnose("SP080", source.path, token.begin, what=problem))
        else:
            words.append(word)
    return tuple(words), problems


def _closing(rest: list[Token]) -> int:
    depth = 0
    for position, token in enumerate(rest):
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0:
            return position
    return len(rest)


def _spelled(argument: list[Token]) -> str:
    """Tokens with one blank where there was any space, or a comment, between them."""
    text = ""
    for before, token in zip([None, *argument], argument, strict=False):
        gap = before is not None and before.end < token.begin
        text += (" " if gap else "") + as_text(token.text)
    return text


def _problem(word: _Word) -> str:
    """What goes into the text of SP080, which sets it between back quotes; "" when the word is fine."""
    if word.name not in _WORDS:
        close = difflib.get_close_matches(word.name, _WORDS, n=1)
        return f"{word}`: did you mean `{close[0]}" if close else str(word)
    if word.name not in _TAKE_ARGUMENT:
        return "" if word.argument is None else f"{word}`: no argument belongs to `{word.name}"
    if not word.argument:
        return f"{word}`: write `{word.name}({_TAKE_ARGUMENT[word.name]})"
    if word.name == "loop" and not _LOOP_MODE.fullmatch(word.argument.replace(" ", "")):
        return f"{word}`: modes are auto, host, block:K, while, while:K, and graphs with +turns, as in `loop(while:16)"
    if word.name == "threshold" and not _WHOLE_NUMBER.fullmatch(word.argument):
        return f"{word}`: N is a whole number, as in `threshold(64)"
    return ""


def _all_wishes(
    source: SourceFile, found: list[tuple[_Line, Chevrons | None, tuple[_Word, ...]]]
) -> tuple[dict[int, Wishes], list[Diagnostic]]:
    words_of: dict[int, list[_Word]] = {}
    for _, launch, words in found:
        if launch is not None:
            words_of.setdefault(launch.open.begin, []).extend(words)
    wishes: dict[int, Wishes] = {}
    problems: list[Diagnostic] = []
    for offset, asked in words_of.items():
        clash = _clash(asked)
        if clash is not None:
            one, other = clash
            what = f"{other}`: it contradicts `{one}"
            problems.append(diagnose("SP080", source.path, other.begin, what=what))
        wishes[offset] = _wishes(asked)
    return wishes, problems


def _clash(words: list[_Word]) -> tuple[_Word, _Word] | None:
    """Two words that can't both be meant: two policies, carriers or workloads, `keep` and anything else."""
    for position, other in enumerate(words):
        for one in words[:position]:
            same = (one.name, one.argument) == (other.name, other.argument)
            policies = one.name in _POLICIES and other.name in _POLICIES
            carriers = one.name in _CARRIERS and other.name in _CARRIERS
            workloads = one.name == other.name == "workload"
            if not same and (policies or carriers or workloads or "keep" in (one.name, other.name)):
                return one, other
    return None


def _wishes(words: list[_Word]) -> Wishes:
    wishes = Wishes()
    for word in words:
        match word.name:
            case "keep":
                wishes = replace(wishes, keep=True)
            case "independent":
                wishes = replace(wishes, independent=True)
            case "workload":
                wishes = replace(wishes, workload=word.argument or "")
            case name if name in _CARRIERS:
                wishes = replace(wishes, carrier=_CARRIERS[name])
            case name:
                wishes = replace(wishes, policy=Policy(_POLICIES[name], _whole_number(word.argument or "0")))
    return wishes


def _whole_number(text: str) -> int:
    digits = text.rstrip("uUlL").replace("'", "")
    if digits[:2].lower() in ("0x", "0b"):
        return int(digits, 0)
    # a leading 0 makes an octal number in C++
    return int(digits, 8 if len(digits) > 1 and digits.startswith("0") and digits.isdigit() else 10)
