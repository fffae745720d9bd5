"""The costs of the certified program's states at one vertex, from those before it."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._lattice cimport Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.program.cells cimport (
    NEVER, OUTSIDE, SETTLED, SEVERAL, SINGLE, change, find_free, keep_words, leave_alone, lesser,
    settle_cell,
)
from fastgec.maxmatch.program.certified cimport outside_at
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Program
from fastgec.maxmatch.program.weights cimport STEP


cdef inline int64_t take_gold_arcs(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t head, int64_t outside
) noexcept nogil:
    """Return the least cost outside an edit at a vertex, with gold arcs into it, from `at` on."""
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef int64_t proposed = <int64_t>2 << program.correct_bits
    cdef const GoldArc *arc
    cdef int64_t cost
    while at[0] < found.n_arcs and found.arcs[at[0]].head == head:
        arc = &found.arcs[at[0]]
        at[0] += 1
        cost = outside_at(program, arc.tail) + arc.epsilons * epsilon
        if arc.is_matched:
            cost -= <int64_t>1 << program.match_shift
        else:
            cost += arc.steps * STEP * epsilon
        if program.is_counting and arc.is_edit:
            cost += proposed + (<int64_t>arc.n_correct << 1 if found.is_countable else 0)
        outside = lesser(outside, cost, <uint64_t>epsilon - 1)
    return outside


cdef inline int64_t settled_cost(
    const int64_t *cell, const int64_t *above, const Vertex *vertex, int64_t n_states,
    uint64_t mask
) noexcept nogil:
    """Return the least cost before changing base arcs into a vertex, if all of them leave settled
    vertices, else NEVER. `cell` is its own; `above` is where cells of the row above would stand
    from vertex 0 on."""
    cdef const int64_t *before
    cdef int64_t cost = NEVER
    if vertex.n_diagonal:
        before = above + diagonal_of(vertex) * n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = before[OUTSIDE]
    if vertex.n_deletion:
        before = above + deletion_of(vertex) * n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = lesser(cost, before[OUTSIDE], mask)
    if vertex.n_insertion:
        before = cell - n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = lesser(cost, before[OUTSIDE], mask)
    return cost


cdef inline void fill_cell(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t number, int64_t *here,
    const int64_t *above, int32_t limit, bint is_unlimited
) noexcept nogil:
    """Compute the costs of one vertex; `at` goes up over gold arcs.

    `here` and `above` are where cells of its row and the one above would stand from vertex 0 on.
    Nearly all time of ordinary text is spent here: the ways into a vertex stand side by side.
    """
    cdef int64_t n_states = SEVERAL + limit + 1
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int64_t *cell = here + number * n_states
    cdef const int64_t *before
    cdef int64_t cost, outside
    cdef int32_t c
    cdef bint has_gold = at[0] < found.n_arcs and found.arcs[at[0]].head == number
    if not has_gold:
        if not vertex.is_noop:
            cost = settled_cost(cell, above, vertex, n_states, mask)
            if cost < NEVER:
                # Nearly all vertices where long texts have little in common.
                cell[OUTSIDE] = cost + step
                cell[SEVERAL] = cost + step - epsilon - proposed
                leave_alone(cell, limit)
                return
        elif limit and not is_unlimited and not vertex.n_deletion | vertex.n_insertion:
            # Most vertices of most sentences, but for those that follow free ones.
            before = above + (vertex.above - 1) * n_states
            cell[SINGLE] = NEVER
            cell[SEVERAL] = NEVER
            cell[OUTSIDE] = before[OUTSIDE] + step
            cost = keep_words(cell, before, limit, step, mask)
            cell[OUTSIDE] = lesser(cell[OUTSIDE], cost + epsilon + proposed, mask)
            find_free(cell, limit)
            return
    for c in range(<int32_t>n_states):
        cell[c] = NEVER
    if vertex.n_diagonal:
        before = above + diagonal_of(vertex) * n_states
        if vertex.is_noop:
            cell[OUTSIDE] = before[OUTSIDE] + step
            if limit:
                keep_words(cell, before, limit, step, mask)
                if is_unlimited:
                    c = SEVERAL + limit
                    cell[c] = lesser(cell[c], before[c] + step, mask)
        else:
            change(
                cell, before, limit, step, step + vertex.n_diagonal * epsilon + proposed, mask
            )
    if vertex.n_deletion:
        before = above + deletion_of(vertex) * n_states
        change(cell, before, limit, step, step + vertex.n_deletion * epsilon + proposed, mask)
    if vertex.n_insertion:
        before = cell - n_states
        change(cell, before, limit, step, step + vertex.n_insertion * epsilon + proposed, mask)
    outside = cell[OUTSIDE]
    if has_gold:
        outside = take_gold_arcs(program, found, at, number, outside)
    cost = cell[SEVERAL]
    for c in range(1, limit + 1):
        cost = lesser(cost, cell[SEVERAL + c], mask)
    cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
    settle_cell(cell, limit, epsilon + proposed, epsilon, program.keeps_ties)
