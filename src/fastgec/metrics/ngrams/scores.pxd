"""Scores of n-gram counts: for arrays, and while texts are counted."""

from libc.math cimport exp, log
from libc.stdint cimport int64_t
from libc.string cimport memcmp

from fastgec.choose.formulas cimport harmonic_f
from fastgec.choose.means cimport MOST_FACTORS, average_ratios, is_better, multiply_ratios


cdef enum:
    REGIONS = 7  # of an order


cdef inline bint is_better_mean(
    const double *means, const double *best, int order, double alpha
) noexcept nogil:
    """Whether F of a row is larger than that of the best: at the highest order, then the next.

    Of both, means of precision and then of recall.
    """
    cdef double f, best_f
    cdef int k
    for k in range(order - 1, -1, -1):
        f = harmonic_f(means[k], means[order + k], alpha)
        best_f = harmonic_f(best[k], best[order + k], alpha)
        if f != best_f:
            return f > best_f
    return False


cdef inline bint write_ratios(
    const int64_t *rows, int64_t n_rows, int order, double empty, double *ratios
) noexcept nogil:
    """Write of each row what `best_of` compares, 2N numbers; False if all rows are equal."""
    cdef int64_t row, width = REGIONS * order
    cdef bint is_choice = False
    for row in range(1, n_rows):
        is_choice |= memcmp(rows, rows + row * width, width * sizeof(int64_t)) != 0
    for row in range(n_rows if is_choice else 0):
        if order <= MOST_FACTORS:
            multiply_ratios(rows + row * width, order, empty, ratios, ratios + order)
        else:
            average_ratios(rows + row * width, order, empty, ratios, ratios + order)
        ratios += 2 * order
    return is_choice


cdef inline int64_t best_of(
    const int64_t *rows, int64_t n_rows, int order, double alpha, double empty,
    const double *ratios,
) noexcept nogil:
    """Return the row with the best F; the first of equals."""
    cdef int64_t best = 0, row, width = REGIONS * order
    cdef const double *own
    cdef const double *of_best = ratios
    cdef bint is_one_better
    for row in range(1, n_rows):
        own = ratios + row * 2 * order
        if order <= MOST_FACTORS:
            is_one_better = is_better(
                rows + row * width, own, own + order,
                rows + best * width, of_best, of_best + order, order, alpha, empty,
            )
        else:
            is_one_better = is_better_mean(own, of_best, order, alpha)
        if is_one_better:
            best = row
            of_best = own
    return best


cdef enum Rule:
    # What a sum is, and what a row is as a sentence: of the published program, of the formula.
    CORPUS = 0
    OFFICIAL = 1
    EQUATION = 2


cdef inline void write_statistics(
    const int64_t *regions, int order, int n_columns, bint is_clipped, int64_t *row
) noexcept nogil:
    """Write lengths, then numerator and denominator of each order; the eighth column is official.
    """
    cdef const int64_t *of_order
    cdef int64_t in_both, numerator, grams
    cdef int n
    for n in range(order):
        of_order = regions + n * n_columns
        in_both = of_order[0] + of_order[2]
        grams = in_both + of_order[4] + of_order[5]
        if n == 0:
            row[0] = grams
            row[1] = in_both + of_order[3] + of_order[6]
        numerator = in_both - (of_order[5] if n_columns == REGIONS else of_order[7])
        row[2 + 2 * n] = max(<int64_t>0, numerator) if is_clipped else numerator
        row[3 + 2 * n] = grams


cdef inline double gleu_of(const int64_t *row, int64_t n_orders, Rule rule) noexcept nogil:
    """Return brevity penalty times geometric mean of precisions."""
    cdef double logs = 0.0, penalty
    cdef int64_t n, numerator, denominator, c = row[0], r = row[1]
    if rule == EQUATION and c == 0:
        return 1.0 if r == 0 else 0.0
    if rule == CORPUS and (c <= 0 or r <= 0):
        return 0.0
    if rule == OFFICIAL:
        c = c if c else 1
        r = r if r else 1
    for n in range(n_orders):
        numerator = row[2 + 2 * n]
        denominator = row[3 + 2 * n]
        if rule == EQUATION and denominator == 0:  # no n-grams: precision 1
            continue
        if rule == OFFICIAL:
            numerator = numerator if numerator else 1
            denominator = denominator if denominator else 1
        elif numerator <= 0 or denominator <= 0:
            return 0.0
        logs += log(<double>numerator / <double>denominator)
    penalty = 1.0 - <double>r / <double>c
    return exp(min(0.0, penalty) + logs / n_orders)
