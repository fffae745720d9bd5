"""The costs of the certified program: all states of all vertices, in their order."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._lattice cimport Vertex, diagonal_of, tail_of
from fastgec.maxmatch.program.cells cimport (
    FIRST_NEED, FREE, NEVER, N_SLOTS, OUTSIDE, SEVERAL, SINGLE, SPARSE_STATES, Inside, add_way,
    gather, keep_free, keep_slots, leave_alone, lesser, settle_cell,
)
from fastgec.maxmatch.program.certified cimport cell_of
from fastgec.maxmatch.program.narrow_costs cimport fill_narrow
from fastgec.maxmatch.terms.records cimport GoldArcs, Held, Program
from fastgec.maxmatch.program.vertex_costs cimport fill_cell, settled_cost, take_gold_arcs
from fastgec.maxmatch.program.weights cimport STEP


cdef inline void fill_cells(Program *program, const GoldArcs *found) noexcept nogil:
    """Compute the costs of all states of all vertices."""
    cdef int64_t at = 0
    fill_start(program)
    if program.is_narrow and program.limit == 2:
        fill_narrow(program, found, 2, False)
    elif program.is_narrow:
        fill_narrow(program, found, program.limit, program.is_unlimited)
    else:
        fill_stretch(program, found, &at, 1, program.lattice.n_vertices)


cdef inline void fill_start(Program *program) noexcept nogil:
    """Write the costs of the first vertex."""
    cdef int32_t state
    for state in range(program.n_states):
        program.cells[state] = NEVER
    program.cells[OUTSIDE] = 0


cdef inline void fill_stretch(
    Program *program, const GoldArcs *found, int64_t *at, int32_t first, int32_t end
) noexcept nogil:
    """Compute the costs of vertices that follow one another, if cells are not narrow; `at` goes up
    over gold arcs."""
    if program.is_sparse:
        fill_sparse(program, found, at, first, end)
    elif program.is_unlimited:
        fill_limited(program, found, at, first, end, 1, True)
    elif program.limit == 2:
        fill_limited(program, found, at, first, end, 2, False)
    else:
        fill_limited(program, found, at, first, end, program.limit, False)


cdef inline void fill_held(
    Program *program, const GoldArcs *found, const Held *held
) noexcept nogil:
    """Compute the costs of the vertices that rows hold; `found` are the gold arcs of paths of the
    least cost.

    Cells of other vertices stay what they were, if they are not narrow: costs of paths that cost
    more than the least.
    """
    cdef int32_t row
    cdef int64_t at = 0
    if program.is_narrow:
        program.held = held
        fill_cells(program, found)
        program.held = NULL
        return
    for row in range(program.lattice.n_source + 1):
        fill_stretch(program, found, &at, max(held[row].first, 1), held[row].end)


cdef inline void fill_sparse(
    Program *program, const GoldArcs *found, int64_t *at, int32_t first, int32_t end
) noexcept nogil:
    """Do the work of `fill_stretch` for sparse cells."""
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef const Vertex *vertex
    cdef const int64_t *before
    cdef int64_t *cell
    cdef int64_t cost, single, outside
    cdef int32_t number, side, way, tail, copies
    cdef bint has_gold
    cdef Inside inside
    for number in range(first, end):
        vertex = &program.lattice.vertices[number]
        cell = program.cells + <int64_t>number * SPARSE_STATES
        has_gold = at[0] < found.n_arcs and found.arcs[at[0]].head == number
        if not has_gold and not vertex.is_noop:
            cost = settled_cost(cell, program.cells, vertex, SPARSE_STATES, mask)
            if cost < NEVER:
                cell[OUTSIDE] = cost + step
                cell[SEVERAL] = cost + step - epsilon - proposed
                leave_alone(cell, N_SLOTS - 1)
                cell[FIRST_NEED] = 0
                continue
        outside = single = cost = NEVER
        inside.size = 0
        for side in range(3):
            tail = tail_of(vertex, number, side)
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
            outside = take_gold_arcs(program, found, at, number, outside)
        for way in range(inside.size):
            cost = lesser(cost, inside.costs[way], mask)
        cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
        cell[SINGLE] = single
        keep_slots(cell, &inside, program.cost_shift)
        if cell[FIRST_NEED] == 0:
            settle_cell(cell, N_SLOTS - 1, epsilon + proposed, epsilon, program.keeps_ties)


cdef inline void fill_limited(
    Program *program, const GoldArcs *found, int64_t *at, int32_t first, int32_t end,
    int32_t limit, bint is_unlimited,
) noexcept nogil:
    """Do the work of `fill_stretch`, once for each kind of limit, which compilers then know."""
    cdef const Vertex *vertices = program.lattice.vertices
    cdef const Vertex *vertex
    cdef const int64_t *before
    cdef int64_t n_states = SEVERAL + limit + 1
    cdef int64_t *cells = program.cells
    cdef int64_t step = <int64_t>STEP << program.cost_shift
    cdef int32_t number
    cdef int32_t next_gold = found.arcs[at[0]].head if at[0] < found.n_arcs else -1
    for number in range(first, end):
        vertex = &vertices[number]
        if vertex.is_noop and not vertex.n_deletion | vertex.n_insertion and number != next_gold:
            before = cells + (vertex.above - 1) * n_states
            if before[SINGLE] == FREE:
                keep_free(cells + number * n_states, before[OUTSIDE] + step, limit)
                continue
        fill_cell(program, found, at, number, cells, cells, limit, is_unlimited)
        next_gold = found.arcs[at[0]].head if at[0] < found.n_arcs else -1
