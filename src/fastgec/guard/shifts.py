"""Runs of sentences that fit the source of another line: what is left of them, block by block.

A vote is the offset of the source that a sentence fits; a sentence that fits its own has vote 0,
and one that fits none has no vote and is passed over. A run is a number of votes for the same
offset in a row; a few others may stand in it (`FEW`), since some sentences are alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FEW = 2  # votes for another offset that do not end a run
SHARE = 20  # and one for so many that it has


class Run(NamedTuple):
    """Votes for the same offset in a row.

    offset       of the source, in sentences
    n            how many votes
    first, last  numbers of the sentences, from 0
    """

    offset: int
    n: int
    first: int
    last: int


def runs_of(votes: NDArray[np.int8], is_own: NDArray[np.bool_], first: int) -> list[Run]:
    """Return the runs of a block, those of sentences that fit their own source too.

    Args:
        votes: int8[S], 0 for none.
        is_own: bool[S], whether a sentence fits its own source.
        first: number of sentences before the block.

    >>> runs_of(np.array([0, 1, 1, 0], np.int8), np.array([True, False, False, False]), 10)
    [Run(offset=0, n=1, first=10, last=10), Run(offset=1, n=2, first=11, last=12)]
    """
    voting = np.flatnonzero((votes != 0) | is_own)
    if not len(voting):
        return []
    offsets = votes[voting]
    begins = np.flatnonzero(np.append(True, offsets[1:] != offsets[:-1]))
    ends = np.append(begins[1:], len(voting))
    return [
        Run(int(offsets[a]), int(b - a), first + int(voting[a]), first + int(voting[b - 1]))
        for a, b in zip(begins, ends, strict=True)
    ]


class Shifts:
    """The votes of a system, in memory that does not grow.

    >>> shifts = Shifts()
    >>> shifts.add([Run(0, 5, 0, 4), Run(1, 3, 5, 7)])
    >>> shifts.add([Run(1, 9, 8, 16)])
    >>> shifts.totals, shifts.longest()
    ({1: 12}, Run(offset=1, n=12, first=5, last=16))
    """

    def __init__(self) -> None:
        self.totals: dict[int, int] = {}  # votes for each offset but 0
        self._longest: dict[int, Run] = {}
        self._open: Run | None = None
        self._n_between = 0

    def add(self, runs: list[Run]) -> None:
        """Add the runs of the next block."""
        for run in runs:
            self._add(run)

    def add_own(self, n: int) -> None:
        """Add a block whose sentences fit their own source, so many of them."""
        self._n_between += n

    def longest(self) -> Run | None:
        """Return the longest run of the offset that has the most votes."""
        if not self.totals:
            return None
        return self._longest[max(self.totals, key=lambda offset: self.totals[offset])]

    def _add(self, run: Run) -> None:
        if run.offset:
            self.totals[run.offset] = self.totals.get(run.offset, 0) + run.n
        before = self._open
        is_near = before is not None and self._n_between <= FEW + before.n // SHARE
        if before is not None and is_near and run.offset == before.offset:
            run = Run(run.offset, before.n + run.n, before.first, run.last)
        elif run.offset == 0 or (is_near and run.n <= FEW):
            self._n_between += run.n
            self._longest.setdefault(run.offset, run)
            return
        self._open, self._n_between = run, 0
        longest = self._longest.get(run.offset)
        if longest is None or run.n > longest.n:
            self._longest[run.offset] = run
