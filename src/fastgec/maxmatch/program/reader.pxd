"""Whoever reads a path back, and what he remembers of the way to be able to go back on it."""

from libc.stdint cimport int32_t, int64_t

from fastgec.maxmatch.terms.records cimport Program


cdef enum:
    MOST_DEAD = 64  # vertices that are found to be dead, and so many are gone back


cdef struct Reader:
    # Reads a path back: from one state to one before it of exactly the cost that is missing.
    const Program *program
    int64_t step
    int64_t epsilon
    int64_t match
    int32_t shift
    # Whether ways are gone back. Vertices from which nothing of the scorer leads back at the cost
    # wanted; and the way taken: its last vertices outside of edits, with the edits read up to each.
    bint goes_back
    int32_t dead[64]
    int32_t n_dead
    int32_t trail[64]
    int32_t n_read[64]
    int32_t n_trail
    int32_t n_farthest  # so many had a place there, of which the last ones still have
    int64_t n_places  # that labels of other edits may still ask for


cdef inline bint is_dead(const Reader *reader, int32_t vertex) noexcept nogil:
    cdef int32_t at
    for at in range(reader.n_dead):
        if reader.dead[at] == vertex:
            return True
    return False


cdef inline bint costs_so(const Reader *reader, int64_t cost, int64_t wanted) noexcept nogil:
    """Whether a cost is the one wanted."""
    # Counts need no look: where no doubt is left, equal cost has equal counts.
    return cost >> reader.shift == wanted >> reader.shift


cdef inline void keep_place(Reader *reader, int32_t vertex, int32_t n_found) noexcept nogil:
    """Remember a vertex of the way taken."""
    cdef int32_t place = reader.n_trail % MOST_DEAD
    if reader.n_trail and reader.trail[(reader.n_trail - 1) % MOST_DEAD] == vertex:
        return
    reader.trail[place] = vertex
    reader.n_read[place] = n_found
    reader.n_trail += 1
    reader.n_farthest = max(reader.n_farthest, reader.n_trail)


cdef inline bint go_back(Reader *reader, int32_t *vertex, int32_t *n_found) noexcept nogil:
    """Leave a vertex that is dead for the one that the way came from; whether that is known."""
    reader.n_trail -= 1
    if (
        reader.n_dead == MOST_DEAD or reader.n_places < 0
        or reader.n_trail <= max(0, reader.n_farthest - MOST_DEAD)
    ):
        return False
    reader.dead[reader.n_dead] = vertex[0]
    reader.n_dead += 1
    vertex[0] = reader.trail[(reader.n_trail - 1) % MOST_DEAD]
    n_found[0] = reader.n_read[(reader.n_trail - 1) % MOST_DEAD]
    return True
