"""The bounded closure: only those arcs of the published scorer that its lightest paths can hold.

Where the certified program gives no certificate, its costs are still bounds. Let forward(v) be the
least cost from the start to v outside an edit, backward(v) the least cost from there to the end,
both over the program's states, and `bound` the least cost of a whole path. A path of the scorer
that costs at most bound + slack can only hold arcs (p, q) with

    forward(p) + weight + backward(q) <= bound + slack.

Vertices p that can open such an arc are taken in blocks. A walk finds the vertices q where one may
close, from the least cost and the fewest noops of any way there, and labels of the block (`_blocks`)
say which of these arcs the scorer has, and with which weight. The lightest path over arcs found is
then exact if it costs at most bound + slack. At first the slack is 0. If the lightest path costs more, what it
costs more is the next slack: no lightest path of the scorer can cost more than this one.

Of the arcs found, those on lightest paths are kept. Which of these paths the scorer takes depends
on its order, but often all have the same counts (`_outcomes`). Otherwise `_ordered` finds the path
that the scorer takes.

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort, realloc
from libc.string cimport memcpy

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take,
)
from fastgec._blocks cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, FEW_TAILS, Blocks, label_block, most_tails,
    open_blocks,
)
from fastgec._certified cimport NEVER, OUTSIDE, SEVERAL, SINGLE, STEP, Program
from fastgec._goldarcs cimport GoldArc, GoldArcs, arc_epsilons, insertion_epsilons
from fastgec._labels cimport Label, first_at, label_arc
from fastgec._lattice cimport Lattice, Vertex, is_cancelled, shifts_span


cdef struct Way:
    # Ways to a vertex inside an edit from the tails of a block.
    int32_t tail  # the first one of the block for which this holds
    int32_t noops  # fewest of any way
    int64_t cost  # least of any path that ends with such a way


cdef struct Bounds:
    # What a path may cost, and the walk from a block of tails.
    const Program *program
    const GoldArcs *found
    const GoldArc *by_tail  # the gold arcs, by tail, then head
    int64_t *backward  # of each vertex: least cost from outside an edit to the end
    int8_t *inside  # limit + 1 per vertex: what it is more from inside one, with so many noops
    Blocks blocks  # tails, and heads that an arc from them may close at
    Way *ways  # of each vertex
    int64_t most  # that a path may cost
    int64_t bound
    int64_t match


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    return program.cells[<int64_t>vertex * program.n_states + OUTSIDE] >> program.cost_shift


cdef inline void lower(int64_t *cost, int64_t other) noexcept nogil:
    if other < cost[0]:
        cost[0] = other


cdef int compare_tails(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return 0


cdef inline int64_t gold_cost(const Bounds *bounds, const GoldArc *arc) noexcept nogil:
    return arc.epsilons + (-bounds.match if arc.is_matched else <int64_t>arc.steps * STEP)


cdef Status fill_backward(Bounds *bounds, Arena *arena) noexcept nogil:
    """Compute the least costs from each vertex to the end.

    Costs of all states are kept for two rows. From inside an edit of several arcs that can close at
    v, the rest costs at most one thousandth more than from outside, which is the price of closing,
    and at least one thousandth less: its arcs are an edit of their own, or noops.
    """
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int32_t n_states = program.n_states
    cdef int32_t limit = program.limit
    cdef int32_t number, side, c, before, copies, row
    cdef int32_t widest = 0
    cdef int64_t at, cell, row_size
    cdef int64_t *cells
    cdef int64_t *here
    cdef int64_t *there
    cdef const GoldArc *arc
    for row in range(lattice.n_source + 1):
        widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
    row_size = <int64_t>widest * n_states
    cells = <int64_t *>arena_take(arena, 2 * row_size, sizeof(int64_t))
    if cells == NULL:
        return arena_status(arena)
    for number in range(lattice.n_vertices):
        bounds.backward[number] = NEVER
    bounds.backward[lattice.n_vertices - 1] = 0
    for at in range(2 * row_size):
        cells[at] = NEVER
    at = bounds.found.n_arcs
    for number in range(lattice.n_vertices - 1, -1, -1):
        vertex = &vertices[number]
        here = cells + (vertex.i & 1) * row_size
        if number == lattice.rows[vertex.i + 1] - 1:
            # The row above takes the place of the row below.
            there = cells + (vertex.i & 1 ^ 1) * row_size
            for cell in range(row_size):
                there[cell] = NEVER
        here += <int64_t>(number - lattice.rows[vertex.i]) * n_states
        lower(&here[OUTSIDE], bounds.backward[number])
        for c in range(limit + 1):
            lower(&here[SEVERAL + c], here[OUTSIDE] + 1)
            bounds.inside[<int64_t>number * (limit + 1) + c] = <int8_t>(
                here[SEVERAL + c] - here[OUTSIDE]
            )
        bounds.backward[number] = here[OUTSIDE]
        while at > 0 and bounds.found.arcs[at - 1].head == number:
            at -= 1
            arc = &bounds.found.arcs[at]
            lower(&bounds.backward[arc.tail], here[OUTSIDE] + gold_cost(bounds, arc))
        for side in range(3):
            if side == 0:
                before = vertex.diagonal
                copies = vertex.n_diagonal
            elif side == 1:
                before = vertex.deletion
                copies = vertex.n_deletion
            else:
                before = vertex.insertion
                copies = vertex.n_insertion
            if before < 0:
                continue
            row = vertices[before].i
            there = cells + (row & 1) * row_size
            there += <int64_t>(before - lattice.rows[row]) * n_states
            if side == 0 and vertex.is_noop:
                lower(&there[OUTSIDE], here[OUTSIDE] + STEP)
                if limit:
                    lower(&there[OUTSIDE], here[SEVERAL + limit + 1] + STEP)
                    lower(&there[SINGLE], here[SEVERAL + 1] + STEP)
                    for c in range(limit):
                        lower(&there[SEVERAL + c], here[SEVERAL + c + 1] + STEP)
                    for c in range(1, limit):
                        lower(
                            &there[SEVERAL + limit + c], here[SEVERAL + limit + c + 1] + STEP
                        )
                    if program.is_unlimited:
                        c = SEVERAL + limit
                        lower(&there[c], here[c] + STEP)
                        lower(&there[c + limit], here[c + limit] + STEP)
                continue
            lower(&there[OUTSIDE], here[OUTSIDE] + STEP + copies)
            lower(&there[OUTSIDE], here[SINGLE] + STEP)
            lower(&there[SINGLE], here[SEVERAL] + STEP)
            lower(&there[SEVERAL], here[SEVERAL] + STEP)
            for c in range(1, limit + 1):
                lower(&there[SEVERAL + c], here[SEVERAL + c] + STEP)
                lower(&there[SEVERAL + limit + c], here[SEVERAL + c] + STEP)
    return DONE


cdef Status add_arc(Bounded *bounded, ArcStore *store, const TightArc *arc) noexcept nogil:
    cdef TightArc *arcs
    cdef int64_t room
    if bounded.n_arcs == store.room:
        room = store.room + store.room // 2 + 64
        if room * sizeof(TightArc) > store.limit:
            return TOO_LARGE
        arcs = <TightArc *>realloc(store.arcs, room * sizeof(TightArc))
        if arcs == NULL:
            return NO_MEMORY
        store.arcs = arcs
        store.room = room
    store.arcs[bounded.n_arcs] = arc[0]
    bounded.n_arcs += 1
    return DONE


cdef inline void keep_way(Way *way, const Way *before, int32_t noop) noexcept nogil:
    """Take one more base arc behind the ways that end before it."""
    if way.tail != before.tail:
        way.tail = before.tail
        way.cost = before.cost + STEP
        way.noops = before.noops + noop
        return
    way.cost = min(way.cost, before.cost + STEP)
    way.noops = min(way.noops, before.noops + noop)


cdef inline bint may_go_on(
    Bounds *bounds, int32_t number, int32_t tail, bint *may_close
) noexcept nogil:
    """Whether an edit from a block that begins with `tail` may hold a vertex, and close there."""
    cdef const Program *program = bounds.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int32_t limit = program.limit
    cdef Way *ways = bounds.ways
    cdef Way *way = &ways[number]
    cdef bint is_tail = way.tail == tail
    cdef int64_t rest
    if vertex.diagonal >= 0 and ways[vertex.diagonal].tail == tail:
        keep_way(way, &ways[vertex.diagonal], vertex.is_noop)
    if vertex.deletion >= 0 and ways[vertex.deletion].tail == tail:
        keep_way(way, &ways[vertex.deletion], 0)
    if vertex.insertion >= 0 and ways[vertex.insertion].tail == tail:
        keep_way(way, &ways[vertex.insertion], 0)
    may_close[0] = False
    if way.tail != tail:
        return False
    rest = way.cost + bounds.backward[number]
    may_close[0] = rest + 1 <= bounds.most
    if is_tail:
        return True
    if (
        way.noops > limit and not program.is_unlimited
        or rest + bounds.inside[<int64_t>number * (limit + 1) + min(way.noops, limit)] > bounds.most
    ):
        way.tail = -1
    return way.tail >= 0


cdef void walk_edits(Bounds *bounds) noexcept nogil:
    """Find the vertices where an edit of several arcs from the tails of the block may close.

    No edit reaches a vertex at less cost, or with fewer noops, than the walk finds, and fewer noops
    never make the rest of an edit cost more.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t tail = blocks.tails[0]
    cdef int32_t row = vertices[tail].i
    cdef int32_t number = tail + 1
    cdef int32_t first = tail  # first and last vertex of the row that the walk reaches
    cdef int32_t last = tail
    cdef int32_t right = vertices[blocks.tails[blocks.n_tails - 1]].j - 1  # in the row above
    cdef int32_t lane
    cdef bint may_close
    blocks.n_heads = 0
    for lane in range(blocks.n_tails):
        bounds.ways[blocks.tails[lane]].tail = tail
        bounds.ways[blocks.tails[lane]].cost = forward_cost(bounds.program, blocks.tails[lane])
        bounds.ways[blocks.tails[lane]].noops = 0
    while True:
        while number < lattice.rows[row + 1] and (
            vertices[number].j <= right + 1 or last == number - 1
        ):
            if may_go_on(bounds, number, tail, &may_close):
                if first < 0:
                    first = number
                last = number
                if may_close:
                    blocks.heads[blocks.n_heads] = number
                    blocks.n_heads += 1
            number += 1
        if first < 0 or row == lattice.n_source:
            return
        row += 1
        number = first_at(lattice, row, vertices[first].j)
        right = vertices[last].j
        first = -1
        last = -1


