"""The three-way table: the cells that an alignment may pass, within a slack.

It is filled only where a cheapest alignment can pass.

An alignment through the cell (i, j, k) costs at least P + e_sh(i, j) + e_sr(i, k) + e_hr(j, k): P
is the sum of the distances of the three pairs, and e the excess of a pair, what the cheapest
alignment of that pair through the cell costs more than the cheapest of all. Only cells whose
excesses sum to at most the slack are filled. Row by row of the source they lie in a box: j where
e_sh is within the slack, times k where e_sr is. Two planes of costs are kept, and one byte of move
for each cell.

If the cost C at the end is at most P + slack, the moves are those of the whole table. Every cell of
every cheapest alignment has excesses of at most C - P, so it is filled, and its cost is exact; a
cell that is left out lies on no cheapest alignment, and none of its successors on one gets its cost
from it. So the first move that gives the least is the same, and noting it while filling is enough.

Planes. The costs of row i are read by row i + 1, at its own box and one place before it in either
direction. So a plane is a frame around the boxes of both rows and a border before them, which holds
FAR where nothing is filled: then no neighbour needs a test.
"""

from libc.stdint cimport int32_t, int64_t, int8_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec.metrics.imeasure.pairs cimport (
    FAR, OTHER, Pair, Text, excess_at, first_in_row, last_in_row, measure_pair,
    place_of,
)

cdef struct Table:
    Text s
    Text h
    Text r
    Pair sh
    Pair sr
    Pair hr
    int64_t slack
    int64_t least  # the sum of the three distances: no alignment costs less
    bint is_passable  # whether every row of the source has a cell
    int64_t cost  # at the end; FAR or more where the end was not reached
    # The box of each row i of the source: j and k from the first to the last, and where its moves
    # begin.
    int64_t *first_j
    int64_t *last_j
    int64_t *first_k
    int64_t *last_k
    int64_t *firsts
    int64_t n_cells
    int8_t *moves


cdef enum:
    LONE = 4  # a token of one text, or an equal one of two, against gaps


cdef struct Plane:
    # Costs of a row of the source: cell (j, k) is costs[(j - first_j) * stride + k - first_k].
    int32_t *costs
    int64_t first_j
    int64_t first_k
    int64_t stride


cdef inline Status open_table(
    Table *table, Text s, Text h, Text r, int64_t slack, Arena *arena, const int32_t *cancel
) noexcept nogil:
    """Measure the pairs and lay out the boxes."""
    cdef Status status
    table.s = s
    table.h = h
    table.r = r
    table.slack = slack
    table.is_passable = False
    table.cost = FAR
    status = measure_pair(&table.sh, s, h, slack, True, arena, cancel)
    if status == DONE:
        status = measure_pair(&table.sr, s, r, slack, True, arena, cancel)
    if status == DONE:
        status = measure_pair(&table.hr, h, r, slack, True, arena, cancel)
    if status != DONE:
        return status
    table.least = <int64_t>table.sh.distance + table.sr.distance + table.hr.distance
    table.first_j = <int64_t *>arena_take(arena, 5 * (s.size + 1), sizeof(int64_t))
    if table.first_j == NULL:
        return arena_status(arena)
    table.last_j = table.first_j + s.size + 1
    table.first_k = table.last_j + s.size + 1
    table.last_k = table.first_k + s.size + 1
    table.firsts = table.last_k + s.size + 1
    return lay_out(table, cancel)


cdef inline Status lay_out(Table *table, const int32_t *cancel) noexcept nogil:
    """Find the box of each row; the table is passable if each has one."""
    cdef int64_t i
    table.n_cells = 0
    for i in range(table.s.size + 1):
        if i & 255 == 0 and is_cancelled(cancel):
            return CANCELLED
        if not (
            find_range(&table.sh, i, table.slack, &table.first_j[i], &table.last_j[i])
            and find_range(&table.sr, i, table.slack, &table.first_k[i], &table.last_k[i])
        ):
            return DONE
        table.firsts[i] = table.n_cells
        table.n_cells += (table.last_j[i] - table.first_j[i] + 1) * (
            table.last_k[i] - table.first_k[i] + 1
        )
    table.is_passable = True
    return DONE


cdef inline bint find_range(
    const Pair *pair, int64_t i, int64_t slack, int64_t *first, int64_t *last
) noexcept nogil:
    """Find the first and the last place of a row that is within the slack, if there is one."""
    cdef int64_t low = first_in_row(pair, i)
    cdef int64_t high = last_in_row(pair, i)
    while low <= high and excess_at(pair, i, low) > slack:
        low += 1
    while low <= high and excess_at(pair, i, high) > slack:
        high -= 1
    first[0] = low
    last[0] = high
    return low <= high


cdef inline void frame_of(const Table *table, int64_t i, Plane *plane, int64_t *n) noexcept nogil:
    """Set the frame of row i, without its costs, and say how many these are."""
    cdef int64_t next_row = min(i + 1, table.s.size)
    cdef int64_t last_j = max(table.last_j[i], table.last_j[next_row])
    cdef int64_t last_k = max(table.last_k[i], table.last_k[next_row])
    plane.first_j = min(table.first_j[i], table.first_j[next_row]) - 1
    plane.first_k = min(table.first_k[i], table.first_k[next_row]) - 1
    plane.stride = last_k - plane.first_k + 1
    n[0] = (last_j - plane.first_j + 1) * plane.stride


