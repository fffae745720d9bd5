"""Selection per sentence: the best row of each sentence, whatever the other sentences.

It keeps no state, so blocks of a corpus can be chosen and summed on any thread, in any order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.choose import Chosen, Floats, Integers, Sums, Totals, best
from fastgec.choose.kinds import Choice, ChoiceSums


@dataclass(frozen=True, slots=True)
class Alone(Choice):
    """The choice of the best row of each sentence, the first of equals.

    best      makes of rows int64[R, K], or float64, and offsets the row of each sentence, int64[S],
              and its last key, float64[S]; see `by_keys`
    is_score  whether the last key is the score of the row as a corpus of its own
    means     makes of rows two arrays P and R float64[R, N], where the choice is by
              1 / (alpha / P + (1 - alpha) / R), 0 where one of them is 0, the last column first:
              choices that share the object, and differ in `alpha` alone, can be made at once
              (`grids`)
    alpha     the weight of P

    Example:
        >>> choice = Alone(by_keys(lambda table: table / 10))
        >>> choice.select(np.array([[2, 5], [3, 5], [0, 1]]), np.array([0, 2, 3])).tolist()
        [1, 2]
    """

    best: Callable[[Totals, Integers], tuple[Integers, Floats]]
    is_score: bool = False
    means: Callable[[Totals], tuple[Floats, Floats]] | None = None
    alpha: float = 1.0

    kind = "sentence"

    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence: int64[S]."""
        return self.best(table, offsets)[0]

    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as a corpus of its own, which is the same."""
        return self.select(table, offsets)

    @property
    def has_scores(self) -> bool:
        """Whether the keys say scores."""
        return self.is_score

    def scores_alone(self, table: Totals, offsets: Integers) -> Floats:
        """Return the score of the row of each sentence: float64[S]."""
        return self.best(table, offsets)[1]

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> AloneSums:
        """Return empty sums."""
        return AloneSums(self, n_systems, width, is_weighted=is_weighted)


class AloneSums(ChoiceSums):
    """Sums of rows that were chosen alone, see `ChoiceSums`."""

    def __init__(
        self, choice: Alone, n_systems: int, width: int, *, is_weighted: bool = False
    ) -> None:
        super().__init__(n_systems, width, is_weighted=is_weighted)
        self._choice = choice
        self._values: list[tuple[float, ...]] = [()] * n_systems

    def fold(self, table: Totals, offsets: Integers) -> Any:
        """Choose for all systems at once, and sum."""
        n_systems, n_rows, width = table.shape
        # The rows of one system after the other.
        rows = table.reshape(-1, width)
        shifts = np.arange(n_systems)[:, None] * n_rows
        if n_systems > 1:
            offsets = np.append((shifts + offsets[:-1]).ravel(), n_systems * n_rows)
        chosen, values = self._choice.best(rows, offsets)
        chosen, values = chosen.reshape(n_systems, -1), values.reshape(n_systems, -1)
        totals = None  # weights are added in the order of sentences, see `add`
        if not self._is_weighted:
            totals = np.array([best.sum_rows(rows, of_system) for of_system in chosen])
        exact = [exact_sum(of_system) for of_system in values.tolist()]
        return Chosen(chosen - shifts, values), totals, exact

    def add(self, table: Totals, offsets: Integers, part: Any) -> Chosen:
        """Add what was folded."""
        found: Chosen
        found, totals, values = part
        if totals is None:
            for one, own, so_far in zip(table, found.rows, self._totals, strict=True):
                best.add_rows(one, own, so_far)
        else:
            self._totals += totals
        self._values = [exact_sum((*a, *b)) for a, b in zip(self._values, values, strict=True)]
        return found

    def sums(self, system: int, n_sentences: int) -> Sums:
        """Return the sums of a system."""
        return Sums(self._totals[system].copy(), n_sentences, values=self._values[system])


def by_keys(
    keys: Callable[[Totals], Floats],
) -> Callable[[Totals, Integers], tuple[Integers, Floats]]:
    """Return what chooses the row whose keys are lexicographically largest, see `sentence_best`.

    Args:
        keys: makes of rows float64[R, N].
    """

    def best(table: Totals, offsets: Integers) -> tuple[Integers, Floats]:
        values = keys(table)
        rows = sentence_best(values, offsets)
        return rows, values[rows, -1]

    return best


def sentence_best(keys: Floats, offsets: Integers) -> Integers:
    """Choose for each sentence the row whose keys are lexicographically largest.

    Args:
        keys: float64[R, N], the last column counts most, then the one before it.
        offsets: int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1], at least one.

    Returns:
        int64[S], indices of rows; the earliest wins a complete tie.

    Raises:
        ValueError: a sentence has no row, or offsets leave the table.

    Example:
        >>> keys = np.array([[0.2, 0.5], [0.3, 0.5], [0.3, 0.5], [0.0, 0.1]])
        >>> sentence_best(keys, np.array([0, 3, 4])).tolist()
        [1, 3]
    """
    return best.sentence_best(keys, offsets)


def exact_sum(values: Iterable[float]) -> tuple[float, ...]:
    """Return a few doubles whose exact sum is that of the values, the largest first.

    So a sum can go on without an error that depends on where it was interrupted: `math.fsum` of
    them is that of all values.

    Example:
        >>> exact_sum([1.0, 1e-20, 1e-20, -1.0, 1.0])
        (1.0, 2e-20)
    """
    rest = list(values)
    parts: list[float] = []
    while part := math.fsum(rest):
        parts.append(part)
        rest.append(-part)
    return tuple(parts)
