"""Whether a band of places holds every cheapest path."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status


cdef struct Costs:
    # Of a path: insertions and deletions cost 1, substitutions 1 in the first and 2 in the second.
    int64_t first
    int64_t second


cdef struct Sides:
    # Both token sequences, equal tokens by equal numbers below `n_numbers`; -1 stands on one side
    # only.
    int32_t *source
    int32_t *hypothesis
    int32_t n_source
    int32_t n_hypothesis
    int32_t n_numbers


cdef Status prove_band(
    bint *is_proven, const Sides *sides, int64_t lowest, int64_t highest, const Costs *found,
    Arena *arena,
) noexcept nogil
