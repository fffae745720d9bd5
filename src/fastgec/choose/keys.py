"""A rank for running selection, made of any keys: slower than a compiled one, but general."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from fastgec.choose import Floats, Integers, Totals, best


@dataclass(frozen=True, slots=True)
class KeyRank:
    """The order by keys: int64[..., K] of totals to float64[..., N], the last column first.

    Totals of weights are float64. It is not compiled: a step of numpy for each sentence.

    Example:
        >>> rank = KeyRank(keys=lambda totals: totals / 10)
        >>> rank.choose(np.array([[1], [2]]), np.array([0, 2]), np.zeros(1, int), is_running=True)
        array([1])
    """

    keys: Callable[[Totals], Floats]

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        chosen = np.empty(len(offsets) - 1, np.int64)
        for s, (first, last) in enumerate(pairwise(offsets.tolist())):
            keys = self.keys(totals + table[first:last])
            chosen[s] = row = first + best.sentence_best(keys, np.array([0, last - first]))[0]
            if is_running:
                totals += table[row]
        return chosen
