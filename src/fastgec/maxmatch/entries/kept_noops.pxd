"""Joined noops that survive their removal from the published scorer's list, found without the list.

The scorer deletes entries of joined noops while it walks its list, and does not examine the entry
that follows a deleted one. In a run of noop entries the scorer deletes the 1st, 3rd, 5th; the
others stay. Any other entry ends the run. Entries stand by (middle, tail, head). With u < 2 there
are none.

**Where they stand.** Joined noops are pieces of 2 to u noops of a run, each in the list once: no
way of as many rows and columns is shorter, and the diagonal is tried first. With k the middle and a
run of r noops that ends at k and goes on behind it, their tails are the places k - c on the run,
for c from min(r, u - 1) down to 1 in list order. What matters is which other entries with middle k
stand before, between and behind them.

For each place we carry how far right and left the places reach that lead to it, row by row. What
follows from that, and from the base arcs around a middle, is in `noop_rules`.

Time is a product of vertices and the lesser of u and the longest run.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, widest_row
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.noop_rules cimport (
    ASK, YES, Answer, Detour, Places, detour_of, has_entry, has_far_entry, open_places,
    search_entries, search_entry, turns_before,
)
from fastgec.maxmatch.terms.records cimport KeptNoops, Label


cdef inline bint is_kept(
    const KeptNoops *kept, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Whether the arc of joined noops from `tail` to `head` is in the list."""
    cdef int32_t n_noops = lattice.vertices[head].i - lattice.vertices[tail].i
    return kept.is_left[kept.first[head] + n_noops - 2]


cdef struct RowExtent:
    # Of two rows, for each vertex: how far the vertices that lead to it reach in its row and the
    # rows above, as j - i; `depth` + 1 rows.
    int32_t *right
    int32_t *left
    int64_t row_size
    int32_t depth


cdef inline int64_t place_in(
    const RowExtent *extent, const Lattice *lattice, int32_t vertex
) noexcept nogil:
    cdef int32_t row = lattice.vertices[vertex].i
    return (
        (row & 1) * extent.row_size
        + <int64_t>(vertex - lattice.rows[row]) * (extent.depth + 1)
    )


cdef inline void widen(
    RowExtent *extent, int64_t here, int64_t before, int32_t n_above
) noexcept nogil:
    """Add what leads to one vertex to what leads to another, `n_above` rows below it (0 or 1)."""
    cdef int32_t *right = extent.right + here + n_above
    cdef int32_t *left = extent.left + here + n_above
    cdef const int32_t *other_right = extent.right + before
    cdef const int32_t *other_left = extent.left + before
    cdef int32_t row
    for row in range(extent.depth + 1 - n_above):
        right[row] = max(right[row], other_right[row])
        left[row] = min(left[row], other_left[row])


cdef inline void fill_extent(
    RowExtent *extent, const Lattice *lattice, int32_t number
) noexcept nogil:
    cdef const Vertex *vertex = &lattice.vertices[number]
    cdef int64_t here = place_in(extent, lattice, number)
    cdef int32_t row
    for row in range(extent.depth + 1):
        extent.right[here + row] = -0x7FFFFFFF
        extent.left[here + row] = 0x7FFFFFFF
    extent.right[here] = vertex.j - vertex.i
    extent.left[here] = vertex.j - vertex.i
    if vertex.n_diagonal:
        widen(extent, here, place_in(extent, lattice, diagonal_of(vertex)), 1)
    if vertex.n_deletion:
        widen(extent, here, place_in(extent, lattice, deletion_of(vertex)), 1)
    if vertex.n_insertion:
        widen(extent, here, place_in(extent, lattice, number - 1), 0)


cdef inline Status open_extent(
    RowExtent *extent, const Lattice *lattice, int32_t depth, Arena *arena
) noexcept nogil:
    extent.depth = depth
    extent.row_size = <int64_t>widest_row(lattice) * (depth + 1)
    extent.right = <int32_t *>arena_take(arena, 2 * extent.row_size, sizeof(int32_t))
    extent.left = <int32_t *>arena_take(arena, 2 * extent.row_size, sizeof(int32_t))
    return DONE if extent.right != NULL and extent.left != NULL else arena_status(arena)


