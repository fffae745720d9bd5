"""Arithmetic on rows of bits: 64 places of an alignment at a time (`bitrows`)."""

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef enum:
    # The bit rows of a source position: steps into a place, for each of the two costs, and where
    # the tokens before it are equal.
    DIAGONAL = 0
    DELETION = 1
    INSERTION = 2
    EQUAL_TOKENS = 6
    N_MASKS = 7


cdef struct Band:
    # Row i has the words from clamp((i - left) / 64) on, `width` of them.
    int32_t n_words  # of a whole row
    int32_t width
    int32_t left


cdef struct BitRows:
    # Of each source position: N_MASKS rows of bits, `band.width` words each, and the places that
    # are on a cheapest path for either cost.
    uint64_t *masks
    uint64_t *places
    Band band


cdef struct Column:
    # One word of a row. First cost: the row rises or falls by one at this place; second cost: the
    # common subsequence does not grow at this place.
    uint64_t up
    uint64_t down
    uint64_t level


cdef struct Carries:
    # What one word of a row hands to the next.
    uint64_t same
    uint64_t rise
    uint64_t fall
    uint64_t common
    uint64_t grown


cdef extern from *:
    """
    #include <stdint.h>
    static inline int count_bits(uint64_t word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }
    """
    int count_bits(uint64_t word) noexcept nogil


cdef inline int64_t count_places(
    const BitRows *rows, int32_t first_row, int32_t last_row
) noexcept nogil:
    """Return the number of places in some rows."""
    cdef int64_t width = rows.band.width
    cdef int64_t n_places = 0
    cdef int64_t at
    for at in range(first_row * width, (last_row + 1) * width):
        n_places += count_bits(rows.places[at])
    return n_places


cdef inline void advance(
    Column *column, Carries *carries, uint64_t eq, uint64_t inner, uint64_t *row, int32_t width
) noexcept nogil:
    """Compute one word of the next row: `eq` marks equal tokens, `inner` all places but the first.

    `row` is where the word's first mask goes; the others follow at distances of `width`.
    """
    cdef uint64_t pv = column.up
    cdef uint64_t mv = column.down
    cdef uint64_t lv = column.level
    cdef uint64_t total, same, rises, falls, common, grows
    # First cost: `same` where the diagonal costs nothing, `rises` where this row is one above the
    # last, so that a deletion is cheapest.
    total = eq & pv
    common = total + carries.same
    carries.same = common < total
    total = common + pv
    carries.same |= total < pv
    same = (total ^ pv) | eq | mv
    rises = mv | ~(same | pv)
    falls = same & pv
    row[DELETION * width] = rises
    row[DIAGONAL * width] = (eq | ~same) & inner
    total = rises >> 63
    rises = rises << 1 | carries.rise
    carries.rise = total
    total = falls >> 63
    falls = falls << 1 | carries.fall
    carries.fall = total
    column.up = (falls | ~(same | rises)) & inner
    column.down = rises & same
    row[INSERTION * width] = column.up
    # Second cost: `grows` where the common subsequence is longer than in the last row: the two rows
    # differ there by a prefix sum, modulo 2, of where their growth differs.
    common = lv & eq
    total = common + carries.common
    carries.common = total < common
    common = total + lv
    carries.common |= common < lv
    common = (common | (lv & ~eq)) & inner
    grows = lv ^ common
    grows ^= grows << 1
    grows ^= grows << 2
    grows ^= grows << 4
    grows ^= grows << 8
    grows ^= grows << 16
    grows ^= grows << 32
    grows ^= -carries.grown
    carries.grown = grows >> 63
    column.level = common
    row[(3 + DELETION) * width] = ~grows
    row[(3 + DIAGONAL) * width] = (eq | (lv & ~grows)) & inner
    row[(3 + INSERTION) * width] = common
    row[EQUAL_TOKENS * width] = eq


cdef inline void open_row(uint64_t *row, int32_t width) noexcept nogil:
    """Write row 0, which insertions alone reach."""
    cdef int32_t w
    cdef uint64_t inner
    for w in range(width):
        inner = ~<uint64_t>1 if w == 0 else ~<uint64_t>0
        row[DIAGONAL * width + w] = 0
        row[DELETION * width + w] = 0
        row[INSERTION * width + w] = inner
        row[(3 + DIAGONAL) * width + w] = 0
        row[(3 + DELETION) * width + w] = 0
        row[(3 + INSERTION) * width + w] = inner
        row[EQUAL_TOKENS * width + w] = 0


cdef inline uint64_t flood(uint64_t seeds, uint64_t steps) noexcept nogil:
    """Return the seeds, and places from which insertions (bit j: from j - 1 to j) lead to one."""
    steps >>= 1
    seeds |= steps & seeds >> 1
    steps &= steps >> 1
    seeds |= steps & seeds >> 2
    steps &= steps >> 2
    seeds |= steps & seeds >> 4
    steps &= steps >> 4
    seeds |= steps & seeds >> 8
    steps &= steps >> 8
    seeds |= steps & seeds >> 16
    steps &= steps >> 16
    seeds |= steps & seeds >> 32
    return seeds


cdef inline void keep_row(
    uint64_t *row, uint64_t *mine, uint64_t *row_places, int32_t width
) noexcept nogil:
    """Keep the steps of one row that lead to the end, and mark the places on them.

    `mine` marks the places that steps of later rows lead back to; afterwards, those of the row
    above. It has a word more before its first one.
    """
    cdef int32_t w
    cdef uint64_t carry = 0
    cdef uint64_t below = 0
    cdef uint64_t seeds, steps, diagonal
    # Right to left: an insertion may leave the word below and enter this one.
    for w in range(width - 1, -1, -1):
        seeds = mine[w] | carry << 63
        steps = row[INSERTION * width + w]
        if seeds & steps:
            seeds = flood(seeds, steps)
        steps &= seeds
        row[INSERTION * width + w] = steps
        carry = steps & 1
        row[DELETION * width + w] &= seeds
        diagonal = row[DIAGONAL * width + w] & seeds
        row[DIAGONAL * width + w] = diagonal
        row_places[w] |= seeds
        mine[w] = row[DELETION * width + w] | diagonal >> 1 | below << 63
        below = diagonal & 1
    mine -= 1
    mine[0] = below << 63
