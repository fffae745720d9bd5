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
stretch anyway, the tails are tried whose arcs may be blocked (`noop_searches`).

Of each vertex one number is kept, as there may be tens of millions; the rest is read off the run.
Time is a product of vertices and the lesser of u and the longest run.
"""

from libc.stdint cimport int32_t, int64_t, int8_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, deletion_of, diagonal_of, insertion_of, is_base, tail_of,
    widest_row,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.labels cimport first_at


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
    # Of each vertex: how many noops more each way there may have, at most 1; -1: some has too many.
    int8_t *left_over
    int32_t *most_noops  # of ways from the start to the vertices of two rows
    Noops *noops  # of ways from those to a middle (`noop_searches`)
    int64_t row_size
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


cdef inline int32_t run_to(const Lattice *lattice, int32_t number, int32_t most) noexcept nogil:
    """Return the noops of the run that ends at a vertex; of longer ones `most`."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t size = 0
    while size < most and vertices[number].is_noop:
        number = diagonal_of(&vertices[number])
        size += 1
    return size


cdef inline bint is_alone(const Lattice *lattice, int32_t number, int32_t size) noexcept nogil:
    """Whether no other arcs enter the heads of the last `size` noops of the run that ends at a
    vertex, which has so many."""
    cdef const Vertex *vertex
    for _ in range(size):
        vertex = &lattice.vertices[number]
        if vertex.n_deletion or vertex.n_insertion:
            return False
        number = diagonal_of(vertex)
    return True


cdef inline Successors successors_of(const Lattice *lattice, int32_t number) noexcept nogil:
    """Return what base arcs lead to from a vertex."""
    cdef const Vertex *vertex = &lattice.vertices[number]
    cdef int32_t below = lattice.n_vertices
    if vertex.i < lattice.n_source:
        below = first_at(lattice, vertex.i + 1, vertex.j)
    return successors_from(lattice, number, below)


cdef inline Successors successors_from(
    const Lattice *lattice, int32_t number, int32_t below
) noexcept nogil:
    """Do the work of `successors_of`; `below` is the first vertex of the next row that does not
    stand left of this one."""
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex = &vertices[number]
    cdef int32_t end
    cdef Successors found = Successors(-1, -1, -1)
    if number + 1 < lattice.n_vertices and vertices[number + 1].n_insertion:
        found.insertion = number + 1
    if vertex.i == lattice.n_source:
        return found
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
    """Take memory, and note what the rules ask of each vertex."""
    places.lattice = lattice
    places.max_unchanged = options.max_unchanged
    places.row_size = widest_row(lattice)
    places.left_over = <int8_t *>arena_take(arena, lattice.n_vertices, 1)
    places.most_noops = <int32_t *>arena_take(arena, 2 * places.row_size, sizeof(int32_t))
    places.noops = <Noops *>arena_take(arena, 2 * places.row_size, sizeof(Noops))
    places.n_searches = 0
    if places.left_over == NULL or places.most_noops == NULL or places.noops == NULL:
        return arena_status(arena)
    count_left(places)
    return DONE


cdef inline void count_left(Places *places) noexcept nogil:
    """Write how many noops more each way to a vertex may have."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *vertex
    cdef int32_t *here
    cdef int32_t *above = places.most_noops
    cdef int32_t row, number, most
    for row in range(lattice.n_source + 1):
        here = places.most_noops + (row & 1) * places.row_size - lattice.rows[row]
        most = 0
        for number in range(lattice.rows[row], lattice.rows[row + 1]):
            vertex = &lattice.vertices[number]
            if not vertex.n_insertion:
                most = 0
            if vertex.n_deletion:
                most = max(most, above[deletion_of(vertex)])
            if vertex.n_diagonal:
                most = max(most, above[diagonal_of(vertex)] + vertex.is_noop)
            here[number] = most
            places.left_over[number] = <int8_t>max(-1, min(1, places.max_unchanged - most))
        above = here


cdef inline Detour detour_of(
    const Places *places, int32_t middle, int32_t head, bint is_insertion
) noexcept nogil:
    """Find the detour around `middle` to `head`, which an insertion or a deletion leads to."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t most = run_to(places.lattice, middle, places.max_unchanged)
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
        detour.ends_in_noop <= places.left_over[detour.end]
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
    cdef int32_t run = run_to(places.lattice, middle, most)
    if run < most:
        return NO if vertices[middle].i == vertices[middle].j == run else YES
    if is_reached:
        return YES
    if not is_alone(places.lattice, middle, most - 1):
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
    return NO if ends_in_noop <= places.left_over[end] else ASK


cdef inline Answer has_entry(const Places *places, int32_t middle) noexcept nogil:
    """Whether an entry has this middle, which no joined noops have."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef const Vertex *here = &vertices[middle]
    cdef Successors behind = successors_of(places.lattice, middle)
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
