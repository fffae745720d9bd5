"""Rules that say what stands beside joined noops in the published scorer's list.

**Near tails.** A way from t to k has no more noops than rows, and no more than columns. If either
is below u, the arc (t, k) exists with fewer than u noops: so does the entry from t over k to the
noop's end, and it is another entry unless t lies on the run. So between the tails k - c and
k - c + 1 stands another entry if, and only if, there is a way to k from a place right of the run in
row i - c or left of it in row i - c + 1, or if the tail k - c itself has an insertion or deletion
behind k (see `Detour`). For each place we carry how far right and left the places reach that lead
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
stretch anyway, the tails are tried whose arcs may be blocked (`bound_noops`).
Time is a product of vertices and the lesser of u and the longest run.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, count_noops, deletion_of, diagonal_of, insertion_of, is_base,
    list_successors, tail_of,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.labels cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, label_at, label_rectangle,
)
from fastgec.maxmatch.terms.records cimport Label


cdef enum Answer:
    NO = 0
    YES = 1
    ASK = 2  # no rule decides


cdef struct Places:
    const Lattice *lattice
    Successors *behind
    int32_t *runs  # noops of the run that ends at a vertex
    int32_t *alone  # those at its end whose heads no other arc enters
    int32_t *most_noops  # of any way from the start
    int32_t max_unchanged
    int32_t *fewest  # noops of ways to a middle, see `bound_noops`
    int32_t *most_behind
    int64_t n_searches


cdef struct Detour:
    # How an insertion or deletion behind the middle k may be had as early: one like it is made
    # before, from place k - x of the run, and diagonals beside the run follow. The arc over k is
    # then no shorter, and stands in the list only for tails k - c with c < x.
    bint is_there  # k has an insertion, or deletion, behind it
    int32_t least  # the least x; too large to matter where there is no detour
    int32_t end  # the vertex before its last diagonal, -1 if that diagonal is missing
    bint ends_in_noop


cdef inline bint turns_before(
    const Detour *inserted, const Detour *deleted, int32_t c
) noexcept nogil:
    """Whether the tail k - c has an insertion or deletion behind k, listed before its noop."""
    return (
        inserted.is_there and c < inserted.least or deleted.is_there and c < deleted.least
    )


cdef enum:
    UNREACHED = 0x3FFFFFFF


cdef inline Status open_places(
    Places *places, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Note what the rules ask of each vertex."""
    cdef size_t n_vertices = lattice.n_vertices
    cdef const Vertex *vertex
    cdef int32_t number
    places.lattice = lattice
    places.max_unchanged = options.max_unchanged
    places.behind = <Successors *>arena_take(arena, n_vertices, sizeof(Successors))
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
    list_successors(places.behind, lattice)
    count_noops(places.most_noops, lattice)
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        places.runs[number] = 0
        places.alone[number] = 0
        if vertex.n_diagonal and vertex.is_noop:
            places.runs[number] = places.runs[diagonal_of(vertex)] + 1
            if not vertex.n_deletion and not vertex.n_insertion:
                places.alone[number] = places.alone[diagonal_of(vertex)] + 1
    return DONE


cdef inline Detour detour_of(
    const Places *places, int32_t middle, int32_t head, bint is_insertion
) noexcept nogil:
    """Find the detour around `middle` to `head`, which an insertion or a deletion leads to."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t most = min(places.runs[middle], places.max_unchanged)
    cdef int32_t on_run = middle
    cdef int32_t beside, x
    cdef Detour detour
    detour.is_there = head >= 0
    detour.least = 0x7FFFFFFF
    detour.end = -1
    detour.ends_in_noop = False
    if head < 0:
        return detour
    detour.end = diagonal_of(&vertices[head])
    detour.ends_in_noop = vertices[head].is_noop
    beside = detour.end
    for x in range(1, most + 1):
        if beside < 0:
            break
        on_run = diagonal_of(&vertices[on_run])
        if tail_of(&vertices[beside], beside, 2 if is_insertion else 1) == on_run:
            detour.least = x
            break
        beside = diagonal_of(&vertices[beside])
    return detour


cdef inline bint is_missing(const Places *places, const Detour *detour) noexcept nogil:
    """Whether no arc from before the run goes over the middle, as none is blocked on the detour."""
    return not detour.is_there or (
        places.most_noops[detour.end] + detour.ends_in_noop <= places.max_unchanged
    )


cdef inline Answer has_far_entry(
    const Places *places, int32_t middle, bint is_reached, const Detour *inserted,
    const Detour *deleted,
) noexcept nogil:
    """Whether an entry with this middle stands before its joined noops.

    `is_reached`: places lead to it that lie right of t0 or left of s, in their rows.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *origin
    cdef int32_t most = places.max_unchanged
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
        vertex = diagonal_of(&vertices[vertex])
    origin = &vertices[vertex]
    if not origin.n_deletion and not origin.n_insertion and (
        not origin.n_diagonal or origin.is_noop
    ):
        return NO
    return NO if is_missing(places, inserted) and is_missing(places, deleted) else ASK


