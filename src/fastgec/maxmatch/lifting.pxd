"""Bounds raised to what the scorer's arcs ask for, where none of its paths costs the bound.

A document may miss the bound by a thousandth in many places that have nothing to do with one
another. With slack for all of them at once, nearly any arc could be on a path. So the costs to the
end are raised first; then each place has its own share of the slack.

Tails come from the last row to the first. Of each one, the arcs are found with which a path could
cost `level`, and no more, by what is known of the rest; if there is none, whatever leaves it costs a
thousandth more. The level begins at the bound, and becomes what all ways over a row cost at least,
once that is more. What comes out holds for any level: it only says how many arcs are looked at.

When the level rises, the last rows were looked at with one that was too low, and their vertices look
alike. So some are taken once more: those behind the last tail that a path of that level could hold,
and as many before it.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.bounds cimport (
    Bounds, clear_back_rows, fill_back_row, forward_cost, gold_arc, reopen_back_row,
)
from fastgec.maxmatch.cells cimport NEVER, SINGLE
from fastgec.maxmatch.certified cimport state_cost
from fastgec.maxmatch.fronts cimport CLOSED, MANY, Front, collect_head
from fastgec.maxmatch.label_blocks cimport Blocks, label_next, open_box
from fastgec.maxmatch.records cimport GoldArc, Program
from fastgec.maxmatch.tail_arcs cimport collect_base, collect_gold
from fastgec.maxmatch.tight_arcs cimport LightestArcs
from fastgec.maxmatch.walks cimport take_block, walk_edits
from fastgec.maxmatch.weights cimport STEP


cdef enum:
    MOST_TRIES = 4  # to find a path, before bounds are raised again
    MOST_RISES = 256  # of the level, after which rows are taken once more


cdef inline int64_t row_level(const Bounds *bounds, int32_t row) noexcept nogil:
    """Return what ways over a row cost at least, by its costs to the end of all states."""
    cdef const Program *program = bounds.program
    cdef int32_t n_states = bounds.rows.n_states
    cdef int32_t first = program.lattice.rows[row]
    cdef const int64_t *rests = bounds.rows.cells + (row & 1) * bounds.rows.size
    cdef int64_t cost
    cdef int64_t least = NEVER
    cdef int32_t number, state
    for number in range(first, program.lattice.rows[row + 1]):
        least = min(least, forward_cost(program, number) + bounds.backward[number])
        for state in range(SINGLE, n_states):
            cost = state_cost(program, number, state)
            if cost < NEVER:
                cost >>= program.cost_shift
                least = min(least, cost + rests[<int64_t>(number - first) * n_states + state])
    return least


cdef inline void count_crossing(int32_t *n_crossing, const Bounds *bounds) noexcept nogil:
    """Write how many gold arcs lead over each row; ways that take one are at no vertex of it."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const GoldArc *arc
    cdef int64_t at
    cdef int32_t row
    memset(n_crossing, 0, (<size_t>lattice.n_source + 2) * sizeof(int32_t))
    for at in range(bounds.found.n_arcs):
        arc = &bounds.found.arcs[at]
        if lattice.vertices[arc.head].i > lattice.vertices[arc.tail].i:
            n_crossing[lattice.vertices[arc.tail].i + 1] += 1
            n_crossing[lattice.vertices[arc.head].i] -= 1
    for row in range(lattice.n_source + 1):
        n_crossing[row + 1] += n_crossing[row]


