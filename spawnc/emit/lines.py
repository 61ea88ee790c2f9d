"""Places for new text between the user's lines, and the `#line` that leads back to them."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from spawnc.source import BOM, SourceFile, as_bytes, as_text

_LINE_DIRECTIVE = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?', re.MULTILINE)
_REST_OF_LINE = re.compile(rb"[ \t]*(//[^\n]*|/\*[^\n]*?\*/[ \t]*)?(\r?\n|\Z)")


class Lines:
    """Line numbers as the compiler presumes them: the user's own `#line` directives count."""

    def __init__(self, source: SourceFile, *, enabled: bool) -> None:
        self._source, self._enabled = source, enabled

    @cached_property
    def _directives(self) -> list[tuple[int, int, str]]:
        """Offset after each `#line`, the line number that its next line gets, and the file name in force."""
        found, name = [], self._source.path
        for match in _LINE_DIRECTIVE.finditer(self._source.data):
            name = as_text(match[2]) if match[2] is not None else name
            found.append((match.end(), int(match[1]), name))
        return found

    def presumed(self, offset: int) -> tuple[int, str]:
        """Line number and file name of an offset as messages and debuggers should show them."""
        line = self._source.line(offset)
        position = bisect_right(self._directives, offset, key=lambda item: item[0]) - 1
        if position < 0:
            return line, self._source.path
        begin, number, name = self._directives[position]
        return number + line - self._source.line(begin) - 1, name

    def directive(self, offset: int, *, lines_above: int = 0) -> str:
        """`#line` for the line that holds `offset`, or one above it, with its line ending; "" when they are switched
        off."""
        if not self._enabled:
            return ""
        line, name = self.presumed(offset)
        line = max(1, line - lines_above)
        escaped = name if "\\" in name or '"' not in name else name.replace('"', '\\"')
        return f'#line {line} "{escaped}"\n'

    def after(self, offset: int) -> int:
        """Where text that follows a definition goes: the next line, if nothing else stands on this one."""
        match = _REST_OF_LINE.match(self._source.data, offset)
        return match.end() if match else offset

    def before(self, offset: int) -> int:
        """Where text that precedes a declaration goes: the beginning of its line, if nothing stands before it."""
        data = self._source.data
        start = data.rfind(b"\n", 0, offset) + 1
        if start == 0 and data.startswith(BOM):
            start = len(BOM)
        # `extern "C"` and attributes are no part of the declaration for the parser
        before = re.sub(rb'extern[ \t]+"C(\+\+)?"|\[\[[^\]]*\]\]|template[ \t]*<[ \t]*>', b"", data[start:offset])
        return start if not before.strip() else offset

    def encode(self, text: str, offset: int) -> bytes:
        """Bytes of new text for an insertion at `offset`, in the file's line ending, on lines of its own."""
        data = self._source.data
        at_line_start = (
            offset == 0 or data[offset - 1 : offset] == b"\n" or (offset == len(BOM) and data.startswith(BOM))
        )
        body = ("" if at_line_start else "\n") + text
        encoded = as_bytes(body)
        if self._source.newline == b"\r\n":
            encoded = re.sub(rb"(?<!\r)\n", b"\r\n", encoded)
        return encoded
