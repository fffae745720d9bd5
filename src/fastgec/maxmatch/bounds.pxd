"""Lower bounds on the cost of a path, and where edits from a block of tails may close.

Let forward(v) be the least cost from the start to v outside an edit, backward(v) the least cost
from there to the end, both over the states of the certified program, and `bound` the least cost of
a whole path. A path of the scorer that costs at most `most` can only hold arcs (p, q) with

    forward(p) + weight + backward(q) <= most.

Vertices p that can open such an arc are taken in blocks. A walk finds the vertices q where one may
close, from the least cost and the fewest noops of any way there; then they are labelled
(`label_blocks`).

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int32_t, int64_t, int8_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.cells cimport NEVER, OUTSIDE, SEVERAL, SINGLE, lower
from fastgec.maxmatch.certified cimport outside_at
from fastgec.maxmatch.edits cimport GoldRow
from fastgec.maxmatch.gold_order cimport check_countable
from fastgec.maxmatch.label_blocks cimport FEW_TAILS, Blocks, label_block, most_tails, open_blocks
from fastgec.maxmatch.labels cimport first_at
from fastgec.maxmatch.records cimport GoldArc, GoldArcs, Program
from fastgec.maxmatch.weights cimport STEP


cdef struct InnerWays:
    # Ways to a vertex inside an edit from the tails of a block.
    int32_t walk  # for which this holds
    int32_t noops  # fewest of any way
    int64_t cost  # least of any path that ends with such a way


cdef struct Bounds:
    # What a path may cost, and the walk from a block of tails.
    const Program *program
    const GoldArcs *found
    const GoldArc *by_tail  # the gold arcs, by tail, then head
    int64_t *backward  # of each vertex: least cost from outside an edit to the end
    int8_t *inside  # limit + 1 per vertex: what it is more from inside one, with so many noops
    Blocks blocks  # tails, and heads that an arc from them may close at
    InnerWays *ways  # of each vertex
    int32_t n_walks  # so far
    int64_t most  # that a path may cost
    int64_t bound
    int64_t match


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    return outside_at(program, vertex) >> program.cost_shift


cdef inline int64_t gold_cost(const Bounds *bounds, const GoldArc *arc) noexcept nogil:
    return arc.epsilons + (-bounds.match if arc.is_matched else <int64_t>arc.steps * STEP)


cdef inline int compare_tails(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return 0


cdef inline Status fill_backward(Bounds *bounds, Arena *arena) noexcept nogil:
    """Compute the least costs from each vertex to the end.

    Costs of all states are kept for two rows. From inside an edit of several arcs that can close at
    v, the rest costs at most one thousandth more than from outside, which is the price of closing,
    and at least one thousandth less: its arcs are an edit of their own, or noops. The transitions
    are those of `fill_cells`, turned round, and stand in its order, all in one place.
    """
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int32_t n_states = SEVERAL + program.limit + 1  # one for each number of noops
    cdef int32_t limit = program.limit
    cdef int32_t number, side, c, before, copies, row
    cdef int32_t widest = 0
    cdef int64_t at, cell, row_size
    cdef int64_t *cells
    cdef int64_t *here
    cdef int64_t *there
    cdef const GoldArc *arc
    for row in range(lattice.n_source + 1):
        widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
    row_size = <int64_t>widest * n_states
    cells = <int64_t *>arena_take(arena, 2 * row_size, sizeof(int64_t))
    if cells == NULL:
        return arena_status(arena)
    for number in range(lattice.n_vertices):
        bounds.backward[number] = NEVER
    bounds.backward[lattice.n_vertices - 1] = 0
    for at in range(2 * row_size):
        cells[at] = NEVER
    at = bounds.found.n_arcs
    for number in range(lattice.n_vertices - 1, -1, -1):
        vertex = &vertices[number]
        here = cells + (vertex.i & 1) * row_size
        if number == lattice.rows[vertex.i + 1] - 1:
            # The row above takes the place of the row below.
            there = cells + (vertex.i & 1 ^ 1) * row_size
            if vertex.i & 31 == 0 and is_cancelled(program.options.cancel):
                return CANCELLED
            row = max(vertex.i - 1, 0)
            for cell in range(<int64_t>n_states * (lattice.rows[vertex.i] - lattice.rows[row])):
                there[cell] = NEVER
        here += <int64_t>(number - lattice.rows[vertex.i]) * n_states
        lower(&here[OUTSIDE], bounds.backward[number])
        for c in range(limit + 1):
            lower(&here[SEVERAL + c], here[OUTSIDE] + 1)
            if bounds.inside != NULL:
                bounds.inside[<int64_t>number * (limit + 1) + c] = <int8_t>(
                    here[SEVERAL + c] - here[OUTSIDE]
                )
        bounds.backward[number] = here[OUTSIDE]
        while at > 0 and bounds.found.arcs[at - 1].head == number:
            at -= 1
            arc = &bounds.found.arcs[at]
            lower(&bounds.backward[arc.tail], here[OUTSIDE] + gold_cost(bounds, arc))
        for side in range(3):
            if side == 0:
                before = vertex.diagonal
                copies = vertex.n_diagonal
            elif side == 1:
                before = vertex.deletion
                copies = vertex.n_deletion
            else:
                before = vertex.insertion
                copies = vertex.n_insertion
            if before < 0:
                continue
            row = vertices[before].i
            there = cells + (row & 1) * row_size
            there += <int64_t>(before - lattice.rows[row]) * n_states
            if side == 0 and vertex.is_noop:
                lower(&there[OUTSIDE], here[OUTSIDE] + STEP)
                if limit:
                    lower(&there[OUTSIDE], here[SEVERAL + 1] + STEP)
                    lower(&there[SINGLE], here[SEVERAL + 1] + STEP)
                    for c in range(limit):
                        lower(&there[SEVERAL + c], here[SEVERAL + c + 1] + STEP)
                    if program.is_unlimited:
                        c = SEVERAL + limit
                        lower(&there[c], here[c] + STEP)
                continue
            lower(&there[OUTSIDE], here[OUTSIDE] + STEP + copies)
            lower(&there[OUTSIDE], here[SINGLE] + STEP)
            lower(&there[SINGLE], here[SEVERAL] + STEP)
            lower(&there[SEVERAL], here[SEVERAL] + STEP)
            for c in range(1, limit + 1):
                lower(&there[SEVERAL + c], here[SEVERAL + c] + STEP)
    return DONE


cdef inline void keep_way(InnerWays *way, const InnerWays *before, int32_t noop) noexcept nogil:
    """Take one more base arc behind the ways that end before it."""
    if way.walk != before.walk:
        way.walk = before.walk
        way.cost = before.cost + STEP
        way.noops = before.noops + noop
        return
    way.cost = min(way.cost, before.cost + STEP)
    way.noops = min(way.noops, before.noops + noop)


cdef inline bint may_go_on(
    Bounds *bounds, int32_t number, bint *may_close
) noexcept nogil:
    """Whether an edit from the block may hold a vertex, and whether it may close there."""
    cdef const Program *program = bounds.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int32_t limit = program.limit
    cdef InnerWays *ways = bounds.ways
    cdef InnerWays *way = &ways[number]
    cdef int32_t walk = bounds.n_walks
    cdef bint is_tail = way.walk == walk
    cdef int64_t rest
    if vertex.diagonal >= 0 and ways[vertex.diagonal].walk == walk:
        keep_way(way, &ways[vertex.diagonal], vertex.is_noop)
    if vertex.deletion >= 0 and ways[vertex.deletion].walk == walk:
        keep_way(way, &ways[vertex.deletion], 0)
    if vertex.insertion >= 0 and ways[vertex.insertion].walk == walk:
        keep_way(way, &ways[vertex.insertion], 0)
    may_close[0] = False
    if way.walk != walk:
        return False
    rest = way.cost + bounds.backward[number]
    may_close[0] = rest + 1 <= bounds.most
    if is_tail:
        return True
    if (
        way.noops > limit and not program.is_unlimited
        or rest + bounds.inside[<int64_t>number * (limit + 1) + min(way.noops, limit)] > bounds.most
    ):
        way.walk = 0
    return way.walk == walk


cdef inline void walk_edits(Bounds *bounds) noexcept nogil:
    """Find the vertices where an edit of several arcs from the tails of the block may close.

    No edit reaches a vertex at less cost, or with fewer noops, than the walk finds, and fewer noops
    never make the rest of an edit cost more.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t tail = blocks.tails[0]
    cdef int32_t row = vertices[tail].i
    cdef int32_t number = tail + 1
    cdef int32_t first = tail  # first and last vertex of the row that the walk reaches
    cdef int32_t last = tail
    cdef int32_t right = vertices[blocks.tails[blocks.n_tails - 1]].j - 1  # in the row above
    cdef int32_t lane
    cdef bint may_close
    blocks.n_heads = 0
    bounds.n_walks += 1
    for lane in range(blocks.n_tails):
        bounds.ways[blocks.tails[lane]].walk = bounds.n_walks
        bounds.ways[blocks.tails[lane]].cost = forward_cost(bounds.program, blocks.tails[lane])
        bounds.ways[blocks.tails[lane]].noops = 0
    while True:
        while number < lattice.rows[row + 1] and (
            vertices[number].j <= right + 1 or last == number - 1
        ):
            if may_go_on(bounds, number, &may_close):
                if first < 0:
                    first = number
                last = number
                if may_close:
                    blocks.heads[blocks.n_heads] = number
                    blocks.n_heads += 1
            number += 1
        if first < 0 or row == lattice.n_source:
            return
        row += 1
        number = first_at(lattice, row, vertices[first].j)
        right = vertices[last].j
        first = -1
        last = -1


