"""Rank ranges and clusters of systems: how sure their order by people is.

Judgments are drawn again, as many as there are, with replacement (of ratings, sentences), and
systems are ranked by each resample; the range of a system is what its ranks lie between when the
smallest and the largest 2.5 % are left out (Bojar et al. 2013; Grundkiewicz et al. 2015). A system
begins a new cluster if its range begins after all ranges before it end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.meta.rankings import Rankings
from fastgec.meta.segments import Segments
from fastgec.meta.wins import win_matrix, wins_to_scores
from fastgec.parameters import MAX_RESAMPLES, whole_number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DEFAULT_RESAMPLES = 1000
CUT = 40  # one of so many resamples is left out at each end
_STREAM = 8  # of generators; others belong to other draws
_CELLS_AT_ONCE = 1 << 20


def resampled_wins(
    judgments: Rankings | Segments, resamples: int = DEFAULT_RESAMPLES, seed: int = 0
) -> Floats:
    """Return expected wins of resamples of the judgments, or of rated sentences.

    Args:
        judgments: of people, expanded.
        resamples: how many.
        seed: of the draws; resample i has a generator of its own.

    Returns:
        float64[N, H].

    Raises:
        ValueError: fewer than two systems, no judgment, or a number that is none.
    """
    if isinstance(judgments, Rankings):
        wins = win_matrix(judgments)
        counts = np.append(wins.ravel(), judgments.n_ties)
        drawn = _drawn(counts, resamples, seed)[:, : wins.size]
        return _scores(drawn.reshape(-1, *wins.shape))
    ratings = judgments.ratings[judgments.is_rated]
    n_systems = ratings.shape[1]
    weights = _drawn(np.ones(len(ratings), np.int64), resamples, seed)
    rows = ratings[:, :, np.newaxis] > ratings[:, np.newaxis, :]
    flat = rows.reshape(len(ratings), -1).astype(np.float64)
    return _scores((weights.astype(np.float64) @ flat).reshape(-1, n_systems, n_systems))


def resampled_means(
    segments: Segments, resamples: int = DEFAULT_RESAMPLES, seed: int = 0
) -> Floats:
    """Return mean ratings of resamples of the rated sentences; the rest as `resampled_wins`."""
    ratings = segments.ratings[segments.is_rated]
    weights = _drawn(np.ones(len(ratings), np.int64), resamples, seed)
    means: Floats = weights.astype(np.float64) @ ratings / max(len(ratings), 1)
    return means


def _scores(wins: NDArray[np.generic]) -> Floats:
    """Return expected wins of many matrices, some at a time."""
    step = max(1, _CELLS_AT_ONCE // wins[0].size)
    return np.concatenate(
        [wins_to_scores(wins[first : first + step]) for first in range(0, len(wins), step)]
    )


def _drawn(counts: Integers, resamples: int, seed: int) -> Integers:
    """Draw units again: of kinds with so many units, how many of each, int64[N, kinds]."""
    whole_number(resamples, "resamples", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    n_units = int(counts.sum())
    if not n_units:
        raise ValueError("no judgment found, expected some")
    shares = counts / n_units
    found = np.empty((resamples, len(counts)), np.int64)
    for number in range(resamples):
        sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM, number))
        generator = np.random.Generator(np.random.PCG64(sequence))
        found[number] = generator.multinomial(n_units, shares)
    return found


def rank_ranges(scores: Floats) -> Integers:
    """Return the first and the last rank of each system, without the ends.

    Args:
        scores: float64[N, H], of resamples or runs; systems with equal scores share the best rank.

    Returns:
        int64[H, 2], ranks from 1.

    Example:
        >>> rank_ranges(np.array([[0.9, 0.5, 0.1], [0.8, 0.1, 0.5]])).tolist()
        [[1, 1], [2, 3], [2, 3]]
    """
    ordered = np.sort(scores, axis=1)
    ranks = np.empty(scores.shape, np.int64)
    for row, values in enumerate(scores):
        ranks[row] = 1 + len(values) - np.searchsorted(ordered[row], values, side="right")
    ranks.sort(axis=0)
    cut = len(scores) // CUT
    return np.stack([ranks[cut], ranks[len(ranks) - 1 - cut]], axis=1)


def clusters(scores: Floats, ranges: Integers) -> Integers:
    """Return the cluster of each system, from 1.

    Args:
        scores: float64[H], larger is better.
        ranges: int64[H, 2], of ranks.

    Example:
        >>> clusters(np.array([0.1, 0.9, 0.5]), np.array([[2, 3], [1, 1], [2, 3]])).tolist()
        [2, 1, 2]
    """
    found = np.empty(len(scores), np.int64)
    number, last = 0, 0
    for place in np.argsort(-scores, kind="stable").tolist():
        if not number or ranges[place, 0] > last:
            number += 1
        last = max(last, int(ranges[place, 1]))
        found[place] = number
    return found
