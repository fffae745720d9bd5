"""The certificate: when the counts of the certified program are the published scorer's.

Each path of the scorer is a path here, with the same counts and at no greater cost. So if some path
of the least cost is one of the scorer's, its minimum-cost paths are its paths of that cost; and if
all such paths count the same, these are the counts. Doubt says whether they do; one path is read
back, and each of its arcs is asked for among the scorer's labels.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex, tail_of
from fastgec.maxmatch.labels cimport label_arc, label_at
from fastgec.maxmatch.program.program cimport copies_of, forward_cost, gold_cost
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Label, Program


cdef inline int32_t read_edit(
    const Program *program, const GoldArcs *found, int32_t head
) noexcept nogil:
    """Return the first vertex of an edit of several arcs that the scorer has so, else -1."""
    cdef int32_t tail = program.edit_tails[head]
    cdef const Label *label = label_at(program.labels, program.lattice, head)
    if (
        tail >= 0
        and label_arc(program.labels, program.lattice, program.options, tail, head)
        and label.noops < label.steps
        and forward_cost(program, tail) + label.steps * <int64_t>STEP + 1
        == forward_cost(program, head)
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
        copies = copies_of(here, side)
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
    cdef int64_t packed = program.outsides[vertex]
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
    cost = forward_cost(program, vertex)
    while vertex != 0:
        here = &lattice.vertices[vertex]
        if here.is_noop and forward_cost(program, here.above - 1) + STEP == cost:
            vertex = here.above - 1
            cost -= STEP
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
        cost = forward_cost(program, vertex)
    reverse_edits(edits, n_found)
    n_edits[0] = n_found
    n_correct[0] = (packed >> 1) & ((<int64_t>1 << program.correct_bits) - 1)
    return True


cdef inline bint makes_gold_alone(
    const Program *program, const GoldArcs *found, int32_t n_edits
) noexcept nogil:
    """Whether all minimum-cost paths of a certified row, whose edits are all correct, have the
    same.

    Correct edits are a sum over arcs there. If each arc that spells gold edits spells one, a path
    with as many correct edits as edits has such arcs alone, and they cost what their ends differ
    by. If just as many arcs do, each path has them all.
    """
    cdef const GoldArc *arc
    cdef int64_t at
    cdef int32_t n_tight = 0
    for at in range(found.n_arcs):
        arc = &found.arcs[at]
        if arc.is_edit and (
            forward_cost(program, arc.tail) + gold_cost(program, arc)
            == forward_cost(program, arc.head)
        ):
            if arc.n_correct != 1:
                return False
            n_tight += 1
    return n_tight == n_edits
