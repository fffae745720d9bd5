"""What pairs of tokens cost, and texts of two and three."""

from libc.stdint cimport int32_t

cdef enum:
    FAR = 1 << 28  # more than any cost
    UNEQUAL = 3
    GAP = 2


cdef inline int32_t pair(int32_t one, int32_t other) noexcept nogil:
    return 0 if one == other else UNEQUAL


cdef inline int32_t least(int32_t one, int32_t other) noexcept nogil:
    return one if one < other else other


cdef int32_t distance(
    const int32_t *one, Py_ssize_t n, const int32_t *other, Py_ssize_t m, int32_t *row
) noexcept nogil

cdef int32_t together(
    const int32_t *source,
    Py_ssize_t n,
    const int32_t *hypothesis,
    Py_ssize_t m,
    const int32_t *text,
    Py_ssize_t length,
    int32_t *planes,
) noexcept nogil
