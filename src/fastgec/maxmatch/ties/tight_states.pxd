"""Tight states: what all lightest paths count, seen without their arcs.

The lightest paths of a sentence may hold millions of arcs: between repeated words an edit may begin
and end nearly anywhere. The states of the certified program tell nothing of these arcs but where a
path is, outside an edit or inside one, and yet enough: what a path counts changes only where an
edit closes. So from state to state go the triples of `triple_sets`, along all transitions that cost
what the two costs differ by.

**Proof.** Each path of the scorer is a way through the states, at no greater cost, on which the
same gold arcs are taken and as many edits close; one that costs the bound takes only transitions
such as these. If the scorer has some path of that cost (`certificate.read_shown`), its lightest
paths all cost it. Then the triples at the end hold those of all lightest paths, and perhaps more.
If all have the same counts, these are the result; else nothing is known.

Edits that folding drops count for nothing. One of several arcs joins two places with as many bytes
before them on both sides, and equal bytes between. Which places an edit joins, states do not tell:
so if some edit that may be tight joins two such places, nothing is known. A base arc is seen.

Only vertices held are looked at (`held_rows`). Time is that of the certified program at these;
memory is two rows of states, and a number for each of these.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, widest_row
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.paths.held_rows cimport held_place, stands_held
from fastgec.maxmatch.program.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.program.certified cimport cost_at, forward_cost, gold_cost
from fastgec.maxmatch.terms.folding cimport Diagonals, folds_alike, meet_vertex, open_diagonals
from fastgec.maxmatch.terms.records cimport Folding, GoldArc, GoldArcs, Program
from fastgec.maxmatch.arcs.triple_sets cimport (
    EMPTY, NO_TEXT, Outcome, Sets, agree, close_edit, number_set, open_sets, unite,
)
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    MOST_LINKS = 8  # for each vertex, that are followed to find edits that folding drops


cdef struct Flow:
    # Sets of triples on their way through the states.
    const Bounds *bounds
    const GoldArcs *found  # gold arcs of paths of the least cost
    const Folding *folding  # NULL where no edit is dropped
    Sets sets
    int32_t *held  # of each vertex held, outside edits
    int32_t *inside  # of two rows: of each vertex held, of each of its states
    int32_t n_states
    int64_t row_size


cdef inline int32_t *outside_of(const Flow *flow, int32_t number) noexcept nogil:
    """Return the set of a vertex outside edits."""
    return &flow.held[held_place(flow.bounds, number)]


cdef inline int32_t *inside_of(const Flow *flow, int32_t number) noexcept nogil:
    """Return the sets of a vertex inside edits, by state."""
    cdef const Lattice *lattice = flow.bounds.program.lattice
    cdef int32_t row = lattice.vertices[number].i
    return (
        flow.inside + (row & 1) * flow.row_size
        + <int64_t>(number - lattice.rows[row]) * flow.n_states
    )


cdef inline bint is_dropped_between(const Flow *flow, int32_t tail, int32_t head) noexcept nogil:
    """Whether folding drops the edit that joins two vertices."""
    cdef const Vertex *vertices = flow.bounds.program.lattice.vertices
    return flow.folding != NULL and folds_alike(
        flow.folding, vertices[tail].i, vertices[head].i, vertices[tail].j, vertices[head].j
    )


cdef struct Step:
    # A base arc, and the sets inside edits at its ends.
    int32_t number
    int32_t before
    int32_t *here
    const int32_t *behind


cdef inline Step step_of(const Flow *flow, int32_t number, int32_t before) noexcept nogil:
    return Step(number, before, inside_of(flow, number), inside_of(flow, before))


cdef inline void go_on(
    Flow *flow, const Step *step, int32_t state, int32_t state_before
) noexcept nogil:
    """Take a base arc inside an edit, if it costs what its two states differ by."""
    cdef const Program *program = flow.bounds.program
    cdef int32_t other
    if state_before == OUTSIDE:
        other = outside_of(flow, step.before)[0]
    else:
        other = step.behind[state_before]
    if other != EMPTY and (
        cost_at(program, step.before, state_before) + STEP == cost_at(program, step.number, state)
    ):
        unite(&flow.sets, &step.here[state], other)


cdef inline void take_noop(Flow *flow, int32_t number, int32_t before) noexcept nogil:
    cdef const Program *program = flow.bounds.program
    cdef Step step = step_of(flow, number, before)
    cdef int32_t state, c
    if cost_at(program, before, OUTSIDE) + STEP == cost_at(program, number, OUTSIDE):
        unite(&flow.sets, outside_of(flow, number), outside_of(flow, before)[0])
    if program.is_sparse:
        for state in range(SEVERAL, flow.n_states):
            for c in range(OUTSIDE, flow.n_states):
                go_on(flow, &step, state, c)
    elif program.limit:
        go_on(flow, &step, SEVERAL + 1, OUTSIDE)
        go_on(flow, &step, SEVERAL + 1, SINGLE)
        for c in range(program.limit):
            go_on(flow, &step, SEVERAL + c + 1, SEVERAL + c)
        if program.is_unlimited:
            go_on(flow, &step, SEVERAL + program.limit, SEVERAL + program.limit)


cdef inline void take_change(
    Flow *flow, int32_t number, int32_t before, int32_t copies
) noexcept nogil:
    cdef const Program *program = flow.bounds.program
    cdef Step step = step_of(flow, number, before)
    cdef int32_t state, c
    cdef int32_t behind = outside_of(flow, before)[0]
    if behind != EMPTY and (
        cost_at(program, before, OUTSIDE) + STEP + copies == cost_at(program, number, OUTSIDE)
    ):
        if not is_dropped_between(flow, before, number):
            behind = close_edit(&flow.sets, behind, NO_TEXT)
        unite(&flow.sets, outside_of(flow, number), behind)
    go_on(flow, &step, SINGLE, OUTSIDE)
    go_on(flow, &step, SEVERAL, SINGLE)
    for state in range(SEVERAL, flow.n_states):
        go_on(flow, &step, state, state)
        if program.is_sparse:
            # Slots stand for costs: which of them a way comes from, only the cost tells.
            for c in range(SINGLE, flow.n_states):
                go_on(flow, &step, state, c)


cdef inline void take_gold_arc(Flow *flow, const GoldArc *arc) noexcept nogil:
    cdef const Program *program = flow.bounds.program
    cdef int32_t behind = outside_of(flow, arc.tail)[0]
    if behind == EMPTY or (
        cost_at(program, arc.tail, OUTSIDE) + gold_cost(program, arc)
        != cost_at(program, arc.head, OUTSIDE)
    ):
        return
    if arc.is_edit and not is_dropped_between(flow, arc.tail, arc.head):
        behind = close_edit(&flow.sets, behind, arc.text)
    unite(&flow.sets, outside_of(flow, arc.head), behind)


cdef inline Status open_flow(
    Flow *flow, const Bounds *bounds, const GoldArcs *found, const Folding *folding, Arena *arena
) noexcept nogil:
    cdef const Program *program = bounds.program
    cdef const Lattice *lattice = program.lattice
    flow.bounds = bounds
    flow.found = found
    flow.folding = folding
    flow.n_states = SEVERAL + program.n_inside
    flow.row_size = <int64_t>widest_row(lattice) * flow.n_states
    flow.held = <int32_t *>arena_take(arena, bounds.n_held, sizeof(int32_t))
    flow.inside = <int32_t *>arena_take(arena, 2 * flow.row_size, sizeof(int32_t))
    if flow.held == NULL or flow.inside == NULL:
        return arena_status(arena)
    return open_sets(&flow.sets, &found.texts, arena)


cdef inline Status follow_states(Flow *flow) noexcept nogil:
    """Find the sets of all vertices outside edits that lightest paths may hold."""
    cdef const Bounds *bounds = flow.bounds
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t row, number
    cdef int64_t gold = 0
    for row in range(lattice.n_source + 1):
        if row & 31 == 0 and is_cancelled(bounds.program.options.cancel):
            return CANCELLED
        for number in range(bounds.held[row].first, bounds.held[row].end):
            memset(inside_of(flow, number), 0, flow.n_states * sizeof(int32_t))
            outside_of(flow, number)[0] = EMPTY
            follow_arcs(flow, number)
            while gold < flow.found.n_arcs and flow.found.arcs[gold].head == number:
                take_gold_arc(flow, &flow.found.arcs[gold])
                gold += 1
            close_edits(flow, number)
    return flow.sets.status


cdef inline void follow_arcs(Flow *flow, int32_t number) noexcept nogil:
    """Take the base arcs into a vertex; the first one is where all ways begin."""
    cdef const Vertex *vertex = &flow.bounds.program.lattice.vertices[number]
    cdef Outcome start
    if number == 0:
        memset(&start, 0, sizeof(Outcome))
        outside_of(flow, 0)[0] = number_set(&flow.sets, &start, 1)
    if vertex.n_diagonal and stands_held(flow.bounds, vertex.i - 1, diagonal_of(vertex)):
        if vertex.is_noop:
            take_noop(flow, number, diagonal_of(vertex))
        else:
            take_change(flow, number, diagonal_of(vertex), vertex.n_diagonal)
    if vertex.n_deletion and stands_held(flow.bounds, vertex.i - 1, deletion_of(vertex)):
        take_change(flow, number, deletion_of(vertex), vertex.n_deletion)
    if vertex.n_insertion and stands_held(flow.bounds, vertex.i, number - 1):
        take_change(flow, number, number - 1, vertex.n_insertion)


cdef inline void close_edits(Flow *flow, int32_t number) noexcept nogil:
    """Close the edits that a vertex may close, if a path of the least cost may be outside there."""
    cdef const Program *program = flow.bounds.program
    cdef const int32_t *inside = inside_of(flow, number)
    cdef int32_t state
    if not is_tight(flow.bounds, number):
        outside_of(flow, number)[0] = EMPTY
        return
    for state in range(SEVERAL, flow.n_states):
        if inside[state] != EMPTY and (
            cost_at(program, number, state) + 1 == cost_at(program, number, OUTSIDE)
        ):
            unite(
                &flow.sets, outside_of(flow, number),
                close_edit(&flow.sets, inside[state], NO_TEXT),
            )


cdef inline bint is_tight(const Bounds *bounds, int32_t number) noexcept nogil:
    """Whether a path of the least cost may be at a vertex held outside an edit."""
    return bounds.held[bounds.program.lattice.vertices[number].i].is_tight[number]


cdef inline Status may_drop_tight(
    const Bounds *bounds, const Folding *folding, Arena *arena, bint *found
) noexcept nogil:
    """Find whether a tight edit of several arcs could be one that folding drops.

    Vertices with as many folded bytes before them on both sides form a diagonal, and those with
    equal bytes between them a chain. An edit that costs D steps and the thousandth of closing joins
    two vertices of a chain whose costs differ by just so much, but for whole steps. Neighbours of a
    chain mostly have the same thousandths: links lead past those.
    """
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const Vertex *vertex
    cdef int32_t *links  # of each vertex held: the last one before it that has other thousandths
    cdef int32_t *link
    cdef Diagonals diagonals
    cdef int32_t row, number, before
    cdef int64_t n_links = MOST_LINKS * <int64_t>lattice.n_vertices
    cdef Status status
    found[0] = False
    if folding == NULL:
        return DONE
    status = open_diagonals(&diagonals, folding, lattice, arena)
    if status != DONE:
        return status
    links = <int32_t *>arena_take(arena, bounds.n_held, sizeof(int32_t))
    if links == NULL:
        return arena_status(arena)
    for row in range(lattice.n_source + 1):
        for number in range(bounds.held[row].first, bounds.held[row].end):
            if not is_tight(bounds, number):
                continue
            vertex = &lattice.vertices[number]
            before = meet_vertex(&diagonals, number)
            link = &links[held_place(bounds, number)]
            link[0] = -1
            if before < 0 or not folds_alike(
                folding, lattice.vertices[before].i, vertex.i, lattice.vertices[before].j, vertex.j
            ):
                continue
            if thousandths(bounds, before, number) == 0:
                link[0] = links[held_place(bounds, before)]
                continue
            link[0] = before
            while before >= 0:
                n_links -= 1
                if n_links < 0 or thousandths(bounds, before, number) == 1:
                    found[0] = True
                    return DONE
                before = links[held_place(bounds, before)]
    return DONE


cdef inline int64_t thousandths(const Bounds *bounds, int32_t tail, int32_t head) noexcept nogil:
    """Return what the costs of two vertices differ by, but for whole steps."""
    cdef int64_t cost = (
        forward_cost(bounds.program, head) - forward_cost(bounds.program, tail)
    ) % STEP
    return cost + STEP if cost < 0 else cost


cdef inline Status agree_states(
    const Bounds *bounds, const GoldArcs *found, const Folding *folding, Arena *arena,
    bint *is_settled, int64_t *n_correct, int32_t *n_proposed,
) noexcept nogil:
    """Find whether all tight ways through the states have the same counts, and which.

    The cells of vertices held hold all states that cost as much as others (`keeps_ties`), for the
    gold arcs of such paths.
    """
    cdef Flow flow
    cdef const int32_t *last
    cdef bint may_drop
    cdef Status status = may_drop_tight(bounds, folding, arena, &may_drop)
    is_settled[0] = False
    if status != DONE or may_drop:
        return status
    status = open_flow(&flow, bounds, found, folding, arena)
    if status == DONE:
        status = follow_states(&flow)
    if status != DONE:
        return status
    last = outside_of(&flow, bounds.program.lattice.n_vertices - 1)
    is_settled[0] = agree(&flow.sets, last[0], n_correct, n_proposed)
    return DONE
