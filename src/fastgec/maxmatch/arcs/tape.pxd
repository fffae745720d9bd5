"""A tape of the arcs found, so that they need not be found again when joined noops are known.

Where sums are exact, all lightest paths may count alike; then nobody asks what reaches a vertex
first, nor which joined noops are left, which takes long to know in a large lattice. So these are
looked up behind the first search alone (`take_noops`). They change what reaches vertices, but not
what these cost: the arcs found stay the same. As long as it has room, the tape holds them in the
order in which they were found: that a tail of a block is opened, and arcs to a head, which are
those of the block or one by itself. Who plays it does to vertices what the search did.

Arcs that bring a head nearer are marked: those to it on the tape before them count no more.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._arena cimport DONE, Status
from fastgec.maxmatch.arcs.fronts cimport IS_OPENING, Front, take_noops
from fastgec.maxmatch.arcs.tight_arcs cimport (
    IS_NEARER, NOT_REACHED, LightestArcs, lanes_of, next_tail, reach_vertex,
)
from fastgec.maxmatch.terms.records cimport StoredArcs


cdef inline Status play_tape(Front *front) noexcept nogil:
    """Find again what reaches vertices first, by the arcs on the tape."""
    cdef LightestArcs *lightest = front.lightest
    cdef const StoredArcs *arcs
    cdef int64_t at
    cdef int32_t vertex
    cdef Status status
    cdef int32_t block_tails[32]
    for vertex in range(lightest.lattice.n_vertices):
        lightest.reached[vertex] = NOT_REACHED
    lightest.reached[0] = 0
    lightest.block_tails = block_tails
    for at in range(lightest.n_arcs):
        arcs = &lightest.store.arcs[at]
        if arcs.kind & IS_OPENING:
            status = take_noops(front, arcs.head)
            if status != DONE:
                return status
            block_tails[arcs.tail] = arcs.head
            continue
        if arcs.kind & IS_NEARER:
            lightest.reached[arcs.head] = NOT_REACHED
        play_arcs(lightest, arcs)
    lightest.block_tails = NULL
    return DONE


cdef inline void play_arcs(LightestArcs *lightest, const StoredArcs *arcs) noexcept nogil:
    """Let arcs reach their head."""
    cdef uint32_t lanes = lanes_of(arcs)
    cdef uint32_t lane
    cdef int32_t tail, side
    cdef int32_t sides
    while lanes:
        lane = lanes & (~lanes + 1)
        tail = next_tail(lightest, arcs, &lanes)
        sides = 0
        for side in range(3):
            sides |= (arcs.lanes[side] & lane != 0) << side
        reach_vertex(lightest, tail, arcs.head, <uint8_t>sides, arcs.kind & ~IS_NEARER)
