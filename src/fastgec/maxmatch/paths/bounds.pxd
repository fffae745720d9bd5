"""Lower bounds on the cost of a path.

Let forward(v) be the least cost from the start to v outside an edit, backward(v) the least cost
from there to the end, both over the states of the certified program, and `bound` the least cost of
a whole path. A path of the scorer that costs at most `most` can only hold arcs (p, q) with

    forward(p) + weight + backward(q) <= most.

`walks` finds these.

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.paths.back_rows cimport (
    BackRows, begin_back, clear_back_rows, go_back_by, go_back_two, open_back_rows,
)
from fastgec.maxmatch.paths.back_steps cimport Steps, go_back_steps, join_steps, write_steps
from fastgec.maxmatch.program.cells cimport NEVER, OUTSIDE, SEVERAL, SINGLE, lower
from fastgec.maxmatch.program.certified cimport forward_cost, gold_cost
from fastgec.maxmatch.gold.gold_tails cimport GoldTails, arc_at, first_of_tail, sort_tails
from fastgec.maxmatch.entries.label_blocks cimport Blocks, open_blocks
from fastgec.maxmatch.paths.groups cimport Group, open_group
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Held, Program


cdef enum:
    MOST_LESS = 127  # that a path costs from inside an edit, and not from outside


cdef struct InnerWays:
    # Ways to a vertex inside an edit from the tails of a group.
    int64_t cost  # least of any path that ends with such a way; NEVER if there is none
    int32_t noops  # fewest of any way
    uint32_t blocks  # of the group, as bits: those from whose tails a way leads here


cdef struct Bounds:
    # What a path may cost, and the walk from a group of tails.
    const Program *program
    const GoldArcs *found
    GoldTails tails
    int64_t *gold_rests  # of each gold arc: least cost from its tail to the end by this arc
    Held *held  # of each row: vertices that paths of the least cost may be at (`held_rows`)
    int64_t n_held  # of all rows
    int64_t *backward  # of each vertex: least cost from outside to the end
    BackRows rows
    int64_t n_back  # gold arcs whose heads are still to come
    int64_t n_left  # by tail: those whose tails are
    int8_t *inside  # limit + 1 per vertex: what it is more from inside one, with so many noops
    Group group  # tails, and heads that an arc from them may close at
    Blocks blocks  # a block of them
    InnerWays *ways  # of the vertices of two rows
    int64_t most  # that a path may cost
    int64_t bound
    int32_t shown  # vertex from which the scorer is known to have the rest of such a path


cdef inline const GoldArc *gold_arc(const Bounds *bounds, int64_t at) noexcept nogil:
    """Return a gold arc by its place in the order of tails, then heads."""
    return arc_at(&bounds.tails, at)


cdef inline int64_t gold_of_tail(const Bounds *bounds, int32_t tail) noexcept nogil:
    """Return the place of the first gold arc that leaves a tail, or one behind it."""
    return first_of_tail(&bounds.tails, tail)


cdef inline bint has_gold(const Bounds *bounds, int64_t gold, int32_t tail) noexcept nogil:
    """Whether a gold arc leaves a tail; `gold` is the first that does, or one behind it."""
    return gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail == tail


cdef inline void fill_back_vertex(
    Bounds *bounds, int32_t number, int64_t *here, int64_t *above_row, const int64_t *lifted
) noexcept nogil:
    """Compute the least costs from a vertex to the end, and take base arcs back from it.

    From inside an edit of several arcs that can close at v, the rest costs at most one thousandth
    more than from outside, which is the price of closing, and at least one thousandth less: its
    arcs are an edit of their own, or noops. If costs from outside are known to be higher
    (`lifted`), it may be far less; as much less as can be written is kept.
    """
    if lifted != NULL:
        here[OUTSIDE] = min(lifted[number], here[SEVERAL] + MOST_LESS)
    while lifted == NULL and bounds.n_left > 0 and (
        gold_arc(bounds, bounds.n_left - 1).tail == number
    ):
        bounds.n_left -= 1
        lower(&here[OUTSIDE], bounds.gold_rests[bounds.tails.by_tail[bounds.n_left]])
    take_back(bounds, number, here, above_row, lifted != NULL)


cdef inline void take_back(
    Bounds *bounds, int32_t number, int64_t *here, int64_t *above_row, bint is_lifted
) noexcept nogil:
    """Keep what a vertex costs to the end, and take the arcs into it back: base arcs from all
    states, gold arcs as far as the costs of their tails."""
    cdef const Program *program = bounds.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int32_t n_states = bounds.rows.n_states
    cdef int32_t limit = program.limit
    cdef int32_t c
    cdef Steps steps
    cdef const GoldArc *arc
    if program.is_sparse:
        steps = join_steps(here, limit)
        if bounds.inside != NULL:
            write_steps(bounds.inside + <int64_t>number * (limit + 1), &steps, limit)
    for c in range(0 if program.is_sparse else limit + 1):
        lower(&here[SEVERAL + c], here[OUTSIDE] + 1)
        if bounds.inside != NULL:
            bounds.inside[<int64_t>number * (limit + 1) + c] = <int8_t>(
                here[SEVERAL + c] - here[OUTSIDE]
            )
    bounds.backward[number] = here[OUTSIDE]
    while (
        not is_lifted and bounds.n_back > 0
        and bounds.found.arcs[bounds.n_back - 1].head >= number
    ):
        bounds.n_back -= 1
        arc = &bounds.found.arcs[bounds.n_back]
        if arc.head == number:
            bounds.gold_rests[bounds.n_back] = here[OUTSIDE] + gold_cost(program, arc)
    if program.is_sparse:
        go_back_steps(above_row, here, &steps, vertex)
        return
    if vertex.n_diagonal:
        go_back_by(
            above_row + <int64_t>diagonal_of(vertex) * n_states, here, program,
            0 if vertex.is_noop else vertex.n_diagonal,
        )
    if vertex.n_deletion:
        go_back_by(
            above_row + <int64_t>deletion_of(vertex) * n_states, here, program, vertex.n_deletion
        )
    if vertex.n_insertion:
        go_back_by(here - n_states, here, program, vertex.n_insertion)


cdef inline int32_t fill_back_plain(
    Bounds *bounds, int32_t number, int64_t *here, int64_t *above_row, int32_t first,
    const int64_t *lifted,
) noexcept nogil:
    """Do the work of `fill_back_vertex` for the vertices down to one before which a gold arc is
    left or taken, which is returned, or to that before `first`; edits have up to two noops. Where
    costs from outside are `lifted`, no gold arc is: they hold what these cost.

    Of documents these are nearly all: what compilers would read again stands in variables.
    """
    cdef const Vertex *vertex = &bounds.program.lattice.vertices[number]
    cdef int64_t *backward = bounds.backward
    cdef int8_t *inside = bounds.inside
    cdef int32_t stop = first - 1
    cdef int64_t outside, single, none, one, two
    if lifted == NULL and bounds.n_left:
        stop = max(stop, gold_arc(bounds, bounds.n_left - 1).tail)
    if lifted == NULL and bounds.n_back:
        stop = max(stop, bounds.found.arcs[bounds.n_back - 1].head)
    while number > stop:
        outside = here[OUTSIDE]
        if lifted != NULL:
            outside = min(lifted[number], here[SEVERAL] + MOST_LESS)
        single = here[SINGLE]
        none = min(here[SEVERAL], outside + 1)
        one = min(here[SEVERAL + 1], outside + 1)
        two = min(here[SEVERAL + 2], outside + 1)
        inside[<int64_t>number * 3] = <int8_t>(none - outside)
        inside[<int64_t>number * 3 + 1] = <int8_t>(one - outside)
        inside[<int64_t>number * 3 + 2] = <int8_t>(two - outside)
        backward[number] = outside
        if vertex.n_diagonal:
            go_back_two(
                above_row + <int64_t>diagonal_of(vertex) * 5, outside, single, none, one, two,
                0 if vertex.is_noop else vertex.n_diagonal,
            )
        if vertex.n_deletion:
            go_back_two(
                above_row + <int64_t>deletion_of(vertex) * 5, outside, single, none, one, two,
                vertex.n_deletion,
            )
        if vertex.n_insertion:
            go_back_two(here - 5, outside, single, none, one, two, vertex.n_insertion)
        number -= 1
        vertex -= 1
        here -= 5
    return number


cdef inline void fill_back_row(Bounds *bounds, int32_t row, const int64_t *lifted) noexcept nogil:
    """Compute the least costs from the vertices of a row to the end; rows come from the last on."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t n_states = bounds.rows.n_states
    cdef int32_t first = lattice.rows[row]
    cdef int32_t number = lattice.rows[row + 1] - 1
    cdef int64_t cell
    cdef int64_t *here_row = bounds.rows.cells + (row & 1) * bounds.rows.size
    cdef int64_t *above_row = bounds.rows.cells + (row & 1 ^ 1) * bounds.rows.size
    cdef bint is_plain = bounds.program.limit == 2 and not bounds.program.is_unlimited
    # The row above takes the place of the row below.
    if row:
        for cell in range(<int64_t>n_states * (first - lattice.rows[row - 1])):
            above_row[cell] = NEVER
        above_row -= <int64_t>n_states * lattice.rows[row - 1]
    while number >= first:
        if is_plain:
            number = fill_back_plain(
                bounds, number, here_row + <int64_t>(number - first) * n_states, above_row, first,
                lifted,
            )
            if number < first:
                break
        fill_back_vertex(
            bounds, number, here_row + <int64_t>(number - first) * n_states, above_row, lifted
        )
        number -= 1


