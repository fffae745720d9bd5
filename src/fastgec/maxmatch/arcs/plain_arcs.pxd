"""Arcs from a block of tails to one head that are taken at once.

Between repeated words there are many millions of arcs. Nearly all come from *plain* tails: those of
a block of several, that no gold edit begins at. Their edits of several arcs are what labels say, if
they do not stay in the tail's row, where insertions have a rule of their own, and if folding cannot
drop them: it drops only edits that join two places with as many folded bytes before them on both
sides.

Of such arcs to one head those that cost least are found as bits (`label_picks`). What they do there
depends on the kind of their tails: on the half pass in which the scorer's list reaches a head by
them (`tight_arcs`), or, where sums are rounded, on what is counted behind an edit from these. There
are few kinds.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._arena cimport DONE, Status
from fastgec._lattice cimport Vertex
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.arcs.tight_arcs cimport (
    IS_EDIT, NOT_REACHED, PASS_SHIFT, LightestArcs, joined_pass, middle_of, store_arcs,
)
from fastgec.maxmatch.arcs.triple_sets cimport EMPTY, NO_TEXT, close_edit, unite
from fastgec.maxmatch.entries.label_blocks cimport Blocks
from fastgec.maxmatch.entries.label_vectors cimport LANES
from fastgec.maxmatch.entries.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.terms.folding cimport difference
from fastgec.maxmatch.terms.records cimport StoredArcs


cdef struct Plain:
    # The plain tails of a block, as far as they have been opened.
    uint32_t lanes
    int32_t n_kinds
    uint32_t kinds[32]  # lanes of each kind
    int64_t halves[32]  # half pass, where sums are exact
    int32_t closed[32]  # what is counted, where they are not
    int32_t rows[32]  # that tails stand in
    int32_t differences[32]  # of their folded bytes, but for the highest bits
    int32_t block_place  # of the block among those whose arcs are stored, or -1


cdef inline void open_plain(
    Plain *plain, const LightestArcs *lightest, const Blocks *blocks
) noexcept nogil:
    """Begin with a block, of which no tail is known to be plain."""
    cdef const Vertex *tail
    cdef int32_t lane
    plain.lanes = 0
    plain.n_kinds = 0
    plain.block_place = -1
    for lane in range(LANES):
        plain.rows[lane] = -1
    for lane in range(blocks.n_tails):
        tail = &lightest.lattice.vertices[blocks.tails[lane]]
        plain.rows[lane] = tail.i
        if lightest.folding != NULL:
            plain.differences[lane] = <int32_t>difference(lightest.folding, tail)


cdef inline Status know_tail(
    Plain *plain, LightestArcs *lightest, int32_t tail, int32_t lane
) noexcept nogil:
    """Note that a tail is plain, now that all arcs to it have been found."""
    cdef int32_t closed = EMPTY
    cdef int32_t kind = 0
    cdef int64_t half = 0
    if lightest.is_exact:
        half = joined_pass(lightest, tail)
    else:
        closed = close_edit(&lightest.sets, lightest.counted[tail], NO_TEXT)
    while kind < plain.n_kinds and (
        plain.halves[kind] != half or plain.closed[kind] != closed
    ):
        kind += 1
    if kind == plain.n_kinds:
        plain.n_kinds += 1
        plain.kinds[kind] = 0
        plain.halves[kind] = half
        plain.closed[kind] = closed
    plain.kinds[kind] |= <uint32_t>1 << lane
    plain.lanes |= <uint32_t>1 << lane
    return lightest.sets.status


cdef inline uint32_t plain_lanes(
    const Plain *plain, const LightestArcs *lightest, const Blocks *blocks, int32_t number
) noexcept nogil:
    """Return the lanes whose arc to a head, if there is one, is what its label says."""
    cdef const Vertex *head = &lightest.lattice.vertices[number]
    cdef uint32_t lanes = plain.lanes
    if lanes and head.i <= blocks.joining.last_row:
        lanes &= ~blocks.picks.take_equal(plain.rows, head.i)
    if lanes and lightest.folding != NULL:
        lanes &= ~blocks.picks.take_equal(
            plain.differences, <int32_t>difference(lightest.folding, head)
        )
    return lanes


cdef inline Status collect_plain(
    Plain *plain, LightestArcs *lightest, const Blocks *blocks, int32_t head, uint32_t lanes,
    int64_t cost,
) noexcept nogil:
    """Do the work of `add_arc` for arcs from some plain tails that bring a head to one cost, which
    is no more than it is known to cost."""
    cdef int32_t kind
    cdef uint32_t alike
    if not lightest.is_keeping:
        if cost < lightest.forward[head]:
            lightest.forward[head] = cost
            lightest.reached[head] = NOT_REACHED if lightest.is_exact else 0
            if not lightest.is_exact:
                lightest.counted[head] = EMPTY
                lightest.fresh[head] = lightest.n_arcs
        for kind in range(plain.n_kinds):
            alike = lanes & plain.kinds[kind]
            if alike and lightest.is_exact:
                reach_plain(lightest, blocks, head, alike, plain.halves[kind])
            elif alike:
                unite(&lightest.sets, &lightest.counted[head], plain.closed[kind])
    if lightest.sets.status != DONE or lightest.is_exact:
        return lightest.sets.status
    return store_plain(plain, lightest, blocks, head, lanes)


cdef inline int64_t first_middle(const LightestArcs *lightest, int32_t head) noexcept nogil:
    """Return the first middle that an arc to a head may have."""
    cdef const Vertex *vertex = &lightest.lattice.vertices[head]
    return middle_of(
        BY_DIAGONAL if vertex.n_diagonal
        else BY_DELETION if vertex.n_deletion else BY_INSERTION
    )


cdef inline void reach_plain(
    LightestArcs *lightest, const Blocks *blocks, int32_t head, uint32_t lanes, int64_t half
) noexcept nogil:
    """Note that edits from some tails lead to a head in one half pass: as tails ascend, none counts
    behind one that has the first middle there may be."""
    cdef int64_t middle = first_middle(lightest, head)
    cdef int64_t first
    cdef int32_t lane
    while lanes:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        first = half << PASS_SHIFT | blocks.tails[lane]
        if first | middle >= lightest.reached[head]:
            return
        first |= middle_of(<uint8_t>blocks.sides[lane])
        if first < lightest.reached[head]:
            lightest.reached[head] = first
            lightest.kinds[head] = IS_EDIT


cdef inline Status store_plain(
    Plain *plain, LightestArcs *lightest, const Blocks *blocks, int32_t head, uint32_t lanes
) noexcept nogil:
    """Store the arcs from some plain tails as one."""
    cdef StoredArcs arcs
    cdef int32_t lane
    if plain.block_place < 0:
        plain.block_place = lightest.n_block_tails
        for lane in range(blocks.n_tails):
            lightest.block_tails[plain.block_place + lane] = blocks.tails[lane]
        lightest.n_block_tails += blocks.n_tails
    arcs.head = head
    arcs.tail = ~plain.block_place
    arcs.kind = IS_EDIT
    blocks.picks.split_sides(blocks.sides, lanes, arcs.lanes)
    return store_arcs(lightest, &arcs)
