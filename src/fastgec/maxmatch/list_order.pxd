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
and after them joined arcs: those of one head by middle, then tail. An entry of a joined arc has as
middle the vertex that a diagonal, a deletion or an insertion leads from, which is their order, too.
So a list of tails for each head is enough. Those that have not moved since are not looked at again:
their arcs would bring nothing.

**Weights** follow from costs: an arc of a lightest path costs what its head costs more than its
tail. It is matched if that is less than nothing.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.cells cimport NEVER
from fastgec.maxmatch.kept_noops cimport is_kept
from fastgec.maxmatch.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.records cimport GoldArcs, KeptNoops, TightArc
from fastgec.maxmatch.tight_arcs cimport LightestArcs, side_of
from fastgec.maxmatch.weights cimport STEP, rounded_weight


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


cdef struct Heads:
    # The arcs of lightest paths by head, with joined noops that no gold edit spells.
    int32_t *listed  # vertices that any arcs enter, ascending
    int32_t n_listed
    uint8_t *base_sides  # of each vertex: base arcs that enter it
    int64_t *firsts  # of each vertex: its first joined arc; one more than there are vertices
    int32_t *tails  # of joined arcs; those of one head ascend
    uint8_t *sides  # their entries


cdef inline bint is_tight_noop(
    const LightestArcs *lightest, const KeptNoops *kept, int64_t place, int32_t tail, int32_t head
) noexcept nogil:
    """Whether joined noops are left in the scorer's list, and on a lightest path.

    Those that a gold edit spells are matched, and so much lighter that they are not met here again.
    """
    cdef const Vertex *vertices = lightest.lattice.vertices
    return (
        kept.is_left[place]
        and lightest.forward[tail] < NEVER
        and lightest.forward[tail] + <int64_t>STEP * (vertices[head].i - vertices[tail].i)
        + lightest.backward[head] == lightest.optimum
    )


cdef inline int64_t count_tight_noops(
    const LightestArcs *lightest, const KeptNoops *kept, int32_t head
) noexcept nogil:
    """Count the joined noops of lightest paths to a vertex."""
    cdef int32_t tail = lightest.lattice.vertices[head].diagonal
    cdef int64_t place
    cdef int64_t n_found = 0
    if kept == NULL or lightest.backward[head] >= NEVER:
        return 0
    for place in range(kept.first[head], kept.first[head + 1]):
        tail = lightest.lattice.vertices[tail].diagonal
        n_found += is_tight_noop(lightest, kept, place, tail, head)
    return n_found


cdef inline void add_noops(
    Heads *heads, int64_t last, const LightestArcs *lightest, const KeptNoops *kept, int32_t head
) noexcept nogil:
    """Add joined noops to the arcs of a vertex, by tail; these end at `last`, with room behind."""
    cdef int32_t tail = lightest.lattice.vertices[head].diagonal
    cdef int64_t place
    cdef int64_t free = heads.firsts[head + 1] - 1
    if free < last:
        return
    # Places go from near tails to far ones.
    for place in range(kept.first[head], kept.first[head + 1]):
        tail = lightest.lattice.vertices[tail].diagonal
        if not is_tight_noop(lightest, kept, place, tail, head):
            continue
        while last > heads.firsts[head] and heads.tails[last - 1] > tail:
            last -= 1
            heads.tails[free] = heads.tails[last]
            heads.sides[free] = heads.sides[last]
            free -= 1
        heads.tails[free] = tail
        heads.sides[free] = BY_DIAGONAL
        free -= 1


cdef inline Status sort_arcs(
    int32_t **by_tail, const LightestArcs *lightest, Arena *arena
) noexcept nogil:
    """Write the places of all arcs by tail."""
    cdef size_t n_vertices = lightest.lattice.n_vertices
    cdef int64_t *places = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
    cdef int64_t at
    cdef int32_t tail
    by_tail[0] = <int32_t *>arena_take(arena, lightest.n_arcs, sizeof(int32_t))
    if places == NULL or by_tail[0] == NULL:
        return arena_status(arena)
    memset(places, 0, (n_vertices + 1) * sizeof(int64_t))
    for at in range(lightest.n_arcs):
        places[lightest.arcs[at].tail + 1] += 1
    for tail in range(lightest.lattice.n_vertices):
        places[tail + 1] += places[tail]
    for at in range(lightest.n_arcs):
        tail = lightest.arcs[at].tail
        by_tail[0][places[tail]] = <int32_t>at
        places[tail] += 1
    return DONE


