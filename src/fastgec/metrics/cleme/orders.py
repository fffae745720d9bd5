"""The orders by which references are chosen, as `choice.running.Running` takes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fastgec.choice import Integers, Totals
from fastgec.metrics.cleme.ranks import best_by_f, best_by_ratios
from fastgec.metrics.cleme.score import Weights


@dataclass(frozen=True, slots=True)
class FRank:
    """The order of CLEME: rounded F of the corpus so far, see `ranks`.

    beta  weight of recall
    """

    beta: float

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `choice.kinds.Rank`."""
        return best_by_f(table, offsets, self.beta**2, totals, is_running=is_running)


@dataclass(frozen=True, slots=True)
class RatioRank:
    """The order of CLEME2.0: its score of the corpus so far, see `ranks`.

    weights  of hit, wrong, under and over
    """

    weights: Weights

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `choice.kinds.Rank`."""
        weights = np.array(self.weights, np.float64)
        return best_by_ratios(table, offsets, weights, totals, is_running=is_running)
