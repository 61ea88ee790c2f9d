"""Names of the user's that the rewritten text needs for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spawnc.analyze.written import SITE_TABLE
from spawnc.lexer import Token, macros_of_file, tokens
from spawnc.model import Function
from spawnc.source import SourceFile, Span

#: What is written beside a kernel `child`: child__spawn...
_SUFFIXES = ("__spawn", "__thread", "__launched", "__block", "__together", "__entry", "__queued", "__join", "__joined")
_LIKE_OURS = re.compile(
    rb"__(?:spawn|thread|launched|block|together|entry(?:_\d+)?|queued|joined?)\b|\bspawn_|\bSPAWN_"
)
#: Of one of several overloads.
_NUMBERED = re.compile(r"(?<=__entry)_\d+\Z")
_LOCAL = re.compile(
    rb"spawn_(thread|block|launch|ticket|turn|scope|order|queue|join|tail|child|kinds|source|type|depth|by_block|leaves|unnamed_\d+|\w+_(cu|cuh|h|hpp|hh|inl))|SPAWN_(BLOCK_)?BUILTINS"
)
#: Members of the runtime's namespace, and of its types, as the templates spell them.
_RUNTIME = frozenset(
    b"spawn Site SiteTable by_controller threshold always never Launch Ticket Thread Block CtaScope BlockCtaScope "
    b"StreamOrder Turn launch launched should_launch goes_out is_serial run_serial run_serial_blocks prepare kAll "
    b"Queue GrowingQueue QueuesInTurn NotDeduced Blocks Warps QueuedLaunch queued push push_blocks unqueued "
    b"must_launch kAnyStream with_workload grid block shared_bytes stream thread plain "
    b"join joined joined_at_end BlockJoin BlockLaunch BlockTail TailLaunch goes_on "
    b"hand_over run is_valid set_limit get_limit".split()
)
#: Words before a name that make it a type.
_TYPES = {b"struct", b"class", b"union", b"enum", b"using", b"typename"}
#: Bytes before a name in which the word before it is looked for.
_NEAR = 200


@dataclass(frozen=True, slots=True)
class Taken:
    """A name and the place where the user has it."""

    name: str
    path: str
    offset: int


class TakenNames:
    """The user's names in all files of a unit that spawnc has not written."""

    def __init__(self, files: Iterable[SourceFile], functions: Iterable[Function]) -> None:
        #: One that no rewritten text can stand beside; None when there is none.
        self.everywhere: Taken | None = None
        self._beside: dict[str, Taken] = {}
        bodies: dict[str, list[Span]] = {}
        for function in functions:
            for declaration in function.declarations:
                bodies.setdefault(declaration.path, []).append(declaration.span)
                if function.name == "spawn" and not function.scope and self.everywhere is None:
                    self.everywhere = Taken("spawn", declaration.path, declaration.name.begin)
        for source in files:
            if SITE_TABLE not in source.data:
                self._read(source, bodies.get(source.path, []))

    def beside(self, name: str) -> Taken | None:
        """What stands where the functions beside `name` would; or what stands everywhere."""
        found = (self._beside.get(name.partition("<")[0] + suffix) for suffix in _SUFFIXES)
        return self.everywhere or next((taken for taken in found if taken), None)

    def _read(self, source: SourceFile, functions: list[Span]) -> None:
        for token in _names(source.data):
            taken = Taken(token.text.decode("utf-8", "replace"), source.path, token.begin)
            if (own := _NUMBERED.sub("", taken.name)).endswith(_SUFFIXES):
                self._beside.setdefault(own, taken)
            elif _LOCAL.fullmatch(token.text):
                self.everywhere = self.everywhere or taken
        for name in _redefined(source.data, functions):
            self.everywhere = self.everywhere or Taken(name.text.decode(), source.path, name.begin)


def _names(data: bytes) -> Iterator[Token]:
    # few files have any: a search is quicker than all tokens
    if re.search(
        rb"__(?:spawn|thread|launched|block|together|entry(?:_\d+)?|queued|joined?)\b|\bspawn_|\bSPAWN_", data
    ):
        yield from (token for token in tokens(data) if token.kind == "name")


def _redefined(data: bytes, functions: list[Span]) -> Iterator[Token]:
    """Macros with names of the runtime's; types, and whatever stands outside functions, with the namespace's name."""
    yield from (macro.name for macro in macros_of_file(data) if macro.name.text in _RUNTIME)
    for match in re.finditer(rb"\bspawn\b(?!\s*::)", data):
        begin = data.rfind(b"\n", 0, match.start()) + 1
        line = data[max(begin, match.start() - _NEAR) : match.start()]
        before = re.search(rb"\w*\Z", line.rstrip())
        word = before[0] if before and line[-1:].isspace() else b""
        if line.lstrip().startswith((b"#", b"//", b"*", b"/*")) or word == b"namespace":
            continue
        outside = not any(match.start() in span for span in functions)
        # a comment or a string says no such thing
        if (word in _TYPES or outside) and _is_token(data, match.start()):
            yield Token("name", match[0], match.start())


def _is_token(data: bytes, offset: int) -> bool:
    return any(token.begin == offset for token in tokens(data))
