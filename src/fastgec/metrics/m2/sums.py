"""What every metric makes of sums of correct, proposed and gold edits: choice, P, R and F."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from fastgec.choice.running import FRank, Running
from fastgec.metrics.door import Bound, Floats, GoldT, ParametersT, Totals
from fastgec.metrics.fmeasure import FMetric, Scoring
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.m2.score import MaxMatchScore, score_totals

MaxMatchScoreT = TypeVar("MaxMatchScoreT", bound=MaxMatchScore)


class MaxMatchSums(FMetric[GoldT, ParametersT, MaxMatchScoreT]):
    """A metric whose rows are correct, proposed and gold: counts, or sums of weights."""

    def columns(self, parameters: ParametersT) -> tuple[str, ...]:
        """Return correct, proposed, gold."""
        del parameters
        return COLUMNS

    def bounds(self, table: Totals, parameters: ParametersT) -> Iterator[Bound]:
        """Yield the rules of rows; gold edits given twice are correct twice by one edit."""
        yield from super().bounds(table, parameters)
        correct, proposed, _ = table.T
        found = {"correct": correct, "proposed": proposed}
        yield Bound(found, "0 correct of 0 proposed", (correct == 0) | (proposed > 0))

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by F of the corpus so far."""
        return Running(FRank(scoring.beta))

    def values(self, totals: Totals, scoring: Scoring) -> Floats:
        """Return precision, recall and F."""
        return score_totals(totals, scoring.beta)
