"""The ordered choice by a rounded F, inline: ERRANT and CLEME compare F at four digits.

A row holds tp, fp, fn, and perhaps tn. F of totals so far + row is made from doubles in the order
of the published program and rounded to four digits as Python's `round` does it: by the exact value
of the double, halves to the even digit. Two rounded values are equal exactly if their
ten-thousandths are, so these are compared, as whole numbers; among equals the row with most tp
wins, then fewest fp, then fewest fn, then most tn, then the first.

Ten-thousandths. f is cut into high + low, high of 26 bits; then 10000 x high and 10000 x low are
exact doubles A and B (14 + 27 bits at most). n = floor(A) and A - n are exact, and so is A - n -
1/2 where A - n >= 1/4, two doubles within a factor of two. |B| < 10000 x 2^-26 < 2^-12, so n is
right where A - n < 1/4, and otherwise A - n - 1/2 is compared with -B, both exact: above n + 1,
below n, equal (a half) the even one.
"""

from libc.math cimport floor
from libc.stdint cimport int64_t

from fastgec.choose.formulas cimport f_beta, ratio

# What a table holds, and the sums of its rows: counts, or weights.
ctypedef fused Amount:
    int64_t
    double


cdef inline int64_t rounded_f(
    const Amount* row, const Amount* totals, double weight
) noexcept nogil:
    """Return F of totals + row in ten-thousandths; precision and recall are 1 where empty."""
    cdef Amount tp = totals[0] + row[0], fp = totals[1] + row[1], fn = totals[2] + row[2]
    cdef double precision = ratio(tp, tp + fp, 1.0), recall = ratio(tp, tp + fn, 1.0)
    return ten_thousandths(f_beta(precision, recall, weight))


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


cdef inline int64_t best_on(
    const Amount* table,
    int64_t width,
    int64_t first,
    int64_t last,
    const Amount* totals,
    double weight,
) noexcept nogil:
    """Return the best of the rows first to last (exclusive, at least one) on top of totals."""
    cdef int64_t row, n, best_n, best = first
    if last - first == 1:
        return first
    best_n = rounded_f(table + width * first, totals, weight)
    for row in range(first + 1, last):
        n = rounded_f(table + width * row, totals, weight)
        if n > best_n or (n == best_n and is_before(table, width, row, best)):
            best = row
            best_n = n
    return best


cdef inline bint is_before(
    const Amount* table, int64_t width, int64_t row, int64_t best
) noexcept nogil:
    """Say whether a row goes before an earlier one of the same rounded F."""
    cdef const Amount* one = table + width * row
    cdef const Amount* other = table + width * best
    if one[0] != other[0]:
        return one[0] > other[0]
    if one[1] != other[1]:
        return one[1] < other[1]
    if one[2] != other[2]:
        return one[2] < other[2]
    return width == 4 and one[3] > other[3]
