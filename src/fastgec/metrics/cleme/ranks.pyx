"""The choices of CLEME for a sentence alone, and of CLEME2.0, compiled: one reference for each.

CLEME compares F of the totals so far + row as ERRANT does (`choose.rounded`). A sentence alone
goes by its F, P, R and accuracy, all rounded to four digits as Python rounds, then the first.

CLEME2.0 compares its score of the totals so far + row, doubles that are not rounded; among equals
most tp wins, then fewest fp, then fewest fn, then most tn, then the first. A sentence alone goes by
its score, then the largest hit, the smallest wrong, under and over, then the first.
"""

import numpy as np

from libc.stdint cimport int64_t

from fastgec.choose.formulas cimport f_beta, ratio
from fastgec.choose.grid_checks cimport check_rows
from fastgec.choose.rounded cimport Amount, ten_thousandths

cdef struct Prf:
    # Of some counts: F decides, then the others where a sentence is alone; ten-thousandths.
    int64_t f
    int64_t precision
    int64_t recall
    int64_t accuracy


cdef struct Ratios:
    double score
    double hit
    double wrong
    double under
    double over


def best_by_f(
    const Amount[:, ::1] table not None, const int64_t[::1] offsets not None, double weight
):
    """Return the row of each sentence that is best for it alone: int64[S].

    Parameters: table int64[R, 4] of tp, fp, fn, tn, or float64; offsets int64[S+1], rows of
    sentences; weight, the square of beta.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    if table.shape[1] != 4:
        raise ValueError(f"{table.shape[1]} columns, expected 4")
    check_rows(table.shape[0], offsets)
    cdef int64_t n_sentences = offsets.shape[0] - 1, s, row, best
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef Prf found, best_found
    with nogil:
        for s in range(n_sentences):
            best = offsets[s]
            if offsets[s + 1] - best > 1:
                best_found = prf_of(&table[best, 0], weight)
                for row in range(best + 1, offsets[s + 1]):
                    found = prf_of(&table[row, 0], weight)
                    if is_above(&found, &best_found):
                        best = row
                        best_found = found
            chosen[s] = best
    return chosen_array


def best_by_ratios(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[::1] weights not None,
    int64_t[::1] totals not None,
    bint is_running=True,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 5] of tp, necessary and unnecessary fp, fn, tn; offsets int64[S+1],
    rows of sentences; weights float64[4] of hit, wrong, under and over; totals int64[5], of the
    sentences before these: the chosen rows are added to it, in order; is_running, whether totals so
    far take part, or each sentence is alone.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    if table.shape[1] != 5 or totals.shape[0] != 5:
        raise ValueError(f"{table.shape[1]} columns, {totals.shape[0]} totals, expected 5")
    check_rows(table.shape[0], offsets)
    if weights.shape[0] != 4:
        raise ValueError(f"{weights.shape[0]} weights, expected 4")
    cdef int64_t n_sentences = offsets.shape[0] - 1, s, row, best, k
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef int64_t so_far[5]
    cdef int64_t one[4]
    cdef int64_t other[4]
    cdef Ratios found, best_found
    for k in range(5):
        so_far[k] = totals[k] if is_running else 0
    with nogil:
        for s in range(n_sentences):
            best = offsets[s]
            if offsets[s + 1] - best > 1:
                best_found = ratios_of(so_far, &table[best, 0], &weights[0])
                for row in range(best + 1, offsets[s + 1]):
                    found = ratios_of(so_far, &table[row, 0], &weights[0])
                    if found.score < best_found.score:
                        continue
                    if found.score == best_found.score:
                        if is_running:
                            joined(&table[row, 0], one)
                            joined(&table[best, 0], other)
                            if not is_better(one, other):
                                continue
                        elif not has_better(&found, &best_found):
                            continue
                    best = row
                    best_found = found
            if is_running:
                for k in range(5):
                    so_far[k] += table[best, k]
            chosen[s] = best
    if is_running:
        for k in range(5):
            totals[k] = so_far[k]
    return chosen_array


cdef inline Prf prf_of(const Amount *row, double weight) noexcept nogil:
    cdef double tp = row[0], fp = row[1], fn = row[2], tn = row[3]
    cdef double precision = ratio(tp, tp + fp, 1.0), recall = ratio(tp, tp + fn, 1.0)
    return Prf(
        ten_thousandths(f_beta(precision, recall, weight)),
        ten_thousandths(precision),
        ten_thousandths(recall),
        ten_thousandths(ratio(tp + tn, tp + fp + fn + tn, 1.0)),
    )


cdef inline bint is_above(const Prf *one, const Prf *other) noexcept nogil:
    """Whether one row of a sentence goes before another."""
    if one.f != other.f:
        return one.f > other.f
    if one.precision != other.precision:
        return one.precision > other.precision
    if one.recall != other.recall:
        return one.recall > other.recall
    return one.accuracy > other.accuracy


cdef inline bint is_better(const int64_t *row, const int64_t *best) noexcept nogil:
    """Whether a row of tp, fp, fn, tn goes before another that makes the same score."""
    if row[0] != best[0]:
        return row[0] > best[0]
    if row[1] != best[1]:
        return row[1] < best[1]
    if row[2] != best[2]:
        return row[2] < best[2]
    return row[3] > best[3]


cdef inline void joined(const int64_t *row, int64_t *out) noexcept nogil:
    """Write tp, fp, fn, tn of a row that has fp of two kinds."""
    out[0] = row[0]
    out[1] = row[1] + row[2]
    out[2] = row[3]
    out[3] = row[4]


cdef inline Ratios ratios_of(
    const int64_t *so_far, const int64_t *row, const double *weights
) noexcept nogil:
    cdef int64_t tp = so_far[0] + row[0], necessary_fp = so_far[1] + row[1]
    cdef int64_t unnecessary_fp = so_far[2] + row[2], fn = so_far[3] + row[3]
    cdef int64_t necessary = tp + necessary_fp + fn
    cdef int64_t proposed = tp + necessary_fp + unnecessary_fp
    cdef Ratios found
    found.hit = ratio(tp, necessary, 0.0)
    found.wrong = ratio(necessary_fp, necessary, 0.0)
    found.under = ratio(fn, necessary, 0.0)
    found.over = ratio(unnecessary_fp, proposed, 0.0)
    found.score = (
        weights[0] * found.hit
        + weights[1] * (1.0 - found.wrong)
        + weights[2] * (1.0 - found.under)
        + weights[3] * (1.0 - found.over)
    )
    return found


cdef inline bint has_better(const Ratios *one, const Ratios *other) noexcept nogil:
    """Whether one sentence goes before another of the same score."""
    if one.hit != other.hit:
        return one.hit > other.hit
    if one.wrong != other.wrong:
        return one.wrong < other.wrong
    if one.under != other.under:
        return one.under < other.under
    return one.over < other.over
