"""The edit lattice of one sentence: vertices with the base arcs that enter them."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport Arena, Status
from fastgec.kernels.bits cimport BitRows


cdef enum:
    # Vertices of a lattice whose sums of doubles keep the order of exact sums; with more, rounding
    # noise would decide which path is the lightest, and sums are exact.
    MOST_ROUNDED = 40000


# In C, for what is written in C for vectors of a processor.
cdef extern from *:
    """
    #ifndef FASTGEC_VERTEX
    #define FASTGEC_VERTEX
    #include <stdint.h>
    typedef struct {
        int32_t i, j, above;
        uint8_t n_diagonal, n_deletion, n_insertion, is_noop;
    } fastgec_vertex;
    #endif
    """
    ctypedef struct Vertex "fastgec_vertex":
        # Place (i, j): i source tokens and j hypothesis tokens lie before it.
        int32_t i
        int32_t j
        # Of the row above, the vertex that a deletion leaves; a diagonal leaves the one before it.
        # An insertion leaves the vertex before this one.
        int32_t above
        # In how many of the two alignments each base arc that enters it lies; 0: there is none.
        uint8_t n_diagonal
        uint8_t n_deletion
        uint8_t n_insertion
        uint8_t is_noop  # whether the diagonal arc joins equal tokens: 0 or 1


cdef struct Lattice:
    const int32_t *source
    const int32_t *hypothesis
    int32_t n_source
    int32_t n_hypothesis
    Vertex *vertices  # by i, then j; the first is (0, 0), the last (n_source, n_hypothesis)
    int32_t n_vertices
    int32_t *rows  # rows[i]: index of the first vertex of row i; n_source + 2 of them
    int64_t n_entries  # base arcs, one that lies in both alignments counted twice
    BitRows bits  # the same as rows of bits; `build_rows` makes these, and `n_vertices`, alone


cdef inline bint same_tokens(const int32_t *a, const int32_t *b, int64_t size) noexcept nogil:
    cdef int64_t at
    for at in range(size):
        if a[at] != b[at]:
            return False
    return True


cdef inline int32_t diagonal_of(const Vertex *vertex) noexcept nogil:
    """Return the vertex that the diagonal arc into a vertex leaves, or -1. Those of a diagonal, a
    deletion and an insertion come in this order."""
    return vertex.above - 1 if vertex.n_diagonal else -1


cdef inline int32_t deletion_of(const Vertex *vertex) noexcept nogil:
    """Return the vertex that the deletion into a vertex leaves, or -1."""
    return vertex.above if vertex.n_deletion else -1


cdef inline int32_t insertion_of(const Vertex *vertex, int32_t number) noexcept nogil:
    """Return the vertex that the insertion into a vertex leaves, or -1; `number` is its own."""
    return number - 1 if vertex.n_insertion else -1


cdef inline int32_t tail_of(const Vertex *vertex, int32_t number, int32_t side) noexcept nogil:
    """Return what one of these three returns: 0 is the diagonal, 1 the deletion, 2 the insertion.
    """
    if side == 2:
        return insertion_of(vertex, number)
    return deletion_of(vertex) if side else diagonal_of(vertex)


cdef inline bint is_base(const Vertex *vertex, int32_t tail, int32_t number) noexcept nogil:
    """Whether a base arc leads from `tail` to a vertex; `number` is its own."""
    return (
        diagonal_of(vertex) == tail or deletion_of(vertex) == tail
        or insertion_of(vertex, number) == tail
    )


cdef inline int32_t widest_row(const Lattice *lattice) noexcept nogil:
    """Return how many vertices the widest row has."""
    cdef int32_t row
    cdef int32_t widest = 0
    for row in range(lattice.n_source + 1):
        widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
    return widest


cdef struct Successors:
    # Vertices that base arcs lead to from one vertex, from left to right; -1 where there is none.
    int32_t deletion
    int32_t diagonal
    int32_t insertion


cdef inline void list_successors(Successors *successors, const Lattice *lattice) noexcept nogil:
    """Write the successors of all vertices."""
    cdef const Vertex *vertex
    cdef int32_t number
    memset(successors, 0xFF, <size_t>lattice.n_vertices * sizeof(Successors))
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        if vertex.n_deletion:
            successors[vertex.above].deletion = number
        if vertex.n_diagonal:
            successors[vertex.above - 1].diagonal = number
        if vertex.n_insertion:
            successors[number - 1].insertion = number


cdef inline int32_t count_noops(int32_t *noops, const Lattice *lattice) noexcept nogil:
    """Write the most noops of any way from the start to each vertex; return the last number."""
    cdef const Vertex *vertex
    cdef int32_t number
    cdef int32_t most = 0
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        most = 0
        if vertex.n_diagonal:
            most = noops[diagonal_of(vertex)] + vertex.is_noop
        if vertex.n_deletion:
            most = max(most, noops[deletion_of(vertex)])
        if vertex.n_insertion:
            most = max(most, noops[number - 1])
        noops[number] = most
    return most


cdef Status build_rows(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil

cdef Status list_vertices(
    Lattice *lattice, int32_t first_row, int32_t last_row, const int32_t *cancel, Arena *arena
) noexcept nogil

cdef Status build_lattice(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil
