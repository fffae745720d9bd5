"""The edit lattice: every cheapest alignment of a source sentence and a hypothesis.

It is the union of all cheapest alignments of source and hypothesis under two
costs: insertion and deletion 1 in both, substitution 1 in the first and 2 in the second. No table
of costs is kept. Row i of an alignment is a string of bits, one per hypothesis position, and the
next row follows from it by additions and shifts, 64 positions at a time: Myers' and Hyyrö's method
for the first cost, Hyyrö's for the longest common subsequence (which the second cost measures) for
the other. What is kept is, per row, which steps into each place are cheapest: diagonal, deletion,
insertion. A second pass from the last row to the first keeps what leads to the end. Places that are
left are the vertices, steps are the base arcs. Rows hold m + 1 bits, so bit j stands for the place
with j hypothesis tokens before it; bit 0 takes part in the shifts and yields the boundary.

Time is n * ceil((m + 1) / 64) words for n source and m hypothesis tokens, about 40 instructions
each; memory six bits a place.

References: Myers (1999), J. ACM 46; Hyyrö (2003), Acta Cybernetica; Hyyrö (2004), AWOCA.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int lowest_bit(uint64_t word) {
        unsigned long at; _BitScanForward64(&at, word); return (int)at;
    }
    #else
    static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
    #endif
    static inline int count_bits(uint64_t word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }
    """
    int lowest_bit(uint64_t word) noexcept nogil
    int count_bits(uint64_t word) noexcept nogil


cdef enum:
    # The six bit rows of a source position: steps into a place, for each of the two costs.
    DIAGONAL = 0
    DELETION = 1
    INSERTION = 2
    N_MASKS = 6


cdef struct Positions:
    # Where each token stands in the hypothesis: a hash table of chains, last position first.
    const int32_t *tokens
    int32_t *heads
    int32_t *previous
    uint64_t mask


cdef inline uint64_t slot_of(int32_t token, uint64_t mask) noexcept nogil:
    return (<uint64_t>token * <uint64_t>0x9E3779B97F4A7C15) >> 40 & mask


cdef Status index_positions(
    Positions *positions, const int32_t *tokens, int32_t size, Arena *arena
) noexcept nogil:
    cdef uint64_t n_slots = 16
    cdef uint64_t slot
    cdef int32_t j
    while n_slots < 2 * <uint64_t>size:
        n_slots *= 2
    positions.tokens = tokens
    positions.mask = n_slots - 1
    positions.heads = <int32_t *>arena_take(arena, n_slots, sizeof(int32_t))
    positions.previous = <int32_t *>arena_take(arena, size, sizeof(int32_t))
    if positions.heads == NULL or positions.previous == NULL:
        return arena_status(arena)
    memset(positions.heads, 0xFF, n_slots * sizeof(int32_t))
    for j in range(size):
        if tokens[j] >= 0:  # an unknown token equals nothing
            slot = slot_of(tokens[j], positions.mask)
            while positions.heads[slot] >= 0 and tokens[positions.heads[slot]] != tokens[j]:
                slot = (slot + 1) & positions.mask
            positions.previous[j] = positions.heads[slot]
            positions.heads[slot] = j
    return DONE


cdef inline int32_t last_position(const Positions *positions, int32_t token) noexcept nogil:
    cdef uint64_t slot = slot_of(token, positions.mask)
    while positions.heads[slot] >= 0 and positions.tokens[positions.heads[slot]] != token:
        slot = (slot + 1) & positions.mask
    return positions.heads[slot]


