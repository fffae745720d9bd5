"""Where edits from a block of tails may close, for paths that cost no more than they may.

Vertices that can open an arc of such a path are taken in blocks. A walk finds the vertices where one
may close, from the least cost and the fewest noops of any way there; then they are labelled
(`label_blocks`). What the rest of a path costs at least, `bounds` says.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.bounds cimport Bounds, InnerWays
from fastgec.maxmatch.label_blocks cimport FEW_TAILS, Blocks, most_tails
from fastgec.maxmatch.labels cimport first_at
from fastgec.maxmatch.records cimport Program
from fastgec.maxmatch.weights cimport STEP


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
        bounds.ways[blocks.tails[lane]].cost = bounds.starts[
            blocks.tails[lane] - lattice.rows[row]
        ]
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
    taken, that is what they cost; arcs from this one may lower it for others of the row, down to
    what they cost at least.
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
            cost = bounds.starts[tail - bounds.program.lattice.rows[row]]
        if cost + bounds.backward[tail] <= bounds.most:
            blocks.tails[blocks.n_tails] = tail
            blocks.n_tails += 1
        tail += 1
    if 1 < blocks.n_tails < FEW_TAILS:
        blocks.n_tails = 1
        return blocks.tails[0] + 1
    return tail
