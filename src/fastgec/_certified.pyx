"""The certified program: what MaxMatch counts, found without the list of longer arcs.

The published scorer takes the lightest path over base and joined arcs, and settles ties by the last
bit of sums of doubles and by the order of its list. Most sentences do not depend on either. This
program finds their counts in time linear in the lattice, and knows when it may not.

**States.** At a vertex, a path from the start is in one of these:

    O     outside an edit
    B     inside an edit that has one changing arc so far and nothing else
    C(c)  inside an edit of several arcs, at least one of them changing, with c noops
    A(c)  inside an edit that has c noops so far and nothing else, c >= 1

with c at most u, the most unchanged words of an edit.

**Costs**, compared in this order: matched arcs (more is better); then 1000 per lattice step outside
matched arcs, and 1 per thousandth that the scorer adds. An edit of one base arc has as many
thousandths as alignments it lies in (1 or 2), a longer one has at least 1. Noops outside an edit
cost their step. Arcs that spell gold edits come from `_goldarcs`, with their own weights, and lead
from O to O. Beside the cost, a path carries what it counts: proposed and correct edits.

**Why the result is exact.** Each path of the scorer is a path here, with the same counts and at no
greater cost: a label is a real way with at most u noops, it has at least one thousandth, and joined
noops that survived their removal cost the steps of their noops. So the least cost here is a bound
that no path of the scorer undercuts. If some path of that cost is one of the scorer's, with equal
cost, then the scorer's lightest paths are exactly its paths of that cost, and each of them is an
optimal path here. If, besides, all optimal paths here have the same counts, it does not matter
which of them the order prefers: these are the counts. What is checked, then:

1. Doubt: a packed cost carries one bit that is set where two ways of equal cost met that count
   differently, and inherited from there. It must be clear at the end.
2. One optimal path is read back. Each edit of several arcs must have a label in the scorer's list
   with as many steps as were counted and exactly one copy; each insertion in a row that the
   insertion rule weighs, that weight. Arcs of joined noops that may not have survived, none.
3. Counts of arcs add up along a path (`GoldArcs.is_countable`).
4. A matched arc weighs -|E|, and |E| is at least the number of base entries; that number must exceed
   the rest of the cost, so that no number of steps outweighs a match.
5. Sums of doubles keep the order of exact sums as long as all roundings together stay below one
   thousandth, which holds for any lattice of up to some 40,000 vertices; beyond that rounding noise
   decides what the scorer prints, and the exact answer is given.

**Packing.** A cost is one signed 64-bit integer: minus the matches, then steps and thousandths,
proposed, correct, doubt, from the highest bit to the lowest. The widths of the fields follow from
the sentence. Where they do not fit, doubt and counts are left out: there is no certificate then, but
the costs hold for what comes next.

Costs of vertices before the head of the first gold arc are the same for all annotators; they are
computed once.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._goldarcs cimport GoldArc, GoldArcs, arc_epsilons, insertion_epsilons
from fastgec._labels cimport Label, label_arc
from fastgec._lattice cimport (
    Edit, Lattice, Options, Vertex, shifts_span, write_edit,
)


cdef enum:
    FEW_NOOPS = 8  # so many states are not worth a look at the sentence
    MOST_BITS = 60  # of a packed cost


cdef inline int64_t lesser(int64_t a, int64_t b, uint64_t count_mask) noexcept nogil:
    """Return the lesser of two packed costs; doubtful if they differ in counts alone."""
    return (a if a < b else b) | (<uint64_t>(a ^ b) - 1 < count_mask)


cdef inline int32_t bits_of(int64_t value) noexcept nogil:
    cdef int32_t bits = 0
    while value >> bits:
        bits += 1
    return bits


cdef void choose_fields(Program *program, int64_t most_gold) noexcept nogil:
    """Choose the widths of the fields of a packed cost.

    A path matches no more arcs than the annotator has gold edits: of a span that holds source tokens
    it has one arc, and an insertion that is matched takes a gold edit that no other one takes, also
    where release 3.2 shifts it. Where counts have no place beside the cost, they are left out.
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


