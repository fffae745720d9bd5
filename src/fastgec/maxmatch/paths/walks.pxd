"""Where edits from a block of tails may close, for paths that cost no more than they may.

Vertices that can open an arc of such a path are taken in blocks. A walk finds the vertices where
one may close, from the least cost and the fewest noops of any way there; then they are labelled (in
`label_blocks`). What the rest of a path costs at least, `bounds` says.

**Which tails.** All tails that an arc comes from stand above its head, or left of it, or both. So
tails may come in any order in which those come before it; here by strips of columns, from left to
right, and by rows in a strip. A block takes the next tails of its strip. Where edits lead far,
their boxes are nearly the same, so it takes those of several rows; where tails are dense, edits
mostly lead down or right over few tokens of the other side, and a narrow strip keeps the box small,
its lanes full. In documents strips would leave most lanes empty.
"""

from libc.stdint cimport int32_t, int64_t, int8_t
from libc.string cimport memcpy

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.paths.bounds cimport Bounds, InnerWays, gold_of_tail, has_gold
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.entries.label_blocks cimport FEW_TAILS, Blocks, most_tails
from fastgec.maxmatch.paths.region_rows cimport choose_region
from fastgec.maxmatch.entries.label_vectors cimport LANES
from fastgec.maxmatch.entries.labels cimport first_at
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    NARROW = 8  # columns of a strip where tails are dense
    DENSE = 4  # of so many vertices one is a tail there
    SAMPLED = 16  # of so many vertices one is looked at to know
    MOST_DENSE = 1 << 18  # vertices; of longer texts many tails only seem to be dense, and drop out
    MOST_ROWS = 16  # that tails of a block stand in
    ROWS_BEHIND = 8  # edits of a block lead over so many rows for each one it may have more

    UNREACHED = 1 << 29  # noops of a vertex that no way leads to


cdef struct Walk:
    # Where a walk is: what it asks of bounds, and the ways of a row and of the row above. Both
    # stand where they would if all vertices had some; only those that the walk has seen do.
    const Vertex *vertices
    const int64_t *backward
    const int8_t *inside
    int32_t limit
    bint is_unlimited
    int64_t most
    int32_t first_tail  # of the block
    InnerWays *here
    int32_t first  # vertex of the row that the walk sees
    int32_t end  # and the one behind the last
    int32_t first_held  # of those that edits may hold, or -1
    int32_t last_held
    int64_t n_held  # in all rows
    const InnerWays *above
    int32_t above_first
    int32_t above_end


cdef inline int32_t walk_row(
    Walk *walk, int32_t number, int32_t end, int32_t reach, const int32_t *tails,
    const int64_t *starts, int32_t n_tails, int32_t *heads,
) noexcept nogil:
    """Find which vertices of a row before `end` an edit from the block may hold; return how many of
    them, which are written to `heads`, it may close at.

    Behind hypothesis position `reach` only insertions lead on. `starts` is what those tails of the
    block cost that stand in the row. What compilers would read again stands in variables.
    """
    cdef const Vertex *vertex = &walk.vertices[number]
    cdef const InnerWays *above = walk.above
    cdef const InnerWays *before
    cdef InnerWays *here = walk.here
    cdef int32_t above_first = walk.above_first
    cdef int32_t above_end = walk.above_end
    cdef int32_t limit = walk.limit
    cdef int32_t most_noops = UNREACHED if walk.is_unlimited else limit
    cdef const int64_t *backward = walk.backward
    cdef const int8_t *inside = walk.inside
    cdef int64_t most = walk.most
    cdef int32_t first_tail = walk.first_tail
    cdef int64_t cost, rest
    cdef int64_t left_cost = NEVER  # of the vertex before
    cdef int32_t noops
    cdef int32_t left_noops = UNREACHED
    cdef int32_t n_heads = 0
    cdef int32_t lane = 0
    cdef int32_t first_held = -1
    cdef int32_t last_held = -1
    cdef int64_t n_held = 0
    cdef bint is_tail
    walk.first = number
    while number < end and (vertex.j <= reach or left_cost < NEVER):
        cost = NEVER
        noops = UNREACHED
        if above_first <= diagonal_of(vertex) < above_end:
            before = &above[diagonal_of(vertex)]
            cost = before.cost + STEP
            noops = before.noops + vertex.is_noop
        if above_first <= deletion_of(vertex) < above_end:
            before = &above[deletion_of(vertex)]
            cost = min(cost, before.cost + STEP)
            noops = min(noops, before.noops)
        if vertex.n_insertion:
            cost = min(cost, left_cost + STEP)
            noops = min(noops, left_noops)
        is_tail = lane < n_tails and tails[lane] == number
        if is_tail:
            cost = min(cost, starts[lane])
            noops = 0
            lane += 1
        left_cost = NEVER
        left_noops = UNREACHED
        if cost < NEVER:
            rest = cost + backward[number]
            if is_tail or noops <= most_noops and (
                rest + inside[<int64_t>number * (limit + 1) + min(noops, limit)] <= most
            ):
                left_cost = cost
                left_noops = noops
                n_held += 1
                last_held = number
                if first_held < 0:
                    first_held = number
                if rest < most and number > first_tail:
                    heads[n_heads] = number
                    n_heads += 1
        here[number].cost = left_cost
        here[number].noops = left_noops
        number += 1
        vertex += 1
    walk.end = number
    walk.first_held = first_held
    walk.last_held = last_held
    walk.n_held += n_held
    return n_heads


