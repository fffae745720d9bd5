"""Which row of each sentence counts: the choice between annotators, or between references.

Choosing is apart from counting: counts do not depend on beta, the choice does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec import _selection
from fastgec.counts import Counts

OPERANDS = ("correct", "proposed", "gold")


def running_best(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose one annotator per sentence, in order, to maximise the F of the corpus so far.

    Each annotator of a sentence is tried on top of the totals of the sentences before it. The
    largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. So the choice depends on the order of sentences: join partitions before it.

    Parameters: counts with the columns correct, proposed, gold; beta, 0 or more and finite.
    Returns: int64[S], indices of rows of counts.table.
    Raises: ValueError for other columns or another beta.
    Source: behaviour of the NUS scorer (Dahlmeier and Ng, 2012).

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> running_best(counts, beta=0.5).tolist()
    [1]
    """
    if counts.columns != OPERANDS:
        raise ValueError(f"columns {counts.columns}, expected {OPERANDS}")
    if not 0 <= beta < float("inf"):
        raise ValueError(f"beta {beta}, expected a finite number from 0")
    return _selection.running_best(counts.table, counts.offsets, beta)


def sentence_best(ranks: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Choose for each sentence the row whose ranks are lexicographically largest.

    Parameters: ranks float64[R, N], most important column first; offsets int64[S+1], sentence s
    owns the rows offsets[s] to offsets[s+1], at least one.
    Returns: int64[S], indices of rows; the earliest wins a complete tie.

    >>> ranks = np.array([[0.5, 0.2], [0.5, 0.3], [0.5, 0.3], [0.1, 0.0]])
    >>> sentence_best(ranks, np.array([0, 3, 4])).tolist()
    [1, 3]
    """
    starts = offsets[:-1]
    sizes = np.diff(offsets)
    if len(starts) == 0 or (sizes == 1).all():
        return starts.copy()
    of_row = np.repeat(np.arange(len(starts)), sizes)
    is_left = np.ones(len(ranks), bool)
    for column in ranks.T:
        values = np.where(is_left, column, -np.inf)
        is_left &= values == np.maximum.reduceat(values, starts)[of_row]
    rows = np.where(is_left, np.arange(len(ranks)), len(ranks))
    best: NDArray[np.int64] = np.minimum.reduceat(rows, starts)
    return best
