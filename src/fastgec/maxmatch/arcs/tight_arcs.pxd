"""What is known of a vertex on lightest paths, as arcs are found; and the arcs, if wanted.

Arcs come with all that lead to a vertex before any that leaves it. So when its turn comes, it is
known of a vertex, over the arcs found,

- what it costs exactly to get there;
- where sums are exact, which arc the scorer's list reaches it by (`first_arcs` below): that says
  what the scorer's path is, and counts;
- where they are not, what the lightest ways there count: a set of triples (`triple_sets`).

**First arcs.** With more than MOST_ROUNDED vertices sums are those of whole numbers (`list_order`).
Then a vertex comes to its least distance at once, by the first entry of the list that leads there
from a vertex that has come to its own. In a pass the list has base arcs, head by head, then joined
arcs, head by head, those of one head by middle, then tail. So half passes are numbered, those of
base arcs even, those of joined arcs odd; a vertex is reached in the least half pass that one of its
arcs can have, which is that of the arc's tail or the next one; of several arcs of that half pass by
the one whose middle comes first, then whose tail does. All that is one number: the least one wins.

Costs are those of `lightest_arcs`, which finds the arcs.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from fastgec._arena cimport DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport MOST_ROUNDED, Lattice, Vertex, deletion_of, diagonal_of
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.program.cells cimport NEVER, lower
from fastgec.maxmatch.terms.edits cimport Edit, Options, reverse_edits, write_edit
from fastgec.maxmatch.terms.folding cimport folds_alike
from fastgec.maxmatch.entries.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.terms.records cimport (
    ArcStore, Folding, GoldTexts, Label, StoredArcs, TightArc,
)
from fastgec.maxmatch.arcs.triple_sets cimport (
    EMPTY, Outcome, Sets, agree, close_edit, number_set, open_sets, unite,
)
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    # What an arc is, as bits.
    IS_MATCHED = 1
    IS_EDIT = 2
    IS_SHIFTED = 4  # its span, see `shifts_span`
    MOST_STORED = 13 << 17  # records of arcs found without knowing which are tight: 40 MB


cdef extern from *:
    """
    #define FASTGEC_NOT_REACHED INT64_MAX
    """
    const int64_t NOT_REACHED "FASTGEC_NOT_REACHED"


cdef enum:
    # Of what reaches a vertex first, from the lowest bit: tail, middle, half pass.
    MIDDLE_SHIFT = 32
    PASS_SHIFT = 34


cdef struct LightestArcs:
    const Lattice *lattice
    const Options *options
    const Folding *folding  # NULL where no edit is dropped
    Label *labels
    int64_t *forward  # of each vertex: exact cost from the start
    int64_t *reached  # what reaches it first; whatever does, where sums are rounded
    uint8_t *kinds  # of that arc
    int64_t optimum
    int64_t match  # cost of a matched arc, negated
    bint is_exact  # sums are
    # Where sums are rounded: what the lightest ways to each vertex count.
    int32_t *counted
    Sets sets
    # There, too: arcs, all that enter a vertex before any that leaves it. Those from tails of one
    # block to one head are one record. Records before the fresh ones of their head hold arcs that
    # cost more than others found later.
    ArcStore *store
    StoredArcs *arcs
    int64_t n_arcs  # records
    int64_t *fresh  # of each vertex
    int32_t *block_tails  # of one block after the other
    int32_t n_block_tails
    int64_t *backward
    bint is_overfull  # there are more arcs than are stored
    bint is_keeping  # what vertices count is known, only arcs are missing
    bint is_lifting  # only what tails cost to the end is asked for (`lifting`)
    int64_t *rests  # of each vertex, then: least cost to the end


cdef inline uint8_t side_of(const Vertex *vertex, int32_t before) noexcept nogil:
    if before == diagonal_of(vertex):
        return BY_DIAGONAL
    return BY_DELETION if before == deletion_of(vertex) else BY_INSERTION


cdef inline int64_t arc_cost(const LightestArcs *lightest, const TightArc *arc) noexcept nogil:
    return arc.epsilons + (
        -lightest.match if arc.kind & IS_MATCHED else <int64_t>arc.steps * STEP
    )


cdef inline Status open_lightest(
    LightestArcs *lightest, const GoldTexts *texts, Arena *arena
) noexcept nogil:
    """Take memory; lattice and store are known."""
    cdef size_t n_vertices = lightest.lattice.n_vertices
    lightest.is_exact = n_vertices > MOST_ROUNDED
    lightest.forward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.reached = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.kinds = <uint8_t *>arena_take(arena, n_vertices, 1)
    lightest.backward = lightest.fresh = NULL
    lightest.counted = lightest.block_tails = NULL
    lightest.sets.status = DONE
    if lightest.forward == NULL or lightest.reached == NULL or lightest.kinds == NULL:
        return arena_status(arena)
    if lightest.is_exact:
        return DONE
    lightest.counted = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    lightest.fresh = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.block_tails = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if lightest.counted == NULL or lightest.fresh == NULL or lightest.block_tails == NULL:
        return arena_status(arena)
    return open_sets(&lightest.sets, texts, arena)


cdef inline void clear_lightest(LightestArcs *lightest) noexcept nogil:
    """Forget what is known of vertices: arcs are to be found anew."""
    cdef Outcome start
    cdef int32_t vertex
    start.next_gold = start.n_correct = start.n_proposed = 0
    for vertex in range(lightest.lattice.n_vertices):
        lightest.forward[vertex] = NEVER
        lightest.reached[vertex] = NOT_REACHED
    lightest.forward[0] = 0
    lightest.reached[0] = 0
    if not lightest.is_exact:
        for vertex in range(lightest.lattice.n_vertices):
            lightest.counted[vertex] = EMPTY
        lightest.counted[0] = number_set(&lightest.sets, &start, 1)
    clear_arcs(lightest)
    lightest.is_overfull = False
    lightest.is_keeping = False
    lightest.is_lifting = False


cdef inline void clear_arcs(LightestArcs *lightest) noexcept nogil:
    """Forget the arcs stored."""
    lightest.n_arcs = 0
    lightest.n_block_tails = 0
    if not lightest.is_exact:
        memset(lightest.fresh, 0, lightest.lattice.n_vertices * sizeof(int64_t))


cdef inline int64_t joined_pass(const LightestArcs *lightest, int32_t tail) noexcept nogil:
    """Return the half pass of joined arcs from a tail that has been reached."""
    return lightest.reached[tail] >> PASS_SHIFT | 1


cdef inline int64_t middle_of(uint8_t sides) noexcept nogil:
    """Return where the middle of the first entry is: by a diagonal, a deletion, an insertion."""
    return <int64_t>(
        0 if sides & BY_DIAGONAL else 1 if sides & BY_DELETION else 2
    ) << MIDDLE_SHIFT


cdef inline void reach_vertex(
    LightestArcs *lightest, int32_t tail, int32_t head, uint8_t sides, uint8_t kind
) noexcept nogil:
    """Note that an arc leads to a vertex; `sides` are the entries of a joined arc."""
    cdef int64_t half
    cdef int64_t found
    if sides == 0:
        half = lightest.reached[tail] >> PASS_SHIFT
        half += half & 1
        sides = side_of(&lightest.lattice.vertices[head], tail)
    else:
        half = joined_pass(lightest, tail)
    found = half << PASS_SHIFT | middle_of(sides) | tail
    if found < lightest.reached[head]:
        lightest.reached[head] = found
        lightest.kinds[head] = kind


cdef inline Status add_arc(
    LightestArcs *lightest, const TightArc *arc, int64_t text
) noexcept nogil:
    """Add an arc, whose tail costs what it costs exactly, unless its head is known to cost less.

    `text` is that of the gold edits that it makes, or NO_TEXT.
    """
    cdef int64_t cost = lightest.forward[arc.tail] + arc_cost(lightest, arc)
    if lightest.is_lifting:
        lower(&lightest.rests[arc.tail], lightest.rests[arc.head] + arc_cost(lightest, arc))
        return DONE
    if cost > lightest.forward[arc.head]:
        return DONE
    if not lightest.is_keeping:
        if cost < lightest.forward[arc.head]:
            lightest.forward[arc.head] = cost
            lightest.reached[arc.head] = NOT_REACHED
            if not lightest.is_exact:
                lightest.counted[arc.head] = EMPTY
                lightest.fresh[arc.head] = lightest.n_arcs
        reach_vertex(lightest, arc.tail, arc.head, arc.sides, arc.kind)
        if not lightest.is_exact:
            count_arc(lightest, arc, text)
    if lightest.is_exact or lightest.sets.status != DONE:
        return lightest.sets.status
    return store_arc(lightest, arc)


cdef inline void count_arc(
    LightestArcs *lightest, const TightArc *arc, int64_t text
) noexcept nogil:
    """Add what ways by an arc count to what its head counts."""
    cdef const Vertex *tail = &lightest.lattice.vertices[arc.tail]
    cdef const Vertex *head = &lightest.lattice.vertices[arc.head]
    cdef int32_t counted = lightest.counted[arc.tail]
    if arc.kind & IS_EDIT and (lightest.folding == NULL or not folds_alike(
        lightest.folding, tail.i, head.i, tail.j, head.j
    )):
        counted = close_edit(&lightest.sets, counted, text)
    unite(&lightest.sets, &lightest.counted[arc.head], counted)


cdef inline Status store_arc(LightestArcs *lightest, const TightArc *arc) noexcept nogil:
    """Store one arc."""
    cdef StoredArcs stored
    stored.head = arc.head
    stored.tail = arc.tail
    stored.lanes[0] = arc.sides & 1
    stored.lanes[1] = arc.sides >> 1 & 1
    stored.lanes[2] = arc.sides >> 2
    stored.kind = arc.kind
    return store_arcs(lightest, &stored)


cdef inline Status store_arcs(LightestArcs *lightest, const StoredArcs *stored) noexcept nogil:
    cdef ArcStore *store = lightest.store
    cdef StoredArcs *arcs
    cdef int64_t room
    if lightest.n_arcs == MOST_STORED and not lightest.is_keeping:
        lightest.is_overfull = True
        return DONE
    if lightest.n_arcs == store.room:
        room = store.room + store.room // 2 + 64
        if room * sizeof(StoredArcs) > store.limit:
            return TOO_LARGE
        arcs = <StoredArcs *>realloc(store.arcs, room * sizeof(StoredArcs))
        if arcs == NULL:
            return NO_MEMORY
        store.arcs = arcs
        store.room = room
    store.arcs[lightest.n_arcs] = stored[0]
    lightest.n_arcs += 1
    return DONE


cdef inline bint is_base_arc(const StoredArcs *arcs) noexcept nogil:
    return not (arcs.lanes[0] | arcs.lanes[1] | arcs.lanes[2])


cdef inline uint32_t lanes_of(const StoredArcs *arcs) noexcept nogil:
    """Return the lanes that have an arc, as bits."""
    return 1 if is_base_arc(arcs) else arcs.lanes[0] | arcs.lanes[1] | arcs.lanes[2]


cdef inline int32_t next_tail(
    const LightestArcs *lightest, const StoredArcs *arcs, uint32_t *lanes
) noexcept nogil:
    """Return the tail of the first of some lanes, and drop the lane."""
    cdef int32_t lane = lowest_bit(lanes[0])
    lanes[0] &= lanes[0] - 1
    return arcs.tail if arcs.tail >= 0 else lightest.block_tails[~arcs.tail + lane]


cdef inline bint agree_counts(
    const LightestArcs *lightest, int64_t *n_correct, int32_t *n_proposed
) noexcept nogil:
    """Whether all lightest paths are seen to have the same counts; if so, write them.

    Where sums are exact, nobody looks: what is reached first says more.
    """
    if lightest.is_exact:
        return False
    return agree(
        &lightest.sets, lightest.counted[lightest.lattice.n_vertices - 1], n_correct, n_proposed
    )


cdef inline void first_path(
    const LightestArcs *lightest, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Write the edits of the path of first arcs, from left to right."""
    cdef int32_t head = lightest.lattice.n_vertices - 1
    cdef int32_t tail
    n_edits[0] = 0
    while head != 0:
        tail = <int32_t>(lightest.reached[head] & 0x7FFFFFFF)
        if lightest.kinds[head] & IS_EDIT:
            write_edit(
                &edits[n_edits[0]], lightest.lattice, tail, head,
                lightest.kinds[head] & IS_SHIFTED,
            )
            n_edits[0] += 1
        head = tail
    reverse_edits(edits, n_edits[0])
