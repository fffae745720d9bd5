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
follows from that, and from the base arcs around a middle, comes below.

Time is a product of vertices and the lesser of u and the longest run.

**Near tails.** A way from t to k has no more noops than rows, and no more than columns. If either
is below u, the arc (t, k) exists with fewer than u noops: so does the entry from t over k to the
noop's end, and it is another entry unless t lies on the run. So between the tails k - c and
k - c + 1 stands another entry if, and only if, there is a way to k from a place right of the run in
row i - c or left of it in row i - c + 1, or if the tail k - c itself has an insertion or deletion
behind k (see `first_detour`). For each place we carry how far right and left the places reach that lead
to it, row by row.

**Far tails**, before the first of the run, matter if the list comes to k in the midst of a stretch.

- If the run begins after at most u - 1 noops, at a place that is not the start, that place is
  entered by a changing arc, from a near tail. At the start nothing stands before.
- Else let s = k - (u - 1) be the first tail and t0 = k - u. From right of t0 in its row or left of
  s in its row, tails are near. If no such place leads to k, every way from before s goes over t0
  and s.
- If besides nothing but the run leads from s to k, an arc that comes to k has no noop before t0,
  and u noops: too many for the next noop. An insertion or deletion behind k may follow, from t0 or,
  if a changing arc enters t0, from before; there the detour is as short, and if no way to its end
  has more than u noops it is never blocked.

**Other middles** end a stretch if they have any entry. A diagonal behind k always makes one, two
insertions or two deletions in line as well. What remains is a turn, from a diagonal or deletion
into an insertion, or the like; it makes no entry if, and only if, a detour around the corner comes
first.

Where no rule decides, and the list comes to joined noops before it comes to an entry that ends the
stretch anyway, the tails are tried whose arcs may be blocked.

Of each vertex one number is kept, the most noops of ways to it; the rest is read off the run.

**Search.** An arc from a tail goes over a middle k unless the scorer keeps a way to k that has too
many noops for the next arc, or a detour around k comes first. So the tails are tried from which
some way to k has few enough noops, and some way over a corner of k has too many: only a detour that
ends in a noop can be blocked.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, count_noops, deletion_of, diagonal_of, is_base, tail_of, widest_row,
)
from fastgec.maxmatch.labels cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, first_at, label_at, label_rectangle,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport KeptNoops, Label


cdef enum Answer:
    NO = 0
    YES = 1
    ASK = 2  # no rule decides


cdef struct Noops:
    # Noops of ways from a vertex to a middle.
    int32_t fewest  # of any way
    int32_t most  # of ways to its corners, with the noop behind these; -1 if there is none


cdef struct Places:
    const Lattice *lattice
    int32_t max_unchanged
    int32_t *most_noops  # of ways from the start to each vertex
    Noops *noops  # of ways from those to a middle (`search_entry`)
    int64_t row_size


cdef inline int32_t run_to(const Lattice *lattice, int32_t number, int32_t most) noexcept nogil:
    """Return the noops of the run that ends at a vertex; of longer ones `most`."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t size = 0
    while size < most and vertices[number].is_noop:
        number = diagonal_of(&vertices[number])
        size += 1
    return size


cdef inline int32_t lone_tail(
    const Lattice *lattice, int32_t number, int32_t size
) noexcept nogil:
    """Return where the last `size` noops begin of the run that ends at a vertex, which has so many;
    -1 if other arcs enter their heads."""
    cdef const Vertex *vertex
    for _ in range(size):
        vertex = &lattice.vertices[number]
        if vertex.n_deletion or vertex.n_insertion:
            return -1
        number = diagonal_of(vertex)
    return number


cdef inline Successors successors_of(const Lattice *lattice, int32_t number) noexcept nogil:
    """Return what base arcs lead to from a vertex."""
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex = &vertices[number]
    cdef int32_t below, end
    cdef Successors found = Successors(-1, -1, -1)
    if number + 1 < lattice.n_vertices and vertices[number + 1].n_insertion:
        found.insertion = number + 1
    if vertex.i == lattice.n_source:
        return found
    below = first_at(lattice, vertex.i + 1, vertex.j)
    end = lattice.rows[vertex.i + 2]
    if below < end and deletion_of(&vertices[below]) == number:
        found.deletion = below
    if below < end and vertices[below].j == vertex.j:
        below += 1
    if below < end and diagonal_of(&vertices[below]) == number:
        found.diagonal = below
    return found


cdef inline Status open_places(
    Places *places, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Take memory, and count the noops of ways to each vertex."""
    places.lattice = lattice
    places.max_unchanged = options.max_unchanged
    places.row_size = widest_row(lattice)
    places.most_noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    places.noops = <Noops *>arena_take(arena, 2 * places.row_size, sizeof(Noops))
    if places.most_noops == NULL or places.noops == NULL:
        return arena_status(arena)
    count_noops(places.most_noops, lattice)
    return DONE


