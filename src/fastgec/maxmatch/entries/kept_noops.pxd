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

Of tens of millions of vertices few have joined noops that lead there. So they are marked, and have
numbers of their own.

Time is a product of vertices and the lesser of u and the longest run.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._bits cimport count_bits
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, deletion_of, diagonal_of, widest_row,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.noop_searches cimport search_entries, search_entry
from fastgec.maxmatch.entries.noop_rules cimport (
    ASK, YES, Answer, Detour, Places, detour_of, has_entry, has_far_entry, open_places, run_to,
    successors_from, turns_before,
)
from fastgec.maxmatch.terms.records cimport KeptNoops, Label


cdef struct JoinedTo:
    # The joined noops that lead to a vertex, shortest first.
    int64_t first
    int64_t end


cdef inline JoinedTo joined_to(const KeptNoops *kept, int32_t head) noexcept nogil:
    """Return the places of the joined noops that lead to a vertex."""
    cdef uint64_t word = kept.heads[head >> 6]
    cdef uint64_t bit = <uint64_t>1 << (head & 63)
    cdef int32_t number
    if not word & bit:
        return JoinedTo(0, 0)
    number = kept.n_before[head >> 6] + count_bits(word & (bit - 1))
    return JoinedTo(kept.first[number], kept.first[number + 1])


cdef inline bint is_kept(
    const KeptNoops *kept, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Whether the arc of joined noops from `tail` to `head` is in the list."""
    cdef int32_t n_noops = lattice.vertices[head].i - lattice.vertices[tail].i
    return kept.is_left[joined_to(kept, head).first + n_noops - 2]


cdef inline Status number_joined(
    KeptNoops *kept, const Lattice *lattice, int32_t max_unchanged, int32_t *depth, Arena *lasting
) noexcept nogil:
    """Give joined noops their places; write how many rows above a middle the walk looks at."""
    cdef size_t n_words = (<size_t>lattice.n_vertices + 63) >> 6
    cdef int32_t most = min(max_unchanged, lattice.n_source + 1)  # no run is longer
    cdef int32_t head, size
    cdef int32_t n_heads = 0
    cdef int64_t n_joined = 0
    kept.heads = <uint64_t *>arena_take(lasting, n_words, sizeof(uint64_t))
    kept.n_before = <int32_t *>arena_take(lasting, n_words, sizeof(int32_t))
    if kept.heads == NULL or kept.n_before == NULL:
        return arena_status(lasting)
    memset(kept.heads, 0, n_words * sizeof(uint64_t))
    depth[0] = 0
    for head in range(lattice.n_vertices):
        if head & 63 == 0:
            kept.n_before[head >> 6] = n_heads
        if most >= 2 and lattice.vertices[head].is_noop and run_to(lattice, head, 2) == 2:
            kept.heads[head >> 6] |= <uint64_t>1 << (head & 63)
            n_heads += 1
    kept.first = <int64_t *>arena_take(lasting, <size_t>n_heads + 1, sizeof(int64_t))
    if kept.first == NULL:
        return arena_status(lasting)
    n_heads = 0
    for head in range(lattice.n_vertices):
        if kept.heads[head >> 6] >> (head & 63) & 1:
            kept.first[n_heads] = n_joined
            size = run_to(lattice, head, most + 1)
            depth[0] = max(depth[0], size - 1)
            n_joined += min(size, most) - 1
            n_heads += 1
    kept.first[n_heads] = n_joined
    kept.is_left = <uint8_t *>arena_take(lasting, n_joined, 1)
    return DONE if kept.is_left != NULL else arena_status(lasting)


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


cdef inline int32_t go_below(
    const Lattice *lattice, int32_t number, int32_t below
) noexcept nogil:
    """Return the first vertex of the next row that does not stand left of a vertex; `below` is that
    of a vertex before."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t row = vertices[number].i
    if row == lattice.n_source:
        return lattice.n_vertices
    below = max(below, lattice.rows[row + 1])
    while below < lattice.rows[row + 2] and vertices[below].j < vertices[number].j:
        below += 1
    return below


cdef inline Status walk_list(
    KeptNoops *kept, const Lattice *lattice, const Options *options, Label *labels,
    Arena *lasting, Arena *arena,
) noexcept nogil:
    """Walk the scorer's list as far as joined noops are concerned.

    The loop is the scorer's walk, of which `is_missed` is the one thing that goes from middle to
    middle; so it stands whole.
    """
    cdef int32_t most = options.max_unchanged
    cdef int32_t middle, depth, c, n_tails, offset, first_tail
    cdef int32_t below = 0
    cdef int64_t here
    cdef JoinedTo joined
    cdef Successors behind
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
    status = number_joined(kept, lattice, most, &depth, lasting)
    if status != DONE or depth == 0:
        return status
    status = open_places(&places, lattice, options, arena)
    if status != DONE:
        return status
    status = open_extent(&extent, lattice, depth, arena)
    if status != DONE:
        return status
    for middle in range(lattice.n_vertices):
        if middle & 63 == 0 and is_cancelled(options.cancel):
            return CANCELLED
        fill_extent(&extent, lattice, middle)
        below = go_below(lattice, middle, below)
        behind = successors_from(lattice, middle, below)
        n_tails = 0
        if behind.diagonal >= 0:
            joined = joined_to(kept, behind.diagonal)
            n_tails = <int32_t>(joined.end - joined.first)
        if n_tails == 0:
            if is_missed:
                answer = has_entry(&places, middle)
                is_missed = answer != YES
                if answer == ASK and asked < 0:
                    asked = middle
            continue
        here = place_in(&extent, lattice, middle)
        offset = lattice.vertices[middle].j - lattice.vertices[middle].i
        inserted = detour_of(&places, middle, behind.insertion, True)
        deleted = detour_of(&places, middle, behind.deletion, False)
        if is_missed and not turns_before(&inserted, &deleted, n_tails):
            is_reached = run_to(lattice, middle, most) == most and (
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
            kept.is_left[joined.first + c - 1] = is_missed
            kept.n_removed += not is_missed
            is_missed = not is_missed
            if extent.right[here + c] > offset or extent.left[here + c - 1] < offset:
                is_missed = False
    kept.n_searches = places.n_searches
    return DONE
