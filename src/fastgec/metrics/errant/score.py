"""What ERRANT makes of counts: precision, recall and F, of one total or of many at once.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0. (So a system without a correct edit and without a wrong one has precision 1.)
The published program divides by 0 where recall weighs nothing and is 0; F is precision there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fastgec.choice import Floats, Totals
from fastgec.fscore import checked_beta
from fastgec.metrics.fmeasure import AgreementScore, agreement
from fastgec.metrics.scores import Measure, Vacuous


@dataclass(frozen=True, slots=True)
class PairScore(AgreementScore):
    """Sums over the chosen pairs, of counts or of weights, and the ratios made from them."""

    tp: float
    fp: float
    fn: float
    beta: float

    def measures(self) -> tuple[Measure, ...]:
        """Return the sums, then precision, recall and F."""
        precision = Vacuous.unless(self.precision, self.tp + self.fp)
        return (
            Measure("tp", "TP", self.tp, "count"),
            Measure("fp", "FP", self.fp, "count"),
            Measure("fn", "FN", self.fn, "count"),
            Measure("precision", "P", precision),
            Measure("recall", "R", self.recall),
            Measure("f", f"F{self.beta:g}", self.f),
        )


@dataclass(frozen=True, slots=True)
class ErrantScore(PairScore):
    """Summed counts of the chosen pairs, and the ratios made from them.

    >>> ErrantScore(tp=4, fp=1, fn=4, beta=0.5)
    ErrantScore(f=0.7143, tp=4, fp=1, fn=4, precision=0.8, recall=0.5, beta=0.5)
    """

    tp: int
    fp: int
    fn: int


def score_totals(totals: Totals, beta: float) -> Floats:
    """Return precision, recall and F of sums, as `PairScore` to the last bit.

    Parameters: totals [..., 3] of tp, fp, fn: counts or weights. Returns: float64[..., 3].

    >>> score_totals(np.array([[4, 1, 4], [0, 0, 8]]), beta=0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    >>> score_totals(np.array([[0.5, 0.5, 1.5], [0.0, 0.0, 0.5]]), 0.5).round(4).tolist()
    [[0.5, 0.25, 0.4167], [1.0, 0.0, 0.0]]
    """
    tp, fp, fn = (totals[..., k] for k in range(3))
    return np.stack(agreement(tp, fp, fn, checked_beta(beta)), axis=-1)