cdef inline Status fill_table(Table *table, Arena *arena, const int32_t *cancel) noexcept nogil:
    """Fill a passable table: moves, and the cost at the end."""
    cdef Plane before, here
    cdef int64_t i, at, n, most = 0, widest = 0
    cdef int32_t *costs_of_k
    cdef int32_t *excess_of_k
    cdef Status status
    for i in range(table.s.size + 1):
        frame_of(table, i, &here, &n)
        most = max(most, n)
        widest = max(widest, table.last_k[i] - table.first_k[i] + 1)
    before.costs = <int32_t *>arena_take(arena, <size_t>most, sizeof(int32_t))
    here.costs = <int32_t *>arena_take(arena, <size_t>most, sizeof(int32_t))
    costs_of_k = <int32_t *>arena_take(arena, 2 * <size_t>widest, sizeof(int32_t))
    table.moves = <int8_t *>arena_take(arena, <size_t>table.n_cells, 1)
    if before.costs == NULL or here.costs == NULL or costs_of_k == NULL or table.moves == NULL:
        return arena_status(arena)
    excess_of_k = costs_of_k + widest
    # Before the first row there is nothing.
    frame_of(table, 0, &before, &n)
    for at in range(n):
        before.costs[at] = FAR
    for i in range(table.s.size + 1):
        frame_of(table, i, &here, &n)
        for at in range(n):
            here.costs[at] = FAR
        for at in range(table.last_k[i] - table.first_k[i] + 1):
            look_at_reference(table, i, at, costs_of_k, excess_of_k)
        status = fill_row(table, i, &before, &here, costs_of_k, excess_of_k, cancel)
        if status != DONE:
            return status
        before, here = here, before
    # What was filled last is now before.
    table.cost = before.costs[
        (table.h.size - before.first_j) * before.stride + table.r.size - before.first_k
    ]
    return DONE


cdef inline void look_at_reference(
    const Table *table, int64_t i, int64_t at, int32_t *costs_of_k, int32_t *excess_of_k
) noexcept nogil:
    """Note what the pair of source and reference says at a row, for the place `at` of its box."""
    cdef int64_t k = table.first_k[i] + at
    cdef bint differs = i > 0 and k > 0 and table.s.tokens[i - 1] != table.r.tokens[k - 1]
    costs_of_k[at] = OTHER if differs else 0
    excess_of_k[at] = excess_at(&table.sr, i, k)


cdef inline Status fill_row(
    Table *table, int64_t i, const Plane *before, const Plane *here, const int32_t *costs_of_k,
    const int32_t *excess_of_k, const int32_t *cancel,
) noexcept nogil:
    """Fill the cells of row i of the source that are within the slack."""
    cdef const int32_t *r = table.r.tokens
    cdef int64_t first_k = table.first_k[i]
    cdef int64_t size = table.last_k[i] - first_k + 1
    cdef int64_t j, k, at, low, high
    cdef int32_t token, slack, cost, best, sh, hr
    cdef const int32_t *above_left  # i - 1, j - 1
    cdef const int32_t *above  # i - 1, j
    cdef const int32_t *left  # i, j - 1
    cdef int32_t *row
    cdef const int32_t *through
    cdef int8_t *moves
    cdef int8_t move
    for j in range(table.first_j[i], table.last_j[i] + 1):
        if is_cancelled(cancel):
            return CANCELLED
        slack = <int32_t>table.slack - excess_at(&table.sh, i, j)
        if slack < 0:
            continue
        sh = OTHER if i > 0 and j > 0 and table.s.tokens[i - 1] != table.h.tokens[j - 1] else 0
        token = table.h.tokens[j - 1] if j > 0 else 0
        slack += table.hr.distance
        low = max(first_k, first_in_row(&table.hr, j))
        high = min(table.last_k[i], last_in_row(&table.hr, j))
        through = table.hr.through + place_of(&table.hr, j, 0)
        row = here.costs + (j - here.first_j) * here.stride - here.first_k
        left = row - here.stride
        above = before.costs + (j - before.first_j) * before.stride - before.first_k
        above_left = above - before.stride
        moves = table.moves + table.firsts[i] + (j - table.first_j[i]) * size - first_k
        for k in range(low, high + 1):
            if through[k] + excess_of_k[k - first_k] > slack:
                continue
            if i == 0 and j == 0 and k == 0:
                row[0] = 0
                continue
            hr = OTHER if k > 0 and r[k - 1] != token else 0
            at = k - first_k
            best = above_left[k - 1] + sh + costs_of_k[at] + hr
            move = 0
            cost = above_left[k] + LONE + sh
            if cost < best:
                best = cost
                move = 1
            cost = above[k - 1] + LONE + costs_of_k[at]
            if cost < best:
                best = cost
                move = 2
            cost = left[k - 1] + LONE + hr
            if cost < best:
                best = cost
                move = 3
            cost = above[k] + LONE
            if cost < best:
                best = cost
                move = 4
            cost = left[k] + LONE
            if cost < best:
                best = cost
                move = 5
            cost = row[k - 1] + LONE
            if cost < best:
                best = cost
                move = 6
            row[k] = best
            moves[k] = move
    return DONE
