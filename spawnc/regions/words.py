"""What the words of a launch configuration mean: the parser doesn't see them, so nothing says what they call unseen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from spawnc.lexer import Token, closing_bracket, tokens
from spawnc.model import Function, Space
from spawnc.regions.effects import computes
from spawnc.regions.host import HostCode
from spawnc.regions.scalars import SCALARS
from spawnc.regions.unwritten import is_open_type

#: Classes of CUDA's that stand for numbers.
_VECTORS = re.compile(r"dim3|u?(char|short|int|long|longlong|float|double)[1-4]")
_ELEMENT = re.compile(r"std::(?:vector|array)<([^<>,]+)[,>]")
SPECIFIERS = frozenset(b"static inline constexpr const std __host__ __device__ __forceinline__ __inline__".split())
#: Types and functions that may stand before a parenthesis.
_HARMLESS = frozenset(
    b"dim3 uint3 sizeof alignof static_cast reinterpret_cast bool char short int long signed unsigned size_t int8_t "
    b"uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t uint ptrdiff_t float double void const cudaStream_t "
    b"ceil ceilf floor floorf min max sqrt true false nullptr NULL typename template".split()
)
_ENDS = (b")", b"]", b"}")


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of a piece of text, macros expanded, and what is known of the names among them."""

    code: HostCode
    found: Sequence[Token]

    def at(self, position: int) -> bytes:
        """The text of a token; b"" beside the first and the last one."""
        return self.found[position].text if 0 <= position < len(self.found) else b""

    def name(self, position: int) -> str:
        return self.found[position].word

    def is_name(self, position: int) -> bool:
        return self.found[position].kind == "name"

    def is_operand_end(self, position: int) -> bool:
        """Whether an operand ends with a token, so that an operator follows."""
        return self.at(position) in _ENDS or (
            0 <= position < len(self.found) and self.found[position].kind != "punctuation"
        )

    def closing(self, position: int) -> int:
        """Where the bracket is closed that a token opens; behind all where it is not."""
        closed = closing_bracket(self.found, position)
        return len(self.found) if closed is None else closed

    def called(self, name: str) -> tuple[Function, ...]:
        """The functions of the user's that host code may call by a name."""
        functions = self.code.unit.by_name.get(name, ())
        return tuple(function for function in functions if function.space not in (Space.DEVICE, Space.GLOBAL))

    def is_harmless(self, position: int) -> bool:
        """Whether a name is that of a number's type, or of a function that computes a number."""
        name = self.name(position)
        return self.found[position].text in _HARMLESS and not self.called(name) and not self.is_variable(name)

    def is_type(self, position: int) -> bool:
        """Whether the user's files declare a type by a name."""
        pattern = rb"\b(?:struct|class|union|enum|typename|using)\s+%s\b|\btypedef\b[^;]*\b%s\s*;"
        return self._is_declared(self.at(position), pattern)

    def types_of(self, name: str) -> frozenset[str]:
        """Types of all variables and members that a name may stand for."""
        unit, function = self.code.unit, self.code.function
        own, definition = self.code.types.get(name, frozenset()), function.definition
        if definition is not None and any(parameter.name == name for parameter in definition.parameters):
            return own
        types = own | unit.types.get(name, frozenset())
        is_free = function.kind == "FUNCTION_DECL" or (function.kind == "FUNCTION_TEMPLATE" and not function.scope)
        return types if is_free else types | unit.member_types.get(name, frozenset())

    def is_variable(self, name: str) -> bool:
        return name in self.code.untyped or bool(self.types_of(name))

    def is_compared(self, position: int) -> bool:
        """Whether a token before `<` is no name of a template."""
        is_variable = not self.is_name(position) or self.is_variable(self.name(position))
        return is_variable and self.at(position + 1) == b"<"

    def is_volatile(self, position: int) -> bool:
        return any("volatile" in each for each in self.types_of(self.name(position)))

    def template_before(self, position: int) -> int | None:
        """The name of `f<3>` before a position; None where `>` compares."""
        depth = 0
        for at in range(position - 1, 0, -1):
            depth += (self.at(at) == b">") - (self.at(at) == b"<")
            if depth == 0:
                return at - 1 if self.is_name(at - 1) and not self.is_variable(self.name(at - 1)) else None
            if self.found[at].kind == "punctuation" and self.at(at) not in (b"<", b">", b"::", b",", b"*"):
                return None
        return None

    def is_plain(self, position: int) -> bool:
        """Whether a name that is not called stands for numbers and pointers, for whose use no code runs."""
        name = self.name(position)
        is_member = self.at(position - 1) in (b".", b"->")
        if (name in self.code.untyped and not is_member) or (is_member and self.code.has_classes):
            return False
        unit = self.code.unit
        members = unit.types.get(name, frozenset()) | unit.member_types.get(name, frozenset())
        if types := members if is_member else self.types_of(name):
            return all(self._is_plain_type(position, each) for each in types)
        # a member of a library's class, or a constant
        is_pair = is_member and name in ("first", "second")
        return not (self.code.has_classes or (is_pair and self.code.unwritten) or self._is_operand(None))

    def _is_plain_type(self, position: int, type_name: str) -> bool:
        spelled, levels = re.sub(r"\bconst\b", "", type_name).strip(), 0
        if "volatile" in spelled:
            return False
        if self.at(position + 1) == b"[" and (element := _ELEMENT.match(spelled)) is not None:
            spelled, levels = element[1].strip(), 1
        while (shorter := re.sub(r"\s*(\*|&|\[\w*\])$", "", spelled)) != spelled:
            levels += not spelled.endswith("&")
            spelled = shorter.strip()
        if spelled in SCALARS or spelled == "void" or "(*)(" in spelled:
            return True
        following = position + 1
        while self.at(following) == b"[":
            following, levels = self.closing(following) + 1, levels - 1
        if self.at(following) == b".":
            return levels == 0
        if self.at(following) == b"->":
            return levels == 1
        if _VECTORS.fullmatch(spelled):
            return not self._is_operand(spelled)
        if is_open_type(spelled) and not self.code.unwritten:
            return True
        return levels > 0 and not self._reads_through() and self.at(position - 1) != b"&"

    def _reads_through(self) -> bool:
        """Whether what some pointer leads to is read by `*`."""
        return any(
            self.at(at) == b"*" and not self.is_operand_end(at - 1) and self.at(at + 1) != b")"
            for at in range(len(self.found))
        )

    def _is_operand(self, type_name: str | None) -> bool:
        """Whether an operator of the user's that does more than compute may take a class of CUDA's, or (None) a
        constant: one of an enumeration."""
        return any(
            (spelled == type_name if type_name is not None else not self._is_class(spelled)) or function.is_template
            for function in self.code.unwritten
            if function.kind in ("FUNCTION_DECL", "FUNCTION_TEMPLATE") and re.match(r"operator[^\w\s\"]", function.name)
            if not computes(self.code, function.key)
            for parameter in function.declarations[0].parameters
            for spelled in [re.sub(r"\bconst\b|&", "", parameter.canonical).strip()]
        )

    def _is_class(self, type_name: str) -> bool:
        """Whether a type is no enumeration."""
        if type_name in SCALARS or type_name.endswith("*") or "<" in type_name or _VECTORS.fullmatch(type_name):
            return True
        return self._is_declared(type_name.rpartition("::")[2].encode(), rb"(?<!enum )\b(?:struct|class|union)\s+%s\b")

    def _is_declared(self, name: bytes, pattern: bytes) -> bool:
        declares = re.compile(pattern.replace(b"%s", re.escape(name)))
        return any(declares.search(source.data) for source in self.code.unit.files.values())

    def is_pure_call(self, position: int) -> bool:
        """Whether the function that is called by a name only computes a number of numbers."""
        name = self.name(position)
        functions, scope, at = self.called(name), tuple[str, ...](), position
        while self.at(at - 1) == b"::" and at > 1:
            at -= 2
            scope = (self.name(at), *scope)
        functions = tuple(each for each in functions if each.scope[len(each.scope) - len(scope) :] == scope)
        if not functions or self.is_variable(name) or self.at(position - 1) in (b".", b"->"):
            return False
        return all(
            computes(self.code, function.key) and (not self.code.unwritten or self._is_of_numbers(function))
            for function in functions
        )

    def _is_of_numbers(self, function: Function) -> bool:
        """Whether a function takes and gives nothing for which a constructor or a conversion may run."""
        definition = function.definition
        if definition is None:
            return False
        head = self.code.unit.files[definition.path].data[definition.span.begin : definition.name.begin]
        numbers = {*SCALARS, "signed", "unsigned", "size_t", "auto"}
        result = [token.word for token in tokens(head) if token.kind == "name" and token.text not in SPECIFIERS]
        return (
            bool(result)
            and numbers.issuperset(result)
            and all(parameter.canonical.removeprefix("const ") in SCALARS for parameter in definition.parameters)
        )
