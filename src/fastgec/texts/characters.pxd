"""Texts by characters without white space, and runs of characters that occur once in two of them.

Such a run (a gram, of eight characters) is a place to cut both texts at. Of the grams of a stretch,
the most are kept that ascend in both texts.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t
from libc.string cimport memcmp, memset


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
    # Where a gram of the source is in the output: nowhere yet, or one of both texts has it twice.
    NOWHERE = -1
    TWICE = -2

# The key of a gram is a polynomial of its characters, so the next one takes two multiplications.
cdef extern from *:
    """
    #define FACTOR UINT64_C(0xD6E8FEB86659FD93)
    #define FACTOR_2 (FACTOR * FACTOR)
    #define FACTOR_8 (FACTOR_2 * FACTOR_2 * FACTOR_2 * FACTOR_2)
    """
    const uint64_t FACTOR
    const uint64_t FACTOR_8


cdef struct Gram:
    int64_t i  # where it is in the source
    int64_t j  # and in the output


cdef inline bint same_gram(const int32_t *first, const int32_t *second) noexcept nogil:
    return memcmp(first, second, GRAM * sizeof(int32_t)) == 0


cdef inline uint64_t first_key(const int32_t *points) noexcept nogil:
    cdef uint64_t key = 0
    cdef int64_t k
    for k in range(GRAM):
        key = key * FACTOR + <uint64_t>points[k]
    return key


cdef inline uint64_t next_key(uint64_t key, const int32_t *points) noexcept nogil:
    """Return the key of the gram one character behind this one."""
    return key * FACTOR + <uint64_t>points[GRAM] - <uint64_t>points[0] * FACTOR_8


cdef inline int64_t slot_of(uint64_t key, int64_t mask) noexcept nogil:
    return <int64_t>((key ^ key >> 32) * FACTOR >> 32) & mask


cdef inline int64_t find_grams(
    const Text *source,
    const Text *output,
    Stretch stretch,
    bint is_of_words,
    int64_t *slots,
    int64_t mask,
    int64_t *places,
    Gram *grams,
) noexcept nogil:
    """Write the grams that occur once in either text, in the order of the source; return how many.

    Parameters: is_of_words, only grams that begin with a word in both texts; slots, mask + 1 of them, a power of two of at least twice the grams of the source;
    places, one for each character of the source.
    """
    cdef const int32_t *first = source.points + stretch.i
    cdef const int32_t *at
    cdef int64_t n_source = stretch.i_end - stretch.i - GRAM + 1
    cdef int64_t n_output = stretch.j_end - stretch.j - GRAM + 1
    cdef int64_t i, j, slot, n = 0
    cdef uint64_t key
    if n_source < 1 or n_output < 1:
        return 0
    memset(slots, 0xFF, (mask + 1) * sizeof(int64_t))
    memset(places, 0xFF, n_source * sizeof(int64_t))
    key = first_key(first)
    for i in range(n_source):
        if not is_of_words or source.begins[stretch.i + i]:
            slot = slot_of(key, mask)
            while slots[slot] != NOWHERE:
                if same_gram(first + slots[slot], first + i):
                    places[slots[slot]] = TWICE
                    break
                slot = (slot + 1) & mask
            else:
                slots[slot] = i
        if i < n_source - 1:
            key = next_key(key, first + i)
    at = output.points + stretch.j
    key = first_key(at)
    for j in range(n_output):
        if not is_of_words or output.begins[stretch.j + j]:
            slot = slot_of(key, mask)
            while slots[slot] != NOWHERE:
                i = slots[slot]
                if same_gram(first + i, at + j):
                    places[i] = j if places[i] == NOWHERE else TWICE
                    break
                slot = (slot + 1) & mask
        if j < n_output - 1:
            key = next_key(key, at + j)
    for i in range(n_source):
        if places[i] >= 0:
            grams[n] = Gram(stretch.i + i, stretch.j + places[i])
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
