"""Precision and recall of a row of region counts, and their means over orders (for kernels).

A row has seven numbers for each order: three that are true, two proposed in vain, two missed (see
`metrics.green`). The rules for empty sets and the form of F are those of the published program.

Rows that are equal in mathematics may differ in the last bit of F, and the choice goes by it. So it
goes by means in the form of the published program, exp of the mean of logarithms, by the C library
alone: vectors of numpy have powers and logarithms with other last bits. Products of ratios, which
cost less, decide where F differs by more than the last bits.
"""

from libc.math cimport exp, fabs, log, pow, sqrt
from libc.stdint cimport int64_t

from fastgec.choose.formulas cimport harmonic_f, ratio


cdef enum:
    MOST_FACTORS = 16  # of a product: more may underflow


cdef inline double root(double product, int k) noexcept nogil:
    """Return the k-th root, but for the last bits."""
    if k == 1:
        return product
    if k == 2:
        return sqrt(product)
    if k == 4:
        return sqrt(sqrt(product))
    return pow(product, 1.0 / k)


cdef inline double precision_of(const int64_t *row, int n) noexcept nogil:
    """Return the precision of the order after n others."""
    cdef int64_t true = row[7 * n] + row[7 * n + 1] + row[7 * n + 2]
    cdef int64_t proposed = true + row[7 * n + 3] + row[7 * n + 4]
    return ratio(true, proposed, 1.0)


cdef inline double recall_of(const int64_t *row, int n, double empty) noexcept nogil:
    """Return the recall of the order after n others."""
    cdef int64_t true = row[7 * n] + row[7 * n + 1] + row[7 * n + 2]
    cdef int64_t wanted = true + row[7 * n + 5] + row[7 * n + 6]
    return ratio(true, wanted, empty)


cdef inline void multiply_ratios(
    const int64_t *row, int order, double empty, double *precisions, double *recalls
) noexcept nogil:
    """Write the products of precision and of recall over the orders 1 to k, for each k."""
    cdef double precision = 1.0, recall = 1.0
    cdef int n
    for n in range(order):
        precision *= precision_of(row, n)
        recall *= recall_of(row, n, empty)
        precisions[n] = precision
        recalls[n] = recall


cdef inline void average(const double *values, Py_ssize_t n, double *means) noexcept nogil:
    """Write the geometric means of the first 1, 2, ... n values, which are in [0, 1].

    The first is the value itself, to the last bit. `means` may be `values`.
    """
    cdef double logs = 0.0
    cdef bint is_zero = False
    cdef Py_ssize_t k
    for k in range(n):
        is_zero |= values[k] == 0
        if not is_zero:
            logs += log(values[k])
        means[k] = 0.0 if is_zero else values[k] if k == 0 else exp(logs / (k + 1))


cdef inline void average_ratios(
    const int64_t *row, int order, double empty, double *precisions, double *recalls
) noexcept nogil:
    """Write the geometric means of precision and of recall over the orders 1 to k, for each k."""
    cdef int n
    for n in range(order):
        precisions[n] = precision_of(row, n)
        recalls[n] = recall_of(row, n, empty)
    average(precisions, order, precisions)
    average(recalls, order, recalls)


cdef inline double mean_f(
    const double *precisions, const double *recalls, int k, double alpha
) noexcept nogil:
    """Return F over the orders 1 to k, of products, but for the last bits."""
    return harmonic_f(root(precisions[k - 1], k), root(recalls[k - 1], k), alpha)


cdef inline bint is_better(
    const int64_t *row, const double *precisions, const double *recalls,
    const int64_t *best_row, const double *best_precisions, const double *best_recalls,
    int order, double alpha, double empty,
) noexcept nogil:
    """Whether F of a row is larger than that of the best: at the highest order, then the next.

    Beside rows stand the products of their ratios; order is at most MOST_FACTORS.
    """
    cdef double[MOST_FACTORS] p
    cdef double[MOST_FACTORS] r
    cdef double[MOST_FACTORS] best_p
    cdef double[MOST_FACTORS] best_r
    cdef double f, best
    cdef bint is_exact = False
    cdef int k = order
    while k >= 1:
        f = mean_f(precisions, recalls, k, alpha)
        best = mean_f(best_precisions, best_recalls, k, alpha)
        if fabs(f - best) > 1e-12 * best:  # hundreds of times what both forms are off
            return f > best
        if f != 0 and k > 1:
            if not is_exact:
                average_ratios(row, order, empty, p, r)
                average_ratios(best_row, order, empty, best_p, best_r)
                is_exact = True
            f = harmonic_f(p[k - 1], r[k - 1], alpha)
            best = harmonic_f(best_p[k - 1], best_r[k - 1], alpha)
        if f != best:
            return f > best
        k -= 1
    return False
