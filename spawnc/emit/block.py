"""CUDA text of a serial body that runs a whole block, part by part between its barriers.

What is put in stays on the line where it is put, so that every statement keeps its line number."""

from __future__ import annotations

#: The linear number of the thread whose part runs.
_INDEX = "spawn_block.index(spawn_thread)"
_RETURNED = "spawn_returned"


def open_part(prologue: str = "") -> str:
    """The beginning of a part that each thread of the block runs in turn."""
    inside = f" {prologue}" if prologue else ""
    head = "spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);"
    return f" {head}{inside}"


def close_part() -> str:
    return " });"


def declare_returned() -> str:
    """The threads that have returned from the kernel."""
    return f" spawn::ThreadSet {_RETURNED}(spawn_block);"


def skip_returned() -> str:
    return f"if ({_RETURNED}.contains({_INDEX})) return;"


def note_return() -> str:
    """In the place of `return`, whose semicolon stays."""
    return f"return {_RETURNED}.insert({_INDEX})"


def declare_expanded(type_name: str, name: str) -> str:
    """Room for a variable that each thread of the block has for itself across barriers."""
    return f" {type_name} spawn_{name}[spawn::kMaxBlockThreads];"


def alias_expanded(type_name: str, name: str) -> str:
    """The thread's own one, under the name that the user gave it; no semicolon."""
    return f"{type_name}& {name} = spawn_{name}[{_INDEX}]"
