"""Sums of weights as metrics: intervals, tests, tables and JSON take them.

A system is `Counts` that `weights.count` made, since its weights come from elsewhere; the gold is
that which its edits were found with. So `study.intervals(weights.M2, [counts], gold)` resamples
weighted scores, and chooses annotators anew in each resample.

Precision, recall and F are those of MaxMatch and ERRANT. Empty sets are those of the two metrics,
and edits whose weights sum to 0 are one: precision is 1 where nothing that weighs is proposed.
`sentence_scores` has another rule for them.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.counts import Counts
from fastgec.metrics.base import (
    FMetric,
    Fold,
    Metric,
    Reading,
    Scoring,
    SumScoreT,
)
from fastgec.metrics.declarations import as_dict, named
from fastgec.metrics.errant.metric import METRIC as ERRANT_METRIC
from fastgec.metrics.errant.metric import PairScore, PairSums
from fastgec.metrics.errant.metric import Parameters as ErrantParameters
from fastgec.metrics.m2.counting import MaxMatchScore
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC as M2_METRIC
from fastgec.metrics.m2.metric import MaxMatchSums
from fastgec.metrics.tally import counted_blocks
from fastgec.read.coders import Annotations
from fastgec.read.errors import counted
from fastgec.read.gold import Gold
from fastgec.read.pieces import Source

# Scores


@dataclass(frozen=True, slots=True)
class WeightedM2Score(MaxMatchScore):
    """Sums of weights of the chosen annotators, and the ratios made from them.

    >>> WeightedM2Score(correct=0.5, proposed=1.0, gold=2.0, beta=0.5)
    WeightedM2Score(f=0.4167, correct=0.5, proposed=1, gold=2, precision=0.5, recall=0.25, beta=0.5)
    """


@dataclass(frozen=True, slots=True)
class WeightedErrantScore(PairScore):
    """Sums of weights of the chosen pairs of coders, and the ratios made from them.

    >>> WeightedErrantScore(tp=0.5, fp=0.5, fn=1.5, beta=0.5)
    WeightedErrantScore(f=0.4167, tp=0.5, fp=0.5, fn=1.5, precision=0.5, recall=0.25, beta=0.5)
    """


class Weighed:
    """What stands for the text of a block whose edits were weighed before."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WeightedM2Parameters(M2Parameters):
    """Options of sums of weights: the edits, and the name of the weights."""

    weights: str = ""


@dataclass(frozen=True, slots=True)
class WeightedErrantParameters(ErrantParameters):
    """Options of sums of weights: the edits, and the name of the weights."""

    weights: str = ""


def counts_blocks(
    metric: Metric[Any],
    systems: Sequence[Any],
    fold: Fold,
    reading: Reading,
    n_sentences: int,
) -> Generator[Any]:
    """Yield fold(block) of tables that were counted before.

    Args:
        metric: whose counts they are.
        systems: counts of each system.
        fold: see `Metric.blocks`.
        reading: which sentences are wanted.
        n_sentences: of the gold.

    Raises:
        TypeError: a system is not `Counts`.
        ValueError: counts of another metric, or of unlike sentences.
    """
    for system in systems:
        if not isinstance(system, Counts):
            what = type(system).__name__
            raise TypeError(f"system is a {what}, expected Counts of fastgec.weights.count")
        metric.require_own(system)
        if system.n_sentences != n_sentences:
            found, expected = system.n_sentences, counted(n_sentences, "sentence")
            raise ValueError(f"counts of {found} sentences, expected {expected} as the gold has")
    if reading.projection is not None:
        raise ValueError("retokenize requires a metric that reads text")
    first, last = reading.span.within(0, n_sentences)
    tables = [system.sentences(first, last) for system in systems]
    for block in counted_blocks(tables, has_own_rows=metric.has_own_rows):
        block.first += first
        block.text = Weighed()
        yield fold(block)
        if reading.progress:
            reading.progress(block.first + len(block) - first)
    reading.span.require_within(n_sentences, "gold")


class Weighing(FMetric[SumScoreT]):
    """Base class of sums of weights, of MaxMatch's edits and of ERRANT's."""

    def is_weighted(self, parameters: Any) -> bool:
        """Whether rows are sums of weights: they are."""
        del parameters
        return True

    def settings(self, parameters: Any, scoring: Scoring, score: SumScoreT) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        del score
        return {**as_dict(scoring), **named(parameters)}


class WeightedM2(
    Weighing[WeightedM2Score],
    MaxMatchSums[WeightedM2Score],
):
    """F of sums of weights of MaxMatch's edits."""

    name = "weighted-m2"
    reads = "edits"
    chooses = "annotator"
    parameters = WeightedM2Parameters
    made = WeightedM2Score
    citations = M2_METRIC.citations

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Fold blocks of counts, see `counts_blocks`.

        Raises:
            ValueError: likewise, or counts against other annotators than the gold has.
        """
        gold = gold if isinstance(gold, Gold) else Gold.read(gold)
        for system in systems:
            if isinstance(system, Counts) and system.metric == self.name:
                values: dict[str, Any] = dict(system.parameters)
                made = self.parameters(**values)
                rows = M2_METRIC.compared(gold, made).edits.row_offsets
                if system.n_sentences == len(gold) and not np.array_equal(system.offsets, rows):
                    raise ValueError("counts against other annotators than the gold's")
        if reading.summary is not None:
            reading.summary.add(gold)
        yield from counts_blocks(self, systems, fold, reading, len(gold))

    def summarize(
        self, gold: Gold | Source, parameters: WeightedM2Parameters, *, has_fingerprint: bool
    ) -> Any:
        """Return an empty summary."""
        return M2_METRIC.summarize(gold, parameters, has_fingerprint=has_fingerprint)


class WeightedErrant(
    Weighing[WeightedErrantScore],
    PairSums[WeightedErrantScore],
):
    """F of sums of weights of ERRANT's edits."""

    name = "weighted-errant"
    reads = "pairs"
    chooses = "coders"
    has_own_rows = True
    parameters = WeightedErrantParameters
    made = WeightedErrantScore
    citations = ERRANT_METRIC.citations

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Fold blocks of counts, see `counts_blocks`."""
        gold = gold if isinstance(gold, Annotations) else Annotations.read(os.fspath(gold))
        if reading.summary is not None:  # which only blocks of its own metric fill
            alone = Reading(summary=reading.summary)
            for _ in ERRANT_METRIC.blocks([gold], gold, ErrantParameters(), len, alone):
                pass
        yield from counts_blocks(self, systems, fold, reading, len(gold))

    def summarize(
        self,
        gold: Annotations | Source,
        parameters: WeightedErrantParameters,
        *,
        has_fingerprint: bool,
    ) -> Any:
        """Return an empty summary."""
        return ERRANT_METRIC.summarize(gold, parameters, has_fingerprint=has_fingerprint)


M2 = WeightedM2()
ERRANT = WeightedErrant()
