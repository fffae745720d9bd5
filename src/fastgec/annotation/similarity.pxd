"""How alike two words are, by characters."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from fastgec._arena cimport Status


cdef enum:
    N_SLOTS = 128  # twice the most characters of a pattern


cdef struct Pattern:
    # Up to 64 characters, and for each of them the places where it stands, as bits.
    const int32_t *points
    int32_t n_points
    uint64_t ascii[128]
    int32_t n_others  # distinct characters beyond ASCII
    int32_t keys[N_SLOTS]  # of open addressing; -1: free
    uint64_t others[N_SLOTS]


cdef void pattern_init(Pattern *pattern) noexcept nogil
cdef void pattern_set(Pattern *pattern, const int32_t *points, int32_t n_points) noexcept nogil

cdef int32_t common_of_short(
    const Pattern *pattern, const int32_t *points, int32_t n_points
) noexcept nogil

cdef Status common_subsequence(
    const int32_t *a, int32_t n_a, const int32_t *b, int32_t n_b,
    Pattern *pattern, int8_t *carries, const int32_t *cancel, int32_t *length,
) noexcept nogil

cdef Status edit_distance(
    const int32_t *a, int32_t n_a, const int32_t *b, int32_t n_b,
    Pattern *pattern, int8_t *steps, const int32_t *cancel, int32_t *distance,
) noexcept nogil
