"""What one function's body does that matters to a serial body: facts of that body alone, no decisions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from spawnc.analyze.calls import constructs
from spawnc.analyze.configurations import Configurations, Named
from spawnc.analyze.hiding import named_otherwise
from spawnc.analyze.waiting import polls, waiting_loops
from spawnc.diagnostics import Diagnostic, diagnose
from spawnc.model import Function, Node, Ref, Space, Unit
from spawnc.source import as_text

BUILTINS = frozenset({"threadIdx", "blockIdx", "blockDim", "gridDim"})
BARRIER = "__syncthreads"
#: CUDA's load through the read-only cache, which is coherent only when a grid begins.
READ_ONLY_LOAD = "__ldg"

_BARRIER_WITH_VALUE = re.compile(r"__syncthreads_(count|and|or)")
#: The same barriers by their number, and their count of threads.
_NUMBERED_BARRIER = re.compile(r"__barrier_sync(_count)?")
#: Loads through the texture cache, which, too, is coherent only when a grid begins.
_TEXTURE_LOAD = re.compile(r"tex(1D|2D|3D|Cubemap)\w*|surf(1D|2D|3D|Cubemap)\w*read")
#: The block's place in its cluster and in the grid, read from special registers; barriers of a cluster.
_CLUSTER = re.compile(r"__cluster\w*")
_WARP = re.compile(r"__(shfl|ballot|any|all|match|activemask|syncwarp|reduce_\w+_sync|nv_\w+_sync|pipeline)")
#: Library namespaces whose functions may use more than the calling thread. cuda::std does not.
_COOPERATIVE = {"cooperative_groups", "cub", "thrust", "nvcuda", "cuda"}
_HARMLESS_CUDA = {"std", "atomic", "atomic_ref"}
#: Hand-written device launches and graph launches.
_LAUNCH_API = {"cudaLaunchDevice", "cudaLaunchDeviceV2", "cudaGraphLaunch"}
_FUNCTIONS = {"FUNCTION_DECL", "FUNCTION_TEMPLATE"}
_TYPE_NAME = re.compile(rb"[\w: ]*\w")
#: A number's type, a pointer, or a number.
_PLAIN = re.compile(
    r"((const|volatile) )*((unsigned|signed|long|short|int|char|bool|float|double|__half|half)\b ?)+(\*.*)?|.*\*"
    r"|-?\d+(ull)?|true|false"
)
METHODS = {"CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION"}
_INNER_SCOPES = {"LAMBDA_EXPR", "STRUCT_DECL", "CLASS_DECL"}


@dataclass(frozen=True, slots=True)
class Call:
    """A call, or another use, of functions of the user's files."""

    #: Keys of the functions that may be meant.
    keys: tuple[str, ...]
    name: str
    #: Where the call stands.
    offset: int
    #: Where the callee's name token stands; -1 when a macro wrote it.
    name_offset: int
    #: Not the callee of a call: the function's address is taken.
    address_taken: bool = False
    #: The meaning depends on a template parameter.
    dependent: bool = False
    #: Of a member that the compiler makes, which calls those of the bases and members of its class; of what a `for`
    #: over a range calls.
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one body. Obstacles are diagnostics about `child`, whose name is filled in by whoever asks."""

    function: Function
    #: Reads threadIdx, blockIdx, blockDim or gridDim.
    reads_builtins: bool = False
    #: Holds device-side launches (offset of each call).
    launches: tuple[int, ...] = ()
    barriers: tuple[int, ...] = ()
    #: Names of its own static `__shared__` variables.
    shared: tuple[str, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    calls: tuple[Call, ...] = ()
    #: Where `__ldg`, or a macro that writes it, stands.
    read_only_loads: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that one thread cannot do in the place of many: a rule of the table and where it is met."""

    rule: str
    offset: int
    what: str = ""

    def diagnostic(self, path: str, child: str) -> Diagnostic:
        return diagnose(self.rule, path, self.offset, child=child, what=self.what)