cdef enum:
    UNREACHED = 0x3FFFFFFF


cdef inline int32_t first_detour(
    const Places *places, int32_t middle, int32_t head, int32_t side
) noexcept nogil:
    """Return the least x of a detour around a middle k to a head behind it; 0 if there is no head.

    An insertion (side 2) or a deletion (1) leads from k to the head. The detour makes one like it
    before, from place k - x of the run, and diagonals beside the run follow. The arc over k is then
    no shorter, and stands in the list only for tails k - c with c < x.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t beside, x, on_run = middle
    if head < 0:
        return 0
    beside = diagonal_of(&vertices[head])
    for x in range(1, run_to(places.lattice, middle, places.max_unchanged) + 1):
        if beside < 0:
            break
        on_run = diagonal_of(&vertices[on_run])
        if tail_of(&vertices[beside], beside, side) == on_run:
            return x
        beside = diagonal_of(&vertices[beside])
    return UNREACHED


cdef inline bint may_block(const Places *places, const Successors *behind) noexcept nogil:
    """Whether some way to a corner of a middle has too many noops for the diagonal behind it."""
    cdef const Vertex *vertex
    cdef int32_t side, head, corner
    for side in range(1, 3):
        head = behind.insertion if side == 2 else behind.deletion
        vertex = &places.lattice.vertices[max(head, 0)]
        corner = diagonal_of(vertex) if head >= 0 else -1
        if corner >= 0 and places.most_noops[corner] + vertex.is_noop > places.max_unchanged:
            return True
    return False


cdef inline Answer has_far_entry(
    const Places *places, int32_t middle, bint is_reached, int32_t detour,
    const Successors *behind,
) noexcept nogil:
    """Whether an entry with this middle stands before its joined noops.

    `is_reached`: places lead to it that lie right of t0 or left of s, in their rows.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *origin
    cdef int32_t most = places.max_unchanged
    cdef int32_t run = run_to(places.lattice, middle, most)
    cdef int32_t second
    if run < most:
        return NO if vertices[middle].i == vertices[middle].j == run else YES
    if is_reached or most < detour:
        return YES
    second = lone_tail(places.lattice, middle, most - 1)
    if second < 0:
        return ASK
    origin = &vertices[diagonal_of(&vertices[second])]
    if not origin.n_deletion and not origin.n_insertion and (
        not origin.n_diagonal or origin.is_noop
    ):
        return NO
    return ASK if may_block(places, behind) else NO


cdef inline void pass_noops(Noops *there, const Noops *here, int32_t noop) noexcept nogil:
    """Take a base arc back from a vertex."""
    if here.fewest < UNREACHED:
        there.fewest = min(there.fewest, here.fewest + noop)
    if here.most >= 0:
        there.most = max(there.most, here.most + noop)


cdef inline void clear_noops(Noops *noops, int64_t size) noexcept nogil:
    cdef int64_t at
    for at in range(size):
        noops[at] = Noops(UNREACHED, -1)


