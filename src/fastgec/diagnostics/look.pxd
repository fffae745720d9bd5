"""A look at sentences that other kernels have at hand."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t


cdef enum:
    N_FLAGS = 17


cdef struct Texts:
    # A column of text: ranges of one buffer.
    const uint8_t *data
    const int64_t *starts
    const int64_t *ends


# Returns how many sentences have a vote. Arguments as those of `look`, which says what is written;
# n_flags gets how many sentences have each flag.
cdef int64_t look_at(
    const Texts *sources,
    const Texts *outputs,
    int64_t n_sentences,
    bint is_reference,
    uint32_t *flags,
    uint8_t *likeness,
    int8_t *votes,
    int64_t *n_flags,
) noexcept nogil
