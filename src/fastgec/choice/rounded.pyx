"""The ordered choice by a rounded F, compiled: ERRANT compares F at four digits.

A row holds tp, fp, fn. F of totals so far + row is made from doubles in the order of the published
program and rounded to four digits as Python's `round` does it: by the exact value of the double,
halves to the even digit. Two rounded values are equal exactly if their ten-thousandths are, so these
are compared, as whole numbers; among equals the row with most tp wins, then fewest fp, then fewest
fn, then the first.

Ten-thousandths. f is cut into high + low, high of 26 bits; then 10000 x high and 10000 x low are
exact doubles A and B (14 + 27 bits at most). n = floor(A) and A - n are exact, and so is A - n - 1/2
where A - n >= 1/4, two doubles within a factor of two. |B| < 10000 x 2^-26 < 2^-12, so n is right
where A - n < 1/4, and otherwise A - n - 1/2 is compared with -B, both exact: above n + 1, below n,
equal (a half) the even one.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport is_cancelled

# What a table holds, and the sums of its rows: counts, or weights.
ctypedef fused Amount:
    int64_t
    double


cdef inline double f_of(Amount tp, Amount fp, Amount fn, double weight) noexcept nogil:
    cdef double precision = 1.0 if fp == 0 else <double>tp / <double>(tp + fp)
    cdef double recall = 1.0 if fn == 0 else <double>tp / <double>(tp + fn)
    cdef double load
    if precision + recall == 0:
        return 0.0
    load = weight * precision + recall
    if load == 0:  # no weight, no recall: the published program divides by 0
        return precision
    return (1.0 + weight) * precision * recall / load


def rounded_best(
    const Amount[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    double weight,
    Amount[::1] totals not None,
    bint is_running=True,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 3] of tp, fp, fn, or float64; offsets int64[S+1], rows of sentences;
    weight, the square of beta; totals of the same type [3], of the sentences before these: the
    chosen rows are added to it, in order; is_running, whether totals so far take part, or each
    sentence is alone.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t s, row, best, n, best_n
    if table.shape[1] != 3 or totals.shape[0] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected tp, fp and fn")
    if n_sentences < 0 or offsets[0] != 0 or offsets[n_sentences] > table.shape[0]:
        raise ValueError(f"offsets must run from 0 to {table.shape[0]} rows at most")
    for s in range(n_sentences):
        if offsets[s + 1] <= offsets[s]:
            raise ValueError(f"sentence {s} has no row")
    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef Amount tp = totals[0], fp = totals[1], fn = totals[2]
    with nogil:
        for s in range(n_sentences):
            best = offsets[s]
            if offsets[s + 1] - best > 1:
                best_n = ten_thousandths(
                    f_of(tp + table[best, 0], fp + table[best, 1], fn + table[best, 2], weight)
                )
                for row in range(best + 1, offsets[s + 1]):
                    n = ten_thousandths(
                        f_of(tp + table[row, 0], fp + table[row, 1], fn + table[row, 2], weight)
                    )
                    if n > best_n or (n == best_n and is_before(table, row, best)):
                        best = row
                        best_n = n
            if is_running:
                tp += table[best, 0]
                fp += table[best, 1]
                fn += table[best, 2]
            chosen[s] = best
    totals[0] = tp
    totals[1] = fp
    totals[2] = fn
    return chosen_array


def rounded_grid(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[::1] weights not None,
    const int32_t[::1] folds not None,
    int64_t n_folds,
    const int32_t[::1] cancel not None,
):
    """Return totals of the running choice at many weights: int64[1 + n_folds, B, 3].

    Parameters: table and offsets as `rounded_best`; weights float64[B], squares of betas; folds
    int32[S], the fold of each sentence, from 0; cancel int32[1]. The first totals are those of the
    whole corpus, the next those without fold 0, and so on.
    Raises: ValueError for shapes that do not fit, a sentence without a row, or no such fold.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1, n_betas = weights.shape[0]
    cdef int64_t s, b, state, row
    cdef bint is_alike
    if table.shape[1] != 3 or folds.shape[0] != n_sentences or cancel.shape[0] != 1 or n_folds < 0:
        raise ValueError("shapes that do not fit, expected tp, fp and fn, and a fold of each row")
    if n_sentences < 0 or offsets[0] != 0 or offsets[n_sentences] > table.shape[0]:
        raise ValueError(f"offsets must run from 0 to {table.shape[0]} rows at most")
    for s in range(n_sentences):
        if offsets[s + 1] <= offsets[s]:
            raise ValueError(f"sentence {s} has no row")
        if n_folds and not 0 <= folds[s] < n_folds:
            raise ValueError(f"sentence {s} in fold {folds[s]} of {n_folds}")
    sums_array = np.zeros((1 + n_folds, n_betas, 3), np.int64)
    cdef int64_t[:, :, ::1] sums = sums_array
    with nogil:
        for s in range(n_sentences):
            if s % 16 == 0 and is_cancelled(&cancel[0]):
                break
            is_alike = True
            for row in range(offsets[s] + 1, offsets[s + 1]):
                for b in range(3):
                    is_alike = is_alike and table[row, b] == table[offsets[s], b]
            for state in range(n_folds + 1):
                if n_folds and state == folds[s] + 1:
                    continue
                for b in range(n_betas):
                    row = offsets[s]
                    if not is_alike:
                        row = best_on(table, row, offsets[s + 1], &sums[state, b, 0], weights[b])
                    sums[state, b, 0] += table[row, 0]
                    sums[state, b, 1] += table[row, 1]
                    sums[state, b, 2] += table[row, 2]
    return sums_array


cdef inline int64_t best_on(
    const int64_t[:, ::1] table,
    int64_t first,
    int64_t last,
    const int64_t* totals,
    double weight,
) noexcept nogil:
    """Return the best of the rows first to last (exclusive, at least one) on top of totals."""
    cdef int64_t row, n, best = first
    cdef int64_t tp = totals[0], fp = totals[1], fn = totals[2]
    cdef int64_t best_n = ten_thousandths(
        f_of(tp + table[best, 0], fp + table[best, 1], fn + table[best, 2], weight)
    )
    for row in range(first + 1, last):
        n = ten_thousandths(
            f_of(tp + table[row, 0], fp + table[row, 1], fn + table[row, 2], weight)
        )
        if n > best_n or (n == best_n and is_before(table, row, best)):
            best = row
            best_n = n
    return best


cdef inline bint is_before(const Amount[:, ::1] table, int64_t row, int64_t best) noexcept nogil:
    """Say whether a row goes before another of the same rounded F."""
    if table[row, 0] != table[best, 0]:
        return table[row, 0] > table[best, 0]
    if table[row, 1] != table[best, 1]:
        return table[row, 1] < table[best, 1]
    return table[row, 2] < table[best, 2]


def rounded(const double[::1] values not None):
    """Return round(value, 4) x 10000 of values from 0 to 1: int64[n]; for tests."""
    cdef int64_t at
    found_array = np.empty(values.shape[0], np.int64)
    cdef int64_t[::1] found = found_array
    for at in range(values.shape[0]):
        found[at] = ten_thousandths(values[at])
    return found_array
