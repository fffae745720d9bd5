"""Rows of alignments as strings of bits: which steps into each place are cheapest.

A place (i, j) has i source tokens and j hypothesis tokens before it. Two costs are asked for:
insertion and deletion 1 in both, substitution 1 in the first and 2 in the second. No table of costs
is kept. Row i is a string of bits, one per hypothesis position, and the next row follows from it by
additions and shifts, 64 positions at a time: Myers' and Hyyrö's method for the first cost, Hyyrö's
for the longest common subsequence (which the second cost measures) for the other. What is kept is,
per row, which steps into each place are cheapest: diagonal, deletion, insertion. A second pass from
the last row to the first keeps what leads to the end. Rows hold m + 1 bits, so bit j stands for the
place with j hypothesis tokens before it; bit 0 takes part in the shifts and yields the boundary.

**Band.** Similar sentences need few words of each row. Let the second cost of the whole be d; the
first is no greater. A path of cost d for either has at most d insertions and deletions, so its
places (i, j) keep -(d - k) / 2 <= j - i <= (d + k) / 2, where k = m - n. Row i is computed for a
band of words around i only, as if the place left of the band were reached by deletions alone and
those right of it by insertions alone. Such costs are those of real paths, so no cost is too low;
and costs of places on cheapest paths are right if the band holds all cheapest paths. The cost found
for the whole is thus a bound on d; if a band that it asks for is no wider than the one in use, all
is right: steps that lead back from the end make paths of cost d, and these lie in the band. The
bound is far off where thousands of words were replaced, each in its place; a look at the tokens may
show that no path outside of the band is as cheap (`bandproof`), and then all is right too.
Otherwise the band grows fourfold, but no wider than the bound asks for.

Time is n * w words for n source tokens and a band of w words, about 40 instructions each: linear in
n for similar sentences, n * m / 64 for unrelated ones. Memory is eight bits a place of the band.

References: Ukkonen (1985), Information and Control 64; Myers (1999), J. ACM 46; Hyyrö (2003), Acta
Cybernetica; Hyyrö (2004), AWOCA.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec.kernels.bandproof cimport Costs, Sides, prove_band
from fastgec.kernels.bits cimport (
    N_MASKS, Band, BitRows, Carries, Column, advance, count_bits, keep_row, open_row,
)
from fastgec.kernels.positions cimport (
    Positions, find_slot, index_positions, number_tokens, open_slots
)


cdef inline int32_t first_word(const Band *band, int32_t i) noexcept nogil:
    """Return the first word of row i."""
    cdef int32_t word = (i - band.left) >> 6
    if i < band.left:
        return 0
    return min(word, band.n_words - band.width)


cdef enum:
    FIRST_SLACK = 64  # what the first band holds beside the difference of lengths, to each side
    MOST_UNBANDED = 4  # words of a row that are computed without a band


cdef inline void fill_short_rows(
    uint64_t *masks, Positions *positions, uint64_t *equal, const int32_t *source,
    int32_t n_source, int32_t n_hypothesis,
) noexcept nogil:
    """Write the cheapest steps into every place, for rows of one word.

    `positions` have free slots, and `equal` a word for each of them.
    """
    cdef Column column
    cdef Carries carries
    cdef uint64_t slot
    cdef int32_t i, j
    for j in range(n_hypothesis):
        if positions.tokens[j] >= 0:  # an unknown token equals nothing
            slot = find_slot(positions, positions.tokens[j])
            if positions.keys[slot] < 0:
                positions.keys[slot] = j
                equal[slot] = 0
            equal[slot] |= <uint64_t>2 << j
    open_row(masks, 1)
    column.up = ~<uint64_t>1
    column.down = 0
    column.level = ~<uint64_t>1
    for i in range(1, n_source + 1):
        memset(&carries, 0, sizeof(Carries))
        slot = find_slot(positions, source[i - 1])
        advance(
            &column,
            &carries,
            equal[slot] if positions.keys[slot] >= 0 else 0,
            ~<uint64_t>1,
            masks + <int64_t>i * N_MASKS,
            1,
        )


cdef inline Status fill_rows(
    uint64_t *masks,
    Column *columns,
    uint64_t *equal,
    Positions *positions,
    const int32_t *source,
    int32_t n_source,
    int32_t n_hypothesis,
    const Band *band,
    const int32_t *cancel,
    Costs *costs,
) noexcept nogil:
    """Write the cheapest steps into every place of the band, row by row.

    `columns` and `equal` have a place for each word of a whole row. `costs` are those found for the
    whole.
    """
    cdef int32_t width = band.width
    cdef int32_t i, j, w, first, last_first = 0
    cdef uint64_t slot, inner
    cdef uint64_t *row = masks
    cdef Carries carries
    # At the place left of the band: common tokens, and what the first cost is above the row's
    # number.
    cdef int64_t n_common = 0
    cdef int64_t n_above = 0
    for w in range(band.n_words):
        columns[w].up = ~<uint64_t>1 if w == 0 else ~<uint64_t>0
        columns[w].down = 0
        columns[w].level = columns[w].up
        equal[w] = 0
    for j in range(n_hypothesis):  # another band may have moved them
        if positions.tokens[j] >= 0:
            positions.firsts[find_slot(positions, positions.tokens[j])] = -1
    for j in range(n_hypothesis - 1, -1, -1):
        if positions.tokens[j] >= 0:
            positions.firsts[find_slot(positions, positions.tokens[j])] = j
    open_row(row, width)
    for i in range(1, n_source + 1):
        if i & 31 == 0 and is_cancelled(cancel):
            return CANCELLED
        row += N_MASKS * width
        first = first_word(band, i)
        if first > last_first:
            n_common += 64 - (last_first == 0) - count_bits(columns[last_first].level)
            n_above += count_bits(columns[last_first].up) - count_bits(columns[last_first].down)
            last_first = first
        slot = find_slot(positions, source[i - 1])
        if positions.keys[slot] >= 0:
            j = positions.firsts[slot]
            while 0 <= j < 64 * first - 1:
                j = positions.nexts[j]
            positions.firsts[slot] = j
            while 0 <= j < 64 * (first + width) - 1:
                equal[(j + 1) >> 6] |= <uint64_t>1 << ((j + 1) & 63)
                j = positions.nexts[j]
        memset(&carries, 0, sizeof(Carries))
        carries.rise = first > 0
        for w in range(first, first + width):
            inner = ~<uint64_t>1 if w == 0 else ~<uint64_t>0
            advance(&columns[w], &carries, equal[w], inner, row + w - first, width)
            equal[w] = 0
    for w in range(last_first, min(last_first + width, band.n_words)):
        inner = ~<uint64_t>1 if w == 0 else ~<uint64_t>0
        if w == n_hypothesis >> 6 and n_hypothesis & 63 != 63:
            inner &= (<uint64_t>2 << (n_hypothesis & 63)) - 1
        n_common += count_bits(~columns[w].level & inner)
        n_above += count_bits(columns[w].up & inner) - count_bits(columns[w].down & inner)
    costs.first = n_source + n_above
    costs.second = <int64_t>n_source + n_hypothesis - 2 * n_common
    return DONE


cdef inline Status keep_paths(
    uint64_t *masks, uint64_t *reached, uint64_t *places, int32_t n_source, int32_t n_hypothesis,
    const Band *band, const int32_t *cancel,
) noexcept nogil:
    """Keep the steps that lead to the end, and mark the places on them (`places`, a row per row).

    `reached` has two rows of words, and one before each: the places that each cost reaches.
    """
    cdef int32_t width = band.width
    cdef int32_t i, first
    cdef int64_t row_size = band.n_words + 1
    cdef uint64_t *row
    memset(reached, 0, 2 * row_size * sizeof(uint64_t))
    reached[1 + (n_hypothesis >> 6)] = <uint64_t>1 << (n_hypothesis & 63)
    reached[row_size + 1 + (n_hypothesis >> 6)] = <uint64_t>1 << (n_hypothesis & 63)
    memset(places, 0, <int64_t>(n_source + 1) * width * sizeof(uint64_t))
    for i in range(n_source, -1, -1):
        if i & 31 == 0 and is_cancelled(cancel):
            return CANCELLED
        row = masks + <int64_t>i * N_MASKS * width
        first = first_word(band, i)
        keep_row(row, reached + 1 + first, places + <int64_t>i * width, width)
        keep_row(
            row + 3 * width, reached + row_size + 1 + first, places + <int64_t>i * width, width
        )
    return DONE


cdef inline void keep_short_paths(
    uint64_t *masks, uint64_t *places, int32_t n_source, int32_t n_hypothesis
) noexcept nogil:
    """Do the work of `keep_paths` for rows of one word."""
    cdef uint64_t first[2]
    cdef uint64_t second[2]
    cdef int32_t i
    first[1] = <uint64_t>1 << n_hypothesis
    second[1] = first[1]
    for i in range(n_source, -1, -1):
        places[i] = 0
        keep_row(masks + <int64_t>i * N_MASKS, first + 1, places + i, 1)
        keep_row(masks + <int64_t>i * N_MASKS + 3, second + 1, places + i, 1)


cdef inline Status find_rows(
    BitRows *rows,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil:
    """Find the cheapest steps of two token sequences; what is found belongs to the arena."""
    cdef Positions positions
    cdef Status status
    if n_hypothesis < 64:
        return find_short(rows, source, n_source, hypothesis, n_hypothesis, arena)
    status = index_positions(&positions, hypothesis, n_hypothesis, arena)
    if status != DONE:
        return status
    return find_banded(rows, &positions, source, n_source, n_hypothesis, cancel, arena)


cdef inline Status find_short(
    BitRows *rows, const int32_t *source, int32_t n_source, const int32_t *hypothesis,
    int32_t n_hypothesis, Arena *arena,
) noexcept nogil:
    """Find the rows of a hypothesis that fits into one word."""
    cdef Positions positions
    cdef size_t n_rows = <size_t>n_source + 1
    cdef uint64_t *equal
    if not open_slots(&positions, hypothesis, n_hypothesis, arena):
        return arena_status(arena)
    equal = <uint64_t *>arena_take(arena, positions.mask + 1, sizeof(uint64_t))
    rows.masks = <uint64_t *>arena_take(arena, n_rows, N_MASKS * sizeof(uint64_t))
    rows.places = <uint64_t *>arena_take(arena, n_rows, sizeof(uint64_t))
    if rows.masks == NULL or rows.places == NULL or equal == NULL:
        return arena_status(arena)
    rows.band.n_words = 1
    rows.band.width = 1
    rows.band.left = 0
    fill_short_rows(rows.masks, &positions, equal, source, n_source, n_hypothesis)
    keep_short_paths(rows.masks, rows.places, n_source, n_hypothesis)
    return DONE


cdef inline Status find_banded(
    BitRows *rows, Positions *positions, const int32_t *source, int32_t n_source,
    int32_t n_hypothesis, const int32_t *cancel, Arena *arena,
) noexcept nogil:
    """Find the rows in the narrowest band that shows to hold all cheapest paths."""
    cdef Band *band = &rows.band
    cdef size_t n_rows = <size_t>n_source + 1
    cdef int64_t longer = <int64_t>n_hypothesis - n_source
    cdef int64_t difference = longer if longer > 0 else -longer
    cdef int64_t slack = FIRST_SLACK
    cdef int64_t needed, width
    cdef Costs found
    cdef Sides sides
    cdef bint is_proven
    cdef Mark mark
    cdef uint64_t *equal
    cdef uint64_t *reached
    cdef Column *columns
    cdef Status status
    band.n_words = (n_hypothesis >> 6) + 1
    equal = <uint64_t *>arena_take(arena, band.n_words, sizeof(uint64_t))
    reached = <uint64_t *>arena_take(arena, 2 * <size_t>band.n_words + 2, sizeof(uint64_t))
    columns = <Column *>arena_take(arena, band.n_words, sizeof(Column))
    if equal == NULL or reached == NULL or columns == NULL:
        return arena_status(arena)
    mark = arena_mark(arena)
    sides.source = NULL
    while True:
        width = ((difference + 2 * slack) >> 6) + 2
        if band.n_words <= MOST_UNBANDED or width >= band.n_words:
            width = band.n_words
        band.width = <int32_t>width
        band.left = <int32_t>(slack - longer if longer < 0 else slack)
        rows.masks = <uint64_t *>arena_take(
            arena, n_rows * band.width, N_MASKS * sizeof(uint64_t)
        )
        if rows.masks == NULL:
            return arena_status(arena)
        status = fill_rows(
            rows.masks, columns, equal, positions, source, n_source, n_hypothesis, band, cancel,
            &found,
        )
        if status != DONE:
            return status
        needed = (found.second - difference + 1) // 2
        if band.width == band.n_words or needed <= slack:
            break
        if sides.source == NULL:
            status = number_tokens(&sides, positions, source, n_source, n_hypothesis, arena)
            if status != DONE:
                return status
        status = prove_band(
            &is_proven, &sides, -band.left, difference + 2 * slack - band.left, &found, arena
        )
        if status != DONE:
            return status
        if is_proven:
            break
        slack = min(4 * slack, needed)
        arena_rewind(arena, &mark)
        sides.source = NULL
    rows.places = <uint64_t *>arena_take(arena, n_rows * band.width, sizeof(uint64_t))
    if rows.places == NULL:
        return arena_status(arena)
    return keep_paths(
        rows.masks, reached, rows.places, n_source, n_hypothesis, band, cancel
    )
