"""Two texts: what prefixes and suffixes cost to align, in a band around the main diagonals.

A gap costs 2, another token 3 (`alignment.pxd`). A path from the first corner to the last
that touches the diagonal j - i = k has at least |k| + |k - d| gaps, d the difference in length. So
in a band that reaches x diagonals beyond both corners lies every path that costs less than
2 (|d| + 2 (x + 1)). A guess of x gives a cost C, which is that of a path and so never too small;
if C is not below that bound, C itself says how wide a band is wide enough. A narrow band makes C
large, so the next one is only a few times as wide. Costs outside the band are larger than any that
are asked for.

**Rows.** A cell takes the least of three: from the row before, which does not depend on the other
cells of its own row, so that a compiler makes several at once; then along the row.
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
    # a; its place `at` is the prefix of i + first + at tokens of b. A place that is far stands
    # before and behind each row.
    Text a
    Text b
    int64_t first  # the lowest diagonal j - i of the band
    int64_t width  # how many diagonals there are
    int64_t slack  # no path that costs at most so much more than the cheapest leaves the band
    int32_t distance
    int32_t *prefixes  # int32[a.size + 1, width + 1]
    const int32_t *through  # those of both, for each place, which then are there instead; or NULL


cdef inline int64_t first_in_row(const Pair *pair, int64_t i) noexcept nogil:
    """Return the first j of a row that is in the band."""
    return max(0, i + pair.first)


cdef inline int64_t last_in_row(const Pair *pair, int64_t i) noexcept nogil:
    """Return the last j of a row that is in the band."""
    return min(pair.b.size, i + pair.first + pair.width - 1)


cdef inline int64_t place_of(const Pair *pair, int64_t i, int64_t j) noexcept nogil:
    return i * (pair.width + 1) + j - i - pair.first


cdef inline int32_t excess_at(const Pair *pair, int64_t i, int64_t j) noexcept nogil:
    """Return how much a path through (i, j), in the band, costs more than the cheapest."""
    cdef int64_t at = place_of(pair, i, j)
    return pair.through[at] - pair.distance


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
    FEW = 24  # places of a row


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
    pair.through = NULL
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
        beyond = min(needed, 4 * (beyond + 1))
    pair.slack = slack
    return add_suffixes(pair, arena, cancel) if has_suffixes else DONE


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
        arena, <size_t>((pair.a.size + 1) * (pair.width + 1) + 1), sizeof(int32_t)
    )
    if pair.prefixes == NULL:
        return arena_status(arena)
    pair.prefixes += 1
    return DONE


cdef inline void fill_row(
    int32_t *row, const int32_t *diagonal, const int32_t *across, const int32_t *text,
    int32_t token, int64_t low, int64_t high, int64_t step,
) noexcept nogil:
    """Fill the places low to high of a row, in the direction of step, from the row before it.

    Parameters: diagonal, costs of the row before at the same diagonals; across, at those from where
    a token of `a` goes against a gap; text, the token of b of each place.
    """
    cdef int64_t at = low if step > 0 else high
    cdef int32_t cost = row[at - step], other
    if high - low < FEW:  # at once: not worth two loops
        while low <= at <= high:
            other = diagonal[at] + (OTHER if text[at] != token else 0)
            cost = min(cost, across[at]) + GAP
            cost = other if other < cost else cost
            cost = cost if cost < FAR else FAR
            row[at] = cost
            at += step
        return
    for at in range(low, high + 1):
        other = across[at] + GAP
        cost = diagonal[at] + (OTHER if text[at] != token else 0)
        row[at] = cost if cost < other else other
    at = low if step > 0 else high
    cost = row[at - step]
    while low <= at <= high:
        cost += GAP
        other = row[at]
        cost = cost if cost < other else other
        cost = cost if cost < FAR else FAR
        row[at] = cost
        at += step


cdef inline Status fill_prefixes(Pair *pair, const int32_t *cancel) noexcept nogil:
    """Fill the costs of prefixes, row by row; beside each row there is a place that is far."""
    cdef int64_t width = pair.width, m = pair.b.size, i, at, j, low, high
    cdef int32_t *row = pair.prefixes
    cdef int32_t *above
    for at in range(-1, width + 1):
        j = pair.first + at
        row[at] = FAR if at < 0 or at == width or j < 0 or j > m else <int32_t>(GAP * j)
    for i in range(1, pair.a.size + 1):
        if i & 255 == 0 and is_cancelled(cancel):
            return CANCELLED
        above = row
        row += width + 1
        # The same diagonal above is the place of the same number, the next one one above it.
        j = i + pair.first
        low = max(0, 1 - j)
        high = min(width - 1, m - j)
        for at in range(-1, min(low, width + 1)):
            row[at] = FAR
        for at in range(max(low, high + 1), width + 1):
            row[at] = FAR
        if 0 < low <= width:  # no token of b
            row[low - 1] = min(above[low] + GAP, FAR)
        fill_row(row, above, above + 1, pair.b.tokens + j - 1, pair.a.tokens[i - 1], low, high, 1)
    return DONE


cdef inline Status add_suffixes(Pair *pair, Arena *arena, const int32_t *cancel) noexcept nogil:
    """Add the costs of suffixes to those of prefixes, from the last row to the first."""
    cdef int64_t width = pair.width, n = pair.a.size, m = pair.b.size, i, at, j, low, high
    cdef int32_t *through = pair.prefixes + n * (width + 1)
    cdef int32_t *below = <int32_t *>arena_take(arena, 2 * <size_t>(width + 2), sizeof(int32_t))
    cdef int32_t *row
    cdef int32_t *other
    if below == NULL:
        return arena_status(arena)
    below += 1
    row = below + width + 2
    for at in range(-1, width + 1):
        j = n + pair.first + at
        row[at] = FAR if at < 0 or at == width or j < 0 or j > m else <int32_t>(GAP * (m - j))
    for i in range(n, -1, -1):
        if i & 255 == 0 and is_cancelled(cancel):
            return CANCELLED
        if i < n:
            other = below
            below = row
            row = other
            j = i + pair.first
            low = max(0, -j)
            high = min(width - 1, m - 1 - j)
            for at in range(-1, min(low, width + 1)):
                row[at] = FAR
            for at in range(max(low, high + 1), width + 1):
                row[at] = FAR
            if -1 <= high < width - 1 and high >= low - 1:  # no token of b
                row[high + 1] = min(below[high] + GAP, FAR)
            fill_row(row, below, below - 1, pair.b.tokens + j, pair.a.tokens[i], low, high, -1)
        for at in range(width):
            through[at] += row[at]
        through -= width + 1
    pair.through = pair.prefixes
    return DONE
