"""Where edits from a group of tails may close, for paths that cost no more than they may.

A walk finds the vertices where one may close, from the least cost and the fewest noops of any way
there, and from which blocks of the group ways lead to them. These vertices are labelled then, block
by block (in `label_blocks`). What the rest of a path costs at least, `bounds` says; which tails
come together, `tiles`.
"""

from libc.stdint cimport int32_t, int64_t, int8_t, uint8_t, uint32_t

from fastgec._arena cimport DONE, Arena, Status
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.paths.bounds cimport Bounds, InnerWays
from fastgec.maxmatch.paths.groups cimport Group, close_group, reserve_heads
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.paths.region_rows cimport choose_region
from fastgec.maxmatch.entries.labels cimport first_at
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
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
    int32_t block_size  # tails
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
    Walk *walk, int32_t number, int32_t end, int32_t reach, const Group *group, int32_t place,
    int32_t behind, int32_t *heads, uint8_t *head_blocks, int64_t *head_costs,
) noexcept nogil:
    """Find which vertices of a row before `end` an edit from the group may hold; return how many of
    them, which are written to `heads`, it may close at, with the blocks that ways come from.

    Behind hypothesis position `reach` only insertions lead on. The tails that stand in the row are
    those from `place` to before `behind`. What compilers would read again stands in variables.
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
    cdef int64_t cost, rest
    cdef int64_t left_cost = NEVER  # of the vertex before
    cdef int32_t noops
    cdef int32_t left_noops = UNREACHED
    cdef uint32_t blocks
    cdef uint32_t left_blocks = 0
    cdef uint32_t own_block
    cdef int32_t next_tail = group.tails[place] if place < behind else end
    cdef int32_t n_heads = 0
    cdef int32_t first_held = -1
    cdef int32_t last_held = -1
    cdef int64_t n_held = 0
    cdef bint is_tail
    walk.first = number
    while number < end and (vertex.j <= reach or left_cost < NEVER):
        cost = NEVER
        noops = UNREACHED
        blocks = 0
        if above_first <= diagonal_of(vertex) < above_end:
            before = &above[diagonal_of(vertex)]
            cost = before.cost + STEP
            noops = before.noops + vertex.is_noop
            blocks = before.blocks
        if above_first <= deletion_of(vertex) < above_end:
            before = &above[deletion_of(vertex)]
            cost = min(cost, before.cost + STEP)
            noops = min(noops, before.noops)
            blocks |= before.blocks
        if vertex.n_insertion:
            cost = min(cost, left_cost + STEP)
            noops = min(noops, left_noops)
            blocks |= left_blocks
        is_tail = number == next_tail
        own_block = 0
        if is_tail:
            cost = min(cost, group.starts[place])
            noops = 0
            own_block = <uint32_t>1 << place // walk.block_size
            place += 1
            next_tail = group.tails[place] if place < behind else end
        left_cost = NEVER
        left_noops = UNREACHED
        left_blocks = 0
        if cost < NEVER:
            rest = cost + backward[number]
            if is_tail or noops <= most_noops and (
                rest + inside[<int64_t>number * (limit + 1) + min(noops, limit)] <= most
            ):
                left_cost = cost
                left_noops = noops
                left_blocks = blocks | own_block
                n_held += 1
                last_held = number
                if first_held < 0:
                    first_held = number
                if rest < most and blocks:  # a tail is no way to itself
                    heads[n_heads] = number
                    head_blocks[n_heads] = <uint8_t>blocks
                    head_costs[n_heads] = cost
                    n_heads += 1
        here[number].cost = left_cost
        here[number].noops = left_noops
        here[number].blocks = left_blocks
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
    walk.block_size = bounds.group.block_size
    walk.here = NULL
    walk.above_first = walk.above_end = 0
    walk.n_held = 0


cdef inline Status walk_edits(Bounds *bounds, Arena *arena) noexcept nogil:
    """Find the vertices where an edit of several arcs from the tails of the group may close, and
    the labels that are needed.

    No edit reaches a vertex at less cost, or with fewer noops, than the walk finds, and fewer noops
    never make the rest of an edit cost more.
    """
    cdef Group *group = &bounds.group
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t row = vertices[group.tails[0]].i
    cdef int32_t last_row = vertices[group.tails[group.n_tails - 1]].i  # of a tail
    cdef int32_t number = group.tails[0]
    cdef int32_t left
    cdef int32_t right = -1  # that the walk reaches in the row above, or a tail of this row has
    cdef int32_t place  # of the row's first tail
    cdef int32_t behind = 0  # the place behind the row's last tail
    cdef int64_t row_size = <int64_t>lattice.n_hypothesis + 1
    cdef Status status
    cdef Walk walk
    close_group(group)
    open_walk(&walk, bounds)
    while True:
        walk.here = bounds.ways + (row & 1) * row_size - lattice.rows[row]
        place = behind
        while behind < group.n_tails and group.tails[behind] < lattice.rows[row + 1]:
            right = max(right, vertices[group.tails[behind]].j)
            behind += 1
        status = reserve_heads(
            group, lattice.rows[row + 1] - number, lattice.n_vertices, arena
        )
        if status != DONE:
            return status
        group.n_heads += walk_row(
            &walk, number, lattice.rows[row + 1], right + 1, group, place, behind,
            group.heads + group.n_heads, group.head_blocks + group.n_heads,
            group.head_costs + group.n_heads,
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
        if behind < group.n_tails and group.tails[behind] < lattice.rows[row + 1]:
            left = min(left, vertices[group.tails[behind]].j)
        number = first_at(lattice, row, left)
    if group.n_heads:
        choose_region(bounds, walk.n_held)
    return DONE
