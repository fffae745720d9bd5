"""The ordered choice of one row per sentence, compiled: a resample of a corpus is one such fold.

The rule is the published scorer's, in doubles and compared exactly, see
`choice.running.RunningBest`.
"""

import numpy as np

from libc.stdint cimport int64_t

from fastgec.choice.means cimport average

# What a table holds, and the sums of its rows: counts, or weights.
ctypedef fused Amount:
    int64_t
    double


def running_best(
    const Amount[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    double beta,
    Amount[::1] totals not None,
    bint is_running=True,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 3] of correct, proposed, gold, or float64; offsets int64[S+1], rows of
    sentences; totals of the same type [3], of the sentences before these: the chosen rows are added
    to it, in order; is_running, whether totals so far take part, or each sentence is alone.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t sentence, row
    if table.shape[1] != 3 or totals.shape[0] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected correct, proposed and gold")
    if n_sentences < 0 or offsets[0] != 0 or offsets[n_sentences] > table.shape[0]:
        raise ValueError(f"offsets must run from 0 to {table.shape[0]} rows at most")
    for sentence in range(n_sentences):
        if offsets[sentence + 1] <= offsets[sentence]:
            raise ValueError(f"sentence {sentence} has no row")
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef double weight = beta * beta
    cdef Totals so_far = Totals(totals[0], totals[1], totals[2])
    cdef const Amount* rows
    if n_sentences:
        rows = &table[0, 0]
        with nogil:
            for sentence in range(n_sentences):
                row = best_row(rows, offsets[sentence], offsets[sentence + 1], weight, &so_far)
                if is_running:
                    add_row(rows, row, &so_far)
                chosen[sentence] = row
    totals[0] = <Amount>so_far.correct
    totals[1] = <Amount>so_far.proposed
    totals[2] = <Amount>so_far.gold
    return chosen_array


def sentence_best(
    const double[:, ::1] ranks not None, const int64_t[::1] offsets not None
):
    """Return the row of each sentence whose ranks are largest, the last column first: int64[S].

    The earliest row wins a complete tie.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t n_columns = ranks.shape[1]
    cdef int64_t sentence, row, best, column
    if n_sentences < 0 or offsets[0] < 0 or offsets[n_sentences] > ranks.shape[0]:
        raise ValueError(f"offsets must lie within {ranks.shape[0]} rows")
    for sentence in range(n_sentences):
        if offsets[sentence + 1] <= offsets[sentence]:
            raise ValueError(f"sentence {sentence} has no row")
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    with nogil:
        for sentence in range(n_sentences):
            best = offsets[sentence]
            for row in range(best + 1, offsets[sentence + 1]):
                column = n_columns - 1
                while column >= 0 and ranks[row, column] == ranks[best, column]:
                    column -= 1
                if column >= 0 and ranks[row, column] > ranks[best, column]:
                    best = row
            chosen[sentence] = best
    return chosen_array


def sum_rows(const int64_t[:, ::1] table not None, const int64_t[::1] rows not None):
    """Return the sum of some rows, as table[rows].sum(axis=0) without the copy: int64[K].

    Raises: ValueError for a row outside the table.
    """
    cdef int64_t n_columns = table.shape[1]
    cdef int64_t i, column
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < table.shape[0]:
            raise ValueError(f"row {rows[i]} of {table.shape[0]}")
    total_array = np.zeros(n_columns, np.int64)
    cdef int64_t[::1] total = total_array
    cdef const int64_t *row
    cdef int64_t *sums
    if n_columns and rows.shape[0]:
        sums = &total[0]
        with nogil:
            for i in range(rows.shape[0]):
                row = &table[rows[i], 0]
                for column in range(n_columns):
                    sums[column] += row[column]
    return total_array


def add_rows(
    const double[:, ::1] table not None,
    const int64_t[::1] rows not None,
    double[::1] totals not None,
):
    """Add some rows of weights to totals, one after the other.

    So the sum does not depend on how a corpus was cut into blocks; that of numpy would.
    Parameters: table float64[R, K]; rows int64[S]; totals float64[K], changed.
    Raises: ValueError for a row outside the table, or shapes that do not fit.
    """
    cdef int64_t n_columns = table.shape[1]
    cdef int64_t i, column
    if totals.shape[0] != n_columns:
        raise ValueError(f"totals of {totals.shape[0]} columns, expected {n_columns}")
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < table.shape[0]:
            raise ValueError(f"row {rows[i]} of {table.shape[0]}")
    with nogil:
        for i in range(rows.shape[0]):
            for column in range(n_columns):
                totals[column] += table[rows[i], column]


def geometric_means(const double[:, ::1] values not None, double[:, ::1] means not None):
    """Write the geometric means of the first 1, 2, ... N values of each row: float64[R, N].

    By logarithms of the C library: the same bits on every machine, and those of the choice.

    Parameters: values in [0, 1], float64[R, N].
    Raises: ValueError for shapes that do not fit.
    """
    cdef Py_ssize_t row
    if means.shape[0] != values.shape[0] or means.shape[1] != values.shape[1]:
        raise ValueError(f"means of {means.shape[0]} rows, expected {values.shape[0]}")
    with nogil:
        for row in range(values.shape[0] if values.shape[1] else 0):
            average(&values[row, 0], values.shape[1], &means[row, 0])
