"""How alike two words are, by characters.

Longest common subsequence and Levenshtein distance of two words, 64 characters at a time.

Both follow the columns of the dynamic program in the bits of one machine word (Hyyrö 2004, Myers
1999): of a pattern of up to 64 characters, each character of the other word costs a few operations.
A longer pattern is cut into blocks of 64. What a block hands to the next one, a carry for each
character of the other word, is kept in a byte each, so that memory is that of one word.
"""

from libc.stdint cimport int32_t, int8_t, uint64_t
from libc.string cimport memset

from fastgec.kernels.arena cimport CANCELLED, DONE, Status, is_cancelled
from fastgec.kernels.words cimport count_bits

cdef enum:
    N_SLOTS = 128  # twice the most characters of a pattern


cdef struct Pattern:
    # Up to 64 characters, and for each of them the places where it stands, as bits.
    const int32_t *points
    int32_t n_points
    uint64_t ascii[128]
    int32_t n_others  # distinct characters beyond ASCII
    int32_t keys[N_SLOTS]  # of open addressing; -1: free
    uint64_t others[N_SLOTS]


cdef enum:
    BLOCK = 64


cdef inline void pattern_init(Pattern *pattern) noexcept nogil:
    """Make an empty pattern of memory that was never used."""
    pattern.n_points = 0
    pattern.n_others = 0
    memset(pattern.ascii, 0, sizeof(pattern.ascii))
    memset(pattern.keys, 0xFF, sizeof(pattern.keys))


cdef inline int32_t slot_of(const Pattern *pattern, int32_t point) noexcept nogil:
    cdef int32_t slot = <int32_t>((<uint64_t>point * 0x9E3779B97F4A7C15ULL) >> 57)
    while pattern.keys[slot] >= 0 and pattern.keys[slot] != point:
        slot = (slot + 1) & (N_SLOTS - 1)
    return slot


cdef inline void pattern_set(
    Pattern *pattern, const int32_t *points, int32_t n_points
) noexcept nogil:
    """Make a pattern of at most 64 characters, in place of the one that it was."""
    cdef int32_t at, slot
    for at in range(pattern.n_points):
        if pattern.points[at] < 128:
            pattern.ascii[pattern.points[at]] = 0
    if pattern.n_others:
        memset(pattern.keys, 0xFF, sizeof(pattern.keys))
        pattern.n_others = 0
    pattern.points = points
    pattern.n_points = n_points
    for at in range(n_points):
        if points[at] < 128:
            pattern.ascii[points[at]] |= <uint64_t>1 << at
            continue
        slot = slot_of(pattern, points[at])
        if pattern.keys[slot] < 0:
            pattern.keys[slot] = points[at]
            pattern.others[slot] = 0
            pattern.n_others += 1
        pattern.others[slot] |= <uint64_t>1 << at


cdef inline uint64_t places_of(const Pattern *pattern, int32_t point) noexcept nogil:
    cdef int32_t slot
    if point < 128:
        return pattern.ascii[point]
    if pattern.n_others == 0:
        return 0
    slot = slot_of(pattern, point)
    return pattern.others[slot] if pattern.keys[slot] == point else 0


cdef inline uint64_t low_bits(int32_t n) noexcept nogil:
    return ~<uint64_t>0 if n == BLOCK else (<uint64_t>1 << n) - 1


cdef inline int32_t common_of_short(
    const Pattern *pattern, const int32_t *points, int32_t n_points
) noexcept nogil:
    """Return the length of the longest common subsequence of a pattern and a word."""
    cdef uint64_t free = ~<uint64_t>0  # a zero for each character of the pattern that is used
    cdef uint64_t used
    cdef int32_t at
    for at in range(n_points):
        used = free & places_of(pattern, points[at])
        free = (free + used) | (free - used)
    return count_bits(~free & low_bits(pattern.n_points))


cdef inline Status common_subsequence(
    const int32_t *a, int32_t n_a, const int32_t *b, int32_t n_b,
    Pattern *pattern, int8_t *carries, const int32_t *cancel, int32_t *length,
) noexcept nogil:
    """Find the length of the longest common subsequence of two words of any length.

    carries: room for n_b values.
    """
    cdef uint64_t free, used, total
    cdef int32_t first, at
    cdef int8_t carry
    length[0] = 0
    if n_a <= BLOCK:
        pattern_set(pattern, a, n_a)
        length[0] = common_of_short(pattern, b, n_b)
        return DONE
    memset(carries, 0, n_b)
    for first in range(0, n_a, 64):
        if is_cancelled(cancel):
            return CANCELLED
        pattern_set(pattern, a + first, min(n_a - first, <int32_t>BLOCK))
        free = ~<uint64_t>0
        for at in range(n_b):
            used = free & places_of(pattern, b[at])
            total = free + used
            carry = total < free
            total += carries[at]
            carry |= total < <uint64_t>carries[at]
            carries[at] = carry
            free = total | (free - used)
        length[0] += count_bits(~free & low_bits(pattern.n_points))
    return DONE


cdef inline Status edit_distance(
    const int32_t *a, int32_t n_a, const int32_t *b, int32_t n_b,
    Pattern *pattern, int8_t *steps, const int32_t *cancel, int32_t *distance,
) noexcept nogil:
    """Find the Levenshtein distance of two words, at unit costs.

    steps: room for n_b values, of a column and the next one in the last row of the block above.
    """
    cdef uint64_t equal, more, less, across, up, down, last
    cdef int32_t first, at
    cdef int8_t above
    distance[0] = n_b
    if n_a == 0:
        return DONE
    memset(steps, 1, n_b)
    for first in range(0, n_a, 64):
        if is_cancelled(cancel):
            return CANCELLED
        pattern_set(pattern, a + first, min(n_a - first, <int32_t>BLOCK))
        last = <uint64_t>1 << (pattern.n_points - 1)
        more = ~<uint64_t>0
        less = 0
        for at in range(n_b):
            above = steps[at]
            equal = places_of(pattern, b[at])
            across = equal | less
            if above < 0:
                equal |= 1
            equal = (((equal & more) + more) ^ more) | equal
            up = less | ~(equal | more)
            down = more & equal
            steps[at] = <int8_t>((1 if up & last else 0) - (1 if down & last else 0))
            up = up << 1
            down = down << 1
            if above > 0:
                up |= 1
            elif above < 0:
                down |= 1
            more = down | ~(across | up)
            less = up & across
    # From the left end of the last row, n_a, along its steps.
    distance[0] = n_a
    for at in range(n_b):
        distance[0] += steps[at]
    return DONE
