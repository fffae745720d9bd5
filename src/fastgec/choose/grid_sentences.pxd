"""GREEN's choice at many betas at once, inline: the row of a sentence at each.

The key of a row at an order is F = 1 / (a / P + (1 - a) / R) with
a = 1 / (1 + beta^2): 1 / F is a straight line in a. If one row is better than another at both ends
of a range of a, it is better in between. So the grid is bisected: a range whose ends choose the
same row is settled, if at both ends no other row comes near it. Near is a relative 1e-9, far above
what rounding does to F. What decides between two rows is the highest order at which their F are not
the same for every beta (equal P and R, or F = 0 in both); rows without such an order tie
everywhere, and the first wins. Where lines coincide but for rounding, both ends are near and every
point is tried: then this is the plain loop. A sentence costs about two trials, and each change of
its row a binary search.
"""

from libc.stdint cimport int64_t

from fastgec.choose.formulas cimport harmonic_f


cdef struct Lines:
    # Rows of a sentence, of which each order has a line.
    const double* precisions  # [n_rows, n_orders]
    const double* recalls
    int64_t n_rows
    int64_t n_orders
    const double* alphas  # of the grid
    int64_t* chosen  # of each point of the grid


cdef inline int64_t best_at(const Lines* lines, double alpha) noexcept nogil:
    """Return the row whose F are lexicographically largest, the highest order first."""
    cdef int64_t row, order, best = 0
    cdef double f, best_f
    for row in range(1, lines.n_rows):
        for order in range(lines.n_orders - 1, -1, -1):
            f = f_at(lines, row, order, alpha)
            best_f = f_at(lines, best, order, alpha)
            if f != best_f:
                if f > best_f:
                    best = row
                break
    return best


cdef inline double f_at(
    const Lines* lines, int64_t row, int64_t order, double alpha
) noexcept nogil:
    cdef int64_t at = row * lines.n_orders + order
    return harmonic_f(lines.precisions[at], lines.recalls[at], alpha)


cdef inline bint is_clear(const Lines* lines, int64_t best, double alpha) noexcept nogil:
    """Say whether no other row comes near the best one, where their lines differ at all."""
    cdef int64_t row, order, at, of_best
    for row in range(lines.n_rows):
        if row == best:
            continue
        for order in range(lines.n_orders - 1, -1, -1):
            at = row * lines.n_orders + order
            of_best = best * lines.n_orders + order
            if (
                lines.precisions[at] == lines.precisions[of_best]
                and lines.recalls[at] == lines.recalls[of_best]
            ):
                continue
            if (lines.precisions[at] == 0 or lines.recalls[at] == 0) and (
                lines.precisions[of_best] == 0 or lines.recalls[of_best] == 0
            ):
                continue
            if not f_at(lines, row, order, alpha) < (1.0 - 1e-9) * f_at(lines, best, order, alpha):
                return False
            break
    return True


cdef inline void settle(
    const Lines* lines, int64_t low, int64_t high, bint is_low_clear, bint is_high_clear
) noexcept nogil:
    """Choose between two points of the grid whose rows are known."""
    cdef int64_t middle, at
    cdef bint is_middle_clear
    if high - low < 2:
        return
    if is_low_clear and is_high_clear and lines.chosen[low] == lines.chosen[high]:
        for at in range(low + 1, high):
            lines.chosen[at] = lines.chosen[low]
        return
    middle = (low + high) // 2
    lines.chosen[middle] = best_at(lines, lines.alphas[middle])
    is_middle_clear = is_clear(lines, lines.chosen[middle], lines.alphas[middle])
    settle(lines, low, middle, is_low_clear, is_middle_clear)
    settle(lines, middle, high, is_middle_clear, is_high_clear)


cdef inline void choose_all(const Lines* lines, int64_t n_betas) noexcept nogil:
    """Choose at every point of the grid."""
    cdef int64_t last = n_betas - 1
    cdef int64_t b
    if lines.n_rows == 1:
        for b in range(n_betas):
            lines.chosen[b] = 0
        return
    lines.chosen[0] = best_at(lines, lines.alphas[0])
    lines.chosen[last] = best_at(lines, lines.alphas[last])
    settle(
        lines, 0, last,
        is_clear(lines, lines.chosen[0], lines.alphas[0]),
        is_clear(lines, lines.chosen[last], lines.alphas[last]),
    )


cdef inline void add_changes(
    const int64_t* rows, int64_t n_columns, int64_t added, int64_t taken, int64_t* into
) noexcept nogil:
    """Add a row, and take another one off unless it is -1."""
    cdef int64_t k
    for k in range(n_columns):
        into[k] += rows[added * n_columns + k]
        if taken >= 0:
            into[k] -= rows[taken * n_columns + k]