cdef int32_t take_block(Bounds *bounds, int32_t first, int32_t row) noexcept nogil:
    """Take the next tails of a row that can open an arc; return the vertex after the last one."""
    cdef Blocks *blocks = &bounds.blocks
    cdef int32_t last = bounds.program.lattice.rows[row + 1]
    cdef int32_t most = most_tails(blocks, row)
    cdef int32_t tail = first
    blocks.n_tails = 0
    while tail < last and blocks.n_tails < most:
        if forward_cost(bounds.program, tail) + bounds.backward[tail] <= bounds.most:
            blocks.tails[blocks.n_tails] = tail
            blocks.n_tails += 1
        tail += 1
    if 1 < blocks.n_tails < FEW_TAILS:
        blocks.n_tails = 1
        return blocks.tails[0] + 1
    return tail


cdef Status collect_arcs(Bounded *bounded, Bounds *bounds, ArcStore *store, Arena *arena) noexcept nogil:
    """Find all arcs of the scorer that a path of cost `bounds.most` can hold, by tail."""
    cdef const Lattice *lattice = bounded.lattice
    cdef int32_t row, lane, tail, first
    cdef int32_t n_listed = 0  # tails whose first arc is known
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t gold = 0
    cdef Status status
    bounded.n_arcs = 0
    for tail in range(lattice.n_vertices):
        bounds.ways[tail].tail = -1
    for row in range(lattice.n_source + 1):
        first = take_block(bounds, lattice.rows[row], row)
        while blocks.n_tails:
            if is_cancelled(bounded.options):
                return CANCELLED
            walk_edits(bounds)
            if blocks.n_heads:
                status = label_block(blocks, arena)
                if status != DONE:
                    return status
            for lane in range(blocks.n_tails):
                tail = blocks.tails[lane]
                while n_listed <= tail:
                    bounded.first_arcs[n_listed] = bounded.n_arcs
                    n_listed += 1
                while gold < bounds.found.n_arcs and bounds.by_tail[gold].tail < tail:
                    gold += 1
                # Gold arcs overwrite the labels of a block of one tail.
                status = collect_joined(bounded, bounds, lane, gold, store)
                if status == DONE:
                    status = collect_base(bounded, bounds, tail, gold, store)
                if status == DONE:
                    status = collect_gold(bounded, bounds, tail, gold, store)
                if status != DONE:
                    return status
            first = take_block(bounds, first, row)
    while n_listed <= lattice.n_vertices:
        bounded.first_arcs[n_listed] = bounded.n_arcs
        n_listed += 1
    return DONE


