"""Parse a translation unit: blank the launches, read it once a view, join text and AST."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from clang.cindex import Cursor, TranslationUnit

from spawnc.errors import SourceError
from spawnc.frontend import libclang
from spawnc.frontend.functions import FunctionIndex, index_functions
from spawnc.frontend.launches import join_launches
from spawnc.frontend.trees import TreeBuilder
from spawnc.lexer import Chevrons, blank_chevrons, find_chevrons
from spawnc.model import Function, Node, ParseProblem, Unit
from spawnc.source import SourceFile

SHIM = Path(__file__).parent.parent / "shim"
#: The runtime header, for files that were rewritten before.
RUNTIME = Path(__file__).parent.parent / "include"
_ERROR = 3
#: The device view of code that asks for `__CUDA_ARCH__` when the command names no architecture.
DEFAULT_ARCH = 900
#: Messages of libclang that mean unbalanced braces or literals without an end.
_BROKEN = re.compile(r"expected '}'|extraneous closing brace|definition is not allowed here|unterminated")


class HeaderMode(Enum):
    """Which declarations of CUDA's API the parser sees."""

    AUTO = "auto"
    SHIM = "shim"
    TOOLKIT = "toolkit"


@dataclass(frozen=True, slots=True)
class _Text:
    source: SourceFile
    chevrons: tuple[Chevrons, ...]
    on_disk: bool = True

    @property
    def blanked(self) -> bytes:
        return blank_chevrons(self.source.data, self.chevrons)


def parse_views(
    path: str,
    arguments: Iterable[str] = (),
    *,
    headers: HeaderMode = HeaderMode.AUTO,
    toolkit_include: tuple[str, ...] = (),
    arch: int = DEFAULT_ARCH,
    text: bytes | None = None,
) -> tuple[Unit, ...]:
    """Every view of one translation unit that its text asks for; the first one is what device code sees.

    `arguments` are clang's (defines, include paths, standard). `toolkit_include` are the include folders of a CUDA
    toolkit, empty when there is none. `text` is read in place of the source's own. Code that never mentions
    `__CUDA_ARCH__` has a single view."""
    main = SourceFile.read(path) if text is None else SourceFile(path, text)
    mode = HeaderMode.TOOLKIT if headers is HeaderMode.TOOLKIT else HeaderMode.SHIM
    texts: dict[str, _Text] = {path: _Text(main, find_chevrons(main.data), on_disk=text is None)}
    extra = tuple(arguments)
    first = _parse_round(path, _clang_arguments(mode, extra, toolkit_include), texts)
    if headers is HeaderMode.AUTO and toolkit_include and _needs_toolkit(first, texts):
        mode = HeaderMode.TOOLKIT
        first = _parse_round(path, _clang_arguments(mode, extra, toolkit_include), texts)
    _reject_missing_headers(first, texts, mode, toolkit_include)
    _reject_broken_structure(first, texts)
    if not any(b"__CUDA_ARCH__" in text.source.data for text in texts.values()):
        return (_unit(path, "host", first, texts),)
    views = [("host", first)]
    for value in sorted(_architectures(arch, texts)):
        defined = (*extra, f"-D__CUDA_ARCH__={value}")
        views.append((str(value), _parse_round(path, _clang_arguments(mode, defined, toolkit_include), texts)))
    units = [_unit(path, view, parsed, texts) for view, parsed in views]
    return (
        *(unit for unit in units if unit.view == str(arch)),
        *(unit for unit in units if unit.view != str(arch)),
    )


def _architectures(arch: int, texts: dict[str, _Text]) -> set[int]:
    """The command's architecture, and one on each side of every value that the code compares with."""
    compared = {
        int(value)
        for text in texts.values()
        for value in re.findall(rb"__CUDA_ARCH__\s*\)*\s*[<>=!]=?\s*\(*(\d{3,4})", text.source.data)
        if 350 <= int(value) <= 2000
    }
    below = {max(350, value - 10) for value in compared}
    return {arch, *sorted(compared | below)[:6]}


def _parse_round(path: str, arguments: list[str], texts: dict[str, _Text]) -> TranslationUnit:
    """Parse until every included user file with launches is blanked too."""
    while True:
        unsaved = [(name, text.blanked) for name, text in texts.items() if text.chevrons or not text.on_disk]
        parsed = libclang.parse(path, arguments, unsaved)
        found_launches = False
        for inclusion in parsed.get_includes():
            name = inclusion.include.name
            if name in texts or _in_system_header(parsed, inclusion.include):
                continue
            source = SourceFile.read(_as_the_user_would(name, path))
            texts[name] = _Text(source, find_chevrons(source.data))
            found_launches = found_launches or bool(texts[name].chevrons)
        if not found_launches:
            return parsed


def _as_the_user_would(name: str, main: str) -> str:
    """clang calls a header beside `a.cu` `./k.cuh`, and one that is found through `lib/../k.cuh` just that; in messages
    and `#line` it is `k.cuh`, however it was found."""
    if name.startswith("./") and main.startswith("./"):
        return name
    short = os.path.normpath(name)
    # `..` after a symbolic link leads elsewhere
    same = short == name.removeprefix("./") or (Path(short).exists() and Path(short).samefile(name))
    return short if same else name


def _in_system_header(parsed: TranslationUnit, file: object) -> bool:
    from clang.cindex import SourceLocation

    return bool(SourceLocation.from_offset(parsed, file, 0).is_in_system_header)


