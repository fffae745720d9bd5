"""Arcs found for a row, exact costs over them, and those of them on lightest paths.

An arc is tight if some lightest path over the arcs found holds it. Costs are those of
`lightest_arcs`, which finds the arcs.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport realloc

from fastgec._arena cimport DONE, NO_MEMORY, TOO_LARGE, Status
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.cells cimport NEVER, lower
from fastgec.maxmatch.edits cimport Options, shifts_span
from fastgec.maxmatch.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.records cimport ArcStore, Label, TightArc
from fastgec.maxmatch.weights cimport STEP


cdef enum:
    # What an arc is, as bits.
    IS_MATCHED = 1
    IS_EDIT = 2
    IS_SHIFTED = 4  # its span, see `shifts_span`
    MOST_STORED = 5 << 20  # arcs that are found from the first tail on: 80 MB


cdef struct LightestArcs:
    const Lattice *lattice
    const Options *options
    Label *labels
    TightArc *arcs  # by tail; in the store
    int64_t n_arcs
    int64_t *first_arcs  # of each vertex
    int64_t *forward  # exact costs from the start, over these arcs
    int64_t *backward
    int64_t optimum
    int64_t match  # cost of a matched arc, negated
    bint is_overfull  # there are more arcs than are stored
    bint is_keeping  # tails come from the last to the first: arcs on lightest paths are stored


cdef inline uint8_t side_of(const Vertex *vertex, int32_t before) noexcept nogil:
    if before == vertex.diagonal:
        return BY_DIAGONAL
    return BY_DELETION if before == vertex.deletion else BY_INSERTION


cdef inline int64_t arc_cost(const LightestArcs *lightest, const TightArc *arc) noexcept nogil:
    return arc.epsilons + (
        -lightest.match if arc.kind & IS_MATCHED else <int64_t>arc.steps * STEP
    )


cdef inline Status add_arc(
    LightestArcs *lightest, ArcStore *store, const TightArc *arc
) noexcept nogil:
    """Add an arc, whose tail costs what it costs exactly, unless its head is known to cost less."""
    cdef int64_t cost = lightest.forward[arc.tail] + arc_cost(lightest, arc)
    cdef TightArc *arcs
    cdef int64_t room
    if lightest.is_keeping:
        if cost + lightest.backward[arc.head] != lightest.optimum:
            return DONE
        lightest.backward[arc.tail] = lightest.optimum - lightest.forward[arc.tail]
    else:
        if cost > lightest.forward[arc.head]:
            return DONE
        lightest.forward[arc.head] = cost
        if lightest.n_arcs == MOST_STORED:
            lightest.is_overfull = True
            return DONE
    if lightest.n_arcs == store.room:
        room = store.room + store.room // 2 + 64
        if room * sizeof(TightArc) > store.limit:
            return TOO_LARGE
        arcs = <TightArc *>realloc(store.arcs, room * sizeof(TightArc))
        if arcs == NULL:
            return NO_MEMORY
        store.arcs = arcs
        store.room = room
    store.arcs[lightest.n_arcs] = arc[0]
    lightest.n_arcs += 1
    return DONE


cdef inline void clear_forward(LightestArcs *lightest) noexcept nogil:
    """Forget exact costs from the start: arcs are to be found anew."""
    cdef int32_t vertex
    for vertex in range(lightest.lattice.n_vertices):
        lightest.forward[vertex] = NEVER
    lightest.forward[0] = 0


cdef inline void solve(LightestArcs *lightest) noexcept nogil:
    """Compute exact costs to the end over the arcs found; those from the start are known."""
    cdef int32_t vertex
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    cdef int64_t at
    cdef const TightArc *arc
    for vertex in range(n_vertices):
        lightest.backward[vertex] = NEVER
    lightest.backward[n_vertices - 1] = 0
    for at in range(lightest.n_arcs - 1, -1, -1):
        arc = &lightest.arcs[at]
        if lightest.backward[arc.head] < NEVER:
            lower(
                &lightest.backward[arc.tail], lightest.backward[arc.head] + arc_cost(lightest, arc)
            )
    lightest.optimum = lightest.forward[n_vertices - 1]


cdef inline void keep_tight(LightestArcs *lightest) noexcept nogil:
    """Keep the arcs on lightest paths."""
    cdef int64_t at
    cdef int64_t n_kept = 0
    cdef int32_t vertex = 0
    cdef const TightArc *arc
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    lightest.first_arcs[0] = 0
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[at]
        if lightest.forward[arc.tail] >= NEVER or lightest.backward[arc.head] >= NEVER:
            continue
        if (
            lightest.forward[arc.tail] + arc_cost(lightest, arc) + lightest.backward[arc.head]
            != lightest.optimum
        ):
            continue
        while vertex < arc.tail:
            vertex += 1
            lightest.first_arcs[vertex] = n_kept
        lightest.arcs[n_kept] = lightest.arcs[at]
        n_kept += 1
    while vertex < n_vertices:
        vertex += 1
        lightest.first_arcs[vertex] = n_kept
    lightest.n_arcs = n_kept


cdef inline void turn(TightArc *arcs, int64_t first, int64_t last) noexcept nogil:
    """Turn the order of some arcs round."""
    cdef TightArc swapped
    last -= 1
    while first < last:
        swapped = arcs[first]
        arcs[first] = arcs[last]
        arcs[last] = swapped
        first += 1
        last -= 1


cdef inline void turn_tails(LightestArcs *lightest) noexcept nogil:
    """Put arcs that were found from the last tail to the first into the order of tails."""
    cdef int64_t at
    cdef int64_t first = 0
    cdef int32_t tail
    turn(lightest.arcs, 0, lightest.n_arcs)
    for tail in range(lightest.lattice.n_vertices):
        at = first
        lightest.first_arcs[tail] = first
        while at < lightest.n_arcs and lightest.arcs[at].tail == tail:
            at += 1
        turn(lightest.arcs, first, at)
        first = at
    lightest.first_arcs[lightest.lattice.n_vertices] = first