cdef inline Answer unless_blocked(
    const Places *places, int32_t end, bint ends_in_noop
) noexcept nogil:
    """Say that a detour comes first, if no way to its end has too many noops."""
    return NO if places.most_noops[end] + ends_in_noop <= places.max_unchanged else ASK


cdef inline Answer has_entry(const Places *places, int32_t middle) noexcept nogil:
    """Whether an entry has this middle, which no joined noops have."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *here = &vertices[middle]
    cdef const Successors *behind = &places.behind[middle]
    cdef const Vertex *head
    cdef Answer inserts = NO
    cdef Answer deletes = NO
    cdef int32_t corner
    if not here.n_diagonal and not here.n_deletion and not here.n_insertion:
        return NO
    if (
        behind.diagonal >= 0
        or behind.insertion >= 0 and here.n_insertion
        or behind.deletion >= 0 and here.n_deletion
    ):
        return YES
    if behind.insertion >= 0:
        head = &vertices[behind.insertion]
        corner = diagonal_of(head)
        if corner < 0:
            # From a diagonal: two steps. From a deletion: unless insertion and deletion come first.
            corner = deletion_of(head)
            if here.n_diagonal or corner < 0 or (
                insertion_of(&vertices[corner], corner) != deletion_of(here)
            ):
                return YES
        elif here.n_diagonal and insertion_of(&vertices[corner], corner) != diagonal_of(here):
            return YES
        else:
            inserts = unless_blocked(places, corner, head.is_noop)
    if behind.deletion >= 0:
        head = &vertices[behind.deletion]
        corner = diagonal_of(head)
        if corner < 0 or here.n_diagonal and deletion_of(&vertices[corner]) != diagonal_of(here):
            return YES
        deletes = unless_blocked(places, corner, head.is_noop)
    return ASK if ASK in (inserts, deletes) else NO


cdef inline void bound_noops(Places *places, int32_t middle, bint is_turn) noexcept nogil:
    """Bound the noops on ways to `middle`: `fewest` of all, `most_behind` of those to its corners.

    Only a detour that ends in a noop can be blocked. If `middle` is no turn, any way may be.
    """
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Successors *behind = &places.behind[middle]
    cdef const Vertex *vertex
    cdef int32_t number
    for number in range(middle + 1):
        places.fewest[number] = UNREACHED
        places.most_behind[number] = -1
    places.fewest[middle] = 0
    if not is_turn:
        places.most_behind[middle] = UNREACHED
    if behind.insertion >= 0 and vertices[behind.insertion].is_noop:
        places.most_behind[diagonal_of(&vertices[behind.insertion])] = 1
    if behind.deletion >= 0 and vertices[behind.deletion].is_noop:
        places.most_behind[diagonal_of(&vertices[behind.deletion])] = 1
    for number in range(middle, -1, -1):
        vertex = &vertices[number]
        if vertex.n_diagonal:
            pass_noops(places, number, diagonal_of(vertex), vertex.is_noop)
        if vertex.n_deletion:
            pass_noops(places, number, deletion_of(vertex), 0)
        if vertex.n_insertion:
            pass_noops(places, number, number - 1, 0)


cdef inline void pass_noops(
    Places *places, int32_t head, int32_t tail, int32_t noop
) noexcept nogil:
    if places.fewest[head] < UNREACHED:
        places.fewest[tail] = min(places.fewest[tail], places.fewest[head] + noop)
    if places.most_behind[head] >= 0:
        places.most_behind[tail] = max(places.most_behind[tail], places.most_behind[head] + noop)


cdef inline bint search_entry(
    Places *places, const Options *options, Label *labels, int32_t middle, int32_t before,
    bint is_turn,
) noexcept nogil:
    """Whether an entry with this middle has a tail before `before`, by trying all that may be."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *here = &lattice.vertices[middle]
    cdef const Successors *behind = &places.behind[middle]
    cdef int32_t heads[3]
    cdef uint8_t sides[3]
    cdef int32_t tail, side
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    heads[2] = behind.diagonal
    sides[0] = BY_INSERTION
    sides[1] = BY_DELETION
    sides[2] = BY_DIAGONAL
    bound_noops(places, middle, is_turn)
    places.n_searches += 1
    for tail in range(before - 1, -1, -1):
        if (
            places.fewest[tail] > places.max_unchanged
            or places.most_behind[tail] <= places.max_unchanged
        ):
            continue
        label_rectangle(
            labels, lattice, options, tail, min(here.i + 1, lattice.n_source), here.j + 1,
            NULL, 0, NULL, NULL, NULL,
        )
        for side in range(3):
            if heads[side] < 0 or is_base(&lattice.vertices[heads[side]], tail, heads[side]):
                continue
            if label_at(labels, lattice, heads[side]).sides & sides[side]:
                return True
    return False


cdef inline bint search_entries(
    Places *places, const Options *options, Label *labels, int32_t first, int32_t last
) noexcept nogil:
    """Whether an entry has a middle from `first` to before `last`, by trying all tails."""
    cdef int32_t middle
    for middle in range(first, last):
        if has_entry(places, middle) == ASK:
            if search_entry(places, options, labels, middle, middle, True):
                return True
    return False
