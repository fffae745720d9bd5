"""Which vertices of a lattice lead to which, and over how many noops.

A lattice is planar: its arcs go right, down, or down and right across one cell, and no two of them
cross. All its vertices lie on paths from one start to one end. In such a graph one vertex leads to
another exactly if it stands before it in two orders: that of a search which turns left first, and
that of one which turns right first, each read from the vertex that it finished last (Kameda 1975,
Information Processing Letters 3).
"""

from libc.stdint cimport int32_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, count_noops, count_noops_behind, deletion_of, diagonal_of,
    list_successors,
)


cdef struct Reach:
    int32_t *left  # order of the vertices that turns left first
    int32_t *right
    int32_t *noops_before  # most noops of a way from the start
    int32_t *noops_behind  # and to the end
    int32_t most_noops  # of any path
    int32_t *fewest_before  # fewest noops of a way from the start
    int32_t *fewest_behind  # and to the end


cdef inline bint leads_to(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Whether base arcs lead from one vertex to another."""
    return reach.left[tail] < reach.left[head] and reach.right[tail] < reach.right[head]


cdef inline int32_t fewest_between(
    const Reach *reach, int32_t tail, int32_t head
) noexcept nogil:
    """Return a bound that no way from one vertex to another has fewer noops than: with the fewest
    before it, or behind it, none makes fewer than there are."""
    return max(
        reach.fewest_before[head] - reach.fewest_before[tail],
        reach.fewest_behind[tail] - reach.fewest_behind[head],
    )


cdef inline int32_t noops_between(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Return a bound on the noops of ways from one vertex to another: with what lies before and
    behind, none makes a path of more noops than there are."""
    return reach.most_noops - reach.noops_before[tail] - reach.noops_behind[head]


cdef enum:
    UNREACHED = 0x3FFFFFFF


cdef inline void order_vertices(
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


cdef inline Status open_reach(Reach *reach, const Lattice *lattice, Arena *arena) noexcept nogil:
    """Order the vertices both ways, and bound the noops before and behind each of them."""
    cdef size_t n_vertices = lattice.n_vertices
    cdef Successors *successors
    # What the searches need holds bounds behind them: a successor is three numbers, the stack one.
    cdef int32_t *numbers = <int32_t *>arena_take(arena, 4 * n_vertices, sizeof(int32_t))
    reach.left = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.right = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if numbers == NULL or reach.left == NULL or reach.right == NULL:
        return arena_status(arena)
    successors = <Successors *>numbers
    list_successors(successors, lattice)
    order_vertices(reach.left, successors, numbers + 3 * n_vertices, lattice.n_vertices, False)
    order_vertices(reach.right, successors, numbers + 3 * n_vertices, lattice.n_vertices, True)
    reach.noops_before = numbers
    reach.noops_behind = numbers + n_vertices
    reach.fewest_before = numbers + 2 * n_vertices
    reach.fewest_behind = numbers + 3 * n_vertices
    reach.most_noops = count_noops(reach.noops_before, lattice)
    count_noops_behind(reach.noops_behind, lattice)
    bound_fewest(reach, lattice)
    return DONE


cdef inline void bound_fewest(Reach *reach, const Lattice *lattice) noexcept nogil:
    """Find the fewest noops of ways from the start to each vertex, and on to the end."""
    cdef const Vertex *vertex
    cdef int32_t *before = reach.fewest_before
    cdef int32_t *behind = reach.fewest_behind
    cdef int32_t number
    for number in range(lattice.n_vertices):
        before[number] = behind[number] = UNREACHED
    before[0] = behind[lattice.n_vertices - 1] = 0
    for number in range(1, lattice.n_vertices):
        vertex = &lattice.vertices[number]
        if vertex.n_diagonal:
            before[number] = before[diagonal_of(vertex)] + vertex.is_noop
        if vertex.n_deletion:
            before[number] = min(before[number], before[deletion_of(vertex)])
        if vertex.n_insertion:
            before[number] = min(before[number], before[number - 1])
    for number in range(lattice.n_vertices - 1, 0, -1):
        vertex = &lattice.vertices[number]
        if vertex.n_diagonal:
            lower_to(&behind[diagonal_of(vertex)], behind[number] + vertex.is_noop)
        if vertex.n_deletion:
            lower_to(&behind[deletion_of(vertex)], behind[number])
        if vertex.n_insertion:
            lower_to(&behind[number - 1], behind[number])


cdef inline void lower_to(int32_t *value, int32_t other) noexcept nogil:
    value[0] = min(value[0], other)
