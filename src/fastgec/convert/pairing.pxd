"""The characters of a line without its white space, and their partners in another line."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status


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


cdef Status pair_characters(
    const Text *source,
    const Text *output,
    int64_t *partners,
    bint *is_whole,
    Arena *arena,
    const int32_t *cancel,
) noexcept nogil