cdef Status count_noops(
    int32_t *most_noops, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Find the most noops of any path."""
    cdef int32_t *noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    cdef const Vertex *vertex
    cdef int32_t number, most
    if noops == NULL:
        return arena_status(arena)
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        most = 0
        if vertex.diagonal >= 0:
            most = noops[vertex.diagonal] + vertex.is_noop
        if vertex.deletion >= 0:
            most = max(most, noops[vertex.deletion])
        if vertex.insertion >= 0:
            most = max(most, noops[vertex.insertion])
        noops[number] = most
    most_noops[0] = noops[lattice.n_vertices - 1]
    return DONE


cdef Status open_program(
    Program *program, const Lattice *lattice, const Options *options, int64_t most_gold,
    Arena *arena,
) noexcept nogil:
    """Take memory for the programs of one sentence, whose annotators have up to `most_gold` edits."""
    cdef int32_t most_noops = min(lattice.n_source, lattice.n_hypothesis)
    cdef Status status
    program.lattice = lattice
    program.options = options
    if min(options.max_unchanged, most_noops) > FEW_NOOPS:
        status = count_noops(&most_noops, lattice, arena)
        if status != DONE:
            return status
    program.is_unlimited = options.max_unchanged >= most_noops and most_noops > 0
    # With no bound on noops, states need not count them: the highest c stands for itself and more.
    program.limit = 1 if program.is_unlimited else min(options.max_unchanged, most_noops)
    program.n_states = 2 * program.limit + 3
    program.n_clean = 0
    choose_fields(program, most_gold)
    program.cells = <int64_t *>arena_take(
        arena, <size_t>lattice.n_vertices * program.n_states, sizeof(int64_t)
    )
    program.labels = <Label *>arena_take(arena, lattice.n_vertices, sizeof(Label))
    if program.cells == NULL or program.labels == NULL:
        return arena_status(arena)
    return DONE


cdef inline void change(
    int64_t *cell, const int64_t *before, int32_t limit, int64_t step, int64_t single,
    uint64_t mask,
) noexcept nogil:
    """Take a changing base arc; `single` is the cost of an edit that is this arc alone."""
    cdef int32_t c
    cell[OUTSIDE] = lesser(cell[OUTSIDE], before[OUTSIDE] + single, mask)
    cell[SINGLE] = lesser(cell[SINGLE], before[OUTSIDE] + step, mask)
    cell[SEVERAL] = lesser(
        cell[SEVERAL], lesser(before[SEVERAL], before[SINGLE], mask) + step, mask
    )
    for c in range(1, limit + 1):
        cell[SEVERAL + c] = lesser(
            cell[SEVERAL + c],
            lesser(before[SEVERAL + c], before[SEVERAL + limit + c], mask) + step,
            mask,
        )


cdef void fill_cells(Program *program, const GoldArcs *found) noexcept nogil:
    """Compute the costs of all states of all vertices that are not clean."""
    cdef int32_t limit = program.limit
    cdef int32_t n_states = program.n_states
    cdef int64_t epsilon = <int64_t>1 << program.cost_shift
    cdef uint64_t mask = <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = <int64_t>2 << program.correct_bits if program.is_counting else 0
    cdef int64_t match = <int64_t>1 << program.match_shift
    cdef bint counts_correct = program.is_counting and found.is_countable
    cdef const Vertex *vertices = program.lattice.vertices
    cdef const Vertex *vertex
    cdef const GoldArc *arc
    cdef int64_t *cell
    cdef const int64_t *before
    cdef int64_t cost, outside
    cdef int64_t at = 0
    cdef int32_t number, c
    cdef int32_t first = program.n_clean
    if found.n_arcs and found.arcs[0].head < first:
        first = found.arcs[0].head
    if first == 0:
        for c in range(n_states):
            program.cells[c] = NEVER
        program.cells[OUTSIDE] = 0
        first = 1
    for number in range(first, program.lattice.n_vertices):
        vertex = &vertices[number]
        cell = program.cells + <int64_t>number * n_states
        if (
            vertex.is_noop and vertex.deletion < 0 and vertex.insertion < 0
            and limit and not program.is_unlimited
            and (at == found.n_arcs or found.arcs[at].head != number)
        ):
            # Most vertices of most sentences: a noop is the only way in.
            before = program.cells + <int64_t>vertex.diagonal * n_states
            outside = before[OUTSIDE] + step
            cell[SINGLE] = NEVER
            cell[SEVERAL] = NEVER
            cell[SEVERAL + limit + 1] = outside
            cost = lesser(before[SEVERAL], before[SINGLE], mask) + step
            cell[SEVERAL + 1] = cost
            for c in range(1, limit):
                cell[SEVERAL + limit + c + 1] = before[SEVERAL + limit + c] + step
                cell[SEVERAL + c + 1] = before[SEVERAL + c] + step
                cost = lesser(cost, before[SEVERAL + c] + step, mask)
            cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
            continue
        for c in range(n_states):
            cell[c] = NEVER
        if vertex.diagonal >= 0:
            before = program.cells + <int64_t>vertex.diagonal * n_states
            if vertex.is_noop:
                outside = before[OUTSIDE] + step
                cell[OUTSIDE] = outside
                if limit:
                    cell[SEVERAL + limit + 1] = outside
                    cell[SEVERAL + 1] = lesser(before[SEVERAL], before[SINGLE], mask) + step
                    for c in range(1, limit):
                        cell[SEVERAL + limit + c + 1] = before[SEVERAL + limit + c] + step
                        cell[SEVERAL + c + 1] = before[SEVERAL + c] + step
                    if program.is_unlimited:
                        c = SEVERAL + limit
                        cell[c] = lesser(cell[c], before[c] + step, mask)
                        c += limit
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
        while at < found.n_arcs and found.arcs[at].head == number:
            arc = &found.arcs[at]
            at += 1
            cost = program.cells[<int64_t>arc.tail * n_states + OUTSIDE] + arc.epsilons * epsilon
            cost += -match if arc.is_matched else arc.steps * step
            if arc.is_edit:
                cost += proposed + (<int64_t>arc.n_correct << 1 if counts_correct else 0)
            outside = lesser(outside, cost, mask)
        cost = cell[SEVERAL]
        for c in range(1, limit + 1):
            cost = lesser(cost, cell[SEVERAL + c], mask)
        cell[OUTSIDE] = lesser(outside, cost + epsilon + proposed, mask)
    program.n_clean = program.lattice.n_vertices
    if found.n_arcs:
        program.n_clean = found.arcs[0].head


cdef struct Reader:
    # Reads a path back: from one state to one before it of exactly the cost that is missing.
    const Program *program
    int64_t step
    int64_t epsilon
    int64_t match
    int64_t proposed
    int32_t shift


cdef inline bint leads_to(const Reader *reader, int64_t cost, int64_t wanted) noexcept nogil:
    # Counts need no look: where no doubt is left, equal cost has equal counts.
    return cost >> reader.shift == wanted >> reader.shift


cdef inline const int64_t *cell_of(const Program *program, int32_t vertex) noexcept nogil:
    return program.cells + <int64_t>vertex * program.n_states


cdef int32_t edit_tail(
    const Reader *reader, int32_t head, int32_t state, int32_t *n_steps
) noexcept nogil:
    """Read an edit of several arcs back from its last vertex and state; return its first vertex."""
    cdef const Program *program = reader.program
    cdef int32_t limit = program.limit
    cdef int32_t vertex = head
    cdef int32_t side, before, last_noop
    cdef int32_t befores[3]
    cdef const Vertex *here
    cdef const int64_t *cell
    cdef int64_t wanted
    cdef int32_t found
    n_steps[0] = 0
    while state != OUTSIDE:
        here = &program.lattice.vertices[vertex]
        wanted = cell_of(program, vertex)[state] - reader.step
        befores[0] = here.diagonal
        befores[1] = here.deletion
        befores[2] = here.insertion
        found = -1
        for side in range(3):
            before = befores[side]
            if before < 0:
                continue
            cell = cell_of(program, before)
            if side == 0 and here.is_noop:
                found = state_before_noop(program, cell, reader, state, wanted)
            elif state == SINGLE:
                if leads_to(reader, cell[OUTSIDE], wanted):
                    found = OUTSIDE
            elif SEVERAL <= state <= SEVERAL + limit:
                if leads_to(reader, cell[state], wanted):
                    found = state
                elif state == SEVERAL:
                    if leads_to(reader, cell[SINGLE], wanted):
                        found = SINGLE
                elif leads_to(reader, cell[state + limit], wanted):
                    found = state + limit
            if found >= 0:
                break
        if found < 0:
            return -1
        state = found
        vertex = before
        n_steps[0] += 1
    return vertex


cdef int32_t state_before_noop(
    const Program *program, const int64_t *cell, const Reader *reader, int32_t state, int64_t wanted
) noexcept nogil:
    """Return the state that a noop took to `state` at the cost wanted, or -1."""
    cdef int32_t limit = program.limit
    cdef int32_t top = SEVERAL + limit
    if state <= SEVERAL:
        return -1
    if state == SEVERAL + 1:
        if leads_to(reader, cell[SEVERAL], wanted):
            return SEVERAL
        if leads_to(reader, cell[SINGLE], wanted):
            return SINGLE
    elif state == top + 1:
        if leads_to(reader, cell[OUTSIDE], wanted):
            return OUTSIDE
    elif leads_to(reader, cell[state - 1], wanted):
        return state - 1
    if program.is_unlimited and (state == top or state == top + limit):
        if leads_to(reader, cell[state], wanted):
            return state
    return -1


cdef bint read_path(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Read one optimal path back, write its edits, and say whether the scorer has all its arcs."""
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *here
    cdef const GoldArc *arc
    cdef Reader reader
    cdef int32_t vertex = lattice.n_vertices - 1
    cdef int32_t tail, side, copies, c, n_steps
    cdef int32_t n_found = 0
    cdef int64_t at = found.n_arcs
    cdef int64_t wanted
    cdef bint is_inserting
    reader.program = program
    reader.epsilon = <int64_t>1 << program.cost_shift
    reader.step = STEP * reader.epsilon
    reader.match = <int64_t>1 << program.match_shift
    reader.proposed = <int64_t>2 << program.correct_bits
    reader.shift = program.cost_shift
    while vertex != 0:
        here = &vertices[vertex]
        wanted = cell_of(program, vertex)[OUTSIDE]
        if here.is_noop:
            if leads_to(&reader, cell_of(program, here.diagonal)[OUTSIDE] + reader.step, wanted):
                vertex = here.diagonal
                continue
        tail = -1
        while at > 0 and found.arcs[at - 1].head > vertex:
            at -= 1
        while at > 0 and found.arcs[at - 1].head == vertex:
            at -= 1
            arc = &found.arcs[at]
            if arc.is_doubtful:
                continue
            if leads_to(
                &reader,
                cell_of(program, arc.tail)[OUTSIDE]
                + arc.epsilons * reader.epsilon
                + (-reader.match if arc.is_matched else arc.steps * reader.step),
                wanted,
            ):
                tail = arc.tail
                break
        if tail >= 0:
            if arc.is_edit:
                is_inserting = vertices[tail].i == here.i
                write_edit(
                    &edits[n_found], lattice, tail, vertex,
                    shifts_span(program.options, lattice, tail, is_inserting),
                )
                n_found += 1
            vertex = tail
            continue
        for side in range(3):
            if side == 0:
                tail = -1 if here.is_noop else here.diagonal
                copies = here.n_diagonal
            elif side == 1:
                tail = here.deletion
                copies = here.n_deletion
            else:
                tail = here.insertion
                copies = here.n_insertion
            if tail >= 0 and leads_to(
                &reader,
                cell_of(program, tail)[OUTSIDE] + reader.step + copies * reader.epsilon,
                wanted,
            ):
                if side < 2 or insertion_epsilons(found, lattice, tail, vertex) == copies:
                    is_inserting = side == 2
                    break
            tail = -1
        if tail < 0:
            for c in range(program.limit + 1):
                if leads_to(&reader, cell_of(program, vertex)[SEVERAL + c] + reader.epsilon, wanted):
                    tail = edit_tail(&reader, vertex, SEVERAL + c, &n_steps)
                    break
            if tail < 0 or not has_label(program, found, tail, vertex, n_steps):
                return False
            is_inserting = program.labels[vertex].is_inserting
        write_edit(
            &edits[n_found], lattice, tail, vertex,
            shifts_span(program.options, lattice, tail, is_inserting),
        )
        n_found += 1
        vertex = tail
    n_edits[0] = n_found
    return True


cdef bint has_label(
    const Program *program, const GoldArcs *found, int32_t tail, int32_t head, int32_t n_steps
) noexcept nogil:
    """Whether the scorer has the arc of an edit, with this length and one thousandth."""
    cdef const Label *label = &program.labels[head]
    return (
        label_arc(program.labels, program.lattice, program.options, tail, head)
        and label.steps == n_steps
        and label.noops < label.steps
        and arc_epsilons(found, program.lattice, label, tail, head) == 1
    )


cdef void reverse_edits(Edit *edits, int32_t n_edits) noexcept nogil:
    cdef int32_t at
    cdef Edit edit
    for at in range(n_edits // 2):
        edit = edits[at]
        edits[at] = edits[n_edits - 1 - at]
        edits[n_edits - 1 - at] = edit


cdef bint certify(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits,
    int64_t *n_correct,
) noexcept nogil:
    """Say whether the counts are certain; if so, write them and an edit sequence that has them.

    `edits` has room for n_source + n_hypothesis of them. The cells are filled for these arcs.
    """
    cdef const Lattice *lattice = program.lattice
    cdef int64_t packed, cost, n_matches
    if not (program.is_counting and found.is_countable):
        return False
    packed = cell_of(program, lattice.n_vertices - 1)[OUTSIDE]
    if packed & 1:
        return False
    n_matches = -(packed >> program.match_shift)
    cost = (packed + (n_matches << program.match_shift)) >> program.cost_shift
    if n_matches and cost >= STEP * lattice.n_entries:
        return False
    if not read_path(program, found, edits, n_edits):
        return False
    reverse_edits(edits, n_edits[0])
    n_correct[0] = (packed >> 1) & ((<int64_t>1 << program.correct_bits) - 1)
    return (
        n_edits[0]
        == (packed >> (1 + program.correct_bits))
        & ((<int64_t>1 << (program.cost_shift - program.correct_bits - 1)) - 1)
    )
