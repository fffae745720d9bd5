"""Sums of many rows as products of matrices: several times as fast as adding row by row.

A resample is a line of numbers, how often each sentence is in it; times the rows of all sentences
these are its sums. Counts are whole numbers, and so are all sums of them: doubles hold them exactly
below 2^53, in whatever order a library adds. Weights are added in the order of the corpus instead
(`resample`), since their last digits depend on it; so are few columns, where that is as fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import Floats, Integers

LARGEST = 1 << 53
FEWEST_COLUMNS = 6


def is_product(n: int, *tables: NDArray[Any]) -> bool:
    """Whether sums of n rows of tables alike, perhaps all of them one row, are made here.

    >>> is_product(9, np.ones((9, 8), np.int16)), is_product(9, np.ones((9, 3), np.int16))
    (True, False)
    >>> is_product(9, np.full((9, 8), 2**50)), is_product(9, np.ones((9, 8)))
    (False, False)
    """
    return len({table.shape for table in tables}) == 1 and all(
        table.dtype.kind == "i"
        and table.shape[1] >= FEWEST_COLUMNS
        and len(table) > 0
        # The least integer has no absolute value of its own type.
        and 2 * n * max(-int(table.min()), int(table.max())) < LARGEST
        for table in tables
    )


def drawn_sums(rows: NDArray[Any], times: Floats) -> Integers:
    """Return sums int64[N, K] of rows int[S, K], each as often as float64[N, S] says.

    >>> drawn_sums(np.array([[1, 2], [5, 7]]), np.array([[2.0, 0.0], [1.0, 1.0]])).tolist()
    [[2, 4], [6, 9]]
    """
    sums: Integers = (times @ rows.astype(np.float64)).astype(np.int64)
    return sums


def exchanged_sums(
    rows: NDArray[Any], other: NDArray[Any], swaps: NDArray[np.uint8]
) -> tuple[Integers, Integers]:
    """Return sums int64[N, K] of two systems that exchange the rows of some sentences.

    Args:
        rows: int[S, K] of one system.
        other: those of the other.
        swaps: uint8[N, S], 1 where they are exchanged.

    >>> exchanged_sums(np.array([[1], [2]]), np.array([[10], [20]]), np.array([[0, 1]], np.uint8))
    (array([[21]]), array([[12]]))
    """
    given = np.subtract(other, rows, dtype=np.float64)
    moved = (swaps.astype(np.float64) @ given).astype(np.int64)
    one, two = (table.sum(axis=0, dtype=np.int64) for table in (rows, other))
    return one + moved, two - moved


def times_drawn(draws: NDArray[np.int32], n_sentences: int) -> Floats:
    """Return how often each sentence is drawn: int32[N, D] to float64[N, S].

    >>> times_drawn(np.array([[2, 0, 2]], np.int32), 3).tolist()
    [[1.0, 0.0, 2.0]]
    """
    times = np.empty((len(draws), n_sentences))
    for line, drawn in zip(times, draws, strict=True):
        line[:] = np.bincount(drawn, minlength=n_sentences)
    return times
