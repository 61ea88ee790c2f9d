"""What the launches of a loop take from its scalar: grids that are computed of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from spawnc.lexer import Macro, Token, closing_bracket, macros_of_files, tokens
from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying, is_shared
from spawnc.regions.arithmetic import Expression, Named, UnreadError, read_grid, read_initial_value
from spawnc.regions.configuration import names_of
from spawnc.regions.effects import computes
from spawnc.regions.facts import Flag, Grids
from spawnc.regions.flag import is_flag
from spawnc.regions.host import VARIABLES, HostCode, bare, keys_read
from spawnc.regions.reading import is_pointed_to, is_variable
from spawnc.regions.refusal import Refusal, refuse
from spawnc.regions.scalars import FLOATING, INTEGERS, SCALARS
from spawnc.regions.statements import Declared
from spawnc.regions.untaken import is_named_constant
from spawnc.regions.words import SPECIFIERS
from spawnc.source import SourceFile, Span

#: What the runtime has room for (graph_step.cuh, kMostGrids).
_MOST_GRIDS = 8


@dataclass
class TripGrids:
    """The grids of a loop that depend on its scalar, and what they are made of. Its methods raise Refusal."""

    code: HostCode
    flag: Flag
    varying: Varying
    #: Keys of what the body declares.
    inner: set[str]
    #: The body's own variables, and the names of those that depend on the scalar, by key.
    declared: dict[str, Node] = field(default_factory=dict)
    scaled: dict[str, str] = field(default_factory=dict)
    captured: dict[str, Ref] = field(default_factory=dict)
    #: Of the body's variables, those that grids are made of: statements that declare them, and their values.
    locals: dict[str, tuple[str, Expression]] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    #: The host has given the scalar another value since it was copied back.
    is_reset: bool = False
    each: list[str] = field(default_factory=list)
    #: Macros whose text is being read.
    entered: set[str] = field(default_factory=set)

    def declares(self, statement: Declared) -> bool:
        """Take variables of the body that are computed of the scalar; False where they are none."""
        variables = {variable.ref.key: variable for variable in statement.variables if variable.ref is not None}
        self.declared |= variables
        if not any(self._depends(variable) for variable in variables.values()):
            return False
        for key, variable in variables.items():
            assert variable.ref is not None
            self.scaled[key] = variable.name
            self.varying.add(variable.ref)
            self._local(variable.ref, variable)
        return True

    def concerns(self, span: Span) -> bool:
        """Whether a grid depends on the scalar."""
        names = names_of(self.code, span)
        return self.flag.variable.name in names or not names.isdisjoint(self.scaled.values())

    def take(self, span: Span, *, is_nested: bool) -> int:
        """The number of a grid. `is_nested`: the launch stands below an `if` or in a loop."""
        try:
            grid = read_grid(self._words(span), _Place(self, span.begin))
        except UnreadError:
            self._refuse(span)
        if grid.text not in self.each:
            self.each.append(grid.text)
        # below an `if`, what the host computes where it launches would be computed in any case
        if (is_nested and grid.divides) or len(self.each) > _MOST_GRIDS:
            self._refuse(span)
        return self.each.index(grid.text)

    def is_scalar(self, node: Node) -> bool:
        """Whether an expression is the scalar as it was copied back, or the body's variable that has its value."""
        inner = bare(node)
        if is_variable(inner) and inner.ref is not None and (known := self.locals.get(inner.ref.key)) is not None:
            is_same_type = inner.ref.canonical.removeprefix("const ") == self.flag.type
            return known[1].text == self._scalar_text() and is_same_type
        if self.is_reset or self.flag.is_shared or self.flag.is_local:
            return False
        return is_flag(self.code, inner, self.flag)

    def _scalar_text(self) -> str:
        return "spawn_value" if self.flag.is_pointed_to else self.flag.variable.name

    def is_number(self, span: Span) -> bool:
        """Whether the size of blocks is a number that stays: they have one dimension."""
        apart = TripGrids(self.code, self.flag, self.varying, self.inner, self.declared)
        try:
            size = read_grid(apart._words(span), _Place(apart, span.begin))
        except (UnreadError, Refusal):
            return False
        return not (size.is_dim3 or size.varies)

    def _outside(self, name: str) -> Named:
        """What a name stands for that is none of the function's."""
        code = self.code
        types = code.unit.types.get(name, frozenset())
        is_own = any(node.kind in VARIABLES and node.name == name for node in code.body.walk())
        if not is_own and is_named_constant(code, name):
            return Named(name, is_constant=True)
        kind = next(iter(types)) if len(types) == 1 else ""
        is_number = kind.startswith("const ") and kind.removeprefix("const ") in _INTEGERS
        if is_own or not is_number or code.function.kind != "FUNCTION_DECL" or code.has_classes:
            raise UnreadError
        # the struct gets the value of whatever has that name where the loop is
        self.captured[name] = Ref(name, name, "VAR_DECL", kind, kind, is_global=True)
        return Named(name)

    def found(self) -> Grids:
        return Grids(
            tuple(self.each),
            tuple(text for text, _ in self.locals.values()),
            tuple(self.functions.values()),
            tuple(self.captured.values()),
        )

    def variables(self) -> Iterator[Ref]:
        """All variables that grids are made of."""
        yield from self.captured.values()
        yield from (ref for key in self.locals if (ref := self.declared[key].ref) is not None)

    def _refuse(self, span: Span) -> NoReturn:
        refuse(self.code, "SP113", span)

    def _depends(self, variable: Node) -> bool:
        keys = keys_read(variable)
        if keys & self.scaled.keys():
            return True
        if not self.flag.is_pointed_to:
            return self.flag.variable.key in keys
        return any(
            is_pointed_to(self.code, inner) and self.flag.variable.key in keys_read(inner) for inner in variable.walk()
        )

    def _words(self, span: Span, source: SourceFile | None = None) -> Sequence[Token]:
        """The tokens of a piece of text, in which `min` and `max` are those that everybody knows."""
        words = list(tokens((source or self.code.source).data, span))
        named = [word for word in words if word.text in (b"min", b"max")]
        if any(word.word in self.code.unit.by_name or self.code.macros(word.text) for word in named):
            self._refuse(span)
        return words

    def macro(self, name: bytes) -> Macro | None:
        """The macro of a name, which the device's text names, too: an option of the compiler may define another one.
        None where there is none; raises UnreadError where there are several."""
        definition, files = self.code.function.definition, self.code.unit.files
        found = [(path, macro) for path, source in files.items() for macro in macros_of_files([source], name)]
        if not found:
            return None
        (path, macro), *others = found
        words = list(tokens(macro.body))
        is_one = len(words) == 1 or (bool(words) and closing_bracket(words, 0) == len(words) - 1)
        # the device has no `std::min`, and a macro is not written again
        is_one = is_one and not any(word.text in (b"min", b"max") for word in words)
        is_before = definition is not None and (path != definition.path or macro.name.begin < definition.span.begin)
        if others or not is_one or not is_before:
            raise UnreadError
        return macro

    def _local(self, ref: Ref, variable: Node) -> Named:
        """A variable of the body, with the statement that declares it for the device."""
        name, type_name = variable.name, ref.canonical.removeprefix("const ")
        if ref.key not in self.locals:
            span = Span(variable.name_offset + len(name.encode()), variable.span.end)
            if type_name not in {*_INTEGERS, "dim3"}:
                self._refuse(variable.span)
            place = _Place(self, variable.name_offset)
            try:
                value = read_initial_value(self._words(span), place, is_dim3=type_name == "dim3")
            except UnreadError:
                self._refuse(variable.span)
            self.locals[ref.key] = f"const {type_name} {name} = {value.text};", value
        value = self.locals[ref.key][1]
        return Named(name, varies=value.varies, is_dim3=value.is_dim3)

    def call(self, offset: int, token: Token, arguments: Sequence[Expression]) -> Expression:
        """A call of a function that returns what it computes of whole numbers: the device gets one of the same text."""
        name, unit = token.word, self.code.unit
        if (macro := self.macro(token.text)) is not None:
            return self._expanded(macro, arguments)
        functions = unit.by_name.get(name, ())
        function = functions[0] if len(functions) == 1 else None
        definition = function.definition if function is not None else None
        if function is None or definition is None or definition.body is None or not computes(self.code, function.key):
            raise UnreadError
        source, parameters = unit.files[definition.path], definition.parameters
        types = [parameter.canonical.removeprefix("const ") for parameter in parameters]
        head = tokens(source.data, Span(definition.span.begin, definition.name.begin))
        returned = " ".join(word.word for word in head if word.text not in SPECIFIERS)
        words = self._words(definition.body, source)
        is_plain = [word.text for word in (*words[:2], *words[-2:])] == [b"{", b"return", b";", b"}"]
        known = {*types, returned} <= {*_INTEGERS, *_SHORTER} and all(each.name for each in parameters)
        is_hidden = _visible(self.code.body, name, offset) is not None or name in self.code.untyped
        if not (is_plain and known and len(arguments) == len(parameters)) or is_hidden or function.scope:
            raise UnreadError
        given = {
            # a shorter type may make 0 of a number
            parameter.name: replace(argument, is_constant=argument.is_constant and type_name in INTEGERS)
            for parameter, type_name, argument in zip(parameters, types, arguments, strict=True)
        }
        value = read_grid(words[2:-2], _Inside(self, given))
        spelled = ", ".join(
            f"{type_name} {parameter.name}" for type_name, parameter in zip(types, parameters, strict=True)
        )
        self.functions[name] = f"static __host__ __device__ {returned} {name}({spelled}) {{ return {value.text}; }}"
        return Expression(
            f"{name}({', '.join(argument.text for argument in arguments)})",
            varies=any(argument.varies for argument in arguments),
            divides=value.divides or any(argument.divides for argument in arguments),
            is_operand=True,
        )

    def _body(self, macro: Macro, given: Mapping[str, Expression]) -> Expression:
        """What a macro's text says, which may name the macro itself (`#define rows rows`)."""
        name = macro.name.word
        if name in self.entered:
            raise UnreadError
        self.entered.add(name)
        try:
            return read_grid(list(tokens(macro.body)), _Inside(self, given))
        finally:
            self.entered.remove(name)

    def number(self, macro: Macro) -> Named:
        """A macro without parameters: of constants alone."""
        if macro.parameters:
            raise UnreadError
        value = self._body(macro, {})
        return Named(macro.name.word, is_constant=value.is_constant)

    def _expanded(self, macro: Macro, arguments: Sequence[Expression]) -> Expression:
        """The use of a macro with parameters."""
        names = [word.word for word in tokens(macro.parameters[1:-1]) if word.text != b","]
        if not names or len(names) != len(arguments):
            raise UnreadError
        value = self._body(macro, dict(zip(names, arguments, strict=True)))
        text = f"{macro.name.word}({', '.join(argument.text for argument in arguments)})"
        divides = value.divides or any(argument.divides for argument in arguments)
        return Expression(text, value.varies, divides=divides, is_operand=True)

    def name(self, offset: int, token: Token) -> Named:
        """What a name stands for at a place."""
        name, flag = token.word, self.flag
        if (macro := self.macro(token.text)) is not None:
            return self.number(macro)
        ref = _visible(self.code.body, name, offset)
        if name in self.code.untyped:
            raise UnreadError
        if ref is None:
            return self._outside(name)
        if ref.key == flag.variable.key:
            if flag.type in FLOATING or self.is_reset:
                raise UnreadError
            return Named(self._scalar_text(), varies=True, is_pointer=flag.is_pointed_to)
        if ref.key in self.inner:
            if ref.key not in self.declared:
                raise UnreadError
            return self._local(ref, self.declared[ref.key])
        type_name = ref.canonical.removeprefix("const ")
        if ref.key in self.varying.keys or is_shared(ref) or type_name not in {*_INTEGERS, "dim3"}:
            raise UnreadError
        self.captured[ref.key] = ref
        return Named(name, is_constant=is_named_constant(self.code, name), is_dim3=type_name == "dim3")