cdef inline Status list_heads(
    Heads *heads, const LightestArcs *lightest, const KeptNoops *kept, Arena *arena
) noexcept nogil:
    """List the arcs of lightest paths by head. `kept` may be NULL."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    cdef int64_t *lasts = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t at
    cdef int32_t *by_tail
    cdef int32_t head
    cdef const TightArc *arc
    cdef Status status = sort_arcs(&by_tail, lightest, arena)
    if status != DONE:
        return status
    heads.base_sides = <uint8_t *>arena_take(arena, n_vertices, 1)
    heads.firsts = <int64_t *>arena_take(arena, <size_t>n_vertices + 1, sizeof(int64_t))
    if lasts == NULL or heads.base_sides == NULL or heads.firsts == NULL:
        return arena_status(arena)
    memset(heads.base_sides, 0, n_vertices)
    memset(lasts, 0, n_vertices * sizeof(int64_t))
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[at]
        if arc.sides:
            lasts[arc.head] += 1
        else:
            heads.base_sides[arc.head] |= side_of(&vertices[arc.head], arc.tail)
    heads.firsts[0] = 0
    for head in range(n_vertices):
        heads.firsts[head + 1] = (
            heads.firsts[head] + lasts[head] + count_tight_noops(lightest, kept, head)
        )
        lasts[head] = heads.firsts[head]
    heads.listed = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    heads.tails = <int32_t *>arena_take(arena, heads.firsts[n_vertices], sizeof(int32_t))
    heads.sides = <uint8_t *>arena_take(arena, heads.firsts[n_vertices], 1)
    if heads.listed == NULL or heads.tails == NULL or heads.sides == NULL:
        return arena_status(arena)
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[by_tail[at]]
        if arc.sides:
            heads.tails[lasts[arc.head]] = arc.tail
            heads.sides[lasts[arc.head]] = arc.sides
            lasts[arc.head] += 1
    heads.n_listed = 0
    for head in range(n_vertices):
        add_noops(heads, lasts[head], lightest, kept, head)
        if heads.base_sides[head] or heads.firsts[head] < heads.firsts[head + 1]:
            heads.listed[heads.n_listed] = head
            heads.n_listed += 1
    return DONE


cdef struct Search:
    # The scorer's search for the lightest path.
    const LightestArcs *lightest
    double *distances
    int32_t *tails  # of the arc that brought a vertex to its distance
    int64_t *moved  # the pass in which it came there
    int64_t n_passes
    int64_t list_size


cdef inline double weight_of(const Search *search, int32_t tail, int32_t head) noexcept nogil:
    """Return the weight of an arc as the scorer adds it up."""
    return rounded_weight(
        search.lightest.forward[head] - search.lightest.forward[tail], search.lightest.match,
        search.list_size,
    )


cdef inline void relax(Search *search, int32_t tail, int32_t head) noexcept nogil:
    cdef double distance
    if search.moved[tail] < search.n_passes - 1:
        return
    distance = search.distances[tail] + weight_of(search, tail, head)
    if distance < search.distances[head]:
        search.distances[head] = distance
        search.tails[head] = tail
        search.moved[head] = search.n_passes


cdef inline bint relax_all(Search *search, const Heads *heads) noexcept nogil:
    """Relax all entries once, as if in list order; whether that moved a vertex."""
    cdef const Lattice *lattice = search.lightest.lattice
    cdef const Vertex *vertex
    cdef int32_t number, head
    cdef int64_t at
    cdef uint8_t side
    cdef bint is_changed = False
    search.n_passes += 1
    for number in range(heads.n_listed):
        head = heads.listed[number]
        vertex = &lattice.vertices[head]
        if heads.base_sides[head] & BY_DIAGONAL:
            relax(search, vertex.diagonal, head)
        if heads.base_sides[head] & BY_DELETION:
            relax(search, vertex.deletion, head)
        if heads.base_sides[head] & BY_INSERTION:
            relax(search, vertex.insertion, head)
    for number in range(heads.n_listed):
        head = heads.listed[number]
        side = BY_DIAGONAL if heads.firsts[head] < heads.firsts[head + 1] else BY_INSERTION << 1
        while side <= BY_INSERTION:
            for at in range(heads.firsts[head], heads.firsts[head + 1]):
                if heads.sides[at] & side:
                    relax(search, heads.tails[at], head)
            side <<= 1
        is_changed = is_changed or search.moved[head] == search.n_passes
    return is_changed


cdef inline Status order_arcs(
    LightestArcs *lightest, const KeptNoops *kept, int64_t list_size, Arena *arena
) noexcept nogil:
    """Relax the arcs of lightest paths in list order, and leave in `reached` and `kinds` which arc
    brings each vertex to its distance.

    `kept` is NULL and `list_size` any number where the path does not depend on them.
    """
    cdef size_t n_vertices = lightest.lattice.n_vertices
    cdef Heads heads
    cdef Search search
    cdef int32_t vertex
    cdef int64_t at
    cdef bint is_changed = True
    cdef const TightArc *arc
    cdef Status status = list_heads(&heads, lightest, kept, arena)
    if status != DONE:
        return status
    search.lightest = lightest
    search.list_size = list_size
    search.n_passes = 0
    search.distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    search.tails = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    search.moved = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    if search.distances == NULL or search.tails == NULL or search.moved == NULL:
        return arena_status(arena)
    for vertex in range(lightest.lattice.n_vertices):
        search.distances[vertex] = INFINITY
        search.moved[vertex] = -1
    search.distances[0] = 0.0
    search.moved[0] = 0
    while is_changed:
        if is_cancelled(lightest.options.cancel):
            return CANCELLED
        is_changed = relax_all(&search, &heads)
    for vertex in range(lightest.lattice.n_vertices):
        lightest.reached[vertex] = search.tails[vertex] if search.moved[vertex] >= 0 else 0
        lightest.kinds[vertex] = 0  # of joined noops, which are not among the arcs
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[at]
        if lightest.reached[arc.head] == arc.tail:
            lightest.kinds[arc.head] = arc.kind
    return DONE