cdef void fill_rows(
    uint64_t *masks,
    uint64_t *state,
    const Positions *positions,
    const int32_t *source,
    int32_t n_source,
    int32_t n_words,
) noexcept nogil:
    """Write the cheapest steps into every place, row by row.

    `state` holds four rows of words: equal (hypothesis tokens equal to this source token), up and
    down (first cost: the row rises or falls by one at this place), level (second cost: the common
    subsequence does not grow at this place).
    """
    cdef uint64_t *equal = state
    cdef uint64_t *up = state + n_words
    cdef uint64_t *down = state + 2 * n_words
    cdef uint64_t *level = state + 3 * n_words
    cdef uint64_t *row = masks
    cdef uint64_t eq, pv, mv, total, same, rises, falls, carry, rise_in, fall_in, new_up
    cdef uint64_t lv, common, grows, grown_in, common_carry
    cdef uint64_t inner
    cdef int32_t i, j, w

    memset(equal, 0, n_words * sizeof(uint64_t))
    for w in range(n_words):
        inner = ~<uint64_t>(w == 0)  # bit 0 is the place before the first hypothesis token
        up[w] = inner
        down[w] = 0
        level[w] = inner
        row[DIAGONAL * n_words + w] = 0
        row[DELETION * n_words + w] = 0
        row[INSERTION * n_words + w] = inner
        row[(3 + DIAGONAL) * n_words + w] = 0
        row[(3 + DELETION) * n_words + w] = 0
        row[(3 + INSERTION) * n_words + w] = inner

    for i in range(1, n_source + 1):
        row += N_MASKS * n_words
        j = last_position(positions, source[i - 1])
        while j >= 0:
            equal[(j + 1) >> 6] |= <uint64_t>1 << ((j + 1) & 63)
            j = positions.previous[j]
        carry = 0
        rise_in = 0
        fall_in = 0
        common_carry = 0
        grown_in = 0
        for w in range(n_words):
            inner = ~<uint64_t>(w == 0)
            eq = equal[w]
            equal[w] = 0
            # First cost: `same` where the diagonal costs nothing, `rises` where this row is one
            # above the last, so that a deletion is cheapest.
            pv = up[w]
            mv = down[w]
            total = eq & pv
            common = total + carry
            carry = common < total
            total = common + pv
            carry |= total < pv
            same = (total ^ pv) | eq | mv
            rises = mv | ~(same | pv)
            falls = same & pv
            row[DELETION * n_words + w] = rises
            row[DIAGONAL * n_words + w] = (eq | ~same) & inner
            total = rises >> 63
            rises = rises << 1 | rise_in
            rise_in = total
            total = falls >> 63
            falls = falls << 1 | fall_in
            fall_in = total
            new_up = (falls | ~(same | rises)) & inner
            up[w] = new_up
            down[w] = rises & same
            row[INSERTION * n_words + w] = new_up
            # Second cost: `grows` where the common subsequence is longer than in the last row: the
            # two rows differ there by a prefix sum, modulo 2, of where their growth differs.
            lv = level[w]
            common = lv & eq
            total = common + common_carry
            common_carry = total < common
            common = total + lv
            common_carry |= common < lv
            common = (common | (lv & ~eq)) & inner
            grows = lv ^ common
            grows ^= grows << 1
            grows ^= grows << 2
            grows ^= grows << 4
            grows ^= grows << 8
            grows ^= grows << 16
            grows ^= grows << 32
            grows ^= -grown_in
            grown_in = grows >> 63
            level[w] = common
            row[(3 + DELETION) * n_words + w] = ~grows
            row[(3 + DIAGONAL) * n_words + w] = (eq | (lv & ~grows)) & inner
            row[(3 + INSERTION) * n_words + w] = common


cdef inline uint64_t flood(uint64_t seeds, uint64_t steps) noexcept nogil:
    """Return the places from which insertions (bit j: from j - 1 to j) lead to a seed, and seeds."""
    steps >>= 1
    seeds |= steps & seeds >> 1
    steps &= steps >> 1
    seeds |= steps & seeds >> 2
    steps &= steps >> 2
    seeds |= steps & seeds >> 4
    steps &= steps >> 4
    seeds |= steps & seeds >> 8
    steps &= steps >> 8
    seeds |= steps & seeds >> 16
    steps &= steps >> 16
    seeds |= steps & seeds >> 32
    return seeds


cdef void keep_paths(
    uint64_t *masks, uint64_t *reached, uint64_t *places, int32_t n_source, int32_t n_hypothesis,
    int32_t n_words,
) noexcept nogil:
    """Keep the steps that lead to the end, and mark the places on them (`places`, a row per row).

    `reached` has two rows of words: the places of the present row that each cost reaches.
    """
    cdef int32_t i, w, side
    cdef uint64_t *row
    cdef uint64_t *mine
    cdef uint64_t *row_places
    cdef uint64_t seeds, carry, below, diagonal
    memset(reached, 0, 2 * n_words * sizeof(uint64_t))
    reached[n_hypothesis >> 6] = <uint64_t>1 << (n_hypothesis & 63)
    reached[n_words + (n_hypothesis >> 6)] = <uint64_t>1 << (n_hypothesis & 63)
    for i in range(n_source, -1, -1):
        row_places = places + <int64_t>i * n_words
        memset(row_places, 0, n_words * sizeof(uint64_t))
        for side in range(2):
            row = masks + (<int64_t>i * N_MASKS + 3 * side) * n_words
            mine = reached + side * n_words
            # Right to left: an insertion may leave the word below and enter this one.
            carry = 0
            for w in range(n_words - 1, -1, -1):
                seeds = flood(mine[w] | carry << 63, row[INSERTION * n_words + w])
                row[INSERTION * n_words + w] &= seeds
                carry = row[INSERTION * n_words + w] & 1
                row[DELETION * n_words + w] &= seeds
                row[DIAGONAL * n_words + w] &= seeds
                row_places[w] |= seeds
            below = 0
            for w in range(n_words - 1, -1, -1):
                diagonal = row[DIAGONAL * n_words + w]
                mine[w] = row[DELETION * n_words + w] | diagonal >> 1 | below << 63
                below = diagonal & 1


