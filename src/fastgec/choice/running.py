"""The choice that goes on: one row per sentence, in order, for the corpus so far.

MaxMatch chooses annotators so. Choosing is apart from counting: counts do not depend on beta, the
choice does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import best
from fastgec.counts import Counts
from fastgec.fscore import checked_beta

OPERANDS = ("correct", "proposed", "gold")


class RunningBest:
    """The choice of one annotator per sentence, in order, to maximise the F of the corpus so far.

    Each annotator of a sentence is tried on top of the totals of the sentences before it. The
    largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. So the choice depends on the order of sentences: parts of a corpus must come in
    their order.

    totals  int64[3]: correct, proposed and gold of the rows chosen so far

    Raises:
        ValueError: Unless beta is a number from 0 to LARGEST_BETA.

    Source: behaviour of the NUS scorer (Dahlmeier and Ng, 2012).

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> choice = RunningBest(beta=0.5)
    >>> choice.choose(counts).tolist(), choice.totals.tolist()
    ([1], [1, 2, 1])
    """

    def __init__(self, beta: float) -> None:
        self.beta = checked_beta(beta)
        self.totals = np.zeros(len(OPERANDS), np.int64)

    def choose(self, counts: Counts) -> NDArray[np.int64]:
        """Choose for the next sentences: int64[S], indices of rows of counts.table.

        Raises:
            ValueError: For columns other than correct, proposed, gold.
        """
        require_operands(counts)
        return best.running_best(counts.table, counts.offsets, self.beta, self.totals)


def running_best(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose for a whole corpus, see `RunningBest`."""
    return RunningBest(beta).choose(counts)


def require_operands(counts: Counts) -> None:
    """Raise ValueError for columns other than correct, proposed, gold."""
    if counts.columns != OPERANDS:
        raise ValueError(f"columns {counts.columns}, expected {OPERANDS}")
