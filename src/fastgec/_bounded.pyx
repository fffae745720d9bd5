"""The bounded closure: only those arcs of the published scorer that its lightest paths can hold.

Where the certified program gives no certificate, its costs are still bounds. Let forward(v) be the
least cost from the start to v outside an edit, backward(v) the least cost from there to the end,
both over the program's states, and `bound` the least cost of a whole path. A path of the scorer
that costs at most bound + slack can only hold arcs (p, q) with

    forward(p) + weight + backward(q) <= bound + slack.

For each vertex p that can open such an arc, a walk finds the vertices q where it may close, from the
fewest steps and the fewest noops of any way there, and the label program (`_labels`), run over the
rectangle up to them, says which of these arcs the scorer has, and with which weight. The lightest path over arcs found is then exact
if it costs at most bound + slack. At first the slack is 0. If the lightest path costs more, what it
costs more is the next slack: no lightest path of the scorer can cost more than this one.

Of the arcs found, those on lightest paths are kept. Which of these paths the scorer takes depends
on its order, but often all have the same counts (`_outcomes`). Otherwise `_ordered` finds the path
that the scorer takes.

Costs here are those of the certified program without its counts: minus `match` for a matched arc,
then 1000 per step and 1 per thousandth.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort, realloc
from libc.string cimport memcpy, memset

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take,
)
from fastgec._certified cimport NEVER, OUTSIDE, SEVERAL, SINGLE, STEP, Program
from fastgec._goldarcs cimport GoldArc, GoldArcs, arc_epsilons, insertion_epsilons
from fastgec._labels cimport Label, first_at, label_arc, label_rectangle
from fastgec._lattice cimport Lattice, Vertex, is_cancelled, shifts_span


cdef struct Way:
    int32_t tail  # for which this holds
    int32_t steps  # least of any way
    int32_t noops


cdef struct Bounds:
    # What the walk from one vertex needs.
    const Program *program
    const GoldArcs *found
    const GoldArc *by_tail  # the gold arcs, by tail, then head
    int64_t *backward  # of each vertex: least cost from outside an edit to the end
    int8_t *inside  # limit + 1 per vertex: what it is more from inside one, with so many noops
    int32_t *closing  # vertices whose arc from the present tail may be tight
    Way *ways  # of each vertex, from the present tail
    int32_t tail
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


cdef inline void keep_way(
    const Bounds *bounds, Way *way, const Way *before, int32_t noop
) noexcept nogil:
    """Take one more base arc behind the ways that end before it."""
    if way.tail != bounds.tail:
        way.tail = bounds.tail
        way.steps = before.steps + 1
        way.noops = before.noops + noop
        return
    way.steps = min(way.steps, before.steps + 1)
    way.noops = min(way.noops, before.noops + noop)


cdef inline bint may_go_on(
    Bounds *bounds, int32_t number, int64_t most, bint *may_close
) noexcept nogil:
    """Whether an edit from the present tail may hold a vertex, and whether it may close there."""
    cdef const Program *program = bounds.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int32_t limit = program.limit
    cdef Way *ways = bounds.ways
    cdef Way *way = &ways[number]
    cdef int64_t rest
    if vertex.diagonal >= 0 and ways[vertex.diagonal].tail == bounds.tail:
        keep_way(bounds, way, &ways[vertex.diagonal], vertex.is_noop)
    if vertex.deletion >= 0 and ways[vertex.deletion].tail == bounds.tail:
        keep_way(bounds, way, &ways[vertex.deletion], 0)
    if vertex.insertion >= 0 and ways[vertex.insertion].tail == bounds.tail:
        keep_way(bounds, way, &ways[vertex.insertion], 0)
    if way.tail != bounds.tail:
        return False
    rest = <int64_t>way.steps * STEP + bounds.backward[number]
    may_close[0] = rest + 1 <= most
    if (
        way.noops > limit and not program.is_unlimited
        or rest + bounds.inside[<int64_t>number * (limit + 1) + min(way.noops, limit)] > most
    ):
        way.tail = -1
    return way.tail >= 0


cdef int32_t walk_edits(Bounds *bounds, int32_t tail, int64_t most) noexcept nogil:
    """Write the vertices where an edit of several arcs from `tail` may close; return how many.

    `most` is what the rest of a path may cost. No edit reaches a vertex with fewer steps, or with
    fewer noops, than the walk finds, and fewer noops never make the rest of an edit cost more.
    """
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t row = vertices[tail].i
    cdef int32_t number = tail + 1
    cdef int32_t first = tail  # first and last vertex of the row that the walk reaches
    cdef int32_t last = tail
    cdef int32_t right = -1  # where it reaches in the row above
    cdef int32_t n_closing = 0
    cdef bint may_close
    bounds.tail = tail
    bounds.ways[tail].tail = tail
    bounds.ways[tail].steps = 0
    bounds.ways[tail].noops = 0
    while True:
        while number < lattice.rows[row + 1] and (
            vertices[number].j <= right + 1 or last == number - 1
        ):
            if may_go_on(bounds, number, most, &may_close):
                if first < 0:
                    first = number
                last = number
                if may_close:
                    bounds.closing[n_closing] = number
                    n_closing += 1
            number += 1
        if first < 0 or row == lattice.n_source:
            return n_closing
        row += 1
        number = first_at(lattice, row, vertices[first].j)
        right = vertices[last].j
        first = -1
        last = -1


cdef Status collect_arcs(
    Bounded *bounded, Bounds *bounds, int64_t slack, ArcStore *store
) noexcept nogil:
    """Find all arcs of the scorer that a path of cost bound + slack can hold, by tail."""
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int32_t tail, head, side, row, right, n_closing, number
    cdef int64_t most
    cdef int64_t at = 0
    cdef int64_t first_gold
    cdef int64_t gold
    cdef TightArc arc
    cdef const GoldArc *gold_arc
    cdef const Label *label
    cdef Status status
    cdef int32_t heads[3]
    cdef int32_t n_heads
    cdef bint is_noop
    bounded.n_arcs = 0
    for tail in range(lattice.n_vertices):
        bounds.ways[tail].tail = -1
    for tail in range(lattice.n_vertices):
        bounded.first_arcs[tail] = bounded.n_arcs
        if tail & 63 == 0 and is_cancelled(bounded.options):
            return CANCELLED
        first_gold = at
        while at < bounds.found.n_arcs and bounds.by_tail[at].tail == tail:
            at += 1
        most = bounds.bound + slack - forward_cost(program, tail)
        if bounds.backward[tail] > most:
            continue
        memset(&arc, 0, sizeof(TightArc))
        arc.tail = tail
        # Gold arcs.
        for gold in range(first_gold, at):
            gold_arc = &bounds.by_tail[gold]
            head = gold_arc.head
            if (
                gold_cost(bounds, gold_arc) + bounds.backward[head] > most
            ):
                continue
            arc.head = head
            arc.steps = gold_arc.steps
            arc.epsilons = <uint8_t>gold_arc.epsilons
            vertex = &vertices[head]
            arc.kind = kind_of(
                gold_arc.is_matched, gold_arc.is_edit,
                shifts_span(bounded.options, lattice, tail, vertex.i == vertices[tail].i),
            )
            arc.sides = 0
            if not is_base(vertex, tail):
                label_arc(bounded.labels, lattice, bounded.options, tail, head)
                arc.sides = sides_of(vertex, &bounded.labels[head])
            status = add_arc(bounded, store, &arc)
            if status != DONE:
                return status
        # Base arcs.
        arc.sides = 0
        arc.steps = 1
        n_heads = successors(lattice, tail, heads)
        for side in range(n_heads):
            head = heads[side]
            vertex = &vertices[head]
            if is_gold_pair(bounds, first_gold, at, head):
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
                arc.epsilons = (
                    vertex.n_diagonal if vertex.diagonal == tail else vertex.n_deletion
                )
            if STEP + arc.epsilons + bounds.backward[head] <= most:
                status = add_arc(bounded, store, &arc)
                if status != DONE:
                    return status
        # Joined arcs.
        n_closing = walk_edits(bounds, tail, most)
        if n_closing == 0:
            continue
        row = vertices[bounds.closing[n_closing - 1]].i
        right = 0
        for number in range(n_closing):
            right = max(right, vertices[bounds.closing[number]].j)
        label_rectangle(bounded.labels, lattice, bounded.options, tail, row, right)
        for number in range(n_closing):
            head = bounds.closing[number]
            if is_gold_pair(bounds, first_gold, at, head):
                continue
            vertex = &vertices[head]
            if is_base(vertex, tail):
                continue
            label = &bounded.labels[head]
            if not label.copies or label.steps == label.noops:
                continue
            arc.head = head
            arc.steps = label.steps
            arc.sides = sides_of(vertex, label)
            arc.epsilons = <uint8_t>arc_epsilons(bounds.found, lattice, label, tail, head)
            arc.kind = kind_of(
                False, True, shifts_span(bounded.options, lattice, tail, label.is_inserting)
            )
            if (
                <int64_t>arc.steps * STEP + arc.epsilons + bounds.backward[head]
                <= most
            ):
                status = add_arc(bounded, store, &arc)
                if status != DONE:
                    return status
    bounded.first_arcs[lattice.n_vertices] = bounded.n_arcs
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


cdef inline bint is_gold_pair(
    const Bounds *bounds, int64_t first, int64_t last, int32_t head
) noexcept nogil:
    cdef int64_t at
    for at in range(first, last):
        if bounds.by_tail[at].head == head:
            return True
    return False


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
    bounds.closing = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    bounded.first_arcs = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
    bounded.forward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    bounded.backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    by_tail = <GoldArc *>arena_take(arena, found.n_arcs, sizeof(GoldArc))
    if (
        bounds.backward == NULL or bounds.inside == NULL or bounds.ways == NULL or bounds.closing == NULL
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
    status = fill_backward(&bounds, arena)
    if status != DONE:
        return status
    bounds.bound = forward_cost(program, lattice.n_vertices - 1)
    while True:
        status = collect_arcs(bounded, &bounds, slack, store)
        if status != DONE:
            return status
        bounded.arcs = store.arcs
        solve(bounded)
        if bounded.optimum <= bounds.bound + slack:
            break
        slack = bounded.optimum - bounds.bound if bounded.optimum < NEVER else 8 * slack + 4
    keep_tight(bounded)
    return DONE
