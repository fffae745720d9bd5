"""F-beta, GREEN's F and the ratios under them, for kernels: those of fscore.py to the last bit.

`weight` is the square of beta. Each F has the order of operations of the program that publishes it,
as choices go by the last bit: MaxMatch compares F of sums, ERRANT and CLEME F of precision and
recall, GREEN the harmonic form.
"""


cdef inline double ratio(double part, double whole, double empty) noexcept nogil:
    """Return part / whole, or `empty` where the whole is 0."""
    return part / whole if whole != 0 else empty


cdef inline double f_beta(double precision, double recall, double weight) noexcept nogil:
    """Return F; precision where there is nothing to divide by: no recall, and no weight of it."""
    return ratio((1.0 + weight) * precision * recall, weight * precision + recall, precision)


cdef inline double f_of_sums(double correct, double load, double weight) noexcept nogil:
    """Return F of correct edits and of proposed + weight x gold ones; 1 where there is no edit."""
    if load == 0:
        return 1.0 if correct == 0 else 0.0
    return (1.0 + weight) * correct / load


cdef inline double harmonic_f(double precision, double recall, double alpha) noexcept nogil:
    """Return 1 / (alpha / P + (1 - alpha) / R); 0 if P or R is 0."""
    if precision == 0 or recall == 0:
        return 0.0
    return 1.0 / (alpha / precision + (1.0 - alpha) / recall)
