"""Which row counts: one row per sentence, chosen by score."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


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
