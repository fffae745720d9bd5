"""Texts by characters without white space, and runs of characters that occur once in two of them.

Such a run (a gram, of eight characters) is a place to cut both texts at. Of the grams of a stretch,
the most are kept that ascend in both texts.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t


cdef enum Kind:
    # What a character is where words are cut.
    LETTER = 0
    DIGIT = 1
    SIGN = 2  # punctuation or symbol
    JOINED = 3  # belongs to the character before it


cdef struct Text:
    # n characters; `begins` has n + 1 items, the last is 1: does a word begin at this character?
    int32_t *points
    uint8_t *kinds
    uint8_t *begins
    int64_t n


cdef struct Stretch:
    # Characters of both texts that are paired with one another only.
    int64_t i
    int64_t i_end
    int64_t j
    int64_t j_end


cdef enum:
    GRAM = 8
    # Of a gram in the table: no place yet, or more than one.
    NOWHERE = -1
    TWICE = -2


cdef struct Gram:
    int64_t i  # where it is in the source
    int64_t j  # and in the output


cdef inline bint same_gram(const int32_t *first, const int32_t *second) noexcept nogil:
    cdef int64_t k
    for k in range(GRAM):
        if first[k] != second[k]:
            return False
    return True


cdef inline int64_t slot_of(const int32_t *points, int64_t mask) noexcept nogil:
    cdef uint64_t key = 0
    cdef int64_t k
    for k in range(GRAM):
        key = (key ^ <uint64_t>points[k]) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
    return <int64_t>(key & <uint64_t>mask)


cdef inline int64_t find_grams(
    const Text *source,
    const Text *output,
    Stretch stretch,
    Gram *table,
    int64_t mask,
    Gram *grams,
) noexcept nogil:
    """Write the grams that occur once in either text, in the order of the source; return how many.

    Parameters: table, mask + 1 slots, a power of two of at least twice the grams of the source.
    """
    cdef int64_t i, j, at, n = 0
    for at in range(mask + 1):
        table[at] = Gram(NOWHERE, NOWHERE)
    for i in range(stretch.i, stretch.i_end - GRAM + 1):
        at = slot_of(source.points + i, mask)
        while table[at].i != NOWHERE:
            if same_gram(source.points + table[at].i, source.points + i):
                table[at].j = TWICE
                break
            at = (at + 1) & mask
        else:
            table[at].i = i
    for j in range(stretch.j, stretch.j_end - GRAM + 1):
        at = slot_of(output.points + j, mask)
        while table[at].i != NOWHERE:
            if same_gram(source.points + table[at].i, output.points + j):
                table[at].j = j if table[at].j == NOWHERE else TWICE
                break
            at = (at + 1) & mask
    for i in range(stretch.i, stretch.i_end - GRAM + 1):
        at = slot_of(source.points + i, mask)
        while not same_gram(source.points + table[at].i, source.points + i):
            at = (at + 1) & mask
        if table[at].j >= 0:
            grams[n] = Gram(i, table[at].j)
            n += 1
    return n


cdef inline int64_t ascending(
    Gram *grams, int64_t n, int64_t *tails, int64_t *previous
) noexcept nogil:
    """Keep of grams in the order of the source the most that ascend in the output, too."""
    cdef int64_t length = 0, at, low, high, middle
    for at in range(n):
        low = 0
        high = length
        while low < high:
            middle = (low + high) // 2
            if grams[tails[middle]].j < grams[at].j:
                low = middle + 1
            else:
                high = middle
        previous[at] = tails[low - 1] if low else -1
        tails[low] = at
        length = max(length, low + 1)
    at = tails[length - 1] if length else -1
    low = length
    while at >= 0:  # from the last one
        low -= 1
        tails[low] = at
        at = previous[at]
    for at in range(length):
        grams[at] = grams[tails[at]]
    return length
