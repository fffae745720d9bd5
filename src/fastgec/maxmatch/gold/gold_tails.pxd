"""Gold arcs in the order of their tails, then heads, beside that of their heads, then tails."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs


cdef struct GoldTails:
    const GoldArcs *found
    const Lattice *lattice
    const int32_t *by_tail  # places of the arcs, by tail, then head
    const int32_t *rows  # of each row: the first of them that leaves it, or a row behind it


cdef inline const GoldArc *arc_at(const GoldTails *tails, int64_t at) noexcept nogil:
    """Return a gold arc by its place in the order of tails."""
    return &tails.found.arcs[tails.by_tail[at]]


cdef inline int64_t first_of_tail(const GoldTails *tails, int32_t tail) noexcept nogil:
    """Return the place of the first gold arc that leaves a tail, or one behind it."""
    cdef int32_t row = tails.lattice.vertices[tail].i
    cdef int64_t low, high, middle
    if tails.found.n_arcs == 0:
        return 0
    low = tails.rows[row]
    high = tails.rows[row + 1]
    while low < high:
        middle = (low + high) // 2
        if arc_at(tails, middle).tail < tail:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline Status sort_tails(
    GoldTails *tails, const GoldArcs *found, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Put the arcs by row, then those of each row by tail; those of one tail keep their order."""
    cdef size_t n_rows = <size_t>lattice.n_source + 1
    cdef int32_t *by_tail
    cdef int32_t *by_row
    cdef int32_t *rows
    cdef int32_t *places
    cdef int64_t at
    cdef int32_t row
    tails.found = found
    tails.lattice = lattice
    tails.by_tail = tails.rows = NULL
    if found.n_arcs == 0:
        return DONE
    by_tail = <int32_t *>arena_take(arena, found.n_arcs, sizeof(int32_t))
    by_row = <int32_t *>arena_take(arena, found.n_arcs, sizeof(int32_t))
    rows = <int32_t *>arena_take(arena, n_rows + 2, sizeof(int32_t))
    places = <int32_t *>arena_take(arena, <size_t>lattice.n_hypothesis + 1, sizeof(int32_t))
    if by_tail == NULL or by_row == NULL or rows == NULL or places == NULL:
        return arena_status(arena)
    memset(rows, 0, (n_rows + 2) * sizeof(int32_t))
    for at in range(found.n_arcs):
        rows[lattice.vertices[found.arcs[at].tail].i + 2] += 1
    for at in range(2, <int64_t>n_rows + 2):
        rows[at] += rows[at - 1]
    # The place behind a row's is where its arcs begin, and goes up to where they end.
    for at in range(found.n_arcs):
        row = lattice.vertices[found.arcs[at].tail].i
        by_row[rows[row + 1]] = <int32_t>at
        rows[row + 1] += 1
    for row in range(<int32_t>n_rows):
        if rows[row] < rows[row + 1]:
            sort_row(
                by_tail + rows[row], by_row + rows[row], rows[row + 1] - rows[row], found, places
            )
    tails.by_tail = by_tail
    tails.rows = rows
    return DONE


cdef inline void sort_row(
    int32_t *by_tail, const int32_t *by_row, int32_t size, const GoldArcs *found, int32_t *places
) noexcept nogil:
    """Sort the arcs that leave one row, of which there are some."""
    cdef int32_t at, tail, n_arcs
    cdef int32_t n_before = 0
    cdef int32_t first = found.arcs[by_row[0]].tail
    cdef int32_t last = first
    for at in range(1, size):
        first = min(first, found.arcs[by_row[at]].tail)
        last = max(last, found.arcs[by_row[at]].tail)
    memset(places, 0, (<size_t>last - first + 1) * sizeof(int32_t))
    for at in range(size):
        places[found.arcs[by_row[at]].tail - first] += 1
    for tail in range(last - first + 1):
        n_arcs = places[tail]
        places[tail] = n_before
        n_before += n_arcs
    for at in range(size):
        tail = found.arcs[by_row[at]].tail - first
        by_tail[places[tail]] = by_row[at]
        places[tail] += 1
