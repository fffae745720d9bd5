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
those right of it by insertions alone. Such costs are those of real paths, so no cost is too low; and
costs of places on cheapest paths are right if the band holds all cheapest paths. The cost found for
the whole is thus a bound on d; if a band that it asks for is no wider than the one in use, all is
right: steps that lead back from the end make paths of cost d, and these lie in the band. The bound
is far off where thousands of words were replaced, each in its place; a look at the tokens may show
that no path outside of the band is as cheap (`_bandproof`), and then all is right too. Otherwise the
band grows fourfold, but no wider than the bound asks for.

Time is n * w words for n source tokens and a band of w words, about 40 instructions each: linear in
n for similar sentences, n * m / 64 for unrelated ones. Memory is seven bits a place of the band.

References: Ukkonen (1985), Information and Control 64; Myers (1999), J. ACM 46; Hyyrö (2003), Acta
Cybernetica; Hyyrö (2004), AWOCA.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take
from fastgec._bandproof cimport Costs, Sides, prove_band
from fastgec._lattice cimport Options, is_cancelled


cdef enum:
    FIRST_SLACK = 64  # what the first band holds beside the difference of lengths, to each side
    MOST_UNBANDED = 4  # words of a row that are computed without a band


cdef struct Positions:
    # Where each token stands in the hypothesis: a hash table of chains, first position first.
    const int32_t *tokens
    int32_t *keys  # a position of the slot's token, -1 in a free slot
    int32_t *firsts  # its first position that rows may still ask for, -1 after the last
    int32_t *nexts  # of each position: the next one of the same token
    uint64_t mask


cdef struct Column:
    # One word of a row. First cost: the row rises or falls by one at this place; second cost: the
    # common subsequence does not grow at this place.
    uint64_t up
    uint64_t down
    uint64_t level


cdef struct Carries:
    # What one word of a row hands to the next.
    uint64_t same
    uint64_t rise
    uint64_t fall
    uint64_t common
    uint64_t grown


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
    positions.keys = <int32_t *>arena_take(arena, n_slots, sizeof(int32_t))
    positions.firsts = <int32_t *>arena_take(arena, n_slots, sizeof(int32_t))
    positions.nexts = <int32_t *>arena_take(arena, size, sizeof(int32_t))
    if positions.keys == NULL or positions.firsts == NULL or positions.nexts == NULL:
        return arena_status(arena)
    memset(positions.keys, 0xFF, n_slots * sizeof(int32_t))
    for j in range(size - 1, -1, -1):
        if tokens[j] >= 0:  # an unknown token equals nothing
            slot = find_slot(positions, tokens[j])
            positions.nexts[j] = -1 if positions.keys[slot] < 0 else positions.firsts[slot]
            positions.keys[slot] = j
            positions.firsts[slot] = j
    return DONE


cdef inline uint64_t find_slot(const Positions *positions, int32_t token) noexcept nogil:
    """Return the slot of a token, or the free slot where it would stand."""
    cdef uint64_t slot = slot_of(token, positions.mask)
    while positions.keys[slot] >= 0 and positions.tokens[positions.keys[slot]] != token:
        slot = (slot + 1) & positions.mask
    return slot


cdef inline void advance(
    Column *column, Carries *carries, uint64_t eq, uint64_t inner, uint64_t *row, int32_t width
) noexcept nogil:
    """Compute one word of the next row: `eq` marks equal tokens, `inner` all places but the first.

    `row` is where the word's first mask goes; the others follow at distances of `width`.
    """
    cdef uint64_t pv = column.up
    cdef uint64_t mv = column.down
    cdef uint64_t lv = column.level
    cdef uint64_t total, same, rises, falls, common, grows
    # First cost: `same` where the diagonal costs nothing, `rises` where this row is one above the
    # last, so that a deletion is cheapest.
    total = eq & pv
    common = total + carries.same
    carries.same = common < total
    total = common + pv
    carries.same |= total < pv
    same = (total ^ pv) | eq | mv
    rises = mv | ~(same | pv)
    falls = same & pv
    row[DELETION * width] = rises
    row[DIAGONAL * width] = (eq | ~same) & inner
    total = rises >> 63
    rises = rises << 1 | carries.rise
    carries.rise = total
    total = falls >> 63
    falls = falls << 1 | carries.fall
    carries.fall = total
    column.up = (falls | ~(same | rises)) & inner
    column.down = rises & same
    row[INSERTION * width] = column.up
    # Second cost: `grows` where the common subsequence is longer than in the last row: the two rows
    # differ there by a prefix sum, modulo 2, of where their growth differs.
    common = lv & eq
    total = common + carries.common
    carries.common = total < common
    common = total + lv
    carries.common |= common < lv
    common = (common | (lv & ~eq)) & inner
    grows = lv ^ common
    grows ^= grows << 1
    grows ^= grows << 2
    grows ^= grows << 4
    grows ^= grows << 8
    grows ^= grows << 16
    grows ^= grows << 32
    grows ^= -carries.grown
    carries.grown = grows >> 63
    column.level = common
    row[(3 + DELETION) * width] = ~grows
    row[(3 + DIAGONAL) * width] = (eq | (lv & ~grows)) & inner
    row[(3 + INSERTION) * width] = common