class FactBook:
    """The facts of a unit's functions, found when first asked for."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._facts: dict[str, Facts] = {}
        self._configurations = Configurations(unit)
        self._launch_ends = {(launch.path, launch.call.span.end) for launch in unit.launches if launch.call is not None}

    def _has_plain_types(self, kernel: Function) -> bool:
        """Whether a template is launched with arguments alone whose constructors run nothing: numbers, pointers."""
        launched = [target for launch in self.unit.launches for target in launch.targets if target.key == kernel.key]
        return bool(launched) and all(
            target.template_arguments is not None and all(map(_PLAIN.fullmatch, target.template_arguments))
            for target in launched
        )

    def of(self, function: Function) -> Facts:
        known = self._facts.get(function.key)
        if known is None:
            known = self._facts[function.key] = self._find(function)
        return known

    def _find(self, function: Function) -> Facts:
        body, definition = self.unit.body_of(function), function.definition
        if body is None or definition is None:
            return Facts(function)
        data = self.unit.files[definition.path].data
        scan = _Scan(
            function, definition.path, data, self._launch_ends, open_types_are_plain=self._has_plain_types(function)
        )
        scan.visit(body)
        if scan.is_open:
            # what `T x(n)`, `T(n)` and `x + y` call is seen in no tree
            scan.calls.append(Call((), "operator", definition.name.begin, -1, implicit=True, dependent=True))
        for named in self._configurations.called(function.key, body):
            self._configured(scan, named)
        obstacles = [*scan.obstacles, *(Obstacle("SP036", offset) for offset in waiting_loops(body, data, self._polls))]
        if any(function.key in call.keys for call in scan.calls) and polls(body, data):
            # a recursive call is a loop too
            obstacles.append(Obstacle("SP036", definition.name.begin))
        if scan.read_only_loads and (what := self._loads_named_otherwise):
            obstacles.append(Obstacle("SP056", scan.read_only_loads[0], what))
        return Facts(
            function,
            reads_builtins=scan.reads_builtins,
            launches=tuple(scan.launches),
            barriers=tuple(scan.barriers),
            shared=tuple(scan.shared),
            obstacles=tuple(sorted(obstacles, key=lambda obstacle: obstacle.offset)),
            calls=tuple(scan.calls),
            read_only_loads=tuple(dict.fromkeys(scan.read_only_loads)),
        )

    def _configured(self, scan: _Scan, named: Named) -> None:
        """Note a name in a launch configuration."""
        if named.name == READ_ONLY_LOAD:
            scan.read_only_loads.append(named.offset)
        keys = tuple(
            function.key
            for function in self.unit.by_name.get(named.name, ())
            if function.space in (Space.DEVICE, Space.HOST_DEVICE)
            and named.is_member == (function.kind in METHODS and function.kind != "CONSTRUCTOR")
        )
        if keys:
            scan.calls.append(Call(keys, named.name, named.offset, named.name_offset))

    @cached_property
    def _loads_named_otherwise(self) -> str:
        return named_otherwise(self.unit, READ_ONLY_LOAD)

    def _polls(self, ref: Ref) -> bool:
        function = self.unit.functions.get(ref.key)
        body = self.unit.body_of(function) if function is not None else None
        if function is None or function.definition is None or body is None:
            return False
        return polls(body, self.unit.files[function.definition.path].data)


def _in_template(function: Function) -> bool:
    # libclang does not say whether an enclosing class is a template; its methods' keys carry the mark of one
    return "@ST>" in function.key or "@SP>" in function.key


class _Scan:
    """One walk over a body."""

    def __init__(
        self,
        function: Function,
        path: str,
        data: bytes,
        launch_ends: set[tuple[str, int]],
        *,
        open_types_are_plain: bool,
    ) -> None:
        self._path, self._data, self._launch_ends = path, data, launch_ends
        self._open_types_are_plain = open_types_are_plain
        self._in_template = function.is_template or _in_template(function)
        self._own_lambda = function.key[function.key.find("@") :] + "@Sa@F@operator()"
        self.reads_builtins = False
        self.launches: list[int] = []
        self.barriers: list[int] = []
        self.shared: list[str] = []
        self.obstacles: list[Obstacle] = []
        self.calls: list[Call] = []
        self.read_only_loads: list[int] = []

    @property
    def is_open(self) -> bool:
        """Whether a template's types may be classes."""
        return self._in_template and not self._open_types_are_plain

    def visit(self, node: Node, *, callee: bool = False, blind: bool = False) -> None:
        """`callee`: this node is what a call calls. `blind`: built-ins that are locals can't be seen here."""
        match node.kind:
            case "CALL_EXPR":
                self._call(node, blind)
                return
            case "DECL_REF_EXPR" | "MEMBER_REF_EXPR" | "OVERLOADED_DECL_REF" | "MEMBER_REF":
                self._reference(node, callee=callee, blind=blind)
            case "VAR_DECL":
                self._variable(node)
            case "ASM_STMT" | "MS_ASM_STMT":
                self._obstacle("SP032", node)
            case "CXX_FOR_RANGE_STMT":
                # libclang does not show that begin(), end() and the iterator's operators are called
                self.calls.append(Call((), "begin", node.span.begin, -1, implicit=True))
            case kind if kind in _INNER_SCOPES:
                blind = blind or not self._captures_by_default(node)
            case _:
                pass
        for child in node.children:
            self.visit(child, callee=callee and node.kind == "PAREN_EXPR", blind=blind)

    def _obstacle(self, rule: str, node: Node, what: str = "") -> None:
        self.obstacles.append(Obstacle(rule, node.span.begin, what))

    def _captures_by_default(self, node: Node) -> bool:
        return node.kind == "LAMBDA_EXPR" and bool(
            re.match(rb"\[\s*[=&]\s*[,\]]", self._data[node.span.begin : node.span.begin + 80])
        )

    def _call(self, node: Node, blind: bool) -> None:
        if (self._path, node.span.end) in self._launch_ends:
            self.launches.append(node.span.end)
            if blind:
                self._obstacle("SP042", node, "the launching thread")
            for child in node.children[1:] if node.children else ():
                self.visit(child, blind=blind)
            return
        callee_node = _callee(node)
        is_construction = self._in_template and constructs(node) and self._is_plain(node)
        if is_construction:
            pass
        elif node.ref is not None and node.ref.kind in METHODS:
            self._method(node, node.ref)
        elif node.ref is not None and node.ref.kind not in _FUNCTIONS:
            self._indirect(node, node.ref)
        elif node.ref is None and callee_node is None and self._in_template:
            self._dependent(node, node.children[0] if node.children else None)
        elif node.ref is None and callee_node is None and node.children:
            # an element of a table, the result of a call, a member through its pointer
            self._obstacle("SP045", node)
        for position, child in enumerate(node.children):
            self.visit(child, callee=position == 0 and not is_construction, blind=blind)

    def _is_plain(self, node: Node) -> bool:
        """Whether `T(x)` makes a number, wherever the kernel is launched: what comes first is no callee, then."""
        name = _TYPE_NAME.match(self._data, node.span.begin)
        return self._open_types_are_plain or bool(name and _PLAIN.fullmatch(as_text(name[0])))

    def _method(self, node: Node, ref: Ref) -> None:
        if ref.is_system:
            self._system(node, ref, callee=True)
        elif self._own_lambda not in ref.key:
            # a lambda of this body is read with it
            self.calls.append(Call((ref.key,), ref.name, node.span.begin, -1, implicit=ref.is_implicit))

    def _indirect(self, node: Node, ref: Ref) -> None:
        if self._in_template and "(" not in ref.type:
            self.calls.append(Call((), "operator()", node.span.begin, -1, dependent=True))
        else:
            self._obstacle("SP045", node)

    def _dependent(self, node: Node, callee: Node | None) -> None:
        name = callee.name if callee is not None and callee.name else ""
        if not name and callee is not None:
            name = _last_name(self._data[callee.span.begin : callee.span.end])
        self.calls.append(Call((), name or "operator()", node.span.begin, -1, dependent=True))

    def _reference(self, node: Node, *, callee: bool, blind: bool) -> None:
        if node.kind == "OVERLOADED_DECL_REF":
            self._overloaded(node, callee=callee)
            return
        ref = node.ref
        if ref is None:
            return
        if ref.kind == "VAR_DECL":
            self._variable_reference(node, ref, blind)
        elif ref.kind in _FUNCTIONS:
            if ref.is_system:
                self._system(node, ref, callee=callee)
            else:
                self.calls.append(
                    Call((ref.key,), ref.name, node.span.begin, node.name_offset, address_taken=not callee)
                )
        elif ref.kind in METHODS and not (callee or ref.is_system or ref.name.startswith("operator")):
            self.calls.append(Call((ref.key,), ref.name, node.span.begin, -1, address_taken=True))

    def _overloaded(self, node: Node, *, callee: bool) -> None:
        for ref in node.candidates:
            if ref.is_system:
                self._system(node, ref, callee=callee)
        keys = tuple(ref.key for ref in node.candidates if not ref.is_system)
        if keys:
            self.calls.append(
                Call(
                    keys,
                    node.name,
                    node.span.begin,
                    node.name_offset,
                    address_taken=not callee,
                    dependent=True,
                )
            )

    def _variable_reference(self, node: Node, ref: Ref, blind: bool) -> None:
        if ref.is_global and ref.name in BUILTINS and not ref.scope:
            self.reads_builtins = True
            begin = node.span.begin
            if self._data[begin : begin + 2] == b"::":
                self._obstacle("SP033", node, ref.name)
            elif blind:
                self._obstacle("SP042", node, ref.name)
        elif ref.is_global and "shared" in ref.annotations:
            self._obstacle("SP038" if ref.type.endswith("[]") else "SP039", node, ref.name)

    def _variable(self, node: Node) -> None:
        if "shared" in node.annotations:
            if node.is_extern:
                self._obstacle("SP038", node, node.name)
            else:
                self.shared.append(node.name)
        elif node.is_static and not (node.type.startswith("const ") and "*" not in node.type):
            self._obstacle("SP034", node, node.name)

    def _system(self, node: Node, ref: Ref, *, callee: bool) -> None:
        name = ref.name
        if name == BARRIER:
            self.barriers.append(node.span.begin)
        elif _BARRIER_WITH_VALUE.fullmatch(name):
            self._obstacle("SP040", node, f"{name}() gives every thread the same value")
        elif _NUMBERED_BARRIER.fullmatch(name):
            self._obstacle("SP040", node, f"{name}() names it by its number")
        elif _TEXTURE_LOAD.fullmatch(name):
            self._obstacle("SP057", node, name)
        elif _CLUSTER.fullmatch(name):
            self._obstacle("SP031", node, name)
        elif _WARP.match(name):
            self._obstacle("SP030", node, name)
        elif name in _LAUNCH_API:
            self._obstacle("SP031", node, name)
        elif name == READ_ONLY_LOAD:
            self.read_only_loads.append(node.span.begin)
            if not callee:
                self._obstacle("SP056", node, "its address is taken")
        elif _cooperates(ref):
            self._obstacle("SP031", node, "::".join((*ref.scope, name)))


def _cooperates(ref: Ref) -> bool:
    if not ref.scope or ref.scope[0] not in _COOPERATIVE:
        return False
    return not (ref.scope[0] == "cuda" and len(ref.scope) > 1 and ref.scope[1] in _HARMLESS_CUDA)


def _callee(call: Node) -> Node | None:
    """The named thing that a call calls, if the first child is one."""
    node = call.children[0] if call.children else None
    while node is not None and node.kind == "PAREN_EXPR" and node.children:
        node = node.children[0]
    if node is not None and (node.ref is not None or node.candidates):
        return node
    return None


def _last_name(text: bytes) -> str:
    names = re.findall(rb"[A-Za-z_]\w*", text.partition(b"<")[0] or text)
    return names[-1].decode() if names else ""
