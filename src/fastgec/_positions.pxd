"""Where each token stands in a sequence."""

from libc.stdint cimport int32_t, uint64_t

from fastgec._arena cimport Arena, Status
from fastgec._bandproof cimport Sides


cdef struct Positions:
    # Where each token stands in the hypothesis: a hash table of chains, first position first.
    const int32_t *tokens
    int32_t *keys  # a position of the slot's token, -1 in a free slot
    int32_t *firsts  # its first position that rows may still ask for, -1 after the last
    int32_t *nexts  # of each position: the next one of the same token
    uint64_t mask


cdef inline uint64_t slot_of(int32_t token, uint64_t mask) noexcept nogil:
    return (<uint64_t>token * <uint64_t>0x9E3779B97F4A7C15) >> 40 & mask


cdef inline uint64_t find_slot(const Positions *positions, int32_t token) noexcept nogil:
    """Return the slot of a token, or the free slot where it would stand."""
    cdef uint64_t slot = slot_of(token, positions.mask)
    while positions.keys[slot] >= 0 and positions.tokens[positions.keys[slot]] != token:
        slot = (slot + 1) & positions.mask
    return slot


cdef Status index_positions(
    Positions *positions, const int32_t *tokens, int32_t size, Arena *arena
) noexcept nogil

cdef Status number_tokens(
    Sides *sides, const Positions *positions, const int32_t *source, int32_t n_source,
    int32_t n_hypothesis, Arena *arena,
) noexcept nogil
