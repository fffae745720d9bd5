"""Two texts: the cheapest alignments, in a band around the diagonals where they can lie."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status


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


cdef Status measure_pair(
    Pair *pair, Text a, Text b, int64_t slack, bint has_suffixes, Arena *arena,
    const int32_t *cancel,
) noexcept nogil


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
