"""The size of the published scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives the number of entries but running the label program (`labels`) from every vertex
to every other one. Here it runs from LANES neighbours at once, of one row or several: with labels
of 8 bits as far as those go (`narrow_labels`), and behind with labels of 16 (`label_vectors`). Two
rows of labels are kept. Noops are not looked at where no way from these vertices has too many: most
of sentences with a high bound.

An arc of one step is a base arc. It is seeded, not counted. Where noops alone lead on from a
vertex, one more of them than an edit may hold, its joined arcs are those of 2 to u noops, and none
is run.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.string cimport memcpy, memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, count_noops_behind
from fastgec.maxmatch.entries.label_vectors cimport (
    LANES, Joining, Labels, choose_count, join_labels, open_joining,
)
from fastgec.maxmatch.entries.narrow_labels cimport (
    MOST_AT_ONCE, MOST_DIAGONALS, JoinRows, NarrowLabels, NarrowRow, Place, choose_join_rows,
    has_narrow_labels, list_places, seed_narrow, take_narrow, widen_labels,
)
from fastgec.maxmatch.terms.edits cimport Options


cdef struct Counting:
    # What it takes to count, and the number so far.
    const Lattice *lattice
    const Options *options
    const Place *places
    Labels *labels  # two rows, and labels of nothing
    NarrowLabels *narrow  # the same
    int32_t *row_firsts  # of each row: its first vertex not left of the tails counted last
    int32_t *most_noops  # of ways from each vertex to the end
    int64_t n_joined


cdef struct Sweep:
    # Labels from the tails of a block, row by row.
    int32_t tails[32]
    int32_t n_tails
    int32_t last_row  # of a tail
    int32_t left  # hypothesis position of the tails
    int32_t right
    int32_t left_found  # and of the first vertex of the last row that an arc leads to
    int32_t reach  # and of the last one
    int32_t above  # first vertex of the row above that has labels
    int32_t end_above  # and the first one, behind others, that has none
    int32_t first  # the same of the row
    int32_t number
    int32_t first_found  # vertices of the row that an arc leads to
    int32_t last_found
    Joining joining
    JoinRows join_rows
    NarrowRow narrow


cdef inline void open_sweep(
    Sweep *sweep, const Counting *counting, int32_t first_tail, int32_t n_tails
) noexcept nogil:
    """Begin with `n_tails` tails that follow one another."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef int64_t n_places = counting.lattice.n_hypothesis + 1
    cdef int32_t most = counting.options.max_unchanged
    cdef int32_t lane
    cdef bint is_limited = False
    sweep.n_tails = n_tails
    sweep.last_row = vertices[first_tail + n_tails - 1].i
    sweep.left = sweep.right = vertices[first_tail].j
    sweep.left_found = sweep.left
    sweep.reach = counting.lattice.n_hypothesis
    sweep.above = sweep.end_above = 0
    for lane in range(n_tails):
        sweep.tails[lane] = first_tail + lane
        sweep.left = min(sweep.left, vertices[first_tail + lane].j)
        sweep.right = max(sweep.right, vertices[first_tail + lane].j)
        is_limited = is_limited or counting.most_noops[first_tail + lane] > most
    open_joining(
        &sweep.joining, counting.labels + 2 * n_places, sweep.last_row, sweep.tails, n_tails, most,
        False,
    )
    for lane in range(3):
        sweep.joining.worths[lane] = 1
    if not is_limited:
        sweep.joining.join = choose_count()
    sweep.join_rows = choose_join_rows(is_limited)
    sweep.narrow.places = counting.places
    sweep.narrow.none = counting.narrow + 2 * n_places
    sweep.narrow.most = <int8_t>min(most, <int32_t>MOST_DIAGONALS)


