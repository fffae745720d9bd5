"""Text without white space and case: edits that change nothing else are not counted.

With `ignore_whitespace_casing`, edits whose two sides are equal in this sense are dropped from the
sequence that was found; the search itself compares tokens exactly. Whether an edit is dropped
depends on the two vertices that it joins.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp, memset

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, diagonal_of
from fastgec.maxmatch.terms.edits cimport Edit
from fastgec.maxmatch.terms.records cimport Folding


cdef inline bint is_dropped(const Folding *folding, const Edit *edit) noexcept nogil:
    """Whether an edit changes white space or case only; `folding` is NULL where these count."""
    return folding != NULL and folds_alike(
        folding,
        edit.source_start, edit.source_end, edit.hypothesis_start, edit.hypothesis_end,
    )


cdef inline bint folds_alike(
    const Folding *folding, int32_t source_first, int32_t source_last,
    int32_t hypothesis_first, int32_t hypothesis_last,
) noexcept nogil:
    """Whether two runs of tokens are equal but for white space between tokens and case."""
    cdef int64_t at = folding.source.offsets[source_first]
    cdef int64_t other = folding.hypothesis.offsets[hypothesis_first]
    cdef int64_t size = folding.source.offsets[source_last] - at
    if folding.hypothesis.offsets[hypothesis_last] - other != size:
        return False
    return memcmp(folding.source.bytes + at, folding.hypothesis.bytes + other, size) == 0


cdef struct Diagonals:
    # Vertices by the difference of the folded bytes before them: a table.
    const Folding *folding
    const Lattice *lattice
    int32_t *latest  # vertex of a diagonal that was met last, plus one; 0 is free
    uint64_t mask


cdef inline Status open_diagonals(
    Diagonals *diagonals, const Folding *folding, const Lattice *lattice, Arena *arena
) noexcept nogil:
    diagonals.folding = folding
    diagonals.lattice = lattice
    diagonals.mask = 15
    while diagonals.mask < 2 * <uint64_t>lattice.n_vertices:
        diagonals.mask = 2 * diagonals.mask + 1
    diagonals.latest = <int32_t *>arena_take(arena, diagonals.mask + 1, sizeof(int32_t))
    if diagonals.latest == NULL:
        return arena_status(arena)
    memset(diagonals.latest, 0, (diagonals.mask + 1) * sizeof(int32_t))
    return DONE


cdef inline int32_t meet_vertex(Diagonals *diagonals, int32_t number) noexcept nogil:
    """Put a vertex on its diagonal; return the one that was met last there, or -1."""
    cdef const Vertex *vertices = diagonals.lattice.vertices
    cdef int64_t diagonal = difference(diagonals.folding, &vertices[number])
    cdef uint64_t slot = (<uint64_t>diagonal * <uint64_t>0x9E3779B97F4A7C15) >> 32
    cdef int32_t before
    slot &= diagonals.mask
    while diagonals.latest[slot] and diagonal != difference(
        diagonals.folding, &vertices[diagonals.latest[slot] - 1]
    ):
        slot = (slot + 1) & diagonals.mask
    before = diagonals.latest[slot] - 1
    diagonals.latest[slot] = number + 1
    return before


cdef inline Status may_drop(
    const Folding *folding, const Lattice *lattice, Arena *arena, bint *found
) noexcept nogil:
    """Find whether any edit of a minimum-cost path could be dropped.

    An edit that is dropped joins two vertices with as many folded bytes between them on both sides.
    Vertices are put on diagonals of equal difference. If the bytes between two vertices of a
    diagonal are equal, they are so between each two neighbours on the way. So if every two
    neighbours with equal bytes between them are joined by a noop, both vertices of such an edit are
    joined by noops, which cost less: the edit is on no minimum-cost path.
    """
    cdef Diagonals diagonals
    cdef int32_t number, before
    cdef const Vertex *vertex
    cdef const Vertex *other
    cdef Status status = open_diagonals(&diagonals, folding, lattice, arena)
    found[0] = False
    if status != DONE:
        return status
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        before = meet_vertex(&diagonals, number)
        if before < 0 or vertex.is_noop and diagonal_of(vertex) == before:
            continue
        other = &lattice.vertices[before]
        if folds_alike(folding, other.i, vertex.i, other.j, vertex.j):
            found[0] = True
            return DONE
    return DONE


cdef inline int64_t difference(const Folding *folding, const Vertex *vertex) noexcept nogil:
    return (
        folding.source.offsets[vertex.i]
        - folding.source.offsets[0]
        - folding.hypothesis.offsets[vertex.j]
        + folding.hypothesis.offsets[0]
    )
