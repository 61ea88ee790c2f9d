"""A plan in, new bytes of the files that change out. The only package that makes edits."""

from spawnc.emit.unit import emit_unit

__all__ = ["emit_unit"]
