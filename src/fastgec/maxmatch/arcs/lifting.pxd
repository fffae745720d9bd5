"""Bounds raised to what the scorer's arcs ask for, where none of its paths costs the bound.

A document may miss the bound by a thousandth in many places that have nothing to do with one
another. With slack for all of them at once, nearly any arc could be on a path. So the costs to the
end are raised first; then each place has its own share of the slack.

Tails come from the last row to the first. Of each one, the arcs are found with which a path could
cost `level`, and no more, by what is known of the rest; if there is none, whatever leaves it costs
a thousandth more. The level begins at the bound, and becomes what all ways over a row cost at
least, once that is more. What comes out holds for any level: it only says how many arcs are looked
at.

A tail needs no more looking once one of its arcs makes it *low*: then it costs no more than what is
known to be the least. That is what was known of it before, or what follows in the states of the
certified program from costs of the row behind it, which are raised (`expect_row`): what is gained
there is not asked for again. Or, if all ways over a row behind it cost so much at least, it is what
is missing to that: a path over the tail crosses this row. What ways over a row cost at least is
sure, as each way is at a vertex of it, outside or inside an edit, unless a gold arc leads over it;
states that narrow cells leave out cost two more than outside, or are no better than others. Base
arcs and gold arcs are tried first, as they need no labels.

When the level rises, the last rows were looked at with one that was too low, and their vertices
look alike. So rows are taken once more, from the one below the last with a tail that a path of that
level could hold.

Rows may be left as they are. If the scorer is known to have the rest of a path of the bound from
some vertex on (`Bounds.shown`), the level cannot rise behind it. Most tails there are low; so at
first, rows far behind it are left.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.paths.back_rows cimport clear_back_rows
from fastgec.maxmatch.paths.bounds cimport (
    Bounds, expect_row, fill_back_row, gold_arc, reopen_back_row,
)
from fastgec.maxmatch.program.cells cimport NEVER, SINGLE, lower
from fastgec.maxmatch.program.certified cimport forward_cost, state_cost
from fastgec.maxmatch.arcs.fronts cimport Front, find_joined
from fastgec.maxmatch.entries.label_blocks cimport Blocks, label_next, open_box
from fastgec.maxmatch.entries.label_picks cimport CLOSED, FAR
from fastgec.maxmatch.entries.regions cimport BelowRows
from fastgec.maxmatch.paths.groups cimport add_tail, has_block, is_full, take_block
from fastgec.maxmatch.paths.label_regions cimport pick_lanes
from fastgec.maxmatch.terms.records cimport GoldArc, Program, TightArc
from fastgec.maxmatch.arcs.tail_arcs cimport collect_base, collect_gold
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, arc_cost
from fastgec.maxmatch.paths.walks cimport walk_edits
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    MOST_TRIES = 4  # to find a path, before bounds are raised again
    MOST_RISES = 256  # of the level, after which rows are taken once more
    FAR_BEHIND = 128  # rows; few edits lead over more
    LEFT_OUT = 2  # what a state that narrow cells leave out costs more than outside, at least


cdef inline int64_t row_level(const Bounds *bounds, int32_t row) noexcept nogil:
    """Return what ways over a row cost at least, by its costs to the end of all states."""
    cdef const Program *program = bounds.program
    cdef int32_t n_states = bounds.rows.n_states
    cdef int32_t first = program.lattice.rows[row]
    cdef const int64_t *rests = bounds.rows.cells + (row & 1) * bounds.rows.size
    cdef int64_t cost, outside
    cdef int64_t least = NEVER
    cdef int32_t number, state
    for number in range(first, program.lattice.rows[row + 1]):
        outside = forward_cost(program, number)
        least = min(least, outside + bounds.backward[number])
        for state in range(SINGLE, n_states):
            cost = state_cost(program, number, state)
            if cost < NEVER:
                cost >>= program.cost_shift
            elif program.is_narrow:
                cost = outside + LEFT_OUT
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


cdef inline bint is_low(const Front *front, int32_t tail) noexcept nogil:
    """Whether no arc can lower what a tail costs to the end: that is what it costs at least."""
    return front.lightest.rests[tail] <= max(
        front.bounds.backward[tail], front.sure - front.lightest.forward[tail]
    )


cdef inline Status lift_group(Front *front, int32_t row, Arena *arena) noexcept nogil:
    """Lower the rests of the tails of a group by their edits of several arcs to rows behind."""
    cdef Bounds *bounds = front.bounds
    cdef Status status = walk_edits(bounds, arena)
    if is_cancelled(front.lightest.options.cancel):
        return CANCELLED
    while bounds.group.n_heads and has_block(&bounds.group) and status == DONE:
        status = take_block(&bounds.group, &bounds.blocks, arena)
        if status == DONE and bounds.blocks.n_heads:
            status = lift_block(front, row, arena)
    return status


cdef inline Status lift_block(Front *front, int32_t row, Arena *arena) noexcept nogil:
    """Lower the rests of the tails of a block, which has heads."""
    cdef Bounds *bounds = front.bounds
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t *forward = front.lightest.forward
    cdef int32_t lane, number, head, tail
    cdef Status status
    front.least = NEVER
    front.n_alive = blocks.n_tails
    for lane in range(blocks.n_tails):
        front.least = min(front.least, forward[blocks.tails[lane]])
    for lane in range(32):
        front.costs[lane] = CLOSED
    for lane in range(blocks.n_tails):
        tail = blocks.tails[lane]
        front.costs[lane] = <int32_t>min(forward[tail] - front.least, <int64_t>FAR)
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
            lift_head(front, head)
            if front.n_alive == 0:
                break
    return DONE


cdef inline void lift_head(Front *front, int32_t head) noexcept nogil:
    """Lower the rests of tails by edits of several arcs to the head labelled last."""
    cdef Bounds *bounds = front.bounds
    cdef int64_t *rests = front.lightest.rests
    cdef int64_t most = bounds.most - bounds.backward[head]
    cdef uint32_t picked = pick_lanes(
        &bounds.blocks, head, front.costs, most - front.least
    )
    cdef int32_t lane, tail
    cdef TightArc arc
    while picked:
        lane = lowest_bit(picked)
        picked &= picked - 1
        tail = bounds.blocks.tails[lane]
        if find_joined(front, lane, head, min(
            most - front.lightest.forward[tail], rests[tail] - rests[head] - 1
        ), &arc):
            lower(&rests[tail], rests[head] + arc_cost(front.lightest, &arc))
            if is_low(front, tail):
                front.costs[lane] = CLOSED
                front.n_alive -= 1


cdef inline int32_t take_open(Front *front, int32_t first, int32_t row) noexcept nogil:
    """Take the next tails of a row that may still be lowered; return the vertex after the last."""
    cdef Bounds *bounds = front.bounds
    cdef int32_t tail = first
    bounds.group.n_tails = 0
    while tail < front.lightest.lattice.rows[row + 1] and not is_full(&bounds.group):
        if not is_low(front, tail):
            add_tail(&bounds.group, &bounds.blocks, tail, front.lightest.forward[tail])
        tail += 1
    return tail


cdef inline Status lift_inside(Front *front, int32_t row, int32_t end) noexcept nogil:
    """Lower the rests of the tails of a row before `end` by insertions, base arcs, and gold arcs.

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
        if tail < end and not is_low(front, tail):
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
        if not lattice.vertices[tail].n_insertion:
            inserted = next_rest = NEVER
    return DONE