cdef inline Status lift_block(Front *front, int32_t row, Arena *arena) noexcept nogil:
    """Lower the rests of the tails of a block by their edits of several arcs to rows behind."""
    cdef Bounds *bounds = front.bounds
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t *forward = front.lightest.forward
    cdef int64_t more
    cdef int32_t lane, number, head, tail
    cdef Status status
    walk_edits(bounds)
    if blocks.n_heads == 0:
        return DONE
    front.least = NEVER
    for lane in range(blocks.n_tails):
        front.least = min(front.least, forward[blocks.tails[lane]])
    for lane in range(32):
        front.steps[lane] = CLOSED
        front.rests[lane] = 0
    for lane in range(blocks.n_tails):
        tail = blocks.tails[lane]
        more = forward[tail] - front.least
        front.steps[lane] = <int32_t>min(more // STEP, <int64_t>MANY)
        front.rests[lane] = <int32_t>(more % STEP)
        while front.gold < bounds.found.n_arcs and gold_arc(bounds, front.gold).tail < tail:
            front.gold += 1
        front.golds[lane] = front.gold
    front.n_open = blocks.n_tails
    status = open_box(blocks, arena)
    if status != DONE:
        return status
    for number in range(blocks.n_heads):
        head = label_next(blocks)
        if head >= bounds.program.lattice.rows[row + 1]:
            status = collect_head(front, head)
            if status != DONE:
                return status
    return DONE


cdef inline Status lift_inside(Front *front, int32_t row) noexcept nogil:
    """Lower the rests of the tails of a row by insertions, by base arcs, and by gold arcs.

    Where two tokens or more are inserted, that costs a step for each one and a thousandth, if it
    spells no gold edit.
    """
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = lightest.lattice
    cdef int64_t *rests = lightest.rests
    cdef int64_t inserted = NEVER
    cdef int64_t next_rest = NEVER
    cdef int64_t gold = front.gold
    cdef int32_t tail
    cdef Status status
    while gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail < lattice.rows[row + 1]:
        gold += 1
    for tail in range(lattice.rows[row + 1] - 1, lattice.rows[row] - 1, -1):
        if tail < lattice.n_vertices - 1 and (
            lightest.forward[tail] + bounds.backward[tail] <= bounds.most
        ):
            while gold > 0 and gold_arc(bounds, gold - 1).tail >= tail:
                gold -= 1
            status = collect_base(lightest, bounds, tail, gold)
            if status == DONE:
                status = collect_gold(lightest, bounds, tail, gold)
            if status != DONE:
                return status
            rests[tail] = max(min(rests[tail], inserted + 1), bounds.backward[tail])
        inserted = min(inserted, next_rest) + STEP
        next_rest = rests[tail] + STEP
        if lattice.vertices[tail].insertion < 0:
            inserted = next_rest = NEVER
    return DONE


cdef inline Status lift_row(Front *front, int32_t row, Arena *arena) noexcept nogil:
    """Find what the tails of a row cost to the end, as far as a path of `bounds.most` can hold them.
    """
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const int32_t *rows = lightest.lattice.rows
    cdef int32_t tail, first
    cdef Status status
    # Arcs come from rows in falling order, and from the tails of a row in rising order.
    while front.gold > 0 and gold_arc(bounds, front.gold - 1).tail >= rows[row]:
        front.gold -= 1
    for tail in range(rows[row], rows[row + 1]):
        bounds.starts[tail - rows[row]] = lightest.forward[tail]
        lightest.rests[tail] = bounds.backward[tail]
        if lightest.forward[tail] + bounds.backward[tail] <= bounds.most:
            lightest.rests[tail] = bounds.most + 1 - lightest.forward[tail]
    tail = lightest.lattice.n_vertices - 1
    lightest.rests[tail] = 0
    first = take_block(bounds, rows[row], row, lightest.forward)
    while bounds.blocks.n_tails:
        if is_cancelled(lightest.options.cancel):
            return CANCELLED
        status = lift_block(front, row, arena)
        if status != DONE:
            return status
        first = take_block(bounds, first, row, lightest.forward)
    return lift_inside(front, row)


cdef inline bint has_tail(const LightestArcs *lightest, int32_t row, int64_t level) noexcept nogil:
    """Whether a path of that level may be outside an edit in a row."""
    cdef int32_t tail
    for tail in range(lightest.lattice.rows[row], lightest.lattice.rows[row + 1]):
        if lightest.forward[tail] + lightest.rests[tail] <= level:
            return True
    return False


cdef inline Status lift_costs(Front *front, int64_t spare, Arena *arena) noexcept nogil:
    """Raise the costs to the end, by arcs that cost up to `spare` more than the level."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = lightest.lattice
    cdef int64_t level = bounds.bound
    cdef int64_t higher
    cdef int32_t row, tail
    cdef int32_t last_held = lattice.n_source  # row with a tail of the level
    cdef int32_t n_rises = 0
    cdef Status status
    cdef int32_t *n_crossing = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    if n_crossing == NULL:
        return arena_status(arena)
    count_crossing(n_crossing, bounds)
    lightest.is_lifting = True
    lightest.is_keeping = False
    lightest.rests = lightest.reached  # which holds nothing that is asked for again
    for tail in range(lattice.n_vertices):
        lightest.forward[tail] = forward_cost(bounds.program, tail)
    clear_back_rows(&bounds.rows)
    front.gold = bounds.found.n_arcs
    row = lattice.n_source
    while row >= 0:
        bounds.most = level + spare
        status = lift_row(front, row, arena)
        if status != DONE:
            return status
        if has_tail(lightest, row, level):
            last_held = row
        fill_back_row(bounds, row, lightest.rests)
        higher = level
        if n_crossing[row] == 0:
            higher = max(level, row_level(bounds, row))
        if higher > level and n_rises < MOST_RISES:
            n_rises += 1
            row = min(lattice.n_source, 2 * last_held - row + 1)
            front.gold = bounds.found.n_arcs
            if row < lattice.n_source:
                reopen_back_row(bounds, row + 1)
            else:
                clear_back_rows(&bounds.rows)
        else:
            row -= 1
        level = higher
    return DONE
