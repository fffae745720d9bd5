"""What every metric makes of sums of tp, fp and fn of pairs of coders: choice, P, R and F."""

from __future__ import annotations

from typing import TypeVar

from fastgec.choice.running import RoundedFRank, Running
from fastgec.metrics.door import Floats, GoldT, ParametersT, Totals
from fastgec.metrics.errant.counting import COLUMNS
from fastgec.metrics.errant.score import PairScore, score_totals
from fastgec.metrics.fmeasure import FMetric, Scoring

PairScoreT = TypeVar("PairScoreT", bound=PairScore)


class PairSums(FMetric[GoldT, ParametersT, PairScoreT]):
    """A metric whose rows are tp, fp and fn: counts, or sums of weights."""

    def columns(self, parameters: ParametersT) -> tuple[str, ...]:
        """Return tp, fp, fn."""
        del parameters
        return COLUMNS

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by rounded F of the corpus so far."""
        return Running(RoundedFRank(scoring.beta))

    def values(self, totals: Totals, scoring: Scoring) -> Floats:
        """Return precision, recall and F."""
        return score_totals(totals, scoring.beta)
