"""The published scorer's order, on the arcs of the lightest paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no lightest path never bring a vertex to its least distance: they are at least one
thousandth too heavy, far more than all roundings together. So which arc brings it there first, and
which improves it by a last bit after that, is decided among the arcs of lightest paths, and
relaxing these alone, in their order, ends with the same path.

Two things depend on the whole list. Whether an entry of joined noops survived their removal depends
on its neighbours; `kept_noops` knows. And a matched arc weighs -|E|, which decides how sums are
rounded; `list_size` counts the entries. Both are asked only where they may matter (`list_needs`).

With more than MOST_ROUNDED vertices roundings can add up to a thousandth, and what the scorer does
with them is no longer decided among lightest paths alone. There the answer is exact: sums are those
of integers, |E| is not needed, and the order of the list settles all ties, which `tight_arcs` does.

**The order of the list.** Entries stand by (middle, tail, head), base arcs before all others. Two
entries that are relaxed one after the other may change places, unless one leads to the tail of the
other, or both to the same head. Joined entries into a vertex have middles before it, those that
leave it have middles behind it. So base arcs may be relaxed head by head, in the order of vertices,
and after them joined arcs in any order in which all that lead to a vertex come before any that
leaves it; in such an order they were found. Joined noops, which are not among them, come when all
others to the vertex have been relaxed.

Entries into one head stand by middle, then tail. An entry of a joined arc has as middle the vertex
that a diagonal, a deletion or an insertion leads from, which is their order, too. In the list the
first of those that bring a head nearest does so. So they may come in any order among themselves, if
of two that bring it as near the one that stands before the other is kept; or together (`relaxing`).

**Weights** follow from costs: an arc of a lightest path costs what its head costs more than its
tail. It is matched if that is less than nothing.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, is_base_arc, lanes_of, side_of
from fastgec.maxmatch.entries.kept_noops cimport is_kept
from fastgec.maxmatch.entries.label_vectors cimport LANES
from fastgec.maxmatch.terms.records cimport GoldArcs, KeptNoops, StoredArcs
from fastgec.maxmatch.ties.relaxing cimport (
    Search, has_tight_noop, lane_in, move_vertex, relax_base, relax_noops, relax_stored,
)


cdef inline void drop_dead(
    GoldArcs *found, const KeptNoops *kept, const Lattice *lattice
) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost; nothing is doubtful then."""
    cdef int64_t at
    cdef int64_t n_kept = 0
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful and not is_kept(
            kept, lattice, found.arcs[at].tail, found.arcs[at].head
        ):
            continue
        found.arcs[n_kept] = found.arcs[at]
        found.arcs[n_kept].is_doubtful = False
        n_kept += 1
    found.n_arcs = n_kept


cdef inline bint relax_all(Search *search) noexcept nogil:
    """Relax all entries once, as if in list order; whether that moved a vertex."""
    cdef const LightestArcs *lightest = search.lightest
    cdef int64_t at
    cdef int32_t vertex
    search.n_passes += 1
    search.classes.first = -1
    search.has_moved = False
    for vertex in range(lightest.n_block_tails):
        search.movers[vertex] = search.waiting[vertex] = 0
    if search.n_passes == 1:
        move_vertex(search, 0, 0, 0.0)  # where all paths begin
    for vertex in range(lightest.lattice.n_vertices):
        if search.has_noops[vertex] and search.firsts[vertex] >= 0:
            search.waiting[search.firsts[vertex]] |= lane_in(search, search.firsts[vertex], vertex)
    relax_base(search)
    for at in range(lightest.n_arcs):
        if not is_base_arc(&lightest.arcs[at]):
            relax_stored(search, &lightest.arcs[at])
    for vertex in range(lightest.lattice.n_vertices):
        if search.has_noops[vertex]:
            relax_noops(search, vertex)
    return search.has_moved


