"""The forward program: the least cost of a path to each vertex, in a graph that holds every path of
the scorer at no greater cost. It needs no list of longer arcs: it is linear in the lattice.

**States.** A path from the start is *outside* an edit at a vertex, or inside one that has a
*single* changing arc so far, or inside one of several arcs with c noops, 0 <= c <= u, of which some
arc changes, or which is about to. Noops cost their steps. An edit of one base arc costs its step
and a thousandth for each alignment that holds the arc, an edit of several arcs its steps and one
thousandth, an arc that spells a gold edit what `gold_arcs` says. The scorer's arcs cost as much or
more: an arc may have more entries, the rule of insertions may visit an entry twice, and its label
may have more steps than the path by which this graph joins the same vertices. So the least cost
here is a lower bound of the scorer's, and what a path counts is the same.

**Three slots stand for all c.** Let O be the least cost outside at a vertex, in thousandths.

 1. A prefix of an edit never costs less than O - 1: to close it costs one more, and leads outside.
 2. One that costs O + 2 or more is on no minimum-cost path. Let the rest of its edit take s steps:
    the whole edit costs O + 2 + 1000 s + 1 at least. To go on from outside instead costs at most
    O + 1000 s + 2: the rest is noops (0 thousandths), one base arc (at most 2), or an edit of
    several arcs (1), which has no more noops than the whole.
 3. Of prefixes of equal cost the one with the fewest noops can be completed by all that complete
    another one, at the same cost. And one that costs more and has as many noops is on no
    minimum-cost path: what completes it completes the cheaper one.

So each vertex has slots for O - 1, O and O + 1, and in each the fewest noops; a slot with no fewer
noops than a cheaper one is empty. The least costs are those of all states. A prefix of noops alone
needs no state of its own: to close it costs more than to have stayed outside.

**Doubt.** Costs are packed: minus the matches, then 1000 a step and the thousandths, proposed,
correct, and a bit of doubt, which is set where two costs met that differ in their counts alone. By
3. a minimum-cost path that a slot drops has one beside it that the slot keeps, with the same arcs
behind it; if the two count differently, the slot is in doubt. So without doubt at the end all
minimum-cost paths of the graph count alike.

Of costs outside all are kept, 8 bytes a vertex, and where an edit of several arcs that closes there
begins; of the states inside edits two rows, in a ring.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec._lattice cimport Lattice, Vertex, tail_of, widest_row
from fastgec.maxmatch.program.weights cimport STEP
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport N_SLOTS, Cell, GoldArc, GoldArcs, Label, Program


cdef extern from *:
    """
    #define FASTGEC_NEVER ((int64_t)1 << 61)
    """
    const int64_t NEVER "FASTGEC_NEVER"  # cost of what cannot be


cdef enum:
    MOST_BITS = 60  # of a packed cost
    UNCOUNTED = 0x7FFFFFFF  # noops of an empty slot
    AT_ONCE = 1 << 16  # vertices between two looks whether work must stop


cdef inline int64_t lesser(int64_t a, int64_t b, uint64_t mask) noexcept nogil:
    """Return the lesser of two packed costs; doubtful if they differ in counts alone."""
    return (a if a < b else b) | (<uint64_t>(a ^ b) - 1 < mask)


cdef inline void lower(int64_t *cost, int64_t other) noexcept nogil:
    if other < cost[0]:
        cost[0] = other


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    """Return the cost outside an edit at a vertex, without counts."""
    return program.outsides[vertex] >> program.cost_shift


cdef inline int64_t match_cost(const Program *program) noexcept nogil:
    """Return the cost of a matched arc, negated, without counts."""
    return <int64_t>1 << (program.match_shift - program.cost_shift)


cdef inline int64_t gold_cost(const Program *program, const GoldArc *arc) noexcept nogil:
    """Return the cost of an arc that spells gold edits, without counts."""
    return arc.epsilons + (
        -match_cost(program) if arc.is_matched else <int64_t>arc.steps * STEP
    )


cdef inline int32_t copies_of(const Vertex *vertex, int32_t side) noexcept nogil:
    """Return in how many alignments a base arc into a vertex lies."""
    return vertex.n_insertion if side == 2 else vertex.n_deletion if side else vertex.n_diagonal


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
    beside the cost, they are left out, and there is no certificate.
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
    program.epsilon = <int64_t>1 << program.cost_shift
    program.proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    program.match_shift = program.cost_shift + cost_bits
    program.is_wide_enough = program.match_shift + match_bits <= MOST_BITS


cdef inline Status open_program(
    Program *program, const Lattice *lattice, const Options *options, int64_t most_gold,
    Arena *arena,
) noexcept nogil:
    """Take memory for a sentence's programs; its annotators have up to `most_gold` edits."""
    program.lattice = lattice
    program.options = options
    choose_fields(program, most_gold)
    program.mask = 15
    while program.mask < 2 * widest_row(lattice):
        program.mask = 2 * program.mask + 1
    program.cells = <Cell *>arena_take(arena, program.mask + 1, sizeof(Cell))
    program.outsides = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
    program.edit_tails = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    program.labels = <Label *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1), sizeof(Label)
    )
    if (
        program.cells == NULL or program.outsides == NULL or program.edit_tails == NULL
        or program.labels == NULL
    ):
        return arena_status(arena)
    return DONE


