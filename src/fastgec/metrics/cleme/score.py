"""What CLEME and CLEME2.0 make of counts of chunks, of one total or of many at once.

CLEME: P = TP / (TP + FP) and R = TP / (TP + FN), 1 where there is nothing to divide by; F of them,
0 where both are 0; accuracy = (TP + TN) / all chunks. With length weights, sums of weights stand
for the counts.

CLEME2.0: of the chunks that need a change (TP, necessary FP, FN) the shares that are hit, wrong and
missed (under); of the changes that are made (TP, FP) the share that nothing needed (over); 0 where
there is nothing to divide by. Score = a1 hit + a2 (1 - wrong) + a3 (1 - under) + a4 (1 - over).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastgec.choice import Floats, Totals
from fastgec.fscore import checked_beta, ratio
from fastgec.metrics.fields import option
from fastgec.metrics.fmeasure import AgreementScore, agreement
from fastgec.metrics.scores import Measure, Score, Vacuous
from fastgec.parameters import number

if TYPE_CHECKING:
    from fastgec.fscore import Numbers

COLUMNS = ("tp", "fp", "fn", "tn")
COLUMNS_2 = ("tp", "fpn", "fpu", "fn", "tn")
RATIOS = ("hit", "wrong", "under", "over")
VALUES = ("precision", "recall", "accuracy", "f")
VALUES_2 = (*RATIOS, "score")
Weights = tuple[float, float, float, float]
CORPUS_WEIGHTS: Weights = (0.45, 0.35, 0.15, 0.05)
SENTENCE_WEIGHTS: Weights = (0.35, 0.25, 0.20, 0.20)


@dataclass(frozen=True, slots=True)
class RatioScoring:
    """What the score of CLEME2.0 depends on, beside counts: what its ratios weigh, a1 to a4.

    hit    what a hit weighs; the weights sum to 1 at most
    wrong  what it weighs that nothing is wrong
    under  what it weighs that nothing is missed
    over   what it weighs that nothing is changed without need

    Raises:
        ValueError: weights below 0, or a sum that is 0 or above 1.
    """

    hit: float = option(
        CORPUS_WEIGHTS[0],
        "what a hit weighs in the score",
        flags=("--hit",),
        reads="finite_beta",
        metavar="W",
    )
    wrong: float = option(
        CORPUS_WEIGHTS[1],
        "what it weighs that nothing is wrong",
        flags=("--wrong",),
        reads="finite_beta",
        metavar="W",
    )
    under: float = option(
        CORPUS_WEIGHTS[2],
        "what it weighs that nothing is missed",
        flags=("--under",),
        reads="finite_beta",
        metavar="W",
    )
    over: float = option(
        CORPUS_WEIGHTS[3],
        "what it weighs that nothing is changed without need",
        flags=("--over",),
        reads="finite_beta",
        metavar="W",
    )

    def __post_init__(self) -> None:
        for name in RATIOS:
            object.__setattr__(self, name, number(getattr(self, name), name, 0, 1))
        total = sum(self.weights)
        if not 0 < total <= 1 + 1e-9:
            raise ValueError(f"weights of ratios sum to {total:g}, expected at most 1, and above 0")

    @property
    def weights(self) -> Weights:
        """What hit, wrong, under and over weigh."""
        return self.hit, self.wrong, self.under, self.over


@dataclass(frozen=True, slots=True)
class ClemeScore(AgreementScore):
    """Summed counts, or length weights, of the chosen references, and the ratios made from them.

    >>> score = ClemeScore(tp=4, fp=1, fn=4, tn=11, beta=0.5)
    >>> score.precision, score.recall, score.accuracy, round(score.f, 4)
    (0.8, 0.5, 0.75, 0.7143)
    """

    tp: float
    fp: float
    fn: float
    tn: float
    beta: float

    @property
    def accuracy(self) -> float:
        """Share of the chunks that are as the reference has them, in [0, 1]."""
        return _accuracy(self.tp, self.fp, self.fn, self.tn)

    def measures(self) -> tuple[Measure, ...]:
        """Return the counts, then precision, recall, accuracy and F."""
        return measures_of(self)


@dataclass(frozen=True, slots=True)
class Cleme2Score(Score):
    """Summed counts of the chosen references, the four ratios of CLEME2.0, and their score.

    fpn and fpu are the necessary and the unnecessary FP.

    >>> score = Cleme2Score(tp=4, fpn=1, fpu=0, fn=3, tn=11)
    >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
    (0.5, 0.125, 0.375, 0.0, 0.675)
    """

    main: ClassVar[str] = "score"

    tp: int
    fpn: int
    fpu: int
    fn: int
    tn: int
    weights: Weights = CORPUS_WEIGHTS

    @staticmethod
    def of(totals: Totals, weights: Weights) -> Cleme2Score:
        """Return the score of totals [5] of tp, fpn, fpu, fn, tn."""
        tp, fpn, fpu, fn, tn = totals.tolist()
        return Cleme2Score(tp, fpn, fpu, fn, tn, weights)

    @property
    def fp(self) -> int:
        """All FP."""
        return self.fpn + self.fpu

    @property
    def necessary(self) -> int:
        """Chunks that need a change."""
        return self.tp + self.fpn + self.fn

    @property
    def hit(self) -> float:
        """Share of the necessary changes that are right, in [0, 1]."""
        return self._ratios()[0]

    @property
    def wrong(self) -> float:
        """Share of the necessary changes that are made wrongly, in [0, 1]."""
        return self._ratios()[1]

    @property
    def under(self) -> float:
        """Share of the necessary changes that are not made, in [0, 1]."""
        return self._ratios()[2]

    @property
    def over(self) -> float:
        """Share of the changes made that are not necessary, in [0, 1]."""
        return self._ratios()[3]

    @property
    def score(self) -> float:
        """What the ratios sum to by their weights, in [0, 1]."""
        return self._ratios()[4]

    def _ratios(self) -> tuple[float, float, float, float, float]:
        return _ratios(self.tp, self.fpn, self.fpu, self.fn, self.weights)

    def measures(self) -> tuple[Measure, ...]:
        """Return the counts, then the ratios (less is better, but for hit) and the score."""
        return measures_of_2(self)


def measures_of(score: Any) -> tuple[Measure, ...]:
    """Return counts, then precision, recall, accuracy and F, of CLEME's score or its means."""
    return (
        Measure("tp", "TP", score.tp, "count"),
        Measure("fp", "FP", score.fp, "count"),
        Measure("fn", "FN", score.fn, "count"),
        Measure("tn", "TN", score.tn, "count"),
        Measure("precision", "P", Vacuous.unless(score.precision, score.tp + score.fp)),
        Measure("recall", "R", score.recall),
        Measure("accuracy", "Acc", score.accuracy),
        Measure("f", f"F{score.beta:g}", score.f),
    )


