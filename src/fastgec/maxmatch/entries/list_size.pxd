"""The size of the published scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives the number of entries but running the label program (`labels`) from every vertex
to every other one. Here it runs from LANES neighbours at once, of one row or several
(`label_rows`).

An arc of one step is a base arc. It is seeded, not counted.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.entries.label_rows cimport (
    Joining, enter_row, label_on, leave_row, open_joining, take_labels,
)
from fastgec.maxmatch.entries.label_vectors cimport LANES, MOST_AT_ONCE
from fastgec.maxmatch.terms.edits cimport Options


cdef struct Counting:
    # What it takes to count.
    const Lattice *lattice
    const Options *options
    char *labels  # room of `label_rows`
    int32_t *row_firsts  # of each row: its first vertex not left of the tails counted last


cdef struct Tails:
    # Of a block, and where they stand.
    int32_t numbers[32]
    int32_t left
    int32_t right


cdef inline void take_neighbours(
    Tails *tails, const Counting *counting, int32_t first, int32_t n_tails
) noexcept nogil:
    """Take `n_tails` tails that follow one another."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef int32_t tail
    tails.left = tails.right = vertices[first].j
    for tail in range(first, first + n_tails):
        tails.numbers[tail - first] = tail
        tails.left = min(tails.left, vertices[tail].j)
        tails.right = max(tails.right, vertices[tail].j)


cdef inline int32_t first_right_of(
    const Counting *counting, const Tails *tails, int32_t row
) noexcept nogil:
    """Return the first vertex of a row that is not left of the tails."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef const int32_t *rows = counting.lattice.rows
    cdef int32_t first = counting.row_firsts[row]
    if row == vertices[tails.numbers[0]].i:
        return tails.numbers[0]
    if first > rows[row] and vertices[first - 1].j >= tails.left:
        first = rows[row]
    while first < rows[row + 1] and vertices[first].j < tails.left:
        first += 1
    counting.row_firsts[row] = first
    return first


cdef inline int64_t count_row(Joining *joining, int32_t last) noexcept nogil:
    """Label the vertices of a row up to `last`, and count their entries."""
    cdef int64_t n_found = 0
    cdef int32_t lane
    cdef bint goes_on = joining.row.number < last
    while goes_on:
        label_on(joining, min(last, joining.row.number + MOST_AT_ONCE))
        goes_on = joining.row.number == joining.row.end < last
        for lane in range(LANES):
            n_found += joining.row.entries[lane]
    return n_found


cdef inline int64_t count_from(
    const Counting *counting, int32_t first_tail, int32_t n_tails
) noexcept nogil:
    """Count the entries of joined arcs from `n_tails` tails that follow one another."""
    cdef const Lattice *lattice = counting.lattice
    cdef int32_t most = counting.options.max_unchanged
    cdef int32_t reach = lattice.n_hypothesis  # of the row above
    cdef int32_t row, first, left
    cdef int64_t n_found = 0
    cdef Tails tails
    cdef Joining joining
    take_neighbours(&tails, counting, first_tail, n_tails)
    open_joining(&joining, lattice, counting.labels, tails.numbers, n_tails, most, True, False)
    joining.width = lattice.n_hypothesis - tails.left
    left = tails.left
    for row in range(joining.first_row, lattice.n_source + 1):
        first = first_right_of(counting, &tails, row)
        if row > joining.last_row + 1:  # before, tails stand, and their base arcs end
            while first < lattice.rows[row + 1] and lattice.vertices[first].j < left:
                first += 1
        enter_row(&joining, row, first, reach, most)
        n_found += count_row(&joining, lattice.rows[row + 1])
        leave_row(&joining, &left, &reach)
        if row <= joining.last_row:
            reach = max(reach, tails.right)
        elif reach < 0:
            break
    return n_found


cdef inline Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of joined arcs, with those of noops that are removed later.

    Of lattices of more than MOST_ROUNDED vertices nobody asks for it: no way has more steps than
    vectors can count.
    """
    cdef Counting counting
    cdef int32_t first = 0
    cdef int32_t n_tails
    cdef Status status
    counting.lattice = lattice
    counting.options = options
    counting.row_firsts = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    if counting.row_firsts == NULL:
        return arena_status(arena)
    status = take_labels(&counting.labels, lattice, arena)
    if status != DONE:
        return status
    memcpy(counting.row_firsts, lattice.rows, (<size_t>lattice.n_source + 2) * sizeof(int32_t))
    n_joined[0] = 0
    while first < lattice.n_vertices:
        if is_cancelled(options.cancel):
            return CANCELLED
        n_tails = min(<int32_t>LANES, lattice.n_vertices - first)
        n_joined[0] += count_from(&counting, first, n_tails)
        first += n_tails
    return DONE