cdef inline Cell *cell_of(const Program *program, int32_t number) noexcept nogil:
    """Return the cell of a vertex: of those of its row and of the row above, two rows at least."""
    return &program.cells[number & program.mask]


cdef struct Prefixes:
    # Prefixes of edits of several arcs that end at a vertex: up to four by each of three arcs.
    int64_t costs[12]
    int32_t noops[12]
    int32_t tails[12]
    int32_t size


cdef inline void add_prefix(
    Prefixes *prefixes, int64_t cost, int32_t noops, int32_t tail
) noexcept nogil:
    prefixes.costs[prefixes.size] = cost
    prefixes.noops[prefixes.size] = noops
    prefixes.tails[prefixes.size] = tail
    prefixes.size += 1


cdef inline void go_on(
    Prefixes *prefixes, const Cell *before, int64_t n_slots, int64_t step, int32_t noop,
    int32_t limit,
) noexcept nogil:
    """Take a base arc inside the edits of a cell: those of its first slots, and of one arc."""
    cdef int64_t slot
    if noop > limit:
        return
    for slot in range(min(n_slots, N_SLOTS)):
        if before.inside[slot] < NEVER and before.noops[slot] + noop <= limit:
            add_prefix(
                prefixes, before.inside[slot] + step, before.noops[slot] + noop,
                before.tails[slot],
            )
    if before.single < NEVER:
        add_prefix(prefixes, before.single + step, noop, before.single_tail)


cdef inline void keep_slots(Cell *cell, const Prefixes *prefixes, int32_t shift) noexcept nogil:
    """Write the slots of a cell, whose cost outside is known."""
    cdef int64_t least = ((cell.outside >> shift) - 1) << shift
    cdef int64_t level
    cdef int32_t at, slot
    cdef int32_t fewest = UNCOUNTED
    for slot in range(N_SLOTS):
        cell.inside[slot] = NEVER
        cell.noops[slot] = UNCOUNTED
    for at in range(prefixes.size):
        level = (prefixes.costs[at] - least) >> shift
        if level >= N_SLOTS:
            continue
        slot = <int32_t>level
        if cell.inside[slot] >= NEVER:
            cell.inside[slot] = prefixes.costs[at]
        elif cell.inside[slot] != prefixes.costs[at]:
            cell.inside[slot] |= 1  # they count differently
        if prefixes.noops[at] < cell.noops[slot]:
            cell.noops[slot] = prefixes.noops[at]
            cell.tails[slot] = prefixes.tails[at]
    for slot in range(N_SLOTS):
        if cell.noops[slot] < fewest:
            fewest = cell.noops[slot]
        else:
            cell.inside[slot] = NEVER


cdef inline int64_t take_gold_arcs(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t head, int64_t outside
) noexcept nogil:
    """Return the least cost outside an edit at a vertex, with gold arcs into it, from `at` on."""
    cdef int64_t epsilon = program.epsilon
    cdef const GoldArc *arc
    cdef int64_t cost
    while at[0] < found.n_arcs and found.arcs[at[0]].head == head:
        arc = &found.arcs[at[0]]
        at[0] += 1
        cost = program.outsides[arc.tail] + gold_cost(program, arc) * epsilon
        if program.is_counting and arc.is_edit:
            cost += program.proposed
            cost += <int64_t>arc.n_correct << 1 if found.is_countable else 0
        outside = lesser(outside, cost, <uint64_t>epsilon - 1)
    return outside


cdef inline int64_t excess(const Program *program, const Cell *before, int64_t outside) noexcept nogil:
    """Return by how many thousandths a noop from a cell costs more than a vertex outside an edit.

    By more than N_SLOTS, and no prefix of an edit that goes on from the cell has a slot, or closes
    at what the vertex costs: one of several arcs costs one less than the cell outside, or more, and
    a single one two less, as an edit of a base arc costs two more at most. By so many, and none of
    its last slots has one: in the slot k it costs k - 1 more than the cell outside.
    """
    return (before.outside >> program.cost_shift) + STEP - (outside >> program.cost_shift)