cdef inline bint has_joined(
    const Blocks *blocks, int32_t lane, int32_t number, Label *label, uint8_t *sides
) noexcept nogil:
    """Whether the scorer has an edit of several arcs from a tail to a head of the block, and which."""
    cdef int32_t head = blocks.heads[number]
    if blocks.n_tails == 1:
        label[0] = blocks.labels[head]
        sides[0] = 0
        if label.copies and label.steps != label.noops:
            sides[0] = sides_of(&blocks.lattice.vertices[head], label)
    else:
        sides[0] = <uint8_t>blocks.arcs[number].sides[lane]
        label.steps = blocks.arcs[number].steps[lane]
        label.copies = (sides[0] & 1) + (sides[0] >> 1 & 1) + (sides[0] >> 2)
        label.is_inserting = False  # or it does not matter
    return sides[0] != 0


cdef Status collect_joined(
    Bounded *bounded, Bounds *bounds, int32_t lane, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the edits of several arcs that leave a tail of the block and spell no gold edit."""
    cdef const Lattice *lattice = bounded.lattice
    cdef const Blocks *blocks = &bounds.blocks
    cdef int32_t tail = blocks.tails[lane]
    cdef int64_t most = bounds.most - forward_cost(bounds.program, tail)
    cdef int32_t number, head
    cdef Label label
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    for number in range(blocks.n_heads):
        head = blocks.heads[number]
        if head <= tail or not has_joined(blocks, lane, number, &label, &arc.sides):
            continue
        if <int64_t>label.steps * STEP + 1 + bounds.backward[head] > most:
            continue
        if is_base(&lattice.vertices[head], tail):
            continue
        gold = first_gold(bounds, gold, tail, head)
        if is_gold_pair(bounds, gold, tail, head):
            continue
        arc.head = head
        arc.steps = label.steps
        arc.epsilons = <uint8_t>arc_epsilons(bounds.found, lattice, &label, tail, head)
        arc.kind = kind_of(
            False, True, shifts_span(bounded.options, lattice, tail, label.is_inserting)
        )
        if <int64_t>arc.steps * STEP + arc.epsilons + bounds.backward[head] <= most:
            status = add_arc(bounded, store, &arc)
            if status != DONE:
                return status
    return DONE


cdef Status collect_base(
    Bounded *bounded, Bounds *bounds, int32_t tail, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the base arcs that leave a tail and spell no gold edit."""
    cdef const Lattice *lattice = bounded.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - forward_cost(bounds.program, tail)
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
            shifts_span(bounded.options, lattice, tail, vertex.insertion == tail),
        )
        if is_noop:
            arc.epsilons = 0
        elif vertex.insertion == tail:
            arc.epsilons = <uint8_t>insertion_epsilons(bounds.found, lattice, tail, head)
        else:
            arc.epsilons = vertex.n_diagonal if vertex.diagonal == tail else vertex.n_deletion
        if STEP + arc.epsilons + bounds.backward[head] <= most:
            status = add_arc(bounded, store, &arc)
            if status != DONE:
                return status
    return DONE


