"""The certificate: when the counts of the certified program are the published scorer's.

Each path of the scorer is a path here, with the same counts and at no greater cost. So if some path
of the least cost is one of the scorer's, its lightest paths are its paths of that cost; and if all
such paths count the same, these are the counts. Doubt says whether they do; one path is read back,
and each of its arcs is asked for among the scorer's labels.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex, diagonal_of, tail_of
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.program.program cimport N_SLOTS, forward_cost, gold_cost
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport Cell, GoldArc, GoldArcs, Label, Program


cdef inline int32_t edit_tail(
    const Program *program, int32_t head, int32_t slot, int32_t *n_steps
) noexcept nogil:
    """Read an edit of several arcs back from its last vertex and slot; return its first vertex."""
    cdef int32_t shift = program.cost_shift
    cdef int32_t vertex = head
    cdef int32_t side, before, noop, at
    cdef int32_t most = program.cells[head].noops[slot]
    cdef int64_t wanted = program.cells[head].inside[slot] >> shift
    cdef const Vertex *here
    cdef const Cell *cell
    cdef bint is_single = False, is_single_next, is_found
    n_steps[0] = 0
    while True:
        here = &program.lattice.vertices[vertex]
        wanted -= STEP
        is_found = False
        for side in range(3):
            before = tail_of(here, vertex, side)
            noop = side == 0 and here.is_noop
            if before < 0 or noop and (is_single or most == 0):
                continue
            cell = &program.cells[before]
            is_single_next = False
            if (is_single or noop) and cell.outside >> shift == wanted:
                n_steps[0] += 1
                return before
            if is_single:
                continue
            for at in range(N_SLOTS):
                if cell.inside[at] >> shift == wanted and cell.noops[at] + noop <= most:
                    is_found = True
            if not is_found and cell.single >> shift == wanted:
                is_found = is_single_next = True
            if is_found:
                break
        if not is_found:
            return -1
        vertex = before
        most -= noop
        is_single = is_single_next
        n_steps[0] += 1


cdef inline int32_t read_edit(
    const Program *program, const GoldArcs *found, int32_t head
) noexcept nogil:
    """Return the first vertex of an edit of several arcs that the scorer has so, else -1."""
    cdef const Cell *cell = &program.cells[head]
    cdef const Label *label = label_at(program.labels, program.lattice, head)
    cdef int32_t slot, tail, n_steps
    for slot in range(N_SLOTS):
        if (cell.inside[slot] >> program.cost_shift) + 1 != cell.outside >> program.cost_shift:
            continue
        tail = edit_tail(program, head, slot, &n_steps)
        if (
            tail >= 0
            and label_arc(program.labels, program.lattice, program.options, tail, head)
            and label.steps == n_steps
            and label.noops < label.steps
            and arc_epsilons(found, program.lattice, label, tail, head) == 1
        ):
            return tail
    return -1


cdef inline int32_t read_base(
    const Program *program, const GoldArcs *found, int32_t head
) noexcept nogil:
    """Return the tail of an edit of one base arc, else -1."""
    cdef const Vertex *here = &program.lattice.vertices[head]
    cdef int32_t side, tail, copies
    for side in range(3):
        tail = -1 if side == 0 and here.is_noop else tail_of(here, head, side)
        copies = here.n_insertion if side == 2 else here.n_deletion if side else here.n_diagonal
        if (
            tail >= 0
            and forward_cost(program, tail) + STEP + copies == forward_cost(program, head)
            and (side < 2 or insertion_epsilons(found, program.lattice, tail, head) == copies)
        ):
            return tail
    return -1


cdef inline bint certify(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits,
    int64_t *n_correct,
) noexcept nogil:
    """Say whether the counts are certain; if so, write them and an edit sequence that has them."""
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *here
    cdef const GoldArc *arc
    cdef int32_t vertex = lattice.n_vertices - 1
    cdef int64_t packed = program.cells[vertex].outside
    cdef int64_t n_matches = -(packed >> program.match_shift)
    cdef int64_t cost = (packed + (n_matches << program.match_shift)) >> program.cost_shift
    cdef int64_t at = found.n_arcs
    cdef int32_t tail
    cdef int32_t n_found = 0
    cdef bint is_edit, is_inserting
    if not (program.is_counting and found.is_countable) or packed & 1:
        return False
    if n_matches and cost >= STEP * lattice.n_entries:
        return False
    while vertex != 0:
        here = &lattice.vertices[vertex]
        cost = forward_cost(program, vertex)
        if here.is_noop and forward_cost(program, here.above - 1) + STEP == cost:
            vertex = here.above - 1
            continue
        tail = -1
        while at > 0 and found.arcs[at - 1].head > vertex:
            at -= 1
        while tail < 0 and at > 0 and found.arcs[at - 1].head == vertex:
            at -= 1
            arc = &found.arcs[at]
            if forward_cost(program, arc.tail) + gold_cost(program, arc) == cost:
                tail = arc.tail
        is_edit = True
        if tail >= 0:
            is_edit = arc.is_edit
            is_inserting = lattice.vertices[tail].i == here.i
        else:
            tail = read_base(program, found, vertex)
            is_inserting = tail >= 0 and lattice.vertices[tail].i == here.i
            if tail < 0:
                tail = read_edit(program, found, vertex)
                is_inserting = label_at(program.labels, lattice, vertex).is_inserting
        if tail < 0:
            return False
        if is_edit:
            write_edit(
                &edits[n_found], lattice, tail, vertex,
                shifts_span(program.options, lattice, tail, is_inserting),
            )
            n_found += 1
        vertex = tail
    reverse_edits(edits, n_found)
    n_edits[0] = n_found
    n_correct[0] = (packed >> 1) & ((<int64_t>1 << program.correct_bits) - 1)
    return True
