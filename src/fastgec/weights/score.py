"""Scores of sums of weights: precision, recall and F, as MaxMatch and ERRANT have them.

Empty sets are those of the two metrics, and edits whose weights sum to 0 are one: precision is 1
where nothing that weighs is proposed. `sentence_scores` has another rule for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from fastgec.choice import Floats, Totals
from fastgec.fscore import checked_beta, f_beta, ratio
from fastgec.metrics.scores import Measure, Score, Vacuous


@dataclass(frozen=True, slots=True)
class WeightedM2Score(Score):
    """Sums of weights of the chosen annotators, and the ratios made from them.

    >>> WeightedM2Score(correct=0.5, proposed=1.0, gold=2.0, beta=0.5)
    WeightedM2Score(f=0.4167, correct=0.5, proposed=1, gold=2, precision=0.5, recall=0.25, beta=0.5)
    """

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    correct: float
    proposed: float
    gold: float
    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    def precision(self) -> float:
        """Share of the weight of proposed edits that correct ones have."""
        return ratio(self.correct, self.proposed, empty=1.0)

    @property
    def recall(self) -> float:
        """Share of the weight of gold edits that correct ones have."""
        return ratio(self.correct, self.gold, empty=1.0)

    @property
    def f(self) -> float:
        """F-beta of precision and recall."""
        return f_beta(self.precision, self.recall, beta=self.beta)

    def measures(self) -> tuple[Measure, ...]:
        """Return the sums, then precision, recall and F."""
        precision = self.precision if self.proposed else Vacuous(self.precision)
        return (
            Measure("correct", "Correct", self.correct, "count"),
            Measure("proposed", "Proposed", self.proposed, "count"),
            Measure("gold", "Gold", self.gold, "count"),
            Measure("precision", "P", precision),
            Measure("recall", "R", self.recall),
            Measure("f", f"F{self.beta:g}", self.f),
        )


@dataclass(frozen=True, slots=True)
class WeightedErrantScore(Score):
    """Sums of weights of the chosen pairs of coders, and the ratios made from them.

    >>> WeightedErrantScore(tp=0.5, fp=0.5, fn=1.5, beta=0.5)
    WeightedErrantScore(f=0.4167, tp=0.5, fp=0.5, fn=1.5, precision=0.5, recall=0.25, beta=0.5)
    """

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    tp: float
    fp: float
    fn: float
    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    def precision(self) -> float:
        """Share of the weight of proposed edits that correct ones have, in [0, 1]."""
        return self.tp / (self.tp + self.fp) if self.fp else 1.0

    @property
    def recall(self) -> float:
        """Share of the weight of correct and missed edits that correct ones have, in [0, 1]."""
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


def m2_values(totals: Totals, beta: float) -> Floats:
    """Return precision, recall and F of sums, equal to those of `WeightedM2Score` to the last bit.

    Parameters: totals float64[..., 3] of correct, proposed, gold. Returns: float64[..., 3].

    >>> m2_values(np.array([[0.5, 1.0, 2.0], [0.0, 0.0, 0.5]]), 0.5).round(4).tolist()
    [[0.5, 0.25, 0.4167], [1.0, 0.0, 0.0]]
    """
    correct, proposed, gold = totals[..., 0], totals[..., 1], totals[..., 2]
    precision = _ratio(correct, proposed, 1.0)
    recall = _ratio(correct, gold, 1.0)
    weight = checked_beta(beta) * checked_beta(beta)
    product = (1.0 + weight) * precision * recall
    f = _ratio(product, weight * precision + recall, 0.0)
    return np.stack([precision, recall, f], axis=-1)


def errant_values(totals: Totals, beta: float) -> Floats:
    """Return precision, recall and F of sums, as `WeightedErrantScore` to the last bit.

    Parameters: totals float64[..., 3] of tp, fp, fn. Returns: float64[..., 3].

    >>> errant_values(np.array([[0.5, 0.5, 1.5], [0.0, 0.0, 0.5]]), 0.5).round(4).tolist()
    [[0.5, 0.25, 0.4167], [1.0, 0.0, 0.0]]
    """
    tp, fp, fn = totals[..., 0], totals[..., 1], totals[..., 2]
    precision = np.where(fp == 0, 1.0, _ratio(tp, tp + fp, 1.0))
    recall = np.where(fn == 0, 1.0, _ratio(tp, tp + fn, 1.0))
    weight = checked_beta(beta) ** 2
    product = (1.0 + weight) * precision * recall
    f = _ratio(product, weight * precision + recall, precision)
    return np.stack([precision, recall, f], axis=-1)


def _ratio(numerator: Floats, denominator: Floats, empty: float | Floats) -> Floats:
    is_empty = denominator == 0
    return np.where(is_empty, empty, numerator / np.where(is_empty, 1.0, denominator))