cdef inline int32_t take_block(
    Bounds *bounds, int32_t first, int32_t row, const int64_t *exact
) noexcept nogil:
    """Take the next tails of a row that can open an arc; return the vertex after the last one.

    `exact` holds what vertices cost over all arcs from tails before `first`. Up to the first tail
    taken, that is what they cost; arcs from this one may lower it for others of the row.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef int32_t last = bounds.program.lattice.rows[row + 1]
    cdef int32_t most = most_tails(blocks, row)
    cdef int32_t tail = first
    cdef int64_t cost
    blocks.n_tails = 0
    while tail < last and blocks.n_tails < most:
        cost = exact[tail]
        if blocks.n_tails:
            cost = forward_cost(bounds.program, tail)
        if cost + bounds.backward[tail] <= bounds.most:
            blocks.tails[blocks.n_tails] = tail
            blocks.n_tails += 1
        tail += 1
    if 1 < blocks.n_tails < FEW_TAILS:
        blocks.n_tails = 1
        return blocks.tails[0] + 1
    return tail


cdef inline Status walk_block(Bounds *bounds, Arena *arena) noexcept nogil:
    """Find the heads of the block taken, and label its arcs to them."""
    walk_edits(bounds)
    return label_block(&bounds.blocks, arena) if bounds.blocks.n_heads else DONE


cdef inline Status open_bounds(
    Bounds *bounds, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil:
    """Compute costs to the end, beside those of `program`; for walks, `open_walks` comes next."""
    cdef GoldArc *by_tail
    bounds.program = program
    bounds.found = found
    bounds.match = <int64_t>1 << (program.match_shift - program.cost_shift)
    bounds.backward = <int64_t *>arena_take(arena, program.lattice.n_vertices, sizeof(int64_t))
    by_tail = <GoldArc *>arena_take(arena, found.n_arcs, sizeof(GoldArc))
    if bounds.backward == NULL or by_tail == NULL:
        return arena_status(arena)
    if found.n_arcs:
        memcpy(by_tail, found.arcs, found.n_arcs * sizeof(GoldArc))
        qsort(by_tail, found.n_arcs, sizeof(GoldArc), compare_tails)
    bounds.by_tail = by_tail
    bounds.bound = forward_cost(program, program.lattice.n_vertices - 1)
    bounds.most = bounds.bound
    bounds.inside = NULL
    return fill_backward(bounds, arena)


cdef inline Status open_walks(Bounds *bounds, Arena *arena) noexcept nogil:
    """Take memory for walks, and compute what they ask of the insides of edits."""
    cdef const Program *program = bounds.program
    cdef size_t n_vertices = program.lattice.n_vertices
    cdef int32_t vertex
    cdef Status status
    bounds.inside = <int8_t *>arena_take(arena, n_vertices, <size_t>program.limit + 1)
    bounds.ways = <InnerWays *>arena_take(arena, n_vertices, sizeof(InnerWays))
    if bounds.inside == NULL or bounds.ways == NULL:
        return arena_status(arena)
    for vertex in range(program.lattice.n_vertices):
        bounds.ways[vertex].walk = 0
    bounds.n_walks = 0
    status = open_blocks(&bounds.blocks, program.lattice, program.options, program.labels, arena)
    if status == DONE:
        status = fill_backward(bounds, arena)
    return status


cdef inline Status keep_lightest(
    GoldArcs *kept, const Bounds *bounds, const GoldRow *gold, Arena *arena
) noexcept nogil:
    """Keep the gold arcs that paths of the least cost hold, and ask again whether they add up."""
    cdef const GoldArcs *found = bounds.found
    cdef const GoldArc *arc
    cdef int64_t at
    kept[0] = found[0]
    kept.arcs = <GoldArc *>arena_take(arena, found.n_arcs, sizeof(GoldArc))
    if kept.arcs == NULL:
        return arena_status(arena)
    kept.room = found.n_arcs
    kept.n_arcs = 0
    for at in range(found.n_arcs):
        arc = &found.arcs[at]
        if (
            forward_cost(bounds.program, arc.tail) + gold_cost(bounds, arc)
            + bounds.backward[arc.head] == bounds.bound
        ):
            kept.arcs[kept.n_arcs] = arc[0]
            kept.n_arcs += 1
    return check_countable(kept, bounds.program.lattice, gold, arena)