cdef inline void open_walk(Walk *walk, const Bounds *bounds) noexcept nogil:
    walk.vertices = bounds.program.lattice.vertices
    walk.backward = bounds.backward
    walk.inside = bounds.inside
    walk.limit = bounds.program.limit
    walk.is_unlimited = bounds.program.is_unlimited
    walk.most = bounds.most
    walk.first_tail = bounds.blocks.tails[0]
    walk.here = NULL
    walk.above_first = walk.above_end = 0
    walk.n_held = 0


cdef inline void walk_edits(Bounds *bounds) noexcept nogil:
    """Find the vertices where an edit of several arcs from the tails of the block may close, and
    the labels that are needed.

    No edit reaches a vertex at less cost, or with fewer noops, than the walk finds, and fewer noops
    never make the rest of an edit cost more.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t row = vertices[blocks.tails[0]].i
    cdef int32_t last_row = vertices[blocks.tails[blocks.n_tails - 1]].i  # of a tail
    cdef int32_t number = blocks.tails[0]
    cdef int32_t left
    cdef int32_t right = -1  # that the walk reaches in the row above, or a tail of this row has
    cdef int32_t lane  # of the row's first tail
    cdef int32_t behind = 0  # the last lane that stands in the row, plus one
    cdef int64_t row_size = <int64_t>lattice.n_hypothesis + 1
    cdef Walk walk
    blocks.n_heads = 0
    open_walk(&walk, bounds)
    while True:
        walk.here = bounds.ways + (row & 1) * row_size - lattice.rows[row]
        lane = behind
        while behind < blocks.n_tails and blocks.tails[behind] < lattice.rows[row + 1]:
            right = max(right, vertices[blocks.tails[behind]].j)
            behind += 1
        blocks.n_heads += walk_row(
            &walk, number, lattice.rows[row + 1], right + 1, blocks.tails + lane,
            bounds.starts + lane, behind - lane, blocks.heads + blocks.n_heads,
        )
        if walk.first_held < 0 and row >= last_row or row == lattice.n_source:
            break
        row += 1
        walk.above = walk.here
        walk.above_first = walk.first
        walk.above_end = walk.end
        left = lattice.n_hypothesis
        right = -1
        if walk.first_held >= 0:
            left = vertices[walk.first_held].j
            right = vertices[walk.last_held].j
        if behind < blocks.n_tails and blocks.tails[behind] < lattice.rows[row + 1]:
            left = min(left, vertices[blocks.tails[behind]].j)
        number = first_at(lattice, row, left)
    if blocks.n_heads:
        choose_region(bounds, walk.n_held)


cdef struct Tiles:
    # The order in which vertices come as tails: by strips of neighbouring columns, then by row.
    int32_t *firsts  # of each row: its first vertex that has not come yet
    int32_t width  # columns of a strip
    int32_t end  # column behind the strip
    int32_t row
    int32_t most_rows  # that tails of a block may stand in


cdef inline Status open_tiles(Tiles *tiles, const Bounds *bounds, Arena *arena) noexcept nogil:
    """Begin with the first strip."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int64_t n_tails = 0
    cdef int32_t number = 0
    tiles.firsts = <int32_t *>arena_take(arena, <size_t>lattice.n_source + 1, sizeof(int32_t))
    if tiles.firsts == NULL:
        return arena_status(arena)
    memcpy(tiles.firsts, lattice.rows, (<size_t>lattice.n_source + 1) * sizeof(int32_t))
    while number < lattice.n_vertices:
        n_tails += forward_cost(bounds.program, number) + bounds.backward[number] <= bounds.most
        number += SAMPLED
    tiles.width = lattice.n_hypothesis + 1
    if lattice.n_vertices <= MOST_DENSE and n_tails * DENSE * SAMPLED >= lattice.n_vertices:
        tiles.width = NARROW
    tiles.end = tiles.width
    tiles.row = 0
    tiles.most_rows = 1
    return DONE


