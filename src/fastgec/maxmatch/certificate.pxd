"""The certificate: when the counts of the certified program are the published scorer's.

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
4. A matched arc weighs -|E|, and |E| is at least the number of base entries; that number must
   exceed the rest of the cost, so that no number of steps outweighs a match.
5. Sums of doubles keep the order of exact sums as long as all roundings together stay below one
   thousandth, which holds for any lattice of up to some 40,000 vertices; beyond that rounding noise
   decides what the scorer prints, and the exact answer is given.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.cells cimport FIRST_NEED, N_SLOTS, OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.certified cimport cell_of, outside_at, state_cost
from fastgec.maxmatch.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.labels cimport label_arc, label_at
from fastgec.maxmatch.records cimport GoldArc, GoldArcs, Label, Program
from fastgec.maxmatch.weights cimport STEP, arc_epsilons, insertion_epsilons


cdef struct Reader:
    # Reads a path back: from one state to one before it of exactly the cost that is missing.
    const Program *program
    int64_t step
    int64_t epsilon
    int64_t match
    int64_t proposed
    int32_t shift


cdef inline bint costs_so(const Reader *reader, int64_t cost, int64_t wanted) noexcept nogil:
    """Whether a cost is the one wanted."""
    # Counts need no look: where no doubt is left, equal cost has equal counts.
    return cost >> reader.shift == wanted >> reader.shift


cdef inline int32_t edit_tail(
    const Reader *reader, int32_t head, int32_t state, int32_t *n_steps
) noexcept nogil:
    """Read an edit of several arcs back from its last vertex and state; return its first vertex."""
    cdef const Program *program = reader.program
    cdef int32_t vertex = head
    cdef int32_t side, before, last_noop
    cdef int32_t befores[3]
    cdef const Vertex *here
    cdef int64_t wanted
    cdef int32_t found
    n_steps[0] = 0
    while state != OUTSIDE:
        here = &program.lattice.vertices[vertex]
        wanted = state_cost(program, vertex, state) - reader.step
        befores[0] = here.diagonal
        befores[1] = here.deletion
        befores[2] = here.insertion
        found = -1
        for side in range(3):
            before = befores[side]
            if before < 0:
                continue
            if side == 0 and here.is_noop:
                found = state_before_noop(program, before, reader, state, wanted)
            elif state == SINGLE:
                if costs_so(reader, outside_at(program, before), wanted):
                    found = OUTSIDE
            elif costs_so(reader, state_cost(program, before, state), wanted):
                found = state
            elif state == SEVERAL and costs_so(
                reader, state_cost(program, before, SINGLE), wanted
            ):
                found = SINGLE
            if found >= 0:
                break
        if found < 0:
            return -1
        state = found
        vertex = before
        n_steps[0] += 1
    return vertex


cdef inline int32_t sparse_tail(
    const Reader *reader, int32_t head, int32_t state, int32_t *n_steps
) noexcept nogil:
    """Do the work of `edit_tail` for sparse cells."""
    cdef const Program *program = reader.program
    cdef int32_t vertex = head
    cdef int32_t side, before, slot, found
    cdef int32_t befores[3]
    cdef const Vertex *here
    cdef const int64_t *cell = cell_of(program, vertex)
    cdef int64_t most = cell[state + N_SLOTS]  # noops that the edit may have up to here
    cdef int64_t wanted, noop
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
            noop = side == 0 and here.is_noop != 0
            if before < 0 or noop and (state == SINGLE or most == 0):
                continue
            cell = cell_of(program, before)
            if state == SINGLE or noop:
                if costs_so(reader, cell[OUTSIDE], wanted):
                    found = OUTSIDE
            if state != SINGLE:
                if costs_so(reader, cell[SINGLE], wanted):
                    found = SINGLE
                for slot in range(N_SLOTS):
                    if (
                        costs_so(reader, cell[SEVERAL + slot], wanted)
                        and cell[FIRST_NEED + slot] + noop <= most
                    ):
                        found = SEVERAL + slot
            if found >= 0:
                break
        if found < 0:
            return -1
        state = found
        vertex = before
        most -= noop
        n_steps[0] += 1
    return vertex


cdef inline int32_t state_before_noop(
    const Program *program, int32_t before, const Reader *reader, int32_t state, int64_t wanted
) noexcept nogil:
    """Return the state that a noop took to `state` at the cost wanted, or -1."""
    if state <= SEVERAL:
        return -1
    if costs_so(reader, state_cost(program, before, state - 1), wanted):
        return state - 1
    if state == SEVERAL + 1:
        if costs_so(reader, state_cost(program, before, SINGLE), wanted):
            return SINGLE
        if costs_so(reader, outside_at(program, before), wanted):
            return OUTSIDE
    if program.is_unlimited and state == SEVERAL + program.limit:
        if costs_so(reader, state_cost(program, before, state), wanted):
            return state
    return -1


cdef inline bint read_path(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Read one optimal path back, write its edits, and say whether the scorer has all its arcs.

    One loop from the end to the start asks for a noop, a gold arc, a base arc and an edit of
    several arcs, in this order: what one of them takes, the others need not look at.
    """
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
        wanted = outside_at(program, vertex)
        if here.is_noop:
            if costs_so(&reader, outside_at(program, here.diagonal) + reader.step, wanted):
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
            if costs_so(
                &reader,
                outside_at(program, arc.tail)
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
            if tail >= 0 and costs_so(
                &reader,
                outside_at(program, tail) + reader.step + copies * reader.epsilon,
                wanted,
            ):
                if side < 2 or insertion_epsilons(found, lattice, tail, vertex) == copies:
                    is_inserting = side == 2
                    break
            tail = -1
        if tail < 0:
            for c in range(program.n_inside):
                if costs_so(
                    &reader, state_cost(program, vertex, SEVERAL + c) + reader.epsilon, wanted
                ):
                    if program.is_sparse:
                        tail = sparse_tail(&reader, vertex, SEVERAL + c, &n_steps)
                    else:
                        tail = edit_tail(&reader, vertex, SEVERAL + c, &n_steps)
                    break
            if tail < 0 or not has_label(program, found, tail, vertex, n_steps):
                return False
            is_inserting = label_at(program.labels, lattice, vertex).is_inserting
        write_edit(
            &edits[n_found], lattice, tail, vertex,
            shifts_span(program.options, lattice, tail, is_inserting),
        )
        n_found += 1
        vertex = tail
    n_edits[0] = n_found
    return True


cdef inline bint has_label(
    const Program *program, const GoldArcs *found, int32_t tail, int32_t head, int32_t n_steps
) noexcept nogil:
    """Whether the scorer has the arc of an edit, with this length and one thousandth."""
    cdef const Label *label = label_at(program.labels, program.lattice, head)
    return (
        label_arc(program.labels, program.lattice, program.options, tail, head)
        and label.steps == n_steps
        and label.noops < label.steps
        and arc_epsilons(found, program.lattice, label, tail, head) == 1
    )


cdef inline bint shows_path(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Whether the scorer is seen to have a path of the least cost; if so, write its edits.

    `edits` has room for n_source + n_hypothesis of them. The cells are filled for these arcs.
    """
    cdef const Lattice *lattice = program.lattice
    cdef int64_t packed = outside_at(program, lattice.n_vertices - 1)
    cdef int64_t n_matches = -(packed >> program.match_shift)
    cdef int64_t cost = (packed + (n_matches << program.match_shift)) >> program.cost_shift
    if n_matches and cost >= STEP * lattice.n_entries:
        return False
    if not read_path(program, found, edits, n_edits):
        return False
    reverse_edits(edits, n_edits[0])
    return True


cdef inline bint certify(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits,
    int64_t *n_correct,
) noexcept nogil:
    """Say whether the counts are certain; if so, write them and an edit sequence that has them."""
    cdef int64_t packed = outside_at(program, program.lattice.n_vertices - 1)
    if not (program.is_counting and found.is_countable) or packed & 1:
        return False
    if not shows_path(program, found, edits, n_edits):
        return False
    n_correct[0] = (packed >> 1) & ((<int64_t>1 << program.correct_bits) - 1)
    return (
        n_edits[0]
        == (packed >> (1 + program.correct_bits))
        & ((<int64_t>1 << (program.cost_shift - program.correct_bits - 1)) - 1)
    )
