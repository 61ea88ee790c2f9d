"""The block's shared memory in a serial body: what it costs, and what relies on more than barriers."""

from __future__ import annotations

import re

from spawnc.analyze.block_text import BodyText, read_body
from spawnc.analyze.uniform import LOOPS
from spawnc.analyze.variable_uses import ASSIGNMENTS, binary_operator, unary_operator
from spawnc.model import Function, Node, Ref, Unit
from spawnc.source import Span

#: Most bytes that one block may keep in the thread that runs it: its shared variables, and those of its threads
#: that live across barriers.
#:
#: They are locals, so they lie on the device stack. The driver raises the stack's size (1 KB at first) to what the
#: largest kernel of the module needs, before a host launch and for device launches too, and reserves it for every
#: thread that can be resident: measured on an H200 with CUDA 13.0, a frame of 8 KB takes 1.6 GB of its memory, one
#: of 32 KB takes 6.3 GB. 8 KB holds a 32 x 33 tile of floats, or two 16 x 16 tiles and one float a thread.
MAX_BLOCK_BYTES = 8192
#: What `spawn::kMaxBlockThreads` is.
MAX_BLOCK_THREADS = 1024

_SIZES = {
    **dict.fromkeys(("bool", "char", "signed char", "unsigned char", "uchar", "int8_t", "uint8_t"), 1),
    **dict.fromkeys(("short", "unsigned short", "ushort", "int16_t", "uint16_t", "__half"), 2),
    **dict.fromkeys(("int", "unsigned int", "unsigned", "uint", "float", "int32_t", "uint32_t"), 4),
    **dict.fromkeys(("long", "unsigned long", "ulong", "long long", "unsigned long long", "double"), 8),
    **dict.fromkeys(("int64_t", "uint64_t", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t"), 8),
    "dim3": 12,
}
_VECTOR = re.compile(r"(u?(?:char|short|int|longlong|long)|float|double)([1-4])")
_ELEMENTS = {"char": 1, "short": 2, "int": 4, "float": 4, "long": 8, "longlong": 8, "double": 8}
_QUALIFIER = re.compile(r"\b(const|__restrict)\b")
_ARRAY = re.compile(r"([^\[\]()]+?)\s*((?:\[\d+\])+)")
_LITERAL_PLACE = re.compile(r"(\[[0-9]+\])*")


def size_of(type_name: str) -> int | None:
    """Bytes of a type without constructors, None for all that is not known here."""
    plain = _QUALIFIER.sub("", type_name).strip()
    array = _ARRAY.fullmatch(plain)
    if array:
        size = size_of(array.group(1))
        for extent in re.findall(r"\d+", array.group(2)):
            size = None if size is None else size * int(extent)
        return size
    if "(" in plain or "&" in plain or "volatile" in plain or "[" in plain:
        return None
    if plain.endswith("*"):
        return 8
    vector = _VECTOR.fullmatch(plain)
    if vector:
        return _ELEMENTS[vector.group(1).removeprefix("u")] * int(vector.group(2))
    return _SIZES.get(plain)


def shared_variables(body: Node) -> tuple[Node, ...]:
    """Declarations of `__shared__` variables in a body."""
    return tuple(node for node in body.walk() if node.kind == "VAR_DECL" and "shared" in node.annotations)


def find_volatile(text: BodyText) -> int:
    """Where `volatile` stands in a body (asm statements aside), -1 if nowhere."""
    before = b""
    for token in text.tokens:
        if token.text == b"volatile" and before not in (b"asm", b"__asm__", b"__asm"):
            return token.begin
        before = token.text
    return -1


def warp_synchronous(unit: Unit, text: BodyText, statements: tuple[Node, ...], pointers: frozenset[str]) -> int:
    """Where a part of a block relies on the order in which a warp's threads run; -1 if nowhere.

    The mark of such code, between two barriers: one element is written, another one of the array is read, and the
    first one is written again.

        if (tid < 32) { s[tid] += s[tid + 16]; s[tid] += s[tid + 8]; ... }

    `pointers` are the keys of the shared arrays and of pointers to them. Functions that get such a pointer are
    looked at in the same way."""
    order = _Order(text, pointers)
    for node in statements:
        order.visit(node)
    if order.relied_on_at >= 0:
        return order.relied_on_at
    for node in statements:
        for call in node.walk():
            if call.kind == "CALL_EXPR" and _mentions(call, pointers) and _callee_relies(unit, call, frozenset()):
                return call.span.begin
    return -1


def pointers_to(text: BodyText, body: Node, arrays: frozenset[str]) -> frozenset[str]:
    """Keys of shared arrays and of the variables that are made or given a value with the name of one."""
    pointers = arrays
    while True:
        found = set(pointers)
        for node in body.walk():
            target = node
            if node.kind == "BINARY_OPERATOR" and binary_operator(text, node) == "=":
                target = node.children[0]
            elif node.kind != "VAR_DECL":
                continue
            if target.ref and "*" in target.ref.type and _mentions(node, pointers):
                found.add(target.ref.key)
        if found == pointers:
            return pointers
        pointers = frozenset(found)


def functions_of(unit: Unit, ref: Ref) -> tuple[Function, ...]:
    """The functions of the unit that a name may mean: a template's instance has another key than the template."""
    function = unit.functions.get(ref.key)
    if function is not None:
        return (function,)
    is_function = ref.kind not in ("VAR_DECL", "PARM_DECL", "FIELD_DECL") and not ref.is_system
    return unit.by_name.get(ref.name, ()) if is_function else ()


class _Order:
    """Follows the shared elements that statements read and write, in the order of evaluation.

    An element is an array and its subscripts as written."""

    def __init__(self, text: BodyText, pointers: frozenset[str]) -> None:
        self._text, self._pointers = text, pointers
        #: Elements written so far, and whether another one of the array was read since.
        self._written: dict[tuple[str, str], bool] = {}
        self.relied_on_at = -1

    def visit(self, node: Node) -> None:
        kind, children = node.kind, node.children
        if kind in LOOPS:
            for child in (*children, *children):
                self.visit(child)
        elif kind == "IF_STMT":
            self._branches(children)
        elif kind == "COMPOUND_ASSIGNMENT_OPERATOR" or (
            kind == "BINARY_OPERATOR" and binary_operator(self._text, node) in ASSIGNMENTS
        ):
            self.visit(children[1])
            if kind == "COMPOUND_ASSIGNMENT_OPERATOR":
                self.visit(children[0])
            self._write(children[0])
        elif kind == "UNARY_OPERATOR" and unary_operator(self._text, node) in ("++", "--"):
            self.visit(children[0])
            self._write(children[0])
        else:
            element = self._element(node)
            if element is not None:
                self._read(element)
            # the rows `s[i]` of an element `s[i][j]` are not read
            while element is not None and node.kind == "ARRAY_SUBSCRIPT_EXPR":
                for index in node.children[1:]:
                    self.visit(index)
                node = node.children[0]
            for child in node.children:
                self.visit(child)

    def _branches(self, children: tuple[Node, ...]) -> None:
        """Both branches of an `if` begin with what was before it."""
        self.visit(children[0])
        before = dict(self._written)
        after: dict[tuple[str, str], bool] = dict(before) if len(children) < 3 else {}
        for branch in children[1:]:
            self._written = dict(before)
            self.visit(branch)
            for element, read_since in self._written.items():
                after[element] = after.get(element, False) or read_since
        self._written = after

    def _read(self, element: tuple[str, str]) -> None:
        for other in self._written:
            if other[0] == element[0] and other != element:
                self._written[other] = True

    def _write(self, node: Node) -> None:
        while node.kind in ("PAREN_EXPR", "MEMBER_REF_EXPR") and node.children:
            node = node.children[0]
        element = self._element(node)
        if element is None:
            return
        if self._written.get(element) and self.relied_on_at < 0 and not _LITERAL_PLACE.fullmatch(element[1]):
            self.relied_on_at = node.span.begin
        self._written[element] = False

    def _element(self, node: Node) -> tuple[str, str] | None:
        """Array and subscripts of `s[i][j]` and `*(s + i)`."""
        is_deref = node.kind == "UNARY_OPERATOR" and unary_operator(self._text, node) == "*"
        if node.kind != "ARRAY_SUBSCRIPT_EXPR" and not is_deref:
            return None
        for below in node.walk():
            if below.kind == "DECL_REF_EXPR" and below.ref and below.ref.key in self._pointers:
                # what a pointer points to is another element in each thread, whatever the subscript
                through = "" if "[" in below.ref.type else "*"
                return below.ref.key, through + self._text.get(Span(below.span.end, node.span.end))
        return None


def _mentions(node: Node, keys: frozenset[str]) -> bool:
    return any(below.ref is not None and below.ref.key in keys for below in node.walk())


def _callee_relies(unit: Unit, call: Node, seen: frozenset[str]) -> bool:
    refs = (
        [call.ref] if call.ref else [ref for below in call.children[:1] for n in below.walk() for ref in n.candidates]
    )
    if any("volatile" in ref.type and not ref.is_system for ref in refs):
        return True
    for function in (found for ref in refs if ref.key not in seen for found in functions_of(unit, ref)):
        body = unit.body_of(function)
        if body is None or function.definition is None or function.definition.body is None:
            continue
        text = read_body(unit, function.definition.path, function.definition.body)
        pointers = frozenset(n.ref.key for n in body.walk() if n.kind in ("PARM_DECL", "VAR_DECL") and n.ref)
        order = _Order(text, pointers)
        order.visit(body)
        if find_volatile(text) >= 0 or order.relied_on_at >= 0:
            return True
        inner = [n for n in body.walk() if n.kind == "CALL_EXPR" and _mentions(n, pointers)]
        if any(_callee_relies(unit, n, seen | {ref.key for ref in refs}) for n in inner):
            return True
    return False