cdef inline void learn_reach(Tiles *tiles, const Bounds *bounds) noexcept nogil:
    """Let the next block have the more rows, the farther the edits of this one lead."""
    cdef const Blocks *blocks = &bounds.blocks
    cdef const Vertex *vertices = bounds.program.lattice.vertices
    cdef int32_t n_rows = 1
    if blocks.n_heads:
        n_rows += (
            vertices[blocks.heads[blocks.n_heads - 1]].i
            - vertices[blocks.tails[blocks.n_tails - 1]].i
        ) // ROWS_BEHIND
    tiles.most_rows = min(<int32_t>MOST_ROWS, max(tiles.most_rows - 1, n_rows))


cdef inline bint next_strip(Tiles *tiles, const Lattice *lattice) noexcept nogil:
    """Go on to the next strip; whether there is one."""
    if tiles.end > lattice.n_hypothesis:
        return False
    tiles.end += tiles.width
    tiles.row = 0
    while tiles.row < lattice.n_source and tiles.firsts[tiles.row] == lattice.rows[tiles.row + 1]:
        tiles.row += 1
    return True


cdef inline int64_t least_start(
    const Bounds *bounds, int32_t tail, int64_t exact, bint is_bare
) noexcept nogil:
    """Return what a vertex costs at least, when all arcs from tails before the block are found.

    What the tails of the block add takes a step for each token at least, and a thousandth where
    there are more on one side, unless it spells gold edits (then not `is_bare`).
    """
    cdef const Vertex *vertices = bounds.program.lattice.vertices
    cdef const Blocks *blocks = &bounds.blocks
    cdef int64_t cost = forward_cost(bounds.program, tail)
    cdef int64_t least = exact
    cdef int32_t lane, i, j
    if exact <= cost or not is_bare or cost + bounds.backward[tail] > bounds.most:
        return cost
    for lane in range(blocks.n_tails):
        i = vertices[tail].i - vertices[blocks.tails[lane]].i
        j = vertices[tail].j - vertices[blocks.tails[lane]].j
        if j >= 0:
            least = min(least, bounds.starts[lane] + max(i, j) * <int64_t>STEP + (i != j))
    return max(cost, least)


cdef inline void take_tile(
    Bounds *bounds, Tiles *tiles, const int64_t *exact, bint is_known
) noexcept nogil:
    """Take the next tails of the strip that can open an arc.

    `exact` holds what vertices cost over all arcs from tails that came before. The first tail taken
    costs that; arcs from this one may lower it for others, down to what they cost at least, unless
    all arcs were found before (`is_known`).
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t most = LANES
    cdef int32_t first_row = tiles.row
    cdef int32_t tail
    cdef int64_t cost
    cdef bint is_bare = True
    blocks.n_tails = 0
    while blocks.n_tails < most:
        tail = tiles.firsts[tiles.row]
        if tail == lattice.rows[tiles.row + 1] or lattice.vertices[tail].j >= tiles.end:
            if tiles.row == lattice.n_source:
                break
            tiles.row += 1
            if blocks.n_tails == 0:
                first_row = tiles.row
            if tiles.row - first_row >= tiles.most_rows:
                break
            continue
        tiles.firsts[tiles.row] += 1
        cost = exact[tail]
        if blocks.n_tails and not is_known:
            cost = least_start(bounds, tail, cost, is_bare)
        if cost + bounds.backward[tail] <= bounds.most:
            if blocks.n_tails == 0:
                first_row = tiles.row
                most = most_tails(blocks, tiles.row)
            bounds.starts[blocks.n_tails] = cost
            blocks.tails[blocks.n_tails] = tail
            blocks.n_tails += 1
            is_bare = is_bare and not has_gold(bounds, gold_of_tail(bounds, tail), tail)
    if 1 < blocks.n_tails < FEW_TAILS:
        blocks.n_tails = 1
        for first_row in range(lattice.vertices[blocks.tails[0]].i, tiles.row + 1):
            tiles.firsts[first_row] = max(
                first_at(lattice, first_row, tiles.end - tiles.width), blocks.tails[0] + 1
            )
        tiles.row = lattice.vertices[blocks.tails[0]].i