cdef inline Status open_search(Search *search, Arena *arena) noexcept nogil:
    """Take memory, and begin at the start."""
    cdef const LightestArcs *lightest = search.lightest
    cdef size_t n_vertices = lightest.lattice.n_vertices
    cdef const StoredArcs *arcs
    cdef int64_t at
    cdef int32_t vertex
    search.base_sides = <uint8_t *>arena_take(arena, n_vertices, 1)
    search.has_noops = <uint8_t *>arena_take(arena, n_vertices, 1)
    search.distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    search.tails = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    search.moved = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    search.joined = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    search.orders = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    search.relaxed = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    search.movers = <uint32_t *>arena_take(arena, n_vertices, sizeof(uint32_t))
    search.waiting = <uint32_t *>arena_take(arena, n_vertices, sizeof(uint32_t))
    search.places = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    search.firsts = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if (
        search.base_sides == NULL or search.has_noops == NULL or search.distances == NULL
        or search.tails == NULL or search.moved == NULL or search.joined == NULL
        or search.orders == NULL or search.relaxed == NULL or search.movers == NULL
        or search.waiting == NULL or search.places == NULL or search.firsts == NULL
    ):
        return arena_status(arena)
    memset(search.base_sides, 0, n_vertices)
    search.n_passes = 0
    search.classes.first = -1
    for vertex in range(lightest.lattice.n_vertices):
        search.distances[vertex] = INFINITY
        search.moved[vertex] = search.joined[vertex] = search.relaxed[vertex] = -1
        search.places[vertex] = search.firsts[vertex] = -1
        search.has_noops[vertex] = has_tight_noop(lightest, search.kept, vertex)
    for at in range(lightest.n_arcs):
        arcs = &lightest.arcs[at]
        if is_base_arc(arcs):
            search.base_sides[arcs.head] |= side_of(
                &lightest.lattice.vertices[arcs.head], arcs.tail
            )
    return DONE


cdef inline void place_tails(Search *search) noexcept nogil:
    """Note where tails stand in blocks of which arcs are left."""
    cdef const LightestArcs *lightest = search.lightest
    cdef uint32_t *is_first = search.movers  # which holds nothing yet
    cdef int64_t at
    cdef int32_t place
    cdef int32_t first = -1
    memset(is_first, 0, lightest.lattice.n_vertices * sizeof(uint32_t))
    for at in range(lightest.n_arcs):
        if lightest.arcs[at].tail < 0:
            is_first[~lightest.arcs[at].tail] = 1
    for place in range(lightest.n_block_tails):
        if is_first[place]:
            first = place
        if first >= 0 and place < first + LANES:
            search.places[lightest.block_tails[place]] = place
            search.firsts[lightest.block_tails[place]] = first


cdef inline Status order_arcs(
    LightestArcs *lightest, const KeptNoops *kept, int64_t list_size, Arena *arena
) noexcept nogil:
    """Relax the arcs of lightest paths in list order, and leave in `reached` and `kinds` which arc
    brings each vertex to its distance.

    `kept` is NULL and `list_size` any number where the path does not depend on them.
    """
    cdef Search search
    cdef int32_t vertex
    cdef int64_t at
    cdef uint32_t lanes
    cdef const StoredArcs *arcs
    cdef Status status
    search.lightest = lightest
    search.kept = kept
    search.list_size = list_size
    status = open_search(&search, arena)
    if status != DONE:
        return status
    place_tails(&search)
    while relax_all(&search):
        if is_cancelled(lightest.options.cancel):
            return CANCELLED
    for vertex in range(lightest.lattice.n_vertices):
        lightest.reached[vertex] = search.tails[vertex] if search.moved[vertex] >= 0 else 0
        lightest.kinds[vertex] = 0  # of joined noops, which are not among the arcs
    for at in range(lightest.n_arcs):
        arcs = &lightest.arcs[at]
        lanes = lanes_of(arcs)
        if arcs.tail < 0:
            lanes &= lane_in(&search, ~arcs.tail, <int32_t>lightest.reached[arcs.head])
            if lanes:
                lightest.kinds[arcs.head] = arcs.kind
        elif lightest.reached[arcs.head] == arcs.tail:
            lightest.kinds[arcs.head] = arcs.kind
    return DONE
