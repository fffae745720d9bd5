"""The published scorer's order, on the arcs of the lightest paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no lightest path never bring a vertex to its least distance: they are at least one
thousandth too heavy, far more than all roundings together. Base arcs may be relaxed head by head,
and after them joined arcs head by head, those of one head by middle, then tail: entries that change
places so do not depend on one another.

With more than MOST_ROUNDED vertices sums are those of whole numbers. Then a vertex comes to its
least distance at once, by the first entry that leads there from a vertex that has come to its own.
Half passes are numbered, those of base arcs even, those of joined arcs odd; so it is reached by the
least of one number: half pass, middle, tail (`lightest_arcs`).
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, diagonal_of
from fastgec.maxmatch.entries.kept_noops cimport is_kept
from fastgec.maxmatch.lightest.lightest_arcs cimport (
    IS_EDIT, IS_JOINED, IS_MATCHED, IS_SHIFTED, Lightest, store_arc,
)
from fastgec.maxmatch.program.program cimport match_cost
from fastgec.maxmatch.program.weights cimport STEP, rounded_weight
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, write_edit
from fastgec.maxmatch.terms.records cimport KeptNoops, TightArc


cdef inline int compare_arcs(const void *a, const void *b) noexcept nogil:
    cdef const TightArc *left = <const TightArc *>a
    cdef const TightArc *right = <const TightArc *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    if left.side != right.side:
        return -1 if left.side < right.side else 1
    return (left.tail > right.tail) - (left.tail < right.tail)


cdef inline void sort_arcs(Lightest *lightest) noexcept nogil:
    """Sort arcs by head, then as the list has them: base arcs, then joined ones by middle, tail."""
    qsort(lightest.store.arcs, lightest.n_arcs, sizeof(TightArc), compare_arcs)


cdef inline bint read_only_path(
    const Lightest *lightest, Edit *edits, int32_t *n_edits, bint *depends_on_size
) noexcept nogil:
    """Whether one arc alone leads to each vertex of the path read back; if so, write its edits.
    Also find whether a match is among the arcs."""
    cdef const TightArc *arcs = lightest.store.arcs
    cdef int64_t at
    cdef int32_t vertex = lightest.lattice.n_vertices - 1
    depends_on_size[0] = False
    for at in range(lightest.n_arcs):
        depends_on_size[0] |= arcs[at].kind & IS_MATCHED
    n_edits[0] = 0
    at = lightest.n_arcs
    while vertex:
        while arcs[at - 1].head > vertex:
            at -= 1
        at -= 1
        if at and arcs[at - 1].head == vertex:
            return False
        write_arc(lightest, arcs[at].tail, vertex, arcs[at].kind, edits, n_edits)
        vertex = arcs[at].tail
    reverse_edits(edits, n_edits[0])
    return True


cdef inline void write_arc(
    const Lightest *lightest, int32_t tail, int32_t head, uint8_t kind, Edit *edits,
    int32_t *n_edits,
) noexcept nogil:
    if kind & IS_EDIT:
        write_edit(&edits[n_edits[0]], lightest.lattice, tail, head, kind & IS_SHIFTED)
        n_edits[0] += 1


cdef inline Status add_noops(Lightest *lightest, const KeptNoops *kept) noexcept nogil:
    """Add the joined noops that are left in the list and cost what their ends differ by."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int32_t head, n_noops
    cdef TightArc arc
    cdef Status status = DONE
    arc.side = IS_JOINED
    arc.kind = 0
    for head in range(lightest.lattice.n_vertices):
        arc.head = head
        arc.tail = head
        for n_noops in range(1, lightest.program.options.max_unchanged + 1):
            if not vertices[arc.tail].is_noop:
                break
            arc.tail = diagonal_of(&vertices[arc.tail])
            arc.cost = n_noops * <int64_t>STEP
            if lightest.costs[arc.tail] + arc.cost != lightest.costs[head]:
                break
            if n_noops > 1 and is_kept(kept, lightest.lattice, arc.tail, head):
                status = store_arc(lightest, &arc)
                if status != DONE:
                    return status
    return DONE


cdef inline Status order_arcs(
    const Lightest *lightest, int64_t list_size, Edit *edits, int32_t *n_edits, Arena *arena
) noexcept nogil:
    """Relax the arcs, which are sorted, pass by pass, and write the edits of the path."""
    cdef const TightArc *arcs = lightest.store.arcs
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    cdef double *distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    cdef int64_t *arrivals = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef double *weights = <double *>arena_take(arena, lightest.n_arcs, sizeof(double))
    cdef int64_t match = match_cost(lightest.program)
    cdef int64_t at
    cdef int32_t vertex, is_joined
    cdef double distance
    cdef bint is_changed = True
    if distances == NULL or arrivals == NULL or weights == NULL:
        return arena_status(arena)
    for vertex in range(n_vertices):
        distances[vertex] = INFINITY
    distances[0] = 0.0
    for at in range(lightest.n_arcs):
        weights[at] = rounded_weight(arcs[at].cost, match, list_size)
    while is_changed:
        if is_cancelled(lightest.program.options.cancel):
            return CANCELLED
        is_changed = False
        for is_joined in range(2):
            for at in range(lightest.n_arcs):
                if arcs[at].side >> 2 != is_joined:
                    continue
                distance = distances[arcs[at].tail] + weights[at]
                if distance < distances[arcs[at].head]:
                    distances[arcs[at].head] = distance
                    arrivals[arcs[at].head] = at
                    is_changed = True
    vertex = n_vertices - 1
    n_edits[0] = 0
    while vertex:
        at = arrivals[vertex]
        write_arc(lightest, arcs[at].tail, vertex, arcs[at].kind, edits, n_edits)
        vertex = arcs[at].tail
    reverse_edits(edits, n_edits[0])
    return DONE


cdef inline void read_numbers(
    const Lightest *lightest, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Write the edits of the path by which vertices are reached where sums are exact."""
    cdef int32_t vertex = lightest.lattice.n_vertices - 1
    cdef int32_t tail
    n_edits[0] = 0
    while vertex:
        tail = <int32_t>(lightest.numbers[vertex] & 0x7FFFFFFF)
        write_arc(lightest, tail, vertex, lightest.kinds[vertex], edits, n_edits)
        vertex = tail
    reverse_edits(edits, n_edits[0])