def measures_of_2(score: Any) -> tuple[Measure, ...]:
    """Return counts, then the ratios and the score, of CLEME2.0's score or its means."""
    return (
        Measure("tp", "TP", score.tp, "count"),
        Measure("fpn", "FPn", score.fpn, "count"),
        Measure("fpu", "FPu", score.fpu, "count"),
        Measure("fn", "FN", score.fn, "count"),
        Measure("tn", "TN", score.tn, "count"),
        Measure("hit", "Hit", score.hit),
        Measure("wrong", "Wrong", score.wrong, "spread"),
        Measure("under", "Under", score.under, "spread"),
        Measure("over", "Over", score.over, "spread"),
        Measure("score", "CLEME2", score.score),
    )


def score_totals(totals: Totals, beta: float) -> Floats:
    """Return precision, recall, accuracy and F of sums, as `ClemeScore` to the last bit.

    Parameters: totals [..., 4] of tp, fp, fn, tn. Returns: float64[..., 4].

    >>> score_totals(np.array([[4, 1, 4, 11], [0, 0, 8, 8]]), beta=0.5).round(4).tolist()
    [[0.8, 0.5, 0.75, 0.7143], [1.0, 0.0, 0.5, 0.0]]
    """
    tp, fp, fn, tn = (totals[..., k] for k in range(4))
    precision, recall, f = agreement(tp, fp, fn, checked_beta(beta))
    return np.stack([precision, recall, _accuracy(tp, fp, fn, tn), f], axis=-1)


def ratio_totals(totals: Totals, weights: Weights) -> Floats:
    """Return hit, wrong, under, over and score of sums, as `Cleme2Score` to the last bit.

    Parameters: totals int64[..., 5] of tp, fpn, fpu, fn, tn. Returns: float64[..., 5].

    >>> ratio_totals(np.array([4, 1, 0, 3, 11]), CORPUS_WEIGHTS).round(4).tolist()
    [0.5, 0.125, 0.375, 0.0, 0.675]
    """
    tp, fpn, fpu, fn = (totals[..., k] for k in range(4))
    return np.stack(_ratios(tp, fpn, fpu, fn, weights), axis=-1)


def _accuracy(tp: Numbers, fp: Numbers, fn: Numbers, tn: Numbers) -> Numbers:
    return ratio(tp + tn, tp + fp + fn + tn, empty=1.0)


def _ratios(
    tp: Numbers, fpn: Numbers, fpu: Numbers, fn: Numbers, weights: Weights
) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Return hit, wrong, under, over and score."""
    necessary = tp + fpn + fn
    hit, wrong, under = (ratio(part, necessary, empty=0.0) for part in (tp, fpn, fn))
    over = ratio(fpu, tp + (fpn + fpu), empty=0.0)
    a1, a2, a3, a4 = weights
    score = a1 * hit + a2 * (1 - wrong) + a3 * (1 - under) + a4 * (1 - over)
    return hit, wrong, under, over, score
