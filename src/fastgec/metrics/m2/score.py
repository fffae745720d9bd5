"""What MaxMatch makes of counts: precision, recall and F, of one total or of many at once.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fastgec.fscore import precision_recall_f
from fastgec.metrics.fmeasure import FScore

COLUMNS = ("correct", "proposed", "gold")


@dataclass(frozen=True, slots=True)
class MaxMatchScore(FScore):
    """Sums over the chosen annotators, of counts or of weights, and the ratios made from them.

    >>> import numpy as np
    >>> MaxMatchScore.values(np.array([[4, 5, 8], [0, 0, 8]]), 0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    """

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    headings: ClassVar[tuple[str, ...]] = ("Correct", "Proposed", "Gold")

    correct: float
    proposed: float
    gold: float
    beta: float

    @property
    def n_proposed(self) -> float:
        """What precision is a share of."""
        return self.proposed

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Return precision, recall and F of sums; weights may be an array of betas."""
        correct, proposed, gold = sums
        return precision_recall_f(correct, proposed, gold, weights * weights)


@dataclass(frozen=True, slots=True)
class M2Score(MaxMatchScore):
    """Summed counts of the chosen annotators, and the ratios made from them.

    >>> M2Score(correct=4, proposed=5, gold=8, beta=0.5)
    M2Score(f=0.7143, correct=4, proposed=5, gold=8, precision=0.8, recall=0.5, beta=0.5)
    """

    correct: int
    proposed: int
    gold: int
