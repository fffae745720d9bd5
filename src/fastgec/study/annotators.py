"""Annotators one by one: scores against each alone, and of each against the others.

Counts of a (sentence, annotator) do not depend on the other annotators, so leaving some out is
leaving out rows. A sentence in which no row is left is left out with them, and scores say how many
sentences they are of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of, sealed
from fastgec.counts import Counts
from fastgec.metrics import evaluation
from fastgec.metrics.base import Metric, Score

S = TypeVar("S", bound=Score)


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """A score against some annotators.

    name       of what was scored: a system, or an annotator
    annotator  the one that stands alone, or the one that is left out; None: all, or the mean
    sentences  how many have a line of those annotators
    score      None if there is no such sentence
    is_human   whether an annotator's own corrections were scored
    """

    name: str
    annotator: int | None
    sentences: int
    score: Any
    is_human: bool = False


def alone_each(
    metric: Metric[S],
    name: str,
    counts: Counts,
    annotators: Sequence[int],
    scoring: Any,
) -> list[AnnotatorScore]:
    r"""Return scores against each annotator alone.

    Args:
        metric: what counted.
        name: of the system.
        counts: of the system.
        annotators: their ids.
        scoring: what scores depend on.

    Example:
        >>> from fastgec import Gold, m2
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> counts = m2.count(["c b"], gold)
        >>> [found.score.f for found in alone_each(m2.METRIC, "x", counts, [0, 1], m2.Scoring())]
        [1.0, 0.0]
    """
    return [
        _scored(metric, name, annotator, alone(counts, annotator), scoring)
        for annotator in annotators
    ]


def against_each(
    metric: Metric[S],
    name: str,
    counts: Counts,
    annotators: Sequence[int],
    scoring: Any,
) -> list[AnnotatorScore]:
    """Return scores without each annotator in turn, on the sentences that it and others share."""
    return [
        _scored(metric, name, annotator, against_others(counts, annotator), scoring)
        for annotator in annotators
    ]


def _scored(
    metric: Metric[S],
    name: str,
    annotator: int,
    counts: Counts,
    scoring: Any,
) -> AnnotatorScore:
    score = None
    if counts.n_sentences:
        score = evaluation.score_counts(metric, counts, scoring)
    return AnnotatorScore(name, annotator, counts.n_sentences, score)


def alone(counts: Counts, annotator: int) -> Counts:
    """Return the rows of one annotator, of the sentences for which it has one.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> alone(counts, 1).table.tolist()
    [[0, 2, 1]]
    """
    return _kept(counts, counts.labels == annotator)


def against_others(counts: Counts, annotator: int) -> Counts:
    """Return the rows of all other annotators, of the sentences that this one and others share.

    This is what the annotator's own corrections are scored by, and what systems must be scored by
    to be compared with it.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> against_others(counts, 0).table.tolist(), against_others(counts, 1).table.tolist()
    ([[0, 2, 1]], [[1, 2, 2]])
    """
    is_own = counts.labels == annotator
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    has_own = np.bincount(of_row[is_own], minlength=counts.n_sentences) > 0
    return _kept(counts, ~is_own & has_own[of_row])


def _kept(counts: Counts, is_kept: NDArray[np.bool_]) -> Counts:
    """Return some rows, without the sentences that lose all of theirs."""
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    sizes = np.bincount(of_row[is_kept], minlength=counts.n_sentences)
    return Counts(
        sealed(counts.table[is_kept]),
        sealed(offsets_of(sizes[sizes > 0])),
        sealed(counts.labels[is_kept]),
        counts.columns,
        counts.metric,
        counts.parameters,
        counts.is_weighted,
    )
