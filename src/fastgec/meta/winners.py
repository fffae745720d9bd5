"""Rows that a running choice by F may take: those that lose whatever the totals are left out.

A row that has no fewer correct edits than another one of its sentence, no more proposed and no more
gold edits, wins over it on top of any totals, since F = (1 + beta^2) correct / (proposed + beta^2
gold) never falls as correct edits grow and never grows as the others do, in doubles as well. Where
nothing tells two rows apart the earlier wins. So most sentences have one row left, and resamples
that choose anew are made in a third of the time, with the same totals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of

Integers = NDArray[np.int64]

MOST_ROWS = 16  # of a sentence: each is held against each
# Between these, and up to so many edits, one edit less of either kind is a smaller load in doubles:
# beta^2 is 1e-6 or more, and a load of 2^28 has steps of 3e-8; at 1e6 x 2^28 they are 1/16.
LEAST_BETA, LARGEST_BETA = 1e-3, 1e3
LARGEST_SUM = 1 << 28


def winners(table: Integers, offsets: Integers, beta: float) -> tuple[Integers, Integers]:
    """Return the rows that may win, and their offsets.

    Args:
        table: int64[R, 3] of correct, proposed and gold edits.
        offsets: int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1], at least one.
        beta: of F.

    Returns:
        The same tables where it is not certain that a row loses: of very large numbers, or of more
        correct than proposed edits.

    Example:
        >>> table, offsets = np.array([[1, 2, 3], [1, 2, 2], [2, 2, 4], [0, 0, 0]]), [0, 3, 4]
        >>> winners(table, np.array(offsets), 0.5)[0].tolist()
        [[1, 2, 2], [2, 2, 4], [0, 0, 0]]
    """
    sizes = np.diff(offsets)
    n_sentences, most = len(sizes), int(sizes.max(initial=0))
    if not 1 < most <= MOST_ROWS or sizes.min() < 1 or beta > LARGEST_BETA:
        return table, offsets
    is_odd = table.min() < 0 or (table[:, 0] > table[:, 1]).any()
    if is_odd or int(table.max()) * n_sentences >= LARGEST_SUM:
        return table, offsets
    places = np.arange(most)
    is_row = places < sizes[:, np.newaxis]
    rows = np.where(is_row, offsets[:-1, np.newaxis] + places, offsets[:-1, np.newaxis])
    correct, proposed, gold = np.moveaxis(table[rows], -1, 0)
    loses = ~is_row
    for a in range(most):
        for b in range(most):
            wins = correct[:, a] >= correct[:, b]
            wins &= (proposed[:, a] <= proposed[:, b]) & (gold[:, a] <= gold[:, b])
            if a >= b:
                is_better = correct[:, a] > correct[:, b]
                is_better |= proposed[:, a] < proposed[:, b]
                if beta >= LEAST_BETA:
                    is_better |= gold[:, a] < gold[:, b]
                wins &= is_better
            if a != b:
                loses[:, b] |= wins & is_row[:, a]
    return table[rows[~loses]], offsets_of((~loses).sum(axis=1))
