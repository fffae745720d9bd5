"""The published scorer's order, on the arcs of minimum-cost paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no minimum-cost path never bring a vertex to its least distance: they cost at least
one thousandth too much, far more than all roundings together. So the others decide alone.

The list has base arcs first, by tail, then joined arcs by middle, tail, head. Here base arcs come
head by head, and after them joined arcs head by head, those of one head by middle, then tail. The
outcome is the same: what is added up for an arc depends on the arcs into its tail alone, and in
both orders those of the same half that end at its tail stand before it, as do all arcs into its
head that stand before it in the list.

With more than MOST_ROUNDED vertices sums are exact: see `arcs`, and `exact_order`.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec.maxmatch.arcs cimport IS_EDIT, IS_JOINED, IS_MATCHED, IS_SHIFTED, Scan
from fastgec.maxmatch.program.program cimport match_cost
from fastgec.maxmatch.program.weights cimport rounded_weight
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, write_edit
from fastgec.maxmatch.terms.records cimport StoredArc


cdef struct Ordered:
    # The arcs of minimum-cost paths in list order. Those of a group lead to one head: groups of
    # base arcs by head, then of joined arcs by head and middle; in a group they stand by tail.
    const Scan *scan
    StoredArc *arcs  # with their tails
    int64_t *first  # of each group; one more than there are
    bint has_matched


cdef inline int64_t group_of(const Scan *scan, int32_t head, uint8_t side) noexcept nogil:
    if not side & IS_JOINED:
        return head
    return scan.lattice.n_vertices + 3 * <int64_t>head + (side & 3)


cdef inline Status put_in_order(Ordered *ordered, const Scan *scan, Arena *arena) noexcept nogil:
    """Put the arcs that lead to their heads at the least cost in order: stored by tail, they are
    counted, and go to their groups."""
    cdef int64_t n_groups = 4 * <int64_t>scan.lattice.n_vertices
    cdef int64_t at, group, size, n_before = 0
    cdef int32_t tail
    cdef const StoredArc *stored = <const StoredArc *>scan.store.items
    cdef const StoredArc *arc
    ordered.scan = scan
    ordered.has_matched = False
    ordered.first = <int64_t *>arena_take(arena, n_groups + 2, sizeof(int64_t))
    if ordered.first == NULL:
        return arena_status(arena)
    memset(ordered.first, 0, (n_groups + 2) * sizeof(int64_t))
    for at in range(scan.n_arcs):
        arc = stored + at
        if at >= scan.first_tight[arc.other]:
            ordered.first[group_of(scan, arc.other, arc.side) + 2] += 1
    for group in range(n_groups):
        n_before += ordered.first[group + 2]
        ordered.first[group + 2] = n_before
    ordered.arcs = <StoredArc *>arena_take(arena, n_before, sizeof(StoredArc))
    if ordered.arcs == NULL:
        return arena_status(arena)
    for tail in range(scan.lattice.n_vertices):
        for at in range(scan.first_arcs[tail], scan.first_arcs[tail + 1]):
            arc = stored + at
            if at < scan.first_tight[arc.other]:
                continue
            group = group_of(scan, arc.other, arc.side) + 1
            ordered.arcs[ordered.first[group]] = StoredArc(<uint16_t>tail, arc.side, arc.kind)
            ordered.first[group] += 1
            ordered.has_matched |= arc.kind & IS_MATCHED
    return DONE


cdef inline void write_arc(
    const Scan *scan, int32_t tail, int32_t head, uint8_t kind, Edit *edits, int32_t *n_edits
) noexcept nogil:
    if kind & IS_EDIT:
        write_edit(&edits[n_edits[0]], scan.lattice, tail, head, kind & IS_SHIFTED)
        n_edits[0] += 1


cdef inline bint relax(
    const Ordered *ordered, int32_t head, int64_t group, int64_t turn, double *distances,
    int64_t *turns, int64_t *arrivals, int64_t list_size,
) noexcept nogil:
    """Relax the arcs of a group, but for those whose tails are as they were at its turn before:
    they change nothing. Whether the others do."""
    cdef const int64_t *costs = ordered.scan.costs
    cdef int64_t match = match_cost(ordered.scan.program)
    cdef int64_t before = turn - 2 * <int64_t>ordered.scan.lattice.n_vertices
    cdef int64_t at
    cdef int32_t tail
    cdef double distance
    cdef bint is_changed = False
    for at in range(ordered.first[group], ordered.first[group + 1]):
        tail = ordered.arcs[at].other
        if turns[tail] < before:
            continue
        distance = distances[tail] + rounded_weight(costs[head] - costs[tail], match, list_size)
        if distance < distances[head]:
            distances[head] = distance
            turns[head] = turn
            arrivals[head] = at
            is_changed = True
    return is_changed


cdef inline Status order_arcs(
    const Ordered *ordered, int64_t list_size, Edit *edits, int32_t *n_edits, Arena *arena
) noexcept nogil:
    """Relax the arcs pass by pass, and write the edits of the path."""
    cdef int32_t n_vertices = ordered.scan.lattice.n_vertices
    cdef double *distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    cdef int64_t *turns = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t *arrivals = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t group, turn = 0  # of a head in a half pass
    cdef int32_t vertex, middle
    cdef bint is_changed = True
    cdef const StoredArc *arc
    if distances == NULL or turns == NULL or arrivals == NULL:
        return arena_status(arena)
    for vertex in range(n_vertices):
        distances[vertex] = INFINITY
        turns[vertex] = 0
    distances[0] = 0.0
    while is_changed:
        if is_cancelled(ordered.scan.program.options.cancel):
            return CANCELLED
        is_changed = False
        for vertex in range(n_vertices):
            is_changed |= relax(
                ordered, vertex, vertex, turn, distances, turns, arrivals, list_size
            )
            turn += 1
        for vertex in range(n_vertices):
            group = n_vertices + 3 * <int64_t>vertex
            for middle in range(3):
                is_changed |= relax(
                    ordered, vertex, group + middle, turn, distances, turns, arrivals, list_size
                )
            turn += 1
    vertex = n_vertices - 1
    n_edits[0] = 0
    while vertex:
        arc = &ordered.arcs[arrivals[vertex]]
        write_arc(ordered.scan, arc.other, vertex, arc.kind, edits, n_edits)
        vertex = arc.other
    reverse_edits(edits, n_edits[0])
    return DONE


cdef inline void read_numbers(const Scan *scan, Edit *edits, int32_t *n_edits) noexcept nogil:
    """Write the edits of the path by which vertices are reached where sums are exact."""
    cdef int32_t vertex = scan.lattice.n_vertices - 1
    cdef int32_t tail
    n_edits[0] = 0
    while vertex:
        tail = <int32_t>(scan.numbers[vertex] & 0x7FFFFFFF)
        write_arc(scan, tail, vertex, scan.kinds[vertex], edits, n_edits)
        vertex = tail
    reverse_edits(edits, n_edits[0])
