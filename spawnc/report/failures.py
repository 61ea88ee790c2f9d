"""Sources that could not be read, parsed or rewritten, as plain data for reports."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.source import Location


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is nothing to tell about a unit."""

    #: The source, as spelled on the command line.
    unit: str
    text: str
    advice: str
    #: Where the parser met it, in the source or in a header; None when the whole source is meant.
    location: Location | None

    @property
    def path(self) -> str:
        """The file that is to blame."""
        return self.location.path if self.location else self.unit

    @property
    def said(self) -> str:
        """Text and advice in one."""
        return f"{self.text}. What to do: {self.advice}" if self.advice else self.text
