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
from fastgec._lattice cimport Lattice, Successors, Vertex, count_noops, list_successors


cdef void order_vertices(
    int32_t *order, const Successors *successors, int32_t *stack, int32_t n_vertices,
    bint is_right_first,
) noexcept nogil:
    """Number the vertices by the end of a search in depth, last one first."""
    cdef int32_t n_left = n_vertices
    cdef int32_t depth = 0
    cdef int32_t vertex, head, side
    cdef const int32_t *heads
    memset(order, 0xFF, <size_t>n_vertices * sizeof(int32_t))
    stack[0] = 0
    while depth >= 0:
        vertex = stack[depth]
        heads = <const int32_t *>&successors[vertex]  # from left to right
        for side in range(3):
            head = heads[2 - side if is_right_first else side]
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
    """Order the vertices both ways, and bound the noops before and behind each of them."""
    cdef size_t n_vertices = lattice.n_vertices
    cdef const Vertex *vertex
    cdef int32_t number, most
    cdef Successors *successors = <Successors *>arena_take(arena, n_vertices, sizeof(Successors))
    cdef int32_t *stack = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.left = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.right = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.noops_before = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.noops_behind = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if (
        successors == NULL or stack == NULL or reach.left == NULL or reach.right == NULL
        or reach.noops_before == NULL or reach.noops_behind == NULL
    ):
        return arena_status(arena)
    reach.most_noops = count_noops(reach.noops_before, lattice)
    memset(reach.noops_behind, 0, n_vertices * sizeof(int32_t))
    for number in range(lattice.n_vertices - 1, -1, -1):
        vertex = &lattice.vertices[number]
        most = reach.noops_behind[number]
        if vertex.diagonal >= 0:
            raise_to(&reach.noops_behind[vertex.diagonal], most + vertex.is_noop)
        if vertex.deletion >= 0:
            raise_to(&reach.noops_behind[vertex.deletion], most)
        if vertex.insertion >= 0:
            raise_to(&reach.noops_behind[vertex.insertion], most)
    list_successors(successors, lattice)
    order_vertices(reach.left, successors, stack, lattice.n_vertices, False)
    order_vertices(reach.right, successors, stack, lattice.n_vertices, True)
    return DONE


cdef inline void raise_to(int32_t *value, int32_t other) noexcept nogil:
    value[0] = max(value[0], other)