cdef inline Status lift_row(
    Front *front, int32_t row, int64_t *cells, Arena *arena
) noexcept nogil:
    """Find what tails of a row cost to the end, as far as a path of `bounds.most` can hold them.

    `cells` has room for the costs of a row.
    """
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const int32_t *rows = lightest.lattice.rows
    cdef int32_t tail, first
    cdef int32_t end = 0
    cdef Status status
    # Arcs come from rows in falling order, and from the tails of a row in rising order.
    while front.gold > 0 and gold_arc(bounds, front.gold - 1).tail >= rows[row]:
        front.gold -= 1
    if front.is_filled:
        expect_row(bounds, row, front.gold, cells)
    for tail in range(rows[row], rows[row + 1]):
        lightest.rests[tail] = bounds.backward[tail]
        if lightest.forward[tail] + bounds.backward[tail] <= bounds.most:
            lightest.rests[tail] = bounds.most + 1 - lightest.forward[tail]
    tail = lightest.lattice.n_vertices - 1
    lightest.rests[tail] = 0
    # What arcs of one step do, blocks need not look for.
    status = lift_inside(front, row, rows[row + 1])
    if status != DONE:
        return status
    first = take_open(front, rows[row], row)
    while bounds.group.n_tails:
        end = bounds.group.tails[bounds.group.n_tails - 1]
        status = lift_group(front, row, arena)
        if status != DONE:
            return status
        first = take_open(front, first, row)
    return lift_inside(front, row, end) if end else DONE


