"""What the launches of a loop take from its scalar: grids that are computed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from spawnc.lexer import Token, tokens
from spawnc.model import Node, Ref
from spawnc.regions.arguments import Varying, is_shared
from spawnc.regions.arithmetic import Expression, Named, UnreadError, read_grid, read_initial_value
from spawnc.regions.configuration import names_of
from spawnc.regions.expansion import expanded, most_definitions
from spawnc.regions.facts import Flag, Grids
from spawnc.regions.host import VARIABLES, HostCode, keys_read
from spawnc.regions.reading import is_pointed_to
from spawnc.regions.refusal import refuse
from spawnc.regions.scalars import FLOATING, SCALARS
from spawnc.regions.statements import Declared
from spawnc.regions.untaken import is_named_constant
from spawnc.source import Span

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
    #: The body's own variables by name, as they are declared; names of those that depend on the scalar, by key.
    declared: dict[str, Node] = field(default_factory=dict)
    scaled: dict[str, str] = field(default_factory=dict)
    captured: dict[str, Ref] = field(default_factory=dict)
    locals: dict[str, tuple[str, Expression]] = field(default_factory=dict)
    each: list[str] = field(default_factory=list)

    def declares(self, statement: Declared) -> bool:
        """Take variables of the body that are computed of the scalar; False where they are none."""
        depends = [variable for variable in statement.variables if self._depends(variable)]
        for variable in statement.variables:
            self.declared[variable.name] = variable
        if not depends:
            return False
        for variable in statement.variables:
            assert variable.ref is not None
            self.scaled[variable.ref.key] = variable.name
            self.varying.add(variable.ref)
            self._local(variable)
        return True

    def concerns(self, span: Span) -> bool:
        """Whether a grid depends on the scalar."""
        names = names_of(self.code, span)
        return self.flag.variable.name in names or not names.isdisjoint(self.scaled.values())

    def take(self, span: Span, *, is_nested: bool) -> int:
        """The number of a grid. `is_nested`: the launch stands below an `if` or in a loop."""
        try:
            grid = read_grid(self._words(span), self._named)
        except UnreadError:
            self._refuse(span)
        if (is_nested and grid.divides) or len(self.each) == _MOST_GRIDS:
            # what the host computes where it launches would be computed in any case
            self._refuse(span)
        self.each.append(grid.text)
        return len(self.each) - 1

    def found(self) -> Grids:
        return Grids(tuple(self.each), tuple(text for text, _ in self.locals.values()), tuple(self.captured.values()))

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

    def _words(self, span: Span) -> Sequence[Token]:
        """Tokens with what macros stand for; all of the user's that have one definition."""
        found = list(tokens(self.code.source.data, span))
        words = expanded(self.code, found, 0)
        has_own = any(word.text in (b"min", b"max") and word.word in self.code.unit.by_name for word in words)
        if most_definitions(self.code, found) > 1 or has_own:
            self._refuse(span)
        return words

    def _local(self, variable: Node) -> Named:
        """A variable of the body, with the statement that declares it for the device."""
        name, is_dim3 = variable.name, self._type(variable) == "dim3"
        if name not in self.locals:
            span = Span(variable.name_offset + len(name.encode()), variable.span.end)
            if not is_dim3 and self._type(variable) not in _INTEGERS:
                self._refuse(variable.span)
            try:
                value = read_initial_value(self._words(span), self._named, is_dim3=is_dim3)
            except UnreadError:
                self._refuse(variable.span)
            self.locals[name] = f"const {self._type(variable)} {name} = {value.text};", value
        value = self.locals[name][1]
        return Named(name, varies=value.varies, is_dim3=is_dim3)

    def _type(self, variable: Node) -> str:
        return variable.ref.canonical.removeprefix("const ") if variable.ref is not None else ""

    def _named(self, token: Token) -> Named:
        name, flag = token.word, self.flag
        refs = {node.ref.key: node.ref for node in self.code.body.walk() if _declares(node, name) and node.ref}
        if name in self.code.untyped or len(refs) > 1:
            raise UnreadError
        if not refs:
            if is_named_constant(self.code, name):
                return Named(name, is_constant=True)
            raise UnreadError
        (ref,) = refs.values()
        if ref.key == flag.variable.key:
            if flag.type in FLOATING:
                raise UnreadError
            return Named("spawn_value" if flag.is_pointed_to else name, varies=True, is_pointer=flag.is_pointed_to)
        if ref.key in self.inner:
            if name not in self.declared:
                raise UnreadError
            return self._local(self.declared[name])
        type_name = ref.canonical.removeprefix("const ")
        if ref.key in self.varying.keys or is_shared(ref) or type_name not in {*_INTEGERS, "dim3"}:
            raise UnreadError
        self.captured[ref.key] = ref
        return Named(name, is_constant=is_named_constant(self.code, name), is_dim3=type_name == "dim3")


def _declares(node: Node, name: str) -> bool:
    return node.kind in VARIABLES and node.name == name


_INTEGERS = SCALARS.keys() - FLOATING - {"bool"}
