"""Judgments of people beside what a metric says of the same outputs, and how the two compare."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import counted
from fastgec.meta.rankings import TIE, Rankings
from fastgec.meta.segments import Segments

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of counts of outcomes.
CONCORDANT, DISCORDANT, METRIC_TIE, HUMAN_TIE, BOTH_TIE, LATER = range(6)


class Units(NamedTuple):
    """Judgments beside what a metric says of them, U of them.

    sentence    int64[U], from 0
    difference  float64[U], the metric's score of the winner less that of the loser; of a tie of
                people, of the one less that of the other
    is_tie      bool[U], whether people tie
    is_later    bool[U], whether the winner is the later one of the two systems
    ranks       int64[U, 2], of winner and loser; None where people rated
    """

    sentence: Integers
    difference: Floats
    is_tie: NDArray[np.bool_]
    is_later: NDArray[np.bool_]
    ranks: Integers | None


def units_of(judgments: Rankings | Segments, scores: Floats, *, collapsed: bool) -> Units:
    """Return judgments beside what a metric says of them. Raises: ValueError, as its callers."""
    scores = np.asarray(scores, np.float64)
    n_systems = len(judgments.systems)
    if scores.ndim != 2 or scores.shape[1] != n_systems:
        shape = f"scores of shape {scores.shape}, expected sentences x {n_systems} systems"
        raise ValueError(f"{judgments.name}: {shape}")
    if not np.isfinite(scores).all():
        raise ValueError(f"{judgments.name}: a score that is no number, expected one of each")
    if isinstance(judgments, Segments):
        return _of_ratings(judgments, scores)
    chosen = np.flatnonzero(judgments.collapsed) if collapsed else slice(None)
    sentence = judgments.sentence[chosen]
    winner, loser = judgments.winner[chosen], judgments.loser[chosen]
    if len(sentence) and sentence.max() >= len(scores):
        wanted = f"{int(sentence.max()) + 1} or more"
        raise ValueError(
            f"{judgments.name}: scores of {counted(len(scores), 'sentence')}, expected {wanted}"
        )
    return Units(
        sentence,
        scores[sentence, winner] - scores[sentence, loser],
        judgments.kind[chosen] == TIE,
        winner > loser,
        judgments.ranks[chosen],
    )


def _of_ratings(segments: Segments, scores: Floats) -> Units:
    """Make each pair of systems of each rated sentence a judgment."""
    if len(segments) != len(scores):
        shape = f"{counted(len(scores), 'sentence')}, expected {len(segments)}"
        raise ValueError(f"{segments.name}: scores of {shape}")
    first, second = np.triu_indices(len(segments.systems), 1)
    rated = np.flatnonzero(segments.is_rated)
    sign = np.sign(segments.ratings[rated][:, first] - segments.ratings[rated][:, second]).ravel()
    difference = (scores[rated][:, first] - scores[rated][:, second]).ravel()
    return Units(
        np.repeat(rated, len(first)),
        np.where(sign < 0, -difference, difference),
        sign == 0,
        sign < 0,
        None,
    )


def outcomes(units: Units, epsilon: float) -> Integers:
    """Return the outcome of each unit: int64[U, 6], zeros and ones.

    Columns: concordant, discordant, tie of the metric, of people, of both; and of the third column
    those whose winner is the later system.
    """
    ties = np.abs(units.difference) <= epsilon
    decided = ~units.is_tie
    columns = (
        decided & ~ties & (units.difference > 0),
        decided & ~ties & (units.difference < 0),
        decided & ties,
        units.is_tie & ~ties,
        units.is_tie & ties,
        decided & ties & units.is_later,
    )
    return np.stack(columns, axis=1).astype(np.int64)
