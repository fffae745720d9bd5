"""Metrics whose score is F of edits: what beta is, and what a score of sums and its name are.

MaxMatch, ERRANT and CLEME, and what weighs their edits, have this in common; what P and R are, and
which row of a sentence is chosen, is each metric's own. The rule of `AgreementScore` for P and R is
that of ERRANT and CLEME: 1 where there is nothing to divide by.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from fastgec.choice import Totals
from fastgec.fscore import checked_beta, precision_recall_f
from fastgec.metrics.door import GoldT, Metric, ParametersT, Sums
from fastgec.metrics.fields import as_dict, option
from fastgec.metrics.scores import Score

if TYPE_CHECKING:
    from fastgec.fscore import Numbers

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


class FScore(Score):
    """A score of sums and a beta: fields are the sums in the order of a row, then beta."""

    __slots__ = ()

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @classmethod
    def of(cls, totals: Totals, beta: float) -> Self:
        """Return the score of an array of sums [K]."""
        return cls(*totals.tolist(), beta)  # type: ignore[call-arg]

    @abstractmethod
    def _ratios(self) -> tuple[float, float, float]:
        """Return precision, recall and F."""

    @property
    def precision(self) -> float:
        """Share of what is proposed that is right, in [0, 1]."""
        return self._ratios()[0]

    @property
    def recall(self) -> float:
        """Share of what is expected that is made, in [0, 1]."""
        return self._ratios()[1]

    @property
    def f(self) -> float:
        """F-beta of precision and recall, in [0, 1]."""
        return self._ratios()[2]


class AgreementScore(FScore):
    """A score whose sums begin with tp, fp and fn: of agreement, of what is wrong and missed."""

    __slots__ = ()

    tp: float
    fp: float
    fn: float

    def _ratios(self) -> tuple[float, float, float]:
        return agreement(self.tp, self.fp, self.fn, self.beta)


def agreement(
    tp: Numbers, fp: Numbers, fn: Numbers, beta: float
) -> tuple[Numbers, Numbers, Numbers]:
    """Return precision, recall and F of sums; F is precision where recall and beta are 0."""
    # ERRANT's program squares beta so; a product may differ in the last bit.
    return precision_recall_f(tp, tp + fp, tp + fn, beta**2, empty=None)


FScoreT = TypeVar("FScoreT", bound=FScore)


class FMetric(Metric[GoldT, ParametersT, Scoring, FScoreT]):
    """A metric whose score is made of sums and beta; `made` is the class of its scores."""

    scoring = Scoring
    resampled: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")
    made: type[FScoreT]

    def score(self, sums: Sums, parameters: ParametersT, scoring: Scoring) -> FScoreT:
        """Return the score of a corpus."""
        del parameters
        return self.made.of(sums.totals, scoring.beta)

    def settings(
        self, parameters: ParametersT, scoring: Scoring, score: FScoreT
    ) -> Mapping[str, Any]:
        """Return what names the score: beta first."""
        del score
        return {**as_dict(scoring), **as_dict(parameters)}
