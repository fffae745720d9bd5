"""Which row of each sentence counts: the choice between annotators.

Choosing is apart from counting: counts do not depend on beta, the choice does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec import _selection
from fastgec.counts import Counts
from fastgec.fscore import LARGEST_BETA

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
    if not 0 <= beta <= LARGEST_BETA:
        raise ValueError(f"beta {beta}, expected a number from 0 to {LARGEST_BETA:g}")
    return _selection.running_best(counts.table, counts.offsets, beta)
