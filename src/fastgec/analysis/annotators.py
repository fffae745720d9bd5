"""Annotators one by one: scores against each alone, and of each against the others.

Counts of a (sentence, annotator) do not depend on the other annotators, so leaving some out is
leaving out rows. A sentence in which no row is left is left out with them, and scores say how many
sentences they are of.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.counts import Counts


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
        sealed(np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes[sizes > 0])])),
        sealed(counts.labels[is_kept]),
        counts.columns,
        counts.metric,
        counts.parameters,
    )
