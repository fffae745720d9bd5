"""The cheapest steps between the places of two token sequences, as bits."""

from libc.stdint cimport int32_t, uint64_t

from fastgec._arena cimport Arena, Status


cdef struct Band:
    # Row i has the words from clamp((i - left) / 64) on, `width` of them.
    int32_t n_words  # of a whole row
    int32_t width
    int32_t left


cdef struct BitRows:
    # Of each source position: six rows of bits, `band.width` words each, and the places that are on
    # a cheapest path for either cost.
    uint64_t *masks
    uint64_t *places
    Band band


cdef inline int32_t first_word(const Band *band, int32_t i) noexcept nogil:
    """Return the first word of row i."""
    cdef int32_t word = (i - band.left) >> 6
    if i < band.left:
        return 0
    return min(word, band.n_words - band.width)


cdef Status find_rows(
    BitRows *rows,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil
