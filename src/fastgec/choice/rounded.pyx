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

from libc.math cimport floor
from libc.stdint cimport int64_t

# What a table holds, and the sums of its rows: counts, or weights.
ctypedef fused Amount:
    int64_t
    double


cdef inline int64_t ten_thousandths(double f) noexcept nogil:
    """Return round(f, 4) x 10000; f is from 0 to a little above 1."""
    cdef double split = 134217729.0 * f  # 2^27 + 1: Veltkamp's, exact for such f
    cdef double high = split - (split - f)
    cdef double a = 10000.0 * high
    cdef double b = 10000.0 * (f - high)
    cdef double whole = floor(a)
    cdef double over
    cdef int64_t n = <int64_t>whole
    if a - whole < 0.25:
        return n
    over = a - whole - 0.5
    if over > -b:
        return n + 1
    if over < -b:
        return n
    return n + (n & 1)


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
