"""The region of a group: which vertices of its box are labelled, found from the heads backwards.

What a label is, which of them are useful, and rest(x): see `label_regions`. The region holds each
vertex where one may be useful by what is known of it. A label of s steps from a tail to x, right or
wrong, is a way that an edit may take. The certified program takes it, too: for 1000 s, and a
thousandth to close, or the copies of a base arc, of which there are MOST_COPIES at most. So what
the tail costs and 1000 s are no less than forward(x) without these. And s is no less than the rows,
or the columns, between.

**From group to group.** Where costs are lifted, the tails of groups come from the last row to the
first, and many of these groups have one head, the same one. As long as the level stays, so does
what the head costs to the end. So if a group has the head of the one before, the rows behind its
tails are narrowed by forward(x) alone, in all columns: what is found is right for any tails before
these rows. The next group takes them as they are, with what is left of the row where they end. Of
each row it cuts off what is too far from its tails or the head: a way from a tail over x to the
head takes no fewer steps than there are rows, or columns, from the tail to x, and from x to the
head.

Between groups the two rows of rests hold NEVER: each one written is met again, and cleared.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.program.cells cimport NEVER, lower
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.entries.labels cimport first_at
from fastgec.maxmatch.entries.regions cimport BelowRows, Reached, Region
from fastgec.maxmatch.paths.groups cimport Group
from fastgec.maxmatch.terms.records cimport Program
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    MOST_COPIES = 2  # of a base arc in the scorer's list
    WIDE = 4  # a box has a region if it has so many vertices for each one that edits may hold
    SMALL = 64  # vertices; a box that has no more has none


cdef struct Corner:
    # Where the tails of a group stand, and the least that one costs.
    int32_t first_row
    int32_t last_row
    int32_t left
    int32_t right
    int64_t least


cdef inline void choose_region(Bounds *bounds, int64_t n_held) noexcept nogil:
    """Find the region of a group that has heads, if it is worth it.

    `n_held` vertices may be held by its edits.
    """
    cdef const Group *group = &bounds.group
    cdef Region *region = &bounds.blocks.region
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t last_row = lattice.vertices[group.heads[group.n_heads - 1]].i
    cdef int32_t place, number
    cdef int64_t size
    cdef int32_t right = 0
    cdef Corner corner
    region.size = 0
    corner.first_row = lattice.vertices[group.tails[0]].i
    if lattice.rows[last_row + 1] - group.tails[0] <= SMALL + WIDE * n_held:
        return
    if region.n_waits >= group.n_blocks:  # all of them wait, also those that have no heads
        region.n_waits -= group.n_blocks
        return
    corner.last_row = lattice.vertices[group.tails[group.n_tails - 1]].i
    corner.left = lattice.n_hypothesis
    corner.right = 0
    corner.least = NEVER
    for place in range(group.n_tails):
        corner.left = min(corner.left, lattice.vertices[group.tails[place]].j)
        corner.right = max(corner.right, lattice.vertices[group.tails[place]].j)
        corner.least = min(corner.least, group.starts[place])
    for number in range(group.n_heads):
        right = max(right, lattice.vertices[group.heads[number]].j)
    size = (<int64_t>right - corner.left + 1) * (last_row - corner.first_row + 1)
    if size > SMALL + WIDE * n_held:
        region.size = size
        if has_same_head(bounds):
            narrow_below(bounds, &corner)
        else:
            narrow_box(bounds, &corner)


cdef inline void narrow_row(
    Bounds *bounds, const Corner *corner, int32_t row, int32_t *n_heads, Reached *reached
) noexcept nogil:
    """Find the region's part of a row; `reached` in the row, then in the row above. `n_heads` of
    the group are left, from the first on.

    What a tail and the steps from it to a vertex cost at least is `least` in the columns of tails,
    and left of them no way leads. What compilers would read again stands in variables.
    """
    cdef Region *region = &bounds.blocks.region
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    cdef const int32_t *heads = bounds.group.heads
    cdef const Vertex *vertex
    cdef int64_t *here = region.rests + (row & 1) * (<int64_t>lattice.n_hypothesis + 1)
    cdef int64_t *above = region.rests + (row & 1 ^ 1) * (<int64_t>lattice.n_hypothesis + 1)
    cdef int32_t first_row_vertex = lattice.rows[row]
    cdef int32_t at = n_heads[0] - 1
    cdef int32_t first = reached.first
    cdef int32_t number = reached.last
    cdef int32_t left = corner.left
    cdef int32_t right = corner.right
    cdef int64_t most = bounds.most
    cdef int64_t least = corner.least + <int64_t>STEP * max(0, row - corner.last_row)
    cdef int64_t rest, cost
    cdef int32_t region_first = first_row_vertex
    cdef int32_t region_end = first_row_vertex
    cdef bint is_first = row == corner.first_row
    cdef Reached next_reached = Reached(lattice.n_vertices, -1)
    if at >= 0 and heads[at] >= first_row_vertex:
        number = max(number, heads[at])
    while number >= first or at >= 0 and heads[at] >= first_row_vertex:
        vertex = &lattice.vertices[number]
        rest = here[vertex.j]
        here[vertex.j] = NEVER
        if at >= 0 and heads[at] == number:
            rest = min(rest, bounds.backward[number] + 1)
            at -= 1
        else:
            cost = max(least, forward_cost(program, number) - MOST_COPIES)
            if vertex.j > right:
                cost = max(cost, corner.least + STEP * <int64_t>(vertex.j - right))
            if vertex.j < left or cost + rest > most:
                number -= 1
                continue
        if region_end == first_row_vertex:
            region_end = number + 1
        region_first = number
        rest += STEP
        if vertex.n_insertion:
            lower(&here[vertex.j - 1], rest)
            first = min(first, number - 1)
        if not is_first:
            if vertex.n_deletion:
                lower(&above[vertex.j], rest)
                next_reached.first = min(next_reached.first, deletion_of(vertex))
                next_reached.last = max(next_reached.last, deletion_of(vertex))
            if vertex.n_diagonal:
                lower(&above[vertex.j - 1], rest)
                next_reached.first = min(next_reached.first, diagonal_of(vertex))
                next_reached.last = max(next_reached.last, diagonal_of(vertex))
        number -= 1
    region.firsts[row] = region_first
    region.ends[row] = region_end
    n_heads[0] = at + 1
    reached[0] = next_reached


cdef inline void narrow_box(Bounds *bounds, const Corner *corner) noexcept nogil:
    """Find the region of a box, from its heads, which belong to it."""
    cdef const Group *group = &bounds.group
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t n_heads = group.n_heads
    cdef int32_t row
    cdef Reached reached = Reached(lattice.n_vertices, -1)
    for row in range(
        lattice.vertices[group.heads[n_heads - 1]].i, corner.first_row - 1, -1
    ):
        narrow_row(bounds, corner, row, &n_heads, &reached)


cdef inline bint has_same_head(Bounds *bounds) noexcept nogil:
    """Whether a group has one head, that of the group before; else forget what is known of it."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef BelowRows *below = &bounds.blocks.region.below
    cdef int32_t head = -1
    if below.is_asked and bounds.group.n_heads == 1:
        head = bounds.group.heads[0]
        if head == below.head:
            return True
        below.row = lattice.vertices[head].i
        below.reached = Reached(lattice.n_vertices, -1)
    below.head = head
    return False


