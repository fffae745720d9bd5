"""Scores of n-gram counts: ratios, means and the best rows of GREEN, statistics and scores of GLEU.

These are the formulas of `metrics.green` and `metrics.gleu`, for arrays of any number of rows and
for the one row of a plain run, which has no numpy. Logarithms and powers are those of the C
library, as in the published programs: vectors of numpy have other last bits, and not the same on
all machines.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from fastgec.choose.formulas cimport harmonic_f
from fastgec.choose.means cimport average, average_ratios, precision_of, recall_of


cdef inline int64_t order_of(int64_t width, int64_t n_columns) except -1:
    """Return how many orders so many numbers are of, so many each."""
    if width < n_columns or width % n_columns:
        raise ValueError(f"rows of {width} numbers, expected {n_columns} for each order")
    return width // n_columns


# GREEN


def green_ratios(
    const int64_t[:, ::1] rows not None, double empty, double[:, ::1] precisions not None,
    double[:, ::1] recalls not None, *, bint is_mean,
):
    """Write precision and recall of each order of rows of regions.

    Parameters: rows int64[R, 7N]; empty, what recall is worth where an order has no n-gram;
    precisions and recalls float64[R, N], written; is_mean, whether they are geometric means over
    the orders 1 to k.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t order = order_of(rows.shape[1], REGIONS), row
    cdef int n
    if (
        precisions.shape[0] != rows.shape[0] or precisions.shape[1] != order
        or recalls.shape[0] != rows.shape[0] or recalls.shape[1] != order
    ):
        raise ValueError(f"ratios of other shapes than {rows.shape[0]} x {order}")
    with nogil:
        for row in range(rows.shape[0]):
            for n in range(<int>order):
                precisions[row, n] = precision_of(&rows[row, 0], n)
                recalls[row, n] = recall_of(&rows[row, 0], n, empty)
            if is_mean:
                average(&precisions[row, 0], order, &precisions[row, 0])
                average(&recalls[row, 0], order, &recalls[row, 0])


def green_best(
    const int64_t[:, ::1] table not None, const int64_t[::1] offsets not None, double alpha,
    double empty, int64_t[::1] chosen not None, double[::1] scores,
):
    """Write which row of each sentence has the best list (F at N, F at N - 1, ..., F at 1), and F.

    Parameters: table int64[R, 7N], rows of regions; offsets int64[S+1], rows of sentences; alpha,
    the weight of precision; empty, what recall is worth where an order has no n-gram; chosen
    int64[S], the first of equals, and scores float64[S] or None, its F at N, are written.
    Raises: ValueError for shapes that do not fit, or a sentence without a row.
    """
    cdef int order = <int>order_of(table.shape[1], REGIONS)
    cdef int64_t n_sentences = offsets.shape[0] - 1, s, most = 0, row
    cdef bint has_scores = scores is not None
    if chosen.shape[0] != n_sentences or (has_scores and scores.shape[0] != n_sentences):
        raise ValueError(f"{chosen.shape[0]} rows to choose for {n_sentences} sentences")
    if n_sentences < 0 or offsets[0] < 0 or offsets[n_sentences] > table.shape[0]:
        raise ValueError(f"offsets must run from 0 to {table.shape[0]} rows at most")
    for s in range(n_sentences):
        if offsets[s + 1] <= offsets[s]:
            raise ValueError(f"sentence {s} has no row")
        most = max(most, offsets[s + 1] - offsets[s])
    if n_sentences == 0:
        return
    cdef const int64_t *rows
    cdef double *ratios = <double *>malloc(most * 2 * order * sizeof(double))
    if ratios == NULL:
        raise MemoryError("no memory for the ratios of a sentence")
    with nogil:
        for s in range(n_sentences):
            row = offsets[s]
            rows = &table[row, 0]
            if write_ratios(rows, offsets[s + 1] - row, order, empty, ratios):
                row += best_of(rows, offsets[s + 1] - row, order, alpha, empty, ratios)
            chosen[s] = row
            if has_scores:
                average_ratios(&table[row, 0], order, empty, ratios, ratios + order)
                scores[s] = harmonic_f(ratios[order - 1], ratios[2 * order - 1], alpha)
    free(ratios)


# GLEU


def gleu_statistics(
    const int64_t[:, :, :] table not None, bint is_clipped, int64_t[:, ::1] rows not None
):
    """Write statistics of rows of region counts.

    Parameters: table int64[R, N, 7] or, for the published program, int64[R, N, 8]; is_clipped,
    whether numerators are at least 0; rows int64[R, 2 + 2N], written.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_columns = table.shape[2], row, n, column
    cdef int order = <int>table.shape[1]
    cdef Py_ssize_t width = sizeof(int64_t)
    if not REGIONS <= n_columns <= REGIONS + 1:
        raise ValueError(f"{n_columns} regions, expected 7 or 8")
    if rows.shape[0] != table.shape[0] or rows.shape[1] != 2 + 2 * order or order < 1:
        raise ValueError(f"{rows.shape[0]} x {rows.shape[1]} statistics of {table.shape[0]} rows")
    if rows.shape[0] == 0:
        return
    if table.strides[2] != width or table.strides[1] != n_columns * width:
        raise ValueError("regions of a row are not one after the other")
    with nogil:
        for row in range(rows.shape[0]):
            write_statistics(&table[row, 0, 0], order, <int>n_columns, is_clipped, &rows[row, 0])


def gleu_scores(
    const int64_t[:, ::1] rows not None, double[::1] scores not None, *, str rule="corpus"
):
    """Write the score of each row of statistics.

    Parameters: rows int64[R, 2 + 2N]; scores float64[R], written; rule: "corpus", a sum, which is
    worth 0 unless all numbers are positive; "official", a sentence as the published program has
    it, where 1 stands for each 0; "equation", a sentence as the formula has it.
    Raises: ValueError for shapes that do not fit, or another rule.
    """
    cdef int64_t n_orders = order_of(rows.shape[1], 2) - 1, row
    cdef Rule number
    if rule not in ("corpus", "official", "equation"):
        raise ValueError(f"rule {rule!r}")
    number = CORPUS if rule == "corpus" else OFFICIAL if rule == "official" else EQUATION
    if scores.shape[0] != rows.shape[0] or n_orders < 1:
        raise ValueError(f"{scores.shape[0]} scores of {rows.shape[0]} rows of {rows.shape[1]}")
    with nogil:
        for row in range(rows.shape[0]):
            scores[row] = gleu_of(&rows[row, 0], n_orders, number)
