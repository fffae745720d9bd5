"""What ERRANT makes of counts: precision, recall and F, of one total or of many at once.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0. (So a system without a correct edit and without a wrong one has precision 1.)
The published program divides by 0 where recall weighs nothing and is 0; F is precision there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from fastgec.fscore import checked_beta
from fastgec.metrics.fields import option
from fastgec.metrics.scores import Measure, Score

Floats = NDArray[np.float64]
Totals = NDArray[Any]  # int64 of counts, float64 of sums of weights

DEFAULT_BETA = 0.5


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the scores of ERRANT depend on, beside counts.

    beta  how many times as much recall weighs as precision

    Raises:
        ValueError: a beta that is negative, too large or not finite.
    """

    beta: float = option(
        DEFAULT_BETA,
        "weight of recall",
        flags=("-b", "--beta"),
        reads="finite_beta",
        metavar="B",
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))


@dataclass(frozen=True, slots=True)
class PairScore(Score):
    """Sums over the chosen pairs, of counts or of weights, and the ratios made from them."""

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    tp: float
    fp: float
    fn: float
    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @classmethod
    def of(cls, totals: Totals, beta: float) -> Self:
        """Return the score of an array [3] of tp, fp, fn."""
        tp, fp, fn = totals.tolist()
        return cls(tp, fp, fn, beta)

    @property
    def precision(self) -> float:
        """Share of the proposed edits that are correct, in [0, 1]."""
        return self.tp / (self.tp + self.fp) if self.fp else 1.0

    @property
    def recall(self) -> float:
        """Share of the reference edits that were made, in [0, 1]."""
        return self.tp / (self.tp + self.fn) if self.fn else 1.0

    @property
    def f(self) -> float:
        """F-beta of precision and recall, in [0, 1]."""
        precision, recall, weight = self.precision, self.recall, self.beta**2
        load = weight * precision + recall
        if load == 0:
            return precision
        return (1.0 + weight) * precision * recall / load

    def measures(self) -> tuple[Measure, ...]:
        """Return the sums, then precision, recall and F."""
        return (
            Measure("tp", "TP", self.tp, "count"),
            Measure("fp", "FP", self.fp, "count"),
            Measure("fn", "FN", self.fn, "count"),
            Measure("precision", "P", self.precision),
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
    tp, fp, fn = totals[..., 0], totals[..., 1], totals[..., 2]
    precision = np.where(fp == 0, 1.0, tp / np.where(fp == 0, 1, tp + fp))
    recall = np.where(fn == 0, 1.0, tp / np.where(fn == 0, 1, tp + fn))
    weight = checked_beta(beta) ** 2
    load = weight * precision + recall
    is_zero = load == 0
    product = (1.0 + weight) * precision * recall
    f = np.where(is_zero, precision, product / np.where(is_zero, 1.0, load))
    return np.stack([precision, recall, f], axis=-1)