cdef Status collect_gold(
    Bounded *bounded, Bounds *bounds, int32_t tail, int64_t gold, ArcStore *store
) noexcept nogil:
    """Find the arcs that leave a tail and spell a gold edit."""
    cdef const Lattice *lattice = bounded.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - forward_cost(bounds.program, tail)
    cdef const GoldArc *found
    cdef int32_t head
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    while gold < bounds.found.n_arcs and bounds.by_tail[gold].tail == tail:
        found = &bounds.by_tail[gold]
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
            shifts_span(bounded.options, lattice, tail, vertex.i == lattice.vertices[tail].i),
        )
        arc.sides = 0
        if not is_base(vertex, tail):
            label_arc(bounded.labels, lattice, bounded.options, tail, head)
            arc.sides = sides_of(vertex, &bounded.labels[head])
        status = add_arc(bounded, store, &arc)
        if status != DONE:
            return status
    return DONE


cdef inline uint8_t kind_of(bint is_matched, bint is_edit, bint is_shifted) noexcept nogil:
    return (
        (IS_MATCHED if is_matched else 0) | (IS_EDIT if is_edit else 0)
        | (IS_SHIFTED if is_shifted else 0)
    )


cdef inline bint is_base(const Vertex *vertex, int32_t tail) noexcept nogil:
    """Whether a base arc leads from `tail` to a vertex."""
    return vertex.diagonal == tail or vertex.deletion == tail or vertex.insertion == tail


