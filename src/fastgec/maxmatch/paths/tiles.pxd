"""The order in which vertices come as tails, and which of them make a group.

All tails that an arc comes from stand above its head, or left of it, or both. So tails may come in
any order in which those come before it; here by strips of columns, from left to right, and by rows
in a strip. A group takes the next tails of its strip. Where edits lead far, their boxes are nearly
the same, so it takes those of several rows; where tails are dense, edits mostly lead down or right
over few tokens of the other side, and a narrow strip keeps the box small, the lanes of its blocks
full. In documents strips would leave most lanes empty.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.paths.bounds cimport Bounds, gold_of_tail, has_gold
from fastgec.maxmatch.paths.groups cimport Group, add_tail, is_full
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    NARROW = 8  # columns of a strip where tails are dense
    DENSE = 4  # of so many vertices one is a tail there
    SAMPLED = 16  # of so many vertices one is looked at to know
    MOST_DENSE = 1 << 18  # vertices; of longer texts many tails only seem to be dense, and drop out
    MOST_ROWS = 16  # that tails of a group stand in
    ROWS_BEHIND = 8  # edits of a group lead over so many rows for each one it may have more


cdef struct Tiles:
    # Where the order is: in a strip of neighbouring columns, in a row.
    int32_t *firsts  # of each row: its first vertex that has not come yet
    int32_t width  # columns of a strip
    int32_t end  # column behind the strip
    int32_t row
    int32_t most_rows  # that tails of a group may stand in


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
    """Let the next group have the more rows, the farther the edits of this one lead."""
    cdef const Group *group = &bounds.group
    cdef const Vertex *vertices = bounds.program.lattice.vertices
    cdef int32_t n_rows = 1
    if group.n_heads:
        n_rows += (
            vertices[group.heads[group.n_heads - 1]].i
            - vertices[group.tails[group.n_tails - 1]].i
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
    const Bounds *bounds, int32_t tail, int64_t exact, int32_t n_above, int64_t in_row
) noexcept nogil:
    """Return what a vertex costs at least, when all arcs from tails before the group are found.

    What the tails of the group add takes a step for each token at least, and a thousandth where
    there are more on one side, if it spells no gold edits. So much is added to what the first
    `n_above` tails cost, which stand above; `in_row` is the least of the others, with the steps
    from them to the start of the row taken off.
    """
    cdef const Vertex *vertices = bounds.program.lattice.vertices
    cdef const Group *group = &bounds.group
    cdef int64_t cost = forward_cost(bounds.program, tail)
    cdef int64_t least = exact
    cdef int32_t place, i, j
    if exact <= cost or cost + bounds.backward[tail] > bounds.most:
        return cost
    if in_row < NEVER:
        least = min(least, in_row + vertices[tail].j * <int64_t>STEP + 1)
    for place in range(n_above):
        if least <= cost:
            break
        i = vertices[tail].i - vertices[group.tails[place]].i
        j = vertices[tail].j - vertices[group.tails[place]].j
        if j >= 0:
            least = min(least, group.starts[place] + max(i, j) * <int64_t>STEP + (i != j))
    return max(cost, least)


cdef inline void take_tile(
    Bounds *bounds, Tiles *tiles, const int64_t *exact, bint is_known
) noexcept nogil:
    """Take the next tails of the strip that can open an arc.

    `exact` holds what vertices cost over all arcs from tails that came before. The first tail taken
    costs that; arcs from this one may lower it for others, down to what they cost at least, unless
    all arcs were found before (`is_known`).
    """
    cdef Group *group = &bounds.group
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t first_row = tiles.row
    cdef int32_t tail
    cdef int64_t cost
    cdef int64_t in_row = NEVER
    cdef int32_t n_above = 0
    cdef bint is_bare = True
    group.n_tails = 0
    while not is_full(group):
        tail = tiles.firsts[tiles.row]
        if tail == lattice.rows[tiles.row + 1] or lattice.vertices[tail].j >= tiles.end:
            if tiles.row == lattice.n_source:
                break
            tiles.row += 1
            n_above = group.n_tails
            in_row = NEVER
            if group.n_tails == 0:
                first_row = tiles.row
            if tiles.row - first_row >= tiles.most_rows:
                break
            continue
        tiles.firsts[tiles.row] += 1
        cost = exact[tail]
        if group.n_tails and not is_known:
            if is_bare:
                cost = least_start(bounds, tail, cost, n_above, in_row)
            else:
                cost = forward_cost(bounds.program, tail)
        if cost + bounds.backward[tail] <= bounds.most:
            if group.n_tails == 0:
                first_row = tiles.row
            add_tail(group, &bounds.blocks, tail, cost)
            in_row = min(in_row, cost - lattice.vertices[tail].j * <int64_t>STEP)
            is_bare = is_bare and not has_gold(bounds, gold_of_tail(bounds, tail), tail)
