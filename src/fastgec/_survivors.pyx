"""Joined noops that survive their removal from the published scorer's list, found without the list.

The scorer deletes entries of joined noops while it walks its list, and does not examine the entry
that follows a deleted one. So of a stretch of such entries every second one is left, and any other
entry ends the stretch. Entries stand by (middle, tail, head). With u < 2 there are none.

**Where they stand.** Joined noops are pieces of 2 to u noops of a run, each in the list once: no way
of as many rows and columns is shorter, and the diagonal is tried first. With k the middle and a run
of r noops that ends at k and goes on behind it, their tails are the places k - c on the run, for c
from min(r, u - 1) down to 1 in list order. What matters is which other entries with middle k stand
before, between and behind them.

**Near tails.** A way from t to k has no more noops than rows, and no more than columns. If either is
below u, the arc (t, k) exists with fewer than u noops: so does the entry from t over k to the noop's
end, and it is another entry unless t lies on the run. So between the tails k - c and k - c + 1 stands
another entry if, and only if, there is a way to k from a place right of the run in row i - c or left
of it in row i - c + 1, or if the tail k - c itself has an insertion or deletion behind k (see `Detour`).
For each place we carry how far right and left the places reach that lead to it, row by row.

**Far tails**, before the first of the run, matter if the list comes to k in the midst of a stretch.

- If the run begins after at most u - 1 noops, at a place that is not the start, that place is entered
  by a changing arc, from a near tail. At the start nothing stands before.
- Else let s = k - (u - 1) be the first tail and t0 = k - u. From right of t0 in its row or left of s in
  its row, tails are near. If no such place leads to k, every way from before s goes over t0 and s.
- If besides nothing but the run leads from s to k, an arc that comes to k has no noop before t0, and
  u noops: too many for the next noop. An insertion or deletion behind k may follow, from t0 or, if a
  changing arc enters t0, from before; there the detour is as short, and if no way to its end has more
  than u noops it is never blocked.

**Other middles** end a stretch if they have any entry. A diagonal behind k always makes one, two
insertions or two deletions in line as well. What remains is a turn, from a diagonal or deletion into
an insertion, or the like; it makes no entry if, and only if, a detour around the corner comes first.

Where no rule decides, and the list comes to joined noops before it comes to an entry that ends the
stretch anyway, the tails are tried whose arcs may be blocked (`bound_noops`).
Time is a product of vertices and the lesser of u and the longest run.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take
from fastgec._labels cimport Label, label_rectangle
from fastgec._lattice cimport Lattice, Options, Vertex, is_cancelled


cdef enum:
    NEVER = 0x3FFFFFFF


cdef enum Answer:
    NO = 0
    YES = 1
    ASK = 2  # no rule decides


cdef struct Behind:
    # Vertices that base arcs lead to, or -1.
    int32_t diagonal
    int32_t deletion
    int32_t insertion


cdef struct Places:
    const Lattice *lattice
    Behind *behind
    int32_t *runs  # noops of the run that ends at a vertex
    int32_t *alone  # those at its end whose heads no other arc enters
    int32_t *most_noops  # of any way from the start
    int32_t most  # u
    int32_t *fewest  # noops of ways to a middle, see `bound_noops`
    int32_t *most_behind
    int64_t n_searches


cdef Status open_places(
    Places *places, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    cdef size_t n_vertices = lattice.n_vertices
    cdef const Vertex *vertex
    cdef Behind *behind
    cdef int32_t number, noops
    places.lattice = lattice
    places.most = options.max_unchanged
    places.behind = <Behind *>arena_take(arena, n_vertices, sizeof(Behind))
    places.runs = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    places.alone = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    places.most_noops = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    places.fewest = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    places.most_behind = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    places.n_searches = 0
    if (
        places.behind == NULL or places.runs == NULL or places.alone == NULL
        or places.most_noops == NULL or places.fewest == NULL or places.most_behind == NULL
    ):
        return arena_status(arena)
    behind = places.behind
    memset(behind, 0xFF, n_vertices * sizeof(Behind))
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        places.runs[number] = 0
        places.alone[number] = 0
        noops = 0
        if vertex.diagonal >= 0:
            behind[vertex.diagonal].diagonal = number
            noops = places.most_noops[vertex.diagonal] + vertex.is_noop
            if vertex.is_noop:
                places.runs[number] = places.runs[vertex.diagonal] + 1
                if vertex.deletion < 0 and vertex.insertion < 0:
                    places.alone[number] = places.alone[vertex.diagonal] + 1
        if vertex.deletion >= 0:
            behind[vertex.deletion].deletion = number
            noops = max(noops, places.most_noops[vertex.deletion])
        if vertex.insertion >= 0:
            behind[vertex.insertion].insertion = number
            noops = max(noops, places.most_noops[vertex.insertion])
        places.most_noops[number] = noops
    return DONE


cdef struct Detour:
    # How an insertion or deletion behind the middle k may be had as early: one like it is made
    # before, from place k - x of the run, and diagonals beside the run follow. The arc over k is then
    # no shorter, and stands in the list only for tails k - c with c < x.
    bint is_there  # k has an insertion, or deletion, behind it
    int32_t least  # the least x; too large to matter where there is no detour
    int32_t end  # the vertex before its last diagonal, -1 if that diagonal is missing
    bint ends_in_noop


cdef Detour detour_of(
    const Places *places, int32_t middle, int32_t head, bint is_insertion
) noexcept nogil:
    """Find the detour around `middle` to `head`, which an insertion or a deletion leads to."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t most = min(places.runs[middle], places.most)
    cdef int32_t on_run = middle
    cdef int32_t beside, x
    cdef Detour detour
    detour.is_there = head >= 0
    detour.least = 0x7FFFFFFF
    detour.end = -1
    detour.ends_in_noop = False
    if head < 0:
        return detour
    detour.end = vertices[head].diagonal
    detour.ends_in_noop = vertices[head].is_noop
    beside = detour.end
    for x in range(1, most + 1):
        if beside < 0:
            break
        on_run = vertices[on_run].diagonal
        if (vertices[beside].insertion if is_insertion else vertices[beside].deletion) == on_run:
            detour.least = x
            break
        beside = vertices[beside].diagonal
    return detour


