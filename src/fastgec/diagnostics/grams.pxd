"""The share of n-grams of characters that two texts have in common.

An n-gram is five bytes in a row, spaces left out, ASCII letters in lower case: so it does not
depend on tokens, and hardly on the language. Sets are bits of a hash on the stack, 32 for a byte of
text or half as many: one n-gram in thirty is taken for another. The share is that of the smaller
set, so that a text has all of what it was cut out of.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from fastgec.diagnostics.texts cimport Text, is_letter
from fastgec.kernels.words cimport count_bits

cdef enum:
    MOST_BYTES = 4096     # of a text that are compared
    WORDS_OF_BITS = 1024  # of 64 bits
    WIDTH = 5             # bytes of an n-gram


cdef struct Grams:
    uint64_t bits[WORDS_OF_BITS]
    int shift             # of a hash, to the number of a bit
    int64_t n_distinct


cdef inline void gather(Text text, Grams *grams, int shift) noexcept nogil:
    """Set a bit for each n-gram of a text, by a hash of this shift; 0: as its length needs it."""
    cdef int64_t size = min(text.size, MOST_BYTES), at
    cdef int n_bits = 64 - shift if shift else 9
    cdef uint64_t gram = 0, bit, mask = (<uint64_t>1 << (8 * WIDTH)) - 1
    cdef int n_read = 0
    cdef uint8_t byte
    while not shift and n_bits < 16 and (<int64_t>1 << n_bits) < 32 * size:
        n_bits += 1
    memset(grams.bits, 0, (<size_t>1 << n_bits) // 8)
    grams.shift = 64 - n_bits
    grams.n_distinct = 0
    for at in range(size):
        byte = text.data[at]
        if byte == 32:
            continue
        gram = ((gram << 8) | (byte | 32 if is_letter(byte) else byte)) & mask
        n_read += 1
        if n_read >= WIDTH:
            bit = (gram * <uint64_t>0x9E3779B97F4A7C15) >> grams.shift
            if not (grams.bits[bit >> 6] >> (bit & 63)) & 1:
                grams.bits[bit >> 6] |= <uint64_t>1 << (bit & 63)
                grams.n_distinct += 1


cdef inline int64_t share(Text text, const Grams *grams) noexcept nogil:
    """Return the per cent of n-grams that a text has in common, of the smaller set of both."""
    cdef Grams own
    cdef int64_t at, n_common = 0, least
    gather(text, &own, grams.shift)
    for at in range(<int64_t>1 << (64 - grams.shift - 6)):
        n_common += count_bits(own.bits[at] & grams.bits[at])
    least = min(own.n_distinct, grams.n_distinct)
    return 100 * n_common // least if least else 0
