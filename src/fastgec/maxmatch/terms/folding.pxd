"""Text without white space and case: edits that change nothing else are not counted.

With `ignore_whitespace_casing`, edits whose two sides are equal in this sense are dropped from the
sequence that was found; the search itself compares tokens exactly. Whether an edit is dropped
depends on the two vertices that it joins.
"""

from libc.stdint cimport int32_t, int64_t
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
    cdef const int64_t *source = folding.source.offsets
    cdef const int64_t *hypothesis = folding.hypothesis.offsets
    # The difference of the bytes before a vertex: from minus those of the hypothesis on.
    cdef int64_t least = source[0] - hypothesis[lattice.n_hypothesis]
    cdef int64_t n_diagonals = source[lattice.n_source] - hypothesis[0] - least + 1
    cdef int32_t number, before
    cdef const Vertex *vertex
    cdef const Vertex *other
    cdef int32_t *latest = <int32_t *>arena_take(arena, n_diagonals, sizeof(int32_t))
    found[0] = False
    if latest == NULL:
        return arena_status(arena)
    memset(latest, 0xFF, n_diagonals * sizeof(int32_t))
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        before = latest[source[vertex.i] - hypothesis[vertex.j] - least]
        latest[source[vertex.i] - hypothesis[vertex.j] - least] = number
        if before < 0 or vertex.is_noop and diagonal_of(vertex) == before:
            continue
        other = &lattice.vertices[before]
        if folds_alike(folding, other.i, vertex.i, other.j, vertex.j):
            found[0] = True
            return DONE
    return DONE