cdef inline void move_rests(
    int64_t *to, const int64_t *start, const Lattice *lattice, const Reached *reached
) noexcept nogil:
    """Copy the rests of a row, as far as vertices of it are reached."""
    cdef int32_t left
    if reached.first <= reached.last:
        left = lattice.vertices[reached.first].j
        memcpy(
            to + left, start + left,
            (<size_t>lattice.vertices[reached.last].j + 1 - left) * sizeof(int64_t),
        )


cdef inline void narrow_below(Bounds *bounds, const Corner *corner) noexcept nogil:
    """Find the region of a box that has the head of the one before, from what is known of it."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef Region *region = &bounds.blocks.region
    cdef BelowRows *below = &region.below
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef int32_t n_heads = below.row == lattice.vertices[below.head].i  # still to come
    cdef int32_t row
    cdef Reached reached = below.reached
    # Tails anywhere, whatever they cost.
    cdef Corner anywhere = Corner(
        corner.first_row, corner.last_row, 0, lattice.n_hypothesis, -NEVER
    )
    move_rests(region.rests + (below.row & 1) * n_places, below.rests, lattice, &reached)
    if below.row > corner.last_row:
        for row in range(below.row, corner.last_row, -1):
            narrow_row(bounds, &anywhere, row, &n_heads, &reached)
            below.firsts[row] = region.firsts[row]
            below.ends[row] = region.ends[row]
        below.row = corner.last_row
        below.reached = reached
        move_rests(below.rests, region.rests + (below.row & 1) * n_places, lattice, &reached)
    for row in range(corner.last_row, corner.first_row - 1, -1):
        narrow_row(bounds, corner, row, &n_heads, &reached)
    clip_below(bounds, corner)


cdef inline void clip_below(Bounds *bounds, const Corner *corner) noexcept nogil:
    """Write the region's part of the rows below the tails: what is near enough to tails and head.

    `n_steps` is how many a way from a tail to the head may have.
    """
    cdef Region *region = &bounds.blocks.region
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *head = &lattice.vertices[region.below.head]
    cdef int64_t left_over = bounds.most - corner.least - bounds.backward[region.below.head] - 1
    cdef int64_t n_steps = max(<int64_t>0, left_over) // STEP
    cdef int32_t row, first, end
    cdef int64_t left, right
    for row in range(corner.last_row + 1, head.i + 1):
        first = region.below.firsts[row]
        end = region.below.ends[row]
        if first < end and row < head.i:
            left = head.j + row - corner.last_row - n_steps
            right = corner.right + row - head.i + n_steps
            if lattice.vertices[first].j < left:
                first = first_at(
                    lattice, row, <int32_t>min(left, <int64_t>lattice.n_hypothesis + 1)
                )
            if lattice.vertices[end - 1].j > right:
                end = first_at(lattice, row, <int32_t>max(right + 1, <int64_t>0))
        region.firsts[row] = first
        region.ends[row] = end