cdef inline bint turns_before(
    const Detour *inserted, const Detour *deleted, int32_t c
) noexcept nogil:
    """Whether the tail k - c has an insertion or deletion behind k, listed before its noop."""
    return (
        inserted.is_there and c < inserted.least or deleted.is_there and c < deleted.least
    )


cdef inline bint is_missing(const Places *places, const Detour *detour) noexcept nogil:
    """Whether no arc from before the run goes over the middle, as none is blocked on the detour."""
    return not detour.is_there or (
        places.most_noops[detour.end] + detour.ends_in_noop <= places.most
    )


cdef Answer has_far_entry(
    const Places *places, int32_t middle, bint is_reached, const Detour *inserted,
    const Detour *deleted,
) noexcept nogil:
    """Whether an entry with this middle stands before its joined noops.

    `is_reached`: places lead to it that lie right of t0 or left of s, in their rows.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *origin
    cdef int32_t most = places.most
    cdef int32_t vertex
    if places.runs[middle] < most:
        return NO if vertices[middle].i == vertices[middle].j == places.runs[middle] else YES
    if is_reached:
        return YES
    if places.alone[middle] < most - 1:
        return ASK
    if turns_before(inserted, deleted, most):
        return YES
    vertex = middle
    for _ in range(most):
        vertex = vertices[vertex].diagonal
    origin = &vertices[vertex]
    if origin.deletion < 0 and origin.insertion < 0 and (
        origin.diagonal < 0 or origin.is_noop
    ):
        return NO
    return NO if is_missing(places, inserted) and is_missing(places, deleted) else ASK


cdef inline Answer unless_blocked(
    const Places *places, int32_t end, bint ends_in_noop
) noexcept nogil:
    """Say that a detour comes first, if no way to its end has too many noops."""
    return NO if places.most_noops[end] + ends_in_noop <= places.most else ASK


cdef Answer has_entry(const Places *places, int32_t middle) noexcept nogil:
    """Whether an entry has this middle, which no joined noops have."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *here = &vertices[middle]
    cdef const Behind *behind = &places.behind[middle]
    cdef const Vertex *head
    cdef Answer inserts = NO
    cdef Answer deletes = NO
    cdef int32_t corner
    if here.diagonal < 0 and here.deletion < 0 and here.insertion < 0:
        return NO
    if (
        behind.diagonal >= 0
        or behind.insertion >= 0 and here.insertion >= 0
        or behind.deletion >= 0 and here.deletion >= 0
    ):
        return YES
    if behind.insertion >= 0:
        head = &vertices[behind.insertion]
        corner = head.diagonal
        if corner < 0:
            # From a diagonal: two steps. From a deletion: unless insertion and deletion come first.
            corner = head.deletion
            if here.diagonal >= 0 or corner < 0 or vertices[corner].insertion != here.deletion:
                return YES
        elif here.diagonal >= 0 and vertices[corner].insertion != here.diagonal:
            return YES
        else:
            inserts = unless_blocked(places, corner, head.is_noop)
    if behind.deletion >= 0:
        head = &vertices[behind.deletion]
        corner = head.diagonal
        if corner < 0 or here.diagonal >= 0 and vertices[corner].deletion != here.diagonal:
            return YES
        deletes = unless_blocked(places, corner, head.is_noop)
    return ASK if ASK in (inserts, deletes) else NO


