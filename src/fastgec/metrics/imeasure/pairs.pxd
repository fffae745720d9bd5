"""Two texts: what prefixes and suffixes cost to align, in a band around the main diagonals.

A gap costs 2, another token 3 (`alignment.pxd`). A path from the first corner to the last
that touches the diagonal j - i = k has at least |k| + |k - d| gaps, d the difference in length. So
in a band that reaches x diagonals beyond both corners lies every path that costs less than
2 (|d| + 2 (x + 1)). A first guess of x gives a cost C, which is that of a path and so never too
small; if C is not below that bound, C itself says how wide the band must be, and the second pass is
the last. Costs outside the band are larger than any that are asked for.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)

cdef enum:
    GAP = 2  # a token against a gap
    OTHER = 3  # a token against another one
    FAR = 0x20000000  # more than any cost, and twice it is still an int32


cdef struct Text:
    const int32_t *tokens
    int64_t size


cdef struct Pair:
    # Costs between prefixes (and suffixes) of the texts a and b. Row i is the prefix of i tokens of
    # a; its place `at` is the prefix of i + first + at tokens of b.
    Text a
    Text b
    int64_t first  # the lowest diagonal j - i of the band
    int64_t width  # how many diagonals there are
    int64_t slack  # no path that costs at most so much more than the cheapest leaves the band
    int32_t distance
    int32_t *prefixes  # int32[a.size + 1, width]
    int32_t *suffixes  # likewise, or NULL


cdef inline int64_t first_in_row(const Pair *pair, int64_t i) noexcept nogil:
    """Return the first j of a row that is in the band."""
    return max(0, i + pair.first)


cdef inline int64_t last_in_row(const Pair *pair, int64_t i) noexcept nogil:
    """Return the last j of a row that is in the band."""
    return min(pair.b.size, i + pair.first + pair.width - 1)


cdef inline int64_t place_of(const Pair *pair, int64_t i, int64_t j) noexcept nogil:
    return i * pair.width + j - i - pair.first


cdef inline int32_t excess_at(const Pair *pair, int64_t i, int64_t j) noexcept nogil:
    """Return how much a path through (i, j), in the band, costs more than the cheapest."""
    cdef int64_t at = place_of(pair, i, j)
    return pair.prefixes[at] + pair.suffixes[at] - pair.distance


cdef inline bint are_equal(const Text *a, const Text *b) noexcept nogil:
    cdef int64_t i
    if a.size != b.size:
        return False
    for i in range(a.size):
        if a.tokens[i] != b.tokens[i]:
            return False
    return True


cdef enum:
    GUESS = 2  # diagonals beyond the corners, at first


cdef inline Status measure_pair(
    Pair *pair, Text a, Text b, int64_t slack, bint has_suffixes, Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Measure two texts: the band holds all paths that cost at most `slack` more than the least.

    Without memory for it, or stopped by `cancel`, returns a status other than DONE.
    """
    cdef int64_t apart = max(a.size, b.size) - min(a.size, b.size)
    cdef int64_t beyond = min(GUESS + slack // 4, max(a.size, b.size))
    cdef int64_t needed
    cdef Status status
    pair.a = a
    pair.b = b
    pair.suffixes = NULL
    while True:
        status = open_band(pair, apart, beyond, arena)
        if status == DONE:
            status = fill_prefixes(pair, cancel)
        if status != DONE:
            return status
        pair.distance = pair.prefixes[place_of(pair, a.size, b.size)]
        # The least number of diagonals that no path of that cost leaves.
        needed = max(0, (pair.distance + slack - GAP * apart) // (2 * GAP))
        if needed <= beyond or beyond >= min(a.size, b.size):
            break
        beyond = needed
    pair.slack = slack
    if not has_suffixes:
        return DONE
    pair.suffixes = <int32_t *>arena_take(
        arena, <size_t>((a.size + 1) * pair.width), sizeof(int32_t)
    )
    if pair.suffixes == NULL:
        return arena_status(arena)
    return fill_suffixes(pair, cancel)


cdef inline Status open_band(
    Pair *pair, int64_t apart, int64_t beyond, Arena *arena
) noexcept nogil:
    cdef int64_t room
    # More diagonals than these there are not.
    beyond = min(beyond, min(pair.a.size, pair.b.size))
    pair.first = min(0, pair.b.size - pair.a.size) - beyond
    pair.width = apart + 2 * beyond + 1
    # Costs are int32: texts for which that is too small would need more memory than there is.
    room = pair.a.size + pair.b.size
    if room > FAR // 8:
        arena.is_limited = True
        return arena_status(arena)
    pair.prefixes = <int32_t *>arena_take(
        arena, <size_t>((pair.a.size + 1) * pair.width), sizeof(int32_t)
    )
    return DONE if pair.prefixes != NULL else arena_status(arena)


cdef inline Status fill_prefixes(Pair *pair, const int32_t *cancel) noexcept nogil:
    """Fill the costs of prefixes, row by row; of two moves to a cell the cheaper one counts."""
    cdef const int32_t *a = pair.a.tokens
    cdef const int32_t *b = pair.b.tokens
    cdef int32_t *row = pair.prefixes
    cdef int32_t *above
    cdef int64_t width = pair.width
    cdef int64_t i, at, j
    cdef int32_t cost, other
    for at in range(width):
        j = pair.first + at
        row[at] = FAR if j < 0 or j > pair.b.size else <int32_t>(GAP * j)
    for i in range(1, pair.a.size + 1):
        if i & 255 == 0 and is_cancelled(cancel):
            return CANCELLED
        above = row
        row += width
        j = i + pair.first
        for at in range(width):
            # The same diagonal above is the place of the same number, the next one one above it.
            cost = FAR
            if 0 < j <= pair.b.size:
                cost = above[at] + (0 if a[i - 1] == b[j - 1] else OTHER)
                if at > 0:
                    other = row[at - 1] + GAP
                    cost = other if other < cost else cost
            if at + 1 < width and 0 <= j <= pair.b.size:
                other = above[at + 1] + GAP
                cost = other if other < cost else cost
            row[at] = cost if cost < FAR else FAR
            j += 1
    return DONE


cdef inline Status fill_suffixes(Pair *pair, const int32_t *cancel) noexcept nogil:
    """Fill the costs of suffixes, from the last row to the first."""
    cdef const int32_t *a = pair.a.tokens
    cdef const int32_t *b = pair.b.tokens
    cdef int64_t width = pair.width
    cdef int64_t n = pair.a.size
    cdef int64_t m = pair.b.size
    cdef int32_t *row = pair.suffixes + n * width
    cdef int32_t *below
    cdef int64_t i, at, j
    cdef int32_t cost, other
    for at in range(width):
        j = n + pair.first + at
        row[at] = FAR if j < 0 or j > m else <int32_t>(GAP * (m - j))
    for i in range(n - 1, -1, -1):
        if i & 255 == 0 and is_cancelled(cancel):
            return CANCELLED
        below = row
        row -= width
        for at in range(width - 1, -1, -1):
            j = i + pair.first + at
            cost = FAR
            if 0 <= j < m:
                cost = below[at] + (0 if a[i] == b[j] else OTHER)
                if at + 1 < width:
                    other = row[at + 1] + GAP
                    cost = other if other < cost else cost
            if at > 0 and 0 <= j <= m:
                other = below[at - 1] + GAP
                cost = other if other < cost else cost
            row[at] = cost if cost < FAR else FAR
    return DONE
