"""What pairs of tokens cost, and texts of two and three.

Least costs of two texts and of three: whole tables, for the pieces of a sentence.

Equal tokens and two gaps cost 0, different tokens 3, a token and a gap 2; three texts cost what
their three pairs cost.
"""

from libc.stdint cimport int32_t

cdef enum:
    FAR = 1 << 28  # more than any cost
    UNEQUAL = 3
    GAP = 2


cdef inline int32_t pair(int32_t one, int32_t other) noexcept nogil:
    return 0 if one == other else UNEQUAL


cdef inline int32_t least(int32_t one, int32_t other) noexcept nogil:
    return one if one < other else other


cdef inline int32_t distance(
    const int32_t *one, Py_ssize_t n, const int32_t *other, Py_ssize_t m, int32_t *row
) noexcept nogil:
    """Return the distance of two texts; `row` has room for m + 1 numbers."""
    cdef Py_ssize_t i, j
    cdef int32_t before, above
    for j in range(m + 1):
        row[j] = <int32_t>(GAP * j)
    for i in range(1, n + 1):
        before = row[0]
        row[0] = <int32_t>(GAP * i)
        for j in range(1, m + 1):
            above = row[j]
            row[j] = least(
                before + pair(one[i - 1], other[j - 1]), least(above, row[j - 1]) + GAP
            )
            before = above
    return row[m]


cdef inline int32_t together(
    const int32_t *source,
    Py_ssize_t n,
    const int32_t *hypothesis,
    Py_ssize_t m,
    const int32_t *text,
    Py_ssize_t length,
    int32_t *planes,
) noexcept nogil:
    """Return the least cost of three texts; `planes` has room for 2 (n + 1) (m + 1) numbers."""
    cdef Py_ssize_t i, j, k, width = m + 1, size = (n + 1) * (m + 1)
    cdef int32_t *now = planes
    cdef int32_t *then = planes + size
    cdef int32_t *other
    cdef int32_t best, s, h, r
    for k in range(length + 1):
        other = then
        then = now
        now = other
        for i in range(n + 1):
            for j in range(width):
                best = 0 if i == 0 and j == 0 and k == 0 else FAR
                s = source[i - 1] if i else -1
                h = hypothesis[j - 1] if j else -1
                if i and j:
                    best = least(best, now[(i - 1) * width + j - 1] + pair(s, h) + 2 * GAP)
                if i:
                    best = least(best, now[(i - 1) * width + j] + 2 * GAP)
                if j:
                    best = least(best, now[i * width + j - 1] + 2 * GAP)
                if k:
                    r = text[k - 1]
                    best = least(best, then[i * width + j] + 2 * GAP)
                    if i:
                        best = least(best, then[(i - 1) * width + j] + pair(s, r) + 2 * GAP)
                    if j:
                        best = least(best, then[i * width + j - 1] + pair(h, r) + 2 * GAP)
                    if i and j:
                        best = least(
                            best,
                            then[(i - 1) * width + j - 1] + pair(s, h) + pair(s, r) + pair(h, r),
                        )
                now[i * width + j] = best
    return now[size - 1]
