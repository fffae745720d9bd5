"""The certified program: what MaxMatch counts, found without the list of longer arcs.

At a vertex a path from the start is *outside* an edit, or inside one that has a *single* changing
arc so far, or inside one of several arcs. The latter may hold many noops; but few of their costs
are of use: to close costs a thousandth, so none is below that of outside by more than one, and one
that is above it by more than one is on no lightest path. So there are three slots, for the cost
outside less a thousandth, for that cost, and for one more; each holds the fewest noops that an edit
of this cost can have. Noops alone are no edit, but need no state of their own.

Costs are packed: minus the matches, then 1000 a step and the thousandths, proposed, correct, and a
bit of doubt: two ways of equal cost met that count differently.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of, tail_of
from fastgec.maxmatch.program.weights cimport STEP
from fastgec.maxmatch.terms.records cimport Cell, GoldArc, GoldArcs, Program


cdef extern from *:
    """
    #define FASTGEC_NEVER ((int64_t)1 << 61)
    """
    const int64_t NEVER "FASTGEC_NEVER"  # cost of what cannot be


cdef enum:
    N_SLOTS = 3
    MOST_BITS = 60  # of a packed cost
    MOST_NOOPS = 0xFFFF  # that a slot can count


cdef inline int64_t lesser(int64_t a, int64_t b, uint64_t mask) noexcept nogil:
    """Return the lesser of two packed costs; doubtful if they differ in counts alone."""
    return (a if a < b else b) | (<uint64_t>(a ^ b) - 1 < mask)


cdef inline void lower(int64_t *cost, int64_t other) noexcept nogil:
    if other < cost[0]:
        cost[0] = other


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    """Return the cost outside an edit at a vertex, without counts."""
    return program.cells[vertex].outside >> program.cost_shift


cdef inline int64_t match_cost(const Program *program) noexcept nogil:
    """Return the cost of a matched arc, negated, without counts."""
    return <int64_t>1 << (program.match_shift - program.cost_shift)


cdef inline int64_t gold_cost(const Program *program, const GoldArc *arc) noexcept nogil:
    """Return the cost of an arc that spells gold edits, without counts."""
    return arc.epsilons + (
        -match_cost(program) if arc.is_matched else <int64_t>arc.steps * STEP
    )


cdef inline int32_t bits_of(int64_t value) noexcept nogil:
    cdef int32_t bits = 0
    while value >> bits:
        bits += 1
    return bits


cdef inline void choose_fields(Program *program, int64_t most_gold) noexcept nogil:
    """Choose the widths of the fields; where counts have no place beside the cost, they are left
    out, and there is no certificate."""
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


cdef struct Ways:
    # Ways into a vertex inside an edit of several arcs: up to four by each of three arcs.
    int64_t costs[12]
    int32_t noops[12]
    int32_t size


cdef inline void add_way(Ways *ways, int64_t cost, int32_t noops) noexcept nogil:
    ways.costs[ways.size] = cost
    ways.noops[ways.size] = noops
    ways.size += 1


cdef inline void go_on(
    Ways *ways, const Cell *before, int64_t step, int32_t noop, int32_t limit
) noexcept nogil:
    """Take a base arc inside the edits of a cell."""
    cdef int32_t slot
    if noop > limit:
        return
    for slot in range(N_SLOTS):
        if before.inside[slot] < NEVER and before.noops[slot] + noop <= limit:
            add_way(ways, before.inside[slot] + step, before.noops[slot] + noop)
    if before.single < NEVER:
        add_way(ways, before.single + step, noop)


cdef inline void keep_slots(Cell *cell, const Ways *ways, int32_t shift) noexcept nogil:
    """Write the slots of a cell, whose cost outside is known."""
    cdef int64_t least = (cell.outside >> shift) - 1
    cdef int64_t level
    cdef int32_t way, slot
    cdef int32_t fewest = MOST_NOOPS + 1
    for slot in range(N_SLOTS):
        cell.inside[slot] = NEVER
        cell.noops[slot] = MOST_NOOPS
    for way in range(ways.size):
        level = (ways.costs[way] >> shift) - least
        if level >= N_SLOTS:
            continue
        slot = <int32_t>level
        if cell.inside[slot] >= NEVER:
            cell.inside[slot] = ways.costs[way]
        elif cell.inside[slot] != ways.costs[way]:
            cell.inside[slot] |= 1  # they count differently
        cell.noops[slot] = <uint16_t>min(<int32_t>cell.noops[slot], ways.noops[way])
    for slot in range(N_SLOTS):
        if cell.inside[slot] < NEVER:
            if cell.noops[slot] >= fewest:
                cell.inside[slot] = NEVER
            else:
                fewest = cell.noops[slot]


cdef inline void fill_cells(Program *program, const GoldArcs *found) noexcept nogil:
    """Compute the costs of all states of all vertices."""
    cdef const Lattice *lattice = program.lattice
    cdef Cell *cells = program.cells
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef int32_t limit = min(<int32_t>MOST_NOOPS - 1, program.options.max_unchanged)
    cdef int64_t at = 0
    cdef int64_t cost, outside, single
    cdef int32_t number, side, way, tail, copies
    cdef const Vertex *vertex
    cdef const Cell *before
    cdef Cell *cell
    cdef const GoldArc *arc
    cdef Ways ways
    cells[0].outside = 0
    cells[0].single = cells[0].inside[0] = cells[0].inside[1] = cells[0].inside[2] = NEVER
    for number in range(1, lattice.n_vertices):
        vertex = &lattice.vertices[number]
        cell = &cells[number]
        outside = single = cost = NEVER
        ways.size = 0
        for side in range(3):
            tail = tail_of(vertex, number, side)
            if tail < 0:
                continue
            before = &cells[tail]
            if side == 0 and vertex.is_noop:
                outside = before.outside + step
                if limit:
                    add_way(&ways, outside, 1)
                    go_on(&ways, before, step, 1, limit)
                continue
            copies = vertex.n_insertion if side == 2 else (
                vertex.n_deletion if side else vertex.n_diagonal
            )
            single = lesser(single, before.outside + step, mask)
            outside = lesser(outside, before.outside + step + copies * epsilon + proposed, mask)
            go_on(&ways, before, step, 0, limit)
        while at < found.n_arcs and found.arcs[at].head == number:
            arc = &found.arcs[at]
            at += 1
            cost = cells[arc.tail].outside + gold_cost(program, arc) * epsilon
            if program.is_counting and arc.is_edit:
                cost += proposed + (<int64_t>arc.n_correct << 1 if found.is_countable else 0)
            outside = lesser(outside, cost, mask)
        cost = NEVER
        for way in range(ways.size):
            cost = lesser(cost, ways.costs[way], mask)
        cell.outside = lesser(outside, cost + epsilon + proposed, mask)
        cell.single = single
        keep_slots(cell, &ways, program.cost_shift)
