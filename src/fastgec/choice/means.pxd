"""Precision and recall of a row of region counts, and their means over orders (for kernels).

A row has seven numbers for each order: three that are true, two proposed in vain, two missed (see
`metrics.green`). The rules for empty sets and the form of F are those of the published program.
"""

from libc.math cimport pow, sqrt
from libc.stdint cimport int64_t


cdef enum:
    MOST_FACTORS = 16  # of a geometric mean: of more, the product may underflow


cdef inline double root(double product, int k) noexcept nogil:
    """Return the k-th root: of one factor itself, to the last bit."""
    if k == 1:
        return product
    if k == 2:
        return sqrt(product)
    if k == 4:
        return sqrt(sqrt(product))
    return pow(product, 1.0 / k)


cdef inline void multiply_ratios(
    const int64_t *row, int order, double empty, double *precisions, double *recalls
) noexcept nogil:
    """Write the products of precision and of recall over the orders 1 to k, for each k."""
    cdef int64_t true, proposed, wanted
    cdef double precision = 1.0, recall = 1.0
    cdef int n
    for n in range(order):
        true = row[7 * n] + row[7 * n + 1] + row[7 * n + 2]
        proposed = true + row[7 * n + 3] + row[7 * n + 4]
        wanted = true + row[7 * n + 5] + row[7 * n + 6]
        precision *= 1.0 if proposed == 0 else <double>true / <double>proposed
        recall *= empty if wanted == 0 else <double>true / <double>wanted
        precisions[n] = precision
        recalls[n] = recall


cdef inline double harmonic(double precision, double recall, double alpha) noexcept nogil:
    """Return 1 / (alpha / P + (1 - alpha) / R); 0 if P or R is 0."""
    if precision == 0 or recall == 0:
        return 0.0
    return 1.0 / (alpha / precision + (1.0 - alpha) / recall)


cdef inline double mean_f(
    const double *precisions, const double *recalls, int k, double alpha
) noexcept nogil:
    """Return F over the orders 1 to k, of products."""
    return harmonic(root(precisions[k - 1], k), root(recalls[k - 1], k), alpha)


cdef inline bint is_better(
    const double *precisions, const double *recalls,
    const double *best_precisions, const double *best_recalls, int order, double alpha,
) noexcept nogil:
    """Whether F of products is larger than that of others: at the highest order, then the next."""
    cdef double f, best
    cdef int k = order
    while k >= 1:
        f = mean_f(precisions, recalls, k, alpha)
        best = mean_f(best_precisions, best_recalls, k, alpha)
        if f != best:
            return f > best
        k -= 1
    return False
