"""What every metric makes of sums of correct, proposed and gold edits: choice, P, R and F."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from fastgec.choice import Totals
from fastgec.choice.running import FRank, Running
from fastgec.metrics.bounds import Bound
from fastgec.metrics.fmeasure import FMetric, Scoring
from fastgec.metrics.m2.score import MaxMatchScore

MaxMatchScoreT = TypeVar("MaxMatchScoreT", bound=MaxMatchScore)


class MaxMatchSums(FMetric[MaxMatchScoreT]):
    """A metric whose rows are correct, proposed and gold: counts, or sums of weights."""

    def bounds(self, table: Totals, parameters: Any) -> Iterator[Bound]:
        """Yield the rules of rows; gold edits given twice are correct twice by one edit."""
        yield from super().bounds(table, parameters)
        correct, proposed, _ = table.T
        found = {"correct": correct, "proposed": proposed}
        yield Bound(found, "0 correct of 0 proposed", (correct == 0) | (proposed > 0))

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by F of the corpus so far."""
        return Running(FRank(scoring.beta))
