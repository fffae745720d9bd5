"""Python's round(f, 4) as a whole number, inline: for every choice that compares rounded scores."""

from libc.math cimport floor
from libc.stdint cimport int64_t


# `choice.rounded` says why this is right.
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
