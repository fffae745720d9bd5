"""Where each token stands in a sequence: a hash table of chains, made for one pair of sentences."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.kernels.bandproof cimport Sides


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


cdef inline bint open_slots(
    Positions *positions, const int32_t *tokens, int32_t size, Arena *arena
) noexcept nogil:
    """Take free slots for so many tokens; False without memory."""
    cdef uint64_t n_slots = 16
    while n_slots < 2 * <uint64_t>size:
        n_slots *= 2
    positions.tokens = tokens
    positions.mask = n_slots - 1
    positions.keys = <int32_t *>arena_take(arena, n_slots, sizeof(int32_t))
    if positions.keys == NULL:
        return False
    memset(positions.keys, 0xFF, n_slots * sizeof(int32_t))
    return True


cdef inline Status index_positions(
    Positions *positions, const int32_t *tokens, int32_t size, Arena *arena
) noexcept nogil:
    cdef uint64_t slot
    cdef int32_t j
    if not open_slots(positions, tokens, size, arena):
        return arena_status(arena)
    positions.firsts = <int32_t *>arena_take(arena, positions.mask + 1, sizeof(int32_t))
    positions.nexts = <int32_t *>arena_take(arena, size, sizeof(int32_t))
    if positions.firsts == NULL or positions.nexts == NULL:
        return arena_status(arena)
    for j in range(size - 1, -1, -1):
        if tokens[j] >= 0:  # an unknown token equals nothing
            slot = find_slot(positions, tokens[j])
            positions.nexts[j] = -1 if positions.keys[slot] < 0 else positions.firsts[slot]
            positions.keys[slot] = j
            positions.firsts[slot] = j
    return DONE


cdef inline Status number_tokens(
    Sides *sides, const Positions *positions, const int32_t *source, int32_t n_source,
    int32_t n_hypothesis, Arena *arena,
) noexcept nogil:
    """Number the tokens of the hypothesis, and those of the source that are among them."""
    cdef int32_t *numbers = <int32_t *>arena_take(arena, positions.mask + 1, sizeof(int32_t))
    cdef uint64_t slot
    cdef int32_t i, j
    sides.source = <int32_t *>arena_take(arena, n_source, sizeof(int32_t))
    sides.hypothesis = <int32_t *>arena_take(arena, n_hypothesis, sizeof(int32_t))
    if numbers == NULL or sides.source == NULL or sides.hypothesis == NULL:
        return arena_status(arena)
    sides.n_source = n_source
    sides.n_hypothesis = n_hypothesis
    sides.n_numbers = 0
    for slot in range(positions.mask + 1):
        if positions.keys[slot] >= 0:
            numbers[slot] = sides.n_numbers
            sides.n_numbers += 1
    for j in range(n_hypothesis):
        sides.hypothesis[j] = -1
        if positions.tokens[j] >= 0:
            sides.hypothesis[j] = numbers[find_slot(positions, positions.tokens[j])]
    for i in range(n_source):
        slot = find_slot(positions, source[i])
        sides.source[i] = numbers[slot] if positions.keys[slot] >= 0 else -1
    return DONE
