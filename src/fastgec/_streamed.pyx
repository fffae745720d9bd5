"""The published scorer's path where sums are exact, found without keeping arcs.

With exact sums (`_ordered` says where), the first arc that brings a vertex to its least distance
stays: none that comes later is lighter. In each pass, base arcs come first, then joined arcs head by
head; those of one head by a diagonal before those by a deletion, these before those by an insertion,
and then by tail. So of a head that is not reached yet, one arc must be known: the first so far. Arcs
are made block by block, of tails that are reached, each once: all its heads are reached then.

**Which arcs.** Those whose costs (`_bounds`) add up to the bound, with a tail that was reached at
forward(tail). Then the head is reached at forward(head), and cannot be at less. An arc into a vertex
of a lightest path is on a lightest path itself, and what leads nowhere does not matter. If the end is
not reached, no path of the scorer costs as little as the bound, and `_bounded` must say which does.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take
from fastgec._blocks cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, FEW_TAILS, Blocks, label_block, most_tails,
)
from fastgec._bounded cimport (
    ArcStore, Bounded, TightArc, collect_base, collect_tail, is_base, open_bounded, side_of,
)
from fastgec._bounds cimport Bounds, forward_cost, gold_cost, open_bounds, walk_edits
from fastgec._certified cimport STEP, Program
from fastgec._goldarcs cimport GoldArcs, is_run
from fastgec._labels cimport label_arc
from fastgec._lattice cimport Edit, Lattice, Vertex, is_cancelled, shifts_span, write_edit
from fastgec._survivors cimport Survivors


cdef struct Stream:
    Bounds bounds
    Bounded bounded  # the arcs of one tail
    ArcStore *store
    const Survivors *survivors
    uint8_t *base_sides  # of each vertex: base arcs that enter it
    int32_t *tails  # of the arc that reached a vertex first
    uint8_t *sides  # by which base arc it came last
    int32_t *phases  # in which phase; 0 if it is not reached
    uint8_t *is_done  # the arcs that leave it were made
    int32_t phase  # odd ones are those of base arcs


cdef Status open_stream(
    Stream *stream, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil:
    cdef size_t n_vertices = program.lattice.n_vertices
    cdef Status status = open_bounds(&stream.bounds, program, found, arena)
    if status != DONE:
        return status
    open_bounded(&stream.bounded, &stream.bounds)
    stream.base_sides = <uint8_t *>arena_take(arena, n_vertices, 1)
    stream.tails = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    stream.sides = <uint8_t *>arena_take(arena, n_vertices, 1)
    stream.phases = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    stream.is_done = <uint8_t *>arena_take(arena, n_vertices, 1)
    if (
        stream.base_sides == NULL or stream.tails == NULL or stream.sides == NULL
        or stream.phases == NULL or stream.is_done == NULL
    ):
        return arena_status(arena)
    memset(stream.base_sides, 0, n_vertices)
    memset(stream.phases, 0, n_vertices * sizeof(int32_t))
    memset(stream.is_done, 0, n_vertices)
    stream.phases[0] = -1
    stream.phase = 0
    return DONE


cdef inline bint is_open(const Stream *stream, int32_t tail) noexcept nogil:
    """Whether a vertex may be on a path of the least cost."""
    return (
        forward_cost(stream.bounds.program, tail) + stream.bounds.backward[tail]
        <= stream.bounds.most
    )


cdef int64_t gold_from(const Stream *stream, int64_t gold, int32_t tail) noexcept nogil:
    """Return the first gold arc, from one on, that leaves no vertex before `tail`."""
    while gold < stream.bounds.found.n_arcs and stream.bounds.by_tail[gold].tail < tail:
        gold += 1
    return gold


cdef Status list_base(Stream *stream) noexcept nogil:
    """Note the base arcs whose costs add up to the bound."""
    cdef const Bounds *bounds = &stream.bounds
    cdef const Vertex *vertices = stream.bounded.lattice.vertices
    cdef int64_t gold = 0
    cdef int64_t at
    cdef int32_t tail, head
    cdef Status status
    for tail in range(stream.bounded.lattice.n_vertices):
        if not is_open(stream, tail):
            continue
        gold = gold_from(stream, gold, tail)
        stream.bounded.n_arcs = 0
        status = collect_base(&stream.bounded, &stream.bounds, tail, gold, stream.store)
        if status != DONE:
            return status
        for at in range(stream.bounded.n_arcs):
            head = stream.store.arcs[at].head
            stream.base_sides[head] |= side_of(&vertices[head], tail)
        at = gold
        while at < bounds.found.n_arcs and bounds.by_tail[at].tail == tail:
            head = bounds.by_tail[at].head
            if is_base(&vertices[head], tail) and (
                forward_cost(bounds.program, tail) + gold_cost(bounds, &bounds.by_tail[at])
                + bounds.backward[head] <= bounds.most
            ):
                stream.base_sides[head] |= side_of(&vertices[head], tail)
            at += 1
    return DONE


cdef inline bint was_reached(const Stream *stream, int32_t vertex) noexcept nogil:
    """Whether a vertex was reached before this phase."""
    return stream.phases[vertex] != 0 and stream.phases[vertex] != stream.phase


cdef inline void reach(Stream *stream, int32_t tail, int32_t head, uint8_t side) noexcept nogil:
    """Take an arc to a head, unless it was reached before or by an arc that comes first."""
    if was_reached(stream, head) or stream.phases[head] and (
        side > stream.sides[head] or side == stream.sides[head] and tail > stream.tails[head]
    ):
        return
    stream.phases[head] = stream.phase
    stream.sides[head] = side
    stream.tails[head] = tail


cdef void reach_by_base(Stream *stream) noexcept nogil:
    cdef const Vertex *vertex
    cdef int32_t head
    cdef uint8_t sides
    for head in range(1, stream.bounded.lattice.n_vertices):
        vertex = &stream.bounded.lattice.vertices[head]
        sides = stream.base_sides[head]
        if sides & BY_DIAGONAL and stream.phases[vertex.diagonal]:
            reach(stream, vertex.diagonal, head, BY_DIAGONAL)
        if sides & BY_DELETION and stream.phases[vertex.deletion]:
            reach(stream, vertex.deletion, head, BY_DELETION)
        if sides & BY_INSERTION and stream.phases[vertex.insertion]:
            reach(stream, vertex.insertion, head, BY_INSERTION)


cdef void reach_by_noops(Stream *stream, int32_t head) noexcept nogil:
    """Take joined noops that no gold edit spells; those that one does are so much lighter."""
    cdef const Bounds *bounds = &stream.bounds
    cdef const Survivors *survivors = stream.survivors
    cdef int64_t most = bounds.most - bounds.backward[head]
    cdef int32_t tail = stream.bounded.lattice.vertices[head].diagonal
    cdef int64_t place
    cdef int64_t cost = STEP
    if was_reached(stream, head) or not is_open(stream, head):
        return
    for place in range(survivors.first[head], survivors.first[head + 1]):
        tail = stream.bounded.lattice.vertices[tail].diagonal
        cost += STEP
        if (
            survivors.is_left[place] and stream.phases[tail]
            and forward_cost(bounds.program, tail) + cost <= most
        ):
            reach(stream, tail, head, BY_DIAGONAL)


cdef int32_t take_reached(Stream *stream, int32_t first, int32_t row) noexcept nogil:
    """Take the next tails of a row that are reached, or may be by insertions from one of them.

    Returns the vertex after the last one.
    """
    cdef Blocks *blocks = &stream.bounds.blocks
    cdef const Lattice *lattice = stream.bounded.lattice
    cdef int32_t most = most_tails(blocks, row)
    cdef int32_t tail = first
    cdef bint may_insert = False
    blocks.n_tails = 0
    while tail < lattice.rows[row + 1] and blocks.n_tails < most:
        may_insert = may_insert and lattice.vertices[tail].insertion >= 0
        if not stream.is_done[tail] and is_open(stream, tail) and (
            stream.phases[tail] or may_insert
        ):
            may_insert = True
            blocks.tails[blocks.n_tails] = tail
            blocks.n_tails += 1
        tail += 1
    if 1 < blocks.n_tails < FEW_TAILS:
        blocks.n_tails = 1
        return blocks.tails[0] + 1
    return tail


cdef void drop_reached(Stream *stream) noexcept nogil:
    """Drop the heads of the block that none of its arcs can be the first to reach.

    A head that is reached by a diagonal is not reached by one from a later tail.
    """
    cdef Blocks *blocks = &stream.bounds.blocks
    cdef int32_t number, head
    cdef int32_t n_kept = 0
    for number in range(blocks.n_heads):
        head = blocks.heads[number]
        if not was_reached(stream, head) and (
            stream.phases[head] == 0 or stream.sides[head] != BY_DIAGONAL
        ):
            blocks.heads[n_kept] = head
            n_kept += 1
    blocks.n_heads = n_kept


cdef inline uint8_t first_side(uint8_t sides) noexcept nogil:
    return sides & -sides


cdef Status reach_by_joined(Stream *stream, Arena *arena) noexcept nogil:
    cdef const Lattice *lattice = stream.bounded.lattice
    cdef Blocks *blocks = &stream.bounds.blocks
    cdef const TightArc *arc
    cdef int64_t gold = 0
    cdef int64_t at
    cdef int32_t row, head, first, lane, tail
    cdef Status status
    for row in range(lattice.n_source + 1):
        for head in range(lattice.rows[row], lattice.rows[row + 1]):
            reach_by_noops(stream, head)
        first = take_reached(stream, lattice.rows[row], row)
        while blocks.n_tails:
            if is_cancelled(stream.bounded.options):
                return CANCELLED
            walk_edits(&stream.bounds)
            drop_reached(stream)
            if blocks.n_heads:
                status = label_block(blocks, arena)
                if status != DONE:
                    return status
            for lane in range(blocks.n_tails):
                tail = blocks.tails[lane]
                if not stream.phases[tail]:
                    continue
                gold = gold_from(stream, gold, tail)
                stream.bounded.n_arcs = 0
                status = collect_tail(&stream.bounded, &stream.bounds, lane, gold, stream.store)
                if status != DONE:
                    return status
                for at in range(stream.bounded.n_arcs):
                    arc = &stream.store.arcs[at]
                    if arc.sides:
                        reach(stream, tail, arc.head, first_side(arc.sides))
                stream.is_done[tail] = True
            first = take_reached(stream, first, row)
    return DONE


cdef void write_path(const Stream *stream, Edit *edits, int32_t *n_edits) noexcept nogil:
    """Write the edits of the path found, from left to right."""
    cdef const Bounded *bounded = &stream.bounded
    cdef const Lattice *lattice = bounded.lattice
    cdef const Vertex *vertex
    cdef Edit edit
    cdef int32_t head = lattice.n_vertices - 1
    cdef int32_t tail, at
    cdef bint is_edit, is_inserting
    n_edits[0] = 0
    while head != 0:
        vertex = &lattice.vertices[head]
        tail = stream.tails[head]
        if stream.phases[head] & 1:
            is_edit = tail != vertex.diagonal or not vertex.is_noop
            is_inserting = tail == vertex.insertion
        else:
            is_edit = not is_run(lattice, bounded.options, tail, head)
            label_arc(bounded.labels, lattice, bounded.options, tail, head)
            is_inserting = bounded.labels[head].is_inserting
        if is_edit:
            write_edit(
                &edits[n_edits[0]], lattice, tail, head,
                shifts_span(bounded.options, lattice, tail, is_inserting),
            )
            n_edits[0] += 1
        head = tail
    for at in range(n_edits[0] // 2):
        edit = edits[at]
        edits[at] = edits[n_edits[0] - 1 - at]
        edits[n_edits[0] - 1 - at] = edit


cdef Status streamed_path(
    const Program *program, const GoldArcs *found, const Survivors *survivors, ArcStore *store,
    Arena *arena, Edit *edits, int32_t *n_edits, bint *is_found,
) noexcept nogil:
    """Find the scorer's path with exact sums, if it costs as little as the bound.

    `program` holds the costs of this row, and no gold arc is doubtful. The store is overwritten.
    """
    cdef Stream stream
    cdef int32_t end = program.lattice.n_vertices - 1
    cdef int32_t number
    cdef bint is_changed = True
    cdef Status status = open_stream(&stream, program, found, arena)
    if status != DONE:
        return status
    stream.store = store
    stream.survivors = survivors
    status = list_base(&stream)
    while status == DONE and is_changed and not stream.phases[end]:
        stream.phase += 1
        reach_by_base(&stream)
        stream.phase += 1
        status = reach_by_joined(&stream, arena)
        is_changed = False
        for number in range(end + 1):
            is_changed = is_changed or stream.phases[number] >= stream.phase - 1
    is_found[0] = status == DONE and stream.phases[end] != 0
    if is_found[0]:
        write_path(&stream, edits, n_edits)
    return status
