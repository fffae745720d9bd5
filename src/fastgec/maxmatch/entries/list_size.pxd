"""The size of the published scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives the number of entries but running the label program (`labels`) from every vertex
to every other one. Here it runs from LANES neighbours at once, of one row or several, with the
vectors of `label_vectors`. Two rows of labels are kept. Noops are not looked at where no way from
these vertices has too many: most of sentences with a high bound.

An arc of one step is a base arc. It is seeded, not counted. Where noops alone lead on from a
vertex, one more of them than an edit may hold, its joined arcs are those of 2 to u noops, and none
is run.
"""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, count_noops_behind
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.label_vectors cimport (
    LANES, Joining, Labels, choose_count, join_labels, open_joining,
)


cdef inline int64_t take_entries(int16_t *entries) noexcept nogil:
    """Return the sum of the counts, and begin again."""
    cdef int64_t n_found = 0
    cdef int32_t lane
    for lane in range(LANES):
        n_found += entries[lane]
        entries[lane] = 0
    return n_found


cdef inline int64_t count_from(
    const Lattice *lattice, int32_t max_unchanged, int32_t first_tail, int32_t n_tails,
    const int32_t *most_noops, Labels *labels, int32_t *row_firsts,
) noexcept nogil:
    """Count the entries of joined arcs from `n_tails` tails that follow one another.

    `most_noops` are those of ways from each vertex to the end.
    """
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t n_places = lattice.n_hypothesis + 1
    cdef int32_t first_row = vertices[first_tail].i
    cdef int32_t last_row = vertices[first_tail + n_tails - 1].i  # of a tail
    cdef int32_t left = vertices[first_tail].j  # of the tails
    cdef int32_t right = left
    cdef int32_t left_found = left  # hypothesis position of the first vertex that an arc leads to
    cdef int32_t above = lattice.n_vertices  # first vertex in the row above that has labels
    cdef int32_t row, number, lane, first
    cdef int32_t first_found, last_found  # vertices of the row that an arc leads to
    cdef int32_t reach = lattice.n_hypothesis  # and of the last one, both of the row above
    cdef int16_t entries[32]
    cdef Joining joining
    cdef int64_t n_found = 0
    cdef int32_t tails[32]
    cdef Labels *here_row
    cdef Labels *above_row = labels
    cdef Labels *here
    cdef bint is_bounded = False
    for lane in range(n_tails):
        tails[lane] = first_tail + lane
        left = min(left, vertices[tails[lane]].j)
        right = max(right, vertices[tails[lane]].j)
        is_bounded = is_bounded or most_noops[tails[lane]] > max_unchanged
    open_joining(
        &joining, labels + 2 * n_places, last_row, tails, n_tails, max_unchanged
    )
    for lane in range(3):
        joining.worths[lane] = 1
    if not is_bounded:
        joining.join = choose_count()
    for row in range(first_row, lattice.n_source + 1):
        first = first_tail
        if row > first_row:
            first = row_firsts[row]
            if first > lattice.rows[row] and vertices[first - 1].j >= left:
                first = lattice.rows[row]
            while first < lattice.rows[row + 1] and vertices[first].j < left:
                first += 1
            row_firsts[row] = first
        if row > last_row + 1:  # before, tails stand, and their base arcs end
            while first < lattice.rows[row + 1] and vertices[first].j < left_found:
                first += 1
        here_row = labels + (row & 1) * <int64_t>n_places
        for lane in range(LANES):
            entries[lane] = 0
        first_found = last_found = -1
        number = first
        while number < lattice.rows[row + 1]:
            vertex = &vertices[number]
            if vertex.j > reach + 1 and last_found != number - 1:
                break
            here = here_row + vertex.j
            if join_labels(&joining, here, entries, above_row, vertex, above, first):
                last_found = number
                if first_found < 0:
                    first_found = number
            if number & 0x1FFF == 0:  # before counts of a lane can overflow
                n_found += take_entries(entries)
            number += 1
        n_found += take_entries(entries)
        reach = -1
        if first_found >= 0:
            left_found = vertices[first_found].j
            reach = vertices[last_found].j
        elif row > last_row:
            break
        if row <= last_row:
            reach = max(reach, right)
        above_row = here_row
        above = first
        joining.end_above = number
    return n_found


cdef inline bint is_quiet(const Lattice *lattice, int32_t row) noexcept nogil:
    """Whether a row has one vertex, and a noop is the only way in."""
    cdef const Vertex *vertex = &lattice.vertices[lattice.rows[row]]
    return (
        lattice.rows[row + 1] - lattice.rows[row] == 1
        and vertex.is_noop and vertex.deletion < 0 and vertex.insertion < 0
    )


cdef struct Counting:
    # What it takes to count, and the number so far.
    const Lattice *lattice
    const Options *options
    Labels *labels
    int32_t *row_firsts  # of each row: its first vertex not left of the tails counted last
    int32_t *most_noops  # of ways from each vertex to the end
    int64_t n_joined


cdef inline Status count_tails(
    Counting *counting, int32_t *first, int32_t end
) noexcept nogil:
    """Count the entries of joined arcs from the tails up to `end`, block by block."""
    cdef int32_t n_tails
    while first[0] < end:
        if is_cancelled(counting.options.cancel):
            return CANCELLED
        n_tails = min(<int32_t>LANES, end - first[0])
        counting.n_joined += count_from(
            counting.lattice, counting.options.max_unchanged, first[0], n_tails,
            counting.most_noops, counting.labels, counting.row_firsts,
        )
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
    counting.labels = <Labels *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1) + 1, sizeof(Labels)
    )
    counting.row_firsts = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    counting.most_noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    if counting.labels == NULL or counting.row_firsts == NULL or counting.most_noops == NULL:
        return arena_status(arena)
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
