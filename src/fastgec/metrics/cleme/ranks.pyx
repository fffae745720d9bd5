"""The running choice of CLEME2.0, compiled: a reference for each sentence.

It goes by the score of the totals so far + row, doubles that are not rounded; among equals most tp
wins, then fewest fp, then fewest fn, then most tn, then the first.
"""

import numpy as np

from libc.stdint cimport int64_t

from fastgec.choose.formulas cimport ratio
from fastgec.choose.grid_checks cimport check_rows


def best_by_ratios(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[::1] weights not None,
    int64_t[::1] totals not None,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 5] of tp, necessary and unnecessary fp, fn, tn; offsets int64[S+1],
    rows of sentences; weights float64[4] of hit, wrong, under and over; totals int64[5], of the
    sentences before these: the chosen rows are added to it, in order.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    if table.shape[1] != 5 or totals.shape[0] != 5 or weights.shape[0] != 4:
        raise ValueError(f"{table.shape[1]} columns, {totals.shape[0]} totals, expected 5")
    check_rows(table.shape[0], offsets)
    cdef int64_t n_sentences = offsets.shape[0] - 1, s, row, best, k
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef double score, best_score
    with nogil:
        for s in range(n_sentences):
            best = offsets[s]
            if offsets[s + 1] - best > 1:
                best_score = score_of(&totals[0], &table[best, 0], &weights[0])
                for row in range(best + 1, offsets[s + 1]):
                    score = score_of(&totals[0], &table[row, 0], &weights[0])
                    if score > best_score or (
                        score == best_score and is_better(&table[row, 0], &table[best, 0])
                    ):
                        best = row
                        best_score = score
            for k in range(5):
                totals[k] += table[best, k]
            chosen[s] = best
    return chosen_array


cdef inline bint is_better(const int64_t *row, const int64_t *best) noexcept nogil:
    """Whether a row goes before another that makes the same score."""
    if row[0] != best[0]:
        return row[0] > best[0]
    if row[1] + row[2] != best[1] + best[2]:
        return row[1] + row[2] < best[1] + best[2]
    if row[3] != best[3]:
        return row[3] < best[3]
    return row[4] > best[4]


cdef inline double score_of(
    const int64_t *so_far, const int64_t *row, const double *weights
) noexcept nogil:
    cdef int64_t tp = so_far[0] + row[0], wrong = so_far[1] + row[1]
    cdef int64_t over = so_far[2] + row[2], under = so_far[3] + row[3]
    cdef int64_t necessary = tp + wrong + under
    return (
        weights[0] * ratio(tp, necessary, 0.0)
        + weights[1] * (1.0 - ratio(wrong, necessary, 0.0))
        + weights[2] * (1.0 - ratio(under, necessary, 0.0))
        + weights[3] * (1.0 - ratio(over, tp + wrong + over, 0.0))
    )
