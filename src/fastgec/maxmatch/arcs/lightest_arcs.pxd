"""The lightest arcs: only those of the published scorer that its lightest paths can hold.

Where the certified program gives no certificate, its costs are still bounds (`bounds`). They leave
few arcs, and labels say which of these the scorer has, and with which weight. The lightest path
over arcs found is exact if it costs at most bound + slack. At first the slack is 0. If there is no
path, mostly because the program joined by one thousandth what the scorer lists twice, `lifting`
raises the bounds. Then the slack is what the start lacks, and a thousandth more at a time.

Between repeated words there may be many millions of these arcs. So none is stored where that can be
helped: `tight_arcs` says what is kept of a vertex. That asks for an order (`fronts`).

Arcs lead up, so what a tail costs exactly is known when its turn comes; arcs from tails that cost
too much, and to heads that cost less without them, are on no lightest path. Where there is slack,
these are nearly all.

Of several lightest paths the scorer's order decides. Where its sums are exact, its path is known at
once. Else these paths often have the same counts; if not, the arcs are stored, and `list_order`
finds the path that the scorer takes. If they were too many to store before it was known which of
them are tight, they are found once more.

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.certified cimport match_cost, sums_are_exact
from fastgec.maxmatch.arcs.fronts cimport Front, collect_group
from fastgec.maxmatch.arcs.lifting cimport MOST_TRIES, lift_costs
from fastgec.maxmatch.terms.records cimport StoredArcs, Surviving
from fastgec.maxmatch.arcs.tight_arcs cimport (
    LightestArcs, clear_arcs, clear_lightest, lanes_of, next_tail, open_lightest,
)
from fastgec.maxmatch.paths.tiles cimport Tiles, learn_reach, next_strip, open_tiles, take_tile


cdef inline Status collect_arcs(Front *front, Arena *arena) noexcept nogil:
    """Find all arcs of the scorer that a path of cost `bounds.most` can hold."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = lightest.lattice
    cdef Tiles tiles
    cdef Status status = open_tiles(&tiles, bounds, arena)
    if status != DONE:
        return status
    while True:
        take_tile(bounds, &tiles, lightest.forward, lightest.is_keeping)
        if bounds.group.n_tails == 0:
            if next_strip(&tiles, lattice):
                continue
            return DONE
        status = collect_group(front, arena)
        if status != DONE:
            return status
        learn_reach(&tiles, bounds)


cdef struct Search:
    # How far above the bound the lightest path is looked for.
    int64_t slack
    int64_t spare  # of the next time that bounds are raised
    int32_t n_tries  # left before that


cdef inline Status raise_bounds(Front *front, Search *search, Arena *arena) noexcept nogil:
    """Raise the bounds, and look for the lightest path no lower than they are then."""
    cdef Status status = lift_costs(front, search.spare, arena)
    search.slack = max(search.slack, front.bounds.backward[0] - front.bounds.bound)
    search.spare += 1
    search.n_tries = MOST_TRIES
    return status


cdef inline Status bound_arcs(
    LightestArcs *lightest, Bounds *bounds, Surviving *surviving, Arena *arena
) noexcept nogil:
    """Find what vertices are on all lightest paths. No gold arc is doubtful.

    Folding, and the store of arcs, are there.
    """
    cdef Front front
    cdef Search search = Search(0, 0, 1)
    cdef Status status
    lightest.lattice = bounds.program.lattice
    lightest.options = bounds.program.options
    lightest.labels = bounds.program.labels
    lightest.match = match_cost(bounds.program)
    front.lightest = lightest
    front.bounds = bounds
    front.surviving = surviving
    status = open_lightest(lightest, &bounds.found.texts, arena)
    # Where states were asked for a path that costs the bound, and show none, there mostly is none.
    if status == DONE and bounds.shown != 0 and sums_are_exact(bounds.program):
        status = raise_bounds(&front, &search, arena)
    while status == DONE:
        bounds.most = bounds.bound + search.slack
        clear_lightest(lightest)
        status = collect_arcs(&front, arena)
        lightest.optimum = lightest.forward[lightest.lattice.n_vertices - 1]
        if status != DONE or lightest.optimum < NEVER:
            break
        if bounds.program.is_sparse:
            search.slack = 2 * search.slack + 1
            continue
        search.slack += 1
        search.n_tries -= 1
        if search.n_tries == 0:
            status = raise_bounds(&front, &search, arena)
    return status


cdef inline Status keep_tight(LightestArcs *lightest, Arena *arena) noexcept nogil:
    """Keep the arcs on lightest paths."""
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    cdef int64_t at
    cdef int64_t n_left = lightest.n_arcs
    cdef int32_t vertex, tail
    cdef uint32_t lanes
    cdef int64_t *backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef uint32_t *tight = <uint32_t *>arena_take(arena, n_vertices, sizeof(uint32_t))
    cdef StoredArcs *arcs = lightest.store.arcs
    if backward == NULL or tight == NULL:
        return arena_status(arena)
    for vertex in range(n_vertices):
        backward[vertex] = NEVER
        tight[vertex] = 0  # by the place of a block: lanes of tails that are on lightest paths
    backward[n_vertices - 1] = 0
    # From the end, all arcs that leave a vertex come before those that enter it.
    for at in range(lightest.n_arcs - 1, -1, -1):
        # An arc that is fresh costs what its head costs more than its tail.
        if backward[arcs[at].head] < NEVER and at >= lightest.fresh[arcs[at].head]:
            lanes = lanes_of(&arcs[at])
            if arcs[at].tail < 0:
                lanes &= ~tight[~arcs[at].tail]
                tight[~arcs[at].tail] |= lanes
            while lanes:
                tail = next_tail(lightest, &arcs[at], &lanes)
                backward[tail] = lightest.optimum - lightest.forward[tail]
            n_left -= 1
            if n_left > at:
                arcs[n_left] = arcs[at]
    lightest.backward = backward
    lightest.arcs = arcs + n_left
    lightest.n_arcs -= n_left
    return DONE


cdef inline Status store_tight(
    LightestArcs *lightest, Bounds *bounds, Arena *arena
) noexcept nogil:
    """Have the arcs on lightest paths stored, after `bound_arcs`; sums are rounded."""
    cdef Front front
    cdef Status status = DONE
    if lightest.is_overfull:
        clear_arcs(lightest)
        lightest.is_keeping = True
        bounds.most = lightest.optimum
        front.lightest = lightest
        front.bounds = bounds
        status = collect_arcs(&front, arena)
    return keep_tight(lightest, arena) if status == DONE else status