cdef bint is_base(const Lattice *lattice, int32_t tail, int32_t head) noexcept nogil:
    cdef const Vertex *vertex = &lattice.vertices[head]
    return vertex.diagonal == tail or vertex.deletion == tail or vertex.insertion == tail


cdef void bound_noops(Places *places, int32_t middle, bint is_turn) noexcept nogil:
    """Bound the noops on ways to `middle`: `fewest` of all, `most_behind` of those to its corners.

    Only a detour that ends in a noop can be blocked. If `middle` is no turn, any way may be.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Behind *behind = &places.behind[middle]
    cdef const Vertex *vertex
    cdef int32_t number
    for number in range(middle + 1):
        places.fewest[number] = NEVER
        places.most_behind[number] = -1
    places.fewest[middle] = 0
    if not is_turn:
        places.most_behind[middle] = NEVER
    if behind.insertion >= 0 and vertices[behind.insertion].is_noop:
        places.most_behind[vertices[behind.insertion].diagonal] = 1
    if behind.deletion >= 0 and vertices[behind.deletion].is_noop:
        places.most_behind[vertices[behind.deletion].diagonal] = 1
    for number in range(middle, -1, -1):
        vertex = &vertices[number]
        if vertex.diagonal >= 0:
            pass_noops(places, number, vertex.diagonal, vertex.is_noop)
        if vertex.deletion >= 0:
            pass_noops(places, number, vertex.deletion, 0)
        if vertex.insertion >= 0:
            pass_noops(places, number, vertex.insertion, 0)


cdef inline void pass_noops(
    Places *places, int32_t head, int32_t tail, int32_t noop
) noexcept nogil:
    if places.fewest[head] < NEVER:
        places.fewest[tail] = min(places.fewest[tail], places.fewest[head] + noop)
    if places.most_behind[head] >= 0:
        places.most_behind[tail] = max(places.most_behind[tail], places.most_behind[head] + noop)


cdef bint search_entry(
    Places *places, const Options *options, Label *labels, int32_t middle, int32_t before,
    bint is_turn,
) noexcept nogil:
    """Whether an entry with this middle has a tail before `before`, by trying all that may be."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *here = &lattice.vertices[middle]
    cdef const Behind *behind = &places.behind[middle]
    cdef int32_t heads[3]
    cdef int32_t tail, side, copy
    cdef const Label *label
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    heads[2] = behind.diagonal
    bound_noops(places, middle, is_turn)
    places.n_searches += 1
    for tail in range(before - 1, -1, -1):
        if places.fewest[tail] > places.most or places.most_behind[tail] <= places.most:
            continue
        label_rectangle(
            labels, lattice, options, tail, min(here.i + 1, lattice.n_source), here.j + 1
        )
        for side in range(3):
            if heads[side] < 0 or is_base(lattice, tail, heads[side]):
                continue
            label = &labels[heads[side]]
            for copy in range(label.copies):
                if label.middles[copy] == middle:
                    return True
    return False


cdef bint search_entries(
    Places *places, const Options *options, Label *labels, int32_t first, int32_t last
) noexcept nogil:
    """Whether any entry has one of the middles from `first` to before `last`, by trying all tails."""
    cdef int32_t middle
    for middle in range(first, last):
        if has_entry(places, middle) == ASK:
            if search_entry(places, options, labels, middle, middle, True):
                return True
    return False


cdef struct Reach:
    # Of two rows, for each vertex: how far the vertices that lead to it reach in its row and the
    # rows above, as j - i; `depth` + 1 rows.
    int32_t *right
    int32_t *left
    int64_t row_size
    int32_t depth


cdef inline int64_t place_in(
    const Reach *reach, const Lattice *lattice, int32_t vertex
) noexcept nogil:
    cdef int32_t row = lattice.vertices[vertex].i
    return (
        (row & 1) * reach.row_size
        + <int64_t>(vertex - lattice.rows[row]) * (reach.depth + 1)
    )


cdef inline void widen(
    Reach *reach, int64_t here, int64_t before, int32_t n_above
) noexcept nogil:
    """Add what leads to one vertex to what leads to another, `n_above` rows below it (0 or 1)."""
    cdef int32_t *right = reach.right + here + n_above
    cdef int32_t *left = reach.left + here + n_above
    cdef const int32_t *other_right = reach.right + before
    cdef const int32_t *other_left = reach.left + before
    cdef int32_t row
    for row in range(reach.depth + 1 - n_above):
        right[row] = max(right[row], other_right[row])
        left[row] = min(left[row], other_left[row])


