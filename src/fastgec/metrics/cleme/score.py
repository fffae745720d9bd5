"""What CLEME and CLEME2.0 make of counts of chunks, of one total or of many at once.

CLEME: P = TP / (TP + FP) and R = TP / (TP + FN), 1 where there is nothing to divide by; F of them,
0 where both are 0; accuracy = (TP + TN) / all chunks. With length weights, sums of weights stand
for the counts.

CLEME2.0: of the chunks that need a change (TP, necessary FP, FN) the shares that are hit, wrong and
missed (under); of the changes that are made (TP, FP) the share that nothing needed (over); 0 where
there is nothing to divide by. Score = a1 hit + a2 (1 - wrong) + a3 (1 - under) + a4 (1 - over).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fastgec.fscore import ratio
from fastgec.metrics.fields import option
from fastgec.metrics.fmeasure import AgreementScore, SumScore
from fastgec.metrics.scores import Measure
from fastgec.parameters import number

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
        reads="finite_beta",
        metavar="W",
    )
    wrong: float = option(
        CORPUS_WEIGHTS[1],
        "what it weighs that nothing is wrong",
        reads="finite_beta",
        metavar="W",
    )
    under: float = option(
        CORPUS_WEIGHTS[2],
        "what it weighs that nothing is missed",
        reads="finite_beta",
        metavar="W",
    )
    over: float = option(
        CORPUS_WEIGHTS[3],
        "what it weighs that nothing is changed without need",
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

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    headings: ClassVar[tuple[str, ...]] = ("TP", "FP", "FN", "TN")

    tp: float
    fp: float
    fn: float
    tn: float
    beta: float

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Return precision, recall, accuracy and F."""
        tp, fp, fn, tn = sums
        precision, recall, f = AgreementScore.ratios(sums, weights)
        return precision, recall, ratio(tp + tn, tp + fp + fn + tn, empty=1.0), f

    @property
    def accuracy(self) -> float:
        """Share of the chunks that are as the reference has them, in [0, 1]."""
        return self.own_ratios()[2]

    def measures(self) -> tuple[Measure, ...]:
        """Return the counts, then precision, recall, accuracy and F."""
        *first, f = AgreementScore.measures(self)
        return (*first, Measure("accuracy", "Acc", self.accuracy), f)


@dataclass(frozen=True, slots=True)
class Cleme2Score(SumScore):
    """Summed counts of the chosen references, the four ratios of CLEME2.0, and their score.

    fpn and fpu are the necessary and the unnecessary FP.

    >>> score = Cleme2Score(tp=4, fpn=1, fpu=0, fn=3, tn=11)
    >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
    (0.5, 0.125, 0.375, 0.0, 0.675)
    """

    main: ClassVar[str] = "score"
    columns: ClassVar[tuple[str, ...]] = COLUMNS_2
    headings: ClassVar[tuple[str, ...]] = ("TP", "FPn", "FPu", "FN", "TN")

    tp: int
    fpn: int
    fpu: int
    fn: int
    tn: int
    weights: Weights = CORPUS_WEIGHTS

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Return hit, wrong, under, over and score."""
        tp, fpn, fpu, fn, _ = sums
        necessary = tp + fpn + fn
        hit, wrong, under = (ratio(part, necessary, empty=0.0) for part in (tp, fpn, fn))
        over = ratio(fpu, tp + (fpn + fpu), empty=0.0)
        a1, a2, a3, a4 = weights
        score = a1 * hit + a2 * (1 - wrong) + a3 * (1 - under) + a4 * (1 - over)
        return hit, wrong, under, over, score

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
        return self.own_ratios()[0]

    @property
    def wrong(self) -> float:
        """Share of the necessary changes that are made wrongly, in [0, 1]."""
        return self.own_ratios()[1]

    @property
    def under(self) -> float:
        """Share of the necessary changes that are not made, in [0, 1]."""
        return self.own_ratios()[2]

    @property
    def over(self) -> float:
        """Share of the changes made that are not necessary, in [0, 1]."""
        return self.own_ratios()[3]

    @property
    def score(self) -> float:
        """What the ratios sum to by their weights, in [0, 1]."""
        return self.own_ratios()[4]

    def measures(self) -> tuple[Measure, ...]:
        """Return the counts, then the ratios (less is better, but for hit) and the score."""
        hit, wrong, under, over, score = self.own_ratios()
        return (
            *self.count_measures(),
            Measure("hit", "Hit", hit),
            Measure("wrong", "Wrong", wrong, "spread"),
            Measure("under", "Under", under, "spread"),
            Measure("over", "Over", over, "spread"),
            Measure("score", "CLEME2", score),
        )