cdef inline void expect_row(
    Bounds *bounds, int32_t row, int64_t gold, int64_t *cells
) noexcept nogil:
    """Raise what the vertices of a row cost to the end to what follows from those of the row below.

    `gold` is the first gold arc that leaves the row, or one behind it; `cells` has room for the
    costs of a row.
    """
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    cdef int32_t n_states = bounds.rows.n_states
    cdef int32_t n_inside = program.limit + 1
    cdef int32_t first = lattice.rows[row]
    cdef int32_t number, c
    cdef int64_t *here
    cdef int8_t *inside
    cdef int64_t outside
    memcpy(
        cells, bounds.rows.cells + (row & 1) * bounds.rows.size,
        <size_t>(lattice.rows[row + 1] - first) * n_states * sizeof(int64_t),
    )
    while gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail < lattice.rows[row + 1]:
        gold += 1
    for number in range(lattice.rows[row + 1] - 1, first - 1, -1):
        here = cells + <int64_t>(number - first) * n_states
        inside = bounds.inside + <int64_t>number * n_inside
        while gold > 0 and gold_arc(bounds, gold - 1).tail == number:
            gold -= 1
            lower(
                &here[OUTSIDE],
                bounds.backward[gold_arc(bounds, gold).head]
                + gold_cost(program, gold_arc(bounds, gold)),
            )
        outside = 0
        if number < lattice.n_vertices - 1:
            outside = max(here[OUTSIDE], bounds.backward[number])
        here[OUTSIDE] = min(outside, here[SEVERAL] + MOST_LESS)
        bounds.backward[number] = here[OUTSIDE]
        for c in range(n_inside):
            lower(&here[SEVERAL + c], here[OUTSIDE] + 1)
            inside[c] = <int8_t>(here[SEVERAL + c] - here[OUTSIDE])
        if lattice.vertices[number].n_insertion:
            go_back_by(here - n_states, here, program, lattice.vertices[number].n_insertion)


