"""Metrics whose score is made of sums of a few columns, most of them F of edits.

MaxMatch, ERRANT, CLEME, and what weighs their edits, have this in common: the class of the score
names the columns and has one formula, for numbers and for arrays. What P and R are, and which row
of a sentence is chosen, is each metric's own. The rule of `AgreementScore` for P and R is that of
ERRANT and CLEME: 1 where there is nothing to divide by.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from fastgec.choice import Floats, Sums, Totals
from fastgec.fscore import checked_beta, precision_recall_f
from fastgec.metrics.door import Metric
from fastgec.metrics.fields import as_dict, option
from fastgec.metrics.scores import Measure, Score, Vacuous

DEFAULT_BETA = 0.5


@dataclass(frozen=True, slots=True)
class Scoring:
    """What F depends on, besides counts.

    beta  how many times as much recall weighs as precision

    Raises:
        ValueError: a beta that is negative, too large or not finite.
    """

    beta: float = option(
        DEFAULT_BETA, "weight of recall", flags=("-b", "--beta"), reads="finite_beta", metavar="B"
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    def weights(self) -> float:
        """What the formula of the score takes besides sums."""
        return self.beta


class SumScore(Score):
    """A score of sums: fields are the sums in the order of a row, then what weighs them.

    columns   names of the sums
    headings  what tables call them
    """

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    headings: ClassVar[tuple[str, ...]]

    @staticmethod
    @abstractmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Return the ratios of sums, of which the last is the score: of numbers or of arrays."""

    @classmethod
    def of(cls, totals: Totals, weights: Any) -> Self:
        """Return the score of an array of sums [K]."""
        return cls(*(*totals.tolist(), weights))

    @classmethod
    def values(cls, totals: Totals, weights: Any) -> Floats:
        """Return the ratios of sums [..., K], those of a score to the last bit: float64[..., M]."""
        sums = [totals[..., column] for column in range(len(cls.columns))]
        return np.stack(cls.ratios(sums, weights), axis=-1)

    def own_ratios(self) -> tuple[float, ...]:
        """Return the ratios of this score."""
        *sums, weights = (getattr(self, name) for name in (*self.columns, "weights"))
        return self.ratios(sums, weights)

    def count_measures(self) -> Iterator[Measure]:
        """Yield the sums."""
        for name, heading in zip(self.columns, self.headings, strict=True):
            yield Measure(name, heading, getattr(self, name), "count")


class FScore(SumScore):
    """A score of sums and a beta."""

    __slots__ = ()

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    @abstractmethod
    def n_proposed(self) -> float:
        """What precision is a share of."""

    @property
    def weights(self) -> float:
        """What the formula takes besides sums."""
        return self.beta

    @property
    def precision(self) -> float:
        """Share of what is proposed that is right, in [0, 1]."""
        return self.own_ratios()[0]

    @property
    def recall(self) -> float:
        """Share of what is expected that is made, in [0, 1]."""
        return self.own_ratios()[1]

    @property
    def f(self) -> float:
        """F-beta of precision and recall, in [0, 1]."""
        return self.own_ratios()[-1]

    def measures(self) -> tuple[Measure, ...]:
        """Return the sums, then precision, recall and F."""
        precision, recall, *_, f = self.own_ratios()
        return (
            *self.count_measures(),
            Measure("precision", "P", Vacuous.unless(precision, self.n_proposed)),
            Measure("recall", "R", recall),
            Measure("f", f"F{self.beta:g}", f),
        )


class AgreementScore(FScore):
    """A score whose sums begin with tp, fp and fn: of agreement, of what is wrong and missed."""

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn")
    headings: ClassVar[tuple[str, ...]] = ("TP", "FP", "FN")

    tp: float
    fp: float
    fn: float

    @property
    def n_proposed(self) -> float:
        """What precision is a share of."""
        return self.tp + self.fp

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Return precision, recall and F; F is precision where recall and beta are 0."""
        tp, fp, fn = sums[:3]
        # ERRANT's program squares beta so; a product may differ in the last bit.
        return precision_recall_f(tp, tp + fp, tp + fn, weights**2, empty=None)


SumScoreT = TypeVar("SumScoreT", bound=SumScore)


class FMetric(Metric[SumScoreT]):
    """A metric whose score is made of sums, and of the `weights` of its scoring."""

    scoring: type[Any] = Scoring
    resampled: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")
    made: type[SumScoreT]

    def columns(self, parameters: Any) -> tuple[str, ...]:
        """Return the names of the sums."""
        return self.made.columns

    def values(self, totals: Totals, scoring: Any) -> Floats:
        """Return the ratios of sums."""
        return self.made.values(totals, scoring.weights)

    def score(self, sums: Sums, parameters: Any, scoring: Any) -> SumScoreT:
        """Return the score of a corpus."""
        return self.made.of(sums.totals, scoring.weights)

    def settings(self, parameters: Any, scoring: Any, score: SumScoreT) -> Mapping[str, Any]:
        """Return what names the score: beta first."""
        return {**as_dict(scoring), **as_dict(parameters)}
