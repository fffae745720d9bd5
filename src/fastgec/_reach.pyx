"""Which vertices of a lattice lead to which, and over how many noops at most.

A lattice is planar: its arcs go right, down, or down and right across one cell, and no two of them
cross. All its vertices lie on paths from one start to one end. In such a graph one vertex leads to
another exactly if it stands before it in two orders: that of a search which turns left first, and
that of one which turns right first, each read from the vertex that it finished last (Kameda 1975,
Information Processing Letters 3).
"""

from libc.stdint cimport int32_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex


cdef struct Behind:
    # Vertices that base arcs lead to, from left to right; -1 where there is none.
    int32_t heads[3]


cdef void order_vertices(
    int32_t *order, const Behind *behind, int32_t *stack, int32_t n_vertices, bint is_right_first
) noexcept nogil:
    """Number the vertices by the end of a search in depth, last one first."""
    cdef int32_t n_left = n_vertices
    cdef int32_t depth = 0
    cdef int32_t vertex, head, side
    memset(order, 0xFF, <size_t>n_vertices * sizeof(int32_t))
    stack[0] = 0
    while depth >= 0:
        vertex = stack[depth]
        for side in range(3):
            head = behind[vertex].heads[2 - side if is_right_first else side]
            if head >= 0 and order[head] < 0:
                break
        else:
            n_left -= 1
            order[vertex] = n_left
            depth -= 1
            continue
        depth += 1
        stack[depth] = head


cdef Status open_reach(Reach *reach, const Lattice *lattice, Arena *arena) noexcept nogil:
    cdef size_t n_vertices = lattice.n_vertices
    cdef const Vertex *vertex
    cdef int32_t number, side, before, most, noops
    cdef int32_t befores[3]
    cdef Behind *behind = <Behind *>arena_take(arena, n_vertices, sizeof(Behind))
    cdef int32_t *stack = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.left = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.right = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.noops_before = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.noops_behind = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if (
        behind == NULL or stack == NULL or reach.left == NULL or reach.right == NULL
        or reach.noops_before == NULL or reach.noops_behind == NULL
    ):
        return arena_status(arena)
    memset(behind, 0xFF, n_vertices * sizeof(Behind))
    memset(reach.noops_behind, 0, n_vertices * sizeof(int32_t))
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        most = 0
        if vertex.deletion >= 0:
            behind[vertex.deletion].heads[0] = number
            most = reach.noops_before[vertex.deletion]
        if vertex.diagonal >= 0:
            behind[vertex.diagonal].heads[1] = number
            most = max(most, reach.noops_before[vertex.diagonal] + vertex.is_noop)
        if vertex.insertion >= 0:
            behind[vertex.insertion].heads[2] = number
            most = max(most, reach.noops_before[vertex.insertion])
        reach.noops_before[number] = most
    reach.most_noops = most
    for number in range(lattice.n_vertices - 1, -1, -1):
        vertex = &lattice.vertices[number]
        befores[0] = vertex.deletion
        befores[1] = vertex.diagonal
        befores[2] = vertex.insertion
        most = reach.noops_behind[number]
        for side in range(3):
            before = befores[side]
            if before >= 0:
                noops = most + (side == 1 and vertex.is_noop)
                reach.noops_behind[before] = max(reach.noops_behind[before], noops)
    order_vertices(reach.left, behind, stack, lattice.n_vertices, False)
    order_vertices(reach.right, behind, stack, lattice.n_vertices, True)
    return DONE