cdef inline bint has_tail(const LightestArcs *lightest, int32_t row, int64_t level) noexcept nogil:
    """Whether a path of that level may be outside an edit in a row."""
    cdef int32_t tail
    for tail in range(lightest.lattice.rows[row], lightest.lattice.rows[row + 1]):
        if lightest.forward[tail] + lightest.rests[tail] <= level:
            return True
    return False


cdef inline void begin_below(Front *front, int32_t row) noexcept nogil:
    """Begin at a row: take the costs to the end of the row behind it as they are.

    They are not kept from inside an edit that has one arc so far.
    """
    front.gold = front.bounds.found.n_arcs
    front.is_filled = row == front.lightest.lattice.n_source
    if row < front.lightest.lattice.n_source:
        reopen_back_row(front.bounds, row + 1)
    else:
        clear_back_rows(&front.bounds.rows)


cdef inline Status lift_costs(Front *front, int64_t spare, Arena *arena) noexcept nogil:
    """Raise the costs to the end, by arcs that cost up to `spare` more than the level."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = lightest.lattice
    cdef BelowRows *below = &bounds.blocks.region.below
    cdef int64_t level = bounds.bound
    cdef int64_t higher
    cdef int32_t row, tail
    cdef int32_t last_held  # row with a tail of the level
    cdef int32_t n_rises = 0
    cdef Status status
    cdef int32_t *n_crossing = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    cdef int64_t *sure = <int64_t *>arena_take(
        arena, <size_t>lattice.n_source + 1, sizeof(int64_t)
    )
    cdef int64_t *cells = <int64_t *>arena_take(arena, bounds.rows.size, sizeof(int64_t))
    if n_crossing == NULL or sure == NULL or cells == NULL:
        return arena_status(arena)
    for row in range(lattice.n_source + 1):
        sure[row] = level
    count_crossing(n_crossing, bounds)
    lightest.is_lifting = True
    lightest.is_keeping = False
    lightest.rests = lightest.reached  # which holds nothing that is asked for again
    for tail in range(lattice.n_vertices):
        lightest.forward[tail] = forward_cost(bounds.program, tail)
    below.is_asked = True
    below.head = -1
    row = lattice.n_source
    if spare == 0:
        row = min(row, lattice.vertices[bounds.shown].i + <int32_t>FAR_BEHIND)
    for tail in range(lattice.rows[row + 1], lattice.n_vertices):
        lightest.rests[tail] = bounds.backward[tail]
    last_held = row
    begin_below(front, row)
    while row >= 0:
        bounds.most = level + spare
        front.sure = sure[row]
        status = lift_row(front, row, cells, arena)
        if status != DONE:
            return status
        if has_tail(lightest, row, level):
            last_held = row
        fill_back_row(bounds, row, lightest.rests)
        front.is_filled = True
        higher = level
        if row:
            sure[row - 1] = max(sure[row - 1], sure[row])
        if n_crossing[row] == 0:
            higher = row_level(bounds, row)
            if row:
                sure[row - 1] = max(sure[row - 1], higher)
            higher = max(level, higher)
        if higher > level:
            below.head = -1
        if higher > level and n_rises < MOST_RISES:
            n_rises += 1
            row = min(lattice.n_source, last_held + 1)
            begin_below(front, row)
        else:
            row -= 1
        level = higher
    below.is_asked = False
    return DONE
