"""Where the words of a line are: 64 bytes at a time, where white space is plain.

Nearly all lines are ASCII with nothing but spaces between words. Of these, 64 bytes become a word of
64 bits, one for each space, and the bits where it changes are the ends of words: some tens of
instructions for 64 bytes. Any other line is cut byte by byte. Bytes behind the line are read, and
what they are does not matter.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from fastgec._white cimport space_width


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static inline int lowest_bit(uint64_t word) {
        unsigned long place;
        _BitScanForward64(&place, word);
        return (int)place;
    }
    #elif defined(__GNUC__)
    static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
    #else
    static inline int lowest_bit(uint64_t word) {
        int place = 0;
        while (!(word >> place & 1)) place++;
        return place;
    }
    #endif
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #define IS_LITTLE_ENDIAN 0
    #else
    #define IS_LITTLE_ENDIAN 1
    #endif
    """
    const bint IS_LITTLE_ENDIAN
    int lowest_bit(uint64_t word) noexcept nogil  # of a word that is not 0


cdef enum:
    SLACK = 64  # bytes that may be read behind a text


cdef struct Word:
    const uint8_t *at
    int64_t size


cdef inline uint64_t eight_bytes(const uint8_t *at) noexcept nogil:
    cdef uint64_t chunk
    memcpy(&chunk, at, 8)
    return chunk


cdef inline uint64_t marked(uint64_t chunk) noexcept nogil:
    """Gather the highest bits of 8 bytes, the first byte's lowest."""
    return ((chunk >> 7 & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080) >> 56


cdef inline uint64_t places_of(
    const uint8_t *at, int64_t size, uint64_t eightfold
) noexcept nogil:
    """Return where a byte, given eightfold, stands in a text of up to 64 bytes: a bit for each."""
    cdef uint64_t found = 0, chunk
    cdef uint64_t low = <uint64_t>0x7F7F7F7F7F7F7F7F
    cdef int64_t place
    for place in range(0, size, 8):
        chunk = eight_bytes(at + place) ^ eightfold
        found |= marked(~(((chunk & low) + low) | chunk)) << place
    return found if size == 64 else found & ((<uint64_t>1 << size) - 1)


cdef inline int64_t split_bytewise(const uint8_t *at, const uint8_t *end, Word *words) noexcept nogil:
    """Cut any line at white space; return how many words there are."""
    cdef int64_t n_words = 0
    cdef int width
    while at < end:
        width = space_width(at, end)
        if width:
            at += width
            continue
        words[n_words].at = at
        at += 1
        while at < end and (0x20 < at[0] < 0xC2 or not space_width(at, end)):
            at += 1
        words[n_words].size = at - words[n_words].at
        n_words += 1
    return n_words


cdef inline int64_t split_at_once(
    const uint8_t *at, const uint8_t *end, Word *words
) noexcept nogil:
    """As `split`, of a little-endian machine."""
    cdef const uint8_t *begin = at
    cdef uint64_t chunk, spaces, changes, odd = 0
    cdef uint64_t low = <uint64_t>0x7F7F7F7F7F7F7F7F, blanks = <uint64_t>0x2020202020202020
    cdef uint64_t high = <uint64_t>0x6060606060606060
    cdef uint64_t was_space = 1
    cdef int64_t left = end - at, place, n_ends = 0
    cdef const uint8_t *edge
    while left > 0:
        spaces = 0
        for place in range(0, 64, 8):
            chunk = eight_bytes(at + place)
            if place + 8 > left:
                # Behind the line all is space.
                if place >= left:
                    chunk = blanks
                else:
                    chunk &= (<uint64_t>1 << 8 * (left - place)) - 1
                    chunk |= blanks << 8 * (left - place)
            # Bytes above ASCII, and those below the space, have their highest bit set here.
            odd |= chunk | ~((chunk & high) + high)
            spaces |= marked(~((chunk ^ blanks) + low)) << place
        if odd & <uint64_t>0x8080808080808080:
            return split_bytewise(begin, end, words)
        changes = spaces ^ (spaces << 1 | was_space)
        was_space = spaces >> 63
        while changes:
            edge = at + lowest_bit(changes)
            if n_ends & 1:
                words[n_ends >> 1].size = edge - words[n_ends >> 1].at
            else:
                words[n_ends >> 1].at = edge
            n_ends += 1
            changes &= changes - 1
        at += 64
        left -= 64
    if n_ends & 1:
        words[n_ends >> 1].size = end - words[n_ends >> 1].at
        n_ends += 1
    return n_ends >> 1


cdef inline int64_t split(const uint8_t *at, const uint8_t *end, Word *words) noexcept nogil:
    """Cut a line into words; return how many there are.

    `words` has room for one word for each two bytes, and one more. SLACK bytes follow the line.
    """
    if not IS_LITTLE_ENDIAN:
        return split_bytewise(at, end, words)
    return split_at_once(at, end, words)


cdef inline uint64_t short_key(const uint8_t *word, int64_t size) noexcept nogil:
    """Return a word of up to 8 bytes as a number; 8 bytes can be read, little-endian."""
    if size == 0:
        return 0
    return eight_bytes(word) & (~<uint64_t>0 >> 8 * (8 - size))
