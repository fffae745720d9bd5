"""The choice of one row for each sentence alone, as if it were the whole corpus.

GREEN chooses references so, and rewards annotators: it does not depend on the order of sentences.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import best
from fastgec.choice.running import OPERANDS, require_operands
from fastgec.counts import Counts
from fastgec.fscore import checked_beta


def best_alone(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose one annotator per sentence, each sentence as if it were the whole corpus.

    The rule is that of `running_best` without totals, so it does not depend on the order of
    sentences; parameters, result and errors are the same.

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> best_alone(counts, beta=0.5).tolist()
    [1]
    """
    require_operands(counts)
    nothing = np.zeros(len(OPERANDS), np.int64)
    return best.running_best(
        counts.table, counts.offsets, checked_beta(beta), nothing, is_running=False
    )


def sentence_best(ranks: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Choose for each sentence the row whose ranks are lexicographically largest.

    Args:
        ranks: float64[R, N], the last column counts most, then the one before it.
        offsets: int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1], at least one.

    Returns:
        int64[S], indices of rows; the earliest wins a complete tie.

    Raises:
        ValueError: If a sentence has no row or offsets leave the table.

    >>> ranks = np.array([[0.2, 0.5], [0.3, 0.5], [0.3, 0.5], [0.0, 0.1]])
    >>> sentence_best(ranks, np.array([0, 3, 4])).tolist()
    [1, 3]
    """
    return best.sentence_best(ranks, offsets)
