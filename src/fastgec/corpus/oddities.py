"""What a reader of gold left out or had to guess, and how it is told."""

from __future__ import annotations

from typing import NamedTuple

from fastgec.corpus.errors import visible


class Oddities(NamedTuple):
    """What a reader of M2 text left out or had to guess.

    n_dropped, first_dropped  edits past the end of their source: how many, line of the first
    n_joined, first_joined    sources without a blank line before them: how many, line of the first
    first_line                of the text
    is_open                   whether no blank line follows the last source
    n_unplaced, first_unplaced  edits with an offset of -1 that are no noop: likewise
    n_repeated, first_repeated  edits that repeat another of their annotator: likewise
    """

    n_dropped: int = 0
    first_dropped: int = 0
    n_joined: int = 0
    first_joined: int = 0
    first_line: int = 1
    is_open: bool = False
    n_unplaced: int = 0
    first_unplaced: int = 0
    n_repeated: int = 0
    first_repeated: int = 0

    def then(self, other: Oddities) -> Oddities:
        """Return those of this text and of the text after it, which begins with a source."""
        joined = other.n_joined + self.is_open
        first_joined = other.first_line if self.is_open else other.first_joined
        return Oddities(
            self.n_dropped + other.n_dropped,
            self.first_dropped if self.n_dropped else other.first_dropped,
            self.n_joined + joined,
            self.first_joined if self.n_joined else first_joined,
            self.first_line,
            other.is_open,
            self.n_unplaced + other.n_unplaced,
            self.first_unplaced if self.n_unplaced else other.first_unplaced,
            self.n_repeated + other.n_repeated,
            self.first_repeated if self.n_repeated else other.first_repeated,
        )

    def described(self, name: str) -> tuple[str, ...]:
        """Return a line of text for each kind that there is."""
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