@dataclass(frozen=True, slots=True)
class _Place:
    """What names mean at a place of the loop."""

    grids: TripGrids
    offset: int

    def named(self, token: Token) -> Named:
        return self.grids.name(self.offset, token)

    def called(self, token: Token, arguments: Sequence[Expression]) -> Expression:
        return self.grids.call(self.offset, token, arguments)


@dataclass(frozen=True, slots=True)
class _Inside:
    """What names mean in a function that a grid calls, or in a macro."""

    grids: TripGrids
    given: Mapping[str, Expression]

    def named(self, token: Token) -> Named:
        if (argument := self.given.get(token.word)) is not None:
            return Named(token.word, varies=argument.varies, is_constant=argument.is_constant)
        if (macro := self.grids.macro(token.text)) is not None:
            return self.grids.number(macro)
        if is_named_constant(self.grids.code, token.word):
            return Named(token.word, is_constant=True)
        raise UnreadError

    def called(self, token: Token, arguments: Sequence[Expression]) -> Expression:
        # no variable of the loop's function is visible there
        return self.grids.call(-1, token, arguments)


def _visible(node: Node, name: str, offset: int) -> Ref | None:
    """The innermost variable of a name at a place below a node."""
    found = None
    for child in node.children:
        declared = child.children if child.kind == "DECL_STMT" else (child,)
        for each in declared if child.span.end <= offset else ():
            if each.kind in VARIABLES and each.name == name:
                found = each.ref
        if child.span.begin <= offset < child.span.end:
            found = _visible(child, name, offset) or found
    return found


_INTEGERS = SCALARS.keys() - FLOATING - {"bool"}
#: Other names of these.
_SHORTER = frozenset({"unsigned", "size_t"})
