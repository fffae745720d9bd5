"""A range of the sentences of a corpus, as `--sentence-range` gives it.

Nothing here needs numpy, so that the command line can read a range before it does any work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastgec.parameters import whole_number
from fastgec.read.errors import FormatError, counted

if TYPE_CHECKING:
    from fastgec.read.lines import Lines


@dataclass(frozen=True, slots=True)
class Span:
    """Some consecutive sentences: from `first`, counted from 0, to before `last` (None: the end).

    As text they are counted from 1, the last included.

    Raises:
        ValueError: Unless there is at least one.

    >>> str(Span()), str(Span(2, 5)), str(Span(2))
    ('1:', '3:5', '3:')
    """

    first: int = 0
    last: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", whole_number(self.first, "first sentence", 0))
        if self.last is not None:
            object.__setattr__(self, "last", whole_number(self.last, "last sentence", 0))
            if self.last <= self.first:
                raise ValueError(f"{self}: expected at least one sentence")

    def __str__(self) -> str:
        return f"{self.first + 1}:{'' if self.last is None else self.last}"

    @property
    def is_whole(self) -> bool:
        """Whether the span includes every sentence of any corpus."""
        return self == WHOLE

    def within(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the sentences first to last (exclusive) that are in the span.

        >>> Span(2, 5).within(0, 4), Span(2, 5).within(6, 8)
        ((2, 4), (6, 6))
        """
        first = min(max(self.first, first), last)
        return first, last if self.last is None else min(max(self.last, first), last)

    def of(self, lines: Lines, n_before: int = 0) -> Lines:
        """Return the lines that are in the span; n_before others come before them."""
        if self.is_whole:
            return lines
        first, last = self.within(n_before, n_before + len(lines))
        return lines.slice(first - n_before, last - n_before)

    def require_within(self, n_sentences: int, name: str) -> None:
        """Raise FormatError if the span ends after the last sentence of the file `name`."""
        needed = self.first + 1 if self.last is None else self.last
        if needed > n_sentences and not self.is_whole:
            found = counted(n_sentences, "sentence")
            reason = f"{found}, expected at least {needed} for the range {self}"
            raise FormatError(name, None, reason)


WHOLE = Span()