cdef Status list_vertices(
    Lattice *lattice, const uint64_t *masks, const uint64_t *places, int32_t n_words, Arena *arena
) noexcept nogil:
    """Number the places, and write the base arcs into each of them."""
    cdef int64_t n_places = 0
    cdef int64_t at
    cdef int32_t i, j, w, n_vertices
    cdef uint64_t word, bit
    cdef const uint64_t *first
    cdef const uint64_t *second
    cdef int32_t *above
    cdef int32_t *here
    cdef int32_t *swap
    cdef Vertex *vertex
    for at in range(<int64_t>(lattice.n_source + 1) * n_words):
        n_places += count_bits(places[at])
    lattice.vertices = NULL
    if n_places < 0x7FFFFFFF:
        lattice.vertices = <Vertex *>arena_take(arena, n_places, sizeof(Vertex))
    else:
        arena.is_limited = True
    lattice.rows = <int32_t *>arena_take(arena, lattice.n_source + 2, sizeof(int32_t))
    above = <int32_t *>arena_take(arena, lattice.n_hypothesis + 1, sizeof(int32_t))
    here = <int32_t *>arena_take(arena, lattice.n_hypothesis + 1, sizeof(int32_t))
    if lattice.vertices == NULL or lattice.rows == NULL or above == NULL or here == NULL:
        return arena_status(arena)
    n_vertices = 0
    lattice.n_entries = 0
    for i in range(lattice.n_source + 1):
        lattice.rows[i] = n_vertices
        for w in range(n_words):
            word = places[<int64_t>i * n_words + w]
            first = masks + <int64_t>i * N_MASKS * n_words + w
            second = first + 3 * n_words
            while word:
                j = (w << 6) + lowest_bit(word)
                bit = word & -word
                word ^= bit
                here[j] = n_vertices
                vertex = &lattice.vertices[n_vertices]
                n_vertices += 1
                vertex.i = i
                vertex.j = j
                vertex.n_diagonal = (first[DIAGONAL * n_words] & bit != 0) + (
                    second[DIAGONAL * n_words] & bit != 0
                )
                vertex.n_deletion = (first[DELETION * n_words] & bit != 0) + (
                    second[DELETION * n_words] & bit != 0
                )
                vertex.n_insertion = (first[INSERTION * n_words] & bit != 0) + (
                    second[INSERTION * n_words] & bit != 0
                )
                vertex.diagonal = above[j - 1] if vertex.n_diagonal else -1
                vertex.deletion = above[j] if vertex.n_deletion else -1
                vertex.insertion = n_vertices - 2 if vertex.n_insertion else -1
                vertex.is_noop = (
                    vertex.n_diagonal != 0 and lattice.source[i - 1] == lattice.hypothesis[j - 1]
                )
                lattice.n_entries += vertex.n_diagonal + vertex.n_deletion + vertex.n_insertion
        swap = above
        above = here
        here = swap
    lattice.rows[lattice.n_source + 1] = n_vertices
    lattice.n_vertices = n_vertices
    return DONE


cdef Status build_lattice(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    Arena *arena,
) noexcept nogil:
    """Build the lattice of two token sequences; everything in it belongs to the arena."""
    cdef int32_t n_words = (n_hypothesis >> 6) + 1
    cdef Positions positions
    cdef Status status
    cdef uint64_t *masks
    cdef uint64_t *state
    cdef uint64_t *places
    lattice.source = source
    lattice.hypothesis = hypothesis
    lattice.n_source = n_source
    lattice.n_hypothesis = n_hypothesis
    status = index_positions(&positions, hypothesis, n_hypothesis, arena)
    if status != DONE:
        return status
    masks = <uint64_t *>arena_take(
        arena, <size_t>(n_source + 1) * n_words, N_MASKS * sizeof(uint64_t)
    )
    places = <uint64_t *>arena_take(arena, <size_t>(n_source + 1) * n_words, sizeof(uint64_t))
    state = <uint64_t *>arena_take(arena, 4 * <size_t>n_words, sizeof(uint64_t))
    if masks == NULL or places == NULL or state == NULL:
        return arena_status(arena)
    fill_rows(masks, state, &positions, source, n_source, n_words)
    keep_paths(masks, state, places, n_source, n_hypothesis, n_words)
    return list_vertices(lattice, masks, places, n_words, arena)
