"""What spawnc knows about a translation unit: functions, their bodies as trees, and launch sites.

These are facts of the source, made by `spawnc.frontend` and read by `spawnc.analyze`; nothing here depends on
libclang, and nothing here decides anything. All offsets are bytes of the file named beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from spawnc.lexer import Chevrons
from spawnc.source import SourceFile, Span


class Space(Enum):
    """Where a function may run."""

    HOST = "__host__"
    DEVICE = "__device__"
    HOST_DEVICE = "__host__ __device__"
    GLOBAL = "__global__"

    @property
    def on_device(self) -> bool:
        return self is not Space.HOST


@dataclass(frozen=True, slots=True)
class Ref:
    """The declaration that a name in a body stands for."""

    #: Unique in the unit (clang's USR).
    key: str
    name: str
    #: Clang's kind of the declaration: VAR_DECL, PARM_DECL, FUNCTION_DECL, CXX_METHOD...
    kind: str
    type: str = ""
    #: The type without typedefs: `bool` for a `flag_t`.
    canonical: str = ""
    #: Declared at file or namespace scope.
    is_global: bool = False
    #: Declared in a system header, in the toolkit, or in spawnc's prelude.
    is_system: bool = False
    is_static: bool = False
    #: A constructor or assignment that the compiler makes; no text declares it.
    is_implicit: bool = False
    #: Memory space annotations: "shared", "constant", "device", "managed".
    annotations: frozenset[str] = frozenset()
    #: Enclosing namespaces and classes, outermost first.
    scope: tuple[str, ...] = ()
    #: What a kernel template is instantiated with; None where a template leaves that open, or it can't be spelled.
    template_arguments: tuple[str, ...] | None = None


class Upkeep(Enum):
    """What code runs where a value is made, copied or ended."""

    NONE = "none, or what a call in the tree says"
    OPEN = "what a template leaves open, or what a library's template is given"
    OWN = "that of a class of the user's, or of its members"


@dataclass(frozen=True, slots=True)
class Node:
    """A statement, expression or local declaration. `kind` is clang's CursorKind name.

    Implicit nodes (`UNEXPOSED_EXPR` around one child) are left out of the tree."""

    kind: str
    span: Span
    #: The identifier, for references and declarations.
    name: str = ""
    #: Type of a declared variable or of an expression that has a name; "" elsewhere.
    type: str = ""
    ref: Ref | None = None
    #: Candidates of a name that a template leaves open.
    candidates: tuple[Ref, ...] = ()
    #: Where the name token is; -1 when a macro wrote it.
    name_offset: int = -1
    is_static: bool = False
    is_extern: bool = False
    annotations: frozenset[str] = frozenset()
    #: Bytes of a `__shared__` variable; 0 where a template leaves them open, or the launch says how many.
    size: int = 0
    #: Of the type of a variable, a call, a cast or a list in braces.
    upkeep: Upkeep = Upkeep.NONE
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str
    span: Span
    is_pack: bool = False
    #: ` = value`, from the `=` on.
    default: Span | None = None
    #: An array or a function, by whatever name: the parameter is a pointer.
    decays: bool = False
    #: Bytes of its type, and their alignment; 0 where a template leaves them open.
    size: int = 0
    alignment: int = 0
    #: Its type without typedefs, and whether that can be copied as bytes.
    canonical: str = ""
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration of a function, as written."""

    path: str
    span: Span
    #: The function's name token.
    name: Span
    #: The parameter list with its parentheses; None when a macro wrote it.
    parentheses: Span | None
    #: The body, from the token after the parameter list to its end (a macro may stand for it); None when there is none.
    body: Span | None
    #: `template <...>` headers, as many as there are, in one span; None for plain functions.
    template: Span | None
    parameters: tuple[Parameter, ...]
    #: Names of the template parameters of the innermost header, packs with `...`.
    template_arguments: tuple[str, ...] = ()
    #: Default values of template parameters, from the `=` on.
    template_defaults: tuple[Span, ...] = ()
    #: Explicit arguments after the name in a specialisation: `<int>`.
    specialisation: Span | None = None
    #: Declared inside a class (methods, friends).
    in_class: bool = False
    is_static: bool = False
    in_anonymous_namespace: bool = False


