"""The costs of the certified program: all states of all vertices, in their order.

**Narrow cells.** Of long texts, cells would take most of the memory; but a vertex needs those of
its row and the row above alone. So two rows of them are kept, and of each vertex the cost outside,
with its counts, and a code for each other state: what it costs beside that, without counts. Who
reads a path back asks for no more.

A code tells the states apart that lightest paths can hold. No state costs less than the cost
outside by more than two thousandths: to close costs one, and an edit of one base arc two at the
most. And one that costs more than it by more than one is on no lightest path: what remains of the
edit costs no less inside it than as an edit of its own, but for a thousandth, where one arc is left
that lies in both alignments.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from fastgec._lattice cimport Vertex
from fastgec.maxmatch.cells cimport (
    FIRST_NEED, FREE, NEVER, N_SLOTS, OUTSIDE, SETTLED, SEVERAL, SINGLE, SPARSE_STATES, Inside,
    add_way, change, find_free, gather, keep_free, keep_slots, keep_words, leave_alone, lesser,
    settle_cell,
)
from fastgec.maxmatch.certified cimport AT_OUTSIDE, CODE_BITS, cell_of, outside_at
from fastgec.maxmatch.records cimport GoldArc, GoldArcs, Program
from fastgec.maxmatch.weights cimport STEP


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
    const int64_t *here, const int64_t *above, const Vertex *vertex, int64_t n_states,
    uint64_t mask
) noexcept nogil:
    """Return the least cost before changing base arcs into a vertex, if all of them leave settled
    vertices, else NEVER. `here` and `above` are where cells of its row and the one above would
    stand from vertex 0 on."""
    cdef const int64_t *before
    cdef int64_t cost = NEVER
    if vertex.diagonal >= 0:
        before = above + vertex.diagonal * n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = before[OUTSIDE]
    if vertex.deletion >= 0:
        before = above + vertex.deletion * n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = lesser(cost, before[OUTSIDE], mask)
    if vertex.insertion >= 0:
        before = here + vertex.insertion * n_states
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = lesser(cost, before[OUTSIDE], mask)
    return cost


cdef inline void fill_cells(Program *program, const GoldArcs *found) noexcept nogil:
    """Compute the costs of all states of all vertices that are not clean."""
    cdef int32_t first = program.n_clean
    cdef int32_t state
    if found.n_arcs and found.arcs[0].head < first:
        first = found.arcs[0].head
    if first == 0 or program.is_narrow:
        for state in range(program.n_states):
            program.cells[state] = NEVER
        program.cells[OUTSIDE] = 0
        first = 1
    if program.is_sparse:
        fill_sparse(program, found, first)
    elif program.is_narrow and program.limit == 2:
        fill_narrow(program, found, 2, False)
    elif program.is_narrow:
        fill_narrow(program, found, program.limit, program.is_unlimited)
    elif program.is_unlimited:
        fill_limited(program, found, first, 1, True)
    elif program.limit == 2:
        fill_limited(program, found, first, 2, False)
    else:
        fill_limited(program, found, first, program.limit, False)
    program.n_clean = program.lattice.n_vertices
    if found.n_arcs:
        program.n_clean = found.arcs[0].head


cdef inline void fill_sparse(Program *program, const GoldArcs *found, int32_t first) noexcept nogil:
    """Do the work of `fill_cells` for sparse cells."""
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef const Vertex *vertex
    cdef const int64_t *before
    cdef int64_t *cell
    cdef int64_t cost, single, outside
    cdef int64_t at = 0
    cdef int32_t number, side, way, tail, copies
    cdef bint has_gold
    cdef Inside inside
    for number in range(first, program.lattice.n_vertices):
        vertex = &program.lattice.vertices[number]
        cell = program.cells + <int64_t>number * SPARSE_STATES
        has_gold = at < found.n_arcs and found.arcs[at].head == number
        if not has_gold and not vertex.is_noop:
            cost = settled_cost(program.cells, program.cells, vertex, SPARSE_STATES, mask)
            if cost < NEVER:
                cell[OUTSIDE] = cost + step
                cell[SEVERAL] = cost + step - epsilon - proposed
                leave_alone(cell, N_SLOTS - 1)
                cell[FIRST_NEED] = 0
                continue
        outside = single = cost = NEVER
        inside.size = 0
        for side in range(3):
            tail = vertex.insertion if side == 2 else vertex.deletion if side else vertex.diagonal
            if tail < 0:
                continue
            before = cell_of(program, tail)
            if side == 0 and vertex.is_noop:
                outside = before[OUTSIDE] + step
                add_way(&inside, outside, 1)
                gather(&inside, before, step, 1, program.limit)
                continue
            copies = vertex.n_insertion if side == 2 else (
                vertex.n_deletion if side else vertex.n_diagonal
            )
            single = lesser(single, before[OUTSIDE] + step, mask)
            outside = lesser(
                outside, before[OUTSIDE] + step + copies * epsilon + proposed, mask
            )
            gather(&inside, before, step, 0, program.limit)
        if has_gold:
            outside = take_gold_arcs(program, found, &at, number, outside)
        for way in range(inside.size):
            cost = lesser(cost, inside.costs[way], mask)
        cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
        cell[SINGLE] = single
        keep_slots(cell, &inside, program.cost_shift)
        if cell[FIRST_NEED] == 0:
            settle_cell(cell, N_SLOTS - 1, epsilon + proposed, epsilon, program.keeps_ties)


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
            cost = settled_cost(here, above, vertex, n_states, mask)
            if cost < NEVER:
                # Nearly all vertices where long texts have little in common.
                cell[OUTSIDE] = cost + step
                cell[SEVERAL] = cost + step - epsilon - proposed
                leave_alone(cell, limit)
                return
        elif limit and not is_unlimited and vertex.deletion < 0 and vertex.insertion < 0:
            # Most vertices of most sentences, but for those that follow free ones.
            before = above + vertex.diagonal * n_states
            cell[SINGLE] = NEVER
            cell[SEVERAL] = NEVER
            cell[OUTSIDE] = before[OUTSIDE] + step
            cost = keep_words(cell, before, limit, step, mask)
            cell[OUTSIDE] = lesser(cell[OUTSIDE], cost + epsilon + proposed, mask)
            find_free(cell, limit)
            return
    for c in range(<int32_t>n_states):
        cell[c] = NEVER
    if vertex.diagonal >= 0:
        before = above + vertex.diagonal * n_states
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
    if vertex.deletion >= 0:
        before = above + vertex.deletion * n_states
        change(cell, before, limit, step, step + vertex.n_deletion * epsilon + proposed, mask)
    if vertex.insertion >= 0:
        before = here + vertex.insertion * n_states
        change(cell, before, limit, step, step + vertex.n_insertion * epsilon + proposed, mask)
    outside = cell[OUTSIDE]
    if has_gold:
        outside = take_gold_arcs(program, found, at, number, outside)
    cost = cell[SEVERAL]
    for c in range(1, limit + 1):
        cost = lesser(cost, cell[SEVERAL + c], mask)
    cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
    settle_cell(cell, limit, epsilon + proposed, epsilon, program.keeps_ties)


cdef inline void fill_limited(
    Program *program, const GoldArcs *found, int32_t first, int32_t limit, bint is_unlimited
) noexcept nogil:
    """Do the work of `fill_cells`, once for each kind of limit, which compilers then know."""
    cdef const Vertex *vertices = program.lattice.vertices
    cdef const Vertex *vertex
    cdef const int64_t *before
    cdef int64_t n_states = SEVERAL + limit + 1
    cdef int64_t *cells = program.cells
    cdef int64_t step = <int64_t>STEP << program.cost_shift
    cdef int64_t at = 0
    cdef int32_t number
    cdef int32_t next_gold = found.arcs[0].head if found.n_arcs else -1
    for number in range(first, program.lattice.n_vertices):
        vertex = &vertices[number]
        if vertex.is_noop and vertex.deletion & vertex.insertion < 0 and number != next_gold:
            before = cells + vertex.diagonal * n_states
            if before[SINGLE] == FREE:
                keep_free(cells + number * n_states, before[OUTSIDE] + step, limit)
                continue
        fill_cell(program, found, &at, number, cells, cells, limit, is_unlimited)
        next_gold = found.arcs[at].head if at < found.n_arcs else -1


cdef inline void keep_narrow(Program *program, int32_t number, const int64_t *cell) noexcept nogil:
    """Keep what is asked of a vertex later on."""
    cdef int64_t outside = cell[OUTSIDE] >> program.cost_shift
    cdef int64_t code
    cdef int32_t codes = 0
    cdef int32_t state
    for state in range(SINGLE, program.n_states):
        code = (cell[state] >> program.cost_shift) - outside + AT_OUTSIDE
        if 0 < code <= AT_OUTSIDE + 1:
            codes |= <int32_t>code << CODE_BITS * (state - SINGLE)
    program.outsides[number] = cell[OUTSIDE]
    program.insides[number] = <uint16_t>codes


cdef inline void fill_narrow(
    Program *program, const GoldArcs *found, int32_t limit, bint is_unlimited
) noexcept nogil:
    """Do the work of `fill_cells` for narrow cells."""
    cdef const int32_t *rows = program.lattice.rows
    cdef int64_t n_states = SEVERAL + limit + 1
    cdef int64_t at = 0
    cdef int64_t *here = program.cells
    cdef const int64_t *above = program.cells
    cdef int32_t row, number
    keep_narrow(program, 0, program.cells)
    for row in range(program.lattice.n_source + 1):
        here = program.cells + (row & 1) * program.row_size - rows[row] * n_states
        for number in range(max(rows[row], 1), rows[row + 1]):
            fill_cell(program, found, &at, number, here, above, limit, is_unlimited)
            keep_narrow(program, number, here + number * n_states)
        above = here