cdef inline void open_sweep_row(
    Sweep *sweep, const Counting *counting, int32_t row
) noexcept nogil:
    """Go to the first vertex of a row that may have labels."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef const int32_t *rows = counting.lattice.rows
    cdef int32_t first = sweep.tails[0]
    if row > vertices[first].i:
        first = counting.row_firsts[row]
        if first > rows[row] and vertices[first - 1].j >= sweep.left:
            first = rows[row]
        while first < rows[row + 1] and vertices[first].j < sweep.left:
            first += 1
        counting.row_firsts[row] = first
    if row > sweep.last_row + 1:  # before, tails stand, and their base arcs end
        while first < rows[row + 1] and vertices[first].j < sweep.left_found:
            first += 1
    sweep.first = sweep.number = first
    sweep.first_found = sweep.last_found = -1


cdef inline int64_t take_entries(int16_t *entries) noexcept nogil:
    """Return the sum of the counts, and begin again."""
    cdef int64_t n_found = 0
    cdef int32_t lane
    for lane in range(LANES):
        n_found += entries[lane]
        entries[lane] = 0
    return n_found


cdef inline int64_t count_row(Sweep *sweep, const Counting *counting, int32_t row) noexcept nogil:
    """Label the vertices of a row with 16 bits, and count their entries."""
    cdef const Lattice *lattice = counting.lattice
    cdef const Vertex *vertex
    cdef int64_t n_places = lattice.n_hypothesis + 1
    cdef Labels *here_row = counting.labels + (row & 1) * n_places
    cdef const Labels *above_row = counting.labels + (row & 1 ^ 1) * n_places
    cdef int16_t entries[32]
    cdef int64_t n_found = 0
    cdef int32_t lane
    for lane in range(LANES):
        entries[lane] = 0
    sweep.joining.end_above = sweep.end_above
    while sweep.number < lattice.rows[row + 1]:
        vertex = &lattice.vertices[sweep.number]
        if vertex.j > sweep.reach + 1 and sweep.last_found != sweep.number - 1:
            break
        if join_labels(
            &sweep.joining, here_row + vertex.j, entries, above_row, vertex, sweep.above,
            sweep.first,
        ):
            sweep.last_found = sweep.number
            if sweep.first_found < 0:
                sweep.first_found = sweep.number
        if sweep.number & 0x1FFF == 0:  # before counts of a lane can overflow
            n_found += take_entries(entries)
        sweep.number += 1
    return n_found + take_entries(entries)


cdef inline int64_t count_narrow_row(
    Sweep *sweep, const Counting *counting, int32_t row
) noexcept nogil:
    """Label the vertices of a row with 8 bits, and count their entries."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef int64_t n_places = counting.lattice.n_hypothesis + 1
    cdef NarrowRow *narrow = &sweep.narrow
    cdef bint is_seeded = row <= sweep.last_row + 1
    cdef int32_t most = 1 if is_seeded else MOST_AT_ONCE
    cdef int32_t last = counting.lattice.rows[row + 1]
    cdef int64_t n_found = 0
    narrow.here = counting.narrow + (row & 1) * n_places
    narrow.above = counting.narrow + (row & 1 ^ 1) * n_places
    narrow.left_above = 1
    narrow.right_above = 0  # nothing there has labels
    if sweep.above < sweep.end_above:
        narrow.left_above = vertices[sweep.above].j
        narrow.right_above = vertices[sweep.end_above - 1].j
    narrow.reach = sweep.reach
    narrow.first = narrow.number = narrow.end = sweep.first
    while narrow.number == narrow.end < last:
        narrow.end = min(last, narrow.number + most)
        sweep.join_rows(narrow)
        if is_seeded and narrow.number == narrow.end:
            seed_narrow(narrow, sweep.tails, sweep.n_tails, &vertices[narrow.number - 1])
        n_found += take_narrow(narrow)
    sweep.number = narrow.number
    find_labelled(sweep, vertices)
    return n_found