def qualified(scope: Iterable[str], name: str) -> str:
    """A name with those of the namespaces and classes around it, as messages write it."""
    return "::".join((*(part or "(anonymous namespace)" for part in scope), name))


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the user's files: all its declarations in this unit, the definition among them if it is here."""

    key: str
    name: str
    #: "FUNCTION_DECL", "FUNCTION_TEMPLATE", "CXX_METHOD", "CONSTRUCTOR"...
    kind: str
    space: Space
    declarations: tuple[Declaration, ...]
    scope: tuple[str, ...] = ()
    #: The user says how large its blocks get, or how many registers it may have.
    is_bounded: bool = False
    #: Declared `extern "C"`, or in a block of that, where no templates can stand.
    has_c_linkage: bool = False

    @property
    def definition(self) -> Declaration | None:
        return next((declaration for declaration in self.declarations if declaration.body), None)

    @property
    def is_template(self) -> bool:
        return self.kind == "FUNCTION_TEMPLATE"

    @property
    def qualified_name(self) -> str:
        return qualified(self.scope, self.name)


class CalleeKind(Enum):
    """What the AST says about the expression before `<<<`."""

    EXACT = "one kernel"
    CANDIDATES = "kernels of an overload set that a template leaves open"
    POINTER = "a function pointer or other value"
    UNKNOWN = "nothing that the parser could resolve"


@dataclass(frozen=True, slots=True)
class Launch:
    """One `<<<` of a user's file, and what the unit says about it.

    `seen` is False when this view of the unit did not compile it (an inactive `#if`, a macro body)."""

    path: str
    chevrons: Chevrons
    seen: bool = False
    #: The function that holds it.
    enclosing: Function | None = None
    #: Stands in a lambda inside that function.
    in_lambda: bool = False
    #: ... and that lambda is `__device__`, in a host function.
    in_device_lambda: bool = False
    callee: CalleeKind = CalleeKind.UNKNOWN
    #: Kernels that the callee may be.
    targets: tuple[Ref, ...] = ()
    #: The call in the enclosing body's tree.
    call: Node | None = None
    #: The launch stands in the configuration of another launch.
    nested_in: Span | None = None

    @property
    def offset(self) -> int:
        """The place by which a launch is known: its kernel's name, or the `<<<` where there is none."""
        return self.chevrons.name.begin if self.chevrons.name else self.chevrons.open.begin

    @property
    def is_in_host_code(self) -> bool:
        function = self.enclosing
        return function is not None and function.space is Space.HOST and not self.in_device_lambda


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """An error that libclang reported in a user's file."""

    path: str
    offset: int
    message: str


@dataclass(frozen=True)
class Unit:
    """One view of a translation unit: one set of predefined macros, all user files that it reads."""

    #: The main file, as spelled by the user.
    path: str
    #: "host" or the value of `__CUDA_ARCH__`.
    view: str
    #: User files by path; only those may be edited.
    files: dict[str, SourceFile]
    functions: dict[str, Function]
    launches: tuple[Launch, ...]
    problems: tuple[ParseProblem, ...]
    #: Times that each user file is included.
    inclusions: dict[str, int]
    #: Variables and members outside functions, by path: where built-ins may be read without a call.
    variables: dict[str, tuple[Span, ...]]
    #: Types of these variables without typedefs, by name; of members of objects.
    types: dict[str, frozenset[str]]
    member_types: dict[str, frozenset[str]]
    #: Body of a function as a tree, made when first asked for.
    body_of: Callable[[Function], Node | None] = field(repr=False)
    #: Functions and methods by name, for calls that templates leave open.
    by_name: dict[str, tuple[Function, ...]] = field(repr=False, default_factory=dict)

    @property
    def source(self) -> SourceFile:
        return self.files[self.path]