cdef inline Noops *noops_of(const Places *places, int32_t row) noexcept nogil:
    """Return where the noops of a row would stand from vertex 0 on."""
    return places.noops + (row & 1) * places.row_size - places.lattice.rows[row]


cdef inline void begin_noops(
    Places *places, const Successors *behind, int32_t middle, bint is_turn
) noexcept nogil:
    """Begin at a middle, and at its corners, which stand in its row and the row above. If it is no
    turn, any way to it may be blocked."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t corner, side
    cdef int32_t heads[2]
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    clear_noops(places.noops, 2 * places.row_size)
    noops_of(places, vertices[middle].i)[middle] = Noops(0, -1 if is_turn else UNREACHED)
    for side in range(2):
        if heads[side] >= 0 and vertices[heads[side]].is_noop:
            corner = diagonal_of(&vertices[heads[side]])
            noops_of(places, vertices[corner].i)[corner].most = 1


cdef inline bint leads_over(
    const Places *places, const Options *options, Label *labels, int32_t tail, int32_t middle,
    const Successors *behind,
) noexcept nogil:
    """Whether an entry from a tail has this middle."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *here = &lattice.vertices[middle]
    cdef int32_t heads[3]
    cdef uint8_t sides[3]
    cdef int32_t side
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    heads[2] = behind.diagonal
    sides[0] = BY_INSERTION
    sides[1] = BY_DELETION
    sides[2] = BY_DIAGONAL
    label_rectangle(
        labels, lattice, options, tail, min(here.i + 1, lattice.n_source), here.j + 1,
    )
    for side in range(3):
        if heads[side] < 0 or is_base(&lattice.vertices[heads[side]], tail, heads[side]):
            continue
        if label_at(labels, lattice, heads[side]).sides & sides[side]:
            return True
    return False


cdef inline Answer has_entry(
    const Places *places, const Options *options, Label *labels, int32_t middle
) noexcept nogil:
    """Whether an entry has this middle, which no joined noops have. Unless the tail of a base arc
    into it makes one, a turn alone is behind it, with a detour for all tails."""
    cdef const Vertex *here = &places.lattice.vertices[middle]
    cdef Successors behind = successors_of(places.lattice, middle)
    cdef int32_t side, tail
    for side in range(3):
        tail = tail_of(here, middle, side)
        if tail >= 0 and leads_over(places, options, labels, tail, middle, &behind):
            return YES
    return ASK if may_block(places, &behind) else NO


cdef inline bint search_entry(
    Places *places, const Options *options, Label *labels, int32_t middle, int32_t before,
    bint is_turn,
) noexcept nogil:
    """Whether an entry with this middle has a tail before `before`."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *vertex
    cdef int32_t most = places.max_unchanged
    cdef int32_t row, number
    cdef int32_t end = middle + 1  # of the row
    cdef Successors behind = successors_of(lattice, middle)
    cdef Noops *here
    cdef Noops *above = NULL
    begin_noops(places, &behind, middle, is_turn)
    for row in range(lattice.vertices[middle].i, -1, -1):
        here = noops_of(places, row)
        if row:
            above = noops_of(places, row - 1)
        # All arcs that leave a vertex have been taken back when its turn comes.
        for number in range(end - 1, lattice.rows[row] - 1, -1):
            if (
                number < before and here[number].fewest <= most and here[number].most > most
                and leads_over(places, options, labels, number, middle, &behind)
            ):
                return True
            vertex = &lattice.vertices[number]
            if vertex.n_diagonal:
                pass_noops(&above[diagonal_of(vertex)], &here[number], vertex.is_noop)
            if vertex.n_deletion:
                pass_noops(&above[deletion_of(vertex)], &here[number], 0)
            if vertex.n_insertion:
                pass_noops(&here[number - 1], &here[number], 0)
        end = lattice.rows[row]
        clear_noops(here + end, lattice.rows[row + 1] - end)
    return False


cdef inline bint search_entries(
    Places *places, const Options *options, Label *labels, int32_t first, int32_t last
) noexcept nogil:
    """Whether an entry has a middle from `first` to before `last`, by trying all tails."""
    cdef int32_t middle
    for middle in range(first, last):
        if has_entry(places, options, labels, middle) == ASK:
            if search_entry(places, options, labels, middle, middle, True):
                return True
    return False


cdef inline uint8_t *left_at(const KeptNoops *kept, int32_t head, int32_t n_noops) noexcept nogil:
    """Return where it stands whether so many joined noops that lead to a vertex are left."""
    return kept.is_left + <int64_t>head * kept.n_places + n_noops - 2


cdef inline bint is_kept(
    const KeptNoops *kept, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Whether the arc of joined noops from `tail` to `head` is in the list."""
    return left_at(kept, head, lattice.vertices[head].i - lattice.vertices[tail].i)[0]


