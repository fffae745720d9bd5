"""A path of the least cost, read back from the costs of the certified program.

From a state, whatever stands before it at exactly the cost that is missing leads back. Of several
ways any will do that has arcs of the scorer alone. Between repeated words an edit may begin and end
nearly anywhere, and some of these places are joined by no arc, or by one that is in the list twice.
So where the scorer has nothing, the way is gone back for a few vertices, and another one is taken.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex, diagonal_of, tail_of
from fastgec.maxmatch.program.cells cimport FIRST_NEED, N_SLOTS, OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.program.certified cimport cell_of, outside_at, state_cost
from fastgec.maxmatch.terms.edits cimport Edit, shifts_span, write_edit
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.program.reader cimport Reader, costs_so, go_back, is_dead, keep_place
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Label, Program
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons


cdef inline int32_t edit_tail(
    const Reader *reader, int32_t head, int32_t state, int32_t first_side, int32_t *n_steps
) noexcept nogil:
    """Read an edit of several arcs back from its last vertex and state; return its first vertex.

    Of several ways, that by the first of the three sides from `first_side` on is taken.
    """
    cdef const Program *program = reader.program
    cdef int32_t vertex = head
    cdef int32_t side, turn, before
    cdef const Vertex *here
    cdef int64_t wanted
    cdef int32_t found
    n_steps[0] = 0
    while state != OUTSIDE:
        here = &program.lattice.vertices[vertex]
        wanted = state_cost(program, vertex, state) - reader.step
        found = -1
        for turn in range(3):
            side = (turn + first_side) % 3
            before = tail_of(here, vertex, side)
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
    cdef const Vertex *here
    cdef const int64_t *cell = cell_of(program, vertex)
    cdef int64_t most = cell[state + N_SLOTS]  # noops that the edit may have up to here
    cdef int64_t wanted, noop
    n_steps[0] = 0
    while state != OUTSIDE:
        here = &program.lattice.vertices[vertex]
        wanted = cell_of(program, vertex)[state] - reader.step
        found = -1
        for side in range(3):
            before = tail_of(here, vertex, side)
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


cdef inline int32_t read_edit(
    Reader *reader, const GoldArcs *found, int32_t head
) noexcept nogil:
    """Return the first vertex of some edit of several arcs that the scorer has, else -1.

    Ways of the same cost are many; but three for each state are enough, or as good as all.
    """
    cdef const Program *program = reader.program
    cdef int64_t wanted = outside_at(program, head)
    cdef int32_t c, first_side, tail, n_steps
    cdef int32_t latest = -1
    for c in range(program.n_inside):
        if not costs_so(reader, state_cost(program, head, SEVERAL + c) + reader.epsilon, wanted):
            continue
        for first_side in range(1 if program.is_sparse else 3):
            if program.is_sparse:
                tail = sparse_tail(reader, head, SEVERAL + c, &n_steps)
            else:
                tail = edit_tail(reader, head, SEVERAL + c, first_side, &n_steps)
            if tail < 0 or tail == latest or reader.n_dead and is_dead(reader, tail):
                continue
            if latest >= 0 or reader.n_dead:
                reader.n_places -= head - tail
                if reader.n_places < 0:
                    return -1
            latest = tail
            if has_label(program, found, tail, head, n_steps):
                return tail
    return -1


cdef inline int32_t read_base(
    const Reader *reader, const GoldArcs *found, int32_t head
) noexcept nogil:
    """Return the tail of an edit of one base arc, else -1."""
    cdef const Program *program = reader.program
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *here = &lattice.vertices[head]
    cdef int64_t wanted = outside_at(program, head)
    cdef int32_t side, tail, copies
    for side in range(3):
        tail = -1 if side == 0 and here.is_noop else tail_of(here, head, side)
        copies = here.n_insertion if side == 2 else here.n_deletion if side else here.n_diagonal
        if (
            tail >= 0
            and costs_so(
                reader,
                outside_at(program, tail) + reader.step + copies * reader.epsilon,
                wanted,
            )
            and (side < 2 or insertion_epsilons(found, lattice, tail, head) == copies)
            and not (reader.n_dead and is_dead(reader, tail))
        ):
            return tail
    return -1


cdef inline int32_t before_noops(const Reader *reader, int32_t vertex) noexcept nogil:
    """Return the vertex before the noops outside edits that end here: most of nearly all ways."""
    cdef const Program *program = reader.program
    cdef const Vertex *here = &program.lattice.vertices[vertex]
    cdef int64_t cost = outside_at(program, vertex)
    cdef int64_t before
    while here.is_noop:
        before = outside_at(program, here.above - 1)
        if not costs_so(reader, before + reader.step, cost):
            break
        cost = before
        vertex = here.above - 1
        here = &program.lattice.vertices[vertex]
    return vertex


cdef inline int32_t read_path(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Read one optimal path back as far as the scorer has its arcs; return the first vertex of what
    was read: 0 if it is all of the path, whose edits are written then.

    One loop from the end to the start asks for a noop, a gold arc, a base arc and an edit of
    several arcs, in this order: what one of them takes, the others need not look at. From a vertex
    where the scorer has none of them it goes back, and takes another way; but not far. That is
    rare: only then the way is read again from the end, and remembered.
    """
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *here
    cdef const GoldArc *arc
    cdef Reader reader
    cdef int32_t vertex = lattice.n_vertices - 1
    cdef int32_t first = vertex
    cdef int32_t tail
    cdef int32_t n_found = 0
    cdef int64_t at = found.n_arcs
    cdef int64_t wanted
    cdef bint is_edit, is_inserting
    reader.program = program
    reader.epsilon = <int64_t>1 << program.cost_shift
    reader.step = STEP * reader.epsilon
    reader.match = <int64_t>1 << program.match_shift
    reader.shift = program.cost_shift
    reader.goes_back = False
    reader.n_dead = reader.n_trail = reader.n_farthest = 0
    reader.n_places = 4 * <int64_t>lattice.n_vertices
    while vertex != 0:
        if not reader.goes_back:
            vertex = before_noops(&reader, vertex)
            if vertex == 0:
                break
        first = min(first, vertex)
        here = &vertices[vertex]
        wanted = outside_at(program, vertex)
        if reader.goes_back:
            keep_place(&reader, vertex, n_found)
            if here.is_noop and not is_dead(&reader, diagonal_of(here)):
                if costs_so(&reader, outside_at(program, diagonal_of(here)) + reader.step, wanted):
                    vertex = diagonal_of(here)
                    continue
        tail = -1
        while at > 0 and found.arcs[at - 1].head > vertex:
            at -= 1
        while at > 0 and found.arcs[at - 1].head == vertex:
            at -= 1
            arc = &found.arcs[at]
            if arc.is_doubtful or reader.n_dead and is_dead(&reader, arc.tail):
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
        is_edit = True
        if tail >= 0:
            is_edit = arc.is_edit
            is_inserting = vertices[tail].i == here.i
        else:
            tail = read_base(&reader, found, vertex)
            is_inserting = tail >= 0 and vertices[tail].i == here.i
            if tail < 0:
                tail = read_edit(&reader, found, vertex)
                is_inserting = tail >= 0 and label_at(program.labels, lattice, vertex).is_inserting
        if tail < 0:
            if not reader.goes_back:
                reader.goes_back = True
                reader.n_places = 4 * <int64_t>lattice.n_vertices
                vertex = lattice.n_vertices - 1
                n_found = 0
            elif not go_back(&reader, &vertex, &n_found):
                return first
            at = found.n_arcs
            continue
        if is_edit:
            write_edit(
                &edits[n_found], lattice, tail, vertex,
                shifts_span(program.options, lattice, tail, is_inserting),
            )
            n_found += 1
        vertex = tail
    n_edits[0] = n_found
    return 0


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
