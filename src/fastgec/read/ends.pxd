"""What source and hypothesis have in common at both ends: most of nearly all pairs.

Words there need not be cut and looked up twice. Ends are cut at spaces of both texts, where words
end whatever stands beside.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from fastgec.kernels.words cimport IS_LITTLE_ENDIAN, Word, eight_bytes, lowest_bit, split
from fastgec.read.m2fields cimport ByteRange


cdef struct Ends:
    # Bytes that two texts have in common, and words that end there.
    int64_t first_bytes
    int64_t last_bytes
    int64_t n_first
    int64_t n_last


cdef inline void find_ends(Ends *ends, ByteRange source, ByteRange hypothesis) noexcept nogil:
    """Find the bytes in common; up to 8 bytes behind both texts are read."""
    cdef int64_t size = min(source.end - source.at, hypothesis.end - hypothesis.at)
    cdef int64_t first = 0, last = 0
    cdef uint64_t differing
    while first < size:
        differing = eight_bytes(source.at + first) ^ eight_bytes(hypothesis.at + first)
        if differing:
            if IS_LITTLE_ENDIAN:
                first += lowest_bit(differing) >> 3
            else:
                while (source.at + first)[0] == (hypothesis.at + first)[0]:
                    first += 1
            break
        first += 8
    first = min(first, size)
    while first > 0 and (source.at + first - 1)[0] != 0x20:
        first -= 1
    size -= first
    while last + 8 <= size and eight_bytes(source.end - last - 8) == eight_bytes(
        hypothesis.end - last - 8
    ):
        last += 8
    while last < size and (source.end - last - 1)[0] == (hypothesis.end - last - 1)[0]:
        last += 1
    while last > 0 and (source.end - last)[0] != 0x20:
        last -= 1
    ends.first_bytes = first
    ends.last_bytes = last


cdef inline void count_ends(
    Ends *ends, ByteRange source, const Word *words, int64_t n_words
) noexcept nogil:
    """Count the words of the source that lie at its ends."""
    cdef int64_t first = 0, last = n_words
    while first < n_words and words[first].at < source.at + ends.first_bytes:
        first += 1
    while last > first and words[last - 1].at > source.end - ends.last_bytes:
        last -= 1
    ends.n_first = first
    ends.n_last = n_words - last


cdef inline int64_t split_between(
    const Ends *ends, ByteRange hypothesis, Word *words
) noexcept nogil:
    """Cut what lies between the ends; return how many words the hypothesis has in all."""
    return ends.n_first + ends.n_last + split(
        hypothesis.at + ends.first_bytes, hypothesis.end - ends.last_bytes, words
    )


cdef inline void copy_ends(
    const Ends *ends, const int32_t *source, int64_t n_source, int32_t *hypothesis,
    int64_t n_hypothesis,
) noexcept nogil:
    """Copy the numbers of words at both ends."""
    memcpy(hypothesis, source, ends.n_first * sizeof(int32_t))
    memcpy(
        hypothesis + n_hypothesis - ends.n_last, source + n_source - ends.n_last,
        ends.n_last * sizeof(int32_t),
    )
