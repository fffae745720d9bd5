"""What ERRANT makes of counts: precision, recall and F, of one total or of many at once.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0. (So a system without a correct edit and without a wrong one has precision 1.)
The published program divides by 0 where recall weighs nothing and is 0; F is precision there.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastgec.metrics.fmeasure import AgreementScore


@dataclass(frozen=True, slots=True)
class PairScore(AgreementScore):
    """Sums over the chosen pairs, of counts or of weights, and the ratios made from them.

    >>> import numpy as np
    >>> PairScore.values(np.array([[4, 1, 4], [0, 0, 8]]), 0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    """

    tp: float
    fp: float
    fn: float
    beta: float


@dataclass(frozen=True, slots=True)
class ErrantScore(PairScore):
    """Summed counts of the chosen pairs, and the ratios made from them.

    >>> ErrantScore(tp=4, fp=1, fn=4, beta=0.5)
    ErrantScore(f=0.7143, tp=4, fp=1, fn=4, precision=0.8, recall=0.5, beta=0.5)
    """

    tp: int
    fp: int
    fn: int
