"""What MaxMatch makes of counts: precision, recall and F, of one total or of many at once.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fastgec.choice import Floats, Totals
from fastgec.fscore import checked_beta, precision_recall_f
from fastgec.metrics.fmeasure import FScore
from fastgec.metrics.scores import Measure, Vacuous


@dataclass(frozen=True, slots=True)
class MaxMatchScore(FScore):
    """Sums over the chosen annotators, of counts or of weights, and the ratios made from them."""

    correct: float
    proposed: float
    gold: float
    beta: float

    def _ratios(self) -> tuple[float, float, float]:
        return precision_recall_f(self.correct, self.proposed, self.gold, self.beta * self.beta)

    def measures(self) -> tuple[Measure, ...]:
        """Return the sums, then precision, recall and F."""
        precision = Vacuous.unless(self.precision, self.proposed)
        return (
            Measure("correct", "Correct", self.correct, "count"),
            Measure("proposed", "Proposed", self.proposed, "count"),
            Measure("gold", "Gold", self.gold, "count"),
            Measure("precision", "P", precision),
            Measure("recall", "R", self.recall),
            Measure("f", f"F{self.beta:g}", self.f),
        )


@dataclass(frozen=True, slots=True)
class M2Score(MaxMatchScore):
    """Summed counts of the chosen annotators, and the ratios made from them.

    >>> M2Score(correct=4, proposed=5, gold=8, beta=0.5)
    M2Score(f=0.7143, correct=4, proposed=5, gold=8, precision=0.8, recall=0.5, beta=0.5)
    """

    correct: int
    proposed: int
    gold: int


def score_totals(totals: Totals, beta: float) -> Floats:
    """Return precision, recall and F of sums, equal to those of `MaxMatchScore` to the last bit.

    Parameters: totals [..., 3] of correct, proposed, gold. Returns: float64[..., 3].

    >>> score_totals(np.array([[4, 5, 8], [0, 0, 8]]), beta=0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    >>> score_totals(np.array([[0.5, 1.0, 2.0], [0.0, 0.0, 0.5]]), 0.5).round(4).tolist()
    [[0.5, 0.25, 0.4167], [1.0, 0.0, 0.0]]
    """
    beta = checked_beta(beta)
    return np.stack(precision_recall_f(*_columns(totals), beta * beta), axis=-1)


def score_grid(totals: Totals, betas: Floats) -> Floats:
    """Return F at each beta, equal to that of `score_totals` to the last bit.

    Parameters: totals int64[..., B, 3], betas float64[B]. Returns: float64[..., B].
    """
    return precision_recall_f(*_columns(totals), betas * betas)[2]


def _columns(totals: Totals) -> tuple[Totals, Totals, Totals]:
    return totals[..., 0], totals[..., 1], totals[..., 2]
