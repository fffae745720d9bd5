"""Annotator selection: which annotator's (or reference's) count row enters the score.

    rules        MaxMatch: in order, for the best score of the corpus so far; a rank for
                 `running`, made of any keys; not compiled; GREEN and rewards: each sentence as
                 if it were the whole corpus; GLEU: at random, as the published program draws;
                 what every kind of choice has, for type checkers
    rounded      ERRANT's rule for `running`, by F of four digits (for kernels)
    beta_grid    many choices of one kind at once: totals at each beta of a grid, and without
                 each fold
    grid_totals   totals where the choice is made anew at each beta (kernel)
    grid_running  such totals of MaxMatch's choice, in one pass (for kernels)
    grid_sentences    such totals of GREEN's choice, by bisection (for kernels)
    grid_checks     checks of rows and folds (for kernels)
    formulas     F and the ratios under it, as `fscore` has them (for kernels)
    best         `running`, by either rule, and `alone`, in one pass (kernel)
    means        GREEN's key of a row: F of geometric means (for kernels)

Counts do not depend on beta, the choice may. Which kind a metric takes, and by which rank, it says
itself. A choice makes sums of what is chosen, block by block; sums of weights, which are doubles,
sentence by sentence. Metrics and studies import this package; it imports `fscore` and `machine`.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False  # as in typing: a plain run does without it, and without numpy
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Totals = NDArray[Any]  # int64 of counts, float64 of sums of weights
else:
    Floats = Integers = Totals = object


class Chosen(namedtuple("Chosen", ("rows", "values"), defaults=(None,))):
    """What was chosen in some sentences of H systems.

    rows    int64[H, S]: indices of rows of the block; None where rows are drawn
    values  float64[H, S]: the last key of each chosen row, where each sentence chooses alone
    """

    __slots__ = ()


class Sums(
    namedtuple("Sums", ("totals", "n_sentences", "by_label", "values"), defaults=(None, ()))
):
    """What is left of the sentences of one system, of which its score is made.

    totals       int64[K]: the chosen rows summed; int64[I, K] where rows are drawn I times;
                 float64 of sums of weights
    n_sentences  their number
    by_label     int64[L, K]: all rows of each label summed, where rows are drawn; else None
    values       doubles whose exact sum is that of the chosen rows' last keys, if chosen alone
    """

    __slots__ = ()
