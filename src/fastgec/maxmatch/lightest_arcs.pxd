"""The lightest arcs: only those of the published scorer that its lightest paths can hold.

Where the certified program gives no certificate, its costs are still bounds (`bounds`). They leave
few arcs, and labels say which of these the scorer has, and with which weight. The lightest path
over arcs found is exact if it costs at most bound + slack. At first the slack is 0. If the lightest
path costs more, what it costs more is the next slack: no lightest path of the scorer can cost more
than this one. If there is no path, the next slack is a thousandth: mostly the program joined by one
what the scorer lists twice.

Between repeated words there may be many millions of these arcs, nearly all of them on no lightest
path. Where they are too many to store, they are found for their costs alone, and once more from the
last tail to the first: then it is known at once which of them lightest paths hold.

Arcs lead up, so what a tail costs exactly is known when its turn comes; arcs from tails that cost
too much, and to heads that cost less without them, are on no lightest path. Where there is slack,
these are nearly all.

Of the arcs found, those on lightest paths are kept. Which of these paths the scorer takes depends
on its order, but often all have the same counts (`outcomes`). Otherwise `list_order` finds the path
that the scorer takes.

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, is_base
from fastgec.maxmatch.bounds cimport Bounds, gold_arc, gold_cost
from fastgec.maxmatch.cells cimport NEVER
from fastgec.maxmatch.edits cimport shifts_span
from fastgec.maxmatch.label_blocks cimport Blocks, has_joined
from fastgec.maxmatch.labels cimport first_at, label_arc, label_at
from fastgec.maxmatch.records cimport ArcStore, GoldArc, Label, TightArc
from fastgec.maxmatch.tight_arcs cimport (
    IS_EDIT, IS_MATCHED, IS_SHIFTED, LightestArcs, add_arc, clear_forward, keep_tight, solve,
    turn_tails,
)
from fastgec.maxmatch.walks cimport take_block, take_last, walk_block
from fastgec.maxmatch.weights cimport STEP, arc_epsilons, insertion_epsilons


cdef inline Status collect_arcs(
    LightestArcs *lightest, Bounds *bounds, ArcStore *store, Arena *arena
) noexcept nogil:
    """Find all arcs of the scorer that a path of cost `bounds.most` can hold, by tail."""
    cdef const Lattice *lattice = lightest.lattice
    cdef int32_t row, lane, tail, first
    cdef int32_t n_listed = 0  # tails whose first arc is known
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t gold = 0
    cdef Status status
    lightest.n_arcs = 0
    lightest.is_overfull = False
    lightest.is_keeping = False
    clear_forward(lightest)
    for row in range(lattice.n_source + 1):
        first = take_block(bounds, lattice.rows[row], row, lightest.forward)
        while blocks.n_tails:
            if is_cancelled(lightest.options.cancel):
                return CANCELLED
            status = walk_block(bounds, arena)
            if status != DONE:
                return status
            for lane in range(blocks.n_tails):
                tail = blocks.tails[lane]
                while n_listed <= tail:
                    lightest.first_arcs[n_listed] = lightest.n_arcs
                    n_listed += 1
                while gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail < tail:
                    gold += 1
                if lightest.forward[tail] + bounds.backward[tail] > bounds.most:
                    continue
                status = collect_tail(lightest, bounds, lane, gold, store)
                if status != DONE:
                    return status
            first = take_block(bounds, first, row, lightest.forward)
    while n_listed <= lattice.n_vertices:
        lightest.first_arcs[n_listed] = lightest.n_arcs
        n_listed += 1
    return DONE


cdef inline Status keep_arcs(
    LightestArcs *lightest, Bounds *bounds, ArcStore *store, Arena *arena
) noexcept nogil:
    """Find the arcs on lightest paths, whose cost is known, from the last tail to the first."""
    cdef const Lattice *lattice = lightest.lattice
    cdef int32_t row, lane, tail, last
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t gold = bounds.found.n_arcs
    cdef Status status
    lightest.n_arcs = 0
    lightest.is_keeping = True
    for tail in range(lattice.n_vertices):
        lightest.backward[tail] = NEVER
    lightest.backward[lattice.n_vertices - 1] = 0
    bounds.starts = lightest.forward
    bounds.ends = lightest.backward
    bounds.most = lightest.optimum
    for row in range(lattice.n_source, -1, -1):
        last = take_last(bounds, lattice.rows[row + 1], row)
        while blocks.n_tails:
            if is_cancelled(lightest.options.cancel):
                return CANCELLED
            status = walk_block(bounds, arena)
            if status != DONE:
                return status
            for lane in range(blocks.n_tails - 1, -1, -1):
                while gold > 0 and gold_arc(bounds, gold - 1).tail >= blocks.tails[lane]:
                    gold -= 1
                status = collect_tail(lightest, bounds, lane, gold, store)
                if status != DONE:
                    return status
            last = take_last(bounds, last, row)
    lightest.arcs = store.arcs
    turn_tails(lightest)
    return DONE


cdef inline Status collect_tail(
    LightestArcs *lightest, Bounds *bounds, int32_t lane, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the arcs that leave a tail of the block; `gold` is its first gold arc, if it has any."""
    # Gold arcs overwrite the labels of a block of one tail.
    cdef Status status = collect_joined(lightest, bounds, lane, gold, store)
    if status == DONE:
        status = collect_base(lightest, bounds, bounds.blocks.tails[lane], gold, store)
    if status == DONE:
        status = collect_gold(lightest, bounds, bounds.blocks.tails[lane], gold, store)
    return status


