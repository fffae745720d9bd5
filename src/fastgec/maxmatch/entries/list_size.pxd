"""The size of the published scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives the number of entries but running the label program (`labels`) from every vertex
to every other one. Here it runs from LANES neighbours at once, of one row or several
(`label_rows`). Noops are not looked at where no way from these vertices has too many: most of
sentences with a high bound.

An arc of one step is a base arc. It is seeded, not counted. Where noops alone lead on from a
vertex, one more of them than an edit may hold, its joined arcs are those of 2 to u noops, and none
is run.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, count_noops_behind
from fastgec.maxmatch.entries.label_rows cimport (
    Joining, enter_row, label_on, leave_row, open_joining, take_labels,
)
from fastgec.maxmatch.entries.label_vectors cimport LANES, MOST_AT_ONCE
from fastgec.maxmatch.terms.edits cimport Options


cdef struct Counting:
    # What it takes to count, and the number so far.
    const Lattice *lattice
    const Options *options
    char *labels  # room of `label_rows`
    int32_t *row_firsts  # of each row: its first vertex not left of the tails counted last
    int32_t *most_noops  # of ways from each vertex to the end
    int64_t n_joined


cdef struct Tails:
    # Of a block, and where they stand.
    int32_t numbers[32]
    int32_t left
    int32_t right
    bint is_limited  # some way from them may have too many noops


cdef inline void take_neighbours(
    Tails *tails, const Counting *counting, int32_t first, int32_t n_tails
) noexcept nogil:
    """Take `n_tails` tails that follow one another."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef int32_t tail
    tails.left = tails.right = vertices[first].j
    tails.is_limited = False
    for tail in range(first, first + n_tails):
        tails.numbers[tail - first] = tail
        tails.left = min(tails.left, vertices[tail].j)
        tails.right = max(tails.right, vertices[tail].j)
        if counting.most_noops[tail] > counting.options.max_unchanged:
            tails.is_limited = True


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
    open_joining(
        &joining, lattice, counting.labels, tails.numbers, n_tails, most, tails.is_limited, True,
        False,
    )
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


cdef inline bint is_quiet(const Lattice *lattice, int32_t row) noexcept nogil:
    """Whether a row has one vertex, and a noop is the only way in."""
    cdef const Vertex *vertex = &lattice.vertices[lattice.rows[row]]
    return (
        lattice.rows[row + 1] - lattice.rows[row] == 1
        and vertex.is_noop and not vertex.n_deletion and not vertex.n_insertion
    )


cdef inline Status count_tails(
    Counting *counting, int32_t *first, int32_t end
) noexcept nogil:
    """Count the entries of joined arcs from the tails up to `end`, block by block."""
    cdef int32_t n_tails
    while first[0] < end:
        if is_cancelled(counting.options.cancel):
            return CANCELLED
        n_tails = min(<int32_t>LANES, end - first[0])
        counting.n_joined += count_from(counting, first[0], n_tails)
        first[0] += n_tails
    return DONE


cdef inline Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of joined arcs, with those of noops that are removed later.

    Of lattices of more than MOST_ROUNDED vertices nobody asks for it: no way has more steps than
    vectors can count.
    """
    cdef const int32_t *rows = lattice.rows
    cdef Counting counting
    cdef int32_t row, n_quiet
    cdef int32_t first = 0  # tail that comes next
    cdef int32_t behind = 1  # the first row behind this one that is not quiet
    cdef int32_t most = options.max_unchanged
    cdef Status status
    counting.lattice = lattice
    counting.options = options
    counting.n_joined = 0
    counting.row_firsts = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    counting.most_noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    if counting.row_firsts == NULL or counting.most_noops == NULL:
        return arena_status(arena)
    status = take_labels(&counting.labels, lattice, arena)
    if status != DONE:
        return status
    count_noops_behind(counting.most_noops, lattice)
    memcpy(counting.row_firsts, rows, (<size_t>lattice.n_source + 2) * sizeof(int32_t))
    for row in range(lattice.n_source + 1):
        behind = max(behind, row + 1)
        while behind <= lattice.n_source and is_quiet(lattice, behind):
            behind += 1
        n_quiet = behind - row - 1
        if rows[row + 1] - rows[row] == 1 and (n_quiet > most or behind > lattice.n_source):
            status = count_tails(&counting, &first, rows[row])
            counting.n_joined += max(0, min(n_quiet, most) - 1)
            first = rows[row + 1]
        else:  # tails that do not fill a block wait for those of the next row
            status = count_tails(
                &counting, &first, first + (rows[row + 1] - first) // LANES * LANES
            )
        if status != DONE:
            return status
    status = count_tails(&counting, &first, lattice.n_vertices)
    n_joined[0] = counting.n_joined
    return status