cdef inline void open_row(uint64_t *row, int32_t width) noexcept nogil:
    """Write row 0, which insertions alone reach."""
    cdef int32_t w
    cdef uint64_t inner
    for w in range(width):
        inner = ~<uint64_t>1 if w == 0 else ~<uint64_t>0
        row[DIAGONAL * width + w] = 0
        row[DELETION * width + w] = 0
        row[INSERTION * width + w] = inner
        row[(3 + DIAGONAL) * width + w] = 0
        row[(3 + DELETION) * width + w] = 0
        row[(3 + INSERTION) * width + w] = inner


cdef void fill_short_rows(
    uint64_t *masks, const Positions *positions, uint64_t *equal, const int32_t *source,
    int32_t n_source, int32_t n_hypothesis,
) noexcept nogil:
    """Write the cheapest steps into every place, for rows of one word.

    `equal` has a word per slot of the positions.
    """
    cdef Column column
    cdef Carries carries
    cdef uint64_t slot
    cdef int32_t i, j
    for j in range(n_hypothesis):
        if positions.tokens[j] >= 0:
            slot = find_slot(positions, positions.tokens[j])
            if positions.firsts[slot] == j:
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


cdef Status fill_rows(
    uint64_t *masks,
    Column *columns,
    uint64_t *equal,
    Positions *positions,
    const int32_t *source,
    int32_t n_source,
    int32_t n_hypothesis,
    const Band *band,
    const Options *options,
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
    # At the place left of the band: common tokens, and what the first cost is above the row's number.
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
        if i & 31 == 0 and is_cancelled(options):
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


cdef inline void keep_row(
    uint64_t *row, uint64_t *mine, uint64_t *row_places, int32_t width
) noexcept nogil:
    """Keep the steps of one row that lead to the end, and mark the places on them.

    `mine` marks the places that steps of later rows lead back to; afterwards, those of the row
    above. It has a word more before its first one.
    """
    cdef int32_t w
    cdef uint64_t carry = 0
    cdef uint64_t below = 0
    cdef uint64_t seeds, steps, diagonal
    # Right to left: an insertion may leave the word below and enter this one.
    for w in range(width - 1, -1, -1):
        seeds = mine[w] | carry << 63
        steps = row[INSERTION * width + w]
        if seeds & steps:
            seeds = flood(seeds, steps)
        steps &= seeds
        row[INSERTION * width + w] = steps
        carry = steps & 1
        row[DELETION * width + w] &= seeds
        diagonal = row[DIAGONAL * width + w] & seeds
        row[DIAGONAL * width + w] = diagonal
        row_places[w] |= seeds
        mine[w] = row[DELETION * width + w] | diagonal >> 1 | below << 63
        below = diagonal & 1
    mine -= 1
    mine[0] = below << 63


cdef Status keep_paths(
    uint64_t *masks, uint64_t *reached, uint64_t *places, int32_t n_source, int32_t n_hypothesis,
    const Band *band, const Options *options,
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
        if i & 31 == 0 and is_cancelled(options):
            return CANCELLED
        row = masks + <int64_t>i * N_MASKS * width
        first = first_word(band, i)
        keep_row(row, reached + 1 + first, places + <int64_t>i * width, width)
        keep_row(
            row + 3 * width, reached + row_size + 1 + first, places + <int64_t>i * width, width
        )
    return DONE


cdef void keep_short_paths(
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


cdef Status find_rows(
    BitRows *rows,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const Options *options,
    Arena *arena,
) noexcept nogil:
    """Find the cheapest steps of two token sequences; what is found belongs to the arena."""
    cdef Positions positions
    cdef Status status = index_positions(&positions, hypothesis, n_hypothesis, arena)
    if status != DONE:
        return status
    if n_hypothesis < 64:
        return find_short(rows, &positions, source, n_source, n_hypothesis, arena)
    return find_banded(rows, &positions, source, n_source, n_hypothesis, options, arena)


cdef Status find_short(
    BitRows *rows, const Positions *positions, const int32_t *source, int32_t n_source,
    int32_t n_hypothesis, Arena *arena,
) noexcept nogil:
    """Find the rows of a hypothesis that fits into one word."""
    cdef size_t n_rows = <size_t>n_source + 1
    cdef uint64_t *equal = <uint64_t *>arena_take(arena, positions.mask + 1, sizeof(uint64_t))
    rows.masks = <uint64_t *>arena_take(arena, n_rows, N_MASKS * sizeof(uint64_t))
    rows.places = <uint64_t *>arena_take(arena, n_rows, sizeof(uint64_t))
    if rows.masks == NULL or rows.places == NULL or equal == NULL:
        return arena_status(arena)
    rows.band.n_words = 1
    rows.band.width = 1
    rows.band.left = 0
    fill_short_rows(rows.masks, positions, equal, source, n_source, n_hypothesis)
    keep_short_paths(rows.masks, rows.places, n_source, n_hypothesis)
    return DONE


cdef Status number_tokens(
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


cdef Status find_banded(
    BitRows *rows, Positions *positions, const int32_t *source, int32_t n_source,
    int32_t n_hypothesis, const Options *options, Arena *arena,
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
            rows.masks, columns, equal, positions, source, n_source, n_hypothesis, band, options,
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
    rows.places = <uint64_t *>arena_take(arena, n_rows * band.width, sizeof(uint64_t))
    if rows.places == NULL:
        return arena_status(arena)
    return keep_paths(
        rows.masks, reached, rows.places, n_source, n_hypothesis, band, options
    )
