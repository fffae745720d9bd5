"""The certified program: what MaxMatch counts, found without the list of longer arcs.

The published scorer takes the lightest path over base and joined arcs, and settles ties by the last
bit of sums of doubles and by the order of its list. Most sentences do not depend on either. This
program finds their counts in time linear in the lattice; whether they hold, `certificate` says.

**States.** At a vertex, a path from the start is in one of these:

    O     outside an edit
    B     inside an edit that has one changing arc so far and nothing else
    C(c)  inside an edit of several arcs, c of them noops; or of c noops and nothing else so far

with c at most u, the most unchanged words of an edit. Noops alone are no edit, but need no state of
their own: to close after them costs a thousandth more than to stay outside.

**Settled vertices.** Where O costs as much as closing C(0) does, and no other state inside an edit
costs less than C(0), or as much with other counts, these states are left out: C(0) may do whatever
they may. If all arcs into a vertex are changing and leave settled vertices, it is settled, too, and
costs a step more than the cheapest of them.

**Costs**, compared in this order: matched arcs (more is better); then 1000 per lattice step outside
matched arcs, and 1 per thousandth that the scorer adds. An edit of one base arc has as many
thousandths as alignments it lies in (1 or 2), a longer one has at least 1. Noops outside an edit
cost their step. Arcs that spell gold edits come from `gold_arcs`, with their own weights, and lead
from O to O. Beside the cost, a path carries what it counts: proposed and correct edits.

**Packing.** A cost is one signed 64-bit integer: minus the matches, then steps and thousandths,
proposed, correct, doubt, from the highest bit to the lowest. The widths of the fields follow from
the sentence. Where they do not fit, doubt and counts are left out: there is no certificate then,
but the costs hold for what comes next.

Costs of vertices before the head of the first gold arc are the same for all annotators; they are
computed once.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, count_noops
from fastgec.maxmatch.cells cimport (
    FIRST_NEED, NEVER, N_SLOTS, OUTSIDE, SETTLED, SEVERAL, SINGLE, SPARSE_STATES, Inside, add_way,
    change, gather, keep_slots, keep_words, leave_alone, lesser, settle_cell,
)
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.records cimport GoldArc, GoldArcs, Label, Program
from fastgec.maxmatch.weights cimport STEP


cdef inline const int64_t *cell_of(const Program *program, int32_t vertex) noexcept nogil:
    """Return the costs of the states of a vertex."""
    return program.cells + <int64_t>vertex * program.n_states


cdef enum:
    FEW_NOOPS = 8  # with up to so many states, cells are dense
    MOST_BITS = 60  # of a packed cost


cdef inline bint is_doubtful(const Program *program) noexcept nogil:
    """Whether ways of the least cost count differently."""
    return program.is_counting and (
        cell_of(program, program.lattice.n_vertices - 1)[OUTSIDE] & 1
    )


cdef inline int32_t bits_of(int64_t value) noexcept nogil:
    cdef int32_t bits = 0
    while value >> bits:
        bits += 1
    return bits


cdef inline void choose_fields(Program *program, int64_t most_gold) noexcept nogil:
    """Choose the widths of the fields of a packed cost.

    A path matches no more arcs than the annotator has gold edits: of a span that holds source
    tokens it has one arc, and an insertion that is matched takes a gold edit that no other one
    takes, also where release 3.2 shifts it. No token costs more than STEP + 4: a base arc has two
    entries at most, and the insertion rule visits each twice at most. Where counts have no place
    beside the cost, they are left out.
    """
    cdef int64_t n_tokens = <int64_t>program.lattice.n_source + program.lattice.n_hypothesis
    cdef int32_t cost_bits = bits_of((STEP + 5) * n_tokens)
    cdef int32_t match_bits = bits_of(min(n_tokens, most_gold))
    program.correct_bits = bits_of(most_gold)
    program.cost_shift = 1 + program.correct_bits + bits_of(n_tokens)
    program.is_counting = program.cost_shift + cost_bits + match_bits <= MOST_BITS
    if not program.is_counting:
        program.correct_bits = 0
        program.cost_shift = 0
    program.match_shift = program.cost_shift + cost_bits
    program.is_wide_enough = program.match_shift + match_bits <= MOST_BITS


cdef inline Status open_program(
    Program *program, const Lattice *lattice, const Options *options, int64_t most_gold,
    Arena *arena,
) noexcept nogil:
    """Take memory for a sentence's programs; its annotators have up to `most_gold` edits."""
    cdef int32_t most_noops = min(lattice.n_source, lattice.n_hypothesis)
    cdef int32_t *noops
    program.lattice = lattice
    program.options = options
    if min(options.max_unchanged, most_noops) > FEW_NOOPS:
        noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
        if noops == NULL:
            return arena_status(arena)
        most_noops = count_noops(noops, lattice)
    program.is_unlimited = options.max_unchanged >= most_noops and most_noops > 0
    # With no bound on noops, states need not count them: the highest c stands for itself and more.
    program.limit = 1 if program.is_unlimited else min(options.max_unchanged, most_noops)
    program.is_sparse = program.limit > FEW_NOOPS
    program.n_inside = N_SLOTS if program.is_sparse else program.limit + 1
    program.n_states = SPARSE_STATES if program.is_sparse else SEVERAL + program.n_inside
    program.keeps_ties = False
    program.n_clean = 0
    choose_fields(program, most_gold)
    program.cells = <int64_t *>arena_take(
        arena, <size_t>lattice.n_vertices * program.n_states, sizeof(int64_t)
    )
    program.labels = <Label *>arena_take(arena, lattice.n_vertices, sizeof(Label))
    if program.cells == NULL or program.labels == NULL:
        return arena_status(arena)
    return DONE