cdef inline void reopen_back_row(Bounds *bounds, int32_t row) noexcept nogil:
    """Take costs of a row as they were kept, so that the row above can be filled again."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t n_inside = bounds.program.limit + 1
    cdef int32_t number, c
    cdef int64_t *here = bounds.rows.cells + (row & 1) * bounds.rows.size
    clear_back_rows(&bounds.rows)
    for number in range(lattice.rows[row], lattice.rows[row + 1]):
        for c in range(n_inside):
            here[SEVERAL + c] = (
                bounds.backward[number] + bounds.inside[<int64_t>number * n_inside + c]
            )
        here += bounds.rows.n_states
    fill_back_row(bounds, row, bounds.backward)


cdef inline Status fill_backward(Bounds *bounds) noexcept nogil:
    """Compute the least costs from each vertex to the end; of all states for two rows."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t row
    bounds.n_back = bounds.n_left = bounds.found.n_arcs
    begin_back(&bounds.rows, lattice)
    for row in range(lattice.n_source, -1, -1):
        if row & 31 == 0 and is_cancelled(bounds.program.options.cancel):
            return CANCELLED
        fill_back_row(bounds, row, NULL)
    return DONE


cdef inline Status open_bounds(
    Bounds *bounds, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil:
    """Take memory for costs to the end, beside those of `program`."""
    cdef Status status
    bounds.program = program
    bounds.found = found
    bounds.bound = forward_cost(program, program.lattice.n_vertices - 1)
    bounds.most = bounds.bound
    bounds.shown = program.lattice.n_vertices - 1
    bounds.inside = NULL
    bounds.held = NULL
    bounds.backward = NULL
    bounds.gold_rests = <int64_t *>arena_take(arena, found.n_arcs, sizeof(int64_t))
    if bounds.gold_rests == NULL:
        return arena_status(arena)
    status = sort_tails(&bounds.tails, found, program.lattice, arena)
    return open_back_rows(&bounds.rows, program, arena) if status == DONE else status


cdef inline Status open_walks(Bounds *bounds, Arena *arena) noexcept nogil:
    """Take memory for walks, and compute the costs to the end of all vertices, and from inside
    edits."""
    cdef const Program *program = bounds.program
    cdef int64_t n_places = <int64_t>program.lattice.n_hypothesis + 1
    cdef int64_t place
    cdef Status status
    bounds.backward = <int64_t *>arena_take(
        arena, program.lattice.n_vertices, sizeof(int64_t)
    )
    bounds.inside = <int8_t *>arena_take(
        arena, program.lattice.n_vertices, <size_t>program.limit + 1
    )
    bounds.ways = <InnerWays *>arena_take(arena, 2 * n_places, sizeof(InnerWays))
    if bounds.backward == NULL or bounds.inside == NULL or bounds.ways == NULL:
        return arena_status(arena)
    status = open_blocks(&bounds.blocks, program.lattice, program.options, program.labels, arena)
    if status != DONE:
        return status
    open_group(&bounds.group)
    for place in range(2 * n_places):
        bounds.blocks.region.rests[place] = NEVER
    return fill_backward(bounds)
