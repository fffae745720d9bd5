"""What every metric makes of sums of tp, fp and fn of pairs of coders: choice, P, R and F."""

from __future__ import annotations

from typing import TypeVar

from fastgec.choice.running import RoundedFRank, Running
from fastgec.metrics.errant.score import PairScore
from fastgec.metrics.fmeasure import FMetric, Scoring

PairScoreT = TypeVar("PairScoreT", bound=PairScore)


class PairSums(FMetric[PairScoreT]):
    """A metric whose rows are tp, fp and fn: counts, or sums of weights."""

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by rounded F of the corpus so far."""
        return Running(RoundedFRank(scoring.beta))
