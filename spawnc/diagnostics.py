"""The one table of rules: everything that spawnc has to say about a launch site, with the reason and a next step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Rule:
    """`text` is a format string for one line; `advice` says what to do; `why` is the long form for `explain`."""

    severity: Severity
    text: str
    advice: str
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that a diagnostic points to."""

    path: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message; `path` and `offset` (bytes) say where."""

    rule: str
    path: str
    offset: int
    text: str
    notes: tuple[Note, ...] = ()

    @property
    def severity(self) -> Severity:
        return RULES[self.rule].severity

    @property
    def advice(self) -> str:
        return RULES[self.rule].advice


def diagnose(rule: str, path: str, offset: int, *, notes: tuple[Note, ...] = (), **details: str | int) -> Diagnostic:
    """A diagnostic whose text is the rule's, filled with `details`."""
    return Diagnostic(rule, path, offset, RULES[rule].text.format(**details), notes)


_KEEP = "put `#pragma spawn keep` before the launch to accept it as it is"

RULES: dict[str, Rule] = {
    # --- what was decided -------------------------------------------------------------------------------------
    "SP001": Rule(
        Severity.NOTE,
        "launch of '{child}' guarded: {how}",
        "",
        "The launch became a guarded branch: the runtime policy decides at each launch whether the child goes out as "
        "a device launch or runs as a serial loop in the launching thread.",
    ),
    "SP002": Rule(
        Severity.NOTE,
        "launch of '{child}' kept as written: {because}",
        "",
        "The launch is byte for byte what it was, because the source or the command line asked for it.",
    ),
    # --- launches that can't be read ----------------------------------------------------------------------------
    "SP010": Rule(
        Severity.WARNING,
        "'<<<' without the rest of a launch: {what}",
        "write the launch as `kernel<<<grid, block>>>(arguments)` in one place",
        "A launch can be rewritten where its callee, its `<<<...>>>` and its argument list stand together in the text. "
        "Here one of them comes from a macro or is missing.",
    ),
    "SP011": Rule(
        Severity.WARNING,
        "launch in the body of macro '{macro}' is left as written",
        "write the launch out where the macro is used, or make the macro a function template",
        "A macro body is text that may mean another kernel at each use. spawnc does not edit macro bodies.",
    ),
    "SP012": Rule(
        Severity.WARNING,
        "launch is not compiled in this configuration (#if): left as written",
        "pass the macros that your build defines: `spawnc rewrite FILE -- -DNAME`, or use -p BUILD",
        "No view of this file (host, and one for each __CUDA_ARCH__ that matters) compiles this line, so nothing is "
        "known about it.",
    ),
    "SP013": Rule(
        Severity.WARNING,
        "the launched kernel is not named here: {what}",
        "launch the kernel by its name, for example in a switch",
        "A kernel that comes through a pointer, a template parameter or a parenthesised expression is known only at "
        "run time, or at instantiation; there is no name whose serial body could stand in.",
    ),
    "SP014": Rule(
        Severity.WARNING,
        "the launched kernel could not be resolved",
        "check that the file parses: `spawnc doctor`, and pass your build's flags after `--`",
        "The parser did not find a declaration for the callee, usually because a header or a macro is missing.",
    ),
    "SP015": Rule(
        Severity.WARNING,
        "child kernel '{child}' has no body in this translation unit",
        "include the file that defines it, or rewrite both sources in one run (-p BUILD)",
        "The serial body is made from the child's own body; a child that another unit defines can only be launched. "
        "Where the source that defines it is rewritten in the same run (`-p BUILD`, or several FILEs), its body is "
        "borrowed from there. The compiler launcher sees one source at a time.",
    ),
    "SP016": Rule(
        Severity.WARNING,
        "child kernel '{child}' is defined in '{file}', which may not be edited",
        "name the project's folder with --in-root DIR",
        "Serial bodies are written beside the kernel's definition. Files outside the project (--in-root) and system "
        "headers stay as they are.",
    ),
    "SP017": Rule(
        Severity.WARNING,
        "launch inside the configuration of another launch",
        "compute the configuration in a statement of its own",
        "What stands between `<<<` and `>>>` is not seen by the parser, so a launch in there can't be understood.",
    ),
    "SP018": Rule(
        Severity.WARNING,
        "parse error in '{function}': {message}",
        "pass your build's flags after `--` (spawnc rewrite FILE -- -I DIR -DNAME) or use -p BUILD",
        "What the parser could not read may hide anything, so launches that depend on it are left alone.",
    ),
    "SP019": Rule(
        Severity.WARNING,
        "launch in '{function}', which is compiled for the host too",
        "move the device's launch to a __device__ function, and call that under `#ifdef __CUDA_ARCH__`",
        "In a __host__ __device__ function one text is a host launch and a device launch. The guarded branch exists "
        "on the device only. A launch under `#ifdef __CUDA_ARCH__` is refused, too, as long as its function is one of "
        "both sides.",
    ),
    "SP020": Rule(
        Severity.WARNING,
        "the signature of '{child}' is written by a macro",
        "write `__global__ void {child}(...)` out",
        "The serial body repeats the kernel's parameter list, which must stand in the text.",
    ),
    "SP021": Rule(
        Severity.WARNING,
        "'<<<' or the kernel's name is split by a line continuation",
        "join the lines",
        "The three characters are one token for nvcc but not one piece of text to edit.",
    ),
    "SP022": Rule(
        Severity.NOTE,
        "already rewritten by spawnc: left as it is",
        "run spawnc on the original file",
        "The file has spawnc's site table, or its graphs; rewriting its output again changes nothing.",
    ),
    "SP023": Rule(
        Severity.WARNING,
        "'{file}' is included more than once without an include guard",
        "add `#pragma once`",
        "A rewritten file has a table of its launch sites, which may stand in a unit only once.",
    ),
    "SP024": Rule(
        Severity.WARNING,
        "launch in a __device__ lambda of a host function",
        "move the launch to a __device__ function",
        "An extended lambda is compiled for host and device; a launch in it is left alone.",
    ),
    "SP025": Rule(
        Severity.WARNING,
        "the source has a namespace 'spawn' of its own",
        "rename the namespace",
        "The runtime header declares its names in a namespace 'spawn'; beside another one of that name, the rewritten "
        "code could mean other functions.",
    ),
    "SP026": Rule(
        Severity.WARNING,
        "'{what}' has a name that the guarded branch of '{child}' needs",
        "rename it",
        "The functions beside a kernel are named after it (child__spawn, child__thread...), and they use names of the "
        "runtime header. A macro, a type or a function of the same name would be taken for them.",
    ),
    "SP027": Rule(
        Severity.WARNING,
        "'{function}' uses {call}(), which can't take turns there with launches of its warp: {because}",
        "call it plainly, by its name, inside the function's braces",
        "A program hangs when lanes of one warp are in CUDA's device runtime at different times (measured on an H200, "
        "CUDA 13.0, driver 580.159). Guarded branches part the lanes of a warp, and launch one lane at a time. Other "
        "calls of the device runtime have to wait for their lane's turn: they become calls of the runtime header's, "
        "which have the same names. Where that can't be written, no launch of the source is guarded.",
    ),
    "SP028": Rule(
        Severity.WARNING,
        "child kernel '{child}' is defined in '{file}', whose text can't be borrowed: {what}",
        "move the kernel to a header that both sources include",
        "The serial body is made from the child's own body, which another source of this run has. Its text is "
        "borrowed where it is shown to mean the same in both: each name in it stands for the same declaration of a "
        "header that both include, the two are compiled with the same options, and no macro that one of them defines "
        "can have to do with it.",
    ),
    "SP029": Rule(
        Severity.WARNING,
        "a launch of '{child}' that the same threads may come to stays as written, and can't take turns: {because}",
        "write that launch with a plain kernel name and plain arguments, or make it one that can be guarded",
        "A program hangs when lanes of one warp are in CUDA's device runtime at different times (measured on an H200, "
        "CUDA 13.0, driver 580.159). Guarded branches part the lanes of a warp, and launch one lane at a time. A "
        "launch that stays as written beside them has to wait for its lane's turn: its text becomes an argument of "
        "spawn::in_turn::launch(). Where that can't be written, the launches beside it are not guarded.",
    ),
    # --- children without a serial body -------------------------------------------------------------------------
    "SP030": Rule(
        Severity.WARNING,
        "child kernel '{child}' uses the warp operation {what}, which one thread cannot run in its place",
        _KEEP,
        "Votes, shuffles and __syncwarp exchange values between threads that run at the same time. Whole blocks of a "
        "queue's drain may run such a child, when all its launches have constant block sizes.",
    ),
    "SP031": Rule(
        Severity.WARNING,
        "child kernel '{child}' uses {what}, whose threads cooperate",
        _KEEP,
        "Cooperative groups and block-wide library algorithms (CUB, Thrust, cuda::barrier) need real threads. Whole "
        "blocks of a queue's drain may run a child whose groups are blocks and tiles, when all its launches have "
        "constant block sizes.",
    ),
    "SP032": Rule(
        Severity.WARNING,
        "child kernel '{child}' has inline assembly",
        _KEEP,
        "Assembly may read %tid, %laneid or barriers directly, behind the serial body's back.",
    ),
    "SP033": Rule(
        Severity.WARNING,
        "child kernel '{child}' names the built-in as '::{what}'",
        "write `{what}` without `::`",
        "The serial body replaces the built-ins by local variables of the same names; a qualified name passes them by.",
    ),
    "SP034": Rule(
        Severity.WARNING,
        "child kernel '{child}' has the static local variable '{what}'",
        "make it a __device__ variable at file scope",
        "The serial body is a second function, so it would have a second copy of the variable.",
    ),
    "SP035": Rule(
        Severity.WARNING,
        "child kernel '{child}' calls '{what}', a member function that reads built-ins",
        "pass the index to the function as an argument",
        "Free functions that read threadIdx are cloned with the serial body's values; member functions are not.",
    ),
    "SP036": Rule(
        Severity.WARNING,
        "child kernel '{child}' waits in a loop for another thread",
        _KEEP,
        "A loop on a volatile or atomic read ends only if another thread makes progress; in one thread it may never "
        "end.",
    ),
    "SP037": Rule(
        Severity.WARNING,
        "child kernel '{child}' takes the address of '{what}', which reads built-ins",
        "call the function by its name, or pass the index as an argument",
        "A call through a pointer reaches the original function, not the clone that has the serial body's values.",
    ),
    "SP038": Rule(
        Severity.WARNING,
        "child kernel '{child}' uses dynamic shared memory ('{what}')",
        _KEEP,
        "Its size is a number in the launch; a serial body has no such memory.",
    ),
    "SP039": Rule(
        Severity.WARNING,
        "child kernel '{child}' uses the file-scope shared variable '{what}'",
        "declare the variable inside the kernel",
        "The launching block and every serial child in it would share one copy.",
    ),
    "SP040": Rule(
        Severity.WARNING,
        "child kernel '{child}' has a barrier that a serial body can't keep: {what}",
        _KEEP,
        "A barrier is kept by running each part of the block between barriers for all threads in turn (loop fission). "
        "That needs every thread to reach the barrier together: control flow around it must not depend on the thread.",
    ),
    "SP041": Rule(
        Severity.WARNING,
        "child kernel '{child}' shares '{what}' between threads without a barrier",
        "add the __syncthreads() that the code relies on, or keep the launch",
        "Without a barrier, what a thread reads there depends on which threads ran before it.",
    ),
    "SP042": Rule(
        Severity.WARNING,
        "child kernel '{child}' reads {what} inside a lambda or local class that does not capture it",
        "capture by default ([=] or [&]), or read the built-in outside",
        "In the serial body the built-ins are local variables, which such code cannot see.",
    ),
    "SP043": Rule(
        Severity.WARNING,
        "child kernel '{child}' calls '{what}', which depends on a template parameter",
        "call a function that is found by its name, or keep the launch",
        "What the call means is decided when the template is instantiated; a function that could be meant reads "
        "built-ins, or none of that name is known.",
    ),
    "SP044": Rule(
        Severity.WARNING,
        "'{function}' waits for its children with cudaDeviceSynchronize(), and {what}",
        "make a kernel of what follows the wait, `rest<<<1, 1, 0, cudaStreamTailLaunch>>>(...)`, launch it in the "
        "place of the wait, and return",
        "Code of the first device runtime (CDP1) may wait for its children; on sm_90, and with CUDA 12 and later, "
        "there is no such call in device code. Where nothing but the end of the kernel follows a wait, spawnc drops "
        "it. Elsewhere it runs the children in place, all of them, so that nothing is left to wait for. Where one of "
        "them can't run there, split the parent: of `child<<<g, b>>>(x); cudaDeviceSynchronize(); use(x);` make "
        "`child<<<g, b, 0, cudaStreamFireAndForget>>>(x); rest<<<1, 1, 0, cudaStreamTailLaunch>>>(x);`, with a kernel "
        "`rest` that does `use(x);`. A tail launch begins when all blocks of the parent, and all its other children, "
        "are done. What `rest` needs of the parent's local and shared variables has to be passed to it, or kept in "
        "global memory.",
    ),
    "SP045": Rule(
        Severity.WARNING,
        "child kernel '{child}' calls through a pointer",
        "call the function by its name",
        "The function behind the pointer is not known, so it can't be shown that one thread may run it.",
    ),
    "SP046": Rule(
        Severity.WARNING,
        "parameter {what} of '{child}' can't be passed on",
        "give the parameter a name and a plain type",
        "The guarded branch passes every parameter on by name.",
    ),
    "SP047": Rule(
        Severity.WARNING,
        "'{what}' is called in text that a macro writes",
        "write the call out",
        "The clone of a helper function is called by another name; a name that a macro writes can't be changed.",
    ),
    "SP048": Rule(
        Severity.WARNING,
        "child kernel '{child}' has no plain definition: {what}",
        _KEEP,
        "Serial bodies are made for kernels at file or namespace scope.",
    ),
    "SP049": Rule(
        Severity.WARNING,
        "child kernel '{child}' calls '{what}', which can't be cloned: {because}",
        "pass the index to the function as an argument",
        "Helper functions that read built-ins are cloned with the serial body's values; here that is not possible.",
    ),
    "SP050": Rule(
        Severity.WARNING,
        "the block of child kernel '{child}' does not fit in one thread: {what}",
        _KEEP,
        "A serial body keeps the block's shared variables, and those of its threads that live across a barrier, as "
        "locals of the launching thread, on its stack. Their size must be known, and 8192 bytes at most: the driver "
        "reserves the stack for every thread that the GPU can hold.",
    ),
    "SP051": Rule(
        Severity.WARNING,
        "child kernel '{child}' holds a launch that stays as written",
        "see what is said about that launch, or keep this one too",
        "A serial body makes its child's own launches in the launching thread. Where one of them is not guarded, it "
        "could be lost, or run at another time than the child expects.",
    ),
    "SP052": Rule(
        Severity.WARNING,
        "child kernel '{child}' has barriers, and {what}",
        _KEEP,
        "The serial body of a kernel with barriers runs whole blocks, with the state of all their threads on the stack "
        "of one; it can't be nested, and its own launches have no thread of their own whose order could be kept. Whole "
        "blocks of a queue's drain may run such a child, when all its launches have constant block sizes.",
    ),
    "SP053": Rule(
        Severity.WARNING,
        "child kernel '{child}' needs real shared memory: {what}",
        _KEEP,
        "In a serial body, the block's shared variables are locals of the launching thread, and atomic functions on "
        "local memory are an illegal address on a GPU. Those that the kernel itself calls by their plain names become "
        "plain operations there; in the functions that it calls, and under other names, they would stay.",
    ),
    "SP054": Rule(
        Severity.WARNING,
        "child kernel '{child}' can launch itself again, and {what}",
        _KEEP,
        "The serial bodies of a kernel that launches itself are templates over their depth: no function calls itself, "
        "and the linker knows how much stack a kernel needs. Such a template can't be specialised for some arguments, "
        "and has no C linkage.",
    ),
    "SP055": Rule(
        Severity.WARNING,
        "{function} reaches '{what}', which calls itself: a serial body may not fit on the stack",
        "make the recursion a loop, or keep the launch",
        "The linker can't tell how much stack a kernel needs whose threads may call a function that calls itself "
        '("Stack size for entry function ... cannot be statically determined"). Such a kernel gets '
        "cudaLimitStackSize, 1 KB by default, whatever its own frames need. A serial body puts the child's frame on "
        "that of the parent: the program as written fits, and with it the stack overflows, or an address is illegal "
        "(measured on an H200, CUDA 13.0). A template that calls itself for other template arguments is no such "
        "function.",
    ),
    "SP056": Rule(
        Severity.WARNING,
        "child kernel '{child}' reads with __ldg(), and a plain load can't stand in: {what}",
        "write `*p` for `__ldg(p)` there, or put `#pragma spawn keep` before the launch",
        "__ldg() reads through a cache that is coherent when a grid begins. A child grid sees what its parent wrote "
        "before the launch; its serial body stands in the parent's grid, and might get an older value. So its loads "
        "are plain ones, in the functions that it calls too: those are cloned. In what can't be cloned, and under "
        "another name, __ldg() would stay.",
    ),
    "SP057": Rule(
        Severity.WARNING,
        "child kernel '{child}' reads through the texture cache ({what})",
        "read the memory itself, or put `#pragma spawn keep` before the launch",
        "The texture cache is coherent when a grid begins. A child grid sees what was written before its launch; a "
        "serial body, or a child in a queue that grows, stands in a grid that began earlier, and might get an older "
        "value.",
    ),
    # --- order and streams ----------------------------------------------------------------------------------------
    "SP060": Rule(
        Severity.WARNING,
        "the stream '{stream}' is not made for this launch: the order of its launches can't be kept",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "Launches into one named stream run in order, whoever makes them. A serial child would overtake an earlier "
        "launch that really went out.",
    ),
    "SP061": Rule(
        Severity.WARNING,
        "the order of this launch matters, and child kernel '{child}' launches children itself",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "A child is complete only when its own children are. A serial child whose children really go out would be "
        "overtaken by the next launch in the stream.",
    ),
    "SP062": Rule(
        Severity.WARNING,
        "threads of '{parent}' may order their launches between them ({what})",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "All threads of a block share the NULL stream, and a barrier orders what they launch before and after it.",
    ),
    "SP063": Rule(
        Severity.WARNING,
        "tail launch of '{child}' is left as written",
        "",
        "A tail launch runs after its parent and all the parent's other children; it can't run at the launch point.",
    ),
    "SP064": Rule(
        Severity.WARNING,
        "launch into the NULL stream from '{function}', which may run more than once in a thread",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "The NULL stream keeps the order of all launches of a block, and here the order can't be followed.",
    ),
    "SP065": Rule(
        Severity.WARNING,
        "'{parent}' uses {what}: other work may wait for this launch",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "Events and copies in device code depend on the order within streams.",
    ),
    "SP066": Rule(
        Severity.WARNING,
        "the order of this launch depends on another one of the same stream, which stays as written",
        "use cudaStreamFireAndForget, or put `#pragma spawn independent` before the launch",
        "The order within a stream is kept by the guarded branches of its launches together; a launch without a "
        "guard does not take part.",
    ),
    # --- things to know ---------------------------------------------------------------------------------------------
    "SP070": Rule(
        Severity.WARNING,
        "'{what}' points to {memory} memory, which a child kernel may not use",
        "pass a pointer to global memory",
        "CUDA C++ Programming Guide, dynamic parallelism: local and shared memory belong to the parent.",
    ),
    "SP071": Rule(
        Severity.NOTE,
        "no host launch of '{parent}' in the rewritten files: SPAWN_* environment variables are not read for it",
        "call spawn::prepare() on the host before the launch",
        "The settings of the environment reach the device with spawn::prepare(), which spawnc adds to the host "
        "launches that it sees.",
    ),
    "SP072": Rule(
        Severity.NOTE,
        "'{what}' in device code may launch kernels inside the library",
        "",
        "Thrust and CUB algorithms called on the device launch from inside their headers, which are not rewritten.",
    ),
    "SP073": Rule(
        Severity.NOTE,
        "hand-written cudaLaunchDevice is left as written",
        "write the launch with `<<<...>>>`",
        "Only launches in chevron syntax are rewritten.",
    ),
    "SP074": Rule(
        Severity.NOTE,
        "cudaDeviceSynchronize() in device code {what}",
        "",
        "The call is of the first device runtime (CDP1), and does not exist on sm_90 or with CUDA 12 and later. See "
        "`spawnc explain SP044`.",
    ),
    "SP075": Rule(
        Severity.NOTE,
        "{what}() with cudaLimitDevRuntimeSyncDepth succeeds and does nothing",
        "",
        "The limit is of the first device runtime (CDP1). Since there is no wait for children any more, CUDA answers "
        "such a call with an error.",
    ),
    "SP090": Rule(
        Severity.ERROR,
        "not without device launches: {what}",
        "leave --launch-free away, or change this place",
        "With --launch-free, the program is to build without -rdc=true and without cudadevrt. A guarded launch becomes "
        "an entry of a queue or a serial loop. Launches that stay, and calls of CUDA's device runtime, are in the way.",
    ),
    "SP080": Rule(
        Severity.ERROR,
        "unknown `#pragma spawn {what}`",
        "use keep, serial, always, threshold(N), workload(EXPRESSION), independent, queue or launch; before host code "
        "graph, nograph or loop(MODE)",
        "A pragma before a launch chooses what happens to it; one before a loop or a sequence of launches in host "
        "code, whether that becomes a CUDA graph.",
    ),
    "SP081": Rule(
        Severity.ERROR,
        "no launch follows this `#pragma spawn`",
        "put the pragma on the line before the launch",
        "The pragma belongs to the launch statement that comes next.",
    ),
    "SP082": Rule(
        Severity.ERROR,
        "`#pragma spawn` before a host launch",
        "remove it",
        "Host launches are not rewritten.",
    ),
    "SP091": Rule(
        Severity.WARNING,
        "launch of '{child}' does not wait in a queue: {because}",
        "remove what stands in the way, or put `#pragma spawn launch` before the launch to accept it",
        "With a queue, a child begins when its parent grid has ended, in a kernel that the host launches after the "
        "parent. Where that can't be shown to give the same result, or can't be written, the guarded launch goes out "
        "as a device launch. `--carrier auto` does the same in silence.",
    ),
    # --- regions of host code ---------------------------------------------------------------------------------------
    "SP100": Rule(
        Severity.NOTE,
        "{what} becomes a CUDA graph: {how}",
        "",
        "With --graphs, a region of host code is recorded and runs as a CUDA graph; its own text stays beside it, for "
        "builds with SPAWN_GRAPHS=0 and for what no graph can do.",
    ),
    "SP101": Rule(
        Severity.NOTE,
        "{what} stays as written: {because}",
        "",
        "`#pragma spawn nograph` before a region of host code keeps it from becoming a CUDA graph.",
    ),
    "SP102": Rule(
        Severity.WARNING,
        "no graph: '{call}' reads or writes something in the region",
        "move it out of the loop, or in front of or behind the launches",
        "A graph runs without the host. What prints or reads files can't be part of it.",
    ),
    "SP103": Rule(
        Severity.WARNING,
        "no graph: '{call}' allocates or frees memory in the region",
        "allocate before the loop, and free after it",
        "Memory that is made anew in each trip has another address each time, and conditional nodes may not allocate.",
    ),
    "SP104": Rule(
        Severity.WARNING,
        "no graph: the region calls '{call}', of which it is not known here what it does",
        "call it before or after, or define it in this source if it only computes a value",
        "A function of another source may launch, wait or print. One whose body is here, and that only computes a "
        "value of its arguments, is no matter.",
    ),
    "SP105": Rule(
        Severity.WARNING,
        "no graph: the region calls '{call}' of a library or of CUDA's runtime",
        "call it before or after the region",
        "Graphs are made of launches whose arguments are seen in the source; what a library launches is not seen.",
    ),
    "SP106": Rule(
        Severity.WARNING,
        "no graph: '{call}' works with an event in the region",
        "time or synchronise the region as a whole: put the events before and after it",
        "Conditional nodes may hold no events (CUDA Programming Guide, conditional nodes), and times of single "
        "launches mean nothing in a graph.",
    ),
    "SP107": Rule(
        Severity.WARNING,
        "no graph: the region uses more than one stream ('{one}' and '{other}')",
        "put all its launches and copies into one stream",
        "A region is recorded in the order of one stream. Copies and fills without a stream wait for all streams, "
        "which a graph in a stream of its own does not.",
    ),
    "SP108": Rule(
        Severity.WARNING,
        "no graph: '{what}' leaves the region",
        "let the region end by its condition, or by one `if (...) break;` behind the copy of the scalar",
        "What leaves a loop in the middle of a trip, or the function, can't be decided on the device.",
    ),
    "SP109": Rule(
        Severity.WARNING,
        "no graph: the host reads '{what}', which the device may write",
        "read it into a variable before the region",
        "A graph is recorded once, before it runs: what the host reads through a pointer in later trips may be another "
        "value, as the memory may be managed or mapped.",
    ),
    "SP110": Rule(
        Severity.WARNING,
        "no graph: '{kernel}' launches kernels itself",
        "let the work of its children be done in place, or put `#pragma spawn nograph` before the region",
        "Conditional nodes may hold no kernel with device launches (CUDA Programming Guide, conditional nodes), and "
        "the host launches of such kernels prepare a queue for their children.",
    ),
    "SP111": Rule(
        Severity.WARNING,
        "no graph: launch attributes or launches by a call ('{call}')",
        "launch with `<<<...>>>`, without cluster dimensions",
        "Launches through cudaLaunchKernel, cudaLaunchKernelEx or cudaLaunchCooperativeKernel have arguments without "
        "types, and attributes that a recorded launch does not have.",
    ),
    "SP112": Rule(
        Severity.WARNING,
        "no graph: it is not known which kernel is launched here",
        "launch one kernel by its name, with template arguments that can be written",
        "Function pointers, overloaded kernels and names that a template leaves open can't be recorded.",
    ),
    "SP113": Rule(
        Severity.WARNING,
        "no graph: '{what}' changes from trip to trip",
        "compute it in the kernel, from a counter or from what the device has",
        "A graph keeps what it was recorded with. Arguments may be a counter plus a constant, one of two pointers that "
        "each trip swaps, or the scalar that is copied back, and grids may be computed of that scalar by integer "
        "arithmetic, where the kernel's text can be repeated: the copy follows them on the device. Block sizes, shared "
        "memory and arguments that are computed of the scalar may not change.",
    ),
    "SP114": Rule(
        Severity.WARNING,
        "no graph: the region copies between host and device, or waits, here",
        "copy before or after the region; the one scalar that ends a loop is to be copied last",
        "A graph can't show the host anything while it runs. Copies of host memory may also return before or after the "
        "copy has ended, as the memory is pageable or pinned.",
    ),
    "SP115": Rule(
        Severity.WARNING,
        "no graph: '{what}' is changed in the region in a way that can't be followed",
        "leave constants to be added to integer counters, and swaps of two pointers",
        "After the region, each variable has to have the value that it had before spawnc. That is known of counters "
        "that grow by a constant in each trip, of swapped pointers and of the scalar that is copied back.",
    ),
    "SP116": Rule(
        Severity.WARNING,
        "no graph: the device can't evaluate '{what}': {because}",
        "compare the copied scalar with numbers that are computed before the loop",
        "The condition of a loop is evaluated on the device after each trip, and has to come out as on the host, to "
        "the last bit. So it may hold numbers, comparisons and what is exact on both.",
    ),
    "SP117": Rule(
        Severity.WARNING,
        "no graph: the body of '{kernel}' is not in this source",
        "define the kernel in the source of the loop",
        "A kernel in a loop may launch nothing itself, which its body tells; and the copy that a trip may skip stands "
        "beside it.",
    ),
    "SP118": Rule(
        Severity.WARNING,
        "no graph: '{what}' is not understood",
        "write it as plain statements: launches, copies, counters, computations of numbers",
        "A region becomes a graph only where every statement in it is understood.",
    ),
    "SP119": Rule(
        Severity.WARNING,
        "no graph: {what} can't be recorded",
        "write the region in a plain function of its own",
        "The text of a graph stands before the region, and a struct with its condition before the function.",
    ),
    "SP120": Rule(
        Severity.WARNING,
        "no graph: '{what}' is not known to be one number on both sides",
        "copy one bool, integer, float or double, by a pointer to that type, with `sizeof` of it",
        "What ends a loop is read on the device by its type.",
    ),
    "SP121": Rule(
        Severity.ERROR,
        "no loop or sequence of host launches follows this `#pragma spawn`",
        "put the pragma on the line before the loop, or before the first launch of the sequence",
        "`graph`, `nograph` and `loop(...)` belong to the region of host code that begins with the next statement; "
        "`spawnc list` shows the regions.",
    ),
    "SP122": Rule(
        Severity.WARNING,
        "no graph: after the branch on '{what}', the host may count on what it has waited for",
        "if it does not, put `#pragma spawn graph` before the copy, or before the first launch of the sequence",
        "A branch that the device decides needs no copy to the host, and so no wait. Whether the host uses the wait "
        "for something else, such as work in mapped memory that was done by then, is not seen here: the pragma "
        "promises that it does not. The copied value may be used nowhere else in the function.",
    ),
    "SP123": Rule(
        Severity.WARNING,
        "no graph: '{what}' would be computed whichever side of the branch is taken",
        "compute it before the branch, if it may always be computed, and pass the variable",
        "Where the device decides a branch, the host records both sides, with their grids and arguments. A division by "
        "what is 0 when a side is not taken, or a look through a pointer that is null then, would end the program.",
    ),
    "SP124": Rule(
        Severity.WARNING,
        "no graph: the grid of '{kernel}' changes from trip to trip, and its blocks can't take turns: {because}",
        "let each thread work in a loop over the items, with a grid that stays; or keep barriers and warp operations "
        "where all threads of the block come",
        "A graph launches a kernel with the grid that it was recorded with. Where the scalar of a loop says how many "
        "blocks a trip needs, a copy of the kernel is launched with as many as fill the device, and they run the "
        "trip's blocks one after the other. So a block may follow another one on the same threads: no thread may have "
        "returned while others meet at a barrier, nothing may wait for another block, and no function that is called "
        "may ask for its block's place in the grid.",
    ),
}
