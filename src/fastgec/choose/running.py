"""Running selection: one row per sentence, in order, for the corpus so far.

Each row of a sentence is tried on top of the totals of the sentences before it, and the row of the
highest rank is added to them. So the choice depends on the order of sentences: parts of a corpus
must come in their order. What ranks rows is the metric's to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fastgec.choose import Chosen, Integers, Totals, best
from fastgec.choose.kinds import Choice, ChoiceSums
from fastgec.fscore import checked_beta

if TYPE_CHECKING:
    from fastgec.choose.kinds import Rank


@dataclass(frozen=True, slots=True)
class FRank:
    """The published scorer's order of correct, proposed and gold edits (Dahlmeier and Ng, 2012).

    The largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. Compiled, and so are resamples of it.

    Raises:
        ValueError: a beta that is negative, too large or not finite.

    Example:
        >>> totals = np.zeros(3, np.int64)
        >>> table, offsets = np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2])
        >>> FRank(0.5).choose(table, offsets, totals, is_running=True).tolist(), totals.tolist()
        ([1], [1, 2, 1])
    """

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        return np.asarray(
            best.running_best(table, offsets, self.beta, totals, is_running=is_running)
        )


@dataclass(frozen=True, slots=True)
class RoundedFRank:
    """The published order of ERRANT's tp, fp and fn (Bryant et al., 2017), compiled.

    The largest F of four digits wins, rounded as Python rounds; among equals most tp, then fewest
    fp, then fewest fn, then the first.

    Raises:
        ValueError: a beta that is negative, too large or not finite.

    Example:
        >>> totals = np.zeros(3, np.int64)
        >>> table, offsets = np.array([[1, 1, 0], [1, 0, 0]]), np.array([0, 2])
        >>> RoundedFRank(0.5).choose(table, offsets, totals, is_running=True).tolist()
        [1]
    """

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        # As the published program squares it; a product may differ in the last bit.
        weight = self.beta**2
        return best.rounded_best(table, offsets, weight, totals, is_running=is_running)


@dataclass(frozen=True, slots=True)
class Running(Choice):
    """The choice of the row of the highest rank on top of the sentences before.

    rank  the order of rows
    """

    rank: Rank
    kind = "running"

    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence of a whole corpus: int64[S]."""
        totals = np.zeros(table.shape[1], table.dtype)
        return self.rank.choose(table, offsets, totals, is_running=True)

    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as if it were the whole corpus: int64[S]."""
        nothing = np.zeros(table.shape[1], table.dtype)
        return self.rank.choose(table, offsets, nothing, is_running=False)

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> RunningSums:
        """Return empty sums."""
        return RunningSums(self.rank, n_systems, width, is_weighted=is_weighted)


class RunningSums(ChoiceSums):
    """Sums of rows that were chosen in order, by the blocks before: nothing is folded."""

    def __init__(
        self, rank: Rank, n_systems: int, width: int, *, is_weighted: bool = False
    ) -> None:
        super().__init__(n_systems, width, is_weighted=is_weighted)
        self._rank = rank

    def add(self, table: Totals, offsets: Integers, part: None) -> Chosen:
        """Choose and add."""
        rows = np.empty((len(table), len(offsets) - 1), np.int64)
        for h, of_system in enumerate(table):
            totals = self._totals[h]
            rows[h] = self._rank.choose(of_system, offsets, totals, is_running=True)
        return Chosen(rows)