cdef inline int64_t take_gold_arcs(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t head, int64_t outside
) noexcept nogil:
    """Return the least cost outside an edit at a vertex, with the gold arcs into it, from `at` on."""
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef int64_t proposed = <int64_t>2 << program.correct_bits
    cdef const GoldArc *arc
    cdef int64_t cost
    while at[0] < found.n_arcs and found.arcs[at[0]].head == head:
        arc = &found.arcs[at[0]]
        at[0] += 1
        cost = cell_of(program, arc.tail)[OUTSIDE] + arc.epsilons * epsilon
        if arc.is_matched:
            cost -= <int64_t>1 << program.match_shift
        else:
            cost += arc.steps * STEP * epsilon
        if program.is_counting and arc.is_edit:
            cost += proposed + (<int64_t>arc.n_correct << 1 if found.is_countable else 0)
        outside = lesser(outside, cost, <uint64_t>epsilon - 1)
    return outside


cdef inline int64_t settled_cost(
    const Program *program, const Vertex *vertex, int64_t never, uint64_t mask
) noexcept nogil:
    """Return the least cost before changing base arcs into a vertex, if all of them leave settled
    vertices, else NEVER."""
    cdef const int64_t *before
    cdef int64_t cost = never
    if vertex.diagonal >= 0:
        before = cell_of(program, vertex.diagonal)
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = before[OUTSIDE]
    if vertex.deletion >= 0:
        before = cell_of(program, vertex.deletion)
        if before[SINGLE] != SETTLED:
            return NEVER
        cost = lesser(cost, before[OUTSIDE], mask)
    if vertex.insertion >= 0:
        before = cell_of(program, vertex.insertion)
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
    if first == 0:
        for state in range(program.n_states):
            program.cells[state] = NEVER
        program.cells[OUTSIDE] = 0
        first = 1
    if program.is_sparse:
        fill_sparse(program, found, first)
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
            cost = settled_cost(program, vertex, NEVER, mask)
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
            settle_cell(
                cell, N_SLOTS - 1, epsilon + proposed, epsilon, program.keeps_ties
            )


cdef inline void fill_limited(
    Program *program, const GoldArcs *found, int32_t first, int32_t limit, bint is_unlimited
) noexcept nogil:
    """Do the work of `fill_cells`, once for each kind of limit, which compilers then know.

    Nearly all time of ordinary text is spent here: the ways into a vertex stand side by side.
    """
    cdef int32_t n_states = SEVERAL + limit + 1
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef const Vertex *vertices = program.lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t *cell
    cdef const int64_t *before
    cdef int64_t cost, outside
    cdef int64_t at = 0
    cdef int32_t number, c
    cdef bint has_gold
    for number in range(first, program.lattice.n_vertices):
        vertex = &vertices[number]
        cell = program.cells + <int64_t>number * n_states
        has_gold = at < found.n_arcs and found.arcs[at].head == number
        if not has_gold:
            if not vertex.is_noop:
                cost = settled_cost(program, vertex, NEVER, mask)
                if cost < NEVER:
                    # Nearly all vertices where long texts have little in common.
                    cell[OUTSIDE] = cost + step
                    cell[SEVERAL] = cost + step - epsilon - proposed
                    leave_alone(cell, limit)
                    continue
            elif limit and not is_unlimited and vertex.deletion < 0 and vertex.insertion < 0:
                # Most vertices of most sentences: a noop is the only way in.
                before = program.cells + <int64_t>vertex.diagonal * n_states
                cell[SINGLE] = NEVER
                cell[SEVERAL] = NEVER
                cell[OUTSIDE] = before[OUTSIDE] + step
                cost = keep_words(cell, before, limit, step, mask)
                cell[OUTSIDE] = lesser(cell[OUTSIDE], cost + epsilon + proposed, mask)
                continue
        for c in range(n_states):
            cell[c] = NEVER
        if vertex.diagonal >= 0:
            before = program.cells + <int64_t>vertex.diagonal * n_states
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
            before = program.cells + <int64_t>vertex.deletion * n_states
            change(cell, before, limit, step, step + vertex.n_deletion * epsilon + proposed, mask)
        if vertex.insertion >= 0:
            before = program.cells + <int64_t>vertex.insertion * n_states
            change(cell, before, limit, step, step + vertex.n_insertion * epsilon + proposed, mask)
        outside = cell[OUTSIDE]
        if has_gold:
            outside = take_gold_arcs(program, found, &at, number, outside)
        cost = cell[SEVERAL]
        for c in range(1, limit + 1):
            cost = lesser(cost, cell[SEVERAL + c], mask)
        cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
        settle_cell(cell, limit, epsilon + proposed, epsilon, program.keeps_ties)