cdef void fill_reach(Reach *reach, const Lattice *lattice, int32_t number) noexcept nogil:
    cdef const Vertex *vertex = &lattice.vertices[number]
    cdef int64_t here = place_in(reach, lattice, number)
    cdef int32_t row
    for row in range(reach.depth + 1):
        reach.right[here + row] = -0x7FFFFFFF
        reach.left[here + row] = 0x7FFFFFFF
    reach.right[here] = vertex.j - vertex.i
    reach.left[here] = vertex.j - vertex.i
    if vertex.diagonal >= 0:
        widen(reach, here, place_in(reach, lattice, vertex.diagonal), 1)
    if vertex.deletion >= 0:
        widen(reach, here, place_in(reach, lattice, vertex.deletion), 1)
    if vertex.insertion >= 0:
        widen(reach, here, place_in(reach, lattice, vertex.insertion), 0)


cdef Status open_reach(
    Reach *reach, const Lattice *lattice, int32_t depth, Arena *arena
) noexcept nogil:
    cdef int32_t row
    cdef int32_t widest = 0
    for row in range(lattice.n_source + 1):
        widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
    reach.depth = depth
    reach.row_size = <int64_t>widest * (depth + 1)
    reach.right = <int32_t *>arena_take(arena, 2 * reach.row_size, sizeof(int32_t))
    reach.left = <int32_t *>arena_take(arena, 2 * reach.row_size, sizeof(int32_t))
    return DONE if reach.right != NULL and reach.left != NULL else arena_status(arena)


cdef Status find_survivors(
    Survivors *survivors, const Lattice *lattice, const Options *options, Label *labels,
    Arena *arena,
) noexcept nogil:
    """Find which joined noops are left in the list. `labels` has a place for each vertex."""
    cdef int32_t most = options.max_unchanged
    cdef int32_t middle, head, depth = 0, c, n_tails, offset, first_tail
    cdef int64_t n_entries = 0
    cdef int64_t here
    cdef Places places
    cdef Reach reach
    cdef Detour inserted, deleted
    cdef Answer answer
    cdef bint is_missed = False  # the walk comes from an entry that it deleted, unless
    cdef int32_t asked = -1  # a middle from this one on, where no rule decided, has an entry
    cdef bint is_reached
    cdef Status status
    survivors.n_removed = 0
    survivors.n_searches = 0
    survivors.first = <int64_t *>arena_take(
        arena, <size_t>lattice.n_vertices + 1, sizeof(int64_t)
    )
    if survivors.first == NULL:
        return arena_status(arena)
    status = open_places(&places, lattice, options, arena)
    if status != DONE:
        return status
    for head in range(lattice.n_vertices):
        survivors.first[head] = n_entries
        if most >= 2 and places.runs[head] >= 2:
            depth = max(depth, min(places.runs[head] - 1, most))
            n_entries += min(places.runs[head], most) - 1
    survivors.first[lattice.n_vertices] = n_entries
    survivors.is_left = <uint8_t *>arena_take(arena, n_entries, 1)
    if survivors.is_left == NULL:
        return arena_status(arena)
    if n_entries == 0:
        return DONE
    status = open_reach(&reach, lattice, depth, arena)
    if status != DONE:
        return status
    for middle in range(lattice.n_vertices):
        if middle & 63 == 0 and is_cancelled(options):
            return CANCELLED
        fill_reach(&reach, lattice, middle)
        head = places.behind[middle].diagonal
        n_tails = 0
        if head >= 0:
            n_tails = <int32_t>(survivors.first[head + 1] - survivors.first[head])
        if n_tails == 0:
            if is_missed:
                answer = has_entry(&places, middle)
                is_missed = answer != YES
                if answer == ASK and asked < 0:
                    asked = middle
            continue
        here = place_in(&reach, lattice, middle)
        offset = lattice.vertices[middle].j - lattice.vertices[middle].i
        inserted = detour_of(&places, middle, places.behind[middle].insertion, True)
        deleted = detour_of(&places, middle, places.behind[middle].deletion, False)
        if is_missed and not turns_before(&inserted, &deleted, n_tails):
            is_reached = places.runs[middle] >= most and (
                reach.right[here + most] > offset or reach.left[here + most - 1] < offset
            )
            answer = has_far_entry(&places, middle, is_reached, &inserted, &deleted)
            is_missed = answer != YES
            if is_missed and asked >= 0:
                is_missed = not search_entries(&places, options, labels, asked, middle)
            if is_missed and answer == ASK:
                first_tail = middle
                for c in range(n_tails):
                    first_tail = lattice.vertices[first_tail].diagonal
                is_missed = not search_entry(&places, options, labels, middle, first_tail, False)
        asked = -1
        for c in range(n_tails, 0, -1):
            if turns_before(&inserted, &deleted, c):
                is_missed = False
            survivors.is_left[survivors.first[head] + c - 1] = is_missed
            survivors.n_removed += not is_missed
            is_missed = not is_missed
            if reach.right[here + c] > offset or reach.left[here + c - 1] < offset:
                is_missed = False
    survivors.n_searches = places.n_searches
    return DONE