def _clang_arguments(mode: HeaderMode, extra: tuple[str, ...], toolkit: tuple[str, ...]) -> list[str]:
    # -x cuda is for one thing only: the syntax of lambdas with `__device__`
    base = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent"]
    base += ["--cuda-gpu-arch=sm_70", "-ferror-limit=0", "-Wno-everything"]
    if not any(argument.startswith("-std=") for argument in extra):
        base.append("-std=gnu++17")
    if mode is HeaderMode.TOOLKIT:
        for folder in toolkit:
            base += ["-isystem", folder]
        base += ["-isystem", str(SHIM), "-include", str(SHIM / "toolkit_prelude.h")]
    else:
        base += ["-isystem", str(SHIM / "include"), "-isystem", str(SHIM)]
        base += ["-include", str(SHIM / "shim_prelude.h")]
    # after our prelude: a header that the user includes first may hold kernels
    base += [*extra, "-isystem", str(RUNTIME)]
    # the libclang wheel has no builtin headers (stddef.h ...): gcc's will do
    for folder in _gcc_builtin_headers():
        base += ["-idirafter", folder]
    return base


@lru_cache(maxsize=1)
def _gcc_builtin_headers() -> tuple[str, ...]:
    for compiler in ("gcc", "g++", "cc"):
        if shutil.which(compiler):
            answer = subprocess.run(
                [compiler, "-print-file-name=include"], capture_output=True, text=True, check=False
            ).stdout.strip()
            if Path(answer).is_dir():
                return (answer,)
    return ()


def _user_errors(parsed: TranslationUnit, texts: dict[str, _Text]) -> list[ParseProblem]:
    return [
        ParseProblem(
            texts[diagnostic.location.file.name].source.path,
            libclang.file_offset(diagnostic.location),
            diagnostic.spelling,
        )
        for diagnostic in parsed.diagnostics
        if diagnostic.severity >= _ERROR
        and diagnostic.location.file is not None
        and diagnostic.location.file.name in texts
    ]


def _needs_toolkit(parsed: TranslationUnit, texts: dict[str, _Text]) -> bool:
    """A missing header, or any error in a user's file: the shim may lack what the code uses.

    Text that libclang can't read whatever the headers (a macro that holds chevrons) costs one more parse."""
    return bool(_user_errors(parsed, texts)) or any(
        "file not found" in diagnostic.spelling for diagnostic in parsed.diagnostics
    )


def _source(texts: dict[str, _Text], problem: ParseProblem) -> SourceFile:
    return next(text.source for text in texts.values() if text.source.path == problem.path)


def _reject_missing_headers(
    parsed: TranslationUnit, texts: dict[str, _Text], mode: HeaderMode, toolkit: tuple[str, ...]
) -> None:
    for problem in _user_errors(parsed, texts):
        if "file not found" not in problem.message:
            continue
        place = _source(texts, problem).location(problem.offset)
        hint = "name its folder after `--` (spawnc rewrite FILE -- -I DIR), or use -p BUILD"
        if mode is HeaderMode.SHIM and not toolkit:
            hint += "; for a header of the CUDA toolkit: pip install 'spawnc[cuda]', or set CUDA_HOME"
        raise SourceError(f"{place}: error: {problem.message}", hint=hint, location=place)


def _reject_broken_structure(parsed: TranslationUnit, texts: dict[str, _Text]) -> None:
    """Where braces do not match, nothing is known of what belongs to which function."""
    for problem in _user_errors(parsed, texts):
        if _BROKEN.search(problem.message):
            place = _source(texts, problem).location(problem.offset)
            hint = "mend the file, or pass your build's flags after `--` if it compiles with them"
            raise SourceError(f"{place}: error: {problem.message}", hint=hint, location=place)


def _unit(path: str, view: str, parsed: TranslationUnit, texts: dict[str, _Text]) -> Unit:
    included = Counter(inclusion.include.name for inclusion in parsed.get_includes())
    # by clang's name for each file; the unit knows them by the user's
    read = {name: text for name, text in texts.items() if name == path or name in included}
    index = index_functions(parsed.cursor, {name: text.source for name, text in read.items()})
    body_of = _BodyCache(index, TreeBuilder({name: text.source.data for name, text in read.items()}))
    by_name: dict[str, list[Function]] = defaultdict(list)
    for function in index.functions.values():
        by_name[function.name].append(function)
    files = {text.source.path: text.source for text in read.values()}
    return Unit(
        path=path,
        view=view,
        files=files,
        functions=index.functions,
        launches=join_launches(
            {text.source.path: text.chevrons for text in read.values()},
            {name: source.data for name, source in files.items()},
            index.functions,
            body_of,
        ),
        problems=tuple(_user_errors(parsed, texts)),
        inclusions={text.source.path: included[name] for name, text in read.items() if name in included},
        variables=index.variables,
        types=index.types,
        member_types=index.member_types,
        body_of=body_of,
        by_name={name: tuple(functions) for name, functions in by_name.items()},
    )


def body_cursor(unit: Unit, function: Function) -> Cursor | None:
    """libclang's cursor of a function that a unit defines, for what trees leave out."""
    assert isinstance(unit.body_of, _BodyCache)
    return unit.body_of.cursor(function)


class _BodyCache:
    """Trees of bodies, made when first asked for: most functions of a unit are never looked at."""

    def __init__(self, index: FunctionIndex, builder: TreeBuilder) -> None:
        self._index = index
        self._builder = builder
        self._trees: dict[str, Node | None] = {}

    def __call__(self, function: Function) -> Node | None:
        key = function.key
        if key not in self._trees:
            cursor: Cursor | None = self._index.bodies.get(key)
            self._trees[key] = self._builder.build(cursor) if cursor is not None else None
        return self._trees[key]

    def cursor(self, function: Function) -> Cursor | None:
        return self._index.bodies.get(function.key)