cdef inline Status collect_joined(
    LightestArcs *lightest, Bounds *bounds, int32_t lane, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the edits of several arcs that leave a tail of the block and spell no gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Blocks *blocks = &bounds.blocks
    cdef int32_t tail = blocks.tails[lane]
    cdef int64_t most = bounds.most - lightest.forward[tail]
    cdef int32_t number, head
    cdef Label label
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    for number in range(blocks.n_heads):
        head = blocks.heads[number]
        if head <= tail or is_base(&lattice.vertices[head], tail):
            continue
        if not has_joined(blocks, lane, number, &label, &arc.sides):
            continue
        if <int64_t>label.steps * STEP + 1 + bounds.backward[head] > most:
            continue
        gold = first_gold(bounds, gold, tail, head)
        if is_gold_pair(bounds, gold, tail, head):
            continue
        arc.head = head
        arc.steps = label.steps
        arc.epsilons = <uint8_t>arc_epsilons(bounds.found, lattice, &label, tail, head)
        arc.kind = kind_of(
            False, True, shifts_span(lightest.options, lattice, tail, label.is_inserting)
        )
        if <int64_t>arc.steps * STEP + arc.epsilons + bounds.backward[head] <= most:
            status = add_arc(lightest, store, &arc)
            if status != DONE:
                return status
    return DONE


cdef inline Status collect_base(
    LightestArcs *lightest, Bounds *bounds, int32_t tail, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the base arcs that leave a tail and spell no gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - lightest.forward[tail]
    cdef int32_t side, head
    cdef int32_t heads[3]
    cdef bint is_noop
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    arc.sides = 0
    arc.steps = 1
    for side in range(successors(lattice, tail, heads)):
        head = heads[side]
        vertex = &lattice.vertices[head]
        gold = first_gold(bounds, gold, tail, head)
        if is_gold_pair(bounds, gold, tail, head):
            continue
        arc.head = head
        is_noop = vertex.is_noop and vertex.diagonal == tail
        arc.kind = kind_of(
            False, not is_noop,
            shifts_span(lightest.options, lattice, tail, vertex.insertion == tail),
        )
        if is_noop:
            arc.epsilons = 0
        elif vertex.insertion == tail:
            arc.epsilons = <uint8_t>insertion_epsilons(bounds.found, lattice, tail, head)
        else:
            arc.epsilons = vertex.n_diagonal if vertex.diagonal == tail else vertex.n_deletion
        if STEP + arc.epsilons + bounds.backward[head] <= most:
            status = add_arc(lightest, store, &arc)
            if status != DONE:
                return status
    return DONE


cdef inline Status collect_gold(
    LightestArcs *lightest, Bounds *bounds, int32_t tail, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the arcs that leave a tail and spell a gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - lightest.forward[tail]
    cdef const GoldArc *found
    cdef int32_t head
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    while gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail == tail:
        found = gold_arc(bounds, gold)
        gold += 1
        head = found.head
        if gold_cost(bounds, found) + bounds.backward[head] > most:
            continue
        vertex = &lattice.vertices[head]
        arc.head = head
        arc.steps = found.steps
        arc.epsilons = <uint8_t>found.epsilons
        arc.kind = kind_of(
            found.is_matched, found.is_edit,
            shifts_span(lightest.options, lattice, tail, vertex.i == lattice.vertices[tail].i),
        )
        arc.sides = 0
        if not is_base(vertex, tail):
            label_arc(lightest.labels, lattice, lightest.options, tail, head)
            arc.sides = label_at(lightest.labels, lattice, head).sides
        status = add_arc(lightest, store, &arc)
        if status != DONE:
            return status
    return DONE


cdef inline uint8_t kind_of(bint is_matched, bint is_edit, bint is_shifted) noexcept nogil:
    return (
        (IS_MATCHED if is_matched else 0) | (IS_EDIT if is_edit else 0)
        | (IS_SHIFTED if is_shifted else 0)
    )


cdef inline int64_t first_gold(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    """Return the first gold arc, from one on, that does not stand before (tail, head)."""
    while (
        gold < bounds.found.n_arcs
        and gold_arc(bounds, gold).tail == tail and gold_arc(bounds, gold).head < head
    ):
        gold += 1
    return gold


cdef inline bint is_gold_pair(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    return (
        gold < bounds.found.n_arcs
        and gold_arc(bounds, gold).tail == tail and gold_arc(bounds, gold).head == head
    )


cdef inline int32_t successors(
    const Lattice *lattice, int32_t tail, int32_t *heads
) noexcept nogil:
    """Write the heads of the base arcs that leave a vertex, in order; return how many."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t n_found = 0
    cdef int32_t low
    cdef int32_t i = vertices[tail].i
    cdef int32_t j = vertices[tail].j
    if tail + 1 < lattice.n_vertices and vertices[tail + 1].insertion == tail:
        heads[0] = tail + 1
        n_found = 1
    if i == lattice.n_source:
        return n_found
    low = first_at(lattice, i + 1, j)
    if low < lattice.rows[i + 2] and vertices[low].deletion == tail:
        heads[n_found] = low
        n_found += 1
    if low < lattice.rows[i + 2] and vertices[low].j == j:
        low += 1
    if low < lattice.rows[i + 2] and vertices[low].diagonal == tail:
        heads[n_found] = low
        n_found += 1
    return n_found


cdef inline Status bound_arcs(
    LightestArcs *lightest, Bounds *bounds, ArcStore *store, Arena *arena
) noexcept nogil:
    """Find the arcs of all lightest paths. No gold arc is doubtful."""
    cdef size_t n_vertices = bounds.program.lattice.n_vertices
    cdef int64_t slack = 0
    cdef Status status
    lightest.lattice = bounds.program.lattice
    lightest.options = bounds.program.options
    lightest.labels = bounds.program.labels
    lightest.match = bounds.match
    lightest.first_arcs = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
    lightest.forward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    if lightest.first_arcs == NULL or lightest.forward == NULL or lightest.backward == NULL:
        return arena_status(arena)
    while True:
        bounds.most = bounds.bound + slack
        status = collect_arcs(lightest, bounds, store, arena)
        if status != DONE:
            return status
        lightest.optimum = lightest.forward[n_vertices - 1]
        if lightest.optimum <= bounds.bound + slack:
            break
        slack = lightest.optimum - bounds.bound if lightest.optimum < NEVER else 2 * slack + 1
    if lightest.is_overfull:
        return keep_arcs(lightest, bounds, store, arena)
    lightest.arcs = store.arcs
    solve(lightest)
    keep_tight(lightest)
    return DONE