cdef inline Status open_kept(
    KeptNoops *kept, const Lattice *lattice, int32_t max_unchanged, int32_t *depth, Arena *lasting
) noexcept nogil:
    """Take memory for what is found; write how many rows above a middle the walk looks at."""
    cdef int32_t most = min(max_unchanged, lattice.n_source + 1)  # no run is longer
    cdef int32_t head, longest = 0
    for head in range(lattice.n_vertices if most >= 2 else 0):
        longest = max(longest, run_to(lattice, head, most + 1))
    depth[0] = max(longest - 1, 0)
    kept.n_removed = 0
    kept.n_places = max(min(longest, most) - 1, 0)
    kept.is_left = <uint8_t *>arena_take(
        lasting, <size_t>lattice.n_vertices * kept.n_places, sizeof(uint8_t)
    )
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
    """Find which joined noops are left in the list: walk it as far as they are concerned.

    `labels` is room for `label_rectangle`. What is found stays in `lasting`; `arena` is scratch
    memory. The loop is the scorer's walk, of which `is_missed` is the one thing that goes from
    middle to middle; so it stands whole.
    """
    cdef int32_t most = options.max_unchanged
    cdef int32_t middle, depth, c, n_tails, offset, first_tail, detour
    cdef int64_t here
    cdef Successors behind
    cdef Places places
    cdef RowExtent extent
    cdef Answer answer
    cdef bint is_missed = False  # the walk comes from an entry that it deleted, unless
    cdef int32_t asked = -1  # a middle from this one on, where no rule decided, has an entry
    cdef bint is_reached
    cdef Status status
    status = open_kept(kept, lattice, most, &depth, lasting)
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
        behind = successors_of(lattice, middle)
        n_tails = 0
        if behind.diagonal >= 0:
            n_tails = max(run_to(lattice, behind.diagonal, most) - 1, 0)
        if n_tails == 0:
            if is_missed:
                answer = has_entry(&places, options, labels, middle)
                is_missed = answer != YES
                if answer == ASK and asked < 0:
                    asked = middle
            continue
        here = place_in(&extent, lattice, middle)
        offset = lattice.vertices[middle].j - lattice.vertices[middle].i
        detour = max(
            first_detour(&places, middle, behind.insertion, 2),
            first_detour(&places, middle, behind.deletion, 1),
        )
        if is_missed and n_tails >= detour:
            is_reached = run_to(lattice, middle, most) == most and (
                extent.right[here + most] > offset or extent.left[here + most - 1] < offset
            )
            answer = has_far_entry(&places, middle, is_reached, detour, &behind)
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
            if c < detour:
                is_missed = False
            left_at(kept, behind.diagonal, c + 1)[0] = is_missed
            kept.n_removed += not is_missed
            is_missed = not is_missed
            if extent.right[here + c] > offset or extent.left[here + c - 1] < offset:
                is_missed = False
    return DONE
