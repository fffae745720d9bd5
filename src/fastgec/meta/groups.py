"""Correlations of a metric with ratings of sentences: in each sentence, or over all of them.

`item`: the correlation over the systems of each rated sentence, averaged over the sentences where
it is defined; `none`: one correlation over all pairs of a rated sentence and a system (Deutsch et
al. 2023). Kendall's is tau-b.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.meta.correlation import kendall_of, pearson, pearson_of
from fastgec.meta.segments import Segments

Floats = NDArray[np.float64]

GROUPS = ("item", "none")


class Grouped(NamedTuple):
    """Correlations with ratings of sentences; None where nothing is defined.

    group     "item" or "none"
    pearson   the correlation, or its mean
    kendall   the same of tau-b
    averaged  how many sentences have a Pearson correlation; None for "none"
    """

    group: str
    pearson: float | None
    kendall: float | None
    averaged: int | None


def grouped(segments: Segments, scores: Floats, group: str) -> Grouped:
    """Correlate a metric's scores of sentences with ratings.

    Args:
        segments: ratings of people.
        scores: float64[S, H], of the systems in the order of the ratings.
        group: "item" or "none".

    Raises:
        ValueError: scores of another shape, or another word.

    Example:
        >>> rated = Segments("ratings", ("A", "B"), np.array([[1.0, 2.0], [5.0, 3.0]]))
        >>> grouped(rated, np.array([[0.1, 0.2], [0.3, 0.4]]), "item").pearson
        0.0
    """
    if group not in GROUPS:
        raise ValueError(f"group {group!r}, expected {' or '.join(GROUPS)}")
    scores = np.asarray(scores, np.float64)
    if scores.shape != segments.ratings.shape:
        shapes = f"{scores.shape}, expected {segments.ratings.shape}"
        raise ValueError(f"{segments.name}: scores of shape {shapes}")
    rated = segments.is_rated
    human, metric = segments.ratings[rated], scores[rated]
    if not len(human):
        return Grouped(group, None, None, 0 if group == "item" else None)
    if group == "none":
        one, other = human.ravel(), metric.ravel()
        return Grouped(group, pearson(one, other), kendall_of_long(one, other), None)
    correlations = pearson_of(human, metric)
    is_defined = ~np.isnan(correlations)
    n = int(is_defined.sum())
    if not n:
        return Grouped(group, None, None, 0)
    taus = kendall_of(human[is_defined], metric[is_defined])
    return Grouped(group, float(correlations[is_defined].mean()), float(taus.mean()), n)


def kendall_of_long(one: Floats, other: Floats) -> float | None:
    """Return tau-b of two long lists: pairs are counted by sorting, not one by one.

    Example:
        >>> round(kendall_of_long(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 2, 3])), 6)
        0.912871
    """
    n = len(one)
    order = np.lexsort((other, one))
    one, other = one[order], other[order]
    total = n * (n - 1) // 2
    tied_one, tied_other = _n_tied(one), _n_tied(np.sort(other))
    starts = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    tied_both = _n_tied(np.concatenate([[0], np.cumsum(starts)]))
    if total in (tied_one, tied_other):
        return None
    discordant = _n_inversions(np.unique(other, return_inverse=True)[1])
    concordant = total - tied_one - tied_other + tied_both - discordant
    # Whole numbers, each root by itself: their product may pass what a float holds exactly.
    lengths = math.sqrt(total - tied_one) * math.sqrt(total - tied_other)
    return max(-1.0, min(1.0, (concordant - discordant) / lengths))


def _n_tied(ordered: NDArray[np.generic]) -> int:
    """Return how many pairs of a sorted list are equal."""
    _, sizes = np.unique(ordered, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _n_inversions(ranks: NDArray[np.int64]) -> int:
    """Return how many pairs stand in the wrong order, equal ones not among them.

    Two numbers differ first in some bit, from the highest on. So for each bit numbers with the same
    bits above it stand together, in their order, and each 1 before a 0 of these is an inversion.
    """
    found = 0
    for bit in reversed(range(int(ranks.max(initial=0)).bit_length())):
        group = ranks >> (bit + 1)
        order = np.argsort(group, kind="stable")
        is_one = (ranks[order] >> bit) & 1
        before = np.cumsum(is_one) - is_one
        starts = np.flatnonzero(np.diff(group[order], prepend=-1))
        sizes = np.diff(np.append(starts, len(ranks)))
        found += int(((before - np.repeat(before[starts], sizes)) * (1 - is_one)).sum())
    return found
