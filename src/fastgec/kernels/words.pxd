"""Where the words of a line are: 64 bytes at a time, where white space is plain.

Nearly all lines are ASCII with nothing but spaces between words. Of these, 64 bytes become a word
of 64 bits, one for each space, and the bits where it changes are the ends of words: some tens of
instructions for 64 bytes. Any other line is cut byte by byte. Bytes behind the line are read, and
what they are does not matter.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from fastgec.kernels.white cimport space_width


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
    #if defined(__SSE2__) || (defined(_MSC_VER) && defined(_M_X64))
    #include <emmintrin.h>
    static inline uint64_t places_of(const uint8_t *at, uint8_t byte) {
        const __m128i wanted = _mm_set1_epi8((char)byte);
        uint64_t found = 0;
        for (int place = 0; place < 64; place += 16) {
            const __m128i some = _mm_loadu_si128((const __m128i *)(at + place));
            const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(some, wanted));
            found |= (uint64_t)(unsigned)equal << place;
        }
        return found;
    }
    static inline uint64_t odd_places(const uint8_t *at) {
        const __m128i space = _mm_set1_epi8(0x20);
        uint64_t found = 0;
        for (int place = 0; place < 64; place += 16) {
            const __m128i some = _mm_loadu_si128((const __m128i *)(at + place));
            const int below = _mm_movemask_epi8(_mm_cmplt_epi8(some, space));  /* signed */
            found |= (uint64_t)(unsigned)below << place;
        }
        return found;
    }
    #else
    /* Gathers the highest bits of 8 bytes, the first byte's lowest. */
    static inline uint64_t marked(uint64_t chunk) {
        return ((chunk >> 7 & 0x0101010101010101u) * 0x0102040810204080u) >> 56;
    }
    static inline uint64_t places_of(const uint8_t *at, uint8_t byte) {
        const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
        uint64_t found = 0, chunk;
        for (int place = 0; place < 64; place += 8) {
            memcpy(&chunk, at + place, 8);
            chunk ^= byte * 0x0101010101010101u;
            found |= marked(~(((chunk & low) + low) | chunk)) << place;
        }
        return found;
    }
    static inline uint64_t odd_places(const uint8_t *at) {
        const uint64_t high = 0x6060606060606060u;
        uint64_t found = 0, chunk;
        for (int place = 0; place < 64; place += 8) {
            memcpy(&chunk, at + place, 8);
            found |= marked(chunk | ~((chunk & high) + high)) << place;
        }
        return found;
    }
    #endif
    """
    const bint IS_LITTLE_ENDIAN
    int lowest_bit(uint64_t word) noexcept nogil  # of a word that is not 0
    # Of 64 bytes a bit each, the first byte's lowest: where one stands, and what is neither ASCII
    # from the space on.
    uint64_t places_of(const uint8_t *at, uint8_t byte) noexcept nogil
    uint64_t odd_places(const uint8_t *at) noexcept nogil


cdef enum:
    SLACK = 64  # bytes that may be read behind a text


cdef struct Word:
    const uint8_t *at
    int64_t size


cdef inline uint64_t eight_bytes(const uint8_t *at) noexcept nogil:
    cdef uint64_t chunk
    memcpy(&chunk, at, 8)
    return chunk


cdef inline int64_t split_bytewise(
    const uint8_t *at, const uint8_t *end, Word *words
) noexcept nogil:
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


cdef inline bint is_ascii_space(uint8_t byte) noexcept nogil:
    return byte == 0x20 or 0x09 <= byte <= 0x0D


cdef inline int64_t split_ascii(
    const uint8_t *at, const uint8_t *end, Word *words
) noexcept nogil:
    """Cut a line at ASCII white space; return how many words there are."""
    cdef int64_t n_words = 0
    while at < end:
        if is_ascii_space(at[0]):
            at += 1
            continue
        words[n_words].at = at
        while at < end and not is_ascii_space(at[0]):
            at += 1
        words[n_words].size = at - words[n_words].at
        n_words += 1
    return n_words


cdef inline int64_t split_at_once(
    const uint8_t *at, const uint8_t *end, Word *words
) noexcept nogil:
    """As `split`, of a little-endian machine."""
    cdef const uint8_t *begin = at
    cdef uint64_t spaces, changes, odd, behind
    cdef uint64_t was_space = 1
    cdef int64_t left = end - at, n_ends = 0
    cdef const uint8_t *edge
    while left > 0:
        spaces = places_of(at, 0x20)
        odd = odd_places(at)
        if left < 64:
            # Behind the line all is space.
            behind = ~<uint64_t>0 << left
            spaces |= behind
            odd &= ~behind
        if odd:
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


cdef inline int count_bits(uint64_t word) noexcept nogil:
    word -= word >> 1 & <uint64_t>0x5555555555555555
    word = (word & <uint64_t>0x3333333333333333) + (word >> 2 & <uint64_t>0x3333333333333333)
    word = (word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>(word * <uint64_t>0x0101010101010101 >> 56)


cdef inline int64_t count_bytewise(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return how many words `split_bytewise` finds."""
    cdef int64_t n_words = 0
    cdef int width
    cdef bint was_space = True
    while at < end:
        width = 0 if 0x20 < at[0] < 0xC2 else space_width(at, end)
        n_words += was_space and not width
        was_space = width > 0
        at += max(width, 1)
    return n_words


cdef inline int64_t count_words(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return how many words `split` finds. SLACK bytes follow the line."""
    cdef const uint8_t *begin = at
    cdef uint64_t spaces, odd
    cdef uint64_t was_space = 1
    cdef int64_t left = end - at, n_words = 0
    if not IS_LITTLE_ENDIAN:
        return count_bytewise(at, end)
    while left > 0:
        spaces = places_of(at, 0x20)
        odd = odd_places(at)
        if left < 64:
            spaces |= ~<uint64_t>0 << left
            odd &= ~(~<uint64_t>0 << left)
        if odd:
            return count_bytewise(begin, end)
        n_words += count_bits(~spaces & (spaces << 1 | was_space))
        was_space = spaces >> 63
        at += 64
        left -= 64
    return n_words


cdef inline uint64_t short_key(const uint8_t *word, int64_t size) noexcept nogil:
    """Return a word of up to 8 bytes as a number; 8 bytes can be read."""
    if size == 0:
        return 0
    if not IS_LITTLE_ENDIAN:
        return eight_bytes(word) >> 8 * (8 - size)
    return eight_bytes(word) & (~<uint64_t>0 >> 8 * (8 - size))