cdef inline Status find_kept(
    KeptNoops *kept, const Lattice *lattice, const Options *options, Label *labels,
    Arena *lasting, Arena *arena,
) noexcept nogil:
    """Find which joined noops are left in the list. `labels` is room for `label_rectangle`.

    What is found stays in one arena, and nothing in the other.
    """
    cdef Mark mark = arena_mark(arena)
    cdef Status status = walk_list(kept, lattice, options, labels, lasting, arena)
    arena_rewind(arena, &mark)
    return status


cdef inline Status walk_list(
    KeptNoops *kept, const Lattice *lattice, const Options *options, Label *labels,
    Arena *lasting, Arena *arena,
) noexcept nogil:
    """Walk the scorer's list as far as joined noops are concerned.

    The loop is the scorer's walk, of which `is_missed` is the one thing that goes from middle to
    middle; so it stands whole.
    """
    cdef int32_t most = options.max_unchanged
    cdef int32_t middle, head, depth = 0, c, n_tails, offset, first_tail
    cdef int64_t n_entries = 0
    cdef int64_t here
    cdef Places places
    cdef RowExtent extent
    cdef Detour inserted, deleted
    cdef Answer answer
    cdef bint is_missed = False  # the walk comes from an entry that it deleted, unless
    cdef int32_t asked = -1  # a middle from this one on, where no rule decided, has an entry
    cdef bint is_reached
    cdef Status status
    kept.n_removed = 0
    kept.n_searches = 0
    kept.first = <int64_t *>arena_take(
        lasting, <size_t>lattice.n_vertices + 1, sizeof(int64_t)
    )
    if kept.first == NULL:
        return arena_status(lasting)
    status = open_places(&places, lattice, options, arena)
    if status != DONE:
        return status
    for head in range(lattice.n_vertices):
        kept.first[head] = n_entries
        if most >= 2 and places.runs[head] >= 2:
            depth = max(depth, min(places.runs[head] - 1, most))
            n_entries += min(places.runs[head], most) - 1
    kept.first[lattice.n_vertices] = n_entries
    kept.is_left = <uint8_t *>arena_take(lasting, n_entries, 1)
    if kept.is_left == NULL:
        return arena_status(lasting)
    if n_entries == 0:
        return DONE
    status = open_extent(&extent, lattice, depth, arena)
    if status != DONE:
        return status
    for middle in range(lattice.n_vertices):
        if middle & 63 == 0 and is_cancelled(options.cancel):
            return CANCELLED
        fill_extent(&extent, lattice, middle)
        head = places.behind[middle].diagonal
        n_tails = 0
        if head >= 0:
            n_tails = <int32_t>(kept.first[head + 1] - kept.first[head])
        if n_tails == 0:
            if is_missed:
                answer = has_entry(&places, middle)
                is_missed = answer != YES
                if answer == ASK and asked < 0:
                    asked = middle
            continue
        here = place_in(&extent, lattice, middle)
        offset = lattice.vertices[middle].j - lattice.vertices[middle].i
        inserted = detour_of(&places, middle, places.behind[middle].insertion, True)
        deleted = detour_of(&places, middle, places.behind[middle].deletion, False)
        if is_missed and not turns_before(&inserted, &deleted, n_tails):
            is_reached = places.runs[middle] >= most and (
                extent.right[here + most] > offset or extent.left[here + most - 1] < offset
            )
            answer = has_far_entry(&places, middle, is_reached, &inserted, &deleted)
            is_missed = answer != YES
            if is_missed and asked >= 0:
                is_missed = not search_entries(&places, options, labels, asked, middle)
            if is_missed and answer == ASK:
                first_tail = middle
                for c in range(n_tails):
                    first_tail = diagonal_of(&lattice.vertices[first_tail])
                is_missed = not search_entry(&places, options, labels, middle, first_tail, False)
        asked = -1
        for c in range(n_tails, 0, -1):
            if turns_before(&inserted, &deleted, c):
                is_missed = False
            kept.is_left[kept.first[head] + c - 1] = is_missed
            kept.n_removed += not is_missed
            is_missed = not is_missed
            if extent.right[here + c] > offset or extent.left[here + c - 1] < offset:
                is_missed = False
    kept.n_searches = places.n_searches
    return DONE
