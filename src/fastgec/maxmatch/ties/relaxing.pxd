"""Relaxing the arcs of lightest paths: what one entry, or many at once, do to a vertex.

**Entries of one record** lead from tails of one block to one head. Between repeated words there are
millions of them, but of few kinds: tails that cost the same, and are as far, bring a head as near.
Such tails are a class; of its entries the one that stands first in the list stands for all. Classes
are found anew when a tail of the block moves.

**Tails that have not moved** since their arcs were relaxed are not looked at again: these would
bring nothing, nor do they bring a head as near as arcs that have just brought it nearer than it
was. Joined arcs from a vertex come behind all that lead to it. So those of a pass know all its
moves of that pass, and the next one asks them only if it moves again; it asks base arcs, which come
before joined ones, in any case.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, lanes_of, next_tail
from fastgec.maxmatch.entries.kept_noops cimport JoinedTo, joined_to
from fastgec.maxmatch.entries.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.weights cimport STEP, rounded_weight
from fastgec.maxmatch.terms.records cimport KeptNoops, StoredArcs


cdef struct Classes:
    # Tails of a block that moved, by what they cost and how far they are.
    int32_t first  # place of the first tail of the block, or -1
    int32_t size
    uint32_t lanes[32]  # of each class
    int64_t costs[32]
    double distances[32]


cdef struct Search:
    # The scorer's search for the lightest path.
    const LightestArcs *lightest
    const KeptNoops *kept  # or NULL
    int64_t list_size
    bint has_moved  # some vertex has, in this pass
    uint8_t *base_sides  # of each vertex: base arcs that enter it
    uint8_t *has_noops  # of each vertex: whether joined noops that no gold edit spells do
    double *distances
    int32_t *tails  # of the arc that brought a vertex to its distance
    int64_t *moved  # the pass in which it came there
    int64_t *joined  # the pass in which a joined arc did so last
    int64_t *orders  # and the place of that arc among those of its head
    int64_t *relaxed  # the pass in which the joined noops to a vertex were
    uint32_t *movers  # of each block, by its place: lanes that moved in this pass
    uint32_t *waiting  # lanes that joined noops lead to, which are still to be relaxed
    Classes classes
    int32_t *places  # of each vertex: its place among the tails of blocks, or -1
    int32_t *firsts  # and that of the first tail of its block
    int64_t n_passes


cdef inline uint32_t lane_in(const Search *search, int32_t first, int32_t tail) noexcept nogil:
    """Return the lane, as a bit, of a tail in a block; 0 if it is in another one, or in none."""
    if search.places[tail] < 0 or search.firsts[tail] != first:
        return 0
    return <uint32_t>1 << (search.places[tail] - first)


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


cdef inline bint has_tight_noop(
    const LightestArcs *lightest, const KeptNoops *kept, int32_t head
) noexcept nogil:
    """Whether joined noops of lightest paths lead to a vertex."""
    cdef int32_t tail = diagonal_of(&lightest.lattice.vertices[head])
    cdef JoinedTo joined
    cdef int64_t place
    if kept == NULL or lightest.backward[head] >= NEVER:
        return False
    joined = joined_to(kept, head)
    for place in range(joined.first, joined.end):
        tail = diagonal_of(&lightest.lattice.vertices[tail])
        if is_tight_noop(lightest, kept, place, tail, head):
            return True
    return False


cdef inline void relax(
    Search *search, int32_t tail, int32_t head, uint8_t side, bint is_joined
) noexcept nogil:
    """Relax an entry. Those of joined arcs to one head may come in any order."""
    cdef int64_t order = <int64_t>side << 32 | tail
    cdef double distance
    if search.moved[tail] < search.n_passes - (not is_joined):
        return
    distance = search.distances[tail] + rounded_weight(
        search.lightest.forward[head] - search.lightest.forward[tail], search.lightest.match,
        search.list_size,
    )
    if distance > search.distances[head] or distance == search.distances[head] and (
        not is_joined or search.joined[head] < search.n_passes or search.orders[head] < order
    ):
        return
    move_vertex(search, tail, head, distance)
    if is_joined:
        search.joined[head] = search.n_passes
        search.orders[head] = order


cdef inline void move_vertex(
    Search *search, int32_t tail, int32_t head, double distance
) noexcept nogil:
    """Bring a vertex to its distance by an arc from a tail."""
    cdef int32_t first = search.firsts[head]
    search.distances[head] = distance
    search.tails[head] = tail
    search.moved[head] = search.n_passes
    search.has_moved = True
    if first >= 0:
        search.movers[first] |= lane_in(search, first, head)
        if search.classes.first == first:
            search.classes.first = -1


cdef inline void relax_base(Search *search) noexcept nogil:
    """Relax the base arcs once, head by head."""
    cdef const Lattice *lattice = search.lightest.lattice
    cdef const Vertex *vertex
    cdef int32_t head
    cdef uint8_t sides
    for head in range(lattice.n_vertices):
        sides = search.base_sides[head]
        if not sides:
            continue
        vertex = &lattice.vertices[head]
        if sides & BY_DIAGONAL:
            relax(search, diagonal_of(vertex), head, BY_DIAGONAL, False)
        if sides & BY_DELETION:
            relax(search, deletion_of(vertex), head, BY_DELETION, False)
        if sides & BY_INSERTION:
            relax(search, head - 1, head, BY_INSERTION, False)


cdef inline void relax_noops(Search *search, int32_t head) noexcept nogil:
    """Relax the joined noops to a vertex, if that is still to be done; all other arcs to it are."""
    cdef const Vertex *vertices = search.lightest.lattice.vertices
    cdef int32_t tail = diagonal_of(&vertices[head])
    cdef JoinedTo joined
    cdef int64_t place
    if not search.has_noops[head] or search.relaxed[head] == search.n_passes:
        return
    search.relaxed[head] = search.n_passes
    joined = joined_to(search.kept, head)
    for place in range(joined.first, joined.end):
        tail = diagonal_of(&vertices[tail])
        if is_tight_noop(search.lightest, search.kept, place, tail, head):
            relax_noops(search, tail)
            relax(search, tail, head, BY_DIAGONAL, True)


cdef inline void class_tails(Search *search, int32_t first) noexcept nogil:
    """Find the classes of the tails of a block that moved."""
    cdef Classes *classes = &search.classes
    cdef uint32_t lanes = search.movers[first]
    cdef uint32_t here
    cdef int32_t tail, number
    classes.first = first
    classes.size = 0
    while lanes:
        here = lanes & -lanes
        tail = search.lightest.block_tails[first + lowest_bit(lanes)]
        lanes -= here
        number = 0
        while number < classes.size and (
            classes.costs[number] != search.lightest.forward[tail]
            or classes.distances[number] != search.distances[tail]
        ):
            number += 1
        if number == classes.size:
            classes.size += 1
            classes.lanes[number] = 0
            classes.costs[number] = search.lightest.forward[tail]
            classes.distances[number] = search.distances[tail]
        classes.lanes[number] |= here


cdef inline void relax_class(
    Search *search, const StoredArcs *arcs, int32_t number
) noexcept nogil:
    """Relax the entries of joined arcs from a class of tails to a head: the first in the list
    stands for all, as all bring the head as near."""
    cdef const Classes *classes = &search.classes
    cdef uint32_t lanes = classes.lanes[number]
    cdef int32_t head = arcs.head
    cdef int32_t side = 0
    cdef int32_t tail
    cdef int64_t order
    cdef double distance
    while side < 3 and not arcs.lanes[side] & lanes:
        side += 1
    if side == 3:
        return
    distance = classes.distances[number] + rounded_weight(
        search.lightest.forward[head] - classes.costs[number], search.lightest.match,
        search.list_size,
    )
    if distance > search.distances[head]:
        return
    tail = search.lightest.block_tails[~arcs.tail + lowest_bit(arcs.lanes[side] & lanes)]
    order = <int64_t>(1 << side) << 32 | tail
    if distance == search.distances[head] and (
        search.joined[head] < search.n_passes or search.orders[head] < order
    ):
        return
    move_vertex(search, tail, head, distance)
    search.joined[head] = search.n_passes
    search.orders[head] = order


cdef inline void relax_stored(Search *search, const StoredArcs *arcs) noexcept nogil:
    """Relax joined arcs that are stored as one."""
    cdef int32_t first = ~arcs.tail
    cdef int32_t number = 0
    cdef uint32_t lanes
    cdef uint8_t side = BY_DIAGONAL
    if arcs.tail >= 0:
        relax_noops(search, arcs.tail)
        if not arcs.lanes[0]:
            side = BY_DELETION if arcs.lanes[1] else BY_INSERTION
        relax(search, arcs.tail, arcs.head, side, True)
        return
    lanes = lanes_of(arcs) & search.waiting[first]
    search.waiting[first] -= lanes
    while lanes:
        relax_noops(search, next_tail(search.lightest, arcs, &lanes))
    if not search.movers[first]:
        return
    if search.classes.first != first:
        class_tails(search, first)
    while number < search.classes.size:
        relax_class(search, arcs, number)
        number += 1