cdef inline void find_labelled(Sweep *sweep, const Vertex *vertices) noexcept nogil:
    """Find the first and the last vertex of a row of 8 bits that an arc leads to."""
    cdef int32_t first = sweep.first
    cdef int32_t last = sweep.number - 1
    while first <= last and not has_narrow_labels(sweep.narrow.here + vertices[first].j):
        first += 1
    if first > last:
        return
    while not has_narrow_labels(sweep.narrow.here + vertices[last].j):
        last -= 1
    sweep.first_found = first
    sweep.last_found = last


cdef inline void widen_row(Sweep *sweep, const Counting *counting, int32_t row) noexcept nogil:
    """Write the labels of a row as those of 16 bits."""
    cdef const Vertex *vertices = counting.lattice.vertices
    cdef int64_t place
    cdef int64_t n_places = counting.lattice.n_hypothesis + 1
    cdef int32_t number
    for number in range(sweep.above, sweep.end_above):
        place = (row & 1) * n_places + vertices[number].j
        widen_labels(
            counting.labels + place, counting.narrow + place, &vertices[number], vertices,
            sweep.tails, sweep.n_tails,
        )


cdef inline int64_t count_from(
    const Counting *counting, int32_t first_tail, int32_t n_tails
) noexcept nogil:
    """Count the entries of joined arcs from `n_tails` tails that follow one another."""
    cdef const Lattice *lattice = counting.lattice
    cdef int32_t first_row = lattice.vertices[first_tail].i
    cdef int32_t row
    cdef int64_t n_found = 0
    cdef bint is_narrow = True
    cdef Sweep sweep
    open_sweep(&sweep, counting, first_tail, n_tails)
    for row in range(first_row, lattice.n_source + 1):
        open_sweep_row(&sweep, counting, row)
        if is_narrow and (
            row - first_row > MOST_DIAGONALS
            and lattice.n_hypothesis - sweep.left > MOST_DIAGONALS
        ):
            widen_row(&sweep, counting, row - 1)
            is_narrow = False
        if is_narrow:
            n_found += count_narrow_row(&sweep, counting, row)
        else:
            n_found += count_row(&sweep, counting, row)
        sweep.reach = -1
        if sweep.first_found >= 0:
            sweep.left_found = lattice.vertices[sweep.first_found].j
            sweep.reach = lattice.vertices[sweep.last_found].j
        elif row > sweep.last_row:
            break
        if row <= sweep.last_row:
            sweep.reach = max(sweep.reach, sweep.right)
        sweep.above = sweep.first
        sweep.end_above = sweep.number
    return n_found


cdef inline bint is_quiet(const Lattice *lattice, int32_t row) noexcept nogil:
    """Whether a row has one vertex, and a noop is the only way in."""
    cdef const Vertex *vertex = &lattice.vertices[lattice.rows[row]]
    return (
        lattice.rows[row + 1] - lattice.rows[row] == 1
        and vertex.is_noop and vertex.deletion < 0 and vertex.insertion < 0
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
    cdef size_t n_labels = 2 * (<size_t>lattice.n_hypothesis + 1) + 1
    cdef Counting counting
    cdef Place *places
    cdef int32_t row, n_quiet
    cdef int32_t first = 0  # tail that comes next
    cdef int32_t behind = 1  # the first row behind this one that is not quiet
    cdef int32_t most = options.max_unchanged
    cdef Status status
    counting.lattice = lattice
    counting.options = options
    counting.n_joined = 0
    counting.labels = <Labels *>arena_take(arena, n_labels, sizeof(Labels))
    counting.narrow = <NarrowLabels *>arena_take(arena, n_labels, sizeof(NarrowLabels))
    places = <Place *>arena_take(arena, lattice.n_vertices, sizeof(Place))
    counting.row_firsts = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    counting.most_noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    if (
        counting.labels == NULL or counting.narrow == NULL or places == NULL
        or counting.row_firsts == NULL or counting.most_noops == NULL
    ):
        return arena_status(arena)
    memset(counting.narrow, 0, n_labels * sizeof(NarrowLabels))
    list_places(places, lattice)
    counting.places = places
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