cdef inline uint8_t sides_of(const Vertex *vertex, const Label *label) noexcept nogil:
    """Return the entries of a joined arc to a vertex."""
    cdef int32_t copy
    cdef uint8_t sides = 0
    for copy in range(label.copies):
        if label.middles[copy] == vertex.diagonal:
            sides |= BY_DIAGONAL
        elif label.middles[copy] == vertex.deletion:
            sides |= BY_DELETION
        else:
            sides |= BY_INSERTION
    return sides


cdef inline int64_t first_gold(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    """Return the first gold arc, from one on, that does not stand before (tail, head)."""
    while (
        gold < bounds.found.n_arcs
        and bounds.by_tail[gold].tail == tail and bounds.by_tail[gold].head < head
    ):
        gold += 1
    return gold


cdef inline bint is_gold_pair(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    return (
        gold < bounds.found.n_arcs
        and bounds.by_tail[gold].tail == tail and bounds.by_tail[gold].head == head
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


cdef inline int64_t arc_cost(const Bounded *bounded, const TightArc *arc) noexcept nogil:
    return arc.epsilons + (
        -bounded.match if arc.kind & IS_MATCHED else <int64_t>arc.steps * STEP
    )


cdef void solve(Bounded *bounded) noexcept nogil:
    """Compute exact costs over the arcs found, from the start and to the end."""
    cdef int32_t vertex
    cdef int32_t n_vertices = bounded.lattice.n_vertices
    cdef int64_t at
    cdef const TightArc *arc
    for vertex in range(n_vertices):
        bounded.forward[vertex] = NEVER
        bounded.backward[vertex] = NEVER
    bounded.forward[0] = 0
    bounded.backward[n_vertices - 1] = 0
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        if bounded.forward[arc.tail] < NEVER:
            lower(
                &bounded.forward[arc.head], bounded.forward[arc.tail] + arc_cost(bounded, arc)
            )
    for at in range(bounded.n_arcs - 1, -1, -1):
        arc = &bounded.arcs[at]
        if bounded.backward[arc.head] < NEVER:
            lower(
                &bounded.backward[arc.tail], bounded.backward[arc.head] + arc_cost(bounded, arc)
            )
    bounded.optimum = bounded.forward[n_vertices - 1]


cdef void keep_tight(Bounded *bounded) noexcept nogil:
    """Keep the arcs on lightest paths."""
    cdef int64_t at
    cdef int64_t n_kept = 0
    cdef int32_t vertex = 0
    cdef const TightArc *arc
    cdef int32_t n_vertices = bounded.lattice.n_vertices
    bounded.first_arcs[0] = 0
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        if bounded.forward[arc.tail] >= NEVER or bounded.backward[arc.head] >= NEVER:
            continue
        if (
            bounded.forward[arc.tail] + arc_cost(bounded, arc) + bounded.backward[arc.head]
            != bounded.optimum
        ):
            continue
        while vertex < arc.tail:
            vertex += 1
            bounded.first_arcs[vertex] = n_kept
        bounded.arcs[n_kept] = bounded.arcs[at]
        n_kept += 1
    while vertex < n_vertices:
        vertex += 1
        bounded.first_arcs[vertex] = n_kept
    bounded.n_arcs = n_kept


cdef Status bound_arcs(
    Bounded *bounded, Program *program, const GoldArcs *found, ArcStore *store, Arena *arena
) noexcept nogil:
    """Find the arcs of all lightest paths.

    `program` holds the costs of this row, and no gold arc is doubtful.
    """
    cdef const Lattice *lattice = program.lattice
    cdef size_t n_vertices = lattice.n_vertices
    cdef Bounds bounds
    cdef int64_t slack = 0
    cdef int32_t vertex
    cdef GoldArc *by_tail
    cdef Status status
    bounds.program = program
    bounds.found = found
    bounds.match = <int64_t>1 << (program.match_shift - program.cost_shift)
    bounds.backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    bounds.inside = <int8_t *>arena_take(arena, n_vertices, <size_t>program.limit + 1)
    bounds.ways = <Way *>arena_take(arena, n_vertices, sizeof(Way))
    bounded.first_arcs = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
    bounded.forward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    bounded.backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    by_tail = <GoldArc *>arena_take(arena, found.n_arcs, sizeof(GoldArc))
    if (
        bounds.backward == NULL or bounds.inside == NULL or bounds.ways == NULL
        or bounded.first_arcs == NULL
        or bounded.forward == NULL or bounded.backward == NULL or by_tail == NULL
    ):
        return arena_status(arena)
    bounded.lattice = lattice
    bounded.options = program.options
    bounded.labels = program.labels
    bounded.match = bounds.match
    if found.n_arcs:
        memcpy(by_tail, found.arcs, found.n_arcs * sizeof(GoldArc))
        qsort(by_tail, found.n_arcs, sizeof(GoldArc), compare_tails)
    bounds.by_tail = by_tail
    status = open_blocks(&bounds.blocks, lattice, program.options, program.labels, arena)
    if status == DONE:
        status = fill_backward(&bounds, arena)
    if status != DONE:
        return status
    bounds.bound = forward_cost(program, lattice.n_vertices - 1)
    while True:
        bounds.most = bounds.bound + slack
        status = collect_arcs(bounded, &bounds, store, arena)
        if status != DONE:
            return status
        bounded.arcs = store.arcs
        solve(bounded)
        if bounded.optimum <= bounds.bound + slack:
            break
        slack = bounded.optimum - bounds.bound if bounded.optimum < NEVER else 8 * slack + 4
    keep_tight(bounded)
    return DONE
