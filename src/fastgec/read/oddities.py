"""Warnings of readers of gold: edits that they left out or had to guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fastgec.read.errors import visible

KINDS = ("dropped", "unplaced", "joined", "repeated")


class Oddities(NamedTuple):
    """Number and first line of the edits that a reader of M2 text left out or had to guess.

    n_dropped, first_dropped    edits past the end of their source
    n_unplaced, first_unplaced  edits with an offset of -1 that are no noop
    n_repeated, first_repeated  edits that repeat another of their annotator
    n_joined, first_joined      sources without a blank line before them
    first_line                  of the text
    is_open                     whether no blank line follows the last source
    """

    n_dropped: int = 0
    first_dropped: int = 0
    n_unplaced: int = 0
    first_unplaced: int = 0
    n_repeated: int = 0
    first_repeated: int = 0
    n_joined: int = 0
    first_joined: int = 0
    first_line: int = 1
    is_open: bool = False

    @staticmethod
    def scanned(odd: Mapping[str, Any], n_lines_before: int) -> Oddities:
        """Return the oddities of scanned text (`Batch.odd`); it begins after so many lines."""
        lines = {f"first_{kind}": odd[f"first_{kind}"] + n_lines_before for kind in KINDS}
        return Oddities(**{**odd, **lines}, first_line=n_lines_before + 1)

    def pair(self, kind: str) -> tuple[int, int]:
        """Return the number of a kind, and the line of the first."""
        return getattr(self, f"n_{kind}"), getattr(self, f"first_{kind}")

    def then(self, other: Oddities) -> Oddities:
        """Return the oddities of this text joined with the next, which begins with a source."""
        if self.is_open:
            first = other.first_line
            other = other._replace(n_joined=other.n_joined + 1, first_joined=first)
        pairs = {}
        for kind in KINDS:
            (n, first), (more, later) = self.pair(kind), other.pair(kind)
            pairs[kind] = n + more, first if n else later
        return Oddities(first_line=self.first_line, is_open=other.is_open, **_named(pairs))

    def described(self, name: str) -> tuple[str, ...]:
        """Return a warning for each kind that occurs."""
        lines = []
        name = visible(name)
        if count := self.n_dropped:
            what = "edit ends" if count == 1 else "edits end"
            lines.append(
                f"{name}:{self.first_dropped}: {count} {what} after the source sentence "
                f"and {'is' if count == 1 else 'are'} left out"
            )
        if count := self.n_unplaced:
            what = "edit has" if count == 1 else "edits have"
            lines.append(
                f"{name}:{self.first_unplaced}: {count} {what} an offset of -1 without the type "
                f"noop and {'is' if count == 1 else 'are'} left out"
            )
        if count := self.n_repeated:
            what = "edit repeats" if count == 1 else "edits repeat"
            lines.append(
                f"{name}:{self.first_repeated}: {count} {what} another edit of the same annotator: "
                "an output edit counts as correct for each, so precision can be above 1"
            )
        if count := self.n_joined:
            what = "sentence has" if count == 1 else "sentences have"
            lines.append(f"{name}:{self.first_joined}: {count} {what} no blank line before it")
        return tuple(lines)


NO_ODDITIES = Oddities()


def _named(pairs: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    return {
        f"{what}_{kind}": number
        for kind, pair in pairs.items()
        for what, number in zip(("n", "first"), pair, strict=True)
    }