cdef inline void fill_cell(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t number
) noexcept nogil:
    """Compute the costs of one vertex; `at` goes up over gold arcs."""
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int64_t epsilon = program.epsilon
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = program.proposed
    cdef int32_t limit = program.options.max_unchanged
    cdef int64_t cost, more, outside = NEVER
    cdef int32_t side, tail, way
    cdef const Cell *before
    cdef Cell *cell = cell_of(program, number)
    cdef Prefixes prefixes
    prefixes.size = 0
    cell.single = NEVER
    for side in range(3):
        tail = tail_of(vertex, number, side)
        if tail < 0:
            continue
        before = cell_of(program, tail)
        cost = before.outside + step
        if side == 0 and vertex.is_noop:
            outside = cost
            if limit:
                add_prefix(&prefixes, cost, 1, tail)
            continue
        if cost < cell.single:
            cell.single_tail = tail
        cell.single = lesser(cell.single, cost, mask)
        outside = lesser(outside, cost + copies_of(vertex, side) * epsilon + proposed, mask)
    if at[0] < found.n_arcs and found.arcs[at[0]].head == number:
        outside = take_gold_arcs(program, found, at, number, outside)
    for side in range(3):
        tail = tail_of(vertex, number, side)
        if tail >= 0:
            before = cell_of(program, tail)
            more = excess(program, before, outside)
            if more <= N_SLOTS:
                go_on(
                    &prefixes, before, N_SLOTS - more, step, side == 0 and vertex.is_noop, limit
                )
    cost = NEVER
    for way in range(prefixes.size):
        cost = lesser(cost, prefixes.costs[way], mask)
    cell.outside = lesser(outside, cost + epsilon + proposed, mask)
    keep_slots(cell, &prefixes, program.cost_shift)
    cell.is_free = cell.single >= NEVER and cell.inside[0] >= NEVER and (
        cell.inside[2] >= NEVER
        and (cell.inside[1] >= NEVER or cell.inside[1] == cell.outside and limit > 0)
    )
    program.outsides[number] = cell.outside
    program.edit_tails[number] = cell.tails[0] if cell.inside[0] < NEVER else -1


cdef inline void fill_free(
    Cell *cell, const Cell *before, int32_t tail, int64_t step, bint may_open
) noexcept nogil:
    """Compute the costs of a vertex that a noop alone leads to, from one that is free.

    At a free vertex no edit is open but one that costs what it costs outside: an edit that begins
    with the next noop is as good, so what follows is free again. Most vertices of text are.
    """
    cell.outside = before.outside + step
    cell.single = cell.inside[0] = cell.inside[1] = cell.inside[2] = NEVER
    if may_open:
        cell.inside[1] = cell.outside
        cell.noops[1] = 1
        cell.tails[1] = tail
    cell.is_free = True


cdef inline void fill_start(const Program *program) noexcept nogil:
    """Write the costs of the first vertex."""
    cdef Cell *cell = cell_of(program, 0)
    cell.outside = program.outsides[0] = 0
    cell.single = cell.inside[0] = cell.inside[1] = cell.inside[2] = NEVER
    cell.is_free = True


cdef inline void fill_vertices(
    const Program *program, const GoldArcs *found, int64_t *at, int32_t first, int32_t end
) noexcept nogil:
    """Compute the costs of vertices that follow one another; `at` goes up over gold arcs."""
    cdef const Vertex *vertices = program.lattice.vertices
    cdef const Vertex *vertex
    cdef int32_t next_gold = found.arcs[at[0]].head if at[0] < found.n_arcs else -1
    cdef int64_t step = STEP * program.epsilon
    cdef bint may_open = program.options.max_unchanged > 0
    cdef Cell *cells = program.cells
    cdef int32_t mask = program.mask
    cdef int64_t *outsides = program.outsides
    cdef int32_t *edit_tails = program.edit_tails
    cdef int32_t number, tail
    cdef const Cell *before
    for number in range(first, end):
        vertex = &vertices[number]
        if vertex.is_noop and not vertex.n_deletion | vertex.n_insertion and number != next_gold:
            tail = vertex.above - 1
            before = &cells[tail & mask]
            if before.is_free:
                fill_free(&cells[number & mask], before, tail, step, may_open)
                outsides[number] = cells[number & mask].outside
                edit_tails[number] = -1
                continue
        fill_cell(program, found, at, number)
        next_gold = found.arcs[at[0]].head if at[0] < found.n_arcs else -1


cdef inline Status fill_program(const Program *program, const GoldArcs *found) noexcept nogil:
    """Compute the costs of all vertices."""
    cdef int64_t at = 0
    cdef int32_t first = 1, end
    fill_start(program)
    while first < program.lattice.n_vertices:
        if is_cancelled(program.options.cancel):
            return CANCELLED
        end = min(first + AT_ONCE, program.lattice.n_vertices)
        fill_vertices(program, found, &at, first, end)
        first = end
    return DONE
